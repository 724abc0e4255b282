"""
A depth image
=============

A camera looks at a knot. The parameter ``t`` of a ray of `pinhole_rays` is the depth.
"""

import made
import matplotlib.pyplot as plt
import numpy as np

import barycast as bc

mesh = bc.Mesh(*made.knot())
rays = bc.pinhole_rays(640, 480, fov=0.9, eye=(1.7, -6.3, 6.9), target=(0, 0, 0), up=(0, 0, 1))
hits = mesh.cast(rays)
print(f"{hits.hit.mean():.0%} of {hits.hit.size:,} rays hit {mesh}")

# %%
# Rays that hit nothing have ``t = inf``, which is left white here.

figure, axes = plt.subplots(figsize=(7, 5))
shown = axes.imshow(np.where(hits.hit, hits.t, np.nan), cmap="magma_r")
axes.set(title="Depth along the optical axis", xlabel="column, pixels", ylabel="row, pixels")
figure.colorbar(shown, label="depth, units of the mesh")
plt.show()
