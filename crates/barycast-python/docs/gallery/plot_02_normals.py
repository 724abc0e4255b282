"""
Normals far from the origin
===========================

A mesh in map coordinates is far from the origin. Its normals come from differences of its corners,
which single precision rounds to a quarter of a unit there; double precision keeps them.
"""

import made
import matplotlib.pyplot as plt
import numpy as np

import barycast as bc

vertices, faces = made.knot()
far = np.array([4_000_000.0, 500_000.0, 0.0])
figure, axes = plt.subplots(1, 2, figsize=(10, 4.4))
for place, dtype in zip(axes, (np.float64, np.float32), strict=True):
    mesh = bc.Mesh(vertices + far, faces, dtype=dtype)
    rays = bc.pinhole_rays(480, 400, fov=0.9, eye=far + (1.7, -6.3, 6.9), target=far, up=(0, 0, 1))
    normal = mesh.cast(rays, fields="normal").normal
    place.imshow(np.where(np.isnan(normal), 1, normal / 2 + 0.5))
    place.set(title=f"{np.dtype(dtype)} mesh", xlabel="column, pixels", ylabel="row, pixels")
figure.suptitle("Normals as colours, 4,000 km from the origin")
plt.show()
