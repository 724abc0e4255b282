//! A point in a solid that knows its boundary: the way to the closest boundary point, as
//! `signed_distance` uses it.

use super::separable::{Apart, TOUCHING};
use crate::dynamic::arc;
use crate::dynamic::composite;
use crate::number::DoubleDouble;
use crate::query::Penetration;
use crate::shape::Point;
use crate::vector::Vector as _;

/// Translations of points out of solids.
pub(super) trait PointWays: Apart {
    /// Returns the least translation, if one of both is a point and the other a solid around it.
    fn way_out(&self, other: &Self) -> Option<Penetration<Self::Vector>> {
        match (self.as_point(), other.as_point()) {
            (_, Some(p)) => self.way_out_of(p),
            (Some(p), _) => other.way_out_of(p).map(Penetration::swap),
            _ => None,
        }
    }

    fn way_out_of(&self, p: Self::Vector) -> Option<Penetration<Self::Vector>> {
        let (depth, place) = match self.as_composite() {
            Some(parts) => composite::way_out(parts, &Point(p).into(), p)?,
            None => arc::way_out(self, p.lift(&DoubleDouble::new))?,
        };
        // For a point on the boundary, up to rounding, the way to it does not show where the
        // outside is.
        let normal = (place - p).normalized_or_zero();
        let inside = depth > self.size_from_origin() * TOUCHING && !normal.is_zero();
        inside.then_some(Penetration { normal_a_to_b: Some(normal), depth, on_a: place, on_b: p })
    }
}

impl<S: Apart> PointWays for S {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::{Shape2, Shape3};
    use crate::shape::{Annulus, Polygon, Sector, Sphere, Torus, Voxels};
    use alloc::vec;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    /// Checks that the point, moved by its contact, is on the boundary, for both orders, and that
    /// the depth is as expected.
    macro_rules! leads_to {
        ($shape:expr, $p:expr, $place:expr) => {
            let (shape, p, place) = ($shape, $p, $place);
            let point = p.into_shape();
            let found = shape.contact(&point).unwrap().unwrap();
            let moved = p + found.normal_a_to_b.unwrap() * found.depth;
            assert!((moved - place).length() < 1e-14 && (found.on_a - place).length() < 1e-14, "{found:?}");
            assert!((found.depth + shape.signed_distance(p)).abs() < 1e-15, "{found:?}");
            assert_eq!(point.contact(&shape).unwrap().unwrap(), found.swap());
        };
    }

    trait IntoShape<S> {
        fn into_shape(self) -> S;
    }
    impl IntoShape<Shape2> for DVec2 {
        fn into_shape(self) -> Shape2 {
            Point(self).into()
        }
    }
    impl IntoShape<Shape3> for DVec3 {
        fn into_shape(self) -> Shape3 {
            Sphere::new(self, 0.0).into()
        }
    }

    #[test]
    fn a_point_level_with_the_corner_of_a_hole_goes_into_it() {
        let square = |low: f64, high: f64| {
            vec![dvec2(low, low), dvec2(high, low), dvec2(high, high), dvec2(low, high)]
        };
        let polygon = Polygon::try_with_holes(square(0., 5.), vec![square(2., 3.)]).unwrap();
        leads_to!(Shape2::from(polygon), dvec2(1.75, 2.), dvec2(2., 2.));
        let bay = Voxels::try_new(
            DVec2::ZERO,
            DVec2::ONE,
            vec![[1, 1, 0], [0, 1, 0], [-1, 0, 0], [-1, -1, 0], [1, 0, 0]],
        );
        leads_to!(Shape2::from(bay.unwrap()), dvec2(1., 1.25), dvec2(1., 1.));
        let notch = vec![[0., 0.], [3., 0.], [3., 2.], [2., 2.], [2., 1.], [1., 1.], [1., 2.], [0., 2.]];
        let notch = Polygon::try_new(notch.into_iter().map(DVec2::from_array).collect()).unwrap();
        leads_to!(Shape2::from(notch), dvec2(0.75, 1.), dvec2(1., 1.));
    }

    #[test]
    fn out_of_rings_and_sectors_it_goes_straight() {
        let ring = Annulus::new(dvec2(1., 1.), 1., 2.);
        leads_to!(Shape2::from(ring), dvec2(2.25, 1.), dvec2(2., 1.));
        let sector = Sector { center: DVec2::ZERO, radius: 2., start: 0., sweep: 5. };
        leads_to!(Shape2::from(sector), dvec2(1., 0.25), dvec2(1., 0.));
        let torus = Torus::new(DVec3::ZERO, DVec3::Z, 2., 0.5);
        leads_to!(Shape3::from(torus), dvec3(2.25, 0., 0.), dvec3(2.5, 0., 0.));
    }

    #[test]
    fn near_the_axis_of_a_torus_without_a_hole_it_goes_to_the_dimple() {
        let torus = Torus::new(DVec3::ZERO, DVec3::Z, 3., 5.);
        for height in [0., 0.5, -0.5] {
            leads_to!(
                Shape3::from(torus),
                dvec3(0.1, 0., height),
                dvec3(0., 0., if height < 0. { -4. } else { 4. })
            );
        }
    }
}
