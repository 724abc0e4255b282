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
    """Kinds of geometry.

    Attributes
    ----------
    BV_UNKNOWN : int
        No geometry.
    BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_KDOP16, BV_KDOP18, BV_KDOP24 : int
        Meshes with other trees; no geometry here is of these kinds.
    BV_OBBRSS : int
        A `BVHModel`.
    GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX : int
        The solids of these names.
    GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE : int
        A `Plane`, a `Halfspace` and a `TriangleP`.
    GEOM_OCTREE : int
        An `OcTree`, which cannot be made.
    NODE_COUNT : int
        The number of kinds.
    """

    (
        BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24,
        GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX,
        GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE, GEOM_OCTREE, NODE_COUNT,
    ) = range(21)  # fmt: skip


class OBJECT_TYPE(_Enum):
    """Groups of geometry.

    Attributes
    ----------
    OT_UNKNOWN, OT_OCTREE : int
        No geometry here is in these groups.
    OT_BVH : int
        A `BVHModel`.
    OT_GEOM : int
        Any other geometry.
    OT_COUNT : int
        The number of groups.
    """

    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class CCDMotionType(_Enum):
    """Motions of a continuous collision.

    Attributes
    ----------
    CCDM_TRANS : int
        A translation; the objects keep their rotations.
    CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE : int
        A translation, and a rotation about the object's origin at constant speed.
    """

    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType(_Enum):
    """Accepted, and without effect.

    Attributes
    ----------
    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER : int
        Solvers of FCL.
    """

    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType(_Enum):
    """Accepted, and without effect.

    Attributes
    ----------
    GST_LIBCCD, GST_INDEP : int
        Solvers of FCL.
    """

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

    Parameters
    ----------
    *args
        Nothing, or one or two of the arguments above.
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
        """The rotation matrix.

        Returns
        -------
        ndarray, shape (3, 3)
            A copy.
        """
        return self._matrix[:3, :3].copy()

    def getTranslation(self) -> _Floats:
        """The translation.

        Returns
        -------
        ndarray, shape (3,)
            A copy.
        """
        return self._matrix[:3, 3].copy()

    def getQuatRotation(self) -> _Floats:
        """The rotation as ``w, x, y, z``.

        Returns
        -------
        ndarray, shape (4,)
            A unit quaternion with ``w >= 0``.
        """
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
        """Sets the rotation matrix.

        Parameters
        ----------
        R : array_like, shape (3, 3)
            A rotation matrix.
        """
        self._matrix[:3, :3] = _vector(R, 9, "R").reshape(3, 3)

    def setTranslation(self, T: ArrayLike) -> None:
        """Sets the translation.

        Parameters
        ----------
        T : array_like, shape (3,)
            The translation.
        """
        self._matrix[:3, 3] = _vector(T, 3, "T")

    def setQuatRotation(self, q: ArrayLike) -> None:
        """Sets the rotation from ``w, x, y, z``.

        Parameters
        ----------
        q : array_like, shape (4,)
            A quaternion of any length.
        """
        w, x, y, z = _vector(q, 4, "q")
        self._matrix[:3, :3] = _bc.pose(quaternion=(x, y, z, w))[:3, :3]

    def __reduce__(self) -> Any:
        return Transform, (self.getRotation(), self.getTranslation())


class CollisionGeometry:
    """A shape in its own coordinates."""

    _type = NODE_TYPE.BV_UNKNOWN
    _body: Any = None

    def getNodeType(self) -> int:
        """The kind, one of `NODE_TYPE`.

        Returns
        -------
        int
            The kind.
        """
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
    """A triangle.

    Parameters
    ----------
    a, b, c : array_like, shape (3,)
        The corners.
    """

    _type = NODE_TYPE.GEOM_TRIANGLE

    def __init__(self, a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
        self.a, self.b, self.c = (_vector(v, 3, name) for v, name in ((a, "a"), (b, "b"), (c, "c")))

    def _make(self) -> Any:
        return _bc.triangle(self.a, self.b, self.c)


class Box(_Sized):
    """A centred box, with the lengths of its sides.

    Parameters
    ----------
    x, y, z : float
        Lengths of the sides.
    """

    _type = NODE_TYPE.GEOM_BOX

    def __init__(self, x: float, y: float, z: float) -> None:
        self.side = np.array([x, y, z], dtype=np.float64)

    def _make(self) -> Any:
        return _bc.obb((0, 0, 0), self.side / 2)


class Sphere(_Sized):
    """A centred ball.

    Parameters
    ----------
    radius : float
        The radius.
    """

    _type = NODE_TYPE.GEOM_SPHERE

    def __init__(self, radius: float) -> None:
        self.radius = float(radius)

    def _make(self) -> Any:
        return _bc.sphere((0, 0, 0), self.radius)


class Ellipsoid(_Sized):
    """A centred ellipsoid.

    Parameters
    ----------
    a, b, c : float
        Radii along x, y and z.
    """

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
    """A capsule along z, whose segment is `lz` long.

    Parameters
    ----------
    radius : float
        The radius.
    lz : float
        Length of the axis.
    """

    _type = NODE_TYPE.GEOM_CAPSULE

    def _make(self) -> Any:
        return _bc.capsule(*self._ends(), self.radius)


class Cone(_Along):
    """A cone along z, with its apex at ``lz / 2``.

    Parameters
    ----------
    radius : float
        Radius of the base.
    lz : float
        The height.
    """

    _type = NODE_TYPE.GEOM_CONE

    def _make(self) -> Any:
        base, apex = self._ends()
        return _bc.cone(apex, base, self.radius)


class Cylinder(_Along):
    """A cylinder along z.

    Parameters
    ----------
    radius : float
        The radius.
    lz : float
        Length of the axis.
    """

    _type = NODE_TYPE.GEOM_CYLINDER

    def _make(self) -> Any:
        return _bc.cylinder(*self._ends(), self.radius)


class Halfspace(_Sized):
    """All points with ``n . x <= d``.

    Parameters
    ----------
    n : array_like, shape (3,)
        Outward normal.
    d : float
        Offset along the normal.
    """

    _type = NODE_TYPE.GEOM_HALFSPACE

    def __init__(self, n: ArrayLike, d: float) -> None:
        self.n, self.d = _vector(n, 3, "n"), float(d)

    def _make(self) -> Any:
        return _bc.half_space(self.n, self.d)


class Plane(_Sized):
    """All points with ``n . x = d``.

    Parameters
    ----------
    n : array_like, shape (3,)
        The normal.
    d : float
        Offset along the normal.
    """

    _type = NODE_TYPE.GEOM_PLANE

    def __init__(self, n: ArrayLike, d: float) -> None:
        self.n, self.d = _vector(n, 3, "n"), float(d)

    def _make(self) -> Any:
        return _bc.plane(self.n, self.d)


class Convex(CollisionGeometry):
    """The solid hull of vertices. `faces` lists the number of corners and the corners of each face.

    Parameters
    ----------
    vertices : array_like, shape (n, 3)
        The vertices.
    num_faces : int
        Number of faces.
    faces : array_like of int
        For each face its number of corners, and the vertices of these.
    """

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
    """Not supported.

    Parameters
    ----------
    *args, **kwargs
        Not read: an octree is a `NotImplementedError`.
    """

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
        """Begins a model; the numbers are hints.

        Parameters
        ----------
        num_tris_ : int
            A hint, without effect.
        num_vertices_ : int
            A hint, without effect.

        Returns
        -------
        int
            0: success.
        """
        self._vertices, self._triangles, self._count, self._body = [], [], 0, None
        return 0

    def addVertex(self, x: float, y: float, z: float) -> int:
        """Adds a vertex.

        Parameters
        ----------
        x, y, z : float
            The position.

        Returns
        -------
        int
            0: success.
        """
        self._vertices.append(np.array([[x, y, z]], dtype=np.float64))
        self._count += 1
        return 0

    def addTriangle(self, v1: ArrayLike, v2: ArrayLike, v3: ArrayLike) -> int:
        """Adds a triangle with vertices of its own.

        Parameters
        ----------
        v1, v2, v3 : array_like, shape (3,)
            Positions of the corners.

        Returns
        -------
        int
            0: success.
        """
        corners = np.array([v1, v2, v3], dtype=np.float64).reshape(3, 3)
        return self.addSubModel(corners, np.array([[0, 1, 2]]))

    def addSubModel(self, verts: ArrayLike, triangles: ArrayLike) -> int:
        """Adds vertices, and triangles that name them from 0.

        Parameters
        ----------
        verts : array_like, shape (n, 3)
            Positions of the vertices.
        triangles : array_like of int, shape (m, 3)
            Three vertices of each triangle, counted from the first of `verts`.

        Returns
        -------
        int
            0: success.
        """
        vertices = np.array(verts, dtype=np.float64).reshape(-1, 3)
        self._triangles.append(np.asarray(triangles, dtype=np.int64).reshape(-1, 3) + self._count)
        self._vertices.append(vertices)
        self._count += len(vertices)
        return 0

    def endModel(self) -> int:
        """Ends a model; 0 on success.

        Returns
        -------
        int
            0, or -4 for a model without triangles.
        """
        if not self._triangles:
            return -4
        self._body = _bc.Mesh(np.concatenate(self._vertices), np.concatenate(self._triangles))
        return 0

    @property
    def num_tries_(self) -> int:
        """Number of triangles."""
        return sum(map(len, self._triangles))

    def buildState(self) -> int:
        """0 for a model that is empty, 2 for one that is built.

        Returns
        -------
        int
            The state.
        """
        return 2 if self._body is not None else 0

    def _make(self) -> Any:
        raise RuntimeError("the model has not ended: endModel()")


class CollisionObject:
    """A geometry with a transform.

    Parameters
    ----------
    geom : CollisionGeometry, optional
        The geometry; it is not copied.
    tf : Transform, optional
        Its place, which is copied; the default is the origin.
    _no_instance : bool, default False
        Accepted, and without effect.
    """

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
        """The kind of the geometry.

        Returns
        -------
        int
            One of `NODE_TYPE`.
        """
        return self.geom.getNodeType()

    def getObjectType(self) -> int:
        """The group of the geometry.

        Returns
        -------
        int
            One of `OBJECT_TYPE`.
        """
        return OBJECT_TYPE.OT_BVH if isinstance(self.geom, BVHModel) else OBJECT_TYPE.OT_GEOM

    def getTranslation(self) -> _Floats:
        """The translation.

        Returns
        -------
        ndarray, shape (3,)
            A copy.
        """
        return self._tf.getTranslation()

    def getRotation(self) -> _Floats:
        """The rotation matrix.

        Returns
        -------
        ndarray, shape (3, 3)
            A copy.
        """
        return self._tf.getRotation()

    def getQuatRotation(self) -> _Floats:
        """The rotation as ``w, x, y, z``.

        Returns
        -------
        ndarray, shape (4,)
            A unit quaternion with ``w >= 0``.
        """
        return self._tf.getQuatRotation()

    def getTransform(self) -> Transform:
        """A copy of the transform.

        Returns
        -------
        Transform
            The copy.
        """
        return Transform(self._tf)

    def setTranslation(self, vec: ArrayLike) -> None:
        """Sets the translation.

        Parameters
        ----------
        vec : array_like, shape (3,)
            The translation.
        """
        self._tf.setTranslation(vec)
        self._placed = None

    def setRotation(self, mat: ArrayLike) -> None:
        """Sets the rotation matrix.

        Parameters
        ----------
        mat : array_like, shape (3, 3)
            A rotation matrix.
        """
        self._tf.setRotation(mat)
        self._placed = None

    def setQuatRotation(self, q: ArrayLike) -> None:
        """Sets the rotation from ``w, x, y, z``.

        Parameters
        ----------
        q : array_like, shape (4,)
            A quaternion of any length.
        """
        self._tf.setQuatRotation(q)
        self._placed = None

    def setTransform(self, tf: Transform) -> None:
        """Sets the transform.

        Parameters
        ----------
        tf : Transform
            The transform, which is copied.
        """
        self._tf = Transform(tf)
        self._placed = None

    def isOccupied(self) -> bool:
        """Whether the object counts as solid: ``True``.

        Returns
        -------
        bool
            Always ``True``.
        """
        return True

    def isFree(self) -> bool:
        """Whether the object counts as free space: ``False``.

        Returns
        -------
        bool
            Always ``False``.
        """
        return False

    def isUncertain(self) -> bool:
        """Whether the object counts as uncertain: ``False``.

        Returns
        -------
        bool
            Always ``False``.
        """
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
    """Options of `collide`.

    Parameters
    ----------
    num_max_contacts : int
        Largest number of contacts.
    enable_contact : bool
        Whether contacts have a place, a normal and a depth.
    num_max_cost_sources, enable_cost, use_approximate_cost, gjk_solver_type
        Accepted; without effect on contacts.
    """

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
    """What `collide` found.

    Parameters
    ----------
    contacts : list of Contact, optional
        The contacts.
    cost_sources : list of CostSource, optional
        Accepted, and stays as it is.
    """

    def __init__(self, contacts: list[Contact] | None = None, cost_sources: list[CostSource] | None = None) -> None:
        self.contacts = [] if contacts is None else contacts
        self.cost_sources = [] if cost_sources is None else cost_sources
        self.is_collision = len(self.contacts) > 0


class DistanceRequest:
    """Options of `distance`.

    Parameters
    ----------
    enable_nearest_points : bool
        Whether the result has the nearest points.
    gjk_solver_type : int
        Accepted, and without effect.
    enable_signed_distance : bool
        Whether the distance of objects that meet is minus their depth.
    """

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
    """What `distance` found; a result that is smaller already is kept.

    Parameters
    ----------
    min_distance_ : float
        The distance so far.
    """

    def __init__(self, min_distance_: float = _FAR) -> None:
        self.min_distance = min_distance_
        self.nearest_points: list[Any] = [None, None]
        self.o1: Any = None
        self.o2: Any = None
        self.b1 = self.b2 = -1


class ContinuousCollisionRequest:
    """Options of `continuousCollide`.

    Parameters
    ----------
    num_max_iterations : int
        Accepted, and without effect.
    toc_err : float
        How early the time may be if the first object rotates.
    ccd_motion_type : int
        One of `CCDMotionType`.
    gjk_solver_type, ccd_solver_type : int
        Accepted, and without effect.
    """

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
    """What `continuousCollide` found.

    Parameters
    ----------
    is_collide : bool
        Whether the objects touch.
    time_of_contact : float
        The time from 0 to 1; 1 for none.
    """

    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide = is_collide
        self.time_of_contact = time_of_contact


class CollisionData:
    """What the default callback of collisions takes.

    Parameters
    ----------
    request : CollisionRequest, optional
        The options.
    result : CollisionResult, optional
        Where contacts are added.
    """

    def __init__(self, request: CollisionRequest | None = None, result: CollisionResult | None = None) -> None:
        self.request = CollisionRequest() if request is None else request
        self.result = CollisionResult() if result is None else result
        self.done = False


class DistanceData:
    """What the default callback of distances takes.

    Parameters
    ----------
    request : DistanceRequest, optional
        The options.
    result : DistanceResult, optional
        Where the least distance is kept.
    """

    def __init__(self, request: DistanceRequest | None = None, result: DistanceResult | None = None) -> None:
        self.request = DistanceRequest() if request is None else request
        self.result = DistanceResult() if result is None else result
        self.done = False
