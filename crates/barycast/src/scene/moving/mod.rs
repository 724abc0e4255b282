//! A dynamic collision world: bodies that are inserted, moved and removed, with contact events,
//! contact manifolds and queries.
//!
//! ```
//! use barycast::dynamic::any::Shape3;
//! use barycast::scene::moving::{Bodies, CollisionFilter, ContactEvent, Hover};
//! use barycast::shape::{HalfSpace, Ray, Sphere};
//! use glam::DVec3;
//!
//! let ball = |height: f64| Shape3::from(Sphere::new(DVec3::Z * height, 1.0));
//! let mut bodies = Bodies::new();
//! let ground = bodies.insert(HalfSpace::new(DVec3::Z, 0.0).into(), CollisionFilter::FIRST)?;
//! let falling = bodies.insert(ball(1.5), CollisionFilter::FIRST)?;
//! assert!(bodies.step().is_empty()); // the ball is in the air
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
//! assert!(bodies.move_to(falling, ball(2.0)).is_err()); // its handle is invalid
//! # Ok::<(), barycast::scene::moving::MovingError>(())
//! ```
//!
//! - [`Boxes`]: axis-aligned boxes alone, in 2D and 3D, `f32` and `f64`. The pairs are exactly
//!   those that share a point in a step; touching counts.
//! - [`Bodies`]: any shapes, with contact events [`ContactEvent::Started`],
//!   [`ContactEvent::Persisted`] and [`ContactEvent::Stopped`] that contain points, normals and
//!   depths. [`Bodies::set_poses`] moves many bodies at once.
//! - [`CollisionFilter`]: which bodies may form a pair.
//! - [`Handle`]: identifies a body, and never comes to identify another one.
//! - [`Queries`], [`BodyQueries`]: ray casts, overlap tests, sweeps and nearest neighbors between
//!   steps, of all bodies, of those that a filter allows, or of those that a closure admits.
//!   [`Hover`]: the body under a pointer.
//!
//! All results are in slot order. They depend on the sequence of calls alone, and not on the
//! machine or the number of threads.
//!
//! # How
//!
//! A step searches for the pairs of boxes that changed. If few changed, each of them traverses a
//! BVH (`trees.rs`), which is refitted to moved boxes and rebuilt when refitting has made it poor.
//! If many changed, all boxes go through the grids of [`broad_phase`](super::broad_phase), which
//! skip pairs of two unchanged boxes. The pairs found replace the old pairs of the changed boxes
//! (`pair_set.rs`); the difference is what started and stopped. Boxes are not enlarged, so there is
//! no margin to choose, and boxes that are merely close are never reported.

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
pub use body::{Body, ContactDetails, ShapeBody, Touch};
pub use body_queries::BodyQueries;
pub use boxes::{Boxes, Changes};
pub use error::MovingError;
pub use event::{ContactEvent, Event};
pub use filter::CollisionFilter;
pub use handle::Handle;
pub use pointer::{Found, Hover, Hovered};
pub use queries::Queries;
