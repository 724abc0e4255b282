//! THE table of pairs.
//!
//! One row per pair of shapes: the file of its kernels, the two shapes, and the algorithm of each
//! query. The table generates the trait implementations in both orders, the exhaustive dispatch of
//! [`Shape2`](crate::dynamic::any::Shape2) and [`Shape3`](crate::dynamic::any::Shape3), and the
//! list that `barycast pairs`, the tests and the docs use. A shape without all its rows does not
//! compile.
//!
//! Words of the column `intersects`:
//!
//! - `exact`: the kernel `intersects` in the row's file, over any [`Field`](crate::number::Field).
//!   [`certify`](crate::exact::certify) makes it exact for all finite numbers.
//! - `gjk`: [`convex::gjk`](crate::convex::gjk), correct to 64 ulp of the largest coordinate, in
//!   double-double precision if `f64` does not decide.
//! - `own`: the kernel `intersects` in the row's file, which uses
//!   [`convex::gjk`](crate::convex::gjk) and is as accurate.
//! - `clipped`: the kernel `decide` in the row's file: `gjk` with the part of the unbounded shape
//!   that faces the other.
//!
//! Words of the column `distance`:
//!
//! - `closed`: the kernel `distance` in the row's file; 0 exactly if `intersects`, which is
//!   evaluated too.
//! - `agreed`: like `closed`, by the kernel `closest` over floats, which evaluates `intersects`
//!   only where needed.
//! - `gjk`: [`convex::gjk`](crate::convex::gjk).
//! - `clipped`: the kernel `outcome` in the row's file, as above.
//!
//! Words of the column `contact`:
//!
//! - `own`: the kernel `contact` in the row's file.
//! - `epa`: [`convex::contact`](crate::convex::contact), exact up to rounding for polytopes, and
//!   within its error bound for round shapes. `f32` is computed in `f64`, and both in double-double
//!   precision if that does not converge. For a flat shape deep inside a round one, accurate to
//!   3e-10 of the sizes where no better result is found.
//! - `no`: not defined, for shapes that are not convex.

/// Calls `$then!` with every row: in both dimensions, in 2D, in 3D; each with itself and with
/// another shape. Public for the project's own tests and benches, which are generated from the rows
/// too.
#[doc(hidden)]
#[macro_export]
macro_rules! with_rows {
    ($then:ident) => {
        $then! {
            both_same {
                aabb_aabb: Aabb Aabb, exact closed own;
                capsule_capsule: Capsule Capsule, exact closed own;
                ellipsoid_ellipsoid: Ellipsoid Ellipsoid, gjk gjk epa;
                half_space_half_space: HalfSpace HalfSpace, exact closed own;
                obb_obb: Obb Obb, exact gjk own;
                parallelogram_parallelogram: Parallelogram Parallelogram, exact closed epa;
                plane_plane: Plane Plane, exact closed epa;
                point_point: Point Point, exact closed epa;
                ray_ray: Line Line, exact closed epa;
                ray_ray: Ray Ray, exact closed epa;
                ray_ray: Segment Segment, exact agreed epa;
                sphere_sphere: Sphere Sphere, exact closed own;
                triangle_triangle: Triangle Triangle, exact closed epa;
            }
            both_pair {
                aabb_capsule: Aabb Capsule, exact closed own;
                aabb_ellipsoid: Aabb Ellipsoid, gjk gjk epa;
                aabb_half_space: Aabb HalfSpace, exact closed own;
                aabb_obb: Aabb Obb, exact gjk own;
                aabb_parallelogram: Aabb Parallelogram, exact gjk epa;
                aabb_plane: Aabb Plane, exact closed epa;
                aabb_point: Aabb Point, exact agreed epa;
                aabb_ray: Aabb Line, exact closed epa;
                aabb_ray: Aabb Ray, exact closed epa;
                aabb_ray: Aabb Segment, exact closed epa;
                aabb_sphere: Aabb Sphere, exact closed own;
                aabb_triangle: Aabb Triangle, exact gjk epa;
                capsule_ellipsoid: Capsule Ellipsoid, gjk gjk epa;
                capsule_half_space: Capsule HalfSpace, exact closed own;
                capsule_obb: Capsule Obb, exact closed own;
                capsule_parallelogram: Capsule Parallelogram, exact closed epa;
                capsule_plane: Capsule Plane, exact closed epa;
                capsule_point: Capsule Point, exact closed epa;
                capsule_ray: Capsule Line, exact closed epa;
                capsule_ray: Capsule Ray, exact closed epa;
                capsule_ray: Capsule Segment, exact closed epa;
                capsule_sphere: Capsule Sphere, exact closed own;
                capsule_triangle: Capsule Triangle, exact closed epa;
                ellipsoid_half_space: Ellipsoid HalfSpace, exact closed epa;
                ellipsoid_obb: Ellipsoid Obb, gjk gjk epa;
                ellipsoid_parallelogram: Ellipsoid Parallelogram, gjk gjk epa;
                ellipsoid_plane: Ellipsoid Plane, exact closed epa;
                ellipsoid_point: Ellipsoid Point, exact closed epa;
                ellipsoid_ray: Ellipsoid Line, exact clipped epa;
                ellipsoid_ray: Ellipsoid Ray, exact clipped epa;
                ellipsoid_ray: Ellipsoid Segment, exact clipped epa;
                ellipsoid_sphere: Ellipsoid Sphere, gjk gjk epa;
                ellipsoid_triangle: Ellipsoid Triangle, gjk gjk epa;
                half_space_obb: HalfSpace Obb, exact closed own;
                half_space_parallelogram: HalfSpace Parallelogram, exact closed epa;
                half_space_plane: HalfSpace Plane, exact closed epa;
                half_space_point: HalfSpace Point, exact closed epa;
                half_space_ray: HalfSpace Line, exact closed epa;
                half_space_ray: HalfSpace Ray, exact closed epa;
                half_space_ray: HalfSpace Segment, exact closed epa;
                half_space_sphere: HalfSpace Sphere, exact closed own;
                half_space_triangle: HalfSpace Triangle, exact closed epa;
                obb_parallelogram: Obb Parallelogram, exact gjk epa;
                obb_plane: Obb Plane, exact closed epa;
                obb_point: Obb Point, exact agreed epa;
                obb_ray: Obb Line, exact closed epa;
                obb_ray: Obb Ray, exact closed epa;
                obb_ray: Obb Segment, exact closed epa;
                obb_sphere: Obb Sphere, exact closed own;
                obb_triangle: Obb Triangle, exact gjk epa;
                parallelogram_plane: Parallelogram Plane, exact closed epa;
                parallelogram_point: Parallelogram Point, exact closed epa;
                parallelogram_ray: Parallelogram Line, exact closed epa;
                parallelogram_ray: Parallelogram Ray, exact closed epa;
                parallelogram_ray: Parallelogram Segment, exact closed epa;
                parallelogram_sphere: Parallelogram Sphere, exact closed epa;
                parallelogram_triangle: Parallelogram Triangle, exact closed epa;
                plane_point: Plane Point, exact closed epa;
                plane_ray: Plane Line, exact closed epa;
                plane_ray: Plane Ray, exact closed epa;
                plane_ray: Plane Segment, exact closed epa;
                plane_sphere: Plane Sphere, exact closed epa;
                plane_triangle: Plane Triangle, exact closed epa;
                point_ray: Point Line, exact closed epa;
                point_ray: Point Ray, exact closed epa;
                point_ray: Point Segment, exact closed epa;
                point_sphere: Point Sphere, exact closed epa;
                point_triangle: Point Triangle, exact closed epa;
                ray_ray: Line Ray, exact closed epa;
                ray_ray: Line Segment, exact closed epa;
                ray_ray: Ray Segment, exact closed epa;
                ray_sphere: Line Sphere, exact closed epa;
                ray_sphere: Ray Sphere, exact closed epa;
                ray_sphere: Segment Sphere, exact closed epa;
                ray_triangle: Line Triangle, exact closed epa;
                ray_triangle: Ray Triangle, exact closed epa;
                ray_triangle: Segment Triangle, exact closed epa;
                sphere_triangle: Sphere Triangle, exact closed epa;
            }
            d2_same {}
            d2_pair {}
            d3_same {
                cylinder_cylinder: Cylinder Cylinder, gjk gjk epa;
                infinite_cylinder_infinite_cylinder: InfiniteCylinder InfiniteCylinder, exact closed epa;
            }
            d3_pair {
                aabb_cylinder: Aabb Cylinder, gjk gjk epa;
                aabb_infinite_cylinder: Aabb InfiniteCylinder, exact closed epa;
                capsule_cylinder: Capsule Cylinder, gjk gjk epa;
                capsule_infinite_cylinder: Capsule InfiniteCylinder, exact closed epa;
                cylinder_ellipsoid: Cylinder Ellipsoid, gjk gjk epa;
                cylinder_half_space: Cylinder HalfSpace, exact closed epa;
                cylinder_infinite_cylinder: Cylinder InfiniteCylinder, own closed epa;
                cylinder_obb: Cylinder Obb, gjk gjk epa;
                cylinder_parallelogram: Cylinder Parallelogram, gjk gjk epa;
                cylinder_plane: Cylinder Plane, exact closed epa;
                cylinder_point: Cylinder Point, exact closed epa;
                cylinder_ray: Cylinder Line, exact closed epa;
                cylinder_ray: Cylinder Ray, exact closed epa;
                cylinder_ray: Cylinder Segment, exact gjk epa;
                cylinder_sphere: Cylinder Sphere, exact closed epa;
                cylinder_triangle: Cylinder Triangle, gjk gjk epa;
                ellipsoid_infinite_cylinder: Ellipsoid InfiniteCylinder, clipped clipped epa;
                half_space_infinite_cylinder: HalfSpace InfiniteCylinder, exact closed epa;
                infinite_cylinder_obb: InfiniteCylinder Obb, exact closed epa;
                infinite_cylinder_parallelogram: InfiniteCylinder Parallelogram, exact closed epa;
                infinite_cylinder_plane: InfiniteCylinder Plane, exact closed epa;
                infinite_cylinder_point: InfiniteCylinder Point, exact closed epa;
                infinite_cylinder_ray: InfiniteCylinder Line, exact closed epa;
                infinite_cylinder_ray: InfiniteCylinder Ray, exact closed epa;
                infinite_cylinder_ray: InfiniteCylinder Segment, exact closed epa;
                infinite_cylinder_sphere: InfiniteCylinder Sphere, exact closed epa;
                infinite_cylinder_triangle: InfiniteCylinder Triangle, exact closed epa;
            }
        }
    };
}
pub(crate) use crate::with_rows;

/// Calls `$then!` with its other arguments and with every shape of the rows: its type, its name in
/// the protocol, the file with its `span` (the basis of casts), the file with its
/// `signed_distance`, and its kind: a `solid`, a `surface`, or `mixed` (solid in 2D, a surface in
/// 3D). Then with the [bodies](with_bodies).
macro_rules! with_shapes {
    ([$($then:tt)*] $($before:tt)*) => {
        $crate::pair::table::with_bodies! { [$($then)*]
            $($before)*
            both {
                Point point, point_ray point_point surface;
                Line line, ray_ray point_ray surface;
                Ray ray, ray_ray point_ray surface;
                Segment segment, ray_ray point_ray surface;
                Plane plane, plane_ray plane_point surface;
                HalfSpace half_space, half_space_ray half_space_point solid;
                Sphere sphere, ray_sphere point_sphere solid;
                Aabb aabb, aabb_ray aabb_point solid;
                Obb obb, obb_ray obb_point solid;
                Capsule capsule, capsule_ray capsule_point solid;
                Ellipsoid ellipsoid, ellipsoid_ray ellipsoid_point solid;
                Triangle triangle, ray_triangle point_triangle mixed;
                Parallelogram parallelogram, parallelogram_ray parallelogram_point mixed;
            }
            d2 {}
            d3 {
                Cylinder cylinder, cylinder_ray cylinder_point solid;
                InfiniteCylinder infinite_cylinder, infinite_cylinder_ray infinite_cylinder_point solid;
            }
        }
    };
}
pub(crate) use with_shapes;

/// Calls `$then!` with its other arguments and with every convex shape without a row, which
/// `convex_body` handles by its parts: its type, its name in the protocol, and whether it is a
/// `solid` or a `surface`; then with the nonconvex shapes.
macro_rules! with_bodies {
    ([$($then:tt)*] $($before:tt)*) => {
        $crate::pair::table::with_composites! { [$($then)*]
            $($before)*
            bodies_both {
                Convex convex solid;
                TaperedCapsule tapered_capsule solid;
            }
            bodies_d2 {
                Wedge wedge solid;
            }
            bodies_d3 {
                Cone cone solid;
                Disc disc surface;
                EllipticCylinder elliptic_cylinder solid;
                Frustum frustum solid;
                InfiniteCone infinite_cone solid;
                Tetrahedron tetrahedron solid;
                TruncatedCone truncated_cone solid;
                ViewCone view_cone solid;
            }
        }
    };
}
pub(crate) use with_bodies;

/// Calls `$then!` with its other arguments and with every nonconvex shape. For composite shapes
/// (handled by `composite`): the type, its name in the protocol, and the file in
/// `dynamic/composite/` that intersects lines with it. For shapes around an arc (handled by `arc`):
/// the type, its name, and its kind.
macro_rules! with_composites {
    ([$($then:tt)*] $($before:tt)*) => {
        $($then)* ! {
            $($before)*
            composites_d2 {
                Compound compound union [Compound<Shape2>];
                Polygon polygon polygon [Polygon<DVec2>];
                Polyline polyline union [Polyline<DVec2>];
                Sector sector union [Sector<DVec2>];
                Voxels voxels union [Voxels<DVec2>];
            }
            composites_d3 {
                Compound compound union [Compound<Shape3>];
                FlatPolygon polygon flat [FlatPolygon<DVec3>];
                HeightField height_field flat [HeightField<DVec3>];
                Mesh mesh mesh [Mesh<DVec3>];
                Polyline polyline union [Polyline<DVec3>];
                Voxels voxels union [Voxels<DVec3>];
            }
            curved_d2 {
                Annulus annulus solid;
                Arc arc surface;
            }
            curved_d3 {
                Torus torus solid;
            }
        }
    };
}
pub(crate) use with_composites;

/// Calls `$then!` twice, with the shapes of 2D and with those of 3D: the enum of all shapes, its
/// vectors, vectors over other numbers, the trait of the vectors, those of `f32`, and four lists of
/// `Type name [rest];`, where the rest is that of the table. The rows, the bodies and the shapes
/// around an arc are one shape each; the composites have parts.
macro_rules! with_dimensions {
    ($then:ident) => {
        $crate::pair::table::with_shapes! { [$crate::pair::table::split_dimensions] $then }
    };
}
pub(crate) use with_dimensions;

macro_rules! split_dimensions {
    ($then:ident
     both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident $cp_type:tt;)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident $cs_type:tt;)* }
     curved_d2 { $($up:ident $up_name:ident $up_kind:ident;)* }
     curved_d3 { $($us:ident $us_name:ident $us_kind:ident;)* }) => {
        $then! {
            Shape2 DVec2 V2 Vector2 [Vec2]
            rows { $($b $b_name [$b_ray $b_point $b_kind];)* }
            bodies { $($bb $bb_name [$bb_kind];)* $($bp $bp_name [$bp_kind];)* }
            curved { $($up $up_name [$up_kind];)* }
            composites { $($cp $cp_name [$cp_file $cp_type];)* }
        }
        $then! {
            Shape3 DVec3 V3 Vector3 [Vec3 Vec3A]
            rows { $($b $b_name [$b_ray $b_point $b_kind];)* $($s $s_name [$s_ray $s_point $s_kind];)* }
            bodies { $($bb $bb_name [$bb_kind];)* $($bs $bs_name [$bs_kind];)* }
            curved { $($us $us_name [$us_kind];)* }
            composites { $($cs $cs_name [$cs_file $cs_type];)* }
        }
    };
}
pub(crate) use split_dimensions;

/// Calls `$then!` three times, with the convex shapes of both dimensions, of 2D and of 3D: the
/// trait of their vectors, and the lists of rows and bodies as [`with_dimensions`] has them.
macro_rules! with_vectors {
    ($then:ident) => {
        $crate::pair::table::with_shapes! { [$crate::pair::table::split_vectors] $then }
    };
}
pub(crate) use with_vectors;

macro_rules! split_vectors {
    ($then:ident
     both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* } $($rest:tt)*) => {
        $then! { Vector rows { $($b $b_name [$b_ray $b_point $b_kind];)* } bodies { $($bb $bb_name [$bb_kind];)* } }
        $then! { Vector2 rows {} bodies { $($bp $bp_name [$bp_kind];)* } }
        $then! { Vector3 rows { $($s $s_name [$s_ray $s_point $s_kind];)* } bodies { $($bs $bs_name [$bs_kind];)* } }
    };
}
pub(crate) use split_vectors;

/// Names a shape with one type of vectors.
macro_rules! name_type {
    // For `f64` only, and for shapes of any kind.
    (Mesh $V:ident) => {};
    (Compound $V:ident) => {};
    ($Shape:ident $V:ident) => {
        #[doc = concat!("[`shape::", stringify!($Shape), "`](crate::shape::", stringify!($Shape), ") of `", stringify!($V), "`.")]
        pub type $Shape = crate::shape::$Shape<glam::$V>;
    };
}
pub(crate) use name_type;

/// Writes items for every shape with rows, which has the given name in their text.
macro_rules! for_rows {
    ($Name:ident $items:tt) => {
        $crate::pair::table::with_shapes! { [$crate::pair::table::items_of_rows] $Name $items }
    };
}
pub(crate) use for_rows;

macro_rules! items_of_rows {
    ($Name:ident $items:tt
     both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* } $($rest:tt)*) => {
        $crate::shape::for_shapes!($Name in [$($b)* $($s)*] $items);
    };
}
pub(crate) use items_of_rows;

/// Adds methods to every convex shape. In their text, `V` is the type of the vectors.
macro_rules! methods_of_convex_shapes {
    ($($method:tt)*) => {
        $crate::pair::table::with_shapes! { [$crate::pair::table::methods_of_lists] { $($method)* } }
    };
}
pub(crate) use methods_of_convex_shapes;

macro_rules! methods_of_lists {
    ($methods:tt
     both { $($b:ident $b_name:ident, $b_ray:ident $b_point:ident $b_kind:ident;)* } d2 {}
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_point:ident $s_kind:ident;)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* } $($rest:tt)*) => {
        $(impl<V: $crate::vector::Vector> $crate::shape::$b<V> $methods)*
        $(impl<V: $crate::vector::Vector> $crate::shape::$bb<V> $methods)*
        $(impl<V: $crate::vector::Vector2> $crate::shape::$bp<V> $methods)*
        $(impl<V: $crate::vector::Vector3> $crate::shape::$s<V> $methods)*
        $(impl<V: $crate::vector::Vector3> $crate::shape::$bs<V> $methods)*
    };
}
pub(crate) use methods_of_lists;

/// A row of the table, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Name of the pair, and of its file in `pair/` if it has one.
    pub name: &'static str,
    /// Types of the two shapes.
    pub shapes: [&'static str; 2],
    /// Dimensions: `"both"`, `"2D"` or `"3D"`.
    pub dimensions: &'static str,
    /// Algorithms of `intersects`, `distance` and `contact`.
    pub answers: [&'static str; 3],
}

/// Pairs of types without a row whose `intersects` is exact too, in 3D.
pub const EXACT_BODIES: &[[&str; 2]] = &[
    ["Cone", "HalfSpace"],
    ["Cone", "Line"],
    ["Cone", "Plane"],
    ["Cone", "Point"],
    ["Cone", "Ray"],
    ["Cone", "Segment"],
    ["Disc", "HalfSpace"],
    ["Disc", "Line"],
    ["Disc", "Plane"],
    ["Disc", "Point"],
    ["Disc", "Ray"],
    ["Disc", "Segment"],
    ["HalfSpace", "TruncatedCone"],
    ["Line", "TruncatedCone"],
    ["Plane", "TruncatedCone"],
    ["Point", "TruncatedCone"],
    ["Ray", "TruncatedCone"],
    ["Segment", "TruncatedCone"],
];

macro_rules! list_rows {
    (both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        /// All rows.
        pub const ROWS: &[Row] = list_rows!(@each ["both" $($b1)* $($b2)*] ["2D" $($p1)* $($p2)*] ["3D" $($s1)* $($s2)*]);
    };
    (@each $([$dims:literal $($name:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*])*) => {
        &[$($(Row {
            name: stringify!($name),
            shapes: [stringify!($a), stringify!($b)],
            dimensions: $dims,
            answers: [stringify!($i), stringify!($d), stringify!($c)],
        },)*)*]
    };
}
with_rows!(list_rows);

/// Calls `$then!` with the shapes without a row that have a closed form for lines: the type, the
/// file with its `span`, the dimensions, and the kind.
macro_rules! with_casts {
    ($then:ident) => {
        $then! {
            Cone cone_ray Vector3 solid;
            Disc disc_ray Vector3 surface;
            EllipticCylinder elliptic_cylinder_ray Vector3 solid;
            InfiniteCone infinite_cone_ray Vector3 solid;
            TaperedCapsule ray_tapered_capsule Vector solid;
            TruncatedCone ray_truncated_cone Vector3 solid;
            ViewCone ray_view_cone Vector3 solid;
            Wedge ray_wedge Vector2 solid;
        }
    };
}
pub(crate) use with_casts;

/// Like `with_casts`, for shapes that a line may intersect in several spans: the file has `spans`.
macro_rules! with_curved_casts {
    ($then:ident) => {
        $then! {
            Annulus annulus_ray Vector2 solid;
            Arc arc_ray Vector2 surface;
            Torus ray_torus Vector3 solid;
        }
    };
}
pub(crate) use with_curved_casts;
