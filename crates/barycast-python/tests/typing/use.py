"""Every kind of call, as a user writes it; checked by ``mypy --strict``, not run.

Lines that must not type-check carry an ignore, and an ignore that is not needed is an error.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import barycast as bc
from barycast import clash, moving

mesh = bc.Mesh(np.zeros((3, 3)), [[0, 1, 2]], dtype=np.float32, solid=False, build="fast")
bc.Mesh([[0, 0, 0]], build="slow")  # type: ignore[arg-type]
bc.Mesh([[0, 0, 0]], colour=3)  # type: ignore[call-arg]
assert_type(bc.Mesh.load("bunny.obj"), bc.Mesh)
assert_type(mesh.surface, bc.Surface)
assert_type(mesh.is_closed, bool)

hits = mesh.cast(bc.pinhole_rays(640, 480, fov=0.8, eye=(0, 0, 1), target=(0, 0, 0)), invalid="miss")
assert_type(hits, bc.Hits)
assert_type(hits.triangle, NDArray[np.int32])
assert_type(hits[0, ::2], bc.Hits)
hits.depth  # noqa: B018
mesh.cast([0, 0, 0], [0, 0, 1], invalid="skip")  # type: ignore[arg-type]
mesh.cast([0, 0, 0], [0, 0, 1], 5.0)  # type: ignore[call-arg]
assert_type(mesh.cast_all([0, 0, 0], [0, 0, 1]).offsets, NDArray[np.int64])
assert_type(mesh.any_hit([0, 0, 0], [0, 0, 1]), NDArray[np.bool_])
assert_type(mesh.contains([[0, 0, 0]], method="winding"), NDArray[np.bool_])
assert_type(mesh.distance(mesh, bc.pose((1, 0, 0))), bc.Between)
assert_type(mesh.penetration(mesh).depth, float)
for line in mesh.slice((0, 0, 1), 0.5):
    line.sum()

scene = bc.Scene([mesh, mesh], [bc.pose(), bc.pose((1, 0, 0))], instances=np.array([0, 1]), names=["a", "b"])
assert_type(scene.cast([0, 0, 0], [0, 0, 1]).part, NDArray[np.int32])
assert_type(scene.moved(scene.poses), bc.Scene)
assert_type(scene.meshes, tuple[bc.Mesh, ...])
bc.Scene(mesh)  # type: ignore[arg-type]

ball = bc.sphere((0, 0, 0), 1)
assert_type(ball, bc.Shape)
assert_type(mesh.intersects(ball, bc.pose((1, 0, 0))), NDArray[np.bool_])
assert_type(mesh.contact(ball), bc.Contacts)
assert_type(mesh.sweep(ball, (0, 0, 1), max_t=2).t, NDArray[np.float64])
mesh.sweep(ball)  # type: ignore[call-arg]
assert_type(bc.intersects(ball, mesh), bool)
assert_type(bc.distance(ball, bc.point((3, 0, 0))), float)
assert_type(bc.contact(ball, ball), bc.Contact | None)
assert_type(bc.cast(bc.ray((0, 0, 5), (0, 0, -1)), ball), bc.Hit | None)
assert_type(bc.contains(ball, ball), bool)
assert_type(bc.contains(ball, np.zeros((5, 3))), NDArray[np.bool_])
bc.sphere((0, 0, 0), 1, color="red")  # type: ignore[call-arg]
bc.distance(ball, 3)  # type: ignore[call-overload]

balls = bc.many("sphere", center=np.zeros((5, 3)), radius=1)
assert_type(balls, bc.Batch)
assert_type(bc.intersects(balls, ball), NDArray[np.bool_])
assert_type(bc.distance(ball, balls), NDArray[np.floating[Any]])
assert_type(bc.contact(balls, ball), bc.Contacts)
assert_type(bc.cast(bc.ray((0, 0, 5), (0, 0, -1)), balls), bc.Hits)
assert_type(bc.pairs(np.zeros((5, 2, 3))), NDArray[np.int32])

arm = bc.PoseChecker(
    [mesh, ball, [(ball, bc.pose())]],
    world=[bc.half_space((0, 0, 1), 0), (mesh, bc.pose())],
    allowed=[("hand", "tool")],
)
poses = np.zeros((1000, 3, 4, 4))
assert_type(arm.collides(poses, margin=0.01), NDArray[np.bool_])
assert_type(arm.pairs(poses), bc.PosePairs)
assert_type(arm.distance(poses).pair, NDArray[np.int32])
assert_type(arm.distances(poses), NDArray[np.float64])
bc.PoseChecker([3])  # type: ignore[list-item]

assembly = clash.Assembly([mesh], scene.poses, instances=[0, 0])
assert_type(assembly.clashes(tolerance=1e-3), clash.Clashes)
assert_type(assembly.compare(0, "b"), clash.Clashes | None)
assert_type(assembly.touching(), NDArray[np.int32])

world = moving.World(3)
handle = world.add(ball, pose=bc.pose())
assert_type(handle, int)
world.move(handle, bc.pose((1, 0, 0)))
assert_type(world.step(), moving.Events)
assert_type(world.cast([0, 0, 5], [0, 0, -1]).body, NDArray[np.uint64])
world.add("ball")  # type: ignore[arg-type]

try:
    bc.query({"op": "distance"})
except bc.ShapeError as error:
    assert_type(error.field, str | None)
assert_type(bc.query_lines(b"{}"), bytes)
assert_type(bc.query_lines(["{}"]), list[str])
with bc.threads(2):
    assert_type(bc.get_num_threads(), int)
