"""
Nearest points on a spline
==========================

`Curve.nearest` returns for each point the parameter and the nearest point on the curve; no other
point of the curve is nearer.
"""

import matplotlib.pyplot as plt
import numpy as np

import barycast as bc  # noqa: F401
from barycast import curves

track = curves.catmull_rom([[0, 0], [2, 1.5], [4, -0.5], [6, 1], [5, 3], [2, 3.2], [0, 2]], closed=True)
first, last = track.range
line = track.evaluate(np.linspace(first, last, 500)).point
points = np.random.default_rng(3).uniform((-1, -1.5), (7, 4), (60, 2))
near = track.nearest(points)
print(f"length {track.length()[0]:.3f}; farthest of the points: {near.distance.max():.3f}")

figure, axes = plt.subplots(figsize=(7, 5))
axes.plot(*line.T, color="black", linewidth=2, label="closed Catmull-Rom spline")
for point, on_curve in zip(points, near.point, strict=True):
    axes.plot(*np.transpose([point, on_curve]), color="tab:gray", linewidth=0.7)
shown = axes.scatter(*points.T, c=near.distance, cmap="viridis", zorder=3)
axes.set(title="Points and their nearest points on a curve", xlabel="x", ylabel="y", aspect="equal", ylim=(-2.3, 4.3))
axes.legend(loc="lower right")
figure.colorbar(shown, label="distance")
plt.show()
