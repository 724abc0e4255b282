"""Clashes of assemblies."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import ball_mesh, box_mesh

import barycast as bc
from barycast import clash


@pytest.fixture(scope="module")
def assembly():
    box, ball = bc.Mesh(*box_mesh()), bc.Mesh(*ball_mesh(8, 12, radius=0.2), dtype=np.float32)
    at = [(0, 0, 0), (1, 0, 0), (1.25, 0, 0), (5, 0, 0), (5, 0, 0), (6.6, 0, 0), (0, 0, 9)]
    return clash.Assembly([box, ball], [bc.pose(p) for p in at], instances=[0, 0, 1, 0, 0, 0, 1], names=list("abcdefg"))


def test_kinds(assembly):
    found = assembly.clashes(clearance=0.7)
    by_pair = {tuple(pair): i for i, pair in enumerate(found.parts.tolist())}
    assert list(by_pair) == [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]
    assert found.kind.dtype == np.uint8 and found.parts.dtype == np.int32 and len(found) == 6
    names = found.kind_names.tolist()
    assert names == ["touching", "near", "enclosed", "duplicate", "near", "near"]
    assert found.kind.tolist() == [clash.TOUCHING, clash.NEAR, clash.ENCLOSED, clash.DUPLICATE, clash.NEAR, clash.NEAR]
    assert found.distance[by_pair[3, 5]] == pytest.approx(0.6, rel=1e-6) and found.distance[by_pair[1, 2]] == 0
    assert np.isnan(found.depth[by_pair[3, 5]]) and found.certain.all()
    assert found.points.shape == (6, 2, 3) and found.direction.shape == (6, 3)
    near = found[by_pair[3, 5]]
    assert near.shape == () and np.allclose(near.points, [[5.5, near.points[0, 1], near.points[0, 2]], [6.1, near.points[1, 1], near.points[1, 2]]])
    assert len(assembly.clashes()) == 3 and found.kind.max() == clash.DUPLICATE


def test_deep_parts():
    box = bc.Mesh(*box_mesh())
    both = clash.Assembly([box], [bc.pose(), bc.pose((0.9, 0.05, 0.02))], instances=[0, 0])
    found = both.clashes()
    assert found.kind_names.tolist() == ["hard"] and found.depth[0] == pytest.approx(0.1, rel=1e-2)
    assert found.at_most[0] >= found.depth[0] and abs(np.linalg.norm(found.direction[0]) - 1) < 1e-9
    assert both.compare(0, 1) == found[0] and both.touch(0, 1)
    lines = both.curves(0, 1)
    assert len(lines) >= 1 and lines.closed.all() and lines.points.shape[1] == 3
    assert both.boxes.tolist()[0] == [[-0.5] * 3, [0.5] * 3]
    assert both.surface(0).closed


def test_touching_and_compare(assembly):
    pairs = assembly.touching()
    assert pairs.tolist() == [[0, 1], [1, 2], [3, 4]] and pairs.dtype == np.int32
    assert assembly.touch("a", "b") and not assembly.touch("a", "g") and assembly.touch(1, 0)
    assert assembly.compare("a", "g") is None
    assert assembly.compare("d", "e").kind == clash.DUPLICATE
    assert np.array_equal(assembly.touching(0.65), [[0, 1], [0, 2], [1, 2], [3, 4], [3, 5], [4, 5]])


def test_between(assembly):
    first = np.arange(7) < 2
    assert assembly.touching(between=(first, ~first)).tolist() == [[1, 2]]
    assert assembly.touching(between=(~first, first)).tolist() == [[1, 2]]
    matrix = np.zeros((7, 7), bool)
    matrix[4, 3] = True
    assert assembly.clashes(between=matrix).parts.tolist() == [[3, 4]]
    assert len(assembly.clashes(between=np.zeros((7, 7), bool))) == 0
    with pytest.raises(bc.ArrayError, match=r"between must be two masks of shape \(7,\) or a matrix"):
        assembly.clashes(between=(first[:3], first))
    with pytest.raises(bc.ArrayError, match="between must be two masks"):
        assembly.clashes(between=first)
    with pytest.raises(TypeError, match="between must be boolean, got int64"):
        assembly.clashes(between=np.zeros((7, 7), np.int64))


def test_attributes_copies_and_pickles(assembly):
    assert len(assembly) == 7 and assembly.names == tuple("abcdefg") and assembly.boxes.shape == (7, 2, 3)
    assert repr(assembly) == "Assembly(7 parts, 2 meshes)" and assembly.instances.tolist() == [0, 0, 1, 0, 0, 0, 1]
    assert copy.deepcopy(assembly) is assembly and assembly.poses.shape == (7, 4, 4)
    again = pickle.loads(pickle.dumps(assembly))
    assert again.clashes() == assembly.clashes() and again.names == assembly.names
    shares = []
    assembly.clashes(progress=shares.append)
    assert shares[-1] == 1


def test_files(tmp_path, cube):
    path = tmp_path / "cube.obj"
    lines = [f"v {x} {y} {z}" for x, y, z in cube.vertices] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in cube.faces]
    path.write_text("\n".join(lines))
    assert len(clash.Assembly.load(path)) == 1
    with pytest.raises(bc.FileError):
        clash.Assembly.load(tmp_path / "none.obj")


def test_errors(assembly, cube):
    with pytest.raises(bc.SceneError, match="must have a part"):
        clash.Assembly([])
    with pytest.raises(bc.SceneError, match=r"instances\[0\] must name one of 1 meshes, got -1"):
        clash.Assembly([cube], instances=[-1])
    for bad in (-1, np.nan, np.inf):
        for ask in (lambda **o: assembly.clashes(**o), assembly.touching, lambda **o: assembly.compare(0, 1, **o), lambda **o: assembly.touch(0, 1, **o), lambda **o: assembly.curves(0, 1, **o)):
            with pytest.raises(bc.OptionError, match="tolerance must be finite and at least 0"):
                ask(tolerance=bad)
    with pytest.raises(bc.OptionError, match="clearance"):
        assembly.clashes(clearance=-1)
    with pytest.raises(bc.OptionError, match="must be two parts"):
        assembly.compare(1, "b")
    with pytest.raises(bc.SceneError, match="j must be one of 7, by number or name, got 7"):
        assembly.touch(0, 7)
    with pytest.raises(bc.SceneError, match="i must be one of 7, by number or name, got 'z'"):
        assembly.touch("z", 0)
    with pytest.raises(TypeError, match="i must be a number or a name"):
        assembly.touch(None, 0)
    with pytest.raises(bc.SceneError, match="mesh must be below 2"):
        assembly.surface(2)
