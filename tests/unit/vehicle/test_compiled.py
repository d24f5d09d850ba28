import numpy as np

from seaway.frames import Pose
from seaway.inertia import AddedMass, Inertial, MassProperties
from seaway.kernels.damping import ITEM, LINEAR, MODULUS, OWN_FRAME, QUADRATIC, SIGNED
from seaway.kernels.model import VEHICLE
from seaway.kernels.submergence import BOX, ELLIPSOID, UNBOUNDED
from seaway.shapes import Box
from seaway.vehicle import Actuation, Buoyancy, Damping, Vehicle, compiled, compiled_dampings

random = np.random.default_rng(7)
PROPERTIES = MassProperties.from_box([0.5, 0.4, 0.3], mass=30.0)
ROOT = random.normal(size=(6, 6))
INERTIAL = Inertial(PROPERTIES, Pose((0.1, 0.2, 0.3), (0.9, 0.1, 0.2, 0.3)), AddedMass(ROOT @ ROOT.T + 5.0 * np.eye(6)))
ATTITUDE = np.array([0.8, 0.0, 0.6, 0.0])
BUOYANCY = Buoyancy(0.03, (0, 0, 0.05), Box([0.5, 0.4, 0.3]), ATTITUDE)
ACTUATION = Actuation(limit=np.arange(1.0, 7.0), rate=10.0, time_constant=0.2)


def test_a_whole_vehicle() -> None:
    records, dampings = compiled([Vehicle("rov", INERTIAL, BUOYANCY, Damping(np.ones(6)), ACTUATION)])[:2]
    assert (records.shape, records.dtype) == ((1, 1), VEHICLE)
    assert (dampings.shape, dampings.dtype) == ((1, 1), ITEM)
    body = records[0, 0]
    assert body["mass"] == 30.0
    np.testing.assert_array_equal(body["center_of_mass"], [0.1, 0.2, 0.3])
    np.testing.assert_allclose(body["rigid_body"], INERTIAL.rigid_body_matrix().T, rtol=1e-14, atol=1e-14)
    np.testing.assert_array_equal(body["added"], INERTIAL.added_mass_matrix().T)
    np.testing.assert_allclose(body["inverse"].T @ INERTIAL.mass_matrix(), np.eye(6), atol=1e-12)
    assert (body["has_added"], body["rigid_body_coriolis"], body["added_mass_coriolis"]) == (1, 1, 1)
    assert (body["volume"], body["extent"]) == (0.03, BOX)
    np.testing.assert_array_equal(body["center_of_buoyancy"], [0.0, 0.0, 0.05])
    np.testing.assert_array_equal(body["half_size"], [0.25, 0.2, 0.15])
    np.testing.assert_allclose(body["axes"], Pose(q=ATTITUDE).R, atol=1e-15)
    assert body["radius"] == BUOYANCY.extent.radius
    assert body["actuated"] == 1
    np.testing.assert_array_equal(body["limit"], np.arange(1.0, 7.0))
    np.testing.assert_array_equal(body["rate"], np.full(6, 10.0))
    np.testing.assert_array_equal(body["time_constant"], np.full(6, 0.2))


def test_a_bare_one() -> None:
    records, dampings = compiled([Vehicle("rov", Inertial(PROPERTIES), None, (), None, False, False)])[:2]
    body = records[0, 0]
    assert dampings.shape == (1, 0)
    assert (body["damping_start"], body["damping_stop"]) == (0, 0)
    assert (body["has_added"], body["rigid_body_coriolis"], body["added_mass_coriolis"]) == (0, 0, 0)
    assert (body["volume"], body["extent"], body["actuated"]) == (0.0, UNBOUNDED, 0)
    np.testing.assert_array_equal(body["axes"], np.eye(3))


def test_an_added_mass_of_zero_is_none() -> None:
    records = compiled([Vehicle("rov", Inertial(PROPERTIES, None, AddedMass(np.zeros((6, 6)))))]).vehicles
    assert records["has_added"][0, 0] == 0


def test_the_added_mass_is_taken_about_the_origin() -> None:
    about_bcm = AddedMass(np.diag([1.0, 2.0, 3.0, 0.1, 0.2, 0.3]), "center_of_mass")
    inertial = Inertial(PROPERTIES, Pose((0.1, 0.2, 0.3)), about_bcm)
    records = compiled([Vehicle("rov", inertial)]).vehicles
    np.testing.assert_array_equal(records["added"][0, 0], inertial.added_mass_matrix().T)
    assert records["added"][0, 0, 5, 0] != 0.0


def test_the_dampings_of_all_vehicles_stand_one_after_the_other() -> None:
    a, b, c = (Damping(np.full(6, float(k))) for k in (1, 2, 3))
    vehicles = [Vehicle(name, INERTIAL, damping=given) for name, given in (("a", (a, b)), ("b", ()), ("c", c))]
    records, dampings = compiled(vehicles)[:2]
    assert records["damping_start"].tolist() == [[0, 2, 2]]
    assert records["damping_stop"].tolist() == [[2, 2, 3]]
    assert dampings["linear"][0, :, 0, 0].tolist() == [1.0, 2.0, 3.0]


def test_items_say_what_they_have() -> None:
    block = np.ones((6, 6, 6))
    items = compiled_dampings(
        [
            Damping(),
            Damping(np.ones(6)),
            Damping(quadratic=np.ones(6)),
            Damping(modulus=block),
            Damping(signed=block),
            Damping(np.ones(6), np.ones(6), pose=Pose((0, 0, 0), (0, 1, 0, 0))),
            Damping(np.ones(6), pose=Pose((1, 2, 3))),
        ]
    )
    own = OWN_FRAME | LINEAR
    assert items["forms"][0].tolist() == [0, LINEAR, QUADRATIC, MODULUS, SIGNED, own | QUADRATIC, own]
    np.testing.assert_array_equal(items["origin"][0, 6], [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(items["axes"][0, 5], np.diag([1.0, -1.0, -1.0]))
    np.testing.assert_array_equal(items["axes"][0, 0], np.eye(3))


def test_matrices_are_stored_by_columns() -> None:
    D, D2 = random.normal(size=(2, 6, 6))
    D_k, S_k = random.normal(size=(2, 6, 6, 6))
    item = compiled_dampings([Damping(D, D2, D_k, S_k)])[0, 0]
    np.testing.assert_array_equal(item["linear"], D.T)
    np.testing.assert_array_equal(item["quadratic"], D2.T)
    np.testing.assert_array_equal(item["modulus"], np.swapaxes(D_k, 1, 2))
    np.testing.assert_array_equal(item["signed"], np.swapaxes(S_k, 1, 2))


def test_no_extent_given_is_a_sphere() -> None:
    records = compiled([Vehicle("rov", INERTIAL, Buoyancy(0.03))]).vehicles
    assert records["extent"][0, 0] == ELLIPSOID
    assert np.ptp(records["half_size"][0, 0]) == 0.0
