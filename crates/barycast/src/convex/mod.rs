//! Algorithms for pairs of convex shapes, and closed forms for contacts and sweeps of some of them.

pub mod advance;
mod ball;
mod box_segment;
mod boxes;
pub(crate) mod closed;
pub mod contact;
pub(crate) mod dynamics;
pub mod epa;
pub mod form;
mod gap;
pub mod gjk;
pub mod manifold;
pub mod nearest;
pub(crate) mod overlap;
pub(crate) mod skin;
pub mod sweep;
pub(crate) mod truncation;
pub(crate) mod widened;

#[cfg(test)]
mod coarse {
    use crate::shape::Support;

    /// Shape whose coordinates are known up to this relative error.
    pub(super) struct Coarse<S>(pub(super) S, pub(super) f64);

    impl<S: Support<Vector: crate::vector::Vector<Scalar = f64>>> Support for Coarse<S> {
        type Vector = S::Vector;

        fn support(&self, direction: S::Vector) -> S::Vector {
            self.0.support(direction)
        }

        fn rounding(&self) -> f64 {
            self.1
        }
    }
}
