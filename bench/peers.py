"""A mesh against a moved copy of itself, in a Python library: python-fcl or coal, selected by the first argument.

Two files contain the vertices (f64) and the triangles (i32). Each line of the input is a command: `build`, or
`poses FILE` with rows of rotation matrix and translation (12 f64). The answer is a line of JSON: seconds of processor time,
including the call from Python, and the intersecting poses.
"""

import json
import sys
import time

import numpy


def fcl_mesh(vertices, triangles):
    import fcl

    model = fcl.BVHModel()
    model.beginModel(len(vertices), len(triangles))
    model.addSubModel(vertices, triangles)
    model.endModel()
    still = fcl.CollisionObject(model, fcl.Transform())
    moved = fcl.CollisionObject(model, fcl.Transform())
    request = fcl.CollisionRequest()

    def meets(rotation, translation):
        moved.setTransform(fcl.Transform(rotation, translation))
        return fcl.collide(still, moved, request, fcl.CollisionResult()) > 0

    return meets


def coal_mesh(vertices, triangles):
    import coal

    model = coal.BVHModelOBB()
    model.beginModel(len(triangles), len(vertices))
    model.addVertices(vertices)
    model.addTriangles(triangles)
    model.endModel()
    home = coal.Transform3s()
    request, result = coal.CollisionRequest(), coal.CollisionResult()

    def meets(rotation, translation):
        result.clear()
        return coal.collide(model, home, model, coal.Transform3s(rotation, translation), request, result) > 0

    return meets


def main():
    library, vertices, triangles = sys.argv[1:]
    vertices = numpy.fromfile(vertices, dtype=numpy.float64).reshape(-1, 3)
    triangles = numpy.fromfile(triangles, dtype=numpy.int32).reshape(-1, 3)
    make = {"fcl": fcl_mesh, "coal": coal_mesh}[library]
    meets, hits = None, []
    for line in sys.stdin:
        word, *path = line.split()
        if word == "poses":
            rows = numpy.fromfile(path[0], dtype=numpy.float64).reshape(-1, 12)
            poses = [(row[:9].reshape(3, 3), row[9:]) for row in rows]
        start = time.process_time()
        if word == "build":
            meets = make(vertices, triangles)
        else:
            hits = [bool(meets(*pose)) for pose in poses]
        print(json.dumps({"seconds": time.process_time() - start, "hits": hits}), flush=True)


main()
