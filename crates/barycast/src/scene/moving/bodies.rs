//! Bodies that come, move and go, and what happens between them.

use super::body::{Body, Touch};
use super::boxes::Boxes;
use super::error::MovingError;
use super::event::{Event, What};
use super::handle::Handle;
use super::hover::Found;
use super::kept::{Pair, slots};
use super::layers::Layers;
use super::queries::Queries;
use crate::each::MapEach;
use crate::number::Real;
use crate::shape::Ray;
use crate::vector::Vector;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Bodies that come, move and go; [`step`](Self::step) tells which begin to touch, which still do, which no longer, and where.
#[derive(Clone, Debug)]
pub struct Bodies<B: Body> {
    boxes: Boxes<B::Vector>,
    /// Of each slot.
    kinds: Vec<Option<Kind<B>>>,
    /// The slots that the step at hand is to ask about anew.
    is_changed: Vec<bool>,
    /// Who touched in the last step, in the order of the pairs.
    touching: Vec<Touching<B::Vector>>,
    spare: Vec<Touching<B::Vector>>,
    events: Vec<Event<B::Vector>>,
}

#[derive(Clone, Debug)]
struct Kind<B> {
    body: B,
    sensor: bool,
}

#[derive(Clone, Copy, Debug)]
struct Touching<V: Vector> {
    pair: Pair,
    bodies: [Handle; 2],
    sensor: bool,
    touch: Touch<V>,
}

impl<B: Body> Default for Bodies<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Body> Bodies<B> {
    /// None yet.
    pub fn new() -> Self {
        Self {
            boxes: Boxes::new(),
            kinds: Vec::new(),
            is_changed: Vec::new(),
            touching: Vec::new(),
            spare: Vec::new(),
            events: Vec::new(),
        }
    }

    /// One more.
    ///
    /// # Errors
    /// Its box is none, or there are `2^31`.
    pub fn insert(&mut self, body: B, layers: Layers) -> Result<Handle, MovingError> {
        self.put(Kind { body, sensor: false }, layers)
    }

    /// One more that tells who is there, and is not to be pushed: its events say so.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    #[doc(alias = "trigger")]
    pub fn insert_sensor(&mut self, body: B, layers: Layers) -> Result<Handle, MovingError> {
        self.put(Kind { body, sensor: true }, layers)
    }

    fn put(&mut self, kind: Kind<B>, layers: Layers) -> Result<Handle, MovingError> {
        let handle = self.boxes.insert(kind.body.bounds(), layers)?;
        if handle.slot() == self.kinds.len() {
            self.kinds.push(None);
            self.is_changed.push(false);
        }
        self.kinds[handle.slot()] = Some(kind);
        Ok(handle)
    }

    /// The body is elsewhere, or another shape, from now on.
    ///
    /// # Errors
    /// It is gone, or its new box is none: then all is as it was.
    pub fn move_to(&mut self, handle: Handle, body: B) -> Result<(), MovingError> {
        self.boxes.move_to(handle, body.bounds())?;
        if let Some(kind) = &mut self.kinds[handle.slot()] {
            kind.body = body;
        }
        Ok(())
    }

    /// See [`Boxes::set_layers`].
    ///
    /// # Errors
    /// The body is gone.
    pub fn set_layers(&mut self, handle: Handle, layers: Layers) -> Result<(), MovingError> {
        self.boxes.set_layers(handle, layers)
    }

    /// The body goes, and its handle with it; the next step tells whom it no longer touches.
    ///
    /// # Errors
    /// It is gone already.
    pub fn remove(&mut self, handle: Handle) -> Result<(), MovingError> {
        self.boxes.remove(handle)?;
        self.kinds[handle.slot()] = None;
        Ok(())
    }

    /// What happened since the last step, in the order of the slots. On all cores with the feature `rayon`, with the same answer for
    /// any number of them. Bodies that did not change are not asked again how they touch.
    pub fn step(&mut self) -> &[Event<B::Vector>] {
        for &slot in &self.boxes.changed {
            self.is_changed[slot as usize] = true;
        }
        let changed = self.boxes.changed.clone();
        self.boxes.step();
        let mut asked = self.ask().into_iter();
        let mut before = core::mem::take(&mut self.touching);
        let mut now = core::mem::take(&mut self.spare);
        let mut next = 0;
        self.events.clear();
        let exit = |old: &Touching<B::Vector>| old.event(What::Exit(old.touch));
        for &pair in self.boxes.kept() {
            while next < before.len() && before[next].pair < pair {
                self.events.push(exit(&before[next]));
                next += 1;
            }
            let old = before.get(next).filter(|old| old.pair == pair);
            next += usize::from(old.is_some());
            let touch = if self.must_ask(pair) { asked.next().flatten() } else { old.map(|old| old.touch) };
            match (old, touch) {
                (_, Some(touch)) => {
                    let touching = self.touching(pair, touch);
                    let what = if old.is_some() { What::Stay(touch) } else { What::Enter(touch) };
                    self.events.push(touching.event(what));
                    now.push(touching);
                }
                (Some(old), None) => self.events.push(exit(old)),
                (None, None) => {}
            }
        }
        self.events.extend(before[next..].iter().map(exit));
        for slot in changed {
            self.is_changed[slot as usize] = false;
        }
        before.clear();
        (self.touching, self.spare) = (now, before);
        &self.events
    }

    /// What the last step told.
    pub fn events(&self) -> &[Event<B::Vector>] {
        &self.events
    }

    /// What may be asked of the bodies as they are now.
    pub fn queries(&mut self) -> BodyQueries<'_, B> {
        BodyQueries { boxes: self.boxes.queries(), kinds: &self.kinds }
    }

    /// The body; `None` when it is gone.
    pub fn get(&self, handle: Handle) -> Option<&B> {
        let slot = self.boxes.find(handle).ok()?;
        self.kinds[slot].as_ref().map(|kind| &kind.body)
    }

    /// Their boxes, with their layers and pairs.
    pub fn boxes(&self) -> &Boxes<B::Vector> {
        &self.boxes
    }

    /// How the pairs touch of which one has changed, in order.
    fn ask(&self) -> Vec<Option<Touch<B::Vector>>> {
        let pairs: Vec<Pair> =
            self.boxes.kept().iter().copied().filter(|&pair| self.must_ask(pair)).collect();
        let touch = |pair: &Pair| {
            let [a, b] = slots(*pair).each(|slot| self.kinds[slot as usize].as_ref());
            a?.body.touch(&b?.body)
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            pairs.par_iter().map(touch).collect()
        }
        #[cfg(not(feature = "rayon"))]
        pairs.iter().map(touch).collect()
    }

    fn must_ask(&self, pair: Pair) -> bool {
        slots(pair).into_iter().any(|slot| self.is_changed[slot as usize])
    }

    fn touching(&self, pair: Pair, touch: Touch<B::Vector>) -> Touching<B::Vector> {
        let slots = slots(pair);
        let is_sensor = |slot: u32| self.kinds[slot as usize].as_ref().is_some_and(|kind| kind.sensor);
        let bodies = slots.each(|slot| self.boxes.slots.handle(slot));
        Touching { pair, bodies, sensor: slots.into_iter().any(is_sensor), touch }
    }
}

impl<V: Vector> Touching<V> {
    fn event(&self, what: What<V>) -> Event<V> {
        Event { bodies: self.bodies, what, sensor: self.sensor }
    }
}

/// Questions to bodies as they are now; any number of threads may ask.
#[derive(Debug)]
pub struct BodyQueries<'a, B: Body> {
    /// The same of their boxes.
    pub boxes: Queries<'a, B::Vector>,
    kinds: &'a [Option<Kind<B>>],
}

impl<B: Body> BodyQueries<'_, B> {
    /// The first body that `which` lets pass on a ray, up to `max_t`, and where it is hit. At the same `t` that in the lowest slot.
    #[doc(alias = "raycast")]
    pub fn cast(
        &self,
        ray: &Ray<B::Vector>,
        max_t: Option<<B::Vector as Vector>::Scalar>,
        mut which: impl FnMut(Handle) -> bool,
    ) -> Option<Found<B::Vector>> {
        let mut best: Option<Found<B::Vector>> = None;
        self.boxes.for_each_along(ray, max_t, |handle, limit| {
            let Some(kind) = self.kinds[handle.slot()].as_ref().filter(|_| which(handle)) else {
                return ControlFlow::Continue(limit);
            };
            let limited = if limit < Real::infinity(limit) { Some(limit) } else { None };
            match kind.body.hit(ray, limited) {
                Some(hit) if best.is_none_or(|(other, nearest)| (hit.t, handle) < (nearest.t, other)) => {
                    best = Some((handle, hit));
                    ControlFlow::Continue(hit.t)
                }
                _ => ControlFlow::Continue(limit),
            }
        });
        best
    }

    /// The bodies that touch `body`, which need not be among them, in the order of the slots: how they are touched, seen from `body`.
    pub fn touching(&self, body: &B) -> Vec<(Handle, Touch<B::Vector>)> {
        let near = self.boxes.meeting(&body.bounds()).into_iter();
        let touch = |handle: Handle| {
            let kind = self.kinds[handle.slot()].as_ref()?;
            Some((handle, body.touch(&kind.body)?))
        };
        near.filter_map(touch).collect()
    }
}
