//! Error of queries that are not defined for two shapes.

use core::fmt;

/// Error: the query is not defined for this pair of shapes.
///
/// ```
/// use barycast::dynamic::any::Shape2;
/// use barycast::shape::Sphere;
/// use glam::DVec2;
///
/// // A circle cannot be cast: only lines, rays and segments can.
/// let ball = Shape2::from(Sphere::new(DVec2::ZERO, 1.0));
/// assert!(ball.span(&ball).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAnswer {
    /// Name of the query.
    pub question: &'static str,
    /// Names of the shapes in the protocol.
    pub shapes: [&'static str; 2],
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.shapes;
        write!(f, "`{}` of {a} and {b} has no answer", self.question)
    }
}

impl core::error::Error for NoAnswer {}
