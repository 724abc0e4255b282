"""The results of batches: arrays by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Float = np.floating[Any]

__all__ = [
    "AllHits",
    "Between",
    "Closest",
    "Contact",
    "Hit",
    "Hits",
    "Impact",
    "Lists",
    "Manifold",
    "Penetration",
    "Polylines",
    "Surface",
]

R = TypeVar("R", bound="Result")


class Result:
    """Arrays by name, which never change their names or shapes.

    A field that was left out of ``fields`` is absent: to read it is an `AttributeError`.
    """

    __slots__ = ("_shape",)
    _fields: ClassVar[tuple[str, ...]] = ()
    _shape: tuple[int, ...]

    @classmethod
    def _of(cls: type[R], shape: tuple[int, ...], values: Mapping[str, Any]) -> R:
        made = cls.__new__(cls)
        object.__setattr__(made, "_shape", tuple(shape))
        for name in cls._fields:
            if name in values:
                object.__setattr__(made, name, values[name])
        return made

    @property
    def shape(self) -> tuple[int, ...]:
        """The leading dimensions: those of the question."""
        return self._shape

    def __getattr__(self, name: str) -> Any:
        # Called only for what is not there.
        if name in type(self)._fields:
            raise AttributeError(f"{type(self).__name__} has no {name}: it was not among fields")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def to_dict(self) -> dict[str, Any]:
        """The fields that are there, by name."""
        return {name: getattr(self, name) for name in self._fields if hasattr(self, name)}

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), self._shape, self.to_dict())

    def __copy__(self: R) -> R:
        return self

    def __deepcopy__(self: R, memo: Any) -> R:
        return self

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Result):
            return NotImplemented
        ours, theirs = self.to_dict(), other.to_dict()
        return (
            self._shape == other._shape
            and ours.keys() == theirs.keys()
            and all(_same(ours[name], theirs[name]) for name in ours)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        def told(value: Any) -> str:
            if isinstance(value, np.ndarray) and value.ndim > 0:
                return f"{value.dtype}{value.shape}"
            return repr(value.item()) if isinstance(value, np.ndarray) else repr(value)

        fields = ", ".join(f"{name}={told(value)}" for name, value in self.to_dict().items())
        return f"{type(self).__name__}({fields})"


def _same(a: Any, b: Any) -> bool:
    if a is None or b is None or isinstance(a, str):
        return bool(a == b) if isinstance(a, str) else a is b
    return np.array_equal(a, b, equal_nan=np.asarray(a).dtype.kind == "f")


def _rebuild(kind: type[R], shape: tuple[int, ...], values: Mapping[str, Any]) -> R:
    return kind._of(shape, values)


class _Batch(Result):
    """Fields that share the leading dimensions."""

    __slots__ = ()

    def __getitem__(self: R, index: Any) -> R:
        """The answers at an index of the leading dimensions, in all fields alike."""
        places = np.arange(int(np.prod(self._shape)), dtype=np.int64).reshape(self._shape)[index]
        shape = np.shape(places)

        def pick(value: NDArray[Any]) -> NDArray[Any]:
            rest = value.shape[len(self._shape) :]
            return value.reshape(-1, *rest)[places.reshape(-1)].reshape(shape + rest)

        return type(self)._of(shape, {name: pick(value) for name, value in self.to_dict().items()})

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError(f"len() of {type(self).__name__} of one question")
        return self._shape[0]


class Hits(_Batch):
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
    """

    __slots__ = _fields = ("t", "triangle", "point", "normal", "uv", "front", "part")
    t: NDArray[Float]
    triangle: NDArray[np.int32]
    point: NDArray[Float]
    normal: NDArray[Float]
    uv: NDArray[Float]
    front: NDArray[np.bool_]
    part: NDArray[np.int32]

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
    t: NDArray[Float]
    triangle: NDArray[np.int32]
    point: NDArray[Float]
    normal: NDArray[Float]
    uv: NDArray[Float]
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
        """
        rays = len(self.offsets) - 1
        if not -rays <= i < rays:
            raise IndexError(f"ray {i} of {rays}")
        i %= rays
        return slice(int(self.offsets[i]), int(self.offsets[i + 1]))

    def __len__(self) -> int:
        return len(self.ray)


class Closest(_Batch):
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
    distance: NDArray[Float]
    point: NDArray[Float]
    triangle: NDArray[np.int32]
    uv: NDArray[Float]
    normal: NDArray[Float]
    part: NDArray[np.int32]


class Between(_Batch):
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
    distance: NDArray[Float]
    point_a: NDArray[Float]
    point_b: NDArray[Float]
    triangle_a: NDArray[np.int32]
    triangle_b: NDArray[np.int32]


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
    points: NDArray[Float]
    offsets: NDArray[np.int64]
    closed: NDArray[np.bool_]
    triangle: NDArray[np.int32]
    edge: NDArray[np.int32]

    def __iter__(self) -> Iterator[NDArray[Float]]:
        for start, end in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            yield self.points[start:end]

    def __len__(self) -> int:
        return len(self.closed)


class _Record(Result):
    """Fields of one answer."""

    __slots__ = ()

    def __init__(self, **values: Any) -> None:
        object.__setattr__(self, "_shape", ())
        for name in self._fields:
            object.__setattr__(self, name, values[name])
        if len(values) != len(self._fields):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self._fields)}")


class Surface(_Record):
    """How the faces of a mesh are connected. Vertices with equal coordinates are the same.

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


class Contact(_Record):
    """The least translation that separates two shapes.

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


class Manifold(_Record):
    """Where two shapes touch.

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


class Hit(_Record):
    """A hit of a ray, segment or line.

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


class Impact(_Record):
    """When a moving shape touches another.

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


class Penetration(_Record):
    """How deep two meshes are in one another.

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
