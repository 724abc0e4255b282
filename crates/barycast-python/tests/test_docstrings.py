"""Every public name has a docstring that numpydoc validates, with the checks of pyproject.toml."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest
from numpydoc.docscrape import get_doc_object
from numpydoc.validate import ERROR_MSGS, Validator, validate

try:
    import tomllib
except ImportError:
    import tomli as tomllib

PACKAGE = Path(__file__).resolve().parents[1]
MODULES = [
    "barycast",
    "barycast.clash",
    "barycast.curves",
    "barycast.fcl",
    "barycast.moving",
    "barycast.open3d",
    "barycast.trimesh",
]
#: Native functions that return nothing. numpydoc looks at the returns of Python's functions only.
NOTHING = {
    "barycast.moving.World.move",
    "barycast.moving.World.remove",
    "barycast.moving.World.replace",
    "barycast.moving.World.set_layers",
    "barycast.set_num_threads",
}


def checks():
    """The checks of the configuration, which has the meaning of numpydoc's own: all but those named."""
    text = (PACKAGE / "pyproject.toml").read_text()
    named = tomllib.loads(text)["tool"]["numpydoc_validation"]["checks"]
    assert named[0] == "all" and set(named[1:]) <= set(ERROR_MSGS)
    return set(ERROR_MSGS) - set(named)


def members(kind):
    """Public members that the package defines, also those that a class inherits from a private one."""
    found = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] == "barycast":
            found |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
    return found


def is_data(value):
    """Whether a member cannot have a docstring: a slot of a result, or a number or string."""
    documented = (property, classmethod, staticmethod)
    return inspect.ismemberdescriptor(value) or not (
        callable(value) or isinstance(value, documented) or inspect.isgetsetdescriptor(value)
    )


def attributes(kind):
    """The names in the section Attributes of a class and of the classes that it inherits from."""
    names = set()
    for base in kind.__mro__:
        if base.__module__.partition(".")[0] == "barycast" and base.__doc__:
            for item in get_doc_object(base)["Attributes"]:
                if item.desc and item.desc[-1].endswith("."):
                    names |= {name.strip() for name in item.name.split(",")}
    return names


def faults_of_returns(name, value):
    """The faults that numpydoc finds for functions of Python, for a native one."""
    if inspect.isclass(value) or not callable(value) or inspect.isfunction(inspect.unwrap(value)):
        return
    returns = Validator(get_doc_object(value)).returns
    if (name in NOTHING) == bool(returns):
        yield f"{name}: RT01 No Returns section found, or one of a function that returns nothing"
    for item in returns:
        if not item.desc or not item.desc[-1].endswith("."):
            yield f"{name}: RT03 Return value has no description that ends with a period"


def faults(name, value, wanted):
    found = validate(name)["errors"]
    yield from (f"{name}: {code} {message}" for code, message in found if code in wanted)
    yield from faults_of_returns(name, value)


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module):
    if module == "barycast.trimesh":
        pytest.importorskip("trimesh")
    wanted, found, count = checks(), [], 0
    place = importlib.import_module(module)
    for name in place.__all__:
        value = getattr(place, name)
        # A number has no docstring; that of the module lists its numbers.
        if isinstance(value, (int, str)):
            continue
        count += 1
        found += faults(f"{module}.{name}", value, wanted)
        if not inspect.isclass(value):
            continue
        known = attributes(value)
        for part, member in members(value).items():
            count += 1
            if not is_data(member):
                found += faults(f"{module}.{name}.{part}", getattr(value, part), wanted)
            elif part not in known:
                found.append(f"{module}.{name}.{part}: not in the section Attributes of the class")
    assert count and not found, "\n".join(found)
