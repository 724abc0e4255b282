"""Collisions and distances of managed objects by python-fcl, in the steps of its example."""

import fcl
import numpy as np

corners = np.array([[1.0, 1.0, 1.0], [2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]])
faces = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]])
mesh = fcl.BVHModel()
mesh.beginModel(len(corners), len(faces))
mesh.addSubModel(corners, faces)
mesh.endModel()

box, ball, cone = fcl.Box(1, 2, 3), fcl.Sphere(1.0), fcl.Cone(1.0, 3.0)
first = [fcl.CollisionObject(box, fcl.Transform([5.0, 0, 0])), fcl.CollisionObject(ball, fcl.Transform([0, 5.0, 0]))]
second = [fcl.CollisionObject(cone, fcl.Transform([0, 0, 5.0])), fcl.CollisionObject(mesh, fcl.Transform([3.2, 0, 0]))]
managers = []
for objects in (first, second):
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()
    managers.append(manager)

for manager in managers:
    collisions, distances = fcl.CollisionData(), fcl.DistanceData()
    manager.collide(collisions, fcl.defaultCollisionCallback)
    manager.distance(distances, fcl.defaultDistanceCallback)
    print(int(collisions.result.is_collision), distances.result.min_distance)
between, gap = fcl.CollisionData(), fcl.DistanceData()
managers[0].collide(managers[1], between, fcl.defaultCollisionCallback)
managers[0].distance(managers[1], gap, fcl.defaultDistanceCallback)
print(int(between.result.is_collision), gap.result.min_distance)
