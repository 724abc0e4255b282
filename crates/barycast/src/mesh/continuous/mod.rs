//! When deforming meshes first touch: a vertex and a face, or two edges, whose points move straight.
//!
//! What matters is the differences `a - b` of their points: a triangle (the face seen from the vertex) or a parallelogram (of
//! two edges) whose corners move straight too, and is flat at any time. They touch when the origin lies in it, or,
//! with a separation to keep, when it is no farther than that. So both kinds are one question, and it is
//! answered by three, each certain of what it says:
//!
//! - `crossing`: without a separation, the origin is in the plane at the roots of a cubic. In `f64` with bounds on its
//!   rounding; it decides nearly all.
//! - `advance`: from time to time, as far as a plane, standing or turning, keeps the origin from all corners. In `f64` with bounds on
//!   its rounding too.
//! - `decide`: what they leave undecided (what slides, lies in one plane for ever, grazes, or passes by less than rounding
//!   tells) is a question about signs of polynomials, answered in exact rationals.
//!
//! So yes or no is exactly right for the numbers given, and the time is never late.
//! Sources: [Provot 1997], [Brochu 2012], [Wang 2021], [Basu 2006].

mod advance;
mod crossing;
mod decide;
mod meshes;
mod moving;
mod question;

pub use meshes::{Contact, ContactKind, MovingMesh};
pub use question::Kind;

use glam::DVec3;
use moving::Moving;
use question::{Finding, Question};

/// Why a motion has no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MotionError {
    /// The separation to keep is negative, infinite or NaN.
    Separation(f64),
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// At the end; else at the start.
        at_end: bool,
        /// Which point, from 0.
        point: usize,
    },
    /// The starts and the ends are not as many.
    Counts {
        /// How many starts.
        start: usize,
        /// How many ends.
        end: usize,
    },
    /// A triangle names a vertex that is not there.
    NoSuchVertex {
        /// The triangle, from 0.
        triangle: usize,
        /// The vertex that it names, from 0.
        vertex: u32,
    },
}

impl core::fmt::Display for MotionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Self::Separation(got) => {
                write!(f, "the separation to keep must be finite and not negative, got {got}")
            }
            Self::NotFinite { at_end, point } => {
                let when = if at_end { "end" } else { "start" };
                write!(f, "point {point} must be finite at the {when}")
            }
            Self::Counts { start, end } => {
                write!(f, "there must be an end for each start, got {end} for {start}")
            }
            Self::NoSuchVertex { triangle, vertex } => {
                write!(f, "triangle {triangle} must name vertices that are there, got {vertex}")
            }
        }
    }
}

impl core::error::Error for MotionError {}

/// The first time `0 <= t <= 1` at which a vertex and a face touch, or come as near as `min_separation`.
///
/// The points are the vertex, then the face's three, and move straight from `start` to `end`. See [`first_touch`].
///
/// # Errors
/// Names the number that is wrong.
#[doc(alias = "point_triangle_ccd")]
pub fn vertex_face(
    start: &[DVec3; 4],
    end: &[DVec3; 4],
    min_separation: f64,
) -> Result<Option<f64>, MotionError> {
    first_touch(Kind::VertexFace, start, end, min_separation)
}

/// The first time `0 <= t <= 1` at which two edges touch, or come as near as `min_separation`.
///
/// The points are the two ends of one edge, then those of the other, and move straight from `start` to `end`. See
/// [`first_touch`].
///
/// # Errors
/// Names the number that is wrong.
#[doc(alias = "edge_edge_ccd")]
pub fn edge_edge(
    start: &[DVec3; 4],
    end: &[DVec3; 4],
    min_separation: f64,
) -> Result<Option<f64>, MotionError> {
    first_touch(Kind::EdgeEdge, start, end, min_separation)
}

/// The first time `0 <= t <= 1` at which they touch, or come as near as `min_separation`; `None` when they never do.
///
/// Faces and edges are closed sets, and may be degenerate. Whether they touch is exactly right for the numbers given,
/// whatever their size. The time is never late. Without a separation it is the true one rounded down, to within an ulp. With one it
/// is early by what rounding hides: at `t` they are as near as that and some `1e-14` of the differences of their coordinates.
///
/// ```
/// use barycast::mesh::continuous::vertex_face;
/// use glam::dvec3;
///
/// let floor = [dvec3(0., 0., 0.), dvec3(4., 0., 0.), dvec3(0., 4., 0.)];
/// let [a, b, c] = floor;
/// let start = [dvec3(1., 1., 3.), a, b, c];
/// let end = [dvec3(1., 1., -1.), a, b, c];
/// assert_eq!(vertex_face(&start, &end, 0.0), Ok(Some(0.75)));
/// let halfway = vertex_face(&start, &end, 1.0).unwrap().unwrap();
/// assert!(halfway <= 0.5 && halfway > 0.5 - 1e-12);
/// ```
///
/// # Errors
/// Names the number that is wrong.
#[doc(alias = "continuous_collision_detection")]
#[doc(alias = "time_of_impact")]
pub fn first_touch(
    kind: Kind,
    start: &[DVec3; 4],
    end: &[DVec3; 4],
    min_separation: f64,
) -> Result<Option<f64>, MotionError> {
    check_separation(min_separation)?;
    check_points(start, end)?;
    Ok(answer(&Question { kind, start: *start, end: *end, separation: min_separation }))
}

fn check_separation(separation: f64) -> Result<(), MotionError> {
    if separation.is_finite() && separation >= 0.0 {
        Ok(())
    } else {
        Err(MotionError::Separation(separation))
    }
}

fn check_points(start: &[DVec3], end: &[DVec3]) -> Result<(), MotionError> {
    if start.len() != end.len() {
        return Err(MotionError::Counts { start: start.len(), end: end.len() });
    }
    for (at_end, points) in [(false, start), (true, end)] {
        if let Some(point) = points.iter().position(|p| !p.is_finite()) {
            return Err(MotionError::NotFinite { at_end, point });
        }
    }
    Ok(())
}

fn answer(question: &Question) -> Option<f64> {
    let mut from = 0.0;
    if let Some(moving) = Moving::new(question) {
        if question.separation == 0.0 {
            match crossing::look(question, &moving) {
                Finding::Never => return None,
                Finding::At(t) => return Some(t),
                Finding::NotBefore(t) => from = t,
            }
        }
        match advance::look(question, &moving, from) {
            Finding::Never => return None,
            Finding::At(t) => return Some(t),
            Finding::NotBefore(t) => from = t,
        }
    }
    decide::first_time(question, from)
}

#[cfg(test)]
mod tests;
