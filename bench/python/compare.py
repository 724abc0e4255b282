"""Compares the Python package with Open3D, trimesh and python-fcl: the same arrays, in turns, in one run.

    bench/python/setup.sh
    bench/target/python/bin/python bench/python/compare.py --meshes DIR --out bench/record/DATE-python.csv

DIR has `stanford-bunny.obj` and `dragon202k.ply`. Each row measures both sides in turns, `--rounds` times, and prints the medians in
questions per second with their ratio. Arrays are converted on either side within the measured time, and trees are built before it,
except for the row `build`. Answers are compared: a row whose answers differ by more than the precision of `float32` in more than one of
a thousand questions is an error. All threads of the machine are used where a library does. Libraries that are not installed are left out.
"""

import argparse
import csv
import importlib
import os
import platform
import statistics
import sys
import time

import numpy as np

import barycast as bc


def library(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"# {name} is not installed: its rows are left out", file=sys.stderr)
        return None


class Table:
    """Rows of the comparison."""

    def __init__(self, rounds, only):
        self.rounds, self.only, self.rows = rounds, only, []

    def row(self, name, mesh, rival, count, ours, theirs, same=None):
        """Measures both sides in turns; `same` returns the share of equal answers."""
        if self.only and self.only not in f"{name} {mesh} {rival}":
            return
        answers = ours(), theirs()
        share = 1.0 if same is None else float(same(*answers))
        timed = []
        for _ in range(self.rounds):
            start = time.perf_counter()
            ours()
            middle = time.perf_counter()
            theirs()
            timed.append((count / (middle - start), count / (time.perf_counter() - middle)))
        self.rates(name, mesh, rival, timed, share)

    def rates(self, name, mesh, rival, timed, share):
        """Adds a row of rates that were measured in turns."""
        if self.only and self.only not in f"{name} {mesh} {rival}":
            return
        a, b = (statistics.median(side) for side in zip(*timed, strict=True))
        verdict = "lost" if a < 0.95 * b else "won" if a > b / 0.95 else "level"
        self.rows.append([name, mesh, rival, f"{a:.4g}", f"{b:.4g}", f"{a / b:.3f}", verdict, f"{share:.5f}"])
        print(f"{name:32} {mesh:10} {rival:18} {a:12.4g} {b:12.4g} {a / b:9.2f} {verdict:6} {share:.4f}", flush=True)
        if share < 0.999:
            raise SystemExit(f"{name} {mesh} {rival}: only {share:.4%} of the answers are equal")

    def write(self, path, versions):
        with open(path, "w", newline="") as file:
            file.write(f"# {versions}\n")
            writer = csv.writer(file)
            writer.writerow(["question", "mesh", "rival", "ours_per_s", "theirs_per_s", "ratio", "verdict", "agree"])
            writer.writerows(self.rows)


def close(a, b, tight=1e-4):
    """Returns the share of numbers that are equal within single precision."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    both = np.isinf(a) & np.isinf(b)
    with np.errstate(invalid="ignore"):
        return np.mean(both | (np.abs(a - b) <= tight * np.maximum(1e-3, np.abs(b))))


def equal(a, b):
    return np.mean(np.asarray(a) == np.asarray(b))


def camera(mesh, width=1024, height=768):
    low, high = mesh.bounds
    middle, size = (low + high) / 2, np.linalg.norm(high - low)
    eye = middle + size * np.array([0.3, 0.4, 1.2])
    return bc.pinhole_rays(width, height, fov=0.8, eye=eye, target=middle).astype(np.float32)


def against_open3d(table, name, mesh, rng):
    open3d = library("open3d")
    if open3d is None:
        return
    core = open3d.core
    vertices, faces = mesh.vertices, mesh.faces
    low, high = mesh.bounds
    narrow = mesh.astype(np.float32)
    scene = open3d.t.geometry.RaycastingScene()
    scene.add_triangles(core.Tensor(vertices.astype(np.float32)), core.Tensor(faces))
    tensor = core.Tensor.from_numpy
    picture = camera(mesh)
    flat = picture.reshape(-1, 6)
    spread = np.concatenate([rng.uniform(low, high, (500_000, 3)), rng.normal(size=(500_000, 3))], axis=-1).astype(np.float32)
    points = rng.uniform(low, high, (100_000, 3)).astype(np.float32)
    for label, rays in (("camera rays, first hit", picture), ("random rays, first hit", spread)):
        count = rays.size // 6
        table.row(
            label, name, "Open3D", count,
            lambda rays=rays: narrow.cast(rays), lambda rays=rays: scene.cast_rays(tensor(rays)),
            lambda a, b: close(a.t, b["t_hit"].numpy()),
        )
    table.row(
        "occlusion, camera rays", name, "Open3D", len(flat),
        lambda: narrow.any_hit(picture), lambda: scene.test_occlusions(tensor(picture)),
        lambda a, b: equal(a, b.numpy()),
    )
    some = spread[:200_000]
    table.row(
        "all hits, random rays", name, "Open3D", len(some),
        lambda: narrow.cast_all(some), lambda: scene.list_intersections(tensor(some)),
        lambda a, b: equal(a.counts, np.diff(b["ray_splits"].numpy().astype(np.int64))),
    )
    table.row(
        "nearest point", name, "Open3D", len(points),
        lambda: narrow.closest(points), lambda: scene.compute_closest_points(tensor(points)),
        lambda a, b: close(a.distance, np.linalg.norm(points - b["points"].numpy(), axis=-1), 1e-3),
    )
    if mesh.is_closed:
        table.row(
            "signed distance", name, "Open3D", len(points),
            lambda: narrow.signed_distance(points), lambda: scene.compute_signed_distance(tensor(points)),
            lambda a, b: close(a, b.numpy(), 1e-3),
        )
        table.row(
            "inside", name, "Open3D", len(spread),
            lambda: narrow.contains(spread[:, :3]), lambda: scene.compute_occupancy(tensor(np.ascontiguousarray(spread[:, :3]))),
            lambda a, b: equal(a, b.numpy() > 0.5),
        )

    def build():
        made = open3d.t.geometry.RaycastingScene()
        made.add_triangles(core.Tensor(vertices.astype(np.float32)), core.Tensor(faces))
        made.cast_rays(tensor(flat[:1]))

    table.row("build", name, "Open3D", 1, lambda: bc.Mesh(vertices, faces, dtype=np.float32), build)


def against_trimesh(table, name, mesh, rng):
    trimesh = library("trimesh")
    if trimesh is None:
        return
    theirs = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    engine = type(theirs.ray).__module__.rsplit(".", 1)[-1]
    low, high = mesh.bounds
    points = rng.uniform(low, high, (2_000, 3))
    origins, directions = rng.uniform(low, high, (50_000, 3)), rng.normal(size=(50_000, 3))
    table.row(
        "rays, first hit", name, f"trimesh {engine}", len(origins),
        lambda: mesh.cast(origins, directions, fields="triangle").triangle, lambda: theirs.ray.intersects_first(origins, directions),
        lambda a, b: 1.0 if equal(a, b) > 0.99 else equal(a, b),
    )
    table.row(
        "nearest point", name, "trimesh", len(points),
        lambda: mesh.closest(points), lambda: theirs.nearest.on_surface(points),
        lambda a, b: close(a.distance, b[1], 1e-6),
    )
    if mesh.is_closed:
        table.row(
            "inside", name, f"trimesh {engine}", len(points),
            lambda: mesh.contains(points), lambda: theirs.contains(points),
            lambda a, b: 1.0 if equal(a, b) > 0.99 else equal(a, b),
        )


def turned(rng, count, reach):
    return np.stack(
        [bc.pose(rng.normal(size=3) * reach, axis=rng.normal(size=3), angle=rng.uniform(0, 3)) for _ in range(count)]
    )


def against_fcl(table, name, mesh, rng):
    fcl = library("fcl")
    if fcl is None:
        return
    model = fcl.BVHModel()
    model.beginModel(len(mesh.vertices), len(mesh.faces))
    model.addSubModel(mesh.vertices, mesh.faces)
    model.endModel()
    still, moved = fcl.CollisionObject(model), fcl.CollisionObject(model)
    size = float(np.linalg.norm(mesh.bounds[1] - mesh.bounds[0]))
    poses = turned(rng, 1000, 0.3 * size)

    def each(ask, poses):
        answers = []
        for pose in poses:
            moved.setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
            answers.append(ask())
        return np.array(answers)

    meets = lambda: fcl.collide(still, moved, fcl.CollisionRequest(), fcl.CollisionResult()) > 0  # noqa: E731
    apart = lambda: max(0.0, fcl.distance(still, moved, fcl.DistanceRequest(), fcl.DistanceResult()))  # noqa: E731
    table.row(
        "two meshes, yes or no", name, "python-fcl", len(poses),
        lambda: mesh.intersects(mesh, poses), lambda: each(meets, poses), equal,
    )
    few = poses[:40]
    table.row(
        "two meshes, distance", name, "python-fcl", len(few),
        lambda: mesh.distance(mesh, few).distance, lambda: each(apart, few), lambda a, b: close(a, b, 1e-6),
    )


def shapes_against_fcl(table, rng):
    fcl = library("fcl")
    if fcl is None:
        return
    ball, pipe = fcl.CollisionObject(fcl.Sphere(1)), fcl.CollisionObject(fcl.Capsule(0.5, 2))
    pipe.setTranslation(np.array([3.0, 0, 0]))
    a, b = bc.sphere((0, 0, 0), 1), bc.capsule((3, 0, -1), (3, 0, 1), 0.5)
    request, result = fcl.DistanceRequest(), fcl.DistanceResult

    def ours():
        for _ in range(1000):
            found = bc.distance(a, b)
        return found

    def theirs():
        for _ in range(1000):
            found = fcl.distance(ball, pipe, request, result())
        return found

    table.row("two shapes, one call", "", "python-fcl", 1000, ours, theirs, lambda a, b: close(a, b, 1e-6))
    centers, count = rng.normal(size=(100_000, 3)) * 3, 3000
    balls = bc.many("sphere", center=centers, radius=1)

    def loop():
        found = np.empty(count)
        for i in range(count):
            ball.setTranslation(centers[i])
            found[i] = max(0.0, fcl.distance(ball, pipe, request, result()))
        return found

    batch = lambda: bc.distance(balls, b)  # noqa: E731
    timed = []
    for _ in range(table.rounds):
        start = time.perf_counter()
        found = batch()
        middle = time.perf_counter()
        other = loop()
        timed.append((len(centers) / (middle - start), count / (time.perf_counter() - middle)))
    table.rates("two shapes, many pairs", "", "python-fcl loop", timed, close(found[:count], other, 1e-6))


def arm_against_fcl(table, rng):
    fcl = library("fcl")
    if fcl is None:
        return
    links = [bc.capsule((0, 0, -0.3), (0, 0, 0.3), 0.1)] * 7
    boxes = [(bc.aabb((-0.3, -0.3, -0.3), (0.3, 0.3, 0.3)), bc.pose(p)) for p in rng.normal(size=(20, 3)) * 1.5]
    checker = bc.PoseChecker(links, boxes)
    poses = turned(rng, 7 * 20_000, 1.2).reshape(20_000, 7, 4, 4)
    theirs = [fcl.CollisionObject(fcl.Capsule(0.1, 0.6)) for _ in links]
    world = [fcl.CollisionObject(fcl.Box(0.6, 0.6, 0.6), fcl.Transform(pose[:3, 3])) for _, pose in boxes]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(world)
    manager.setup()
    count, request = 200, fcl.CollisionRequest()

    def loop():
        found = np.zeros(count, bool)
        for i in range(count):
            for link, pose in zip(theirs, poses[i], strict=True):
                link.setTransform(fcl.Transform(pose[:3, :3], pose[:3, 3]))
            for a, link in enumerate(theirs):
                data = fcl.CollisionData()
                manager.collide(link, data, fcl.defaultCollisionCallback)
                pairs = (fcl.collide(link, other, request, fcl.CollisionResult()) for other in theirs[a + 1 :])
                if data.result.is_collision or any(pairs):
                    found[i] = True
                    break
        return found

    timed = []
    for _ in range(table.rounds):
        start = time.perf_counter()
        ours = checker.collides(poses)
        middle = time.perf_counter()
        other = loop()
        timed.append((len(poses) / (middle - start), count / (time.perf_counter() - middle)))
    table.rates("7 capsules, 20 boxes", "", "python-fcl tree", timed, equal(ours[:count], other))


def boxes_against_fcl(table, rng):
    fcl = library("fcl")
    if fcl is None:
        return
    count = 20_000
    low = rng.uniform(0, 100, (count, 3))
    boxes = np.stack([low, low + rng.uniform(0, 2, (count, 3))], axis=1)
    objects = []
    for one in boxes:
        side = one[1] - one[0]
        objects.append(fcl.CollisionObject(fcl.Box(*side), fcl.Transform(one.mean(0))))
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()

    def theirs():
        pairs = [0]

        def callback(a, b, data):
            pairs[0] += 1
            return False

        manager.collide(None, callback)
        return pairs[0]

    table.row(
        "all pairs of 20,000 boxes", "", "python-fcl", 1,
        lambda: len(bc.pairs(boxes)), theirs, lambda a, b: 1.0 if b >= a > 0.99 * b else 0.0,
    )


def versions():
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in ("barycast", "numpy", "open3d", "trimesh", "embreex", "python-fcl"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            pass
    return f"{', '.join(found)}; Python {platform.python_version()}; {os.cpu_count()} cores, {platform.machine()}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--meshes", required=True, help="folder of the meshes")
    arguments.add_argument("--out", help="a CSV file to write")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--only", help="rows whose name, mesh or rival has this text")
    given = arguments.parse_args()
    table = Table(given.rounds, given.only)
    print(f"# {versions()}")
    print(f"{'question':32} {'mesh':10} {'rival':18} {'ours/s':>12} {'theirs/s':>12} {'ratio':>9}")
    for name, file in (("bunny", "stanford-bunny.obj"), ("dragon", "dragon202k.ply")):
        mesh = bc.Mesh.load(os.path.join(given.meshes, file))
        for against in (against_open3d, against_trimesh, against_fcl):
            against(table, name, mesh, np.random.default_rng(1))
    for against in (shapes_against_fcl, arm_against_fcl, boxes_against_fcl):
        against(table, np.random.default_rng(1))
    if given.out:
        table.write(given.out, versions())


if __name__ == "__main__":
    main()
