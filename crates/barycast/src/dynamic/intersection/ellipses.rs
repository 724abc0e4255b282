//! Ellipse in which a plane intersects a round shape, as a flat ellipsoid.
//!
//! An ellipsoid is the image of the unit ball under its arms, so its intersection with a plane is
//! the image of a circle. For a cone, truncated or not, the plane meets the lowest and the highest
//! generator at two places on one side of the apex; otherwise the intersection is no ellipse. These
//! places are the ends of the longer axis, and the other axis goes sideways from its middle. A
//! cylinder is a cone whose apex is at infinity. The image of an ellipse, stretched or along an
//! oblique cylinder, is an ellipse: two arms that are images of perpendicular arms are rotated
//! until they are perpendicular.
//!
//! All of it is computed in double-double precision and rounded once.

use super::Common;
use crate::dynamic::any::Shape3;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::shape::*;
use crate::vector::{V3, Vector, Vector3};
use glam::DVec3;

type P = V3<DoubleDouble>;

/// Flat ellipse: its centre, and two conjugate arms, which may be at any angle.
struct Ellipse {
    center: P,
    arms: [P; 2],
}

/// Shape that is round about a line from `a` along `axis`. If it has ends, they are at 0 and 1 of
/// the axis.
struct Round {
    a: P,
    axis: P,
    /// Radius at `a`, and its growth up to 1.
    radius: DoubleDouble,
    more: DoubleDouble,
    ends: [bool; 2],
}

/// An intersection smaller than this fraction of the shape is a touch and no ellipse.
const TOUCH: f64 = 1e-14;

impl Shape3 {
    /// Returns the ellipse in which a plane intersects the shape, or `None` if the intersection is
    /// none, or more than an ellipse.
    pub(super) fn ellipse(&self, plane: &Plane<DVec3>) -> Option<Common<DVec3>> {
        let Ellipse { center, arms } = self.cut_ellipse(&plane.lift(&DoubleDouble::new))?;
        let [u, v] = across(arms);
        let [long, short] = [u.length(), v.length()];
        if short.to_f64() <= long.to_f64() * TOUCH {
            return None;
        }
        let near = |p: P| p.lift::<DVec3>(&Float::to_f64);
        let (center, long, short) = (near(center), long.to_f64(), short.to_f64());
        if long == short {
            return Some(Common::Disc { center, normal: plane.normal, radius: long });
        }
        let [x, y] = [u, v].each(V3::normalized_or_zero);
        let axes = [x, y, x.cross(y)].each(near);
        Some(Common::Ellipse { center, radii: [long, short], axes })
    }

    fn cut_ellipse(&self, plane: &Plane<P>) -> Option<Ellipse> {
        let number = DoubleDouble::new;
        let whole = [true, true];
        match self {
            Self::Ellipsoid(b) => cut_ellipsoid(&b.lift(&number), plane),
            Self::Cylinder(b) => {
                let Cylinder { a, b, radius } = b.lift::<P>(&number);
                cut_round(&Round { a, axis: b - a, radius, more: DoubleDouble::ZERO, ends: whole }, plane)
            }
            Self::InfiniteCylinder(b) => {
                let InfiniteCylinder { origin: a, direction: axis, radius } = b.lift::<P>(&number);
                cut_round(&Round { a, axis, radius, more: DoubleDouble::ZERO, ends: [false; 2] }, plane)
            }
            Self::Capsule(b) => {
                let Capsule { a, b, radius } = b.lift::<P>(&number);
                let side = Round { a, axis: b - a, radius, more: DoubleDouble::ZERO, ends: whole };
                let ends = [(a, a - b), (b, b - a)];
                cut_round(&side, plane).or_else(|| {
                    ends.into_iter().find_map(|(end, out)| cut_half_ball(end, out, radius, plane))
                })
            }
            Self::Cone(b) => cut_truncated(&b.lift::<P>(&number).truncated(), plane),
            Self::TruncatedCone(b) => cut_truncated(&b.lift(&number), plane),
            Self::InfiniteCone(b) => {
                let b = b.lift::<P>(&number);
                let axis = b.direction.normalized_or_zero();
                let (radius, more) = (DoubleDouble::ZERO, b.slope());
                cut_round(&Round { a: b.apex, axis, radius, more, ends: [true, false] }, plane)
            }
            Self::EllipticCylinder(b) => {
                let b = b.lift::<P>(&number);
                let axis = b.b - b.a;
                let slope = plane.normal.dot(axis);
                let t = -(plane.side(b.a).div_or(slope, number(f64::NAN)));
                // Each arm is extended along the axis until it is in the plane.
                let rises = b.semi_axes().each(|arm| plane.normal.dot(arm).div_or(slope, number(f64::NAN)));
                let [x, y] = rises.each(Ring::squared);
                let rise = (x + y).sqrt();
                let within = rise <= t && t + rise <= DoubleDouble::ONE;
                let [u, v] = b.semi_axes();
                let arms = [u - axis * rises[0], v - axis * rises[1]];
                within.then_some(Ellipse { center: b.a + axis * t, arms })
            }
            Self::Scaled(b) => {
                let scale = b.scale.lift::<P>(&number);
                let times = |p: P| P::from_fn(|axis| p.get(axis) * scale.get(axis));
                let before = Plane { normal: times(plane.normal), distance: plane.distance };
                let Ellipse { center, arms } = b.core.cut_ellipse(&before)?;
                Some(Ellipse { center: times(center), arms: arms.each(times) })
            }
            _ => None,
        }
    }
}

fn cut_ellipsoid(b: &Ellipsoid<P>, plane: &Plane<P>) -> Option<Ellipse> {
    // Maps the plane to one that intersects the unit ball.
    let normal = P::from_fn(|i| plane.normal.dot(b.semi_axis(i)));
    let steep = normal.length();
    let away = -(plane.side(b.center).div_or(steep, DoubleDouble::ONE));
    let squared = DoubleDouble::ONE - away.squared();
    if steep <= DoubleDouble::ZERO || squared.to_f64() <= TOUCH {
        return None;
    }
    let image = |p: P| (0..3).fold(P::splat(DoubleDouble::ZERO), |sum, i| sum + b.semi_axis(i) * p.get(i));
    let up = normal.normalized_or_zero();
    let x = up.any_orthogonal().normalized_or_zero();
    let arms = [x, up.cross(x).normalized_or_zero()].each(|way| image(way * squared.sqrt()));
    Some(Ellipse { center: b.center + image(up * away), arms })
}

fn cut_truncated(cone: &TruncatedCone<P>, plane: &Plane<P>) -> Option<Ellipse> {
    let (radius, more) = (cone.radius_a, cone.radius_b - cone.radius_a);
    cut_round(&Round { a: cone.a, axis: cone.b - cone.a, radius, more, ends: [true, true] }, plane)
}

fn cut_round(cone: &Round, plane: &Plane<P>) -> Option<Ellipse> {
    let (zero, one) = (DoubleDouble::ZERO, DoubleDouble::ONE);
    let along = cone.axis.normalized_or_zero();
    // Perpendicular to the axis, in the direction in which the plane's normal leans, or any
    // direction.
    let leaning = plane.normal - along * plane.normal.dot(along);
    let leans = leaning.length().to_f64() > plane.normal.length().to_f64() * 1e-30;
    let aside = if leans { leaning } else { along.any_orthogonal() }.normalized_or_zero();
    let (rise, lean) = (plane.normal.dot(cone.axis), plane.normal.dot(aside));
    let (up, down) = (rise + lean * cone.more, rise - lean * cone.more);
    // Both generators go to the same side of the plane, by more than rounding.
    let steep = up.to_f64().min(down.to_f64()).max(-up.to_f64().max(down.to_f64()));
    if steep <= (rise.to_f64().abs() + (lean * cone.more).to_f64().abs()) * TOUCH {
        return None;
    }
    let away = -plane.side(cone.a);
    let ts = [(away - lean * cone.radius) / up, (away + lean * cone.radius) / down];
    let radius = |t: DoubleDouble| cone.radius + cone.more * t;
    let inside = |t: &DoubleDouble| (!cone.ends[0] || *t >= zero) && (!cone.ends[1] || *t <= one);
    if !ts.iter().all(|t| inside(t) && radius(*t) > zero) {
        return None;
    }
    let at = |t: DoubleDouble, out: DoubleDouble| cone.a + cone.axis * t + aside * out;
    let [p, q] = [at(ts[0], radius(ts[0])), at(ts[1], -radius(ts[1]))];
    let center = (p + q) * one.half();
    let middle = (ts[0] + ts[1]).half();
    let out = (center - at(middle, zero)).dot(aside);
    let squared = radius(middle).squared() - out.squared();
    let sideways = along.cross(aside) * Ring::max(squared, zero).sqrt();
    Some(Ellipse { center, arms: [(p - q) * one.half(), sideways] })
}

/// Returns the disc in which a plane intersects a ball, if the whole disc is in the half of the
/// ball along a direction.
fn cut_half_ball(center: P, out: P, radius: DoubleDouble, plane: &Plane<P>) -> Option<Ellipse> {
    let up = plane.normal.normalized_or_zero();
    let away = -(plane.side(center) / plane.normal.length());
    let squared = radius.squared() - away.squared();
    if squared.to_f64() <= radius.squared().to_f64() * TOUCH {
        return None;
    }
    let radius = squared.sqrt();
    let out = out.normalized_or_zero();
    let steep = up.dot(out);
    let lowest = away * steep - radius * (out - up * steep).length();
    let x = up.any_orthogonal().normalized_or_zero();
    let arms = [x * radius, up.cross(x).normalized_or_zero() * radius];
    (lowest >= DoubleDouble::ZERO).then_some(Ellipse { center: center + up * away, arms })
}

/// Returns two perpendicular arms of an ellipse from two conjugate arms, the longer one first.
fn across([p, q]: [P; 2]) -> [P; 2] {
    let (one, zero) = (DoubleDouble::ONE, DoubleDouble::ZERO);
    let (pp, qq, pq) = (p.length_squared(), q.length_squared(), p.dot(q));
    let (apart, twice) = (pp - qq, pq + pq);
    let size = (apart.squared() + twice.squared()).sqrt();
    // Cosine of twice the rotation angle.
    let cos = apart.div_or(size, one);
    let [c, s] = [one + cos, one - cos].each(|x| Ring::max(x.half(), zero).sqrt());
    let s = if pq < zero { -s } else { s };
    [p * c + q * s, q * c - p * s]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use glam::dvec3;

    fn cut(shape: &Shape3, plane: Plane<DVec3>) -> Option<Common<DVec3>> {
        let plane = Shape3::Plane(plane);
        let common = plane.intersection(shape).ok()?;
        let turned = shape.intersection(&plane).ok()?;
        assert_eq!(common, turned.map(Common::swap));
        common
    }

    #[test]
    fn a_slanted_plane_cuts_a_cylinder_in_the_ellipse_that_everybody_knows() {
        let cylinder = Shape3::from(Cylinder::new(dvec3(0., 0., -9.), dvec3(0., 0., 9.), 3.));
        let slanted = |distance: f64| Plane::new(dvec3(0., -4., 3.), distance);
        let Some(Common::Ellipse { center, radii, axes }) = cut(&cylinder, slanted(6.)) else {
            panic!("an ellipse")
        };
        assert_eq!((center, radii), (dvec3(0., 0., 2.), [5., 3.]));
        assert_eq!(axes[0].abs(), dvec3(0., 0.6, 0.8));
        // Its highest point is 4 above the middle: above 5 it is clipped.
        assert!(matches!(cut(&cylinder, slanted(15.)), Some(Common::Ellipse { .. })));
        assert_eq!(cut(&cylinder, slanted(15.000_001)), None);
        let tube = Shape3::from(InfiniteCylinder::new(DVec3::ZERO, DVec3::Z, 3.));
        assert!(matches!(cut(&tube, slanted(15.000_001)), Some(Common::Ellipse { .. })));
    }

    #[test]
    fn the_rim_of_an_ellipse_is_on_the_shape_and_in_the_plane() {
        let mut dice = fastrand::Rng::with_seed(5);
        let mut draw = |low: f64, high: f64| low + (high - low) * dice.f64();
        let mut count = vec![0; 9];
        for case in 0..1800 {
            let mut p = || dvec3(draw(-3., 3.), draw(-3., 3.), draw(-3., 3.));
            let (a, b, across, n, o) = (p(), p(), p(), p(), p());
            let radii = dvec3(draw(0.2, 2.), draw(0.2, 2.), draw(0.2, 2.));
            let [r, s, _] = radii.to_array();
            let axes = glam::DMat3::from_quat(glam::DQuat::from_xyzw(a.x, a.y, a.z, 1.).normalize());
            let kind = case % count.len();
            let round = Shape3::from(Cylinder::new(a, b, r));
            let shape = match kind {
                0 => Shape3::from(Ellipsoid::new(a, radii, [axes.x_axis, axes.y_axis, axes.z_axis])),
                1 => round,
                2 => InfiniteCylinder::new(a, b - a, r).into(),
                3 => Cone::new(a, b, r).into(),
                4 => TruncatedCone::new(a, b, r, s).into(),
                5 => InfiniteCone::new(a, b - a, r * 0.7).into(),
                6 => EllipticCylinder::new(a, b, [r, s], across).into(),
                7 => Capsule::new(a, b, r).into(),
                _ => round.try_scaled(radii).unwrap(),
            };
            // Through a point near the middle of it.
            let middle = (a + b) * 0.5 * if kind == 8 { radii } else { DVec3::ONE } + o * 0.1;
            let plane = Plane::new(n, n.dot(if kind == 0 { a + o * 0.1 } else { middle }));
            let Some(Common::Ellipse { center, radii: [long, short], axes }) = cut(&shape, plane) else {
                continue;
            };
            count[kind] += 1;
            assert!(long > short && short > 0.0);
            let size = center.length() + long;
            for i in 0..16 {
                let (sin, cos) = libm::sincos(f64::from(i) * 0.4);
                let p = center + axes[0] * long * cos + axes[1] * short * sin;
                let on_plane = n.dot(p) - plane.distance;
                let (off, slack) = (shape.signed_distance(p), size * 1e-14);
                assert!(
                    off.abs() <= slack && on_plane.abs() <= slack * n.length(),
                    "{shape:?} {plane:?} {off}"
                );
            }
        }
        assert!(count.iter().all(|count| *count > 40), "{count:?}");
    }
}
