# The two commands of the README are `make run` and `make test`. Each sets up its own environment in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := -m pip --disable-pip-version-check --quiet
# Modules are compiled when they are first imported: of all that is installed few are, and pip takes half the time.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(PIP) install --no-compile --constraint constraints.txt
READY := $(VENV)/.ready
BUILD := build

.PHONY: run examples test lint types imports kernels unit plain docs doctest notebooks html wheel golden torture conformance bench accuracy figures constraints clean

# The whole of it in one run: a hull in waves and wind, propellers, an autopilot; a recording, a report, a replay.
run: $(READY)
	$(BIN)/seaway run examples/scenarios/boat_in_waves.toml --duration 60 --out $(BUILD)/boat_in_waves --force --replay
	@echo
	@echo "Open $(BUILD)/boat_in_waves/report.html in a browser, and replay.html beside it. More to look at: make examples"

# Every example: tables in the terminal, pictures in build/examples.
examples: $(READY)
	@for example in examples/*.py; do \
	  echo; echo "$$example"; $(BIN)/python $$example --out $(BUILD)/examples/$$(basename $$example .py).png || exit 1; \
	done
	@for file in examples/scenarios/*.toml examples/sdf/auv_world.sdf; do \
	  echo; echo "$$file"; \
	  $(BIN)/seaway run $$file --out $(BUILD)/examples/$$(basename $${file%.*}) --force || exit 1; \
	done

# In three parts, so that both cores of a small machine are busy: one compiles the kernels, which takes longest, while the
# other does what needs none of them.
test: $(READY)
	$(MAKE) -j2 kernels types html plain lint imports
	$(MAKE) unit
	$(MAKE) -j2 doctest wheel
	@echo "All checks passed."

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/pyright

imports: $(READY)
	$(BIN)/lint-imports

# Kernels are compiled once before the parallel workers start, so that they share one cache.
kernels: $(READY)
	$(BIN)/python -m tests.warm

unit: kernels
	$(BIN)/pytest -n auto

# The unit tests of kernels a second time, as plain Python.
plain: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -p no:cacheprovider tests/unit/kernels

# The doctest builder runs every code block of the pages; both builders treat warnings as errors. The notebooks of the
# tutorials are run here only: pages show the outputs that they hold.
docs: doctest notebooks html

doctest: $(READY)
	SEAWAY_SHARED_STEPS=1 $(BIN)/sphinx-build -q -W --keep-going -b doctest docs $(BUILD)/doctest

notebooks: $(READY)
	$(BIN)/python docs/notebooks.py

html: $(READY)
	$(BIN)/sphinx-build -q -W --keep-going -b html docs $(BUILD)/html
	@echo "The documentation is in $(BUILD)/html/index.html"

# Build the wheel, install it alone in a clean environment, and use it from a folder that is not the checkout.
wheel: $(READY)
	rm -rf $(BUILD)/dist $(BUILD)/clean
	$(BIN)/python -m build --wheel --outdir $(BUILD)/dist . > /dev/null
	$(PYTHON) -m venv $(BUILD)/clean
	$(BUILD)/clean/bin/python $(INSTALL) $(BUILD)/dist/*.whl
	cd $(BUILD)/clean && bin/python ../../tests/wheel_smoke.py

# What has changed against the golden runs, and by how much.
golden: kernels
	$(BIN)/python -m tests.golden compare

# Runs that are killed, stopped, overlapped and out of disk, at random moments; about half an hour.
torture: kernels
	$(BIN)/python -m tests.torture --kills 100 --stops 100 --full 50 --overlaps 20

# The reader against libsdformat, on a corpus of real files (not part of the project).
conformance: $(READY)
	$(BIN)/python -m tests.validation.sdf_corpus

bench: $(READY)
	$(BIN)/python $(INSTALL) --editable '.[bench]'
	$(BIN)/python benchmarks/engine_speed.py
	$(BIN)/python benchmarks/hull_speed.py
	$(BIN)/python benchmarks/water_speed.py
	$(BIN)/python benchmarks/control_speed.py
	$(BIN)/python benchmarks/sdf_speed.py
	$(BIN)/python benchmarks/view_speed.py
	$(BIN)/python benchmarks/parts_speed.py
	$(BIN)/python benchmarks/front_door.py

# The tables of docs/shapes.md.
accuracy: $(READY)
	$(BIN)/python benchmarks/shapes_accuracy.py

# The pictures of the README and the docs.
figures: $(READY)
	$(BIN)/python examples/rov_in_current.py --out docs/images/rov_in_current.png
	$(BIN)/python examples/own_vehicle.py --out docs/images/own_vehicle.png
	rm docs/images/own_vehicle.sdf
	$(BIN)/python examples/autopilot.py --out docs/images/autopilot.png
	$(BIN)/python examples/monte_carlo.py --out docs/images/monte_carlo.png
	$(BIN)/python examples/waves.py --out docs/images/waves.png --spectrum docs/images/spectrum.png \
	  --surface docs/images/surface.png
	$(BIN)/python docs/make_frames.py
	$(BIN)/python docs/notebooks.py --write
	$(BIN)/python docs/make_vehicle_pages.py
	SEAWAY_SHARED_STEPS=1 $(BIN)/python docs/make_flights.py
	SEAWAY_SHARED_STEPS=1 $(BIN)/python docs/make_manoeuvre_table.py
	$(BIN)/python benchmarks/control_speed.py --text docs/control_speed.txt
	$(BIN)/python benchmarks/engine_speed.py --plot docs/images/scaling.png
	$(BIN)/python benchmarks/engine_speed.py --text docs/speed.txt
	$(BIN)/python benchmarks/hull_speed.py --plot docs/images/hull_speed.png
	$(BIN)/python benchmarks/hull_speed.py --text docs/hull_speed.txt
	$(BIN)/python benchmarks/water_speed.py --text docs/water_speed.txt
	$(BIN)/python benchmarks/view_speed.py --text docs/view_speed.txt
	$(BIN)/python docs/make_view.py
	$(BIN)/python examples/heaving_sphere.py --out docs/images/heaving_sphere.png
	$(BIN)/python examples/manoeuvres.py --out docs/images/manoeuvre.png
	$(BIN)/python examples/hydrostatics.py --out docs/images/righting_arm.png
	$(BIN)/python examples/boat.py --out docs/images/boat.png
	$(BIN)/python examples/thruster_step.py --out docs/images/thruster_step.png
	$(BIN)/python examples/falling_spheres.py --out docs/images/falling_spheres.png
	$(BIN)/python examples/conventions.py --out docs/images/conventions.png
	$(BIN)/python examples/lagged_added_mass.py --out docs/images/lagged_added_mass.png
	$(BIN)/python examples/sdf_added_mass.py --out docs/images/sdf_added_mass.png
	rm docs/images/sdf_added_mass.sdf
	$(BIN)/seaway run examples/scenarios/boat_in_waves.toml --duration 60 --plots --out $(BUILD)/boat_in_waves --force
	cp $(BUILD)/boat_in_waves/plots/forces.png docs/images/boat_in_waves.png
	for name in survey station; do \
	  $(BIN)/seaway run examples/scenarios/$$name.toml --plots --out $(BUILD)/$$name --force && \
	  cp $(BUILD)/$$name/plots/track.png docs/images/$$name.png || exit 1; \
	done
	$(BIN)/seaway run examples/sdf/auv_world.sdf --duration 60 --plots --out $(BUILD)/auv --force
	cp $(BUILD)/auv/plots/track.png docs/images/run_track.png
	cp $(BUILD)/auv/plots/forces.png docs/images/run_forces.png

# Renew the tested versions: the newest that pyproject.toml allows.
constraints:
	$(PYTHON) -m venv --clear $(BUILD)/newest
	$(BUILD)/newest/bin/python $(PIP) install --upgrade pip
	$(BUILD)/newest/bin/python $(PIP) install --editable '.[bench,dev]'
	$(BUILD)/newest/bin/python -m pip freeze --exclude-editable > constraints.txt

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Seaway needs Python 3.11 or newer; try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV), once; this takes about a minute"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install --upgrade pip
	$(BIN)/python $(INSTALL) --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) $(BUILD) .pytest_cache .ruff_cache .hypothesis .import_linter_cache
