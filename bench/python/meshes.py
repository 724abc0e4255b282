"""Rows of meshes: rays, points, and pairs of meshes."""

from __future__ import annotations

import numpy as np
from table import close, equal, library

import barycast as bc


def camera(mesh, width=1024, height=768):
    """Returns the rays of a camera that sees the whole mesh."""
    low, high = mesh.bounds
    middle, size = (low + high) / 2, np.linalg.norm(high - low)
    eye = middle + size * np.array([0.3, 0.4, 1.2])
    return bc.pinhole_rays(width, height, fov=0.8, eye=eye, target=middle).astype(np.float32)


def random_rays(mesh, rng, count):
    """Returns rays that start in the box of the mesh."""
    low, high = mesh.bounds
    return np.concatenate([rng.uniform(low, high, (count, 3)), rng.normal(size=(count, 3))], axis=-1).astype(np.float32)


def open3d(table, name, mesh, rng):
    """Rows beside Open3D, in single precision."""
    library_ = library("open3d")
    if library_ is None:
        return
    core = library_.core
    tensor = core.Tensor.from_numpy
    vertices, faces = mesh.vertices, mesh.faces

    def made():
        scene = library_.t.geometry.RaycastingScene()
        scene.add_triangles(core.Tensor(vertices.astype(np.float32)), core.Tensor(faces))
        return scene

    scene, narrow = made(), mesh.astype(np.float32)
    picture, spread = camera(mesh), random_rays(mesh, rng, 500_000)
    points = random_rays(mesh, rng, 100_000)[:, :3].copy()
    many = random_rays(mesh, rng, 500_000)[:, :3].copy()
    wide = {id(array): array.astype(np.float64) for array in (picture, spread, points, many)}

    def row(label, array, ours, theirs, same, goal, **options):
        count = array.size // array.shape[-1]
        table.row(
            f"{name}: {label}", "Open3D", (count, lambda: ours(narrow, array)),
            (count, lambda n: theirs(tensor(array), n)), same, goal,
            wide=(count, lambda: ours(mesh, wide[id(array)])), **options,
        )

    for label, rays in (("camera rays", picture), ("random rays", spread)):
        row(
            f"{label}, first hit", rays, lambda mesh, rays: mesh.cast(rays),
            lambda rays, n: scene.cast_rays(rays, nthreads=n), lambda a, b: close(a.t, b["t_hit"].numpy()), 1,
        )
        row(
            f"{label}, occlusion", rays, lambda mesh, rays: mesh.any_hit(rays),
            lambda rays, n: scene.test_occlusions(rays, nthreads=n), lambda a, b: equal(a, b.numpy()), 1,
        )
    row(
        "random rays, all hits", many_hits(spread, wide),
        lambda mesh, rays: mesh.cast_all(rays), lambda rays, n: scene.list_intersections(rays, nthreads=n),
        lambda a, b: equal(a.counts, np.diff(b["ray_splits"].numpy().astype(np.int64))), 1,
    )
    row(
        "nearest point", points, lambda mesh, points: mesh.closest(points),
        lambda points, n: scene.compute_closest_points(points, nthreads=n),
        lambda a, b: close(a.distance, np.linalg.norm(points - b["points"].numpy(), axis=-1), 1e-3), 4,
    )
    if mesh.is_closed:
        row(
            "signed distance", points, lambda mesh, points: mesh.signed_distance(points),
            lambda points, n: scene.compute_signed_distance(points, nthreads=n), lambda a, b: close(a, b.numpy(), 1e-3), 4,
        )
        row(
            "inside", many, lambda mesh, points: mesh.contains(points),
            lambda points, n: scene.compute_occupancy(points, nthreads=n), lambda a, b: equal(a, b.numpy() > 0.5), 1,
        )

    def build(_):
        made().cast_rays(tensor(spread[:1]))

    table.row(
        f"{name}: build", "Open3D", (1, lambda: bc.Mesh(vertices, faces, dtype=np.float32)), (1, build), lambda a, b: 1, 1.5,
        wide=(1, lambda: bc.Mesh(vertices, faces)), threads=("all",),
    )


def many_hits(spread, wide):
    """Returns fewer rays, since their hits take memory."""
    some = spread[:200_000].copy()
    wide[id(some)] = some.astype(np.float64)
    return some


def along(mesh, origins, directions, face):
    """Returns where rays meet the planes of faces, `inf` for none."""
    a, b, c = np.moveaxis(mesh.corners[face], 1, 0)
    normal = np.cross(b - a, c - a)
    with np.errstate(all="ignore"):
        t = np.sum((a - origins) * normal, axis=-1) / np.sum(directions * normal, axis=-1)
    return np.where(face < 0, np.inf, t)


def trimesh(table, name, mesh, rng):
    """Rows beside trimesh, with embreex where it is installed, from arrays in double precision."""
    library_ = library("trimesh")
    if library_ is None:
        return
    theirs = library_.Trimesh(mesh.vertices, mesh.faces, process=False)
    engine = "trimesh, embreex" if "embree" in type(theirs.ray).__module__ else "trimesh"
    narrow = mesh.astype(np.float32)
    for label, rays in (("camera rays", camera(mesh)[::2, ::2]), ("random rays", random_rays(mesh, rng, 200_000))):
        rays = rays.reshape(-1, 6).astype(np.float64)
        o, d = np.ascontiguousarray(rays[:, :3]), np.ascontiguousarray(rays[:, 3:])
        reach = np.linalg.norm(mesh.bounds[1] - mesh.bounds[0])

        def same(a, b, o=o, d=d, reach=reach):
            t, u = along(mesh, o, d, a), along(mesh, o, d, b)
            with np.errstate(invalid="ignore"):
                return np.mean((a == b) | (np.abs(t - u) <= 1e-4 * reach))

        table.row(
            f"{name}: {label}, first hit", engine,
            (len(o), lambda o=o, d=d: narrow.cast(o, d, fields="triangle").triangle),
            (len(o), lambda n, o=o, d=d: theirs.ray.intersects_first(o, d)), same, 2.5,
            wide=(len(o), lambda o=o, d=d: mesh.cast(o, d, fields="triangle").triangle),
        )
    points, few = random_rays(mesh, rng, 100_000)[:, :3].astype(np.float64), 2_000
    # trimesh takes the face that looks at the point where squared distances differ by less than 1e-8.
    table.row(
        f"{name}: nearest.on_surface", "trimesh, rtree", (len(points), lambda: mesh.closest(points)),
        (few, lambda n: theirs.nearest.on_surface(points[:few])),
        lambda a, b: np.mean(np.abs(a.distance[:few] ** 2 - b[1] ** 2) <= 2e-8), 10,
    )
    if mesh.is_closed:
        table.row(
            f"{name}: contains", engine, (len(points), lambda: mesh.contains(points)),
            (few, lambda n: theirs.contains(points[:few])), lambda a, b: equal(a[:few], b), 10,
        )


def igl(table, name, mesh, rng):
    """Rows beside libigl, in double precision."""
    library_ = library("igl")
    if library_ is None:
        return
    v, f = mesh.vertices, mesh.faces.astype(np.int64)
    points = random_rays(mesh, rng, 50_000)[:, :3].astype(np.float64)
    # libigl's fastest sign: wrong for 41 of 5,000 points around dragon202k, whose surface touches itself, so signs are not compared.
    # With the sign by winding numbers, which has none of these faults, libigl takes longer; by fast ones distances are off by 1 %.
    kind = library_.SIGNED_DISTANCE_TYPE_PSEUDONORMAL
    if mesh.is_closed:
        table.row(
            f"{name}: signed distance", "libigl", (len(points), lambda: mesh.signed_distance(points)),
            (len(points), lambda n: library_.signed_distance(points, v, f, kind)[0]), lambda a, b: close(np.abs(a), np.abs(b), 1e-6), 4,
            threads=("all",), bias=lambda: library_.signed_distance(points[:1], v, f, kind),
        )
    # As close to the exact number as libigl is: the largest bound whose errors are no larger.
    some = points[:2_000]
    exact = mesh.winding_number(some, within=0)
    theirs = np.abs(library_.fast_winding_number(v, f, some) - exact)
    for within in (1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003):
        ours = np.abs(mesh.winding_number(some, within=within) - exact)
        if ours.max() <= theirs.max() and ours.mean() <= theirs.mean():
            break
    print(f"# {name}: within {within}: errors {ours.max():.1e}, mean {ours.mean():.1e}; libigl {theirs.max():.1e}, {theirs.mean():.1e}")
    # libigl's call builds its tree too, which is not counted.
    table.row(
        f"{name}: winding number", "libigl", (len(points), lambda: mesh.winding_number(points, within=within)),
        (len(points), lambda n: library_.fast_winding_number(v, f, points)),
        lambda a, b: np.mean(np.abs(a - b) <= within + theirs.max() * 2), 1,
        threads=("all",), bias=lambda: library_.fast_winding_number(v, f, points[:1]),
    )


def turned(rng, count, reach):
    """Returns random poses."""
    return np.stack(
        [bc.pose(rng.normal(size=3) * reach, axis=rng.normal(size=3), angle=rng.uniform(0, 3)) for _ in range(count)]
    )


class Fcl:
    """A mesh beside another pose of itself, in python-fcl."""

    def __init__(self, library_, mesh):
        self.peer = library_
        model = library_.BVHModel()
        model.beginModel(len(mesh.vertices), len(mesh.faces))
        model.addSubModel(mesh.vertices, mesh.faces)
        model.endModel()
        self.still, self.moved = library_.CollisionObject(model), library_.CollisionObject(model)

    def place(self, pose):
        self.moved.setTransform(self.peer.Transform(pose[:3, :3], pose[:3, 3]))

    def meets(self, poses):
        made, found = self.peer, np.empty(len(poses), bool)
        for i, pose in enumerate(poses):
            self.place(pose)
            found[i] = made.collide(self.still, self.moved, made.CollisionRequest(), made.CollisionResult()) > 0
        return found

    def distance(self, poses):
        made, found = self.peer, np.empty(len(poses))
        for i, pose in enumerate(poses):
            self.place(pose)
            found[i] = made.distance(self.still, self.moved, made.DistanceRequest(), made.DistanceResult())
        return np.maximum(found, 0)


class Coal:
    """The same in Coal."""

    def __init__(self, library_, mesh):
        self.peer, self.model, self.still = library_, coal_mesh(library_, mesh), library_.Transform3s()

    def meets(self, poses):
        made, found = self.peer, np.empty(len(poses), bool)
        request, result = made.CollisionRequest(), made.CollisionResult()
        for i, pose in enumerate(poses):
            result.clear()
            place = made.Transform3s(pose[:3, :3], pose[:3, 3])
            found[i] = made.collide(self.model, self.still, self.model, place, request, result) > 0
        return found

    def distance(self, poses):
        made, found = self.peer, np.empty(len(poses))
        request, result = made.DistanceRequest(), made.DistanceResult()
        for i, pose in enumerate(poses):
            result.clear()
            place = made.Transform3s(pose[:3, :3], pose[:3, 3])
            found[i] = made.distance(self.model, self.still, self.model, place, request, result)
        return np.maximum(found, 0)


def coal_mesh(library_, mesh):
    """Returns a mesh of Coal."""
    model = library_.BVHModelOBBRSS()
    model.beginModel(len(mesh.faces), len(mesh.vertices))
    model.addVertices(mesh.vertices)
    model.addTriangles(mesh.faces.astype(np.int32))
    model.endModel()
    return model


def pairs(table, name, mesh, rng):
    """Rows of two meshes beside python-fcl and Coal."""
    size = float(np.linalg.norm(mesh.bounds[1] - mesh.bounds[0]))
    poses = turned(rng, 4000, 0.3 * size)
    few = poses[:100]
    gaps = mesh.distance(mesh, few).distance
    apart = few[gaps > 0]
    for rival, module, make in (("python-fcl", "fcl", Fcl), ("coal", "coal", Coal)):
        library_ = library(module)
        if library_ is None:
            continue
        theirs = make(library_, mesh)
        some = poses[:500]
        table.row(
            f"{name}: two meshes, yes or no", rival, (len(poses), lambda: mesh.intersects(mesh, poses)),
            (len(some), lambda n, theirs=theirs: theirs.meets(some)), lambda a, b: equal(a[: len(some)], b), 10,
        )
        for label, several in (("distance", few), ("distance, apart", apart)):
            table.row(
                f"{name}: two meshes, {label}", rival, (len(several), lambda several=several: mesh.distance(mesh, several).distance),
                (len(several), lambda n, theirs=theirs, several=several: theirs.distance(several)),
                lambda a, b: close(a, b, 1e-6, 1e-4 * size), 1,
            )
