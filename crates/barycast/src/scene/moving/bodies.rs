//! Bodies that come, move and go, and what happens between them.

use super::body::{Body, ShapeBody, Touch};
use super::body_queries::BodyQueries;
use super::boxes::Boxes;
use super::error::MovingError;
use super::event::{Event, What};
use super::handle::Handle;
use super::kept::{Pair, slots};
use super::layers::Layers;
use crate::frame::Pose;
use crate::number::each::MapEach;
use crate::query::Manifold;
use crate::shape::Aabb;
use crate::vector::Vector;
use alloc::boxed::Box;
use alloc::vec::Vec;

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
    /// Memory for bodies that are placed.
    placed: Vec<Placed<B>>,
    spare: Vec<Touching<B::Vector>>,
    events: Vec<Event<B::Vector>>,
}

#[derive(Clone, Debug)]
pub(super) struct Kind<B> {
    /// Where it is now.
    pub(super) body: B,
    /// The same in its own frame, once it was placed by a pose.
    own: Option<Box<B>>,
    sensor: bool,
}

/// A body in a new pose, before it is there.
#[derive(Clone, Debug)]
struct Placed<B: Body> {
    /// Memory of another body, as long as it is not placed.
    body: Option<B>,
    bounds: Result<Aabb<B::Vector>, MovingError>,
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
            placed: Vec::new(),
            spare: Vec::new(),
            events: Vec::new(),
        }
    }

    /// One more.
    ///
    /// # Errors
    /// Its box is none, or there are `2^31`.
    pub fn insert(&mut self, body: B, layers: Layers) -> Result<Handle, MovingError> {
        self.put(Kind { body, own: None, sensor: false }, layers)
    }

    /// One more that tells who is there, and is not to be pushed: its events say so.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    #[doc(alias = "trigger")]
    pub fn insert_sensor(&mut self, body: B, layers: Layers) -> Result<Handle, MovingError> {
        self.put(Kind { body, own: None, sensor: true }, layers)
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

    /// The body is elsewhere, or another shape, from now on. To place the same shape anew is quicker by
    /// [`set_pose`](Self::set_pose).
    ///
    /// # Errors
    /// It is gone, or its new box is none: then nothing changes.
    pub fn move_to(&mut self, handle: Handle, body: B) -> Result<(), MovingError> {
        self.boxes.move_to(handle, body.bounds())?;
        if let Some(kind) = &mut self.kinds[handle.slot()] {
            (kind.body, kind.own) = (body, None);
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
        BodyQueries { boxes: self.boxes.queries(), kinds: &self.kinds, layers: None }
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

impl<B: ShapeBody> Bodies<B> {
    /// The body stands in this pose from now on: the shape that it was inserted with, or last [moved to](Self::move_to), is the
    /// body in its own frame.
    ///
    /// ```
    /// use barycast::dynamic::any::Shape3;
    /// use barycast::frame::Pose;
    /// use barycast::scene::moving::{Bodies, Layers};
    /// use barycast::shape::{Aabb, HalfSpace};
    /// use glam::{DQuat, DVec3};
    ///
    /// let mut bodies = Bodies::<Shape3<DVec3>>::new();
    /// bodies.insert(HalfSpace::new(DVec3::Z, 0.0).into(), Layers::FIRST)?;
    /// let cube = Aabb::new(DVec3::splat(-1.0), DVec3::ONE);
    /// let cube = bodies.insert(cube.into(), Layers::FIRST)?;
    /// // On one of its edges, which reaches 1.414 below its middle.
    /// let turn = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    /// bodies.set_pose(cube, &Pose::try_from_quat(turn, DVec3::Z * 1.5).unwrap())?;
    /// assert!(bodies.step().is_empty());
    /// bodies.set_pose(cube, &Pose::try_from_quat(turn, DVec3::Z * 1.4).unwrap())?;
    /// assert_eq!(bodies.step().len(), 1);
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    ///
    /// # Errors
    /// It is gone, or too far to be what it is: then nothing changes.
    pub fn set_pose(&mut self, handle: Handle, pose: &Pose<B::Vector>) -> Result<(), MovingError> {
        let mut body = self.placed.pop().and_then(|placed| placed.body);
        let bounds = self.put_in(handle, pose, &mut body)?;
        if let Some(placed) = body.take() {
            body = self.place(handle, (placed, bounds))?;
        }
        self.placed.push(Placed { body, bounds: Ok(bounds) });
        Ok(())
    }

    /// The same for many, on all cores with the feature `rayon`. Of two poses of one body the later one counts.
    ///
    /// # Errors
    /// As for [`set_pose`](Self::set_pose), of the first in the list that is wrong: then nothing changes.
    pub fn set_poses(&mut self, poses: &[(Handle, Pose<B::Vector>)]) -> Result<(), MovingError> {
        let mut placed = core::mem::take(&mut self.placed);
        placed.resize_with(poses.len(), || Placed { body: None, bounds: Ok(Aabb::empty()) });
        let put = |((handle, pose), into): (&(Handle, Pose<B::Vector>), &mut Placed<B>)| {
            into.bounds = self.put_in(*handle, pose, &mut into.body);
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            /// Fewer than this many are placed on the calling thread.
            const FEW: usize = 128;
            poses.par_iter().zip(&mut placed).with_min_len(FEW).for_each(put);
        }
        #[cfg(not(feature = "rayon"))]
        poses.iter().zip(&mut placed).for_each(put);
        let wrong = placed.iter().find_map(|placed| placed.bounds.err());
        if wrong.is_none() {
            for ((handle, _), Placed { body, bounds }) in poses.iter().zip(&mut placed) {
                if let (Some(placed), Ok(bounds)) = (body.take(), *bounds) {
                    *body = self.place(*handle, (placed, bounds))?;
                }
            }
        }
        self.placed = placed;
        wrong.map_or(Ok(()), Err)
    }

    /// At which points those hold each other that touched in the last step, as they are now: sensors left out, in the order of the
    /// events. On all cores with the feature `rayon`, with the same answer for any number of them.
    ///
    /// ```
    /// # use barycast::dynamic::any::Shape3;
    /// # use barycast::scene::moving::{Bodies, Layers};
    /// # use barycast::shape::{Aabb, HalfSpace};
    /// # use glam::{DVec3, dvec3};
    /// let mut bodies = Bodies::<Shape3<DVec3>>::new();
    /// let ground = bodies.insert(HalfSpace::new(DVec3::Z, 0.0).into(), Layers::FIRST)?;
    /// let cube = Aabb::new(dvec3(0.0, 0.0, -0.01), dvec3(1.0, 1.0, 0.99));
    /// let cube = bodies.insert(cube.into(), Layers::FIRST)?;
    /// bodies.step();
    /// let [(pair, manifold)] = &bodies.manifolds()[..] else { unreachable!() };
    /// assert_eq!((*pair, manifold.points.len()), ([ground, cube], 4));
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    pub fn manifolds(&self) -> Vec<([Handle; 2], Manifold<B::Vector>)> {
        let held = |touching: &Touching<B::Vector>| {
            if touching.sensor {
                return None;
            }
            let [a, b] = touching.bodies.each(|handle| self.get(handle));
            Some((touching.bodies, a?.held_at(b?)?))
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            self.touching.par_iter().filter_map(held).collect()
        }
        #[cfg(not(feature = "rayon"))]
        self.touching.iter().filter_map(held).collect()
    }

    /// Puts a body in a pose there, in the memory of another, if there is one. Returns its box.
    fn put_in(
        &self,
        handle: Handle,
        pose: &Pose<B::Vector>,
        into: &mut Option<B>,
    ) -> Result<Aabb<B::Vector>, MovingError> {
        let slot = self.boxes.find(handle)?;
        let kind = self.kinds[slot].as_ref().ok_or(MovingError::Gone(handle))?;
        let own = kind.own.as_deref().unwrap_or(&kind.body);
        let body = match into {
            Some(body) => {
                own.posed_into(pose, body)?;
                body
            }
            None => into.insert(own.posed(pose)?),
        };
        MovingError::check(body.bounds())
    }

    /// The body that was there before, unless that is kept as the body in its own frame.
    fn place(
        &mut self,
        handle: Handle,
        (body, bounds): (B, Aabb<B::Vector>),
    ) -> Result<Option<B>, MovingError> {
        self.boxes.move_to(handle, bounds)?;
        let Some(kind) = &mut self.kinds[handle.slot()] else { return Ok(None) };
        let before = core::mem::replace(&mut kind.body, body);
        if kind.own.is_none() {
            kind.own = Some(Box::new(before));
            return Ok(None);
        }
        Ok(Some(before))
    }
}

impl<V: Vector> Touching<V> {
    fn event(&self, what: What<V>) -> Event<V> {
        Event { bodies: self.bodies, what, sensor: self.sensor }
    }
}
