//! Intersection of two shapes, where that is a named shape.
//!
//! Whether there is any is certified, as by `intersects`. If one shape contains the other, the
//! contained one is the result. Otherwise these cases are tried in order:
//!
//! - intersections of lines with a shape (`lines.rs`), and of shapes with flat sides (`flats.rs`):
//!   in exact numbers, rounded once, so that a touch at a corner, along an edge or of two faces is
//!   a point, a segment or a polygon, and never a sliver;
//! - intersections of planes with round shapes (`planes.rs`, `ellipses.rs`);
//! - intersections of shapes that only touch (`touch.rs`);
//! - intersections of flat shapes with round ones (`round.rs`).
//!
//! All other intersections are no shape of the protocol.

mod clip;
mod common;
mod ellipses;
mod flats;
mod kind;
mod lines;
mod order;
mod planes;
mod polytope;
mod position;
mod round;
mod touch;

pub use common::Common;

use crate::dynamic::any::{NoAnswer, Shape2, Shape3, in_both_dimensions};
use crate::dynamic::contains::content::Content;
use crate::dynamic::rescale::Rescale as _;
use crate::dynamic::shape::Shared;
use crate::exact::certify::narrow;
use crate::number::{DoubleDouble, Float};
use crate::shape::*;
use crate::vector::Vector;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};
use lines::Lines;
use round::Simpler;

/// Operations that intersection needs, for the shapes of 2D or of 3D.
trait Intersecting: Lines + Simpler {
    /// Returns the intersection of a plane and a round shape; `None` for others, and if it is no
    /// shape.
    fn cut_by_plane(&self, other: &Self) -> Option<Common<Self::Vector>>;

    /// Returns the intersection of a disc or a flat polygon with a shape that it intersects; `None`
    /// for others, and if it is no shape.
    fn cut_by_flat(&self, other: &Self) -> Option<Common<Self::Vector>>;

    /// Tests whether these are valid corners of a polygon.
    fn are_corners(points: Vec<Self::Vector>) -> bool;

    /// Returns the intersection, or `None` if they share no point.
    fn common_set(&self, other: &Self) -> Result<Option<Common<Self::Vector>>, NoAnswer> {
        if !self.intersects(other) {
            return Ok(None);
        }
        if let (Some(Shared::Aabb(a)), Some(Shared::Aabb(b))) = (self.shared(), other.shared()) {
            let (min, max) = (a.min.max(b.min), a.max.min(b.max));
            let is_point = (max - min).is_zero();
            return Ok(Some(if is_point { Common::Point(min) } else { Common::Aabb(Aabb { min, max }) }));
        }
        if let Some((a, b, e)) = self.parts_at_ordinary_size(other) {
            // The intersection may have underflowed.
            if let Some(common) = a.common_set(&b)? {
                return Ok(Some(common.shifted(-e)));
            }
        }
        let (within, around) = (other.holds_all(self) == Ok(true), self.holds_all(other) == Ok(true));
        // For equal sets the result does not depend on which is first.
        if within && !(around && other.name() < self.name()) {
            return Ok(Some(self.whole(Common::First)));
        }
        if around {
            return Ok(Some(other.whole(Common::Second)));
        }
        let exactly = self
            .along_flat(other)
            .or_else(|| other.along_flat(self))
            .or_else(|| self.cut_flat(other))
            .or_else(|| self.half_spaces(other));
        let common = exactly.or_else(|| {
            // The result does not depend on the order of the shapes, down to the last bit.
            let turned = match (self.anchor(), other.anchor()) {
                (Some(a), Some(b)) if self.name() == other.name() => order::later(a, b),
                _ => other.name() < self.name(),
            };
            let (a, b) = if turned { (other, self) } else { (self, other) };
            match a.at_ordinary_size(b) {
                Some((a, b, e)) => a.partly(&b).map(|common| common.shifted(-e)),
                None => a.partly(b),
            }
        });
        let no_answer = || NoAnswer { question: "intersection", shapes: [self.name(), other.name()] };
        let common = common.filter(Common::is_finite).map(|common| common.simplified(Self::are_corners));
        common.map(Some).ok_or_else(no_answer)
    }

    /// Returns the intersection of two intersecting shapes, neither of which contains the other,
    /// and one of which is round.
    fn partly(&self, other: &Self) -> Option<Common<Self::Vector>> {
        if let (Some(Shared::Point(p)), _) | (_, Some(Shared::Point(p))) = (self.shared(), other.shared()) {
            return Some(Common::Point(p.0));
        }
        if let Some(a) = self.simpler() {
            return a.along_flat(other).or_else(|| a.partly(other));
        }
        if let Some(b) = other.simpler() {
            return b.along_flat(self).or_else(|| self.partly(&b));
        }
        let along = self.along(other).or_else(|| other.along(self));
        if let Some(Common::Segment(s)) = &along {
            // A touch that rounding made a sliver.
            let size = s.a.length() + s.b.length() + self.extent().min(other.extent());
            let sliver = (s.b - s.a).length() <= 1e-6 * size;
            return if sliver { self.touch(other).or(along) } else { along };
        }
        along
            .or_else(|| self.cut_by_plane(other))
            .or_else(|| other.cut_by_plane(self))
            .or_else(|| self.touch(other))
            .or_else(|| self.cut_by_flat(other))
            .or_else(|| other.cut_by_flat(self))
    }

    /// Returns the intersection if the penetration depth is 0.
    fn touch(&self, other: &Self) -> Option<Common<Self::Vector>> {
        if let Some(hull) = self.as_hull() {
            return hull.touch(other);
        }
        if let Some(hull) = other.as_hull() {
            return self.touch(&hull);
        }
        // For others no face is known, and their depth takes long to compute.
        let has_face = |shape: &Self| shape.body().is_some() || shape.unbounded().is_some();
        if !has_face(self) || !has_face(other) {
            return None;
        }
        let contact = self.contact_precisely(other).ok()??;
        touch::shared(self, other, &contact, self.closest_precisely(other).on_a)
    }

    /// Returns the diagonal of the bounding box.
    fn extent(&self) -> f64 {
        self.outer_bounds().map_or(f64::INFINITY, |b| (b.max - b.min).length())
    }

    /// Returns all of the shape: a point if it is one.
    fn whole(&self, all: Common<Self::Vector>) -> Common<Self::Vector> {
        let Some(Content { points, radius, directions }) = self.outline() else { return all };
        let thin = radius == DoubleDouble::ZERO && directions.is_empty();
        let is_same =
            |p: &Self::Precise, q: &Self::Precise| (0..Self::Vector::DIM).all(|i| p.get(i) == q.get(i));
        match points.first() {
            Some(first) if thin && points.iter().all(|p| is_same(p, first)) => {
                Common::Point(first.lift(&narrow::number))
            }
            _ => all,
        }
    }

    /// Returns the plane of two half-spaces that touch; other intersections of them are no shape.
    fn half_spaces(&self, other: &Self) -> Option<Common<Self::Vector>> {
        let (Some(Shared::HalfSpace(a)), Some(Shared::HalfSpace(b))) = (self.shared(), other.shared()) else {
            return None;
        };
        let (a, b) = (a.boundary(), Self::from(b.boundary()));
        (Self::from(a).holds_all(&b) == Ok(true)).then_some(Common::Plane(a))
    }
}

impl Intersecting for Shape2 {
    fn cut_by_plane(&self, other: &Self) -> Option<Common<DVec2>> {
        Shape2::cut_by_plane(self, other)
    }

    fn cut_by_flat(&self, other: &Self) -> Option<Common<DVec2>> {
        Shape2::cut_by_flat(self, other)
    }

    fn are_corners(points: Vec<DVec2>) -> bool {
        Polygon::try_new(points).is_ok()
    }
}

impl Intersecting for Shape3 {
    fn cut_by_plane(&self, other: &Self) -> Option<Common<DVec3>> {
        Shape3::cut_by_plane(self, other)
    }

    fn cut_by_flat(&self, other: &Self) -> Option<Common<DVec3>> {
        Shape3::cut_by_flat(self, other)
    }

    fn are_corners(points: Vec<DVec3>) -> bool {
        FlatPolygon::try_new(points).is_ok()
    }
}

in_both_dimensions! {
    impl Any {
        /// Returns the intersection, or `None` if they share no point.
        ///
        /// # Errors
        /// [`NoAnswer`] if the intersection is no named shape, or is not implemented yet.
        pub fn intersection(&self, other: &Self) -> Result<Option<Common<V>>, NoAnswer> {
            self.common_set(other)
        }

        /// Returns the range of `t` of `self`, a line, ray or segment, inside `target`, a solid
        /// convex shape, or `None` if they share no point.
        ///
        /// # Errors
        /// [`NoAnswer`] if `self` or `target` is of another kind.
        pub fn span(&self, target: &Self) -> Result<Option<(f64, f64)>, NoAnswer> {
            self.span_in(target)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::size::shifted;
    use glam::{dvec2, dvec3};

    fn common(a: impl Into<Shape3>, b: impl Into<Shape3>) -> Option<Common<DVec3>> {
        let (a, b) = (a.into(), b.into());
        let answer = a.intersection(&b).unwrap();
        let turned = b.intersection(&a).unwrap();
        assert_eq!(answer, turned.map(Common::swap));
        answer
    }

    #[test]
    fn planes_share_a_line_and_a_plane_cuts_a_disc_from_a_sphere() {
        let line = common(Plane::new(dvec3(2., 0., 0.), 2.), Plane::new(dvec3(0., 1., 0.), 2.));
        assert_eq!(line, Some(Common::Line(Line::new(dvec3(1., 2., 0.), dvec3(0., 0., 2.)))));
        let plane = Plane::new(dvec3(0., 0., 2.), 6.);
        assert_eq!(Shape3::Plane(plane).intersection(&plane.into()), Ok(Some(Common::First)));
        assert_eq!(common(plane, Plane::new(dvec3(0., 0., 1.), 2.)), None);
        let (center, normal) = (dvec3(0., 0., 3.), plane.normal);
        let disc = Common::Disc { center, normal, radius: 4. };
        assert_eq!(common(plane, Sphere::new(DVec3::ZERO, 5.)), Some(disc));
        assert_eq!(common(plane, Sphere::new(DVec3::ZERO, 3.)), Some(Common::Point(center)));
    }

    #[test]
    fn a_plane_cuts_a_box_in_up_to_six_corners() {
        let cube = Aabb::new(DVec3::ZERO, DVec3::splat(2.));
        let Some(Common::Polygon(hexagon)) = common(Plane::new(DVec3::ONE, 3.), cube) else {
            panic!("a polygon")
        };
        assert_eq!(hexagon.len(), 6);
        assert!(
            hexagon.iter().all(|p| p.element_sum() == 3. && p.max_element() == 2. && p.min_element() == 0.)
        );
        assert_eq!(common(Plane::new(DVec3::ONE, 6.), cube), Some(Common::Point(DVec3::splat(2.))));
        let edge = Segment { a: dvec3(0., 2., 2.), b: dvec3(2., 2., 2.) };
        assert_eq!(common(Plane::new(dvec3(0., 1., 1.), 4.), cube), Some(Common::Segment(edge)));
    }

    #[test]
    fn triangles_share_a_segment_a_point_or_a_polygon() {
        let flat = Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.));
        let across = Triangle::new(dvec3(1., 1., -1.), dvec3(1., 1., 1.), dvec3(9., 1., 0.));
        let segment = Segment { a: dvec3(1., 1., 0.), b: dvec3(3., 1., 0.) };
        assert_eq!(common(flat, across), Some(Common::Segment(segment)));
        let tip = Triangle::new(dvec3(1., 1., 0.), dvec3(1., 0., 1.), dvec3(0., 1., 1.));
        assert_eq!(common(flat, tip), Some(Common::Point(dvec3(1., 1., 0.))));
        let moved = Triangle::new(dvec3(1., 1., 0.), dvec3(5., 1., 0.), dvec3(1., 5., 0.));
        let corners = alloc::vec![dvec3(3., 1., 0.), dvec3(1., 3., 0.), dvec3(1., 1., 0.)];
        let Some(Common::Polygon(polygon)) = common(flat, moved) else { panic!("coplanar") };
        assert!(polygon.len() == 3 && corners.iter().all(|c| polygon.contains(c)));
    }

    #[test]
    fn boxes_share_a_box_and_lines_are_cut_to_what_is_inside() {
        let aabb = |low: f64, high: f64| Aabb::new(DVec3::splat(low), DVec3::splat(high));
        assert_eq!(common(aabb(0., 2.), aabb(1., 3.)), Some(Common::Aabb(aabb(1., 2.))));
        assert_eq!(common(aabb(0., 2.), aabb(2., 3.)), Some(Common::Point(DVec3::splat(2.))));
        let ray = Ray::new(dvec3(1., 1., 1.), dvec3(1., 0., 0.));
        let inside = Segment { a: dvec3(1., 1., 1.), b: dvec3(2., 1., 1.) };
        assert_eq!(common(ray, aabb(0., 2.)), Some(Common::Segment(inside)));
        assert_eq!(common(ray, HalfSpace::new(dvec3(0., 1., 0.), 1.)), Some(Common::First));
        let below = common(Line::new(DVec3::ZERO, dvec3(1., 0., 0.)), HalfSpace::new(dvec3(2., 0., 0.), 6.));
        assert_eq!(below, Some(Common::Ray(Ray::new(dvec3(3., 0., 0.), dvec3(-1., 0., 0.)))));
        assert_eq!(common(Point(DVec3::ONE), aabb(0., 2.)), Some(Common::Point(DVec3::ONE)));
    }

    #[test]
    fn triangles_in_the_plane_share_a_polygon_and_segments_their_overlap() {
        let triangle =
            |x: f64| Shape2::Triangle(Triangle::new(dvec2(x, 0.), dvec2(x + 4., 0.), dvec2(x, 4.)));
        let Ok(Some(Common::Polygon(points))) = triangle(0.).intersection(&triangle(1.)) else { panic!() };
        assert_eq!(points.len(), 3);
        assert_eq!(triangle(0.).intersection(&triangle(4.)), Ok(Some(Common::Point(dvec2(4., 0.)))));
        let segment = |a: [f64; 2], b: [f64; 2]| Shape2::Segment(Segment::new(a.into(), b.into()));
        let overlap = segment([0., 0.], [4., 4.]).intersection(&segment([2., 2.], [6., 6.]));
        assert_eq!(overlap, Ok(Some(Common::Segment(Segment::new(dvec2(2., 2.), dvec2(4., 4.))))));
        let crossing = segment([0., 0.], [4., 4.]).intersection(&segment([0., 4.], [4., 0.]));
        assert_eq!(crossing, Ok(Some(Common::Point(dvec2(2., 2.)))));
    }

    #[test]
    fn what_is_made_of_parts_shares_the_same_at_any_size() {
        for e in [0, -565, -300, 300, 565] {
            let unit = shifted(1., e);
            let at = |x: f64, y: f64, z: f64| dvec3(x, y, z) * unit;
            let corners = [at(0., 0., 0.), at(4., 0., 0.), at(0., 4., 0.), at(0., 0., 4.)];
            let faces = alloc::vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
            let mesh = Mesh::try_new(corners.to_vec(), faces, true).unwrap();
            let within = Segment { a: at(1., 1., 0.), b: at(1., 1., 2.) };
            let ray = Ray::new(at(1., 1., -4.), DVec3::Z);
            assert_eq!(common(ray, mesh), Some(Common::Segment(within)), "{e}");

            let square = [at(0., 0., 0.), at(4., 0., 0.), at(4., 4., 0.), at(0., 4., 0.)];
            let square = Shape3::from(FlatPolygon::try_new(square.to_vec()).unwrap());
            let ball = Shape3::from(Sphere::new(DVec3::ZERO, 2. * unit));
            assert!(square.intersection(&ball).is_err(), "a quarter of a disc has no name, {e}");

            let sector = Shape2::from(Sector::new(DVec2::ZERO, 4. * unit, 0., 1.5));
            let ray = Shape2::from(Ray::new(dvec2(-4., 1.) * unit, DVec2::X));
            let shared = ray.intersection(&sector);
            assert!(matches!(shared, Ok(Some(Common::Segment(_)))), "{e} {shared:?}");
        }
    }
}
