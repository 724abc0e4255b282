//! Convex shape scaled along the coordinate axes.

use alloc::boxed::Box;

/// A bounded convex shape with each coordinate multiplied by its own factor: the exact image, which
/// need not be a shape of the same kind. Images that are one of the named shapes are never
/// represented by this one.
///
/// ```
/// use barycast::d3::f64::Cone;
/// use barycast::dynamic::any::Shape3;
/// use barycast::shape::Scaled;
/// use glam::{DVec3, dvec3};
///
/// // A cone twice as wide along x: its base is an ellipse.
/// let cone = Shape3::from(Cone::new(DVec3::Y, DVec3::ZERO, 1.0));
/// let tent = Shape3::from(Scaled::new(cone, dvec3(2.0, 1.0, 1.0)));
/// assert!(tent.signed_distance(dvec3(1.5, 0.1, 0.0)) < 0.0);
/// assert!(tent.signed_distance(dvec3(0.0, 0.1, 1.5)) > 0.0);
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scaled<A, V> {
    /// Bounded convex shape before scaling.
    #[cfg_attr(feature = "serde", serde(rename = "shape"))]
    pub core: Box<A>,
    /// Scale factors, all nonzero; negative factors mirror.
    pub scale: V,
}

impl<A, V> Scaled<A, V> {
    /// Builds a scaled shape from a bounded convex shape and nonzero factors, without checking
    /// them.
    pub fn new(core: A, scale: V) -> Self {
        Self { core: Box::new(core), scale }
    }
}
