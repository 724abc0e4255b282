//! What [`epa`](super) answers, and how exactly.

use crate::query::Penetration;
use crate::vector::Vector;

/// The bounds count as met when they differ by this many roundings of the largest coordinate.
pub const GOAL: f64 = 8.0;
/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The bounds met.
    Converged,
    /// They did not; but to first order no direction near the one found is better. [`Outcome::error_bound`] says how
    /// much less a direction far from it could offer.
    Stationary,
    /// They did not. The translation takes the shapes apart, but perhaps a shorter one does too.
    NotConverged,
}

/// The answer with what is known of its quality.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<V: Vector> {
    /// The least translation found. Of shapes that are apart: depth 0, along a direction that separates them.
    pub contact: Penetration<V>,
    /// The least depth is at most this much below.
    pub error_bound: V::Scalar,
    /// Steps taken.
    pub iterations: u32,
    /// How it ended.
    pub status: Status,
}
