"""
A moving world with events
==========================

Discs move in a box. `World.step` reports what begins to touch, stays, and ends.
"""

import matplotlib.pyplot as plt
import numpy as np

import barycast as bc
from barycast import moving

rng = np.random.default_rng(5)
count, steps = 60, 200
place, speed = rng.uniform(-4, 4, (count, 2)), rng.normal(size=(count, 2)) * 0.06
world = moving.World(dim=2)
poses = np.tile(np.eye(3), (count, 1, 1))
poses[:, :2, 2] = place
bodies = world.add_many(bc.circle((0, 0), 0.25), poses)
told = np.zeros((steps, 3), int)
begins = []
for step in range(steps):
    place += speed
    speed = np.where(np.abs(place) > 4.75, -np.sign(place) * np.abs(speed), speed)
    poses[:, :2, 2] = place
    world.move(bodies, poses)
    events = world.step()
    told[step] = [np.sum(events.what == kind) for kind in (moving.ENTER, moving.STAY, moving.EXIT)]
    begins.append(events.point[events.what == moving.ENTER])
print(f"{told[:, 0].sum()} contacts began, {told[:, 2].sum()} ended")

figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4.6))
for centre in place:
    left.add_patch(plt.Circle(centre, 0.25, alpha=0.4))
left.plot(*np.concatenate(begins).T, "x", color="red", markersize=4, label="a contact began")
left.set(title="Bodies at the end", xlabel="x", ylabel="y", xlim=(-5, 5), ylim=(-5, 5), aspect="equal")
left.legend(loc="upper right")
for column, name in enumerate(("begin", "stay", "end")):
    right.plot(np.cumsum(told[:, column]) if name != "stay" else told[:, column], label=name)
right.set(title="Contacts: begun and ended so far, and staying", xlabel="step", ylabel="number")
right.legend()
plt.show()
