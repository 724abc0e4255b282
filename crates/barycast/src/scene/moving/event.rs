//! Contact events between bodies.

use super::body::Touch;
use super::handle::Handle;
use crate::vector::Vector;

/// A contact event between two bodies in a step.
#[derive(Clone, Copy, Debug)]
pub struct Event<V: Vector> {
    /// Handles of the bodies, the smaller slot first. After [`ContactEvent::Stopped`] one of them
    /// may have been removed, and its handle is invalid then.
    pub bodies: [Handle; 2],
    /// The kind of event, with the contact.
    pub contact: ContactEvent<V>,
    /// True if one of the bodies is a sensor, which takes no part in the physical response.
    pub sensor: bool,
}

/// A change of the contact between two bodies.
#[derive(Clone, Copy, Debug)]
pub enum ContactEvent<V: Vector> {
    /// The bodies touch, and did not touch in the step before.
    Started(Touch<V>),
    /// The bodies touch, and touched in the step before.
    Persisted(Touch<V>),
    /// The bodies no longer touch. Contains their contact in the step before.
    Stopped(Touch<V>),
}

impl<V: Vector> ContactEvent<V> {
    /// Returns the current contact, or the last one if it stopped.
    pub fn touch(&self) -> &Touch<V> {
        match self {
            Self::Started(touch) | Self::Persisted(touch) | Self::Stopped(touch) => touch,
        }
    }
}
