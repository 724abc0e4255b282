//! Cones without a base, cut off where nothing of them matters any more.
//!
//! **Against a bounded shape** within `R` of the apex. The nearest point of the cone to a point `p` is no farther from
//! the apex than `p` is, so it lies below the height `R`. Nor does a base at the height `H = 4 R` lead to another
//! way out. Out of the cone itself leads a unit direction `n` along which it reaches no farther than its apex. Along one
//! that is `e` too steep for that, with `0 < e <= 90` degrees, the cut cone reaches `H sin e` farther or more, and
//! the nearest direction that is not too steep has a depth that differs by `2 sin(e / 2) R <= 1.5 R sin e` at most;
//! for a larger `e` the two numbers are `H` and `2 R`.
//!
//! **Against another cone, a line or a ray** (a ray is a cone of angle 0, a line one to either side), let `e` be the
//! angle between the nearest of their directions, with `w` from the one apex to the other. Where `e < 0` some direction
//! leads into both for ever: they meet, and no translation takes them apart. Else points `x` and `y` of them, from
//! their apexes, are at least `max(|x|, |y|) sin e` apart, while the nearest are no more than `2 |w|` apart: so
//! neither lies beyond `2 |w| / sin e`. Cut at four times that they answer alike; parallel ones, whose nearest points may
//! be at infinity, at a height that is far.

use super::form::Form;
use crate::number::elementary;
use crate::number::{Field, Float, Real, Ring};
use crate::shape::Support;
use crate::vector::{FloatVector, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// The least sine of an angle that counts.
const NARROW: f64 = 1.0 / (1_u64 << 40) as f64;

/// The points within a radius of a cone, or of a segment: a cone of slope 0.
#[derive(Clone, Copy, Debug)]
pub struct Part<V: Vector> {
    apex: V,
    /// Of length 1.
    axis: V,
    height: V::Scalar,
    slope: V::Scalar,
    radius: V::Scalar,
}

/// Across an axis of length 1, towards a direction: of length 1, or zero along the axis.
pub(crate) fn out<V: FloatVector>(axis: V, direction: V) -> V {
    let across = direction - axis * direction.dot(axis);
    // Of a direction along the axis rounding leaves one that may be along it too: nothing, or what is across once more.
    let noise = direction.length() * (V::Scalar::EPSILON * V::Scalar::EPSILON.lit(64));
    if across.length() <= noise {
        return across.zero();
    }
    let across = across.normalized_or_zero();
    (across - axis * across.dot(axis)).normalized_or_zero()
}

impl<V: FloatVector> Part<V> {
    /// The end of its base, or of the line along its side, that is farthest along a direction.
    fn end(&self, direction: V) -> V {
        self.apex + (self.axis + out(self.axis, direction) * self.slope) * self.height
    }
}

impl<V: FloatVector> Support for Part<V> {
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

/// A cone without a base, or a straight form.
#[derive(Clone, Copy)]
struct Opening<V: Vector> {
    apex: V,
    axis: V,
    slope: V::Scalar,
    radius: V::Scalar,
    /// It goes on to the other side as well.
    both_ways: bool,
}

impl<V: FloatVector> Opening<V> {
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

    /// From its foot under a point, of one without an apex.
    fn near(self, p: V) -> Self {
        let foot = self.apex + self.axis * (p - self.apex).dot(self.axis);
        if self.both_ways { Self { apex: foot, ..self } } else { self }
    }

    fn cut(&self, height: V::Scalar) -> Part<V> {
        let Self { apex, axis, slope, radius, .. } = *self;
        if self.both_ways {
            return Part { apex: apex - axis * height, axis, height: height + height, slope, radius };
        }
        Part { apex, axis, height, slope, radius }
    }

    /// The sine and cosine of the angle between axis and side.
    fn angle(&self) -> [V::Scalar; 2] {
        let side = (V::Scalar::ONE + self.slope.squared()).sqrt();
        [self.slope / side, V::Scalar::ONE / side]
    }

    /// How far apart the directions of two are: the sine of that angle, 1 of an obtuse one, negative when some
    /// lead into both.
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

/// The part of a cone that answers for it against a bounded shape moved by `by`; `None` of other forms.
pub fn facing<V: FloatVector>(form: &Form<'_, V>, shape: &dyn Support<Vector = V>, by: V) -> Option<Part<V>> {
    let Form::Conical { apex, radius, .. } = *form else { return None };
    let mut reach = radius;
    for axis in 0..V::DIM {
        let (low, high) = shape.interval(by.zero().with(axis, V::Scalar::ONE));
        let at = by.get(axis) - apex.get(axis);
        reach = reach + Ring::max((low + at).abs(), (high + at).abs());
    }
    let reach = if reach > V::Scalar::ZERO { reach } else { V::Scalar::ONE };
    Some(Opening::of(form)?.cut(reach * reach.lit(4)))
}

/// What two forms without bounds have to do with each other, of which one is a cone.
pub enum Meeting<V: Vector> {
    /// These parts answer for them.
    Parts([Part<V>; 2]),
    /// A direction leads into both for ever: from one apex it leads to a shared point.
    Endless(V),
}

/// How a cone meets another, a line or a ray, grown or not; `None` of other forms.
pub fn meeting<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>) -> Option<Meeting<V>> {
    if !matches!((a, b), (Form::Conical { .. }, _) | (_, Form::Conical { .. })) {
        return None;
    }
    let (a, b) = (Opening::of(a)?, Opening::of(b)?);
    let (a, b) = (a.near(b.apex), b.near(a.apex));
    let (way, apart) = ((b.apex - a.apex).length() + a.radius + b.radius, a.between(&b));
    let narrow = V::Scalar::from_f64(NARROW);
    let endless = if apart < V::Scalar::ZERO { shared(&a, &b) } else { None };
    if let Some(point) = endless {
        return Some(Meeting::Endless(point));
    }
    let way = if way > V::Scalar::ZERO { way } else { V::Scalar::ONE };
    let height = way * way.lit(8) / Ring::max(apart, narrow);
    Some(Meeting::Parts([a.cut(height), b.cut(height)]))
}

/// A point far along the direction that leads deepest into both: between the axes as the angles are to each other.
fn shared<V: FloatVector>(a: &Opening<V>, b: &Opening<V>) -> Option<V> {
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
    // How far in a unit of it is: at least the way to the other's apex is needed.
    let depth = |o: &Opening<V>, axis: V| {
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
    // Cones so narrow that they meet beyond all floats do so as far out as those reach.
    let farthest = V::Scalar::from_f64(f64::MAX / 64.0);
    let far = Ring::min((b.apex - a.apex).length().div_or(least, V::Scalar::ZERO), farthest);
    // A straight one is on its own line only.
    let from = if a.slope > V::Scalar::ZERO && b.slope <= V::Scalar::ZERO { b.apex } else { a.apex };
    Some(from + d * (far + far))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::form::AsConvex;
    use crate::convex::nearest;
    use crate::shape::{InfiniteCone, Line};
    use glam::{DVec3, dvec3};

    #[test]
    fn what_is_across_is_so_however_little_of_a_direction_is() {
        for k in 0..200 {
            let axis = DVec3::new(0.3, -0.7, 0.2).normalize();
            let little = DVec3::new(0.1, 0.4, -0.9) * (f64::EPSILON * f64::from(k));
            let out = out(axis, axis * -3.0 + little);
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
            let Some(Meeting::Parts([_, part])) = meeting(&a, &b) else { panic!("they lie apart") };
            assert!(part.height < 64.0 && (part.apex.x + 0.5 * part.height - 1.0).abs() < 1e-12, "{part:?}");
            let found = nearest::outcome(&a, &b).unwrap();
            assert!((found.closest.distance - 2.0).abs() < 1e-14, "{found:?}");
            assert!((found.closest.on_b - dvec3(1., 0., -2.)).length() < 1e-12, "{found:?}");
        }
    }
}
