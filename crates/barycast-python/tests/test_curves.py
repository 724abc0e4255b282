"""Curves, surfaces and tubes."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import barycast as bc
from barycast import curves


def made(rng, dim):
    points = rng.normal(size=(6, dim))
    yield "bezier", curves.bezier(points), {"bezier": {"points": points}}
    weights = rng.uniform(0.5, 2, size=6)
    yield "rational", curves.bezier(points, weights), {"bezier": {"points": points, "weights": weights}}
    yield "b_spline", curves.b_spline(points, degree=2), {"b_spline": {"points": points, "degree": 2}}
    yield "closed", curves.b_spline(points, closed=True), {"b_spline": {"points": points, "closed": True}}
    knots = [0, 0, 0, 0, 1, 2, 4, 4, 4, 4]
    yield "knots", curves.b_spline(points, knots=knots), {"b_spline": {"points": points, "knots": knots}}
    yield "hermite", curves.hermite(points, -points), {"hermite": {"points": points, "tangents": -points}}
    yield "catmull_rom", curves.catmull_rom(points, closed=True), {"catmull_rom": {"points": points, "closed": True}}
    yield "spline", curves.spline(points, ends="not_a_knot"), {"spline": {"points": points, "ends": "not_a_knot"}}
    yield "clamped", curves.spline(points, ends="clamped", tangents=points[:2]), {
        "spline": {"points": points, "ends": "clamped", "tangents": points[:2]}}


@pytest.mark.parametrize("dim", [2, 3])
def test_answers_are_those_of_the_protocol(rng, dim):
    for name, curve, request in made(rng, dim):
        first, last = curve.range
        t = np.linspace(first, last, 7)
        found = curve.evaluate(t)
        points = rng.normal(size=(5, dim)) * 2
        near = curve.nearest(points)
        for i in range(7):
            told = bc.query({"op": "evaluate", "curve": request, "t": t[i]})
            assert found.point[i].tolist() == told["point"], name
            assert found.derivative[i].tolist() == told["derivative"] and found.curvature[i] == told["curvature"]
            for field in ("tangent", "normal"):
                value = getattr(found, field)[i]
                assert np.isnan(value).all() if told[field] is None else value.tolist() == told[field]
        for i in range(5):
            told = bc.query({"op": "nearest", "curve": request, "point": points[i]})
            assert near.t[i] == told["t"] and near.distance[i] == told["distance"]
            assert near.point[i].tolist() == told["point"]
        length, error = curve.length(1e-9)
        assert error <= 1e-8 and length >= np.linalg.norm(np.diff(found.point, axis=0), axis=-1).sum() - 1e-8
        low, high = curve.bounds
        assert (found.point >= low - 1e-12).all() and (found.point <= high + 1e-12).all() and curve.dim == dim
        again = pickle.loads(pickle.dumps(curve))
        assert again.evaluate(t) == found and copy.deepcopy(curve) is curve and again.range == curve.range


def test_points_of_a_curve_agree_with_de_casteljau(rng):
    points, t = rng.normal(size=(5, 3)), rng.uniform(size=(3, 4))
    level = np.broadcast_to(points[:, None, None], (5, 3, 4, 3))
    while len(level) > 1:
        level = level[:-1] * (1 - t[..., None]) + level[1:] * t[..., None]
    found = curves.bezier(points).evaluate(t)
    assert found.shape == (3, 4) and found.point.shape == (3, 4, 3)
    assert np.abs(found.point - level[0]).max() <= 1e-12 * np.abs(points).max()
    assert found[1, 2].shape == () and found.curvature.shape == (3, 4)


def test_surfaces(rng):
    points = rng.normal(size=(4, 5, 3))
    for surface, request in (
        (curves.bezier_patch(points), {"bezier": {"points": points}}),
        (curves.b_spline_surface(points, degrees=(2, 3)), {"b_spline": {"points": points, "degrees": [2, 3]}}),
    ):
        (u0, u1), (v0, v1) = surface.range
        u, v = np.linspace(u0, u1, 3)[:, None], np.linspace(v0, v1, 4)
        found = surface.evaluate(u, v)
        assert found.shape == (3, 4)
        for i, j in np.ndindex(3, 4):
            told = bc.query({"op": "evaluate", "surface": request, "u": u[i, 0], "v": v[j]})
            assert found.point[i, j].tolist() == told["point"] and found.normal[i, j].tolist() == told["normal"]
            assert found.gaussian_curvature[i, j] == told["gaussian_curvature"]
        near = surface.nearest(points[0])
        told = bc.query({"op": "nearest", "surface": request, "point": points[0, 2]})
        assert near.distance[2] == told["distance"] and near.u[2] == told["u"] and near.v[2] == told["v"]
        assert pickle.loads(pickle.dumps(surface)).evaluate(u, v) == found
        low, high = surface.bounds
        assert (found.point >= low - 1e-12).all() and (found.point <= high + 1e-12).all()


def test_tubes(rng):
    pipe = curves.tube(curves.bezier([[0, 0, 0], [4, 0, 0]]), 0.5)
    assert np.allclose(pipe.signed_distance([[2, 0, 3], [2, 0, 0], [6, 0, 0]]), [2.5, -0.5, 1.5])
    hits = pipe.cast([[2, 0, 5], [9, 9, 9]], [0, 0, -1])
    assert np.allclose(hits.t[0], 4.5) and hits.t[1] == np.inf and np.isnan(hits.point[1]).all()
    assert np.allclose(hits.normal[0], [0, 0, 1]) and np.allclose(hits.u[0], 0.5) and hits.error[0] < 1e-9
    assert pipe.cast([2, 0, 5, 0, 0, -1.0], max_t=4).t == np.inf and pipe.cast([2, 0, 5, 0, 0, -1.0]).shape == ()
    assert pipe.radius == 0.5 and pickle.loads(pickle.dumps(pipe)).signed_distance([2, 0, 3]) == 2.5


def test_leading_dimensions(rng):
    curve = curves.bezier(rng.normal(size=(4, 3)))
    for lead in [(), (0,), (1,), (5,), (2, 3)]:
        t, points = rng.uniform(size=lead), rng.normal(size=(*lead, 3))
        assert curve.evaluate(t).shape == lead and curve.nearest(points).shape == lead
        assert curve.evaluate(t).point.shape == (*lead, 3)
    t, shares = np.linspace(0, 1, 5000), []
    with bc.threads(3):
        many = curve.nearest(np.tile(t[:, None], 3), progress=shares.append)
    with bc.threads(1):
        assert curve.nearest(np.tile(t[:, None], 3)) == many and shares[-1] == 1


def test_errors(rng):
    line = curves.bezier([[0, 0], [1, 1]])
    with pytest.raises(bc.ShapeError, match="points") as caught:
        curves.bezier([])
    assert caught.value.field == "points"
    with pytest.raises(bc.ShapeError, match="points must be finite"):
        curves.bezier([[0, np.nan]])
    with pytest.raises(bc.ShapeError) as caught:
        curves.bezier([[0, 0], [1, 1]], weights=[1, -1])
    assert caught.value.field == "weights"
    with pytest.raises(bc.ShapeError, match="degree"):
        curves.b_spline([[0, 0], [1, 1]], degree=0)
    with pytest.raises(bc.OptionError, match="spacing must be one of"):
        curves.catmull_rom([[0, 0], [1, 1]], spacing="even")
    with pytest.raises(bc.OptionError, match="go together"):
        curves.spline([[0, 0], [1, 1]], ends="clamped")
    with pytest.raises(TypeError, match="points must be numbers"):
        curves.bezier(["a"])
    with pytest.raises(bc.ArrayError, match=r"t\[1\] must be finite, got \[nan\] \(1 of 2 parameters"):
        line.evaluate([0, np.nan])
    assert np.isnan(line.evaluate([0, np.nan], invalid="miss").point[1]).all()
    with pytest.raises(bc.ArrayError, match=r"points must have shape \(..., 2\)"):
        line.nearest([0, 0, 0])
    with pytest.raises(bc.OptionError, match="tolerance"):
        line.length(-1)
    with pytest.raises(bc.DimensionError, match="must have 3 dimensions"):
        curves.tube(line, 1)
    with pytest.raises(bc.ShapeError) as caught:
        curves.tube(curves.bezier([[0, 0, 0], [1, 1, 1]]), -1)
    assert caught.value.field == "radius"
    patch = curves.bezier_patch(rng.normal(size=(2, 2, 3)))
    with pytest.raises(bc.ArrayError, match="do not broadcast"):
        patch.evaluate([0, 0], [0, 0, 0])
    with pytest.raises(bc.ShapeError):
        curves.bezier_patch([[[0, 0, 0]]])
    with pytest.raises(bc.ArrayError, match=r"directions must not be zero, got \[0.0, 0.0, 0.0\] \(1 of 1 rays"):
        curves.tube(curves.bezier([[0, 0, 0], [1, 1, 1]]), 1).cast([0, 0, 0], [0, 0, 0])
