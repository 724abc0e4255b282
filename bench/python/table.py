"""Rows of the comparison: how they are measured, checked, written, and shown."""

from __future__ import annotations

import csv
import importlib
import os
import platform
import statistics
import sys
import time
from pathlib import Path

import numpy as np

import barycast as bc

#: What a side does: the number of questions, and a call that answers all of them.
Side = tuple

HEADER = ["row", "rival", "threads", "ours_ns", "ours_f64_ns", "theirs_ns", "ratio", "agree", "goal"]
BEGIN, END = "<!-- table: bench/python/compare.py --table -->", "<!-- end of table -->"


def library(name):
    """Returns a module, or `None` if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"# {name} is not installed: its rows are left out", file=sys.stderr)
        return None


def close(a, b, tight=1e-4, least=1e-3):
    """Returns the share of numbers that are equal within a relative error; below `least` it is absolute."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    both = np.isinf(a) & np.isinf(b)
    with np.errstate(invalid="ignore"):
        return np.mean(both | (np.abs(a - b) <= tight * np.maximum(least, np.abs(b))))


def equal(a, b):
    """Returns the share of equal numbers."""
    return np.mean(np.asarray(a) == np.asarray(b))


class Table:
    """Measures rows, checks their answers, and keeps them."""

    def __init__(self, rounds, only):
        self.rounds, self.only, self.rows, self.bad = rounds, only, [], []
        print(f"{'row':44} {'rival':20} {'threads':>7} {'ours/s':>10} {'f64/s':>10} {'theirs/s':>10} {'ratio':>8} {'goal':>5}")

    def wants(self, row, rival):
        """Whether the row was selected."""
        return not self.only or self.only in f"{row} {rival}"

    def row(self, row, rival, ours, theirs, same, goal, *, wide=None, threads=("1", "all"), bias=None):
        """Measures both sides in turns, by one thread and by all, and compares their answers.

        `ours` and `theirs` are numbers of questions with calls; the calls of `theirs` take the number
        of threads. `wide` is our side in double precision, if `ours` is in single. `same` takes both
        answers of as many questions as the smaller side has, and returns the share that is equal.
        `bias` is a call whose time is not counted for `theirs`.
        """
        if not self.wants(row, rival):
            return
        for setting in threads:
            number = 1 if setting == "1" else os.cpu_count()
            with bc.threads(number):
                share = float(same(ours[1](), theirs[1](number)))
                if wide is not None:
                    wide[1]()
                times = [[], [], []]
                for _ in range(self.rounds):
                    times[0].append(clock(ours))
                    times[1].append(clock(theirs, number) - (clock((theirs[0], bias)) if bias else 0))
                    if wide is not None:
                        times[2].append(clock(wide))
            self.add(row, rival, setting, times, share, goal)

    def add(self, row, rival, setting, times, share, goal):
        """Keeps a row, and prints it."""
        ours, theirs, wide = (statistics.median(side) if side else None for side in times)
        ratio = statistics.median(a / b for a, b in zip(times[0], times[1], strict=True))
        self.rows.append(
            [row, rival, setting, number(ours), number(wide), number(theirs), f"{ratio:.4f}", f"{share:.5f}", f"{goal:g}"]
        )
        shown = (f"{1e9 / ours:10.4g}", f"{1e9 / wide:10.4g}" if wide else " " * 10, f"{1e9 / theirs:10.4g}")
        print(f"{row:44} {rival:20} {setting:>7} {' '.join(shown)} {1 / ratio:8.2f} {goal:5g} {share:.5f}", flush=True)
        if share < 0.999:
            self.bad.append(f"{row}, {rival}: only {share:.4%} of the answers are equal")
            print(f"# {self.bad[-1]}", flush=True)

    def write(self, path):
        """Writes the rows as CSV, below a line with versions and the machine."""
        with open(path, "w", newline="") as file:
            file.write(f"# {versions()}\n")
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(HEADER)
            writer.writerows(self.rows)


def clock(side, *arguments):
    """Returns the nanoseconds of one question."""
    start = time.perf_counter_ns()
    side[1](*arguments)
    return (time.perf_counter_ns() - start) / side[0]


def number(value):
    return "" if value is None else f"{value:.1f}" if value < 1000 else f"{value:.0f}"


def versions():
    """Returns the versions of all sides, and the machine."""
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in ("barycast", "numpy", "open3d", "trimesh", "embreex", "python-fcl", "coal", "libigl", "rtree", "scipy"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            pass
    model = ""
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
    busy = f"load {os.getloadavg()[0]:.1f} at the end" if hasattr(os, "getloadavg") else ""
    parts = [", ".join(found), f"Python {platform.python_version()}", f"{os.cpu_count()} cores, {model or platform.machine()}", busy]
    return "; ".join(part for part in parts if part)


def rate(nanoseconds):
    """Returns a rate with three digits."""
    if not nanoseconds:
        return ""
    value = 1e9 / float(nanoseconds)
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def show(record, page):
    """Writes a record as the table of a page, between the marks there."""
    lines = Path(record).read_text().splitlines()
    about, rows = lines[0].removeprefix("# "), list(csv.DictReader(lines[1:]))
    shown = [
        "| row | rival | threads | ours /s | ours, `float64` /s | theirs /s | ratio | goal | |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        ratio, goal = 1 / float(row["ratio"]), float(row["goal"])
        verdict = "**lost**" if ratio < 0.95 else "level" if ratio < 1.05 else "won"
        verdict += ", below the goal" if goal and 0.95 * goal > ratio >= 0.95 else ""
        rates = (rate(row["ours_ns"]), rate(row["ours_f64_ns"]), rate(row["theirs_ns"]))
        cells = [row["row"], row["rival"], row["threads"], *rates, f"{ratio:.3g}", row["goal"], verdict]
        shown.append(f"| {' | '.join(cells)} |")
    text = Path(page).read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    Path(page).write_text(f"{before}{BEGIN}\n\n{about}.\n\n" + "\n".join(shown) + f"\n\n{END}{after}")
