"""
A slice through a signed distance
=================================

The signed distance is negative inside. Its sign is exact, and it is 0 exactly on the surface.
"""

import made
import matplotlib.pyplot as plt
import numpy as np

import barycast as bc

mesh = bc.Mesh(*made.knot())
x, y = np.meshgrid(np.linspace(-4, 4, 400), np.linspace(-4, 4, 400))
distance = mesh.signed_distance(np.stack([x, y, 0 * x], axis=-1))

figure, axes = plt.subplots(figsize=(6.5, 5.5))
most = 1.0  # Farther away the colour stays.
shown = axes.pcolormesh(x, y, distance, cmap="RdBu", vmin=-most, vmax=most)
axes.contour(x, y, distance, levels=np.arange(-0.25, 2, 0.25), colors="black", linewidths=0.4)
# The plane cuts the surface in closed lines.
for line in mesh.slice((0, 0, 1), 0):
    axes.plot(*line[[*range(len(line)), 0], :2].T, color="black", linewidth=2)
axes.set(title="Signed distance in the plane z = 0", xlabel="x", ylabel="y", aspect="equal")
figure.colorbar(shown, label="signed distance, units of the mesh")
plt.show()
