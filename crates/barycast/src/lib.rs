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
//! | [`number`] | what kernels are written over: floats, lanes, double-doubles |
//! | [`vector`] | one trait for glam's vectors and for vectors of any other number |
//! | [`exact`] | how a yes or no becomes certain: filtered floats, exact numbers; orientation, in-circle, in-sphere |
//! | [`query`] | the questions (traits) and their answers |
//! | [`bvh`] | a tree of boxes |
//! | [`shape`] | the shapes: fields, checked constructors, bounds, support points |
//! | [`convex`] | what answers pairs without a closed form: GJK, EPA, sweeps, manifolds |
//! | [`frame`] | homogeneous points and matrices, shadows, changes of frame, cameras, the ray of a pixel |
//! | [`curve`] | Bezier, Hermite, B-spline and interpolating curves, tubes around them, easings |
//! | [`surface`] | Bezier, Hermite, B-spline and Coons surfaces |
//! | [`solid_angle`] | how much of the view a shape takes |
//! | [`clip`] | the forms of a line; what a window leaves of lines and polygons |
//! | [`pair`] | a file for each pair of shapes, with all questions of the pair; THE [table](pair::table) of pairs; [textbook ways](pair::method) to the same answers |
//! | [`mesh`] | meshes of millions of triangles under a tree; [when deforming meshes first touch](mesh::continuous) |
//! | [`dynamic`] | any shape of two or three dimensions, every question between any two; shapes of your own |
//! | [`scene`] | placed meshes, each kept once however often it stands; all pairs of boxes that overlap; bodies that move |
//! | [`batch`] | many pairs at once, eight side by side in lanes, on all cores |
//! | [`inspect`] | what an algorithm did, step by step |
//!
//! [`d2`] and [`d3`] name the shapes with their vectors filled in: `d3::Sphere` is of `f32`, `d3::f64::Sphere` of
//! `f64`.
//!
//! # Features
//!
//! All modules are there by default. Without default features, what is left is the [shapes](shape) and the [pairs](pair): two boxes
//! compile about as fast as with parry3d (`bench/compile.sh`). `std` is the hardware's square root, and all else is named as its module:
//!
//! ```toml
//! barycast = { version = "0.1", default-features = false, features = ["std", "mesh"] }
//! ```
//!
//! | feature | what it adds | brings along |
//! |---|---|---|
//! | `batch` | [`batch`] | |
//! | `curve` | [`curve`] | |
//! | `mesh` | [`mesh`] | |
//! | `surface` | [`surface`] | `curve` |
//! | `dynamic` | [`dynamic`]; `contains`, `intersects_exactly` and `contact_point` of typed shapes | `curve`, `mesh` |
//! | `scene` | [`scene`] | `dynamic` |
//! | `inspect` | [`inspect`] | `dynamic` |
//! | `explain` | what answers each pair, in words | `inspect` |
//! | `serde` | shapes read and written as in the query protocol | `inspect` |
//! | `rayon` | trees built, and many questions answered, on all cores | `std` |
//!
//! # How large and how small
//!
//! Typed shapes are answered by formulas that multiply up to eight lengths, mostly two to four. Where such a product leaves the
//! normal numbers, answers may be wrong: from `2^-15` to `2^16` in `f32` and from `2^-127` to `2^128` in `f64` none does, and
//! many pairs go farther. [`Shape2`](dynamic::any::Shape2) and [`Shape3`](dynamic::any::Shape3) are first brought to ordinary size, and are asked at any;
//! `intersects_exactly` is right at any.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(
    not(all(feature = "batch", feature = "scene", feature = "surface")),
    allow(dead_code, unused_imports, unused_macros, reason = "kernels that only the features left out call")
)]
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

#[cfg(feature = "batch")]
pub mod batch;
pub mod bvh;
pub mod clip;
pub mod convex;
#[cfg(feature = "curve")]
pub mod curve;
pub mod d2;
pub mod d3;
#[cfg(feature = "dynamic")]
pub mod dynamic;
pub mod exact;
pub mod frame;
#[cfg(feature = "inspect")]
pub mod inspect;
#[cfg(feature = "mesh")]
pub mod mesh;
pub mod number;
pub mod pair;
pub mod query;
#[cfg(feature = "scene")]
pub mod scene;
pub mod shape;
pub mod solid_angle;
#[cfg(feature = "surface")]
pub mod surface;
pub mod vector;
