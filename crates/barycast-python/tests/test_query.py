"""The query protocol, cameras and poses."""

from __future__ import annotations

import json

import numpy as np
import pytest

import barycast as bc

LINES = [
    '{"id": 1, "op": "distance", "a": {"point": [0, 0]}, "b": {"point": [3, 4]}}',
    '{"id": 2, "define": {"ball": {"sphere": {"center": [0, 0, 0], "radius": 1}}}}',
    '{"id": 3, "op": "intersects", "a": {"use": "ball"}, "b": {"point": [0, 0, 1]}}',
    '{"id": 4, "op": "nothing"}',
    "not json",
]


def test_lines_are_answered_in_order():
    answers = [json.loads(line) for line in bc.query_lines(LINES)]
    assert answers[0] == {"id": 1, "distance": 5, "point_a": [0, 0], "point_b": [3, 4]}
    assert answers[1] == {"id": 2, "defined": ["ball"]}
    assert answers[2] == {"id": 3, "intersects": True}
    assert answers[3]["error"]["code"] == "unknown_op" and answers[4]["error"]["code"] == "bad_json"
    text = "\n".join(LINES) + "\n"
    as_bytes = bc.query_lines(text)
    assert as_bytes == bc.query_lines(text.encode()) and as_bytes.decode().splitlines() == bc.query_lines(LINES)
    many = bc.query_lines([LINES[0]] * 5000)
    assert len(many) == 5000 and set(many) == {bc.query_lines(LINES[:1])[0]}


def test_errors_are_raised():
    assert bc.query({"op": "intersects", "a": {"point": np.zeros(3)}, "b": {"point": [0, 0, 0]}}) == {"intersects": True}
    point = {"point": [0, 0, 0]}
    cases = [
        (bc.QueryError, "unknown_op", {"op": "no"}),
        (bc.DimensionError, "dimension_mismatch", {"op": "intersects", "a": point, "b": {"point": [0, 0]}}),
        (bc.ShapeError, "invalid_shape", {"op": "intersects", "a": point, "b": {"sphere": {"center": [0, 0, 0], "radius": -1}}}),
        (bc.OptionError, "invalid_option", {"op": "cast", "a": {"ray": {"origin": [0, 0, 0], "direction": [1, 0, 0]}}, "b": point, "max_t": "far"}),
    ]
    for kind, code, request in cases:
        with pytest.raises(kind) as caught:
            bc.query(request)
        assert caught.value.code == code
    with pytest.raises(bc.ShapeError) as caught:
        bc.query(cases[2][2])
    assert caught.value.field == "b.sphere.radius"
    with pytest.raises(bc.QueryError):
        bc.query({"op": "intersects", "a": {"point": [float("nan"), 0, 0]}, "b": point})
    with pytest.raises(TypeError):
        bc.query({"op": object()})


def test_poses():
    turned = bc.pose((1, 2, 3), axis=(0, 0, 2), angle=np.pi / 2)
    assert np.allclose(turned @ [1, 0, 0, 1], [1, 3, 3, 1])
    same = bc.pose((1, 2, 3), quaternion=(0, 0, 3, 3))
    assert np.allclose(turned, same) and np.allclose(bc.pose((1, 2, 3), rotation=turned[:3, :3]), turned)
    for bad in ({"quaternion": (0, 0, 0, 0)}, {"axis": (1, 0, 0)}, {"axis": (0, 0, 0), "angle": 1}, {"axis": (1, 0, 0), "angle": 1, "rotation": np.eye(3)}):
        with pytest.raises(bc.OptionError):
            bc.pose(**bad)


def test_cameras():
    rays = bc.pinhole_rays(4, 3, fov=np.pi / 2, eye=(0, 0, 5), target=(0, 0, 0))
    assert rays.shape == (3, 4, 6) and np.all(rays[..., :3] == [0, 0, 5])
    assert np.allclose(rays[..., 5], -1)
    assert np.allclose(rays[1, :, 3], [-0.75, -0.25, 0.25, 0.75]) and np.allclose(rays[:, 0, 4], [0.5, 0, -0.5])
    camera = [[2, 0, 2], [0, 2, 1.5], [0, 0, 1]]
    world = np.array([[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 5], [0, 0, 0, 1.0]])
    assert np.allclose(bc.pinhole_rays(4, 3, intrinsics=camera, extrinsics=world), rays)
    for bad in ({}, {"fov": 1.0}, {"fov": 4.0, "eye": (0, 0, 1), "target": (0, 0, 0)}, {"fov": 1.0, "eye": (0, 1, 0), "target": (0, 0, 0)}):
        with pytest.raises(bc.OptionError):
            bc.pinhole_rays(4, 3, **bad)
