"""A vehicle as parameters in Fossen's notation, and what that notation has no word for."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np

from seaway._arrays import Floats
from seaway.errors import Finding
from seaway.frames import FLU_FRD, Pose, matrix_from_quaternion, rpy_from_matrix
from seaway.kernels.submergence import BOX, CYLINDER
from seaway.library._fossen import FORCES, VELOCITIES, along_x
from seaway.sea import Sea
from seaway.vehicle import Buoyancy, Damping, Extent, Thruster, Vehicle

__all__ = ["FossenText", "to_fossen"]

# Signs that turn (v, w) from forward, left, up to forward, right, down.
_FLIP: Final = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])


@dataclass(frozen=True)
class FossenText:
    """A vehicle written as parameters in Fossen's notation.

    Attributes:
        text: The TOML file.
        findings: What of the vehicle it does not say.
    """

    text: str
    findings: tuple[Finding, ...]


def to_fossen(vehicle: Vehicle, sea: Sea | None = None) -> FossenText:
    """Write a vehicle as a TOML file in Fossen's notation: axes forward, right, down, about the origin Bo (CO).

    Mass, centre of gravity, moments of inertia, added mass, damping, buoyancy with its shape and thrusters are written
    with all their digits, so that ``read_fossen`` gives them back.

    Args:
        vehicle: The vehicle.
        sea: Whose density and gravity are written; those of sea water where None.
    """
    return _Writer(vehicle, Sea(surface=None) if sea is None else sea).written()


class _Writer:
    """Lines of TOML, and what they leave out."""

    def __init__(self, vehicle: Vehicle, sea: Sea):
        self.vehicle = vehicle
        self.sea = sea
        self.findings: list[Finding] = []
        self.lines: list[str] = []

    def written(self) -> FossenText:
        self.lines = [
            "# Parameters in Fossen's notation: SI units; axes forward, right, down; about the origin CO.",
            f"name = {_text(self.vehicle.name)}",
            f"density = {_number(self.sea.density)}  # of the water [kg/m3]",
            f"gravity = {_number(self.sea.gravity)}  # [m/s2]",
        ]
        self._rigid_body()
        self._added_mass()
        self._damping()
        self._restoring()
        for thruster in self.vehicle.thrusters:
            self._thruster(thruster)
        self._tell_of_the_rest()
        return FossenText("\n".join([*self.lines, ""]), tuple(self.findings))

    def _left_out(self, rule: str, message: str) -> None:
        self.findings.append(Finding("warning", None, None, rule, f"vehicle {self.vehicle.name!r}: {message}"))

    def _rigid_body(self) -> None:
        inertial = self.vehicle.inertial
        self.lines += [
            "",
            "[rigid_body]",
            f"mass = {_number(inertial.mass)}  # [kg]",
            f"r_g = {_row(FLU_FRD.vector(inertial.c_BoBcm_B))}  # centre of gravity [m]",
            f"I_g = {_matrix(FLU_FRD.matrix(inertial.I_BBcm_B))}  # about the centre of gravity [kg m2]",
        ]

    def _added_mass(self) -> None:
        if self.vehicle.inertial.added_mass is None:
            if not self.vehicle.added_mass_coriolis:
                self.lines += ["", "[added_mass]", "coriolis = false"]
            return
        M_A = FLU_FRD.matrix(self.vehicle.inertial.added_mass_matrix())
        self.lines += ["", "[added_mass]  # force per acceleration: [kg], [kg m], [kg m2]"]
        if not self.vehicle.added_mass_coriolis:
            self.lines.append("coriolis = false  # no C_A(ν) ν")
        # M_A is symmetric: one of two mirror images stands for both.
        for i in range(6):
            for j in range(i, 6):
                if M_A[i, j] != 0.0 or i == j:
                    self.lines.append(f"{FORCES[i]}_{VELOCITIES[j]}dot = {_number(0.0 - M_A[i, j])}")

    def _damping(self) -> None:
        dampings = self.vehicle.dampings
        placed = [damping for damping in dampings if not damping.pose.isclose(Pose(), 0.0)]
        if placed:
            message = f"{len(placed)} of its dampings are given in a frame of their own, and are left out"
            self._left_out("damping-frame", message)
        derivatives = _derivatives([damping for damping in dampings if damping not in placed])
        if not derivatives:
            return
        self.lines += ["", "[damping]  # force per velocity, or per product of two: negative where it damps"]
        if any(len(name) == 4 and name[2] == name[3] for name in derivatives):
            self.lines.append("signed_squares = true  # X_uu goes with u², not with |u| u")
        self.lines += [f"{_key(name)} = {_number(value)}" for name, value in derivatives.items()]

    def _restoring(self) -> None:
        buoyancy = self.vehicle.buoyancy
        if buoyancy is None:
            self._left_out("buoyancy", "it has no buoyancy, and so no [restoring]")
            return
        if not isinstance(buoyancy, Buoyancy):
            kind = type(buoyancy).__name__
            self._left_out("buoyancy", f"it is written without its {kind}, for which this notation has no word")
            return
        self.lines += [
            "",
            "[restoring]",
            f"volume = {_number(buoyancy.volume)}  # of the displaced water [m3]",
            f"r_b = {_row(FLU_FRD.vector(buoyancy.center))}  # centre of buoyancy [m]",
        ]
        self._shape(buoyancy.extent, buoyancy.attitude)

    def _shape(self, extent: Extent, attitude: Floats) -> None:
        kind = {BOX: "box", CYLINDER: "cylinder"}.get(extent.kind, "ellipsoid")
        size = 2.0 * extent.half_size
        if kind == "ellipsoid" and size[0] == size[1] == size[2]:
            self.lines += ["", "[shape]", 'kind = "sphere"']
            return
        if kind == "cylinder":  # along z there, along x here
            size = size[[2, 0, 1]]
        R_BS = FLU_FRD.matrix(matrix_from_quaternion(attitude) @ along_x(kind).T)
        self.lines += ["", "[shape]", f'kind = "{kind}"', f"size = {_row(size)}  # along its x, y, z [m]"]
        rpy = rpy_from_matrix(R_BS)
        if np.any(np.abs(rpy) > 1e-15):
            self.lines.append(f"rpy = {_row(rpy)}  # roll, pitch, yaw of its axes [rad]")

    def _thruster(self, thruster: Thruster) -> None:
        limits, command = thruster.plain_limits, "speed" if thruster.command == "speed" else "thrust"
        unit = "rad/s" if command == "speed" else "N"
        self.lines += [
            "",
            "[[thruster]]",
            f"name = {_text(thruster.name)}",
            f"position = {_row(FLU_FRD.vector(thruster.position))}  # [m]",
            f"axis = {_row(FLU_FRD.vector(thruster.axis))}  # of positive thrust",
            f'command = "{command}"  # [{unit}]',
        ]
        if limits != (-inf, inf):
            self.lines.append(f"limits = {_row(np.maximum(np.minimum(limits, 1e9), -1e9))}  # [{unit}]")
        numbers = ("dead_band", "diameter", "coefficient", *(("advance", "wake") if command == "speed" else ()))
        for name in numbers:
            if getattr(thruster, name) != 0.0:
                self.lines.append(f"{name} = {_number(getattr(thruster, name))}")
        if thruster.refinements:
            lost = ", ".join(thruster.refinements)
            message = f"thruster {thruster.name!r} is written without {lost}, for which this notation has no word"
            self._left_out("thruster", message)

    def _tell_of_the_rest(self) -> None:
        vehicle = self.vehicle
        for what, given in (
            ("fins", vehicle.fins),
            ("areas", vehicle.areas),
            ("cross flow", vehicle.cross_flow),
            ("actuation", vehicle.actuation),
        ):
            if given:
                message = f"it is written without its {what}, for which this notation has no word"
                self._left_out(what.replace(" ", "-"), message)
        if not vehicle.rigid_body_coriolis:
            self._left_out("coriolis", "it is written with the Coriolis forces of its rigid body, which it is without")


def _derivatives(dampings: Sequence[Damping]) -> dict[str, float]:
    """The sum of dampings as derivatives in forward, right, down axes, without zeros; a product of two stands once."""
    linear, modulus, signed = np.zeros((6, 6)), np.zeros((6, 6, 6)), np.zeros((6, 6, 6))
    for damping in dampings:
        linear -= FLU_FRD.matrix(damping.linear)
        modulus -= FLU_FRD.matrix(damping.modulus)
        modulus[range(6), :, range(6)] -= FLU_FRD.matrix(damping.quadratic).T
        signed -= _FLIP[:, None, None] * FLU_FRD.matrix(damping.signed)
    found: dict[str, float] = {}
    for i, force in enumerate(FORCES):
        for j, first in enumerate(VELOCITIES):
            found[f"{force}_{first}"] = linear[i, j]
            for k, second in enumerate(VELOCITIES):
                found[f"{force}_{first}|{second}|"] = modulus[k, i, j]
            for k, second in enumerate(VELOCITIES[j:], start=j):
                both = signed[k, i, j] + signed[j, i, k]
                found[f"{force}_{first}{second}"] = signed[k, i, j] if k == j else both
    return {name: float(value) for name, value in found.items() if value != 0.0}


def _key(name: str) -> str:
    return f'"{name}"' if "|" in name else name


def _text(value: str) -> str:
    """A TOML string, of anything that a name can be."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def _number(value: float) -> str:
    return repr(float(value) + 0.0)  # all its digits, and no -0.0


def _row(values: Floats) -> str:
    return f"[{', '.join(_number(value) for value in values)}]"


def _matrix(values: Floats) -> str:
    if not np.any(values - np.diag(np.diagonal(values))):
        return _row(np.diagonal(values))
    return f"[{', '.join(_row(row) for row in values)}]"
