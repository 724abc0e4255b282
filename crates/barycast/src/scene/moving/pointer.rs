//! The body under a pointer, and its enter, stay and exit events.

use super::handle::Handle;
use crate::query::Hit;
use crate::vector::Vector;

/// A body hit by a pointer's ray, and the hit.
pub type Found<V> = (Handle, Hit<V>);

/// The state of a pointer: the body under it in the last step.
///
/// ```
/// use barycast::dynamic::any::Shape3;
/// use barycast::scene::moving::{Bodies, CollisionFilter, Hover};
/// use barycast::shape::{Ray, Sphere};
/// use glam::DVec3;
///
/// let mut world = Bodies::new();
/// let button = Shape3::from(Sphere::new(DVec3::X * 3.0, 1.0));
/// let button = world.insert(button, CollisionFilter::FIRST)?;
/// let mut pointer = Hover::default();
/// let mut aim = |direction| {
///     let found = world.queries().cast(&Ray::new(DVec3::ZERO, direction), None, |_| true);
///     pointer.step(found)
/// };
/// assert_eq!(aim(DVec3::X).enter.map(|(body, _)| body), Some(button));
/// assert_eq!(aim(DVec3::Y).exit.map(|(body, _)| body), Some(button));
/// # Ok::<(), barycast::scene::moving::MovingError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hover<V: Vector> {
    over: Option<Found<V>>,
}

/// Pointer events of a step: `stay` if the body under the pointer is the same as in the step
/// before, and otherwise `exit` and `enter` as they apply.
#[derive(Clone, Copy, Debug)]
pub struct Hovered<V: Vector> {
    /// The body that the pointer left, with its last hit. It may have been removed.
    pub exit: Option<Found<V>>,
    /// The body that the pointer is still over, with the current hit.
    pub stay: Option<Found<V>>,
    /// The body that the pointer entered, with the current hit.
    pub enter: Option<Found<V>>,
}

impl<V: Vector> Default for Hover<V> {
    fn default() -> Self {
        Self { over: None }
    }
}

impl<V: Vector> Hover<V> {
    /// Updates the pointer with the result of this step's
    /// [`BodyQueries::cast`](super::BodyQueries::cast), and returns the events.
    pub fn step(&mut self, found: Option<Found<V>>) -> Hovered<V> {
        let before = core::mem::replace(&mut self.over, found);
        let same = before.zip(found).is_some_and(|(before, now)| before.0 == now.0);
        let if_not = |found: Option<Found<V>>| if same { None } else { found };
        Hovered { exit: if_not(before), stay: if same { found } else { None }, enter: if_not(found) }
    }

    /// Returns the body under the pointer.
    pub fn over(&self) -> Option<&Found<V>> {
        self.over.as_ref()
    }
}
