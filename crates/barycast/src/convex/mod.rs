//! What answers a pair of convex shapes that has no closed form.

pub mod contact;
pub mod epa;
pub mod form;
pub mod gjk;
pub mod manifold;
pub mod nearest;
pub mod opening;
pub mod overlap;
mod polytope;
pub mod sweep;
