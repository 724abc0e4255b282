//! Bodies that come, move and go: which begin to overlap, which stay, which end, and where they touch.
//!
//! ```
//! use barycast::dynamic::any::Shape3;
//! use barycast::scene::moving::{Bodies, Hover, CollisionFilter, ContactEvent};
//! use barycast::shape::{HalfSpace, Ray, Sphere};
//! use glam::DVec3;
//!
//! let ball = |height: f64| Shape3::from(Sphere::new(DVec3::Z * height, 1.0));
//! let mut bodies = Bodies::new();
//! let ground = bodies.insert(HalfSpace::new(DVec3::Z, 0.0).into(), CollisionFilter::FIRST)?;
//! let falling = bodies.insert(ball(1.5), CollisionFilter::FIRST)?;
//! assert!(bodies.step().is_empty()); // the ball is still in the air
//!
//! bodies.move_to(falling, ball(0.75))?;
//! let [event] = bodies.step() else { unreachable!() };
//! assert_eq!(event.bodies, [ground, falling]);
//! let ContactEvent::Started(touch) = event.contact else { unreachable!() };
//! assert_eq!((touch.normal_a_to_b, touch.depth), (Some(DVec3::Z), Some(0.25)));
//!
//! let mut hover = Hover::default();
//! let below = Ray::new(DVec3::Z * 9.0, -DVec3::Z);
//! let found = bodies.queries().cast(&below, None, |_| true);
//! assert_eq!(hover.step(found).enter.map(|(body, hit)| (body, hit.t)), Some((falling, 7.25)));
//!
//! bodies.remove(falling)?;
//! assert!(matches!(bodies.step()[0].contact, ContactEvent::Stopped(_)));
//! assert!(bodies.move_to(falling, ball(2.0)).is_err()); // its handle went with it
//! # Ok::<(), barycast::scene::moving::MovingError>(())
//! ```
//!
//! - [`Boxes`]: boxes alone, in 2D and 3D, `f32` and `f64`. Pairs are exactly those that share a point in a step; touching counts.
//! - [`Bodies`]: any shapes, with what happens between them: [`ContactEvent::Started`], [`ContactEvent::Persisted`], [`ContactEvent::Stopped`], with points, normals and depths.
//!   [`Bodies::set_poses`] places many at once, by the poses of their own frames.
//! - [`CollisionFilter`]: which may make a pair at all.
//! - [`Handle`]: the name of a body, which never becomes that of another.
//! - [`Queries`], [`BodyQueries`]: rays, overlaps, sweeps and nearest ones, between steps, of all bodies, of those in some layers, or of
//!   those that a closure lets pass. [`Hover`]: what a pointer is over.
//!
//! All lists are in the order of the slots, and depend on nothing but the calls that were made: not on the machine, nor on the number of
//! threads.
//!
//! # How
//!
//! A step asks about the boxes that changed. Where they are few each walks a tree (`trees.rs`), which is fitted to what moved and
//! built anew where that has made it bad. Where they are many, all boxes go through the grids of [`broad_phase`](super::broad_phase),
//! in which those that did not change ask for nothing. What is found replaces the pairs of the boxes that changed (`pair_set.rs`): the
//! difference is what began and ended. No box is made larger than it is, so there is no margin to be chosen, and no pair is told
//! for boxes that are merely close.

mod bodies;
mod body;
mod body_queries;
mod boxes;
mod error;
mod event;
mod filter;
mod handle;
mod pair_set;
mod pointer;
mod queries;
mod search;
mod trees;

pub use bodies::Bodies;
pub use body::{Body, ShapeBody, Touch};
pub use body_queries::BodyQueries;
pub use boxes::{Boxes, Changes};
pub use error::MovingError;
pub use event::{ContactEvent, Event};
pub use filter::CollisionFilter;
pub use handle::Handle;
pub use pointer::{Found, Hover, Hovered};
pub use queries::Queries;
