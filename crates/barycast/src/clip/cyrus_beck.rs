//! Cyrus-Beck: clipping of a segment to a convex polygon or polyhedron, by an interval of `t` per
//! side.
//!
//! With the heights `h(p) = n . p - d` of the ends above a side (positive is outside):
//!
//! ```text
//! both above        nothing is left
//! a above           t >= h(a) / (h(a) - h(b))
//! b above           t <= h(a) / (h(a) - h(b))
//! ```
//!
//! The denominator is never 0, since one end is above and the other is not. A segment parallel to a
//! side needs no special case.
//!
//! Sources: [Cyrus 1978].

use super::ClippedSegment;
use crate::exact::{Arena, Exact};
use crate::number::{Field, Float, Ring};
use crate::shape::{Convex, HalfSpace, ListError, Segment};
use crate::vector::{FloatVector, Vector, Vector2};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Clips the segment to the intersection of the half-spaces. Returns `None` if it is empty.
///
/// ```
/// use barycast::clip::cyrus_beck;
/// use barycast::d2::Segment;
/// use glam::vec2;
///
/// let triangle = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)];
/// let sides = cyrus_beck::half_spaces(&triangle)?;
/// let inside = cyrus_beck::clip(&Segment::new(vec2(-4.0, 1.0), vec2(4.0, 1.0)), &sides).unwrap();
/// assert_eq!(inside.segment, Segment::new(vec2(0.0, 1.0), vec2(3.0, 1.0)));
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
pub fn clip<V: Vector<Scalar: Field, Mask = bool>>(
    segment: &Segment<V>,
    sides: &[HalfSpace<V>],
) -> Option<ClippedSegment<V>> {
    let zero = segment.a.get(0).zero();
    let (mut enter, mut exit) = (zero, zero.one());
    for side in sides {
        let (from, to) = (side.side(segment.a), side.side(segment.b));
        match (zero.lt(from), zero.lt(to)) {
            (true, true) => return None,
            (true, false) => enter = enter.max(from / (from - to)),
            (false, true) => exit = exit.min(from / (from - to)),
            (false, false) => {}
        }
    }
    enter.le(exit).then(|| ClippedSegment::between(segment, enter, exit))
}

/// Clips the segment to the convex set, exactly for the given floats; each result is rounded once.
/// Returns `None` if they do not intersect.
pub fn clip_exactly<V: FloatVector>(segment: &Segment<V>, convex: &Convex<V>) -> Option<ClippedSegment<V>> {
    let arena = Arena::new();
    let number = |x: V::Scalar| {
        let (high, low) = x.precise().parts();
        arena.number(high) + arena.number(low)
    };
    let sides = convex.sides_over::<V::Of<Exact<'_>>>(&number);
    let piece = clip(&segment.lift(&number), &sides)?;
    let rounded = |x: Exact<'_>| V::Scalar::from_precise(x.to_double_double());
    Some(ClippedSegment {
        enter: rounded(piece.enter),
        exit: rounded(piece.exit),
        segment: piece.segment.lift(&rounded),
    })
}

/// Returns the half-spaces whose intersection is a convex polygon, given by its vertices in either
/// orientation. Collinear and repeated vertices are allowed.
///
/// # Errors
/// If all vertices are collinear, or if the polygon is not convex; the message has the index of a
/// vertex outside an edge.
pub fn half_spaces<V: Vector2<Mask = bool>>(corners: &[V]) -> Result<Vec<HalfSpace<V>>, ListError> {
    let error = |message| ListError { field: "corners", message };
    let edges = || corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| (*a, *b - *a));
    // Twice the signed area, from the first vertex.
    let Some(first) = corners.first() else { return Err(error("must not be empty".to_string())) };
    let zero = first.get(0).zero();
    let area = edges().fold(zero, |sum, (a, along)| sum + (a - *first).perp_dot(along));
    if area.same(zero) {
        return Err(error("must not be collinear".to_string()));
    }
    let mut sides = Vec::with_capacity(corners.len());
    for (a, along) in edges().filter(|(_, along)| !along.is_zero()) {
        let normal = if zero.lt(area) { -along.perp() } else { along.perp() };
        let side = HalfSpace::new(normal, normal.dot(a));
        if let Some(i) = corners.iter().position(|p| zero.lt(normal.dot(*p - a))) {
            return Err(error(format!("must form a convex polygon, got corner {i} outside an edge")));
        }
        sides.push(side);
    }
    Ok(sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, Vec2, dvec2, dvec3, vec2};

    #[test]
    fn a_segment_through_a_triangle() {
        let triangle = [dvec2(0.0, 0.0), dvec2(4.0, 0.0), dvec2(0.0, 4.0)];
        let reversed = [triangle[2], triangle[1], triangle[0]];
        for corners in [triangle, reversed] {
            let sides = half_spaces(&corners).unwrap();
            let piece = clip(&Segment::new(dvec2(-1.0, 1.0), dvec2(7.0, 1.0)), &sides).unwrap();
            assert_eq!((piece.enter, piece.exit), (0.125, 0.5));
            assert_eq!(piece.segment, Segment::new(dvec2(0.0, 1.0), dvec2(3.0, 1.0)));
            assert_eq!(clip(&Segment::new(dvec2(5.0, 0.0), dvec2(0.0, 5.0)), &sides), None, "along a side");
            let touches = clip(&Segment::new(dvec2(2.0, 2.0), dvec2(9.0, 9.0)), &sides).unwrap();
            assert_eq!((touches.enter, touches.exit), (0.0, 0.0));
        }
    }

    #[test]
    fn a_segment_through_a_polyhedron() {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let octahedron = Convex::try_new(axes.into_iter().flat_map(|p| [p, -p]).collect()).unwrap();
        let segment = Segment::new(dvec3(-2.0, 0.25, 0.25), dvec3(2.0, 0.25, 0.25));
        let piece = clip(&segment, &octahedron.sides()).unwrap();
        assert_eq!((piece.enter, piece.exit), (0.375, 0.625));
        assert_eq!(clip_exactly(&segment, &octahedron), Some(piece));
        // Through an edge, through a vertex, and just past it.
        let through = |y| clip_exactly(&Segment::new(dvec3(-1.0, y, 0.0), dvec3(1.0, y, 0.0)), &octahedron);
        assert_eq!(through(1.0).map(|piece| piece.segment.a), Some(DVec3::Y));
        assert_eq!(through(1.0 + f64::EPSILON), None);
    }

    #[test]
    fn corners_far_from_the_origin_still_have_an_area() {
        let far = DVec2::splat(9_007_199_254_740_992.0 / 2.0);
        assert_eq!(half_spaces(&[far, far + DVec2::X, far + DVec2::Y]).unwrap().len(), 3);
    }

    #[test]
    fn exactly_in_floats_too() {
        let triangle = Convex::try_new(vec![vec2(0.0, 0.0), vec2(0.1, 0.3), vec2(0.7, 0.1)]).unwrap();
        // Half of the segment lies on the edge between the first two vertices, exactly: powers of
        // two.
        let along = Segment::new(vec2(-0.1, -0.3), vec2(0.1, 0.3));
        let piece = clip_exactly(&along, &triangle).unwrap();
        assert_eq!((piece.enter, piece.exit, piece.segment.a), (0.5, 1.0, Vec2::ZERO));
    }

    #[test]
    fn nonconvex_polygons_are_an_error() {
        let message = |corners: &[DVec2]| half_spaces(corners).unwrap_err().to_string();
        assert!(message(&[]).contains("empty"));
        assert!(message(&[DVec2::ZERO, DVec2::X, DVec2::X * 3.0]).contains("collinear"));
        let arrow = [dvec2(0., 0.), dvec2(4., 0.), dvec2(1., 1.), dvec2(0., 4.)];
        assert!(message(&arrow).contains("got"));
        let star = [0.0, 2.0, 4.0, 1.0, 3.0]
            .map(|i: f64| dvec2((i * 1.256_637_061_4).cos(), (i * 1.256_637_061_4).sin()));
        assert!(message(&star).contains("convex"), "the star turns left at every vertex, but twice around");
        let square =
            [dvec2(0., 0.), dvec2(1., 0.), dvec2(2., 0.), dvec2(2., 0.), dvec2(2., 2.), dvec2(0., 2.)];
        assert_eq!(half_spaces(&square).unwrap().len(), 5);
    }
}
