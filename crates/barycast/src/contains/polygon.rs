//! Polygons that hold other shapes.
//!
//! A set whose outline lies in the polygon lies in it too, unless the outline goes round a hole. Then, along an
//! edge of the hole, the outside of the polygon is inside the outline: both are followed along every edge's line,
//! by the winding numbers on its two sides.

use super::content;
use crate::any::Shape2;
use crate::number::{DoubleDouble, Field, Ring};
use crate::pair::ray_ray;
use crate::shape::scan::{self, Meeting, Place, Rings, decided, sign};
use crate::shape::*;
use crate::vector::V2;
use glam::DVec2;

/// Every point of `b` is in the polygon, exactly; `None` of rounded shapes with bounds, which others answer.
pub(super) fn contains(a: &Polygon<DVec2>, b: &Shape2<DVec2>) -> Option<bool> {
    Some(match b {
        Shape2::Line(_) | Shape2::Ray(_) | Shape2::Plane(_) | Shape2::HalfSpace(_) => false,
        Shape2::Sphere(s) if s.radius > 0.0 => holds_capsule(a, &Capsule::new(s.center, s.center, s.radius)),
        Shape2::Capsule(c) if c.radius > 0.0 => holds_capsule(a, c),
        Shape2::Rounded(_) => {
            let content = content::of_2d(b, &DoubleDouble::new);
            return content.filter(|content| !content.directions.is_empty()).map(|_| false);
        }
        _ => decided!(number => {
            let number = |x: f64| number(x);
            let corners = a.lifted_corners(&number);
            let a = a.rings(&corners);
            match b {
                Shape2::Polygon(b) => holds_outline(a, b.rings(&b.lifted_corners(&number))),
                b => content::of_2d(b, &number).and_then(|b| {
                    holds_outline(a, Rings { points: &b.points, ends: &[b.points.len()] })
                }),
            }
        }),
    })
}

/// The axis lies in the polygon, and what borders the outside is at least the radius away from it.
fn holds_capsule(a: &Polygon<DVec2>, c: &Capsule<DVec2>) -> bool {
    let clear = |rim: Segment<DVec2>| {
        decided!(number => {
            let (c, rim) = (c.lift::<V2<_>>(&number), rim.lift::<V2<_>>(&number));
            let squared = ray_ray::distance_squared(&rim, &c.axis());
            sign(squared - c.radius.squared()).map(|side| side >= 0)
        })
    };
    contains(a, &Shape2::Segment(c.axis())) == Some(true) && a.rim().all(clear)
}

/// The outline `b` lies in the polygon `a`, and goes round no part of its outside.
fn holds_outline<S: Field>(a: Rings<'_, S>, b: Rings<'_, S>) -> Option<bool> {
    for (i, j) in b.edges() {
        let u = b.points[i];
        let along = b.points[j] - u;
        if sign(along.x)? == 0 && sign(along.y)? == 0 {
            if scan::place(a, u)? == Place::Outside {
                return Some(false);
            }
            continue;
        }
        let meetings = scan::meetings(a, u, along)?;
        let (zero, one) = (u.x.zero(), u.x.one());
        let mut covered = false;
        for (first, last) in scan::stretches(&meetings) {
            covered = covered || sign(meetings[first].t - zero)? <= 0 && sign(meetings[last].t - one)? >= 0;
        }
        if !covered {
            return Some(false);
        }
    }
    for (i, j) in a.edges() {
        let u = a.points[i];
        let along = a.points[j] - u;
        if sign(along.x)? == 0 && sign(along.y)? == 0 {
            continue;
        }
        if goes_round(&scan::meetings(a, u, along)?, &scan::meetings(b, u, along)?)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Beside the edge from `t = 0` to 1 of a polygon there is a point outside it, but inside the other outline.
fn goes_round<S: Field>(polygon: &[Meeting<S>], outline: &[Meeting<S>]) -> Option<bool> {
    for a in polygon.windows(2) {
        let zero = a[0].t.zero();
        if sign(a[0].t - zero)? < 0 || sign(a[1].t - zero.one())? > 0 {
            continue;
        }
        for b in outline.windows(2) {
            let outside = (a[0].left == 0 && b[0].left != 0) || (a[0].right == 0 && b[0].right != 0);
            if outside && sign(b[0].t - a[1].t)? < 0 && sign(a[0].t - b[1].t)? < 0 {
                return Some(true);
            }
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    fn polygon(points: &[[f64; 2]]) -> Shape2<DVec2> {
        Polygon::try_new(points.iter().map(|p| DVec2::from_array(*p)).collect()).unwrap().into()
    }

    /// A square with a square hole, joined by a bridge.
    fn ring() -> Shape2<DVec2> {
        polygon(&[
            [0., 0.],
            [6., 0.],
            [6., 6.],
            [0., 6.],
            [0., 0.],
            [2., 2.],
            [2., 4.],
            [4., 4.],
            [4., 2.],
            [2., 2.],
        ])
    }

    #[test]
    fn a_rounded_shape_needs_room_for_its_radius() {
        let corners = [[-4., -4.], [4., -4.], [4., 4.], [-4., 4.]].map(DVec2::from_array);
        let square: Shape2<DVec2> = Polygon::try_new(corners.to_vec()).unwrap().into();
        let rounded = |radius: f64| {
            let core = Shape2::Aabb(Aabb::new(DVec2::splat(-1.), DVec2::splat(1.)));
            core.try_rounded(radius).unwrap()
        };
        assert_eq!([2., 3., 3.5].map(|r| square.contains(&rounded(r))), [Ok(true), Ok(true), Ok(false)]);
        let line = Shape2::Plane(Plane::new(DVec2::X, 0.)).try_rounded(1.).unwrap();
        assert_eq!(square.contains(&line), Ok(false));
    }

    #[test]
    fn a_hole_inside_the_outline_is_not_held() {
        let aabb = |low: f64, high: f64| Shape2::Aabb(Aabb::new(DVec2::splat(low), DVec2::splat(high)));
        assert_eq!(ring().contains(&aabb(1., 5.)), Ok(false));
        assert_eq!(ring().contains(&aabb(2., 4.)), Ok(false), "the hole itself");
        assert_eq!(ring().contains(&aabb(0., 2.)), Ok(true), "up to the hole's corner");
        assert_eq!(ring().contains(&ring()), Ok(true));
        assert_eq!(polygon(&[[0., 0.], [6., 0.], [6., 6.], [0., 6.]]).contains(&ring()), Ok(true));
    }

    #[test]
    fn discs_and_capsules_fit_over_the_bridge_but_not_over_the_rim() {
        let disc = |x: f64, r: f64| Shape2::Sphere(Sphere::new(dvec2(x, x), r));
        assert_eq!(ring().contains(&disc(1., 1.)), Ok(true));
        assert_eq!(ring().contains(&disc(1., 1.0 + f64::EPSILON)), Ok(false));
        assert_eq!(ring().contains(&disc(3., 0.)), Ok(false));
        let capsule = |y: f64| Shape2::Capsule(Capsule::new(dvec2(1., y), dvec2(5., y), 1.));
        assert_eq!(ring().contains(&capsule(1.)), Ok(true));
        assert_eq!(ring().contains(&capsule(1.5)), Ok(false));
    }

    #[test]
    fn a_segment_across_a_notch_is_not_held_and_one_through_the_inner_corner_is() {
        let l = polygon(&[[0., 0.], [3., 0.], [3., 1.], [1., 1.], [1., 3.], [0., 3.]]);
        let segment = |a, b| Shape2::Segment(Segment::new(a, b));
        assert_eq!(l.contains(&segment(dvec2(0., 3.), dvec2(3., 0.))), Ok(false));
        assert_eq!(l.contains(&segment(dvec2(0., 2.), dvec2(2., 0.))), Ok(true));
        assert_eq!(l.contains(&segment(dvec2(1., 3.), dvec2(1., 0.))), Ok(true));
    }
}
