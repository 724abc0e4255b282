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

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

import barycast as _bc

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    _Floats = NDArray[np.float64]

__version__ = "0.7.0.11"

_FAR = 1.7976931348623157e308


class _Enum:
    pass


class NODE_TYPE(_Enum):
    """Kinds of geometry."""

    (
        BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24,
        GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX,
        GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE, GEOM_OCTREE, NODE_COUNT,
    ) = range(21)  # fmt: skip


class OBJECT_TYPE(_Enum):
    """Groups of geometry."""

    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class CCDMotionType(_Enum):
    """Motions of a continuous collision."""

    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType(_Enum):
    """Accepted, and without effect."""

    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType(_Enum):
    """Accepted, and without effect."""

    GST_LIBCCD, GST_INDEP = range(2)


def _vector(value: ArrayLike, length: int, name: str) -> _Floats:
    array = np.array(value, dtype=np.float64).reshape(-1)
    if array.shape != (length,):
        raise ValueError(f"{name} must have {length} numbers, got {array.size}")
    return array


class Transform:
    """A rotation and a translation.

    ``Transform()``, ``(R)``, ``(q)``, ``(t)``, ``(R, t)``, ``(q, t)``, ``(tf)``, with a quaternion
    ``w, x, y, z``.
    """

    def __init__(self, *args: Any) -> None:
        self._matrix = np.eye(4)
        if len(args) > 2:
            raise ValueError(f"a transform takes at most two arguments, got {len(args)}")
        if len(args) == 1 and isinstance(args[0], Transform):
            self._matrix = args[0]._matrix.copy()
            return
        for i, value in enumerate(args):
            size = np.size(value)
            if size == 9 and i == 0:
                self.setRotation(value)
            elif size == 4 and i == 0:
                self.setQuatRotation(value)
            elif size == 3 and i == len(args) - 1:
                self.setTranslation(value)
            else:
                raise ValueError(f"a transform has no argument of {size} numbers at position {i}")

    def getRotation(self) -> _Floats:
        """The rotation matrix."""
        return self._matrix[:3, :3].copy()

    def getTranslation(self) -> _Floats:
        """The translation."""
        return self._matrix[:3, 3].copy()

    def getQuatRotation(self) -> _Floats:
        """The rotation as ``w, x, y, z``."""
        m = self._matrix
        k = np.array(
            [
                [m[0, 0] - m[1, 1] - m[2, 2], 0, 0, 0],
                [m[1, 0] + m[0, 1], m[1, 1] - m[0, 0] - m[2, 2], 0, 0],
                [m[2, 0] + m[0, 2], m[2, 1] + m[1, 2], m[2, 2] - m[0, 0] - m[1, 1], 0],
                [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], m[0, 0] + m[1, 1] + m[2, 2]],
            ]
        )
        _, vectors = np.linalg.eigh(k)
        x, y, z, w = vectors[:, -1]
        q = np.array([w, x, y, z])
        return q if w >= 0 else -q

    def setRotation(self, R: ArrayLike) -> None:
        """Sets the rotation matrix."""
        self._matrix[:3, :3] = _vector(R, 9, "R").reshape(3, 3)

    def setTranslation(self, T: ArrayLike) -> None:
        """Sets the translation."""
        self._matrix[:3, 3] = _vector(T, 3, "T")

    def setQuatRotation(self, q: ArrayLike) -> None:
        """Sets the rotation from ``w, x, y, z``."""
        w, x, y, z = _vector(q, 4, "q")
        self._matrix[:3, :3] = _bc.pose(quaternion=(x, y, z, w))[:3, :3]

    def __reduce__(self) -> Any:
        return Transform, (self.getRotation(), self.getTranslation())


class CollisionGeometry:
    """A shape in its own coordinates."""

    _type = NODE_TYPE.BV_UNKNOWN
    _body: Any = None

    def getNodeType(self) -> int:
        """The kind, one of `NODE_TYPE`."""
        return self._type

    def computeLocalAABB(self) -> None:
        """Accepted, and needless."""

    @property
    def aabb_center(self) -> _Floats:
        """Centre of the box around the shape."""
        return np.asarray(self._box().mean(axis=0))

    def _shape(self) -> Any:
        """The shape or mesh."""
        if self._body is None:
            self._body = self._make()
        return self._body

    def _make(self) -> Any:
        raise RuntimeError("a collision geometry has no shape")

    def _box(self) -> _Floats:
        return np.asarray(self._shape().bounds, dtype=np.float64)


class _Sized(CollisionGeometry):
    """A shape whose sizes can be changed."""

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if not name.startswith("_"):
            object.__setattr__(self, "_body", None)


class TriangleP(_Sized):
    """A triangle."""

    _type = NODE_TYPE.GEOM_TRIANGLE

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
        self.a, self.b, self.c = (_vector(v, 3, name) for v, name in ((a, "a"), (b, "b"), (c, "c")))

    def _make(self) -> Any:
        return _bc.triangle(self.a, self.b, self.c)


class Box(_Sized):
    """A centred box, with the lengths of its sides."""

    _type = NODE_TYPE.GEOM_BOX

    def __init__(self, x: float, y: float, z: float) -> None:
        self.side = np.array([x, y, z], dtype=np.float64)

    def _make(self) -> Any:
        return _bc.obb((0, 0, 0), self.side / 2)


class Sphere(_Sized):
    """A centred ball."""

    _type = NODE_TYPE.GEOM_SPHERE

    def __init__(self, radius: float) -> None:
        self.radius = float(radius)

    def _make(self) -> Any:
        return _bc.sphere((0, 0, 0), self.radius)


class Ellipsoid(_Sized):
    """A centred ellipsoid."""

    _type = NODE_TYPE.GEOM_ELLIPSOID

    def __init__(self, a: float, b: float, c: float) -> None:
        self.radii = np.array([a, b, c], dtype=np.float64)

    def _make(self) -> Any:
        return _bc.ellipsoid((0, 0, 0), self.radii)


class _Along(_Sized):
    """A shape around the z axis."""

    def __init__(self, radius: float, lz: float) -> None:
        self.radius, self.lz = float(radius), float(lz)

    def _ends(self) -> tuple[Any, Any]:
        return (0, 0, -self.lz / 2), (0, 0, self.lz / 2)


class Capsule(_Along):
    """A capsule along z, whose segment is `lz` long."""

    _type = NODE_TYPE.GEOM_CAPSULE

    def _make(self) -> Any:
        return _bc.capsule(*self._ends(), self.radius)


class Cone(_Along):
    """A cone along z, with its apex at ``lz / 2``."""

    _type = NODE_TYPE.GEOM_CONE

    def _make(self) -> Any:
        base, apex = self._ends()
        return _bc.cone(apex, base, self.radius)


class Cylinder(_Along):
    """A cylinder along z."""

    _type = NODE_TYPE.GEOM_CYLINDER

    def _make(self) -> Any:
        return _bc.cylinder(*self._ends(), self.radius)


class Halfspace(_Sized):
    """All points with ``n . x <= d``."""

    _type = NODE_TYPE.GEOM_HALFSPACE

    def __init__(self, n: ArrayLike, d: float) -> None:
        self.n, self.d = _vector(n, 3, "n"), float(d)

    def _make(self) -> Any:
        return _bc.half_space(self.n, self.d)


class Plane(_Sized):
    """All points with ``n . x = d``."""

    _type = NODE_TYPE.GEOM_PLANE

    def __init__(self, n: ArrayLike, d: float) -> None:
        self.n, self.d = _vector(n, 3, "n"), float(d)

    def _make(self) -> Any:
        return _bc.plane(self.n, self.d)


class Convex(CollisionGeometry):
    """The solid hull of vertices. `faces` lists the number of corners and the corners of each face."""

    _type = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: ArrayLike, num_faces: int, faces: ArrayLike) -> None:
        self._vertices = np.array(vertices, dtype=np.float64).reshape(-1, 3)
        self.num_faces = int(num_faces)
        flat, at = np.asarray(faces).reshape(-1), 0
        for _ in range(self.num_faces):
            if at >= len(flat) or at + 1 + int(flat[at]) > len(flat):
                raise ValueError("faces ends before its last face")
            named = flat[at + 1 : at + 1 + int(flat[at])]
            if len(named) and not (0 <= named.min() and named.max() < len(self._vertices)):
                raise ValueError("faces names a vertex that does not exist")
            at += 1 + int(flat[at])

    def _make(self) -> Any:
        return _bc.convex(self._vertices)


class OcTree(CollisionGeometry):
    """Not supported."""

    _type = NODE_TYPE.GEOM_OCTREE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError("barycast.fcl has no octrees")


class BVHModel(CollisionGeometry):
    """A mesh: a surface."""

    _type = NODE_TYPE.BV_OBBRSS

    def __init__(self) -> None:
        self._vertices: list[_Floats] = []
        self._triangles: list[NDArray[np.int64]] = []
        self._count = 0

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        """Begins a model; the numbers are hints."""
        self._vertices, self._triangles, self._count, self._body = [], [], 0, None
        return 0

    def addVertex(self, x: float, y: float, z: float) -> int:
        """Adds a vertex."""
        self._vertices.append(np.array([[x, y, z]], dtype=np.float64))
        self._count += 1
        return 0

    def addTriangle(self, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike) -> int:
        """Adds a triangle with vertices of its own."""
        corners = np.array([v1, v2, v3], dtype=np.float64).reshape(3, 3)
        return self.addSubModel(corners, np.array([[0, 1, 2]]))

    def addSubModel(self, verts: ArrayLike, triangles: ArrayLike) -> int:
        """Adds vertices, and triangles that name them from 0."""
        vertices = np.array(verts, dtype=np.float64).reshape(-1, 3)
        self._triangles.append(np.asarray(triangles, dtype=np.int64).reshape(-1, 3) + self._count)
        self._vertices.append(vertices)
        self._count += len(vertices)
        return 0

    def endModel(self) -> int:
        """Ends a model; 0 on success."""
        if not self._triangles:
            return -4
        self._body = _bc.Mesh(np.concatenate(self._vertices), np.concatenate(self._triangles))
        return 0

    @property
    def num_tries_(self) -> int:
        """Number of triangles."""
        return sum(map(len, self._triangles))

    def buildState(self) -> int:
        """0 for a model that is empty, 2 for one that is built."""
        return 2 if self._body is not None else 0

    def _make(self) -> Any:
        raise RuntimeError("the model has not ended: endModel()")


class CollisionObject:
    """A geometry with a transform."""

    def __init__(
        self,
        geom: CollisionGeometry | None = None,
        tf: Transform | None = None,
        _no_instance: bool = False,
    ) -> None:
        self.geom = geom if geom is not None else CollisionGeometry()
        self._tf = Transform() if tf is None else Transform(tf)
        self._placed: Any = None

    def getNodeType(self) -> int:
        """The kind of the geometry."""
        return self.geom.getNodeType()

    def getObjectType(self) -> int:
        """The group of the geometry."""
        return OBJECT_TYPE.OT_BVH if isinstance(self.geom, BVHModel) else OBJECT_TYPE.OT_GEOM

    def getTranslation(self) -> _Floats:
        """The translation."""
        return self._tf.getTranslation()

    def getRotation(self) -> _Floats:
        """The rotation matrix."""
        return self._tf.getRotation()

    def getQuatRotation(self) -> _Floats:
        """The rotation as ``w, x, y, z``."""
        return self._tf.getQuatRotation()

    def getTransform(self) -> Transform:
        """A copy of the transform."""
        return Transform(self._tf)

    def setTranslation(self, vec: ArrayLike) -> None:
        """Sets the translation."""
        self._tf.setTranslation(vec)
        self._placed = None

    def setRotation(self, mat: ArrayLike) -> None:
        """Sets the rotation matrix."""
        self._tf.setRotation(mat)
        self._placed = None

    def setQuatRotation(self, q: ArrayLike) -> None:
        """Sets the rotation from ``w, x, y, z``."""
        self._tf.setQuatRotation(q)
        self._placed = None

    def setTransform(self, tf: Transform) -> None:
        """Sets the transform."""
        self._tf = Transform(tf)
        self._placed = None

    def isOccupied(self) -> bool:
        """``True``."""
        return True

    def isFree(self) -> bool:
        """``False``."""
        return False

    def isUncertain(self) -> bool:
        """``False``."""
        return False

    def _shape(self) -> Any:
        """The shape as placed; not for meshes."""
        base = self.geom._shape()
        if self._placed is None or self._placed[0] is not base:
            self._placed = base, base.posed(self._tf._matrix)
        return self._placed[1]

    def _box(self) -> _Floats:
        """A box around the placed geometry."""
        if not isinstance(self.geom, BVHModel):
            return np.asarray(self._shape().bounds)
        local, matrix = self.geom._box(), self._tf._matrix
        middle = matrix[:3, :3] @ local.mean(axis=0) + matrix[:3, 3]
        half = np.abs(matrix[:3, :3]) @ ((local[1] - local[0]) / 2)
        half = half + 1e-12 * (np.abs(middle) + half)
        return np.array([middle - half, middle + half])


class Contact:
    """A place where two geometries meet; the normal points from `o1` to `o2`."""

    def __init__(self) -> None:
        self.o1: Any = None
        self.o2: Any = None
        self.b1 = self.b2 = -1
        self.normal = np.zeros(3)
        self.pos = np.zeros(3)
        self.penetration_depth = 0.0


class CostSource:
    """Accepted, and never made."""

    def __init__(self) -> None:
        self.aabb_min, self.aabb_max = np.zeros(3), np.zeros(3)
        self.cost_density = self.total_cost = 0.0


class CollisionRequest:
    """Options of `collide`."""

    def __init__(
        self,
        num_max_contacts: int = 1,
        enable_contact: bool = False,
        num_max_cost_sources: int = 1,
        enable_cost: bool = False,
        use_approximate_cost: bool = True,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.num_max_contacts = num_max_contacts
        self.enable_contact = enable_contact
        self.num_max_cost_sources = num_max_cost_sources
        self.enable_cost = enable_cost
        self.use_approximate_cost = use_approximate_cost
        self.gjk_solver_type = gjk_solver_type


class CollisionResult:
    """What `collide` found."""

    def __init__(self, contacts: list[Contact] | None = None, cost_sources: list[CostSource] | None = None) -> None:
        self.contacts = [] if contacts is None else contacts
        self.cost_sources = [] if cost_sources is None else cost_sources
        self.is_collision = len(self.contacts) > 0


class DistanceRequest:
    """Options of `distance`."""

    def __init__(
        self,
        enable_nearest_points: bool = False,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
        enable_signed_distance: bool = False,
    ) -> None:
        self.enable_nearest_points = enable_nearest_points
        self.gjk_solver_type = gjk_solver_type
        self.enable_signed_distance = enable_signed_distance


class DistanceResult:
    """What `distance` found; a result that is smaller already is kept."""

    def __init__(self, min_distance_: float = _FAR) -> None:
        self.min_distance = min_distance_
        self.nearest_points: list[Any] = [None, None]
        self.o1: Any = None
        self.o2: Any = None
        self.b1 = self.b2 = -1


class ContinuousCollisionRequest:
    """Options of `continuousCollide`."""

    def __init__(
        self,
        num_max_iterations: int = 10,
        toc_err: float = 0.0001,
        ccd_motion_type: int = CCDMotionType.CCDM_TRANS,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
        ccd_solver_type: int = CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT,
    ) -> None:
        self.num_max_iterations = num_max_iterations
        self.toc_err = toc_err
        self.ccd_motion_type = ccd_motion_type
        self.gjk_solver_type = gjk_solver_type
        self.ccd_solver_type = ccd_solver_type


class ContinuousCollisionResult:
    """What `continuousCollide` found."""

    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide = is_collide
        self.time_of_contact = time_of_contact


class CollisionData:
    """What the default callback of collisions takes."""

    def __init__(self, request: CollisionRequest | None = None, result: CollisionResult | None = None) -> None:
        self.request = CollisionRequest() if request is None else request
        self.result = CollisionResult() if result is None else result
        self.done = False


class DistanceData:
    """What the default callback of distances takes."""

    def __init__(self, request: DistanceRequest | None = None, result: DistanceResult | None = None) -> None:
        self.request = DistanceRequest() if request is None else request
        self.result = DistanceResult() if result is None else result
        self.done = False


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
    o1, o2 : CollisionObject
        The objects.
    tf1_end, tf2_end : Transform
        Where they end, at the time 1.
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
    """Adds the contacts of two objects; ``True`` when there are enough."""
    if cdata.done:
        return True
    collide(o1, o2, cdata.request, cdata.result)
    full = len(cdata.result.contacts) >= cdata.request.num_max_contacts
    cdata.done = not cdata.request.enable_cost and cdata.result.is_collision and full
    return cdata.done


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject, ddata: DistanceData) -> tuple[bool, float]:
    """Keeps the least distance; returns whether nothing is nearer, and the distance."""
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
        """Adds objects."""
        self._objects.extend(other_objs)

    def registerObject(self, obj: CollisionObject) -> None:
        """Adds an object."""
        self._objects.append(obj)

    def unregisterObject(self, obj: CollisionObject) -> None:
        """Removes an object."""
        self._objects = [known for known in self._objects if known is not obj]

    def setup(self) -> None:
        """Accepted, and needless."""

    def update(self, arg: Any = None) -> None:
        """Accepted, and needless."""

    def getObjects(self) -> list[CollisionObject]:
        """The objects."""
        return list(self._objects)

    def clear(self) -> None:
        """Removes all objects."""
        self._objects = []

    def empty(self) -> bool:
        """Whether there are none."""
        return not self._objects

    def size(self) -> int:
        """Their number."""
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
        """
        pairs, data, callback = self._pairs(args)
        for gap, o1, o2 in pairs:
            if gap == 0 and callback(o1, o2, data):
                return

    def distance(self, *args: Any) -> None:
        """Calls ``callback(o1, o2, data)`` for pairs, near boxes first, until none can be nearer.

        The callback returns whether to end, and the least distance.
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
            import trimesh.collision as collision
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
        import trimesh.collision as collision

        value = _replaced.pop("trimesh.collision.fcl")
        collision.fcl = None if value is _MISSING else value
