"""Checks a source distribution: ``python sdist.py ARCHIVE``.

It must build with ``pip`` and ``cargo`` alone: with the lock file, the sources of the workspace that the
package uses, and the licences; without meshes. ``--install`` builds it in a new environment and asks a
question, which takes as long as building the wheel.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

MESHES = {".obj", ".stl", ".ply", ".off", ".glb", ".gltf"}
NEEDED = [
    "PKG-INFO",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "LICENSES-CRATES.txt",
    "pyproject.toml",
    "python/barycast/__init__.py",
    "python/barycast/_barycast.pyi",
    "python/barycast/py.typed",
    "barycast-python/Cargo.lock",
    "barycast-python/Cargo.toml",
    "barycast-python/src/lib.rs",
    "barycast/src/lib.rs",
    "barycast-io/src/lib.rs",
    "barycast-protocol/src/lib.rs",
]


def check(archive, folder):
    """Checks the files, and that they are a workspace of cargo's."""
    with tarfile.open(archive) as opened:
        names = opened.getnames()
        opened.extractall(folder)
    root = names[0].split("/")[0]
    missing = [name for name in NEEDED if f"{root}/{name}" not in names]
    assert not missing, f"{archive} lacks {', '.join(missing)}"
    meshes = [name for name in names if Path(name).suffix.lower() in MESHES]
    assert not meshes, f"{archive} has {', '.join(meshes)}"
    manifest = Path(folder, root, "barycast-python/Cargo.toml")
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", str(manifest)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print(f"{archive}: {len(names)} files, {os.path.getsize(archive):,} bytes")


def install(archive, folder):
    """Builds and installs the package in a new environment, and asks a question."""
    home = Path(folder, "venv")
    venv.create(home, with_pip=True)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(Path(archive).resolve())], check=True)
    question = "import barycast as bc; assert bc.distance(bc.sphere((0, 0, 0), 1), bc.point((3, 0, 0))) == 2"
    subprocess.run([python, "-c", question], check=True, cwd=folder)
    print(f"{archive}: builds and answers")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        check(sys.argv[1], folder)
        if "--install" in sys.argv:
            install(sys.argv[1], folder)
