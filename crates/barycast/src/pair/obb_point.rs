//! OBB and point.
//!
//! With vectors `n_i` orthogonal to every axis but the i-th, and the volume `V = a_i . n_i` spanned
//! by the axes, the coordinates of `w = p - c` along the axes are `w . n_i / V` by Cramer's rule.
//! So the box contains the point if
//!
//! ```text
//! |w . n_i| <= h_i |V|     for all i
//! ```
//!
//! for any axes, not only orthonormal ones. The closest point is the one with these coordinates
//! clamped: exact for orthogonal axes, and up to the square of the deviation for others.
//!
//! Sources: [Ericson 5.1.4].

use crate::exact::certain::Excess;
use crate::number::{Field, Float, Real, Ring};
use crate::query::Closest;
use crate::shape::{Obb, Point};
use crate::vector::{FloatVector, Vector};

/// Tests whether the point lies in the box, including its boundary.
#[inline(always)]
pub fn intersects<V: Vector>(a: &Obb<V>, b: &Point<V>) -> V::Mask {
    let frame = a.frame();
    let (w, size) = (b.0 - a.center, frame.volume.abs());
    let mut hit = size.always();
    // All axes are tested: that costs less than a mispredicted branch.
    for i in 0..V::DIM {
        hit = hit & w.dot(frame.normals[i]).abs().le(a.half_extents.get(i) * size);
    }
    hit
}

/// Returns the result of [`intersects`] if plain floats certify it, otherwise `None`. In 3D the
/// compared numbers are products of three numbers, of which two are axis components, less than 8/7
/// together.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Obb<V>, b: &Point<V>) -> Option<bool> {
    excess(a, b).at_most_zero().filter(|_| a.has_usual_axes())
}

/// Returns the excess of the coordinate that is farthest out.
#[inline(always)]
pub(crate) fn excess<V: FloatVector>(a: &Obb<V>, b: &Point<V>) -> Excess<V::Scalar> {
    let (frame, w) = (a.frame(), b.0 - a.center);
    let (local, size) = (frame.local(w), a.half_extents * frame.volume.abs());
    let beyond = local.max(-local) - size;
    let mut most = beyond.get(0);
    for i in 1..V::DIM {
        most = Ring::max(most, beyond.get(i));
    }
    Excess { value: most, size: w.magnitudes().max(a.half_extents).max_coordinate(), noise: 80 }
}

/// Returns the vector from the closest point of the box to `p`, times the volume of the axes, and
/// that volume.
#[inline(always)]
pub(crate) fn scaled_gap<V: Vector>(a: &Obb<V>, p: V) -> (V, V::Scalar) {
    let frame = a.frame();
    let (local, reach) = (frame.local(p - a.center), a.half_extents * frame.volume.abs());
    // The distance beyond one face or the other. For a clamp first, compilers emit branches.
    let beyond = (local - reach).max(local.zero()) + (local + reach).min(local.zero());
    (a.direction_to_world(beyond), frame.volume)
}

/// Returns the clamped point, and the point.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>>(a: &Obb<V>, b: &Point<V>) -> Closest<V> {
    let frame = a.frame();
    let local = frame.local(b.0 - a.center);
    let clamped = frame.local_box(a.half_extents).closest_point(local);
    let beyond = local - clamped;
    let gap = a.direction_to_world(beyond).length();
    let distance = gap.div_or(Ring::abs(frame.volume), gap.zero());
    // Inside, the distance is already 0: nothing waits for the comparison.
    let on_a = V::select(beyond.is_zero(), b.0, a.to_world(clamped.times_reciprocal(frame.volume)));
    Closest { distance, on_a, on_b: b.0 }
}

/// Returns the [`distance`], made 0 exactly if [`intersects`]. Without a branch, which would be
/// mispredicted.
#[inline(always)]
pub fn closest<V: FloatVector>(a: &Obb<V>, b: &Point<V>) -> Closest<V> {
    let frame = a.frame();
    let local = frame.local(b.0 - a.center);
    let clamped = frame.local_box(a.half_extents).closest_point(local);
    let beyond = local - clamped;
    let gap = a.direction_to_world(beyond).positive_length(beyond);
    let on_a = a.to_world(clamped.times_reciprocal(frame.volume));
    Closest {
        distance: gap / Ring::max(Ring::abs(frame.volume), V::Scalar::MIN_POSITIVE),
        on_a: V::select(beyond.is_zero(), b.0, on_a),
        on_b: b.0,
    }
}

/// Returns the distance outside; inside, minus the distance to the closest face.
pub fn signed_distance<V: FloatVector>(a: &Obb<V>, b: &Point<V>) -> V::Scalar {
    if intersects(a, b) { -nearest_face(a, b.0).0 } else { distance(a, b).distance }
}

/// Returns the depth of a point inside, and the outward unit normal of the closest face.
pub(crate) fn nearest_face<V: FloatVector>(a: &Obb<V>, p: V) -> (V::Scalar, V) {
    let frame = a.frame();
    let local = frame.local(p - a.center);
    let reach = frame.local_box(a.half_extents).max;
    let mut best = (Real::infinity(V::Scalar::ONE), a.axis(0));
    for i in 0..V::DIM {
        let depth =
            (reach.get(i) - Ring::abs(local.get(i))).div_or(frame.normals[i].length(), V::Scalar::ZERO);
        if depth < best.0 {
            // For a positive volume, `n_i` points out of the face of the positive coordinate.
            let outward = local.get(i) < V::Scalar::ZERO;
            let normal = frame.normals[i].normalized_or_zero();
            best = (depth, if outward { -normal } else { normal });
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, Vec3};

    fn turned() -> Obb<DVec3> {
        // A rotation by a Pythagorean angle: 3-4-5.
        let axes = [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z];
        Obb::new(DVec3::new(10.0, 0.0, 0.0), DVec3::new(5.0, 1.0, 2.0), axes)
    }

    #[test]
    fn a_point_past_a_face_is_as_far_as_the_face() {
        let p = Point(DVec3::new(13.0, 4.0, 7.0));
        let c = distance(&turned(), &p);
        assert_eq!(c.distance, 5.0);
        assert!((c.on_a - DVec3::new(13.0, 4.0, 2.0)).length() < 1e-15);
        assert_eq!(signed_distance(&turned(), &p), 5.0);
    }

    #[test]
    fn inside_the_distance_is_zero_and_the_signed_one_goes_to_the_nearest_face() {
        let p = Point(DVec3::new(10.0, 0.0, 0.5));
        assert_eq!(distance(&turned(), &p), Closest { distance: 0.0, on_a: p.0, on_b: p.0 });
        assert_eq!(signed_distance(&turned(), &p), -1.0);
    }

    #[test]
    fn a_flat_box_of_size_zero_is_its_centre() {
        let a = Obb::new(DVec2::ONE, DVec2::ZERO, [DVec2::new(0.6, 0.8), DVec2::new(-0.8, 0.6)]);
        assert!(intersects(&a, &Point(DVec2::ONE)));
        assert!(!intersects(&a, &Point(DVec2::new(1.0, 1.0 + 1e-15))));
        assert_eq!(distance(&a, &Point(DVec2::new(4.0, 5.0))).distance, 5.0);
    }

    #[test]
    fn axes_that_are_not_quite_orthonormal_are_taken_as_given() {
        // The first axis leans by 9e-6: at its tip that is 4.5 units for a box 500,000 long.
        let axes = [Vec3::new(1.0, 9e-6, 0.0), Vec3::Y, Vec3::Z];
        let a = Obb::try_new(Vec3::ZERO, Vec3::new(5e5, 1.0, 1.0), axes).expect("within the tolerance");
        assert!(intersects(&a, &Point(Vec3::new(5e5, 4.5, 0.0))));
        assert!(!intersects(&a, &Point(Vec3::new(5e5, 0.0, 0.0))));
    }

    #[test]
    fn a_left_handed_box_is_the_same_box() {
        let a = Obb::new(DVec2::ZERO, DVec2::new(2.0, 1.0), [DVec2::X, -DVec2::Y]);
        assert!(intersects(&a, &Point(DVec2::new(2.0, 1.0))));
        let (depth, normal) = nearest_face(&a, DVec2::new(0.0, 0.75));
        assert_eq!((depth, normal), (0.25, DVec2::Y));
        assert_eq!(signed_distance(&a, &Point(DVec2::new(0.0, -3.0))), 2.0);
    }
}
