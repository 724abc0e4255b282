//! Axes from a quaternion or an angle.

use super::check::{self, ShapeError};
use super::{Ellipsoid, Obb};
use crate::number::Float;
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::vector::FloatVector;

/// A turn about the origin, as numbers that make axes only by rounding.
///
/// The axes are computed in `f64`, with [`libm`]'s sine and cosine: the same bits on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rotation {
    /// In 3D: `[x, y, z, w]`, of any length but 0.
    Quaternion([f64; 4]),
    /// In 2D: radians, to the left.
    Angle(f64),
}

impl Rotation {
    /// Where it takes the coordinate axes.
    ///
    /// # Errors
    /// Names `quaternion` or `angle` when a number is not finite, when the quaternion is zero, and when it belongs
    /// to the other dimension.
    pub fn axes<V: FloatVector>(self) -> Result<V::Axes, ShapeError> {
        let axes = match self {
            Self::Quaternion(_) if V::DIM != 3 => return Err(elsewhere("quaternion", "stand in 3D only")),
            Self::Angle(_) if V::DIM != 2 => return Err(elsewhere("angle", "stand in 2D only")),
            Self::Quaternion(numbers) => of_quaternion(numbers)?,
            Self::Angle(angle) => {
                check::finite_number("angle", angle)?;
                let (sin, cos) = elementary::sincos(angle);
                [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0; 3]]
            }
        };
        Ok(V::axes_from_fn(|i| V::from_fn(|k| V::Scalar::from_f64(axes[i][k]))))
    }
}

const fn elsewhere(field: &'static str, must: &'static str) -> ShapeError {
    ShapeError { field, must, got: None }
}

/// `p + 2 w (v x p) + 2 v x (v x p)` for the unit quaternion `v, w` and each unit vector `p`; the length is
/// divided out of the products, not out of the numbers.
fn of_quaternion(numbers: [f64; 4]) -> Result<[[f64; 3]; 3], ShapeError> {
    let mut largest = 0.0_f64;
    for number in numbers {
        check::finite_number("quaternion", number)?;
        largest = largest.max(number.abs());
    }
    if largest == 0.0 {
        return Err(ShapeError { field: "quaternion", must: "not be zero", got: None });
    }
    // By the largest first: no square overflows or vanishes.
    let [x, y, z, w] = numbers.each(|number| number / largest);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    Ok([
        [1.0 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)],
        [s * (x * y - z * w), 1.0 - s * (x * x + z * z), s * (y * z + x * w)],
        [s * (x * z + y * w), s * (y * z - x * w), 1.0 - s * (x * x + y * y)],
    ])
}

macro_rules! turned {
    ($Shape:ident $sizes:ident) => {
        impl<V: FloatVector> $Shape<V> {
            /// Turned about its middle from the coordinate axes.
            ///
            /// # Errors
            /// Names the field as [`try_new`](Self::try_new) and [`Rotation::axes`] do.
            pub fn try_rotated(center: V, $sizes: V, rotation: Rotation) -> Result<Self, ShapeError> {
                Self::try_new(center, $sizes, rotation.axes::<V>()?)
            }

            /// Along the coordinate axes.
            ///
            /// # Errors
            /// As [`try_new`](Self::try_new).
            pub fn try_aligned(center: V, $sizes: V) -> Result<Self, ShapeError> {
                Self::try_new(center, $sizes, V::unit_axes(V::Scalar::ONE))
            }
        }
    };
}
turned!(Ellipsoid radii);
turned!(Obb half_extents);

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DQuat, DVec2, DVec3, Vec3, dvec3};

    #[test]
    fn a_quaternion_of_any_length_turns_as_glam_does() {
        let q = DQuat::from_xyzw(0.1, -0.7, 0.3, 0.5).normalize();
        for length in [1.0, 1e-200, 1e200] {
            let axes = Rotation::Quaternion(q.to_array().map(|n| n * length)).axes::<DVec3>().unwrap();
            for (axis, unit) in axes.into_iter().zip([DVec3::X, DVec3::Y, DVec3::Z]) {
                assert!((axis - q * unit).length() < 1e-15);
            }
        }
    }

    #[test]
    fn a_quarter_turn_takes_x_to_y() {
        let quarter = Rotation::Angle(core::f64::consts::FRAC_PI_2);
        let [x, _] = quarter.axes::<DVec2>().unwrap();
        assert!((x - DVec2::Y).length() < 1e-16);
    }

    #[test]
    fn a_box_of_f32_may_be_turned_by_any_quaternion() {
        let turned = Obb::try_rotated(Vec3::ZERO, Vec3::ONE, Rotation::Quaternion([0.3, 0.1, -0.9, 0.2]));
        assert!(turned.is_ok());
    }

    #[test]
    fn errors_name_the_field() {
        let turned =
            |rotation| Obb::try_rotated(dvec3(0., 0., 0.), dvec3(1., 1., 1.), rotation).unwrap_err().field;
        assert_eq!(turned(Rotation::Quaternion([0.0; 4])), "quaternion");
        assert_eq!(turned(Rotation::Quaternion([f64::INFINITY, 0., 0., 1.])), "quaternion");
        assert_eq!(turned(Rotation::Angle(1.0)), "angle");
    }
}
