"""The modules that stand in for others, by themselves. `peers.py` runs the others' own tests."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import ball_mesh, box_mesh

from barycast.open3d import RaycastingScene


def scene_of(*meshes, dtype=np.float32):
    scene = RaycastingScene()
    for vertices, faces in meshes:
        scene.add_triangles(vertices.astype(dtype), faces.astype(np.uint32))
    return scene


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_open3d_scenes_without_open3d(dtype):
    scene = scene_of(box_mesh(), box_mesh(center=(3, 0, 0)), dtype=dtype)
    rays = np.array([[[0.1, 0.2, 5, 0, 0, -1], [3.1, 0.2, 5, 0, 0, -2], [9, 9, 9, 0, 0, 1]]], dtype)
    hits = scene.cast_rays(rays)
    assert hits["t_hit"].dtype == dtype and np.allclose(hits["t_hit"], [[4.5, 2.25, np.inf]])
    assert hits["geometry_ids"].tolist() == [[0, 1, scene.INVALID_ID]]
    assert hits["primitive_ids"].dtype == np.uint32 and (hits["primitive_ids"][0, :2] < 12).all()
    assert hits["primitive_normals"].tolist() == [[[0, 0, 1], [0, 0, 1], [0, 0, 0]]]
    assert scene.test_occlusions(rays).tolist() == [[True, True, False]]
    assert scene.test_occlusions(rays, tnear=4).tolist() == [[True, False, False]]
    assert scene.count_intersections(rays).tolist() == [[2, 2, 0]]
    every = scene.list_intersections(rays)
    assert every["ray_splits"].tolist() == [0, 2, 4, 4] and every["geometry_ids"].tolist() == [0, 0, 1, 1]
    points = np.array([[0, 0, 0], [3, 0, 2], [9, 9, 9]], dtype)
    assert scene.compute_occupancy(points).tolist() == [1, 0, 0]
    signed = scene.compute_signed_distance(points)
    assert signed.dtype == dtype and np.allclose(signed[:2], [-0.5, 1.5])
    near = scene.compute_closest_points(points)
    assert np.allclose(near["points"][1], [3, 0, 0.5]) and near["geometry_ids"].tolist() == [0, 1, 1]
    again = pickle.loads(pickle.dumps(scene))
    assert np.array_equal(again.cast_rays(rays)["t_hit"], hits["t_hit"])


def test_open3d_errors_and_empty_scenes():
    scene = RaycastingScene()
    rays = np.zeros((2, 6), np.float32)
    assert np.isinf(scene.cast_rays(rays)["t_hit"]).all() and not scene.test_occlusions(rays).any()
    assert np.isnan(scene.compute_closest_points(rays[:, :3])["points"]).all()
    for bad in (np.zeros(6, np.float32), np.zeros((2, 5), np.float32), np.zeros((2, 6), np.int32)):
        with pytest.raises(RuntimeError):
            scene.cast_rays(bad)
    with pytest.raises(RuntimeError, match="odd"):
        scene.compute_occupancy(rays[:, :3], nsamples=2)
    with pytest.raises(RuntimeError, match="CPU"):
        RaycastingScene(device="CUDA:0")


def test_open3d_cameras():
    rays = RaycastingScene.create_rays_pinhole(90, [0, 0, 0], [0, 0, 5], [0, 1, 0], 4, 3)
    assert rays.shape == (3, 4, 6) and rays.dtype == np.float32
    # Turned by 180 degrees, as Open3D's are.
    assert np.allclose(rays[1, :, 3], [0.75, 0.25, -0.25, -0.75])
    assert np.allclose(rays[:, 1, 4], [-0.5, 0, 0.5])
    assert rays.flags.c_contiguous
    eye = np.array([[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 3], [0, 0, 0, 1]])
    rays = RaycastingScene.create_rays_pinhole(np.array([[2, 0, 2], [0, 2, 1.5], [0, 0, 1]]), eye, 4, 3)
    assert np.allclose(rays[1, :, 3], [-0.75, -0.25, 0.25, 0.75]) and np.allclose(rays[..., 5], 1)


def test_trimesh():
    trimesh = pytest.importorskip("trimesh")
    import barycast.trimesh as own

    box = own.attach(trimesh.Trimesh(*box_mesh(), process=False))
    origins, directions = np.array([[0.1, 0.2, 5], [9, 9, 9]]), np.array([[0, 0, -1.0], [0, 0, -1]])
    face, ray, place = box.ray.intersects_id(origins, directions, return_locations=True)
    assert ray.tolist() == [0, 0] and np.allclose(place[:, 2], [0.5, -0.5])
    assert box.ray.intersects_any(origins, directions).tolist() == [True, False]
    assert box.ray.intersects_first(origins, directions).tolist() == [face[0], -1]
    assert len(box.ray.intersects_location(origins, directions, multiple_hits=False)[0]) == 1
    assert box.contains([[0, 0, 0], [2, 0, 0]]).tolist() == [True, False]
    assert np.allclose(box.nearest.signed_distance([[0, 0, 0], [2, 0, 0]]), [0.5, -1.5])
    # A changed mesh is built anew.
    box.apply_translation([3, 0, 0])
    assert box.ray.intersects_any(origins, directions).tolist() == [False, False]
    assert copy.deepcopy(box.ray).mesh is box
    # Along an edge, in the plane of two faces, and through the edges of two others.
    assert box.ray.intersects_any([[3.5, 0, 5], [2.5, 0.5, 5]], [[0, 0, -1], [0, 0, -1]]).all()
    flat = own.attach(trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], process=False))
    assert not flat.ray.intersects_any([[-1, 0.2, 0]], [[1, 0, 0]]).any()


def test_trimesh_is_put_back():
    trimesh = pytest.importorskip("trimesh")
    import barycast.trimesh as own

    before = trimesh.proximity.closest_point, trimesh.ray.has_embree
    replaced = own.install()
    assert own.install() == replaced and trimesh.proximity.closest_point is own.closest_point
    mesh = trimesh.Trimesh(*ball_mesh())
    assert isinstance(mesh.ray, own.RayMeshIntersector)
    own.uninstall()
    own.uninstall()
    assert (trimesh.proximity.closest_point, trimesh.ray.has_embree) == before
