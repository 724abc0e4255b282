//! Questions about shapes: do they touch, how far apart are they, how deep, where does this ray hit.
//!
//! One library for 2D and 3D, `f32` and `f64`, one pair at a time or many in lanes:
//!
//! ```
//! use barycast::d3::{Aabb, Ray, Sphere};
//! use glam::vec3;
//!
//! let ball = Sphere::new(vec3(0.0, 0.0, 0.0), 1.0);
//! let crate_ = Aabb::new(vec3(1.0, -1.0, -1.0), vec3(2.0, 1.0, 1.0));
//! assert!(ball.intersects(&crate_)); // they touch: all shapes are closed sets
//! assert_eq!(ball.distance(&crate_), 0.0);
//!
//! let ray = Ray::new(vec3(-5.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0));
//! let hit = ray.cast(&ball).expect("aimed at its middle");
//! assert_eq!(hit.t, 4.0);
//! ```
//!
//! # Where things are
//!
//! From the ground up; a module uses only those above it in this list.
//!
//! | module | what |
//! |---|---|
//! | [`number`] | what kernels are written over: floats, lanes, intervals, exact rationals |
//! | [`vector`] | one trait for glam's vectors and for vectors of any other number |
//! | [`question`] | the questions (traits) and their answers |
//! | [`shape`] | the shapes: fields, checked constructors, bounds, support points |
//! | [`convex`] | what answers pairs without a closed form |
//! | [`pair`] | a file for each pair of shapes, with all questions of the pair |
//! | [`method`] | textbook ways to the same answers, by name |
//! | [`bvh`] | a tree of boxes; stands beside `shape` and knows boxes only |
//! | [`frame`] | homogeneous points and matrices, shadows, changes of frame, cameras, the ray of a pixel |
//! | [`clip`] | the forms of a line; what a window leaves of lines and polygons |
//! | [`curve`] | Bezier, Hermite, B-spline and interpolating curves, and what one asks of them |
//! | [`surface`] | Bezier, Hermite, B-spline and Coons surfaces, and what one asks of them |
//! | [`tube`] | a curve with a radius, as a shape |
//! | [`easing`] | how a movement runs from 0 to 1 |
//! | [`solid_angle`] | how much of the view a shape takes |
//! | [`mesh`] | meshes of millions of triangles under such a tree |
//! | [`scene`] | placed meshes, each kept once however often it stands; all pairs of boxes that overlap; bodies that move |
//! | [`cast`] | from spans of a line to the hits of rays, segments and lines |
//! | [`certify`] | yes or no that is exactly right |
//! | [`exactly`] | the same for typed shapes: `intersects_exactly` |
//! | [`predicate`] | orientation, in-circle, in-sphere: exact signs |
//! | [`table`] | THE table of pairs, from which trait impls, dispatch, tests and docs come |
//! | [`batch`] | many pairs at once, eight side by side in lanes, on all cores |
//! | `floats` | contacts, manifolds and sweeps of any shapes in floats first |
//! | `body` | convex shapes against everything, by what they are made of |
//! | `composite` | shapes made of parts against everything |
//! | `curved` | shapes around an arc of a circle against everything |
//! | `separation` | how to take shapes apart that are not convex |
//! | `contains` | which shapes hold which |
//! | [`intersection`] | what two shapes have in common |
//! | [`extent`] | how far shapes reach: intervals along an axis, bounding spheres |
//! | [`trace`] | what an algorithm did, step by step |
//! | [`continuous`] | when deforming meshes first touch |
//! | [`turning`] | when shapes first touch, of which one moves and turns |
//! | [`custom`] | shapes of your own |
//! | [`any`] | any shape of two or three dimensions, every question between any two |
//!
//! [`d2`] and [`d3`] name the shapes with their vectors filled in: `d3::Sphere` is of `f32`, `d3::f64::Sphere` of
//! `f64`.
//!
//! # How large and how small
//!
//! Typed shapes are answered by formulas that multiply up to eight lengths, mostly two to four. Where such a product leaves the
//! normal numbers, answers may be wrong: from `2^-15` to `2^16` in `f32` and from `2^-127` to `2^128` in `f64` none does, and
//! many pairs go farther. [`any::Shape2`] and [`any::Shape3`] are first brought to ordinary size, and are asked at any;
//! `intersects_exactly` is right at any.
#![cfg_attr(not(feature = "std"), no_std)]
extern crate alloc;

/// README's examples, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The faulty formulas that the errata list, run as tests: they must go wrong as it says.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/errata.md")]
struct Errata;

/// The exercises' answers, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/exercises.md")]
struct Exercises;

pub mod any;
pub mod batch;
mod body;
pub mod bvh;
pub mod cancel;
pub mod cast;
pub mod certify;
pub mod clip;
mod composite;
pub mod contact_point;
mod contains;
pub mod continuous;
pub mod convex;
pub mod curve;
mod curved;
pub mod custom;
pub mod d2;
pub mod d3;
// For the program as well; it has nothing to do with shapes.
#[doc(hidden)]
pub mod each;
pub mod easing;
pub mod exactly;
#[cfg(feature = "explain")]
pub mod explain;
pub mod extent;
mod floats;
pub mod frame;
pub mod intersection;
pub mod mesh;
pub mod method;
pub mod number;
pub mod pair;
pub mod predicate;
pub mod question;
mod scale;
pub mod scene;
mod separation;
#[cfg(feature = "serde")]
mod serde_shapes;
pub mod shape;
pub mod solid_angle;
pub mod surface;
pub mod table;
pub mod trace;
pub mod tube;
pub mod turning;
pub mod vector;
