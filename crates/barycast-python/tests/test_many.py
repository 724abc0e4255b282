"""Batches of shapes, and the broad phase."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import box_mesh

import barycast as bc


def fields_of(kind, rng, dim, lead):
    """Random fields of a kind."""
    v = lambda: rng.normal(size=(*lead, dim))  # noqa: E731
    r = lambda low=0.2: rng.uniform(low, 1.0, size=lead)  # noqa: E731
    low = v()
    axes = np.linalg.qr(rng.normal(size=(*lead, dim, dim)))[0]
    return {
        "point": lambda: {"point": v()},
        "line": lambda: {"origin": v(), "direction": v()},
        "ray": lambda: {"origin": v(), "direction": v()},
        "segment": lambda: {"a": v(), "b": v()},
        "plane": lambda: {"normal": v(), "distance": r()},
        "half_space": lambda: {"normal": v(), "distance": r()},
        "sphere": lambda: {"center": v(), "radius": r()},
        "aabb": lambda: {"min": low, "max": low + rng.uniform(0, 1, size=(*lead, dim))},
        "obb": lambda: {"center": v(), "half_extents": rng.uniform(0, 1, size=(*lead, dim)), "axes": axes},
        "capsule": lambda: {"a": v(), "b": v(), "radius": r()},
        "ellipsoid": lambda: {"center": v(), "radii": rng.uniform(0.2, 1, size=(*lead, dim)), "axes": axes},
        "triangle": lambda: {"a": v(), "b": v(), "c": v()},
        "parallelogram": lambda: {"origin": v(), "u": v(), "v": v()},
        "cylinder": lambda: {"a": v(), "b": v(), "radius": r()},
        "infinite_cylinder": lambda: {"origin": v(), "direction": v(), "radius": r()},
        "torus": lambda: {"center": v(), "axis": v(), "major_radius": r(0.5), "minor_radius": 0.3 * r()},
        "tetrahedron": lambda: {"a": v(), "b": v(), "c": v(), "d": v()},
        "disc": lambda: {"center": v(), "normal": v(), "radius": r()},
        "elliptic_cylinder": lambda: {
            "a": 0 * v(), "b": [0, 0, 1] + 0 * v(), "radii": rng.uniform(0.2, 1, size=(*lead, 2)), "across": [1, 0, 0]},
    }[kind]()


KINDS3 = [
    "point", "line", "ray", "segment", "plane", "half_space", "sphere", "aabb", "obb", "capsule", "ellipsoid",
    "triangle", "parallelogram", "cylinder", "infinite_cylinder", "torus", "tetrahedron", "disc", "elliptic_cylinder",
]
KINDS2 = ["point", "line", "segment", "plane", "sphere", "aabb", "obb", "capsule", "ellipsoid", "triangle"]


def singles(kind, fields, count):
    maker = getattr(bc, "ellipse" if kind == "ellipsoid" and np.shape(fields["center"])[-1] == 2 else kind)
    rows = {name: np.broadcast_to(value, (count, *np.shape(value)[1:]) if np.ndim(value) > 1 or name in ("radius", "distance", "major_radius", "minor_radius") else (count, *np.shape(value))) for name, value in fields.items()}
    return [maker(**{name: value[i] for name, value in rows.items()}) for i in range(count)]


@pytest.mark.parametrize("kind", KINDS3)
def test_answers_are_those_of_single_shapes(kind, rng):
    fields = fields_of(kind, rng, 3, (30,))
    batch, shapes = bc.many(kind, **fields), singles(kind, fields, 30)
    assert batch.shape == (30,) and len(batch) == 30 and batch.dim == 3 and batch.kind == kind
    other = bc.capsule((0, 0, 0), (1, 0.5, 0), 0.4)
    assert bc.intersects(batch, other).tolist() == [bc.intersects(shape, other) for shape in shapes]
    distances = [bc.distance(shape, other) for shape in shapes]
    assert bc.distance(batch, other).tolist() == distances and bc.distance(other, batch).tolist() == distances
    near = bc.closest_points(batch, other)
    expected = [bc.closest_points(shape, other) for shape in shapes]
    assert near.distance.tolist() == distances
    assert np.array_equal(near.point_a, [one.point_a for one in expected])
    assert np.array_equal(near.point_b, [one.point_b for one in expected])
    contacts = bc.contact(batch, other)
    for i, shape in enumerate(shapes):
        one = bc.contact(shape, other)
        if one is None:
            assert np.isnan(contacts.depth[i]) and np.isnan(contacts.normal[i]).all()
        else:
            assert contacts.depth[i] == one.depth and (one.normal is None or contacts.normal[i].tolist() == one.normal.tolist())
    if kind not in ("line", "ray", "plane", "half_space", "infinite_cylinder"):
        whole = bc.sphere((0, 0, 0), 2)
        assert bc.contains(whole, batch).tolist() == [bc.contains(whole, shape) for shape in shapes]
    hits = bc.cast(bc.ray((0, 0, 9), (0, 0.02, -1)), batch)
    for i, shape in enumerate(shapes):
        one = bc.cast(bc.ray((0, 0, 9), (0, 0.02, -1)), shape)
        assert hits.t[i] == (np.inf if one is None else one.t)
        if one is not None and one.normal is not None:
            assert hits.point[i].tolist() == one.point.tolist() and hits.normal[i].tolist() == one.normal.tolist()
            assert hits.front[i] == (one.side == "outside")


@pytest.mark.parametrize("kind", KINDS2)
def test_flat_shapes(kind, rng):
    fields = fields_of(kind, rng, 2, (20,))
    batch, shapes = bc.many(kind, **fields), singles(kind, fields, 20)
    other = bc.circle((0.1, 0), 0.5)
    assert batch.dim == 2 and bc.distance(batch, other).tolist() == [bc.distance(shape, other) for shape in shapes]
    assert bc.intersects(batch, other).tolist() == [bc.intersects(shape, other) for shape in shapes]
    assert bc.closest_points(batch, other).point_a.shape == (20, 2)
    hits = bc.cast(bc.ray((0, 9), (0.02, -1)), batch)
    expected = [bc.cast(bc.ray((0, 9), (0.02, -1)), shape) for shape in shapes]
    assert hits.t.tolist() == [np.inf if one is None else one.t for one in expected]


def test_broadcasting(rng):
    balls = bc.many("sphere", center=rng.normal(size=(4, 1, 3)) * 3, radius=0.5)
    boxes = bc.many("aabb", min=rng.normal(size=(5, 3)) - 1, max=[9, 9, 9])
    assert balls.shape == (4, 1) and boxes.shape == (5,)
    table = bc.distance(balls, boxes)
    assert table.shape == (4, 5)
    one = bc.many("sphere", center=np.zeros((0, 3)), radius=1)
    assert bc.intersects(one, bc.point((0, 0, 0))).shape == (0,)
    scalar = bc.many("sphere", center=[0, 0, 0], radius=1)
    assert scalar.shape == () and bc.distance(scalar, bc.point((3, 0, 0))).shape == ()
    with pytest.raises(TypeError, match="len"):
        len(scalar)
    radii = bc.many("sphere", center=[0, 0, 0], radius=[1, 2, 3])
    assert bc.distance(radii, bc.point((5, 0, 0))).tolist() == [4, 3, 2]
    with pytest.raises(bc.ArrayError, match=r"a \(3,\) and b \(5,\) do not broadcast"):
        bc.intersects(radii, boxes)
    turned = bc.many("obb", center=[0, 0, 0], half_extents=[2, 1, 1], quaternion=[[0, 0, 0, 1], [0, 0, 1, 1]])
    assert bc.distance(turned, bc.point((0, 5, 0))).tolist() == [4, 3]
    flat = bc.many("obb", center=[0, 0], half_extents=[2, 1], angle=[0, np.pi / 2])
    assert np.allclose(bc.distance(flat, bc.point((0, 5))), [4, 3])
    narrow = bc.many("sphere", center=np.zeros((2, 3), np.float32), radius=1, dtype=np.float32)
    assert bc.distance(narrow, bc.point((3, 0, 0))).tolist() == [2, 2]


def test_lists_of_shapes():
    mesh = bc.mesh(*box_mesh())
    batch = bc.many([bc.sphere((0, 0, 0), 1), mesh, bc.convex([(0, 0, 5), (1, 0, 5), (0, 1, 5), (0, 0, 6)])])
    assert bc.distance(batch, bc.point((0, 0, 3))).tolist() == [2, 2.5, 2]
    assert bc.intersects(batch, mesh, exact=False).tolist() == [True, True, False]
    assert bc.distance(bc.many([]), bc.point((0, 0, 0))).shape == (0,)
    with pytest.raises(TypeError, match=r"shapes\[1\] must be a shape or a mesh, got int"):
        bc.many([mesh, 3])
    with pytest.raises(bc.DimensionError, match=r"shapes\[1\]"):
        bc.many([mesh, bc.circle((0, 0), 1)])
    assert repr(batch) == "Batch(shape, shape=(3,))"


def test_many_pairs_and_progress(rng):
    balls = bc.many("sphere", center=rng.normal(size=(30000, 3)), radius=0.3)
    box, shares = bc.aabb((0, 0, 0), (1, 1, 1)), []
    with bc.threads(1):
        alone = bc.distance(balls, box)
    with bc.threads(3):
        assert np.array_equal(bc.distance(balls, box, progress=shares.append), alone)
    assert shares[-1] == 1 and all(0 <= share <= 1 for share in shares)


def test_errors_of_batches():
    with pytest.raises(bc.ShapeError, match=r"sphere\[5\]: .*radius") as caught:
        bc.many("sphere", center=np.zeros((9, 3)), radius=[1, 1, 1, 1, 1, -1, 1, -1, 1])
    assert caught.value.index == 5 and caught.value.field == "radius"
    with pytest.raises(bc.ShapeError, match="center") as caught:
        bc.many("sphere", center=[[0, 0, 0], [0, np.nan, 0]], radius=1)
    assert caught.value.index == 1 and caught.value.field == "center"
    with pytest.raises(TypeError, match="sphere has no field color; its fields are center, radius"):
        bc.many("sphere", center=[0, 0, 0], radius=1, color=3)
    with pytest.raises(TypeError, match="sphere must have the field radius"):
        bc.many("sphere", center=[0, 0, 0])
    with pytest.raises(bc.ShapeError, match="there is no shape 'ball'"):
        bc.many("ball", center=[0, 0, 0])
    with pytest.raises(TypeError, match="convex have no fields of numbers"):
        bc.many("convex", points=[[0, 0, 0]])
    with pytest.raises(TypeError, match="center must be float64"):
        bc.many("sphere", center=["a", "b", "c"], radius=1)
    with pytest.raises(bc.ArrayError, match=r"center must have shape \(..., 2\) or \(..., 3\), got \(4,\)"):
        bc.many("sphere", center=[0, 0, 0, 0], radius=1)
    with pytest.raises(bc.ArrayError, match="the fields do not broadcast: center"):
        bc.many("sphere", center=np.zeros((5, 3)), radius=np.ones(4))
    with pytest.raises(bc.ArrayError, match=r"axes must have shape \(..., 3, 3\)"):
        bc.many("obb", center=[0, 0, 0], half_extents=[1, 1, 1], axes=np.eye(2))
    with pytest.raises(bc.ShapeError, match="axes") as caught:
        bc.many("obb", center=[0, 0, 0], half_extents=[1, 1, 1], axes=[np.eye(3), 2 * np.eye(3)])
    assert caught.value.index == 1
    with pytest.raises(bc.DimensionError, match="a has 2 and b has 3 dimensions"):
        bc.many("segment", a=[0, 0], b=[0, 0, 0])
    with pytest.raises(bc.DimensionError, match="torus of 2 dimensions"):
        bc.many("torus", center=[0, 0], axis=[0, 1], major_radius=2, minor_radius=1)
    with pytest.raises(bc.DimensionError):
        bc.distance(bc.many("sphere", center=[[0, 0]], radius=1), bc.point((0, 0, 0)))
    with pytest.raises(bc.UnsupportedPairError):
        bc.cast(bc.many("sphere", center=[[0, 0, 0]], radius=1), bc.point((0, 0, 0)))
    with pytest.raises(TypeError, match="float32 or float64"):
        bc.many("sphere", center=[0, 0, 0], radius=1, dtype=np.int32)
    with pytest.raises(TypeError, match="a list of shapes has no field"):
        bc.many([], radius=1)


def test_min_t_of_shapes():
    ray, ball = bc.ray((0, 0, 5), (0, 0, -1)), bc.sphere((0, 0, 0), 1)
    assert bc.cast(ray, ball, min_t=4).t == 4 and bc.cast(ray, ball, min_t=7) is None
    hollow = bc.cast(ray, ball, min_t=5, hollow=True)
    assert hollow.t == 6 and hollow.side == "inside"


@pytest.mark.parametrize("dim", [2, 3])
def test_pairs_of_boxes(rng, dim):
    low = rng.uniform(0, 10, size=(300, dim))
    boxes = np.stack([low, low + rng.uniform(0, 1.5, size=(300, dim))], axis=1)
    meet = ((boxes[:, None, 0] <= boxes[None, :, 1]) & (boxes[None, :, 0] <= boxes[:, None, 1])).all(-1)
    expected = np.argwhere(np.triu(meet, 1))
    found = bc.pairs(boxes)
    assert found.dtype == np.int32 and np.array_equal(found, expected) and len(found) > 50
    assert np.array_equal(bc.pairs(boxes.astype(np.float32).astype(float)), bc.pairs(boxes.astype(np.float32)))
    assert np.array_equal(bc.pairs_between(boxes[:100], boxes[100:]), np.argwhere(meet[:100, 100:]))
    still = bc.moving_pairs(boxes, np.zeros((300, dim)))
    assert np.array_equal(still, expected)
    moved = bc.moving_pairs(boxes, rng.normal(size=(300, dim)))
    assert set(map(tuple, expected)) <= set(map(tuple, moved)) and len(moved) > len(expected)
    assert bc.pairs(np.zeros((0, 2, dim))).shape == (0, 2)
    assert bc.moving_pairs([[[0] * dim, [1] * dim], [[5] * dim, [6] * dim]], [[4] * dim, [0] * dim]).tolist() == [[0, 1]]


def test_errors_of_boxes():
    good = [[0, 0, 0], [1, 1, 1]]
    with pytest.raises(bc.ShapeError, match=r"boxes\[1\] must have min <= max") as caught:
        bc.pairs([good, [[0, 2, 0], [1, 1, 1]]])
    assert caught.value.index == 1
    with pytest.raises(bc.ShapeError, match=r"b\[0\]"):
        bc.pairs_between([good], [[[0, np.nan, 0], [1, 1, 1]]])
    with pytest.raises(bc.ShapeError, match=r"displacements\[0\] must be finite"):
        bc.moving_pairs([good], [[np.inf, 0, 0]])
    with pytest.raises(bc.ArrayError, match=r"displacements must have shape \(1, 3\), got \(1, 2\)"):
        bc.moving_pairs([good], [[0, 0]])
    with pytest.raises(bc.ArrayError, match=r"boxes must have shape \(N, 2, 3\) or \(N, 2, 2\), got \(2, 3\)"):
        bc.pairs(good)
    with pytest.raises(bc.DimensionError):
        bc.pairs_between([good], [[[0, 0], [1, 1]]])
    with pytest.raises(TypeError, match="boxes must be float64"):
        bc.pairs("here")
    assert bc.pairs([good, [[-np.inf] * 3, [np.inf] * 3]]).tolist() == [[0, 1]]
