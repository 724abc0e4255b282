"""Nearest points and lengths of random curves, against 80-bit floats: `python bench/curves_exact.py BARYCAST [CASES]`.

BARYCAST is the program; numpy must be installed, on a machine whose `longdouble` has 64 bits. Half of the cases are hard: points on the
normal at an end, on a centre of curvature or on the curve, handles that nearly coincide with ends, cusps. Of each curve all roots of the
derivative of the squared distance are computed, in each Bezier piece, and sharpened by Newton's steps. Distances are compared as shares of
the largest coordinate, lengths as shares of themselves, and each length's error must hold the oracle's. Ends with status 1 when a
distance differs by more than 1e-14 or a length by more than its error.
"""

import json
import subprocess
import sys
from math import comb

import numpy as np

L = np.longdouble


def gauss(n):
    """Gauss's rule in 80 bits: Newton's steps on Legendre's polynomial."""
    x = np.cos(np.pi * (np.arange(1, n + 1) - 0.25) / (n + 0.5)).astype(L)
    for _ in range(5):
        p, q = np.ones(n, L), x
        for k in range(2, n + 1):
            p, q = q, ((2 * k - 1) * x * q - (k - 1) * p) / k
        slope = n * (x * q - p) / (x * x - 1)
        x = x - q / slope
    return x, 2 / ((1 - x * x) * slope * slope)


X, W = gauss(24)


def powers(points):
    """The powers of t from the 0th of a Bezier form."""
    n = len(points) - 1
    rows, out = list(points), []
    for k in range(n + 1):
        out.append(comb(n, k) * rows[0])
        rows = [b - a for a, b in zip(rows, rows[1:])]
    return np.array(out)


def value(p, t):
    """Along the last axis of `t`, of powers of vectors or numbers."""
    out = np.zeros(np.shape(t) + p.shape[1:], L)
    t = np.asarray(t, L).reshape(np.shape(t) + (1,) * (p.ndim - 1))
    for a in p[::-1]:
        out = out * t + a
    return out


def slope(p):
    return np.array([k * p[k] for k in range(1, len(p))]) if len(p) > 1 else p * 0


def times(a, b):
    out = np.zeros((len(a) + len(b) - 1,) + np.broadcast_shapes(a.shape[1:], b.shape[1:]), L)
    for i, x in enumerate(a):
        out[i : i + len(b)] += x * b
    return out


def minus(a, b):
    n = max(len(a), len(b))
    pad = lambda p: np.concatenate([p, np.zeros((n - len(p),) + p.shape[1:], L)])
    return pad(a) - pad(b)


class Piece:
    """A Bezier piece from points and weights."""

    def __init__(self, points, weights):
        weights = np.asarray(weights, L)
        self.w = powers(weights[:, None])
        self.x = powers(np.asarray(points, L) * weights[:, None])
        self.rise = minus(times(slope(self.x), self.w), times(self.x, slope(self.w)))

    def at(self, t):
        return value(self.x, t) / value(self.w, t)

    def nearest(self, q):
        away = minus(self.x, self.w * q)
        g = np.sum(times(away, self.rise), axis=1)
        while len(g) > 1 and g[-1] == 0:
            g = g[:-1]
        # Roots about both ends: those near an end are known to more digits there.
        found = list(np.linspace(L(0), L(1), 33))
        if len(g) > 1:
            scaled = (g / np.max(np.abs(g))).astype(float)
            roots = np.roots(scaled[::-1])
            found += [L(r.real) for r in roots if abs(r.imag) < 0.05 and -0.05 < r.real < 1.05]
        t = np.clip(np.array(found, L), 0, 1)
        best = min(self.away(t, q))
        dg = slope(g)
        for _ in range(8):
            with np.errstate(all="ignore"):
                step = value(g, t) / value(dg, t)
            step = np.where(np.isfinite(step), step, 0)
            t = np.clip(t - np.clip(step, -0.1, 0.1), 0, 1)
            best = min(best, min(self.away(t, q)))
        return best

    def away(self, t, q):
        return np.sqrt(np.sum((self.at(t) - q) ** 2, axis=-1))

    def speed(self, t):
        return np.sqrt(np.sum(value(self.rise, t) ** 2, axis=-1)) / value(self.w, t)[..., 0] ** 2

    def length(self):
        """By Gauss's rule over many parts, which shrink toward places where the curve nearly stands still."""
        edges = np.linspace(L(0), L(1), 129)
        speed = self.speed(edges)
        beside = np.concatenate([[np.inf], speed, [np.inf]])
        low = (speed <= beside[:-2]) & (speed <= beside[2:]) & (speed < 0.1 * speed.max())
        for k in np.flatnonzero(low):
            a, b = edges[max(k - 1, 0)], edges[min(k + 1, 128)]
            for _ in range(90):
                c, d = a + (b - a) * L(0.45), a + (b - a) * L(0.55)
                a, b = (a, d) if self.speed(c) <= self.speed(d) else (c, b)
            around = L(2) ** -np.arange(7, 60)
            edges = np.concatenate([edges, [a], a - around, a + around])
        edges = np.unique(np.clip(edges, 0, 1))
        half = (edges[1:] - edges[:-1])[:, None] / 2
        t = edges[:-1, None] + half * (1 + X)
        return np.sum(self.speed(t) * W * half)


def blossom(degree, knots, controls, span, parameters):
    row = [controls[span - degree + i] for i in range(degree + 1)]
    for r in range(1, degree + 1):
        for i in range(degree, r - 1, -1):
            low, high = knots[span - degree + i], knots[span + 1 + i - r]
            a = (parameters[r - 1] - low) / (high - low)
            row[i] = row[i - 1] * (1 - a) + row[i] * a
    return row[degree]


def points_of(rng, degree, dim):
    points = rng.uniform(-1, 1, (degree + 1, dim))
    if rng.random() < 0.5:
        return points, None
    kind = rng.integers(4)
    if kind == 0:
        points = np.round(points * 3)
    elif kind == 1 and degree >= 2:
        points[1] = points[0] + rng.uniform(-1, 1, dim) * 10.0 ** -rng.integers(1, 18)
    elif kind == 2 and degree == 3:
        # C'(1/2) = 0.
        points[3] = points[0] + points[1] - points[2]
    return points, int(rng.integers(4))


def case(rng):
    dim = int(rng.integers(2, 4))
    kind = rng.choice(["bezier", "rational", "b_spline", "hermite"])
    degree = int(rng.integers(2, 9)) if kind != "b_spline" else int(rng.integers(2, 5))
    points, hard = points_of(rng, degree, dim)
    ones = np.ones(len(points))
    if kind == "bezier":
        given, pieces = {"bezier": {"points": points.tolist()}}, [Piece(points, ones)]
    elif kind == "rational":
        weights = rng.uniform(0.25, 4, len(points))
        given = {"bezier": {"points": points.tolist(), "weights": weights.tolist()}}
        pieces = [Piece(points, weights)]
    elif kind == "b_spline":
        extra = rng.uniform(-1, 1, (int(rng.integers(1, 4)), dim))
        points = np.concatenate([points, extra])
        inner = np.cumsum(rng.uniform(0.25, 1, len(extra) + 1))
        knots = [0.0] * (degree + 1) + inner[:-1].tolist() + [float(inner[-1])] * (degree + 1)
        given = {"b_spline": {"degree": degree, "points": points.tolist(), "knots": knots}}
        exact, controls = np.array(knots, L), points.astype(L)
        pieces = []
        for span in range(degree, len(points)):
            a, b = exact[span], exact[span + 1]
            corner = lambda j: blossom(degree, exact, controls, span, [a] * (degree - j) + [b] * j)
            pieces.append(Piece(np.array([corner(j) for j in range(degree + 1)]), np.ones(degree + 1)))
    else:
        points = points[:4]
        tangents = rng.uniform(-3, 3, points.shape) * (rng.random(len(points)) < 0.8)[:, None]
        given = {"hermite": {"points": points.tolist(), "tangents": tangents.tolist()}}
        p, m = points.astype(L), tangents.astype(L)
        cubic = lambda i: [p[i], p[i] + m[i] / 3, p[i + 1] - m[i + 1] / 3, p[i + 1]]
        pieces = [Piece(np.array(cubic(i)), np.ones(4)) for i in range(len(points) - 1)]
    q = rng.uniform(-1.5, 1.5, dim)
    if hard is not None:
        piece, t = pieces[rng.integers(len(pieces))], rng.choice([0.0, 1.0, rng.random()])
        c, d = piece.at(L(t)), slope(piece.x)
        v, a = value(d, L(t)), value(slope(d), L(t))
        across = a - v * (a @ v) / max(v @ v, L(1e-30))
        if hard == 0:
            q = c + across * L(rng.uniform(-1, 1))
        elif hard == 1 and across @ across > 1e-6:
            q = c + across * (v @ v) / (across @ across)
        elif hard == 2:
            q = c + L(10.0 ** -rng.integers(1, 18)) * rng.uniform(-1, 1, dim)
        q = np.clip(q, -10, 10).astype(float)
    return given, pieces, q


def main(program, cases):
    rng = np.random.default_rng(7)
    lines, distances, lengths, sizes = [], [], [], []
    for _ in range(cases):
        given, pieces, q = case(rng)
        lines.append(json.dumps({"op": "nearest", "curve": given, "point": q.tolist(), "precision": "f64"}))
        lines.append(json.dumps({"op": "length", "curve": given, "precision": "f64"}))
        distances.append(min(piece.nearest(q.astype(L)) for piece in pieces))
        lengths.append(sum(piece.length() for piece in pieces))
        sizes.append(max(1.0, np.abs(q).max(), max(np.abs(piece.at(np.linspace(L(0), L(1), 9))).max() for piece in pieces)))
    run = subprocess.run([program, "query"], input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == 2 * cases
    off = np.array([float(L(float(a["distance"])) - d) / s for a, d, s in zip(answers[::2], distances, sizes)])
    far = np.array([float(L(float(a["length"])) - x) for a, x in zip(answers[1::2], lengths)])
    bound = np.array([float(a.get("error_bound", a["error"])) for a in answers[1::2]])
    known = np.array([float(x) for x in lengths])
    # The oracle itself is right to some 1e-13 where a curve nearly stands still.
    wrong = np.abs(far) > bound + 1e-12 * known
    share = np.abs(far) / np.maximum(known, 1e-300)
    print(f"{cases} curves")
    print(f"distance, as a share of the largest coordinate: too large by {off.max():.1e}, too small by {-off.min():.1e}")
    print(f"length, as a share of itself: median {np.median(share):.1e}, 99 in 100 below {np.quantile(share, 0.99):.1e}")
    print(f"lengths beyond their error: {wrong.sum()}")
    for i in np.flatnonzero((np.abs(off) > 1e-14) | wrong)[:5]:
        print(lines[2 * i], answers[2 * i], distances[i], answers[2 * i + 1], lengths[i])
    sys.exit(int((np.abs(off) > 1e-14).any() or wrong.any()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000)
