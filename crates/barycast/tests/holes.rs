//! Polygons with holes on small grids, where all arithmetic is exact, against the definition: the
//! region enclosed by the outer ring, without the open interiors of the holes.

use barycast::dynamic::any::Shape2;
use barycast::shape::{Aabb, Line, Linear, Point, Polygon, Segment, Sphere, Triangle};
use glam::{DVec2, dvec2};

/// A deterministic source of small integers.
struct Source(u32);

impl Source {
    fn number(&mut self, below: u32) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((self.0 >> 16) % below)
    }

    fn points(&mut self, count: usize, below: u32) -> Vec<DVec2> {
        (0..count).map(|_| dvec2(self.number(below), self.number(below))).collect()
    }

    /// Draws a simple ring.
    fn chain(&mut self, count: usize, below: u32) -> Vec<DVec2> {
        loop {
            let points = self.points(count, below);
            if Polygon::try_new(points.clone()).is_ok() {
                return points;
            }
        }
    }

    /// Draws a polygon with a hole, and its two rings.
    fn holed(&mut self) -> (Polygon<DVec2>, [Vec<DVec2>; 2]) {
        loop {
            let count = 4 + self.number(4) as usize;
            let (outer, hole) = (self.chain(count, 6), self.chain(count - 1, 6));
            match Polygon::try_with_holes(outer.clone(), vec![hole.clone()]) {
                Ok(polygon) if polygon.holes().next().is_some() => return (polygon, [outer, hole]),
                _ => {}
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Outside,
    Edge,
    Inside,
}

/// Locates a point by counting the edges to its right; exact for small numbers.
fn place(chain: &[DVec2], p: DVec2) -> Place {
    let mut inside = false;
    for (i, &a) in chain.iter().enumerate() {
        let b = chain[(i + 1) % chain.len()];
        let side = (b - a).perp_dot(p - a);
        if side == 0.0 && (a - p).dot(b - p) <= 0.0 {
            return Place::Edge;
        }
        if (a.y > p.y) != (b.y > p.y) && (side > 0.0) == (b.y > a.y) {
            inside = !inside;
        }
    }
    if inside { Place::Inside } else { Place::Outside }
}

fn holds([outer, hole]: &[Vec<DVec2>; 2], p: DVec2) -> bool {
    place(outer, p) != Place::Outside && place(hole, p) != Place::Inside
}

/// Returns points on a grid.
fn grid(step: f64) -> impl Iterator<Item = DVec2> {
    let end = (6.0 / step) as i32;
    let at = move |i: i32| f64::from(i) * step - 0.5;
    (0..=end).flat_map(move |i| (0..=end).map(move |j| dvec2(at(i), at(j))))
}

/// Returns points on every edge of a ring.
fn along(chain: &[DVec2]) -> impl Iterator<Item = DVec2> + '_ {
    (0..chain.len()).flat_map(|i| {
        let (a, b) = (chain[i], chain[(i + 1) % chain.len()]);
        (0..=512).map(move |k| a + (b - a) * (f64::from(k) / 512.0))
    })
}

/// Tests whether edges of the ring overlap.
fn is_folded(chain: &[DVec2]) -> bool {
    let edges: Vec<_> = (0..chain.len()).map(|i| (chain[i], chain[(i + 1) % chain.len()])).collect();
    edges.iter().enumerate().any(|(i, &(a, b))| {
        edges[..i].iter().any(|&(c, d)| {
            let along = |p: DVec2| (b - a).dot(p - a).clamp(0.0, (b - a).length_squared());
            (b - a).perp_dot(c - a) == 0.0 && (b - a).perp_dot(d - a) == 0.0 && along(c) != along(d)
        })
    })
}

#[test]
fn a_point_is_contained_if_inside_and_not_in_the_open_hole() {
    let mut source = Source(1);
    for _ in 0..100 {
        let (polygon, chains) = source.holed();
        for p in grid(0.25) {
            assert_eq!(polygon.contains_point(p), holds(&chains, p), "{polygon:?} {p}");
        }
    }
}

#[test]
fn holes_are_valid_exactly_if_they_lie_inside() {
    let mut source = Source(2);
    let (mut legal, mut touching) = (0, 0);
    for _ in 0..1500 {
        let (outer, hole) = (source.chain(5, 5), source.chain(3, 5));
        let out = along(&hole).any(|p| place(&outer, p) == Place::Outside)
            || along(&outer).any(|p| place(&hole, p) == Place::Inside)
            || grid(0.125).any(|p| place(&outer, p) == Place::Outside && place(&hole, p) == Place::Inside);
        let made = Polygon::try_with_holes(outer.clone(), vec![hole.clone()]);
        assert_eq!(made.is_ok(), !out, "{outer:?} {hole:?} {made:?}");
        legal += u32::from(!out);
        touching += u32::from(!out && hole.iter().any(|p| place(&outer, *p) == Place::Edge));
    }
    assert!(legal > 30 && touching > 20, "{legal} {touching}");
}

#[test]
fn two_holes_are_valid_exactly_if_their_interiors_are_disjoint() {
    let mut source = Source(3);
    let outer = [[-1., -1.], [6., -1.], [6., 6.], [-1., 6.]].map(DVec2::from_array).to_vec();
    let mut legal = 0;
    for _ in 0..800 {
        let (a, b) = (source.chain(4, 5), source.chain(4, 5));
        if is_folded(&a) || is_folded(&b) {
            // Overlapping edges may cross where there is no interior.
            continue;
        }
        let both = |p: &DVec2| place(&a, *p) == Place::Inside && place(&b, *p) == Place::Inside;
        let apart = !along(&a).any(|p| place(&b, p) == Place::Inside)
            && !along(&b).any(|p| place(&a, p) == Place::Inside)
            && !grid(0.125).any(|p| both(&p));
        let made = Polygon::try_with_holes(outer.clone(), vec![a.clone(), b.clone()]);
        assert_eq!(made.is_ok(), apart, "{a:?} {b:?} {made:?}");
        legal += u32::from(apart);
    }
    assert!(legal > 50, "{legal}");
}

#[test]
fn line_intervals_agree_with_their_points() {
    let mut source = Source(4);
    for _ in 0..100 {
        let (polygon, chains) = source.holed();
        let origin = source.points(1, 6)[0];
        let direction = dvec2(source.number(9) - 4., source.number(9) - 4.);
        if direction == DVec2::ZERO {
            continue;
        }
        let line = Line::new(origin, direction);
        let target = Shape2::from(polygon);
        let hits = Shape2::from(line).cast_all(&target).unwrap();
        assert_eq!(hits.len() % 2, 0);
        for k in -128..128 {
            let t = f64::from(k) / 16.0;
            let inside = hits.chunks(2).any(|ends| ends[0].t <= t && t <= ends[1].t);
            assert_eq!(inside, holds(&chains, line.at(t)), "{target:?} {line:?} {t}");
        }
    }
}

#[test]
fn the_boundary_consists_of_the_outer_ring_and_the_hole() {
    let mut source = Source(5);
    for _ in 0..100 {
        let (polygon, chains) = source.holed();
        let [outer, hole] = [0, 1].map(|i| Polygon::try_new(chains[i].clone()).unwrap());
        let (polygon, outer) = (Shape2::from(polygon), Shape2::from(outer));
        if is_folded(&chains[1]) {
            // The overlapping edges belong to the polygon, but do not bound its interior.
            continue;
        }
        let hole = Shape2::from(hole);
        for p in grid(0.5) {
            let expected = outer.signed_distance(p).max(-hole.signed_distance(p));
            let found = polygon.signed_distance(p);
            assert_eq!(found.abs(), expected.abs(), "{polygon:?} {p}");
            assert!(found == expected || expected == 0.0);
            assert_eq!(polygon.closest(&Point(p).into()).distance, expected.max(0.0), "{polygon:?} {p}");
        }
    }
}

#[test]
fn containment_and_intersection_agree_with_points() {
    let mut source = Source(6);
    let (mut held, mut met) = (0, 0);
    for _ in 0..300 {
        let (polygon, chains) = source.holed();
        let polygon = Shape2::from(polygon);
        let [a, b, c] = [(); 3].map(|()| source.points(1, 12)[0] / 2.0);
        let segment = (0..=512).map(|k| a + (b - a) * (f64::from(k) / 512.0));
        let shape = Shape2::from(Segment::new(a, b));
        assert_eq!(polygon.contains(&shape), Ok(segment.clone().all(|p| holds(&chains, p))), "{shape:?}");
        if segment.clone().any(|p| holds(&chains, p)) {
            assert!(polygon.intersects(&shape));
        }
        let n = 64;
        let part = |i: i32| f64::from(i) / f64::from(n);
        let area =
            || (0..=n).flat_map(|i| (0..=n - i).map(move |j| a + (b - a) * part(i) + (c - a) * part(j)));
        let shape = Shape2::from(Triangle::new(a, b, c));
        let inside = area().all(|p| holds(&chains, p));
        let contains = polygon.contains(&shape).unwrap();
        if contains {
            held += 1;
        }
        assert_eq!(contains, inside, "{polygon:?} {shape:?}");
        let touches = area().any(|p| holds(&chains, p));
        if touches {
            assert!(polygon.intersects(&shape), "{polygon:?} {shape:?}");
            met += 1;
        }
        if !polygon.intersects(&shape) {
            assert!(polygon.closest(&shape).distance > 0.0);
            assert!(!touches);
        }
    }
    assert!(held > 3 && met > 100, "{held} {met}");
}

#[test]
fn containment_of_polygons_with_holes_agrees_with_points() {
    let mut source = Source(7);
    let mut held = 0;
    for _ in 0..100 {
        let (a, chains) = source.holed();
        // A variant with one vertex moved.
        let mut others = chains.clone();
        for chain in &mut others {
            let corner = source.number(12) as usize;
            if let Some(p) = chain.get_mut(corner) {
                *p = (*p + source.points(1, 6)[0]) / 2.0;
            }
        }
        let [outer, hole] = others.clone();
        let Ok(b) = Polygon::try_with_holes(outer, vec![hole]) else { continue };
        let mut points = grid(0.125).chain(along(&others[0])).chain(along(&others[1]));
        let all = points.all(|p| !holds(&others, p) || holds(&chains, p));
        assert_eq!(Shape2::from(a.clone()).contains(&b.clone().into()), Ok(all), "{a:?} {b:?}");
        assert_eq!(Shape2::from(a.clone()).contains(&a.clone().into()), Ok(true));
        held += u32::from(all);
    }
    assert!((10..80).contains(&held), "{held}");
}

#[test]
fn a_shape_that_fits_a_hole_exactly_only_touches() {
    let square =
        |half: f64| vec![dvec2(-half, -half), dvec2(half, -half), dvec2(half, half), dvec2(-half, half)];
    let ring: Shape2 = Polygon::try_with_holes(square(2.0), vec![square(1.0)]).unwrap().into();
    let segment = |a: DVec2, b: DVec2| Shape2::Segment(Segment::new(a, b));
    let plug: Shape2 = Polygon::try_new(square(1.0)).unwrap().into();
    let slab = Shape2::Aabb(Aabb::new(dvec2(-1.0, -0.5), dvec2(1.0, 0.5)));
    let ball = Shape2::Sphere(Sphere::new(DVec2::ZERO, 1.0));
    for inside in [plug, slab, ball, segment(dvec2(-1.0, 0.0), dvec2(1.0, 0.0))] {
        let both = [ring.contact(&inside), inside.contact(&ring)].map(|found| found.unwrap().unwrap().depth);
        assert_eq!(both, [0.0; 2], "{inside:?}");
    }
    // Through the hole and its vertices, into the ring around it.
    let through = segment(dvec2(-1.5, -1.5), dvec2(1.5, 1.5));
    assert!(ring.contact(&through).unwrap().unwrap().depth > 1.0);
}
