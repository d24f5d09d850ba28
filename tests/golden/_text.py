"""Texts of scenarios from a few parts, each a line or some of TOML."""

ROV = (
    "inertia = { mass = 20, center_of_mass = [0.02, -0.01, -0.03], "
    "moment_of_inertia = [[0.5, 0.02, -0.01], [0.02, 0.8, 0.03], [-0.01, 0.03, 0.9]] }\n"
    "added_mass = { fossen = { X_udot = -8, Y_vdot = -15, Z_wdot = -20, K_pdot = -0.3, M_qdot = -0.5, N_rdot = -0.4, "
    "Y_rdot = 0.6, Z_qdot = -0.5, X_wdot = 0.7 } }"
)
"""A body whose inertia couples all six axes."""

NEUTRAL = "buoyancy = { volume = 0.0196, center = [0.01, 0, 0.02] }"
"""Its buoyancy, a little more than its weight in sea water."""

DAMPING = "damping = { linear = [4, 6, 6, 0.4, 0.5, 0.5], quadratic = [25, 40, 50, 1, 1.5, 1.5] }"

DEEP = "surface = false"
"""Water without a surface."""

MOVING = (1.2, -0.3, 0.2, 0.2, -0.15, 0.3)
"""A velocity that excites every axis."""


def vehicle(
    name: str,
    *parts: str,
    position: tuple[float, ...] = (0.0, 0.0, -5.0),
    attitude_deg: tuple[float, ...] = (5.0, -8.0, 20.0),
    velocity: tuple[float, ...] = MOVING,
) -> str:
    """A vehicle of a scenario."""
    state = f"position = {list(position)}\nattitude_deg = {list(attitude_deg)}\nvelocity = {list(velocity)}"
    return "\n".join(("[[vehicle]]", f'name = "{name}"', state, *parts))


def scenario(
    sea: str, *parts: str, time_step: float = 0.02, integrator: str = "rk4", seed: int = 3, control_steps: int = 4
) -> str:
    """A scenario: what stands in the table of the sea, then vehicles and controls."""
    settings = f'time_step = {time_step}\nintegrator = "{integrator}"\nseed = {seed}'
    period = f"control_period = {control_steps * time_step:g}"
    return "\n".join(("[simulation]", settings, period, "[sea]", sea, *parts, ""))


def commands(
    times: tuple[float, ...] = (0.0, 0.6, 1.4), vehicle: str = "", interpolation: str = "linear", **values: str
) -> str:
    """Commands over time; values are lists over these times, as TOML has them, by name of the actuator."""
    told = f'vehicle = "{vehicle}"\n' if vehicle else ""
    actuators = ", ".join(f"{name} = {value}" for name, value in values.items())
    return f'[[control]]\n{told}times = {list(times)}\ninterpolation = "{interpolation}"\nactuators = {{ {actuators} }}'
