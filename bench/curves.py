"""Curves and surfaces of `barycast query` against scipy.interpolate, at random: `python bench/curves.py BARYCAST [CASES]`.

BARYCAST is the program; scipy and numpy must be installed. Points and first and second derivatives are compared, as shares of the
largest number that they are made of: the largest coordinate for points, the largest derivative anywhere on the same curve for
derivatives. Ends with status 1 when a point or first derivative differs by more than 1e-12, a second one by more than 1e-11 (knots
that lie close together make second derivatives large and ill-determined).
"""

import json
import subprocess
import sys

import numpy as np
from scipy.interpolate import BSpline, CubicHermiteSpline, CubicSpline, NdBSpline

LIMITS = {"point": 1e-12, "first": 1e-12, "second": 1e-11}


def knots(rng, degree, count):
    """Clamped or not, some inner knots twice; none closer than a hundredth of the usual distance."""
    inner = count - degree - 1
    steps = rng.uniform(0.1, 1.0, inner + 1)
    inside = np.cumsum(steps)[:-1]
    if degree > 1 and inner > 1 and rng.random() < 0.3:
        k = rng.integers(inner - 1)
        inside[k + 1] = inside[k]
    ends = [0.0, float(steps.sum())]
    if rng.random() < 0.7:
        return np.concatenate([[ends[0]] * (degree + 1), inside, [ends[1]] * (degree + 1)])
    before = ends[0] - np.cumsum(rng.uniform(0.1, 1.0, degree))[::-1]
    after = ends[1] + np.cumsum(rng.uniform(0.1, 1.0, degree))
    return np.concatenate([before, [ends[0]], inside, [ends[1]], after])


def quotient(jet, weights):
    """Derivatives of points times weights, over weights."""
    point = jet[0] / weights[0]
    first = (jet[1] - point * weights[1]) / weights[0]
    second = (jet[2] - 2 * first * weights[1] - point * weights[2]) / weights[0]
    return [point, first, second]


def curve(rng):
    dim = int(rng.integers(2, 4))
    kind = rng.choice(["bezier", "b_spline", "rational", "hermite", "natural", "not_a_knot"])
    if kind in ("bezier", "b_spline", "rational"):
        degree = int(rng.integers(1, 6))
        count = degree + 1 if kind == "bezier" else degree + 1 + int(rng.integers(0, 8))
        points = rng.uniform(-10, 10, (count, dim))
        t = np.repeat([0.0, 1.0], degree + 1) if kind == "bezier" else knots(rng, degree, count)
        low, high = t[degree], t[count]
        fields = {"points": points.tolist()}
        if kind != "bezier":
            fields |= {"degree": degree, "knots": t.tolist()}
        weights = rng.uniform(0.5, 2.0, count) if kind == "rational" else np.ones(count)
        if kind == "rational":
            fields["weights"] = weights.tolist()
        above = BSpline(t, points * weights[:, None], degree)
        below = BSpline(t, weights, degree)

        def jet(u):
            return quotient([above(u, k) for k in range(3)], [below(u, k) for k in range(3)])

        return {"bezier" if kind == "bezier" else "b_spline": fields}, low, high, jet, t
    count = int(rng.integers(3 if kind == "natural" else 4, 12))
    points = rng.uniform(-10, 10, (count, dim))
    if kind == "hermite":
        tangents = rng.uniform(-10, 10, (count, dim))
        t = np.arange(count, dtype=float)
        spline = CubicHermiteSpline(t, points, tangents)
        given = {"hermite": {"points": points.tolist(), "tangents": tangents.tolist()}}
    else:
        t = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        spline = CubicSpline(t, points, bc_type={"natural": "natural", "not_a_knot": "not-a-knot"}[kind])
        given = {"spline": {"points": points.tolist(), "ends": kind}}
    return given, t[0], t[-1], lambda u: [spline(u, k) for k in range(3)], t


def surface(rng):
    degrees = [int(d) for d in rng.integers(1, 5, 2)]
    counts = [d + 1 + int(rng.integers(0, 5)) for d in degrees]
    points = rng.uniform(-10, 10, (*counts, 3))
    t = [knots(rng, d, c) for d, c in zip(degrees, counts)]
    weights = rng.uniform(0.5, 2.0, counts) if rng.random() < 0.5 else np.ones(counts)
    fields = {"points": points.tolist(), "degrees": degrees, "knots": [k.tolist() for k in t]}
    if (weights != 1).any():
        fields["weights"] = weights.tolist()
    above, below = NdBSpline(tuple(t), points * weights[..., None], degrees), NdBSpline(tuple(t), weights, degrees)

    def jet(u, v):
        orders = [(0, 0), (1, 0), (0, 1)]
        top = [above((u, v), nu=order) for order in orders]
        bottom = [below((u, v), nu=order) for order in orders]
        point = top[0] / bottom[0]
        return [point] + [(top[k] - point * bottom[k]) / bottom[0] for k in (1, 2)]

    return {"b_spline": fields}, [t[i][degrees[i]] for i in (0, 1)], [t[i][counts[i]] for i in (0, 1)], jet, t


def inside(rng, low, high, t):
    """A parameter that is no knot, where derivatives may jump."""
    while True:
        u = rng.uniform(low, high)
        if np.min(np.abs(np.asarray(t) - u)) > 1e-6 * (high - low):
            return float(u)


def main(program, cases):
    rng = np.random.default_rng(1)
    asked, expected, sizes, kinds = [], [], [], []
    for case in range(cases):
        if case % 4 == 3:
            given, low, high, jet, t = surface(rng)
            u, v = (inside(rng, low[i], high[i], t[i]) for i in (0, 1))
            asked.append({"op": "evaluate", "surface": given, "u": u, "v": v, "precision": "f64"})
            jets = jet(u, v)
            at = [jet(inside(rng, low[0], high[0], t[0]), inside(rng, low[1], high[1], t[1])) for _ in range(8)]
            kinds.append(["point", "first", "first"])
            names = ["point", "derivative_u", "derivative_v"]
        else:
            given, low, high, jet, t = curve(rng)
            u = inside(rng, low, high, t)
            asked.append({"op": "evaluate", "curve": given, "t": u, "precision": "f64"})
            jets = jet(u)
            at = [jet(inside(rng, low, high, t)) for _ in range(8)]
            kinds.append(["point", "first", "second"])
            names = ["point", "derivative", "second_derivative"]
        expected.append(list(zip(names, jets)))
        largest = [max(np.abs(a[k]).max() for a in [jets, *at]) for k in range(3)]
        largest[0] = 10.0
        sizes.append(largest)
    lines = "\n".join(json.dumps(line) for line in asked)
    said = subprocess.run([program, "query"], input=lines, capture_output=True, text=True, check=True).stdout
    answers = [json.loads(line) for line in said.splitlines()]
    assert len(answers) == cases
    worst = dict.fromkeys(LIMITS, (0.0, None))
    for case, answer in enumerate(answers):
        for kind, size, (name, value) in zip(kinds[case], sizes[case], expected[case]):
            if name not in answer:
                sys.exit(f"case {case}: {answer}: {json.dumps(asked[case])}")
            numbers = np.array([float(x) for x in answer[name]])
            off = np.abs(numbers - value).max() / size if size > 0 else np.abs(numbers - value).max()
            if not off <= worst[kind][0]:
                worst[kind] = (off, case)
    print(f"{cases} curves and surfaces; the largest differences from scipy:")
    for kind, (off, case) in worst.items():
        print(f"  {kind:6}  {off:.1e}  (case {case})")
    return any(not off <= LIMITS[kind] for kind, (off, _) in worst.items())


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000))
