//! A shape stretched along the coordinate axes.

use alloc::boxed::Box;

/// A bounded convex shape with all its coordinates multiplied, each by its own number: the image, not a shape of the same
/// kind. Shapes whose image has a name of its own are never this one.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scaled<A, V> {
    /// What is stretched, bounded and convex.
    #[cfg_attr(feature = "serde", serde(rename = "shape"))]
    pub core: Box<A>,
    /// The factors, none of them 0; negative ones mirror.
    pub scale: V,
}

impl<A, V> Scaled<A, V> {
    /// A bounded convex shape and factors other than 0, as they are.
    pub fn new(core: A, scale: V) -> Self {
        Self { core: Box::new(core), scale }
    }
}
