# The two commands of the README are `make run` and `make test`. Each sets up its own environment in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
READY := $(VENV)/.ready
WORK := build

.PHONY: run test lint types imports unit docs wheel clean

run: $(READY)
	$(BIN)/python examples/conventions.py --out $(WORK)/conventions.png

test: lint types imports unit docs wheel
	@echo "All checks passed."

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/pyright

imports: $(READY)
	$(BIN)/lint-imports

unit: $(READY)
	$(BIN)/pytest -n auto

# The figures come from the examples, the doctest builder runs every code block of the pages.
docs: $(READY)
	$(BIN)/python examples/conventions.py --out docs/images/conventions.png > /dev/null
	$(BIN)/sphinx-build -q -W --keep-going -b doctest docs $(WORK)/doctest
	$(BIN)/sphinx-build -q -W --keep-going -b html docs $(WORK)/html

# Build the wheel, install it alone in a clean environment, and use it from a folder that is not the checkout.
wheel: $(READY)
	rm -rf $(WORK)/dist $(WORK)/clean
	$(BIN)/python -m build --wheel --outdir $(WORK)/dist . > /dev/null
	$(PYTHON) -m venv $(WORK)/clean
	$(WORK)/clean/bin/python -m pip --disable-pip-version-check --quiet install $(WORK)/dist/*.whl
	cd $(WORK)/clean && bin/python ../../tests/wheel_smoke.py

$(READY): pyproject.toml src/seaway/__init__.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Seaway needs Python 3.11 or newer; try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) (once, about a minute)"
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade pip
	$(PIP) install --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) $(WORK) .pytest_cache .ruff_cache .hypothesis .import_linter_cache
