//! Spheres and discs.

use super::elliptic::complete;
use super::{SolidAngle, cap_of_sine, ordinary, pi, seen, shift_of};
use crate::number::{DoubleDouble, Field, Float, Real, Ring, elementary};
use crate::shape::{Disc, Sphere};
use crate::vector::size::times_power;
use crate::vector::{FloatVector, V3, Vector, Vector3};

impl<V: FloatVector> SolidAngle<V> for Sphere<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        let whole = pi() * DoubleDouble::new(if V::DIM == 2 { 2.0 } else { 4.0 });
        let away = |axis| self.center.get(axis).precise() - eye.get(axis).precise();
        let radius = self.radius.precise();
        let e = shift_of((0..V::DIM).map(away).chain([radius]));
        let brought = |x| if e == 0 { x } else { times_power(x, e) };
        let radius = brought(radius);
        let mut squared = whole.zero();
        for axis in 0..V::DIM {
            squared = squared + brought(away(axis)).squared();
        }
        if squared < radius.squared() {
            return V::Scalar::from_precise(whole);
        }
        // A sphere of radius 0 seen from its own center has angle 0.
        let sine = radius.div_or(squared.sqrt(), whole.zero());
        if V::DIM == 2 {
            // Not from the sine, which has lost half of its digits near a quarter turn.
            let along = (squared - radius.squared()).sqrt();
            let angle = elementary::atan2(radius.to_f64(), along.to_f64());
            return V::Scalar::from_f64(2.0 * angle);
        }
        V::Scalar::from_precise(cap_of_sine(sine))
    }
}

impl<V: FloatVector + Vector3> SolidAngle<V> for Disc<V> {
    fn solid_angle(&self, eye: V) -> V::Scalar {
        let (center, [normal]) = (seen(self.center, eye), ordinary([seen(self.normal, self.normal.zero())]));
        let radius = self.radius.precise();
        let e = shift_of((0..3).map(|axis| center.get(axis)).chain([radius]));
        let brought = |x| if e == 0 { x } else { times_power(x, e) };
        let (center, radius) = (center.lift::<V3<_>>(&brought), brought(radius));
        let long = normal.length();
        let (height, aside) = (Ring::abs(center.dot(normal)) / long, center.cross(normal).length() / long);
        V::Scalar::from_precise(of_disc(radius, height, aside))
    }
}

/// Returns the solid angle of a disc of radius `r` seen from height `h` above its plane and
/// distance `a` from its axis, with `R^2 = h^2 + (r + a)^2` and `c = (r - a) / (r + a)`:
///
/// ```text
/// 2 pi [a < r] - 2 h / R (1 + c) I
///
/// I = the integral over a quarter turn of (cos^2 + c sin^2) / ((cos^2 + c^2 sin^2) D)
/// D = sqrt(cos^2 + k^2 sin^2),  k^2 = (h^2 + (r - a)^2) / R^2
/// ```
fn of_disc(radius: DoubleDouble, height: DoubleDouble, aside: DoubleDouble) -> DoubleDouble {
    let zero = radius.zero();
    let two = radius.lit(2);
    let squared = height.squared() + aside.squared();
    if radius.squared() <= squared * DoubleDouble::new(2e-16) {
        // Far away, the limit is more accurate than the difference of two almost equal angles.
        let distance = squared.sqrt();
        return (pi() * radius.squared() * height).div_or(distance * squared, zero);
    }
    let beyond = radius - aside;
    if height == zero {
        let share = if beyond > zero {
            two
        } else if beyond < zero {
            zero
        } else {
            radius.one()
        };
        return pi() * share;
    }
    let far = (height.squared() + (radius + aside).squared()).sqrt();
    let k = (height.squared() + beyond.squared()).sqrt() / far;
    let ahead = height * two / far;
    let one = radius.one();
    let quarter = pi() / two;
    if beyond == zero {
        return pi() - ahead * quarter * complete(k, one, one, one);
    }
    let c = beyond / (radius + aside);
    let rest = ahead * (one + c) * quarter * complete(k, c.squared(), one, c);
    if beyond > zero { pi() * two - rest } else { -rest }
}
