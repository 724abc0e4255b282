"""
Inside a mesh with a hole
=========================

An open mesh has no inside, so `Mesh.contains` refuses it. The winding number changes continuously
through the hole, and one half is a good limit.
"""

import made
import matplotlib.pyplot as plt
import numpy as np

import barycast as bc

vertices, faces = made.ball()
lid = vertices[faces][..., 2].min(axis=1) > 0.75
mesh = bc.Mesh(vertices, faces[~lid])
try:
    mesh.contains([0, 0, 0])
except bc.MeshError as error:
    print(error)

x, z = np.meshgrid(np.linspace(-1.6, 1.6, 400), np.linspace(-1.6, 1.6, 400))
winding = mesh.winding_number(np.stack([x, 0 * x, z], axis=-1))

figure, axes = plt.subplots(figsize=(6.5, 5.5))
shown = axes.pcolormesh(x, z, winding, cmap="viridis", vmin=-0.1, vmax=1.1)
axes.contour(x, z, winding, levels=[0.5], colors="white", linestyles="dashed")
axes.set(title="A ball without its lid; one half is dashed", xlabel="x", ylabel="z", aspect="equal")
figure.colorbar(shown, label="winding number")
plt.show()
