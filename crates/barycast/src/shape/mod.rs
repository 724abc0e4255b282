//! The shapes: one file each, with its fields, checked constructor, bounds, support point and closest point.
//!
//! `new` takes the numbers as they are, `try_new` checks them and names the field that is wrong. Questions
//! never fail on valid shapes; on unchecked bad numbers they still return (NaN never hits).

mod aabb;
mod capsule;
mod check;
mod convex;
mod cylinder;
mod ellipsoid;
mod flat;
mod half_space;
pub(crate) mod hull;
mod infinite_cylinder;
mod line;
mod linear;
mod list_error;
pub(crate) mod mesh;
mod obb;
mod parallelogram;
mod plane;
mod point;
mod polygon;
mod ray;
mod rotation;
pub(crate) mod scan;
mod segment;
mod sphere;
mod support;
mod tetrahedron;
mod triangle;

pub use aabb::Aabb;
pub use capsule::Capsule;
pub use check::ShapeError;
pub use convex::Convex;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use flat::Flat;
pub use half_space::HalfSpace;
pub use infinite_cylinder::InfiniteCylinder;
pub use line::Line;
pub use linear::Linear;
pub use list_error::ListError;
pub use mesh::Mesh;
pub use obb::{Frame, Obb};
pub use parallelogram::Parallelogram;
pub use plane::{Plane, PlaneSide};
pub use point::Point;
pub use polygon::Polygon;
pub use ray::Ray;
pub use rotation::Rotation;
pub use segment::Segment;
pub use sphere::Sphere;
pub use support::Support;
pub use tetrahedron::Tetrahedron;
pub use triangle::Triangle;
