"""Open3D's ``RaycastingScene``, answered by barycast.

`RaycastingScene` works without Open3D: NumPy arrays in, NumPy arrays out. With Open3D, tensors in
give tensors out, and after ``install()`` ``open3d.t.geometry.RaycastingScene`` is this class, whose
answers are always tensors then.

What differs from Open3D:

- ``float64`` is answered in ``float64``; Open3D refuses it.
- `compute_occupancy` is exact, so ``nsamples`` has no effect, but must be odd.
- In an empty scene closest points are at NaN, infinitely far away; Open3D returns what was in memory.
- The interpreter's lock is free during a call, and forked children can ask.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from . import Mesh, get_num_threads, pinhole_rays, set_num_threads

if TYPE_CHECKING:
    from numpy.typing import NDArray

    _Array = NDArray[Any]

__all__ = ["RaycastingScene", "install", "uninstall"]

_replaced: dict[str, Any] = {}


class RaycastingScene:
    """Triangle geometries, and rays and points against all of them.

    Parameters
    ----------
    nthreads : int
        Number of threads: 0 for all, 1 for one.
    device : object, optional
        Must be a CPU.

    Attributes
    ----------
    INVALID_ID : int
        The geometry and triangle of a ray that hits nothing: 2^32 - 1.
    """

    INVALID_ID: ClassVar[int] = 0xFFFFFFFF

    def __init__(self, nthreads: int = 0, device: Any = None) -> None:
        if device is not None and "CPU" not in str(device).upper():
            raise RuntimeError(f"the device must be a CPU, got {device}")
        self._threads = nthreads
        self._parts: list[tuple[_Array, _Array]] = []
        self._trees: dict[Any, _Joined] = {}

    def add_triangles(self, *args: Any, **kwargs: Any) -> int:
        """Adds a geometry.

        Parameters
        ----------
        *args, **kwargs
            ``vertex_positions``, of shape (n, 3), ``float32`` or ``float64``, and
            ``triangle_indices``, integers of shape (m, 3); or a mesh as the only argument.

        Returns
        -------
        int
            The geometry's id, from 0.
        """
        if len(args) + len(kwargs) == 1:
            vertices, triangles = _arrays_of(args[0] if args else next(iter(kwargs.values())))
        else:
            named = dict(zip(("vertex_positions", "triangle_indices"), args, strict=False)) | kwargs
            vertices, triangles = _numpy(named["vertex_positions"]), _numpy(named["triangle_indices"])
        if vertices.ndim != 2 or vertices.shape[1] != 3 or triangles.ndim != 2 or triangles.shape[1] != 3:
            raise RuntimeError(
                f"vertex_positions must have shape (n, 3) and triangle_indices (m, 3), "
                f"got {vertices.shape} and {triangles.shape}"
            )
        if vertices.dtype not in (np.float32, np.float64):
            raise RuntimeError(f"vertex_positions must be float32 or float64, got {vertices.dtype}")
        if triangles.dtype.kind not in "iu":
            raise RuntimeError(f"triangle_indices must be integers, got {triangles.dtype}")
        self._parts.append((vertices.copy(), triangles.astype(np.int64)))
        self._trees.clear()
        return len(self._parts) - 1

    def _tree(self, dtype: Any) -> _Joined | None:
        known = self._trees.get(dtype)
        if known is None and any(len(triangles) for _, triangles in self._parts):
            known = self._trees[dtype] = _Joined(self._parts, dtype)
        return known

    def _ask(self, nthreads: int, question: Any) -> Any:
        wanted = nthreads or self._threads
        if not wanted:
            return question()
        before = get_num_threads()
        set_num_threads(wanted)
        try:
            return question()
        finally:
            set_num_threads(before)

    def cast_rays(self, rays: Any, nthreads: int = 0) -> dict[str, Any]:
        """Finds the first hit of each ray.

        Parameters
        ----------
        rays : array_like, shape (..., 6)
            Origins and directions.
        nthreads : int
            Number of threads of this call.

        Returns
        -------
        dict
            ``t_hit``, ``geometry_ids``, ``primitive_ids``, ``primitive_uvs``, ``primitive_normals``.
        """
        given, back = _question(rays, 6, "rays")
        tree, lead = self._tree(given.dtype.type), given.shape[:-1]
        if tree is None:
            answer = _no_hits(lead, given.dtype)
        else:
            fields = ("t", "triangle", "uv", "normal")
            hits = self._ask(nthreads, lambda: tree.mesh.cast(given, fields=fields, invalid="miss"))
            geometry, primitive = tree.ids(hits.triangle)
            answer = {
                "t_hit": hits.t,
                "geometry_ids": geometry,
                "primitive_ids": primitive,
                "primitive_uvs": np.where(hits.hit[..., None], hits.uv, 0),
                "primitive_normals": np.nan_to_num(hits.normal),
            }
        return {name: back(value) for name, value in answer.items()}

    def test_occlusions(
        self, rays: Any, tnear: float = 0.0, tfar: float = np.inf, nthreads: int = 0
    ) -> Any:
        """Tests whether each ray hits anything.

        Parameters
        ----------
        rays : array_like, shape (..., 6)
            Origins and directions.
        tnear, tfar : float
            Limits of `t`, inclusive.
        nthreads : int
            Number of threads of this call.

        Returns
        -------
        array of bool, shape (...)
            True where a ray hits.
        """
        given, back = _question(rays, 6, "rays")
        tree = self._tree(given.dtype.type)
        if tree is None:
            return back(np.zeros(given.shape[:-1], dtype=bool))
        options: dict[str, Any] = {"min_t": max(float(tnear), 0.0), "max_t": float(tfar), "invalid": "miss"}
        return back(self._ask(nthreads, lambda: tree.mesh.any_hit(given, **options)))

    def _every(self, given: _Array, nthreads: int) -> list[tuple[int, Any]]:
        """All hits of each geometry."""
        meshes = self._tree(given.dtype.type)
        if meshes is None:
            return []
        parts = meshes.parts()
        return [
            (part, self._ask(nthreads, lambda mesh=mesh: mesh.cast_all(given, invalid="miss")))
            for part, mesh in parts
        ]

    def count_intersections(self, rays: Any, nthreads: int = 0) -> Any:
        """Counts the hits of each ray.

        Parameters
        ----------
        rays : array_like, shape (..., 6)
            Origins and directions.
        nthreads : int
            Number of threads of this call.

        Returns
        -------
        array of int32, shape (...)
            The number of hits of each ray.
        """
        given, back = _question(rays, 6, "rays")
        counts = np.zeros(given.shape[:-1], dtype=np.int32)
        for _, hits in self._every(given, nthreads):
            counts += hits.counts.astype(np.int32)
        return back(counts)

    def list_intersections(self, rays: Any, nthreads: int = 0) -> dict[str, Any]:
        """Lists the hits of each ray.

        Parameters
        ----------
        rays : array_like, shape (..., 6)
            Origins and directions.
        nthreads : int
            Number of threads of this call.

        Returns
        -------
        dict
            ``ray_splits``, ``ray_ids``, ``t_hit``, ``geometry_ids``, ``primitive_ids``,
            ``primitive_uvs``.
        """
        given, back = _question(rays, 6, "rays")
        count = int(np.prod(given.shape[:-1]))
        found = self._every(given, nthreads)
        rays_of = np.concatenate([hits.ray for _, hits in found] or [np.zeros(0, np.int64)])
        t = np.concatenate([hits.t for _, hits in found] or [np.zeros(0, given.dtype)])
        geometry = np.concatenate(
            [np.full(len(hits), part) for part, hits in found] or [np.zeros(0, np.int64)]
        )
        primitive = np.concatenate([hits.triangle for _, hits in found] or [np.zeros(0, np.int32)])
        uv = np.concatenate([hits.uv for _, hits in found] or [np.zeros((0, 2), given.dtype)])
        order = np.lexsort((geometry, t, rays_of))
        splits = np.searchsorted(rays_of[order], np.arange(count + 1))
        answer = {
            "ray_splits": splits.astype(np.uint32),
            "ray_ids": rays_of[order].astype(np.uint32),
            "t_hit": t[order],
            "geometry_ids": geometry[order].astype(np.uint32),
            "primitive_ids": primitive[order].astype(np.uint32),
            "primitive_uvs": uv[order],
        }
        return {name: back(value) for name, value in answer.items()}

    def compute_closest_points(self, query_points: Any, nthreads: int = 0) -> dict[str, Any]:
        """Finds the point closest to each point.

        Parameters
        ----------
        query_points : array_like, shape (..., 3)
            The points.
        nthreads : int
            Number of threads of this call.

        Returns
        -------
        dict
            ``points``, ``geometry_ids``, ``primitive_ids``, ``primitive_uvs``, ``primitive_normals``.
        """
        given, back = _question(query_points, 3, "query_points")
        tree, lead, dtype = self._tree(given.dtype.type), given.shape[:-1], given.dtype
        if tree is None:
            hits = _no_hits(lead, dtype)
            answer = {"points": np.full((*lead, 3), np.nan, dtype)} | {
                name: hits[name]
                for name in ("geometry_ids", "primitive_ids", "primitive_uvs", "primitive_normals")
            }
        else:
            near = self._ask(nthreads, lambda: tree.mesh.closest(given, invalid="miss"))
            geometry, primitive = tree.ids(near.triangle)
            answer = {
                "points": near.point,
                "geometry_ids": geometry,
                "primitive_ids": primitive,
                "primitive_uvs": np.nan_to_num(near.uv),
                "primitive_normals": np.nan_to_num(near.normal),
            }
        return {name: back(value) for name, value in answer.items()}

    def compute_distance(self, query_points: Any, nthreads: int = 0) -> Any:
        """The distance of each point.

        Parameters
        ----------
        query_points : array_like, shape (..., 3)
            The points.
        nthreads : int
            Number of threads of this call.

        Returns
        -------
        array, shape (...)
            The distances, of the precision of the points; inf in an empty scene.
        """
        given, back = _question(query_points, 3, "query_points")
        return back(self._distance(given, nthreads))

    def _distance(self, given: _Array, nthreads: int) -> _Array:
        tree = self._tree(given.dtype.type)
        if tree is None:
            return np.full(given.shape[:-1], np.inf, given.dtype)
        near = self._ask(
            nthreads, lambda: tree.mesh.closest(given, fields=("distance",), invalid="miss")
        )
        return np.asarray(near.distance)

    def _inside(self, given: _Array, nthreads: int) -> NDArray[np.bool_]:
        tree = self._tree(given.dtype.type)
        if tree is None:
            return np.zeros(given.shape[:-1], dtype=bool)
        direction = np.array([1, 0, 0], given.dtype)
        odd = self._ask(
            nthreads, lambda: tree.mesh.crossings(given, direction, invalid="miss")
        )
        return np.asarray(odd % 2 == 1)

    def compute_signed_distance(
        self, query_points: Any, nthreads: int = 0, nsamples: int = 1
    ) -> Any:
        """The distance of each point, negative inside.

        Parameters
        ----------
        query_points : array_like, shape (..., 3)
            The points.
        nthreads : int
            Number of threads of this call.
        nsamples : int
            Must be odd; has no effect.

        Returns
        -------
        array, shape (...)
            The distances, of the precision of the points; inf in an empty scene.
        """
        _check_samples(nsamples)
        given, back = _question(query_points, 3, "query_points")
        distance = self._distance(given, nthreads)
        return back(np.where(self._inside(given, nthreads), -distance, distance))

    def compute_occupancy(self, query_points: Any, nthreads: int = 0, nsamples: int = 1) -> Any:
        """1 where a point is inside, 0 outside: exact.

        Parameters
        ----------
        query_points : array_like, shape (..., 3)
            The points.
        nthreads : int
            Number of threads of this call.
        nsamples : int
            Must be odd; has no effect.

        Returns
        -------
        array of float32, shape (...)
            0 or 1 for each point.
        """
        _check_samples(nsamples)
        given, back = _question(query_points, 3, "query_points")
        return back(self._inside(given, nthreads).astype(np.float32))

    @staticmethod
    def create_rays_pinhole(*args: Any, **kwargs: Any) -> Any:
        """Makes the rays of a camera.

        Parameters
        ----------
        *args, **kwargs
            ``intrinsic_matrix``, ``extrinsic_matrix``, ``width_px``, ``height_px``: camera matrix,
            camera from world, and size in pixels. Or ``fov_deg``, ``center``, ``eye``, ``up``,
            ``width_px``, ``height_px``: horizontal field of view in degrees, a point on the axis,
            position, and direction upward; then the first row is at the bottom and the first column
            at the right, as in Open3D.

        Returns
        -------
        array, shape (height, width, 6)
            Origins and directions, of ``float32``.
        """
        first = ("intrinsic_matrix", "extrinsic_matrix", "width_px", "height_px")
        second = ("fov_deg", "center", "eye", "up", "width_px", "height_px")
        is_matrix = "intrinsic_matrix" in kwargs or (args and np.ndim(_numpy(args[0])) == 2)
        named = dict(zip(first if is_matrix else second, args, strict=False)) | kwargs
        width, height = int(named["width_px"]), int(named["height_px"])
        if is_matrix:
            rays = pinhole_rays(
                width,
                height,
                intrinsics=_numpy(named["intrinsic_matrix"]),
                extrinsics=_numpy(named["extrinsic_matrix"]),
            )
        else:
            rays = pinhole_rays(
                width,
                height,
                fov=np.radians(named["fov_deg"]),
                eye=_numpy(named["eye"]),
                target=_numpy(named["center"]),
                up=_numpy(named["up"]),
            )
            # Open3D's axes are up and what is left of the view: its picture is turned by 180 degrees.
            rays = rays[::-1, ::-1]
        made = np.ascontiguousarray(rays, dtype=np.float32)
        given = [*args, *kwargs.values()]
        return _tensor(made) if _replaced or any(map(_is_tensor, given)) else made

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), self._threads, self._parts)


def _rebuild(kind: type[RaycastingScene], threads: int, parts: Any) -> RaycastingScene:
    made = kind(threads)
    for vertices, triangles in parts:
        made.add_triangles(vertices, triangles)
    return made


class _Joined:
    """The triangles of all geometries in one mesh, and one mesh for each when it is needed."""

    def __init__(self, parts: list[tuple[_Array, _Array]], dtype: Any) -> None:
        self._given = parts
        self._dtype = dtype
        counts = np.array([len(triangles) for _, triangles in parts])
        starts = np.cumsum([0] + [len(vertices) for vertices, _ in parts])[:-1]
        vertices = np.concatenate([vertices.astype(dtype) for vertices, _ in parts])
        triangles = np.concatenate(
            [triangles + start for (_, triangles), start in zip(parts, starts, strict=True)]
        )
        self.mesh = Mesh(vertices, triangles, dtype=dtype)
        self._geometry = np.repeat(np.arange(len(parts)), counts)
        self._first = np.cumsum(np.concatenate([[0], counts]))[:-1]
        self._parts: list[tuple[int, Mesh]] | None = None

    def ids(self, triangle: _Array) -> tuple[_Array, _Array]:
        """Geometry and triangle of each triangle of the joined mesh."""
        none = RaycastingScene.INVALID_ID
        geometry = self._geometry[triangle]
        own = triangle - self._first[geometry]
        missed = triangle < 0
        return (
            np.where(missed, none, geometry).astype(np.uint32),
            np.where(missed, none, own).astype(np.uint32),
        )

    def parts(self) -> list[tuple[int, Mesh]]:
        if self._parts is None:
            filled = [part for part in enumerate(self._given) if len(part[1][1])]
            if len(filled) == 1:
                self._parts = [(filled[0][0], self.mesh)]
            else:
                self._parts = [
                    (i, Mesh(vertices, triangles, dtype=self._dtype))
                    for i, (vertices, triangles) in filled
                ]
        return self._parts


def _check_samples(nsamples: int) -> None:
    if nsamples < 1 or nsamples % 2 == 0:
        raise RuntimeError(f"nsamples must be odd, got {nsamples}")


def _no_hits(lead: tuple[int, ...], dtype: Any) -> dict[str, _Array]:
    none = np.full(lead, RaycastingScene.INVALID_ID, np.uint32)
    return {
        "t_hit": np.full(lead, np.inf, dtype),
        "geometry_ids": none,
        "primitive_ids": none.copy(),
        "primitive_uvs": np.zeros((*lead, 2), dtype),
        "primitive_normals": np.zeros((*lead, 3), dtype),
    }


def _is_tensor(value: Any) -> bool:
    module = sys.modules.get("open3d")
    return module is not None and isinstance(value, module.core.Tensor)


def _numpy(value: Any) -> _Array:
    return np.asarray(value.numpy() if _is_tensor(value) else value)


def _tensor(value: Any) -> Any:
    open3d: Any = importlib.import_module("open3d")
    return open3d.core.Tensor.from_numpy(np.ascontiguousarray(value).reshape(np.shape(value)))


def _question(value: Any, width: int, name: str) -> tuple[_Array, Any]:
    """The numbers of a question, and what makes the answer of their kind."""
    given = _numpy(value)
    if given.dtype not in (np.float32, np.float64):
        raise RuntimeError(f"{name} must be float32 or float64, got {given.dtype}")
    if given.ndim < 2 or given.shape[-1] != width:
        raise RuntimeError(f"{name} must have shape (..., {width}) and two dimensions, got {given.shape}")
    as_tensor = bool(_replaced) or _is_tensor(value)
    return given, (_tensor if as_tensor else np.asarray)


def _arrays_of(mesh: Any) -> tuple[_Array, _Array]:
    """Vertices and triangles of a mesh."""
    vertex, triangle = getattr(mesh, "vertex", None), getattr(mesh, "triangle", None)
    if vertex is not None and triangle is not None and not isinstance(vertex, np.ndarray):
        return _numpy(vertex["positions"]), _numpy(triangle["indices"])
    triangles = getattr(mesh, "faces", None)
    if triangles is None:
        triangles = mesh.triangles
    return np.asarray(mesh.vertices, dtype=np.float64), np.asarray(triangles)


def install() -> dict[str, Any]:
    """Replaces ``open3d.t.geometry.RaycastingScene``.

    May be called twice. What was imported by name before stays what it was.

    Returns
    -------
    dict
        What was replaced, by name.
    """
    try:
        open3d: Any = importlib.import_module("open3d")
    except ImportError as error:
        raise ImportError("barycast.open3d.install needs Open3D: pip install barycast[open3d]") from error
    if not _replaced:
        _replaced["t.geometry.RaycastingScene"] = open3d.t.geometry.RaycastingScene
        open3d.t.geometry.RaycastingScene = RaycastingScene
    return dict(_replaced)


def uninstall() -> None:
    """Puts back what `install` replaced."""
    if _replaced:
        open3d: Any = importlib.import_module("open3d")
        open3d.t.geometry.RaycastingScene = _replaced.pop("t.geometry.RaycastingScene")
