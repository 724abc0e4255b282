"""Batches of shapes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ._barycast import Batch, Mesh
from ._errors import ArrayError, DimensionError, ShapeError
from ._shapes import FIELDS, Shape

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

#: Number of numbers of each field; 0 for as many as the shape has dimensions.
_WIDTHS = {
    "a": 0,
    "across": 0,
    "apex": 0,
    "axis": 0,
    "b": 0,
    "base": 0,
    "c": 0,
    "center": 0,
    "d": 0,
    "direction": 0,
    "half_extents": 0,
    "max": 0,
    "min": 0,
    "normal": 0,
    "origin": 0,
    "point": 0,
    "quaternion": 4,
    "u": 0,
    "v": 0,
}
#: Kinds with fields that are no numbers, or of any number.
_OTHERS = {
    "compound",
    "convex",
    "frustum",
    "height_field",
    "mesh",
    "polygon",
    "polyline",
    "posed",
    "quad",
    "rounded",
    "scaled",
    "voxels",
}


def _width(kind: str, name: str, dim: int) -> tuple[int, ...]:
    """The last dimensions of a field."""
    if name == "axes":
        return (dim, dim)
    if name == "radii":
        return (dim,) if kind in ("ellipse", "ellipsoid") else (2,)
    width = _WIDTHS.get(name)
    return () if width is None else (width or dim,)


def _numbers(value: ArrayLike, name: str) -> NDArray[Any]:
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ArrayError(f"{name} must be an array: {error}") from None
    if array.dtype.kind not in "fiub" or array.dtype in (np.float16, np.longdouble):
        if array.dtype != np.float64:
            raise TypeError(f"{name} must be float64, float32 or integers, got {array.dtype}")
    return array


def _is_narrow(arrays: Iterable[NDArray[Any]]) -> bool:
    """Whether coordinates come as ``float32``: all arrays of floats are, and there is one."""
    kinds = {array.dtype for array in arrays if array.ndim > 0 and array.dtype.kind == "f"}
    return kinds == {np.dtype(np.float32)}


def _rounded(array: NDArray[Any], name: str) -> NDArray[np.float64]:
    """Numbers rounded to ``float32``. Axes that are orthonormal within 1e-5 are made so."""
    with np.errstate(over="ignore"):
        array = array.astype(np.float32).astype(np.float64)
    if name != "axes":
        return array
    gram = array @ array.swapaxes(-1, -2)
    if array.size == 0 or not np.abs(gram - np.eye(array.shape[-1])).max() <= 1e-5:
        return array
    made: list[NDArray[np.float64]] = []
    for axis in np.moveaxis(array, -2, 0):
        for other in made:
            axis = axis - (axis * other).sum(-1, keepdims=True) * other
        made.append(axis / np.linalg.norm(axis, axis=-1, keepdims=True))
    return np.stack(made, axis=-2)


def _dimension(kind: str, arrays: dict[str, NDArray[Any]]) -> int:
    found = {}
    for name, array in arrays.items():
        if _width(kind, name, 0) == (0,):
            if array.ndim == 0 or array.shape[-1] not in (2, 3):
                raise ArrayError(f"{name} must have shape (..., 2) or (..., 3), got {array.shape}")
            found[name] = array.shape[-1]
    if len(set(found.values())) > 1:
        told = " and ".join(f"{name} has {dim}" for name, dim in found.items())
        raise DimensionError(f"{told} dimensions")
    return next(iter(found.values()), 3)


def many(kind: str | Iterable[Shape | Mesh], *, dtype: DTypeLike | None = None, **fields: ArrayLike) -> Batch:
    """Makes many shapes, for questions of all of them at once.

    `intersects`, `distance`, `closest_points`, `contact`, `contains` and `cast` take batches in the
    place of shapes, and broadcast as NumPy does: a batch of shape ``(N, 1)`` with one of shape
    ``(M,)`` gives a table.

    Parameters
    ----------
    kind : str or sequence of Shape or Mesh
        The kind of all shapes, such as ``"sphere"``, or shapes of any kinds.
    dtype : dtype, optional
        ``float32`` rounds the fields to that precision, and rounds every answer once to it; the default
        if all arrays of floats among the fields are ``float32``. Otherwise ``float64``.
    **fields : array_like
        The fields of the kind, as those of the function of that name, with any leading dimensions,
        which broadcast.

    Returns
    -------
    Batch
        With the leading dimensions of the fields as its ``shape``.

    Raises
    ------
    ShapeError
        For the first shape that is none, with its ``field`` and ``index``.

    Examples
    --------
    >>> import barycast as bc
    >>> balls = bc.many("sphere", center=[[0, 0, 0], [5, 0, 0], [9, 0, 0]], radius=1)
    >>> bc.distance(balls, bc.point((2, 0, 0)))
    array([1., 2., 6.])
    """
    if dtype is not None and np.dtype(dtype) not in (np.float32, np.float64):
        raise TypeError(f"dtype must be float32 or float64, got {np.dtype(dtype)}")
    if not isinstance(kind, str):
        if fields:
            raise TypeError(f"a list of shapes has no field {next(iter(fields))}")
        return Batch._of_list(list(kind), dtype is not None and np.dtype(dtype) == np.float32)
    if kind not in FIELDS:
        raise ShapeError(f"there is no shape {kind!r}")
    if kind in _OTHERS:
        raise TypeError(f"shapes of kind {kind} have no fields of numbers: give a list of shapes")
    known = [name for name in FIELDS[kind] if name != "*"]
    for name in fields:
        if name not in known:
            raise TypeError(f"{kind} has no field {name}; its fields are {', '.join(known)}")
    turns = [name for name in ("axes", "quaternion", "angle") if name in fields]
    if len(turns) > 1 and kind in ("ellipse", "ellipsoid", "obb"):
        raise TypeError(f"give one of {' and '.join(turns)}")
    arrays = {name: _numbers(value, name) for name, value in fields.items()}
    dim = _dimension(kind, arrays)
    narrow = _is_narrow(arrays.values()) if dtype is None else np.dtype(dtype) == np.float32
    if kind in ("annulus", "arc", "circle", "ellipse", "sector") and dim != 2:
        raise DimensionError(f"{kind} exists in 2D only")
    leads, tails = {}, {}
    for name, array in arrays.items():
        tail = _width(kind, name, dim)
        split = array.ndim - len(tail)
        if split < 0 or array.shape[split:] != tail:
            wanted = ", ".join(["...", *map(str, tail)])
            raise ArrayError(f"{name} must have shape ({wanted}), got {array.shape}")
        leads[name], tails[name] = array.shape[:split], tail
    try:
        lead = np.broadcast_shapes(*leads.values())
    except ValueError:
        told = ", ".join(f"{name} {arrays[name].shape}" for name in arrays)
        raise ArrayError(f"the fields do not broadcast: {told}") from None
    columns = {}
    for name, array in arrays.items():
        wide = _rounded(array, name) if narrow else array.astype(np.float64, copy=False)
        columns[name] = np.ascontiguousarray(np.broadcast_to(wide, lead + tails[name]))
    return Batch._of_fields(kind, dim, list(lead), columns, narrow)


many.__module__ = "barycast"
