//! What moves, and what is known of when it touches.

use glam::DVec3;

/// What moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A vertex, then the three corners of a face.
    VertexFace,
    /// The two ends of an edge, then those of another.
    EdgeEdge,
}

/// Valid numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) kind: Kind,
    pub(super) start: [DVec3; 4],
    pub(super) end: [DVec3; 4],
    pub(super) separation: f64,
}

/// What is known after a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Finding {
    /// They never touch.
    Never,
    /// They do, not before this, and as good as at it.
    At(f64),
    /// They do not before this time.
    NotBefore(f64),
}
