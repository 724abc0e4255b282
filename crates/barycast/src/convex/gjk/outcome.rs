//! Result of [`gjk`](super), and the thresholds at which it ends.

use crate::query::Closest;
use crate::vector::Vector;

/// Maximum number of steps.
pub const LIMIT: u32 = 256;
/// The bounds meet if they differ by at most this many roundings of the largest coordinate.
pub const GOAL: f64 = 4.0;
/// Shapes touch if they are closer than this many roundings of the largest coordinate.
pub const FLOOR: f64 = 16.0;

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A plane separates the shapes: the distance is above 0.
    Separated,
    /// The shapes are within the rounding error, and perhaps overlap: the distance is 0.
    Touching,
    /// The Minkowski difference contains the origin within four (in 2D three) of its points: the
    /// distance is 0.
    Overlapping,
    /// The bounds did not meet. The closest points found are points of the shapes, but perhaps not
    /// the closest ones.
    NotConverged,
}

/// The result and its quality.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<V: Vector> {
    /// Closest points found; one shared point and the distance 0 if the shapes touch or overlap.
    pub closest: Closest<V>,
    /// Upper bound of how much smaller the distance may be than `closest.distance`, up to the
    /// rounding of the points themselves.
    pub error_bound: V::Scalar,
    /// Number of steps taken.
    pub iterations: u32,
    /// How the search ended.
    pub status: Status,
}
