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
use crate::number::{Mask, Verdict};
use crate::shape::packed::Packed as _;
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

/// Writes items for every row marked `exact` and every type of its vectors, and others for the same
/// pairs in the other order. In the text `A` and `B` are the two shapes of vectors `V`, `Own` is the
/// vector over filtered floats of their precision, `Wide` the vector of `f64` and `Over` that of
/// other numbers, `file` the file of the row, and `first` runs what decides first.
macro_rules! for_exact_rows {
    ([$items:tt $swapped:tt] both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        for_exact_rows!(@rows d2 [$items] $($b1)* $($p1)*);
        for_exact_rows!(@rows d2 [$items $swapped] $($b2)* $($p2)*);
        for_exact_rows!(@rows d3 [$items] $($b1)* $($s1)*);
        for_exact_rows!(@rows d3 [$items $swapped] $($b2)* $($s2)*
            disc_ray: Disc Line, exact gjk epa;
            disc_ray: Disc Ray, exact gjk epa;
            disc_ray: Disc Segment, exact gjk epa;
        );
    };
    (@rows $dim:ident $items:tt $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {
        $(for_exact_rows!(@$i $dim $items $m $a $b);)*
    };
    (@exact d2 $items:tt $m:ident $a:ident $b:ident) => {
        for_exact_rows!(@each d2 $items $m $a $b, DVec2 V2: Vec2 [V2<Filtered<f32>>] DVec2 [V2<Filtered>]);
    };
    (@exact d3 $items:tt $m:ident $a:ident $b:ident) => {
        for_exact_rows!(@each d3 $items $m $a $b, DVec3 V3: Vec3 [FilteredVec3] Vec3A [FilteredVec3] DVec3 [V3<Filtered>]);
    };
    (@each $dim:ident $items:tt $m:ident $a:ident $b:ident, $Wide:ident $Over:ident: $($V:ident [$Own:ty])*) => {$(
        const _: () = {
            type A = crate::shape::$a<$V>;
            type B = crate::shape::$b<$V>;
            type Own = $Own;
            type Wide = $Wide;
            type Over<S> = $Over<S>;
            use crate::pair::$m as file;
            first!($dim $m $a $b);
            for_exact_rows!(@text $items);
        };
    )*};
    (@text [$({ $($item:item)* })*]) => { $($($item)*)* };
    (@$word:ident $($row:tt)*) => {};
}

/// Defines `first`: rows with one error bound per kernel or per kind (`certainly` in their file) run
/// the filtered kernel if that does not decide; others run it at once.
macro_rules! first {
    ($dim:ident aabb_obb $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident aabb_ray $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident aabb_triangle $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident capsule_point $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident capsule_sphere $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident obb_obb $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident obb_point $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident obb_sphere $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident point_triangle $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident ray_sphere $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident ray_triangle $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident sphere_triangle $a:ident $b:ident) => { first!(by certainly); };
    ($dim:ident triangle_triangle $a:ident $b:ident) => { first!(by certainly); };
    (d2 ray_ray Segment Segment) => { first!(by certainly); };
    (d3 ray_ray $a:ident $b:ident) => { first!(by certainly_apart); };
    (by $certainly:ident) => {
        #[inline(always)]
        fn first(a: &A, b: &B, filtered: impl FnOnce() -> Option<bool>) -> Option<bool> {
            file::$certainly(&a.packed(), &b.packed()).or_else(|| filter(filtered))
        }
    };
    ($dim:ident $m:ident $a:ident $b:ident) => {
        #[inline(always)]
        fn first(_: &A, _: &B, filtered: impl FnOnce() -> Option<bool>) -> Option<bool> {
            if cfg!(barycast_small) { None } else { filtered() }
        }
    };
}

/// Returns what filtered floats decide. With `--cfg barycast_small` they decide nothing, so that there
/// is one kernel less for each pair.
#[inline(always)]
fn filter(filtered: impl FnOnce() -> Option<bool>) -> Option<bool> {
    if cfg!(barycast_small) { None } else { outlined(filtered) }
}

/// Returns the result of a kernel over filtered floats; over filtered `f64` if the first leave it
/// undecided.
#[inline(always)]
fn decided_by(verdict: Verdict, wide: impl FnOnce() -> Verdict) -> Option<bool> {
    if !verdict.is_undecided() {
        return Some(verdict.all());
    }
    outlined(|| {
        let verdict = wide();
        if verdict.is_undecided() { None } else { Some(verdict.all()) }
    })
}

with_rows! { [for_exact_rows] [
    {
        impl IntersectsExactly<B> for A {
            #[inline]
            fn intersects_exactly(&self, other: &B) -> bool {
                self.intersects_certainly(other).unwrap_or_else(|| {
                    outlined(|| {
                        let (a, b) = (self.lift::<Wide>(&f64::from), other.lift::<Wide>(&f64::from));
                        certified!(Over, file::intersects, a, b)
                    })
                })
            }

            #[inline]
            fn intersects_certainly(&self, other: &B) -> Option<bool> {
                first(self, other, || {
                    let (a, b) = (self.lift::<Own>(&Filtered::new), other.lift::<Own>(&Filtered::new));
                    decided_by(file::intersects(&a, &b), || {
                        let (a, b) = (self.lift::<Wide>(&f64::from), other.lift::<Wide>(&f64::from));
                        file::intersects(
                            &a.lift::<Over<Filtered>>(&Filtered::new),
                            &b.lift::<Over<Filtered>>(&Filtered::new),
                        )
                    })
                })
            }
        }
    }
    {
        impl IntersectsExactly<A> for B {
            #[inline]
            fn intersects_exactly(&self, other: &A) -> bool {
                other.intersects_exactly(self)
            }

            #[inline]
            fn intersects_certainly(&self, other: &A) -> Option<bool> {
                other.intersects_certainly(self)
            }
        }
    }
] }
