//! Inherent methods of typed shapes that use shapes of any kind, so that no import is needed:
//! `sphere.contains(&aabb)`.

use super::contact_point::Widened;
use crate::pair::table::with_shapes;
use crate::query::{Contact, Penetration};
use crate::shape::*;
use crate::vector::{Vector, Vector3};

/// Defines the queries of every typed shape as inherent methods.
macro_rules! methods {
    (both { $($b:ident $bn:ident, $br:ident $bp:ident $bk:ident;)* } d2 {} d3 { $($s:ident $sn:ident, $sr:ident $sp:ident $sk:ident;)* } $($rest:tt)*) => {
        $(methods!(Vector $b);)*
        $(methods!(Vector3 $s);)*
    };
    ($dim:ident $shape:ident) => {
        impl<V: $dim> $shape<V> {
            /// Returns a point in both shapes, up to rounding, for a [`contact`](Self::contact): see
            /// [`Shape3::contact_point`](crate::dynamic::any::Shape3::contact_point).
            #[must_use]
            pub fn contact_point<B>(&self, other: &B, contact: &Penetration<V>) -> V
            where
                Self: Contact<B, Vector = V> + Widened<Vector = V>,
                B: Widened<Any = <Self as Widened>::Any>,
            {
                Self::point_in_both(&self.widened(), &other.widened(), contact)
            }

            /// Tests whether every point of `other` is a point of this shape. As exact as
            /// [`Shape3::contains`](crate::dynamic::any::Shape3::contains); takes nanoseconds for spheres,
            /// axis-aligned boxes and half-spaces that contain points and each other.
            ///
            /// ```
            /// use barycast::d3::{Aabb, Sphere};
            /// use glam::Vec3;
            ///
            /// let cube = Aabb::new(Vec3::ZERO, Vec3::ONE);
            /// assert!(cube.contains(&Sphere::new(Vec3::splat(0.5), 0.5)));
            /// assert!(!cube.contains(&Sphere::new(Vec3::splat(0.5), 0.6)));
            /// ```
            #[must_use]
            pub fn contains<B>(&self, other: &B) -> bool
            where
                Self: Widened<Vector = V>,
                B: Widened<Vector = V, Any = <Self as Widened>::Any>,
            {
                Self::holds_all(&self.widened(), &other.widened())
            }
        }
    };
}
with_shapes!(methods);
