//! What a pointer is over, and when that changes.

use super::handle::Handle;
use crate::query::Hit;
use crate::vector::Vector;

/// A body that a pointer is over, and where its ray hits it.
pub type Found<V> = (Handle, Hit<V>);

/// A pointer: which body its ray hits first, from one step to the next.
#[derive(Clone, Copy, Debug)]
pub struct Hover<V: Vector> {
    over: Option<Found<V>>,
}

/// What happened to a pointer: `stay` where it is over the same body as before, else `exit` and `enter`, as far as there are any.
#[derive(Clone, Copy, Debug)]
pub struct Hovered<V: Vector> {
    /// It is over this one no more: where its ray last hit it. The body may be gone.
    pub exit: Option<Found<V>>,
    /// It is over the same as before: where its ray hits it now.
    pub stay: Option<Found<V>>,
    /// It is over this one now.
    pub enter: Option<Found<V>>,
}

impl<V: Vector> Default for Hover<V> {
    fn default() -> Self {
        Self { over: None }
    }
}

impl<V: Vector> Hover<V> {
    /// Over what was found for this step, by [`BodyQueries::cast`](super::BodyQueries::cast).
    pub fn step(&mut self, found: Option<Found<V>>) -> Hovered<V> {
        let before = core::mem::replace(&mut self.over, found);
        let same = before.zip(found).is_some_and(|(before, now)| before.0 == now.0);
        let if_not = |found: Option<Found<V>>| if same { None } else { found };
        Hovered { exit: if_not(before), stay: if same { found } else { None }, enter: if_not(found) }
    }

    /// What it is over.
    pub fn over(&self) -> Option<&Found<V>> {
        self.over.as_ref()
    }
}
