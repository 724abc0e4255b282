//! Geometric queries between shapes: intersection, distance, contact, ray casts, sweeps.
//!
//! One library for 2D and 3D, `f32` and `f64`, single pairs and SIMD lanes:
//!
//! ```
//! use barycast::d3::{Aabb, Ray, Sphere};
//! use glam::vec3;
//!
//! let ball = Sphere::new(vec3(0.0, 0.0, 0.0), 1.0);
//! let crate_ = Aabb::new(vec3(1.0, -1.0, -1.0), vec3(2.0, 1.0, 1.0));
//! assert!(ball.intersects(&crate_)); // touching counts: all shapes are closed sets
//! assert_eq!(ball.distance(&crate_), 0.0);
//!
//! let ray = Ray::new(vec3(-5.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0));
//! let hit = ray.cast(&ball).expect("aimed at its center");
//! assert_eq!(hit.t, 4.0);
//! ```
//!
//! The [guide](https://github.com/barycast/barycast/blob/main/docs/guide/src/introduction.md) has ten
//! tasks with programs: what is under the mouse, does the bullet hit the wall, is the point in the
//! mesh, which parts collide; and what is called how in Parry, Bevy, FCL, Embree and three.js.
//!
//! # Modules
//!
//! From the ground up: a module uses only the modules above it in this list.
//!
//! | module | contents |
//! |---|---|
//! | [`number`] | number types of the kernels: floats, SIMD lanes, double-doubles |
//! | [`vector`] | one trait for glam's vectors and for vectors over any other number type |
//! | [`exact`] | certified predicates: filtered floats, exact numbers, orientation, in-sphere |
//! | [`query`] | query traits and result types |
//! | [`bvh`] | bounding volume hierarchy |
//! | [`shape`] | shapes: fields, checked constructors, bounds, support functions |
//! | [`convex`] | GJK, EPA, sweeps and contact manifolds for pairs without a closed form |
//! | [`frame`] | homogeneous points and matrices, shadows, frames, cameras, picking rays |
//! | [`curve`] | Bezier, Hermite, B-spline and interpolating curves, tubes, easing functions |
//! | [`surface`] | Bezier, Hermite, B-spline and Coons surfaces |
//! | [`solid_angle`] | solid angles subtended by shapes |
//! | [`clip`] | line equations; clipping of lines and polygons |
//! | [`pair`] | a file per pair, the [table](pair::table) of pairs, [textbook methods](pair::method) |
//! | [`mesh`] | triangle meshes with a BVH; [continuous collision detection](mesh::continuous) |
//! | [`dynamic`] | type-erased shapes, every query between any two; user-defined shapes |
//! | [`scene`] | instanced meshes; broad phase; moving bodies |
//! | [`batch`] | many pairs at once, in SIMD lanes and on all cores |
//! | [`inspect`] | traces of an algorithm, step by step |
//!
//! [`d2`] and [`d3`] are aliases of the shapes with concrete vector types: `d3::Sphere` has `f32`
//! coordinates, `d3::f64::Sphere` has `f64` coordinates.
//!
//! # Features
//!
//! All modules are enabled by default. Without default features the crate consists of the
//! [shapes](shape) and the [pairs](pair), and compiles about as fast as parry3d for two boxes
//! (`bench/compile.sh`). The feature `std` uses the hardware square root; every other feature has
//! the name of its module:
//!
//! ```toml
//! barycast = { version = "0.1", default-features = false, features = ["std", "mesh"] }
//! ```
//!
//! | feature | adds | implies |
//! |---|---|---|
//! | `batch` | [`batch`] | |
//! | `curve` | [`curve`] | |
//! | `mesh` | [`mesh`] | |
//! | `surface` | [`surface`] | `curve` |
//! | `dynamic` | [`dynamic`]; some queries of typed shapes, see below | `mesh-shape`, `queries` |
//! | `queries` | the same, but no [`shape::Mesh`] can be built | `curve`, `mesh` |
//! | `mesh-shape` | [`shape::Mesh`] | `queries` |
//! | `scene` | [`scene`] | `dynamic` |
//! | `inspect` | [`inspect`] | `queries` |
//! | `explain` | a description, in words, of the algorithm behind each pair | `inspect` |
//! | `serde` | shapes in the format of the query protocol | `inspect` |
//! | `rayon` | parallel BVH builds and parallel batches of queries | `std` |
//!
//! The queries of typed shapes that need `queries` are `contains`, `intersects_exactly` and
//! `contact_point`.
//!
//! # Range of coordinates
//!
//! Queries on typed shapes use formulas that multiply up to eight lengths, mostly two to four.
//! Where such a product overflows or underflows the normal numbers, the result may be wrong. No
//! product does for lengths from `2^-15` to `2^16` in `f32` and from `2^-127` to `2^128` in `f64`;
//! many pairs have a wider range. [`Shape2`](dynamic::any::Shape2) and
//! [`Shape3`](dynamic::any::Shape3) are first scaled to an ordinary size and accept any finite
//! size; `intersects_exactly` is correct at any size.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(feature = "batch", feature = "scene", feature = "surface")),
    allow(dead_code, unused_imports, unused_macros, reason = "kernels used only by disabled features")
)]
extern crate alloc;

/// The examples of the README of this crate, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "batch")]
pub mod batch;
pub mod bvh;
pub mod clip;
pub mod convex;
#[cfg(feature = "curve")]
pub mod curve;
pub mod d2;
pub mod d3;
#[cfg(feature = "queries")]
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
