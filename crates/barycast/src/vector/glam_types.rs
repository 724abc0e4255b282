//! glam's vectors, as they are: the one file that knows glam.

use super::of_numbers::{vector_body, vector_body_2, vector_body_3};
use super::{ByDim, FloatVector, V2, V3, Vector, Vector2, Vector3};
use crate::number::DoubleDouble;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec3A};

macro_rules! two {
    ($($vector:ident $scalar:ident $wide:ident),*) => {$(
        impl Vector for $vector {
            vector_body!(2, $scalar, d2, $vector::new, x 0, y 1);
            vector_body_2!($vector::new);
        }

        impl FloatVector for $vector {
            type Wide = $wide;
            type Precise = V2<DoubleDouble>;
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
    ($($vector:ident $scalar:ident $wide:ident),*) => {$(
        impl Vector for $vector {
            vector_body!(3, $scalar, d3, $vector::new, x 0, y 1, z 2);
            vector_body_3!($vector::new);
        }

        impl FloatVector for $vector {
            type Wide = $wide;
            type Precise = V3<DoubleDouble>;
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
three!(Vec3 f32 DVec3, Vec3A f32 DVec3, DVec3 f64 DVec3);
