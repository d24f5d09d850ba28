"""Indices into the arrays of an engine, numbers of its tasks, and status flags."""

from typing import Final

__all__ = [
    "ACCELERATION",
    "ASKED",
    "BAD_COMMAND",
    "BELOW_FLOOR",
    "BODY",
    "BODY_INTS",
    "BODY_STRIDE",
    "COMMAND",
    "COMMANDS",
    "COMMAND_STRIDE",
    "CONTROL",
    "CONTROL_STRIDE",
    "COUNT",
    "EVALUATE",
    "EVENTS",
    "EXTERNAL",
    "FAULTY",
    "FIRST_GROUP",
    "FLOWING",
    "FORCES",
    "GIVEN",
    "GROUPS",
    "GROUP_COUNT",
    "GROUP_SPAN",
    "GUSTS",
    "GUSTY",
    "HEADER",
    "HELD",
    "HELD_COUNT",
    "HELD_OF",
    "HELD_STRIDE",
    "HULL",
    "INPUT",
    "INTEGRATED",
    "INTS",
    "KEYS",
    "KINETIC",
    "LACKING",
    "LARGEST_SPEED",
    "LAW_SPAN",
    "MEMORY_OF",
    "MOST_STATES",
    "MOTION",
    "NOT_FINITE",
    "OUT",
    "OUTPUTS",
    "OUT_OF",
    "OUT_STRIDE",
    "PAR",
    "PAR_STRIDE",
    "PERIOD",
    "POSE_HELD",
    "POTENTIAL",
    "PUT_ON",
    "PUT_ON_STRIDE",
    "RATES",
    "ROWS",
    "RUNNING",
    "SEA",
    "SEA_INTS",
    "SEA_STRIDE",
    "SETTLE",
    "SET_POINTS",
    "SLAMS",
    "SLAMS_STRIDE",
    "STAGE_COUNT",
    "STAGE_INTS",
    "STAGE_PAR",
    "STAGE_SPAN",
    "STAGE_STATES",
    "STAGE_STRIDE",
    "STATE",
    "STATES",
    "STATE_COUNT",
    "STATE_OF",
    "STATE_STRIDE",
    "STATUS",
    "STEP",
    "STEPS",
    "STUCK",
    "TARGETS",
    "TARGET_COUNT",
    "TICKED",
    "UNTIL",
    "VEHICLES",
    "VEHICLE_SPAN",
    "VELOCITY",
    "WATER",
    "WORK",
    "WORK_STRIDE",
    "WRENCH",
]

# Header of the array of integers.
VEHICLES: Final = 0  # count
EXTERNAL: Final = 1  # whether external wrenches act
POSE_HELD: Final = 2  # whether position and orientation are held while velocities are integrated
SEA: Final = 3  # start of the parameters of the sea, distance between those of two blocks, start of its integers
SEA_STRIDE: Final = 4
SEA_INTS: Final = 5
STATE: Final = 6  # start of the states in memory, and distance between those of two blocks; so for the next regions
STATE_STRIDE: Final = 7
COMMAND: Final = 8
COMMAND_STRIDE: Final = 9
HELD: Final = 10
HELD_STRIDE: Final = 11
OUT: Final = 12  # in memory of its own, which is allocated for the first evaluation
OUT_STRIDE: Final = 13
WORK: Final = 14  # scratch memory of each thread
WORK_STRIDE: Final = 15
STEPS: Final = 16  # number of steps of each row
RUNNING: Final = 17  # 1 for each row that has not stopped
ROWS: Final = 18  # number of each row
GUSTS: Final = 19
SLAMS: Final = 20
SLAMS_STRIDE: Final = 21
OUTPUTS: Final = 22  # of actuators
STATUS: Final = 23  # start of the status among the integers
KEYS: Final = 24  # start of the random keys among the integers
STATES: Final = 25  # numbers in the states of all vehicles of a row
MOST_STATES: Final = 26  # largest number of integrated states of the forces of a vehicle
HELD_COUNT: Final = 27
RATES: Final = 28  # start of the rates of integrated states in an evaluation
EVENTS: Final = 29  # whether a status has changed
FLOWING: Final = 30  # whether there is a current
GUSTY: Final = 31  # whether the wind has gusts
CONTROL: Final = 32  # memory of control loops
CONTROL_STRIDE: Final = 33
GIVEN: Final = 34  # commands that control loops add to, laid out as COMMAND
GROUPS: Final = 35  # start of the control loops among the integers
STUCK: Final = 36  # commands at which actuators are stuck, nan for those that work, laid out as COMMAND
FAULTY: Final = 37  # whether some actuator is stuck
HEADER: Final = 38

# Integers of a vehicle.
STATE_OF: Final = 0
STATE_COUNT: Final = 1  # integrated states of its forces
WRENCH: Final = 2  # its commanded wrench
OUT_OF: Final = 3
BODY: Final = 4
BODY_STRIDE: Final = 5
BODY_INTS: Final = 6
PUT_ON: Final = 7
PUT_ON_STRIDE: Final = 8
HULL: Final = 9  # number of its hull
FIRST_GROUP: Final = 10  # its control loops
GROUP_COUNT: Final = 11
TARGETS: Final = 12  # start of the places of its actuators' commands among the integers
TARGET_COUNT: Final = 13
VEHICLE_SPAN: Final = 14

# Integers of the forces of one kind on a vehicle.
COUNT: Final = 0
PAR: Final = 1
PAR_STRIDE: Final = 2
INTS: Final = 3
INTEGRATED: Final = 4
HELD_OF: Final = 5
INPUT: Final = 6
LAW_SPAN: Final = 7

# Integers of a control loop, then those of its stages of each kind.
PERIOD: Final = 0  # control period in steps
MEMORY_OF: Final = 1
UNTIL: Final = 2  # number of the step at which it is switched off
GROUP_SPAN: Final = 3
STAGE_COUNT: Final = 0
STAGE_PAR: Final = 1
STAGE_STRIDE: Final = 2
STAGE_INTS: Final = 3
STAGE_STATES: Final = 4
STAGE_SPAN: Final = 5

# The memory of a control loop in a row: the number of the step in which it last ran, from 1, its set points, the
# demanded wrench, the part of it that actuators cannot provide, its commands, then the states and further set points of
# its stages.
TICKED: Final = 0  # 0 before it first runs
FORGOTTEN: Final = -1.0  # that it ran in the present step
SET_POINTS: Final = 1
ASKED: Final = 10
LACKING: Final = 16
COMMANDS: Final = 22

# The state of a vehicle: position, attitude (from 3), velocity, then the integrated states of its forces.
VELOCITY: Final = 7
MOTION: Final = 13

# The evaluation of a vehicle.
ACCELERATION: Final = 0
KINETIC: Final = 6
POTENTIAL: Final = 7
WATER: Final = 8  # velocity at Bo in B, wet fraction, depth, elevation, angular velocity in B, share of the added mass
FORCES: Final = 18

# Tasks.
STEP: Final = 0
EVALUATE: Final = 1
SETTLE: Final = 2

# Bits of the status of a vehicle in a row.
NOT_FINITE: Final = 1
BELOW_FLOOR: Final = 2
BAD_COMMAND: Final = 4

LARGEST_SPEED: Final = 1e6
"""Sum of the magnitudes of a velocity above which a motion counts as diverged [m/s, rad/s]."""
