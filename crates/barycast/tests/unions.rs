//! Composite shapes against their parts one by one, and scaled shapes against their originals.

use barycast::dynamic::any::{NoAnswer, Shape2, Shape3};
use barycast::pair::cast::CastOptions;
use barycast::shape::*;
use barycast::vector::Vector;
use barycast_testkit::pairs::{Pair, reach_of};
use barycast_testkit::random::{Class, Source, shape2, shape3};
use glam::{DMat3, DQuat, DVec2, DVec3, dvec2, dvec3};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Cases per pair of kinds; more with `BARYCAST_CASES=20`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

const CLASSES: [Class; 3] = [Class::Grid, Class::Plain, Class::Mixed];

/// A shape and its parts.
trait Parts: Pair + Clone + std::fmt::Debug {
    /// Returns its parts, recursively.
    fn leaves(&self) -> Vec<Self>;

    /// Checks that results agree with those of the parts.
    fn agrees_with_parts(&self, other: &Self, velocity: Self::Vector) -> Result<(), String>;

    /// Checks that the line, which is `self`, is in the other shape exactly where it is in one of
    /// its parts.
    fn cut_agrees_with_parts(&self, other: &Self) -> Result<(), String>;
}

/// Intervals of a line, and whether they are those of solids.
type Stretches = Vec<(f64, f64, bool)>;

/// Returns the hits of merged intervals; `None` if rounding decides which of them meet.
fn merged(mut stretches: Stretches, noise: f64) -> Option<Vec<f64>> {
    stretches.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut all: Stretches = Vec::new();
    for next in stretches {
        match all.last_mut() {
            Some(last) if next.0 <= last.1 + noise => {
                last.1 = last.1.max(next.1);
                last.2 |= next.2;
            }
            Some(last) if next.0 <= last.1 + 1e4 * noise => return None,
            _ => all.push(next),
        }
    }
    let mut hits = Vec::new();
    for (enter, exit, solid) in all {
        let width = exit - enter;
        if !solid && width > noise && width < 1e4 * noise {
            return None;
        }
        hits.push(enter);
        if solid || width > noise {
            hits.push(exit);
        }
    }
    Some(hits.into_iter().filter(|t| t.is_finite()).collect())
}

macro_rules! parts {
    ($Any:ident $V:ident { $($special:pat $(if $when:expr)? => $leaves:expr),* }) => {
        impl Parts for $Any {
            fn leaves(&self) -> Vec<Self> {
                match self {
                    Self::Compound(a) => a.shapes().iter().flat_map(Parts::leaves).collect(),
                    Self::Polyline(a) => {
                        let p = a.points();
                        let next = |i: usize| p[(i + 1) % p.len()];
                        let count = if a.is_closed() || p.len() == 1 { p.len() } else { p.len() - 1 };
                        (0..count).map(|i| Segment::new(p[i], next(i)).into()).collect()
                    }
                    Self::Voxels(a) => {
                        let cell = |index: &[i32; 3]| {
                            let low = $V::from_fn(|axis| a.origin()[axis] + f64::from(index[axis]) * a.size()[axis]);
                            let high = $V::from_fn(|axis| a.origin()[axis] + f64::from(index[axis] + 1) * a.size()[axis]);
                            Aabb::new(low, high).into()
                        };
                        a.filled().iter().map(cell).collect()
                    }
                    $($special $(if $when)? => $leaves,)*
                    other => vec![other.clone()],
                }
            }

            fn agrees_with_parts(&self, other: &Self, velocity: $V) -> Result<(), String> {
                let leaves = self.leaves();
                let size = reach_of(self).max(reach_of(other));
                let meets = self.intersects(other);
                if meets != leaves.iter().any(|leaf| leaf.intersects(other)) {
                    return Err(format!("intersects {meets}"));
                }
                let found = self.closest(other);
                let least = leaves.iter().map(|leaf| leaf.closest(other).distance).fold(f64::INFINITY, f64::min);
                if (found.distance - least).abs() > 1e-12 * size.max(found.on_a.abs().max_element()) {
                    return Err(format!("{found:?}, but {least} by parts"));
                }
                let ts = leaves.iter().map(|leaf| leaf.sweep(other, velocity, 1.0));
                if let (Ok(found), Ok(ts)) = (self.sweep(other, velocity, 1.0), ts.collect::<Result<Vec<_>, _>>()) {
                    let first = ts.into_iter().flatten().map(|impact| impact.t).reduce(f64::min);
                    let off = found.map(|impact| impact.t).zip(first).map_or(0.0, |(x, y)| (x - y).abs());
                    if found.is_some() != first.is_some() || off * velocity.length() > 1e-6 * size {
                        return Err(format!("{found:?} along {velocity:?}, but {first:?} by parts"));
                    }
                }
                if leaves.iter().any(|leaf| leaf.contains(other) == Ok(true)) && self.contains(other) != Ok(true) {
                    return Err(format!("contains {:?}, but a part does", self.contains(other)));
                }
                let held: Result<Vec<_>, _> = leaves.iter().map(|leaf| other.contains(leaf)).collect();
                let all = other.contains(self);
                if let Ok(held) = held
                    && all.as_ref().is_ok_and(|all| *all != held.iter().all(|held| *held))
                {
                    return Err(format!("is held {all:?}, but its parts {held:?}"));
                }
                Ok(())
            }

            fn cut_agrees_with_parts(&self, other: &Self) -> Result<(), String> {
                let Self::Line(line) = self else { return Err("no line".into()) };
                let options = CastOptions::default();
                let mut stretches = Stretches::new();
                for leaf in other.leaves() {
                    if let (true, Ok(span)) = (leaf.is_solid(), self.span(&leaf)) {
                        stretches.extend(span.map(|(enter, exit)| (enter, exit, true)));
                        continue;
                    }
                    let hits: Vec<f64> =
                        self.cast_all_with(&leaf, &options).map_err(|e| e.to_string())?.iter().map(|hit| hit.t).collect();
                    if leaf.is_solid() {
                        stretches.extend(hits.chunks(2).map(|ends| (ends[0], ends[1], true)));
                    } else if let (Self::Segment(_), [enter, exit]) = (&leaf, &hits[..]) {
                        stretches.push((*enter, *exit, false));
                    } else {
                        stretches.extend(hits.iter().map(|t| (*t, *t, false)));
                    }
                }
                let size = reach_of(self).max(reach_of(other));
                let noise = 1e-13 * size / line.direction.length();
                let Some(expected) = merged(stretches, noise) else { return Ok(()) };
                let hits = self.cast_all_with(other, &options).map_err(|e| e.to_string())?;
                let found: Vec<f64> = hits.iter().map(|hit| hit.t).collect();
                let alike = |(x, y): (&f64, &f64)| (x - y).abs() <= 1e4 * noise;
                if found.len() != expected.len() || !found.iter().zip(&expected).all(alike) {
                    return Err(format!("hits {found:?}, but {expected:?} by parts"));
                }
                Ok(())
            }
        }
    };
}

parts!(Shape2 DVec2 {});
parts!(Shape3 DVec3 {
    Self::HeightField(a) => {
        let at = |i: usize, j: usize| {
            let [dx, dy] = a.spacing();
            a.origin() + dvec3(i as f64 * dx, j as f64 * dy, a.heights()[j][i])
        };
        let mut triangles = Vec::new();
        for (j, row) in a.heights().iter().enumerate().skip(1) {
            for i in 1..row.len() {
                let (low, high) = (at(i - 1, j - 1), at(i, j));
                triangles.push(Triangle::new(low, at(i, j - 1), high).into());
                triangles.push(Triangle::new(low, high, at(i - 1, j)).into());
            }
        }
        triangles
    },
    Self::Mesh(a) if !a.is_solid() => {
        a.triangles().iter().map(|t| {
            let [a, b, c] = t.map(|i| a.vertices()[i as usize]);
            Triangle::new(a, b, c).into()
        }).collect()
    }
});

/// Returns the failures among pairs of which one is composite.
fn failures<A: Parts<Vector: std::ops::Mul<f64, Output = A::Vector> + Copy>>(
    unions: &[&str],
    names: &[&str],
    shape: impl Fn(&mut Source, &str) -> Option<A>,
    velocity: impl Fn(&mut Source) -> A::Vector,
) -> Vec<String> {
    let mut failures = Vec::new();
    let mut total = 0_u64;
    for first in unions {
        for (i, second) in names.iter().chain(unions).enumerate() {
            // Every other pair, in the quick run.
            if cases() == 1 && (i + first.len()) % 2 == 1 {
                continue;
            }
            let mut shown = 0;
            for seed in 0..cases() {
                let class = CLASSES[(total % 3) as usize];
                let mut source = Source::new(seed * 7919 + total, class);
                let (Some(a), Some(b)) = (shape(&mut source, first), shape(&mut source, second)) else {
                    continue;
                };
                let way = velocity(&mut source) * 8.0;
                total += 1;
                let cut = if *second == "line" { b.cut_agrees_with_parts(&a) } else { Ok(()) };
                let agrees = a.agrees_with_parts(&b, way).and(cut);
                let (x, y) = if seed % 2 == 0 { (&a, &b) } else { (&b, &a) };
                if let Err(wrong) = agrees.and_then(|()| x.keeps_to_all(y, way)) {
                    shown += 1;
                    if shown <= 2 {
                        failures.push(format!("{first} {second} ({class:?}): {wrong}\n   {a:?}\n   {b:?}"));
                    }
                }
            }
        }
    }
    assert!(total > 50, "only {total} queries");
    failures
}

#[test]
fn unions_in_2d_agree_with_their_parts() {
    let names: Vec<&str> = [Shape2::NAMES, &["annulus", "arc"]].concat();
    let unions = ["polyline", "voxels", "sector", "polygon", "compound"];
    let failures = failures(&unions, &names, shape2, Source::direction);
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn unions_in_3d_agree_with_their_parts() {
    let names: Vec<&str> = [Shape3::NAMES, &["torus"]].concat();
    let unions = ["polyline", "voxels", "height_field", "mesh", "polygon", "compound"];
    let failures = failures(&unions, &names, shape3, Source::direction);
    assert!(failures.is_empty(), "{} wrong\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn line_intervals_in_unions_agree_with_the_parts() {
    for class in CLASSES {
        for seed in 0..200 * cases() {
            let mut source = Source::new(seed, class);
            let name = ["polyline", "voxels", "compound"][seed as usize % 3];
            let flat = shape2(&mut source, name).unwrap();
            let line = Shape2::from(Line::<DVec2>::new(source.point(), source.direction()));
            assert_eq!(line.cut_agrees_with_parts(&flat), Ok(()), "{line:?} {flat:?}");
            let solid = shape3(&mut source, name).unwrap();
            let line = Shape3::from(Line::<DVec3>::new(source.point(), source.direction()));
            assert_eq!(line.cut_agrees_with_parts(&solid), Ok(()), "{line:?} {solid:?}");
        }
    }
}

/// Returns the distance of a point to a box.
fn off_box(low: DVec3, high: DVec3, p: DVec3) -> f64 {
    p.clamp(low, high).distance(p)
}

#[test]
fn points_in_voxels_have_the_depth_of_the_nearest_exposed_face() {
    for seed in 0..300 * cases() {
        let mut source = Source::new(seed, if seed % 2 == 0 { Class::Grid } else { Class::Plain });
        let Some(Shape3::Voxels(voxels)) = shape3(&mut source, "voxels") else { continue };
        let (origin, size) = (voxels.origin(), voxels.size());
        if size.min_element() <= 0.0 {
            continue;
        }
        let corner = |cell: [i32; 3]| {
            origin + size * dvec3(f64::from(cell[0]), f64::from(cell[1]), f64::from(cell[2]))
        };
        let mut faces: Vec<(DVec3, DVec3)> = Vec::new();
        for cell in voxels.filled() {
            for (axis, step) in (0..3).flat_map(|axis| [(axis, 0), (axis, 1)]) {
                let mut beside = *cell;
                beside[axis] += 2 * step - 1;
                if !voxels.filled().contains(&beside) {
                    let (mut low, mut high) = (corner(*cell), corner(cell.map(|i| i + 1)));
                    let wall = if step == 0 { low[axis] } else { high[axis] };
                    (low[axis], high[axis]) = (wall, wall);
                    faces.push((low, high));
                }
            }
        }
        let shape = Shape3::from(voxels.clone());
        for _ in 0..20 {
            let p = origin + size * dvec3(source.rng.f64(), source.rng.f64(), source.rng.f64()) * 6.0
                - size * 2.5;
            let off = faces.iter().map(|(low, high)| off_box(*low, *high, p)).fold(f64::INFINITY, f64::min);
            let inside = voxels
                .filled()
                .iter()
                .any(|cell| off_box(corner(*cell), corner(cell.map(|i| i + 1)), p) == 0.0);
            let expected = if inside { -off } else { off };
            let found = shape.signed_distance(p);
            assert!(
                (found - expected).abs() <= 1e-13 * (1.0 + reach_of(&shape)),
                "{shape:?} {p:?} {found} {expected}"
            );
        }
    }
}

#[test]
fn points_in_sectors_have_the_depth_of_the_nearest_boundary_point() {
    const COUNT: u32 = 2000;
    for seed in 0..60 * cases() {
        let mut source = Source::new(seed, if seed % 2 == 0 { Class::Grid } else { Class::Plain });
        let Some(Shape2::Sector(sector)) = shape2(&mut source, "sector") else { continue };
        let Sector { center, radius, start, sweep } = sector;
        let whole = sweep.abs() >= TAU;
        let rim =
            |part: f64| center + DVec2::from_angle(start + if whole { TAU } else { sweep } * part) * radius;
        let parts = (0..=COUNT).map(|i| f64::from(i) / f64::from(COUNT));
        let mut edge: Vec<DVec2> = parts.clone().map(rim).collect();
        if !whole {
            edge.extend(parts.flat_map(|part| [0.0, 1.0].map(|end| center.lerp(rim(end), part))));
        }
        let shape = Shape2::from(sector);
        for _ in 0..20 {
            let p = center + dvec2(source.rng.f64() - 0.5, source.rng.f64() - 0.5) * 3.0 * (radius + 0.1);
            let w = p - center;
            let turned = (w.y.atan2(w.x) - start) * sweep.signum();
            let within = whole || turned.rem_euclid(TAU) <= sweep.abs();
            let off = edge.iter().map(|q| q.distance(p)).fold(f64::INFINITY, f64::min);
            let expected = if within && w.length() <= radius { -off } else { off };
            let found = shape.signed_distance(p);
            let step = 8.0 * radius / f64::from(COUNT) + 1e-12;
            assert!((found - expected).abs() <= step, "{shape:?} {p:?} {found} {expected}");
            assert!(found.abs() <= off + 1e-12 * (1.0 + radius), "{shape:?} {p:?} {found} {expected}");
        }
    }
}

fn cube() -> (Shape3, Shape3) {
    let corner = |i: u32| dvec3(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 2.0;
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    let mesh = Mesh::try_new((0..8).map(corner).collect(), triangles, true).unwrap();
    (mesh.into(), Aabb::new(DVec3::ZERO, DVec3::splat(2.0)).into())
}

#[test]
fn a_cube_of_triangles_agrees_with_a_box() {
    let (mesh, aabb) = cube();
    let names = [
        "point",
        "segment",
        "line",
        "plane",
        "half_space",
        "sphere",
        "aabb",
        "obb",
        "capsule",
        "triangle",
        "convex",
        "tetrahedron",
        "cone",
        "torus",
        "polyline",
    ];
    let (mut met, mut ties) = (0, 0);
    for (class, seed) in CLASSES.into_iter().flat_map(|class| (0..6 * cases()).map(move |seed| (class, seed)))
    {
        for name in names {
            let mut source = Source::new(seed, class);
            let Some(b) = shape3(&mut source, name) else { continue };
            let size = reach_of(&b) + 2.0;
            let found = [&mesh, &aabb].map(|a| a.contact(&b).unwrap());
            let [alike, same_way] = match found {
                [Some(x), Some(y)] => {
                    let way = |x: DVec3| y.normal_a_to_b.is_some_and(|y| x.distance(y) < 1e-6);
                    let same_way = x.normal_a_to_b.map_or(y.normal_a_to_b.is_none(), way);
                    (met, ties) = (met + 1, ties + u32::from(!same_way));
                    [x.depth == y.depth || (x.depth - y.depth).abs() < 1e-9 * size, same_way]
                }
                [x, y] => [x == y; 2],
            };
            assert!(alike, "{b:?} {found:?}");
            // Either of two equal separations may be reported, with touches at different points.
            let points = |a: &Shape3| a.manifold(&b).unwrap().map(|manifold| manifold.points.len());
            assert!(!same_way || points(&mesh) == points(&aabb), "{b:?} {found:?}");
            assert_eq!(mesh.contains(&b), aabb.contains(&b), "{b:?}");
            if name != "torus" {
                assert_eq!(b.contains(&mesh), b.contains(&aabb), "{b:?}");
            }
            let off = mesh.closest(&b).distance - aabb.closest(&b).distance;
            assert!(off.abs() <= 1e-12 * size, "{b:?} {off}");
            if name == "line" {
                let ts =
                    |a: &Shape3| -> Vec<f64> { b.cast_all(a).unwrap().iter().map(|hit| hit.t).collect() };
                let (x, y) = (ts(&mesh), ts(&aabb));
                let alike = x.len() == y.len() && x.iter().zip(&y).all(|(x, y)| (x - y).abs() < 1e-12 * size);
                assert!(alike, "{b:?} {x:?} {y:?}");
            }
        }
    }
    assert!(met > 50 && 10 * ties < met, "{ties} of {met}");
}

fn boxes(cells: &[[f64; 2]]) -> Shape2 {
    let cell = |[x, y]: &[f64; 2]| Aabb::new(dvec2(*x, *y), dvec2(x + 1., y + 1.)).into();
    Compound::try_new(cells.iter().map(cell).collect()).unwrap().into()
}

#[test]
fn a_compound_contains_what_a_part_contains() {
    let two = boxes(&[[0., 0.], [1., 0.]]);
    let holds = |b: Shape2| two.contains(&b).ok();
    assert_eq!(holds(Segment::new(dvec2(0., 0.), dvec2(1., 1.)).into()), Some(true));
    assert_eq!(holds(Point(dvec2(1., 0.5)).into()), Some(true));
    assert_eq!(holds(Point(dvec2(2.5, 0.5)).into()), Some(false));
    assert_eq!(holds(Segment::new(dvec2(0.5, 0.5), dvec2(1.5, 0.5)).into()), Some(true), "over both");
    assert_eq!(holds(Segment::new(dvec2(0.5, 0.5), dvec2(2.5, 0.5)).into()), Some(false));
    assert_eq!(holds(Sphere::new(dvec2(9., 9.), 1.).into()), Some(false));
    assert_eq!(holds(boxes(&[[0., 0.], [1., 0.]])), Some(true), "each part in one");
    assert_eq!(holds(Line::new(DVec2::ZERO, DVec2::X).into()), Some(false));
    let around = Shape2::from(Aabb::new(dvec2(0., 0.), dvec2(2., 1.)));
    assert_eq!(around.contains(&two), Ok(true));
    assert_eq!(Shape2::from(Sphere::new(dvec2(1., 0.5), 1.)).contains(&two), Ok(false));
}

#[test]
fn a_line_through_adjacent_boxes_enters_once_and_exits_once() {
    let hits = |shape: &Shape2, y: f64| -> Vec<f64> {
        let line = Shape2::from(Line::new(dvec2(-1., y), DVec2::X));
        line.cast_all(shape).unwrap().iter().map(|hit| hit.t).collect()
    };
    let row = boxes(&[[1., 0.], [0., 0.], [3., 0.]]);
    assert_eq!(hits(&row, 0.5), [1., 3., 4., 5.]);
    assert_eq!(hits(&row, 1.), [1., 3., 4., 5.], "along the upper sides");
    let corner = boxes(&[[0., 0.], [1., 1.]]);
    assert_eq!(hits(&corner, 1.), [1., 3.]);
    let voxels =
        Voxels::try_new(DVec2::ZERO, DVec2::ONE, vec![[0, 0, 0], [1, 0, 0], [3, 0, 0]]).unwrap().into();
    assert_eq!(hits(&voxels, 0.5), [1., 3., 4., 5.]);
    // Curves and solids together: the wire ends as a curve does, the box as a solid.
    let wire = Segment::new(dvec2(-0.5, 0.), dvec2(-0.5, 1.)).into();
    let both = Compound::try_new(vec![wire, row]).unwrap().into();
    assert_eq!(hits(&both, 0.5), [0.5, 1., 3., 4., 5.]);
    let zigzag =
        Polyline::try_new([[0., 0.], [1., 1.], [2., 0.], [3., 0.]].map(DVec2::from_array).to_vec(), false);
    let zigzag = zigzag.unwrap().into();
    assert_eq!(hits(&zigzag, 1.), [2.]);
    assert_eq!(hits(&zigzag, 0.), [1., 3., 4.]);
    let three_quarters = Sector::new(DVec2::ZERO, 2., 0., 1.5 * PI).into();
    assert_eq!(hits(&three_quarters, 1.).len(), 2, "over the seam inside");
    let quarter = Sector::new(DVec2::ZERO, 5., FRAC_PI_2, -FRAC_PI_2).into();
    // A right angle is rounded.
    assert!((hits(&quarter, 3.)[0] - 1.).abs() < 1e-15 && hits(&quarter, 3.)[1] == 5.);
}

/// The faces of rotated voxels are rounded separately.
#[test]
fn a_line_through_rotated_voxels_enters_once_and_exits_once() {
    let quaternion = DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9).normalize();
    let turned = DMat3::from_quat(quaternion);
    let axes = [turned.x_axis, turned.y_axis, turned.z_axis];
    let way = dvec3(0.1, 0.2, 0.3);
    let row = Voxels::try_new(way, DVec3::splat(0.7), vec![[0, 0, 0], [1, 0, 0], [2, 0, 0]]).unwrap();
    let bar = Aabb::new(way, way + dvec3(2.1, 0.7, 0.7));
    let (row, bar) = (Shape3::from(row), Shape3::from(bar));
    let hits = |line: &Shape3, shape: &Shape3| -> Vec<(f64, DVec3)> {
        let hits = line.cast_all(shape).unwrap();
        hits.iter().map(|hit| (hit.t, hit.normal.unwrap())).collect()
    };
    let once = |shape: &Shape3| shape.posed(&axes, way).unwrap();
    let half = dvec3(0.5, 2., 3.);
    let stretched = |shape: &Shape3| once(shape).try_scaled(half).unwrap();
    let twice = |shape: &Shape3| once(&once(shape));
    let mut rng = fastrand::Rng::with_seed(5);
    let mut met = 0;
    for (row, bar) in
        [(once(&row), once(&bar)), (twice(&row), twice(&bar)), (stretched(&row), stretched(&bar))]
    {
        for _ in 0..1000 {
            let mut number = || rng.f64() * 4. - 2.;
            let origin = dvec3(number(), number(), number()) * 2.;
            let direction = dvec3(number(), number(), number());
            let line = Shape3::from(Line::new(origin, direction));
            let (found_hits, right) = (hits(&line, &row), hits(&line, &bar));
            let near = |((t, n), (u, m)): (&(f64, DVec3), &(f64, DVec3))| {
                (t - u).abs() < 1e-13 && n.distance(*m) < 1e-12
            };
            let same = found_hits.len() == right.len() && found_hits.iter().zip(&right).all(near);
            assert!(same, "{line:?} {found_hits:?} {right:?}");
            met += found_hits.len();
        }
    }
    assert!(met > 100, "{met}");
    // Along an edge that two voxels share.
    let origin = dvec3(-3.304_846_601_655_323_3, 3.200_287_688_159_504, 0.378_944_059_656_978_64);
    let direction = dvec3(5.808_893_433_990_937, -2.311_149_040_627_639_4, 0.072_827_084_089_819_64);
    assert_eq!(hits(&Line::new(origin, direction).into(), &once(&row)).len(), 2);
}

#[test]
fn touches_in_a_corner_or_hole_have_depth_0() {
    let depth = |a: &Shape2, b: Shape2| {
        let (there, back) = (a.contact(&b).unwrap().unwrap().depth, b.contact(a).unwrap().unwrap().depth);
        assert_eq!(there, back, "{a:?} {b:?}");
        there
    };
    let corner = boxes(&[[0., 0.], [1., 0.], [0., 1.]]);
    assert_eq!(depth(&corner, Aabb::new(dvec2(1., 1.), dvec2(1.5, 1.5)).into()), 0.);
    assert_eq!(depth(&corner, Sphere::new(dvec2(1.5, 1.5), 0.5).into()), 0.);
    let deeper = depth(&corner, Sphere::new(dvec2(1.25, 1.5), 0.5).into());
    assert!((0.25..0.250_001).contains(&deeper), "out along the wall below: {deeper}");
    let deeper = depth(&corner, Sphere::new(dvec2(1.25, 1.375), 0.5).into());
    assert!((deeper - (0.25_f64 * 0.25 + 0.125 * 0.125).sqrt()).abs() < 1e-6, "out of both walls: {deeper}");
    let ring = Shape2::from(Annulus::new(DVec2::ZERO, 5., 9.));
    assert_eq!(depth(&ring, Sphere::new(dvec2(3., 0.), 2.).into()), 0.);
    assert_eq!(depth(&ring, Sphere::new(dvec2(0., 11.), 2.).into()), 0.);
    assert!((depth(&ring, Sphere::new(dvec2(3.5, 0.), 2.).into()) - 0.5).abs() < 1e-12, "in the hole");
    let bowl = Shape2::from(Arc::new(DVec2::ZERO, 5., PI, PI));
    assert_eq!(depth(&bowl, Sphere::new(dvec2(0., -3.), 2.).into()), 0.);
    assert_eq!(depth(&bowl, Segment::new(dvec2(-3., -4.), dvec2(3., -4.)).into()), 0.);
    let wire =
        Polyline::try_new(vec![DVec2::ZERO, dvec2(4., 0.), dvec2(4., 4.), dvec2(0., 4.)], true).unwrap();
    assert_eq!(depth(&wire.into(), Sphere::new(dvec2(2., 2.), 2.).into()), 0., "all four sides");
}

#[test]
fn crossing_at_a_joint_of_parts_is_deep() {
    let depth = |a: &Shape2, b: &Shape2| a.contact(b).unwrap().unwrap().depth;
    let wire = |points: &[[f64; 2]]| {
        let points = points.iter().map(|p| DVec2::from_array(*p)).collect();
        Shape2::from(Polyline::try_new(points, false).unwrap())
    };
    let upright = Plane::new(DVec2::X, 1.).into();
    let straight = wire(&[[0., 0.], [1., 0.], [2., 0.]]);
    assert_eq!([depth(&straight, &upright), depth(&upright, &straight)], [1., 1.]);
    assert_eq!(depth(&wire(&[[0., 0.], [1., 5.], [3., 0.]]), &upright), 1.);
    assert_eq!(depth(&wire(&[[0., 0.], [1., 5.], [0., 9.]]), &upright), 0., "a corner that only touches");
    assert_eq!(depth(&boxes(&[[0., 0.], [1., 0.]]), &upright), 1.);
    assert_eq!(
        depth(&boxes(&[[0., 0.], [1., 0.]]), &Segment::new(dvec2(1., 0.25), dvec2(1., 9.)).into()),
        0.75
    );
    let (left, right) = (boxes(&[[-1., 0.]]), boxes(&[[1., 0.]]));
    let slot =
        Compound::try_new(vec![left, right, boxes(&[[-1., -1.], [0., -1.], [1., -1.]])]).unwrap().into();
    assert_eq!(depth(&slot, &boxes(&[[0., 0.]])), 0., "as wide as the slot that it stands in");

    let depth = |a: &Shape3, b: &Shape3| a.contact(b).unwrap().unwrap().depth;
    let upright = Shape3::from(Plane::new(DVec3::X, 1.));
    let field = HeightField::try_new(vec![vec![0.; 3]; 3], [1., 1.], DVec3::ZERO).unwrap().into();
    assert_eq!(depth(&field, &upright), 1.);
    let voxels = Voxels::try_new(DVec3::ZERO, DVec3::ONE, vec![[0, 0, 0], [1, 0, 0]]).unwrap().into();
    assert_eq!(depth(&voxels, &Point(dvec3(1., 0.5, 0.5)).into()), 0.5);
    assert_eq!(depth(&voxels, &upright), 1.);
}

#[test]
fn of_equal_separations_one_that_separates_is_reported() {
    // Along -x the voxel below slides along the lowest point of the arc.
    let wedge = Wedge { center: dvec2(-3., 1.), radius: 3., from: dvec2(-1., -2.), to: dvec2(1., -1.) };
    let cells = vec![[-2, -2, 0], [-2, 0, 0], [-1, 1, 0], [1, -1, 0]];
    let voxels = Voxels::try_new(dvec2(-3., -2.), DVec2::ONE, cells).unwrap();
    assert_eq!(Shape2::from(wedge).held(&voxels.into()), Ok(()));
    // The way out of the half-space runs along the wire.
    let wire = Polyline::try_new(vec![dvec2(2., 2.), dvec2(-1., -4.), dvec2(3., -1.)], false).unwrap();
    let half_space = HalfSpace::new(dvec2(1., 2.), 4.);
    let both = Shape2::from(Compound::try_new(vec![wire.into(), half_space.into()]).unwrap());
    assert_eq!(both.held(&Point(dvec2(-1., -4.)).into()), Ok(()));
}

/// Returns the support function of the original of a scaled shape.
fn farthest(core: &Shape3, n: DVec3) -> Option<f64> {
    let p = match core {
        Shape3::Capsule(a) => a.support(n),
        Shape3::Obb(a) => a.support(n),
        Shape3::Ellipsoid(a) => a.support(n),
        Shape3::TaperedCapsule(a) => a.support(n),
        Shape3::Cylinder(a) => a.support(n),
        Shape3::Cone(a) => a.support(n),
        Shape3::Disc(a) => a.support(n),
        Shape3::TruncatedCone(a) => a.support(n),
        Shape3::EllipticCylinder(a) => a.support(n),
        _ => return None,
    };
    Some(p.dot(n))
}

#[test]
fn a_scaled_shape_contains_the_images_of_contained_points() {
    let mut total = 0;
    for (class, seed) in
        CLASSES.into_iter().flat_map(|class| (0..200 * cases()).map(move |seed| (class, seed)))
    {
        let mut source = Source::new(seed, class);
        let Some(Shape3::Scaled(scaled)) = shape3(&mut source, "scaled") else { continue };
        let (core, scale) = (scaled.core.clone(), scaled.scale);
        let image = Shape3::from(scaled);
        let size = reach_of(&image) * 3.0;
        for _ in 0..4 {
            let p: DVec3 = source.point();
            let off = core.closest(&Point(p / scale).into()).distance;
            let found = image.closest(&Point(p).into());
            let (most, least) = (scale.abs().max_element(), scale.abs().min_element());
            assert!(found.distance <= off * most + 1e-12 * size, "{image:?} {p:?} {found:?} {off}");
            assert!(found.distance >= off * least - 1e-12 * size, "{image:?} {p:?} {found:?} {off}");
            assert!(image.intersects(&Point(p).into()) || off > 0.0, "{image:?} {p:?}");
            let back = core.closest(&Point(found.on_a / scale).into()).distance;
            assert!(back <= 1e-12 * size, "{image:?} {p:?} {found:?} {back}");
            // No point of it extends farther toward the other than the closest one.
            let n = (p - found.on_a).normalize_or_zero();
            if let Some(reach) = farthest(&core, n * scale).filter(|_| found.distance > 1e-3 * size) {
                total += 1;
                assert!(reach <= n.dot(found.on_a) + 1e-12 * size, "{image:?} {p:?} {found:?}");
            }
        }
        let line = Line::<DVec3>::new(source.point(), source.direction());
        let before = Shape3::from(Line::new(line.origin / scale, line.direction / scale));
        let options = CastOptions::default();
        let ts = |line: &Shape3, shape: &Shape3| -> Vec<f64> {
            line.cast_all_with(shape, &options).unwrap().iter().map(|hit| hit.t).collect()
        };
        let (found, expected) = (ts(&line.into(), &image), ts(&before, &core));
        let touch = |ts: &[f64]| ts.len() < 2 || ts[1] - ts[0] < 1e-3;
        let alike = found.len() == expected.len()
            && found
                .iter()
                .zip(&expected)
                .all(|(x, y)| (x - y).abs() <= 1e-9 * size / line.direction.length());
        assert!(alike || (touch(&found) && touch(&expected)), "{image:?} {line:?} {found:?} {expected:?}");
    }
    assert!(total > 100, "only {total}");
}

#[test]
fn an_elliptic_cylinder_with_equal_radii_is_a_cylinder() {
    for (class, seed) in CLASSES.into_iter().flat_map(|class| (0..3 * cases()).map(move |seed| (class, seed)))
    {
        for name in Shape3::NAMES.iter().chain(&["torus", "polyline", "voxels"]) {
            let mut source = Source::new(seed, class);
            let Some(Shape3::EllipticCylinder(shape)) = shape3(&mut source, "elliptic_cylinder") else {
                continue;
            };
            let Some(other) = shape3(&mut source, name) else { continue };
            let round = Shape3::from(Cylinder::new(shape.a, shape.b, shape.radii[0]));
            let elliptic =
                Shape3::from(EllipticCylinder::new(shape.a, shape.b, [shape.radii[0]; 2], shape.across));
            let size = reach_of(&elliptic).max(reach_of(&other));
            let (x, y) = (elliptic.closest(&other), round.closest(&other));
            let far = x.on_b.abs().max_element().max(size);
            assert!((x.distance - y.distance).abs() <= 1e-12 * far, "{elliptic:?} {other:?} {x:?} {y:?}");
            // Both agree on the distance, or on the depth.
            let depth = |a: &Shape3| match a.contact(&other) {
                Ok(found) => Ok(found.map(|contact| contact.depth)),
                Err(NoAnswer { question, .. }) => Err(question),
            };
            let (x, y) = (depth(&elliptic), depth(&round));
            let alike = match (&x, &y) {
                (Ok(Some(x)), Ok(Some(y))) => x == y || (x - y).abs() <= 1e-9 * size,
                (Ok(Some(only)), Ok(None)) | (Ok(None), Ok(Some(only))) => *only <= 1e-12 * size,
                _ => x == y,
            };
            assert!(alike, "{elliptic:?} {other:?} {x:?} {y:?}");
            if let Shape3::Line(_) = other {
                let ts =
                    |a: &Shape3| -> Vec<f64> { other.cast_all(a).unwrap().iter().map(|hit| hit.t).collect() };
                let (x, y) = (ts(&elliptic), ts(&round));
                let alike = x.iter().zip(&y).all(|(x, y)| (x - y).abs() <= 1e-9 * size);
                assert!(x.len() == y.len() && alike, "{elliptic:?} {other:?} {x:?} {y:?}");
            }
        }
    }
}

#[test]
fn sectors_that_are_points_cannot_be_rescaled() {
    let point = |x: f64, sweep: f64| Shape2::from(Sector::new(dvec2(x, 0.), 0., 0., sweep));
    for (a, b) in [(point(0., 0.), point(0., 4.)), (point(0., 4.), point(0., 4.))] {
        assert!(a.intersects(&b));
        assert_eq!(a.contact(&b).unwrap().unwrap().depth, 0.);
        assert_eq!(a.closest(&b).distance, 0.);
        assert_eq!(a.sweep(&b, DVec2::X, 1.).unwrap().unwrap().t, 0.);
    }
    assert_eq!(point(0., 4.).closest(&point(1e-310, 4.)).distance, 1e-310);
}
