//! Composites against everything: polygons by their edges, meshes by their triangles.
//!
//! A composite is bounded by convex parts, and knows exactly whether it holds a point. A connected set meets it
//! when it meets a part or lies inside with any of its points, and the way to it ends on a part. So one file
//! answers every composite against every shape, other composites included, through the rows of the
//! [table](crate::table). Parts are left out by the boxes around them.

pub(crate) mod flat;
pub(crate) mod mesh;
pub(crate) mod polygon;

use crate::any::{Shape2, Shape3};
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::question::{Closest, Span};
use crate::shape::*;
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// A shape bounded by convex parts.
pub(crate) trait Composite<A: AnyShape> {
    /// How many parts bound it.
    fn len(&self) -> usize;

    /// A part, by its index.
    fn part(&self, i: usize) -> A;

    /// The box around a part.
    fn part_bounds(&self, i: usize) -> Aabb<A::Vector>;

    /// It holds the point, exactly.
    fn holds(&self, p: A::Vector) -> bool;

    /// A part has the outside on one side.
    fn is_bordering(&self, _: usize) -> bool {
        true
    }

    /// A point of each of its connected parts.
    fn roots(&self) -> Vec<A::Vector>;
}

/// What this file asks of [`Shape2`] and [`Shape3`].
pub(crate) trait AnyShape: Sized {
    /// `f64` vectors.
    type Vector: FloatVector<Scalar = f64>;

    /// They share a point.
    fn meets(&self, other: &Self) -> bool;

    /// The shortest way.
    fn nearest(&self, other: &Self) -> Closest<Self::Vector>;

    /// Itself as a composite.
    fn as_composite(&self) -> Option<&dyn Composite<Self>>;

    /// A point of it, for bounded shapes; what has no bounds never lies inside a composite.
    fn anchor(&self) -> Option<Self::Vector>;

    /// A box that certainly holds it, for bounded shapes.
    fn outer_bounds(&self) -> Option<Aabb<Self::Vector>>;
}

macro_rules! any_shape {
    (both $both:tt $($Any:ident $Vector:ident $composites:tt $unbounded:tt $more:tt)*) => {
        $(any_shape!(@one $Any $Vector $composites $unbounded $both $more);)*
    };
    (@one $Any:ident $Vector:ident [$($composite:ident)*] [$($unbounded:ident)*]
     [$($both:ident $point_of_both:expr;)*] [$($shape:ident $point:expr;)*]) => {
        impl AnyShape for $Any<$Vector> {
            type Vector = $Vector;

            fn meets(&self, other: &Self) -> bool {
                self.intersects(other)
            }

            fn nearest(&self, other: &Self) -> Closest<$Vector> {
                self.closest(other)
            }

            fn as_composite(&self) -> Option<&dyn Composite<Self>> {
                match self {
                    $(Self::$composite(a) => Some(a),)*
                    _ => None,
                }
            }

            fn anchor(&self) -> Option<$Vector> {
                match self {
                    $(Self::$both(a) => Some($point_of_both(a)),)*
                    $(Self::$shape(a) => Some($point(a)),)*
                    $(Self::$composite(a) => Composite::roots(a).first().copied(),)*
                    Self::Rounded(a) => a.core.anchor(),
                    $(Self::$unbounded(_) => None,)*
                }
            }

            fn outer_bounds(&self) -> Option<Aabb<$Vector>> {
                match self {
                    $(Self::$both(a) => Some(outward(a.bounds())),)*
                    $(Self::$shape(a) => Some(outward(a.bounds())),)*
                    $(Self::$composite(a) => Some(a.bounds()),)*
                    Self::Rounded(a) => a.core.outer_bounds().map(|b| {
                        let reach = $Vector::splat(a.radius);
                        outward(Aabb { min: b.min - reach, max: b.max + reach })
                    }),
                    $(Self::$unbounded(_) => None,)*
                }
            }
        }
    };
}

any_shape!(
    both [
        Point |p: &Point<_>| p.0;
        Segment |s: &Segment<_>| s.a;
        Sphere |s: &Sphere<_>| s.center;
        Aabb |b: &Aabb<_>| b.min;
        Obb |b: &Obb<_>| b.center;
        Capsule |c: &Capsule<_>| c.a;
        Ellipsoid |e: &Ellipsoid<_>| e.center;
        Triangle |t: &Triangle<_>| t.a;
        Parallelogram |p: &Parallelogram<_>| p.origin;
        Convex |c: &Convex<_>| c.points()[0];
        TaperedCapsule |c: &TaperedCapsule<_>| c.a;
    ]
    Shape2 DVec2 [Polygon] [Line Ray Plane HalfSpace] []
    Shape3 DVec3 [Mesh FlatPolygon] [Line Ray Plane HalfSpace InfiniteCone InfiniteCylinder] [
        Cylinder |c: &Cylinder<_>| c.a;
        Tetrahedron |t: &Tetrahedron<_>| t.a;
        Cone |c: &Cone<_>| c.apex;
        Disc |d: &Disc<_>| d.center;
        Frustum |f: &Frustum<_>| f.corners()[0];
        TruncatedCone |c: &TruncatedCone<_>| c.a;
    ]
);

/// A box grown by more than the rounding of the few operations that made it.
fn outward<V: FloatVector<Scalar = f64>>(b: Aabb<V>) -> Aabb<V> {
    let mut size = 0.0;
    for axis in 0..V::DIM {
        size = f64::max(size, f64::max(b.min.get(axis).abs(), b.max.get(axis).abs()));
    }
    let reach = V::splat(size * 64.0 * f64::EPSILON + f64::MIN_POSITIVE);
    Aabb { min: b.min - reach, max: b.max + reach }
}

/// At most the distance of two boxes.
fn gap<V: FloatVector<Scalar = f64>>(a: &Aabb<V>, b: &Aabb<V>) -> f64 {
    let low = a.min.max(b.min);
    (b.closest_point(low) - a.closest_point(low)).length() * (1.0 - 16.0 * f64::EPSILON)
}

/// The parts whose boxes a shape may meet.
fn near<'a, A: AnyShape>(a: &'a dyn Composite<A>, b: &A) -> impl Iterator<Item = A> + 'a {
    let bounds = b.outer_bounds();
    let may_meet = move |i: &usize| {
        let part = a.part_bounds(*i);
        bounds.is_none_or(|b| part.min.le_all(b.max) && b.min.le_all(part.max))
    };
    (0..a.len()).filter(may_meet).map(|i| a.part(i))
}

/// A point of each connected part of a bounded shape.
fn points_of<A: AnyShape>(a: &A) -> Vec<A::Vector> {
    a.as_composite().map_or_else(|| a.anchor().into_iter().collect(), Composite::roots)
}

/// They share a point: a part meets the other, or either holds a point of each piece of the other.
pub(crate) fn intersects<A: AnyShape>(a: &dyn Composite<A>, b: &A) -> bool {
    near(a, b).any(|part| part.meets(b)) || points_of(b).into_iter().any(|p| a.holds(p))
}

/// The shortest way, which ends on a part unless they share a point.
pub(crate) fn closest<A: AnyShape>(a: &dyn Composite<A>, b: &A) -> Closest<A::Vector> {
    let shared = |p| Closest { distance: 0.0, on_a: p, on_b: p };
    if let Some(p) = points_of(b).into_iter().find(|p| a.holds(*p)) {
        return shared(p);
    }
    if let Some(part) = near(a, b).find(|part| part.meets(b)) {
        return part.nearest(b);
    }
    let bounds = b.outer_bounds();
    let gap_of = |i: usize| bounds.as_ref().map_or(0.0, |b| gap(&a.part_bounds(i), b));
    let mut order: Vec<(f64, usize)> = (0..a.len()).map(|i| (gap_of(i), i)).collect();
    order.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut best: Option<Closest<A::Vector>> = None;
    for (gap, i) in order {
        if best.is_some_and(|best| gap > best.distance) {
            break;
        }
        let found = a.part(i).nearest(b);
        best = Some(best.map_or(found, |best| best.nearer(found)));
    }
    best.unwrap_or_else(|| shared(A::Vector::splat(0.0)))
}

/// The distance of a point from the nearest part, negative where the composite holds the point.
pub(crate) fn signed_distance<A: AnyShape>(a: &dyn Composite<A>, point: &A, p: A::Vector) -> f64 {
    let bounds = Aabb { min: p, max: p };
    let mut order: Vec<(f64, usize)> = (0..a.len()).map(|i| (gap(&a.part_bounds(i), &bounds), i)).collect();
    order.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut best = f64::INFINITY;
    for (gap, i) in order {
        if gap > best {
            break;
        }
        best = best.min(a.part(i).nearest(point).distance);
    }
    if a.holds(p) { -best } else { best }
}

/// A number of twice the digits as any other number.
fn widened<S: Ring>(x: DoubleDouble, number: &impl Fn(f64) -> S) -> S {
    let (high, low) = x.parts();
    number(high) + number(low)
}

/// The stretch of a line whose direction is zero: for all `t`, where the set holds the point.
fn still<V, const N: usize>(line: &Line<V>, holds: impl Fn([f64; N]) -> bool) -> Vec<Span<V>>
where
    V: Vector<Scalar = DoubleDouble>,
{
    let point = core::array::from_fn(|axis| line.origin.get(axis).to_f64());
    let none = line.direction.zero();
    let infinity = DoubleDouble::ONE.infinity();
    let span = Span { enter: -infinity, exit: infinity, normal_enter: none, normal_exit: none };
    holds(point).then_some(span).into_iter().collect()
}
