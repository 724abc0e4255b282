"""Writes ``LICENSES-CRATES.txt``: the crates that are compiled into the wheel, and their licences.

``python licences.py`` writes the file, ``python licences.py --check`` fails if it is not up to date. Crates
that can be had under Apache-2.0 are taken under it: its text is in ``LICENSE-APACHE``. The texts of all
others follow in full.
"""

import json
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent
MADE = HOME / "LICENSES-CRATES.txt"
COMMON = "Apache-2.0"


def crates():
    """The crates of other authors that the extension consists of, by name."""
    command = ["cargo", "metadata", "--locked", "--offline", "--format-version", "1"]
    found = json.loads(subprocess.run(command, cwd=HOME, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    seen, left = set(), [found["resolve"]["root"]]
    while left:
        node = left.pop()
        if node in seen:
            continue
        seen.add(node)
        for dependency in nodes[node]["deps"]:
            is_macro = any("proc-macro" in target["kind"] for target in packages[dependency["pkg"]]["targets"])
            if not is_macro and any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                left.append(dependency["pkg"])
    return sorted(
        (packages[node] for node in seen if packages[node]["source"]), key=lambda package: package["name"]
    )


def texts(package):
    """The texts of the licences of a crate."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(
        path for path in folder.iterdir() if path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "UNLICENSE"))
    )
    assert files, f"{package['name']} has no text of its licence"
    return "\n\n".join(path.read_text().strip() for path in files if path.is_file())


def text():
    common, others = [], []
    for package in crates():
        title = f"{package['name']} {package['version']}: {package['license']}"
        names = package["license"].replace("/", " OR ").replace("(", "").replace(")", "").split(" OR ")
        if COMMON in (name.strip() for name in names):
            common.append(f"{title}\n")
        else:
            others.append(f"{title}\n\n{texts(package)}\n")
    parts = ["".join(common), *others]
    head = f"The extension module contains these crates. The first ones are used under {COMMON}.\n"
    return head + "".join(f"\n{'-' * 80}\n{part}" for part in parts)


if __name__ == "__main__":
    if sys.argv[1:] != ["--check"]:
        MADE.write_text(text())
    elif MADE.read_text() != text():
        sys.exit(f"{MADE.name} is not up to date: run python {Path(__file__).name}")
