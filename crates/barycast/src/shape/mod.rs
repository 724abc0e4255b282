//! Shapes: one file each, with the fields, the checked constructor, the bounding box, the support
//! function and the closest point.
//!
//! `new` accepts any values; `try_new` checks them and returns an error that names the invalid
//! field. Queries never fail on valid shapes, and always return on invalid ones (NaN never hits).

/// Writes items for several shapes, each of which has the same name in their text.
macro_rules! for_shapes {
    ($Name:ident in [$($Shape:ident)*] $items:tt) => {$(
        const _: () = {
            // A type, not an import: the documentation names the shape.
            type $Name<V> = $crate::shape::$Shape<V>;
            $items
        };
    )*};
}
pub(crate) use for_shapes;

mod aabb;
mod annulus;
mod arc;
pub(crate) mod bounding_sphere;
mod capsule;
pub(crate) mod check;
mod compound;
mod cone;
mod convex;
mod corner_graph;
mod cylinder;
mod depth_range;
mod disc;
mod ellipsoid;
mod elliptic_cylinder;
#[doc(hidden)]
pub mod fields;
mod flat;
mod flat_polygon;
mod frustum;
mod half_space;
mod height_field;
pub(crate) mod hull;
mod infinite_cone;
mod infinite_cylinder;
mod line;
mod linear;
mod list_error;
pub(crate) mod mesh;
mod mesh_transform;
mod obb;
pub(crate) mod packed;
mod parallelogram;
mod plane;
mod point;
mod polygon;
mod polygon_holes;
mod polyline;
pub(crate) mod pose;
mod ray;
mod rotation;
mod rounded;
mod scalars;
mod scaled;
pub(crate) mod scanline;
mod segment;
mod sphere;
mod support;
mod tapered_capsule;
mod tetrahedron;
mod torus;
mod triangle;
mod truncated_cone;
mod view_cone;
mod voxels;

pub use aabb::Aabb;
pub use annulus::Annulus;
pub use arc::{Arc, Sector, Wedge};
pub use bounding_sphere::bounding_sphere;
pub use capsule::Capsule;
pub use check::ShapeError;
pub use compound::Compound;
pub(crate) use compound::RotatedGrid;
pub use cone::Cone;
pub use convex::Convex;
pub use corner_graph::CornerGraph;
pub use cylinder::Cylinder;
pub use depth_range::DepthRange;
pub use disc::Disc;
pub use ellipsoid::Ellipsoid;
pub use elliptic_cylinder::EllipticCylinder;
pub use flat::Flat;
pub use flat_polygon::FlatPolygon;
pub use frustum::Frustum;
pub use half_space::HalfSpace;
pub use height_field::HeightField;
pub use infinite_cone::InfiniteCone;
pub use infinite_cylinder::InfiniteCylinder;
pub use line::Line;
pub use linear::Linear;
pub use list_error::ListError;
pub use mesh::Mesh;
pub use obb::{Frame, Obb};
pub use parallelogram::Parallelogram;
pub use plane::Plane;
pub use point::Point;
pub use polygon::Polygon;
pub use polyline::Polyline;
pub use ray::Ray;
pub use rotation::Rotation;
pub use rounded::Rounded;
pub use scalars::{ScalarSource, Scalars};
pub use scaled::Scaled;
pub use segment::Segment;
pub use sphere::Sphere;
use support::halfway;
pub use support::{CoreShape, Support};
pub use tapered_capsule::TaperedCapsule;
pub use tetrahedron::Tetrahedron;
pub use torus::Torus;
pub use triangle::Triangle;
pub use truncated_cone::TruncatedCone;
pub(crate) use view_cone::Opened;
pub use view_cone::ViewCone;
pub use voxels::Voxels;
