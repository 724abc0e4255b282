//! The shapes in three dimensions: plain names of `f32`, and in [`mod@f64`] of `f64`.

/// [`shape::Aabb`](crate::shape::Aabb) of `Vec3`.
pub type Aabb = crate::shape::Aabb<glam::Vec3>;
/// [`shape::Capsule`](crate::shape::Capsule) of `Vec3`.
pub type Capsule = crate::shape::Capsule<glam::Vec3>;
/// [`shape::Cone`](crate::shape::Cone) of `Vec3`.
pub type Cone = crate::shape::Cone<glam::Vec3>;
/// [`shape::Convex`](crate::shape::Convex) of `Vec3`.
pub type Convex = crate::shape::Convex<glam::Vec3>;
/// [`shape::Cylinder`](crate::shape::Cylinder) of `Vec3`.
pub type Cylinder = crate::shape::Cylinder<glam::Vec3>;
/// [`shape::Disc`](crate::shape::Disc) of `Vec3`.
pub type Disc = crate::shape::Disc<glam::Vec3>;
/// [`shape::Ellipsoid`](crate::shape::Ellipsoid) of `Vec3`.
pub type Ellipsoid = crate::shape::Ellipsoid<glam::Vec3>;
/// [`shape::EllipticCylinder`](crate::shape::EllipticCylinder) of `Vec3`.
pub type EllipticCylinder = crate::shape::EllipticCylinder<glam::Vec3>;
/// [`shape::FlatPolygon`](crate::shape::FlatPolygon) of `Vec3`.
pub type FlatPolygon = crate::shape::FlatPolygon<glam::Vec3>;
/// [`shape::Frustum`](crate::shape::Frustum) of `Vec3`.
pub type Frustum = crate::shape::Frustum<glam::Vec3>;
/// [`shape::HalfSpace`](crate::shape::HalfSpace) of `Vec3`.
pub type HalfSpace = crate::shape::HalfSpace<glam::Vec3>;
/// [`shape::HeightField`](crate::shape::HeightField) of `Vec3`.
pub type HeightField = crate::shape::HeightField<glam::Vec3>;
/// [`shape::InfiniteCone`](crate::shape::InfiniteCone) of `Vec3`.
pub type InfiniteCone = crate::shape::InfiniteCone<glam::Vec3>;
/// [`shape::InfiniteCylinder`](crate::shape::InfiniteCylinder) of `Vec3`.
pub type InfiniteCylinder = crate::shape::InfiniteCylinder<glam::Vec3>;
/// [`shape::Line`](crate::shape::Line) of `Vec3`.
pub type Line = crate::shape::Line<glam::Vec3>;
/// [`shape::Obb`](crate::shape::Obb) of `Vec3`.
pub type Obb = crate::shape::Obb<glam::Vec3>;
/// [`shape::Parallelogram`](crate::shape::Parallelogram) of `Vec3`.
pub type Parallelogram = crate::shape::Parallelogram<glam::Vec3>;
/// [`shape::Plane`](crate::shape::Plane) of `Vec3`.
pub type Plane = crate::shape::Plane<glam::Vec3>;
/// [`shape::Point`](crate::shape::Point) of `Vec3`.
pub type Point = crate::shape::Point<glam::Vec3>;
/// [`shape::Polyline`](crate::shape::Polyline) of `Vec3`.
pub type Polyline = crate::shape::Polyline<glam::Vec3>;
/// [`shape::Ray`](crate::shape::Ray) of `Vec3`.
pub type Ray = crate::shape::Ray<glam::Vec3>;
/// [`shape::Segment`](crate::shape::Segment) of `Vec3`.
pub type Segment = crate::shape::Segment<glam::Vec3>;
/// [`shape::Sphere`](crate::shape::Sphere) of `Vec3`.
pub type Sphere = crate::shape::Sphere<glam::Vec3>;
/// [`shape::TaperedCapsule`](crate::shape::TaperedCapsule) of `Vec3`.
pub type TaperedCapsule = crate::shape::TaperedCapsule<glam::Vec3>;
/// [`shape::Tetrahedron`](crate::shape::Tetrahedron) of `Vec3`.
pub type Tetrahedron = crate::shape::Tetrahedron<glam::Vec3>;
/// [`shape::Torus`](crate::shape::Torus) of `Vec3`.
pub type Torus = crate::shape::Torus<glam::Vec3>;
/// [`shape::Triangle`](crate::shape::Triangle) of `Vec3`.
pub type Triangle = crate::shape::Triangle<glam::Vec3>;
/// [`shape::TruncatedCone`](crate::shape::TruncatedCone) of `Vec3`.
pub type TruncatedCone = crate::shape::TruncatedCone<glam::Vec3>;
/// [`shape::Voxels`](crate::shape::Voxels) of `Vec3`.
pub type Voxels = crate::shape::Voxels<glam::Vec3>;

/// The same names, in double precision.
pub mod f64 {
    /// [`shape::Aabb`](crate::shape::Aabb) of `DVec3`.
    pub type Aabb = crate::shape::Aabb<glam::DVec3>;
    /// [`shape::Capsule`](crate::shape::Capsule) of `DVec3`.
    pub type Capsule = crate::shape::Capsule<glam::DVec3>;
    /// [`shape::Cone`](crate::shape::Cone) of `DVec3`.
    pub type Cone = crate::shape::Cone<glam::DVec3>;
    /// [`shape::Convex`](crate::shape::Convex) of `DVec3`.
    pub type Convex = crate::shape::Convex<glam::DVec3>;
    /// [`shape::Cylinder`](crate::shape::Cylinder) of `DVec3`.
    pub type Cylinder = crate::shape::Cylinder<glam::DVec3>;
    /// [`shape::Disc`](crate::shape::Disc) of `DVec3`.
    pub type Disc = crate::shape::Disc<glam::DVec3>;
    /// [`shape::Ellipsoid`](crate::shape::Ellipsoid) of `DVec3`.
    pub type Ellipsoid = crate::shape::Ellipsoid<glam::DVec3>;
    /// [`shape::EllipticCylinder`](crate::shape::EllipticCylinder) of `DVec3`.
    pub type EllipticCylinder = crate::shape::EllipticCylinder<glam::DVec3>;
    /// [`shape::FlatPolygon`](crate::shape::FlatPolygon) of `DVec3`.
    pub type FlatPolygon = crate::shape::FlatPolygon<glam::DVec3>;
    /// [`shape::Frustum`](crate::shape::Frustum) of `DVec3`.
    pub type Frustum = crate::shape::Frustum<glam::DVec3>;
    /// [`shape::HalfSpace`](crate::shape::HalfSpace) of `DVec3`.
    pub type HalfSpace = crate::shape::HalfSpace<glam::DVec3>;
    /// [`shape::HeightField`](crate::shape::HeightField) of `DVec3`.
    pub type HeightField = crate::shape::HeightField<glam::DVec3>;
    /// [`shape::InfiniteCone`](crate::shape::InfiniteCone) of `DVec3`.
    pub type InfiniteCone = crate::shape::InfiniteCone<glam::DVec3>;
    /// [`shape::InfiniteCylinder`](crate::shape::InfiniteCylinder) of `DVec3`.
    pub type InfiniteCylinder = crate::shape::InfiniteCylinder<glam::DVec3>;
    /// [`shape::Line`](crate::shape::Line) of `DVec3`.
    pub type Line = crate::shape::Line<glam::DVec3>;
    /// [`shape::Obb`](crate::shape::Obb) of `DVec3`.
    pub type Obb = crate::shape::Obb<glam::DVec3>;
    /// [`shape::Parallelogram`](crate::shape::Parallelogram) of `DVec3`.
    pub type Parallelogram = crate::shape::Parallelogram<glam::DVec3>;
    /// [`shape::Plane`](crate::shape::Plane) of `DVec3`.
    pub type Plane = crate::shape::Plane<glam::DVec3>;
    /// [`shape::Point`](crate::shape::Point) of `DVec3`.
    pub type Point = crate::shape::Point<glam::DVec3>;
    /// [`shape::Polyline`](crate::shape::Polyline) of `DVec3`.
    pub type Polyline = crate::shape::Polyline<glam::DVec3>;
    /// [`shape::Ray`](crate::shape::Ray) of `DVec3`.
    pub type Ray = crate::shape::Ray<glam::DVec3>;
    /// [`shape::Segment`](crate::shape::Segment) of `DVec3`.
    pub type Segment = crate::shape::Segment<glam::DVec3>;
    /// [`shape::Sphere`](crate::shape::Sphere) of `DVec3`.
    pub type Sphere = crate::shape::Sphere<glam::DVec3>;
    /// [`shape::TaperedCapsule`](crate::shape::TaperedCapsule) of `DVec3`.
    pub type TaperedCapsule = crate::shape::TaperedCapsule<glam::DVec3>;
    /// [`shape::Tetrahedron`](crate::shape::Tetrahedron) of `DVec3`.
    pub type Tetrahedron = crate::shape::Tetrahedron<glam::DVec3>;
    /// [`shape::Torus`](crate::shape::Torus) of `DVec3`.
    pub type Torus = crate::shape::Torus<glam::DVec3>;
    /// [`shape::Triangle`](crate::shape::Triangle) of `DVec3`.
    pub type Triangle = crate::shape::Triangle<glam::DVec3>;
    /// [`shape::TruncatedCone`](crate::shape::TruncatedCone) of `DVec3`.
    pub type TruncatedCone = crate::shape::TruncatedCone<glam::DVec3>;
    /// [`shape::Voxels`](crate::shape::Voxels) of `DVec3`.
    pub type Voxels = crate::shape::Voxels<glam::DVec3>;
}
