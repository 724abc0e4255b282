"""
A contact manifold
==================

Two polygons overlap. The manifold has up to two points in 2D, with a depth each; moving the second
shape by ``normal * depth`` makes them just touch.
"""

import matplotlib.pyplot as plt
import numpy as np

import barycast as bc

a = np.array([[-2, -1], [2, -1], [2, 0], [-2, 0]])
turn = np.radians(2)
box = np.array([[-1, -0.4], [1, -0.4], [1, 0.6], [-1, 0.6]])
b = box @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + [0.3, 0.3]
found = bc.manifold(bc.polygon(a), bc.polygon(b))
print(found)

figure, axes = plt.subplots(figsize=(7, 4.5))
for corners, name, colour in ((a, "a", "tab:blue"), (b, "b", "tab:orange")):
    axes.fill(*corners.T, alpha=0.35, color=colour, label=name)
deepest = found.depth.max()
axes.fill(*(b + found.normal * deepest).T, fill=False, linestyle="dashed", label="b, moved by normal * depth")
for on_a, on_b in zip(found.point_a, found.point_b, strict=True):
    axes.plot(*np.transpose([on_a, on_b]), "o-", color="black", markersize=4)
middle = found.point_a.mean(axis=0)
axes.annotate("", middle + found.normal * 0.6, middle, arrowprops={"arrowstyle": "->", "color": "red"})
axes.annotate("normal", middle + found.normal * 0.62, color="red")
axes.set(title="Points of a contact manifold, with their depths", xlabel="x", ylabel="y", aspect="equal", ylim=(-1.2, 2))
axes.legend(loc="upper left")
plt.show()
