//! Contact manifolds: as deep as the contact, with points on both surfaces and at every corner that
//! supports a box.

use barycast::convex::manifold::TILT;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::query::{Manifold, ManifoldPoint};
use barycast::shape::*;
use barycast_testkit::pairs::reach_of;
use barycast_testkit::random::{Class, Source, shape2, shape3};
use glam::{DQuat, DVec2, DVec3, Vec3Swizzles, dvec2, dvec3};

/// Classes with touching and aligned shapes, and others.
const CLASSES: [Class; 6] =
    [Class::Grid, Class::Plain, Class::Nudged, Class::GridScaled(-40), Class::Mixed, Class::Far];

/// Cases per pair of convex shapes; half as many for others. More with `BARYCAST_CASES=100 cargo
/// test --release -p barycast --test manifolds`.
fn cases() -> u64 {
    std::env::var("BARYCAST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

/// Largest difference, relative to the size, between the deepest point and the contact, and largest
/// distance of points from their surfaces.
const ULPS: f64 = 16.0 * f64::EPSILON;
const OFF: f64 = 1e-9;
/// Distance, relative to the size, by which composite shapes are moved together to find their
/// supporting parts.
const DENT: f64 = 1e-7;

macro_rules! manifolds {
    ($module:ident $Any:ident $V:ident $random:ident) => {
        mod $module {
            use super::*;

            /// Checks the manifold of `a` and `b`.
            fn wrong(a: &$Any, b: &$Any) -> Result<(), String> {
                let (Ok(contact), Ok(found)) = (a.contact_precisely(b), a.manifold_precisely(b)) else {
                    return Ok(());
                };
                let (Some(contact), Some(found)) = (contact, found) else { return Ok(()) };
                let say = |what: &str| Err(format!("{what}: {contact:?} {found:?}"));
                let Some(n) = contact.normal_a_to_b else { return Ok(()) };
                if found.normal_a_to_b.is_none_or(|m| (m - n).length() > OFF) {
                    return say("another normal");
                }
                let on = |p: $V| p.abs().max_element();
                let size = found
                    .points
                    .iter()
                    .fold(reach_of(a).max(reach_of(b)), |size, p| size.max(on(p.on_a)).max(on(p.on_b)));
                let deepest = found.points.iter().fold(0.0, |most: f64, p| most.max(p.depth));
                if (deepest - contact.depth).abs() > ULPS * size {
                    return say(&format!("{deepest} deep"));
                }
                let parts = |x: &$Any| $Any::COMPOSITES.contains(&x.name());
                let composite = parts(a) || parts(b);
                for p in &found.points {
                    if p.depth.is_nan() || p.depth < 0.0 {
                        return say("negative");
                    }
                    if (p.on_a - p.on_b - n * p.depth).length() > ULPS * size {
                        return say("points are not a depth apart");
                    }
                    for (shape, at) in [(a, p.on_a), (b, p.on_b)] {
                        let off = shape.signed_distance(at);
                        // A point on a part may lie inside the composite.
                        let (off, allowed) = if composite { (off, DENT) } else { (off.abs(), OFF) };
                        // The side of a tilted shape is approximated by the chord from its farthest
                        // point.
                        let chord = shape.name() == "tapered_capsule" && shape.signed_distance(at) < 0.0;
                        let allowed = if chord { TILT * TILT } else { allowed };
                        if off > allowed * size {
                            return say(&format!("{at:?} is {off} off its {}", shape.name()));
                        }
                    }
                }
                Ok(())
            }

            #[test]
            fn the_deepest_point_has_the_contact_depth_and_all_lie_on_both_shapes() {
                let names = [$Any::NAMES, $Any::COMPOSITES, $Any::CURVED].concat();
                let (mut faults, mut total, mut met) = (Vec::new(), 0_u64, 0);
                for (i, first) in names.iter().enumerate() {
                    for second in &names[i..] {
                        let convex = |name: &&str| $Any::NAMES.contains(name);
                        let cases =
                            if convex(first) && convex(second) { cases() } else { cases().div_ceil(2) };
                        for _ in 0..cases {
                            total += 1;
                            let class = CLASSES[(total % CLASSES.len() as u64) as usize];
                            let mut source = Source::new(total, class);
                            let (Some(a), Some(b)) =
                                ($random(&mut source, first), $random(&mut source, second))
                            else {
                                continue;
                            };
                            met += u32::from(a.intersects(&b));
                            for (a, b) in [(&a, &b), (&b, &a)] {
                                if let Err(what) = wrong(a, b) {
                                    let pair = format!("{} {} ({class:?} {total})", a.name(), b.name());
                                    faults.push(format!("{pair}: {what}\n   {a:?}\n   {b:?}"));
                                }
                            }
                        }
                    }
                }
                assert!(u64::from(met) * 4 > total, "{met} of {total} pairs met");
                let some = &faults[..faults.len().min(12)];
                assert!(faults.is_empty(), "{} in all\n{}", faults.len(), some.join("\n"));
            }
        }
    };
}

manifolds!(in_2d Shape2 DVec2 shape2);
manifolds!(in_3d Shape3 DVec3 shape3);

fn held(a: &Shape3, b: &Shape3) -> Manifold<DVec3> {
    a.manifold_precisely(b).unwrap().unwrap()
}

fn ground() -> Shape3 {
    HalfSpace::new(DVec3::Z, 0.0).into()
}

/// Returns the depths, and the points seen from above, sorted.
fn from_above(found: &Manifold<DVec3>) -> Vec<[f64; 3]> {
    let mut points: Vec<_> = found.points.iter().map(|p| [p.on_b.x, p.on_b.y, p.depth]).collect();
    points.sort_by(|p, q| p.partial_cmp(q).unwrap());
    points
}

#[test]
fn manifolds_on_thin_and_thick_plates_are_equal() {
    let plate = |thick: f64| Aabb::new(dvec3(-10., -10., -thick), dvec3(10., 10., 0.));
    let (thin, thick) = (Shape3::from(plate(1.)), Shape3::from(plate(20.)));
    let low = 0.49;
    let cube = Aabb::new(dvec3(-0.5, -0.5, low - 0.5), dvec3(0.5, 0.5, low + 0.5));
    let corners = [dvec3(0., 0., -0.01), dvec3(2., 0., -0.01), dvec3(0., 2., -0.01), dvec3(0., 0., 3.)];
    let shapes: [(Shape3, usize); 9] = [
        (cube.into(), 4),
        (Capsule::new(dvec3(-1., 0., low), dvec3(1., 0., low), 0.5).into(), 2),
        (Cylinder::new(dvec3(-1., 0., low), dvec3(1., 0., low), 0.5).into(), 2),
        (Cylinder::new(dvec3(0., 0., -0.01), dvec3(0., 0., 2.), 0.5).into(), 4),
        (Cone::new(dvec3(0., 0., 3.), dvec3(0., 0., -0.01), 0.5).into(), 4),
        (Obb::new(dvec3(1., 2., low), DVec3::splat(0.5), [DVec3::X, DVec3::Y, DVec3::Z]).into(), 4),
        (Convex::try_new(corners.to_vec()).unwrap().into(), 3),
        (Tetrahedron::new(corners[0], corners[1], corners[2], corners[3]).into(), 3),
        (Shape3::from(Aabb::new(dvec3(-1., -1., 0.24), dvec3(1., 1., 2.))).try_rounded(0.25).unwrap(), 4),
    ];
    for (shape, count) in &shapes {
        let [found, like] = [&thin, &thick].map(|plate| from_above(&held(plate, shape)));
        assert_eq!(found.len(), *count, "{shape:?} {found:?}");
        assert_eq!(found, like, "{shape:?}");
        assert!(found.iter().all(|[.., depth]| (depth - 0.01).abs() < 1e-15), "{shape:?} {found:?}");
    }
    let four = from_above(&held(&thin, &shapes[0].0));
    assert_eq!(places(&four), [[-0.5, -0.5], [-0.5, 0.5], [0.5, -0.5], [0.5, 0.5]]);
}

fn places(points: &[[f64; 3]]) -> Vec<[f64; 2]> {
    points.iter().map(|[x, y, _]| [*x, *y]).collect()
}

#[test]
fn a_plate_of_any_thickness_rests_on_four_corners() {
    for thick in [1., 0.11, 1e-3, 1e-6, 1e-9, 1e-12] {
        let plate = Aabb::new(dvec3(-5., -5., -thick * 0.25), dvec3(5., 5., thick)).into();
        let found = from_above(&held(&ground(), &plate));
        assert_eq!(places(&found), [[-5., -5.], [-5., 5.], [5., -5.], [5., 5.]], "{thick}");
        assert!(found.iter().all(|[.., depth]| *depth == thick * 0.25), "{thick} {found:?}");
        // Also on its narrow side, and rotated.
        let turn = DQuat::from_rotation_z(0.3);
        let axes = [turn * DVec3::X, turn * DVec3::Y, turn * DVec3::Z];
        for (half, below) in [(dvec3(5., 5., thick), thick), (dvec3(5., thick, 5.), 5.)] {
            let turned = Obb::new(dvec3(1., 2., below * 0.5), half, axes).into();
            let found = held(&ground(), &turned);
            assert_eq!(found.points.len(), 4, "{thick} {found:?}");
            let off = |p: &ManifoldPoint<DVec3>| (p.depth - below * 0.5).abs();
            assert!(found.points.iter().all(|p| off(p) < 1e-15), "{thick} {found:?}");
        }
    }
}

#[test]
fn a_thin_wall_through_a_plate_is_pushed_out_by_its_far_face() {
    let plate = Aabb::new(dvec3(-32., -26., -8.), dvec3(36., 20., -6.)).into();
    let wall = Aabb::new(dvec3(-25., 4., -28.), dvec3(-24., 38., 39.)).into();
    let found = held(&plate, &wall);
    assert_eq!(found.normal_a_to_b, Some(-DVec3::X));
    assert_eq!(found.points.len(), 4);
    assert!(found.points.iter().all(|p| (p.depth, p.on_b.x) == (8., -24.)), "{found:?}");
}

#[test]
fn a_slightly_tilted_plate_rests_on_its_lower_face() {
    for thick in [1.0, 0.01, 1e-6] {
        let turn = DQuat::from_rotation_x(0.02);
        let axes = [turn * DVec3::X, turn * DVec3::Y, turn * DVec3::Z];
        let half = dvec3(1., 1., thick);
        let low = 0.02_f64.sin() + 0.02_f64.cos() * thick;
        let rounded = |radius: f64| {
            let plate = Shape3::from(Obb::new(dvec3(0., 0., low + radius - 0.1), half, axes));
            if radius > 0. { plate.try_rounded(radius).unwrap() } else { plate }
        };
        for plate in [rounded(0.), rounded(0.5)] {
            let found = from_above(&held(&ground(), &plate));
            let mut depths: Vec<f64> = found.iter().map(|p| p[2]).collect();
            depths.sort_by(f64::total_cmp);
            assert_eq!(depths.len(), 4, "{thick} {found:?}");
            assert!((depths[3] - 0.1).abs() < 1e-15 && (depths[2] - 0.1).abs() < 1e-15, "{depths:?}");
            assert!(depths[0] > 0.05 && depths[1] < 0.07, "{depths:?}");
        }
    }
}

#[test]
fn a_tapered_capsule_has_the_depth_of_its_deeper_end() {
    let lying = TaperedCapsule::new(dvec3(0., 0., 1.), dvec3(4., 0., 1.), 2., 1.5);
    let found = from_above(&held(&ground(), &Shape3::from(lying)));
    assert_eq!(found, [[0., 0., 1.]]);
    let rounded = Shape3::from(lying).try_rounded(0.5).unwrap();
    assert_eq!(from_above(&held(&ground(), &rounded)), [[0., 0., 1.5]]);
    // It rests on its side, on two points.
    let side = TaperedCapsule::new(dvec3(0., 0., 1.), dvec3(4., 0., 0.5), 2., 1.5);
    let found = from_above(&held(&ground(), &side.into()));
    assert_eq!(found, [[0., 0., 1.], [4., 0., 1.]]);
    // In 2D, rotated.
    let capsule = TaperedCapsule::new(dvec2(2.5, 0.), dvec2(-1., -0.5), 2., 1.5);
    let turn = DVec2::from_angle(0.5);
    let capsule = Shape2::from(capsule).posed(&[turn, turn.perp()], dvec2(-2.5, 0.5)).unwrap();
    let hull = Convex::try_new(vec![dvec2(-1.5, -3.), dvec2(-2., 3.), dvec2(2.5, 2.)]).unwrap().into();
    for (a, b) in [(&capsule, &hull), (&hull, &capsule)] {
        let contact = a.contact_precisely(b).unwrap().unwrap();
        let found = a.manifold_precisely(b).unwrap().unwrap();
        let deepest = found.points.iter().map(|p| p.depth).fold(0., f64::max);
        assert!((deepest - 3.580).abs() < 1e-3 && deepest == contact.depth, "{contact:?} {found:?}");
    }
}

#[test]
fn a_rim_is_deepest_at_its_lowest_point() {
    let round = DVec3::ONE;
    let disc = Disc::new(dvec3(0., 0., 0.5), round, 2.);
    let deep = 2. * (2.0_f64 / 3.).sqrt() - 0.5;
    let cup = |top: f64| TruncatedCone::new(dvec3(0., 0., 0.5), dvec3(0., 0., 0.5) + round, 2., top);
    let cone = Cone::new(dvec3(0., 0., 0.5) + round, dvec3(0., 0., 0.5), 2.);
    let oval = EllipticCylinder::new(dvec3(0., 0., 0.5), dvec3(0., 0., 0.5) + round, [2., 2.], DVec3::X);
    let shapes: [Shape3; 5] = [disc.into(), cup(0.5).into(), cup(2.).into(), cone.into(), oval.into()];
    for shape in &shapes {
        let found = held(&ground(), shape);
        let deepest = found.points.iter().max_by(|p, q| p.depth.total_cmp(&q.depth)).unwrap();
        assert!((deepest.depth - deep).abs() < 1e-15, "{shape:?} {found:?}");
        assert!(
            (deepest.on_b.z + deep).abs() < 1e-15 && (deepest.on_b.x - deepest.on_b.y).abs() < 1e-14,
            "{found:?}"
        );
    }
}

#[test]
fn touching_composites_have_depth_0() {
    let cells = Voxels::try_new(DVec3::ZERO, DVec3::splat(0.3), vec![[0, 0, 0], [1, 0, 0], [0, 1, 0]]);
    let cells = Shape3::from(cells.unwrap());
    for (x, y) in [(0., 0.), (0.1, -0.2), (-0.3, 0.15)] {
        let touching = Aabb::new(dvec3(x, y, -1.), dvec3(x + 0.4, y + 0.4, 0.)).into();
        for (a, b) in [(&cells, &touching), (&touching, &cells)] {
            let found = held(a, b);
            assert!(found.points.iter().all(|p| p.depth == 0.), "{found:?}");
        }
    }
}

/// One box stands on another: the manifold has the corners of the shared face.
#[test]
fn boxes_rest_on_all_corners_of_the_shared_face() {
    let mut rng = fastrand::Rng::with_seed(7);
    for case in 0..2000 {
        let mut number = |most: i32| {
            let grid = f64::from(rng.i32(1..=most));
            if case % 2 == 0 { grid } else { grid * rng.f64() + 0.01 }
        };
        let (wide, small) =
            (dvec3(number(40), number(40), number(4)), dvec3(number(8), number(8), number(8)));
        let at = dvec2(number(40) - 20., number(40) - 20.) * 0.5;
        let depth = wide.z.min(small.z) * 0.007_812_5 * if case % 3 == 0 { 0. } else { 1. };
        // From the center of the lower box's upper face.
        let lower = Aabb::new(dvec3(-wide.x, -wide.y, -2. * wide.z), dvec3(wide.x, wide.y, 0.));
        let upper = Aabb::new(
            dvec3(at.x - small.x, at.y - small.y, -depth),
            dvec3(at.x + small.x, at.y + small.y, small.z),
        );
        let (low, high) = (lower.min.max(upper.min), lower.max.min(upper.max));
        if high.x - low.x <= 2. * depth || high.y - low.y <= 2. * depth {
            continue;
        }
        let found = held(&lower.into(), &upper.into());
        assert_eq!(found.normal_a_to_b, Some(DVec3::Z), "{lower:?} {upper:?}");
        let right = [[low.x, low.y], [low.x, high.y], [high.x, low.y], [high.x, high.y]];
        let points = from_above(&found);
        assert!(points.iter().all(|p| p[2] == depth), "{lower:?} {upper:?} {found:?}");
        let near = |p: &[f64; 2], q: &[f64; 2]| (p[0] - q[0]).abs() + (p[1] - q[1]).abs() < 1e-14 * 40.;
        let corners = places(&points);
        assert!(
            corners.len() == 4 && right.iter().all(|p| corners.iter().any(|q| near(p, q))),
            "{lower:?} {upper:?} {found:?}"
        );
    }
}

/// An edge a few ulp long appears perpendicular to any normal: rounding cannot distinguish its
/// endpoints along the normal.
#[test]
fn points_at_an_edge_a_few_ulp_long_are_on_both_shapes() {
    for width in [1e-15, 1e-14, 1e-13, 1e-12, 1e-9] {
        let a = Shape2::from(Convex::try_new(vec![dvec2(0., 6.), dvec2(3., 4.), dvec2(-1., 3.)]).unwrap());
        let b = Shape2::from(Triangle::new(dvec2(0., 4.), dvec2(width, 4.), dvec2(2., 4.)));
        let (contact, found) = a.contact_and_manifold(&b).unwrap().unwrap();
        for p in &found.points {
            let off = |shape: &Shape2, p: DVec2| shape.closest(&Point(p).into()).distance;
            // Corners count as level up to 1e-14 of their coordinates.
            assert!(off(&a, p.on_a) < 1e-13 && off(&b, p.on_b) < 1e-13, "{width} {contact:?} {found:?}");
        }
    }
}

#[test]
fn of_two_corners_an_ulp_apart_the_manifold_keeps_the_deeper() {
    let capsule = Capsule::new(
        dvec2(1.883_817_427_713_438_5, 8.0),
        dvec2(4.116_182_572_286_561_5, 9.116_182_572_286_561),
        1.116_182_572_286_561_5,
    );
    let slab =
        Aabb::new(dvec2(3.0, 9.116_182_572_286_56), dvec2(4.116_182_572_286_561_5, 9.116_182_572_286_561));
    let (contact, found) = Shape2::from(capsule).contact_and_manifold(&slab.into()).unwrap().unwrap();
    let deepest = found.points.iter().fold(0.0, |most: f64, p| most.max(p.depth));
    assert_eq!(deepest, contact.depth, "{found:?}");
}

/// Returns the largest distance of the points from their shapes.
fn off_both(a: &Shape3, b: &Shape3, found: &Manifold<DVec3>) -> f64 {
    let off = |shape: &Shape3, at: DVec3| shape.closest(&Point(at).into()).distance;
    found.points.iter().fold(0., |most: f64, p| most.max(off(a, p.on_a)).max(off(b, p.on_b)))
}

#[test]
fn manifolds_of_slightly_tilted_shapes_lie_on_both() {
    let tilts = (-17..-3).map(|digits| 10.0_f64.powi(digits)).chain([0.]);
    for tilt in tilts.flat_map(|tilt| [tilt, -0.7 * tilt]) {
        // A wide box on a small one, in 2D.
        let small = Shape2::from(Aabb::new(dvec2(-2., -1.), dvec2(2., 1.)));
        let turn = DVec2::from_angle(tilt);
        let wide = Obb::new(dvec2(0., 1.5), dvec2(5., 1.), [turn, turn.perp()]).into();
        for (a, b) in [(&small, &wide), (&wide, &small)] {
            let found = a.manifold_precisely(b).unwrap().unwrap();
            let off = |shape: &Shape2, at: DVec2| shape.closest(&Point(at).into()).distance;
            assert_eq!(found.points.len(), 2, "{tilt} {found:?}");
            assert!(
                found.points.iter().all(|p| off(a, p.on_a) < 1e-13 && off(b, p.on_b) < 1e-13),
                "{tilt} {found:?}"
            );
        }
        // The same in 3D, and shapes as thin as an edge, rotated about every axis.
        let block = Shape3::from(Aabb::new(dvec3(-5., -5., -2.), dvec3(5., 5., 0.)));
        for turn in [DQuat::from_rotation_x(tilt), DQuat::from_rotation_y(tilt), DQuat::from_rotation_z(tilt)]
        {
            let axes = [turn * DVec3::X, turn * DVec3::Y, turn * DVec3::Z];
            let at = dvec3(0.5, 0.25, -0.125);
            let ends = [at - axes[0] * 2., at + axes[0] * 2.];
            let thin = [
                (Shape3::from(Capsule::new(ends[0], ends[1], 0.)), 2),
                (Cylinder::new(ends[0], ends[1], 0.).into(), 2),
                (Cone::new(ends[0], ends[1], 0.).into(), 2),
                (Obb::new(at + axes[2], dvec3(2., 3., 1.), axes).into(), 4),
                (Cylinder::new(at, at + axes[2], 1.5).into(), 4),
            ];
            for (shape, count) in &thin {
                for (a, b) in [(&block, shape), (shape, &block)] {
                    let found = held(a, b);
                    assert_eq!(found.points.len(), *count, "{tilt} {shape:?} {found:?}");
                    assert!(off_both(a, b, &found) < 1e-13, "{tilt} {shape:?} {found:?}");
                }
            }
        }
    }
}

/// Nearly parallel edges: a point beside the other's edge is on it only if that shape is round.
#[test]
fn manifolds_of_nearly_parallel_edges_lie_on_both() {
    for angle in (-17..-3).map(|digits| 10.0_f64.powi(digits)).chain([0.]) {
        let turn = DQuat::from_rotation_z(angle) * DVec3::X;
        let at = |height: f64| [dvec3(0.5, 0., height) - turn * 2., dvec3(0.5, 0., height) + turn * 2.];
        let ridge = |sign: f64| {
            let foot = |x: f64, y: f64| dvec3(x, y, -sign);
            vec![
                dvec3(-2., 0., 0.),
                dvec3(2., 0., 0.),
                foot(-2., 1.),
                foot(-2., -1.),
                foot(2., 1.),
                foot(2., -1.),
            ]
        };
        let ridge = Shape3::from(Convex::try_new(ridge(1.)).unwrap());
        let ends = at(-0.001);
        let [low, high] = [Capsule::new(ends[0], ends[1], 0.), Capsule::new(at(0.499)[0], at(0.499)[1], 0.5)];
        let log = Shape3::from(Cylinder::new(dvec3(-2., 0., -1.), dvec3(2., 0., -1.), 1.));
        for (a, b) in [(&ridge, low), (&ridge, high), (&log, low), (&log, high)] {
            let b = b.into();
            for (a, b) in [(a, &b), (&b, a)] {
                let found = held(a, b);
                assert!(off_both(a, b, &found) < 1e-13, "{angle} {a:?} {b:?} {found:?}");
                if angle < 1e-15 {
                    assert_eq!(found.points.len(), 2, "{angle} {a:?} {b:?} {found:?}");
                }
            }
        }
    }
}

#[test]
fn a_slightly_tilted_cylinder_rests_on_its_cap() {
    let block = Shape3::from(Aabb::new(DVec3::ZERO, DVec3::splat(2.)));
    for lean in (0..100).map(|i| 10.0_f64.powf(-2. - 0.1 * f64::from(i))) {
        for way in [dvec3(lean, 0., 1.), dvec3(0., -lean, 1.), dvec3(0.3 * lean, lean, 1.)] {
            for turn in [|v: DVec3| v, |v: DVec3| v.zxy(), |v: DVec3| v.yzx()] {
                let cap = turn(dvec3(1., 1., 0.125));
                let stump = Cylinder::new(cap - turn(way), cap, 4.).into();
                let found = held(&block, &stump);
                assert_eq!(found.points.len(), 4, "{way} {found:?}");
                assert!(off_both(&block, &stump, &found) < 1e-14, "{way} {found:?}");
            }
        }
    }
}
