"""Meshes: building, rays, points, two meshes."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import ball_mesh, box_mesh

import barycast as bc


def brute_cast(mesh, origins, directions):
    """The least t over all faces, by Möller and Trumbore."""
    a, b, c = np.moveaxis(mesh.corners.astype(np.float64), 1, 0)
    best = np.full(len(origins), np.inf)
    for i, (o, d) in enumerate(zip(origins, directions, strict=True)):
        p = np.cross(d, c - a)
        det = np.einsum("ij,ij->i", b - a, p)
        with np.errstate(divide="ignore", invalid="ignore"):
            u = np.einsum("ij,ij->i", o - a, p) / det
            q = np.cross(o - a, b - a)
            v = q @ d / det
            t = np.einsum("ij,ij->i", c - a, q) / det
        good = (u >= 0) & (v >= 0) & (u + v <= 1) & (t >= 0)
        if good.any():
            best[i] = t[good].min()
    return best


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_casts_agree_with_brute_force(rng, dtype):
    mesh = bc.Mesh(*ball_mesh(), dtype=dtype)
    origins = rng.normal(size=(2000, 3)).astype(dtype)
    directions = rng.normal(size=(2000, 3)).astype(dtype)
    hits = mesh.cast(origins, directions)
    assert hits.t.dtype == dtype and hits.shape == (2000,)
    brute = brute_cast(mesh, origins.astype(float), directions.astype(float))
    assert np.array_equal(np.isfinite(brute), hits.hit)
    tight = 2e-4 if dtype == np.float32 else 1e-10
    assert np.allclose(hits.t[hits.hit], brute[hits.hit], rtol=tight, atol=tight)
    assert np.array_equal(mesh.any_hit(origins, directions), hits.hit)
    points = origins + hits.t[:, None] * directions
    assert np.allclose(points[hits.hit], hits.point[hits.hit], atol=1e-4)
    corners = mesh.corners[hits.triangle[hits.hit]]
    u, v = hits.uv[hits.hit].T
    at = corners[:, 0] + u[:, None] * (corners[:, 1] - corners[:, 0]) + v[:, None] * (corners[:, 2] - corners[:, 0])
    assert np.allclose(at, hits.point[hits.hit], atol=1e-4)
    assert np.array_equal(hits.front[hits.hit], ((hits.normal * directions).sum(-1) < 0)[hits.hit])
    assert np.allclose(np.linalg.norm(hits.normal[hits.hit], axis=-1), 1)


def test_no_answer(ball):
    miss = ball.cast([9, 9, 9], [1, 0, 0])
    assert miss.shape == () and miss.t == np.inf and miss.triangle == -1 and not miss.front
    assert np.isnan(miss.point).all() and np.isnan(miss.normal).all() and np.isnan(miss.uv).all()
    far = ball.closest([9, 9, 9], max_distance=1)
    assert far.distance == np.inf and far.triangle == -1 and np.isnan(far.point).all()


def test_all_hits_and_crossings(ball, rng):
    origins, directions = rng.normal(size=(500, 3)) * 0.7, rng.normal(size=(500, 3))
    every = ball.cast_all(origins, directions)
    assert len(every) == every.offsets[-1] and np.array_equal(np.diff(every.offsets), every.counts)
    first = ball.cast(origins, directions)
    for i in range(500):
        own = every.of(i)
        assert np.all(np.diff(every.t[own]) >= 0) and np.all(every.ray[own] == i)
        assert (every.t[own][0] == first.t[i]) if first.hit[i] else own.start == own.stop
    inside = ball.contains(origins)
    assert np.array_equal(ball.crossings(origins, directions) % 2 == 1, inside)
    assert np.array_equal(every.counts % 2 == 1, inside)
    assert np.all(ball.cast_all(origins, directions, max_hits=1).counts == first.hit)
    assert ball.cast_all(origins, directions, max_hits=0).offsets[-1] == 0
    with pytest.raises(IndexError):
        every.of(500)


def test_limits_are_inclusive(cube):
    ray = ([0.1, 0.2, 5], [0, 0, -1])
    assert cube.cast(*ray).t == 4.5
    assert cube.cast(*ray, max_t=4.5).t == 4.5
    assert cube.cast(*ray, max_t=4.4).t == np.inf
    assert cube.cast(*ray, min_t=4.5).t == 4.5
    assert cube.cast(*ray, min_t=4.6).t == 5.5
    assert cube.cast(*ray, min_t=4.6, max_t=5.4).t == np.inf
    assert not cube.any_hit(*ray, min_t=6) and cube.any_hit(*ray, min_t=5.5)
    assert cube.cast(*ray, min_t=2, max_t=1).t == np.inf
    assert cube.cast([0.1, 0.2, 0], [0, 0, 1], cull=True).t == np.inf
    assert cube.cast([0.1, 0.2, 0.5], [0, 0, 1]).t == 0


def test_a_place_is_returned_once(cube):
    # Through the diagonal of two faces each.
    hits = cube.cast_all([0.2, 0.2, 5], [0, 0, -1])
    assert np.allclose(hits.t, [4.5, 5.5], rtol=1e-15)


def test_points(ball, rng):
    points = rng.normal(size=(300, 3))
    near = ball.closest(points)
    assert np.allclose(np.linalg.norm(points - near.point, axis=-1), near.distance)
    signed = ball.signed_distance(points)
    assert np.array_equal(np.abs(signed), near.distance)
    assert np.array_equal(signed <= 0, ball.contains(points))
    assert np.array_equal(ball.contains(points), ball.contains(points, method="winding"))
    assert np.array_equal(np.round(ball.winding_number(points)), ball.contains(points))
    k = ball.k_closest(points, 3)
    assert k.shape == (300, 3) and np.array_equal(k.distance[:, 0], near.distance)
    assert np.all(np.diff(k.distance, axis=1) >= 0)
    lists = ball.faces_within(points, 0.3)
    for i in range(300):
        faces = lists.triangle[lists.offsets[i] : lists.offsets[i + 1]]
        assert (near.triangle[i] in faces) == (near.distance[i] <= 0.3)
    few = bc.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).k_closest([0, 0, 1], 3)
    assert few.triangle.tolist() == [0, -1, -1] and few.distance.tolist() == [1, np.inf, np.inf]


def test_winding_of_an_open_mesh(cube):
    lid_off = bc.Mesh(cube.vertices, cube.faces[2:])
    assert not lid_off.is_closed and lid_off.surface.open_edges == 4
    assert lid_off.contains([[0, 0, 0.2], [0, 0, 3]], method="winding").tolist() == [True, False]
    assert lid_off.signed_distance([0, 0, 0.2], method="winding") < 0
    with pytest.raises(bc.MeshError, match='4 open edges.*method="winding"'):
        lid_off.contains([0, 0, 0])


def test_attributes(cube):
    vertices, faces = box_mesh()
    assert np.array_equal(cube.vertices, vertices) and np.array_equal(cube.faces, faces)
    assert cube.faces.dtype == np.uint32 and cube.vertices.flags.owndata and cube.vertices.flags.writeable
    assert np.array_equal(cube.corners, vertices[faces])
    assert cube.bounds.tolist() == [[-0.5] * 3, [0.5] * 3]
    assert cube.dtype == np.float64 and cube.is_closed and not cube.solid and cube.nbytes > 0
    assert repr(cube) == "Mesh(12 faces, 8 vertices, float64, closed)"
    assert cube.surface == bc.Surface(
        closed=True, open_edges=0, flipped_edges=0, crowded_edges=0, degenerate_faces=0, pieces=1
    )
    corners = bc.Mesh(vertices[faces])
    assert corners.is_closed and len(corners.vertices) == 36
    assert corners.cast([0, 0.1, 5], [0, 0, -1]).t == 4.5


def test_build_options_change_no_answer(rng):
    rays = rng.normal(size=(1000, 6))
    plain, fast, compact = (
        bc.Mesh(*ball_mesh(), **options) for options in ({}, {"build": "fast"}, {"compact": True})
    )
    assert plain.cast(rays) == fast.cast(rays) == compact.cast(rays)
    assert compact.nbytes < plain.nbytes


def test_copies_and_pickles(ball, rng):
    assert copy.copy(ball) is ball and copy.deepcopy(ball) is ball
    solid = bc.Mesh(*ball_mesh(), dtype=np.float32, solid=True, build="fast", compact=True)
    again = pickle.loads(pickle.dumps(solid))
    assert repr(again) == repr(solid) and again.nbytes == solid.nbytes
    hits = ball.cast(rng.normal(size=(10, 6)))
    assert pickle.loads(pickle.dumps(hits)) == hits
    for error in (bc.MeshError("no", index=3), bc.FileError("no", path="x", line=2), bc.HandleError("gone")):
        other = pickle.loads(pickle.dumps(error))
        assert type(other) is type(error) and str(other) == str(error) and other.__dict__ == error.__dict__


def test_changed_meshes(ball):
    half = ball.placed(np.diag([0.5, 0.5, 0.5, 1]))
    assert np.allclose(half.vertices, ball.vertices / 2)
    moved = ball.refit(ball.vertices + [1, 0, 0])
    assert moved.cast([1, 0, 5], [0, 0, -1]).hit and np.array_equal(moved.faces, ball.faces)
    with pytest.raises(bc.ArrayError, match="as those of the mesh"):
        ball.refit(ball.vertices[:-1])
    narrow = ball.astype(np.float32)
    assert narrow.dtype == np.float32 and ball.astype("float64") is ball
    assert narrow.closest([0, 0, 3]).distance.dtype == np.float32


def test_two_meshes(ball):
    poses = np.stack([bc.pose((x, 0, 0)) for x in (0, 1.5, 3)])
    assert ball.intersects(ball, poses).tolist() == [True, True, False]
    assert ball.intersects(ball, poses[:, :3]).tolist() == [True, True, False]
    assert ball.comes_within(ball, 1.5, poses).tolist() == [True, True, True]
    assert ball.comes_within(ball, 0.5, poses).tolist() == [True, True, False]
    between = ball.distance(ball, poses)
    assert between.distance[:2].tolist() == [0, 0] and abs(between.distance[2] - 1) < 1e-12
    assert np.allclose(between.point_a[2], [1, 0, 0]) and np.allclose(between.point_b[2], [2, 0, 0])
    assert ball.distance(ball, poses[2], max_distance=0.5).distance == np.inf
    pairs = ball.intersecting_faces(ball, poses[1])
    assert pairs.dtype == np.int32 and pairs.shape[1] == 2 and len(pairs) > 10
    assert len(ball.self_intersections()) == 0
    deep = ball.penetration(ball, poses[1])
    assert 0.49 < deep.depth < 0.5 and deep.certain and deep.points.shape == (2, 3)
    lines = ball.intersection_curves(ball, poses[1])
    assert len(lines) == 1 and lines.closed.all() and len(next(iter(lines))) == len(lines.points)
    assert ball.intersects(ball.astype(np.float32), poses).tolist() == [True, True, False]


def test_solid_meshes_contain(ball):
    small = bc.Mesh(*ball_mesh(radius=0.1))
    solid = bc.Mesh(*ball_mesh(), solid=True)
    assert not ball.intersects(small) and solid.intersects(small) and small.intersects(solid)
    assert small.distance(solid).distance == 0 and ball.distance(small).distance > 0.8
    assert not solid.intersects(small, bc.pose((2, 0, 0)))
    assert small.comes_within(solid, 0.01) and not small.comes_within(ball, 0.01)


SHAPES = [
    bc.sphere((0, 0, 0), 0.5),
    bc.capsule((-0.4, 0, 0), (0.4, 0, 0), 0.2),
    bc.aabb((-0.3, -0.2, -0.1), (0.3, 0.2, 0.1)),
    bc.cylinder((0, 0, -0.4), (0, 0, 0.4), 0.2),
    bc.convex([[0, 0, 0], [0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5]]),
    bc.segment((-0.5, 0, 0), (0.5, 0.1, 0)),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
@pytest.mark.parametrize("solid", [False, True])
def test_a_mesh_and_a_shape(shape, solid, rng):
    mesh = bc.Mesh(*ball_mesh(6, 8), solid=solid)
    poses = np.stack([bc.pose(rng.normal(size=3), axis=rng.normal(size=3), angle=0.7) for _ in range(20)])
    placed = [shape.posed(pose) for pose in poses]
    meets = mesh.intersects(shape, poses.reshape(4, 5, 4, 4))
    assert meets.shape == (4, 5) and meets.any() and not meets.all()
    assert meets.ravel().tolist() == [bc.intersects(mesh, one) for one in placed]
    # Exact depths in a solid mesh take long.
    contacts = mesh.contact(shape, poses[:4] if solid else poses)
    impacts = mesh.sweep(shape, (0, 0, 1.5), poses, max_t=2)
    assert contacts.normal.shape == (len(contacts), 3) and impacts.point.shape == (20, 3)
    for i, one in enumerate(placed[: len(contacts)]):
        found = bc.contact(mesh, one)
        assert (found is None) == np.isnan(contacts.depth[i]) == (not meets.ravel()[i])
        if found is not None:
            assert np.isclose(contacts.depth[i], found.depth, rtol=1e-6, atol=1e-9)
            away = bc.pose(contacts.normal[i] * (contacts.depth[i] + 1e-7))
            assert not bc.intersects(mesh, one.posed(away))
    for i, one in enumerate(placed):
        hit = bc.sweep(mesh, one, (0, 0, 1.5), max_t=2)
        assert (hit is None) == (impacts.t[i] == np.inf)
        if hit is not None:
            assert np.isclose(impacts.t[i], hit.t, rtol=1e-6, atol=1e-9)
            assert (impacts.t[i] == 0) == meets.ravel()[i]


def test_a_mesh_and_a_shape_without_a_pose(ball, ball32):
    near = bc.sphere((0, 0, 1.25), 0.5)
    for mesh in (ball, ball32):
        assert mesh.intersects(near).shape == () and mesh.intersects(near)
        assert abs(mesh.contact(near).depth - 0.25) < 1e-6
        impact = mesh.sweep(bc.sphere((0, 0, 4), 0.5), (0, 0, -5))
        assert abs(impact.t - 0.5) < 1e-6 and np.allclose(impact.normal, [0, 0, 1])
    assert mesh.sweep(near, (0, 0, 1)).t == 0
    assert np.isnan(mesh.contact(bc.sphere((0, 0, 9), 1)).point_a).all()
    assert mesh.intersects(near, np.zeros((0, 4, 4))).shape == (0,)


def test_wrong_shapes_beside_a_mesh(ball):
    one = bc.sphere((0, 0, 0), 1)
    with pytest.raises(TypeError, match="other must be a shape or a mesh, got int"):
        ball.intersects(3)
    with pytest.raises(bc.DimensionError, match="shape must have 3 dimensions"):
        ball.contact(bc.sphere((0, 0), 1))
    with pytest.raises(bc.PoseError, match=r"pose\[1\]: not a rotation") as caught:
        ball.intersects(one, [np.eye(4), np.diag([2, 2, 2, 1])])
    assert caught.value.index == 1
    with pytest.raises(bc.ArrayError, match="velocity must be one vector"):
        ball.sweep(one, (0, 0, np.nan))
    with pytest.raises(bc.OptionError, match="max_t must be 0 or more"):
        ball.sweep(one, (0, 0, 1), max_t=-1)


def test_slices(cube):
    lines = cube.slice([0, 0, 1], 0.25)
    assert len(lines) == 1 and lines.closed[0]
    assert np.allclose(lines.points[:, 2], 0.25) and lines.edge.shape == (len(lines.points), 2)
    assert len(cube.slice([0, 0, 2], 9)) == 0


def test_fields(ball):
    some = ball.cast([0, 0, 5], [0, 0, -1], fields=["t", "normal"])
    assert set(some.to_dict()) == {"t", "normal"} and some.hit
    with pytest.raises(AttributeError, match="not among fields"):
        _ = some.point
    with pytest.raises(bc.OptionError, match="fields must be among t"):
        ball.cast([0, 0, 5], [0, 0, -1], fields=["depth"])
    with pytest.raises(AttributeError, match="cannot be changed"):
        some.t = 3
    assert "t=4.0" in repr(some)


def test_files(tmp_path, cube):
    path = tmp_path / "cube.obj"
    lines = [f"v {x} {y} {z}" for x, y, z in cube.vertices] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in cube.faces]
    path.write_text("\n".join(lines))
    assert np.array_equal(bc.Mesh.load(path).corners, cube.corners)
    assert bc.Mesh.load(str(path), dtype="float32", solid=True).solid
    path.write_text("v 1 2\n")
    with pytest.raises(bc.FileError) as caught:
        bc.Mesh.load(path)
    assert caught.value.line == 1 and caught.value.path == str(path) and isinstance(caught.value, OSError)
    with pytest.raises(bc.FileError, match="No such file"):
        bc.Mesh.load(tmp_path / "none.stl")
    (tmp_path / "text.txt").write_text("hello")
    with pytest.raises(bc.FileError):
        bc.Mesh.load(tmp_path / "text.txt")


def test_meshes_of_others(cube):
    class Trimesh:
        vertices, faces = box_mesh()

    class Legacy:
        vertices, triangles = box_mesh()

    class Tensors:
        vertex = {"positions": box_mesh()[0].astype(np.float32)}
        triangle = {"indices": box_mesh()[1]}

    for other in (Trimesh(), Legacy(), Tensors()):
        assert bc.Mesh.of(other).is_closed
    assert bc.Mesh.of(Tensors()).dtype == np.float32 and bc.Mesh.of(cube) is cube
    with pytest.raises(TypeError, match="no vertices and faces"):
        bc.Mesh.of(3)
