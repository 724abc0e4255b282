//! Containment in polygons.
//!
//! A set whose outline is in the polygon is in the polygon too, unless the outline encloses a hole.
//! In that case, along an edge of the hole, the outside of the polygon is inside the outline. Both
//! are followed along the line of every edge, by the winding numbers on its two sides.

use super::content;
use crate::dynamic::any::Shape2;
use crate::exact::{Arena, Exact, Interval};
use crate::number::{DoubleDouble, Field, Ring};
use crate::pair::ray_ray;
use crate::shape::scanline::{self, Crossing, Location, Rings, decided, sign};
use crate::shape::*;
use crate::vector::{V2, Vector as _};
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec2;

/// Tests whether every point of `b` is in the polygon, exactly; `None` for bounded rounded shapes,
/// which are handled elsewhere.
pub(super) fn contains(a: &Polygon<DVec2>, b: &Shape2) -> Option<bool> {
    Some(match b {
        Shape2::Line(_) | Shape2::Ray(_) | Shape2::Plane(_) | Shape2::HalfSpace(_) => false,
        Shape2::Sphere(s) if s.radius > 0.0 => holds_capsule(a, &Capsule::new(s.center, s.center, s.radius)),
        Shape2::Capsule(c) if c.radius > 0.0 => holds_capsule(a, c),
        Shape2::Rounded(_) => {
            let content = content::of_2d(b, &DoubleDouble::new);
            return content.filter(|content| !content.directions.is_empty()).map(|_| false);
        }
        _ => {
            let rough = Both::new(a, b, &Interval::new)?;
            let exactly = |test: &dyn Fn(Both<'_, Exact<'_>>) -> Option<bool>| {
                let arena = Arena::new();
                Both::new(a, b, &|x| arena.number(x)).and_then(test).unwrap_or_default()
            };
            // Edge by edge, so that exact numbers grow long only where necessary.
            let held =
                |edge| rough.holds_edge(edge).unwrap_or_else(|| exactly(&|both| both.holds_edge(edge)));
            let apart =
                |edge| rough.is_gone_round(edge).unwrap_or_else(|| exactly(&|both| both.is_gone_round(edge)));
            rough.outline().edges().all(held) && !(rough.has_inside() && rough.polygon().edges().any(apart))
        }
    })
}

/// Tests whether the axis is in the polygon, and every bordering edge is at least the radius away
/// from it.
fn holds_capsule(a: &Polygon<DVec2>, c: &Capsule<DVec2>) -> bool {
    let clear = |rim: Segment<DVec2>| {
        decided!(number => {
            let (c, rim) = (c.lift::<V2<_>>(&number), rim.lift::<V2<_>>(&number));
            let squared = ray_ray::distance_squared(&rim, &c.axis());
            sign(squared - c.radius.squared()).map(|side| side >= 0)
        })
    };
    contains(a, &Shape2::Segment(c.axis())) == Some(true) && a.boundary().all(clear)
}

/// A polygon, and the outline that it may contain.
struct Both<'a, S> {
    given: &'a Polygon<DVec2>,
    polygon: Vec<V2<S>>,
    outline: Vec<V2<S>>,
    outline_ends: Vec<usize>,
}

impl<'a, S: Field> Both<'a, S> {
    /// Returns `None` for a shape that is no hull of points.
    fn new(a: &'a Polygon<DVec2>, b: &Shape2, number: &impl Fn(f64) -> S) -> Option<Self> {
        let (outline, outline_ends) = match b {
            Shape2::Polygon(b) => (b.lifted_corners(number), b.rings::<S>(&[]).ends.to_vec()),
            b => {
                let points = content::of_2d(b, number)?.points;
                let count = points.len();
                (points, vec![count])
            }
        };
        Some(Self { given: a, polygon: a.lifted_corners(number), outline, outline_ends })
    }

    fn polygon(&self) -> Rings<'_, S> {
        self.given.rings(&self.polygon)
    }

    fn outline(&self) -> Rings<'_, S> {
        Rings { points: &self.outline, ends: &self.outline_ends }
    }

    /// Tests whether the polygon contains an edge of the outline.
    fn holds_edge(&self, (i, j): (usize, usize)) -> Option<bool> {
        let u = self.outline[i];
        let along = self.outline[j] - u;
        if sign(along.x)? == 0 && sign(along.y)? == 0 {
            return Some(scanline::locate(self.polygon(), u)? != Location::Outside);
        }
        let meetings = scanline::crossings(self.polygon(), u, along)?;
        let (zero, one) = (u.x.zero(), u.x.one());
        for (first, last) in scanline::inside_intervals(&meetings) {
            if sign(meetings[first].t - zero)? <= 0 && sign(meetings[last].t - one)? >= 0 {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Tests whether beside an edge of the polygon some point is outside the polygon, but inside
    /// the outline.
    fn is_gone_round(&self, (i, j): (usize, usize)) -> Option<bool> {
        let (u, v) = (self.polygon[i], self.polygon[j]);
        let along = v - u;
        if sign(along.x)? == 0 && sign(along.y)? == 0 {
            return Some(false);
        }
        // The whole outline is beyond the edge, along an axis.
        let beyond = |axis: usize, side: i8| -> Option<bool> {
            for p in &self.outline {
                let is_beyond = |end: V2<S>| Some(sign(p.get(axis) - end.get(axis))? == side);
                if !is_beyond(u)? || !is_beyond(v)? {
                    return Some(false);
                }
            }
            Some(true)
        };
        for (axis, side) in [(0, 1), (0, -1), (1, 1), (1, -1)] {
            if beyond(axis, side)? {
                return Some(false);
            }
        }
        let (polygon, outline) = (self.polygon(), self.outline());
        goes_round(
            &scanline::crossings_along_edge(polygon, (i, j))?,
            &scanline::crossings(outline, u, along)?,
        )
    }

    /// Tests whether there is an interior; an outline of one or two points has none.
    fn has_inside(&self) -> bool {
        let mut first = 0;
        self.outline_ends.iter().any(|end| *end - core::mem::replace(&mut first, *end) > 2)
    }
}

/// Tests whether beside the edge from `t = 0` to 1 of a polygon some point is outside the polygon,
/// but inside the other outline.
fn goes_round<S: Field>(polygon: &[Crossing<S>], outline: &[Crossing<S>]) -> Option<bool> {
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

    fn polygon(points: &[[f64; 2]]) -> Shape2 {
        Polygon::try_new(points.iter().map(|p| DVec2::from_array(*p)).collect()).unwrap().into()
    }

    /// Returns a square with a square hole, joined by a bridge.
    fn ring() -> Shape2 {
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
        let square: Shape2 = Polygon::try_new(corners.to_vec()).unwrap().into();
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
    fn of_many_corners_each_is_asked_only_where_it_matters() {
        let round = |n: u32, r: f64| {
            let angle = |i| f64::from(i) / f64::from(n) * core::f64::consts::TAU;
            let corner = |i| [r * libm::cos(angle(i)), r * libm::sin(angle(i))];
            polygon(&(0..n).map(corner).collect::<Vec<_>>())
        };
        let (large, small) = (round(2000, 1.), round(500, 0.5));
        assert_eq!(large.contains(&Shape2::Point(crate::shape::Point(dvec2(0.1, 0.)))), Ok(true));
        assert_eq!(large.contains(&small), Ok(true));
        assert_eq!(large.contains(&large), Ok(true));
        assert_eq!(small.contains(&large), Ok(false));
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
