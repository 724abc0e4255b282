//! Exact intersection tests of typed shapes.
//!
//! The same kernel runs up to two times: over floats that carry a bound of their rounding
//! ([`Filtered`]), which decide all but a few of a million ordinary pairs,
//! and over [`Exact`](crate::exact::Exact) numbers, which evaluate only what the floats leave
//! undecided. `f32` shapes are filtered in `f32` first, then in `f64`.
//!
//! Some rows first run in plain floats, with one error bound for all comparisons, or for all of a
//! kind (`certainly` in their files): triangles with points, spheres, boxes and triangles; lines,
//! rays and segments with triangles, boxes, spheres and capsules, and with each other (segments in
//! 2D, all in 3D); spheres with capsules; and oriented boxes.

use super::table::with_rows;
use crate::exact::certify::{certified, outlined};
use crate::exact::{Filtered, FilteredVec3};
use crate::number::Mask;
use crate::pair;
use crate::shape::*;
use crate::vector::{V2, V3};
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};

/// Exact intersection test between two shapes, whatever the rounding.
///
/// Implemented for each pair whose row of the [table](crate::pair::table) is marked `exact`, and
/// for discs with lines, rays and segments. For other pairs use `dynamic::any::Shape2` and
/// `Shape3`.
///
/// ```
/// use barycast::d2::f64::{Line, Point};
/// use glam::dvec2;
///
/// // 1/3 is rounded, so the point lies beside the line, by less than floats can compute.
/// let line = Line::new(dvec2(0.0, 0.0), dvec2(3.0, 1.0));
/// let point = Point::new(dvec2(1.0, 1.0 / 3.0));
/// assert!(point.intersects(&line));
/// assert!(!point.intersects_exactly(&line));
/// ```
pub trait IntersectsExactly<B> {
    /// Tests whether the shapes share at least one point; touching counts. Exact for the given
    /// numbers, including denormals and 1e300. The result is unspecified for numbers that are not
    /// finite.
    fn intersects_exactly(&self, other: &B) -> bool;

    /// Returns the result if filtered floats decide it, or `None` if they leave it undecided.
    #[doc(hidden)]
    fn intersects_certainly(&self, other: &B) -> Option<bool>;
}

macro_rules! exact_rows {
    (both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        exact_rows!(@rows both same $($b1)*);
        exact_rows!(@rows both pair $($b2)*);
        exact_rows!(@rows d2 same $($p1)*);
        exact_rows!(@rows d2 pair $($p2)*);
        exact_rows!(@rows d3 same $($s1)*);
        exact_rows!(@rows d3 pair $($s2)*);
    };
    (@rows $dim:ident $kind:ident $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {
        $(exact_rows!(@row $i $dim $kind $m $a $b);)*
    };
    (@row exact both $kind:ident $m:ident $a:ident $b:ident) => {
        exact_rows!(@row exact d2 $kind $m $a $b);
        exact_rows!(@row exact d3 $kind $m $a $b);
    };
    (@row exact d2 $kind:ident $m:ident $a:ident $b:ident) => {
        exact_rows!(@each $kind $m $a $b, d2 V2 DVec2: Vec2 [V2<Filtered<f32>>] DVec2 [V2<Filtered>]);
    };
    (@row exact d3 $kind:ident $m:ident $a:ident $b:ident) => {
        exact_rows!(@each $kind $m $a $b, d3 V3 DVec3: Vec3 [FilteredVec3] Vec3A [FilteredVec3] DVec3 [V3<Filtered>]);
    };
    (@row $other:ident $($rest:tt)*) => {};
    (@each $kind:ident $m:ident $a:ident $b:ident, $dim:ident $Of:ident $Wide:ident: $($V:ident [$Own:ty])*) => {$(
        impl IntersectsExactly<$b<$V>> for $a<$V> {
            #[inline]
            fn intersects_exactly(&self, other: &$b<$V>) -> bool {
                match self.intersects_certainly(other) {
                    Some(answer) => answer,
                    None => outlined(|| {
                        let (a, b) = (self.lift::<$Wide>(&f64::from), other.lift::<$Wide>(&f64::from));
                        certified!($Of, pair::$m::intersects, a, b)
                    }),
                }
            }

            #[inline]
            fn intersects_certainly(&self, other: &$b<$V>) -> Option<bool> {
                let filtered = || {
                    let verdict = pair::$m::intersects(
                        &self.lift::<$Own>(&Filtered::new),
                        &other.lift::<$Own>(&Filtered::new),
                    );
                    if verdict.is_undecided() {
                        return outlined(|| {
                            let (a, b) = (self.lift::<$Wide>(&f64::from), other.lift::<$Wide>(&f64::from));
                            let wide = pair::$m::intersects(
                                &a.lift::<$Of<Filtered>>(&Filtered::new),
                                &b.lift::<$Of<Filtered>>(&Filtered::new),
                            );
                            if wide.is_undecided() { None } else { Some(wide.all()) }
                        });
                    }
                    Some(verdict.all())
                };
                exact_rows!(@first $dim $m $a $b self other filtered)
            }
        }
        exact_rows!(@swapped $kind $a $b $V);
    )*};
    // One error bound per kernel or per kind; the filtered kernel runs if it does not decide.
    (@first $dim:ident aabb_ray $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly aabb_ray::certainly $($shape)*)
    };
    (@first $dim:ident aabb_triangle $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly aabb_triangle::certainly $($shape)*)
    };
    (@first $dim:ident sphere_triangle Sphere Triangle $($shape:ident)*) => {
        exact_rows!(@certainly sphere_triangle::certainly $($shape)*)
    };
    (@first $dim:ident aabb_obb $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly aabb_obb::certainly $($shape)*)
    };
    (@first $dim:ident capsule_point $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly capsule_point::certainly $($shape)*)
    };
    (@first $dim:ident capsule_sphere $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly capsule_sphere::certainly $($shape)*)
    };
    (@first $dim:ident obb_obb $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly obb_obb::certainly $($shape)*)
    };
    (@first $dim:ident obb_point $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly obb_point::certainly $($shape)*)
    };
    (@first $dim:ident obb_sphere $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly obb_sphere::certainly $($shape)*)
    };
    (@first $dim:ident ray_sphere $A:ident $B:ident $($shape:ident)*) => {
        exact_rows!(@certainly ray_sphere::certainly $($shape)*)
    };
    (@first $dim:ident triangle_triangle Triangle Triangle $($shape:ident)*) => {
        exact_rows!(@certainly triangle_triangle::certainly $($shape)*)
    };
    (@first $dim:ident point_triangle Point Triangle $($shape:ident)*) => {
        exact_rows!(@certainly point_triangle::certainly $($shape)*)
    };
    (@first $dim:ident ray_triangle $Line:ident Triangle $($shape:ident)*) => {
        exact_rows!(@certainly ray_triangle::certainly $($shape)*)
    };
    (@first d3 ray_ray $One:ident $Other:ident $($shape:ident)*) => {
        exact_rows!(@certainly ray_ray::certainly_apart $($shape)*)
    };
    (@first d2 ray_ray Segment Segment $($shape:ident)*) => {
        exact_rows!(@certainly ray_ray::certainly $($shape)*)
    };
    (@first $dim:ident $m:ident $A:ident $B:ident $a:ident $b:ident $filtered:ident) => {
        $filtered()
    };
    (@certainly $m:ident::$certainly:ident $a:ident $b:ident $filtered:ident) => {
        match pair::$m::$certainly(&$a.packed(), &$b.packed()) {
            Some(answer) => Some(answer),
            None => outlined($filtered),
        }
    };
    (@swapped same $a:ident $b:ident $V:ident) => {};
    (@swapped pair $a:ident $b:ident $V:ident) => {
        impl IntersectsExactly<$a<$V>> for $b<$V> {
            #[inline]
            fn intersects_exactly(&self, other: &$a<$V>) -> bool {
                other.intersects_exactly(self)
            }

            #[inline]
            fn intersects_certainly(&self, other: &$a<$V>) -> Option<bool> {
                other.intersects_certainly(self)
            }
        }
    };
}
with_rows!(exact_rows);
exact_rows!(@row exact d3 pair disc_ray Disc Line);
exact_rows!(@row exact d3 pair disc_ray Disc Ray);
exact_rows!(@row exact d3 pair disc_ray Disc Segment);
