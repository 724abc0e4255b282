//! Placements: affine maps from one frame to another.

use crate::number::Float;
use crate::vector::{FloatVector, Vector3};

/// The map `p -> x p.x + y p.y + z p.z + translation`: any rotation, scale, shear or reflection, and a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine3<V> {
    /// Where the first unit vector goes.
    pub x: V,
    /// Where the second unit vector goes.
    pub y: V,
    /// Where the third unit vector goes.
    pub z: V,
    /// Where the origin goes.
    pub translation: V,
}

/// The way back of an [`Affine3`].
#[derive(Clone, Copy, Debug)]
pub struct Inverse3<V> {
    /// The rows of the inverse matrix.
    rows: [V; 3],
    translation: V,
}

impl<V: FloatVector + Vector3> Affine3<V> {
    /// Leaves everything where it is.
    pub fn identity() -> Self {
        let zero = V::splat(V::Scalar::ZERO);
        let unit = |axis| zero.with(axis, V::Scalar::ONE);
        Self { x: unit(0), y: unit(1), z: unit(2), translation: zero }
    }

    /// Where a point goes.
    #[inline]
    pub fn point(&self, p: V) -> V {
        self.direction(p) + self.translation
    }

    /// Where a difference of two points goes.
    #[inline]
    pub fn direction(&self, v: V) -> V {
        self.x * v.get(0) + self.y * v.get(1) + self.z * v.get(2)
    }

    /// The way back; `None` when it flattens, or a number is not finite.
    pub fn inverse(&self) -> Option<Inverse3<V>> {
        let determinant = self.x.dot(self.y.cross(self.z));
        let one = V::Scalar::ONE;
        let rows = [self.y.cross(self.z), self.z.cross(self.x), self.x.cross(self.y)]
            .map(|row| row * one.div_or(determinant));
        let finite = |v: &V| (0..3).all(|axis| v.get(axis).is_finite());
        let exists = determinant != V::Scalar::ZERO && rows.iter().all(finite) && finite(&self.translation);
        exists.then_some(Inverse3 { rows, translation: self.translation })
    }
}

impl<V: FloatVector + Vector3> Inverse3<V> {
    /// Where a point comes from.
    #[inline]
    pub fn point(&self, p: V) -> V {
        self.direction(p - self.translation)
    }

    /// Where a difference of two points comes from.
    #[inline]
    pub fn direction(&self, v: V) -> V {
        V::from_fn(|row| self.rows[row].dot(v))
    }

    /// Where the normal of a surface goes, by the map whose inverse this is: outward stays outward, the length
    /// is lost.
    #[inline]
    pub fn normal(&self, n: V) -> V {
        self.rows[0] * n.get(0) + self.rows[1] * n.get(1) + self.rows[2] * n.get(2)
    }
}

/// `1 / d`, where there is one.
trait Reciprocal: Float {
    fn div_or(self, d: Self) -> Self {
        if d == Self::ZERO { d } else { self / d }
    }
}

impl<S: Float> Reciprocal for S {}

impl From<glam::Affine3A> for Affine3<glam::Vec3> {
    fn from(a: glam::Affine3A) -> Self {
        let [x, y, z] = [a.matrix3.x_axis, a.matrix3.y_axis, a.matrix3.z_axis].map(Into::into);
        Self { x, y, z, translation: a.translation.into() }
    }
}

impl From<glam::DAffine3> for Affine3<glam::DVec3> {
    fn from(a: glam::DAffine3) -> Self {
        let m = a.matrix3;
        Self { x: m.x_axis, y: m.y_axis, z: m.z_axis, translation: a.translation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DAffine3, DQuat, DVec3, dvec3};

    #[test]
    fn there_and_back() {
        let turn = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.4).normalize();
        let glams = DAffine3::from_scale_rotation_translation(dvec3(2., -3., 0.5), turn, dvec3(5., 6., 7.));
        let affine = Affine3::from(glams);
        let p = dvec3(0.3, -4.0, 9.0);
        assert!((affine.point(p) - glams.transform_point3(p)).length() < 1e-14);
        let inverse = affine.inverse().unwrap();
        assert!((inverse.point(affine.point(p)) - p).length() < 1e-13);
        assert!((inverse.direction(affine.direction(p)) - p).length() < 1e-13);
    }

    #[test]
    fn a_normal_stays_outward_in_a_mirror() {
        let mirror = Affine3::from(DAffine3::from_scale(dvec3(-2., 1., 1.)));
        let normal = mirror.inverse().unwrap().normal(DVec3::X);
        assert!(normal.x < 0.0 && normal.y == 0.0, "the side at +x is now at -x: {normal}");
    }

    #[test]
    fn what_flattens_has_no_inverse() {
        assert!(Affine3::from(DAffine3::from_scale(dvec3(1., 0., 1.))).inverse().is_none());
        assert!(Affine3::from(DAffine3::from_scale(dvec3(1., f64::NAN, 1.))).inverse().is_none());
    }
}
