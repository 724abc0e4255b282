//! The shapes in two dimensions: plain names of `f32`, and in [`mod@f64`] of `f64`.

/// [`shape::Aabb`](crate::shape::Aabb) of `Vec2`.
pub type Aabb = crate::shape::Aabb<glam::Vec2>;
/// [`shape::Annulus`](crate::shape::Annulus) of `Vec2`.
pub type Annulus = crate::shape::Annulus<glam::Vec2>;
/// [`shape::Arc`](crate::shape::Arc) of `Vec2`.
pub type Arc = crate::shape::Arc<glam::Vec2>;
/// [`shape::Capsule`](crate::shape::Capsule) of `Vec2`.
pub type Capsule = crate::shape::Capsule<glam::Vec2>;
/// [`shape::Convex`](crate::shape::Convex) of `Vec2`.
pub type Convex = crate::shape::Convex<glam::Vec2>;
/// [`shape::Ellipsoid`](crate::shape::Ellipsoid) of `Vec2`.
pub type Ellipsoid = crate::shape::Ellipsoid<glam::Vec2>;
/// [`shape::HalfSpace`](crate::shape::HalfSpace) of `Vec2`.
pub type HalfSpace = crate::shape::HalfSpace<glam::Vec2>;
/// [`shape::Line`](crate::shape::Line) of `Vec2`.
pub type Line = crate::shape::Line<glam::Vec2>;
/// [`shape::Obb`](crate::shape::Obb) of `Vec2`.
pub type Obb = crate::shape::Obb<glam::Vec2>;
/// [`shape::Parallelogram`](crate::shape::Parallelogram) of `Vec2`.
pub type Parallelogram = crate::shape::Parallelogram<glam::Vec2>;
/// [`shape::Plane`](crate::shape::Plane) of `Vec2`.
pub type Plane = crate::shape::Plane<glam::Vec2>;
/// [`shape::Point`](crate::shape::Point) of `Vec2`.
pub type Point = crate::shape::Point<glam::Vec2>;
/// [`shape::Polygon`](crate::shape::Polygon) of `Vec2`.
pub type Polygon = crate::shape::Polygon<glam::Vec2>;
/// [`shape::Polyline`](crate::shape::Polyline) of `Vec2`.
pub type Polyline = crate::shape::Polyline<glam::Vec2>;
/// [`shape::Ray`](crate::shape::Ray) of `Vec2`.
pub type Ray = crate::shape::Ray<glam::Vec2>;
/// [`shape::Sector`](crate::shape::Sector) of `Vec2`.
pub type Sector = crate::shape::Sector<glam::Vec2>;
/// [`shape::Segment`](crate::shape::Segment) of `Vec2`.
pub type Segment = crate::shape::Segment<glam::Vec2>;
/// [`shape::Sphere`](crate::shape::Sphere) of `Vec2`.
pub type Sphere = crate::shape::Sphere<glam::Vec2>;
/// [`shape::TaperedCapsule`](crate::shape::TaperedCapsule) of `Vec2`.
pub type TaperedCapsule = crate::shape::TaperedCapsule<glam::Vec2>;
/// [`shape::Triangle`](crate::shape::Triangle) of `Vec2`.
pub type Triangle = crate::shape::Triangle<glam::Vec2>;
/// [`shape::Voxels`](crate::shape::Voxels) of `Vec2`.
pub type Voxels = crate::shape::Voxels<glam::Vec2>;
/// [`shape::Wedge`](crate::shape::Wedge) of `Vec2`.
pub type Wedge = crate::shape::Wedge<glam::Vec2>;

/// The same names, in double precision.
pub mod f64 {
    /// [`shape::Aabb`](crate::shape::Aabb) of `DVec2`.
    pub type Aabb = crate::shape::Aabb<glam::DVec2>;
    /// [`shape::Annulus`](crate::shape::Annulus) of `DVec2`.
    pub type Annulus = crate::shape::Annulus<glam::DVec2>;
    /// [`shape::Arc`](crate::shape::Arc) of `DVec2`.
    pub type Arc = crate::shape::Arc<glam::DVec2>;
    /// [`shape::Capsule`](crate::shape::Capsule) of `DVec2`.
    pub type Capsule = crate::shape::Capsule<glam::DVec2>;
    /// [`shape::Convex`](crate::shape::Convex) of `DVec2`.
    pub type Convex = crate::shape::Convex<glam::DVec2>;
    /// [`shape::Ellipsoid`](crate::shape::Ellipsoid) of `DVec2`.
    pub type Ellipsoid = crate::shape::Ellipsoid<glam::DVec2>;
    /// [`shape::HalfSpace`](crate::shape::HalfSpace) of `DVec2`.
    pub type HalfSpace = crate::shape::HalfSpace<glam::DVec2>;
    /// [`shape::Line`](crate::shape::Line) of `DVec2`.
    pub type Line = crate::shape::Line<glam::DVec2>;
    /// [`shape::Obb`](crate::shape::Obb) of `DVec2`.
    pub type Obb = crate::shape::Obb<glam::DVec2>;
    /// [`shape::Parallelogram`](crate::shape::Parallelogram) of `DVec2`.
    pub type Parallelogram = crate::shape::Parallelogram<glam::DVec2>;
    /// [`shape::Plane`](crate::shape::Plane) of `DVec2`.
    pub type Plane = crate::shape::Plane<glam::DVec2>;
    /// [`shape::Point`](crate::shape::Point) of `DVec2`.
    pub type Point = crate::shape::Point<glam::DVec2>;
    /// [`shape::Polygon`](crate::shape::Polygon) of `DVec2`.
    pub type Polygon = crate::shape::Polygon<glam::DVec2>;
    /// [`shape::Polyline`](crate::shape::Polyline) of `DVec2`.
    pub type Polyline = crate::shape::Polyline<glam::DVec2>;
    /// [`shape::Ray`](crate::shape::Ray) of `DVec2`.
    pub type Ray = crate::shape::Ray<glam::DVec2>;
    /// [`shape::Sector`](crate::shape::Sector) of `DVec2`.
    pub type Sector = crate::shape::Sector<glam::DVec2>;
    /// [`shape::Segment`](crate::shape::Segment) of `DVec2`.
    pub type Segment = crate::shape::Segment<glam::DVec2>;
    /// [`shape::Sphere`](crate::shape::Sphere) of `DVec2`.
    pub type Sphere = crate::shape::Sphere<glam::DVec2>;
    /// [`shape::TaperedCapsule`](crate::shape::TaperedCapsule) of `DVec2`.
    pub type TaperedCapsule = crate::shape::TaperedCapsule<glam::DVec2>;
    /// [`shape::Triangle`](crate::shape::Triangle) of `DVec2`.
    pub type Triangle = crate::shape::Triangle<glam::DVec2>;
    /// [`shape::Voxels`](crate::shape::Voxels) of `DVec2`.
    pub type Voxels = crate::shape::Voxels<glam::DVec2>;
    /// [`shape::Wedge`](crate::shape::Wedge) of `DVec2`.
    pub type Wedge = crate::shape::Wedge<glam::DVec2>;
}
