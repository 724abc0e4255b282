"""
Pairs among 100,000 boxes
=========================

`pairs` finds every pair of boxes that meet. Here each box is coloured by the number of its partners.
"""

import time

import matplotlib.pyplot as plt
import numpy as np

import barycast as bc

rng = np.random.default_rng(1)
count = 100_000
middle = rng.normal(size=(count, 2)) * (40, 25)
half = rng.uniform(0.02, 0.25, (count, 2))
boxes = np.stack([middle - half, middle + half], axis=1)

start = time.perf_counter()
pairs = bc.pairs(boxes)
taken = time.perf_counter() - start
partners = np.bincount(pairs.ravel(), minlength=count)
print(f"{len(pairs):,} pairs among {count:,} boxes; most partners: {partners.max()}")
print("found within a second:", taken < 1)

figure, axes = plt.subplots(figsize=(7.5, 5))
order = np.argsort(partners, kind="stable")
shown = axes.scatter(*middle[order].T, c=partners[order], s=1, cmap="inferno_r")
axes.set(title="Boxes by the number of boxes that they meet", xlabel="x", ylabel="y", aspect="equal")
figure.colorbar(shown, label="partners")
plt.show()
