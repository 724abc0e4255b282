"""
A clash report
==============

`Assembly.clashes` names the pairs of parts that clash, how badly, and where; `Assembly.curves` gives
the lines in which two surfaces meet.
"""

import made
import matplotlib.pyplot as plt
import numpy as np

import barycast as bc
from barycast.clash import Assembly

knot, ball = bc.Mesh(*made.knot()), bc.Mesh(*made.ball(radius=0.8))
places = [(0, 0, 0), (3, 0.5, 0), (-1.6, 2.6, 0.5), (0, 0, 0), (3.9, 1.6, 0)]
names = ["knot", "right ball", "left ball", "middle ball", "far ball"]
parts = Assembly([knot, ball], [bc.pose(p) for p in places], instances=[0, 1, 1, 1, 1], names=names)
found = parts.clashes(clearance=0.6)
for (a, b), kind, distance, depth in zip(found.parts, found.kind_names, found.distance, found.depth, strict=True):
    print(f"{names[a]:12} {names[b]:12} {kind:9} distance {distance:.3f}, depth {depth:.3f}")

# %%
# The curves of every hard clash, over the outline of the parts.

figure, axes = plt.subplots(figsize=(7, 5.5))
for name, mesh, place in zip(names, [knot, ball, ball, ball, ball], places, strict=True):
    axes.plot(*(mesh.vertices + place)[:, :2].T, ".", markersize=0.7, alpha=0.5, label=name)
for (a, b), kind in zip(found.parts, found.kind_names, strict=True):
    if kind == "hard":
        for line in parts.curves(int(a), int(b)):
            axes.plot(*line[[*range(len(line)), 0], :2].T, color="red", linewidth=2)
middle = found.points.mean(axis=1)
for place, kind in zip(middle, found.kind_names, strict=True):
    axes.annotate(kind, place[:2], fontsize=9, weight="bold")
axes.set(title="Where parts clash, seen along z: curves of hard clashes in red", xlabel="x", ylabel="y", aspect="equal")
axes.legend(markerscale=12, loc="lower right", fontsize=8)
plt.show()
