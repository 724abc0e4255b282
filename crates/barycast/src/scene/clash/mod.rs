//! Clash detection: which parts of an assembly touch or penetrate, and how deep.
//!
//! Parts are triangle surfaces; each mesh is stored once however many parts use it. A pair of parts
//! has the first of these classes whose condition is true:
//!
//! | class | condition |
//! |---|---|
//! | duplicate | every point of either surface is within the tolerance of the other |
//! | enclosed | one part is closed; the other penetrates it, and protrudes by at most the tolerance |
//! | hard | a point of one surface is deeper than the tolerance in the other part, which is closed |
//! | touching | the surfaces come within the tolerance of each other, or overlap by at most that |
//! | near | the surfaces come within the clearance |
//! | clear | otherwise; never listed |
//!
//! The tolerance of a pair is the requested one, or the sum of the resolutions of its two parts
//! ([`Assembly::with_resolution`]) if that is larger: coordinates that were rounded when they were
//! stored cannot be distinguished more finely. Other parts do not affect it.
//!
//! Parts that are flush up to rounding are therefore touching, and never hard. The inside of a closed
//! surface is the set of points with a nonzero winding number; the orientation of its faces does
//! not matter.

mod assembly;
mod compare;
mod open_surfaces;
mod pair;
mod relative_pose;
#[cfg(test)]
mod tests;

pub use crate::mesh::{MeshTopology, RepairOptions, Repairs};
pub use assembly::Assembly;

use crate::scene::broad_phase::BroadPhaseError;
use core::fmt;
use glam::DVec3;

/// Class of a clash, ordered by severity: the worst is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Class {
    /// The parts are closer than the clearance.
    Near,
    /// The parts are within the tolerance of each other.
    Touching,
    /// The parts penetrate deeper than the tolerance, or their surfaces cross.
    Hard,
    /// One part lies entirely inside the other.
    Enclosed,
    /// The parts coincide.
    Duplicate,
}

impl Class {
    /// All classes, the worst first.
    pub const ALL: [Self; 5] = [Self::Duplicate, Self::Enclosed, Self::Hard, Self::Touching, Self::Near];

    /// Returns the name of the class in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Touching => "touching",
            Self::Hard => "hard",
            Self::Enclosed => "enclosed",
            Self::Duplicate => "duplicate",
        }
    }
}

/// Tolerance and clearance, in the unit of the assembly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Largest gap or overlap that counts as touching. [`Assembly::tolerance`] returns the
    /// effective tolerance of a pair.
    pub tolerance: f64,
    /// Distance below which parts are near. At or below the tolerance, none are.
    pub clearance: f64,
}

impl Limits {
    /// Tests that both are valid lengths.
    fn check(&self) -> Result<(), ClashError> {
        if !(self.tolerance >= 0.0 && self.tolerance.is_finite()) {
            return Err(ClashError::Tolerance { got: self.tolerance });
        }
        // The clearance may be infinite.
        if self.clearance >= 0.0 { Ok(()) } else { Err(ClashError::Clearance { got: self.clearance }) }
    }
}

/// Error: the limits or the resolutions are invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClashError {
    /// The tolerance is below 0 or not finite.
    Tolerance {
        /// The given value.
        got: f64,
    },
    /// The clearance is below 0 or NaN.
    Clearance {
        /// The given value.
        got: f64,
    },
    /// The resolution of a part is below 0 or not finite.
    Resolution {
        /// Index of the part.
        part: usize,
        /// The given value.
        got: f64,
    },
    /// The number of resolutions is not the number of parts.
    Resolutions {
        /// Number of parts.
        parts: usize,
        /// Number of resolutions.
        got: usize,
    },
    /// There are more than `2^31` parts.
    TooMany,
}

impl fmt::Display for ClashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Tolerance { got } => write!(f, "the tolerance must be finite and at least 0, got {got}"),
            Self::Clearance { got } => write!(f, "the clearance must be at least 0, got {got}"),
            Self::Resolution { part, got } => {
                write!(f, "the resolution of part {part} must be finite and at least 0, got {got}")
            }
            Self::Resolutions { parts, got } => {
                write!(f, "each of {parts} parts must have a resolution, got {got}")
            }
            Self::TooMany => write!(f, "an assembly must have at most 2^31 parts"),
        }
    }
}

impl core::error::Error for ClashError {}

impl From<BroadPhaseError> for ClashError {
    /// Converts the error. The boxes of parts are valid, so there can only be too many.
    fn from(_: BroadPhaseError) -> Self {
        Self::TooMany
    }
}

/// A clash of two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// Indices of the parts, the lower first.
    pub parts: [usize; 2],
    /// Class of the clash.
    pub class: Class,
    /// Tolerance of the pair: the requested one, or the smallest that the resolution of the two
    /// parts allows.
    pub tolerance: f64,
    /// Distance between the parts, or up to a thousandth of the tolerance more; 0 if the parts
    /// meet, or one is inside the other.
    pub distance: f64,
    /// Depth of the deepest point found: its distance to the other part's surface. `None` if the
    /// class has no depth, or no closed part contains a point of the other.
    pub depth: Option<f64>,
    /// Upper bound of the depth of all points. `None` if the class has no depth, or neither part is
    /// closed.
    pub at_most: Option<f64>,
    /// True if the class is exact and the depth accurate to 0.1 %. Otherwise the search for the
    /// depth ended early: the class is that of the depth found so far, and the true depth may be as
    /// large as `at_most`.
    pub certain: bool,
    /// A point on each surface that realizes the depth, or else the distance.
    pub points: [DVec3; 2],
    /// Unit direction that moves the first part out of the second, or away from it; `None` if the
    /// points coincide.
    pub direction: Option<DVec3>,
}
