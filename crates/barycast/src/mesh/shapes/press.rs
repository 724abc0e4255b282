//! How a triangle presses a shape: a direction with a depth, and the points at which it holds it.

use glam::DVec3;

/// How deep a shape is in a triangle, and along which direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Press {
    /// Of length 1, from the triangle to the shape.
    pub(super) normal: DVec3,
    /// Negative when they are apart.
    pub(super) depth: f64,
    pub(super) on_mesh: DVec3,
}

/// A point at which a triangle holds the shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) on_mesh: DVec3,
    pub(super) depth: f64,
    /// What of the triangle, and what of the shape.
    pub(super) features: [u32; 2],
}
