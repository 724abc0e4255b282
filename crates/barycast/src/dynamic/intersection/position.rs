//! Position of a shape relative to a plane, and of a point in a triangle.

use crate::dynamic::any::{NoAnswer, in_both_dimensions};
use crate::dynamic::contains::Containment;
use crate::dynamic::kind::Over;
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::exact::{Arena, Exact};
use crate::number::each::MapEach;
use crate::query::PlanePosition;
use crate::shape::*;
use crate::vector::Vector as _;

/// Returns the position of `b` relative to `a`: a plane, or the boundary of a half-space.
fn classify<S: Containment>(a: &S, b: &S) -> Result<PlanePosition, NoAnswer> {
    let (normal, distance) = match a.shared() {
        Some(Shared::Plane(a)) => (a.normal, a.distance),
        Some(Shared::HalfSpace(a)) => (a.normal, a.distance),
        _ => return Err(NoAnswer { question: "classify", shapes: [a.name(), b.name()] }),
    };
    let below = S::from(HalfSpace { normal, distance }).holds_all(b)?;
    let above = S::from(HalfSpace { normal: -normal, distance: -distance }).holds_all(b)?;
    Ok(match (below, above) {
        (true, true) => PlanePosition::On,
        (false, true) => PlanePosition::Above,
        (true, false) => PlanePosition::Below,
        (false, false) => PlanePosition::Straddling,
    })
}

/// Returns the barycentric coordinates of a point, or of its foot, in a triangle.
fn barycentric<S: DynamicShape>(triangle: &S, point: &S) -> Result<[f64; 3], NoAnswer> {
    let (Some(Shared::Triangle(a)), Some(Shared::Point(p))) = (triangle.shared(), point.shared()) else {
        return Err(NoAnswer { question: "barycentric", shapes: [triangle.name(), point.name()] });
    };
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let [v, w] = crate::pair::cast::uv(&a.lift::<Over<S, Exact<'_>>>(&number), p.0.lift(&number));
    Ok([number(1.0) - v - w, v, w].each(Exact::to_f64))
}

in_both_dimensions! {
    impl Any {
        /// Returns the position of `other` relative to `self`: a plane, or the boundary of a
        /// half-space. Exact for the numbers given, wherever [`contains`](Self::contains) is.
        ///
        /// # Errors
        /// [`NoAnswer`] if `self` is another shape.
        pub fn classify(&self, other: &Self) -> Result<PlanePosition, NoAnswer> {
            classify(self, other)
        }

        /// Returns the barycentric coordinates `u, v, w`, with sum 1, of the point `other` in a triangle;
        /// in 3D of its foot. A collinear triangle has weights on one edge only, a point on its first
        /// corner only. Exact numbers, rounded once; infinite if beyond the range of floats.
        ///
        /// # Errors
        /// [`NoAnswer`] if the shapes are of other kinds.
        pub fn barycentric(&self, other: &Self) -> Result<[f64; 3], NoAnswer> {
            barycentric(self, other)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::{Shape2, Shape3};
    use glam::{DVec3, dvec2, dvec3};

    #[test]
    fn spans_sides_and_weights() {
        let ray = Shape3::Ray(Ray::new(dvec3(1., 0., 0.), dvec3(2., 0., 0.)));
        assert_eq!(ray.span(&Sphere::new(DVec3::ZERO, 5.).into()), Ok(Some((0., 2.))));
        assert_eq!(ray.span(&Sphere::new(DVec3::ZERO, 0.5).into()), Ok(None));
        assert!(ray.span(&Plane::new(DVec3::X, 1.).into()).is_err());
        let plane = Shape3::Plane(Plane::new(dvec3(0., 0., 2.), 2.));
        let ball = |z: f64| Shape3::Sphere(Sphere::new(dvec3(0., 0., z), 1.));
        let sides = [0., 1., 2.].map(|z| plane.classify(&ball(z)).unwrap());
        assert_eq!(sides, [PlanePosition::Below, PlanePosition::Straddling, PlanePosition::Above]);
        assert_eq!(plane.classify(&plane), Ok(PlanePosition::On));
        let triangle = Shape3::Triangle(Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.)));
        assert_eq!(triangle.barycentric(&Point(dvec3(1., 2., 7.)).into()), Ok([0.25, 0.25, 0.5]));
    }

    #[test]
    fn weights_of_a_triangle_of_sides_of_all_sizes_are_rounded_once() {
        let triangle = Shape2::Triangle(Triangle::new(dvec2(1e200, 0.), dvec2(-1e200, 1.), dvec2(0., 0.001)));
        let weights = triangle.barycentric(&Point(dvec2(0., 0.25)).into()).unwrap();
        assert_eq!(weights, [0.249_498_997_995_991_98, 0.249_498_997_995_991_98, 0.501_002_004_008_016]);
    }
}
