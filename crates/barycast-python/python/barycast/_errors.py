"""The errors of the package."""

from __future__ import annotations

from typing import Any

__all__ = [
    "ArrayError",
    "BarycastError",
    "DimensionError",
    "FileError",
    "HandleError",
    "InternalError",
    "MeshError",
    "OptionError",
    "PoseError",
    "QueryError",
    "SceneError",
    "ShapeError",
    "Stopped",
    "UnsupportedPairError",
]


class BarycastError(ValueError):
    """An error of a question or of an object.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.

    Attributes
    ----------
    code : str
        The error code of the query protocol, or one for each class.
    """

    code: str = "error"

    def __init__(self, message: str = "", **attributes: Any) -> None:
        super().__init__(message)
        for name, value in attributes.items():
            setattr(self, name, value)

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), str(self), dict(self.__dict__))


def _rebuild(kind: type[BarycastError], message: str, attributes: dict[str, Any]) -> BarycastError:
    return kind(message, **attributes)


class ArrayError(BarycastError):
    """An array has a wrong shape, does not broadcast, or holds a number that is not finite.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.
    """

    code = "invalid_array"


class MeshError(BarycastError):
    """The numbers are no mesh, or a question needs another kind of mesh.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.

    Attributes
    ----------
    index : int or None
        The face or vertex.
    """

    code = "invalid_mesh"
    index: int | None = None


class SceneError(BarycastError):
    """The parts are no scene.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.

    Attributes
    ----------
    index : int or None
        The part.
    """

    code = "invalid_scene"
    index: int | None = None


class PoseError(BarycastError):
    """A matrix is no pose.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.

    Attributes
    ----------
    index : int or None
        The pose, counted through all leading dimensions.
    """

    code = "invalid_pose"
    index: int | None = None


class ShapeError(BarycastError):
    """The numbers are no shape.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.

    Attributes
    ----------
    field : str or None
        The field that is wrong.
    index : int or None
        The shape of a batch.
    """

    code = "invalid_shape"
    field: str | None = None
    index: int | None = None


class DimensionError(BarycastError):
    """Shapes of two and of three dimensions together.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.
    """

    code = "dimension_mismatch"


class OptionError(BarycastError):
    """An option has a value that it cannot have.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.
    """

    code = "invalid_option"


class QueryError(BarycastError):
    """A request of the query protocol is wrong.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.

    Attributes
    ----------
    field : str or None
        The keys that lead to the wrong field.
    """

    code = "bad_json"
    field: str | None = None


class UnsupportedPairError(BarycastError, NotImplementedError):
    """The question is not defined for this pair of shapes.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.
    """

    code = "unsupported_pair"


class HandleError(BarycastError, KeyError):
    """A body of a moving world is gone.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.
    """

    code = "unknown_handle"


class FileError(BarycastError, OSError):
    """A file cannot be read, or is no mesh.

    Parameters
    ----------
    message : str
        What is wrong.
    **attributes
        Attributes of the error by name.

    Attributes
    ----------
    path : str or None
        The file.
    line : int or None
        The line, for text files.
    """

    code = "io"
    path: str | None = None
    line: int | None = None

    def __new__(cls, message: str = "", **attributes: Any) -> FileError:
        return OSError.__new__(cls, message)


class Stopped(Exception):
    """A progress function returned ``False``."""


class InternalError(RuntimeError):
    """A fault in barycast: please report it, with the place that the message names."""


# What the user sees is where the names are documented.
for _name in __all__:
    globals()[_name].__module__ = "barycast"
