"""A depth image by trimesh's camera and rays, in the steps of its example of ray casting."""

import numpy as np
import trimesh

mesh = trimesh.creation.annulus(r_min=0.4, r_max=1.0, height=0.5)
scene = mesh.scene()
scene.camera.resolution = [64, 48]
scene.camera.fov = 60 * (scene.camera.resolution / scene.camera.resolution.max())
origins, vectors, pixels = scene.camera_rays()

points, index_ray, index_tri = mesh.ray.intersects_location(origins, vectors, multiple_hits=False)
depth = trimesh.util.diagonal_dot(points - origins[0], vectors[index_ray])
picture = np.zeros(scene.camera.resolution)
picture[tuple(pixels[index_ray].T)] = depth
print(len(index_ray), picture.sum(axis=0).tolist())

# Points inside, and the nearest points on the surface.
places = np.random.default_rng(1).uniform(-1.2, 1.2, (200, 3))
print(mesh.contains(places).astype(int).tolist())
print(mesh.nearest.on_surface(places)[1].tolist())
