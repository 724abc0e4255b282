"""
A million poses of an arm
=========================

A flat arm of two links, and two obstacles. Every pair of joint angles is one configuration; all are
tested in one call.
"""

import matplotlib.pyplot as plt
import numpy as np

import barycast as bc

links = [bc.capsule((0, 0, 0), (1, 0, 0), 0.08), bc.capsule((0, 0, 0), (0.8, 0, 0), 0.06)]
world = [bc.sphere((1.1, 0.9, 0), 0.35), bc.aabb((-1.4, 0.3, -0.5), (-0.7, 1.0, 0.5))]
checker = bc.PoseChecker(links, world, allowed=[(0, 1)])

side = 1000
shoulder, elbow = np.meshgrid(np.linspace(-np.pi, np.pi, side), np.linspace(-np.pi, np.pi, side))


def turned(angle):
    """Returns rotations about z, as (..., 4, 4)."""
    made = np.zeros((*angle.shape, 4, 4))
    made[..., 0, 0] = made[..., 1, 1] = np.cos(angle)
    made[..., 1, 0], made[..., 0, 1] = np.sin(angle), -np.sin(angle)
    made[..., 2, 2] = made[..., 3, 3] = 1
    return made


upper, lower = turned(shoulder), turned(shoulder + elbow)
lower[..., 0, 3], lower[..., 1, 3] = np.cos(shoulder), np.sin(shoulder)
poses = np.stack([upper, lower], axis=-3)
collides = checker.collides(poses)
print(f"{collides.mean():.1%} of {collides.size:,} configurations collide")

# %%
# Where the arm is free, its distance from the obstacles.

few = (slice(None, None, 4), slice(None, None, 4))
distance = np.where(collides[few], np.nan, checker.distance(poses[few]).distance)
figure, axes = plt.subplots(figsize=(6.8, 5.5))
axes.set_facecolor("black")
shown = axes.pcolormesh(np.degrees(shoulder[few]), np.degrees(elbow[few]), distance, cmap="viridis")
axes.set(title="Free configurations; those that collide are black", xlabel="shoulder, degrees", ylabel="elbow, degrees")
figure.colorbar(shown, label="distance from the obstacles")
plt.show()
