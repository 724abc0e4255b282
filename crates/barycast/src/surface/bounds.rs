//! The smallest box around patches: along each axis the least and the greatest coordinate (`least.rs`).

use super::Scalar;
use super::least::{Form, Objective, least};
use super::patch::BezierPatch;
use crate::curve::pieces::narrow;
use crate::number::{Float, Ring};
use crate::shape::Aabb;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// The smallest box around patches, of which there is at least one.
pub(super) fn of<V: FloatVector>(patches: &[BezierPatch<V>]) -> Aabb<V> {
    let wide: Vec<_> = patches.iter().map(BezierPatch::wide).collect();
    let least = |axis: usize, sign: Scalar<V::Wide>| {
        let found = least(&wide, &Along { axis, sign });
        found.value * sign
    };
    let one = Scalar::<V::Wide>::ONE;
    Aabb {
        min: narrow::<V>(V::Wide::from_fn(|axis| least(axis, one))),
        max: narrow::<V>(V::Wide::from_fn(|axis| least(axis, -one))),
    }
}

/// A coordinate, or its negative.
struct Along<S> {
    axis: usize,
    sign: S,
}

impl<V: FloatVector> Objective<V> for Along<Scalar<V>> {
    fn rough(&self, patch: &BezierPatch<V>) -> Scalar<V> {
        let coordinate = |p: &V| p.get(self.axis) * self.sign;
        patch.points().iter().map(coordinate).fold(crate::number::Real::infinity(self.sign), Ring::min)
    }

    fn form(&self, patch: &BezierPatch<V>) -> Form<Scalar<V>> {
        let coordinate = |i: usize| patch.points()[i].get(self.axis) * self.sign * patch.weight(i);
        let above: Vec<_> = (0..patch.points().len()).map(coordinate).collect();
        let most =
            patch.points().iter().fold(Scalar::<V>::ZERO, |m, p| Ring::max(m, Ring::abs(p.get(self.axis))));
        let noise = most * Scalar::<V>::EPSILON * most.lit(4);
        Form { counts: patch.counts(), above, below: patch.weights().map(<[_]>::to_vec), noise }
    }

    fn value(&self, patch: &BezierPatch<V>, [u, v]: [Scalar<V>; 2]) -> Scalar<V> {
        patch.at(u, v).get(self.axis) * self.sign
    }
}

impl<V: FloatVector> BezierPatch<V> {
    /// The smallest box around it, up to rounding.
    pub fn bounds(&self) -> Aabb<V> {
        of(core::slice::from_ref(self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BSplineSurface, BezierPatch};
    use crate::curve::BSpline;
    use crate::shape::Line;
    use glam::{DVec3, dvec3};

    #[test]
    fn a_hill_is_half_as_high_as_its_middle_point_is_told_to_be() {
        let flat = |i: usize| dvec3((i / 3) as f64, (i % 3) as f64, f64::from(u8::from(i == 4)));
        let hill = BezierPatch::try_new([2, 2], (0..9).map(flat).collect()).unwrap();
        assert_eq!(hill.hull_bounds().max, dvec3(2., 2., 1.));
        assert_eq!((hill.bounds().min, hill.bounds().max), (DVec3::ZERO, dvec3(2., 2., 0.25)));
    }

    #[test]
    fn a_torus_that_leans_reaches_as_far_as_it_does() {
        let axis = dvec3(1., 2., 2.) / 3.;
        let across = axis.any_orthonormal_vector();
        let circle = BSpline::try_ellipse(across * 3., across, axis).unwrap();
        let torus = BSplineSurface::try_turned(&circle, &Line::new(DVec3::ZERO, axis)).unwrap();
        let bounds = torus.pieces().bounds();
        for i in 0..3 {
            let reach = 1. + 3. * (1. - axis[i] * axis[i]).sqrt();
            assert!((bounds.max[i] - reach).abs() < 1e-14 && (bounds.min[i] + reach).abs() < 1e-14);
        }
    }
}
