"""Contacts of random unions of boxes, against an exact arrangement: `python bench/compounds_exact.py BARYCAST [CASES]`.

BARYCAST is the program; numpy must be installed. The shapes are compounds, voxels and polygons (some with a hole) whose parts are boxes with
corners on a grid, in 2D and 3D; many gaps fit exactly. A translation of `b` separates the interiors unless it lies in the interior of one of the
boxes `a_i - b_j`. The coordinates of these boxes cut space into cells; the depth is the least distance from the origin to a cell
outside all of them. All of it is done in integers, so that the square of the depth is exact. Ends with status 1 when a contact is missing or
superfluous, when a depth differs by more than 4 units in the last place, or when moving `b` by the answer does not separate the interiors.
"""

import json
import math
import subprocess
import sys

import numpy as np

# Corners are whole numbers, written times this.
UNIT = 0.125


def cells_of(rng, dim, count):
    """Connected or loose cells of a grid."""
    reach = 3 if dim == 2 else 2
    return sorted({tuple(int(x) for x in rng.integers(-reach, reach, dim)) for _ in range(count)})


def outline(cells):
    """The boundary loops of plane cells, the inside on the left; `None` where two loops share a corner."""
    edges, filled = {}, set(cells)
    for x, y in cells:
        for (a, b), beside in [
            (((x, y), (x + 1, y)), (x, y - 1)),
            (((x + 1, y), (x + 1, y + 1)), (x + 1, y)),
            (((x + 1, y + 1), (x, y + 1)), (x, y + 1)),
            (((x, y + 1), (x, y)), (x - 1, y)),
        ]:
            if beside not in filled:
                if a in edges:
                    return None
                edges[a] = b
    loops = []
    while edges:
        start, loop = min(edges), []
        at = start
        while True:
            loop.append(at)
            at = edges.pop(at)
            if at == start:
                break
        loops.append(loop)
    return loops


def shape(rng, dim, solo):
    """A shape as the protocol writes it, and its boxes as whole numbers: lows and highs."""
    kind = rng.choice(["aabb", "compound", "voxels", "polygon"] if dim == 2 else ["aabb", "compound", "voxels"])
    if solo:
        kind = "aabb"
    if kind in ("aabb", "compound"):
        count = 1 if kind == "aabb" else int(rng.integers(2, 5))
        low = rng.integers(-8, 3, (count, dim))
        high = low + rng.integers(1, 13, (count, dim))
        boxes = [{"aabb": {"min": (a * UNIT).tolist(), "max": (b * UNIT).tolist()}} for a, b in zip(low, high)]
        return (boxes[0] if kind == "aabb" else {"compound": {"shapes": boxes}}), low, high
    size = rng.integers(1, 7, dim)
    origin = rng.integers(-6, 7, dim)
    cells = cells_of(rng, dim, int(rng.integers(2, 8)))
    loops = outline(cells) if kind == "polygon" else None
    if loops is None:
        given = {"voxels": {"origin": (origin * UNIT).tolist(), "size": (size * UNIT).tolist(), "filled": cells}}
    else:
        # A polygon is one outer loop with holes: the cells that the first loop encloses.
        outer = loops[0]
        holes = [loop for loop in loops[1:] if encloses(outer, loop)]
        cells = [c for c in cells if encloses(outer, [c])]
        place = lambda loop: [((origin + size * np.array(p)) * UNIT).tolist() for p in loop]
        given = {"polygon": {"points": place(outer), **({"holes": [place(h) for h in holes]} if holes else {})}}
    low = origin + size * np.array(cells)
    return given, low, low + size


def encloses(loop, other):
    """Is the cell above and to the right of the least corner of `other` inside the loop?"""
    x, y = min(other)[0] + 0.5, min(other)[1] + 0.5
    if len(other) > 1:
        # A hole runs clockwise: the cell is empty, but enclosed.
        x, y = min(other)[0] + 0.5, min(other)[1] + 0.5
    crossings = 0
    for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1]):
        crossings += ax == bx and ax > x and min(ay, by) < y < max(ay, by)
    return crossings % 2 == 1


def squared(a, b):
    """The square of the least translation that separates the interiors, in whole numbers, and whether closed sets meet."""
    low = (a[0][:, None] - b[1][None]).reshape(-1, a[0].shape[1])
    high = (a[1][:, None] - b[0][None]).reshape(-1, a[0].shape[1])
    meets = bool(((low <= 0) & (high >= 0)).all(axis=1).any())
    if not ((low < 0) & (high > 0)).all(axis=1).any():
        gaps = np.maximum(np.maximum(low, -high), 0)
        return (gaps.astype(np.int64) ** 2).sum(axis=1).min(), meets, False
    dim = low.shape[1]
    covered, near = True, 0
    insides, costs = [], []
    for axis in range(dim):
        cuts = np.unique(np.concatenate([low[:, axis], high[:, axis], [0]]))
        # Cells of this axis in turn: a coordinate, then the open interval to the next one. Doubled, so that middles are whole.
        places = np.concatenate([2 * cuts, cuts[:-1] + cuts[1:]])
        costs.append(np.concatenate([cuts**2, np.minimum(cuts[:-1] ** 2, cuts[1:] ** 2)]))
        insides.append((2 * low[:, axis, None] < places) & (places < 2 * high[:, axis, None]))
    letters = "xyz"[:dim]
    within = np.einsum(",".join("b" + c for c in letters) + "->" + letters, *[i.astype(np.int64) for i in insides])
    cost = sum(np.expand_dims(c, [k for k in range(dim) if k != axis]) for axis, c in enumerate(costs))
    return cost[within == 0].min(), meets, True


def main(program, cases):
    rng = np.random.default_rng(11)
    lines, expected, boxes = [], [], []
    for k in range(cases):
        dim = 2 + k % 2
        (given_a, *a), (given_b, *b) = shape(rng, dim, False), shape(rng, dim, rng.random() < 0.5)
        lines.append(json.dumps({"op": "contact", "a": given_a, "b": given_b, "precision": "f64"}))
        expected.append(squared(a, b))
        boxes.append((a, b))
    run = subprocess.run([program, "query"], input="\n".join(lines), capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == cases
    wrong, deep, worst = [], 0, 0.0
    for k, (answer, (square, meets, overlap), (a, b)) in enumerate(zip(answers, expected, boxes)):
        contact = answer.get("contact", answer)
        if "error" in answer or (contact is None) == meets:
            wrong.append(k)
            continue
        if contact is None:
            continue
        depth = math.sqrt(int(square)) * UNIT if overlap else 0.0
        deep += overlap
        off = abs(contact["depth"] - depth) / math.ulp(depth) if depth else abs(contact["depth"])
        worst = max(worst, off)
        moved = np.array(contact["normal"], float) * (contact["depth"] * (1 + 1e-12)) / UNIT
        low = (a[0][:, None] - b[1][None]).reshape(-1, len(moved))
        high = (a[1][:, None] - b[0][None]).reshape(-1, len(moved))
        inside = ((low + 1e-9 < moved) & (moved < high - 1e-9)).all(axis=1).any()
        if off > 4 or (overlap and inside):
            wrong.append(k)
    print(f"{cases} pairs, {deep} of them overlap")
    print(f"depths: off by at most {worst:.0f} units in the last place")
    print(f"wrong: {len(wrong)}")
    for k in wrong[:5]:
        print(lines[k], answers[k], math.sqrt(int(expected[k][0])) * UNIT, expected[k])
    sys.exit(int(bool(wrong)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000)
