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


LANES = ["point", "segment", "sphere", "capsule", "aabb", "obb", "triangle"]


@pytest.mark.parametrize("kind", LANES)
def test_lanes_answer_as_single_shapes(kind, rng):
    count = 41  # Five blocks of eight, and one more.
    fields = fields_of(kind, rng, 3, (count,))
    batch, shapes = bc.many(kind, **fields), singles(kind, fields, count)
    for other in LANES:
        fields = fields_of(other, rng, 3, (count,))
        others, theirs = bc.many(other, **fields), singles(other, fields, count)
        for a, b in ((shapes, theirs), (shapes, theirs[:1] * count)):
            mine, its = batch, others if a is shapes and b is theirs else theirs[0]
            meet = [bc.intersects(x, y) for x, y in zip(a, b, strict=True)]
            assert bc.intersects(mine, its).tolist() == meet == bc.intersects(its, mine).tolist()
            assert bc.distance(mine, its).tolist() == [bc.distance(x, y) for x, y in zip(a, b, strict=True)]
            # The random pairs are far from a touch: plain floats are right.
            assert bc.intersects(mine, its, exact=False).tolist() == meet
            assert bc.intersects(its, mine, exact=False).tolist() == meet


def test_lanes_of_touching_pairs(rng):
    # Balls in a row that touch, overlap, and are apart by a last digit.
    gaps = np.array([2.0, 2.0 + 2**-51, 2.0 - 2**-51, 1.0, 0.0, 3.0] * 3)
    balls = bc.many("sphere", center=np.stack([gaps, 0 * gaps, 0 * gaps], axis=-1), radius=1)
    one = bc.sphere((0, 0, 0), 1)
    assert bc.intersects(balls, one).tolist() == (gaps <= 2).tolist()
    assert bc.distance(balls, one).tolist() == np.maximum(gaps - 2, 0).tolist()
    assert bc.intersects(balls, balls).all() and bc.intersects(balls, balls, exact=False).all()
    # Numbers whose squares leave the range of floats.
    tiny = bc.many("sphere", center=[[0, 0, 0], [3e-200, 0, 0]], radius=1e-200)
    assert bc.distance(tiny, bc.point((9e-200, 0, 0))) == pytest.approx([8e-200, 5e-200], rel=1e-14)
    huge = bc.many("sphere", center=[[0, 0, 0], [3e200, 0, 0]], radius=1e200)
    assert bc.distance(huge, bc.point((9e200, 0, 0))) == pytest.approx([8e200, 5e200], rel=1e-14)
    assert bc.intersects(huge, bc.point((1e200, 0, 0))).tolist() == [True, False]
    # Pairs beyond what one task answers, on several threads.
    many = bc.many("sphere", center=rng.normal(size=(10_000, 3)) * 3, radius=0.5)
    pipe = bc.capsule((1, 0, -1), (1, 0, 1), 0.5)
    with bc.threads(1):
        alone, meet = bc.distance(many, pipe), bc.intersects(many, pipe)
    with bc.threads(3):
        assert np.array_equal(bc.distance(many, pipe), alone)
        assert np.array_equal(bc.intersects(many, pipe), meet) and np.array_equal(meet, alone == 0)
        assert np.array_equal(bc.intersects(many, pipe, exact=False), meet)
        assert np.array_equal(bc.distance(many, many), np.zeros(10_000))
    assert 0 < meet.sum() < 10_000


def test_precisions(rng):
    center = rng.normal(size=(9, 3)).astype(np.float32)
    narrow = bc.many("sphere", center=center, radius=0.1)
    wide = bc.many("sphere", center=center.astype(float), radius=float(np.float32(0.1)))
    assert narrow.dtype == np.float32 and wide.dtype == np.float64
    assert bc.many("sphere", center=center, radius=np.full(9, 0.1)).dtype == np.float64
    assert bc.many("sphere", center=[[0, 0, 0]], radius=1, dtype="float32").dtype == np.float32
    assert bc.many([bc.point((0, 0, 0))], dtype=np.float32).dtype == np.float32
    ray, other = bc.ray((0, 0, 5), (0, 0, -1)), bc.capsule((0, 0, 0), (1, 0, 0), 0.5)
    for question in (bc.distance, bc.intersects):
        answer, exact = question(narrow, other), question(wide, other)
        assert np.array_equal(answer, exact.astype(answer.dtype)) and question(narrow, wide).dtype == exact.dtype
    assert bc.distance(narrow, narrow).dtype == np.float32 and bc.intersects(narrow, other).dtype == bool
    for ours, theirs in (
        (bc.closest_points(narrow, other), bc.closest_points(wide, other)),
        (bc.contact(narrow, other), bc.contact(wide, other)),
        (bc.cast(ray, narrow), bc.cast(ray, wide)),
    ):
        for name, array in theirs.to_dict().items():
            rounded = array.astype(np.float32) if array.dtype == np.float64 else array
            assert np.array_equal(getattr(ours, name), rounded, equal_nan=True) and getattr(ours, name).dtype == rounded.dtype
    # A distance that single precision cannot hold is not 0.
    near = bc.many("point", point=np.zeros((1, 3), np.float32))
    assert 0 < bc.distance(near, bc.point((1e-60, 0, 0)))[0] < 1e-44
    # Axes in single precision are orthonormal within 1e-5, not within 1e-12.
    axes = np.linalg.qr(rng.normal(size=(5, 3, 3)))[0]
    fields = {"center": np.zeros((5, 3), np.float32), "half_extents": np.ones((5, 3), np.float32)}
    boxes = bc.many("obb", axes=axes.astype(np.float32), **fields)
    exact = bc.distance(bc.many("obb", axes=axes, **fields), bc.point((5, 0, 0)))
    assert boxes.dtype == np.float32 and bc.distance(boxes, bc.point((5, 0, 0))) == pytest.approx(exact, rel=1e-6)
    with pytest.raises(bc.ShapeError, match="axes"):
        bc.many("obb", axes=1.001 * axes.astype(np.float32), **fields)
    with pytest.raises(bc.ShapeError, match="center"):
        bc.many("sphere", center=[[1e300, 0, 0]], radius=1, dtype=np.float32)


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
