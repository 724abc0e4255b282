"""Transforms, geometries, objects, requests and results of `barycast.fcl`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import barycast as _bc

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    _Floats = NDArray[np.float64]

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
