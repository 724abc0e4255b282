"""`barycast query` compared with FCL and Coal: all pairs of a robot's links, and the distance of two meshes.

    bench/peers.sh
    cargo build --release -p barycast-cli
    bench/target/peers/python/bin/python bench/query_peers.py target/release/barycast [--rounds 5]

One thread each, measured alternately; medians of processor time. Ours includes parsing and writing JSON; the others include the Python
loop that calls them. Trees are built before the measurement. The robot has 17 links of 1,152 triangles: every
configuration has 136 pairs, and a configuration has answers to all of them. The two meshes have 54,000 triangles each; distances
are compared with ours.
"""

import argparse
import json
import math
import os
import random
import statistics
import sys
import tempfile
import time

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from query_meshes import ball, seconds, turn, write_obj  # noqa: E402


def matrix(quaternion):
    x, y, z, w = quaternion
    return numpy.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


class Fcl:
    def __init__(self, meshes):
        import fcl
        self.fcl, self.models = fcl, []
        for vertices, triangles in meshes:
            model = fcl.BVHModel()
            model.beginModel(len(vertices), len(triangles))
            model.addSubModel(numpy.array(vertices), numpy.array(triangles))
            model.endModel()
            self.models.append(model)

    def placed(self, index, at, quaternion):
        return self.fcl.CollisionObject(self.models[index], self.fcl.Transform(matrix(quaternion), numpy.array(at)))

    def meet(self, a, b):
        return self.fcl.collide(a, b, self.fcl.CollisionRequest(), self.fcl.CollisionResult()) > 0

    def distance(self, a, b):
        return self.fcl.distance(a, b, self.fcl.DistanceRequest(), self.fcl.DistanceResult())


class Coal:
    def __init__(self, meshes):
        import coal
        self.coal, self.models = coal, []
        for vertices, triangles in meshes:
            model = coal.BVHModelOBBRSS()
            model.beginModel(len(triangles), len(vertices))
            model.addVertices(numpy.array(vertices))
            model.addTriangles(numpy.array(triangles))
            model.endModel()
            self.models.append(model)

    def placed(self, index, at, quaternion):
        return self.models[index], self.coal.Transform3s(matrix(quaternion), numpy.array(at))

    def meet(self, a, b):
        return self.coal.collide(*a, *b, self.coal.CollisionRequest(), self.coal.CollisionResult()) > 0

    def distance(self, a, b):
        return self.coal.distance(*a, *b, self.coal.DistanceRequest(), self.coal.DistanceResult())


def timed(ask):
    before = time.process_time()
    answers = ask()
    return time.process_time() - before, answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rnd = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        robot(options, folder, rnd)
        two(options, folder, rnd)


def ours(program, first, lines):
    alone, bad = seconds(program, [first])
    whole, answers = seconds(program, [first, *lines]) if alone is not None else (None, bad)
    if whole is None:
        sys.exit(answers)
    return whole - alone, [json.loads(answer) for answer in answers[1:]]


def report(name, took, count, what):
    mine = statistics.median(took["ours"])
    for who, times in took.items():
        each = statistics.median(times) / count
        print("%-34s %-5s %10.1f us a %-13s %6.2f" % (name, who, each * 1e6, what, each * count / mine), flush=True)


def robot(options, folder, rnd):
    meshes = [ball(25, 24, 0.12 + 0.005 * i, 3 + i % 4) for i in range(17)]
    paths = [os.path.join(folder, "link%d.obj" % i) for i in range(17)]
    for path, mesh in zip(paths, meshes):
        write_obj(path, *mesh)
    peers = {"fcl": Fcl(meshes), "coal": Coal(meshes)}
    pairs = [(i, j) for i in range(17) for j in range(i + 1, 17)]
    took, count = {"ours": [], "fcl": [], "coal": []}, 200
    for _ in range(options.rounds):
        configurations = []
        for _ in range(count):
            at, poses = [0.0] * 3, []
            for _ in range(17):
                poses.append((list(at), turn(rnd)))
                step = [rnd.gauss(0, 1) for _ in range(3)]
                size = math.sqrt(sum(x * x for x in step))
                at = [a + 0.28 * s / size for a, s in zip(at, step)]
            configurations.append(poses)

        def line(poses):
            shapes = [{"posed": {"shape": {"mesh": {"path": path}}, "translation": at, "quaternion": q}}
                      for path, (at, q) in zip(paths, poses)]
            return {"op": "pairs", "question": "intersects", "shapes": shapes}

        spent, answers = ours(options.program, line(configurations[0]), [line(poses) for poses in configurations])
        took["ours"].append(spent)
        found = [sorted(map(tuple, answer["pairs"])) for answer in answers]
        for name, peer in peers.items():
            def all_pairs(peer=peer):
                out = []
                for poses in configurations:
                    placed = [peer.placed(i, at, q) for i, (at, q) in enumerate(poses)]
                    out.append([(i, j) for i, j in pairs if peer.meet(placed[i], placed[j])])
                return out

            spent, theirs = timed(all_pairs)
            took[name].append(spent)
            wrong = sum(a != b for a, b in zip(found, theirs))
            if wrong:
                print("%s differs in %d of %d configurations" % (name, wrong, count))
    report("robot, 136 pairs, yes or no", took, count, "configuration")


def two(options, folder, rnd):
    mesh = ball(165, 165, 1.0, 7)
    path = os.path.join(folder, "part.obj")
    write_obj(path, *mesh)
    peers = {"fcl": Fcl([mesh]), "coal": Coal([mesh])}
    for name, apart, count in (("two meshes, near", 2.4, 40), ("two meshes, 10 apart", 10.0, 40)):
        took = {"ours": [], "fcl": [], "coal": []}
        for _ in range(options.rounds):
            poses = [([0.0] * 3, turn(rnd), [apart, rnd.uniform(-0.1, 0.1), 0.0], turn(rnd)) for _ in range(count)]

            def line(pose):
                posed = [{"posed": {"shape": {"mesh": {"path": path}}, "translation": at, "quaternion": q}}
                         for at, q in (pose[:2], pose[2:])]
                return {"op": "distance", "a": posed[0], "b": posed[1]}

            spent, answers = ours(options.program, line(poses[0]), [line(pose) for pose in poses])
            took["ours"].append(spent)
            for who, peer in peers.items():
                placed = [(peer.placed(0, *pose[:2]), peer.placed(0, *pose[2:])) for pose in poses]
                spent, theirs = timed(lambda: [peer.distance(a, b) for a, b in placed])
                took[who].append(spent)
                off = max(abs(a["distance"] - b) for a, b in zip(answers, theirs))
                if off > 1e-6:
                    print("%s: a distance differs by %g" % (who, off))
        report(name + ", distance", took, count, "pair")


if __name__ == "__main__":
    main()
