//! Moving features, and results about their first time of contact.

use glam::DVec3;

/// Kind of the moving features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A vertex, then the three corners of a face.
    VertexFace,
    /// The two ends of an edge, then those of another.
    EdgeEdge,
}

/// Checked input of a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactQuery {
    pub(super) kind: Kind,
    pub(super) start: [DVec3; 4],
    pub(super) end: [DVec3; 4],
    pub(super) separation: f64,
}

/// Result of one method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Finding {
    /// They never touch.
    Never,
    /// They touch at this time, or later by less than the accuracy, and not before.
    At(f64),
    /// They do not touch before this time.
    NotBefore(f64),
}
