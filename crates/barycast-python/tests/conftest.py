"""Meshes that the tests share."""

from __future__ import annotations

import numpy as np
import pytest

import barycast as bc


def box_mesh(size=1.0, center=(0, 0, 0)):
    """Vertices and faces of a cube, faces outward."""
    corners = np.array([[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])
    faces = np.array(
        [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
         [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]
    )
    return corners * size + np.asarray(center), faces


def ball_mesh(rings=20, sectors=40, radius=1.0):
    """Vertices and faces of a sphere, faces outward."""
    polar = np.linspace(0, np.pi, rings + 1)[1:-1]
    turn = np.linspace(0, 2 * np.pi, sectors, endpoint=False)
    p, t = np.meshgrid(polar, turn, indexing="ij")
    body = np.stack([np.sin(p) * np.cos(t), np.sin(p) * np.sin(t), np.cos(p)], axis=-1).reshape(-1, 3)
    vertices = np.concatenate([[[0, 0, 1]], body, [[0, 0, -1]]]) * radius
    s, n = np.arange(sectors), (np.arange(sectors) + 1) % sectors
    last = 1 + (rings - 2) * sectors
    caps = [
        np.stack([0 * s, 1 + s, 1 + n], axis=-1),
        np.stack([0 * s + len(vertices) - 1, last + n, last + s], axis=-1),
    ]
    a = 1 + np.arange(rings - 2)[:, None] * sectors
    b = a + sectors
    sides = [np.stack([a + s, b + s, b + n], axis=-1), np.stack([a + s, b + n, a + n], axis=-1)]
    return vertices, np.concatenate([*caps, *(side.reshape(-1, 3) for side in sides)])


@pytest.fixture(scope="session")
def cube():
    return bc.Mesh(*box_mesh())


@pytest.fixture(scope="session")
def ball():
    return bc.Mesh(*ball_mesh())


@pytest.fixture(scope="session")
def ball32():
    vertices, faces = ball_mesh()
    return bc.Mesh(vertices.astype(np.float32), faces)


@pytest.fixture
def rng():
    return np.random.default_rng(7)
