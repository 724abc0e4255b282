"""Small tools: cameras, poses, requests, threads."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ._barycast import Mesh, answer_line, get_num_threads, set_num_threads
from ._errors import (
    ArrayError,
    BarycastError,
    DimensionError,
    FileError,
    OptionError,
    QueryError,
    ShapeError,
    UnsupportedPairError,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["pinhole_rays", "pose", "query", "threads"]


def _vector(value: ArrayLike, name: str, length: int = 3) -> NDArray[np.float64]:
    array = np.asarray(value)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} must be numbers, got {array.dtype}")
    array = array.astype(np.float64)
    if array.shape != (length,):
        raise ArrayError(f"{name} must have shape ({length},), got {array.shape}")
    if not np.isfinite(array).all():
        raise ArrayError(f"{name} must be finite, got {array.tolist()}")
    return array


def _unit(value: NDArray[np.float64], name: str) -> NDArray[np.float64]:
    size = np.abs(value).max()
    if size == 0:
        raise OptionError(f"{name} must not be zero")
    value = value / size
    return np.asarray(value / np.linalg.norm(value))


def pose(
    translation: ArrayLike = (0, 0, 0),
    *,
    quaternion: ArrayLike | None = None,
    rotation: ArrayLike | None = None,
    axis: ArrayLike | None = None,
    angle: float | None = None,
) -> NDArray[np.float64]:
    """Makes a pose: a rotation about the origin, and then a translation.

    Parameters
    ----------
    translation : array_like, shape (3,)
        The translation.
    quaternion : array_like, shape (4,), optional
        A rotation as ``x, y, z, w``, of any length.
    rotation : array_like, shape (3, 3), optional
        A rotation matrix.
    axis : array_like, shape (3,), optional
        Axis of a rotation, of any length, with `angle`.
    angle : float, optional
        Angle about `axis` in radians.

    Returns
    -------
    ndarray, shape (4, 4)
        The matrix for column vectors.

    Raises
    ------
    OptionError
        If more than one rotation is given, or a quaternion or axis is zero.

    Examples
    --------
    >>> import barycast as bc
    >>> bc.pose((1, 2, 3))[:3, 3]
    array([1., 2., 3.])
    """
    made = np.eye(4)
    made[:3, 3] = _vector(translation, "translation")
    given = [name for name, value in (("quaternion", quaternion), ("rotation", rotation), ("axis", axis)) if value is not None]
    if len(given) > 1:
        raise OptionError(f"a pose has one rotation, got {' and '.join(given)}")
    if (axis is None) != (angle is None):
        raise OptionError("axis and angle go together")
    if rotation is not None:
        matrix = np.asarray(rotation, dtype=np.float64)
        if matrix.shape != (3, 3):
            raise ArrayError(f"rotation must have shape (3, 3), got {matrix.shape}")
        made[:3, :3] = matrix
    elif quaternion is not None:
        made[:3, :3] = _rotation(_unit(_vector(quaternion, "quaternion", 4), "quaternion"))
    elif axis is not None and angle is not None:
        half = 0.5 * float(angle)
        if not np.isfinite(half):
            raise OptionError(f"angle must be finite, got {angle}")
        direction = _unit(_vector(axis, "axis"), "axis")
        made[:3, :3] = _rotation(np.append(direction * np.sin(half), np.cos(half)))
    return made


def _rotation(q: NDArray[np.float64]) -> NDArray[np.float64]:
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def pinhole_rays(
    width: int,
    height: int,
    *,
    intrinsics: ArrayLike | None = None,
    extrinsics: ArrayLike | None = None,
    fov: float | None = None,
    eye: ArrayLike | None = None,
    target: ArrayLike | None = None,
    up: ArrayLike = (0, 1, 0),
) -> NDArray[np.float64]:
    """Makes the rays of a pinhole camera, one through the centre of each pixel.

    Directions have length 1 along the optical axis, so that the `t` of a hit is its depth.

    Parameters
    ----------
    width, height : int
        Size of the picture in pixels.
    intrinsics : array_like, shape (3, 3), optional
        Camera matrix in pixels; pixel (0, 0) has its centre at (0.5, 0.5).
    extrinsics : array_like, shape (4, 4) or (3, 4), optional
        Camera from world: x to the right, y down, z forward.
    fov : float, optional
        Horizontal field of view in radians, in place of `intrinsics`.
    eye, target : array_like, shape (3,), optional
        Position of the camera and a point on its axis, in place of `extrinsics`.
    up : array_like, shape (3,)
        Direction that is upward in the picture.

    Returns
    -------
    ndarray, shape (height, width, 6)
        Origins and directions.

    Raises
    ------
    OptionError
        If the camera is not given, or given twice, or looks along `up`.

    Examples
    --------
    >>> import barycast as bc
    >>> bc.pinhole_rays(4, 3, fov=1.0, eye=(0, 0, 5), target=(0, 0, 0)).shape
    (3, 4, 6)
    """
    if width < 1 or height < 1:
        raise OptionError(f"width and height must be at least 1, got {width} and {height}")
    if (intrinsics is None) == (fov is None):
        raise OptionError("give either intrinsics or fov")
    if (extrinsics is None) == (eye is None) or (eye is None) != (target is None):
        raise OptionError("give either extrinsics, or eye and target")
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    if fov is not None:
        if not 0 < fov < np.pi:
            raise OptionError(f"fov must be between 0 and pi, got {fov}")
        focal = 0.5 * width / np.tan(0.5 * fov)
        camera = np.array([[focal, 0, 0.5 * width], [0, focal, 0.5 * height], [0, 0, 1]])
    else:
        camera = np.asarray(intrinsics, dtype=np.float64)
        if camera.shape != (3, 3):
            raise ArrayError(f"intrinsics must have shape (3, 3), got {camera.shape}")
    local_y = (y - camera[1, 2]) / camera[1, 1]
    local_x = (x - camera[0, 2] - camera[0, 1] * local_y) / camera[0, 0]
    local = np.stack([local_x, local_y, np.ones_like(x)], axis=-1)
    if extrinsics is not None:
        matrix = np.asarray(extrinsics, dtype=np.float64)
        if matrix.shape not in ((4, 4), (3, 4)):
            raise ArrayError(f"extrinsics must have shape (4, 4) or (3, 4), got {matrix.shape}")
        back = np.linalg.inv(matrix[:3, :3])
        origin = -back @ matrix[:3, 3]
    else:
        assert eye is not None and target is not None
        origin = _vector(eye, "eye")
        forward = _vector(target, "target") - origin
        if not forward.any():
            raise OptionError("eye and target must differ")
        forward = _unit(forward, "target - eye")
        right = np.cross(forward, _unit(_vector(up, "up"), "up"))
        if np.linalg.norm(right) < 1e-12:
            raise OptionError("up must not be parallel to the view")
        right = right / np.linalg.norm(right)
        back = np.stack([right, np.cross(forward, right), forward], axis=-1)
    made = np.empty((height, width, 6))
    made[..., :3] = origin
    made[..., 3:] = local @ back.T
    return made


@contextmanager
def threads(n: int) -> Generator[None, None, None]:
    """Sets the number of threads for the questions of a ``with`` block.

    The number is that of the process: other threads see it too.

    Parameters
    ----------
    n : int
        The number of threads.

    Yields
    ------
    None
        Nothing: a ``with`` block has no name for it.

    Examples
    --------
    >>> import barycast as bc
    >>> with bc.threads(1):
    ...     bc.get_num_threads()
    1
    """
    before = get_num_threads()
    set_num_threads(n)
    try:
        yield
    finally:
        set_num_threads(before)


_CLASSES: dict[str, type[BarycastError]] = {
    "dimension_mismatch": DimensionError,
    "invalid_option": OptionError,
    "invalid_shape": ShapeError,
    "io": FileError,
    "unsupported_pair": UnsupportedPairError,
}


def error_of(error: Mapping[str, Any]) -> BarycastError:
    """The error that an answer of the protocol reports."""
    kind = _CLASSES.get(error["code"], QueryError)
    made = kind(error["message"])
    made.code = error["code"]
    if isinstance(made, (QueryError, ShapeError)):
        made.field = error.get("field")
    return made


def _plain(value: Any) -> Any:
    """What JSON has no word for."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    to_dict = getattr(value, "to_dict", None)
    if to_dict is not None:
        return to_dict()
    raise TypeError(f"{type(value).__name__} is no part of a request")


def query(request: Mapping[str, Any], *, trace: bool = False) -> dict[str, Any]:
    """Answers one request of the query protocol.

    Parameters
    ----------
    request : Mapping
        The request, with ``op`` and its shapes and options; arrays count as lists.
    trace : bool, default False
        Whether the answer lists the steps of the algorithm.

    Returns
    -------
    dict
        The answer.

    Raises
    ------
    BarycastError
        The error of the answer: `QueryError`, `ShapeError`, `OptionError`, `DimensionError`,
        `UnsupportedPairError` or `FileError`, with the protocol's ``code``.

    Examples
    --------
    >>> import barycast as bc
    >>> bc.query({"op": "distance", "a": {"point": [0, 0]}, "b": {"point": [3, 4]}})["distance"]
    5
    """
    try:
        line = json.dumps(dict(request), default=_plain, allow_nan=False)
    except ValueError as error:
        raise QueryError(f"the request is no JSON: {error}") from None
    answer: dict[str, Any] = json.loads(answer_line(line.encode(), trace))
    if "error" in answer:
        raise error_of(answer["error"])
    return answer


def mesh_of(other: Any) -> Mesh:
    """A mesh of another library's mesh, see `Mesh.of`."""
    if isinstance(other, Mesh):
        return other
    tensors: tuple[Any, Any] = getattr(other, "vertex", None), getattr(other, "triangle", None)
    if all(hasattr(tensor, "keys") or hasattr(tensor, "__getitem__") for tensor in tensors):
        positions, indices = tensors[0]["positions"], tensors[1]["indices"]
        return Mesh(_numpy(positions), _numpy(indices))
    vertices = getattr(other, "vertices", None)
    faces = getattr(other, "faces", None)
    if faces is None:
        faces = getattr(other, "triangles", None)
    if vertices is None or faces is None:
        raise TypeError(
            f"{type(other).__name__} has no vertices and faces, vertices and triangles, "
            "or vertex.positions and triangle.indices"
        )
    return Mesh(np.asarray(vertices), np.asarray(faces))


def _numpy(value: Any) -> NDArray[Any]:
    convert = getattr(value, "numpy", None)
    return np.asarray(value if convert is None else convert())


def rebuild_mesh(
    vertices: NDArray[Any], faces: NDArray[Any], solid: bool, build: Any, compact: bool
) -> Mesh:
    """A mesh that was pickled."""
    return Mesh(vertices, faces, solid=solid, build=build, compact=compact)


def rebuild(kind: Any, given: tuple[Any, ...], by_name: dict[str, Any]) -> Any:
    """An object that was pickled, of the arguments that make it."""
    return kind(*given, **by_name)


for _name in __all__:
    globals()[_name].__module__ = "barycast"
