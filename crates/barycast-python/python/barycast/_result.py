"""Base classes of results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Batch", "Record", "Result"]

R = TypeVar("R", bound="Result")


class Result:
    """Arrays by name, which never change their names or shapes.

    A field that was left out of ``fields`` is absent: to read it is an `AttributeError`.
    """

    __slots__ = ("_shape",)
    _fields: ClassVar[tuple[str, ...]] = ()
    _shape: tuple[int, ...]

    @classmethod
    def _of(cls: type[R], shape: tuple[int, ...], values: Mapping[str, Any]) -> R:
        made = cls.__new__(cls)
        object.__setattr__(made, "_shape", tuple(shape))
        for name in cls._fields:
            if name in values:
                object.__setattr__(made, name, values[name])
        return made

    @property
    def shape(self) -> tuple[int, ...]:
        """The leading dimensions: those of the question."""
        return self._shape

    def __getattr__(self, name: str) -> Any:
        # Called only for what is not there.
        if name in type(self)._fields:
            raise AttributeError(f"{type(self).__name__} has no {name}: it was not among fields")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def to_dict(self) -> dict[str, Any]:
        """The fields that are there, by name.

        Returns
        -------
        dict
            The arrays or values themselves, not copies.
        """
        return {name: getattr(self, name) for name in self._fields if hasattr(self, name)}

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), self._shape, self.to_dict())

    def __copy__(self: R) -> R:
        return self

    def __deepcopy__(self: R, memo: Any) -> R:
        return self

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Result):
            return NotImplemented
        ours, theirs = self.to_dict(), other.to_dict()
        return (
            self._shape == other._shape
            and ours.keys() == theirs.keys()
            and all(_same(ours[name], theirs[name]) for name in ours)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        def told(value: Any) -> str:
            if isinstance(value, np.ndarray) and value.ndim > 0:
                return f"{value.dtype}{value.shape}"
            return repr(value.item()) if isinstance(value, np.ndarray) else repr(value)

        fields = ", ".join(f"{name}={told(value)}" for name, value in self.to_dict().items())
        return f"{type(self).__name__}({fields})"


def _same(a: Any, b: Any) -> bool:
    if a is None or b is None or isinstance(a, str):
        return bool(a == b) if isinstance(a, str) else a is b
    return np.array_equal(a, b, equal_nan=np.asarray(a).dtype.kind == "f")


def _rebuild(kind: type[R], shape: tuple[int, ...], values: Mapping[str, Any]) -> R:
    return kind._of(shape, values)


class Batch(Result):
    """Fields that share the leading dimensions."""

    __slots__ = ()

    def __getitem__(self: R, index: Any) -> R:
        """The answers at an index of the leading dimensions, in all fields alike."""
        places = np.arange(int(np.prod(self._shape)), dtype=np.int64).reshape(self._shape)[index]
        shape = np.shape(places)

        def pick(value: NDArray[Any]) -> NDArray[Any]:
            rest = value.shape[len(self._shape) :]
            picked: NDArray[Any] = value.reshape(-1, *rest)[places.reshape(-1)].reshape(shape + rest)
            return picked

        return type(self)._of(shape, {name: pick(value) for name, value in self.to_dict().items()})

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError(f"len() of {type(self).__name__} of one question")
        return self._shape[0]


class Record(Result):
    """Fields of one answer."""

    __slots__ = ()

    def __init__(self, **values: Any) -> None:
        object.__setattr__(self, "_shape", ())
        for name in self._fields:
            object.__setattr__(self, name, values[name])
        if len(values) != len(self._fields):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self._fields)}")
