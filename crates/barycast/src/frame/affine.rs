//! Affine maps from one frame to another.

use crate::exact::{Arena, Exact};
use crate::number::each::MapEach;
use crate::number::{Float, Ring};
use crate::vector::{FloatVector, V3, Vector, Vector3};

/// The map `p -> x p.x + y p.y + z p.z + translation`: any rotation, scale, shear or reflection,
/// followed by a translation.
///
/// ```
/// use barycast::frame::Affine3;
/// use glam::{DAffine3, DVec3, dvec3};
///
/// let placed = Affine3::from(DAffine3::from_translation(dvec3(0.0, 0.0, 5.0)));
/// assert_eq!(placed.transform_point(DVec3::X), dvec3(1.0, 0.0, 5.0));
/// assert_eq!(placed.transform_vector(DVec3::X), DVec3::X); // directions are not translated
/// let back = placed.inverse().expect("a translation is invertible");
/// assert_eq!(back.transform_point(dvec3(1.0, 0.0, 5.0)), DVec3::X);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine3<V> {
    /// Image of the first unit vector.
    pub x: V,
    /// Image of the second unit vector.
    pub y: V,
    /// Image of the third unit vector.
    pub z: V,
    /// Image of the origin.
    pub translation: V,
}

/// The inverse of an [`Affine3`].
#[derive(Clone, Copy, Debug)]
pub struct Inverse3<V> {
    /// Rows of the inverse matrix.
    rows: [V; 3],
    translation: V,
}

impl<V: FloatVector + Vector3> Affine3<V> {
    /// Returns the identity map.
    pub fn identity() -> Self {
        let zero = V::splat(V::Scalar::ZERO);
        let unit = |axis| zero.with(axis, V::Scalar::ONE);
        Self { x: unit(0), y: unit(1), z: unit(2), translation: zero }
    }

    /// Transforms a point.
    #[doc(alias = "transform_point3")]
    #[inline]
    pub fn transform_point(&self, p: V) -> V {
        self.transform_vector(p) + self.translation
    }

    /// Transforms a vector (a difference of two points): without the translation.
    #[doc(alias = "transform_vector3")]
    #[inline]
    pub fn transform_vector(&self, v: V) -> V {
        self.x * v.get(0) + self.y * v.get(1) + self.z * v.get(2)
    }

    /// Returns the inverse map, or `None` if the map is singular or a number of the map or its
    /// inverse is not finite.
    pub fn inverse(&self) -> Option<Inverse3<V>> {
        let finite = |v: &V| (0..3).all(|axis| v.get(axis).is_finite());
        if ![self.x, self.y, self.z, self.translation].iter().all(finite) {
            return None;
        }
        let rows = self.plain_rows().or_else(|| self.exact_rows())?;
        rows.iter().all(finite).then_some(Inverse3 { rows, translation: self.translation })
    }

    /// Returns the rows of the inverse matrix if no product that matters leaves the range of
    /// floats.
    fn plain_rows(&self) -> Option<[V; 3]> {
        let (least, one) = (V::Scalar::MIN_POSITIVE, V::Scalar::ONE);
        let is_plain = |numbers: [V::Scalar; 3]| {
            let size = numbers[0].abs().max(numbers[1].abs()).max(numbers[2].abs());
            let fourth = (size * size) * (size * size);
            fourth >= least && fourth <= one / least
        };
        let axes = [self.x, self.y, self.z];
        let plain = axes.iter().all(|axis| is_plain([0, 1, 2].each(|row| axis.get(row))))
            && (0..3).all(|row| is_plain(axes.each(|axis| axis.get(row))));
        let determinant = self.x.dot(self.y.cross(self.z));
        (plain && determinant.abs() >= least).then(|| {
            [self.y.cross(self.z), self.z.cross(self.x), self.x.cross(self.y)]
                .each(|row| row * (one / determinant))
        })
    }

    /// Returns the rows of the inverse matrix from exact numbers, each rounded once, or `None` if
    /// the map is singular.
    #[cold]
    fn exact_rows(&self) -> Option<[V; 3]> {
        let arena = Arena::new();
        let number = |x: V::Scalar| arena.number(x.to_f64());
        let [x, y, z] = [self.x, self.y, self.z].each(|axis| axis.lift::<V3<Exact<'_>>>(&number));
        let (rows, determinant) = ([y.cross(z), z.cross(x), x.cross(y)], x.dot(y.cross(z)));
        let float = |x: Exact<'_>| V::Scalar::from_f64((x / determinant).to_f64());
        (determinant.sign() != 0).then(|| rows.each(|row| V::from_fn(|axis| float(row.get(axis)))))
    }
}

impl<V: FloatVector + Vector3> Inverse3<V> {
    /// Transforms a point by the inverse map.
    #[inline]
    pub fn transform_point(&self, p: V) -> V {
        self.transform_vector(p - self.translation)
    }

    /// Transforms a vector by the inverse map.
    #[inline]
    pub fn transform_vector(&self, v: V) -> V {
        V::from_fn(|row| self.rows[row].dot(v))
    }

    /// Transforms a surface normal by the forward map (inverse transpose). Outward normals stay
    /// outward; the length is not preserved.
    #[inline]
    pub fn transform_normal(&self, n: V) -> V {
        self.rows[0] * n.get(0) + self.rows[1] * n.get(1) + self.rows[2] * n.get(2)
    }
}

impl From<glam::Affine3A> for Affine3<glam::Vec3> {
    fn from(a: glam::Affine3A) -> Self {
        let [x, y, z] = [a.matrix3.x_axis, a.matrix3.y_axis, a.matrix3.z_axis].each(Into::into);
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
    use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3, Vec3, dvec3};

    #[test]
    fn the_inverse_undoes_the_map() {
        let turn = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.4).normalize();
        let glams = DAffine3::from_scale_rotation_translation(dvec3(2., -3., 0.5), turn, dvec3(5., 6., 7.));
        let affine = Affine3::from(glams);
        let p = dvec3(0.3, -4.0, 9.0);
        assert!((affine.transform_point(p) - glams.transform_point3(p)).length() < 1e-14);
        let inverse = affine.inverse().unwrap();
        assert!((inverse.transform_point(affine.transform_point(p)) - p).length() < 1e-13);
        assert!((inverse.transform_vector(affine.transform_vector(p)) - p).length() < 1e-13);
    }

    #[test]
    fn a_normal_stays_outward_in_a_mirror() {
        let mirror = Affine3::from(DAffine3::from_scale(dvec3(-2., 1., 1.)));
        let normal = mirror.inverse().unwrap().transform_normal(DVec3::X);
        assert!(normal.x < 0.0 && normal.y == 0.0, "the side at +x is now at -x: {normal}");
    }

    #[test]
    fn singular_maps_have_no_inverse() {
        assert!(Affine3::from(DAffine3::from_scale(dvec3(1., 0., 1.))).inverse().is_none());
        assert!(Affine3::from(DAffine3::from_scale(dvec3(1., f64::NAN, 1.))).inverse().is_none());
        // Exactly singular at any scale, and an inverse that overflows.
        for scale in [dvec3(1e-200, 0., 1.), dvec3(1e200, 1e200, 0.), dvec3(1., 1., 5e-324)] {
            assert!(Affine3::from(DAffine3::from_scale(scale)).inverse().is_none(), "{scale}");
        }
    }

    #[test]
    fn the_inverse_works_at_any_scale() {
        let turn = DMat3::from_quat(DQuat::from_xyzw(0.1, 0.7, -0.3, 0.4).normalize());
        let p = dvec3(0.3, -4.0, 9.0);
        for size in [
            DVec3::splat(1e103),
            DVec3::splat(1e-105),
            dvec3(1e300, 1e-300, 1.),
            dvec3(1e-150, 1e-150, 1e-30),
        ] {
            for matrix in [DMat3::IDENTITY, turn].map(|turn| DMat3::from_diagonal(size) * turn) {
                let affine = Affine3::from(DAffine3::from_mat3(matrix));
                let back = affine.inverse().unwrap().transform_point(affine.transform_point(p));
                assert!((back - p).length() < 1e-13, "{size}: {back}");
            }
        }
        for size in [1e13, 1e-13, 1e30, 1e-30] {
            let affine = Affine3::from(Affine3A::from_scale(Vec3::splat(size)));
            let back = affine.inverse().unwrap().transform_point(affine.transform_point(Vec3::ONE));
            assert!((back - Vec3::ONE).length() < 1e-6, "{size}: {back}");
        }
    }
}
