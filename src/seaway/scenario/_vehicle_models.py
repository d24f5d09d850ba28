"""The tables of a vehicle in a scenario file. The names are those of the Python API, where each is explained."""

from typing import Annotated, Literal

from pydantic import Field

from seaway.scenario._fields import (
    Matrices,
    Matrix3,
    Named,
    NotNegative,
    NumberOrList,
    NumberOrThree,
    Numbers,
    OneOrMore,
    Positive,
    Six,
    SixOrMatrix,
    SixOrNumber,
    Stiffness,
    Table,
    Three,
    described,
)

__all__ = [
    "AddedMassTable",
    "AreaTable",
    "BuoyancyTable",
    "CrossFlowTable",
    "DampingTable",
    "FinTable",
    "HullTable",
    "InertiaTable",
    "OverrideTable",
    "StiffnessTable",
    "ThrusterTable",
    "UwvTable",
    "VehicleTable",
]

Drive = Literal["thrust", "speed", "lag", "pid", "table"]
_AXES = "x forward, y left, z up"


class ExtentTable(Table):
    """A simple shape: one of these."""

    sphere: Positive | None = described("Its radius [m].")
    ellipsoid: Three = described("Its half axes along x, y, z [m].")
    box: Three = described("Its lengths along x, y, z [m].")
    cylinder: "CylinderTable | None" = described("A cylinder along z.")


class CylinderTable(Table):
    """A circular cylinder along z."""

    radius: Positive = Field(description="[m].")
    length: Positive = Field(description="Along z [m].")


class InertiaTable(Table):
    """The rigid body of a vehicle that is described in the scenario."""

    mass: Positive = Field(description="Of the rigid body [kg].")
    center_of_mass: Three = described(f"From the origin of the body, {_AXES} [m].", [0.0, 0.0, 0.0])
    moment_of_inertia: Matrix3 = described(
        "About the centre of mass [kg m2]: Ixx, Iyy, Izz, or 3 rows of 3 in which products are entries of the tensor."
    )
    radii_of_gyration: Three = described(
        "In place of moment_of_inertia: about the centre of mass, for roll, pitch and yaw [m]."
    )
    shape: ExtentTable | None = described(
        "In place of moment_of_inertia: a simple shape through which the mass is spread evenly."
    )


class AddedMassTable(Table):
    """The added mass of the fluid, in one of five forms."""

    diagonal: Six = described("surge, sway, heave [kg], roll, pitch, yaw [kg m2].")
    matrix: SixOrMatrix = described("6 rows of 6 [kg, kg m, kg m2].")
    coefficients: dict[str, float] | None = described(
        "By SDFormat's names, as in { xx = 5.5, yr = 0.3 }; others are 0."
    )
    fossen: dict[str, float] | None = described(
        "Fossen's derivatives in forward, right, down axes, as in { X_udot = -5.5, Y_rdot = 0.3 }; others are 0."
    )
    shape: ExtentTable | None = described(
        "Of a simple shape about the origin of the body, deep in the water of the sea: a first guess."
    )
    convention: Literal["origin", "center_of_mass", "mixed"] = described("The point about which it is taken.", "origin")


class BuoyancyTable(Table):
    """The water that a vehicle displaces, as a volume with a centre."""

    volume: Positive | None = described("[m3]; that of the extent where it is not given.")
    center: Three = described("Centre of buoyancy, from the origin of the body [m].", [0.0, 0.0, 0.0])
    extent: ExtentTable | None = described(
        "How far the vehicle reaches, so that it floats and falls back; the sphere of its volume where it is not given."
    )
    attitude_deg: Three = described("Roll, pitch, yaw of the extent in the body [deg].", [0.0, 0.0, 0.0])


class FrictionTable(Table):
    """Friction along the wet surface of a hull."""

    length: Positive | None = described("Of the Reynolds number [m]; that of the wet part where it is not given.")


class PressureDragTable(Table):
    """Pressure and suction on the wet triangles of a hull."""

    linear: NotNegative | None = described("[N/m2]; 100 where it is not given.")
    quadratic: NotNegative | None = described("[N/m2]; 100 where it is not given.")
    falloff: Positive | None = described(
        "How pressure falls as a triangle turns away from the flow; 0.4 where it is not given."
    )
    suction_linear: NotNegative | None = described("[N/m2]; 100 where it is not given.")
    suction_quadratic: NotNegative | None = described("[N/m2]; 100 where it is not given.")
    suction_falloff: Positive | None = described("As falloff; 0.4 where it is not given.")
    reference_speed: Positive | None = described("[m/s]; 1 where it is not given.")


class HullDampingTable(Table):
    """Damping that goes with the wet part of a hull."""

    linear: NotNegative | None = described("[N/(m/s)].")
    quadratic: NotNegative | None = described("[N/(m/s)2].")
    angular_linear: NotNegative | None = described("[Nm/(rad/s)].")
    angular_quadratic: NotNegative | None = described("[Nm/(rad/s)2].")


class SlammingTable(Table):
    """The blow of a hull that comes down on the water."""

    time_constant: Positive = Field(description="In which the momentum is taken away [s].")
    kind: Literal["kerner", "facing"] | None = described("kerner where it is not given.")
    largest_acceleration: Positive | None = described("From which on a blow is whole, of kerner alone [m/s2].")
    power: Annotated[float, Field(ge=2.0)] | None = described(
        "Of the ramp up to it, of kerner alone; 2 where it is not given."
    )


class HullTable(Table):
    """The outer surface, on which the water presses: from a mesh file, or a box."""

    mesh: Named | None = described(
        "A closed mesh (.stl, .obj, .dae, .glb, .gltf), beside the scenario or below a --model-path."
    )
    scale: NumberOrThree = described("From the unit of the mesh to metres; 1 where it is not given.")
    repair: bool = described("Whether to mend what can be mended in the mesh.", False)
    box: Three = described("In place of mesh: lengths along x, y, z of a box about the origin [m].")
    position: Three = described("Of the mesh in the body [m].", [0.0, 0.0, 0.0])
    attitude_deg: Three = described("Roll, pitch, yaw of the mesh in the body [deg].", [0.0, 0.0, 0.0])
    refined: Annotated[int, Field(ge=0, le=6)] = described("How often each triangle is split in four.", 0)
    pressure: Literal["froude_krylov", "hydrostatic"] | None = described("froude_krylov where it is not given.")
    compat: Literal["asv"] | None = described("asv for the numbers of asv_wave_sim.")
    exact_waves: bool | None = described(
        "Whether every wave is worked out at every vertex; false where it is not given."
    )
    friction: FrictionTable | None = described("Friction of the ITTC of 1957.")
    pressure_drag: PressureDragTable | None = described("Pressure and suction drag.")
    damping: HullDampingTable | None = described("Damping by the wet area.")
    slamming: SlammingTable | None = described("Slamming.")


class StiffnessTable(Table):
    """Buoyancy as a linear stiffness about a rest."""

    matrix: Stiffness = Field(description="Of heave, roll and pitch, 3 rows of 3, or 6 rows of 6 [N/m, N, Nm].")
    rest_height: float | None = described(
        "Of the body's origin above the still surface at rest [m]; 0 where it is not given."
    )
    convention: Literal["seaway", "fossen"] = described("fossen for forward, right, down axes.", "seaway")


class DampingTable(Table):
    """Damping by the velocity through the water, positive when it dissipates."""

    linear: SixOrMatrix = described("D, 6 numbers of its diagonal or 6 rows of 6 [N/(m/s), Nm/(rad/s)].")
    quadratic: SixOrMatrix = described("D2 of |v| v, 6 numbers or 6 rows of 6 [N/(m/s)2, Nm/(rad/s)2].")
    modulus: Matrices = described("D_k of |v_k| v, 6 matrices of 6 rows of 6.")
    signed: Matrices = described("S_k of v_k v, 6 matrices of 6 rows of 6, such as lift.")
    position: Three = described("Of the frame of the matrices in the body [m].", [0.0, 0.0, 0.0])
    attitude_deg: Three = described("Roll, pitch, yaw of that frame in the body [deg].", [0.0, 0.0, 0.0])
    convention: Literal["seaway", "fossen"] = described(
        "fossen for derivatives in forward, right, down axes, negative when they dissipate.", "seaway"
    )


class ActuationTable(Table):
    """How a commanded wrench becomes the one that acts: limit, rate, lag."""

    limit: SixOrNumber = described("Largest magnitude, one number or 6 [N, Nm]; none where it is not given.")
    rate: SixOrNumber = described("Largest change a second, one number or 6 [N/s, Nm/s]; none where it is not given.")
    time_constant: SixOrNumber = described("Of the lag, one number or 6 [s]; none where it is not given.")


class ThrusterTable(Table):
    """A propeller that is commanded by its name."""

    name: Named = Field(description="By which it is commanded.")
    position: Three = Field(description="Of the propeller in the body [m].")
    axis: Three = described("Of positive thrust, in the body, of any length; x where it is not given.")
    drive: Drive | None = described("What moves the propeller; thrust where it is not given.")
    command: Literal["thrust", "speed", "table"] | None = described(
        "What the command is; the first of its drive where it is not given."
    )
    diameter: NotNegative | None = described("Of the propeller [m].")
    coefficient: float | None = described("Thrust / (density d^4 |w| w), with w in rad/s.")
    reverse_coefficient: float | None = described("The same astern; as ahead where it is not given.")
    limits: Numbers = described(
        "Least and greatest command, in its own unit [N, rad/s]; none where they are not given."
    )
    dead_band: NotNegative | None = described("Commands nearer to 0 than this are none [N, rad/s].")
    advance: float | None = described("How thrust falls with the advance, <= 0.")
    wake: float | None = described("Wake fraction.")
    deduction: Annotated[float, Field(ge=0.0, lt=1.0)] | None = described("Thrust deduction.")
    hand: Literal["right", "left"] | None = described("How it turns for positive speed; right where it is not given.")
    torque_coefficient: NotNegative | None = described("Torque / (density d^5 |w| w), with w in rad/s.")
    time_constant: NotNegative | None = described("Of the lag [s].")
    inertia: NotNegative | None = described("Of the propeller about its axis with its water, for a pid [kg m2].")
    gains: Three = described("P, I, D of a pid [Nm/(rad/s), Nm/rad, Nm/(rad/s2)].")
    largest_torque: Positive | None = described("Of the motor, for a pid [Nm].")
    commands: Numbers = described("Of a table: commands, ascending.")
    thrusts: Numbers = described("Of a table: the thrust at each command [N].")


class FinTable(Table):
    """A fin or rudder that is commanded by its name: by lift and drag, or by derivatives."""

    name: Named = Field(description="By which it is commanded.")
    per_square: Six = described(
        "Derivatives: the wrench per u |u| and angle, about the origin in the body [N s2/m2/rad, N s2/m/rad]."
    )
    convention: Literal["seaway", "fossen"] = described(
        "fossen for derivatives in forward, right, down axes.", "seaway"
    )
    position: Three = described("Centre of pressure in the body [m].")
    area: Positive | None = described("[m2].")
    aspect_ratio: Positive | None = described(
        "Span squared over area, from which lift and drag follow; 2 where it is not given."
    )
    chord: Three = described("Forward along the chord, in the body; x where it is not given.")
    up: Three = described("Where positive lift goes, in the body; z where it is not given.")
    lift: float | None = described("Slope of the lift coefficient [1/rad].")
    drag: NotNegative | None = described("Slope of the drag coefficient [1/rad].")
    moment: float | None = described("Slope of the moment coefficient [m/rad].")
    zero_lift_deg: float | None = described("Angle of attack when flow and fin lie along the chord [deg].")
    stall_deg: Positive | None = described("Angle of attack from which on it stalls [deg]; 20 where it is not given.")
    stalled_lift: float | None = described("Slope of the lift coefficient beyond the stall [1/rad].")
    stalled_drag: float | None = described("Slope of the drag coefficient beyond the stall [1/rad].")
    stalled_moment: float | None = described("Slope of the moment coefficient beyond the stall [m/rad].")
    drag_offset: NotNegative | None = described("Drag coefficient at no angle of attack.")
    least_speed: NotNegative | None = described("Up to which nothing acts [m/s].")
    reversible: bool | None = described("Whether it acts in a flow from behind; true where it is not given.")
    symmetric: bool | None = described("Whether lift goes with the flow in any plane through the chord.")
    turning: float | None = described("Angle of attack per angle of the fin; 1 where it is not given.")
    angle_lift: float | None = described("Lift coefficient per angle of the fin, besides [1/rad].")
    angle_moment: float | None = described("Moment coefficient per angle of the fin, besides [m/rad].")
    limit_deg: Positive | None = described("Largest angle to either side [deg]; none where it is not given.")
    rate_deg: Positive | None = described("Largest change of the angle a second [deg/s]; none where it is not given.")
    time_constant: NotNegative | None = described("With which the angle follows [s].")
    density: Positive | None = described("Of what flows past it [kg/m3]; that of the water where it is not given.")
    in_wind: bool | None = described("Whether it stands in the wind: a sail or a wing.")
    everywhere: bool | None = described("Whether it acts above and below the surface alike.")


class AreaTable(Table):
    """An area on which wind or water drags."""

    area: NumberOrThree = Field(description="Seen along x, y and z of the body: one number or 3 [m2].")
    medium: Literal["air", "water"] = Field(description="What drags on it.")
    coefficient: NumberOrThree = described("Drag coefficient, one number or 3; 1 where it is not given.")
    center: Three = described("Centre of effort in the body [m].")
    form: Literal["vector", "axes"] | None = described(
        "Drag along the flow, or each axis by itself; vector where it is not given."
    )
    yaw: float | None = described("Moment about z per -density Vx Vy [m3].")
    linear: NotNegative | None = described("Drag per speed [kg/s].")
    everywhere: bool | None = described("Whether it acts above and below the surface alike.")


class CrossFlowTable(Table):
    """Drag of the flow across a slender hull, strip by strip."""

    x: Numbers = Field(description="Middles of the strips in the body [m].")
    lateral: NumberOrList = Field(
        description="Drag coefficient times the area seen from the side, one number or one a strip [m2]."
    )
    vertical: NumberOrList = Field(description="The same from above [m2].")
    together: bool | None = described("Whether both planes make one drag.")


class UwvTable(Table):
    """The parameters of uwv_dynamic_model."""

    model_type: Literal["SIMPLE", "COMPLEX", "INTERMEDIATE"] = described("Which effects are in the model.", "SIMPLE")
    inertia_matrix: SixOrMatrix = Field(
        description="Of vehicle and added mass together, 6 rows of 6, or the diagonal [kg, kg m, kg m2]."
    )
    damping_matrices: Matrices = described(
        "Linear and quadratic of SIMPLE and INTERMEDIATE, six of COMPLEX; each 6 rows of 6; none where it is not given."
    )
    weight: Positive = Field(description="[N].")
    buoyancy: Positive = Field(description="[N].")
    center_of_buoyancy: Three = described("From the origin of the body [m].")
    center_of_gravity: Three = described("From the origin of the body, for the restoring moment [m].")


class OverrideTable(Table):
    """What is changed of a vehicle of the library or of a file."""

    mass: Positive | None = described("[kg].")
    center_of_mass: Three = described("From the origin of the body [m].")
    moment_of_inertia: Matrix3 = described("About the centre of mass, in the axes of the body [kg m2].")
    added_mass: SixOrMatrix = described("About the origin of the body [kg, kg m, kg m2].")
    volume: Positive | None = described("Of a fixed buoyancy [m3].")
    center_of_buoyancy: Three = described("Of a fixed buoyancy, from the origin of the body [m].")
    linear_damping: SixOrMatrix = described("Of the vehicle's only damping [N/(m/s), Nm/(rad/s)].")
    quadratic_damping: SixOrMatrix = described("Of the vehicle's only damping [N/(m/s)2, Nm/(rad/s)2].")


class VehicleTable(Table):
    """What moves: from the library, from SDFormat, or described here. World axes are x east, y north, z up."""

    name: Named | None = described("By which it is called; its own name of the library or file where it is not given.")
    library: Named | None = described("A vehicle of the library, by name: see seaway vehicles.")
    sdf: Named | None = described("An SDFormat file or model folder, beside the scenario or below a --model-path.")
    uwv: UwvTable | None = described("Described by the parameters of uwv_dynamic_model.")
    position: Three = described(
        "Of the body's origin at the start, in world axes: z is up, so that 10 m deep is -10 [m]."
    )
    attitude_deg: Three = described(
        "Roll, pitch, yaw at the start [deg]; yaw 0 is east, 90 north; a positive pitch is bow down."
    )
    velocity: Six = described("At the start, in body axes [m/s, rad/s]; at rest where it is not given.")
    freeze_joints: bool | None = described("Of an SDFormat file: take joints that would move for fixed ones.")
    ignore: list[str] | None = described("Of an SDFormat file: plugins, joints or vehicles to leave out, by name.")
    propeller: Literal["thrust", "pid"] | None = described(
        "Of an SDFormat file: whether thrust acts at once or a controller turns the propeller."
    )
    inertia: InertiaTable | None = described("Described here: the rigid body.")
    added_mass: AddedMassTable | None = described(
        "Described here: the added mass of the fluid; none where it is not given."
    )
    buoyancy: BuoyancyTable | None = described("Described here: the displaced water.")
    hull: HullTable | None = described("Described here, in place of buoyancy: the surface on which the water presses.")
    stiffness: StiffnessTable | None = described("Described here, in place of buoyancy: a stiffness about a rest.")
    damping: Annotated[list[DampingTable], OneOrMore()] | None = described("Described here: one damping or several.")
    thruster: Annotated[list[ThrusterTable], OneOrMore()] | None = described("Described here: thrusters.")
    fin: Annotated[list[FinTable], OneOrMore()] | None = described("Described here: fins and rudders.")
    area: Annotated[list[AreaTable], OneOrMore()] | None = described(
        "Described here: areas on which wind or water drags."
    )
    cross_flow: CrossFlowTable | None = described("Described here: drag by strips along the hull.")
    actuation: ActuationTable | None = described("Described here: limits and lag of a commanded wrench.")
    rigid_body_coriolis: bool | None = described("Described here: whether it acts; true where it is not given.")
    added_mass_coriolis: bool | None = described("Described here: whether it acts; true where it is not given.")
    override: OverrideTable | None = described("What is changed of a vehicle of the library or of a file.")
