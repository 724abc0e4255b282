//! Triangle and triangle, and every two [`Flat`] shapes.
//!
//! **In 3D** two flat convex shapes that meet do so on an edge of one of them: where the edge crosses the other's
//! face, or, in one plane, where edges cross or one shape holds the other's edges. So they meet when an edge of
//! either meets the other shape, which is right for collinear shapes and points as well.
//!
//! **In 2D** they are apart when the normal of an edge of either separates them; shapes on one line, when a
//! coordinate axis does. (The difference of the two sets is a convex polygon, whose edges are edges of either;
//! they meet when it holds the origin.)
//!
//! When they do not meet, the shortest way is between two edges, or from a corner to the other's face.
//!
//! Sources: [Ericson 5.2.10], [Ericson 5.1.10], [Gottschalk 1996].

use crate::number::{Mask, Real, Ring};
use crate::pair::{point_triangle, ray_ray, ray_triangle};
use crate::question::Closest;
use crate::shape::{Flat, Point};
use crate::vector::{ByDim, Vector, Vector2, Vector3};

/// They share a point; touching counts.
#[inline(always)]
pub fn intersects<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B) -> V::Mask {
    let boxes = boxes_overlap(a, b);
    if boxes.none() {
        return boxes;
    }
    boxes & V::by_dim(Meet(*a, *b))
}

/// The boxes around them share a point.
#[inline(always)]
fn boxes_overlap<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>>(a: &A, b: &B) -> V::Mask {
    let (a, b) = (a.around(), b.around());
    let (a, b) = (a.as_ref(), b.as_ref());
    let (mut low_a, mut high_a, mut low_b, mut high_b) = (a[0], a[0], b[0], b[0]);
    for i in 1..a.len() {
        low_a = low_a.min(a[i]);
        high_a = high_a.max(a[i]);
    }
    for i in 1..b.len() {
        low_b = low_b.min(b[i]);
        high_b = high_b.max(b[i]);
    }
    low_a.le_all(high_b) & low_b.le_all(high_a)
}

/// Two flat shapes whose boxes overlap.
struct Meet<A, B>(A, B);

impl<V: Vector, A: Flat<Vector = V>, B: Flat<Vector = V>> ByDim<V> for Meet<A, B> {
    type Answer = V::Mask;

    #[inline(always)]
    fn d2(self) -> V::Mask
    where
        V: Vector2,
    {
        let (middle, _, _) = self.0.frame();
        let (a, b) = (self.0.seen_from(middle), self.1.seen_from(middle));
        edges_overlap(a.as_ref(), b.as_ref()) & edges_overlap(b.as_ref(), a.as_ref())
    }

    #[inline(always)]
    fn d3(self) -> V::Mask
    where
        V: Vector3,
    {
        let Self(a, b) = self;
        let mut hit = ray_triangle::intersects(&a.edge(0), &b);
        for i in 1..a.count() {
            if hit.all() {
                return hit;
            }
            hit = hit | ray_triangle::intersects(&a.edge(i), &b);
        }
        for i in 0..b.count() {
            if hit.all() {
                return hit;
            }
            hit = hit | ray_triangle::intersects(&b.edge(i), &a);
        }
        hit
    }
}

/// No edge of `a` has them on different sides.
#[inline(always)]
fn edges_overlap<V: Vector2>(a: &[V], b: &[V]) -> V::Mask {
    let mut hit = a[0].get(0).always();
    for i in 0..a.len() {
        let normal = (a[(i + 1) % a.len()] - a[i]).perp();
        let (low_a, high_a) = ray_triangle::interval(a, normal);
        let (low_b, high_b) = ray_triangle::interval(b, normal);
        hit = hit & low_a.le(high_b) & low_b.le(high_a);
    }
    hit
}

/// Between two edges, or from a corner to the other's face; a shared point when they intersect.
#[inline(always)]
pub fn distance<V: Vector<Scalar: Real>, A: Flat<Vector = V>, B: Flat<Vector = V>>(
    a: &A,
    b: &B,
) -> Closest<V> {
    let (corners_a, corners_b) = (a.around(), b.around());
    let mut best = point_triangle::to_face(&Point(corners_a.as_ref()[0]), b);
    for i in 1..a.count() {
        best = best.nearer(point_triangle::to_face(&Point(corners_a.as_ref()[i]), b));
    }
    for i in 0..b.count() {
        best = best.nearer(point_triangle::to_face(&Point(corners_b.as_ref()[i]), a).swap());
    }
    for i in 0..a.count() {
        for j in 0..b.count() {
            best = best.nearer(ray_ray::distance(&a.edge(i), &b.edge(j)));
        }
    }
    for i in 0..a.count() {
        let (crosses, point) = V::by_dim(ray_triangle::CrossingPoint(a.edge(i), *b));
        best = best.or_shared(crosses, point);
    }
    for i in 0..b.count() {
        let (crosses, point) = V::by_dim(ray_triangle::CrossingPoint(b.edge(i), *a));
        best = best.or_shared(crosses, point);
    }
    best
}
