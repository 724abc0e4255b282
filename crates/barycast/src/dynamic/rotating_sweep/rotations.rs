//! Rotations of shapes of two and of three dimensions.

use super::rotation_bounds;
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::shape::DynamicShape;
use crate::number::elementary;
use crate::vector::Vector;
use crate::vector::size::{exponent, exponent_of};
use core::ops::Mul;
use glam::{DMat3, DQuat, DVec2, DVec3};

/// Rotations of the shapes of 2D or of 3D.
pub(crate) trait Turns: DynamicShape {
    /// Angular velocity: `f64`, or a vector along the axis, in radians per unit of time.
    type Angular: Copy + Default + PartialEq + Mul<f64, Output = Self::Angular>;

    /// Returns the exponent of its largest number.
    fn exponent(w: Self::Angular) -> Option<i32>;

    /// Tests whether its numbers are finite.
    fn is_finite(w: Self::Angular) -> bool;

    /// Returns the angular speed, in radians per unit of time.
    fn speed(w: Self::Angular) -> f64;

    /// Returns the images of the coordinate axes after a time.
    fn axes_at(w: Self::Angular, t: f64) -> <Self::Vector as Vector>::Axes;

    /// Returns it rotated by the map that takes the coordinate axes to these, and then translated;
    /// `None` if out of range.
    fn posed_by_axes(&self, axes: &[Self::Vector], by: Self::Vector) -> Option<Self>;

    /// Returns the greatest distance from the axis in a box of this half size around the centre.
    fn from_axis(far: Self::Vector, w: Self::Angular) -> f64;

    /// Returns the component of a vector along the axis.
    fn along_axis(way: Self::Vector, w: Self::Angular) -> Self::Vector;

    /// Returns the sine of the angle between a unit vector and the axis; 1 in 2D.
    fn aside(n: Self::Vector, w: Self::Angular) -> f64;

    /// Returns the disc or cylinder that bounds it during the rotation; `None` for unbounded
    /// shapes.
    fn around(&self, center: Self::Vector, w: Self::Angular) -> Option<Self>;
}

impl Turns for Shape2 {
    type Angular = f64;

    fn exponent(w: f64) -> Option<i32> {
        exponent([w])
    }

    fn is_finite(w: f64) -> bool {
        w.is_finite()
    }

    fn speed(w: f64) -> f64 {
        w.abs()
    }

    fn axes_at(w: f64, t: f64) -> [DVec2; 2] {
        let (s, c) = (elementary::sin(w * t), elementary::cos(w * t));
        [DVec2::new(c, s), DVec2::new(-s, c)]
    }

    fn posed_by_axes(&self, axes: &[DVec2], by: DVec2) -> Option<Self> {
        self.posed(axes, by).ok()
    }

    fn from_axis(far: DVec2, _: f64) -> f64 {
        far.length()
    }

    fn along_axis(_: DVec2, _: f64) -> DVec2 {
        DVec2::ZERO
    }

    fn aside(_: DVec2, _: f64) -> f64 {
        1.0
    }

    fn around(&self, center: DVec2, w: f64) -> Option<Self> {
        rotation_bounds::disc(self, center, w)
    }
}

impl Turns for Shape3 {
    type Angular = DVec3;

    fn exponent(w: DVec3) -> Option<i32> {
        exponent_of(w)
    }

    fn is_finite(w: DVec3) -> bool {
        w.is_finite()
    }

    fn speed(w: DVec3) -> f64 {
        w.length()
    }

    fn axes_at(w: DVec3, t: f64) -> [DVec3; 3] {
        let m = DMat3::from_quat(DQuat::from_scaled_axis(w * t));
        [m.x_axis, m.y_axis, m.z_axis]
    }

    fn posed_by_axes(&self, axes: &[DVec3], by: DVec3) -> Option<Self> {
        self.posed(axes, by).ok()
    }

    fn from_axis(far: DVec3, w: DVec3) -> f64 {
        let axis = w / w.length();
        let corners = [(1., 1.), (1., -1.), (-1., 1.), (-1., -1.)];
        let distances =
            corners.iter().map(|(y, z)| DVec3::new(far.x, far.y * y, far.z * z).cross(axis).length());
        distances.fold(0.0, f64::max)
    }

    fn along_axis(way: DVec3, w: DVec3) -> DVec3 {
        let axis = w / w.length();
        axis * axis.dot(way)
    }

    fn aside(n: DVec3, w: DVec3) -> f64 {
        n.cross(w / w.length()).length()
    }

    fn around(&self, center: DVec3, w: DVec3) -> Option<Self> {
        rotation_bounds::cylinder(self, center, w)
    }
}
