//! Rounded convex shape: Minkowski sum with a ball.

use alloc::boxed::Box;

/// The points within `radius` of a convex shape: solid unless the radius is 0.
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
