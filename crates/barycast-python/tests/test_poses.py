"""Pose checkers."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import ball_mesh, box_mesh

import barycast as bc


def random_poses(rng, *lead, reach=2.0):
    made = np.empty((*lead, 4, 4))
    for index in np.ndindex(*lead):
        made[index] = bc.pose(rng.normal(size=3) * reach, axis=rng.normal(size=3), angle=rng.normal())
    return made


@pytest.fixture(scope="module")
def bodies():
    links = [
        bc.capsule((0, 0, 0), (0, 0, 1), 0.2),
        bc.Mesh(*ball_mesh(6, 8, radius=0.5), solid=True),
        [(bc.aabb((-0.2, -0.2, -0.2), (0.2, 0.2, 0.2)), np.eye(4)), (bc.sphere((0, 0, 0), 0.3), bc.pose((0, 0, 0.6)))],
    ]
    world = [bc.half_space((0, 0, 1), -1), (bc.Mesh(*box_mesh()), bc.pose((1, 0, 0)))]
    return links, world


def placed(body, pose):
    """The shapes of a body at a pose."""
    if isinstance(body, list):
        return [part for one, local in body for part in placed(one, pose @ local)]
    return [body.placed(pose)] if isinstance(body, bc.Mesh) else [body.posed(pose)]


def test_answers_are_those_of_single_shapes(bodies, rng):
    links, world = bodies
    checker = bc.PoseChecker(links, world)
    poses = random_poses(rng, 60, 3)
    world_of = [placed(world[0], np.eye(4)), placed(*world[1])]
    expected = np.empty((60, len(checker.candidates)))
    for i in range(60):
        of = [placed(body, poses[i, at]) for at, body in enumerate(links)] + world_of
        for k, (a, b) in enumerate(checker.candidates):
            expected[i, k] = min(bc.distance(x, y) for x in of[a] for y in of[b])
    assert checker.candidates.tolist() == [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4]]
    assert np.allclose(checker.distances(poses), expected, atol=1e-9)
    assert np.array_equal(checker.distances(poses) == 0, expected == 0)
    assert np.array_equal(checker.collides(poses), (expected == 0).any(-1))
    assert np.array_equal(checker.collides(poses, margin=0.3), (expected <= 0.3).any(-1))
    margins = np.linspace(0, 0.5, expected.shape[1])
    assert np.array_equal(checker.collides(poses, margin=margins), (expected <= margins).any(-1))
    alone = checker.candidates[:, 1] >= 3
    assert np.array_equal(checker.collides(poses, self_collision=False), (expected[:, alone] == 0).any(-1))
    nearest = checker.distance(poses)
    assert np.allclose(nearest.distance, expected.min(-1), atol=1e-9)
    gap = np.linalg.norm(nearest.point_a - nearest.point_b, axis=-1)
    assert np.allclose(gap, nearest.distance, atol=1e-9)
    assert np.array_equal(nearest.pair[expected.min(-1) > 0], checker.candidates[expected.argmin(-1)][expected.min(-1) > 0])
    pairs = checker.pairs(poses, margin=0.3)
    assert np.array_equal(pairs.counts, (expected <= 0.3).sum(-1))
    where = np.argwhere(expected <= 0.3)
    assert np.array_equal(pairs.pose, where[:, 0]) and np.array_equal(pairs.pair, checker.candidates[where[:, 1]])
    limited = checker.distance(poses, max_distance=0.1)
    assert np.array_equal(np.isinf(limited.distance), expected.min(-1) > 0.1)
    assert (limited.pair[np.isinf(limited.distance)] == -1).all() and np.isnan(limited.point_a[np.isinf(limited.distance)]).all()


def test_world_poses_broadcast(bodies, rng):
    links, world = bodies
    checker = bc.PoseChecker(links, [body[0] if isinstance(body, tuple) else body for body in world])
    poses, worlds = random_poses(rng, 5, 1, 3), random_poses(rng, 4, 2)
    table = checker.collides(poses, world_poses=worlds)
    assert table.shape == (5, 4)
    for i in range(5):
        for j in range(4):
            still = bc.PoseChecker(links, [(checker_body, pose) for checker_body, pose in zip(
                [world[0], world[1][0]], worlds[j], strict=True)])
            assert still.collides(poses[i, 0]) == table[i, j]
    assert checker.distance(poses, world_poses=worlds).shape == (5, 4)
    one = checker.collides(poses[0, 0], world_poses=worlds[0][:, :3])
    assert one.shape == () and one == table[0, 0]


@pytest.mark.parametrize("lead", [(), (0,), (1,), (5,), (2, 3), (3, 0, 2)])
def test_leading_dimensions(bodies, rng, lead):
    checker = bc.PoseChecker(*bodies)
    poses = random_poses(rng, *lead, 3)
    assert checker.collides(poses).shape == lead and checker.distance(poses).shape == lead
    assert checker.distances(poses).shape == (*lead, 9) and checker.pairs(poses).counts.shape == lead
    assert np.array_equal(checker.collides(poses[..., :3, :]), checker.collides(poses))
    assert np.array_equal(checker.collides(np.asfortranarray(poses)), checker.collides(poses))
    if lead == (5,):
        assert np.array_equal(checker.collides(poses[::-1])[::-1], checker.collides(poses))
        assert np.array_equal(checker.collides(poses.tolist()), checker.collides(poses))


def test_many_configurations_do_not_depend_on_threads(bodies, rng):
    checker = bc.PoseChecker(*bodies)
    poses = random_poses(rng, 3000, 3)
    with bc.threads(1):
        alone = checker.collides(poses), checker.distance(poses)
    shares = []
    with bc.threads(3):
        assert np.array_equal(checker.collides(poses, progress=shares.append), alone[0])
        assert checker.distance(poses) == alone[1]
    assert shares[-1] == 1
    with pytest.raises(bc.Stopped):
        checker.distances(np.tile(poses, (4, 1, 1, 1)), progress=lambda share: False)


def test_solid_bodies_contain():
    small, big = bc.Mesh(*ball_mesh(radius=0.1)), bc.Mesh(*ball_mesh(), solid=True)
    poses = np.stack([np.eye(4)] * 2)
    assert bc.PoseChecker([small, big]).collides(poses)
    assert not bc.PoseChecker([small, bc.Mesh(*ball_mesh())]).collides(poses)


def test_allowed(bodies, rng):
    links, world = bodies
    names = ["arm", "hand", "tool", "floor", "box"]
    matrix = np.zeros((5, 5), bool)
    matrix[0, 1] = matrix[1, 0] = matrix[3, 2] = matrix[2, 3] = True
    of = [
        bc.PoseChecker(links, world, allowed=given, names=names)
        for given in (matrix, matrix.tolist(), [(0, 1), (2, 3)], [("arm", "hand"), ("floor", "tool")], np.array([[0, 1], [3, 2]]))
    ]
    for checker in of:
        assert checker.candidates.tolist() == [[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 4]]
    assert of[0].names == tuple(names)
    again = pickle.loads(pickle.dumps(of[0]))
    poses = random_poses(rng, 50, 3)
    assert np.array_equal(again.collides(poses), of[0].collides(poses)) and again.names == of[0].names
    assert again.candidates.tolist() == of[0].candidates.tolist() and copy.deepcopy(again) is again
    with pytest.raises(bc.SceneError, match=r"allowed\[0\] must be one of 5, by number or name, got 'foot'"):
        bc.PoseChecker(links, world, allowed=[("arm", "foot")], names=names)
    for bad in (5, -1):
        with pytest.raises(bc.SceneError, match=rf"allowed\[0\] .*got {bad}"):
            bc.PoseChecker(links, world, allowed=[(0, bad)])
    with pytest.raises(bc.ArrayError, match="symmetric"):
        bc.PoseChecker(links, world, allowed=np.triu(np.ones((5, 5), bool)))
    with pytest.raises(bc.ArrayError, match=r"allowed must have shape \(5, 5\)"):
        bc.PoseChecker(links, world, allowed=np.ones((4, 4), bool))
    with pytest.raises(TypeError, match=r"allowed\[0\] must be a pair"):
        bc.PoseChecker(links, world, allowed=[(1, 2, 3)])


def test_errors(bodies, rng):
    ball = bc.sphere((0, 0, 0), 1)
    with pytest.raises(bc.ArrayError, match="must have a link"):
        bc.PoseChecker([])
    with pytest.raises(TypeError, match=r"links\[0\] must be a mesh, a shape or a list of \(body, pose\), got int"):
        bc.PoseChecker([3])
    with pytest.raises(TypeError, match=r"links\[0\]\[0\] must be \(body, pose\)"):
        bc.PoseChecker([[ball]])
    with pytest.raises(bc.ShapeError, match=r"links\[0\] must have a part"):
        bc.PoseChecker([[]])
    with pytest.raises(bc.DimensionError, match=r"links\[1\] must have 3 dimensions"):
        bc.PoseChecker([ball, bc.circle((0, 0), 1)])
    with pytest.raises(bc.PoseError, match=r"the pose of world\[0\]: not a rotation, off by 1"):
        bc.PoseChecker([ball], [(ball, np.diag([2.0, 2, 2, 1]))])
    with pytest.raises(bc.PoseError, match=r"the pose of links\[0\]\[0\]: must be a rotation.*mirror"):
        bc.PoseChecker([[(ball, np.diag([-1.0, 1, 1, 1]))]])
    with pytest.raises(bc.ArrayError, match="there must be 1 names"):
        bc.PoseChecker([ball], names=["a", "b"])
    checker = bc.PoseChecker(*bodies)
    poses = random_poses(rng, 2, 20, 3)
    for wrong, told in [
        (np.diag([1.2, 1, 1, 1]), r"not a rotation, off by 0.2"),
        (np.diag([1, 1, -1, 1.0]), "mirror"),
        (np.diag([1, 1, 1, 2.0]), r"the last row must be \[0, 0, 0, 1\], got \[0.0, 0.0, 0.0, 2.0\]"),
        (np.full((4, 4), np.nan), "every number must be finite, got nan"),
    ]:
        bad = poses.copy()
        bad[1, 7, 2] = bad[1, 12, 0] = wrong
        for ask in (checker.collides, checker.pairs, checker.distance, checker.distances):
            with pytest.raises(bc.PoseError, match=rf"poses\[1, 7, 2\]: .*{told}") as caught:
                ask(bad)
            assert caught.value.index == (20 + 7) * 3 + 2
    moving = random_poses(rng, 2, 20, 2)
    moving[0, 3, 1] *= 2
    with pytest.raises(bc.PoseError, match=r"world_poses\[0, 3, 1\]"):
        checker.collides(poses, world_poses=moving)
    with pytest.raises(bc.ArrayError, match=r"poses must have shape \(..., 3, 4, 4\) or \(..., 3, 3, 4\), got \(2, 4, 4\)"):
        checker.collides(poses[0, :1, :2][0])
    with pytest.raises(bc.ArrayError, match="do not broadcast"):
        checker.collides(poses, world_poses=random_poses(rng, 7, 2))
    with pytest.raises(TypeError, match="poses must be float64"):
        checker.collides(poses.astype(str))
    for bad in (-1, np.nan):
        with pytest.raises(bc.OptionError, match="margin must be 0 or more"):
            checker.collides(poses, margin=bad)
        with pytest.raises(bc.OptionError, match="max_distance must be 0 or more"):
            checker.distance(poses, max_distance=bad)
    with pytest.raises(bc.ArrayError, match=r"margin must be a number or have shape \(9,\)"):
        checker.collides(poses, margin=[1, 2])
    assert checker.collides(poses.astype(np.float32)).shape == (2, 20)
