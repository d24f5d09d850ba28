"""Every library vehicle, moving on all axes in a current with all its actuators; and several of them at once."""

from tests.golden._case import Case, scenario_case
from tests.golden._text import commands, scenario, vehicle

_CURRENT = "current = { velocity = [0.2, -0.1, 0.05] }"
_WAVES = 'waves = { kind = "regular", height = 0.2, period = 3, direction_to_deg = 50 }'


def _swung(size: float, names: tuple[str, ...]) -> dict[str, str]:
    """Commands of several actuators, each swinging in its own way."""
    swings = ((0.3, 1.0, -0.4), (-0.2, 0.6, 0.9), (0.5, -0.8, 0.2), (1.0, 0.1, -0.7))
    return {
        name: str([size * part for part in swings[k % len(swings)]]).replace("'", "") for k, name in enumerate(names)
    }


def _numbered(name: str, count: int, first: int) -> tuple[str, ...]:
    return tuple(f"{name}{k}" for k in range(first, first + count))


# Commands by vehicle: thrust [N], speed [rad/s], input of a table, angle [rad].
_COMMANDS: dict[str, dict[str, str]] = {
    "bluerov2": _swung(0.6, _numbered("thruster", 6, 1)),
    "bluerov2_gz": _swung(20.0, _numbered("thruster", 6, 1)),
    "bluerov2_heavy": _swung(0.6, _numbered("thruster", 8, 1)),
    "bluerov2_heavy_px4": _swung(0.6, _numbered("thruster", 8, 0)),
    "desistek_saga": {},
    "girona500": _swung(800.0, ("surge_port", "surge_starboard", "heave_stern", "heave_bow", "sway")),
    "lauv": _swung(300.0, ("propeller",)) | _swung(0.3, _numbered("fin", 4, 0)),
    "lrauv": _swung(30.0, ("propeller",)) | _swung(0.3, ("rudder", "elevator")),
    "nps_auv2": _swung(150.0, ("propeller",)) | _swung(0.4, ("rudder", "stern", "bow_port", "bow_starboard")),
    "otter": _swung(100.0, ("port", "starboard")),
    "remus100": _swung(150.0, ("propeller",)) | _swung(0.2, ("rudder", "stern")),
    "remus100_fossen": _swung(150.0, ("propeller",)) | _swung(0.3, ("rudder", "stern")),
    "rexrov": _swung(100.0, _numbered("thruster", 8, 0)),
    "wamv": _swung(800.0, ("left", "right")),
    "wamv_waves": _swung(800.0, ("left", "right")),
}
_AFLOAT = ("otter", "wamv", "wamv_waves")


def _placed(name: str, where: tuple[float, ...] = (0.0, 0.0, -4.0)) -> str:
    afloat = name in _AFLOAT
    return vehicle(
        name,
        f'library = "{name}"',
        position=(where[0], where[1], -0.05) if afloat else where,
        attitude_deg=(2.0, -1.0, 30.0) if afloat else (5.0, -8.0, 20.0),
        velocity=(1.0, -0.2, 0.05, 0.05, -0.04, 0.2) if afloat else (1.2, -0.2, 0.1, 0.1, -0.1, 0.2),
    )


def _told(name: str) -> str:
    if not _COMMANDS[name]:
        return (
            f'[[control]]\nvehicle = "{name}"\ntimes = [0, 1]\n'
            "wrench = [[20, -5, 8, 0.5, 1, -1], [-10, 5, 4, 0, -1, 2]]"
        )
    return commands(vehicle=name, **_COMMANDS[name])


def _alone(name: str) -> str:
    sea = f"{_CURRENT}\n{_WAVES}" if name in _AFLOAT else _CURRENT
    return scenario(sea, _placed(name), _told(name), time_step=0.01)


def _fleet(integrator: str) -> str:
    names = ("bluerov2", "lauv", "otter", "wamv", "nps_auv2")
    placed = [_placed(name, (0.0, 5.0 * k, -4.0)) for k, name in enumerate(names)]
    return scenario(f"{_CURRENT}\n{_WAVES}", *placed, *map(_told, names), time_step=0.01, integrator=integrator)


CASES: list[Case] = [
    *(scenario_case(f"library/{name}", _alone(name), 1.0) for name in _COMMANDS),
    scenario_case("library/fleet.rk4", _fleet("rk4"), 0.5),
    scenario_case("library/fleet.euler", _fleet("semi_implicit_euler"), 0.5),
]
