//! Tight bounding boxes of patches: minimizes and maximizes each coordinate
//! (`branch_and_bound.rs`).

use super::Scalar;
use super::branch_and_bound::{Form, Objective, minimize};
use super::patch::BezierPatch;
use crate::curve::piecewise::narrow;
use crate::number::{Float, Ring};
use crate::shape::Aabb;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// Returns the tight bounding box of patches, of which there must be at least one.
pub(super) fn bounding_box<V: FloatVector>(patches: &[BezierPatch<V>]) -> Aabb<V> {
    let wide: Vec<_> = patches.iter().map(BezierPatch::wide).collect();
    let minimum = |axis: usize, sign: Scalar<V::Wide>| {
        let found = minimize(&wide, &Coordinate { axis, sign });
        found.value * sign
    };
    let one = Scalar::<V::Wide>::ONE;
    Aabb {
        min: narrow::<V>(V::Wide::from_fn(|axis| minimum(axis, one))),
        max: narrow::<V>(V::Wide::from_fn(|axis| minimum(axis, -one))),
    }
}

/// Objective: a coordinate, or its negative.
struct Coordinate<S> {
    axis: usize,
    sign: S,
}

impl<V: FloatVector> Objective<V> for Coordinate<Scalar<V>> {
    fn lower_bound(&self, patch: &BezierPatch<V>) -> Scalar<V> {
        let coordinate = |p: &V| p.get(self.axis) * self.sign;
        patch.points().iter().map(coordinate).fold(crate::number::Real::infinity(self.sign), Ring::min)
    }

    fn form(&self, patch: &BezierPatch<V>) -> Form<Scalar<V>> {
        let coordinate = |i: usize| patch.points()[i].get(self.axis) * self.sign * patch.weight(i);
        let numerator: Vec<_> = (0..patch.points().len()).map(coordinate).collect();
        let most =
            patch.points().iter().fold(Scalar::<V>::ZERO, |m, p| Ring::max(m, Ring::abs(p.get(self.axis))));
        let noise = most * Scalar::<V>::EPSILON * most.lit(4);
        Form { counts: patch.counts(), numerator, denominator: patch.weights().map(<[_]>::to_vec), noise }
    }

    fn value(&self, patch: &BezierPatch<V>, [u, v]: [Scalar<V>; 2]) -> Scalar<V> {
        patch.at(u, v).get(self.axis) * self.sign
    }
}

impl<V: FloatVector> BezierPatch<V> {
    /// Returns the tight bounding box, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        bounding_box(core::slice::from_ref(self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BSplineSurface, BezierPatch};
    use crate::curve::BSpline;
    use crate::shape::Line;
    use glam::{DVec3, dvec3};

    #[test]
    fn bounds_are_tight_where_the_hull_is_not() {
        let flat = |i: usize| dvec3((i / 3) as f64, (i % 3) as f64, f64::from(u8::from(i == 4)));
        let hill = BezierPatch::try_new([2, 2], (0..9).map(flat).collect()).unwrap();
        assert_eq!(hill.hull_bounds().max, dvec3(2., 2., 1.));
        assert_eq!((hill.bounds().min, hill.bounds().max), (DVec3::ZERO, dvec3(2., 2., 0.25)));
    }

    #[test]
    fn the_bounds_of_an_inclined_torus_are_tight() {
        let axis = dvec3(1., 2., 2.) / 3.;
        let across = axis.any_orthonormal_vector();
        let circle = BSpline::try_ellipse(across * 3., across, axis).unwrap();
        let torus = BSplineSurface::try_revolved(&circle, &Line::new(DVec3::ZERO, axis)).unwrap();
        let bounds = torus.pieces().bounds();
        for i in 0..3 {
            let reach = 1. + 3. * (1. - axis[i] * axis[i]).sqrt();
            assert!((bounds.max[i] - reach).abs() < 1e-14 && (bounds.min[i] + reach).abs() < 1e-14);
        }
    }
}
