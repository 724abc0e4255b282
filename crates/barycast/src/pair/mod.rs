//! Every pair of shapes that has a kernel of its own: one file each, named alphabetically.
//!
//! Line, ray and segment are one kernel over another range of `t`, so all three stand in the file of the ray:
//! `aabb_ray` answers for lines and segments too. A file answers, in this order and as far as the question has
//! a meaning: `intersects`, `distance`, `contact`, `span` (what casts are made of), `intersection`. Pairs without
//! a file are answered by [`convex`](crate::convex) or [`composite`](crate::composite), as the
//! [table](crate::table) says.

pub mod aabb_aabb;
pub mod aabb_capsule;
pub mod aabb_half_space;
pub mod aabb_infinite_cylinder;
pub mod aabb_obb;
pub mod aabb_parallelogram;
pub mod aabb_plane;
pub mod aabb_point;
pub mod aabb_ray;
pub mod aabb_sphere;
pub mod aabb_triangle;
pub mod capsule_capsule;
pub mod capsule_half_space;
pub mod capsule_infinite_cylinder;
pub mod capsule_obb;
pub mod capsule_parallelogram;
pub mod capsule_plane;
pub mod capsule_point;
pub mod capsule_ray;
pub mod capsule_sphere;
pub mod capsule_triangle;
pub mod cylinder_half_space;
pub mod cylinder_plane;
pub mod cylinder_point;
pub mod cylinder_ray;
pub mod cylinder_sphere;
pub mod half_space_half_space;
pub mod half_space_infinite_cylinder;
pub mod half_space_obb;
pub mod half_space_parallelogram;
pub mod half_space_plane;
pub mod half_space_point;
pub mod half_space_ray;
pub mod half_space_sphere;
pub mod half_space_triangle;
pub mod infinite_cylinder_infinite_cylinder;
pub mod infinite_cylinder_plane;
pub mod infinite_cylinder_point;
pub mod infinite_cylinder_ray;
pub mod infinite_cylinder_sphere;
pub mod obb_obb;
pub mod obb_parallelogram;
pub mod obb_plane;
pub mod obb_point;
pub mod obb_ray;
pub mod obb_sphere;
pub mod obb_triangle;
pub mod parallelogram_parallelogram;
pub mod parallelogram_plane;
pub mod parallelogram_point;
pub mod parallelogram_ray;
pub mod parallelogram_sphere;
pub mod parallelogram_triangle;
pub mod plane_plane;
pub mod plane_point;
pub mod plane_ray;
pub mod plane_sphere;
pub mod plane_triangle;
pub mod point_point;
pub mod point_ray;
pub mod point_sphere;
pub mod point_triangle;
pub mod ray_ray;
pub mod ray_sphere;
pub mod ray_triangle;
pub mod sphere_sphere;
pub mod sphere_triangle;
pub mod triangle_triangle;
