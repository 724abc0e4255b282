//! Rounded convex shape: Minkowski sum with a ball.

use alloc::boxed::Box;

/// The points within `radius` of a convex shape: solid unless the radius is 0.
///
/// ```
/// use barycast::d3::f64::{Aabb, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::shape::Rounded;
/// use glam::{DVec3, dvec3};
///
/// let cube = Shape3::from(Aabb::new(DVec3::ZERO, DVec3::ONE));
/// let soap = Shape3::from(Rounded::new(cube, 0.5));
/// let ball = Shape3::from(Sphere::new(dvec3(4.0, 0.5, 0.5), 1.0));
/// assert_eq!(soap.closest(&ball).distance, 1.5);
/// ```
#[doc(alias = "dilated")]
#[doc(alias = "margin")]
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rounded<A, S> {
    /// Convex shape before rounding.
    #[cfg_attr(feature = "serde", serde(rename = "shape"))]
    pub core: Box<A>,
    /// Radius, at least 0.
    pub radius: S,
}

impl<A, S> Rounded<A, S> {
    /// Builds a rounded shape from a convex shape and a radius of at least 0, without checking
    /// them.
    pub fn new(core: A, radius: S) -> Self {
        Self { core: Box::new(core), radius }
    }
}
