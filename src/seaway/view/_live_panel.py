"""The panel of a live view: time, driving, actuators, the sea."""

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from seaway._arrays import Floats
from seaway.sea import Sea
from seaway.sim import Simulation
from seaway.view._drive import KEYS, Move

if TYPE_CHECKING:
    from seaway.view._live import Live

__all__ = ["add_panel"]


def add_panel(live: "Live") -> None:
    """Add the controls of a live view to its page."""
    _add_time(live)
    _add_driving(live)
    if live.simulation.actuators:
        _add_actuators(live)
    _add_sea(live)


def _add_time(live: "Live") -> None:
    gui = live.server.gui
    with gui.add_folder("Simulation"):
        pause = gui.add_button("Pause or go on (space)")
        others = gui.add_button_group("", ("Step", "Reset"))
        speed = gui.add_slider("Speed", 0.1, max(10.0, live.speed), 0.1, live.speed)
        save = gui.add_button("Save as a run folder")
    pause.on_click(lambda _: live.do(live.toggle))
    gui.add_command("Pause or go on", hotkey="space").on_trigger(lambda _: live.do(live.toggle))
    others.on_click(lambda _: live.do(live.step if others.value == "Step" else live.reset))
    speed.on_update(lambda _: setattr(live, "speed", float(speed.value)))
    save.on_click(lambda _: live.do(lambda: live.tell(f"saved to {live.save(live.folder).path}")))


def _add_driving(live: "Live") -> None:
    gui = live.server.gui
    moves = {f"{move.label} ({key})": move for key, move in KEYS.items()}
    labels = tuple(moves)
    with gui.add_folder("Drive"):
        autopilot = gui.add_checkbox("Autopilot", live.commanded)
        hold = gui.add_button("Hold here", hint="An autopilot holds the vehicle where it is; the keys move it")
        groups = [gui.add_button_group("", pair) for pair in zip(labels[::2], labels[1::2], strict=True)]

    def nudge(move: Move) -> None:
        live.nudge(move)
        autopilot.value = live.commanded

    def held() -> None:
        live.hold()
        autopilot.value = True

    def pressed(group: Any) -> Callable[[Any], None]:
        return lambda _: live.do(lambda: nudge(moves[group.value]))

    def struck(move: Move) -> Callable[[Any], None]:
        return lambda _: live.do(lambda: nudge(move))

    for group in groups:
        group.on_click(pressed(group))
    for key, move in KEYS.items():
        gui.add_command(move.label, hotkey=key).on_trigger(struck(move))  # type: ignore[reportArgumentType]
    autopilot.on_update(lambda _: live.do(lambda: live.engage(bool(autopilot.value))))
    hold.on_click(lambda _: live.do(held))


def _add_actuators(live: "Live") -> None:
    gui = live.server.gui

    def setting(name: str, slider: Any) -> Callable[[Any], None]:
        return lambda _: live.do(lambda: live.command(name, float(slider.value)))

    with gui.add_folder("Actuators", expand_by_default=False):
        for name, (low, high, unit) in ranges(live.simulation).items():
            slider = gui.add_slider(f"{name} [{unit}]", low, high, (high - low) / 200.0, 0.0)
            slider.on_update(setting(name, slider))


def _add_sea(live: "Live") -> None:
    gui, sea = live.server.gui, live.sea
    uniform = sea.current is None or sea.current.velocity.shape[:2] == (1, 1)
    with gui.add_folder("Sea", expand_by_default=False):
        if sea.surface is not None:
            _add_waves(live, sea)
        if uniform:
            flow = np.zeros(3) if sea.current is None else sea.current.velocity[0, 0]
            speed = gui.add_slider("Current [m/s]", 0.0, 3.0, 0.05, float(np.hypot(*flow[:2])))
            course = gui.add_slider("toward [°]", 0.0, 360.0, 5.0, _compass(flow))
            for slider in (speed, course):
                slider.on_update(
                    lambda _: live.do(lambda: live.set_current(speed.value, np.radians(90.0 - course.value)))
                )


def _add_waves(live: "Live", sea: Sea) -> None:
    gui = live.server.gui
    high = 0.0 if sea.waves is None else sea.waves.components.significant_height
    peak = None if sea.waves is None else sea.waves.components.peak()
    usual = 5.0 if peak is None else round(peak.period, 1)
    height = gui.add_slider("Significant height [m]", 0.0, max(4.0, high), 0.05, round(high, 2))
    period = gui.add_slider("Peak period [s]", 1.0, max(20.0, usual), 0.1, usual)
    toward = gui.add_slider("Waves toward [°]", 0.0, 360.0, 5.0, _main_direction(sea))
    change = gui.add_button("Change the sea state")
    change.on_click(
        lambda _: live.do(lambda: live.set_waves(height.value, period.value, np.radians(90.0 - toward.value)))
    )


def ranges(sim: Simulation) -> dict[str, tuple[float, float, str]]:
    """Least and largest command of each actuator, and its unit."""
    several, found = len(sim.vehicles) > 1, dict[str, tuple[float, float, str]]()
    for vehicle in sim.vehicles:
        prefix = f"{vehicle.name}." if several else ""
        for thruster in vehicle.thrusters:
            low, high = np.asarray(thruster.limits, dtype=np.float64).reshape(-1, 2)[0].tolist()
            usual = {"thrust": (100.0, "N"), "speed": (200.0, "rad/s"), "table": (1.0, "1")}[thruster.command]
            if thruster.table is not None:
                inputs = np.asarray(thruster.table, dtype=np.float64).reshape(-1, 2, thruster.table.shape[-1])[0, 0]
                low, high = max(low, float(inputs[0])), min(high, float(inputs[-1]))
            found[prefix + thruster.name] = (
                max(low, -usual[0]) if low == -inf else low,
                high if high < inf else usual[0],
                usual[1],
            )
        for fin in vehicle.fins:
            limit = float(np.min(fin.limit))
            limit = limit if limit < inf else 0.5
            found[prefix + fin.name] = -limit, limit, "rad"
    return {name: found.get(name, (-1.0, 1.0, "1")) for name in sim.actuators}


def _compass(vector: Floats) -> float:
    """Compass direction of a vector [°]: clockwise from north, to 5°."""
    if float(np.hypot(vector[0], vector[1])) == 0.0:
        return 0.0
    return 5.0 * round(float(np.degrees(np.arctan2(vector[0], vector[1])) % 360.0) / 5.0)


def _main_direction(sea: Sea) -> float:
    if sea.waves is None:
        return 0.0
    c = sea.waves.components
    energy = np.square(c.amplitude)
    return _compass(np.array([np.sum(energy * np.cos(c.direction)), np.sum(energy * np.sin(c.direction))]))
