"""Every example in the documentation runs."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import barycast as bc
from barycast import clash, curves, moving

HOME = Path(__file__).resolve().parents[3]
PACKAGE = HOME / "crates/barycast-python"
PAGES = [
    PACKAGE / "README.md",
    *sorted((PACKAGE / "docs").glob("*.md")),
    *sorted((HOME / "docs/python").glob("*.md")),
]
OPTIONS = doctest.NORMALIZE_WHITESPACE


def run(text, name):
    test = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert not said, "".join(said)
    return len(test.examples)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page):
    run(page.read_text(), page.name)


def test_the_readme_has_three_snippets():
    readme = PAGES[0].read_text()
    assert readme.count("```python") == 3 and run(readme, "README") >= 10


def test_the_projects_readme():
    text = (HOME / "README.md").read_text()
    section = text[text.index("## From Python") :].split("\n## ")[0]
    assert run(section, "README.md") >= 2


def test_the_api_page_names_everything():
    words = (PACKAGE / "docs/api.md").read_text().split()
    missing = [name for name in bc.__all__ if f"barycast.{name}" not in words and name != "__version__"]
    assert not missing


def public():
    modules = {"": bc, "clash.": clash, "curves.": curves, "moving.": moving}
    for name, value in ((f"{at}{name}", getattr(module, name)) for at, module in modules.items() for name in module.__all__):
        if isinstance(value, int):
            continue
        yield name, value
        if inspect.isclass(value):
            for part, member in vars(value).items():
                if not part.startswith("_") and (callable(member) or isinstance(member, (property, classmethod, staticmethod)) or inspect.isgetsetdescriptor(member)):
                    yield f"{name}.{part}", member


@pytest.mark.parametrize(("name", "value"), list(public()), ids=[name for name, _ in public()])
def test_every_public_name_is_documented(name, value):
    if name == "__version__":
        return
    text = inspect.getdoc(value)
    assert text and text.splitlines()[0].endswith((".", ":", ")", "]")), name
    run(text, name)
