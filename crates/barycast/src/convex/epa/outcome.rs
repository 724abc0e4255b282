//! Result of [`epa`](super) and its quality.

use crate::query::Penetration;
use crate::vector::Vector;

/// The bounds meet if they differ by at most this many roundings of the largest coordinate.
pub const GOAL: f64 = 8.0;
/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The bounds met.
    Converged,
    /// The bounds did not meet, but to first order no direction near the one found is better.
    /// [`Outcome::error_bound`] bounds how much less a direction far from it could offer.
    Stationary,
    /// The bounds did not meet. The translation separates the shapes, but a shorter one may do so
    /// too.
    NotConverged,
}

/// The result and its quality.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<V: Vector> {
    /// Least translation found. For disjoint shapes: depth 0, along a direction that separates
    /// them.
    pub contact: Penetration<V>,
    /// Upper bound of how much smaller the least depth may be.
    pub error_bound: V::Scalar,
    /// Number of steps taken.
    pub iterations: u32,
    /// How the search ended.
    pub status: Status,
}
