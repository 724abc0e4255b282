"""Types of the native module. The documentation is in the module's own docstrings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from typing_extensions import Self, disjoint_base

from ._results import (
    AllHits,
    Between,
    Clashes,
    Closest,
    Contact,
    Contacts,
    CurveNearest,
    CurvePoints,
    Events,
    Hit,
    Hits,
    Impact,
    Impacts,
    Lists,
    Manifold,
    Penetration,
    Polylines,
    PoseDistance,
    PosePairs,
    Surface,
    SurfaceNearest,
    SurfacePoints,
    TubeHits,
)

__version__: str

_Float: TypeAlias = NDArray[np.floating[Any]]
_Progress: TypeAlias = Callable[[float], Any] | None
_Invalid: TypeAlias = Literal["raise", "miss"]
_Method: TypeAlias = Literal["exact", "winding"]
_Build: TypeAlias = Literal["best", "fast"]
_Names: TypeAlias = str | Iterable[str] | None
_Path: TypeAlias = str | PathLike[str]
_Body: TypeAlias = Mesh | Shape | list[tuple[Mesh | Shape, ArrayLike]]

@final
class Mesh:
    def __new__(
        cls,
        vertices: ArrayLike,
        faces: ArrayLike | None = None,
        *,
        dtype: DTypeLike | None = None,
        solid: bool = False,
        build: _Build = "best",
        compact: bool = False,
        progress: _Progress = None,
    ) -> Self: ...
    @classmethod
    def load(
        cls,
        path: _Path,
        *,
        dtype: DTypeLike | None = None,
        solid: bool = False,
        build: _Build = "best",
        compact: bool = False,
        progress: _Progress = None,
    ) -> Mesh: ...
    @classmethod
    def of(cls, other: Any) -> Mesh: ...
    @property
    def vertices(self) -> _Float: ...
    @property
    def faces(self) -> NDArray[np.uint32]: ...
    @property
    def corners(self) -> _Float: ...
    @property
    def bounds(self) -> _Float: ...
    @property
    def dtype(self) -> np.dtype[np.floating[Any]]: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def solid(self) -> bool: ...
    @property
    def surface(self) -> Surface: ...
    @property
    def nbytes(self) -> int: ...
    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        min_t: float = 0,
        max_t: float = ...,
        cull: bool = False,
        fields: _Names = None,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> Hits: ...
    def cast_all(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        max_hits: int | None = None,
        min_t: float = 0,
        max_t: float = ...,
        cull: bool = False,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> AllHits: ...
    def any_hit(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        min_t: float = 0,
        max_t: float = ...,
        cull: bool = False,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> NDArray[np.bool_]: ...
    def crossings(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        max_t: float = ...,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> NDArray[np.int32]: ...
    def closest(
        self,
        points: ArrayLike,
        *,
        max_distance: float = ...,
        fields: _Names = None,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> Closest: ...
    def k_closest(
        self,
        points: ArrayLike,
        k: int,
        *,
        max_distance: float = ...,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> Closest: ...
    def faces_within(
        self, points: ArrayLike, radius: float, *, invalid: _Invalid = "raise", progress: _Progress = None
    ) -> Lists: ...
    def contains(
        self,
        points: ArrayLike,
        *,
        method: _Method = "exact",
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> NDArray[np.bool_]: ...
    def signed_distance(
        self,
        points: ArrayLike,
        *,
        method: _Method = "exact",
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> _Float: ...
    def winding_number(
        self,
        points: ArrayLike,
        *,
        within: float = 0.001,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> NDArray[np.float64]: ...
    def slice(self, normal: ArrayLike, distance: float) -> Polylines: ...
    def intersects(
        self, other: Mesh | Shape, pose: ArrayLike | None = None, *, progress: _Progress = None
    ) -> NDArray[np.bool_]: ...
    def contact(
        self, shape: Shape | Mesh, pose: ArrayLike | None = None, *, progress: _Progress = None
    ) -> Contacts: ...
    def sweep(
        self,
        shape: Shape | Mesh,
        velocity: ArrayLike,
        pose: ArrayLike | None = None,
        *,
        max_t: float = 1,
        progress: _Progress = None,
    ) -> Impacts: ...
    def comes_within(
        self, other: Mesh, limit: float, pose: ArrayLike | None = None, *, progress: _Progress = None
    ) -> NDArray[np.bool_]: ...
    def distance(
        self,
        other: Mesh,
        pose: ArrayLike | None = None,
        *,
        max_distance: float = ...,
        progress: _Progress = None,
    ) -> Between: ...
    def intersecting_faces(self, other: Mesh, pose: ArrayLike | None = None) -> NDArray[np.int32]: ...
    def self_intersections(self) -> NDArray[np.int32]: ...
    def intersection_curves(self, other: Mesh, pose: ArrayLike | None = None) -> Polylines: ...
    def penetration(
        self, other: Mesh, pose: ArrayLike | None = None, *, tolerance: float = 0
    ) -> Penetration: ...
    def placed(self, pose: ArrayLike) -> Mesh: ...
    def refit(self, vertices: ArrayLike) -> Mesh: ...
    def astype(self, dtype: DTypeLike) -> Mesh: ...
    def __copy__(self) -> Mesh: ...
    def __deepcopy__(self, _memo: Any) -> Mesh: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Scene:
    def __new__(
        cls,
        meshes: Iterable[Mesh],
        poses: ArrayLike | None = None,
        *,
        instances: ArrayLike | None = None,
        names: Sequence[str] | None = None,
    ) -> Self: ...
    @classmethod
    def load(
        cls,
        path: _Path,
        *,
        dtype: DTypeLike | None = None,
        solid: bool = False,
        build: _Build = "best",
        progress: _Progress = None,
    ) -> Scene: ...
    def moved(self, poses: ArrayLike) -> Scene: ...
    @property
    def meshes(self) -> tuple[Mesh, ...]: ...
    @property
    def poses(self) -> NDArray[np.float64]: ...
    @property
    def instances(self) -> NDArray[np.int32]: ...
    @property
    def names(self) -> tuple[str, ...] | None: ...
    @property
    def boxes(self) -> _Float: ...
    @property
    def bounds(self) -> _Float: ...
    @property
    def dtype(self) -> np.dtype[np.floating[Any]]: ...
    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        min_t: float = 0,
        max_t: float = ...,
        cull: bool = False,
        fields: _Names = None,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> Hits: ...
    def cast_all(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        max_hits: int | None = None,
        min_t: float = 0,
        max_t: float = ...,
        cull: bool = False,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> AllHits: ...
    def any_hit(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        min_t: float = 0,
        max_t: float = ...,
        cull: bool = False,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> NDArray[np.bool_]: ...
    def crossings(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        max_t: float = ...,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> NDArray[np.int32]: ...
    def closest(
        self,
        points: ArrayLike,
        *,
        max_distance: float = ...,
        fields: _Names = None,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> Closest: ...
    def contains(
        self,
        points: ArrayLike,
        *,
        method: _Method = "exact",
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> NDArray[np.bool_]: ...
    def signed_distance(
        self,
        points: ArrayLike,
        *,
        method: _Method = "exact",
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> _Float: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Scene: ...
    def __deepcopy__(self, _memo: Any) -> Scene: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class PoseChecker:
    def __new__(
        cls,
        links: Iterable[_Body],
        world: Iterable[_Body | tuple[_Body, ArrayLike]] = (),
        *,
        allowed: ArrayLike | Iterable[tuple[int | str, int | str]] | None = None,
        names: Sequence[str] | None = None,
    ) -> Self: ...
    @property
    def candidates(self) -> NDArray[np.int32]: ...
    @property
    def names(self) -> tuple[str, ...] | None: ...
    def collides(
        self,
        poses: ArrayLike,
        *,
        world_poses: ArrayLike | None = None,
        margin: ArrayLike = 0.0,
        self_collision: bool = True,
        progress: _Progress = None,
    ) -> NDArray[np.bool_]: ...
    def pairs(
        self,
        poses: ArrayLike,
        *,
        world_poses: ArrayLike | None = None,
        margin: ArrayLike = 0.0,
        self_collision: bool = True,
        progress: _Progress = None,
    ) -> PosePairs: ...
    def distance(
        self,
        poses: ArrayLike,
        *,
        world_poses: ArrayLike | None = None,
        max_distance: float = ...,
        self_collision: bool = True,
        progress: _Progress = None,
    ) -> PoseDistance: ...
    def distances(
        self,
        poses: ArrayLike,
        *,
        world_poses: ArrayLike | None = None,
        max_distance: float = ...,
        self_collision: bool = True,
        progress: _Progress = None,
    ) -> NDArray[np.float64]: ...
    def __copy__(self) -> PoseChecker: ...
    def __deepcopy__(self, _memo: Any) -> PoseChecker: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Assembly:
    def __new__(
        cls,
        meshes: Iterable[Mesh],
        poses: ArrayLike | None = None,
        *,
        instances: ArrayLike | None = None,
        names: Sequence[str] | None = None,
    ) -> Self: ...
    @classmethod
    def load(cls, path: _Path, *, progress: _Progress = None) -> Assembly: ...
    def clashes(
        self,
        *,
        tolerance: float = 0.0001,
        clearance: float = 0.0,
        between: tuple[ArrayLike, ArrayLike] | ArrayLike | None = None,
        progress: _Progress = None,
    ) -> Clashes: ...
    def touching(
        self,
        tolerance: float = 0.0001,
        *,
        between: tuple[ArrayLike, ArrayLike] | ArrayLike | None = None,
        progress: _Progress = None,
    ) -> NDArray[np.int32]: ...
    def compare(
        self, i: int | str, j: int | str, *, tolerance: float = 0.0001, clearance: float = 0.0
    ) -> Clashes | None: ...
    def touch(self, i: int | str, j: int | str, tolerance: float = 0.0001) -> bool: ...
    def curves(self, i: int | str, j: int | str, tolerance: float = 0.0001) -> Polylines: ...
    def surface(self, mesh: int) -> Surface: ...
    @property
    def boxes(self) -> NDArray[np.float64]: ...
    @property
    def meshes(self) -> tuple[Mesh, ...]: ...
    @property
    def poses(self) -> NDArray[np.float64]: ...
    @property
    def instances(self) -> NDArray[np.int32]: ...
    @property
    def names(self) -> tuple[str, ...] | None: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Assembly: ...
    def __deepcopy__(self, _memo: Any) -> Assembly: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class World:
    def __new__(cls, dim: int = 3) -> Self: ...
    @property
    def dim(self) -> int: ...
    def add(
        self,
        shape: Shape | Mesh,
        *,
        pose: ArrayLike | None = None,
        layers: int = 1,
        sees: int = 4294967295,
        sensor: bool = False,
    ) -> int: ...
    def add_many(
        self,
        shapes: Iterable[Shape | Mesh] | Shape | Mesh,
        poses: ArrayLike | None = None,
        *,
        layers: int = 1,
        sees: int = 4294967295,
        sensor: bool = False,
    ) -> NDArray[np.uint64]: ...
    def move(self, handles: ArrayLike, poses: ArrayLike) -> None: ...
    def replace(self, handle: int, shape: Shape | Mesh) -> None: ...
    def set_layers(self, handles: ArrayLike, layers: int, sees: int = 4294967295) -> None: ...
    def remove(self, handles: ArrayLike) -> None: ...
    def step(self) -> Events: ...
    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        max_t: float = ...,
        invalid: _Invalid = "raise",
    ) -> Hits: ...
    def touching(self, shape: Shape | Mesh) -> NDArray[np.uint64]: ...
    def handles(self) -> NDArray[np.uint64]: ...
    def boxes(self) -> NDArray[np.float64]: ...
    def __len__(self) -> int: ...
    def __contains__(self, handle: int, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Curve:
    @staticmethod
    def _of(json: str) -> Curve: ...
    @property
    def dim(self) -> int: ...
    @property
    def range(self) -> tuple[float, float]: ...
    @property
    def bounds(self) -> NDArray[np.float64]: ...
    def evaluate(
        self, t: ArrayLike, *, invalid: _Invalid = "raise", progress: _Progress = None
    ) -> CurvePoints: ...
    def nearest(
        self, points: ArrayLike, *, invalid: _Invalid = "raise", progress: _Progress = None
    ) -> CurveNearest: ...
    def length(self, tolerance: float = 0) -> tuple[float, float]: ...
    def __copy__(self) -> Curve: ...
    def __deepcopy__(self, _memo: Any) -> Curve: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Patch:
    @staticmethod
    def _of(json: str) -> Patch: ...
    @property
    def range(self) -> NDArray[np.float64]: ...
    @property
    def bounds(self) -> NDArray[np.float64]: ...
    def evaluate(
        self, u: ArrayLike, v: ArrayLike, *, invalid: _Invalid = "raise", progress: _Progress = None
    ) -> SurfacePoints: ...
    def nearest(
        self, points: ArrayLike, *, invalid: _Invalid = "raise", progress: _Progress = None
    ) -> SurfaceNearest: ...
    def __copy__(self) -> Patch: ...
    def __deepcopy__(self, _memo: Any) -> Patch: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Tube:
    def __new__(cls, curve: Curve, radius: float) -> Self: ...
    @property
    def curve(self) -> Curve: ...
    @property
    def radius(self) -> float: ...
    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike | None = None,
        *,
        max_t: float = ...,
        invalid: _Invalid = "raise",
        progress: _Progress = None,
    ) -> TubeHits: ...
    def signed_distance(
        self, points: ArrayLike, *, invalid: _Invalid = "raise", progress: _Progress = None
    ) -> NDArray[np.float64]: ...
    def __copy__(self) -> Tube: ...
    def __deepcopy__(self, _memo: Any) -> Tube: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Batch:
    @staticmethod
    def _of_fields(
        kind: str, dim: int, lead: Sequence[int], fields: Mapping[str, NDArray[np.float64]], narrow: bool
    ) -> Batch: ...
    @staticmethod
    def _of_list(list: Sequence[Shape | Mesh], narrow: bool) -> Batch: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dim(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def dtype(self) -> np.dtype[np.floating[Any]]: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, _memo: Any) -> Batch: ...

@disjoint_base
class Shape:
    def __new__(cls, json: str) -> Self: ...
    @property
    def json(self) -> str: ...
    @property
    def dim(self) -> int: ...
    @property
    def is_solid(self) -> bool: ...
    @property
    def bounds(self) -> NDArray[np.float64]: ...

@overload
def intersects(a: Shape | Mesh, b: Shape | Mesh, *, exact: bool = True, progress: _Progress = None) -> bool: ...
@overload
def intersects(
    a: Batch, b: Shape | Mesh | Batch, *, exact: bool = True, progress: _Progress = None
) -> NDArray[np.bool_]: ...
@overload
def intersects(
    a: Shape | Mesh, b: Batch, *, exact: bool = True, progress: _Progress = None
) -> NDArray[np.bool_]: ...
@overload
def distance(a: Shape | Mesh, b: Shape | Mesh, *, progress: _Progress = None) -> float: ...
@overload
def distance(a: Batch, b: Shape | Mesh | Batch, *, progress: _Progress = None) -> _Float: ...
@overload
def distance(a: Shape | Mesh, b: Batch, *, progress: _Progress = None) -> _Float: ...
@overload
def contains(
    a: Shape | Mesh, b: Shape | Mesh, *, invalid: _Invalid = "raise", progress: _Progress = None
) -> bool: ...
@overload
def contains(
    a: Shape | Mesh | Batch, b: Batch | ArrayLike, *, invalid: _Invalid = "raise", progress: _Progress = None
) -> NDArray[np.bool_]: ...
@overload
def contains(
    a: Batch, b: Shape | Mesh, *, invalid: _Invalid = "raise", progress: _Progress = None
) -> NDArray[np.bool_]: ...
def signed_distance(
    shape: Shape | Mesh, points: ArrayLike, *, invalid: _Invalid = "raise", progress: _Progress = None
) -> NDArray[np.float64]: ...
def closest_points(
    a: Shape | Mesh | Batch, b: Shape | Mesh | Batch, *, progress: _Progress = None
) -> Between: ...
@overload
def contact(a: Shape | Mesh, b: Shape | Mesh, *, progress: _Progress = None) -> Contact | None: ...
@overload
def contact(a: Batch, b: Shape | Mesh | Batch, *, progress: _Progress = None) -> Contacts: ...
@overload
def contact(a: Shape | Mesh, b: Batch, *, progress: _Progress = None) -> Contacts: ...
def manifold(a: Shape | Mesh, b: Shape | Mesh) -> Manifold | None: ...
def sweep(
    a: Shape | Mesh,
    b: Shape | Mesh,
    velocity: ArrayLike,
    *,
    max_t: float = 1.0,
    angular_velocity: ArrayLike | None = None,
    center_of_rotation: ArrayLike | None = None,
) -> Impact | None: ...
@overload
def cast(
    ray: Shape,
    target: Shape | Mesh,
    *,
    min_t: float = 0.0,
    max_t: float | None = None,
    cull: bool = False,
    hollow: bool = False,
    progress: _Progress = None,
) -> Hit | None: ...
@overload
def cast(
    ray: Batch,
    target: Shape | Mesh | Batch,
    *,
    min_t: float = 0.0,
    max_t: float | None = None,
    cull: bool = False,
    hollow: bool = False,
    progress: _Progress = None,
) -> Hits: ...
@overload
def cast(
    ray: Shape,
    target: Batch,
    *,
    min_t: float = 0.0,
    max_t: float | None = None,
    cull: bool = False,
    hollow: bool = False,
    progress: _Progress = None,
) -> Hits: ...
def cast_all(
    ray: Shape, target: Shape | Mesh, *, max_t: float | None = None, cull: bool = False
) -> list[Hit]: ...
def span(ray: Shape, target: Shape) -> tuple[float, float] | None: ...
def nearest_rotation(matrix: Sequence[Sequence[float]]) -> tuple[bool, float, list[list[float]]]: ...
def pairs(boxes: ArrayLike, *, progress: _Progress = None) -> NDArray[np.int32]: ...
def pairs_between(a: ArrayLike, b: ArrayLike, *, progress: _Progress = None) -> NDArray[np.int32]: ...
def moving_pairs(
    boxes: ArrayLike, displacements: ArrayLike, *, progress: _Progress = None
) -> NDArray[np.int32]: ...
def pairs_table() -> list[dict[str, Any]]: ...
def answer_line(line: bytes, trace: bool = False) -> bytes: ...
@overload
def query_lines(lines: bytes | str, *, trace: bool = False) -> bytes: ...  # type: ignore[overload-overlap]
@overload
def query_lines(lines: Iterable[str], *, trace: bool = False) -> list[str]: ...
def get_num_threads() -> int: ...
def set_num_threads(n: int) -> None: ...
