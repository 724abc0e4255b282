//! Sphere and triangle, and every other [`Flat`] shape.
//!
//! They intersect if the distance of the center from the face, from an edge between its ends, or
//! from a corner is at most `r`: comparisons of squares, without a square root.
//!
//! Sources: [Ericson 5.2.7].

#![allow(clippy::needless_bitwise_bool, reason = "one branch instead of one per comparison")]

use crate::exact::certain::{Excess, are_ordinary};
use crate::exact::{Noise, reach};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::pair::{point_ray, point_triangle};
use crate::query::Closest;
use crate::shape::{Flat, Point, Segment, Sphere, Triangle};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};

/// Tests whether the shapes intersect; touching counts.
#[inline(always)]
pub fn intersects<V: Vector<Scalar: Field>, F: Flat<Vector = V>>(a: &Sphere<V>, b: &F) -> V::Mask {
    point_triangle::within(&Point(a.center), b, a.radius.squared())
}

/// Returns whether the sphere intersects a triangle if plain floats certify it, otherwise `None`;
/// tests its edges and its face.
#[inline(always)]
pub(crate) fn certainly<V: FloatVector>(a: &Sphere<V>, b: &Triangle<V>) -> Option<bool> {
    let (center, squared, zero) = (Point(a.center), a.radius.squared(), V::Scalar::ZERO);
    let [mut meets, mut misses] = V::by_dim(Face { triangle: b, center: a.center, squared });
    let (mut least, mut most) = (V::Scalar::ONE, V::Scalar::ONE);
    for [from, to] in [[b.a, b.b], [b.b, b.c], [b.c, b.a]] {
        let (excess, factor) = point_ray::excess(&center, &Segment::new(from, to), squared);
        let clear = excess.is_clear();
        meets |= clear & (excess.value < zero);
        misses &= clear & (excess.value > zero);
        least = Ring::min(least, Ring::min(factor, excess.size));
        most = Ring::max(most, excess.size);
    }
    ((meets | misses) & are_ordinary(least, most)).then_some(meets)
}

/// The face alone: whether it is certainly within the radius of the center, and whether it
/// certainly is not, or only where an edge is too.
struct Face<'a, V: Vector> {
    triangle: &'a Triangle<V>,
    center: V,
    squared: V::Scalar,
}

impl<V: FloatVector> ByDim<V> for Face<'_, V> {
    type Answer = [bool; 2];

    #[inline(always)]
    fn d2(self) -> [bool; 2]
    where
        V: Vector2,
    {
        let corners = self.triangle.relative_to(self.center);
        let ([p, q, r], noise) = (corners, Noise::of(reach(corners)));
        let [left, right, outside] = noise.signs([p.perp_dot(q), q.perp_dot(r), r.perp_dot(p)]);
        [left | right, outside]
    }

    #[inline(always)]
    fn d3(self) -> [bool; 2]
    where
        V: Vector3,
    {
        let ([height, area], least) = face_excesses(self.triangle, self.center, self.squared);
        let (ordinary, zero) = (are_ordinary(least, Ring::max(height.size, area.size)), V::Scalar::ZERO);
        let [high, off] = [height, area].each(|excess| ordinary & excess.is_clear());
        let meets = high & off & (height.value < zero) & (area.value > zero);
        [meets, (high & (height.value > zero)) | (off & (area.value < zero))]
    }
}

/// Returns the excess of the squared height above the plane over the squared radius, times `|n|^2`,
/// and the smallest area that the foot spans with an edge, times `|n|`; and the smallest product to
/// check for underflow.
///
/// Let `L` be the largest component of the edges and `m` that of the corners relative to the
/// center. The components of `n` are at most `2 L^2` with an error less than `8 u L^2`, areas less
/// than `12 L^3 m` with an error less than `200 u L^3 m`, heights less than `6 L^2 m` with an error
/// less than `60 u L^2 m`. The error of the squares is less than `1000 u L^4 (m^2 + r^2)`, if
/// products of this kind do not underflow.
#[inline(always)]
pub(crate) fn face_excesses<V: FloatVector + Vector3>(
    triangle: &Triangle<V>,
    center: V,
    squared: V::Scalar,
) -> ([Excess<V::Scalar>; 2], V::Scalar) {
    let [p, q, r] = triangle.relative_to(center);
    // Not of what was rounded far from it.
    let edges = [triangle.b - triangle.a, triangle.c - triangle.b, triangle.a - triangle.c];
    let normal = edges[0].cross(edges[1]);
    let (far, long) = (reach([p, q, r]).max_coordinate(), reach(edges).max_coordinate());
    let (side, height) = (long * long, p.dot(normal));
    let areas = [p.cross(edges[0]), q.cross(edges[1]), r.cross(edges[2])].each(|area| area.dot(normal));
    let height = Excess {
        value: height.squared() - squared * normal.length_squared(),
        size: side * side * (far * far + squared),
        noise: 512,
    };
    let area = Excess {
        value: Ring::min(Ring::min(areas[0], areas[1]), areas[2]),
        size: side * long * far,
        noise: 128,
    };
    ([height, area], Ring::min(side * side, Ring::min(height.size, area.size)))
}

/// Returns the surface point towards the closest point of the shape, and that point; both are the
/// latter if they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &Sphere<V>, b: &F) -> Closest<V> {
    let nearest = point_triangle::distance(&Point(a.center), b);
    let gap = nearest.distance - a.radius;
    let on_a = a.center + (nearest.on_b - a.center).normalized_or_zero() * a.radius;
    Closest { distance: gap, on_a, on_b: nearest.on_b }.or_shared(gap.le(gap.zero()), nearest.on_b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::Shape3;
    use crate::shape::{Parallelogram, Triangle};
    use glam::{DVec2, DVec3, dvec2, dvec3};

    const FLAT: Triangle<DVec3> = Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.));

    #[test]
    fn f8_it_touches_the_face_an_edge_or_a_corner() {
        for (center, radius) in [(dvec3(1., 1., 2.), 2.), (dvec3(2., -3., 4.), 5.), (dvec3(7., 0., -4.), 5.)]
        {
            assert!(FLAT.intersects(&Sphere::new(center, radius)), "{center}");
            let apart = FLAT.closest(&Sphere::new(center, radius - 0.5));
            assert_eq!(apart.distance, 0.5);
            assert!(((apart.on_b - apart.on_a).length() - 0.5).abs() < 1e-14);
        }
    }

    #[test]
    fn f8_touching_a_slope_is_decided_exactly() {
        // The center is sqrt(3) from the plane x + y + z = 3: no sphere with a float radius touches
        // it.
        let slope = Triangle::new(dvec3(3., 0., 0.), dvec3(0., 3., 0.), dvec3(0., 0., 3.));
        let touches = |r| Shape3::from(slope).intersects(&Sphere::new(DVec3::ZERO, r).into());
        let root = 3f64.sqrt();
        assert!(touches(root.next_up()) != touches(root.next_down()));
    }

    #[test]
    fn a_disc_meets_a_solid_from_inside() {
        let solid = Parallelogram::new(DVec2::ZERO, dvec2(4., 0.), dvec2(1., 4.));
        assert!(solid.intersects(&Sphere::new(dvec2(2., 2.), 0.)));
        assert!(solid.intersects(&Sphere::new(dvec2(2., -1.), 1.)));
        assert_eq!(solid.distance(&Sphere::new(dvec2(2., -3.), 1.)), 2.);
    }
}
