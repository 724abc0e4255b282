"""Compares the output of `barycast info` for mesh files with trimesh.

    python bench/files_survey.py target/release/barycast FOLDER...

trimesh and numpy must be installed. For each OBJ, STL, PLY, OFF, glTF and GLB file in the folders it compares the number of
triangles, the bounds, whether the mesh is closed, and the volume if both report a closed mesh. It prints a table of the files that
differ, with both results, and a count of the others. docs/files.md lists the kinds of difference and their reasons.
"""

import json
import subprocess
import sys
import warnings
from pathlib import Path

import numpy
import trimesh

ENDINGS = {".obj", ".stl", ".ply", ".off", ".gltf", ".glb"}


def ours(program, path):
    """What `barycast info` says, or why it refuses the file."""
    try:
        done = subprocess.run(
            [program, "info", "--format", "json", str(path)], capture_output=True, text=True, timeout=120
        )
    except subprocess.TimeoutExpired:
        return {"error": "takes longer than 120 s"}
    if done.returncode < 0 or "panicked" in done.stderr:
        return {"error": f"CRASH {done.returncode}: {done.stderr[:200]}"}
    if done.returncode != 0:
        return {"error": done.stderr.strip().splitlines()[0].replace(str(path), path.name)}
    report = json.loads(done.stdout)
    return {
        "triangles": report["triangles"],
        "bounds": numpy.array(report["bounds"], dtype=float),
        "closed": report["closed"],
        "volume": report["volume"],
        "parts": len(report["parts"]),
        "short": report["short_faces"],
        "warnings": [warning["kind"] for warning in report["warnings"]],
    }


def theirs(path):
    """What trimesh says, or why it refuses the file: only places that agree to 12 digits are merged, and nothing is mended."""
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return read_by_trimesh(path)
        except BaseException as error:
            lines = str(error).splitlines() or [""]
            return {"error": f"{type(error).__name__}: {lines[0]}"}


def read_by_trimesh(path):
    """The same without a net."""
    scene = trimesh.load_scene(path, process=False, maintain_order=True, split_object=False)
    meshes = [mesh for mesh in scene.dump() if isinstance(mesh, trimesh.Trimesh) and len(mesh.faces)]
    if not meshes:
        return {"error": "no triangles"}
    corners = numpy.concatenate([mesh.vertices[mesh.faces].reshape(-1, 3) for mesh in meshes])
    closed, volume = True, 0.0
    for mesh in meshes:
        mesh = mesh.copy()
        mesh.merge_vertices(merge_tex=True, merge_norm=True, digits_vertex=12)
        closed &= bool(mesh.is_watertight and mesh.is_winding_consistent)
        volume += float(mesh.volume)
    return {
        "triangles": len(corners) // 3,
        "bounds": numpy.array([corners.min(axis=0), corners.max(axis=0)]),
        "closed": closed,
        "volume": volume if closed else None,
        "parts": len(meshes),
    }


def differences(a, b):
    """Names of what differs."""
    if "error" in a or "error" in b:
        return [] if "error" in a and "error" in b else ["read"]
    found = []
    if a["triangles"] != b["triangles"]:
        found.append("triangles")
    size = max(1e-300, float(numpy.abs(b["bounds"]).max()))
    # trimesh keeps f32 in places, and glTF transforms in f64 of f32 matrices.
    if not numpy.allclose(a["bounds"], b["bounds"], rtol=0, atol=1e-5 * size):
        found.append("bounds")
    if a["closed"] != b["closed"]:
        found.append("closed")
    elif a["volume"] is not None and b["volume"] is not None:
        if abs(a["volume"] - b["volume"]) > 1e-4 * max(abs(b["volume"]), 1e-9 * size**3):
            found.append("volume")
    return found


def shown(what):
    """In a few words."""
    if "error" in what:
        return what["error"][:110]
    low, high = what["bounds"]
    box = " ".join(f"{x:.4g}" for x in low) + " .. " + " ".join(f"{x:.4g}" for x in high)
    volume = "-" if what["volume"] is None else f"{what['volume']:.5g}"
    closed = "closed" if what["closed"] else "open"
    more = "".join(f" {name}" for name in what.get("warnings", []))
    return f"{what['triangles']} triangles, {what['parts']} parts, {closed}, volume {volume}, [{box}]{more}"


def main():
    program, *folders = sys.argv[1:]
    same = refused = 0
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix.lower() not in ENDINGS or not path.is_file():
                continue
            a, b = ours(program, path), theirs(path)
            found = differences(a, b)
            if not found:
                if "error" in a:
                    refused += 1
                    print(f"both refuse {path}\n    {shown(a)}\n    {shown(b)}")
                else:
                    same += 1
                continue
            print(f"{', '.join(found)}: {path}\n    barycast {shown(a)}\n    trimesh  {shown(b)}", flush=True)
    print(f"{same} files alike, {refused} refused by both")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
