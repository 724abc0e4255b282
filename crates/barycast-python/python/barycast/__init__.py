"""Geometric queries over NumPy arrays: rays, distances, collisions; exact where they can be.

Importing this starts no thread and imports nothing but NumPy.
"""

from ._barycast import Mesh, __version__, get_num_threads, query_lines, set_num_threads
from ._errors import (
    ArrayError,
    BarycastError,
    DimensionError,
    FileError,
    HandleError,
    InternalError,
    MeshError,
    OptionError,
    PoseError,
    QueryError,
    SceneError,
    ShapeError,
    Stopped,
    UnsupportedPairError,
)
from ._results import AllHits, Between, Closest, Hits, Lists, Penetration, Polylines, Surface
from ._tools import pinhole_rays, pose, query, threads

__all__ = [
    "AllHits",
    "ArrayError",
    "BarycastError",
    "Between",
    "Closest",
    "DimensionError",
    "FileError",
    "HandleError",
    "Hits",
    "InternalError",
    "Lists",
    "Mesh",
    "MeshError",
    "OptionError",
    "Penetration",
    "Polylines",
    "PoseError",
    "QueryError",
    "SceneError",
    "ShapeError",
    "Stopped",
    "Surface",
    "UnsupportedPairError",
    "__version__",
    "get_num_threads",
    "pinhole_rays",
    "pose",
    "query",
    "query_lines",
    "set_num_threads",
    "threads",
]
