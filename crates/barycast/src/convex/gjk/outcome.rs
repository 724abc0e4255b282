//! What [`gjk`](super) answers, and by which numbers it ends.

use crate::query::Closest;
use crate::vector::Vector;

/// Steps after which it gives up.
pub const LIMIT: u32 = 256;
/// The bounds count as met when they differ by this many roundings of the largest coordinate.
pub const GOAL: f64 = 4.0;
/// Shapes count as touching when they are closer than this many roundings of the largest coordinate.
pub const FLOOR: f64 = 16.0;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A plane lies between them: the distance is above 0.
    Separated,
    /// As close as rounding lets one tell, and perhaps deeper: the distance is 0.
    Touching,
    /// The difference set holds the origin within four (in 2D three) of its points: the distance is 0.
    Overlapping,
    /// The bounds did not meet. The closest points found are points of the shapes, but perhaps not the closest.
    NotConverged,
}

/// The answer with what is known of its quality.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<V: Vector> {
    /// The nearest points found; one shared point, and 0, when they touch or overlap.
    pub closest: Closest<V>,
    /// The distance is at most this much below `closest.distance`, up to the rounding of the points themselves.
    pub error_bound: V::Scalar,
    /// Steps taken.
    pub iterations: u32,
    /// How it ended.
    pub status: Status,
}
