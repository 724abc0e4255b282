//! Implementations of the vector traits for glam's types.

use super::of_numbers::{packed_itself, vector_body, vector_body_2, vector_body_3};
use super::{ByDim, FloatVector, V2, V3, Vector, Vector2, Vector3};
use crate::number::{DoubleDouble, Real, Ring};
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A, Vec3Swizzles};

macro_rules! two {
    ($($vector:ident $scalar:ident $wide:ident),*) => {$(
        impl Vector for $vector {
            vector_body!(2, $scalar, d2, $vector::new, x 0, y 1);
            packed_itself!();
            vector_body_2!($vector::new);
        }

        impl FloatVector for $vector {
            type Register = Self::Packed;
            type Wide = $wide;
            type Precise = V2<DoubleDouble>;
            type Of<S: Ring> = V2<S>;
        }

        impl Vector2 for $vector {}
    )*};
}

macro_rules! three {
    ($($vector:ident $scalar:ident $wide:ident { $($own:item)* })*) => {$(
        impl Vector for $vector {
            $($own)*
            vector_body!(3, $scalar, d3, $vector::new, x 0, y 1, z 2);
            vector_body_3!($vector::new);
        }

        impl FloatVector for $vector {
            type Register = Self::Packed;
            type Wide = $wide;
            type Precise = V3<DoubleDouble>;
            type Of<S: Ring> = V3<S>;
        }
    )*};
}

two!(Vec2 f32 DVec2, DVec2 f64 DVec2);
three! {
    DVec3 f64 DVec3 {
        packed_itself!();
    }
    Vec3 f32 DVec3 {
        type Packed = Vec3A;

        #[inline(always)]
        fn packed(self) -> Vec3A {
            self.into()
        }
    }
    Vec3A f32 DVec3 {
        packed_itself!();

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            // A single x86 instruction with the required meaning; other instruction sets differ for
            // signed zeros and NaN.
            if cfg!(target_feature = "sse2") {
                Vec3A::min(self, other)
            } else {
                Vec3A::select(self.cmplt(other), self, other)
            }
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            if cfg!(target_feature = "sse2") {
                Vec3A::max(self, other)
            } else {
                Vec3A::select(other.cmplt(self), self, other)
            }
        }

        #[inline(always)]
        fn times(self, other: Self) -> Self {
            self * other
        }

        #[inline(always)]
        fn cycled(self) -> Self {
            self.yzx()
        }

        #[inline(always)]
        fn magnitudes(self) -> Self {
            self.abs()
        }

        #[inline(always)]
        fn select(mask: bool, a: Self, b: Self) -> Self {
            Vec3A::select(glam::BVec3A::splat(mask), a, b)
        }

        #[inline(always)]
        fn le_all(self, other: Self) -> bool {
            self.cmple(other).all()
        }

        #[inline(always)]
        fn is_zero(self) -> bool {
            self.cmpeq(Vec3A::ZERO).all()
        }

        #[inline(always)]
        fn dot(self, other: Self) -> f32 {
            // Summed in the order used by all vector types, for equal rounding.
            let [x, y, z] = (self * other).to_array();
            x + y + z
        }

        #[inline(always)]
        fn length_squared(self) -> f32 {
            Vector::dot(self, self)
        }

        #[inline(always)]
        fn positive_length(self, way: Self) -> f32 {
            let least = Vector::min(way.abs(), Vec3A::splat(f32::MIN_POSITIVE));
            let [x, y, z] = Vector::max(least, self * self).to_array();
            Real::sqrt(x + y + z)
        }

        #[inline(always)]
        fn dots(self, [a, b, c]: [Self; 3]) -> Self {
            let [a, b, c] = [self * a, self * b, self * c];
            Vec3A::new(a.x, b.x, c.x) + Vec3A::new(a.y, b.y, c.y) + Vec3A::new(a.z, b.z, c.z)
        }

        #[inline(always)]
        fn quotients(self, divisor: Self, instead: f32) -> Self {
            Vec3A::select(divisor.cmpeq(Vec3A::ZERO), Vec3A::splat(instead), self / divisor)
        }

        #[inline(always)]
        fn within(self, size: Self) -> bool {
            self.abs().cmple(size).all()
        }

        #[inline(always)]
        fn overlaps_or_approaches(self, center: Self, size: Self) -> bool {
            (center.abs().cmple(size) | Vec3A::ZERO.cmplt(center * self)).all()
        }

        #[inline(always)]
        fn crosses_projections(self, center: Self, size: Self) -> bool {
            let [d, c, h] = [self.yzx(), center.yzx(), size.yzx()];
            let apart = self * c - d * center;
            apart.abs().cmple(size * d.abs() + h * self.abs()).all()
        }
    }
}

impl Vector3 for DVec3 {}

impl Vector3 for Vec3 {}

impl Vector3 for Vec3A {
    #[inline(always)]
    fn cross(self, o: Self) -> Self {
        (self * o.yzx() - self.yzx() * o).yzx()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_give_the_bits_of_other_vectors() {
        let mut rng = fastrand::Rng::with_seed(1);
        let odd = [0.0, -0.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE, 1e-30];
        let mut number =
            || if rng.u8(..) < 64 { odd[rng.usize(..odd.len())] } else { (rng.f32() - 0.5) * 1e3 };
        let bits = |v: Vec3| v.to_array().map(|x| if x.is_nan() { u32::MAX } else { x.to_bits() });
        for _ in 0..10_000 {
            let v: [Vec3; 4] = core::array::from_fn(|_| Vec3::new(number(), number(), number()));
            let [a, b, c, d] = v;
            let [ra, rb, rc, rd] = v.map(Vec3A::from);
            assert_eq!(bits(Vector::min(a, b)), bits(Vector::min(ra, rb).into()), "{a} {b}");
            assert_eq!(bits(Vector::max(a, b)), bits(Vector::max(ra, rb).into()), "{a} {b}");
            assert_eq!(bits(Vector3::cross(a, b)), bits(Vector3::cross(ra, rb).into()), "{a} {b}");
            assert_eq!(bits(a.dots([b, c, d])), bits(ra.dots([rb, rc, rd]).into()), "{v:?}");
            assert_eq!(a.positive_length(b).to_bits(), ra.positive_length(rb).to_bits(), "{a} {b}");
        }
    }

    #[test]
    fn a_way_too_short_for_its_square_has_a_length() {
        let way = Vec3::new(1e-30, 0.0, 0.0);
        assert!(way.length() == 0.0 && way.positive_length(way) > 0.0);
        assert_eq!(Vec3::ZERO.positive_length(Vec3::ZERO), 0.0);
        assert_eq!(Vec3::new(2.0, 3.0, 6.0).positive_length(Vec3::ONE), 7.0);
    }
}
