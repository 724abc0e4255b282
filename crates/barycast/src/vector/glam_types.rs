//! glam's vectors, as they are: the one file that knows glam.

use super::of_numbers::{unpacked, vector_body, vector_body_2, vector_body_3, vector_choices};
use super::{ByDim, FloatVector, V2, V3, Vector, Vector2, Vector3};
use crate::number::{DoubleDouble, Ring};
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A, Vec3Swizzles};

macro_rules! two {
    ($($vector:ident $scalar:ident $wide:ident),*) => {$(
        impl Vector for $vector {
            vector_body!(2, $scalar, d2, $vector::new, x 0, y 1);
            vector_choices!($vector::new, x, y);
            unpacked!();
            vector_body_2!($vector::new);
        }

        impl FloatVector for $vector {
            type Wide = $wide;
            type Precise = V2<DoubleDouble>;
            type Of<S: Ring> = V2<S>;
        }

        impl Vector2 for $vector {
            #[inline(always)]
            fn perp(self) -> Self {
                $vector::new(-self.y, self.x)
            }
        }
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
            type Wide = $wide;
            type Precise = V3<DoubleDouble>;
            type Of<S: Ring> = V3<S>;
        }

        impl Vector3 for $vector {
            #[inline(always)]
            fn cross(self, o: Self) -> Self {
                $vector::new(
                    self.y * o.z - self.z * o.y,
                    self.z * o.x - self.x * o.z,
                    self.x * o.y - self.y * o.x,
                )
            }
        }
    )*};
}

two!(Vec2 f32 DVec2, DVec2 f64 DVec2);
three! {
    DVec3 f64 DVec3 {
        vector_choices!(DVec3::new, x, y, z);
        unpacked!();
    }
    Vec3 f32 DVec3 {
        vector_choices!(Vec3::new, x, y, z);

        type Packed = Vec3A;

        #[inline(always)]
        fn packed(self) -> Vec3A {
            self.into()
        }

        #[inline(always)]
        fn unpacked(packed: Vec3A) -> Self {
            packed.into()
        }
    }
    Vec3A f32 DVec3 {
        unpacked!();

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Vec3A::select(self.cmplt(other), self, other)
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            Vec3A::select(other.cmplt(self), self, other)
        }

        #[inline(always)]
        fn select(mask: bool, a: Self, b: Self) -> Self {
            if mask { a } else { b }
        }

        #[inline(always)]
        fn le_all(self, other: Self) -> bool {
            self.cmple(other).all()
        }

        #[inline(always)]
        fn dot(self, other: Self) -> f32 {
            // Summed in the order of all vectors.
            let [x, y, z] = (self * other).to_array();
            x + y + z
        }

        #[inline(always)]
        fn length_squared(self) -> f32 {
            Vector::dot(self, self)
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
        fn leads_to(self, center: Self, size: Self) -> bool {
            (center.abs().cmple(size) | Vec3A::ZERO.cmplt(center * self)).all()
        }

        #[inline(always)]
        fn meets_shadows(self, center: Self, size: Self) -> bool {
            let [d, c, h] = [self.yzx(), center.yzx(), size.yzx()];
            let apart = self * c - d * center;
            apart.abs().cmple(size * d.abs() + h * self.abs()).all()
        }
    }
}
