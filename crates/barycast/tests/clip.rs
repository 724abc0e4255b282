//! All clipping methods agree, in exact rationals: on small grids, where everything touches, and on
//! numbers of every class.

use barycast::clip::{ClippedSegment, cohen_sutherland, cyrus_beck, liang_barsky, polygon};
use barycast::exact::{Arena, Exact};
use barycast::number::Ring;
use barycast::shape::{Aabb, HalfSpace, Segment};
use barycast::vector::{V2, V3, Vector};
use barycast_testkit::random::{CLASSES, Class, Source};
use glam::{DVec2, DVec3, Vec2, dvec2, vec2};

/// Tests for exact equality.
fn same<'a, V>(a: Option<ClippedSegment<V>>, b: Option<ClippedSegment<V>>) -> bool
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            let (p, q) = (a.segment, b.segment);
            a.enter.same(b.enter) && a.exit.same(b.exit) && (p.a - q.a).is_zero() && (p.b - q.b).is_zero()
        }
        _ => false,
    }
}

fn sides_of_box<V: Vector>(window: &Aabb<V>) -> Vec<HalfSpace<V>> {
    let axes = V::unit_axes(window.min.get(0).one());
    let both = |i: usize| {
        let n = axes.as_ref()[i];
        [HalfSpace::new(n, window.max.get(i)), HalfSpace::new(-n, -window.min.get(i))]
    };
    (0..V::DIM).flat_map(both).collect()
}

/// Checks that clipping the segment as a polygon of two vertices yields the same endpoints.
fn by_polygon<'a, V>(segment: &Segment<V>, sides: &[HalfSpace<V>], piece: Option<ClippedSegment<V>>) -> bool
where
    V: Vector<Scalar = Exact<'a>, Mask = bool>,
{
    let left = polygon::clip(&[segment.a, segment.b], sides);
    let is = |p: V, q: V| (p - q).is_zero();
    match piece {
        None => left.is_empty(),
        Some(piece) => {
            let Segment { a, b } = piece.segment;
            left.iter().any(|p| is(*p, a))
                && left.iter().any(|p| is(*p, b))
                && left.iter().all(|p| is(*p, a) || is(*p, b))
        }
    }
}

#[test]
fn all_methods_agree_exactly_on_a_2d_grid() {
    let mut kept = 0;
    for window in [[1, 1, 3, 2], [1, 2, 1, 2], [0, 1, 4, 1], [2, 0, 3, 4]] {
        for a in 0..25 {
            let arena = Arena::new();
            let at = |x: i32, y: i32| V2 { x: arena.number(f64::from(x)), y: arena.number(f64::from(y)) };
            let [x0, y0, x1, y1] = window;
            let window = Aabb::new(at(x0, y0), at(x1, y1));
            let sides = sides_of_box(&window);
            for b in 0..25 {
                let segment = Segment::new(at(a % 5, a / 5), at(b % 5, b / 5));
                let first = liang_barsky::clip(&segment, &window);
                assert!(same(first, cohen_sutherland::clip(&segment, &window)), "{segment:?} {window:?}");
                assert!(same(first, cyrus_beck::clip(&segment, &sides)), "{segment:?} {window:?}");
                assert!(by_polygon(&segment, &sides, first), "{segment:?} {window:?}");
                kept += usize::from(first.is_some());
            }
        }
    }
    assert!(kept > 500, "{kept}");
}

#[test]
fn all_methods_agree_exactly_on_a_3d_grid() {
    let (mut kept, mut draw) = (0, fastrand::Rng::with_seed(11));
    for _ in 0..3000 {
        let arena = Arena::new();
        let mut at = || {
            let [x, y, z] = [0; 3].map(|_: i32| arena.number(f64::from(draw.i32(0..5))));
            V3 { x, y, z }
        };
        let (p, q) = (at(), at());
        let window = Aabb::new(Vector::min(p, q), Vector::max(p, q));
        let segment = Segment::new(at(), at());
        let sides = sides_of_box(&window);
        let first = liang_barsky::clip(&segment, &window);
        assert!(same(first, cohen_sutherland::clip(&segment, &window)), "{segment:?} {window:?}");
        assert!(same(first, cyrus_beck::clip(&segment, &sides)), "{segment:?} {window:?}");
        assert!(by_polygon(&segment, &sides, first), "{segment:?} {window:?}");
        kept += usize::from(first.is_some());
    }
    assert!(kept > 300, "{kept}");
}

#[test]
fn clipping_a_segment_to_a_convex_polygon_agrees_exactly_with_polygon_clipping() {
    let (mut kept, mut draw) = (0, fastrand::Rng::with_seed(12));
    for _ in 0..3000 {
        let arena = Arena::new();
        let mut at = || {
            let [x, y] = [0; 2].map(|_: i32| arena.number(f64::from(draw.i32(0..6))));
            V2 { x, y }
        };
        let triangle = [at(), at(), at()];
        let Ok(sides) = cyrus_beck::half_spaces(&triangle) else { continue };
        let segment = Segment::new(at(), at());
        let piece = cyrus_beck::clip(&segment, &sides);
        assert!(by_polygon(&segment, &sides, piece), "{segment:?} {triangle:?}");
        kept += usize::from(piece.is_some());
    }
    assert!(kept > 300, "{kept}");
}

/// Cases of every class of numbers at random scales: boxes that are points, lines and planes,
/// segments that are points, and endpoints on sides or a few ulp beside them.
macro_rules! every_class {
    ($test:ident $V:ident $Exact:ident) => {
        #[test]
        fn $test() {
            for (c, class) in CLASSES.into_iter().chain([Class::Bits(60)]).enumerate() {
                let mut kept = 0;
                for seed in 0..1500 {
                    let mut source = Source::new(seed * 151 + c as u64, class);
                    let mut point = || -> $V { source.point() };
                    let (p, q, a, b) = (point(), point(), point(), point());
                    // One in four starts at a corner of the window.
                    let a = if seed % 4 == 0 { p } else { a };
                    let case = format!("{class:?} {seed} from {a} to {b} in {p} {q}");
                    let arena = Arena::new();
                    let [p, q, a, b] =
                        [p, q, a, b].map(|v| v.lift::<$Exact<Exact<'_>>>(&|x| arena.number(x)));
                    let window = Aabb::new(Vector::min(p, q), Vector::max(p, q));
                    let (segment, sides) = (Segment::new(a, b), sides_of_box(&window));
                    let first = liang_barsky::clip(&segment, &window);
                    assert!(same(first, cohen_sutherland::clip(&segment, &window)), "{case}");
                    assert!(same(first, cyrus_beck::clip(&segment, &sides)), "{case}");
                    assert!(by_polygon(&segment, &sides, first), "{case}");
                    kept += usize::from(first.is_some());
                }
                assert!(kept > 200, "{class:?} {kept}");
            }
        }
    };
}

every_class!(all_methods_agree_exactly_on_numbers_of_every_class_in_the_plane DVec2 V2);
every_class!(all_methods_agree_exactly_on_numbers_of_every_class_in_space DVec3 V3);

#[test]
fn segment_and_polygon_clipping_to_triangles_of_every_class_agree_exactly() {
    for (c, class) in CLASSES.into_iter().chain([Class::Bits(60)]).enumerate() {
        let mut kept = 0;
        for seed in 0..1500 {
            let mut source = Source::new(seed * 157 + c as u64, class);
            let corners = [(); 5].map(|()| source.point::<DVec2>());
            let arena = Arena::new();
            let [p, q, r, a, b] = corners.map(|v| v.lift::<V2<Exact<'_>>>(&|x| arena.number(x)));
            let Ok(sides) = cyrus_beck::half_spaces(&[p, q, r]) else { continue };
            let segment = Segment::new(a, b);
            let piece = cyrus_beck::clip(&segment, &sides);
            assert!(by_polygon(&segment, &sides, piece), "{class:?} {seed} {corners:?}");
            kept += usize::from(piece.is_some());
        }
        assert!(kept > 100, "{class:?} {kept}");
    }
}

#[test]
fn in_floating_point_methods_differ_by_rounding_only() {
    let mut draw = fastrand::Rng::with_seed(13);
    let window = Aabb::new(vec2(-0.3, 0.1), vec2(0.6, 0.7));
    let sides = sides_of_box(&window);
    for _ in 0..20_000 {
        let mut at = || vec2(draw.f32() * 2.0 - 1.0, draw.f32() * 2.0 - 0.5);
        let segment = Segment::new(at(), at());
        let all = [
            liang_barsky::clip(&segment, &window),
            cohen_sutherland::clip(&segment, &window),
            cyrus_beck::clip(&segment, &sides),
        ];
        let ends = |piece: &ClippedSegment<Vec2>| [piece.segment.a, piece.segment.b];
        if let [Some(a), Some(b), Some(c)] = &all {
            for (p, (q, r)) in ends(a).into_iter().zip(ends(b).into_iter().zip(ends(c))) {
                let size = (segment.b - segment.a).length();
                let slack = 1e-6 * (1.0 + size);
                assert!((p - q).length() < slack && (p - r).length() < slack, "{segment:?}");
            }
        } else {
            // Only a segment that touches a corner up to rounding may be kept or discarded.
            let longest = all.iter().flatten().map(|p| (p.segment.b - p.segment.a).length());
            assert!(longest.fold(0.0, f32::max) < 1e-5, "{segment:?}");
        }
    }
}

#[test]
fn a_segment_clipped_at_a_corner_starts_before_it_ends() {
    let mut draw = fastrand::Rng::with_seed(14);
    let window = Aabb::new(vec2(-0.3, 0.1), vec2(0.6, 0.7));
    let mut kept = 0;
    for case in 0..100_000 {
        let corner = vec2([-0.3, 0.6][case % 2], [0.1, 0.7][case / 2 % 2]);
        let (way, t) = (vec2(draw.f32() - 0.5, draw.f32() - 0.5), draw.f32() * 2.0);
        let segment = Segment::new(corner - way, corner + way * t);
        for piece in [liang_barsky::clip(&segment, &window), cohen_sutherland::clip(&segment, &window)] {
            let Some(piece) = piece else { continue };
            kept += 1;
            assert!(piece.enter <= piece.exit, "{segment:?} {piece:?}");
        }
    }
    assert!(kept > 50_000, "{kept}");
}

#[test]
fn cohen_sutherland_rounds_start_with_the_segment_and_end_with_the_clipped_one() {
    let window = Aabb::new(dvec2(0., 0.), dvec2(4., 4.));
    let segment = Segment::new(dvec2(-2., 1.), dvec2(6., 5.));
    let (steps, piece) = cohen_sutherland::steps(&segment, &window);
    let said: Vec<_> =
        steps.iter().map(|step| (step.segment.a, step.segment.b, step.cut.map(|cut| cut.0))).collect();
    let corners = [dvec2(-2., 1.), dvec2(0., 2.), dvec2(4., 4.), dvec2(6., 5.)];
    assert_eq!(
        said,
        [
            (corners[0], corners[3], Some(0)),
            (corners[1], corners[3], Some(1)),
            (corners[1], corners[2], None)
        ]
    );
    let piece = piece.unwrap();
    assert_eq!([piece.segment.a, piece.segment.b], [corners[1], corners[2]]);
}
