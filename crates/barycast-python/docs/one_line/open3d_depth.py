"""A depth image and distances by Open3D's `RaycastingScene`, in the steps of its page."""

import numpy as np
import open3d as o3d

ball = o3d.t.geometry.TriangleMesh.from_legacy(o3d.geometry.TriangleMesh.create_torus(1.0, 0.3))
scene = o3d.t.geometry.RaycastingScene()
scene.add_triangles(ball)
rays = o3d.t.geometry.RaycastingScene.create_rays_pinhole(
    fov_deg=60, center=[0, 0, 0], eye=[1.5, 2, 2.5], up=[0, 0, 1], width_px=64, height_px=48
)
hits = scene.cast_rays(rays)
depth = hits["t_hit"].numpy()
print(int(np.isfinite(depth).sum()), np.where(np.isfinite(depth), depth, 0).sum(axis=0).tolist())

points = o3d.core.Tensor(np.random.default_rng(1).uniform(-1.5, 1.5, (200, 3)).astype(np.float32))
print(scene.compute_signed_distance(points).numpy().tolist())
print(scene.compute_occupancy(points).numpy().tolist())
