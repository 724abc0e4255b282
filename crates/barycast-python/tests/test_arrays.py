"""What arrays are taken, and what is given back."""

from __future__ import annotations

import numpy as np
import pytest

import barycast as bc

QUESTIONS = {
    "cast": lambda mesh, x: mesh.cast(x, [0, 0.1, -1]).t,
    "any_hit": lambda mesh, x: mesh.any_hit(x, [0, 0.1, -1]),
    "crossings": lambda mesh, x: mesh.crossings(x, [0, 0.1, -1]),
    "cast_all": lambda mesh, x: mesh.cast_all(x, [0, 0.1, -1]).counts,
    "closest": lambda mesh, x: mesh.closest(x).distance,
    "k_closest": lambda mesh, x: np.array(mesh.k_closest(x, 2).distance[..., 1], ndmin=0),
    "faces_within": lambda mesh, x: mesh.faces_within(x, 0.5).counts,
    "contains": lambda mesh, x: mesh.contains(x),
    "signed_distance": lambda mesh, x: mesh.signed_distance(x),
    "winding_number": lambda mesh, x: mesh.winding_number(x),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("lead", [(), (0,), (1,), (5,), (2, 3), (3, 0, 2)])
def test_leading_dimensions(ball, rng, question, lead):
    points = rng.normal(size=(*lead, 3))
    answer = QUESTIONS[question](ball, points)
    assert isinstance(answer, (np.ndarray, np.generic)) and answer.shape == lead
    flat = QUESTIONS[question](ball, points.reshape(-1, 3))
    assert np.array_equal(np.reshape(answer, -1), flat)


def variants(points):
    yield "list", points.tolist()
    yield "tuple", tuple(map(tuple, points.tolist()))
    yield "fortran", np.asfortranarray(points)
    yield "reversed", points[::-1].copy()[::-1]
    wide = np.zeros((len(points), 7))
    wide[:, 2:5] = points
    yield "sliced", wide[:, 2:5]
    yield "big endian", points.astype(">f8")
    misaligned = np.zeros(points.nbytes + 1, np.uint8)[1:].view(np.float64).reshape(points.shape)
    misaligned[:] = points
    yield "misaligned", misaligned
    frozen = points.copy()
    frozen.flags.writeable = False
    yield "read-only", frozen

    class Own(np.ndarray):
        pass

    yield "subclass", points.view(Own)


@pytest.mark.parametrize("question", QUESTIONS)
def test_layouts(ball, rng, question):
    points = rng.normal(size=(6, 3))
    expected = QUESTIONS[question](ball, points)
    for name, given in variants(points):
        before = np.array(given)
        answer = QUESTIONS[question](ball, given)
        assert np.array_equal(answer, expected), name
        assert np.array_equal(before, np.array(given)), name
        assert type(answer) is np.ndarray and answer.flags.c_contiguous and answer.flags.writeable


def test_memory_maps(ball, tmp_path, rng):
    points = rng.normal(size=(100, 3))
    np.save(tmp_path / "points.npy", points)
    mapped = np.load(tmp_path / "points.npy", mmap_mode="r")
    assert np.array_equal(ball.closest(mapped).distance, ball.closest(points).distance)


def test_broadcasting(ball):
    one = ball.cast([0, 0, 5], np.broadcast_to([0, 0, -1.0], (4, 3)))
    assert one.shape == (4,) and np.all(one.t == 4)
    table = ball.cast(np.zeros((4, 1, 3)) + [0, 0, 5], np.broadcast_to([0, 0, -1.0], (3, 3)))
    assert table.shape == (4, 3)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "bool", "float32"])
def test_numbers_that_become_float64(ball, dtype):
    points = np.array([[0, 0, 0], [1, 1, 1]], dtype)
    assert ball.closest(points).distance.dtype == np.float64
    assert np.array_equal(ball.closest(points).distance, ball.closest(points.astype(float)).distance)


@pytest.mark.parametrize("dtype", ["float16", "longdouble", "complex128", "object", "str", "datetime64[s]"])
def test_numbers_that_are_refused(ball, dtype):
    points = np.zeros((2, 3)).astype(dtype) if dtype != "datetime64[s]" else np.zeros((2, 3), dtype)
    with pytest.raises(TypeError, match="points must be float64, float32 or integers"):
        ball.closest(points)


def test_the_precision_of_a_mesh_is_that_of_its_answers(ball, ball32):
    points = np.zeros((2, 3))
    assert ball.closest(points).point.dtype == np.float64
    assert ball32.dtype == np.float32 and ball32.closest(points).point.dtype == np.float32
    assert ball32.cast([0, 0, 5.0], [0, 0, -1]).t.dtype == np.float32
    with pytest.raises(TypeError, match="dtype must be float32 or float64"):
        bc.Mesh(ball.vertices, ball.faces, dtype=np.float16)


def test_pictures_are_answered_as_lists_are(ball, rng):
    for lead in [(37, 53), (2, 16, 300), (5, 1), (1, 700), (3, 5000)]:
        rays = rng.normal(size=(*lead, 6))
        picture, flat = ball.cast(rays), ball.cast(rays.reshape(-1, 6))
        assert picture.shape == lead
        assert np.array_equal(picture.t.reshape(-1), flat.t)
        assert np.array_equal(picture.triangle.reshape(-1), flat.triangle)
        assert np.array_equal(ball.any_hit(rays).reshape(-1), flat.hit)


def test_results_are_indexed_alike(ball, rng):
    hits = ball.cast(rng.normal(size=(4, 5, 6)))
    part = hits[1:3, ::2]
    assert part.shape == (2, 3) and np.array_equal(part.point, hits.point[1:3, ::2], equal_nan=True)
    some = hits[hits.hit]
    assert some.shape == (int(hits.hit.sum()),) and len(some) == len(some.t)
    assert hits[0, 0].shape == ()
    with pytest.raises(TypeError, match="len"):
        len(hits[0, 0])


def test_invalid_questions(ball, rng):
    rays = rng.normal(size=(200, 6))
    rays[12, 1], rays[13, 3:] = np.nan, 0
    with pytest.raises(bc.ArrayError, match=r"rays\[12\] must be finite.*2 of 200 rays; invalid=\"miss\""):
        ball.cast(rays)
    with pytest.raises(bc.ArrayError, match=r"directions\[13\] must not be zero, got \[0.0, 0.0, 0.0\] \(1 of 100"):
        ball.any_hit(np.zeros((100, 3)), rays[:100, 3:])
    for question in ("cast", "any_hit", "crossings", "cast_all"):
        with pytest.raises(bc.ArrayError, match=r"2 of 200"):
            getattr(ball, question)(rays)
    hits = ball.cast(rays, invalid="miss")
    assert not hits.hit[12:14].any() and hits.hit.any()
    keep = np.delete(np.arange(200), [12, 13])
    assert np.array_equal(hits.t[keep], ball.cast(rays[keep]).t)
    points = rng.normal(size=(10, 3))
    points[4, 2] = np.inf
    with pytest.raises(bc.ArrayError, match=r"points\[4\] must be finite, got \[.*inf\] \(1 of 10 points"):
        ball.contains(points)
    assert not ball.contains(points, invalid="miss")[4]
    assert np.isnan(ball.signed_distance(points, invalid="miss")[4])
    with pytest.raises(bc.ArrayError, match=r"points\[1, 2\]"):
        ball.closest(np.where(np.arange(12).reshape(2, 6)[..., None] == 8, np.nan, np.zeros((2, 6, 3))))
    with pytest.raises(bc.OptionError, match="invalid must be"):
        ball.cast(rays, invalid="skip")
