//! Shapes made from other shapes: rounded, or stretched along the coordinate axes.
//!
//! If the stretched shape is a named shape, it becomes that shape, with each coordinate rounded
//! once. The image of a round shape under different factors has no name: it is kept as [`Scaled`],
//! with the stretched support function of the shape.

use super::any::in_both_dimensions;
use super::kind::{AnyShape, Number};
use super::stretch::{NO_IMAGE, Stretch};
use crate::number::Float;
use crate::shape::{ListError, Rounded, Scaled, ShapeError};

/// Error for shapes that cannot be rounded.
pub(crate) const NOT_CONVEX: ShapeError = ShapeError { field: "shape", must: "be convex", got: None };

fn checked<S: Float>(radius: S) -> Result<S, ShapeError> {
    let fine = radius.is_finite() && radius >= S::ZERO;
    let error =
        ShapeError { field: "radius", must: "be finite and not negative", got: Some(radius.to_f64()) };
    if fine { Ok(radius) } else { Err(error) }
}

/// Returns all points within a radius, at least 0, of a shape.
///
/// # Errors
/// Names `shape` if it is not convex, and `radius` if it is negative or not finite.
pub(crate) fn rounded<S: AnyShape>(a: S, radius: Number<S>) -> Result<S, ShapeError> {
    let radius = checked(radius)?;
    let special = a.deform().rounded(radius);
    special.unwrap_or_else(|| Ok(if radius == Float::ZERO { a } else { Rounded::new(a, radius).into() }))
}

/// Returns the image of a shape with each coordinate multiplied by its own factor, other than 0.
///
/// # Errors
/// Names `scale`, or the field that is out of range after scaling.
pub(crate) fn stretched<S: AnyShape>(a: S, scale: S::Vector) -> Result<S, ListError> {
    let by = Stretch::try_new(scale)?;
    let named = a.deform().stretched(&by);
    named.unwrap_or_else(|| {
        if a.deform().is_unbounded() { Err(NO_IMAGE.into()) } else { Ok(Scaled::new(a, scale).into()) }
    })
}

in_both_dimensions! {
    impl Any {
        /// Returns all points within a radius, at least 0, of the shape.
        ///
        /// # Errors
        /// Names `shape` if it is not convex, and `radius` if it is negative or not finite.
        pub fn try_rounded(self, radius: f64) -> Result<Self, ShapeError> {
            rounded(self, radius)
        }

        /// Returns the shape's image with each coordinate multiplied by its own factor, other than 0.
        ///
        /// # Errors
        /// Names `scale` if a factor is 0 or not finite, or if the factors differ for an unbounded or
        /// ring-shaped round shape; and the field that is out of range after scaling.
        pub fn try_scaled(self, scale: V) -> Result<Self, ListError> {
            stretched(self, scale)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::dynamic::any::{Shape2, Shape3};
    use crate::shape::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn one_factor_for_all_axes_may_be_turned_and_a_radius_of_0_makes_a_solid() {
        let can =
            Shape3::Cylinder(Cylinder::new(DVec3::ZERO, DVec3::X, 1.)).try_scaled(DVec3::splat(2.)).unwrap();
        let posed = can.posed(&[DVec3::Y, DVec3::NEG_X, DVec3::Z], DVec3::X).unwrap();
        let found = posed.closest(&Point(dvec3(1., 5., 0.)).into()).distance;
        assert_eq!(found, 3.);
        let along = Shape3::Ray(Ray::new(-DVec3::X, DVec3::X));
        let edge = Segment::new(DVec3::ZERO, DVec3::X * 5.);
        let flat = Triangle::new(DVec3::ZERO, DVec3::X * 5., DVec3::Y);
        for shape in [Shape3::Segment(edge), Shape3::Triangle(flat)] {
            assert_eq!(along.span(&shape.try_rounded(0.).unwrap()), Ok(Some((1., 6.))));
        }
    }

    #[test]
    fn only_convex_shapes_are_rounded() {
        let polygon = |points: &[[f64; 2]]| -> Shape2 {
            Polygon::try_new(points.iter().map(|p| DVec2::from_array(*p)).collect()).unwrap().into()
        };
        let dent = polygon(&[[0., 0.], [4., 0.], [1., 1.], [0., 4.]]);
        assert_eq!(dent.try_rounded(1.).unwrap_err().field, "shape");
        let square = polygon(&[[0., 0.], [2., 0.], [4., 0.], [4., 4.], [0., 4.]]).try_rounded(1.).unwrap();
        assert_eq!(square.closest(&Point(dvec2(7., 8.)).into()).distance, 4.);
        assert!(square.intersects(&Point(dvec2(2., -1.)).into()));
        assert_eq!(square.signed_distance(dvec2(2., 2.)), -3.);
        assert!(matches!(Shape2::Point(Point(DVec2::ZERO)).try_rounded(2.), Ok(Shape2::Sphere(_))));
        assert!(Shape2::Point(Point(DVec2::ZERO)).try_rounded(-2.).is_err());
    }

    #[test]
    fn a_rounded_plane_is_a_slab_and_lines_cross_it() {
        let slab = Shape3::Plane(Plane::new(dvec3(0., 0., 2.), 0.)).try_rounded(1.).unwrap();
        assert!(slab.intersects(&Sphere::new(dvec3(0., 0., 3.), 2.).into()));
        assert!(!slab.intersects(&Sphere::new(dvec3(0., 0., 3.), 1.9).into()));
        let line = |o: DVec3, d: DVec3| Shape3::Line(Line::new(o, d));
        assert_eq!(line(dvec3(0., 0., 5.), dvec3(0., 0., -2.)).span(&slab), Ok(Some((2., 3.))));
        let within = line(dvec3(0., 0., 0.5), dvec3(1., 2., 0.)).span(&slab);
        assert_eq!(within, Ok(Some((f64::NEG_INFINITY, f64::INFINITY))));
    }

    #[test]
    fn a_rounded_box_is_met_on_its_faces_edges_and_corners() {
        let core = Shape3::Aabb(Aabb::new(DVec3::ZERO, dvec3(2., 2., 2.)));
        let dice = core.try_rounded(5.).unwrap();
        let ray = |o: DVec3, d: DVec3| {
            let ray = Shape3::Ray(Ray::new(o, d));
            ray.cast(&dice).unwrap().unwrap()
        };
        let face = ray(dvec3(1., 1., 10.), dvec3(0., 0., -1.));
        assert_eq!((face.t, face.normal), (3., Some(DVec3::Z)));
        // At x = 2 + 3 the tube around the edge is 4 above the box.
        let edge = ray(dvec3(5., 1., 10.), dvec3(0., 0., -1.));
        assert!((edge.t - 4.).abs() < 1e-15 && (edge.normal.unwrap() - dvec3(0.6, 0., 0.8)).length() < 1e-14);
        assert_eq!(dice.contains(&Sphere::new(dvec3(1., 1., 1.), 6.).into()), Ok(true));
        assert_eq!(dice.contains(&Sphere::new(dvec3(1., 1., 1.), 6.001).into()), Ok(false));
        assert_eq!(dice.contains(&Point(dvec3(5., 1., 6.)).into()), Ok(true));
    }

    #[test]
    fn a_stretched_capsule_and_can_hold_what_their_images_do() {
        let capsule = Shape3::Capsule(Capsule::new(DVec3::ZERO, dvec3(2., 0., 0.), 1.));
        let long = capsule.clone().try_scaled(dvec3(3., 1., 2.)).unwrap();
        assert_eq!(long.closest(&Point(dvec3(11., 0., 0.)).into()).distance, 2.);
        assert_eq!(long.closest(&Point(dvec3(3., 0., 5.)).into()).distance, 3.);
        assert_eq!(long.signed_distance(dvec3(3., 0., 0.)), -1.);
        let line = Shape3::Line(Line::new(dvec3(-5., 0., 0.), dvec3(1., 0., 0.)));
        assert_eq!(line.span(&long), Ok(Some((2., 14.))));
        let even = capsule.try_scaled(DVec3::splat(-2.)).unwrap();
        assert!(matches!(even, Shape3::Capsule(c) if c.radius == 2. && c.b.x == -4.));
        let mirrored = Shape3::Torus(Torus::new(DVec3::X, DVec3::Z, 3., 1.)).try_scaled(dvec3(1., -1., 1.));
        assert!(matches!(mirrored, Ok(Shape3::Torus(_))));
        assert!(Shape3::Torus(Torus::new(DVec3::X, DVec3::Z, 3., 1.)).try_scaled(dvec3(1., 2., 1.)).is_err());
        assert!(Shape2::Point(Point(DVec2::X)).try_scaled(dvec2(1., 0.)).is_err());
    }

    #[test]
    fn normals_and_directions_of_any_length_are_stretched() {
        let to = |shape: Shape3, scale: f64, p: DVec3| {
            shape.try_scaled(DVec3::splat(scale)).unwrap().closest(&Point(p).into()).distance
        };
        let (along, across) = (dvec3(3., 4., 0.), dvec3(4., -3., 0.));
        for (d, k) in [(1e-200, 1e122), (1e-200, 1e130), (1e300, 1e-100), (1., 2.)] {
            assert!(to(Plane::new(along * d, 0.).into(), k, across) < 1e-15);
            assert!(to(Line::new(DVec3::ZERO, along * d).into(), 1. / k, along) < 1e-15);
        }
        // Also of `f32`.
        let plane = Plane::new(glam::vec3(3e-20, 4e-20, 0.), 1e-20);
        let Ok(Shape3::Plane(image)) = Shape3::from(plane).try_scaled(DVec3::splat(1e20)) else { panic!() };
        assert!((image.normal.x / image.normal.y - 0.75).abs() < 1e-6);
        assert!((image.distance / image.normal.y / 2.5e19 - 1.).abs() < 1e-6);
        let plane = Plane::new(glam::Vec3::Y * 1e-45, 0.);
        assert!(Shape3::from(plane).try_scaled(DVec3::splat(f32::MAX.into())).is_ok());
        // By the largest factor.
        assert_eq!(to(Plane::new(DVec3::Y * 5e-324, 0.).into(), f64::MAX, DVec3::Y), 1.);
    }

    #[test]
    fn planes_round_only_where_products_do() {
        let side = Shape3::from(HalfSpace::new(dvec3(1., 2., 7.), 5.));
        for (scale, normal, distance) in [
            (dvec3(3., 3., 3.), dvec3(1., 2., 7.), 15.),
            (dvec3(3., -3., 3.), dvec3(1., -2., 7.), 15.),
            (dvec3(-1., 3., 7.), dvec3(-21., 14., 21.), 105.),
        ] {
            let Ok(Shape3::HalfSpace(image)) = side.clone().try_scaled(scale) else { panic!() };
            assert_eq!((image.normal, image.distance), (normal, distance));
        }
    }

    #[test]
    fn boxes_and_ellipsoids_are_scaled_by_any_number() {
        for x in [1e-300, 1e-160, 3., 1e160, 1e300] {
            let by = |shape: Shape3| shape.try_scaled(dvec3(x, -2. * x, x)).unwrap();
            let axes = [DVec3::Y, DVec3::NEG_X, DVec3::Z];
            let Shape3::Obb(b) = by(Obb::try_new(DVec3::ZERO, dvec3(1., 2., 0.), axes).unwrap().into())
            else {
                panic!()
            };
            assert_eq!(b.half_extents, dvec3(2. * x, 2. * x, 0.));
            let Shape3::Ellipsoid(e) =
                by(Ellipsoid::try_new(DVec3::ZERO, dvec3(1., 2., 3.), axes).unwrap().into())
            else {
                panic!()
            };
            assert_eq!(e.radii, dvec3(2. * x, 2. * x, 3. * x));
        }
    }

    #[test]
    fn an_image_out_of_range_is_no_shape() {
        let capsule = Shape3::Capsule(Capsule::new(DVec3::ZERO, dvec3(1e200, 0., 0.), 1.));
        let scaled = |x: f64| capsule.clone().try_scaled(dvec3(x, 1., 1.)).unwrap().in_range();
        assert_eq!(scaled(1e200).unwrap_err().field, "scale");
        scaled(1e100).unwrap();
        scaled(1.7e108).unwrap();
    }

    #[test]
    fn a_stretched_sphere_is_an_ellipsoid_and_a_mirrored_grid_stays_in_place() {
        let ball = Shape3::Sphere(Sphere::new(dvec3(1., 1., 1.), 2.)).try_scaled(dvec3(1., 2., -3.)).unwrap();
        assert!(matches!(ball, Shape3::Ellipsoid(e) if e.radii == dvec3(2., 4., 6.)));
        let grid = Voxels::try_new(dvec2(1., 0.), dvec2(1., 2.), alloc::vec![[0, 0, 0], [2, 0, 0]]).unwrap();
        let turned = Shape2::from(grid).try_scaled(dvec2(-1., 1.)).unwrap();
        let at = |x: f64| turned.intersects(&Point(dvec2(x, 1.)).into());
        assert_eq!([-1.5, -2.5, -3.5, -0.5].map(at), [true, false, true, false]);
    }
}
