"""Scripts for trimesh, Open3D and python-fcl print the same numbers with one line more."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

HOME = Path(__file__).resolve().parents[1] / "docs/one_line"
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")


def numbers(script, line=""):
    done = subprocess.run(
        [sys.executable, "-c", f"{line}\n{script}"], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return np.array([float(number) for number in NUMBER.findall(done.stdout)])


@pytest.mark.parametrize(
    ("peer", "script", "most"),
    [("trimesh", "trimesh_depth.py", 1e-6), ("open3d", "open3d_depth.py", 1e-3), ("fcl", "fcl_managers.py", 1e-5)],
)
def test_one_line(peer, script, most):
    pytest.importorskip(peer)
    if peer == "trimesh":
        pytest.importorskip("rtree")
    text = (HOME / script).read_text()
    line = f"import barycast.{peer}; barycast.{peer}.install()"
    theirs, ours = numbers(text), numbers(text, line)
    assert len(theirs) >= 6 and len(theirs) == len(ours)
    assert np.allclose(ours, theirs, rtol=most, atol=most)
