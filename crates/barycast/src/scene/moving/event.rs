//! What happens between bodies.

use super::body::Touch;
use super::handle::Handle;
use crate::vector::Vector;

/// Something that happened between two bodies in a step.
#[derive(Clone, Copy, Debug)]
pub struct Event<V: Vector> {
    /// Which: the one in the smaller slot first. After [`What::Exit`] one may be gone, and its handle with it.
    pub bodies: [Handle; 2],
    /// What.
    pub what: What<V>,
    /// One of them is a sensor: it tells, and is not to be pushed.
    pub sensor: bool,
}

/// What happened between two bodies.
#[derive(Clone, Copy, Debug)]
pub enum What<V: Vector> {
    /// They touch, and did not in the step before.
    Enter(Touch<V>),
    /// They touch still.
    Stay(Touch<V>),
    /// They touch no more: how they did in the step before.
    Exit(Touch<V>),
}

impl<V: Vector> What<V> {
    /// How they touch, or last did.
    pub fn touch(&self) -> &Touch<V> {
        match self {
            Self::Enter(touch) | Self::Stay(touch) | Self::Exit(touch) => touch,
        }
    }
}
