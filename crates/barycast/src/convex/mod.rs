//! What answers a pair of convex shapes that has no closed form.

pub mod gjk;
pub mod overlap;
