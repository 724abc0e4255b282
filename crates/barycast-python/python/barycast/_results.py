"""The results of batches: arrays by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ._result import Batch, Record, Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Float = np.floating[Any]

__all__ = [
    "AllHits",
    "Between",
    "Clashes",
    "Closest",
    "Contact",
    "Contacts",
    "CurveNearest",
    "CurvePoints",
    "Events",
    "Hit",
    "Hits",
    "Impact",
    "Impacts",
    "Lists",
    "Manifold",
    "Penetration",
    "Polylines",
    "PoseDistance",
    "PosePairs",
    "Surface",
    "SurfaceNearest",
    "SurfacePoints",
    "TubeHits",
]


class Hits(Batch):
    """First hits of rays.

    Attributes
    ----------
    t : ndarray, shape (...)
        Parameter of the hit: the point is ``origin + t * direction``; inf for none.
    triangle : ndarray of int32, shape (...)
        The face, the lowest of several; -1 for none.
    point : ndarray, shape (..., 3)
        The point; NaN for none.
    normal : ndarray, shape (..., 3)
        Unit normal of the face's front.
    uv : ndarray, shape (..., 2)
        The point is ``a + u (b - a) + v (c - a)``.
    front : ndarray of bool, shape (...)
        Whether the ray came from the front.
    part : ndarray of int32, shape (...)
        In scenes, the part; -1 for none.
    body : ndarray of uint64, shape (...)
        In worlds, the handle of the body; `moving.NONE` for none.
    """

    __slots__ = _fields = ("t", "triangle", "point", "normal", "uv", "front", "part", "body")
    t: NDArray[_Float]
    triangle: NDArray[np.int32]
    point: NDArray[_Float]
    normal: NDArray[_Float]
    uv: NDArray[_Float]
    front: NDArray[np.bool_]
    part: NDArray[np.int32]
    body: NDArray[np.uint64]

    @property
    def hit(self) -> NDArray[np.bool_]:
        """Whether each ray hits."""
        known = "t" if "t" in self.to_dict() else "triangle"
        if known == "t":
            return np.asarray(self.t < np.inf)
        return np.asarray(self.triangle >= 0)


class AllHits(Result):
    """All hits of rays, one after the other.

    Attributes
    ----------
    t, triangle, point, normal, uv, front, part
        As in `Hits`, with one entry for each hit, by ray and then by `t`.
    offsets : ndarray of int64, shape (rays + 1,)
        The hits of ray ``i`` are those from ``offsets[i]`` to ``offsets[i + 1]``.
    ray : ndarray of int64
        The ray of each hit, counted through all leading dimensions.
    """

    __slots__ = _fields = (
        "t",
        "triangle",
        "point",
        "normal",
        "uv",
        "front",
        "part",
        "offsets",
        "ray",
    )
    t: NDArray[_Float]
    triangle: NDArray[np.int32]
    point: NDArray[_Float]
    normal: NDArray[_Float]
    uv: NDArray[_Float]
    front: NDArray[np.bool_]
    part: NDArray[np.int32]
    offsets: NDArray[np.int64]
    ray: NDArray[np.int64]

    @property
    def counts(self) -> NDArray[np.int64]:
        """Number of hits of each ray, with the leading dimensions."""
        return np.diff(self.offsets).reshape(self._shape)

    def of(self, i: int) -> slice:
        """The slice of the hits of one ray.

        Parameters
        ----------
        i : int
            The ray, counted through all leading dimensions.

        Returns
        -------
        slice
            The places of its hits in every field.
        """
        rays = len(self.offsets) - 1
        if not -rays <= i < rays:
            raise IndexError(f"ray {i} of {rays}")
        i %= rays
        return slice(int(self.offsets[i]), int(self.offsets[i + 1]))

    def __len__(self) -> int:
        return len(self.ray)


class Closest(Batch):
    """Closest points.

    Attributes
    ----------
    distance : ndarray, shape (...)
        Distance; inf for none.
    point : ndarray, shape (..., 3)
        The point of the mesh; NaN for none.
    triangle : ndarray of int32, shape (...)
        The face, the lowest of several; -1 for none.
    uv : ndarray, shape (..., 2)
        The point is ``a + u (b - a) + v (c - a)``.
    normal : ndarray, shape (..., 3)
        Unit normal of the face's front.
    part : ndarray of int32, shape (...)
        In scenes, the part; -1 for none.
    """

    __slots__ = _fields = ("distance", "point", "triangle", "uv", "normal", "part")
    distance: NDArray[_Float]
    point: NDArray[_Float]
    triangle: NDArray[np.int32]
    uv: NDArray[_Float]
    normal: NDArray[_Float]
    part: NDArray[np.int32]


class Between(Batch):
    """Distance and closest points of two bodies.

    Attributes
    ----------
    distance : ndarray, shape (...)
        Distance, 0 exactly where they intersect; inf beyond the limit.
    point_a, point_b : ndarray, shape (..., 3)
        The closest points; NaN for none.
    triangle_a, triangle_b : ndarray of int32, shape (...)
        The faces; -1 for none, and where one mesh is inside the other.
    """

    __slots__ = _fields = ("distance", "point_a", "point_b", "triangle_a", "triangle_b")
    distance: NDArray[_Float]
    point_a: NDArray[_Float]
    point_b: NDArray[_Float]
    triangle_a: NDArray[np.int32]
    triangle_b: NDArray[np.int32]


class Contacts(Batch):
    """The least translations that separate pairs of shapes.

    Attributes
    ----------
    depth : ndarray, shape (...)
        Moving `b` by ``normal * depth`` makes the shapes just touch; NaN for none.
    normal : ndarray, shape (..., dim)
        Unit vector from `a` to `b`; NaN for none, and if no translation separates them.
    point_a, point_b : ndarray, shape (..., dim)
        The deepest points of either shape in the other; NaN for none.
    """

    __slots__ = _fields = ("depth", "normal", "point_a", "point_b")
    depth: NDArray[_Float]
    normal: NDArray[_Float]
    point_a: NDArray[_Float]
    point_b: NDArray[_Float]


class Impacts(Batch):
    """When a moving shape touches another, for many places.

    Attributes
    ----------
    t : ndarray, shape (...)
        The time, never late; 0 if they intersect at the start, inf for none.
    normal : ndarray, shape (..., 3)
        Unit vector from the other to the moving shape; NaN for none.
    point : ndarray, shape (..., 3)
        A common point at that time; NaN for none.
    """

    __slots__ = _fields = ("t", "normal", "point")
    t: NDArray[np.float64]
    normal: NDArray[np.float64]
    point: NDArray[np.float64]


class PosePairs(Result):
    """The pairs of bodies that collide in each configuration.

    Attributes
    ----------
    offsets : ndarray of int64, shape (configurations + 1,)
        The pairs of configuration ``i`` are those from ``offsets[i]`` to ``offsets[i + 1]``.
    pair : ndarray of int32, shape (N, 2)
        The two bodies, the lower first.
    pose : ndarray of int64, shape (N,)
        The configuration, counted through all leading dimensions.
    """

    __slots__ = _fields = ("offsets", "pair", "pose")
    offsets: NDArray[np.int64]
    pair: NDArray[np.int32]
    pose: NDArray[np.int64]

    @property
    def counts(self) -> NDArray[np.int64]:
        """Number of pairs of each configuration, with the leading dimensions."""
        return np.diff(self.offsets).reshape(self._shape)

    def __len__(self) -> int:
        return len(self.pose)


class PoseDistance(Batch):
    """The least distance of two bodies in each configuration.

    Attributes
    ----------
    distance : ndarray, shape (...)
        Distance, 0 where two bodies meet; inf beyond the limit.
    pair : ndarray of int32, shape (..., 2)
        The two bodies; -1 for none. Of pairs that are equally far the first candidate.
    point_a, point_b : ndarray, shape (..., 3)
        The closest points; NaN for none.
    """

    __slots__ = _fields = ("distance", "pair", "point_a", "point_b")
    distance: NDArray[np.float64]
    pair: NDArray[np.int32]
    point_a: NDArray[np.float64]
    point_b: NDArray[np.float64]


class Clashes(Batch):
    """Clashes of the parts of an assembly, by part.

    Attributes
    ----------
    parts : ndarray of int32, shape (k, 2)
        The two parts, the lower first.
    kind : ndarray of uint8, shape (k,)
        `clash.NEAR`, `TOUCHING`, `HARD`, `ENCLOSED` or `DUPLICATE`, in rising order.
    distance : ndarray, shape (k,)
        Distance of the parts; 0 where they meet.
    depth : ndarray, shape (k,)
        Depth of the deepest point found; NaN for none.
    at_most : ndarray, shape (k,)
        Upper bound of the depth of every point; NaN for none.
    certain : ndarray of bool, shape (k,)
        Whether the kind is certain, and the depth within 0.1 %.
    points : ndarray, shape (k, 2, 3)
        A point on each surface, which shows the depth or the distance.
    direction : ndarray, shape (k, 3)
        Unit direction that moves the first part out of the second, or away from it; NaN for none.
    """

    __slots__ = _fields = (
        "parts",
        "kind",
        "distance",
        "depth",
        "at_most",
        "certain",
        "points",
        "direction",
    )
    parts: NDArray[np.int32]
    kind: NDArray[np.uint8]
    distance: NDArray[np.float64]
    depth: NDArray[np.float64]
    at_most: NDArray[np.float64]
    certain: NDArray[np.bool_]
    points: NDArray[np.float64]
    direction: NDArray[np.float64]

    @property
    def kind_names(self) -> NDArray[np.str_]:
        """The name of each kind."""
        return np.array(["near", "touching", "hard", "enclosed", "duplicate"])[self.kind]


class Events(Batch):
    """Changes of the contacts of a world in one step.

    Attributes
    ----------
    bodies : ndarray of uint64, shape (k, 2)
        Handles of the two bodies. After an end one of them may be gone.
    what : ndarray of uint8, shape (k,)
        `moving.ENTER`, `STAY` or `EXIT`.
    sensor : ndarray of bool, shape (k,)
        Whether one of the bodies is a sensor.
    point : ndarray, shape (k, dim)
        A common point; of an end the last one.
    normal : ndarray, shape (k, dim)
        Unit vector from the first body to the second; NaN if it is unknown, or there is none.
    depth : ndarray, shape (k,)
        Moving the second body by ``normal * depth`` separates the two; NaN if it is unknown.
    """

    __slots__ = _fields = ("bodies", "what", "sensor", "point", "normal", "depth")
    bodies: NDArray[np.uint64]
    what: NDArray[np.uint8]
    sensor: NDArray[np.bool_]
    point: NDArray[np.float64]
    normal: NDArray[np.float64]
    depth: NDArray[np.float64]


class CurvePoints(Batch):
    """Points of a curve.

    Attributes
    ----------
    point, derivative, second_derivative : ndarray, shape (..., dim)
        The point, and its derivatives by the parameter.
    tangent, normal : ndarray, shape (..., dim)
        Unit vectors; NaN where there is none.
    curvature : ndarray, shape (...)
        The curvature.
    """

    __slots__ = _fields = (
        "point",
        "derivative",
        "second_derivative",
        "tangent",
        "normal",
        "curvature",
    )
    point: NDArray[np.float64]
    derivative: NDArray[np.float64]
    second_derivative: NDArray[np.float64]
    tangent: NDArray[np.float64]
    normal: NDArray[np.float64]
    curvature: NDArray[np.float64]


class CurveNearest(Batch):
    """Nearest points of a curve.

    Attributes
    ----------
    distance, t : ndarray, shape (...)
        The distance, and the parameter.
    point : ndarray, shape (..., dim)
        The point of the curve.
    """

    __slots__ = _fields = ("distance", "t", "point")
    distance: NDArray[np.float64]
    t: NDArray[np.float64]
    point: NDArray[np.float64]


class SurfacePoints(Batch):
    """Points of a surface.

    Attributes
    ----------
    point, derivative_u, derivative_v : ndarray, shape (..., 3)
        The point, and its derivatives by the parameters.
    normal : ndarray, shape (..., 3)
        Unit normal; NaN where there is none.
    gaussian_curvature, mean_curvature : ndarray, shape (...)
        The curvatures; NaN where there is no normal.
    """

    __slots__ = _fields = (
        "point",
        "derivative_u",
        "derivative_v",
        "normal",
        "gaussian_curvature",
        "mean_curvature",
    )
    point: NDArray[np.float64]
    derivative_u: NDArray[np.float64]
    derivative_v: NDArray[np.float64]
    normal: NDArray[np.float64]
    gaussian_curvature: NDArray[np.float64]
    mean_curvature: NDArray[np.float64]


class SurfaceNearest(Batch):
    """Nearest points of a surface.

    Attributes
    ----------
    distance, u, v : ndarray, shape (...)
        The distance, and the parameters.
    point : ndarray, shape (..., 3)
        The point of the surface.
    """

    __slots__ = _fields = ("distance", "u", "v", "point")
    distance: NDArray[np.float64]
    u: NDArray[np.float64]
    v: NDArray[np.float64]
    point: NDArray[np.float64]


class TubeHits(Batch):
    """First hits of rays with a tube.

    Attributes
    ----------
    t, error : ndarray, shape (...)
        Parameter of the hit, inf for none, and a bound of its error, NaN for none.
    point, normal : ndarray, shape (..., 3)
        The point and the outward unit normal; NaN for none.
    u : ndarray, shape (...)
        Parameter of the curve's nearest point; NaN for none.
    """

    __slots__ = _fields = ("t", "error", "point", "normal", "u")
    t: NDArray[np.float64]
    error: NDArray[np.float64]
    point: NDArray[np.float64]
    normal: NDArray[np.float64]
    u: NDArray[np.float64]


class Lists(Result):
    """A list of faces for each point.

    Attributes
    ----------
    offsets : ndarray of int64, shape (points + 1,)
        The faces of point ``i`` are those from ``offsets[i]`` to ``offsets[i + 1]``.
    triangle : ndarray of int32
        The faces.
    """

    __slots__ = _fields = ("offsets", "triangle")
    offsets: NDArray[np.int64]
    triangle: NDArray[np.int32]

    @property
    def counts(self) -> NDArray[np.int64]:
        """Length of each list, with the leading dimensions."""
        return np.diff(self.offsets).reshape(self._shape)


class Polylines(Result):
    """Polylines, one after the other; iterating gives the points of each.

    Attributes
    ----------
    points : ndarray, shape (N, 3)
        The points of all lines.
    offsets : ndarray of int64, shape (lines + 1,)
        The points of line ``i`` are those from ``offsets[i]`` to ``offsets[i + 1]``.
    closed : ndarray of bool, shape (lines,)
        Whether the last point is connected to the first.
    triangle : ndarray of int32, shape (N,)
        Of slices: the face through which the line continues from each point.
    edge : ndarray of int32, shape (N, 2)
        Of slices: the edge that the plane cuts there.
    """

    __slots__ = _fields = ("points", "offsets", "closed", "triangle", "edge")
    points: NDArray[_Float]
    offsets: NDArray[np.int64]
    closed: NDArray[np.bool_]
    triangle: NDArray[np.int32]
    edge: NDArray[np.int32]

    def __iter__(self) -> Iterator[NDArray[_Float]]:
        for start, end in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            yield self.points[start:end]

    def __len__(self) -> int:
        return len(self.closed)


class Surface(Record):
    """How the faces of a mesh are connected. Vertices with equal coordinates are the same.

    Parameters
    ----------
    **values
        The attributes by name, all of them.

    Attributes
    ----------
    closed : bool
        Whether every edge is used equally often in both directions.
    open_edges : int
        Edges of one face only.
    flipped_edges : int
        Edges that two faces use in the same direction.
    crowded_edges : int
        Edges of more than two faces.
    degenerate_faces : int
        Faces without area.
    pieces : int
        Connected components.
    """

    __slots__ = _fields = (
        "closed",
        "open_edges",
        "flipped_edges",
        "crowded_edges",
        "degenerate_faces",
        "pieces",
    )
    closed: bool
    open_edges: int
    flipped_edges: int
    crowded_edges: int
    degenerate_faces: int
    pieces: int


class Contact(Record):
    """The least translation that separates two shapes.

    Parameters
    ----------
    **values
        The attributes by name, all of them.

    Attributes
    ----------
    normal : ndarray or None
        Unit vector from `a` to `b`; ``None`` if no translation separates them.
    depth : float
        Moving `b` by ``normal * depth`` makes the shapes just touch; at least 0.
    point_a, point_b : ndarray
        The deepest points of either shape in the other.
    points : ndarray, shape (k, dim)
        Points that both shapes share.
    """

    __slots__ = _fields = ("normal", "depth", "point_a", "point_b", "points")
    normal: NDArray[np.float64] | None
    depth: float
    point_a: NDArray[np.float64]
    point_b: NDArray[np.float64]
    points: NDArray[np.float64]


class Manifold(Record):
    """Where two shapes touch.

    Parameters
    ----------
    **values
        The attributes by name, all of them.

    Attributes
    ----------
    normal : ndarray or None
        Unit vector from `a` to `b`; ``None`` if no translation separates them.
    point_a, point_b : ndarray, shape (k, dim)
        Points on either shape.
    depth : ndarray, shape (k,)
        Depth at each point, at least 0.
    """

    __slots__ = _fields = ("normal", "point_a", "point_b", "depth")
    normal: NDArray[np.float64] | None
    point_a: NDArray[np.float64]
    point_b: NDArray[np.float64]
    depth: NDArray[np.float64]


class Hit(Record):
    """A hit of a ray, segment or line.

    Parameters
    ----------
    **values
        The attributes by name, all of them.

    Attributes
    ----------
    t : float
        Parameter of the hit.
    point : ndarray or None
        The point.
    normal : ndarray or None
        Outward unit normal; ``None`` for a start inside.
    side : {"outside", "inside"}
        Side from which the ray came.
    triangle : int or None
        The face, for meshes.
    uv : ndarray or None
        Parameters of the point, for triangles and parallelograms.
    """

    __slots__ = _fields = ("t", "point", "normal", "side", "triangle", "uv")
    t: float
    point: NDArray[np.float64] | None
    normal: NDArray[np.float64] | None
    side: str
    triangle: int | None
    uv: NDArray[np.float64] | None


class Impact(Record):
    """When a moving shape touches another.

    Parameters
    ----------
    **values
        The attributes by name, all of them.

    Attributes
    ----------
    t : float
        The time, never late; 0 if they intersect at the start.
    normal : ndarray or None
        Unit vector from `a` to `b`.
    point : ndarray
        A common point at that time.
    error : float
        How early `t` may be; 0 without rotation.
    """

    __slots__ = _fields = ("t", "normal", "point", "error")
    t: float
    normal: NDArray[np.float64] | None
    point: NDArray[np.float64]
    error: float


class Penetration(Record):
    """How deep two meshes are in one another.

    Parameters
    ----------
    **values
        The attributes by name, all of them.

    Attributes
    ----------
    depth : float
        Distance of the deepest point found from the other surface; 0 for none.
    at_most : float
        Upper bound of the depth of every point.
    certain : bool
        Whether `at_most` is within 0.1 % of `depth`.
    of : int
        The surface that has the point: 0 for the first, 1 for the second, -1 for none.
    points : ndarray, shape (2, 3)
        The point on the first and the point on the second surface.
    way : ndarray, shape (3,)
        Shortest translation of the first mesh that moves this point out of the other.
    """

    __slots__ = _fields = ("depth", "at_most", "certain", "of", "points", "way")
    depth: float
    at_most: float
    certain: bool
    of: int
    points: NDArray[np.float64]
    way: NDArray[np.float64]


for _name in __all__:
    globals()[_name].__module__ = "barycast"
