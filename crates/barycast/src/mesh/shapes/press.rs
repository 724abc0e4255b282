//! Contact of a triangle with a shape: a normal with a depth, and the contact points.

use glam::DVec3;

/// Depth of a shape in a triangle along a normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Press {
    /// Unit normal from the triangle to the shape.
    pub(super) normal: DVec3,
    /// Penetration depth, in units of length; negative if they are disjoint.
    pub(super) depth: f64,
    pub(super) on_mesh: DVec3,
}

/// Contact point of a triangle and a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) on_mesh: DVec3,
    pub(super) depth: f64,
    /// Identifiers of the features of the triangle and of the shape.
    pub(super) features: [u32; 2],
}
