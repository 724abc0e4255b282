"""The rare questions of two shapes, which pass through the query protocol. The others are native."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _barycast
from ._barycast import Mesh, answer_line
from ._errors import OptionError, ShapeError
from ._shapes import FIELDS, Shape, _jsonable, _mesh_request
from ._tools import error_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: The questions that this module answers; the others are native.
QUESTIONS = ["barycentric", "classify", "clip", "intersection", "project", "solid_angle"]


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


def _array(value: Any) -> Any:
    return None if value is None else np.array(value, dtype=np.float64)


def _shapeless(value: Any) -> Any:
    """A shape of an answer, or numbers."""
    if isinstance(value, dict) and len(value) == 1 and next(iter(value)) in FIELDS:
        return Shape(json.dumps(value))
    if isinstance(value, dict):
        return {name: _shapeless(part) for name, part in value.items()}
    return _array(value) if isinstance(value, list) else value


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
