"""Rows of shapes: pairs, batches, an arm in a world, boxes, and parts."""

from __future__ import annotations

import numpy as np
from meshes import coal_mesh, turned
from table import close, equal, library

import barycast as bc
from barycast.clash import Assembly


def ball_mesh(rings, sectors, radius=1.0):
    """Returns vertices and faces of a ball, faces outward: two for each ring and sector."""
    polar = np.linspace(0, np.pi, rings + 2)[1:-1]
    turn = np.linspace(0, 2 * np.pi, sectors, endpoint=False)
    p, t = np.meshgrid(polar, turn, indexing="ij")
    body = np.stack([np.sin(p) * np.cos(t), np.sin(p) * np.sin(t), np.cos(p)], axis=-1).reshape(-1, 3)
    vertices = np.concatenate([[[0, 0, 1]], body, [[0, 0, -1]]]) * radius
    s, last = np.arange(sectors), 1 + (rings - 1) * sectors
    n = (s + 1) % sectors
    caps = [np.stack([0 * s, 1 + s, 1 + n], -1), np.stack([0 * s + len(vertices) - 1, last + n, last + s], -1)]
    a = 1 + np.arange(rings - 1)[:, None] * sectors
    b = a + sectors
    sides = [np.stack([a + s, b + s, b + n], -1), np.stack([a + s, b + n, a + n], -1)]
    return vertices, np.concatenate([*caps, *(side.reshape(-1, 3) for side in sides)])


def shapes(table, rng):
    """A sphere and a capsule: one pair a call, and a million pairs in one call."""
    centers = rng.normal(size=(1_000_000, 3)) * 3
    one, pipe = bc.sphere((0, 0, 0), 1), bc.capsule((3, 0, -1), (3, 0, 1), 0.5)
    balls = bc.many("sphere", center=centers, radius=1)
    single, count = 2_000, 3_000

    def alone():
        for _ in range(single):
            found = bc.distance(one, pipe)
        return found

    def fcl_calls():
        made = library("fcl")
        if made is None:
            return None
        ball, other = made.CollisionObject(made.Sphere(1)), made.CollisionObject(made.Capsule(0.5, 2))
        other.setTranslation(np.array([3.0, 0, 0]))
        request = made.DistanceRequest()

        def calls(n):
            ball.setTranslation(np.zeros(3))
            for _ in range(single):
                found = made.distance(ball, other, request, made.DistanceResult())
            return found

        def loop(n):
            found = np.empty(count)
            for i in range(count):
                ball.setTranslation(centers[i])
                found[i] = made.distance(ball, other, request, made.DistanceResult())
            return np.maximum(found, 0)

        return "python-fcl", calls, loop

    def coal_calls():
        made = library("coal")
        if made is None:
            return None
        ball, other = made.Sphere(1), made.Capsule(0.5, 2)
        here, there = made.Transform3s(), made.Transform3s(np.eye(3), np.array([3.0, 0, 0]))
        request, result = made.DistanceRequest(), made.DistanceResult()

        def calls(n):
            for _ in range(single):
                result.clear()
                found = made.distance(ball, here, other, there, request, result)
            return found

        def loop(n):
            found, place = np.empty(count), made.Transform3s()
            for i in range(count):
                result.clear()
                place.setTranslation(centers[i])
                found[i] = made.distance(ball, place, other, there, request, result)
            return np.maximum(found, 0)

        return "coal", calls, loop

    for rival, calls, loop in filter(None, (coal_calls(), fcl_calls())):
        table.row(
            "two shapes, one call", rival, (single, alone), (single, calls), lambda a, b: close(a, b, 1e-6), 3, threads=("1",)
        )
        table.row(
            "two shapes, 1,000,000 pairs", f"{rival}, loop", (len(centers), lambda: bc.distance(balls, pipe)), (count, loop),
            lambda a, b: close(a[:count], b, 1e-5), 100,
        )


class FclArm:
    """Links and a world in python-fcl."""

    def __init__(self, made, links, world, places):
        self.made, self.links = made, [made.CollisionObject(link) for link in links]
        self.world = [made.CollisionObject(body, made.Transform(p[:3, :3], p[:3, 3])) for body, p in zip(world, places, strict=True)]
        self.manager = made.DynamicAABBTreeCollisionManager()
        self.manager.registerObjects(self.world)
        self.manager.setup()

    def by_tree(self, poses):
        made, request, found = self.made, self.made.CollisionRequest(), np.zeros(len(poses), bool)
        for i, configuration in enumerate(poses):
            for link, pose in zip(self.links, configuration, strict=True):
                link.setTransform(made.Transform(pose[:3, :3], pose[:3, 3]))
            for a, link in enumerate(self.links):
                data = made.CollisionData()
                self.manager.collide(link, data, made.defaultCollisionCallback)
                pairs = (made.collide(link, other, request, made.CollisionResult()) for other in self.links[a + 1 :])
                if data.result.is_collision or any(pairs):
                    found[i] = True
                    break
        return found


class CoalArm:
    """Links and a world in Coal."""

    def __init__(self, made, links, world, places):
        self.made, self.links = made, links
        self.world = [(body, made.Transform3s(p[:3, :3], p[:3, 3])) for body, p in zip(world, places, strict=True)]
        self.objects = [made.CollisionObject(link) for link in links]
        self.parts = [made.CollisionObject(*placed) for placed in self.world]
        self.manager = made.DynamicAABBTreeCollisionManager()
        for part in self.parts:
            self.manager.registerObject(part)
        self.manager.setup()
        self.callback = made.CollisionCallBackDefault()

    def by_pairs(self, poses):
        made, request, result = self.made, self.made.CollisionRequest(), self.made.CollisionResult()
        found = np.zeros(len(poses), bool)

        def meet(a, at, b, there):
            result.clear()
            return made.collide(a, at, b, there, request, result) > 0

        for i, configuration in enumerate(poses):
            placed = [(link, made.Transform3s(p[:3, :3], p[:3, 3])) for link, p in zip(self.links, configuration, strict=True)]
            found[i] = any(
                meet(*link, *other) for a, link in enumerate(placed) for other in (*self.world, *placed[a + 1 :])
            )
        return found

    def by_tree(self, poses):
        made, request, result = self.made, self.made.CollisionRequest(), self.made.CollisionResult()
        found, callback = np.zeros(len(poses), bool), self.callback
        for i, configuration in enumerate(poses):
            for link, pose in zip(self.objects, configuration, strict=True):
                link.setRotation(pose[:3, :3])
                link.setTranslation(pose[:3, 3])
                link.computeAABB()
            for a, link in enumerate(self.objects):
                callback.init()
                self.manager.collide(link, callback)
                hit = callback.data.result.isCollision()
                for other in self.objects[a + 1 :]:
                    if hit:
                        break
                    if link.getAABB().overlap(other.getAABB()):
                        result.clear()
                        hit = made.collide(link, other, request, result) > 0
                if hit:
                    found[i] = True
                    break
        return found


def arm(table, row, poses, counts, checker, theirs):
    """Rows of an arm: `theirs` are a rival, its loop, and which of `counts` it takes."""
    for (rival, loop), count in zip(theirs, counts, strict=True):
        some = poses[:count]
        table.row(
            row, rival, (len(poses), lambda: checker.collides(poses)), (count, lambda n, loop=loop, some=some: loop(some)),
            lambda a, b, count=count: equal(a[:count], b), 10,
        )


def capsules(table, rng):
    """Seven capsules against twenty boxes."""
    places = np.stack([bc.pose(p) for p in rng.normal(size=(20, 3)) * 2.5])
    links = [bc.capsule((0, 0, -0.3), (0, 0, 0.3), 0.1)] * 7
    checker = bc.PoseChecker(links, [(bc.aabb((-0.3, -0.3, -0.3), (0.3, 0.3, 0.3)), p) for p in places])
    poses = turned(rng, 7 * 30_000, 2).reshape(-1, 7, 4, 4)
    print(f"# of the configurations of capsules, {checker.collides(poses).mean():.0%} collide")
    theirs = []
    for rival, module, kind in (("coal", "coal", CoalArm), ("python-fcl", "fcl", FclArm)):
        made = library(module)
        if made is not None:
            them = kind(made, [made.Capsule(0.1, 0.6)] * 7, [made.Box(0.6, 0.6, 0.6)] * 20, places)
            loops = [(f"{rival}, pairs", them.by_pairs)] if kind is CoalArm else []
            theirs += [*loops, (f"{rival}, tree", them.by_tree)]
    arm(table, "7 capsules, 20 boxes, a configuration", poses, [400] * len(theirs), checker, theirs)


def links_of_meshes(table, rng):
    """Seven meshes of 1,000 faces against one of 20,000."""
    small, large = bc.Mesh(*ball_mesh(20, 25, 0.2)), bc.Mesh(*ball_mesh(100, 100, 1.0))
    assert len(small.faces) == 1_000 and len(large.faces) == 20_000
    checker = bc.PoseChecker([small] * 7, [large])
    poses = turned(rng, 7 * 4_000, 1.1).reshape(-1, 7, 4, 4)
    print(f"# of the configurations of meshes, {checker.collides(poses).mean():.0%} collide")
    made = library("coal")
    if made is None:
        return
    theirs = CoalArm(made, [coal_mesh(made, small)] * 7, [coal_mesh(made, large)], [np.eye(4)])
    loops = [("coal, pairs", theirs.by_pairs), ("coal, tree", theirs.by_tree)]
    arm(table, "7 meshes, a mesh of 20,000, a configuration", poses, [200, 200], checker, loops)


def boxes(table, rng):
    """All pairs of boxes that meet, beside python-fcl's manager."""
    made, count = library("fcl"), 100_000
    if made is None:
        return
    low = rng.uniform(0, 100, (count, 3))
    boxes = np.stack([low, low + rng.uniform(0, 1.5, (count, 3))], axis=1)
    sides, middles = boxes[:, 1] - boxes[:, 0], boxes.mean(axis=1)
    objects = [made.CollisionObject(made.Box(*side), made.Transform(middle)) for side, middle in zip(sides, middles, strict=True)]
    manager = made.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()

    def theirs(_):
        pairs = []

        def callback(a, b, data):
            pairs.append((a, b))
            return False

        manager.collide(None, callback)
        return len(pairs)

    # python-fcl's boxes are sums of a middle and half a side, which are rounded.
    table.row(
        "all pairs of 100,000 boxes", "python-fcl, tree", (1, lambda: len(bc.pairs(boxes))), (1, theirs),
        lambda a, b: min(a, b) / max(a, b), 20,
    )


def parts(table, rng):
    """Parts that touch, beside trimesh's manager with python-fcl."""
    trimesh = library("trimesh")
    if trimesh is None or library("fcl") is None:
        return
    mesh = bc.Mesh(*ball_mesh(20, 25, 1.0))
    poses = turned(rng, 1_000, 1)
    poses[:, :3, 3] = rng.uniform(0, 22, (1_000, 3))
    assembly = Assembly([mesh], poses, instances=np.zeros(len(poses), int))
    theirs, manager = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False), trimesh.collision.CollisionManager()
    for i, pose in enumerate(poses):
        manager.add_object(str(i), theirs, pose)

    def same(a, b):
        ours, found = {tuple(pair) for pair in a.tolist()}, {tuple(sorted(map(int, pair))) for pair in b[1]}
        return len(ours & found) / len(ours | found)

    # Every two parts within the default tolerance; no pair is apart by less, as the compared answers show.
    table.row(
        "1,000 parts, touching", "trimesh, python-fcl", (1, lambda: assembly.touching()),
        (1, lambda n: manager.in_collision_internal(return_names=True)), same, 10,
    )
