"""Tables and charts of docs/speed.md, from records; that page says how the records are made.

`python bench/charts.py bench/record/DATE-scaling.csv` draws how time and memory grow with size: docs/scaling-meshes.svg and
docs/scaling-boxes.svg. matplotlib must be installed; `bench/peers.sh` installs it into bench/target/peers/python.
`python bench/charts.py --table bench/record/DATE-meshes.csv` prints a table for each mesh.
"""

import csv
import re
import sys
from collections import defaultdict
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"

# Of the name of a question, and above its picture.
MESHES = {
    "build-1": "build, one thread: ns a triangle",
    "build-2": "build, two threads: ns a triangle",
    "bytes": "memory: bytes a triangle",
    "nearest-primary": "first hit, a camera's rays: ns a ray",
    "nearest-random": "first hit, random rays: ns a ray",
    "point": "nearest point: ns a point",
}
BOXES = {"uniform": "all pairs, uniform: ns a box", "clustered": "all pairs, clustered: ns a box"}

# The same colour for the same library in all pictures.
COLOURS = {
    "barycast": "#d62728",
    "barycast, fast build": "#ff9896",
    "barycast, in a batch": "#8c1d18",
    "embree": "#1f77b4",
    "embree-low": "#aec7e8",
    "embree-16": "#17455c",
    "obvhs-bvh2": "#2ca02c",
    "obvhs-fastest": "#98df8a",
    "obvhs": "#2ca02c",
    "parry": "#9467bd",
    "bvh": "#8c564b",
    "grid": "#7f7f7f",
    "tinybvh": "#e6a817",
}
OURS = {"": "barycast", "-fast": "barycast, fast build", "-batch": "barycast, in a batch"}


def read(path):
    """`{question: {library: {size: number}}}`"""
    series = defaultdict(lambda: defaultdict(dict))
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            mesh = re.fullmatch(r"knot-(\d+)k (nearest-\w+|any-\w+|build-\d|point|meets)(-\w+)?", row["question"])
            boxes = re.fullmatch(r"boxes (\w+) (\d+)", row["question"])
            if mesh:
                kilo, question, kind = mesh.groups()
                size, ours = int(kilo) * 1000, OURS.get(kind or "")
            elif boxes:
                question, size, ours = boxes[1], int(boxes[2]), "barycast"
            else:
                continue
            if row["rival"] != "barycast":
                series[question][row["rival"]][size] = float(row["theirs_ns"])
            if ours:
                series[question][ours][size] = float(row["ours_ns"])
            if question == "build-1":
                for library, bytes_each in [(row["rival"], row["theirs_bytes"]), (ours, row["ours_bytes"])]:
                    if library and bytes_each:
                        series["bytes"][library][size] = float(bytes_each)
    return series


def draw(series, panels, columns, path):
    """One picture a question, logarithmic both ways."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    rows = -(-len(panels) // columns)
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "barycast", "font.size": 9})
    figure, axes = plt.subplots(rows, columns, figsize=(4.2 * columns, 3.2 * rows), squeeze=False)
    seen = {}
    for axis, (question, title) in zip(axes.flat, panels.items()):
        for library, points in series[question].items():
            sizes = sorted(points)
            colour = COLOURS.get(library, "#000000")
            width = 2.0 if library.startswith("barycast") else 1.2
            (line,) = axis.loglog(sizes, [points[s] for s in sizes], ".-", color=colour, linewidth=width, label=library)
            seen.setdefault(library, line)
        axis.set_title(title, fontsize=9)
        axis.grid(True, which="major", color="#dddddd")
    for axis in list(axes.flat)[len(panels) :]:
        axis.set_visible(False)
    names = sorted(seen, key=lambda name: (not name.startswith("barycast"), name))
    figure.legend([seen[n] for n in names], names, loc="lower center", ncols=min(len(names), 6), frameon=False)
    figure.tight_layout(rect=(0, 0.08 if rows > 1 else 0.14, 1, 1))
    figure.savefig(path, metadata={"Date": None})
    print(path)


# Rows and columns of the tables.
QUESTIONS = {
    "nearest-primary": "first hit, camera",
    "nearest-random": "first hit, random",
    "any-primary": "any hit, camera",
    "any-random": "any hit, random",
    "point": "nearest point",
    "meets": "meets itself, a pose",
    "build-1": "build, 1 thread",
    "build-2": "build, 2 threads",
}
VARIANTS = {"ours": "", "f64": "-f64", "fast": "-fast", "batch": "-batch"}
PEERS = "embree embree-robust embree-low embree-16 tinybvh obvhs-bvh2 obvhs-fastest parry bvh fcl coal".split()


def table(path):
    """Nanoseconds a ray, point, pose or triangle."""
    meshes = defaultdict(dict)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            mesh, question = row["question"].rsplit(" ", 1)
            meshes[mesh][question, "ours"] = float(row["ours_ns"])
            meshes[mesh][question, row["rival"]] = float(row["theirs_ns"])
    for mesh, told in meshes.items():
        print("\n| " + " | ".join([mesh, *VARIANTS, *PEERS]) + " |")
        print("|---" + "|---:" * (len(VARIANTS) + len(PEERS)) + "|")
        for question, name in QUESTIONS.items():
            numbers = [told.get((question + end, "ours")) for end in VARIANTS.values()]
            numbers += [told.get((question, peer)) for peer in PEERS]
            cells = ["-" if n is None else f"{n:,.0f}" if n >= 100 else f"{n:.1f}" for n in numbers]
            print("| " + " | ".join([name, *cells]) + " |")


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--table":
        return table(sys.argv[2])
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    series = read(sys.argv[1])
    draw(series, MESHES, 3, DOCS / "scaling-meshes.svg")
    draw(series, BOXES, 2, DOCS / "scaling-boxes.svg")


if __name__ == "__main__":
    main()
