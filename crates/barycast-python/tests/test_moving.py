"""Worlds of moving bodies."""

from __future__ import annotations

import pickle
import threading

import numpy as np
import pytest
from conftest import box_mesh

import barycast as bc
from barycast import moving


def test_events():
    world = moving.World()
    ground = world.add(bc.half_space((0, 0, 1), 0))
    ball = world.add(bc.sphere((0, 0, 0), 1), pose=bc.pose((0, 0, 2)))
    assert len(world) == 2 and ball in world and ground in world and 12345 not in world
    first = world.step()
    assert len(first) == 0 and first.bodies.shape == (0, 2) and first.point.shape == (0, 3)
    world.move(ball, bc.pose((0, 0, 0.75)))
    events = world.step()
    assert events.bodies.dtype == np.uint64 and events.bodies.tolist() == [[ground, ball]]
    assert events.what.tolist() == [moving.ENTER] and events.depth.tolist() == [0.25]
    assert np.abs(events.normal).tolist() == [[0, 0, 1]] and not events.sensor[0]
    assert world.step().what.tolist() == [moving.STAY]
    world.move(np.array([ball], np.uint64), [bc.pose((0, 0, 5))])
    assert world.step().what.tolist() == [moving.EXIT] and len(world.step()) == 0
    world.replace(ball, bc.sphere((0, 0, 0.5), 1))
    assert world.step().depth.tolist() == [0.5]
    world.remove(ball)
    assert ball not in world and world.step().what.tolist() == [moving.EXIT]
    again = world.add(bc.sphere((0, 0, 0), 1))
    assert again != ball and repr(world) == "World(dim=3) of 2 bodies"


def test_many_bodies(rng):
    world = moving.World()
    places = np.stack([bc.pose(p) for p in rng.uniform(0, 5, size=(200, 3))])
    balls = world.add_many(bc.sphere((0, 0, 0), 0.4), places)
    assert balls.shape == (200,) and balls.dtype == np.uint64 and len(set(balls.tolist())) == 200
    away = np.linalg.norm(places[:, None, :3, 3] - places[None, :, :3, 3], axis=-1)
    expected = np.argwhere(np.triu(away <= 0.8, 1))
    events = world.step()
    where = {int(handle): i for i, handle in enumerate(balls)}
    found = sorted(sorted((where[int(a)], where[int(b)])) for a, b in events.bodies)
    assert found == expected.tolist() and (events.what == moving.ENTER).all()
    assert np.allclose(events.depth, [0.8 - away[where[int(a)], where[int(b)]] for a, b in events.bodies])
    world.move(balls, places + 100 * np.eye(4)[0][:, None] * np.eye(4)[3])
    assert (world.step().what == moving.STAY).all()
    boxes = world.boxes()
    assert np.array_equal(world.handles(), np.sort(balls)) and boxes.shape == (200, 2, 3)
    order = [where[int(handle)] for handle in world.handles()]
    assert np.allclose(boxes[:, 0], places[order, :3, 3] + [100, 0, 0] - 0.4, atol=1e-9)
    origins = np.tile([102.5, 2.5, 20], (50, 1)) + rng.normal(size=(50, 3)) * [1, 1, 0]
    hits = world.cast(origins, [0, 0, -1])
    batch = bc.many("sphere", center=places[:, :3, 3] + [100, 0, 0], radius=0.4)
    for i in range(50):
        t = bc.cast(bc.ray(origins[i], (0, 0, -1)), batch).t
        assert hits.t[i] == pytest.approx(t.min(), rel=1e-12)
        assert (int(hits.body[i]) == moving.NONE) == np.isinf(t.min())
        if hits.hit[i]:
            assert where[int(hits.body[i])] == t.argmin()
    assert hits.body.dtype == np.uint64
    near = world.touching(bc.sphere((102.5, 2.5, 2.5), 0.5))
    assert {where[int(h)] for h in near} == set(np.flatnonzero(np.linalg.norm(places[:, :3, 3] - 2.5, axis=-1) <= 0.9).tolist())
    world.remove(balls[:150])
    assert len(world) == 50 and len(world.handles()) == 50


def test_layers_and_sensors():
    world = moving.World()
    a = world.add(bc.sphere((0, 0, 0), 1), layers=1, sees=2)
    b = world.add(bc.mesh(*box_mesh()), layers=2, sees=1, sensor=True)
    c = world.add(bc.sphere((0, 0, 0.1), 1), layers=4)
    events = world.step()
    assert events.bodies.tolist() == [[a, b]] and events.sensor.tolist() == [True]
    world.set_layers(c, 2)
    world.set_layers([a, b], 1, 0xFFFFFFFF)
    assert len(world.step()) == 3
    for bad in (-1, 2**32):
        with pytest.raises(bc.OptionError, match="layers must be 32 bits"):
            world.add(bc.point((0, 0, 0)), layers=bad)
    with pytest.raises(TypeError, match="sees must be an integer, got str"):
        world.add(bc.point((0, 0, 0)), sees="all")


def test_flat_worlds():
    world = moving.World(2)
    turn = np.array([[0, -1, 3], [1, 0, 0], [0, 0, 1.0]])
    box = world.add(bc.aabb((0, 0), (4, 1)), pose=turn)
    assert np.allclose(world.boxes(), [[[2, 0], [3, 4]]]) and world.dim == 2
    ball = world.add(bc.circle((0, 0), 1))
    assert len(world.step()) == 0
    world.move(ball, [[1, 0, 1.5], [0, 1, 2]])
    events = world.step()
    assert events.bodies.tolist() == [[box, ball]] and events.point.shape == (1, 2) and events.depth[0] == 0.5
    hits = world.cast([[-5.0, 3.5, 1, 0], [-5, 9, 1, 0]])
    assert hits.hit.tolist() == [True, False] and int(hits.body[0]) == box and hits.point[0].tolist() == [2, 3.5]
    with pytest.raises(bc.DimensionError, match="shape must have 2 dimensions"):
        world.add(bc.sphere((0, 0, 0), 1))
    with pytest.raises(bc.ArrayError, match=r"pose must have shape \(..., 3, 3\) or \(..., 2, 3\)"):
        world.add(bc.circle((0, 0), 1), pose=np.eye(4))
    with pytest.raises(bc.PoseError, match="not a rotation"):
        world.move(ball, np.diag([-1.0, 1, 1]))


def test_calls_that_fail_change_nothing(rng):
    world = moving.World()
    ball = world.add(bc.sphere((0, 0, 0), 1))
    gone = world.add(bc.sphere((0, 0, 0), 1))
    world.remove(gone)
    before = world.boxes().tolist()
    for ask in (
        lambda: world.move(gone, np.eye(4)),
        lambda: world.move([ball, gone], [bc.pose((5, 0, 0)), np.eye(4)]),
        lambda: world.replace(gone, bc.sphere((0, 0, 0), 2)),
        lambda: world.remove(gone),
        lambda: world.remove([ball, ball]),
        lambda: world.remove(np.array([ball, 2**63 + 1], np.uint64)),
        lambda: world.set_layers([ball, gone], 2),
        lambda: world.move(-1, np.eye(4)),
    ):
        with pytest.raises(bc.HandleError, match="is gone") as caught:
            ask()
        assert isinstance(caught.value, KeyError) and world.boxes().tolist() == before
    with pytest.raises(bc.PoseError, match=r"poses\[1\]: not a rotation"):
        world.move([ball, ball], [bc.pose((5, 0, 0)), np.diag([2.0, 1, 1, 1])])
    with pytest.raises(bc.PoseError, match="the last row"):
        world.add_many(bc.sphere((0, 0, 0), 1), [np.eye(4), np.diag([1.0, 1, 1, 2])])
    with pytest.raises(bc.PoseError, match="finite, got nan"):
        world.add(bc.sphere((0, 0, 0), 1), pose=np.full((4, 4), np.nan))
    with pytest.raises(bc.PoseError):
        world.add_many([bc.sphere((1.7e308, 0, 0), 1)] * 2, [np.eye(4), bc.pose((1.7e308, 0, 0))])
    assert len(world) == 1 and world.boxes().tolist() == before
    with pytest.raises(bc.ArrayError, match="as many as handles"):
        world.move([ball], [np.eye(4)] * 2)
    with pytest.raises(bc.ArrayError, match="must be 2 poses, one for each shape, got 1"):
        world.add_many([bc.point((0, 0, 0))] * 2, [np.eye(4)])
    with pytest.raises(TypeError, match="handles must be handles, got float64"):
        world.remove(0.5)
    with pytest.raises(TypeError, match="shape must be a shape or a mesh"):
        world.add(3)
    with pytest.raises(bc.OptionError, match="dim must be 2 or 3, got 4"):
        moving.World(4)
    rays = np.array([[0, 0, 5, 0, 0, -1.0], [0, 0, 5, 0, 0, 0]])
    with pytest.raises(bc.ArrayError, match=r"rays\[1\] must be finite and have a direction \(1 of 2 rays"):
        world.cast(rays)
    assert world.cast(rays, invalid="miss").t.tolist() == [4, np.inf]
    with pytest.raises(bc.ArrayError, match=r"rays must have shape \(..., 6\)"):
        world.cast([0, 0, 0])
    with pytest.raises(TypeError, match="does not pickle"):
        pickle.dumps(world)


def test_threads_share_a_world(rng):
    world = moving.World()
    balls = world.add_many(bc.sphere((0, 0, 0), 0.4), np.stack([bc.pose(p) for p in rng.uniform(0, 5, size=(100, 3))]))

    def work(seed):
        own = np.random.default_rng(seed)
        for _ in range(20):
            world.move(balls, np.stack([bc.pose(p) for p in own.uniform(0, 5, size=(100, 3))]))
            world.step()
            world.cast([0, 0, 0], [1, 1, 1])

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    [worker.start() for worker in workers]
    [worker.join(60) for worker in workers]
    assert len(world) == 100
