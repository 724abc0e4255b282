//! Cones without a base, cut off beyond the part that affects the result.
//!
//! **Against a bounded shape** within `R` of the apex. The point of the cone closest to a point `p`
//! is no farther from the apex than `p` is, so it lies below the height `R`. A base at the height
//! `H = 4 R` also does not change the least translation. A unit direction `n` separates along the
//! cone itself if the cone's extent along `n` is no greater than the apex's. Along a direction that
//! is too steep for that by `e`, with `0 < e <= 90` degrees, the cut cone extends by `H sin e` or
//! more, while the depth along the nearest direction that is not too steep differs by at most
//! `2 sin(e / 2) R <= 1.5 R sin e`. For a larger `e` the two numbers are `H` and `2 R`.
//!
//! **Against another cone, a line or a ray** (a ray is a cone of angle 0, a line is one to either
//! side), let `e` be the angle between the nearest of their directions, and `w` the vector from one
//! apex to the other. If `e < 0`, some direction stays inside both without bound: the shapes
//! intersect, and no translation separates them. Otherwise points `x` and `y` of them, taken
//! relative to their apexes, differ by at least `max(|x|, |y|) sin e`, while those of the closest
//! points differ by at most `2 |w|`, so neither lies beyond `2 |w| / sin e`. Cut at
//! four times that height the shapes give the same result. Parallel ones, whose closest points may
//! be at infinity, are cut at a great height.

use super::form::Form;
use crate::number::elementary;
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// Least sine of an angle that counts as positive.
const NARROW: f64 = 1.0 / (1_u64 << 40) as f64;

/// All points within a radius of a cone or of a segment, which is a cone of slope 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truncated<V: Vector> {
    apex: V,
    /// Axis of length 1.
    axis: V,
    height: V::Scalar,
    slope: V::Scalar,
    radius: V::Scalar,
}

/// Returns the component of a direction perpendicular to a unit axis, scaled to length 1, or zero
/// if the direction is along the axis.
pub(crate) fn perpendicular<V: FloatVector>(axis: V, direction: V) -> V {
    let across = direction - axis * direction.dot(axis);
    // Rounding of a direction along the axis may leave a remainder along the axis too. A remainder
    // at the rounding error becomes zero; a larger one is made perpendicular once more.
    let noise = direction.length() * (V::Scalar::EPSILON * V::Scalar::EPSILON.lit(64));
    if across.length() <= noise {
        return across.zero();
    }
    let across = across.normalized_or_zero();
    (across - axis * across.dot(axis)).normalized_or_zero()
}

impl<V: FloatVector> Truncated<V> {
    /// Returns the point farthest along a direction on the rim of the base, or at the end of the
    /// line along the side.
    fn end(&self, direction: V) -> V {
        self.apex + (self.axis + perpendicular(self.axis, direction) * self.slope) * self.height
    }
}

impl<V: FloatVector> Support for Truncated<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.core(direction) + direction.normalized_or_zero() * self.radius
    }

    fn margin(&self) -> V::Scalar {
        self.radius
    }

    fn core(&self, direction: V) -> V {
        let end = self.end(direction);
        if V::Scalar::ZERO < direction.dot(end - self.apex) { end } else { self.apex }
    }

    fn corners(&self, direction: V) -> Vec<V> {
        vec![self.apex, self.end(direction)]
    }
}

/// Cone without a base, or a straight form.
#[derive(Clone, Copy)]
struct UnboundedForm<V: Vector> {
    apex: V,
    axis: V,
    slope: V::Scalar,
    radius: V::Scalar,
    /// `true` if it is unbounded to both sides.
    both_ways: bool,
}

impl<V: FloatVector> UnboundedForm<V> {
    fn of(form: &Form<'_, V>) -> Option<Self> {
        match *form {
            Form::Conical { apex, axis, slope, radius } => {
                Some(Self { apex, axis, slope, radius, both_ways: false })
            }
            Form::Straight { origin, direction, begins, radius } => {
                let slope = V::Scalar::ZERO;
                Some(Self { apex: origin, axis: direction, slope, radius, both_ways: !begins })
            }
            _ => None,
        }
    }

    /// Moves the start of a form without an apex to its foot under a point.
    fn near(self, p: V) -> Self {
        let foot = self.apex + self.axis * (p - self.apex).dot(self.axis);
        if self.both_ways { Self { apex: foot, ..self } } else { self }
    }

    fn cut(&self, height: V::Scalar) -> Truncated<V> {
        let Self { apex, axis, slope, radius, .. } = *self;
        if self.both_ways {
            return Truncated { apex: apex - axis * height, axis, height: height + height, slope, radius };
        }
        Truncated { apex, axis, height, slope, radius }
    }

    /// Returns the sine and cosine of the angle between axis and side.
    fn angle(&self) -> [V::Scalar; 2] {
        let side = (V::Scalar::ONE + self.slope.squared()).sqrt();
        [self.slope / side, V::Scalar::ONE / side]
    }

    /// Returns the sine of the angle between the nearest directions of two forms: 1 for an obtuse
    /// angle, negative if some direction lies in both.
    fn between(&self, other: &Self) -> V::Scalar {
        let cos = self.axis.dot(other.axis);
        let cos = if self.both_ways || other.both_ways { cos.abs() } else { cos };
        let sin = self.axis.wedge_squared(other.axis).sqrt();
        let ([s, c], [sin_b, cos_b]) = (self.angle(), other.angle());
        let (both_sin, both_cos) = (s * cos_b + c * sin_b, c * cos_b - s * sin_b);
        let acute = V::Scalar::ZERO < cos * both_cos + sin * both_sin;
        let apart = sin * both_cos - cos * both_sin;
        if acute || apart < V::Scalar::ZERO { apart } else { V::Scalar::ONE }
    }
}

/// Returns the part of a cone that replaces it in a query against a bounded shape moved by `by`, or
/// `None` for other forms.
pub(crate) fn truncate<V: FloatVector>(
    form: &Form<'_, V>,
    shape: &dyn Support<Vector = V>,
    by: V,
) -> Option<Truncated<V>> {
    let Form::Conical { apex, radius, .. } = *form else { return None };
    let mut reach = radius;
    for axis in 0..V::DIM {
        let (low, high) = shape.interval(by.zero().with(axis, V::Scalar::ONE));
        let at = by.get(axis) - apex.get(axis);
        reach = reach + Ring::max((low + at).abs(), (high + at).abs());
    }
    let reach = if reach > V::Scalar::ZERO { reach } else { V::Scalar::ONE };
    Some(UnboundedForm::of(form)?.cut(reach * reach.lit(4)))
}

/// Relation of two unbounded forms, one of them a cone.
pub(crate) enum Truncation<V: Vector> {
    /// These bounded parts replace the forms.
    Bounded([Truncated<V>; 2]),
    /// This direction stays inside both without bound: from one apex it leads to a shared point.
    SharedDirection(V),
}

/// Relates a cone to another cone, a line or a ray, grown or not. Returns `None` for other forms.
pub(crate) fn truncate_both<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<Truncation<V>> {
    if !matches!((a, b), (Form::Conical { .. }, _) | (_, Form::Conical { .. })) {
        return None;
    }
    let (a, b) = (UnboundedForm::of(a)?, UnboundedForm::of(b)?);
    let (a, b) = (a.near(b.apex), b.near(a.apex));
    let (way, apart) = ((b.apex - a.apex).length() + a.radius + b.radius, a.between(&b));
    let narrow = V::Scalar::from_f64(NARROW);
    let endless = if apart < V::Scalar::ZERO { shared(&a, &b) } else { None };
    if let Some(point) = endless {
        return Some(Truncation::SharedDirection(point));
    }
    let way = if way > V::Scalar::ZERO { way } else { V::Scalar::ONE };
    let height = way * way.lit(8) / Ring::max(apart, narrow);
    Some(Truncation::Bounded([a.cut(height), b.cut(height)]))
}

/// Returns a point far along the direction that leads deepest into both. The direction divides the
/// angle between the axes in the ratio of the cones' angles.
fn shared<V: FloatVector>(a: &UnboundedForm<V>, b: &UnboundedForm<V>) -> Option<V> {
    let f64_of = |x: V::Scalar| x.to_f64();
    let turned = (a.both_ways || b.both_ways) && a.axis.dot(b.axis) < V::Scalar::ZERO;
    let axis_b = if turned { -b.axis } else { b.axis };
    let (axis_a, axis_b) = if turned && a.both_ways { (-a.axis, b.axis) } else { (a.axis, axis_b) };
    let between = elementary::atan2(f64_of(axis_a.wedge_squared(axis_b).sqrt()), f64_of(axis_a.dot(axis_b)));
    let (angle_a, angle_b) = (elementary::atan(f64_of(a.slope)), elementary::atan(f64_of(b.slope)));
    let from_a = between * (angle_a / (angle_a + angle_b));
    let (to_a, to_b) = (elementary::sin(between - from_a), elementary::sin(from_a));
    let n = |x: f64| V::Scalar::from_f64(x);
    let sum = axis_a * n(to_a) + axis_b * n(to_b);
    let d = if between > 0.0 { sum.normalized_or_zero() } else { axis_a };
    // Depth per unit of length along the direction. The point lies at least as far out as the other
    // apex.
    let depth = |o: &UnboundedForm<V>, axis: V| {
        let [sin, cos] = o.angle();
        sin * d.dot(axis) - cos * d.wedge_squared(axis).sqrt()
    };
    let least = Ring::min(
        if a.slope > V::Scalar::ZERO { depth(a, axis_a) } else { V::Scalar::ONE },
        if b.slope > V::Scalar::ZERO { depth(b, axis_b) } else { V::Scalar::ONE },
    );
    if least <= V::Scalar::ZERO {
        return None;
    }
    // Cones so narrow that they meet only beyond the range of `f64` get a point at the end of that
    // range.
    let farthest = V::Scalar::from_f64(f64::MAX / 64.0);
    let far = Ring::min((b.apex - a.apex).length().div_or(least, V::Scalar::ZERO), farthest);
    // A straight form contains only the points on its line.
    let from = if a.slope > V::Scalar::ZERO && b.slope <= V::Scalar::ZERO { b.apex } else { a.apex };
    Some(from + d * (far + far))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::form::AsConvex;
    use crate::convex::{contact, nearest};
    use crate::shape::{InfiniteCone, Line, Point, Ray};
    use fastrand::Rng;
    use glam::{DVec3, dvec3};

    #[test]
    fn what_is_across_is_so_however_little_of_a_direction_is() {
        for k in 0..200 {
            let axis = DVec3::new(0.3, -0.7, 0.2).normalize();
            let little = DVec3::new(0.1, 0.4, -0.9) * (f64::EPSILON * f64::from(k));
            let out = perpendicular(axis, axis * -3.0 + little);
            let is_unit = (out.length() - 1.0).abs() < 1e-15;
            assert!(out == DVec3::ZERO || is_unit && out.dot(axis).abs() < 1e-15, "{k}: {out}");
        }
    }

    #[test]
    fn a_line_is_as_far_from_a_cone_wherever_it_is_said_to_begin() {
        let cone = InfiniteCone::new(dvec3(1., 0., 0.), DVec3::Z, 0.5);
        for x in [0.0, 1e9, -1e9] {
            let line = Line::new(dvec3(x, 0., -2.), DVec3::X);
            let (a, b) = (cone.form().unwrap(), line.form().unwrap());
            let Some(Truncation::Bounded([_, part])) = truncate_both(&a, &b) else {
                panic!("they lie apart")
            };
            assert!(part.height < 64.0 && (part.apex.x + 0.5 * part.height - 1.0).abs() < 1e-12, "{part:?}");
            let found = nearest::outcome(&a, &b).unwrap();
            assert!((found.closest.distance - 2.0).abs() < 1e-14, "{found:?}");
            assert!((found.closest.on_b - dvec3(1., 0., -2.)).length() < 1e-12, "{found:?}");
        }
    }

    fn point(rng: &mut Rng) -> DVec3 {
        let mut unit = || 2. * rng.f64() - 1.;
        dvec3(unit(), unit(), unit())
    }

    #[test]
    fn cones_that_open_into_each_other_never_separate() {
        let mut rng = Rng::with_seed(7);
        for case in 0..200 {
            let (axis, tilt) = (point(&mut rng).normalize(), point(&mut rng));
            // Parallel, or tilted by less than the opening angle.
            let other = if case % 2 == 0 { axis } else { axis + tilt * 0.1 };
            let a = InfiniteCone::new(point(&mut rng), axis, 0.25 + 0.5 * rng.f64());
            let b = InfiniteCone::new(point(&mut rng), other, 0.25 + 0.5 * rng.f64());
            let line = Line::new(point(&mut rng), -other);
            let ray = Ray::new(point(&mut rng), other);
            let others: [&dyn AsConvex<Vector = DVec3>; 3] = [&b, &line, &ray];
            for b in others {
                let (a, b) = (a.form().unwrap(), b.form().unwrap());
                for (a, b) in [(&a, &b), (&b, &a)] {
                    let Some(Truncation::SharedDirection(shared)) = truncate_both(a, b) else {
                        panic!("{case}: {axis} {other}")
                    };
                    for form in [a, b] {
                        let off =
                            nearest::outcome(&Point(shared).form().unwrap(), form).unwrap().closest.distance;
                        assert!(off <= 1e-12 * (1. + shared.length()), "{case}: {shared} is {off} off");
                    }
                    assert_eq!(contact::outcome(a, b).contact.depth, f64::INFINITY);
                }
            }
        }
    }
}
