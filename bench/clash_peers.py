"""Which parts of an assembly meet: `barycast clash` beside FCL, Coal and trimesh, through Python.

    bench/peers.sh
    cargo build --release -p barycast-cli
    bench/target/peers/python/bin/python bench/clash_peers.py --parts 1000 10000 100000

Assemblies are made by `barycast assembly`. Every library has each mesh once, under its own tree of boxes, and looks for pairs of
parts by its own broad phase. In each round all are asked in turn, the others each in a process of its own that is kept; of the rounds the median is told, and the least. Times are by the
clock and of the search alone: not of reading, nor of trees of triangles, which are told apart. What is asked of each:

  ours         yes or no, and names: `--pairs`, of every pair that comes within 0.1 mm or of which one is in the other
  in full      class, depth, distance, points and direction of every pair that comes within 0.1 mm, or within 50 mm
  fcl          yes or no: manager.collide with a callback in Python, which calls fcl.collide of two parts
  coal         yes or no: coal.collide, called from Python, of the pairs of boxes that overlap, found before the clock started;
               Coal's own manager hands no pairs to Python
  coal in C++  manager.collide with CollisionCallBackDefault, which goes on to the last pair; finds contacts, and tells no pairs
  trimesh      yes or no, and names: CollisionManager.in_collision_internal, which is FCL again
"""

import argparse
import functools
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time


def read(path):
    """Meshes (vertices, triangles), and parts (mesh, rotation, translation), of a GLB that `barycast assembly` wrote."""
    import numpy

    data = open(path, "rb").read()
    (size,) = struct.unpack("<I", data[12:16])
    tree, start = json.loads(data[20 : 20 + size]), 20 + size + 8

    def numbers(index):
        accessor = tree["accessors"][index]
        view = tree["bufferViews"][accessor["bufferView"]]
        kind = {5126: numpy.float32, 5125: numpy.uint32, 5123: numpy.uint16}[accessor["componentType"]]
        count = accessor["count"] * {"VEC3": 3, "SCALAR": 1}[accessor["type"]]
        return numpy.frombuffer(data, kind, count, start + view.get("byteOffset", 0)).reshape(-1, 3)

    meshes = []
    for mesh in tree["meshes"]:
        (piece,) = mesh["primitives"]
        vertices = numbers(piece["attributes"]["POSITION"]).astype(numpy.float64)
        meshes.append((vertices, numbers(piece["indices"]).astype(numpy.int32)))
    parts = []
    for node in tree["nodes"]:
        matrix = numpy.array(node.get("matrix", numpy.eye(4).flatten())).reshape(4, 4).T.copy()
        if "matrix" not in node:
            matrix[:3, 3] = node["translation"]
        parts.append((node["mesh"], matrix))
    return meshes, parts


def overlaps(meshes, parts):
    """Every two parts whose boxes overlap: swept along x."""
    boxes = []
    for mesh, matrix in parts:
        placed = meshes[mesh][0] @ matrix[:3, :3].T + matrix[:3, 3]
        boxes.append((*placed.min(0), *placed.max(0)))
    pairs, open_boxes = [], []
    for i in sorted(range(len(parts)), key=lambda i: boxes[i][0]):
        a = boxes[i]
        open_boxes = [j for j in open_boxes if boxes[j][3] >= a[0]]
        for j in open_boxes:
            b = boxes[j]
            if a[1] <= b[4] and b[1] <= a[4] and a[2] <= b[5] and b[2] <= a[5]:
                pairs.append((i, j))
        open_boxes.append(i)
    return pairs


class Fcl:
    def __init__(self, meshes, parts):
        import fcl

        models = []
        for vertices, triangles in meshes:
            model = fcl.BVHModel()
            model.beginModel(len(vertices), len(triangles))
            model.addSubModel(vertices, triangles)
            model.endModel()
            models.append(model)
        placed = [(models[mesh], fcl.Transform(matrix[:3, :3], matrix[:3, 3])) for mesh, matrix in parts]
        self.fcl, self.objects = fcl, [fcl.CollisionObject(model, transform) for model, transform in placed]

    def search(self):
        fcl, found, request = self.fcl, [0], self.fcl.CollisionRequest()

        def meet(a, b, _):
            found[0] += fcl.collide(a, b, request, fcl.CollisionResult()) > 0
            return False

        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(self.objects)
        manager.setup()
        manager.collide(None, meet)
        return found[0]


class Coal:
    def __init__(self, meshes, parts):
        import coal

        models = []
        for vertices, triangles in meshes:
            model = coal.BVHModelOBBRSS()
            model.beginModel(len(triangles), len(vertices))
            model.addVertices(vertices)
            model.addTriangles(triangles)
            model.endModel()
            models.append(model)
        placed = [(models[mesh], coal.Transform3s(matrix[:3, :3], matrix[:3, 3])) for mesh, matrix in parts]
        self.coal, self.placed = coal, placed

    def search(self):
        coal, found = self.coal, 0
        request, result = coal.CollisionRequest(), coal.CollisionResult()
        for a, b in self.pairs:
            result.clear()
            found += coal.collide(*self.placed[a], *self.placed[b], request, result) > 0
        return found


class CoalWithin(Coal):
    def search(self):
        coal = self.coal
        manager = coal.DynamicAABBTreeCollisionManager()
        objects = [coal.CollisionObject(*placed) for placed in self.placed]
        for placed in objects:
            manager.registerObject(placed)
        manager.setup()
        callback = coal.CollisionCallBackDefault()
        callback.data.request.num_max_contacts = 1 << 30
        manager.collide(callback)
        return callback.data.result.numContacts()


class Trimesh:
    def __init__(self, meshes, parts):
        import trimesh

        made = [trimesh.Trimesh(vertices, triangles, process=False) for vertices, triangles in meshes]
        self.manager = trimesh.collision.CollisionManager()
        for index, (mesh, matrix) in enumerate(parts):
            self.manager.add_object(str(index), made[mesh], matrix)

    def search(self):
        return len(self.manager.in_collision_internal(return_names=True)[1])


OURS, FULL = "ours, 1 thread", "in full, 1 thread"
PEERS = {"fcl": Fcl, "coal": Coal, "coal in C++": CoalWithin, "trimesh": Trimesh}


def work(name, path):
    """Builds, then searches once for every line that comes."""
    meshes, parts = read(path)
    pairs = overlaps(meshes, parts) if name == "coal" else []
    start = time.perf_counter()
    peer = PEERS[name](meshes, parts)
    peer.pairs = pairs
    print(json.dumps({"seconds": time.perf_counter() - start}), flush=True)
    for _ in sys.stdin:
        start = time.perf_counter()
        found = peer.search()
        print(json.dumps({"seconds": time.perf_counter() - start, "found": found}), flush=True)


class Worker:
    def __init__(self, name, path):
        command = [sys.executable, __file__, "--work", name, path]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.build = json.loads(self.process.stdout.readline())["seconds"]

    def ask(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Ours:
    """The program, afresh each time."""

    def __init__(self, barycast, path, threads, *asked):
        self.command = [barycast, "clash", path, "--format", "json", *asked]
        self.environment = {**os.environ, "RAYON_NUM_THREADS": str(threads)}
        self.build = 0.0

    def ask(self):
        out = subprocess.run(self.command, env=self.environment, stdout=subprocess.PIPE).stdout
        report = json.loads(out)
        self.build = report["times"]["build_ms"] / 1e3
        return {"seconds": report["times"]["search_ms"] / 1e3, "found": len(report["pairs" if "pairs" in report else "clashes"])}


def compare(options, parts):
    path = os.path.join(options.folder, f"{parts}.glb")
    subprocess.run([options.barycast, "assembly", "--parts", str(parts), "-o", path], check=True, stdout=subprocess.DEVNULL)
    ours = functools.partial(Ours, options.barycast, path)
    asked = {
        OURS: ours(1, "--pairs"),
        "ours, 2 threads": ours(2, "--pairs"),
        FULL: ours(1),
        "in full, 2 threads": ours(2),
        "in full, 50 mm, 1 thread": ours(1, "--clearance", "50mm"),
    }
    for name in options.only or PEERS:
        if parts <= (options.most_trimesh if name == "trimesh" else options.most):
            asked[name] = Worker(name, path)
    told = {name: [] for name in asked}
    for _ in range(options.rounds):
        for name, peer in asked.items():
            told[name].append(peer.ask())
    median = {name: statistics.median(answer["seconds"] for answer in answers) for name, answers in told.items()}
    for name, answers in told.items():
        found = {answer["found"] for answer in answers}
        least = min(answer["seconds"] for answer in answers)
        by = " | ".join(f"{median[name] / median[ours]:.1f}" for ours in (OURS, FULL))
        print(f"| {parts} | {name} | {asked[name].build:.3f} | {median[name]:.4f} | {least:.4f} | {found.pop()} | {by} |")
        sys.stdout.flush()
        if found:
            sys.exit(f"{name} does not tell the same each time")


def main():
    if sys.argv[1:2] == ["--work"]:
        return work(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--barycast", default="target/release/barycast")
    parser.add_argument("--parts", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=PEERS)
    parser.add_argument("--most", type=int, default=100_000, help="parts that the others are asked for")
    parser.add_argument("--most-trimesh", type=int, default=1000)
    options = parser.parse_args()
    print("| parts | who | trees, s | search, s | least | found | by ours | by in full |")
    print("|---:|---|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as options.folder:
        for parts in options.parts:
            compare(options, parts)


main()
