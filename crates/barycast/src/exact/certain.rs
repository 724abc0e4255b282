//! Tests in plain floats that are certified where rounding cannot have changed the result.
//!
//! A comparison of two sums is a comparison of their difference with 0. In floats the difference is
//! wrong by less than a number of epsilons times a size, which the caller derives from the inputs:
//! one size for all comparisons of a kind, computed once. [`Filtered`](super::Filtered) numbers
//! carry one size each instead. The sizes are rough upper bounds. What they leave undecided is
//! tested again with more precise numbers, which is rare for shapes that do not nearly touch.

#![allow(clippy::needless_bitwise_bool, reason = "one branch instead of one per comparison")]

use crate::number::{Float, Mask, Ring};

/// Returns whether all sizes from `least` to `most` are far enough from the ends of the range that
/// underflow is smaller than rounding: an epsilon times such a size is a normal number, and so is
/// its product with a few more of the kind.
#[inline(always)]
pub(crate) fn are_ordinary<S: Float>(least: S, most: S) -> bool {
    (least >= S::MIN_POSITIVE / S::EPSILON) & (most <= S::EPSILON / S::MIN_POSITIVE)
}

/// Difference of the two sides of a comparison `value <= 0`.
#[derive(Clone, Copy)]
pub(crate) struct Excess<S> {
    pub(crate) value: S,
    pub(crate) size: S,
    /// Error bound of `value`, in epsilons of `size`.
    pub(crate) noise: i32,
}

impl<S: Float> Excess<S> {
    /// Returns whether the exact value is at most 0, or `None` if rounding may have changed the
    /// sign.
    ///
    /// For values less than 4096 times as large as `size`: `value` overflows only if such a product
    /// overflows, and underflow loses less than the smallest normal number.
    #[inline(always)]
    pub(crate) fn at_most_zero(self) -> Option<bool> {
        let Self { size, noise, .. } = self;
        let times = size.lit(1 << 12);
        self.beyond(size * times * (size.lit(noise) * S::EPSILON / times))
    }

    /// Like [`Self::at_most_zero`], for sums of single products of differences. `size` is the sum
    /// of the absolute values of the terms, and overflows if one of them does.
    #[inline(always)]
    pub(crate) fn sum_at_most_zero(self) -> Option<bool> {
        let Self { size, noise, .. } = self;
        self.beyond(size * (size.lit(noise) * S::EPSILON))
    }

    /// Tests the sign of a value whose error is at most `wrong` plus the smallest normal number.
    #[inline(always)]
    fn beyond(self, wrong: S) -> Option<bool> {
        (self.value.abs() > wrong + S::MIN_POSITIVE).then_some(self.value < S::ZERO)
    }

    /// Returns whether rounding cannot have changed the sign, if the size is ordinary
    /// ([`are_ordinary`]). Used for many excesses whose sizes are checked once.
    #[inline(always)]
    pub(crate) fn is_clear(self) -> bool {
        let Self { value, size, noise } = self;
        value.abs() > size * (size.lit(noise) * S::EPSILON)
    }
}

/// Receiver of the candidate separating axes of two shapes. One kernel serves both for tests in any
/// number type and for certified tests in plain floats.
pub(crate) trait AxisTest<S: Ring> {
    /// Adds an axis on which the projections of the centers are `apart` and the sum of the
    /// projected radii is `reach`.
    fn add(&mut self, apart: S, reach: S);

    /// Ends the axes of a kind. Returns whether an axis of any kind so far separates the shapes, in
    /// which case the caller may stop.
    fn finish_kind(&mut self, kind: usize) -> bool;
}

/// Separating-axis test by plain comparison of the numbers.
pub(crate) struct DirectTest<M>(pub(crate) M);

impl<S: Ring> AxisTest<S> for DirectTest<S::Mask> {
    #[inline(always)]
    fn add(&mut self, apart: S, reach: S) {
        self.0 = self.0 & apart.abs().le(reach);
    }

    #[inline(always)]
    fn finish_kind(&mut self, _kind: usize) -> bool {
        self.0.none()
    }
}

/// Certified separating-axis test in plain floats.
pub(crate) struct CertifiedTest<S, const KINDS: usize> {
    /// The greatest excess on the axes of the current kind.
    most: S,
    /// Size of the numbers of each kind, and their error bound in epsilons of that size.
    sizes: [(S, i32); KINDS],
    apart: bool,
    open: bool,
}

impl<S: Float, const KINDS: usize> CertifiedTest<S, KINDS> {
    #[inline(always)]
    pub(crate) fn new(sizes: [(S, i32); KINDS]) -> Self {
        Self { most: -S::ONE.infinity(), sizes, apart: false, open: false }
    }

    /// Returns whether the shapes intersect, or `None` if that is not certain.
    #[inline(always)]
    pub(crate) fn answer(self) -> Option<bool> {
        (self.apart | !self.open).then_some(!self.apart)
    }
}

impl<S: Float, const KINDS: usize> AxisTest<S> for CertifiedTest<S, KINDS> {
    #[inline(always)]
    fn add(&mut self, apart: S, reach: S) {
        self.most = Ring::max(self.most, apart.abs() - reach);
    }

    #[inline(always)]
    fn finish_kind(&mut self, kind: usize) -> bool {
        let (size, noise) = self.sizes[kind];
        let verdict = Excess { value: self.most, size, noise }.at_most_zero();
        self.most = -S::ONE.infinity();
        self.apart |= verdict == Some(false);
        self.open |= verdict.is_none();
        self.apart
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::{
        aabb_obb, aabb_ray, aabb_triangle, obb_obb, obb_point, obb_sphere, point_ray, sphere_triangle,
    };
    use crate::shape::{Aabb, Line, Obb, Point, Ray, Segment, Sphere, Triangle};
    use crate::vector::{FloatVector, Vector};
    use alloc::vec::Vec;
    use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};

    /// Records all axes with their kinds.
    struct Seen<S> {
        excesses: Vec<(usize, S)>,
        kind: usize,
    }

    impl<S: Float> AxisTest<S> for Seen<S> {
        fn add(&mut self, apart: S, reach: S) {
            self.excesses.push((self.kind, apart.abs() - reach));
        }

        fn finish_kind(&mut self, kind: usize) -> bool {
            self.kind = kind + 1;
            false
        }
    }

    /// Returns the error as a fraction of its bound.
    fn part(rough: &Excess<f32>, truth: f64) -> f64 {
        let noise = f64::from(rough.size) * f64::from(rough.noise) * f64::from(f32::EPSILON);
        (f64::from(rough.value) - truth).abs() / noise
    }

    /// Returns the largest fraction over all axes.
    fn part_of_axes<const KINDS: usize>(
        sizes: [(f32, i32); KINDS],
        see: impl Fn(&mut Seen<f32>),
        see_wide: impl Fn(&mut Seen<f64>),
    ) -> f64 {
        let mut rough = Seen { excesses: Vec::new(), kind: 0 };
        let mut wide = Seen { excesses: Vec::new(), kind: 0 };
        see(&mut rough);
        see_wide(&mut wide);
        assert_eq!(rough.excesses.len(), wide.excesses.len());
        let mut most = 0.0_f64;
        for (&(kind, value), (_, truth)) in rough.excesses.iter().zip(&wide.excesses) {
            let (size, noise) = sizes[kind];
            most = most.max(part(&Excess { value, size, noise }, *truth));
        }
        most
    }

    /// Random shapes of all sizes, near the origin and far from it, including boxes whose axes are
    /// as oblique as validation admits.
    struct Draw(fastrand::Rng);

    impl Draw {
        fn number(&mut self) -> f32 {
            (self.0.f32() * 2.0 - 1.0) * [1e-3, 0.1, 1.0, 8.0][self.0.usize(..4)]
        }

        fn vector<V: FloatVector<Scalar = f32>>(&mut self) -> V {
            V::from_fn(|_| self.number())
        }

        fn place<V: FloatVector<Scalar = f32>>(&mut self) -> V {
            let far = if self.0.bool() { 1.0 } else { 1000.0 };
            self.vector::<V>() * far
        }

        fn obb<V: FloatVector<Scalar = f32>>(&mut self) -> Obb<V> {
            let half_extents = V::from_fn(|_| self.number().abs());
            let axes = V::axes_from_fn(|_| V::from_fn(|_| (self.0.f32() * 2.0 - 1.0) * 1.0625));
            Obb { center: self.place(), half_extents, axes }
        }
    }

    /// Compares `f32` with `f64` for box-box, box-point, box-sphere, point-line, box-line and
    /// box-triangle tests.
    fn most_of_noise<V: FloatVector<Scalar = f32>, W: FloatVector<Scalar = f64>>() -> [f64; 7] {
        let mut draw = Draw(fastrand::Rng::with_seed(5));
        let wide = |x: f32| f64::from(x);
        let mut most = [0_f64; 7];
        let mut wrong = |row: usize, part: f64| most[row] = most[row].max(part);
        for _ in 0..30_000 {
            let (a, b): (Obb<V>, Obb<V>) = (draw.obb(), draw.obb());
            let (p, q, r): (V, V, V) = (draw.place(), draw.place(), draw.place());
            let (aabb, point) = (Aabb { min: p.min(q), max: p.max(q) }, Point(r));
            let sphere = Sphere { center: r, radius: draw.number().abs() };
            let (a_wide, b_wide) = (a.lift::<W>(&wide), b.lift::<W>(&wide));
            let (aabb_wide, point_wide) = (aabb.lift::<W>(&wide), Point(r.lift::<W>(&wide)));
            let see = |seen: &mut Seen<f32>| obb_obb::add_axes(&a, &b, seen);
            let see_wide = |seen: &mut Seen<f64>| obb_obb::add_axes(&a_wide, &b_wide, seen);
            wrong(0, part_of_axes(obb_obb::sizes(&a, &b), see, see_wide));
            let see = |seen: &mut Seen<f32>| aabb_obb::add_axes(&aabb, &b, seen);
            let see_wide = |seen: &mut Seen<f64>| aabb_obb::add_axes(&aabb_wide, &b_wide, seen);
            wrong(1, part_of_axes(aabb_obb::sizes(&aabb, &b), see, see_wide));
            wrong(2, part(&obb_point::excess(&a, &point), obb_point::excess(&a_wide, &point_wide).value));
            let truth = obb_sphere::excess(&a_wide, &sphere.lift::<W>(&wide)).value;
            wrong(3, part(&obb_sphere::excess(&a, &sphere), truth));
            let radius = sphere.radius;
            let (line, ray, segment) = (Line::new(p, q), Ray::new(p, q), Segment::new(p, q));
            let (squared, squared_wide) = (radius * radius, wide(radius) * wide(radius));
            let truth = point_ray::excess(&point_wide, &line.lift::<W>(&wide), squared_wide).0.value;
            wrong(4, part(&point_ray::excess(&point, &line, squared).0, truth));
            let truth = point_ray::excess(&point_wide, &ray.lift::<W>(&wide), squared_wide).0.value;
            wrong(4, part(&point_ray::excess(&point, &ray, squared).0, truth));
            let truth = point_ray::excess(&point_wide, &segment.lift::<W>(&wide), squared_wide).0.value;
            wrong(4, part(&point_ray::excess(&point, &segment, squared).0, truth));
            let truth = aabb_ray::excess(&aabb_wide, &ray.lift::<W>(&wide)).value;
            wrong(5, part(&aabb_ray::excess(&aabb, &ray), truth));
            let truth = aabb_ray::excess(&aabb_wide, &segment.lift::<W>(&wide)).value;
            wrong(5, part(&aabb_ray::excess(&aabb, &segment), truth));
            let triangle = Triangle::new(draw.place(), draw.place(), draw.place());
            let truth = aabb_triangle::excesses(&aabb_wide, &triangle.lift::<W>(&wide));
            for (rough, truth) in aabb_triangle::excesses(&aabb, &triangle).0.iter().zip(truth.0) {
                wrong(6, part(rough, truth.value));
            }
        }
        most
    }

    #[test]
    fn no_excess_exceeds_its_error_bound() {
        let most =
            [most_of_noise::<Vec2, DVec2>(), most_of_noise::<Vec3, DVec3>(), most_of_noise::<Vec3A, DVec3>()];
        // No sample is the worst case, but a bound that is never approached would be useless.
        assert!(most.iter().flatten().all(|part| (1e-4..0.5).contains(part)), "{most:?}");
    }

    #[test]
    fn no_face_excess_exceeds_its_error_bound() {
        let mut draw = Draw(fastrand::Rng::with_seed(6));
        let mut most = [0_f64; 2];
        for _ in 0..100_000 {
            let (triangle, center) =
                (Triangle::<Vec3>::new(draw.vector(), draw.vector(), draw.vector()), draw.vector());
            let radius = draw.number();
            let (rough, _) = sphere_triangle::face_excesses(&triangle, center, radius * radius);
            let wide = |x: f32| f64::from(x);
            let (triangle, radius) = (triangle.lift::<DVec3>(&wide), wide(radius));
            let truth = sphere_triangle::face_excesses(&triangle, center.lift(&wide), radius * radius);
            for i in 0..2 {
                most[i] = most[i].max(part(&rough[i], truth.0[i].value));
            }
        }
        assert!(most.iter().all(|part| (1e-4..0.5).contains(part)), "{most:?}");
    }

    #[test]
    fn underflow_and_overflow_are_left_undecided() {
        for size in [0.0, f32::MIN_POSITIVE, 1e35, f32::INFINITY, f32::NAN] {
            assert_eq!(Excess { value: -size, size, noise: 1 }.at_most_zero(), None, "{size}");
        }
        assert_eq!(Excess { value: -1e-3_f32, size: 1.0, noise: 16 }.at_most_zero(), Some(true));
        assert_eq!(Excess { value: 1e-3_f32, size: 1.0, noise: 16 }.at_most_zero(), Some(false));
        assert_eq!(Excess { value: 1e-6_f32, size: 1.0, noise: 16 }.at_most_zero(), None);
    }
}
