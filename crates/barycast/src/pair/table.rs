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

/// Defines macros that call another one with a list: `name!(then)` expands to `then! { list }`, and
/// `name!([path::then] before)` to `path::then! { before list }`.
macro_rules! lists {
    ($d:tt $($(#[$attribute:meta])* $name:ident { $($list:tt)* })*) => {$(
        $(#[$attribute])*
        macro_rules! $name {
            ($d then:ident) => { $d then! { $($list)* } };
            ([$d($d then:tt)*] $d($d before:tt)*) => { $d($d then)* ! { $d($d before)* $($list)* } };
        }
        pub(crate) use $name;
    )*};
}

lists! { $
/// Calls `$then!` with every row: in both dimensions, in 2D, in 3D; each with itself and with
/// another shape. Public for the project's own tests and benches, which are generated from the rows
/// too.
#[doc(hidden)]
#[macro_export]
with_rows {
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

/// Calls `$then!` with every shape. First those of the rows: the type, its name in the protocol, the
/// file of its casts and the function there (`span`, or a `cast` that is quicker), the file with its
/// `signed_distance`, and its [kind](kinds). Then, as bodies, the convex shapes without a row, which
/// `convex_body` handles by their parts: the type, its name, and its kind. Then the nonconvex shapes.
/// For composite shapes (handled by `composite`): the type, its name, and the file in
/// `dynamic/composite/` that intersects lines with it. For shapes around an arc (handled by `arc`):
/// the type, its name, and its kind.
with_shapes {
    both {
        Point point, point_ray span point_point surface;
        Line line, ray_ray span point_ray surface;
        Ray ray, ray_ray span point_ray surface;
        Segment segment, ray_ray span point_ray surface;
        Plane plane, plane_ray span plane_point surface;
        HalfSpace half_space, half_space_ray span half_space_point solid;
        Sphere sphere, ray_sphere cast point_sphere solid;
        Aabb aabb, aabb_ray cast aabb_point solid;
        Obb obb, obb_ray span obb_point solid;
        Capsule capsule, capsule_ray cast capsule_point solid;
        Ellipsoid ellipsoid, ellipsoid_ray span ellipsoid_point solid;
        Triangle triangle, ray_triangle span point_triangle mixed;
        Parallelogram parallelogram, parallelogram_ray span parallelogram_point mixed;
    }
    d3 {
        Cylinder cylinder, cylinder_ray span cylinder_point solid;
        InfiniteCylinder infinite_cylinder, infinite_cylinder_ray span infinite_cylinder_point solid;
    }
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

/// Calls `$then!` with the shapes without a row that have a closed form for lines: the type, the file
/// of its casts, the function there (`spans` if a line may intersect it in several spans), the trait
/// of its vectors, and its kind.
with_casts {
    Cone cone_ray span Vector3 solid;
    Disc disc_ray span Vector3 surface;
    EllipticCylinder elliptic_cylinder_ray span Vector3 solid;
    InfiniteCone infinite_cone_ray span Vector3 solid;
    TaperedCapsule ray_tapered_capsule span Vector solid;
    TruncatedCone ray_truncated_cone span Vector3 solid;
    ViewCone ray_view_cone span Vector3 solid;
    Wedge ray_wedge span Vector2 solid;
    Annulus annulus_ray spans Vector2 solid;
    Arc arc_ray spans Vector2 surface;
    Torus ray_torus spans Vector3 solid;
}
}

/// The kinds of shapes, as tests whether a shape of this kind has an interior.
pub(crate) mod kinds {
    /// Has an interior.
    pub(crate) const fn solid(_dimension: usize) -> bool {
        true
    }

    /// Has none.
    pub(crate) const fn surface(_dimension: usize) -> bool {
        false
    }

    /// Has one in 2D.
    pub(crate) const fn mixed(dimension: usize) -> bool {
        dimension == 2
    }
}

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
     both { $($b:ident $b_name:ident, $b_ray:ident $b_cast:ident $b_point:ident $b_kind:ident;)* }
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_cast:ident $s_point:ident $s_kind:ident;)* }
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
     both { $($b:ident $b_name:ident, $b_ray:ident $b_cast:ident $b_point:ident $b_kind:ident;)* }
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_cast:ident $s_point:ident $s_kind:ident;)* }
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

/// Writes items for every shape with rows, which has the given name in their text. There `Dim` is the
/// trait of its vectors, and `point` the file with its `signed_distance`.
macro_rules! for_rows {
    ($Name:ident $items:tt) => {
        $crate::pair::table::with_shapes! { [$crate::pair::table::items_of_rows] $Name $items }
    };
}
pub(crate) use for_rows;

macro_rules! items_of_rows {
    ($Name:ident $items:tt
     both { $($b:ident $b_name:ident, $b_ray:ident $b_cast:ident $b_point:ident $b_kind:ident;)* }
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_cast:ident $s_point:ident $s_kind:ident;)* } $($rest:tt)*) => {
        $crate::pair::table::items_of_rows! { @each $Name $items $($b Vector $b_point;)* $($s Vector3 $s_point;)* }
    };
    (@each $Name:ident $items:tt $($Shape:ident $dim:ident $point:ident;)*) => {
        $($crate::pair::table::with_names! { [$items] type $Name<V> = $Shape; use vector::$dim as Dim; use pair::$point as point; })*
    };
}
pub(crate) use items_of_rows;

/// Writes items in which shapes, and what is imported from this library, have other names. Those of
/// shapes are types, not imports, so that the documentation names the shape.
macro_rules! with_names {
    ([{ $($item:tt)* }] $(type $Name:ident<V> = $Shape:ident;)*
     $(use $module:ident $(:: $path:ident)* as $name:ident;)* $(pack $dim:ident $file:ident;)?) => {
        const _: () = {
            $(
                #[allow(dead_code, reason = "not every text names all")]
                type $Name<V> = $crate::shape::$Shape<V>;
            )*
            $(
                #[allow(unused_imports, reason = "not every text names all")]
                use $crate::$module$(::$path)* as $name;
            )*
            $($crate::shape::packed::packing!($dim $file);)?
            $($item)*
        };
    };
}
pub(crate) use with_names;

/// Writes the items given for a word, if there are any.
macro_rules! by_word {
    (exact [exact $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (own [own $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (clipped [clipped $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (closed [closed $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (agreed [agreed $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (gjk [gjk $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (epa [epa $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (each [each $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (cast [cast $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (span [span $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    (spans [spans $items:tt $($rest:tt)*] $($name:tt)*) => { $crate::pair::table::with_names! { [$items] $($name)* } };
    ($word:ident [] $($name:tt)*) => {};
    ($word:ident [$other:ident $items:tt $($rest:tt)*] $($name:tt)*) => {
        $crate::pair::table::by_word! { $word [$($rest)*] $($name)* }
    };
}
pub(crate) use by_word;

/// Writes items for the rows of the table: `any` rows, or those of two `different` shapes, by their
/// word in one column (for the column `row` it is always `each`). In the text `A` and `B` are the two
/// shapes, `Dim` is the trait of their vectors, `file` the file of the row, if the word stands for
/// it, and `pack` converts a shape to [registers](crate::shape::packed).
macro_rules! for_pairs {
    ($rows:ident $column:ident $($word:ident $items:tt)*) => {
        $crate::pair::table::with_rows! { [$crate::pair::table::each_pair] $rows $column [$($word $items)*] }
    };
}
pub(crate) use for_pairs;

macro_rules! each_pair {
    (any $column:ident $items:tt both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* }
     d2_pair { $($p2:tt)* } d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        $crate::pair::table::each_pair!(@rows $column $items Vector $($b1)* $($b2)*);
        $crate::pair::table::each_pair!(@rows $column $items Vector2 $($p1)* $($p2)*);
        $crate::pair::table::each_pair!(@rows $column $items Vector3 $($s1)* $($s2)*);
    };
    (different $column:ident $items:tt both_same $b1:tt both_pair $b2:tt d2_same $p1:tt d2_pair $p2:tt
     d3_same $s1:tt d3_pair $s2:tt) => {
        $crate::pair::table::each_pair! {
            any $column $items both_same {} both_pair $b2 d2_same {} d2_pair $p2 d3_same {} d3_pair $s2
        }
    };
    (@rows $column:ident $items:tt $dim:ident $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {
        $($crate::pair::table::each_pair!(@$column $i $d $c, $items $dim $m $a $b);)*
    };
    (@intersects $word:ident $d:ident $c:ident, $($row:tt)*) => { $crate::pair::table::each_pair!(@one $word $($row)*); };
    (@distance $i:ident $word:ident $c:ident, $($row:tt)*) => { $crate::pair::table::each_pair!(@one $word $($row)*); };
    (@contact $i:ident $d:ident $word:ident, $($row:tt)*) => { $crate::pair::table::each_pair!(@one $word $($row)*); };
    (@row $i:ident $d:ident $c:ident, $($row:tt)*) => { $crate::pair::table::each_pair!(@one each $($row)*); };
    // Rows with these words may have no file.
    (@one gjk $($row:tt)*) => { $crate::pair::table::each_pair!(@named gjk $($row)*); };
    (@one epa $($row:tt)*) => { $crate::pair::table::each_pair!(@named epa $($row)*); };
    (@one each $($row:tt)*) => { $crate::pair::table::each_pair!(@named each $($row)*); };
    (@one $word:ident $items:tt $dim:ident $m:ident $a:ident $b:ident) => {
        $crate::pair::table::each_pair!(@named $word $items $dim $m $a $b use pair::$m as file; pack $dim $m;);
    };
    (@named $word:ident $items:tt $dim:ident $m:ident $a:ident $b:ident $($file:tt)*) => {
        $crate::pair::table::by_word! { $word $items type A<V> = $a; type B<V> = $b; use vector::$dim as Dim; $($file)* }
    };
}
pub(crate) use each_pair;

/// Writes items for every shape with a closed form for lines, by the function in the file of its
/// casts: `cast`, `span` or `spans`. In the text `Target` is the shape, `Dim` the trait of its
/// vectors, `ray` the file, `is_solid` its [kind](kinds), and `pack` converts it to
/// [registers](crate::shape::packed).
macro_rules! for_casts {
    ($($word:ident $items:tt)*) => {
        $crate::pair::table::with_shapes! { [$crate::pair::table::each_cast] [$($word $items)*] }
        $crate::pair::table::with_casts! { [$crate::pair::table::each_cast] [$($word $items)*] }
    };
}
pub(crate) use for_casts;

macro_rules! each_cast {
    ($items:tt both { $($b:ident $b_name:ident, $b_ray:ident $b_cast:ident $b_point:ident $b_kind:ident;)* }
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_cast:ident $s_point:ident $s_kind:ident;)* } $($rest:tt)*) => {
        $crate::pair::table::each_cast! {
            $items $($b $b_ray $b_cast Vector $b_kind;)* $($s $s_ray $s_cast Vector3 $s_kind;)*
        }
    };
    ($items:tt $($Shape:ident $ray:ident $word:ident $dim:ident $kind:ident;)*) => {$(
        $crate::pair::table::by_word! {
            $word $items type Target<V> = $Shape;
            use vector::$dim as Dim; use pair::$ray as ray; use pair::table::kinds::$kind as is_solid; pack $dim $word;
        }
    )*};
}
pub(crate) use each_cast;

/// Adds methods to every convex shape. In their text, `V` is the type of the vectors.
macro_rules! methods_of_convex_shapes {
    ($($method:tt)*) => {
        $crate::pair::table::with_shapes! { [$crate::pair::table::methods_of_lists] { $($method)* } }
    };
}
pub(crate) use methods_of_convex_shapes;

macro_rules! methods_of_lists {
    ($methods:tt
     both { $($b:ident $b_name:ident, $b_ray:ident $b_cast:ident $b_point:ident $b_kind:ident;)* }
     d3 { $($s:ident $s_name:ident, $s_ray:ident $s_cast:ident $s_point:ident $s_kind:ident;)* }
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
