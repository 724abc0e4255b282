"""Times one call with two shapes, and a million pairs in one call, in time of one processor: a busy machine changes it little.

    bench/target/python/bin/python bench/python/calls.py

Where Coal is installed, its loop over 3,000 of the pairs is measured in turns.
"""

from __future__ import annotations

import statistics
import time

import numpy as np
from bodies import ball_mesh
from table import library

import barycast as bc

ROUNDS = 7


def spent(call, count):
    """Returns the nanoseconds of a question."""
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1e9 / count


def repeated(call, times):
    for _ in range(times):
        call()


def single():
    ball, box, ray = bc.sphere((0, 0, 0), 1), bc.aabb((0.5, -1, -1), (3, 1, 1)), bc.ray((0, 0, 5), (0, 0, -1))
    mesh, small = bc.Mesh(*ball_mesh(49, 100)), bc.sphere((0.9, 0, 0), 0.2)
    far = bc.sphere((3, 0, 0), 1)
    rows = [
        ("contact of a ball and a box", 1000, lambda: bc.contact(ball, box)),
        ("cast at a ball", 1000, lambda: bc.cast(ray, ball)),
        ("span in a ball", 1000, lambda: bc.span(ray, ball)),
        (f"contact of {len(mesh.faces):,} faces and a ball", 3, lambda: bc.contact(mesh, small)),
        (f"sweep of {len(mesh.faces):,} faces and a ball", 10, lambda: bc.sweep(mesh, far, (-6, 0, 0))),
        (f"cast at {len(mesh.faces):,} faces", 10, lambda: bc.cast(ray, mesh)),
    ]
    for name, times, call in rows:
        call()
        found = statistics.median(spent(lambda call=call, times=times: repeated(call, times), times) for _ in range(ROUNDS))
        print(f"{name:40} {found / 1000:12,.2f} us")


def coal_loop(centers):
    """Returns Coal's loop over the pairs, if it is installed."""
    made = library("coal")
    if made is None:
        return None
    ball, other, place = made.Sphere(1), made.Capsule(0.5, 2), made.Transform3s()
    there = made.Transform3s(np.eye(3), np.array([3.0, 0, 0]))
    request, result = made.DistanceRequest(), made.DistanceResult()

    def loop():
        for center in centers:
            result.clear()
            place.setTranslation(center)
            made.distance(ball, place, other, there, request, result)

    return loop


def batches():
    count, some = 1_000_000, 3000
    centers = np.random.default_rng(1).normal(size=(count, 3)) * 3
    balls, pipe = bc.many("sphere", center=centers, radius=1), bc.capsule((3, 0, -1), (3, 0, 1), 0.5)
    rows = {
        "distance": (count, lambda: bc.distance(balls, pipe)),
        "intersects": (count, lambda: bc.intersects(balls, pipe)),
        "intersects, exact=False": (count, lambda: bc.intersects(balls, pipe, exact=False)),
    }
    loop = coal_loop(centers[:some])
    if loop is not None:
        rows["distance, coal, loop"] = (some, loop)
    found = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, (questions, call) in rows.items():
            found[name].append(spent(call, questions))
    for name, times in found.items():
        print(f"{name:40} {statistics.median(times):12,.1f} ns a pair")


if __name__ == "__main__":
    bc.set_num_threads(1)
    single()
    batches()
