//! A convex shape with all points near it.

use alloc::boxed::Box;

/// All points within `radius` of a convex shape: solid when the radius is not 0.
#[doc(alias = "dilated")]
#[doc(alias = "margin")]
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rounded<A, S> {
    /// What is rounded, convex.
    #[cfg_attr(feature = "serde", serde(rename = "shape"))]
    pub core: Box<A>,
    /// 0 or more.
    pub radius: S,
}

impl<A, S> Rounded<A, S> {
    /// A convex shape and a radius of 0 or more, as they are.
    pub fn new(core: A, radius: S) -> Self {
        Self { core: Box::new(core), radius }
    }
}
