"""Rays, closest points and containment of trimesh, answered by barycast.

``install()`` replaces trimesh's ray engines and proximity functions; a script changes in nothing
else. `RayMeshIntersector`, `closest_point`, `signed_distance` and `ProximityQuery` can be used by
themselves, and `attach` equips one mesh.

What differs from trimesh:

- Answers are computed in ``float64`` by both engines; ``scale_to_box`` has no effect.
- Hits are sorted by ray and then by distance; the embree engine returns all first hits, then all
  second ones.
- A ray that starts on the surface meets it there.
- `contains_points` of a watertight mesh is exact, and counts points on the surface as inside.
- Meshes made before ``install()`` keep their engine: `attach` them.
"""

from __future__ import annotations

import sys
import types
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from . import Mesh

try:
    import trimesh.proximity as _proximity
    import trimesh.ray as _ray
    from trimesh.constants import tol as _tol
except ImportError as _error:  # pragma: no cover
    raise ImportError("barycast.trimesh needs trimesh: pip install barycast[trimesh]") from _error

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    _Ids = NDArray[np.int64]
    _Floats = NDArray[np.floating[Any]]

__all__ = [
    "ProximityQuery",
    "RayMeshIntersector",
    "attach",
    "closest_point",
    "install",
    "signed_distance",
    "uninstall",
]

#: Rays closer to a face's plane than this, as the sine of the angle, do not hit it (trimesh's rule).
_IN_PLANE = 1e-5

_meshes: dict[int, tuple[Any, int, Mesh | None]] = {}


def _mesh_of(mesh: Any) -> Mesh | None:
    """The tree of a mesh, built anew when the mesh has changed; ``None`` without faces."""
    key, content = id(mesh), mesh.__hash__()
    known = _meshes.get(key)
    if known is not None and known[0]() is mesh and known[1] == content:
        return known[2]

    def forget(dead: Any) -> None:
        last = _meshes.get(key)
        if last is not None and last[0] is dead:
            _meshes.pop(key, None)

    vertices, faces = np.asarray(mesh.vertices, dtype=np.float64), np.asarray(mesh.faces)
    made = Mesh(vertices, faces) if len(faces) else None
    _meshes[key] = weakref.ref(mesh, forget), content, made
    return made


def _vectors(value: ArrayLike) -> _Floats:
    array = np.asanyarray(value, dtype=np.float64)
    return np.ascontiguousarray(array.reshape(-1, 3))


class RayMeshIntersector:
    """Answers ray queries of a mesh, in place of either engine of trimesh.

    Parameters
    ----------
    geometry : trimesh.Trimesh
        The mesh. Its tree is built at the first question, and anew when the mesh has changed.
    scale_to_box : bool
        Accepted, and without effect.
    """

    def __init__(self, geometry: Any, scale_to_box: bool = True) -> None:
        self.mesh = geometry
        self._scale_to_box = scale_to_box

    def __deepcopy__(self, memo: Any) -> RayMeshIntersector:
        return type(self)(self.mesh, self._scale_to_box)

    def _first(self, origins: _Floats, directions: _Floats) -> tuple[_Ids, _Floats, _Floats]:
        """Face, point and t of each ray's first hit; -1 for none."""
        mesh = _mesh_of(self.mesh)
        count = len(origins)
        if mesh is None or count == 0:
            return np.full(count, -1), np.full((count, 3), np.nan), np.full(count, np.inf)
        hits = mesh.cast(origins, directions, fields=("t", "triangle", "point", "normal"), invalid="miss")
        triangle, point, t = hits.triangle.astype(np.int64), hits.point, hits.t
        flat = np.flatnonzero(_in_plane(hits.normal, directions))
        if len(flat):
            face, ray, every_t, every_point = self._every(origins[flat], directions[flat])
            triangle[flat], t[flat], point[flat] = -1, np.inf, np.nan
            rays, first = np.unique(ray, return_index=True)
            triangle[flat[rays]], t[flat[rays]] = face[first], every_t[first]
            point[flat[rays]] = every_point[first]
        return triangle, point, t

    def _every(self, origins: _Floats, directions: _Floats) -> tuple[_Ids, _Ids, _Floats, _Floats]:
        """Face, ray, t and point of all hits."""
        mesh = _mesh_of(self.mesh)
        if mesh is None or len(origins) == 0:
            nothing = np.zeros(0, np.int64)
            return nothing, nothing, np.zeros(0), np.zeros((0, 3))
        hits = mesh.cast_all(origins, directions, invalid="miss")
        face = hits.triangle.astype(np.int64)
        flat = np.flatnonzero(_in_plane(hits.normal, directions[hits.ray]))
        if len(flat):
            # A place is returned once: another face may be there that the ray passes through.
            face[flat] = _crossed(mesh, hits.point[flat], directions[hits.ray[flat]])
        keep = face >= 0
        return face[keep], hits.ray[keep], hits.t[keep], hits.point[keep]

    def intersects_id(
        self,
        ray_origins: ArrayLike,
        ray_directions: ArrayLike,
        multiple_hits: bool = True,
        max_hits: int = 100,
        return_locations: bool = False,
    ) -> Any:
        """Face and ray of each hit.

        Parameters
        ----------
        ray_origins, ray_directions : array_like, shape (n, 3)
            The rays.
        multiple_hits : bool
            Whether all hits of a ray count, or the first one only.
        max_hits : int
            Largest number of hits of a ray.
        return_locations : bool
            Whether the places are returned too.

        Returns
        -------
        index_tri, index_ray : ndarray of int64, shape (h,)
            The face and the ray of each hit.
        locations : ndarray, shape (h, 3)
            The places of the hits, if `return_locations` is set.
        """
        origins, directions = _vectors(ray_origins), _vectors(ray_directions)
        if multiple_hits:
            face, ray, _, point = self._every(origins, directions)
            starts = np.searchsorted(ray, ray, side="left")
            keep = np.arange(len(ray)) - starts < max_hits
            face, ray, point = face[keep], ray[keep], point[keep]
        else:
            face, point, _ = self._first(origins, directions)
            ray = np.flatnonzero(face >= 0)
            face, point = face[ray], point[ray]
        if return_locations:
            return face, ray, point
        return face, ray

    def intersects_location(
        self, ray_origins: ArrayLike, ray_directions: ArrayLike, multiple_hits: bool = True, **_: Any
    ) -> tuple[_Floats, _Ids, _Ids]:
        """Place, ray and face of each hit.

        Parameters
        ----------
        ray_origins, ray_directions : array_like, shape (n, 3)
            The rays.
        multiple_hits : bool
            Whether all hits of a ray count, or the first one only.
        **_
            Accepted, and without effect.

        Returns
        -------
        locations : ndarray, shape (h, 3)
            The places of the hits.
        index_ray, index_tri : ndarray of int64, shape (h,)
            The ray and the face of each hit.
        """
        face, ray, point = self.intersects_id(
            ray_origins, ray_directions, multiple_hits=multiple_hits, return_locations=True
        )
        return point, ray, face

    def intersects_first(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **_: Any) -> _Ids:
        """The first face that each ray hits, -1 for none.

        Parameters
        ----------
        ray_origins, ray_directions : array_like, shape (n, 3)
            The rays.
        **_
            Accepted, and without effect.

        Returns
        -------
        ndarray of int64, shape (n,)
            The face of each ray.
        """
        return self._first(_vectors(ray_origins), _vectors(ray_directions))[0]

    def intersects_any(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **_: Any) -> NDArray[np.bool_]:
        """Whether each ray hits anything.

        Parameters
        ----------
        ray_origins, ray_directions : array_like, shape (n, 3)
            The rays.
        **_
            Accepted, and without effect.

        Returns
        -------
        ndarray of bool, shape (n,)
            True where a ray hits.
        """
        return np.asarray(self.intersects_first(ray_origins, ray_directions) >= 0)

    def contains_points(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Whether the mesh contains each point.

        Parameters
        ----------
        points : array_like, shape (n, 3)
            The points.

        Returns
        -------
        ndarray of bool, shape (n,)
            Exact for a watertight mesh; else trimesh's rule of rays in two directions.
        """
        given = np.asanyarray(points, dtype=np.float64)
        if given.ndim != 2 or given.shape[1] != 3:
            raise ValueError("points must be (n,3)")
        mesh = _mesh_of(self.mesh)
        if mesh is None:
            return np.zeros(len(given), dtype=bool)
        if mesh.is_closed:
            return mesh.contains(given, invalid="miss")
        from trimesh.ray.ray_util import contains_points

        return np.asarray(contains_points(self, given))


def _crossed(mesh: Mesh, points: _Floats, directions: _Floats) -> _Ids:
    """A face at each point in whose plane the ray does not run; -1 for none."""
    size = float(np.abs(mesh.bounds).max())
    near = mesh.faces_within(points, size * 1e-14)
    corners = mesh.corners[near.triangle]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    with np.errstate(invalid="ignore", divide="ignore"):
        normal = normal / np.linalg.norm(normal, axis=-1)[:, None]
    owner = np.repeat(np.arange(len(points)), near.counts)
    good = ~_in_plane(normal, directions[owner]) & np.isfinite(normal).all(axis=-1)
    face = np.full(len(points), -1, dtype=np.int64)
    places, first = np.unique(owner[good], return_index=True)
    face[places] = near.triangle[good][first]
    return face


def _in_plane(normal: _Floats, direction: _Floats) -> NDArray[np.bool_]:
    """Whether a ray runs in the plane of the face that it hits."""
    with np.errstate(invalid="ignore", divide="ignore"):
        sine = np.abs(np.einsum("ij,ij->i", normal, direction)) / np.linalg.norm(direction, axis=-1)
        return np.asarray(sine <= _IN_PLANE)


def closest_point(mesh: Any, points: ArrayLike) -> tuple[_Floats, _Floats, _Ids]:
    """The closest point of a mesh to each point.

    Of two faces at the same distance, the one whose normal points more to the point is taken.

    Parameters
    ----------
    mesh : trimesh.Trimesh
        The mesh.
    points : array_like, shape (n, 3)
        The points.

    Returns
    -------
    closest : ndarray, shape (n, 3)
        The closest points.
    distance : ndarray, shape (n,)
        Their distances.
    triangle_id : ndarray of int64, shape (n,)
        The faces on which they lie.
    """
    given = np.asanyarray(points, dtype=np.float64)
    if given.ndim != 2 or given.shape[1] != 3:
        raise ValueError("points must be (n,3)")
    own = _mesh_of(mesh)
    if own is None:
        raise ValueError("the mesh has no faces")
    near = own.k_closest(given, min(2, len(mesh.faces)), invalid="miss")
    pick = np.zeros(len(given), dtype=np.int64)
    if near.distance.shape[1] == 2:
        first, second = near.distance[:, 0] ** 2, near.distance[:, 1] ** 2
        with np.errstate(invalid="ignore"):
            tied = np.flatnonzero((second - first < _tol.merge) & (first > _tol.merge) & (second > _tol.merge))
        if len(tied):
            away = given[tied, None] - near.point[tied]
            towards = np.einsum("ijk,ijk->ij", away, np.nan_to_num(near.normal[tied]))
            pick[tied] = np.argmax(towards, axis=1)
    rows = np.arange(len(given))
    return near.point[rows, pick], near.distance[rows, pick], near.triangle[rows, pick].astype(np.int64)


def signed_distance(mesh: Any, points: ArrayLike) -> _Floats:
    """The distance of each point from a mesh, positive inside.

    Parameters
    ----------
    mesh : trimesh.Trimesh
        The mesh.
    points : array_like, shape (n, 3)
        The points.

    Returns
    -------
    ndarray, shape (n,)
        The distances.
    """
    own = _mesh_of(mesh)
    if own is not None and own.is_closed:
        given = np.asanyarray(points, dtype=np.float64).reshape(-1, 3)
        return np.asarray(-own.signed_distance(given, invalid="miss"), dtype=np.float64)
    return np.asarray(_original("proximity.signed_distance")(mesh, points))


class ProximityQuery:
    """Proximity queries of a mesh, in place of trimesh's class of this name.

    Parameters
    ----------
    mesh : trimesh.Trimesh
        The mesh.
    """

    def __init__(self, mesh: Any) -> None:
        self._mesh = mesh

    def on_surface(self, points: ArrayLike) -> tuple[_Floats, _Floats, _Ids]:
        """The closest point of the surface, see `closest_point`.

        Parameters
        ----------
        points : array_like, shape (n, 3)
            The points.

        Returns
        -------
        closest : ndarray, shape (n, 3)
            The closest points.
        distance : ndarray, shape (n,)
            Their distances.
        triangle_id : ndarray of int64, shape (n,)
            The faces on which they lie.
        """
        return closest_point(self._mesh, points)

    def vertex(self, points: ArrayLike) -> tuple[_Floats, _Ids]:
        """Distance and index of the closest vertex, as in trimesh.

        Parameters
        ----------
        points : array_like, shape (n, 3)
            The points.

        Returns
        -------
        distance : ndarray, shape (n,)
            The distances.
        vertex : ndarray of int64, shape (n,)
            The vertices.
        """
        distance, vertex = self._mesh.kdtree.query(points)
        return distance, vertex

    def signed_distance(self, points: ArrayLike) -> _Floats:
        """The distance from the surface, positive inside.

        Parameters
        ----------
        points : array_like, shape (n, 3)
            The points.

        Returns
        -------
        ndarray, shape (n,)
            The distances.
        """
        return signed_distance(self._mesh, points)


def attach(mesh: Any) -> Any:
    """Equips one mesh: sets its ``ray`` and ``nearest``.

    Parameters
    ----------
    mesh : trimesh.Trimesh
        The mesh.

    Returns
    -------
    trimesh.Trimesh
        The same mesh.
    """
    mesh.ray = RayMeshIntersector(mesh)
    mesh.nearest = ProximityQuery(mesh)
    return mesh


_replaced: dict[str, Any] = {}
_MISSING = object()


def _original(name: str) -> Any:
    place, attribute = _places()[name]
    return _replaced.get(name, getattr(place, attribute, None))


def _places() -> dict[str, tuple[Any, str]]:
    return {
        "ray.ray_pyembree": (_ray, "ray_pyembree"),
        "ray.has_embree": (_ray, "has_embree"),
        "ray.ray_triangle.RayMeshIntersector": (_ray.ray_triangle, "RayMeshIntersector"),
        "proximity.closest_point": (_proximity, "closest_point"),
        "proximity.signed_distance": (_proximity, "signed_distance"),
    }


def install() -> dict[str, Any]:
    """Replaces the ray engines and the proximity functions of trimesh.

    May be called twice. What was imported by name before stays what it was.

    Returns
    -------
    dict
        What was replaced, by name.
    """
    engine = types.ModuleType("trimesh.ray.ray_pyembree")
    engine.RayMeshIntersector = RayMeshIntersector  # type: ignore[attr-defined]
    new = {
        "ray.ray_pyembree": engine,
        "ray.has_embree": True,
        "ray.ray_triangle.RayMeshIntersector": RayMeshIntersector,
        "proximity.closest_point": closest_point,
        "proximity.signed_distance": signed_distance,
    }
    if not _replaced:
        for name, (place, attribute) in _places().items():
            _replaced[name] = getattr(place, attribute, _MISSING)
        _replaced["sys.modules"] = sys.modules.get("trimesh.ray.ray_pyembree", _MISSING)
        for name, (place, attribute) in _places().items():
            setattr(place, attribute, new[name])
        sys.modules["trimesh.ray.ray_pyembree"] = engine
    return {name: value for name, value in _replaced.items() if value is not _MISSING}


def uninstall() -> None:
    """Puts back what `install` replaced."""
    if not _replaced:
        return
    module = _replaced.pop("sys.modules")
    if module is _MISSING:
        sys.modules.pop("trimesh.ray.ray_pyembree", None)
    else:
        sys.modules["trimesh.ray.ray_pyembree"] = module
    for name, (place, attribute) in _places().items():
        value = _replaced.pop(name)
        if value is _MISSING:
            delattr(place, attribute)
        else:
            setattr(place, attribute, value)


