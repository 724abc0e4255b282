"""python-fcl, answered by barycast.

The names, constructors, attributes and keywords of python-fcl 0.7. After ``install()``
``import fcl`` gives this module, also inside trimesh's collision module.

What differs from python-fcl:

- Yes or no is exact for convex shapes and for meshes as placed; depths are those of barycast.
- Pairs that FCL cannot answer, or answers wrongly (a half-space and a sphere, two spheres with one
  centre, a sphere in the face of a mesh), have the right answer.
- Two meshes have one contact for each pair of faces; FCL reports some pairs twice.
- `OcTree` raises `NotImplementedError`; solver types, tree levels and costs have no effect.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

import barycast as _bc

from ._fcl_objects import (
    BVHModel,
    Box,
    CCDMotionType,
    CCDSolverType,
    Capsule,
    CollisionData,
    CollisionGeometry,
    CollisionObject,
    CollisionRequest,
    CollisionResult,
    Cone,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    Convex,
    CostSource,
    Cylinder,
    DistanceData,
    DistanceRequest,
    DistanceResult,
    Ellipsoid,
    GJKSolverType,
    Halfspace,
    NODE_TYPE,
    OBJECT_TYPE,
    OcTree,
    Plane,
    Sphere,
    Transform,
    TriangleP,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    _Floats = NDArray[np.float64]

__version__ = "0.7.0.11"

__all__ = [
    "BVHModel",
    "Box",
    "CCDMotionType",
    "CCDSolverType",
    "Capsule",
    "CollisionData",
    "CollisionGeometry",
    "CollisionObject",
    "CollisionRequest",
    "CollisionResult",
    "Cone",
    "Contact",
    "ContinuousCollisionRequest",
    "ContinuousCollisionResult",
    "Convex",
    "CostSource",
    "Cylinder",
    "DistanceData",
    "DistanceRequest",
    "DistanceResult",
    "DynamicAABBTreeCollisionManager",
    "Ellipsoid",
    "GJKSolverType",
    "Halfspace",
    "NODE_TYPE",
    "OBJECT_TYPE",
    "OcTree",
    "Plane",
    "Sphere",
    "Transform",
    "TriangleP",
    "collide",
    "continuousCollide",
    "defaultCollisionCallback",
    "defaultDistanceCallback",
    "distance",
    "install",
    "uninstall",
]

def _is_mesh(o: CollisionObject) -> bool:
    return isinstance(o.geom, BVHModel)


def _beside(mesh: CollisionObject, other: CollisionObject) -> Any:
    """The pose of another object in the coordinates of a mesh."""
    rotation, move = mesh._tf._matrix[:3, :3], mesh._tf._matrix[:3, 3]
    back = np.eye(4)
    back[:3, :3], back[:3, 3] = rotation.T, -rotation.T @ move
    return back @ other._tf._matrix


def _world(mesh: CollisionObject, point: ArrayLike) -> _Floats:
    matrix = mesh._tf._matrix
    return np.asarray(matrix[:3, :3] @ np.asarray(point) + matrix[:3, 3])


def _meet(o1: CollisionObject, o2: CollisionObject) -> bool:
    """Whether two objects share a point."""
    if _is_mesh(o1) and _is_mesh(o2):
        return bool(o1.geom._shape().intersects(o2.geom._shape(), _beside(o1, o2)))
    if _is_mesh(o1) or _is_mesh(o2):
        mesh, other = (o1, o2) if _is_mesh(o1) else (o2, o1)
        return _bc.intersects(mesh.geom._shape(), other.geom._shape().posed(_beside(mesh, other)))
    return _bc.intersects(o1._shape(), o2._shape())


#: Faces and contact points of a contact: face 1, face 2, normal from 1 to 2, both points, depth.
_Place = tuple[int, int, Any, Any, Any, float]


def _places(o1: CollisionObject, o2: CollisionObject, most: int) -> Iterator[_Place]:
    """Contacts of two objects that share a point."""
    if _is_mesh(o1) and _is_mesh(o2):
        yield from _mesh_places(o1, o2, most)
    elif _is_mesh(o1) or _is_mesh(o2):
        yield from _face_places(o1, o2)
    else:
        found = _bc.manifold(o1._shape(), o2._shape())
        if found is not None:
            for a, b, depth in zip(found.point_a, found.point_b, found.depth, strict=True):
                yield -1, -1, found.normal, a, b, float(depth)


def _pair_place(a: Any, b: Any) -> tuple[Any, Any, Any, float] | None:
    found = _bc.contact(a, b)
    return None if found is None else (found.normal, found.point_a, found.point_b, found.depth)


def _mesh_places(o1: CollisionObject, o2: CollisionObject, most: int) -> Iterator[_Place]:
    pose = _beside(o1, o2)
    first, second = o1.geom._shape(), o2.geom._shape()
    pairs = first.intersecting_faces(second, pose)[:most]
    corners_1 = first.corners[pairs[:, 0]]
    corners_2 = second.corners[pairs[:, 1]] @ pose[:3, :3].T + pose[:3, 3]
    turn = o1._tf._matrix[:3, :3]
    for (i, j), a, b in zip(pairs.tolist(), corners_1, corners_2, strict=True):
        found = _pair_place(_bc.triangle(*a), _bc.triangle(*b))
        if found is None:
            # Placed once more, the corners are rounded once more.
            near = _bc.closest_points(_bc.triangle(*a), _bc.triangle(*b))
            found = None, near.point_a, near.point_b, 0.0
        normal = turn @ found[0] if found[0] is not None else None
        yield i, j, normal, _world(o1, found[1]), _world(o1, found[2]), found[3]


def _face_places(o1: CollisionObject, o2: CollisionObject) -> Iterator[_Place]:
    """Contacts of each face of a mesh with a shape, in the mesh's coordinates and back."""
    swapped = not _is_mesh(o1)
    mesh, other = (o2, o1) if swapped else (o1, o2)
    body, shape = mesh.geom._shape(), other.geom._shape().posed(_beside(mesh, other))
    box = np.asarray(shape.bounds)
    corners = body.corners
    near = (corners.min(axis=1) <= box[1]).all(axis=1) & (corners.max(axis=1) >= box[0]).all(axis=1)
    turn = mesh._tf._matrix[:3, :3]
    for face in np.flatnonzero(near).tolist():
        found = _pair_place(_bc.triangle(*corners[face]), shape)
        if found is None:
            continue
        normal = None if found[0] is None else turn @ found[0]
        on_mesh, on_shape = _world(mesh, found[1]), _world(mesh, found[2])
        if swapped:
            yield -1, face, None if normal is None else -normal, on_shape, on_mesh, found[3]
        else:
            yield face, -1, normal, on_mesh, on_shape, found[3]


def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: CollisionRequest | None = None,
    result: CollisionResult | None = None,
) -> int:
    """Finds contacts of two objects, appends them to the result, and returns their number.

    Parameters
    ----------
    o1, o2 : CollisionObject
        The objects.
    request : CollisionRequest, optional
        The options.
    result : CollisionResult, optional
        Where contacts are added.

    Returns
    -------
    int
        The number of contacts that were added.
    """
    request = CollisionRequest() if request is None else request
    result = CollisionResult() if result is None else result
    room = request.num_max_contacts
    if room <= 0 or not _meet(o1, o2):
        return 0
    result.is_collision = True
    count = 0
    if request.enable_contact:
        for b1, b2, normal, on_1, on_2, depth in _places(o1, o2, room):
            if count == room:
                break
            contact = Contact()
            contact.o1, contact.o2, contact.b1, contact.b2 = o1.geom, o2.geom, b1, b2
            if normal is not None:
                contact.normal = np.asarray(normal)
            contact.pos = (np.asarray(on_1) + np.asarray(on_2)) / 2
            contact.penetration_depth = float(depth)
            result.contacts.append(contact)
            count += 1
    if count == 0:
        contact = Contact()
        contact.o1, contact.o2 = o1.geom, o2.geom
        result.contacts.append(contact)
        count = 1
    return count


def _apart(o1: CollisionObject, o2: CollisionObject) -> tuple[float, Any, Any, int, int]:
    """Distance, points and faces of two objects; 0 where they meet."""
    if _is_mesh(o1) and _is_mesh(o2):
        found = o1.geom._shape().distance(o2.geom._shape(), _beside(o1, o2))
        points = _world(o1, found.point_a), _world(o1, found.point_b)
        return float(found.distance), *points, int(found.triangle_a), int(found.triangle_b)
    if _is_mesh(o1) or _is_mesh(o2):
        swapped = not _is_mesh(o1)
        mesh, other = (o2, o1) if swapped else (o1, o2)
        body = mesh.geom._shape()
        near = _bc.closest_points(body, other.geom._shape().posed(_beside(mesh, other)))
        face = int(body.closest(near.point_a, fields=("triangle",)).triangle)
        on_mesh, on_shape = _world(mesh, near.point_a), _world(mesh, near.point_b)
        if swapped:
            return float(near.distance), on_shape, on_mesh, -1, face
        return float(near.distance), on_mesh, on_shape, face, -1
    near = _bc.closest_points(o1._shape(), o2._shape())
    return float(near.distance), near.point_a, near.point_b, -1, -1


def distance(
    o1: CollisionObject,
    o2: CollisionObject,
    request: DistanceRequest | None = None,
    result: DistanceResult | None = None,
) -> float:
    """Finds the distance of two objects.

    Where they meet it is -1, or minus the depth if the request asks for signed distances; of two
    meshes 0.

    Parameters
    ----------
    o1, o2 : CollisionObject
        The objects.
    request : DistanceRequest, optional
        The options.
    result : DistanceResult, optional
        Is changed if this distance is smaller than its own.

    Returns
    -------
    float
        The distance.
    """
    request = DistanceRequest() if request is None else request
    result = DistanceResult() if result is None else result
    found, on_1, on_2, b1, b2 = _apart(o1, o2)
    if found == 0 and not (_is_mesh(o1) and _is_mesh(o2)):
        found = -1.0
        if request.enable_signed_distance:
            places: Iterable[_Place] = _places(o1, o2, sys.maxsize)
            deepest = max(places, key=lambda place: place[5], default=None)
            if deepest is not None:
                b1, b2, _, on_1, on_2, depth = deepest
                found = -float(depth)
    if found < result.min_distance:
        result.min_distance = found
        result.o1, result.o2, result.b1, result.b2 = o1.geom, o2.geom, b1, b2
        if request.enable_nearest_points:
            result.nearest_points = [np.asarray(on_1), np.asarray(on_2)]
    return found


def _turn(start: _Floats, end: _Floats) -> _Floats:
    """The rotation vector from one rotation to another."""
    step = Transform(end @ start.T)
    w, *v = step.getQuatRotation()
    size = float(np.linalg.norm(v))
    return np.asarray(v) / size * 2 * np.arctan2(size, w) if size > 0 else np.zeros(3)


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: ContinuousCollisionRequest | None = None,
    result: ContinuousCollisionResult | None = None,
) -> float:
    """Finds when two objects first touch on their ways to other transforms.

    Parameters
    ----------
    o1 : CollisionObject
        The first object.
    tf1_end : Transform
        Where it ends, at the time 1.
    o2 : CollisionObject
        The second object.
    tf2_end : Transform
        Where it ends, at the time 1.
    request : ContinuousCollisionRequest, optional
        The options.
    result : ContinuousCollisionResult, optional
        Is set.

    Returns
    -------
    float
        The time, never late; 1 for none.
    """
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    moves = [end.getTranslation() - o.getTranslation() for o, end in ((o1, tf1_end), (o2, tf2_end))]
    turns = [np.zeros(3), np.zeros(3)]
    if request.ccd_motion_type != CCDMotionType.CCDM_TRANS:
        turns = [_turn(o.getRotation(), end.getRotation()) for o, end in ((o1, tf1_end), (o2, tf2_end))]
    if not turns[0].any():
        a, b = (o._shape() if not _is_mesh(o) else _placed_mesh(o) for o in (o1, o2))
        spin = {"angular_velocity": turns[1], "center_of_rotation": o2.getTranslation()} if turns[1].any() else {}
        impact = _bc.sweep(a, b, moves[1] - moves[0], max_t=1, **spin)
        touch = None if impact is None else impact.t
    else:
        touch = _advance(o1, o2, moves, turns, request.toc_err)
    result.is_collide, result.time_of_contact = touch is not None, 1.0 if touch is None else float(touch)
    return result.time_of_contact


def _placed_mesh(o: CollisionObject) -> Any:
    return o.geom._shape().placed(o._tf._matrix)


def _advance(
    o1: CollisionObject, o2: CollisionObject, moves: list[_Floats], turns: list[_Floats], least: float
) -> float | None:
    """Conservative advancement: steps no longer than the distance allows."""
    speed = float(np.linalg.norm(moves[1] - moves[0]))
    for o, turn in zip((o1, o2), turns, strict=True):
        if turn.any():
            speed += float(np.linalg.norm(turn)) * float(np.linalg.norm(np.abs(o.geom._box()).max(axis=0)))
    t = 0.0
    while True:
        now = []
        for o, move, turn in zip((o1, o2), moves, turns, strict=True):
            angle = float(np.linalg.norm(turn))
            step = _bc.pose(axis=turn, angle=angle * t)[:3, :3] if angle > 0 else np.eye(3)
            now.append(CollisionObject(o.geom, Transform(step @ o.getRotation(), o.getTranslation() + move * t)))
        gap = _apart(*now)[0]
        if gap <= least * max(speed, 1e-300):
            return t
        if not speed > 0 or not np.isfinite(gap):
            return None
        t += gap / speed
        if t > 1:
            return None


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: CollisionData) -> bool:
    """Adds the contacts of two objects; ``True`` when there are enough.

    Parameters
    ----------
    o1, o2 : CollisionObject
        The objects.
    cdata : CollisionData
        The options, and where contacts are added.

    Returns
    -------
    bool
        Whether the search ends.
    """
    if cdata.done:
        return True
    collide(o1, o2, cdata.request, cdata.result)
    full = len(cdata.result.contacts) >= cdata.request.num_max_contacts
    cdata.done = not cdata.request.enable_cost and cdata.result.is_collision and full
    return cdata.done


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject, ddata: DistanceData) -> tuple[bool, float]:
    """Keeps the least distance; returns whether nothing is nearer, and the distance.

    Parameters
    ----------
    o1, o2 : CollisionObject
        The objects.
    ddata : DistanceData
        The options, and where the least distance is kept.

    Returns
    -------
    done : bool
        Whether the search ends.
    distance : float
        The least distance so far.
    """
    if ddata.done:
        return True, ddata.result.min_distance
    distance(o1, o2, ddata.request, ddata.result)
    least = ddata.result.min_distance
    if least <= 0 and not ddata.request.enable_signed_distance:
        ddata.done = True
    return ddata.done, least


class DynamicAABBTreeCollisionManager:
    """Objects, and the pairs among them whose boxes meet."""

    def __init__(self) -> None:
        self._objects: list[CollisionObject] = []
        self.max_tree_nonbalanced_level = 10
        self.tree_incremental_balance_pass = 10
        self.tree_topdown_balance_threshold = 2
        self.tree_topdown_level = 0
        self.tree_init_level = 0
        self.octree_as_geometry_collide = True
        self.octree_as_geometry_distance = True

    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None:
        """Adds objects.

        Parameters
        ----------
        other_objs : iterable of CollisionObject
            The objects.
        """
        self._objects.extend(other_objs)

    def registerObject(self, obj: CollisionObject) -> None:
        """Adds an object.

        Parameters
        ----------
        obj : CollisionObject
            The object.
        """
        self._objects.append(obj)

    def unregisterObject(self, obj: CollisionObject) -> None:
        """Removes an object.

        Parameters
        ----------
        obj : CollisionObject
            The object; one that is not here is ignored.
        """
        self._objects = [known for known in self._objects if known is not obj]

    def setup(self) -> None:
        """Accepted, and needless."""

    def update(self, arg: Any = None) -> None:
        """Accepted, and needless.

        Parameters
        ----------
        arg : object, optional
            Not read: boxes are those of the moment of a question.
        """

    def getObjects(self) -> list[CollisionObject]:
        """The objects.

        Returns
        -------
        list of CollisionObject
            A new list, in the order of registration.
        """
        return list(self._objects)

    def clear(self) -> None:
        """Removes all objects."""
        self._objects = []

    def empty(self) -> bool:
        """Whether there are none.

        Returns
        -------
        bool
            True without objects.
        """
        return not self._objects

    def size(self) -> int:
        """Their number.

        Returns
        -------
        int
            The number of objects.
        """
        return len(self._objects)

    def _boxes(self) -> _Floats:
        return np.array([o._box() for o in self._objects]).reshape(-1, 2, 3)

    def _pairs(self, args: Any) -> tuple[list[Any], Any, Any]:
        """Pairs of objects with the distances of their boxes, the data, and the callback."""
        if len(args) == 2:
            (data, callback), others, inner = args, self._objects, True
        else:
            other, data, callback = args
            is_manager = isinstance(other, DynamicAABBTreeCollisionManager)
            others, inner = other._objects if is_manager else [other], False
        boxes = self._boxes()
        theirs = boxes if inner else np.array([o._box() for o in others]).reshape(-1, 2, 3)
        pairs: list[Any] = []
        for i, box in enumerate(boxes):
            start = i + 1 if inner else 0
            rest = theirs[start:]
            with np.errstate(invalid="ignore"):
                gap = np.maximum(np.maximum(rest[:, 0] - box[1], box[0] - rest[:, 1]), 0)
            gap = np.linalg.norm(np.nan_to_num(gap), axis=-1)
            pairs.extend((float(gap[j]), self._objects[i], others[start + j]) for j in range(len(rest)))
        return pairs, data, callback

    def collide(self, *args: Any) -> None:
        """Calls ``callback(o1, o2, data)`` for pairs whose boxes meet, until it returns ``True``.

        ``(data, callback)`` for pairs of this manager, ``(object, data, callback)`` or
        ``(manager, data, callback)`` for pairs with others.

        Parameters
        ----------
        *args
            ``(data, callback)``, ``(object, data, callback)`` or ``(manager, data, callback)``.
        """
        pairs, data, callback = self._pairs(args)
        for gap, o1, o2 in pairs:
            if gap == 0 and callback(o1, o2, data):
                return

    def distance(self, *args: Any) -> None:
        """Calls ``callback(o1, o2, data)`` for pairs, near boxes first, until none can be nearer.

        The callback returns whether to end, and the least distance.

        Parameters
        ----------
        *args
            ``(data, callback)``, ``(object, data, callback)`` or ``(manager, data, callback)``.
        """
        pairs, data, callback = self._pairs(args)
        least = np.inf
        for gap, o1, o2 in sorted(pairs, key=lambda pair: pair[0]):
            if gap > max(least, 0):
                return
            done, least = callback(o1, o2, data)
            if done:
                return


_replaced: dict[str, Any] = {}
_MISSING = object()


def install() -> dict[str, Any]:
    """Sets ``sys.modules["fcl"]`` and the ``fcl`` of trimesh's collision module.

    May be called twice. What was imported by name before stays what it was.

    Returns
    -------
    dict
        What was replaced, by name.
    """
    own = sys.modules[__name__]
    if not _replaced:
        _replaced["fcl"] = sys.modules.get("fcl", _MISSING)
        sys.modules["fcl"] = own
        try:
            collision: Any = importlib.import_module("trimesh.collision")
        except ImportError:
            pass
        else:
            _replaced["trimesh.collision.fcl"] = getattr(collision, "fcl", _MISSING)
            collision.fcl = own
    return {name: value for name, value in _replaced.items() if value is not _MISSING}


def uninstall() -> None:
    """Puts back what `install` replaced."""
    if not _replaced:
        return
    module = _replaced.pop("fcl")
    if module is _MISSING:
        sys.modules.pop("fcl", None)
    else:
        sys.modules["fcl"] = module
    if "trimesh.collision.fcl" in _replaced:
        collision: Any = importlib.import_module("trimesh.collision")
        value = _replaced.pop("trimesh.collision.fcl")
        collision.fcl = None if value is _MISSING else value


for _value in list(globals().values()):
    if isinstance(_value, type) and _value.__module__ == "barycast._fcl_objects":
        _value.__module__ = "barycast.fcl"
