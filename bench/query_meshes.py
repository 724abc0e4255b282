"""Processor time of mesh queries through `barycast query`, without reading files.

    python bench/query_meshes.py target/release/barycast [--rows ray,distance] [--seconds 2]

The mesh is a bumpy ball of 54,000 triangles, about 2 across. Every row is a query that is repeated with different
numbers: of the mesh as it is, posed, posed far away, in UTM coordinates, tiny. Then contacts of two overlapping solids, and rays and
distances at some 34,000 voxels. The last rows pose 17 links of a robot and query all pairs of a configuration: line by line and, if the
program supports `pairs`, in one line.
"""

import argparse
import json
import math
import os
import random
import resource
import struct
import subprocess
import sys
import tempfile


def ball(rings, sectors, radius, bumps):
    """A closed bumpy ball: vertices, and triangles that face outward."""
    at = []
    for i in range(1, rings):
        for j in range(sectors):
            a, b = math.pi * i / rings, 2 * math.pi * j / sectors
            r = radius * (1 + 0.15 * math.sin(bumps * a) * math.cos(bumps * b))
            at.append((r * math.sin(a) * math.cos(b), r * math.sin(a) * math.sin(b), r * math.cos(a)))
    north, south = len(at), len(at) + 1
    at += [(0, 0, radius), (0, 0, -radius)]
    faces = []
    for j in range(sectors):
        k = (j + 1) % sectors
        faces.append((north, j, k))
        for i in range(rings - 2):
            p, q = i * sectors, (i + 1) * sectors
            faces += [(p + j, q + j, q + k), (p + j, q + k, p + k)]
        p = (rings - 2) * sectors
        faces.append((south, p + k, p + j))
    return at, faces


def write_obj(path, vertices, triangles):
    with open(path, "w", encoding="ascii") as file:
        for v in vertices:
            file.write("v %r %r %r\n" % tuple(v))
        for t in triangles:
            file.write("f %d %d %d\n" % tuple(i + 1 for i in t))


def turn(random):
    """A random unit quaternion."""
    q = [random.gauss(0, 1) for _ in range(4)]
    size = math.sqrt(sum(x * x for x in q))
    return [x / size for x in q]


def seconds(program, lines):
    env = dict(os.environ, RAYON_NUM_THREADS="1")
    text = "\n".join(json.dumps(line) for line in lines) + "\n"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, "query"], input=text, capture_output=True, text=True, env=env, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answers = done.stdout.splitlines()
    if len(answers) != len(lines) or '"error":' in done.stdout:
        bad = next((a for a in answers if '"error":' in a), done.stderr)
        return None, bad
    return took, answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rows", default="", help="only rows whose name has one of these words")
    parser.add_argument("--seconds", type=float, default=2.0, help="about how long a row may take")
    options = parser.parse_args()
    rnd = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        rows = make_rows(folder, rnd)
        for name, first, make in rows:
            if options.rows and not any(word in name for word in options.rows.split(",")):
                continue
            base = [first]
            alone, bad = seconds(options.program, base)
            if alone is None:
                print("%-44s %s" % (name, bad[:90]))
                continue
            count, took = 1, 0.0
            while True:
                lines = base + [make() for _ in range(count)]
                whole, bad = seconds(options.program, lines)
                if whole is None:
                    break
                took = max(whole - alone, 1e-9)
                if took > options.seconds / 4 or count >= 100_000:
                    break
                count = min(100_000, max(count * 2, int(count * options.seconds / 2 / max(took, 0.005))))
            if whole is None:
                print("%-44s %s" % (name, bad[:90]))
            else:
                print("%-44s %10.1f us a line   (%d lines)" % (name, took / count * 1e6, count), flush=True)


def make_rows(folder, rnd):
    vertices, triangles = ball(165, 165, 1.0, 7)
    utm = (450_000.0, 5_400_000.0, 30.0)
    path = {}
    for name, change in {
        "part": lambda v: v,
        "utm": lambda v: tuple(x + o for x, o in zip(v, utm)),
        "tiny": lambda v: tuple(x * 1e-25 for x in v),
        "least": lambda v: tuple(x * 1e-30 for x in v),
    }.items():
        path[name] = os.path.join(folder, name + ".obj")
        write_obj(path[name], [change(v) for v in vertices], triangles)
    open_path = os.path.join(folder, "open.obj")
    write_obj(open_path, vertices, triangles[1:])

    def mesh(name, **more):
        return {"mesh": {"path": path[name], **more}}

    def posed(shape, at, turned=True):
        pose = {"shape": shape, "translation": at}
        if turned:
            pose["quaternion"] = turn(rnd)
        return {"posed": pose}

    def near(center, size):
        return [c + rnd.uniform(-size, size) for c in center]

    def ray(center=(0, 0, 0), size=1.0):
        a, b = near(center, 2 * size), near(center, 0.7 * size)
        return {"ray": {"origin": a, "direction": [q - p for p, q in zip(a, b)]}}

    def sphere(center=(0, 0, 0), size=1.0):
        return {"sphere": {"center": near(center, 2 * size), "radius": 0.3 * size}}

    rows = []

    def row(name, make):
        rows.append((name, make(), make))

    for kind in ("surface", "solid"):
        solid = {"solid": True} if kind == "solid" else {}
        row("ray, %s" % kind, lambda s=solid: {"op": "cast", "a": ray(), "b": mesh("part", **s)})
        row("ray, %s, posed" % kind,
            lambda s=solid: {"op": "cast", "a": ray(), "b": posed(mesh("part", **s), near((0, 0, 0), 0.1))})
    row("ray, utm", lambda: {"op": "cast", "a": ray(utm), "b": mesh("utm")})
    row("ray, posed at utm", lambda: {"op": "cast", "a": ray(utm), "b": posed(mesh("part"), list(utm))})
    row("ray, 1e-25", lambda: {"op": "cast", "a": ray(size=1e-25), "b": mesh("tiny")})
    row("ray, 1e-30", lambda: {"op": "cast", "a": ray(size=1e-30), "b": mesh("least")})
    for op in ("intersects", "distance"):
        row("%s of a sphere" % op, lambda o=op: {"op": o, "a": sphere(), "b": mesh("part")})
        row("%s of a sphere, posed" % op,
            lambda o=op: {"op": o, "a": sphere(), "b": posed(mesh("part"), near((0, 0, 0), 0.1))})
        row("%s of a sphere, utm" % op, lambda o=op: {"op": o, "a": sphere(utm), "b": mesh("utm")})
        row("%s of a sphere, 1e-30" % op, lambda o=op: {"op": o, "a": sphere(size=1e-30), "b": mesh("least")})
    far = {"translation": [10.0, 0.0, 0.0]}
    for op in ("intersects", "distance"):
        row("%s of two, both posed, 10 apart" % op,
            lambda o=op: {"op": o, "a": posed(mesh("part"), near((0, 0, 0), 0.5)),
                          "b": posed(mesh("part"), near(far["translation"], 0.5))})
        row("%s of two, both posed, near" % op,
            lambda o=op: {"op": o, "a": posed(mesh("part"), near((0, 0, 0), 0.05)),
                          "b": posed(mesh("part"), near((2.4, 0, 0), 0.05))})
        row("%s of two, both posed, crossing" % op,
            lambda o=op: {"op": o, "a": posed(mesh("part"), near((0, 0, 0), 0.05)),
                          "b": posed(mesh("part"), near((1.4, 0, 0), 0.05))})
    row("signed_distance, solid", lambda: {"op": "signed_distance", "a": mesh("part", solid=True),
                                           "b": {"point": near((0, 0, 0), 1)}})
    row("signed_distance, solid, posed",
        lambda: {"op": "signed_distance", "a": posed(mesh("part", solid=True), near((0, 0, 0), 0.1)),
                 "b": {"point": near((0, 0, 0), 1)}})
    row("sweep of a sphere", lambda: {"op": "sweep", "a": mesh("part"), "b": sphere((4, 0, 0), 0.3),
                                      "velocity": [-5, 0.1, 0], "max_t": 1})
    row("sweep of a sphere, posed",
        lambda: {"op": "sweep", "a": posed(mesh("part"), [0, 0, 0]), "b": sphere((4, 0, 0), 0.3),
                 "velocity": [-5, 0.1, 0], "max_t": 1})
    for name, rings in (("5,040", 36), ("85,848", 147), ("168", 7)):
        path[name] = os.path.join(folder, "ball%d.obj" % rings)
        write_obj(path[name], *ball(rings, 2 * rings, 1.0, 3))
        row("contact of two solids, %s triangles each" % name,
            lambda n=name: {"op": "contact", "a": mesh(n, solid=True), "b": posed(mesh(n, solid=True), near((1.7, 0, 0), 0.3))})
    voxels = {"voxels": {"origin": [0, 0, 0], "size": 1, "filled": [
        [x, y, z] for x in range(40) for y in range(40) for z in range(40) if rnd.random() < 0.53]}}
    define = {"define": {"voxels": voxels}}
    use = {"use": "voxels"}
    for name, make in (
        ("ray", lambda: {"op": "cast", "a": ray((20, 20, 20), 20), "b": use}),
        ("distance of a point", lambda: {"op": "distance", "a": {"point": near((20, 20, 20), 30)}, "b": use}),
    ):
        rows.append(("%s, voxels" % name, define, make))
    # A robot of 17 links of 1,152 triangles each, along an arm that bends at random.
    links = []
    for i in range(17):
        path["link%d" % i] = os.path.join(folder, "link%d.obj" % i)
        write_obj(path["link%d" % i], *ball(25, 24, 0.12 + 0.005 * i, 3 + i % 4))
        links.append(mesh("link%d" % i))

    def configuration(shapes):
        at, poses = [0.0, 0.0, 0.0], []
        for shape in shapes:
            poses.append(posed(shape, list(at)))
            step = [rnd.gauss(0, 1) for _ in range(3)]
            size = math.sqrt(sum(x * x for x in step))
            at = [a + 0.28 * s / size for a, s in zip(at, step)]
        return poses

    pairs = [(i, j) for i in range(17) for j in range(i + 1, 17)]
    for op in ("intersects", "distance"):
        def line_by_line(o=op, state={}):
            if not state.get("left"):
                state["poses"], state["left"] = configuration(links), list(pairs)
            i, j = state["left"].pop()
            return {"op": o, "a": state["poses"][i], "b": state["poses"][j]}

        row("robot: %s of a pair, line by line" % op, line_by_line)
        row("robot: %s of all 136 pairs, one line" % op,
            lambda o=op: {"op": "pairs", "question": o, "shapes": configuration(links)})
    return rows


if __name__ == "__main__":
    sys.exit(main())
