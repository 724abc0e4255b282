//! What happens between bodies.

use super::body::Touch;
use super::handle::Handle;
use crate::vector::Vector;

/// Something that happened between two bodies in a step.
#[derive(Clone, Copy, Debug)]
pub struct Event<V: Vector> {
    /// Which: the one in the smaller slot first. After [`ContactEvent::Stopped`] one may be gone, and its handle with it.
    pub bodies: [Handle; 2],
    /// What.
    pub contact: ContactEvent<V>,
    /// One of them is a sensor: it tells, and is not to be pushed.
    pub sensor: bool,
}

/// What happened between two bodies.
#[derive(Clone, Copy, Debug)]
pub enum ContactEvent<V: Vector> {
    /// They touch, and did not in the step before.
    Started(Touch<V>),
    /// They touch still.
    Persisted(Touch<V>),
    /// They touch no more: how they did in the step before.
    Stopped(Touch<V>),
}

impl<V: Vector> ContactEvent<V> {
    /// How they touch, or last did.
    pub fn touch(&self) -> &Touch<V> {
        match self {
            Self::Started(touch) | Self::Persisted(touch) | Self::Stopped(touch) => touch,
        }
    }
}
