//! OBB and sphere.
//!
//! The vector from the closest point of the box to the center is `g / V`, with `g` and `V` of
//! [`obb_point`]: the excess of the center's coordinates beyond the box,
//! transformed to the world. They intersect if
//!
//! ```text
//! |g|^2 <= r^2 V^2
//! ```
//!
//! There is no square root and no division. For orthogonal axes the clamped center is the closest
//! point. For others it is wrong by the square of their deviation from orthogonality; number types
//! that resolve this treat the box as given: the shapes are disjoint if a direction close to the
//! gap separates them, and intersect if the sphere intersects a face.
//!
//! A center inside the box is pushed out through the closest face. In 2D, a disc near a corner has
//! the distance of the corner, which a test against the disc's bounding box would miss.
//!
//! Sources: [Ericson 5.2.6].

use crate::exact::certain::Excess;
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::pair::{obb_point, parallelogram_sphere};
use crate::query::{Closest, Penetration};
use crate::shape::{Obb, Sphere};
use crate::vector::{FloatVector, Vector};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>>(a: &Obb<V>, b: &Sphere<V>) -> V::Mask {
    let (gap, volume) = obb_point::scaled_gap(a, b.center);
    let near = gap.length_squared().le((b.radius * volume).squared());
    if V::Scalar::ROUNDS || near.all() { near } else { of_any_axes(a, b, near) }
}

/// Intersection test for number types that resolve the square of the deviation of the axes from
/// orthogonality. `near` is certain if true: the clamped center is a point of the box.
fn of_any_axes<V: Vector<Scalar: Field>>(a: &Obb<V>, b: &Sphere<V>, near: V::Mask) -> V::Mask {
    let w = b.center - a.center;
    let (mut way, zero) = (w.zero(), b.radius.zero());
    for i in 0..V::DIM {
        let (along, half) = (w.dot(a.axis(i)), a.half_extents.get(i));
        way = way + a.axis(i) * ((along - half).max(zero) + (along + half).min(zero));
    }
    let mut beyond = w.dot(way);
    for i in 0..V::DIM {
        beyond = beyond - a.half_extents.get(i) * a.axis(i).dot(way).abs();
    }
    let (beyond, reach) = (beyond.of_several(), b.radius.squared() * way.length_squared());
    let held = beyond.le(zero) | beyond.squared().le(reach);
    // Disjoint along the gap, or undecided: the faces decide no more than that.
    if !held.all() {
        return held;
    } else if !near.none() {
        return near;
    }
    let mut hit = near;
    for face in a.faces() {
        hit = hit | parallelogram_sphere::intersects(&face, b);
    }
    hit
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`.
///
/// Let `A` be the largest axis component and `m` the larger of `|w|` and `A h`. The gap is less
/// than `32 A^3 m` with an error less than `700 u A^3 m`, and `r V` is less than `6 A^3 r`. So the
/// squares have an error less than `28000 u (A^3 (m + r))^2`, where the eighth power of `A` is less
/// than 5/3.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Obb<V>, b: &Sphere<V>) -> Option<bool> {
    excess(a, b).at_most_zero().filter(|_| a.has_usual_axes())
}

/// Returns the excess of the squared gap.
#[inline(always)]
pub(crate) fn excess<V: FloatVector>(a: &Obb<V>, b: &Sphere<V>) -> Excess<V::Scalar> {
    let (gap, volume) = obb_point::scaled_gap(a, b.center);
    let reach = (b.center - a.center).magnitudes().max(a.half_extents).max_coordinate() + b.radius;
    let value = gap.length_squared() - (b.radius * volume).squared();
    Excess { value, size: reach * reach, noise: 1 << 15 }
}

/// Returns the clamped center, and the point of the sphere's surface towards it.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Obb<V>, b: &Sphere<V>) -> Closest<V> {
    let (gap, volume) = obb_point::scaled_gap(a, b.center);
    let size = Ring::abs(volume);
    let distance = gap.length().div_or(size, volume.zero()) - b.radius;
    let way = V::select(volume.lt(volume.zero()), -gap, gap).normalized_or_zero();
    let inside = gap.is_zero();
    let on_a = V::select(inside, b.center, a.closest_point(b.center));
    Closest { distance, on_a, on_b: b.center - way * b.radius }.or_shared(distance.le(distance.zero()), on_a)
}

/// Returns the contact along the vector from the clamped center to the center; from inside, out
/// through the closest face.
pub fn contact<V: FloatVector>(a: &Obb<V>, b: &Sphere<V>) -> Option<Penetration<V>> {
    if !intersects(a, b) {
        return None;
    }
    let (gap, volume) = obb_point::scaled_gap(a, b.center);
    if gap.is_zero() {
        let (to_face, normal) = obb_point::nearest_face(a, b.center);
        let on_a = b.center + normal * to_face;
        let on_b = b.center - normal * b.radius;
        return Some(Penetration { normal_a_to_b: Some(normal), depth: to_face + b.radius, on_a, on_b });
    }
    let normal = if volume < V::Scalar::ZERO { -gap } else { gap }.normalized_or_zero();
    let away = gap.length().div_or(Ring::abs(volume), V::Scalar::ZERO);
    let depth = Ring::max(b.radius - away, V::Scalar::ZERO);
    let on_b = b.center - normal * b.radius;
    Some(Penetration { normal_a_to_b: Some(normal), depth, on_a: a.closest_point(b.center), on_b })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    fn square() -> Obb<DVec2> {
        Obb::new(DVec2::ZERO, DVec2::ONE, [DVec2::X, DVec2::Y])
    }

    fn turned() -> Obb<DVec3> {
        let axes = [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z];
        Obb::new(DVec3::ZERO, DVec3::new(5.0, 10.0, 1.0), axes)
    }

    #[test]
    fn d4_touching_is_a_hit() {
        let cube = Obb::new(DVec3::ZERO, DVec3::ONE, [DVec3::X, DVec3::Y, DVec3::Z]);
        assert!(intersects(&cube, &Sphere::new(DVec3::new(2.0, 0.0, 0.0), 1.0)));
        assert!(intersects(&cube, &Sphere::new(DVec3::ZERO, 0.0)));
    }

    #[test]
    fn d7_a_disc_past_a_corner_is_not_its_bounding_box() {
        assert!(!intersects(&square(), &Sphere::new(DVec2::new(1.9, 1.9), 1.0)));
        assert!(intersects(&square(), &Sphere::new(DVec2::new(4.0, 5.0), 5.0)));
    }

    #[test]
    fn a_sphere_over_a_turned_face_is_as_far_as_the_face() {
        let c = distance(&turned(), &Sphere::new(DVec3::new(6.0, 8.0, 0.0), 2.0));
        assert!((c.distance - 3.0).abs() < 1e-14);
        assert!((c.on_a - DVec3::new(3.0, 4.0, 0.0)).length() < 1e-14);
        assert!((c.on_b - DVec3::new(4.8, 6.4, 0.0)).length() < 1e-14);
    }

    #[test]
    fn a_centre_inside_leaves_through_the_nearest_face() {
        let c = contact(&turned(), &Sphere::new(DVec3::new(0.0, 0.0, -0.25), 0.5)).unwrap();
        assert_eq!((c.normal_a_to_b, c.depth), (Some(-DVec3::Z), 1.25));
        assert_eq!((c.on_a, c.on_b), (DVec3::new(0.0, 0.0, -1.0), DVec3::new(0.0, 0.0, 0.25)));
    }

    #[test]
    fn a_left_handed_box_pushes_the_same_way() {
        let a = Obb::new(DVec2::ZERO, DVec2::ONE, [DVec2::X, -DVec2::Y]);
        let c = contact(&a, &Sphere::new(DVec2::new(0.0, 1.5), 1.0)).unwrap();
        assert_eq!((c.normal_a_to_b, c.depth, c.on_a), (Some(DVec2::Y), 0.5, DVec2::Y));
        let apart = distance(&a, &Sphere::new(DVec2::new(0.0, 3.5), 1.0));
        assert_eq!((apart.distance, apart.on_a, apart.on_b), (1.5, DVec2::Y, DVec2::new(0.0, 2.5)));
    }

    #[test]
    fn touching_ones_share_the_point_of_the_box() {
        let touching = distance(&square(), &Sphere::new(DVec2::new(2.0, 2.0), 2_f64.sqrt()));
        assert_eq!((touching.distance, touching.on_a, touching.on_b), (0.0, DVec2::ONE, DVec2::ONE));
    }

    #[test]
    fn axes_that_lack_something_are_taken_as_they_are() {
        use glam::{Vec2, vec2};
        // The right edge leans towards the disc, and is closest above its middle.
        let axes = [vec2(1.0, 0.0), vec2(9e-6, 1.0)];
        let leaning = Obb::new(Vec2::ZERO, vec2(1.525_876_5e-5, 3.0), axes);
        assert!(leaning.intersects_exactly(&Sphere::new(vec2(3.000_015_3, 0.0), 3.0)));
        assert!(!leaning.intersects_exactly(&Sphere::new(vec2(3.000_015_7, 0.0), 3.0)));
        let lack = 9.094_947_017_729_282e-13;
        let (axes, half_extents) =
            ([DVec2::X, DVec2::new(lack, 1.0)], DVec2::new(9.094_947_017_725_146e-13, 3.0));
        let leaning = Obb::new(DVec2::ZERO, half_extents, axes);
        let center = DVec2::new(3.000_000_000_000_909_5, 0.0);
        assert!(leaning.intersects_exactly(&Sphere::new(center, 3.0)));
        assert!(!leaning.intersects_exactly(&Sphere::new(center, 3.0_f64.next_down())));
        let axes = [DVec3::X, DVec3::new(lack, 1.0, 0.0), DVec3::Z];
        let half_extents = DVec3::new(9.094_947_017_723_079e-13, 3.0, 1.0);
        let leaning = Obb::new(DVec3::ZERO, half_extents, axes);
        assert!(leaning.intersects_exactly(&Sphere::new(center.extend(0.0), 3.0)));
        assert!(!leaning.intersects_exactly(&Sphere::new(center.extend(0.0), 3.0_f64.next_down())));
    }
}
