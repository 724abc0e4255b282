//! Two meshes, voxels, and gaps that fit exactly, each against brute force.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::shape::*;
use glam::{DMat3, DVec2, DVec3, EulerRot, dvec2, dvec3};

type Triangles = (Vec<DVec3>, Vec<[u32; 3]>);

/// Builds a sphere of triangles with displaced vertices.
fn ball(rings: usize, around: usize, off: impl Fn(usize) -> f64) -> Triangles {
    let mut corners = vec![DVec3::Z];
    for i in 1..rings {
        for j in 0..around {
            let polar = i as f64 / rings as f64 * std::f64::consts::PI;
            let turn = j as f64 / around as f64 * std::f64::consts::TAU;
            corners.push(dvec3(polar.sin() * turn.cos(), polar.sin() * turn.sin(), polar.cos()));
        }
    }
    corners.push(-DVec3::Z);
    for (i, corner) in corners.iter_mut().enumerate() {
        *corner *= 1.0 + off(i);
    }
    let last = corners.len() as u32 - 1;
    let at = |i: usize, j: usize| (1 + (i - 1) * around + j % around) as u32;
    let mut triangles = Vec::new();
    for j in 0..around {
        triangles.extend([[0, at(1, j), at(1, j + 1)], [last, at(rings - 1, j + 1), at(rings - 1, j)]]);
        for i in 1..rings - 1 {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (corners, triangles)
}

/// Builds a horizontal grid of squares, each of two triangles.
fn plate(across: u32, height: f64) -> Triangles {
    let corners = (0..=across).flat_map(|x| (0..=across).map(move |y| dvec3(x.into(), y.into(), height)));
    let square = |x: u32, y: u32| {
        let [a, b] = [x * (across + 1) + y, (x + 1) * (across + 1) + y];
        [[a, b, b + 1], [a, b + 1, a + 1]]
    };
    let triangles = (0..across).flat_map(|x| (0..across).flat_map(move |y| square(x, y)));
    (corners.collect(), triangles.collect())
}

fn mesh((corners, triangles): &Triangles, solid: bool) -> Shape3 {
    Mesh::try_new(corners.clone(), triangles.clone(), solid).unwrap().into()
}

fn moved((corners, triangles): Triangles, turn: DMat3, by: DVec3) -> Triangles {
    (corners.into_iter().map(|p| turn * p + by).collect(), triangles)
}

struct Dice(fastrand::Rng);

impl Dice {
    fn of(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.f64()
    }

    fn point(&mut self, size: f64) -> DVec3 {
        let mut one = || self.between(-size, size);
        dvec3(one(), one(), one())
    }

    fn turn(&mut self) -> DMat3 {
        let mut one = || self.between(-3.0, 3.0);
        DMat3::from_euler(EulerRot::XYZ, one(), one(), one())
    }
}

fn triangle((corners, triangles): &Triangles, i: usize) -> Shape3 {
    let [a, b, c] = triangles[i].map(|v| corners[v as usize]);
    Triangle { a, b, c }.into()
}

#[test]
fn the_distance_of_two_meshes_equals_brute_force() {
    let mut dice = Dice::of(17);
    for round in 0..24 {
        let ragged: Vec<f64> = (0..64).map(|_| dice.between(-0.3, 0.3)).collect();
        let one = ball(5, 8, |i| ragged[i % 64]);
        let (two, by) = match round % 4 {
            // Parallel faces, level and rotated, and one inside the other.
            0 => (moved(plate(6, 0.0), DMat3::IDENTITY, dvec3(-3.0, -3.0, 1.5)), DVec3::ZERO),
            1 => (moved(plate(5, 0.0), dice.turn(), DVec3::ZERO), dice.point(1.0) + DVec3::splat(4.0)),
            2 => (moved(ball(4, 6, |_| 0.0), dice.turn() * 0.25, DVec3::ZERO), dice.point(0.1)),
            _ => (moved(ball(6, 7, |i| ragged[i % 64]), dice.turn(), DVec3::ZERO), dice.point(2.0)),
        };
        let two = moved(two, DMat3::IDENTITY, by);
        let one = if round % 8 == 0 { plate(7, -0.333) } else { one };
        let [a, b] = [mesh(&one, false), mesh(&two, false)];
        let pairs = (0..one.1.len()).flat_map(|i| (0..two.1.len()).map(move |j| (i, j)));
        let least = pairs
            .map(|(i, j)| triangle(&one, i).closest(&triangle(&two, j)).distance)
            .fold(f64::INFINITY, f64::min);
        let found = a.closest(&b);
        assert_eq!(found.distance, least, "{round}");
        assert_eq!(b.closest(&a).distance, least, "{round}");
        assert!(((found.on_a - found.on_b).length() - least).abs() <= 1e-14 * (1.0 + least), "{round}");
    }
}

/// Returns the depth, after checking that the translation leaves the two touching.
fn depth(a: &Shape3, b: &Shape3) -> f64 {
    let found = a.contact(b).unwrap().unwrap();
    let at =
        |depth: f64| b.posed(&[DVec3::X, DVec3::Y, DVec3::Z], found.normal_a_to_b.unwrap() * depth).unwrap();
    assert!(a.closest(&at(found.depth)).distance < 1e-11, "{found:?}");
    assert!(!a.intersects(&at(found.depth + 1e-9)), "{found:?}");
    assert_eq!(b.contact(a).unwrap().unwrap(), found.swap());
    found.depth
}

#[test]
fn penetration_of_convex_meshes_equals_that_of_their_hulls() {
    let mut dice = Dice::of(5);
    for (rings, around) in [(8, 15), (9, 12), (16, 30)] {
        for solid in [true, false] {
            let one = ball(rings, around, |_| 0.0);
            let by = dice.point(1.0).normalize() * dice.between(0.9, 1.9);
            let two = moved(ball(rings, around, |_| 0.0), dice.turn(), by);
            let hull = |of: &Triangles| Shape3::from(Convex::try_new(of.0.clone()).unwrap());
            let hulls = hull(&one).contact(&hull(&two)).unwrap().unwrap().depth;
            let found = depth(&mesh(&one, solid), &mesh(&two, solid));
            assert!((found - hulls).abs() <= 1e-11, "{found} for {hulls}, {rings} {solid}");
        }
    }
}

#[test]
fn penetration_of_concave_meshes_is_at_most_that_of_their_hulls() {
    let mut dice = Dice::of(23);
    for solid in [true, false, true, false] {
        let ragged: Vec<f64> = (0..128).map(|_| dice.between(-0.2, 0.2)).collect();
        let one = ball(8, 14, |i| ragged[i % 128]);
        let two = moved(ball(9, 13, |i| ragged[(i + 64) % 128]), dice.turn(), dice.point(0.6));
        let hull = |of: &Triangles| Shape3::from(Convex::try_new(of.0.clone()).unwrap());
        let hulls = hull(&one).contact(&hull(&two)).unwrap().unwrap().depth;
        let found = depth(&mesh(&one, solid), &mesh(&two, solid));
        assert!(found <= hulls * (1.0 + 1e-9), "{found} for {hulls}");
    }
}

#[test]
fn touching_meshes_have_depth_0() {
    let [low, high] = [plate(9, 0.0), moved(ball(6, 8, |_| 0.0), DMat3::IDENTITY, dvec3(4.3, 4.4, 1.0))];
    for solid in [true, false] {
        let found = mesh(&low, false).contact(&mesh(&high, solid)).unwrap().unwrap();
        assert_eq!(found.depth, 0.0);
        assert!(found.normal_a_to_b.unwrap().z > 0.0, "{found:?}");
    }
    assert_eq!(mesh(&low, false).contact(&mesh(&low, false)).unwrap().unwrap().depth, 0.0);
}

#[test]
fn a_mesh_inside_a_solid_one_penetrates_and_inside_a_surface_is_disjoint() {
    let outer = ball(10, 16, |_| 0.0);
    let inner = moved(ball(6, 8, |_| 0.0), DMat3::IDENTITY * 0.25, dvec3(0.0, 0.0, 0.5));
    assert!(mesh(&outer, false).contact(&mesh(&inner, false)).unwrap().is_none());
    let found = depth(&mesh(&outer, true), &mesh(&inner, true));
    // Up through the pole of both.
    assert!(found <= 0.75 + 1e-12 && found > 0.6, "{found}");
}

#[test]
fn voxels_equal_brute_force_over_their_boxes() {
    let mut dice = Dice::of(3);
    for round in 0..12 {
        let mut cells: Vec<[i32; 3]> = (0..400).map(|_| [(); 3].map(|()| dice.0.i32(-4..5))).collect();
        cells.sort_unstable();
        cells.dedup();
        dice.0.shuffle(&mut cells);
        let whole = round % 2 == 0;
        let (origin, size) =
            if whole { (DVec3::ZERO, DVec3::ONE) } else { (dice.point(1.0), dvec3(0.1, 0.3, 0.7)) };
        let grid = Voxels::try_new(origin, size, cells.clone()).unwrap();
        let boxes: Vec<Shape3> = (0..cells.len()).map(|i| grid.cell(i).into()).collect();
        let boxes = Shape3::from(Compound::try_new(boxes).unwrap());
        let voxels = Shape3::from(grid.clone());
        let mut place = |far: f64| {
            let p = dice.point(far);
            if whole { p.round() } else { origin + p * size }
        };
        for _ in 0..12 {
            let (from, to) = (place(7.0), place(7.0));
            let lines: [Shape3; 3] = [
                Ray::new(from, if to == from { DVec3::X } else { to - from }).into(),
                Line::new(from, dvec3(1.0, 0.0, 0.0)).into(),
                Segment::new(from, to).into(),
            ];
            for line in &lines {
                let options = CastOptions::default();
                assert_eq!(
                    line.cast_all_with(&voxels, &options),
                    line.cast_all_with(&boxes, &options),
                    "{line:?}"
                );
                if whole {
                    assert_eq!(line.intersects(&voxels), line.intersects(&boxes), "{line:?}");
                }
            }
            let point = Shape3::from(Point(from));
            let sphere = Shape3::from(Sphere::new(from, 0.25));
            assert_eq!(point.closest(&voxels).distance, point.closest(&boxes).distance);
            assert_eq!(sphere.closest(&voxels).distance, sphere.closest(&boxes).distance);
            if voxels.intersects(&point) {
                let empty = |cell: &[i32; 3]| !cells.contains(cell);
                let all = (-6..7).flat_map(|x| (-6..7).flat_map(move |y| (-6..7).map(move |z| [x, y, z])));
                let depths = all.filter(empty).map(|cell| {
                    let Aabb { min, max } = grid.at(cell);
                    (from.clamp(min, max) - from).length()
                });
                let least = depths.fold(f64::INFINITY, f64::min);
                assert!((voxels.signed_distance(from) + least).abs() <= 1e-15 * (1.0 + least));
            } else {
                assert_eq!(voxels.signed_distance(from), boxes.signed_distance(from));
            }
        }
    }
}

#[test]
fn casts_at_posed_voxels_equal_those_at_their_boxes() {
    let mut dice = Dice::of(8);
    let cells: Vec<[i32; 3]> = (0..64).map(|i| [i % 4, i / 4 % 4, i / 16]).collect();
    let grid = Shape3::from(Voxels::try_new(DVec3::ZERO, DVec3::splat(0.5), cells).unwrap());
    let whole = Shape3::from(Aabb { min: DVec3::ZERO, max: DVec3::splat(2.0) });
    for _ in 0..40 {
        let (turn, by) = (dice.turn(), dice.point(5.0));
        let axes = [turn.x_axis, turn.y_axis, turn.z_axis];
        let [grid, whole] = [&grid, &whole].map(|shape| shape.posed(&axes, by).unwrap());
        let middle = by + turn * DVec3::ONE;
        let origin = middle + dice.point(1.0).normalize() * 9.0;
        let ray = Shape3::from(Ray::new(origin, middle + dice.point(0.5) - origin));
        let [a, b] = [&grid, &whole].map(|shape| ray.cast_all(shape).unwrap());
        assert_eq!(a.len(), b.len());
        for (a, b) in a.iter().zip(&b) {
            assert!((a.t - b.t).abs() < 1e-14, "{a:?} {b:?}");
        }
    }
}

/// A rational point with integer coordinates and a common denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    x: i128,
    y: i128,
    over: i128,
}

type Corners = Vec<[i128; 2]>;

fn cross(a: [i128; 2], b: [i128; 2], c: [i128; 2]) -> i128 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Returns the hull, counter-clockwise, by the monotone chain.
fn hull(mut points: Corners) -> Corners {
    points.sort_unstable();
    points.dedup();
    let chain = |points: &mut dyn Iterator<Item = [i128; 2]>| {
        let mut chain: Corners = Vec::new();
        for p in points {
            while chain.len() > 1 && cross(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}

/// Returns the exact squared length of the smallest translation that separates two unions of convex
/// polygons with integer vertices. The minimum is at the closest point outside all pairwise
/// Minkowski differences, on a border or a crossing of borders.
fn least_square(a: &[Corners], b: &[Corners]) -> f64 {
    let difference = |p: &Corners, q: &Corners| {
        hull(p.iter().flat_map(|p| q.iter().map(move |q| [p[0] - q[0], p[1] - q[1]])).collect())
    };
    let all: Vec<Corners> = a.iter().flat_map(|p| b.iter().map(move |q| difference(p, q))).collect();
    let edges: Vec<[[i128; 2]; 2]> =
        all.iter().flat_map(|m| (0..m.len()).map(|i| [m[i], m[(i + 1) % m.len()]])).collect();
    let mut places = vec![Fraction { x: 0, y: 0, over: 1 }];
    for (i, [p, q]) in edges.iter().enumerate() {
        let u = [q[0] - p[0], q[1] - p[1]];
        let (square, t) = (u[0] * u[0] + u[1] * u[1], -(p[0] * u[0] + p[1] * u[1]));
        places.push(Fraction { x: p[0], y: p[1], over: 1 });
        if (0..=square).contains(&t) {
            places.push(Fraction { x: p[0] * square + u[0] * t, y: p[1] * square + u[1] * t, over: square });
        }
        for [r, s] in &edges[..i] {
            let v = [s[0] - r[0], s[1] - r[1]];
            let turn = u[0] * v[1] - u[1] * v[0];
            if turn != 0 {
                let t = (r[0] - p[0]) * v[1] - (r[1] - p[1]) * v[0];
                let sign = turn.signum();
                let (turn, t) = (turn * sign, t * sign);
                if (0..=turn).contains(&t) {
                    places.push(Fraction {
                        x: p[0] * turn + u[0] * t,
                        y: p[1] * turn + u[1] * t,
                        over: turn,
                    });
                }
            }
        }
    }
    let is_inside = |place: &Fraction, m: &Corners| {
        (0..m.len()).all(|i| {
            let (p, q) = (m[i], m[(i + 1) % m.len()]);
            let to = [place.x - p[0] * place.over, place.y - p[1] * place.over];
            (q[0] - p[0]) * to[1] - (q[1] - p[1]) * to[0] > 0
        })
    };
    let free = places.into_iter().filter(|place| !all.iter().any(|m| is_inside(place, m)));
    let square = |p: Fraction| (p.x * p.x + p.y * p.y) as f64 / (p.over * p.over) as f64;
    free.map(square).fold(f64::INFINITY, f64::min)
}

#[test]
fn in_2d_the_smallest_translation_may_end_in_a_gap_that_fits_exactly() {
    let mut dice = Dice::of(41);
    let mut fits = 0;
    for _ in 0..1500 {
        let mut part = |size: i32| -> (Shape2, Corners) {
            let mut one = |size: i32| dice.0.i32(-size..=size);
            let (x, y) = (one(4), one(4));
            let corners: Vec<[i32; 2]> = if one(2) > 0 {
                vec![[x, y], [x + 1 + one(size).abs(), y], [x, y + 1 + one(size).abs()]]
            } else {
                let (w, h) = (1 + one(size).abs(), 1 + one(size).abs());
                vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
            };
            let whole = corners.iter().map(|c| c.map(i128::from)).collect();
            let points: Vec<DVec2> = corners.iter().map(|c| dvec2(c[0].into(), c[1].into())).collect();
            (Convex::try_new(points).unwrap().into(), whole)
        };
        let (shapes, whole): (Vec<_>, Vec<_>) = (0..4).map(|_| part(3)).unzip();
        let (one, one_whole) = part(1);
        let a = Shape2::from(Compound::try_new(shapes).unwrap());
        let least = least_square(&whole, &[one_whole]).sqrt();
        let found = a.contact(&one).unwrap();
        let depth = found.map_or(0.0, |found| found.depth);
        assert!((depth - least).abs() <= 1e-12 * least, "{depth} for {least}: {a:?} {one:?}");
        fits += usize::from(least > 0.0);
    }
    assert!(fits > 300, "{fits}");
}

fn aabb2(min: [f64; 2], max: [f64; 2]) -> Shape2 {
    Aabb::<DVec2> { min: min.into(), max: max.into() }.into()
}

fn aabb3(min: [f64; 3], max: [f64; 3]) -> Shape3 {
    Aabb::<DVec3> { min: min.into(), max: max.into() }.into()
}

#[test]
fn a_gap_that_fits_exactly_is_a_valid_position() {
    let gap = |wider: f64| vec![aabb2([-2., -5.], [-1. - wider, 5.]), aabb2([0., -5.], [1., 5.])];
    let compound = |parts: Vec<Shape2>| Shape2::from(Compound::try_new(parts).unwrap());
    for wider in [0.0, 2f64.powi(-53), 2f64.powi(-52), 2f64.powi(-51), 2f64.powi(-50), 0.125] {
        let found = compound(gap(wider)).contact(&aabb2([-0.75, 0.], [0.25, 1.])).unwrap().unwrap();
        assert_eq!((found.depth, found.normal_a_to_b), (0.25, Some(-DVec2::X)), "{wider}");
    }
    let disc = Shape2::from(Sphere::new(dvec2(-0.25, 0.5), 0.5));
    assert_eq!(compound(gap(0.0)).contact(&disc).unwrap().unwrap().depth, 0.25);

    let channel = [[0., 0.], [3., 0.], [3., 4.], [2., 4.], [2., 1.], [1., 1.], [1., 4.], [0., 4.]];
    let channel = Polygon::try_new(channel.map(DVec2::from_array).to_vec()).unwrap();
    let found = Shape2::from(channel).contact(&aabb2([1.25, 1.5], [2.25, 2.5])).unwrap().unwrap();
    assert_eq!((found.depth, found.normal_a_to_b), (0.25, Some(-DVec2::X)));

    let columns = (-5..5).flat_map(|y| [[-2, y, 0], [0, y, 0]]).collect();
    let columns = Shape2::from(Voxels::try_new(DVec2::ZERO, DVec2::ONE, columns).unwrap());
    let found = columns.contact(&aabb2([-0.75, 0.], [0.25, 1.])).unwrap().unwrap();
    assert_eq!((found.depth, found.normal_a_to_b), (0.25, Some(-DVec2::X)));

    let walls = vec![aabb3([-2., -5., -5.], [-1., 5., 5.]), aabb3([0., -5., -5.], [1., 5., 5.])];
    let walls = Shape3::from(Compound::try_new(walls).unwrap());
    let found = walls.contact(&aabb3([-0.75, 0., 0.], [0.25, 1., 1.])).unwrap().unwrap();
    assert_eq!((found.depth, found.normal_a_to_b), (0.25, Some(-DVec3::X)));
}

#[test]
fn a_segment_does_not_escape_into_a_seam() {
    let boxes = vec![aabb2([0., 0.], [1., 4.]), aabb2([1., 0.], [3., 4.])];
    let boxes = Shape2::from(Compound::try_new(boxes).unwrap());
    let along = Shape2::from(Segment::new(dvec2(0.75, 1.), dvec2(0.75, 3.)));
    assert_eq!(boxes.contact(&along).unwrap().unwrap().depth, 0.75);
}
