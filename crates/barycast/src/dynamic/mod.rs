//! Shapes of any kind: [`Shape2`](any::Shape2) and [`Shape3`](any::Shape3), with all queries
//! between any two of them.
//!
//! `any.rs` has the enums, generated from the [table](crate::pair::table). `kinds/` has one file
//! per shape, with its properties. Pairs without a row are handled by the kind of the shapes:
//! convex (`convex_body`), around an arc (`arc`), made of parts (`composite`), or custom
//! (`custom`).

pub mod any;
pub(crate) mod arc;
mod as_queries;
mod cast;
mod closest;
pub(crate) mod composite;
mod contact;
pub mod contact_point;
pub(crate) mod contains;
pub(crate) mod convex_body;
pub mod custom;
pub(crate) mod deformed;
pub mod extent;
mod fields;
pub(crate) mod floats_first;
mod forward;
mod from_f32;
pub mod intersection;
pub(crate) mod kind;
mod kinds;
mod methods;
pub(crate) mod no_answer;
pub(crate) mod pose;
pub(crate) mod posed;
mod queries;
pub(crate) mod rescale;
pub(crate) mod rotating_sweep;
pub(crate) mod separation;
pub(crate) mod shape;
pub(crate) mod stretch;
mod sweep;
pub(crate) mod typed_methods;
