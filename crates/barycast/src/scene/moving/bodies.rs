//! Bodies that are inserted, moved and removed, and their contact events.

use super::body::{Body, ContactDetails, ShapeBody, Touch};
use super::boxes::Boxes;
use super::error::MovingError;
use super::event::{ContactEvent, Event};
use super::filter::CollisionFilter;
use super::handle::Handle;
use super::pair_set::{Pair, slots};
use crate::bvh::each;
use crate::frame::Pose;
use crate::number::each::MapEach;
use crate::query::Manifold;
use crate::shape::Aabb;
use crate::vector::Vector;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Smallest number of bodies that one thread places.
const FEW_POSES: usize = 128;
/// Smallest number of pairs that one thread tests.
const FEW_PAIRS: usize = 16;

/// A collision world: bodies that are inserted, moved and removed. [`step`](Self::step) emits which
/// pairs started, kept and stopped touching, and where.
///
/// ```
/// use barycast::dynamic::any::Shape3;
/// use barycast::scene::moving::{Bodies, CollisionFilter, ContactEvent};
/// use barycast::shape::{HalfSpace, Sphere};
/// use glam::DVec3;
///
/// let ball = |height: f64| Shape3::from(Sphere::new(DVec3::Z * height, 1.0));
/// let mut world = Bodies::new();
/// world.insert(HalfSpace::new(DVec3::Z, 0.0).into(), CollisionFilter::FIRST)?;
/// let falling = world.insert(ball(2.0), CollisionFilter::FIRST)?;
/// assert!(world.step().is_empty());
/// world.move_to(falling, ball(0.75))?;
/// let ContactEvent::Started(touch) = world.step()[0].contact else { unreachable!() };
/// assert_eq!(touch.depth, Some(0.25));
/// # Ok::<(), barycast::scene::moving::MovingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bodies<B: Body> {
    pub(super) boxes: Boxes<B::Vector>,
    /// The body in each slot.
    pub(super) kinds: Vec<Option<Kind<B>>>,
    /// Marks slots whose pairs the current step must test again.
    is_changed: Vec<bool>,
    /// Pairs that touched in the last step, in pair order.
    touching: Vec<Touching<B::Vector>>,
    /// Scratch memory for the bodies that are placed.
    placed: Vec<Placed<B>>,
    spare: Vec<Touching<B::Vector>>,
    events: Vec<Event<B::Vector>>,
}

#[derive(Clone, Debug)]
pub(super) struct Kind<B> {
    /// The body in its current place.
    pub(super) body: B,
    /// The body in its local frame, if a pose placed it.
    own: Option<Box<B>>,
    sensor: bool,
}

/// Body in a new pose, before the world adopts it.
#[derive(Clone, Debug)]
struct Placed<B: Body> {
    /// The body, or the memory of another one until this one is placed.
    body: Option<B>,
    bounds: Result<Aabb<B::Vector>, MovingError>,
}

#[derive(Clone, Debug)]
struct Touching<V: Vector> {
    pair: Pair,
    bodies: [Handle; 2],
    sensor: bool,
    touch: Touch<V>,
    details: ContactDetails<V>,
}

/// The manifolds of a pair, most often one.
type Manifolds<V> = SmallVec<[Manifold<V>; 1]>;

impl<B: Body> Default for Bodies<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Body> Bodies<B> {
    /// Builds an empty world.
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

    /// Inserts a body and returns its handle.
    ///
    /// # Errors
    /// The bounding box is invalid, or there are `2^31` bodies.
    pub fn insert(&mut self, body: B, filter: CollisionFilter) -> Result<Handle, MovingError> {
        self.put(Kind { body, own: None, sensor: false }, filter)
    }

    /// Inserts a sensor: a body that emits events but takes no part in the physical response. Its
    /// events carry `sensor: true`.
    ///
    /// # Errors
    /// Those of [`insert`](Self::insert).
    #[doc(alias = "trigger")]
    pub fn insert_sensor(&mut self, body: B, filter: CollisionFilter) -> Result<Handle, MovingError> {
        self.put(Kind { body, own: None, sensor: true }, filter)
    }

    fn put(&mut self, kind: Kind<B>, filter: CollisionFilter) -> Result<Handle, MovingError> {
        let handle = self.boxes.insert(kind.body.bounds(), filter)?;
        if handle.slot() == self.kinds.len() {
            self.kinds.push(None);
            self.is_changed.push(false);
        }
        self.kinds[handle.slot()] = Some(kind);
        Ok(handle)
    }

    /// Replaces the body by `body`, at another place or of another shape. To move the same shape,
    /// [`set_pose`](Self::set_pose) is faster.
    ///
    /// # Errors
    /// The body was removed, or the new bounding box is invalid. Nothing changes then.
    pub fn move_to(&mut self, handle: Handle, body: B) -> Result<(), MovingError> {
        self.boxes.move_to(handle, body.bounds())?;
        if let Some(kind) = &mut self.kinds[handle.slot()] {
            (kind.body, kind.own) = (body, None);
        }
        Ok(())
    }

    /// Sets the collision filter of a body: see [`Boxes::set_filter`].
    ///
    /// # Errors
    /// The body was removed.
    pub fn set_filter(&mut self, handle: Handle, filter: CollisionFilter) -> Result<(), MovingError> {
        self.boxes.set_filter(handle, filter)
    }

    /// Removes the body and invalidates its handle. The next step emits [`ContactEvent::Stopped`]
    /// for each contact it had.
    ///
    /// # Errors
    /// The body was already removed.
    pub fn remove(&mut self, handle: Handle) -> Result<(), MovingError> {
        self.boxes.remove(handle)?;
        self.kinds[handle.slot()] = None;
        Ok(())
    }

    /// Updates all contacts and returns the events since the last step, in slot order. Runs on all
    /// cores with the feature `rayon`; the result does not depend on the number of threads. Pairs
    /// in which neither body changed keep their contact without a new test.
    pub fn step(&mut self) -> &[Event<B::Vector>] {
        for &slot in &self.boxes.changed {
            self.is_changed[slot as usize] = true;
        }
        let changed = self.boxes.changed.clone();
        self.boxes.step();
        let mut new_contacts = self.contacts().into_iter();
        let mut before = core::mem::take(&mut self.touching);
        let mut now = core::mem::take(&mut self.spare);
        let mut next = 0;
        self.events.clear();
        let exit = |old: &Touching<B::Vector>| old.event(ContactEvent::Stopped(old.touch));
        for &pair in self.boxes.slot_pairs() {
            while next < before.len() && before[next].pair < pair {
                self.events.push(exit(&before[next]));
                next += 1;
            }
            let old = before.get(next).filter(|old| old.pair == pair);
            next += usize::from(old.is_some());
            let found = if self.needs_test(pair) {
                new_contacts.next().flatten()
            } else {
                old.map(|old| (old.touch, old.details.clone()))
            };
            match (old, found) {
                (_, Some((touch, details))) => {
                    let touching = Touching { details, ..self.touching(pair, touch) };
                    let change = if old.is_some() {
                        ContactEvent::Persisted(touch)
                    } else {
                        ContactEvent::Started(touch)
                    };
                    self.events.push(touching.event(change));
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

    /// Returns the events of the last step.
    pub fn events(&self) -> &[Event<B::Vector>] {
        &self.events
    }

    /// Returns the body, or `None` if it was removed.
    pub fn get(&self, handle: Handle) -> Option<&B> {
        let slot = self.boxes.find(handle).ok()?;
        self.kinds[slot].as_ref().map(|kind| &kind.body)
    }

    /// Returns the bounding boxes, with their filters and pairs.
    pub fn boxes(&self) -> &Boxes<B::Vector> {
        &self.boxes
    }

    /// Computes the contacts of the pairs in which a body changed, in pair order.
    #[allow(clippy::type_complexity, reason = "a touch with its details, if the bodies touch")]
    fn contacts(&self) -> Vec<Option<(Touch<B::Vector>, ContactDetails<B::Vector>)>> {
        let pairs: Vec<Pair> =
            self.boxes.slot_pairs().iter().copied().filter(|&pair| self.needs_test(pair)).collect();
        let touch = |pair: &Pair| {
            let [a, b] = slots(*pair).each(|slot| self.kinds[slot as usize].as_ref());
            a?.body.touch_and_details(&b?.body)
        };
        each(pairs.len(), FEW_PAIRS, |index| touch(&pairs[index]))
    }

    fn needs_test(&self, pair: Pair) -> bool {
        slots(pair).into_iter().any(|slot| self.is_changed[slot as usize])
    }

    fn touching(&self, pair: Pair, touch: Touch<B::Vector>) -> Touching<B::Vector> {
        let slots = slots(pair);
        let is_sensor = |slot: u32| self.kinds[slot as usize].as_ref().is_some_and(|kind| kind.sensor);
        let bodies = slots.each(|slot| self.boxes.slots.handle(slot));
        Touching {
            pair,
            bodies,
            sensor: slots.into_iter().any(is_sensor),
            touch,
            details: ContactDetails::Unknown,
        }
    }
}

impl<B: ShapeBody> Bodies<B> {
    /// Places the body by a pose. The pose maps from the local frame of the body, which is the
    /// shape it was [inserted](Self::insert) with or last [moved to](Self::move_to).
    ///
    /// ```
    /// use barycast::dynamic::any::Shape3;
    /// use barycast::frame::Pose;
    /// use barycast::scene::moving::{Bodies, CollisionFilter};
    /// use barycast::shape::{Aabb, HalfSpace};
    /// use glam::{DQuat, DVec3};
    ///
    /// let mut bodies = Bodies::<Shape3>::new();
    /// bodies.insert(HalfSpace::new(DVec3::Z, 0.0).into(), CollisionFilter::FIRST)?;
    /// let cube = Aabb::new(DVec3::splat(-1.0), DVec3::ONE);
    /// let cube = bodies.insert(cube.into(), CollisionFilter::FIRST)?;
    /// // The cube stands on an edge, 1.414 below its center.
    /// let turn = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    /// bodies.set_pose(cube, &Pose::try_from_quat(turn, DVec3::Z * 1.5).unwrap())?;
    /// assert!(bodies.step().is_empty());
    /// bodies.set_pose(cube, &Pose::try_from_quat(turn, DVec3::Z * 1.4).unwrap())?;
    /// assert_eq!(bodies.step().len(), 1);
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    ///
    /// # Errors
    /// The body was removed, or a coordinate leaves the range in which the shape keeps its form.
    /// Nothing changes then.
    pub fn set_pose(&mut self, handle: Handle, pose: &Pose<B::Vector>) -> Result<(), MovingError> {
        let mut body = self.placed.pop().and_then(|placed| placed.body);
        let bounds = self.put_in(handle, pose, &mut body)?;
        self.place(handle, &mut body, bounds)?;
        self.placed.push(Placed { body, bounds: Ok(bounds) });
        Ok(())
    }

    /// Places many bodies by poses, on all cores with the feature `rayon`. If a body occurs twice,
    /// the later pose counts.
    ///
    /// # Errors
    /// Those of [`set_pose`](Self::set_pose), for the first wrong entry. Nothing changes then.
    pub fn set_poses(&mut self, poses: &[(Handle, Pose<B::Vector>)]) -> Result<(), MovingError> {
        let mut placed = core::mem::take(&mut self.placed);
        placed.resize_with(poses.len(), || Placed { body: None, bounds: Ok(Aabb::empty()) });
        let put = |((handle, pose), into): (&(Handle, Pose<B::Vector>), &mut Placed<B>)| {
            into.bounds = self.put_in(*handle, pose, &mut into.body);
        };
        if cfg!(not(feature = "rayon")) || poses.len() <= FEW_POSES {
            poses.iter().zip(&mut placed).for_each(put);
        } else {
            #[cfg(feature = "rayon")]
            {
                use rayon::prelude::*;
                poses.par_iter().zip(&mut placed).with_min_len(FEW_POSES).for_each(put);
            }
        }
        let wrong = placed.iter().find_map(|placed| placed.bounds.err());
        if wrong.is_none() {
            for ((handle, _), Placed { body, bounds }) in poses.iter().zip(&mut placed) {
                if let Ok(bounds) = *bounds {
                    self.place(*handle, body, bounds)?;
                }
            }
        }
        self.placed = placed;
        wrong.map_or(Ok(()), Err)
    }

    /// Returns the contact manifolds of the pairs that touched in the last step, for the bodies'
    /// current places, in the order of the events. Pairs with a sensor are left out. Bodies made of
    /// parts (compounds, meshes, height fields, voxels) have one manifold for each normal of the
    /// parts that touch. Runs on all cores with the feature `rayon`; the result does not depend on
    /// the number of threads.
    ///
    /// ```
    /// # use barycast::dynamic::any::Shape3;
    /// # use barycast::scene::moving::{Bodies, CollisionFilter};
    /// # use barycast::shape::{Aabb, HalfSpace};
    /// # use glam::{DVec3, dvec3};
    /// let mut bodies = Bodies::<Shape3>::new();
    /// let ground = bodies.insert(HalfSpace::new(DVec3::Z, 0.0).into(), CollisionFilter::FIRST)?;
    /// let cube = Aabb::new(dvec3(0.0, 0.0, -0.01), dvec3(1.0, 1.0, 0.99));
    /// let cube = bodies.insert(cube.into(), CollisionFilter::FIRST)?;
    /// bodies.step();
    /// let [(pair, manifold)] = &bodies.manifolds()[..] else { unreachable!() };
    /// assert_eq!((*pair, manifold.points.len()), ([ground, cube], 4));
    /// # Ok::<(), barycast::scene::moving::MovingError>(())
    /// ```
    pub fn manifolds(&self) -> Vec<([Handle; 2], Manifold<B::Vector>)> {
        let mut moved = vec![false; if self.boxes.changed.is_empty() { 0 } else { self.kinds.len() }];
        for &slot in &self.boxes.changed {
            moved[slot as usize] = true;
        }
        let has_moved =
            |pair: Pair| !moved.is_empty() && slots(pair).into_iter().any(|slot| moved[slot as usize]);
        let held = |touching: &Touching<B::Vector>| {
            if touching.sensor {
                return None;
            }
            let [a, b] = touching.bodies.each(|handle| self.get(handle));
            let (a, b) = (a?, b?);
            let manifolds: Manifolds<B::Vector> = match &touching.details {
                ContactDetails::Contact(contact) if !has_moved(touching.pair) => {
                    a.manifold_at(b, contact).into_iter().collect()
                }
                ContactDetails::Manifolds(found) if !has_moved(touching.pair) => {
                    found.iter().cloned().collect()
                }
                _ => a.manifolds_with(b).into(),
            };
            Some((touching.bodies, manifolds))
        };
        let held = each(self.touching.len(), FEW_PAIRS, |index| held(&self.touching[index]));
        let of_pair = |(bodies, manifolds): ([Handle; 2], Manifolds<B::Vector>)| {
            manifolds.into_iter().map(move |manifold| (bodies, manifold))
        };
        held.into_iter().flatten().flat_map(of_pair).collect()
    }

    /// Places a body by a pose in the memory of another body, if there is one. Returns its bounding
    /// box.
    fn put_in(
        &self,
        handle: Handle,
        pose: &Pose<B::Vector>,
        into: &mut Option<B>,
    ) -> Result<Aabb<B::Vector>, MovingError> {
        let slot = self.boxes.find(handle)?;
        let kind = self.kinds[slot].as_ref().ok_or(MovingError::StaleHandle(handle))?;
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

    /// Replaces the body by the one in `placed`, which then has the previous one, unless that is kept
    /// as the body in the local frame.
    fn place(
        &mut self,
        handle: Handle,
        placed: &mut Option<B>,
        bounds: Aabb<B::Vector>,
    ) -> Result<(), MovingError> {
        self.boxes.move_to(handle, bounds)?;
        if let (Some(kind), Some(body)) = (&mut self.kinds[handle.slot()], &mut *placed) {
            core::mem::swap(&mut kind.body, body);
            if kind.own.is_none() {
                kind.own = placed.take().map(Box::new);
            }
        }
        Ok(())
    }
}

impl<V: Vector> Touching<V> {
    fn event(&self, contact: ContactEvent<V>) -> Event<V> {
        Event { bodies: self.bodies, contact, sensor: self.sensor }
    }
}
