//! Other ways to the same answer, by name: for teaching, for comparing, and where one of them fits better.
//!
//! The kernels in [`pair`](crate::pair) are what to use: exact where numbers are, right for degenerate shapes,
//! without a tolerance. The methods here are the well-known textbook ones, each with its formula, when it is
//! the better choice, and how accurate it is. None has an absolute epsilon: where a method needs a tolerance it
//! is a length that the caller gives, and doubling every coordinate and the tolerance changes no answer.
//!
//! | module | methods |
//! |---|---|
//! | [`line_line`] | by cross products, by dot products; signed distance, coplanarity |
//! | [`point_line`] | by the cross product, by the dot product, by sums of lengths |
//! | [`point_triangle`] | by angles, by areas, by barycentric coordinates (Cramer's rule) |
//! | [`ray_triangle`] | by plane and left inverse, by plane and Cramer's rule, by triple products (Moeller-Trumbore) |

pub mod line_line;
pub mod point_line;
pub mod point_triangle;
pub mod ray_triangle;
