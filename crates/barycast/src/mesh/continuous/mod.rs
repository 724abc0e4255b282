//! Continuous collision detection of deforming meshes: the first contact of a vertex and a face, or
//! of two edges, whose points move linearly.
//!
//! Only the differences `a - b` of their points matter (the Minkowski difference). They form a
//! triangle (the face relative to the vertex) or a parallelogram (of two edges), whose corners also
//! move linearly, and which is flat at any time. The features touch when the origin is in it or,
//! with a separation, when the origin is within that distance. Both kinds are thus one query,
//! answered by three methods, each of which is certified:
//!
//! - `cubic_roots`: without a separation, contact is at a root of a cubic. Computed in `f64` with
//!   bounds on its rounding; decides nearly all cases.
//! - `advancement`: conservative advancement, with planes, fixed or rotating, that separate the
//!   origin from all corners. Computed in `f64` with bounds on its rounding too.
//! - `exact_time`: the cases left undecided (sliding, permanently coplanar, grazing, or closer than
//!   rounding resolves) are decided by signs of polynomials in exact rational arithmetic.
//!
//! The boolean result is therefore exact for the given numbers, and the time is never late.
//! Sources: [Provot 1997], [Brochu 2012], [Wang 2021], [Basu 2006].

mod advancement;
mod cubic_roots;
mod exact_time;
mod meshes;
mod query;
mod relative_motion;

pub use meshes::{Contact, ContactKind, MovingMesh};
pub use query::Kind;

use glam::DVec3;
use query::{ContactQuery, Finding};
use relative_motion::Moving;

/// Error: the motion is not valid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MotionError {
    /// The separation is negative, infinite or NaN.
    Separation(f64),
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// Whether the point is an end; otherwise it is a start.
        at_end: bool,
        /// Index of the point, from 0.
        point: usize,
    },
    /// The numbers of starts and ends differ.
    Counts {
        /// Number of starts.
        start: usize,
        /// Number of ends.
        end: usize,
    },
    /// A triangle refers to a vertex that does not exist.
    NoSuchVertex {
        /// Index of the triangle, from 0.
        triangle: usize,
        /// Index of the vertex, from 0.
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

/// Returns the first time `0 <= t <= 1` at which a vertex and a face touch, or come within
/// `min_separation`.
///
/// The points are the vertex, then the three of the face. They move linearly from `start` to `end`.
/// See [`first_touch`].
///
/// # Errors
/// [`MotionError`] for the first number that is not valid.
#[doc(alias = "point_triangle_ccd")]
pub fn vertex_face(
    start: &[DVec3; 4],
    end: &[DVec3; 4],
    min_separation: f64,
) -> Result<Option<f64>, MotionError> {
    first_touch(Kind::VertexFace, start, end, min_separation)
}

/// Returns the first time `0 <= t <= 1` at which two edges touch, or come within `min_separation`.
///
/// The points are the two ends of one edge, then those of the other. They move linearly from
/// `start` to `end`. See [`first_touch`].
///
/// # Errors
/// [`MotionError`] for the first number that is not valid.
#[doc(alias = "edge_edge_ccd")]
pub fn edge_edge(
    start: &[DVec3; 4],
    end: &[DVec3; 4],
    min_separation: f64,
) -> Result<Option<f64>, MotionError> {
    first_touch(Kind::EdgeEdge, start, end, min_separation)
}

/// Returns the first time `0 <= t <= 1` at which two features touch, or come within
/// `min_separation`, or `None` if they never do (time of impact).
///
/// Faces and edges are closed sets, and may be degenerate. Whether they touch is exact for the
/// given numbers, whatever their size. The time is never late. Without a separation it is the exact
/// time rounded down, to within an ulp. With a separation it is early by the rounding error: at `t`
/// the distance is at most the separation plus about `1e-14` of the differences of the coordinates.
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
/// [`MotionError`] for the first number that is not valid.
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
    Ok(answer(&ContactQuery { kind, start: *start, end: *end, separation: min_separation }))
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

fn answer(query: &ContactQuery) -> Option<f64> {
    let mut from = 0.0;
    if let Some(moving) = Moving::new(query) {
        if query.separation == 0.0 {
            match cubic_roots::find_contact(query, &moving) {
                Finding::Never => return None,
                Finding::At(t) => return Some(t),
                Finding::NotBefore(t) => from = t,
            }
        }
        match advancement::advance(query, &moving, from) {
            Finding::Never => return None,
            Finding::At(t) => return Some(t),
            Finding::NotBefore(t) => from = t,
        }
    }
    exact_time::first_time(query, from)
}

#[cfg(test)]
mod tests;
