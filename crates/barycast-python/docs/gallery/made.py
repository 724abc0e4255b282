"""Meshes for the scripts of the gallery."""

import numpy as np


def grid(rows, columns):
    """Returns the faces of a grid of vertices that is closed in both directions."""
    i, j = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    k, m = (i + 1) % rows, (j + 1) % columns
    a, b, c, d = (row * columns + column for row, column in ((i, j), (k, j), (k, m), (i, m)))
    return np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])


def knot(rows=240, columns=24, radius=0.35):
    """Returns vertices and faces of a tube around a trefoil knot, faces outward."""
    t = np.linspace(0, 2 * np.pi, rows, endpoint=False)
    middle = np.stack([np.sin(t) + 2 * np.sin(2 * t), np.cos(t) - 2 * np.cos(2 * t), -np.sin(3 * t)], -1)
    along = np.roll(middle, -1, 0) - np.roll(middle, 1, 0)
    along /= np.linalg.norm(along, axis=-1, keepdims=True)
    side = np.cross(along, middle)
    side /= np.linalg.norm(side, axis=-1, keepdims=True)
    up = np.cross(along, side)
    s = np.linspace(0, 2 * np.pi, columns, endpoint=False)[:, None, None]
    ring = middle + radius * (np.cos(s) * side + np.sin(s) * up)
    return ring.transpose(1, 0, 2).reshape(-1, 3), grid(rows, columns)[:, ::-1]


def ball(rows=40, columns=80, radius=1.0):
    """Returns vertices and faces of a ball, faces outward."""
    polar = np.linspace(0, np.pi, rows + 1)[1:-1, None]
    turn = np.linspace(0, 2 * np.pi, columns, endpoint=False)
    body = np.stack([np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar) + 0 * turn], -1)
    vertices = np.concatenate([body.reshape(-1, 3), [[0, 0, 1], [0, 0, -1]]]) * radius
    faces = grid(rows - 1, columns)
    faces = faces[(np.ptp(faces // columns, axis=1) <= 1)]
    s, n = np.arange(columns), (np.arange(columns) + 1) % columns
    top, bottom, last = len(vertices) - 2, len(vertices) - 1, (rows - 2) * columns
    caps = [np.stack([0 * s + top, s, n], -1), np.stack([0 * s + bottom, last + n, last + s], -1)]
    return vertices, np.concatenate([faces, *caps])
