//! Cylinders and cones in floats, with a frame perpendicular to the axis that is computed once and
//! not for each support query.

use crate::number::each::MapEach;
use crate::shape::{Cone, Cylinder, Support, TruncatedCone};
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;

/// A direction up to this slope counts as along the axis: the corners then stay where they are
/// while it rotates.
const ALONG: f64 = 1e-9;

/// Cylinder or cone, truncated or not, and two directions perpendicular to its axis and to each
/// other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Framed<V> {
    ends: [V; 2],
    radii: [f64; 2],
    axis: V,
    across: [V; 2],
    /// `true` if the sign of the direction along the axis decides which cap is farthest.
    is_cylinder: bool,
}

impl<V: FloatVector<Scalar = f64> + Vector3> Framed<V> {
    pub(crate) fn cylinder(a: &Cylinder<V>) -> Self {
        Self { is_cylinder: true, ..Self::new([a.a, a.b], [a.radius; 2]) }
    }

    pub(crate) fn cone(a: &Cone<V>) -> Self {
        Self::truncated_cone(&a.truncated())
    }

    pub(crate) fn truncated_cone(a: &TruncatedCone<V>) -> Self {
        Self::new([a.a, a.b], [a.radius_a, a.radius_b])
    }

    fn new(ends: [V; 2], radii: [f64; 2]) -> Self {
        let axis = ends[1] - ends[0];
        let u = axis.any_orthogonal().normalized_or_zero();
        let v = axis.cross(u).normalized_or_zero();
        Self { ends, radii, axis, across: [u, v], is_cylinder: false }
    }
}

impl<V: FloatVector<Scalar = f64>> Framed<V> {
    /// Returns the component of a direction perpendicular to the axis, scaled to length 1; also for
    /// the rounding error of a direction along it.
    fn rim(&self, direction: V) -> V {
        let [u, v] = self.across;
        (u * direction.dot(u) + v * direction.dot(v)).normalized_or_zero()
    }
}

impl<V: FloatVector<Scalar = f64>> Support for Framed<V> {
    type Vector = V;

    /// Returns the same numbers as the support function of the shape.
    fn support(&self, direction: V) -> V {
        let rim = self.rim(direction);
        if self.is_cylinder {
            let cap = self.ends[usize::from(direction.dot(self.axis) > 0.0)];
            return cap + rim * self.radii[0];
        }
        let [a, b] = [0, 1].each(|i| self.ends[i] + rim * self.radii[i]);
        if direction.dot(a) < direction.dot(b) { b } else { a }
    }

    fn middle(&self) -> V {
        self.ends[0] * 0.5 + self.ends[1] * 0.5
    }

    /// Returns four points on the rim of each cap, the first of them farthest along the direction;
    /// for an apex the apex itself.
    fn corners(&self, direction: V) -> Vec<V> {
        let axis = self.axis.normalized_or_zero();
        let across = direction - axis * direction.dot(axis);
        let level = ALONG * direction.length();
        let [u, v] = self.across;
        let [u, v] = if across.length() <= level {
            [u, v]
        } else {
            let along = self.rim(direction);
            let (cos, sin) = (along.dot(u), along.dot(v));
            [u * cos + v * sin, v * cos - u * sin]
        };
        let mut corners = Vec::with_capacity(8);
        for (end, radius) in self.ends.into_iter().zip(self.radii) {
            if radius > 0.0 {
                corners.extend([u, v, -u, -v].map(|arm| end + arm * radius));
            } else {
                corners.push(end);
            }
        }
        corners
    }

    fn rounding(&self) -> f64 {
        f64::EPSILON
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn random(rng: &mut fastrand::Rng) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| rng.f64() * 2.0 - 1.0))
    }

    #[test]
    fn farthest_points_are_to_the_last_bit_those_of_the_shape() {
        let mut rng = fastrand::Rng::with_seed(9);
        for case in 0..20_000 {
            let (a, way, radius) = (random(&mut rng), random(&mut rng), rng.f64());
            let way = if case % 5 == 0 { DVec3::AXES[case / 5 % 3] } else { way };
            let direction = match case % 7 {
                0 => way,
                1 => -way.cross(random(&mut rng)),
                2 => way + random(&mut rng) * 1e-15,
                _ => random(&mut rng),
            };
            let cylinder = Cylinder::new(a, a + way, radius);
            let cup = TruncatedCone::new(a, a + way, radius, rng.f64());
            let cone = Cone::new(a, a + way, radius);
            let pairs: [(&dyn Support<Vector = DVec3>, Framed<DVec3>); 3] = [
                (&cylinder, Framed::cylinder(&cylinder)),
                (&cup, Framed::truncated_cone(&cup)),
                (&cone, Framed::cone(&cone)),
            ];
            for (shape, framed) in pairs {
                assert_eq!(shape.support(direction), framed.support(direction), "{case}");
                assert_eq!(shape.middle(), framed.middle(), "{case}");
            }
        }
    }

    #[test]
    fn corners_are_on_the_rims_and_one_is_the_farthest_point() {
        let mut rng = fastrand::Rng::with_seed(10);
        for _ in 0..1_000 {
            let (a, way, direction) = (random(&mut rng), random(&mut rng), random(&mut rng));
            let cone = Cone::new(a, a + way, rng.f64());
            let framed = Framed::cone(&cone);
            let corners = framed.corners(direction);
            assert_eq!(corners.len(), 5);
            let farthest = framed.support(direction);
            assert!(corners.iter().any(|p| (*p - farthest).length() < 1e-14), "{corners:?} {farthest}");
            for p in &corners {
                let off = (*p - cone.base).length().min((*p - cone.apex).length());
                assert!(off < cone.radius + 1e-14 && off > cone.radius - 1e-14 || off == 0.0, "{off}");
            }
        }
    }
}
