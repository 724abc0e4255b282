//! Bound of a shape during a rotation: a disc around the centre in 2D, a cylinder around the axis
//! in 3D, as tight as the shape's points and radii allow. A wheel that rotates about its axle stays
//! in its own cylinder.

use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::shape::{DynamicShape, Shared};
use crate::number::{DoubleDouble, Float};
use crate::shape::*;
use crate::vector::Vector;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Relative enlargement over the computed size.
const MARGIN: f64 = 16.0 * f64::EPSILON;

/// Returns an upper bound of `from` over the shape, where a ball's points exceed its centre by at
/// most its radius; `None` for unbounded shapes. `special` handles the kinds of one dimension.
#[allow(clippy::option_option, reason = "of another kind, unbounded, a bound")]
fn farthest<S: DynamicShape>(
    shape: &S,
    from: &dyn Fn(S::Vector) -> f64,
    special: &dyn Fn(&S) -> Option<Option<f64>>,
) -> Option<f64> {
    if let Some(content) = shape.content(&DoubleDouble::new) {
        let points = content.points.iter().map(|p| from(p.lift(&Float::to_f64)));
        let radius = content.radius.to_f64();
        return content.directions.is_empty().then(|| points.fold(0.0, f64::max) + radius);
    }
    match shape.shared() {
        Some(Shared::TaperedCapsule(s)) => return Some((from(s.a) + s.radius_a).max(from(s.b) + s.radius_b)),
        Some(Shared::Ellipsoid(s)) => {
            return Some(from(s.center) + (0..S::Vector::DIM).map(|i| s.radii.get(i)).fold(0.0, f64::max));
        }
        Some(Shared::Rounded(s)) => return Some(farthest(&*s.core, from, special)? + s.radius),
        _ => {}
    }
    special(shape).unwrap_or_else(|| {
        let Aabb { min, max } = shape.outer_bounds()?;
        let corner = |far: usize| S::Vector::from_fn(|i| if far >> i & 1 == 1 { max } else { min }.get(i));
        Some((0..1 << S::Vector::DIM).map(|far| from(corner(far))).fold(0.0, f64::max))
    })
}

/// Returns the greatest bound of the parts; `None` if one is unbounded.
fn greatest<S>(parts: &[S], farthest: impl Fn(&S) -> Option<f64>) -> Option<f64> {
    let parts: Option<Vec<f64>> = parts.iter().map(farthest).collect();
    Some(parts?.into_iter().fold(0.0, f64::max))
}

fn farthest_2d(shape: &Shape2, from: &dyn Fn(DVec2) -> f64) -> Option<f64> {
    farthest(shape, from, &|shape| {
        Some(match shape {
            Shape2::Annulus(s) => Some(from(s.center) + s.outer_radius),
            Shape2::Arc(s) => Some(from(s.center) + s.radius),
            Shape2::Sector(s) => Some(from(s.center) + s.radius),
            Shape2::Compound(s) => greatest(s.shapes(), |part| farthest_2d(part, from)),
            _ => return None,
        })
    })
}

fn farthest_3d(shape: &Shape3, from: &dyn Fn(DVec3) -> f64) -> Option<f64> {
    farthest(shape, from, &|shape| {
        Some(match shape {
            Shape3::Cylinder(s) => Some(from(s.a).max(from(s.b)) + s.radius),
            Shape3::Cone(s) => Some(from(s.apex).max(from(s.base) + s.radius)),
            Shape3::TruncatedCone(s) => Some((from(s.a) + s.radius_a).max(from(s.b) + s.radius_b)),
            Shape3::Disc(s) => Some(from(s.center) + s.radius),
            Shape3::EllipticCylinder(s) => Some(from(s.a).max(from(s.b)) + s.radii[0].max(s.radii[1])),
            Shape3::Torus(s) => Some(from(s.center) + s.major_radius + s.minor_radius),
            Shape3::Compound(s) => greatest(s.shapes(), |part| farthest_3d(part, from)),
            _ => return None,
        })
    })
}

/// Returns the disc; `None` for unbounded shapes.
pub(super) fn disc(shape: &Shape2, center: DVec2, _: f64) -> Option<Shape2> {
    let far = farthest_2d(shape, &|p| p.distance(center))?;
    Some(Shape2::Sphere(Sphere::new(center, far + MARGIN * (far + center.length()))))
}

/// Returns the cylinder; `None` for unbounded shapes. A flat shape gets a disc with a radius: the
/// ends of a cylinder no higher than the rounding error would not define its direction.
pub(super) fn cylinder(shape: &Shape3, center: DVec3, w: DVec3) -> Option<Shape3> {
    let axis = w / w.length();
    let far = farthest_3d(shape, &|p| (p - center).cross(axis).length())?;
    let Aabb { min, max } = shape.outer_bounds()?;
    let (low, high) = (min - center, max - center);
    let (least, most) =
        ((low * axis).min(high * axis).element_sum(), (low * axis).max(high * axis).element_sum());
    let noise = MARGIN * (far + low.length() + high.length() + center.length());
    let (middle, half) = (least * 0.5 + most * 0.5, most * 0.5 - least * 0.5);
    // The ends have a rounding error, which rotates the cylinder, and moves its rims along the
    // axis, by as much.
    let turned = far * noise;
    if half * half <= turned {
        let disc = Disc::new(center + axis * middle, axis, far + noise);
        return Some(Shape3::Rounded(Rounded::new(disc.into(), half + noise)));
    }
    let margin = noise + turned / half;
    let end = |along: f64| center + axis * along;
    Some(Shape3::Cylinder(Cylinder::new(end(least - margin), end(most + margin), far + noise)))
}
