//! Which parts of an assembly touch, and how badly.
//!
//! Parts are surfaces of triangles, each mesh kept once however often it stands. A pair of parts has the first of these
//! classes that holds:
//!
//! | class | when |
//! |---|---|
//! | duplicate | every point of either surface is within the tolerance of the other |
//! | enclosed | one is closed, the other sticks out of it by no more than the tolerance, and reaches deeper into it than that |
//! | hard | a point of one surface is deeper than the tolerance in the other, which is closed |
//! | touching | the surfaces come within the tolerance of one another, or overlap by no more |
//! | near | they come within the clearance |
//! | clear | all else; never listed |
//!
//! The tolerance of a pair is the one asked for, or the sum of the resolutions of its two parts
//! ([`Assembly::with_resolution`]) where that is more: parts whose coordinates were rounded when they were stored cannot be
//! told apart by less. No other part has a say in it.
//!
//! So what is flush to within rounding touches, and is never hard. The inside of a closed surface are the points around which it
//! winds; whether its fronts face outward does not matter.

mod assembly;
mod compare;
mod open;
mod pair;
mod standing;
#[cfg(test)]
mod tests;

pub use crate::mesh::{MeshTopology, RepairOptions, Repairs};
pub use assembly::Assembly;

use crate::scene::broad_phase::BroadPhaseError;
use core::fmt;
use glam::DVec3;

/// How two parts clash: the worst is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Class {
    /// Closer than the clearance.
    Near,
    /// Within the tolerance of one another.
    Touching,
    /// One in another: an overlap deeper than the tolerance, or surfaces that cross.
    Hard,
    /// One lies in the other altogether.
    Enclosed,
    /// Twice the same.
    Duplicate,
}

impl Class {
    /// All, the worst first.
    pub const ALL: [Self; 5] = [Self::Duplicate, Self::Enclosed, Self::Hard, Self::Touching, Self::Near];

    /// Its name in reports.
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

/// What counts as what, in the assembly's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Gaps and overlaps up to this are none; see [`Assembly::tolerance`] for what holds for a pair.
    pub tolerance: f64,
    /// Parts closer than this are near; at or below the tolerance none is.
    pub clearance: f64,
}

impl Limits {
    /// Both are lengths.
    fn check(&self) -> Result<(), ClashError> {
        if !(self.tolerance >= 0.0 && self.tolerance.is_finite()) {
            return Err(ClashError::Tolerance { got: self.tolerance });
        }
        // There may be no end to it.
        if self.clearance >= 0.0 { Ok(()) } else { Err(ClashError::Clearance { got: self.clearance }) }
    }
}

/// Why an assembly has no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClashError {
    /// The tolerance is below 0 or not finite.
    Tolerance {
        /// What was given.
        got: f64,
    },
    /// The clearance is below 0 or NaN.
    Clearance {
        /// What was given.
        got: f64,
    },
    /// The resolution of a part is below 0 or not finite.
    Resolution {
        /// Which part.
        part: usize,
        /// What was given.
        got: f64,
    },
    /// There is not one resolution for each part.
    Resolutions {
        /// How many parts there are.
        parts: usize,
        /// How many resolutions were given.
        got: usize,
    },
    /// More than `2^31` parts.
    TooMany,
}

impl fmt::Display for ClashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Tolerance { got } => write!(f, "the tolerance must be finite, and 0 or more, got {got}"),
            Self::Clearance { got } => write!(f, "the clearance must be 0 or more, got {got}"),
            Self::Resolution { part, got } => {
                write!(f, "the resolution of part {part} must be finite, and 0 or more, got {got}")
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
    /// Boxes around parts are boxes: there can only be too many of them.
    fn from(_: BroadPhaseError) -> Self {
        Self::TooMany
    }
}

/// Two parts that clash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// The lower first.
    pub parts: [usize; 2],
    /// How they clash.
    pub class: Class,
    /// The tolerance by which: the one asked for, or the least that the coordinates of the two parts allow.
    pub tolerance: f64,
    /// How far apart the parts are, or up to a thousandth of the tolerance more; 0 where they meet, or one is in the other.
    pub distance: f64,
    /// How far the deepest point that was found of either surface in the other part is from the other's surface; `None` where the class has no
    /// depth, or no part that is closed holds a point of the other.
    pub depth: Option<f64>,
    /// No point of either surface is deeper in the other part; `None` where the class has no depth, or neither part is closed.
    pub at_most: Option<f64>,
    /// The class is as the list above says, and the depth to 0.1 %. Else the search for the depth took too long: the class is that of what
    /// was found until then, and the parts may be as deep in one another as `at_most`.
    pub certain: bool,
    /// A point on each surface, where the depth or else the distance is.
    pub points: [DVec3; 2],
    /// Of length 1: the way for the first part out of the second, or away from it; `None` where the points are one.
    pub direction: Option<DVec3>,
}
