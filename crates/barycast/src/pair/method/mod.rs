//! Textbook methods for the same queries, by name: for teaching, for comparison, and for special
//! needs.
//!
//! The kernels in [`pair`](crate::pair) are the ones to use: exact where the numbers are, correct
//! for degenerate shapes, without a tolerance. The methods here are the well-known alternatives,
//! each with its formula, its advantage and its accuracy. None has an absolute epsilon: where a
//! method needs a tolerance, it is a length given by the caller, and scaling all coordinates and
//! the tolerance does not change the result. `docs/methods.md` has measurements of the cost and the
//! loss of digits of the ray tests against boxes, spheres and cylinders.
//!
//! | module | methods |
//! |---|---|
//! | [`line_infinite_cylinder`] | by the common normal: angle, closest points and both crossings |
//! | [`line_line`] | by cross products, by dot products; signed distance, coplanarity |
//! | [`point_line`] | by the cross product, by the dot product, by sums of lengths |
//! | [`point_triangle`] | by angles, by areas, by barycentric coordinates (Cramer's rule) |
//! | [`ray_aabb`] | slabs (Kay-Kajiya), candidate planes (Woo), slopes (Eisemann), separating axes |
//! | [`ray_obb`] | slabs along the axes, in the box frame, by the unit cube |
//! | [`ray_sphere`] | by Pythagoras, by the quadratic equation |
//! | [`ray_triangle`] | plane and left inverse, plane and Cramer's rule, Möller-Trumbore |

#![allow(clippy::neg_cmp_op_on_partial_ord, reason = "a comparison with NaN is a miss")]

pub mod line_infinite_cylinder;
pub mod line_line;
pub mod point_line;
pub mod point_triangle;
pub mod ray_aabb;
pub mod ray_obb;
pub mod ray_sphere;
pub mod ray_triangle;
