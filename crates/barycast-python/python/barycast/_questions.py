"""The questions of two shapes. The frequent ones are native, the others pass through the query protocol."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from . import _barycast
from ._barycast import Batch, Mesh, answer_line, closest_pair, many_cast, many_closest, many_contact
from ._errors import OptionError, ShapeError
from ._results import Between, Contact, Contacts, Hit, Hits, Impact, Manifold
from ._shapes import FIELDS, Shape, _jsonable, _mesh_request
from ._tools import error_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: The questions that this module answers; the others are native.
QUESTIONS = [
    "barycentric",
    "cast",
    "cast_all",
    "classify",
    "clip",
    "closest_points",
    "contact",
    "intersection",
    "manifold",
    "project",
    "solid_angle",
    "span",
    "sweep",
]


def _json_of(value: Any, name: str) -> str:
    if isinstance(value, _barycast.Shape):
        return value.json
    if isinstance(value, Mesh):
        return json.dumps(_mesh_request(value))
    raise TypeError(f"{name} must be a shape or a mesh, got {type(value).__name__}")


def _ask(op: str, a: Any, b: Any = None, **options: Any) -> dict[str, Any]:
    request = f'{{"op":"{op}","a":{_json_of(a, "a")}'
    if b is not None:
        request += f',"b":{_json_of(b, "b")}'
    for name, value in options.items():
        if value is not None:
            try:
                request += f',"{name}":{json.dumps(_jsonable(value, name))}'
            except ShapeError as error:
                raise OptionError(str(error)) from None
    answer: dict[str, Any] = json.loads(answer_line((request + "}").encode()))
    if "error" in answer:
        raise error_of(answer["error"])
    return answer


def _number(value: Any) -> Any:
    return float(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else value


def _array(value: Any) -> Any:
    return None if value is None else np.array(value, dtype=np.float64)


def _shapeless(value: Any) -> Any:
    """A shape of an answer, or numbers."""
    if isinstance(value, dict) and len(value) == 1 and next(iter(value)) in FIELDS:
        return Shape(json.dumps(value))
    if isinstance(value, dict):
        return {name: _shapeless(part) for name, part in value.items()}
    return _array(value) if isinstance(value, list) else value


def _is_many(a: Any, b: Any) -> bool:
    return isinstance(a, Batch) or isinstance(b, Batch)


def closest_points(
    a: Shape | Mesh | Batch, b: Shape | Mesh | Batch, *, progress: Callable[[float], Any] | None = None
) -> Between:
    """Returns the distance of two shapes and the points where they are closest.

    Parameters
    ----------
    a, b : Shape, Mesh or Batch
        The shapes; batches broadcast.
    progress : callable, optional
        Of batches: is called with the share that is done.

    Returns
    -------
    Between
        ``distance`` (0 exactly if they intersect), ``point_a`` and ``point_b``.

    Examples
    --------
    >>> import barycast as bc
    >>> bc.closest_points(bc.sphere((0, 0, 0), 1), bc.point((3, 0, 0))).point_a
    array([1., 0., 0.])
    """
    if isinstance(a, Batch) or isinstance(b, Batch):
        return many_closest(a, b, progress)
    found, point_a, point_b = closest_pair(a, b)
    return Between._of((), {"distance": np.asarray(found), "point_a": point_a, "point_b": point_b})


@overload
def contact(a: Shape | Mesh, b: Shape | Mesh) -> Contact | None: ...
@overload
def contact(
    a: Batch, b: Shape | Mesh | Batch, *, progress: Callable[[float], Any] | None = None
) -> Contacts: ...
@overload
def contact(
    a: Shape | Mesh | Batch, b: Batch, *, progress: Callable[[float], Any] | None = None
) -> Contacts: ...
def contact(
    a: Shape | Mesh | Batch, b: Shape | Mesh | Batch, *, progress: Callable[[float], Any] | None = None
) -> Contact | Contacts | None:
    """Returns the least translation that separates two shapes.

    Parameters
    ----------
    a, b : Shape, Mesh or Batch
        The shapes; batches broadcast.
    progress : callable, optional
        Of batches: is called with the share that is done.

    Returns
    -------
    Contact, None or Contacts
        ``normal`` from `a` to `b` and ``depth``: moving `b` by ``normal * depth`` makes them just
        touch. ``None`` if they share no point. Of batches arrays.

    Raises
    ------
    UnsupportedPairError
        If the question has no answer for the two shapes.

    Examples
    --------
    >>> import barycast as bc
    >>> bc.contact(bc.sphere((0, 0, 0), 1), bc.sphere((1.5, 0, 0), 1)).depth
    0.5
    """
    if _is_many(a, b):
        return many_contact(a, b, progress)
    found = _ask("contact", a, b)["contact"]
    if found is None:
        return None
    return Contact(
        normal=_array(found["normal"]),
        depth=_number(found["depth"]),
        point_a=_array(found["point_a"]),
        point_b=_array(found["point_b"]),
        points=_array(found["points"]),
    )


def manifold(a: Shape | Mesh, b: Shape | Mesh) -> Manifold | None:
    """Returns the contact manifold of two shapes.

    Parameters
    ----------
    a, b : Shape or Mesh
        The shapes.

    Returns
    -------
    Manifold or None
        ``normal`` from `a` to `b`, and for each of one to four points ``point_a``, ``point_b`` and
        ``depth``. ``None`` if they share no point.
    """
    found = _ask("manifold", a, b)["manifold"]
    if found is None:
        return None
    points = found["points"]
    return Manifold(
        normal=_array(found["normal"]),
        point_a=np.array([p["point_a"] for p in points], dtype=np.float64),
        point_b=np.array([p["point_b"] for p in points], dtype=np.float64),
        depth=np.array([float(p["depth"]) for p in points]),
    )


def sweep(
    a: Shape | Mesh,
    b: Shape | Mesh,
    velocity: ArrayLike,
    *,
    max_t: float = 1,
    angular_velocity: ArrayLike | None = None,
    center_of_rotation: ArrayLike | None = None,
) -> Impact | None:
    """Returns when `b`, which moves by ``t * velocity``, first touches `a`; never late.

    Parameters
    ----------
    a, b : Shape or Mesh
        The shapes.
    velocity : array_like, shape (dim,)
        Velocity of `b`.
    max_t : float
        Largest time.
    angular_velocity : array_like, optional
        Rotation of `b`, in radians per unit of time; a number in 2D.
    center_of_rotation : array_like, optional
        Point about which `b` rotates.

    Returns
    -------
    Impact or None
        ``t`` (0 if they intersect at the start), ``normal``, ``point``, and ``error``, a bound of how
        early `t` is.

    Examples
    --------
    >>> import barycast as bc
    >>> bc.sweep(bc.sphere((5, 0, 0), 1), bc.sphere((0, 0, 0), 1), (6, 0, 0)).t
    0.5
    """
    options = {"velocity": velocity, "max_t": max_t}
    found = _ask(
        "sweep", a, b, **options, angular_velocity=angular_velocity, center_of_rotation=center_of_rotation
    )["toi"]
    if found is None:
        return None
    return Impact(
        t=_number(found["t"]),
        normal=_array(found["normal"]),
        point=_array(found["point"]),
        error=_number(found.get("error", 0.0)),
    )


def _hit(found: dict[str, Any]) -> Hit:
    return Hit(
        t=_number(found["t"]),
        point=_array(found["point"]),
        normal=_array(found["normal"]),
        side=found["side"],
        triangle=found.get("triangle"),
        uv=_array(found.get("uv")),
    )


def _one_hit(hits: Hits) -> Hit | None:
    """The hit of one ray."""
    if not hits.hit:
        return None
    fields = hits.to_dict()

    def known(name: str) -> Any:
        value = fields.get(name)
        return None if value is None or np.isnan(value).any() else value

    triangle = int(fields.get("triangle", -1))
    return Hit(
        t=float(hits.t),
        point=known("point"),
        normal=known("normal"),
        side="outside" if fields.get("front", known("normal") is not None) else "inside",
        triangle=None if triangle < 0 else triangle,
        uv=known("uv"),
    )


@overload
def cast(
    ray: Shape,
    target: Shape | Mesh,
    *,
    min_t: float = 0,
    max_t: float | None = None,
    cull: bool = False,
    hollow: bool = False,
) -> Hit | None: ...
@overload
def cast(
    ray: Batch,
    target: Shape | Mesh | Batch,
    *,
    min_t: float = 0,
    max_t: float | None = None,
    cull: bool = False,
    hollow: bool = False,
    progress: Callable[[float], Any] | None = None,
) -> Hits: ...
@overload
def cast(
    ray: Shape | Batch,
    target: Batch,
    *,
    min_t: float = 0,
    max_t: float | None = None,
    cull: bool = False,
    hollow: bool = False,
    progress: Callable[[float], Any] | None = None,
) -> Hits: ...
def cast(
    ray: Shape | Batch,
    target: Shape | Mesh | Batch,
    *,
    min_t: float = 0,
    max_t: float | None = None,
    cull: bool = False,
    hollow: bool = False,
    progress: Callable[[float], Any] | None = None,
) -> Hit | Hits | None:
    """Returns the first point of a shape on a ray, segment or line.

    Parameters
    ----------
    ray : Shape or Batch
        A ray, segment or line.
    target : Shape, Mesh or Batch
        The shape; batches broadcast.
    min_t : float
        Least parameter, inclusive.
    max_t : float, optional
        Largest parameter, inclusive.
    cull : bool
        Whether hits of backs are ignored.
    hollow : bool
        Whether only the boundary of a solid counts.
    progress : callable, optional
        Of batches: is called with the share that is done.

    Returns
    -------
    Hit, None or Hits
        ``t``, ``point``, ``normal`` (``None`` for a start inside), ``side``, ``triangle``, ``uv``. Of
        batches arrays.

    Examples
    --------
    >>> import barycast as bc
    >>> bc.cast(bc.ray((0, 0, 5), (0, 0, -1)), bc.sphere((0, 0, 0), 1)).t
    4.0
    """
    if _is_many(ray, target) or min_t > 0:
        found = many_cast(ray, target, min_t, np.inf if max_t is None else max_t, cull, hollow, progress)
        return found if _is_many(ray, target) else _one_hit(found)
    limit = None if max_t is None or max_t == np.inf else max_t
    found = _ask("cast", ray, target, max_t=limit, cull=cull or None, hollow=hollow or None)["hit"]
    return None if found is None else _hit(found)


def cast_all(ray: Shape, target: Shape | Mesh, *, max_t: float | None = None, cull: bool = False) -> list[Hit]:
    """Returns the ends of every interval of a ray, segment or line in a shape, in order of `t`.

    Parameters
    ----------
    ray, target, max_t, cull
        As for `cast`.

    Returns
    -------
    list of Hit
        Touching a solid gives two equal hits, crossing a surface one.
    """
    limit = None if max_t is None or max_t == np.inf else max_t
    return [_hit(found) for found in _ask("casts", ray, target, max_t=limit, cull=cull or None)["hits"]]


def span(ray: Shape, target: Shape) -> tuple[float, float] | None:
    """Returns the interval of a ray, segment or line in a solid convex shape.

    Parameters
    ----------
    ray, target : Shape
        A ray, segment or line, and the shape.

    Returns
    -------
    tuple of float or None
        First and last parameter.
    """
    found = _ask("span", ray, target)["span"]
    return None if found is None else (float(found[0]), float(found[1]))


def intersection(a: Shape | Mesh, b: Shape | Mesh) -> Any:
    """Returns the common points of two shapes.

    Parameters
    ----------
    a, b : Shape or Mesh
        The shapes.

    Returns
    -------
    Shape, ndarray or None
        A shape, or points; ``None`` if they share none.

    Examples
    --------
    >>> import barycast as bc
    >>> bc.intersection(bc.aabb((0, 0), (2, 2)), bc.aabb((1, 1), (3, 3)))
    aabb([1, 1], [2, 2])
    """
    found = _ask("intersection", a, b)
    if "points" in found:
        return _array(found["points"])
    return _shapeless(found["intersection"])


def classify(plane: Shape, b: Shape | Mesh) -> str:
    """Returns where a shape is, relative to a plane.

    Parameters
    ----------
    plane : Shape
        A plane or half-space.
    b : Shape or Mesh
        The shape.

    Returns
    -------
    str
        ``"above"``, ``"on"``, ``"below"`` or ``"across"``; above is the side of the normal.
    """
    return str(_ask("classify", plane, b)["side"])


def barycentric(triangle: Shape, point: Shape) -> NDArray[np.float64]:
    """Returns the weights of a triangle's corners at a point, which sum to 1.

    Parameters
    ----------
    triangle, point : Shape
        A triangle and a point, in 3D projected onto its plane.

    Returns
    -------
    ndarray, shape (3,)
        The weights of `a`, `b` and `c`.
    """
    return np.array(_ask("barycentric", triangle, point)["barycentric"], dtype=np.float64)


def solid_angle(a: Shape, point: Shape) -> float:
    """Returns the solid angle of a shape seen from a point, in steradians; in 2D the angle.

    Parameters
    ----------
    a, point : Shape
        The shape and the point.

    Returns
    -------
    float
        The angle: at most 4 pi, in 2D 2 pi.
    """
    return float(_ask("solid_angle", a, point)["solid_angle"])


def project(
    plane: Shape,
    point: Shape,
    *,
    direction: ArrayLike | None = None,
    light: ArrayLike | None = None,
    mirror: bool = False,
) -> NDArray[np.float64] | None:
    """Returns the projection of a point onto a plane.

    Parameters
    ----------
    plane, point : Shape
        The plane and the point.
    direction : array_like, optional
        Direction of a parallel projection; the default is orthogonal.
    light : array_like, optional
        Centre of a central projection.
    mirror : bool
        Whether the point is reflected.

    Returns
    -------
    ndarray or None
        ``None`` for a point at infinity.
    """
    options = {"direction": direction, "light": light, "mirror": mirror or None}
    return _array(_ask("project", plane, point, **options)["point"])  # type: ignore[no-any-return]


def clip(a: Shape, window: Shape) -> Any:
    """Returns the part of a segment, triangle or polygon in a convex window.

    Parameters
    ----------
    a, window : Shape
        What is clipped, and the window.

    Returns
    -------
    dict or None
        ``t``, ``a`` and ``b`` of a segment, or ``points``.
    """
    return _shapeless(_ask("clip", a, window)["clip"])


for _name in QUESTIONS:
    globals()[_name].__module__ = "barycast"
