//! Shapes placed by a pose: rotated about the origin, then translated.

use super::any::in_both_dimensions;
use super::pose::Pose;
use super::shape::DynamicShape;
use crate::number::Float;
use crate::shape::{ListError, check};
use crate::vector::Vector;

/// Returns a shape rotated about the origin, by the map that takes the coordinate axes to `axes`,
/// and then translated.
///
/// # Errors
/// Names invalid axes, a number that is out of range, and a shape that has no image.
pub(crate) fn posed<S: DynamicShape>(
    a: &S,
    axes: &[S::Vector],
    translation: S::Vector,
) -> Result<S, ListError> {
    if axes.len() != S::Vector::DIM {
        let message = alloc::format!("must be {}, got {}", S::Vector::DIM, axes.len());
        return Err(ListError { field: "axes", message });
    }
    check::orthonormal_within("axes", axes, <f32 as Float>::AXES_TOLERANCE)
        .map_err(|error| ListError { field: error.field, message: alloc::format!("must {}", error.must) })?;
    within_range(a, &Pose::new(axes, translation))
}

/// Does the same, except that a hull keeps its corners and faces, which are those of the points
/// before rounding. When many shapes are placed in a frame, hulls would otherwise take by far the
/// longest.
///
/// # Errors
/// Those of [`posed`].
pub(crate) fn posed_by<S: DynamicShape>(a: &S, pose: &crate::frame::Pose<S::Vector>) -> Result<S, ListError> {
    let axes = pose.axes();
    within_range(a, &Pose { keeps_faces: true, ..Pose::new(axes.as_ref(), pose.translation()) })
}

fn within_range<S: DynamicShape>(a: &S, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
    let posed = a.kind().placed(pose)?;
    if pose.far.get() {
        let message = "must not be so far that a coordinate is out of range".into();
        return Err(ListError { field: "translation", message });
    }
    Ok(posed)
}

/// Returns a translated shape, if none of its numbers is rounded.
pub(crate) fn moved_exactly<S: DynamicShape>(a: &S, way: S::Vector) -> Option<S> {
    let axes = S::Vector::unit_axes(1.0);
    let pose = Pose { notes_rounding: true, ..Pose::new(axes.as_ref(), way) };
    let moved = a.kind().placed(&pose).ok()?;
    (!pose.far.get() && !pose.rounds.get()).then_some(moved)
}

/// Returns a shape whose numbers are in range, if those of its source are.
fn in_range<S: DynamicShape>(a: S) -> Result<S, ListError> {
    if a.kind().leaves_range() {
        let message = "must not be so large that a coordinate is out of range".into();
        return Err(ListError { field: "scale", message });
    }
    Ok(a)
}

in_both_dimensions! {
    impl Any {
        /// Returns the shape rotated about the origin, mapping the coordinate axes to `axes`, then
        /// translated. Axis-aligned boxes become oriented boxes. Coordinates are rounded once.
        ///
        /// # Errors
        /// Names axes of the wrong number, or not perpendicular and of length 1 to within 1e-5 (as `f32`
        /// axes are); points or a translation that overflow; ends of an axis that round to one point.
        pub fn posed(&self, axes: &[V], translation: V) -> Result<Self, ListError> {
            posed(self, axes, translation)
        }

        /// Returns the same shape. [`try_scaled`](Self::try_scaled) checks its results except
        /// for images that are no named shape; this checks those.
        ///
        /// # Errors
        /// Names `scale` if a shape in the range of numbers has an image that is not.
        pub fn in_range(self) -> Result<Self, ListError> {
            in_range(self)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::dynamic::any::{Shape2, Shape3};
    use crate::shape::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn a_quarter_turn_and_a_way() {
        let box_ = Shape3::Aabb(Aabb::new(DVec3::ZERO, dvec3(4., 2., 2.)));
        let posed = box_.posed(&[DVec3::Y, DVec3::NEG_X, DVec3::Z], dvec3(10., 0., 0.)).unwrap();
        assert!(posed.intersects(&Point(dvec3(8., 4., 0.)).into()));
        assert_eq!(posed.closest(&Point(dvec3(9., 6., 1.)).into()).distance, 2.);
        let plane = Shape3::Plane(Plane::new(dvec3(2., 0., 0.), 2.));
        let posed = plane.posed(&[DVec3::Y, DVec3::NEG_X, DVec3::Z], dvec3(10., 5., 0.)).unwrap();
        assert_eq!(posed.signed_distance(dvec3(0., 9., 0.)), 3.);
    }

    #[test]
    fn what_is_moved_out_of_range_is_no_shape() {
        let far = dvec3(1e308, 0., 0.);
        let shapes: [Shape3; 6] = [
            Point(far).into(),
            Ray::new(far, DVec3::X).into(),
            Sphere::new(far, 1.).into(),
            Aabb::new(far, far).into(),
            Capsule::new(DVec3::ZERO, far, 1.).into(),
            Line::new(far, DVec3::X).into(),
        ];
        for shape in shapes {
            assert_eq!(shape.posed(&DVec3::AXES, far).unwrap_err().field, "translation");
            shape.posed(&DVec3::AXES, far * 0.5).unwrap();
        }
        let capsule = Shape3::from(Capsule::new(DVec3::ZERO, DVec3::X, 0.1));
        let long = capsule.try_scaled(dvec3(1e308, 1., 2.)).unwrap();
        assert_eq!(long.posed(&DVec3::AXES, far).unwrap_err().field, "translation");
        long.posed(&DVec3::AXES, far * 0.5).unwrap();
    }

    #[test]
    fn normals_and_directions_of_any_length_are_moved() {
        let same = |shape: Shape3, axes: &[DVec3], by: DVec3, p: DVec3| {
            shape.posed(axes, by).unwrap().closest(&Point(p).into()).distance
        };
        for (n, x) in [(1e-300, 1e-100), (1e300, 1e100), (5e-324, 1e300), (1e300, 1e-300), (1., 1e308)] {
            let by = DVec3::X * x;
            assert!(same(Plane::new(DVec3::X * n, 0.).into(), &DVec3::AXES, by, by) < x * 1e-15);
            let side: Shape3 = HalfSpace::new(DVec3::X * n, 0.).into();
            let [within, beyond] = [0.5, 1.5].map(|k| same(side.clone(), &DVec3::AXES, by, by * k));
            assert!(within == 0. && (beyond / x - 0.5).abs() < 1e-15);
        }
        let turn = [dvec3(0.8, 0.6, 0.), dvec3(-0.6, 0.8, 0.), DVec3::Z];
        for d in [5e-324, 1., 1.7e308] {
            let p = dvec3(0.8, 0.6, 0.);
            let at = |shape: Shape3| same(shape, &turn, DVec3::ZERO, p);
            let lines: [Shape3; 4] = [
                Line::new(DVec3::ZERO, DVec3::X * d).into(),
                InfiniteCylinder::new(DVec3::ZERO, DVec3::X * d, 0.).into(),
                Plane::new(DVec3::Y * d, 0.).into(),
                Disc::new(DVec3::ZERO, DVec3::Y * d, 2.).into(),
            ];
            for shape in lines {
                assert!(at(shape) < 1e-16);
            }
        }
    }

    #[test]
    fn a_mirrored_sector_goes_the_other_way() {
        let sector = Sector { center: DVec2::ZERO, radius: 1., start: 0., sweep: 1. };
        let at = |shape: &Shape2, angle: f64| {
            shape.intersects(&Point(dvec2(angle.cos(), angle.sin()) * 0.9).into())
        };
        let mirrored = Shape2::from(sector).posed(&[DVec2::Y, DVec2::X], DVec2::ZERO).unwrap();
        assert_eq!([0.5, 0.6, 1.5, 1.6].map(|angle| at(&mirrored, angle)), [false, true, true, false]);
        let wedge = Shape2::from(sector.wedges()[0]).posed(&[DVec2::Y, DVec2::X], DVec2::ZERO).unwrap();
        assert_eq!([0.5, 0.6, 1.5, 1.6].map(|angle| at(&wedge, angle)), [false, true, true, false]);
        let flipped = Shape2::from(sector).try_scaled(dvec2(-1., 1.)).unwrap();
        assert_eq!([2.1, 2.2, 3.1, 3.2].map(|angle| at(&flipped, angle)), [false, true, true, false]);
    }
}
