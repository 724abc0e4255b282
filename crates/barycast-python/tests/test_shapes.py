"""Shapes and their questions."""

from __future__ import annotations

import copy
import inspect
import pickle

import numpy as np
import pytest
from conftest import box_mesh

import barycast as bc
from barycast._shapes import FIELDS

V = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
MADE = {
    "aabb": bc.aabb((0, 0, 0), (1, 2, 3)),
    "annulus": bc.annulus((0, 0), 1, 2),
    "arc": bc.arc((0, 0), 1, 0, 2),
    "capsule": bc.capsule(V[0], V[1], 1),
    "circle": bc.circle((0, 0), 1),
    "compound": bc.compound([bc.sphere(V[0], 1), bc.mesh(*box_mesh())]),
    "cone": bc.cone(V[0], V[3], 1),
    "convex": bc.convex(V),
    "cylinder": bc.cylinder(V[0], V[3], 1),
    "disc": bc.disc(V[0], V[3], 1),
    "ellipse": bc.ellipse((0, 0), (1, 2), angle=0.5),
    "ellipsoid": bc.ellipsoid(V[0], (1, 2, 3), quaternion=(0, 0, 0, 1)),
    "elliptic_cylinder": bc.elliptic_cylinder(V[0], V[3], (1, 2), V[1]),
    "frustum": bc.frustum(view_projection=[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1.25, -1.25], [0, 0, -1, 0]]),
    "half_space": bc.half_space((0, 0, 1), 0),
    "height_field": bc.height_field([[0, 1], [2, 3]], 1, (0, 0, 0)),
    "infinite_cone": bc.infinite_cone(V[0], V[3], 0.5),
    "infinite_cylinder": bc.infinite_cylinder(V[0], V[3], 1),
    "line": bc.line(V[0], V[3]),
    "obb": bc.obb(V[0], (1, 2, 3)),
    "parallelogram": bc.parallelogram(V[0], V[1], V[2]),
    "plane": bc.plane((0, 0, 2), 1),
    "point": bc.point((1, 2)),
    "polygon": bc.polygon([(0, 0), (9, 0), (0, 9)], holes=[[(1, 1), (2, 1), (1, 2)]]),
    "polyline": bc.polyline(V, closed=True),
    "posed": bc.posed(bc.sphere(V[1], 1), (0, 0, 1)),
    "quad": bc.quad((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),
    "ray": bc.ray(V[0], V[3]),
    "rounded": bc.rounded(bc.aabb((0, 0, 0), (1, 1, 1)), 0.5),
    "scaled": bc.scaled(bc.sphere(V[0], 1), (1, 2, 3)),
    "sector": bc.sector((0, 0), 1, 0, 2),
    "segment": bc.segment(V[0], V[1]),
    "sphere": bc.sphere(V[0], 1),
    "tapered_capsule": bc.tapered_capsule(V[0], V[1], 1, 2),
    "tetrahedron": bc.tetrahedron(*V),
    "torus": bc.torus(V[0], V[3], 2, 1),
    "triangle": bc.triangle(*V[:3]),
    "truncated_cone": bc.truncated_cone(V[0], V[3], 1, 2),
    "view_cone": bc.view_cone(V[0], V[3], 1, 0.5),
    "voxels": bc.voxels((0, 0, 0), 1, [(0, 0, 0), (1, 0, 0)]),
}


def test_there_is_a_maker_for_each_kind():
    assert set(MADE) | {"mesh"} == set(FIELDS)
    for kind, fields in FIELDS.items():
        names = list(inspect.signature(getattr(bc, kind)).parameters)
        wanted = [name for name in fields if name != "*"]
        assert names == (["vertices", "faces", "solid"] if kind == "mesh" else wanted), kind


@pytest.mark.parametrize("kind", MADE)
def test_shapes_are_data(kind):
    shape = MADE[kind]
    assert shape.kind == kind and shape.dim in (2, 3)
    assert bc.Shape.from_dict(shape.to_dict()) == shape
    again = pickle.loads(pickle.dumps(shape))
    assert again == shape and hash(again) == hash(shape) and repr(again) == repr(shape)
    assert copy.deepcopy(shape) is shape
    if kind not in ("compound", "polygon"):
        assert eval(repr(shape), vars(bc)) == shape
    assert shape.bounds.shape == (2, shape.dim)
    assert bc.intersects(shape, shape) and bc.distance(shape, shape) == 0
    request = {"op": "distance", "a": shape, "b": bc.point([9.0] * shape.dim)}
    # Of simple convex shapes the distance is right to a few roundings, that of a request to the last digit.
    assert bc.distance(shape, bc.point([9.0] * shape.dim)) == pytest.approx(bc.query(request)["distance"], rel=1e-14)


def test_distances_of_simple_shapes_are_those_of_all_digits():
    rng = np.random.default_rng(3)

    def v():
        return rng.normal(size=3)

    def some():
        axis, other = np.linalg.qr(rng.normal(size=(3, 3)))[0][:2]
        half = rng.random(3)
        low = v()
        return [
            bc.point(v()),
            bc.segment(v(), v()),
            bc.sphere(v(), rng.random()),
            bc.capsule(v(), v(), rng.random() / 4),
            bc.aabb(low, low + rng.random(3)),
            bc.obb(v(), half, axes=[axis, other, np.cross(axis, other)]),
            bc.triangle(v(), v(), v()),
        ]

    for _ in range(20):
        for a in some():
            for b in some():
                exact = bc.query({"op": "distance", "a": a, "b": b})["distance"]
                found = bc.closest_points(a, b)
                assert found.distance == bc.distance(a, b) == pytest.approx(exact, abs=1e-14, rel=0)
                assert np.linalg.norm(found.point_a - found.point_b) == pytest.approx(exact, abs=1e-13, rel=0)


def test_questions():
    ball, box = bc.sphere((0, 0, 0), 1), bc.aabb((0.5, -1, -1), (3, 1, 1))
    near = bc.closest_points(ball, bc.point((3, 0, 0)))
    assert near.distance == 2 and near.point_a.tolist() == [1, 0, 0] and near.point_b.tolist() == [3, 0, 0]
    contact = bc.contact(ball, box)
    assert contact.depth == 0.5 and contact.normal.tolist() == [1, 0, 0]
    assert bc.contact(ball, bc.point((3, 0, 0))) is None and bc.manifold(ball, bc.point((3, 0, 0))) is None
    assert bc.manifold(ball, box).depth[0] == 0.5
    hit = bc.cast(bc.ray((0, 0, 5), (0, 0, -2)), ball)
    assert hit.t == 2 and hit.point.tolist() == [0, 0, 1] and hit.side == "outside"
    assert bc.cast(bc.ray((0, 0, 5), (0, 0, -2)), ball, max_t=1) is None
    assert bc.cast(bc.ray((0, 0, 0), (0, 0, 1)), ball).normal is None
    assert bc.cast(bc.ray((0, 0, 0), (0, 0, 1)), ball, hollow=True).t == 1
    assert [hit.t for hit in bc.cast_all(bc.ray((0, 0, 5), (0, 0, -2)), ball)] == [2, 3]
    assert bc.span(bc.line((0, 0, 0), (0, 0, 1)), ball) == (-1, 1)
    impact = bc.sweep(ball, bc.sphere((5, 0, 0), 1), (-3, 0, 0))
    assert abs(impact.t - 1) < 1e-12 and impact.t <= 1
    assert bc.contains(box, bc.point((1, 0, 0))) is True
    assert bc.contains(ball, [[0, 0, 0.5], [0, 0, 2]]).tolist() == [True, False]
    assert bc.signed_distance(ball, [[0, 0, 0.5], [0, 0, 2]]).tolist() == [-0.5, 1]
    assert bc.classify(bc.plane((0, 0, 1), 2), ball) == "below"
    assert np.allclose(bc.barycentric(bc.triangle((0, 0), (1, 0), (0, 1)), bc.point((0.25, 0.25))), [0.5, 0.25, 0.25])
    assert np.isclose(bc.solid_angle(ball, bc.point((0, 0, 0))), 4 * np.pi)
    assert bc.project(bc.plane((0, 0, 1), 0), bc.point((1, 2, 3))).tolist() == [1, 2, 0]
    assert bc.intersection(ball, bc.plane((0, 0, 1), 0)).kind == "disc"
    assert bc.clip(bc.segment((0, 0), (4, 0)), bc.aabb((1, -1), (2, 1)))["t"].tolist() == [0.25, 0.5]
    mesh = bc.mesh(*box_mesh())
    assert bc.distance(mesh, bc.sphere((3, 0, 0), 1)) == 1.5 and bc.intersects(ball, mesh)
    turned = bc.aabb((0, 0, 0), (4, 2, 2)).posed(bc.pose((10, 0, 0), axis=(0, 0, 1), angle=np.pi / 2))
    assert bc.distance(turned, bc.point((9, 6, 1))) == pytest.approx(2)


def plain(answer):
    """An answer as the query protocol has it."""
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    if isinstance(answer, (list, tuple)):
        return [plain(part) for part in answer]
    return {name: plain(part) for name, part in answer.to_dict().items()} if hasattr(answer, "to_dict") else answer


def agree(answer, wanted):
    """Whether an answer is that of the protocol, which leaves out fields without a value."""
    if isinstance(answer, dict) and isinstance(wanted, dict):
        return all(agree(part, wanted.get(name, 0 if name == "error" else None)) for name, part in answer.items())
    if isinstance(answer, list) and isinstance(wanted, list):
        return len(answer) == len(wanted) and all(map(agree, answer, wanted))
    return answer == (float(wanted) if isinstance(wanted, str) and isinstance(answer, float) else wanted)


def is_that_of_the_protocol(question, op, key, a, b, *given, **options):
    """Whether a question has the answer, or the error, of an operation of the query protocol."""
    names = dict(zip(["velocity"], given, strict=False))
    try:
        wanted = bc.query({"op": op, "a": a, "b": b, **names, **options})[key]
    except bc.BarycastError as error:
        with pytest.raises(type(error)):
            question(a, b, *given, **options)
        return True
    answer = plain(question(a, b, *given, **options))
    if op == "manifold" and answer is not None:
        points = [dict(zip(("point_a", "point_b", "depth"), point, strict=True)) for point in
                  zip(answer["point_a"], answer["point_b"], answer["depth"], strict=True)]
        answer = {"normal": answer["normal"], "points": points}
    return agree(answer, wanted)


@pytest.mark.parametrize("kind", MADE)
def test_answers_are_those_of_the_protocol(kind):
    a = MADE[kind]
    dim, same = a.dim, is_that_of_the_protocol
    origin, way = [0.0] * dim, [-1.0, 0.25, 0.5][:dim]
    box, ball = bc.aabb([0.25] * dim, [2.0] * dim), bc.sphere([0.5] * dim, 0.75)
    for b in (box, ball, bc.segment(origin, [1.5] * dim)):
        assert same(bc.contact, "contact", "contact", a, b)
        assert same(bc.manifold, "manifold", "manifold", a, b)
        assert same(bc.sweep, "sweep", "toi", a, b, way)
        far = bc.posed(b, [6.0] * dim)
        assert same(bc.sweep, "sweep", "toi", a, far, way, max_t=9)
    turn = {"angular_velocity": 0.5 if dim == 2 else [0, 0.5, 0], "center_of_rotation": [0.5] * dim}
    assert same(bc.sweep, "sweep", "toi", a, ball, origin, **turn)
    ray = bc.ray([0.1, 5.0], [0.01, -1.0]) if dim == 2 else bc.ray([0.1, 0.2, 5.0], [0.01, 0, -1.0])
    assert same(bc.cast, "cast", "hit", ray, a, max_t=20)
    assert same(bc.cast_all, "casts", "hits", ray, a)
    assert same(bc.span, "span", "span", ray, a)


def test_options_of_sweeps_and_casts():
    ball, disc = bc.sphere((5, 0, 0), 1), bc.circle((0, 0), 1)
    assert bc.sweep(ball, bc.sphere((0, 0, 0), 1), (1e-3, 0, 0), max_t=np.inf).t == pytest.approx(3000)
    assert bc.sweep(ball, bc.sphere((0, 0, 0), 1), np.array([6, 0, 0], np.int8)).t == 0.5
    with pytest.raises(bc.DimensionError, match="velocity has 2 numbers, a and b have 3 dimensions"):
        bc.sweep(ball, ball, (1, 0))
    with pytest.raises(bc.OptionError, match="velocity must be finite, got nan"):
        bc.sweep(ball, ball, (1, 0, np.nan))
    with pytest.raises(bc.OptionError, match=r"velocity must have shape \(3,\), got \(2, 3\)"):
        bc.sweep(ball, ball, np.zeros((2, 3)))
    with pytest.raises(bc.DimensionError, match="angular_velocity is a number in 2D"):
        bc.sweep(disc, disc, (1, 0), angular_velocity=(0, 0, 1))
    with pytest.raises(bc.OptionError, match="angular_velocity must be finite"):
        bc.sweep(disc, disc, (1, 0), angular_velocity=np.inf)
    with pytest.raises(bc.DimensionError, match="center_of_rotation has 2 numbers"):
        bc.sweep(ball, ball, (1, 0, 0), angular_velocity=(0, 0, 1), center_of_rotation=(0, 0))
    with pytest.raises(bc.OptionError, match="max_t must be a number, got nan"):
        bc.sweep(ball, ball, (1, 0, 0), max_t=np.nan)
    with pytest.raises(bc.OptionError, match="min_t must be a number, got nan"):
        bc.cast(bc.ray((0, 0, 0), (1, 0, 0)), ball, min_t=np.nan)
    with pytest.raises(TypeError, match="velocity must be float64"):
        bc.sweep(ball, ball, "fast")
    with pytest.raises(bc.UnsupportedPairError):
        bc.cast(ball, ball)


def test_errors_of_shapes():
    with pytest.raises(bc.ShapeError) as caught:
        bc.sphere((0, 0, 0), -1)
    assert caught.value.field == "radius" and "must" in str(caught.value)
    with pytest.raises(bc.ShapeError) as caught:
        bc.sphere((0, np.nan, 0), 1)
    assert caught.value.field == "center"
    with pytest.raises(TypeError):
        bc.sphere((0, 0, 0), 1, color="red")
    with pytest.raises(bc.ShapeError, match="center must be"):
        bc.sphere("here", 1)
    with pytest.raises(bc.DimensionError):
        bc.intersects(bc.point((0, 0)), bc.point((0, 0, 0)))
    with pytest.raises(bc.UnsupportedPairError) as unsupported:
        bc.classify(bc.sphere((0, 0, 0), 1), bc.point((0, 0, 0)))
    assert isinstance(unsupported.value, NotImplementedError)
    with pytest.raises(AttributeError, match="its fields are center, radius"):
        _ = bc.sphere((0, 0, 0), 1).height
    with pytest.raises(TypeError, match="a must be a shape or a mesh"):
        bc.distance(3, bc.point((0, 0)))
    with pytest.raises(bc.PoseError, match="last row"):
        bc.point((0, 0, 0)).posed(np.diag([1, 1, 1, 2.0]))
    with pytest.raises(bc.PoseError, match="not a rotation"):
        bc.point((0, 0, 0)).posed(np.diag([-1, 1, 1, 1.0]))
    with pytest.raises(bc.ArrayError, match=r"points must have shape \(..., 3\)"):
        bc.contains(bc.sphere((0, 0, 0), 1), [0, 0])
