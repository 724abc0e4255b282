"""
All hits as thickness
=====================

`Mesh.cast_all` returns every hit of a ray, in order. For a closed mesh the first and second bound
the material that the ray passes first, the third and fourth what it passes next, and so on.
"""

import made
import matplotlib.pyplot as plt
import numpy as np

import barycast as bc

mesh = bc.Mesh(*made.knot())
x, y = np.meshgrid(np.linspace(-4, 4, 500), np.linspace(4, -4, 500))
origins = np.stack([x, y, np.full_like(x, 5)], axis=-1)
hits = mesh.cast_all(origins, [0.0, 0.0, -1.0])

# %%
# Hits of all rays stand one after the other: entering subtracts, leaving adds.

sign = np.where(hits.front, -1.0, 1.0)
passed = np.add.reduceat(np.append(sign * hits.t, 0), hits.offsets[:-1])
passed = np.where(hits.counts.ravel() > 0, passed, np.nan).reshape(x.shape)

figure, axes = plt.subplots(figsize=(6.5, 5.5))
shown = axes.pcolormesh(x, y, passed, cmap="cividis_r")
axes.set(title="Material along z", xlabel="x", ylabel="y", aspect="equal")
figure.colorbar(shown, label="length inside, units of the mesh")
plt.show()
