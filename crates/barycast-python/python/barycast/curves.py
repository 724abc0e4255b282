"""Curves, surfaces and tubes, of ``float64``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from ._barycast import Curve, Patch, Tube
from ._errors import OptionError, ShapeError
from ._results import CurveNearest, CurvePoints, SurfaceNearest, SurfacePoints, TubeHits
from ._shapes import _jsonable

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    _Spacing = Literal["uniform", "centripetal", "chordal"]

__all__ = [
    "Curve",
    "CurveNearest",
    "CurvePoints",
    "Patch",
    "SurfaceNearest",
    "SurfacePoints",
    "Tube",
    "TubeHits",
    "b_spline",
    "b_spline_surface",
    "bezier",
    "bezier_patch",
    "catmull_rom",
    "hermite",
    "spline",
    "tube",
]

def _request(kind: str, fields: dict[str, Any]) -> str:
    given = {name: _jsonable(value, name) for name, value in fields.items() if value is not None}
    return json.dumps({kind: given})


def _one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        told = ", ".join(f'"{one}"' for one in known)
        raise OptionError(f"{name} must be one of {told}, got {value!r}")
    return value


def bezier(points: ArrayLike, weights: ArrayLike | None = None) -> Curve:
    """Makes a Bezier curve; its parameter goes from 0 to 1.

    Parameters
    ----------
    points : array_like, shape (n, dim)
        Control points, 1 to 1025.
    weights : array_like, shape (n,), optional
        Weights of a rational curve, positive.

    Returns
    -------
    Curve
        The curve, in as many dimensions as the points.

    Examples
    --------
    >>> from barycast import curves
    >>> curves.bezier([[0, 0], [3, 4]]).length()[0]
    5.0
    """
    return Curve._of(_request("bezier", {"points": points, "weights": weights}))


def b_spline(
    points: ArrayLike,
    *,
    degree: int = 3,
    knots: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    closed: bool = False,
) -> Curve:
    """Makes a B-spline; its parameter goes from the first to the last inner knot.

    Parameters
    ----------
    points : array_like, shape (n, dim)
        Control points.
    degree : int
        The degree, from 1 to 255.
    knots : array_like, shape (n + degree + 1,), optional
        The knots; the default are whole numbers, clamped at the ends.
    weights : array_like, shape (n,), optional
        Weights of a rational curve, positive.
    closed : bool, default False
        Whether the curve is periodic; then there are no knots and no weights.

    Returns
    -------
    Curve
        The curve, in as many dimensions as the points.
    """
    fields = {"points": points, "degree": degree, "knots": knots, "weights": weights, "closed": closed or None}
    return Curve._of(_request("b_spline", fields))


def hermite(points: ArrayLike, tangents: ArrayLike, *, knots: ArrayLike | None = None) -> Curve:
    """Makes a cubic through points with the derivatives there.

    Parameters
    ----------
    points, tangents : array_like, shape (n, dim)
        The points and the derivatives.
    knots : array_like, shape (n,), optional
        Parameters of the points; the default are whole numbers from 0.

    Returns
    -------
    Curve
        The curve, in as many dimensions as the points.
    """
    return Curve._of(_request("hermite", {"points": points, "tangents": tangents, "knots": knots}))


def catmull_rom(points: ArrayLike, *, spacing: _Spacing = "centripetal", closed: bool = False) -> Curve:
    """Makes a Catmull-Rom curve through points.

    Parameters
    ----------
    points : array_like, shape (n, dim)
        The points.
    spacing : {"uniform", "centripetal", "chordal"}
        Steps of the parameter: 1, the square roots of the distances, or the distances.
    closed : bool, default False
        Whether the last point is connected to the first.

    Returns
    -------
    Curve
        The curve, in as many dimensions as the points.
    """
    _one_of("spacing", spacing, ("uniform", "centripetal", "chordal"))
    return Curve._of(_request("catmull_rom", {"points": points, "spacing": spacing, "closed": closed or None}))


def spline(
    points: ArrayLike,
    *,
    spacing: _Spacing | None = None,
    knots: ArrayLike | None = None,
    ends: Literal["natural", "not_a_knot", "clamped"] = "natural",
    tangents: ArrayLike | None = None,
    closed: bool = False,
) -> Curve:
    """Makes a cubic spline through points, with two continuous derivatives.

    Parameters
    ----------
    points : array_like, shape (n, dim)
        The points.
    spacing : {"uniform", "centripetal", "chordal"}, optional
        Steps of the parameter, as for `catmull_rom`; the default is ``"chordal"``.
    knots : array_like, optional
        Parameters of the points, instead of `spacing`; of a closed spline one more.
    ends : {"natural", "not_a_knot", "clamped"}
        Condition at the ends.
    tangents : array_like, shape (2, dim), optional
        Of clamped ends, the derivatives there.
    closed : bool, default False
        Whether the spline is periodic.

    Returns
    -------
    Curve
        The curve, in as many dimensions as the points.
    """
    _one_of("ends", ends, ("natural", "not_a_knot", "clamped"))
    if spacing is not None:
        _one_of("spacing", spacing, ("uniform", "centripetal", "chordal"))
    if (ends == "clamped") != (tangents is not None):
        raise OptionError("clamped ends and tangents go together")
    fields = {"points": points, "spacing": spacing, "knots": knots, "tangents": tangents, "closed": closed or None}
    return Curve._of(_request("spline", fields | ({} if closed else {"ends": ends})))


def bezier_patch(points: ArrayLike, weights: ArrayLike | None = None) -> Patch:
    """Makes a Bezier surface; `u` goes from row to row, `v` along a row, both from 0 to 1.

    Parameters
    ----------
    points : array_like, shape (rows, columns, 3)
        Control points, 2 to 256 rows and columns.
    weights : array_like, shape (rows, columns), optional
        Weights of a rational surface, positive.

    Returns
    -------
    Patch
        The surface.
    """
    return Patch._of(_request("bezier", {"points": points, "weights": weights}))


def b_spline_surface(
    points: ArrayLike,
    *,
    degrees: tuple[int, int] = (3, 3),
    knots: tuple[ArrayLike, ArrayLike] | None = None,
    weights: ArrayLike | None = None,
    closed: Literal["u", "v", "uv"] | None = None,
) -> Patch:
    """Makes a B-spline surface; `u` goes from row to row, `v` along a row.

    Parameters
    ----------
    points : array_like, shape (rows, columns, 3)
        Control points.
    degrees : tuple of int
        The degrees in `u` and `v`.
    knots : tuple of two arrays, optional
        The knots in `u` and `v`; the default are whole numbers, clamped at the edges.
    weights : array_like, shape (rows, columns), optional
        Weights of a rational surface, positive.
    closed : {"u", "v", "uv"}, optional
        Where the surface is periodic.

    Returns
    -------
    Patch
        The surface.
    """
    if closed is not None:
        _one_of("closed", closed, ("u", "v", "uv"))
    made = None if knots is None else [list(_jsonable(side, "knots")) for side in knots]
    if made is not None and len(made) != 2:
        raise ShapeError("knots must be two lists, in u and v")
    fields = {"points": points, "degrees": list(degrees), "knots": made, "weights": weights, "closed": closed}
    return Patch._of(_request("b_spline", fields))


def tube(curve: Curve, radius: float) -> Tube:
    """Makes the tube of all points within a radius of a curve.

    Parameters
    ----------
    curve : Curve
        A curve in three dimensions.
    radius : float
        The radius, at least 0.

    Returns
    -------
    Tube
        The tube.
    """
    return Tube(curve, radius)


for _name in ("b_spline", "b_spline_surface", "bezier", "bezier_patch", "catmull_rom", "hermite", "spline", "tube"):
    globals()[_name].__module__ = "barycast.curves"
