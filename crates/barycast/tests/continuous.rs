//! First contacts of deforming meshes against an independent exact oracle, constructed contacts,
//! and near misses.
//!
//! The oracle shares no code with the library. It isolates the roots of the polynomials of
//! vertices, edges and faces by bisection between the roots of their derivatives, to 2^-200, and
//! evaluates the exact distance of two polyhedra there. For small integers a nonzero distance is
//! far above the error of 2^-200.

use barycast::mesh::continuous::{ContactKind, Kind, MovingMesh, first_touch};
use barycast_testkit::oracle;
use barycast_testkit::polyhedron::{Polyhedron, Rational};
use dashu_ratio::Relaxed;
use glam::{DVec3, dvec3};

type Points = [DVec3; 4];

/// Coefficients, the constant first.
type Polynomial = Vec<i128>;

fn plus(a: &Polynomial, b: &Polynomial, sign: i128) -> Polynomial {
    let get = |p: &Polynomial, i: usize| p.get(i).copied().unwrap_or(0);
    (0..a.len().max(b.len())).map(|i| get(a, i) + sign * get(b, i)).collect()
}

fn times(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut product = vec![0; (a.len() + b.len()).saturating_sub(1)];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] += x * y;
        }
    }
    product
}

type Track = [Polynomial; 3];

fn dot(a: &Track, b: &Track) -> Polynomial {
    (0..3).fold(Vec::new(), |sum, i| plus(&sum, &times(&a[i], &b[i]), 1))
}

fn cross(a: &Track, b: &Track) -> Track {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| plus(&times(&a[i], &b[j]), &times(&a[j], &b[i]), -1))
}

fn minus(a: &Track, b: &Track) -> Track {
    [0, 1, 2].map(|i| plus(&a[i], &b[i], -1))
}

fn power_of_two(exponent: usize) -> Relaxed {
    (0..exponent).fold(Relaxed::ONE, |x, _| x * Relaxed::from(2))
}

fn value(p: &Polynomial, x: &Relaxed) -> Relaxed {
    p.iter().rev().fold(Relaxed::ZERO, |sum, c| sum * x + Relaxed::from(*c))
}

/// Returns the roots and near-roots of `p` in `[0, 1]`, each rounded down to a multiple of 2^-200,
/// and a few more candidates.
fn roots(p: &Polynomial) -> Vec<Relaxed> {
    let mut p = p.clone();
    while p.last() == Some(&0) {
        p.pop();
    }
    if p.len() < 2 {
        return Vec::new();
    }
    let derivative = p.iter().zip(0..).skip(1).map(|(c, i)| c * i).collect();
    let mut stops = vec![Relaxed::ZERO];
    stops.extend(roots(&derivative));
    stops.push(Relaxed::ONE);
    let mut found = stops.clone();
    let half = Relaxed::ONE / Relaxed::from(2);
    for pair in stops.windows(2) {
        let (mut low, mut high) = (pair[0].clone(), pair[1].clone());
        let negative = |x: &Relaxed| value(&p, x) < Relaxed::ZERO;
        let at_low = negative(&low);
        if at_low == negative(&high) {
            continue;
        }
        let mut width = Relaxed::ONE;
        let narrow = Relaxed::ONE / power_of_two(200);
        while width > narrow && low < high {
            width *= &half;
            let middle = &low + &width;
            if middle < high && negative(&middle) == at_low {
                low = middle;
            }
        }
        high = &low + &width;
        found.extend([low, high]);
    }
    found.sort();
    found
}

fn corners(kind: Kind) -> &'static [[usize; 2]] {
    match kind {
        Kind::VertexFace => &[[1, 0], [2, 0], [3, 0]],
        Kind::EdgeEdge => &[[0, 2], [1, 2], [1, 3], [0, 3]],
    }
}

/// Returns the squared distance at a time.
fn distance_squared(kind: Kind, [start, end]: &[Points; 2], t: &Relaxed) -> Rational {
    let exact = |x: f64| Relaxed::try_from(x).unwrap();
    let point = |i: usize| -> Vec<Rational> {
        (0..3)
            .map(|axis| {
                let (from, to) = (exact(start[i][axis]), exact(end[i][axis]));
                (&from + (to - &from) * t).canonicalize()
            })
            .collect()
    };
    let count = if kind == Kind::VertexFace { 1 } else { 2 };
    let [a, b] = [0..count, count..4].map(|range| Polyhedron {
        points: range.map(point).collect(),
        rays: Vec::new(),
        radius: Rational::ZERO,
    });
    oracle::distance_squared(&a, &b)
}

/// Returns the approximate first time of contact, for motions with integer coordinates.
fn first_time(kind: Kind, motion: &[Points; 2], separation: i32) -> Option<Relaxed> {
    let [start, end] = motion;
    let track = |i: usize, j: usize| -> Track {
        [0, 1, 2].map(|axis| {
            let at = |p: &Points| (p[i][axis] - p[j][axis]) as i128;
            vec![at(start), at(end) - at(start)]
        })
    };
    let squared = vec![i128::from(separation).pow(2)];
    let q: Vec<Track> = corners(kind).iter().map(|[i, j]| track(*i, *j)).collect();
    let normal = cross(&minus(&q[1], &q[0]), &minus(&q[q.len() - 1], &q[0]));
    let height = dot(&q[0], &normal);
    let mut polynomials = vec![height.clone()];
    if separation > 0 {
        polynomials.push(plus(&times(&squared, &dot(&normal, &normal)), &times(&height, &height), -1));
    }
    for (i, a) in q.iter().enumerate() {
        let b = &q[(i + 1) % q.len()];
        let (edge, area) = (minus(b, a), cross(a, b));
        polynomials.push(plus(&squared, &dot(a, a), -1));
        polynomials.push(plus(&times(&squared, &dot(&edge, &edge)), &dot(&area, &area), -1));
        polynomials.push(dot(a, b));
    }
    let near = Relaxed::ONE / power_of_two(120);
    let limit = (Relaxed::from(separation * separation) + near).canonicalize();
    let mut candidates: Vec<_> = polynomials.iter().flat_map(roots).collect();
    candidates.push(Relaxed::ZERO);
    candidates.sort();
    candidates.dedup();
    candidates.into_iter().find(|t| distance_squared(kind, motion, t) <= limit)
}

fn grid(rng: &mut fastrand::Rng, range: i32) -> [Points; 2] {
    let flat = rng.u8(0..4) == 0;
    let still = [0; 4].map(|_| rng.u8(0..4) == 0);
    let mut number = || f64::from(rng.i32(-range..=range));
    let start: Points = [0; 4].map(|_| dvec3(number(), number(), if flat { 0.0 } else { number() }));
    let mut end: Points = [0; 4].map(|_| dvec3(number(), number(), if flat { 0.0 } else { number() }));
    for i in 0..4 {
        if still[i] {
            end[i] = start[i];
        }
    }
    [start, end]
}

const KINDS: [Kind; 2] = [Kind::VertexFace, Kind::EdgeEdge];

fn first(kind: Kind, [start, end]: &[Points; 2], separation: f64) -> Option<f64> {
    first_touch(kind, start, end, separation).expect("valid numbers")
}

#[track_caller]
fn assert_agrees(kind: Kind, motion: &[Points; 2], separation: i32, early: f64) -> bool {
    let expected = first_time(kind, motion, separation);
    let found = first(kind, motion, f64::from(separation));
    let context = || format!("{kind:?} {motion:?} {separation}: {found:?}");
    let Some(t) = found else {
        assert!(expected.is_none(), "missed: {}", context());
        return false;
    };
    let expected = expected.unwrap_or_else(|| panic!("no touch: {}", context()));
    let late = Relaxed::try_from(t).unwrap() - &expected;
    assert!(late <= Relaxed::ONE / power_of_two(90), "late: {}, {}", context(), expected.to_f64_fast());
    assert!(expected.to_f64_fast() - t <= early, "early: {}, {}", context(), expected.to_f64_fast());
    true
}

#[test]
fn contacts_of_integer_motions_are_exact() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut touches = 0;
    for case in 0..150 {
        let motion = grid(&mut rng, if case % 2 == 0 { 2 } else { 4 });
        for kind in KINDS {
            touches += usize::from(assert_agrees(kind, &motion, 0, 2e-16));
        }
    }
    assert!((60..240).contains(&touches), "{touches}");
}

#[test]
fn separations_of_integer_motions_are_exact() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..60 {
        let motion = grid(&mut rng, 4);
        for kind in KINDS {
            // Where the distance grazes the separation, rounding hides an interval of time.
            assert_agrees(kind, &motion, 1, 1e-6);
        }
    }
}

/// Builds motions that touch at `t`, up to rounding, at the point with these weights.
fn planted(rng: &mut fastrand::Rng, kind: Kind, t: f64) -> [Points; 2] {
    let number = |rng: &mut fastrand::Rng, size: f64| (rng.f64() * 2.0 - 1.0) * size;
    let vector =
        |rng: &mut fastrand::Rng, size: f64| dvec3(number(rng, size), number(rng, size), number(rng, size));
    let mut meet: Points = [0; 4].map(|_| vector(rng, 1.0));
    let (u, v) = (rng.f64(), rng.f64());
    match kind {
        Kind::VertexFace => {
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            meet[0] = meet[1] + (meet[2] - meet[1]) * u + (meet[3] - meet[1]) * v;
        }
        Kind::EdgeEdge => {
            let shift = meet[0] + (meet[1] - meet[0]) * u - meet[2] - (meet[3] - meet[2]) * v;
            meet[2] += shift;
            meet[3] += shift;
        }
    }
    let speeds: Points = [0; 4].map(|_| vector(rng, 2.0));
    let at = |time: f64| [0, 1, 2, 3].map(|i| meet[i] + speeds[i] * (time - t));
    [at(0.0), at(1.0)]
}

#[test]
fn constructed_contacts_on_dyadic_numbers_are_never_missed() {
    let mut rng = fastrand::Rng::with_seed(3);
    for case in 0..500 {
        let kind = KINDS[case % 2];
        let t = f64::from(rng.u8(0..=16)) / 16.0;
        // Multiples of 2^-20 keep every sum and product exact.
        let whole = |p: Points| p.map(|p| (p * 1024.0).round() / 1024.0);
        let (mut meet, speeds) =
            (whole(planted(&mut rng, kind, 0.0)[0]), whole(planted(&mut rng, kind, 0.0)[1]));
        let (u, v) = (f64::from(rng.u8(0..=8)) / 8.0, f64::from(rng.u8(0..=8)) / 8.0);
        if kind == Kind::VertexFace {
            meet[0] = meet[1] + (meet[2] - meet[1]) * u + (meet[3] - meet[1]) * ((1.0 - u) * v);
        } else {
            let shift = meet[0] + (meet[1] - meet[0]) * u - meet[2] - (meet[3] - meet[2]) * v;
            (meet[2], meet[3]) = (meet[2] + shift, meet[3] + shift);
        }
        let at = |time: f64| [0, 1, 2, 3].map(|i| meet[i] + speeds[i] * (time - t));
        let motion = [at(0.0), at(1.0)];
        for separation in [0.0, 1e-9, 0.125] {
            let found = first(kind, &motion, separation);
            assert!(found.is_some_and(|found| found <= t), "{kind:?} {motion:?} {separation} {t}: {found:?}");
        }
    }
}

#[test]
fn the_time_of_impact_is_within_rounding_of_the_contact_and_not_too_early() {
    let mut rng = fastrand::Rng::with_seed(4);
    for case in 0..400 {
        let kind = KINDS[case % 2];
        let t = rng.f64();
        let motion = planted(&mut rng, kind, t);
        for separation in [0.0, 0.1] {
            let Some(found) = first(kind, &motion, separation) else { continue };
            let distance = |t: f64| {
                let t = Relaxed::try_from(t).unwrap();
                distance_squared(kind, &motion, &t).to_f64_fast().sqrt()
            };
            assert!(distance(found) - separation < 5e-14, "{kind:?} {motion:?} {separation}: {found}");
            for part in [0.0, 0.3, 0.7, 0.99] {
                assert!(
                    distance(found * part) > separation || found == 0.0,
                    "{kind:?} {motion:?} {separation}"
                );
            }
        }
    }
}

#[test]
fn near_misses_report_no_contact() {
    let mut rng = fastrand::Rng::with_seed(5);
    for case in 0..2000 {
        // Misses an edge or a vertex by at most 1e-12 of the size, with exact coordinates.
        let gap = [1e-12, 1e-15, 1e-30, 1e-300][case % 4];
        let [mut start, mut end] = [[DVec3::ZERO; 4]; 2];
        let (x, y, z) = (f64::from(rng.i32(1..9)), f64::from(rng.i32(1..9)), f64::from(rng.i32(1..9)));
        let kind = KINDS[rng.usize(0..2)];
        if kind == Kind::VertexFace {
            (start[0], end[0]) = (dvec3(-gap, y / 9.0, z), dvec3(-gap, y / 9.0, -x));
            (start[2], start[3]) = (dvec3(x, 0.0, 0.0), dvec3(0.0, 9.0, 0.0));
        } else {
            (start[0], start[1]) = (dvec3(-x, 0.0, z), dvec3(-gap, 0.0, z));
            (end[0], end[1]) = (dvec3(-x, 0.0, -y), dvec3(-gap, 0.0, -y));
            (start[2], start[3]) = (dvec3(0.0, -y, 0.0), dvec3(0.0, x, 0.0));
        }
        for i in 1..4 {
            if kind == Kind::VertexFace || i > 1 {
                end[i] = start[i];
            }
        }
        assert_eq!(first(kind, &[start, end], 0.0), None, "{gap}");
        let by = dvec3(gap, 0.0, 0.0);
        let moved = |mut p: Points| {
            p[usize::from(kind == Kind::EdgeEdge)] += by;
            p
        };
        assert!(first(kind, &[moved(start), moved(end)], 0.0).is_some());
    }
}

#[test]
fn meshes_equal_brute_force_over_all_pairs() {
    let mut rng = fastrand::Rng::with_seed(6);
    for separation in [0.0, 0.3] {
        let mut mesh = |at: f64| -> (Vec<DVec3>, Vec<DVec3>, Vec<[u32; 3]>) {
            let mut point = |x: f64| dvec3(rng.f64() + x, rng.f64(), rng.f64()) * 4.0;
            let start: Vec<_> = (0..12).map(|_| point(at)).collect();
            let end = (0..12).map(|_| point(0.5 - at)).collect();
            (start, end, (0..10).map(|i| [i, i + 1, i + 2]).collect())
        };
        let ((start_a, end_a, triangles), (start_b, end_b, _)) = (mesh(0.0), mesh(1.0));
        let a = MovingMesh::try_new(&start_a, &end_a, &triangles).unwrap();
        let b = MovingMesh::try_new(&start_b, &end_b, &triangles).unwrap();
        let edges: Vec<[u32; 2]> =
            (0..11).flat_map(|i| [[i, i + 1], [i, i + 2]]).filter(|e| e[1] < 12).collect();
        let query = |kind, from: [&[DVec3]; 2], to: [&[DVec3]; 2], one: &[u32], other: &[u32]| {
            let points = |time: usize| -> Points {
                let all = one.iter().map(|i| from[time][*i as usize]);
                let all: Vec<_> = all.chain(other.iter().map(|i| to[time][*i as usize])).collect();
                all.try_into().expect("four points")
            };
            first(kind, &[points(0), points(1)], separation)
        };
        let (in_a, in_b) = ([&start_a[..], &end_a[..]], [&start_b[..], &end_b[..]]);
        let (mut between, mut within) = (Vec::new(), Vec::new());
        for (face, corners) in (0..).zip(&triangles) {
            for vertex in 0..12 {
                let t = query(Kind::VertexFace, in_a, in_b, &[vertex], corners);
                between.extend(t.map(|t| (t, ContactKind::VertexFace { vertex, face })));
                let t = query(Kind::VertexFace, in_b, in_a, &[vertex], corners);
                between.extend(t.map(|t| (t, ContactKind::FaceVertex { face, vertex })));
                if !corners.contains(&vertex) {
                    let t = query(Kind::VertexFace, in_a, in_a, &[vertex], corners);
                    within.extend(t.map(|t| (t, ContactKind::VertexFace { vertex, face })));
                }
            }
        }
        for a in &edges {
            for b in &edges {
                let name = ContactKind::EdgeEdge { a: *a, b: *b };
                between.extend(query(Kind::EdgeEdge, in_a, in_b, a, b).map(|t| (t, name)));
                if a < b && !a.contains(&b[0]) && !a.contains(&b[1]) {
                    within.extend(query(Kind::EdgeEdge, in_a, in_a, a, b).map(|t| (t, name)));
                }
            }
        }
        for (mut expected, found) in
            [(between, a.contacts(&b, separation)), (within, a.self_contacts(separation))]
        {
            expected.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
            let found: Vec<_> = found.unwrap().iter().map(|contact| (contact.t, contact.kind)).collect();
            assert!(expected.len() > 20, "{}", expected.len());
            assert_eq!(found, expected);
        }
    }
}
