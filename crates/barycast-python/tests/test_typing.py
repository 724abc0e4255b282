"""The stubs name what is there; `cargo xtask python types` compares signatures and types."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import barycast as bc
from barycast import _barycast

HOME = Path(bc.__file__).parent
STUB = ast.parse((HOME / "_barycast.pyi").read_text())
STUBBED = {node.name: node for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def test_the_package_is_typed():
    assert (HOME / "py.typed").exists()


def test_the_stub_names_all_of_the_native_module():
    there = {name for name, value in vars(_barycast).items() if not name.startswith("__") and callable(value)}
    assert there == set(STUBBED)


def test_the_stub_names_all_methods():
    for name, node in STUBBED.items():
        if not isinstance(node, ast.ClassDef):
            continue
        stubbed = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        there = {part for part in vars(getattr(_barycast, name)) if not part.startswith("__")}
        assert there == {part for part in stubbed if not part.startswith("__")}, name


def test_signatures_have_the_arguments_of_the_stub():
    for name, node in STUBBED.items():
        if not isinstance(node, ast.ClassDef):
            continue
        for part in node.body:
            if not isinstance(part, ast.FunctionDef) or part.name.startswith("__") or part.decorator_list:
                continue
            given = part.args.args[1:] + part.args.kwonlyargs
            found = list(inspect.signature(getattr(getattr(_barycast, name), part.name)).parameters)[1:]
            assert found == [argument.arg for argument in given], f"{name}.{part.name}"


def test_every_module_names_what_it_exports():
    from barycast import clash, curves, moving

    for module in (bc, clash, curves, moving):
        assert all(hasattr(module, name) for name in module.__all__)
