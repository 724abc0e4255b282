//! Other ways to the same answer, by name: for teaching, for comparing, and where one of them fits better.
//!
//! The kernels in [`pair`](crate::pair) are what to use: exact where numbers are, right for degenerate shapes,
//! without a tolerance. The methods here are the well-known textbook ones, each with its formula, when it is
//! the better choice, and how accurate it is. None has an absolute epsilon: where a method needs a tolerance it
//! is a length that the caller gives, and doubling every coordinate and the tolerance changes no answer. What rays at boxes, spheres and
//! cylinders cost and where each method loses digits is measured in `docs/methods.md`.
//!
//! | module | methods |
//! |---|---|
//! | [`line_infinite_cylinder`] | by the common normal: angle, nearest points and both crossings |
//! | [`line_line`] | by cross products, by dot products; signed distance, coplanarity |
//! | [`point_line`] | by the cross product, by the dot product, by sums of lengths |
//! | [`point_triangle`] | by angles, by areas, by barycentric coordinates (Cramer's rule) |
//! | [`ray_aabb`] | by slabs (Kay-Kajiya), by candidate planes (Woo), by slopes (Eisemann), a segment by separating axes |
//! | [`ray_obb`] | by slabs along its axes, in its frame, by the unit cube |
//! | [`ray_sphere`] | by Pythagoras, by the quadratic equation |
//! | [`ray_triangle`] | by plane and left inverse, by plane and Cramer's rule, by triple products (Moeller-Trumbore) |

#![allow(clippy::neg_cmp_op_on_partial_ord, reason = "a comparison with NaN is a miss")]

pub mod line_infinite_cylinder;
pub mod line_line;
pub mod point_line;
pub mod point_triangle;
pub mod ray_aabb;
pub mod ray_obb;
pub mod ray_sphere;
pub mod ray_triangle;
