//! OBB and ray (line, segment).
//!
//! In box coordinates the box is an AABB around 0, and the line is a line with the same `t`:
//!
//! ```text
//! o_i = (o - c) . n_i      d_i = d . n_i      |x_i| <= h_i |V|
//! ```
//!
//! with `n_i` and `V` as in [`obb_point`]. There is no division, and the axes are
//! used as given. [`aabb_ray`] does the rest, without special cases for lines parallel to a face,
//! sliding on it, or starting inside.
//!
//! Sources: [Kay 1986], [Ericson 5.3.3].

use crate::number::{Field, Mask, Real, Ring};
use crate::pair::{aabb_ray, obb_point, obb_sphere, ray_ray};
use crate::query::{Closest, OptSpan, Span};
use crate::shape::{Frame, Line, Linear, Obb, Point, Sphere};
use crate::vector::Vector;
use core::marker::PhantomData;

/// A line, ray or segment in box coordinates, with the same range of `t`.
#[derive(Clone, Copy, Debug)]
struct Local<V, L> {
    origin: V,
    direction: V,
    range: PhantomData<L>,
}

impl<V: Vector, L: Linear<Vector = V>> Linear for Local<V, L> {
    type Vector = V;
    const HAS_START: bool = L::HAS_START;
    const HAS_END: bool = L::HAS_END;

    #[inline(always)]
    fn origin(&self) -> V {
        self.origin
    }

    #[inline(always)]
    fn direction(&self) -> V {
        self.direction
    }
}

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, L: Linear<Vector = V>>(a: &Obb<V>, b: &L) -> V::Mask {
    let frame = a.frame();
    let origin = frame.local(b.origin() - a.center);
    let local = Local { origin, direction: frame.local(b.direction()), range: PhantomData::<L> };
    aabb_ray::intersects(&frame.local_box(a.half_extents), &local)
}

/// Tests whether their distance is at most a radius.
#[inline(always)]
pub(crate) fn within<V: Vector<Scalar: Field>, L: Linear<Vector = V>>(
    a: &Obb<V>,
    b: &L,
    radius: V::Scalar,
) -> V::Mask {
    // A line that misses the box passes one of its edges; only an end can be closest to the
    // interior of a face.
    let mut hit = intersects(a, b) | obb_sphere::intersects(a, &Sphere { center: b.origin(), radius });
    if L::HAS_END {
        hit = hit | obb_sphere::intersects(a, &Sphere { center: b.end(), radius });
    }
    for axis in 0..V::DIM {
        for corner in 0..(1 << (V::DIM - 1)) {
            if hit.all() {
                return hit;
            }
            hit = hit | ray_ray::within(&a.edge(axis, corner), b, radius.squared());
        }
    }
    hit
}

/// Returns the closest points: on an edge of the box and the line, or on the box and at an end; a
/// common point if they intersect.
pub fn distance<V: Vector<Scalar: Real>, L: Linear<Vector = V>>(a: &Obb<V>, b: &L) -> Closest<V> {
    let mut best = obb_point::distance(a, &Point(b.origin()));
    if L::HAS_END {
        best = best.nearer(obb_point::distance(a, &Point(b.at(best.distance.one()))));
    }
    for axis in 0..V::DIM {
        for corner in 0..(1 << (V::DIM - 1)) {
            best = best.nearer(ray_ray::distance(&a.edge(axis, corner), b));
        }
    }
    let (origin, direction) = (a.to_local(b.origin()), a.direction_to_local(b.direction()));
    let local = Local { origin, direction, range: PhantomData::<L> };
    let shared = aabb_ray::shared_point(&a.local_box(), &local);
    best.or_shared(intersects(a, b), a.to_world(shared))
}

/// Returns the span of the line inside the box; it exists exactly if they intersect.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>>(a: &Obb<V>, b: &Line<V>) -> OptSpan<V> {
    let frame = a.frame();
    let local = Line { origin: frame.local(b.origin - a.center), direction: frame.local(b.direction) };
    let local_box = frame.local_box(a.half_extents);
    let hit = aabb_ray::intersects(&local_box, &local);
    if hit.none() {
        return hit.then_some(Span::placeholder(b.direction));
    }
    let mut span = aabb_ray::line_span(&local_box, &local);
    span.normal_enter = outward(&frame, span.normal_enter);
    span.normal_exit = outward(&frame, span.normal_exit);
    hit.then_some(span)
}

/// Transforms a normal from box coordinates to the world: a face normal, not the axis that crosses
/// it.
#[inline(always)]
fn outward<V: Vector>(frame: &Frame<V>, local: V) -> V {
    let mut normal = local.zero();
    for i in 0..V::DIM {
        normal = normal + frame.normals[i] * local.get(i);
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ray, Segment};
    use glam::{DVec2, DVec3};

    fn cube() -> Obb<DVec3> {
        Obb::new(DVec3::ZERO, DVec3::ONE, [DVec3::X, DVec3::Y, DVec3::Z])
    }

    fn ray(origin: [f64; 3], direction: [f64; 3]) -> Ray<DVec3> {
        Ray::new(origin.into(), direction.into())
    }

    #[test]
    fn e15_from_inside_the_ray_hits_at_its_start_and_not_behind_it() {
        let inside = ray([0.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
        assert_eq!(inside.cast(&cube()).map(|hit| hit.t), Some(0.0));
        let span = span(&cube(), &Line::new(inside.origin, inside.direction)).unwrap();
        assert_eq!((span.enter, span.exit, span.normal_exit), (-1.0, 1.0, DVec3::Z));
        let on_the_face = ray([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]);
        assert_eq!(on_the_face.cast(&cube()).map(|hit| hit.t), Some(0.0));
    }

    #[test]
    fn e15_a_ray_that_slides_on_a_face_hits() {
        assert_eq!(ray([1.0, 0.0, -5.0], [0.0, 0.0, 1.0]).cast(&cube()).map(|hit| hit.t), Some(4.0));
    }

    #[test]
    fn e15_half_extents_are_halves() {
        assert_eq!(ray([0.7, 0.0, -5.0], [0.0, 0.0, 1.0]).cast(&cube()).map(|hit| hit.t), Some(4.0));
    }

    #[test]
    fn e15_a_ray_in_the_plane_of_a_flat_box_hits() {
        let flat = Obb { half_extents: DVec3::new(1.0, 1.0, 0.0), ..cube() };
        assert_eq!(ray([-5.0, 0.0, 0.0], [1.0, 0.0, 0.0]).cast(&flat).map(|hit| hit.t), Some(4.0));
    }

    #[test]
    fn e15_nearly_parallel_is_not_parallel() {
        let far = ray([0.0, 0.0, -1e5], [5e-5, 0.0, 1.0]);
        assert!(!intersects(&cube(), &far));
        assert_eq!(far.cast(&cube()), None);
    }

    #[test]
    fn a_turned_box_is_entered_through_its_turned_face() {
        let axes = [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z];
        let a = Obb::new(DVec3::new(10.0, 0.0, 0.0), DVec3::new(5.0, 1.0, 2.0), axes);
        let hit = ray([16.0, 8.0, 0.0], [-1.2, -1.6, 0.0]).cast(&a).unwrap();
        assert!((hit.t - 2.5).abs() < 1e-15);
        assert!((hit.normal.unwrap() - axes[0]).length() < 1e-15);
    }

    #[test]
    fn a_segment_past_an_edge_is_nearest_to_the_edge() {
        let axes = [DVec2::new(0.6, 0.8), DVec2::new(-0.8, 0.6)];
        let a = Obb::new(DVec2::ZERO, DVec2::new(5.0, 5.0), axes);
        // The corner at (7, 1) faces the segment.
        let b = Segment::new(DVec2::new(9.0, -8.0), DVec2::new(9.0, 8.0));
        let c = distance(&a, &b);
        assert!((c.distance - 2.0).abs() < 1e-14 && (c.on_b - DVec2::new(9.0, 1.0)).length() < 1e-14);
        assert!(within(&a, &b, 2.0) && !within(&a, &b, 1.9));
    }

    #[test]
    fn a_point_like_segment_is_a_point() {
        let b = Segment::new(DVec3::new(0.0, 0.0, 3.0), DVec3::new(0.0, 0.0, 3.0));
        assert_eq!(distance(&cube(), &b).distance, 2.0);
        assert!(intersects(&cube(), &Segment::new(DVec3::ONE, DVec3::ONE)));
    }
}
