"""Compares the Python package with Open3D, trimesh, libigl, python-fcl and Coal: the same arrays, in turns, in one run.

    bench/python/setup.sh
    bench/target/python/bin/python bench/python/compare.py --meshes DIR --out bench/record/DATE-python.csv
    bench/target/python/bin/python bench/python/compare.py --table bench/record/DATE-python.csv docs/python/speed.md

DIR has `stanford-bunny.obj` and `dragon202k.ply`. Each row measures both sides in turns, `--rounds` times, by one thread and by all, and
has the median of the nanoseconds that a question takes, of wall-clock time. `ratio` is the median of ours divided by theirs, as in the
other records: below 1 ours is faster. Arrays are converted on either side within the measured time, and trees are built before it, except
in the row `build`. python-fcl, Coal and embreex use one thread in any case. Answers are compared, within the precision of the other
library: where more than one of a thousand differs, the row is marked and the exit status is 1. Libraries that are not installed are left
out.
"""

from __future__ import annotations

import argparse
import os
import sys

import bodies
import meshes
import numpy as np
import table as rows

import barycast as bc


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--meshes", help="folder of the meshes")
    arguments.add_argument("--out", help="a CSV file to write")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--only", help="rows whose name or rival has this text")
    arguments.add_argument("--table", nargs=2, metavar=("CSV", "PAGE"), help="write a record as the table of a page, and measure nothing")
    given = arguments.parse_args()
    if given.table:
        rows.show(*given.table)
        return 0
    if not given.meshes:
        arguments.error("--meshes is needed")
    print(f"# {rows.versions()}")
    table = rows.Table(given.rounds, given.only)
    for name, file in (("bunny", "stanford-bunny.obj"), ("dragon202k", "dragon202k.ply")):
        mesh = bc.Mesh.load(os.path.join(given.meshes, file))
        for against in (meshes.open3d, meshes.trimesh, meshes.igl, meshes.pairs):
            against(table, name, mesh, np.random.default_rng(1))
    for against in (bodies.shapes, bodies.capsules, bodies.links_of_meshes, bodies.boxes, bodies.parts):
        against(table, np.random.default_rng(1))
    if given.out:
        table.write(given.out)
    print("\n".join(table.bad))
    return bool(table.bad)


if __name__ == "__main__":
    sys.exit(main())
