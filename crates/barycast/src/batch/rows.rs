//! The pairs that have batch queries, from the table.

use crate::number::{Float, Real, Ring, SimdScalar};
use crate::pair;
use crate::shape::{
    Aabb, Capsule, Cylinder, Ellipsoid, HalfSpace, InfiniteCylinder, Line, Linear, Obb, Parallelogram, Plane,
    Point, Ray, ScalarSource, Scalars, Segment, Sphere, Triangle,
};
use crate::vector::{FloatVector, V3, Vector, Vector3};
use fearless_simd::Simd;

/// Number of shapes in a block.
pub(super) const LANES: usize = 8;

/// A shape whose intersection with shapes of type `B` can be tested in batches.
pub trait BatchIntersects<B: Scalars<Number = Self::Number>>: Scalars<Number: SimdScalar> {
    /// Returns a bit mask of the pairs that share a point, among eight.
    fn meet<S: Simd>(simd: S, a: &[[Self::Number; LANES]], b: &[[Self::Number; LANES]]) -> u32;
}

/// A shape whose distance to shapes of type `B` can be computed in batches.
pub trait BatchDistance<B: Scalars<Number = Self::Number>>: BatchIntersects<B> {
    /// Returns the distances of eight pairs.
    fn apart<S: Simd>(
        simd: S,
        a: &[[Self::Number; LANES]],
        b: &[[Self::Number; LANES]],
    ) -> [Self::Number; LANES];
}

/// A ray, line or segment that can be cast at shapes of type `B` in batches.
pub trait BatchCast<B: Scalars<Number = Self::Number>>: Scalars<Number: SimdScalar> {
    /// Returns the parameter `t` of the first hit of each of eight pairs; infinity for a miss.
    fn time<S: Simd>(
        simd: S,
        a: &[[Self::Number; LANES]],
        b: &[[Self::Number; LANES]],
    ) -> [Self::Number; LANES];
}

/// A query of eight pairs.
pub(super) trait Query<A: Scalars, B: Scalars<Number = A::Number>> {
    type Answer: Copy + Send;
    /// Initial value of results.
    const NONE: Self::Answer;

    fn run<S: Simd>(simd: S, a: &[[A::Number; LANES]], b: &[[A::Number; LANES]]) -> [Self::Answer; LANES];
}

/// Intersection test.
pub(super) struct Meeting;
/// Distance.
pub(super) struct Distance;
/// Time of the first hit.
pub(super) struct Time;

impl<A: BatchIntersects<B>, B: Scalars<Number = A::Number>> Query<A, B> for Meeting {
    type Answer = bool;
    const NONE: bool = false;

    #[inline(always)]
    fn run<S: Simd>(simd: S, a: &[[A::Number; LANES]], b: &[[A::Number; LANES]]) -> [bool; LANES] {
        BY_BITS[A::meet(simd, a, b) as usize % BY_BITS.len()]
    }
}

/// Expands a bit mask of eight pairs to booleans.
static BY_BITS: [[bool; LANES]; 1 << LANES] = {
    let mut all = [[false; LANES]; 1 << LANES];
    let mut bits = 0;
    while bits < all.len() {
        let mut lane = 0;
        while lane < LANES {
            all[bits][lane] = bits >> lane & 1 == 1;
            lane += 1;
        }
        bits += 1;
    }
    all
};

impl<A: BatchDistance<B>, B: Scalars<Number = A::Number>> Query<A, B> for Distance {
    type Answer = A::Number;
    const NONE: A::Number = A::Number::ZERO;

    #[inline(always)]
    fn run<S: Simd>(simd: S, a: &[[A::Number; LANES]], b: &[[A::Number; LANES]]) -> [A::Number; LANES] {
        A::apart(simd, a, b)
    }
}

impl<A: BatchCast<B>, B: Scalars<Number = A::Number>> Query<A, B> for Time {
    type Answer = A::Number;
    const NONE: A::Number = A::Number::ZERO;

    #[inline(always)]
    fn run<S: Simd>(simd: S, a: &[[A::Number; LANES]], b: &[[A::Number; LANES]]) -> [A::Number; LANES] {
        A::time(simd, a, b)
    }
}

/// Reads the coordinates of eight shapes in lanes.
struct Lanes<'a, S, N> {
    simd: S,
    rows: &'a [[N; LANES]],
    at: usize,
}

impl<S: Simd, N: SimdScalar> ScalarSource<N::Lanes<S>> for Lanes<'_, S, N> {
    #[inline(always)]
    fn next(&mut self) -> N::Lanes<S> {
        self.at += 1;
        N::load(self.simd, &self.rows[self.at - 1])
    }
}

/// Vectors whose coordinates are lanes.
type In<S, V> = <V as FloatVector>::Of<<<V as Vector>::Scalar as SimdScalar>::Lanes<S>>;
/// The same for shapes that exist in 3D only.
type InSpace<S, V> = V3<<<V as Vector>::Scalar as SimdScalar>::Lanes<S>>;

macro_rules! rows {
    (both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        rows!(@rows [FloatVector<Scalar: SimdScalar>] In, same, $($b1)*);
        rows!(@rows [FloatVector<Scalar: SimdScalar>] In, pair, $($b2)*);
        rows!(@rows [FloatVector<Scalar: SimdScalar> + Vector3] InSpace, same, $($s1)*);
        rows!(@rows [FloatVector<Scalar: SimdScalar> + Vector3] InSpace, pair, $($s2)*);
    };
    (@rows $bound:tt $in:ident, $kind:ident, $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {$(
        rows!(@meets $i $kind $bound $in $m $a $b);
    )*};
    (@meets exact same [$($bound:tt)*] $in:ident $m:ident $a:ident $b:ident) => {
        impl<V: $($bound)*> BatchIntersects<$b<V>> for $a<V> {
            #[inline(always)]
            fn meet<S: Simd>(simd: S, a: &[[V::Scalar; LANES]], b: &[[V::Scalar; LANES]]) -> u32 {
                let a = $a::<$in<S, V>>::from_scalars(&mut Lanes { simd, rows: a, at: 0 });
                let b = $b::<$in<S, V>>::from_scalars(&mut Lanes { simd, rows: b, at: 0 });
                V::Scalar::bits::<S>(pair::$m::intersects(&a, &b))
            }
        }
    };
    (@meets exact pair [$($bound:tt)*] $in:ident $m:ident $a:ident $b:ident) => {
        rows!(@meets exact same [$($bound)*] $in $m $a $b);
        impl<V: $($bound)*> BatchIntersects<$a<V>> for $b<V> {
            #[inline(always)]
            fn meet<S: Simd>(simd: S, a: &[[V::Scalar; LANES]], b: &[[V::Scalar; LANES]]) -> u32 {
                <$a<V> as BatchIntersects<$b<V>>>::meet(simd, b, a)
            }
        }
    };
    (@meets $other:ident $($rest:tt)*) => {};
}
crate::pair::table::with_rows!(rows);

/// Distances by kernels that inline completely: a call would leave the enabled instruction set and
/// take longer than scalar code. Covers the rows marked `closed`; those marked `agreed` are not
/// generic over lanes.
macro_rules! distances {
    ($($m:ident::$distance:ident: $a:ident $b:ident $kind:ident $in:ident [$($bound:tt)*];)*) => {$(
        impl<V: FloatVector<Scalar: SimdScalar> $($bound)*> BatchDistance<$b<V>> for $a<V> {
            #[inline(always)]
            fn apart<S: Simd>(
                simd: S,
                a: &[[V::Scalar; LANES]],
                b: &[[V::Scalar; LANES]],
            ) -> [V::Scalar; LANES] {
                let a = $a::<$in<S, V>>::from_scalars(&mut Lanes { simd, rows: a, at: 0 });
                let b = $b::<$in<S, V>>::from_scalars(&mut Lanes { simd, rows: b, at: 0 });
                let apart = pair::$m::$distance(&a, &b).distance;
                agree_with_test::<S, V::Scalar>(simd, apart, pair::$m::intersects(&a, &b))
            }
        }
        distances!(@$kind $a $b [$($bound)*]);
    )*};
    (@same $($rest:tt)*) => {};
    (@pair $a:ident $b:ident [$($bound:tt)*]) => {
        impl<V: FloatVector<Scalar: SimdScalar> $($bound)*> BatchDistance<$a<V>> for $b<V> {
            #[inline(always)]
            fn apart<S: Simd>(
                simd: S,
                a: &[[V::Scalar; LANES]],
                b: &[[V::Scalar; LANES]],
            ) -> [V::Scalar; LANES] {
                <$a<V> as BatchDistance<$b<V>>>::apart(simd, b, a)
            }
        }
    };
}

/// Makes distance and intersection test agree, as
/// `Closest::consistent_with` does.
#[inline(always)]
fn agree_with_test<S: Simd, N: SimdScalar>(
    simd: S,
    apart: N::Lanes<S>,
    meet: <N::Lanes<S> as Ring>::Mask,
) -> [N; LANES] {
    let zero = N::splat(simd, N::ZERO);
    let apart = Ring::select(apart.le(zero), N::splat(simd, N::LEAST), apart);
    N::store(Ring::select(meet, zero, apart))
}

distances! {
    aabb_aabb::distance: Aabb Aabb same In [];
    aabb_half_space::distance: Aabb HalfSpace pair In [];
    aabb_plane::distance: Aabb Plane pair In [];
    aabb_sphere::distance: Aabb Sphere pair In [];
    capsule_capsule::distance: Capsule Capsule same In [];
    capsule_half_space::distance: Capsule HalfSpace pair In [];
    capsule_plane::distance: Capsule Plane pair In [];
    capsule_point::distance: Capsule Point pair In [];
    capsule_sphere::distance: Capsule Sphere pair In [];
    cylinder_point::distance: Cylinder Point pair InSpace [+ Vector3];
    cylinder_sphere::distance: Cylinder Sphere pair InSpace [+ Vector3];
    half_space_obb::distance: HalfSpace Obb pair In [];
    half_space_point::distance: HalfSpace Point pair In [];
    half_space_sphere::distance: HalfSpace Sphere pair In [];
    half_space_triangle::distance: HalfSpace Triangle pair In [];
    infinite_cylinder_point::distance: InfiniteCylinder Point pair InSpace [+ Vector3];
    infinite_cylinder_sphere::distance: InfiniteCylinder Sphere pair InSpace [+ Vector3];
    obb_plane::distance: Obb Plane pair In [];
    obb_sphere::distance: Obb Sphere pair In [];
    parallelogram_point::distance: Parallelogram Point pair In [];
    parallelogram_sphere::distance: Parallelogram Sphere pair In [];
    plane_point::distance: Plane Point pair In [];
    plane_sphere::distance: Plane Sphere pair In [];
    plane_triangle::distance: Plane Triangle pair In [];
    point_point::distance: Point Point same In [];
    point_ray::distance: Point Line pair In [];
    point_ray::distance: Point Ray pair In [];
    point_ray::distance: Point Segment pair In [];
    point_sphere::distance: Point Sphere pair In [];
    point_triangle::distance: Point Triangle pair In [];
    ray_ray::distance_in_lanes: Line Line same In [];
    ray_ray::distance_in_lanes: Line Ray pair In [];
    ray_ray::distance_in_lanes: Line Segment pair In [];
    ray_ray::distance_in_lanes: Ray Ray same In [];
    ray_ray::distance_in_lanes: Ray Segment pair In [];
    ray_sphere::distance: Line Sphere pair In [];
    ray_sphere::distance: Ray Sphere pair In [];
    ray_sphere::distance: Segment Sphere pair In [];
    sphere_sphere::distance: Sphere Sphere same In [];
    sphere_triangle::distance: Sphere Triangle pair In [];
    triangle_triangle::distance_in_lanes: Triangle Triangle same In [];
}

/// Returns the parameter of the first hit of a line, ray or segment; infinity for a miss. For the
/// unbounded line and the start of the range, `stretch` returns whether the line meets the shape and
/// does not leave it before the start, and the entry parameter.
#[inline(always)]
fn first_hit<S: Simd, N: SimdScalar, L: Linear<Vector: Vector<Scalar = N::Lanes<S>>>>(
    simd: S,
    a: &L,
    stretch: impl FnOnce(Line<L::Vector>, N::Lanes<S>) -> (<N::Lanes<S> as Ring>::Mask, N::Lanes<S>),
) -> [N; LANES] {
    let line = Line { origin: a.origin(), direction: a.direction() };
    let zero = N::splat(simd, N::ZERO);
    let infinity = zero.infinity();
    let low = if L::HAS_START { zero } else { -infinity };
    let high = if L::HAS_END { zero.one() } else { infinity };
    let (ahead, enter) = stretch(line, low);
    let t = Ring::select(enter.le(low), low, enter);
    let hits = ahead & t.le(high) & t.lt(infinity);
    // Adding zero turns -0 into +0.
    N::store(Ring::select(hits, t + zero, infinity))
}

/// Casts at shapes that intersect a line in one interval, as [`cast`](crate::pair::cast) computes
/// them without options.
macro_rules! casts {
    ($($b:ident $m:ident $in:ident [$($bound:tt)*];)*) => {$(
        casts!(@line Line $b $m $in [$($bound)*]);
        casts!(@line Ray $b $m $in [$($bound)*]);
        casts!(@line Segment $b $m $in [$($bound)*]);
    )*};
    (@line $a:ident $b:ident $m:ident $in:ident [$($bound:tt)*]) => {
        impl<V: FloatVector<Scalar: SimdScalar> $($bound)*> BatchCast<$b<V>> for $a<V> {
            #[inline(always)]
            fn time<S: Simd>(
                simd: S,
                a: &[[V::Scalar; LANES]],
                b: &[[V::Scalar; LANES]],
            ) -> [V::Scalar; LANES] {
                let a = $a::<$in<S, V>>::from_scalars(&mut Lanes { simd, rows: a, at: 0 });
                let b = $b::<$in<S, V>>::from_scalars(&mut Lanes { simd, rows: b, at: 0 });
                first_hit::<S, V::Scalar, _>(simd, &a, #[inline(always)] |line, low| casts!(@stretch $b $a $m V S (&b) line low))
            }
        }
    };
    // Returns whether the line meets the shape and does not leave it before `low`, and the entry
    // parameter. For a ray the test uses no division, which may lose the sign.
    (@stretch Aabb Ray $m:ident $V:ident $S:ident ($b:expr) $line:ident $low:ident) => {{
        let (Line { origin, direction }, _) = ($line, $low);
        (pair::aabb_ray::intersects($b, &Ray { origin, direction }), pair::aabb_ray::enter($b, &$line))
    }};
    (@stretch Aabb Segment $($rest:tt)*) => { casts!(@stretch Aabb Ray $($rest)*) };
    (@stretch Sphere Ray $m:ident $V:ident $S:ident ($b:expr) $line:ident $low:ident) => {{
        let (meet, span) = $V::Scalar::parts::<$S, _>(pair::$m::span($b, &$line));
        let _ = $low;
        (meet & pair::ray_sphere::is_ahead($b, &$line), span.enter)
    }};
    (@stretch Sphere Segment $($rest:tt)*) => { casts!(@stretch Sphere Ray $($rest)*) };
    (@stretch $shape:ident $of:ident $m:ident $V:ident $S:ident ($b:expr) $line:ident $low:ident) => {{
        let (meet, span) = $V::Scalar::parts::<$S, _>(pair::$m::span($b, &$line));
        (meet & $low.le(span.exit), span.enter)
    }};
}

casts! {
    Aabb aabb_ray In [];
    Capsule capsule_ray In [];
    Cylinder cylinder_ray InSpace [+ Vector3];
    Ellipsoid ellipsoid_ray In [];
    HalfSpace half_space_ray In [];
    InfiniteCylinder infinite_cylinder_ray InSpace [+ Vector3];
    Obb obb_ray In [];
    Parallelogram parallelogram_ray In [];
    Plane plane_ray In [];
    Sphere ray_sphere In [];
    Triangle ray_triangle In [];
}
