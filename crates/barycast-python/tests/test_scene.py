"""Scenes: instances of meshes."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import ball_mesh, box_mesh

import barycast as bc


@pytest.fixture(scope="module")
def places(request):
    rng = np.random.default_rng(3)
    poses = [bc.pose(rng.normal(size=3) * 2, axis=rng.normal(size=3), angle=rng.normal()) for _ in range(6)]
    poses[2][:3, :3] *= [[-0.5], [2.0], [1.0]]  # Scaled, and a mirror.
    return np.stack(poses)


@pytest.fixture(scope="module", params=[np.float64, np.float32])
def scene(request, places):
    meshes = [bc.Mesh(*ball_mesh(8, 12), dtype=request.param), bc.Mesh(*box_mesh(), dtype=request.param)]
    return bc.Scene(meshes, places, instances=[0, 1, 0, 1, 1, 0], names=list("abcdef"))


def joined(scene):
    """One mesh of all parts, and the part of each face."""
    vertices, faces, parts = [], [], []
    for i, (mesh, pose) in enumerate(zip(scene.instances, scene.poses, strict=True)):
        mesh = scene.meshes[mesh]
        start = sum(map(len, vertices))
        vertices.append(mesh.vertices.astype(float) @ pose[:3, :3].T + pose[:3, 3])
        turned = mesh.faces if np.linalg.det(pose[:3, :3]) > 0 else mesh.faces[:, ::-1]
        faces.append(turned.astype(np.int64) + start)
        parts.append(np.full(len(mesh.faces), i))
    return bc.Mesh(np.concatenate(vertices), np.concatenate(faces)), np.concatenate(parts)


def test_rays_agree_with_one_mesh(scene, rng):
    whole, parts = joined(scene)
    origins = rng.normal(size=(3000, 3)) * 3
    directions = rng.normal(size=(3000, 3)) * 2 - origins
    hits, expected = scene.cast(origins, directions), whole.cast(origins, directions)
    tight = 1e-3 if scene.dtype == np.float32 else 1e-9
    same = hits.hit == expected.hit
    assert same.mean() > 0.999 and hits.hit.sum() > 300
    both = hits.hit & expected.hit
    assert np.allclose(hits.t[both], expected.t[both], rtol=tight, atol=tight)
    agree = hits.part[both] == parts[expected.triangle[both]]
    assert agree.mean() > 0.99
    assert np.allclose(hits.point[both], expected.point[both], atol=100 * tight)
    ours, theirs = hits.normal[both], expected.normal[both]
    assert (np.einsum("ij,ij->i", ours, theirs) > 0.99).mean() > 0.99
    assert np.array_equal(hits.part >= 0, hits.hit) and hits.part.dtype == np.int32
    assert np.array_equal(scene.any_hit(origins, directions), hits.hit)
    every = scene.cast_all(origins, directions)
    assert np.array_equal(every.counts > 0, hits.hit)
    assert np.array_equal(every.t[every.offsets[:-1][hits.hit]], hits.t[hits.hit])
    assert len(every.part) == len(every) and every.part.min() >= 0
    counts = scene.crossings(origins, directions)
    assert (counts == whole.crossings(origins, directions)).mean() > 0.999


def test_points_agree_with_one_mesh(scene, rng):
    whole, parts = joined(scene)
    points = rng.normal(size=(800, 3)) * 3
    found, expected = scene.closest(points), whole.closest(points)
    tight = 1e-3 if scene.dtype == np.float32 else 1e-9
    assert np.allclose(found.distance, expected.distance, atol=tight)
    assert (found.part == parts[expected.triangle]).mean() > 0.98
    far = scene.closest(points, max_distance=0.1)
    assert np.array_equal(far.part >= 0, far.distance <= 0.1) and np.isinf(far.distance).any()
    inside = scene.contains(points)
    each = [
        scene.meshes[mesh].contains((points - pose[:3, 3]) @ np.linalg.inv(pose[:3, :3]).T)
        for mesh, pose in zip(scene.instances, scene.poses, strict=True)
    ]
    assert (inside == np.any(each, axis=0)).mean() > 0.999 and inside.any() and not inside.all()
    assert (inside == scene.contains(points, method="winding")).mean() > 0.999
    signed = scene.signed_distance(points)
    assert np.array_equal(signed <= 0, inside)
    assert np.allclose(np.abs(signed), found.distance, atol=tight)
    assert np.allclose(scene.signed_distance(points, method="winding"), signed, atol=tight)


def test_a_scene_of_one_mesh_answers_as_the_mesh(ball, rng):
    scene, rays, points = bc.Scene([ball]), rng.normal(size=(500, 6)), rng.normal(size=(500, 3))
    assert np.array_equal(scene.cast(rays).t, ball.cast(rays).t)
    assert np.array_equal(scene.cast(rays).part, np.where(ball.cast(rays).hit, 0, -1))
    assert np.array_equal(scene.cast_all(rays).t, ball.cast_all(rays).t)
    assert np.array_equal(scene.closest(points).triangle, ball.closest(points).triangle)
    assert np.array_equal(scene.signed_distance(points), ball.signed_distance(points))


def test_attributes(scene, places):
    assert len(scene) == 6 and scene.names == tuple("abcdef")
    assert scene.instances.dtype == np.int32 and scene.instances.tolist() == [0, 1, 0, 1, 1, 0]
    assert np.array_equal(scene.poses, places) and scene.boxes.shape == (6, 2, 3)
    whole, parts = joined(scene)
    for i in range(6):
        corners = whole.corners[parts == i].reshape(-1, 3)
        assert np.allclose(scene.boxes[i], [corners.min(0), corners.max(0)], atol=1e-5)
    assert np.allclose(scene.bounds, whole.bounds, atol=1e-5)
    assert repr(scene) == f"Scene(6 parts, 2 meshes, {scene.dtype})"
    moved = scene.moved(scene.poses + 10 * np.eye(4)[0][:, None] * np.eye(4)[3])
    assert np.allclose(moved.bounds, scene.bounds + [10, 0, 0], atol=1e-5)
    assert all(a is b for a, b in zip(moved.meshes, scene.meshes, strict=True))
    assert bc.Scene(scene.meshes).names is None


def test_copies_and_pickles(scene, rng):
    assert copy.copy(scene) is scene and copy.deepcopy(scene) is scene
    again = pickle.loads(pickle.dumps(scene))
    rays = rng.normal(size=(300, 6)) * 3
    assert repr(again) == repr(scene) and again.cast(rays) == scene.cast(rays) and again.names == scene.names
    twice = pickle.loads(pickle.dumps((scene.meshes[0], scene)))
    assert twice[0] is twice[1].meshes[0]


@pytest.mark.parametrize("question", ["cast", "any_hit", "cast_all", "crossings", "closest", "contains", "signed_distance"])
@pytest.mark.parametrize("lead", [(), (0,), (5,), (2, 3), (40, 30)])
def test_leading_dimensions(scene, rng, question, lead):
    given = rng.normal(size=(*lead, 6 if "c" + question[1:] == question and "ast" in question or question in ("any_hit", "crossings") else 3))
    answer = getattr(scene, question)(given)
    assert answer.shape == lead
    flat = getattr(scene, question)(given.reshape(-1, given.shape[-1]))
    first = answer if isinstance(answer, np.ndarray) else answer.to_dict()[next(iter(answer.to_dict()))]
    other = flat if isinstance(flat, np.ndarray) else flat.to_dict()[next(iter(flat.to_dict()))]
    assert np.array_equal(np.reshape(first, -1), np.reshape(other, -1), equal_nan=first.dtype.kind == "f")


def test_files(tmp_path, cube):
    path = tmp_path / "two.obj"
    lines = [f"v {x} {y} {z}" for x, y, z in cube.vertices] + ["o first"]
    faces = [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in cube.faces]
    path.write_text("\n".join([*lines, *faces[:6], "o second", *faces[6:]]))
    scene = bc.Scene.load(path, dtype="float32")
    assert scene.dtype == np.float32 and len(scene.names) == len(scene) and scene.bounds.tolist() == cube.bounds.tolist()
    with pytest.raises(bc.FileError, match="No such file"):
        bc.Scene.load(tmp_path / "none.glb")


def test_errors(ball, ball32, cube):
    with pytest.raises(bc.SceneError, match="must have a part"):
        bc.Scene([])
    with pytest.raises(bc.SceneError, match="must have a part"):
        bc.Scene([ball], np.zeros((0, 4, 4)), instances=[])
    with pytest.raises(TypeError, match="meshes must be a list of meshes, got Mesh"):
        bc.Scene(ball)
    with pytest.raises(TypeError, match=r"meshes\[1\] must be a mesh, got int"):
        bc.Scene([ball, 3])
    with pytest.raises(bc.SceneError, match="one dtype") as caught:
        bc.Scene([ball, ball32])
    assert caught.value.index == 1
    for bad in (-1, 2, 2**40):
        with pytest.raises(bc.SceneError, match=rf"instances\[1\] must name one of 2 meshes, got {bad}") as caught:
            bc.Scene([ball, cube], instances=[0, bad])
        assert caught.value.index == 1
    with pytest.raises(TypeError, match="instances must be integers, got float64"):
        bc.Scene([ball], instances=[0.0])
    with pytest.raises(bc.ArrayError, match=r"instances must have shape \(P,\)"):
        bc.Scene([ball], instances=[[0]])
    with pytest.raises(bc.ArrayError, match="as many poses as of meshes"):
        bc.Scene([ball], [bc.pose(), bc.pose()])
    with pytest.raises(bc.ArrayError, match=r"poses must have shape \(P, 4, 4\)"):
        bc.Scene([ball], bc.pose())
    with pytest.raises(bc.ArrayError, match=r"poses must have shape"):
        bc.Scene([ball], np.eye(3))
    with pytest.raises(bc.ArrayError, match="there must be 1 names, got 2"):
        bc.Scene([ball], names=["a", "b"])
    with pytest.raises(TypeError, match="names must be a list of strings"):
        bc.Scene([ball], names=[3])
    flat = np.diag([1.0, 1, 0, 1])
    with pytest.raises(bc.PoseError, match=r"poses\[1\] .*flatten") as caught:
        bc.Scene([ball, cube], [np.eye(4), flat])
    assert caught.value.index == 1
    with pytest.raises(bc.PoseError, match=r"poses\[0\]: the last row must be"):
        bc.Scene([ball], [np.diag([1.0, 1, 1, 2])])
    with pytest.raises(bc.PoseError, match=r"poses\[0\]: every number must be finite, got nan"):
        bc.Scene([ball], [np.full((4, 4), np.nan)])
    scene = bc.Scene([ball, cube])
    with pytest.raises(bc.ArrayError, match=r"poses must have shape \(2, 4, 4\), one for each part"):
        scene.moved([np.eye(4)])
    open_mesh = bc.Mesh(cube.vertices, cube.faces[2:])
    with pytest.raises(bc.MeshError, match='method="winding"'):
        bc.Scene([ball, open_mesh]).contains([0, 0, 0])
    rays = np.zeros((4, 6))
    rays[:, 5] = 1
    rays[2] = np.nan
    with pytest.raises(bc.ArrayError, match=r"rays\[2\] must be finite.*1 of 4 rays"):
        scene.cast(rays)
    assert scene.cast(rays, invalid="miss").hit.tolist() == [True, True, False, True]
    with pytest.raises(bc.ArrayError, match=r"points must have shape \(..., 3\)"):
        scene.closest([0, 0])
    with pytest.raises(bc.OptionError, match="min_t"):
        scene.cast(rays[:1], min_t=-1)
    with pytest.raises(bc.OptionError, match="fields must be among .*part"):
        scene.cast(rays[:1], fields="depth")
    assert scene.cast(rays[:1], fields="part").part.tolist() == [1]
