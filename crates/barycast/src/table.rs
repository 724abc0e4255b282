//! THE table of pairs.
//!
//! One row a pair of shapes: the file that holds its kernels, the two shapes, and who answers. From it come the
//! trait implementations in both orders, the exhaustive dispatch of [`Shape2`](crate::any::Shape2) and
//! [`Shape3`](crate::any::Shape3), and the list that `barycast pairs`, the tests and the docs read. A shape without
//! all its rows does not compile.
//!
//! Columns of a row:
//!
//! | column | word | who answers, and how well |
//! |---|---|---|
//! | `intersects` | `exact` | the kernel `intersects` in the row's file, over any [`Field`](crate::number::Field): [`certify`](crate::certify) makes it exactly right for any finite numbers |
//! | | `gjk` | [`convex::gjk`](crate::convex::gjk): right to 64 ulp of the largest coordinate, in twice the digits of `f64` where those of `f64` do not tell |
//! | | `own` | the kernel `intersects` in the row's file, which asks [`convex::gjk`](crate::convex::gjk): as right as that |
//! | | `clipped` | the kernel `decide` in the row's file: the part of the unbounded shape that faces the other, by `gjk` |
//! | `distance` | `closed` | the kernel `distance` in the row's file; 0 exactly when `intersects` says so, which is asked too |
//! | | `agreed` | the same, by the kernel `closest` over floats, which knows when it need not ask |
//! | | `gjk` | [`convex::gjk`](crate::convex::gjk) |
//! | | `clipped` | the kernel `outcome` in the row's file, as above |
//! | `contact` | `own` | the kernel `contact` in the row's file |
//! | | `epa` | [`convex::contact`](crate::convex::contact): exact up to rounding for polytopes, and for round shapes to its error bound; `f32` is asked in `f64`, and both in twice the digits where that does not converge; of what is flat, deep in something round, to 3e-10 of the sizes, where nothing better is found |
//! | | `no` | of shapes that are not convex |

use crate::cast::{self, CastOptions};
use crate::contact_point::Widened;
use crate::number::{Field, Float};
use crate::question::{Cast, Closest, Contact, Distance, Hit, Intersects, Penetration};
use crate::shape::*;
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use crate::{convex, pair};

/// Calls `$then!` with every row: in both dimensions, in 2D, in 3D; each with itself and with another shape.
/// For the project's own tests and benches, which are made from the rows too.
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

/// Calls `$then!` with every shape of the rows: its type, its name in the protocol, the file with its `span` (what
/// casts are made of), the file with its `signed_distance`, and what it is: a `solid`, a `surface`, or `mixed`
/// (solid in 2D, a surface in 3D). Then with the [bodies](with_bodies).
macro_rules! with_shapes {
    ($then:ident) => {
        $crate::table::with_bodies! { $then
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

/// Calls `$then!` with what follows it and with every convex shape that is no row, because `body` answers it by what
/// it is made of: its type, its name in the protocol, and whether it is a `solid` or a `surface`; and with the shapes that
/// are not convex.
macro_rules! with_bodies {
    ($then:ident $($before:tt)*) => {
        $crate::table::with_composites! { $then
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
            }
        }
    };
}
pub(crate) use with_bodies;

/// Calls `$then!` with what follows it and with every shape that is not convex. Of those made of parts, which
/// `composite` answers: the type, its name in the protocol, and the file in `composite/` that cuts lines with it. Of those
/// around an arc, which `curved` answers: the type, its name, and what it is.
macro_rules! with_composites {
    ($then:ident $($before:tt)*) => {
        $then! {
            $($before)*
            composites_d2 {
                Compound compound union [Compound<Shape2<V>>];
                Polygon polygon polygon [Polygon<V>];
                Polyline polyline union [Polyline<V>];
                Sector sector union [Sector<V>];
                Voxels voxels union [Voxels<V>];
            }
            composites_d3 {
                Compound compound union [Compound<Shape3<V>>];
                FlatPolygon polygon flat [FlatPolygon<V>];
                HeightField height_field flat [HeightField<V>];
                Mesh mesh mesh [Mesh<V>];
                Polyline polyline union [Polyline<V>];
                Voxels voxels union [Voxels<V>];
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

/// One row of the table, for people and programs that list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The pair's name: its file in `pair/`, when the row has one.
    pub name: &'static str,
    /// The two shapes, as types.
    pub shapes: [&'static str; 2],
    /// `"both"`, `"2D"` or `"3D"`.
    pub dimensions: &'static str,
    /// Who answers `intersects`, `distance`, `contact`.
    pub answers: [&'static str; 3],
}

/// Shapes that are no rows but with which `intersects` is exact too, as types: in 3D.
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
        /// Every row.
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

/// A shape of a pair in registers, where there are such that hold its vectors: the same bits, sooner. What is only a few products
/// without a branch is asked as it is, because compilers make lanes of a loop over many; so are rows of three dimensions
/// alone: that a register's vector has three too is more than the compiler follows.
macro_rules! packed {
    (Vector Capsule Capsule, $shape:ident) => {
        *$shape
    };
    (Vector Capsule Point, $shape:ident) => {
        *$shape
    };
    (Vector Capsule Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Line Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Point Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Ray Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Segment Sphere, $shape:ident) => {
        *$shape
    };
    (Vector Sphere Sphere, $shape:ident) => {
        *$shape
    };
    (Vector $($pair:ident)*, $shape:ident) => {
        $shape.packed()
    };
    ($dim:ident $($pair:ident)*, $shape:ident) => {
        *$shape
    };
}

/// The shape over at least `f64`, for iterative algorithms: of `f64` and more, itself.
macro_rules! wide {
    ($v:ident, $shape:ident) => {
        $shape.lift::<<$v as FloatVector>::Wide>(&Float::widen)
    };
}

/// The shape over twice the digits of `f64`, where an iterative algorithm did not converge.
macro_rules! twice {
    ($v:ident, $shape:ident) => {
        $shape.lift::<<$v as FloatVector>::Precise>(&Float::precise)
    };
}

/// The traits of [`question`](crate::question) for every row, in both orders.
macro_rules! implement_rows {
    (both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        implement_rows!(@rows Vector, same, $($b1)*);
        implement_rows!(@rows Vector, pair, $($b2)*);
        implement_rows!(@rows Vector2, same, $($p1)*);
        implement_rows!(@rows Vector2, pair, $($p2)*);
        implement_rows!(@rows Vector3, same, $($s1)*);
        implement_rows!(@rows Vector3, pair, $($s2)*);
    };
    (@rows $dim:ident, $kind:ident, $($m:ident: $a:ident $b:ident, $i:ident $d:ident $c:ident;)*) => {$(
        implement_rows!(@intersects $i $kind $dim $m $a $b);
        implement_rows!(@distance $d $kind $dim $m $a $b);
        implement_rows!(@contact $c $kind $dim $m $a $b);
    )*};

    (@intersects exact $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@bool $kind [V: $dim<Scalar: Field>] V::Mask, $a $b, |a, b| {
            pair::$m::intersects(&packed!($dim $a $b, a), &packed!($dim $a $b, b))
        });
    };
    (@intersects gjk $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@decide $kind $dim [convex::gjk::decide_clearly] [convex::gjk::decide], $a $b);
    };
    (@intersects clipped $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@decide $kind $dim [pair::$m::decide] [pair::$m::decide], $a $b);
    };
    (@decide same $dim:ident [$first:path] [$then:path], $a:ident $b:ident) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Intersects<$b<V>> for $a<V> {
            type Answer = bool;
            fn intersects(&self, other: &$b<V>) -> bool {
                $first(&wide!(V, self), &wide!(V, other))
                    .or_else(|| $then(&twice!(V, self), &twice!(V, other)))
                    .unwrap_or(false)
            }
        }
    };
    (@intersects own $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@bool $kind [V: $dim + FloatVector<Wide: $dim, Precise: $dim>] bool, $a $b, |a, b| {
            pair::$m::intersects(a, b)
        });
    };
    (@decide pair $dim:ident [$first:path] [$then:path], $a:ident $b:ident) => {
        implement_rows!(@decide same $dim [$first] [$then], $a $b);
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Intersects<$a<V>> for $b<V> {
            type Answer = bool;
            #[inline(always)]
            fn intersects(&self, other: &$a<V>) -> bool {
                other.intersects(self)
            }
        }
    };
    (@bool same [$($bound:tt)*] $answer:ty, $a:ident $b:ident, |$x:ident, $y:ident| $does:expr) => {
        impl<$($bound)*> Intersects<$b<V>> for $a<V> {
            type Answer = $answer;
            #[inline(always)]
            fn intersects(&self, other: &$b<V>) -> $answer {
                let ($x, $y) = (self, other);
                $does
            }
        }
    };
    (@bool pair [$($bound:tt)*] $answer:ty, $a:ident $b:ident, |$x:ident, $y:ident| $does:expr) => {
        implement_rows!(@bool same [$($bound)*] $answer, $a $b, |$x, $y| $does);
        impl<$($bound)*> Intersects<$a<V>> for $b<V> {
            type Answer = $answer;
            #[inline(always)]
            fn intersects(&self, other: &$a<V>) -> $answer {
                other.intersects(self)
            }
        }
    };

    (@distance closed $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@closest inline $kind $dim $a $b, |a, b| {
            let (a, b) = (packed!($dim $a $b, a), packed!($dim $a $b, b));
            pair::$m::distance(&a, &b).agreeing(pair::$m::intersects(&a, &b)).lift(&|x| x)
        });
    };
    (@distance agreed $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@closest inline(always) $kind $dim $a $b, |a, b| {
            pair::$m::closest(&packed!($dim $a $b, a), &packed!($dim $a $b, b)).lift(&|x| x)
        });
    };
    (@distance gjk $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@outcome $kind $dim convex::gjk, $a $b);
    };
    (@distance clipped $kind:ident $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@outcome $kind $dim pair::$m, $a $b);
    };
    (@outcome $kind:ident $dim:ident $($file:ident)::+, $a:ident $b:ident) => {
        implement_rows!(@closest inline $kind $dim $a $b, |a, b| {
            let found = $($file)::+::outcome(&wide!(V, a), &wide!(V, b));
            let closest: Closest<V> = if found.status == convex::gjk::Status::NotConverged {
                $($file)::+::outcome(&twice!(V, a), &twice!(V, b)).closest.lift(&Float::from_precise)
            } else {
                found.closest.lift(&Float::narrow)
            };
            closest.agreeing(a.intersects(b))
        });
    };
    (@closest $inline:meta same $dim:ident $a:ident $b:ident, |$x:ident, $y:ident| $answer:expr) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Distance<$b<V>> for $a<V> {
            type Vector = V;
            #[$inline]
            fn closest(&self, other: &$b<V>) -> Closest<V> {
                let ($x, $y) = (self, other);
                $answer
            }
        }
    };
    (@closest $inline:meta pair $dim:ident $a:ident $b:ident, |$x:ident, $y:ident| $answer:expr) => {
        implement_rows!(@closest $inline same $dim $a $b, |$x, $y| $answer);
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Distance<$a<V>> for $b<V> {
            type Vector = V;
            #[$inline]
            fn closest(&self, other: &$a<V>) -> Closest<V> {
                other.closest(self).swap()
            }
        }
    };

    (@contact no $($rest:tt)*) => {};
    (@contact own same $dim:ident $m:ident $a:ident $b:ident) => {
        impl<V: $dim + FloatVector> Contact<$b<V>> for $a<V> {
            type Vector = V;
            fn contact(&self, other: &$b<V>) -> Option<Penetration<V>> {
                if self.intersects(other) { pair::$m::contact(self, other) } else { None }
            }
        }
    };
    (@contact epa same $dim:ident $m:ident $a:ident $b:ident) => {
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Contact<$b<V>> for $a<V> {
            type Vector = V;
            fn contact(&self, other: &$b<V>) -> Option<Penetration<V>> {
                if !self.intersects(other) {
                    return None;
                }
                let found = convex::contact::between(&wide!(V, self), &wide!(V, other))?;
                let contact = if found.status == convex::epa::Status::NotConverged {
                    let found = convex::contact::between(&twice!(V, self), &twice!(V, other))?;
                    found.contact.lift(&Float::from_precise)
                } else {
                    found.contact.lift(&Float::narrow)
                };
                Some(contact.meeting_at(|| self.closest(other).on_a))
            }
        }
    };
    (@contact epa pair $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@contact epa same $dim $m $a $b);
        impl<V: $dim + FloatVector<Wide: $dim, Precise: $dim>> Contact<$a<V>> for $b<V> {
            type Vector = V;
            fn contact(&self, other: &$a<V>) -> Option<Penetration<V>> {
                other.contact(self).map(Penetration::swap)
            }
        }
    };
    (@contact own pair $dim:ident $m:ident $a:ident $b:ident) => {
        implement_rows!(@contact own same $dim $m $a $b);
        impl<V: $dim + FloatVector> Contact<$a<V>> for $b<V> {
            type Vector = V;
            fn contact(&self, other: &$a<V>) -> Option<Penetration<V>> {
                other.contact(self).map(Penetration::swap)
            }
        }
    };
}
with_rows!(implement_rows);

/// The questions of every typed shape as inherent methods.
macro_rules! methods {
    ($dim:ident $shape:ident) => {
        impl<V: $dim> $shape<V> {
            /// They share at least one point; touching counts. See [`Intersects`] for all pairs.
            #[inline(always)]
            #[must_use]
            pub fn intersects<B>(&self, other: &B) -> <Self as Intersects<B>>::Answer
            where
                Self: Intersects<B>,
            {
                Intersects::intersects(self, other)
            }

            /// They share at least one point, whatever the rounding; touching counts. See
            /// [`IntersectsExactly`](crate::exactly::IntersectsExactly) for all pairs.
            #[inline]
            #[must_use]
            pub fn intersects_exactly<B>(&self, other: &B) -> bool
            where
                Self: $crate::exactly::IntersectsExactly<B>,
            {
                $crate::exactly::IntersectsExactly::intersects_exactly(self, other)
            }

            /// How far apart they are: 0 exactly when they intersect. See [`Distance`] for all pairs.
            #[inline]
            #[must_use]
            pub fn distance<B>(&self, other: &B) -> V::Scalar
            where
                Self: Distance<B, Vector = V>,
            {
                Distance::closest(self, other).distance
            }

            /// The shortest way between them, with its ends. See [`Distance`] for all pairs.
            #[inline]
            #[must_use]
            pub fn closest<B>(&self, other: &B) -> Closest<V>
            where
                Self: Distance<B, Vector = V>,
            {
                Distance::closest(self, other)
            }

            /// The least translation that takes them apart; `None` when they share no point. See [`Contact`]
            /// for all pairs.
            #[inline]
            #[must_use]
            pub fn contact<B>(&self, other: &B) -> Option<Penetration<V>>
            where
                Self: Contact<B, Vector = V>,
            {
                Contact::contact(self, other)
            }

            /// The same, and of shapes that are apart by no more than `margin` the shortest way between them, as a contact of
            /// negative depth: what may touch before the next frame.
            #[must_use]
            pub fn contact_within<B>(&self, other: &B, margin: V::Scalar) -> Option<Penetration<V>>
            where
                Self: Contact<B, Vector = V> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V>,
            {
                Contact::contact(self, other).or_else(|| $crate::body::dynamics::near(self, other, margin))
            }

            /// The points at which they hold each other, at most four, in 2D two; `None` when they share no point.
            #[must_use]
            pub fn manifold<B>(&self, other: &B) -> Option<$crate::question::Manifold<V>>
            where
                Self: Intersects<B, Answer = bool> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V>,
            {
                if Intersects::intersects(self, other) {
                    $crate::body::dynamics::manifold(self, other)
                } else {
                    None
                }
            }

            /// When `other`, moving by `t * velocity`, first touches, with `0 <= t <= max_t`: 0 when they intersect at the
            /// start. Never late, and early by no more than 2048 roundings (of round shapes 2^18) of the largest coordinate, or of the way, take at the
            /// speed at which they meet; what passes as closely as that may be said to touch. `None` for a velocity that is not
            /// finite, or a limit that is NaN.
            #[doc(alias = "shapecast")]
            #[doc(alias = "time_of_impact")]
            #[must_use]
            pub fn sweep<B>(
                &self,
                other: &B,
                velocity: V,
                max_t: V::Scalar,
            ) -> Option<$crate::question::Impact<V>>
            where
                Self: Intersects<B, Answer = bool> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V>,
            {
                let meet = Intersects::intersects(self, other);
                $crate::body::dynamics::sweep(self, other, meet, velocity, max_t)
            }

            /// [`sweep`](Self::sweep) that stops at a distance before the touch, or goes on where the motion separates shapes that
            /// overlap at the start. Never late, and early by no more than `sweep`. `point` lies on this shape.
            #[doc(alias = "shapecast")]
            #[must_use]
            pub fn sweep_with<B>(
                &self,
                other: &B,
                velocity: V,
                max_t: V::Scalar,
                options: &$crate::question::SweepOptions<V::Scalar>,
            ) -> Option<$crate::question::Impact<V>>
            where
                Self: Intersects<B, Answer = bool> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V>,
            {
                let meet = || Intersects::intersects(self, other);
                $crate::body::dynamics::sweep_with(self, other, meet, velocity, max_t, options)
            }

            /// When `other`, which moves and turns, first touches, with `0 <= t <= max_t`, and by how much that may be early: never
            /// late. `other` has bounds. `None` for a motion that is not finite, or a limit that is NaN.
            #[doc(alias = "nonlinear_shapecast")]
            #[must_use]
            pub fn sweep_turning<B, W>(
                &self,
                other: &B,
                motion: &$crate::convex::advance::Turning<V, W>,
                max_t: V::Scalar,
            ) -> Option<($crate::question::Impact<V>, V::Scalar)>
            where
                Self: Intersects<B, Answer = bool> + $crate::convex::form::Widen<Vector = V>,
                B: $crate::convex::form::Widen<Vector = V> + $crate::shape::Support<Vector = V>,
                W: $crate::convex::advance::AngularVelocity<V>,
            {
                let meet = Intersects::intersects(self, other);
                $crate::body::dynamics::sweep_turning(self, other, meet, motion, max_t)
            }
        }
    };
}
pub(crate) use methods;

/// `Cast` for lines, rays and segments against every shape, and every shape's questions as inherent methods.
macro_rules! implement_shapes {
    (both { $($b:tt)* } d2 { $($p:tt)* } d3 { $($s:tt)* } $($bodies:tt)*) => {
        implement_shapes!(@each Vector, $($b)*);
        implement_shapes!(@each Vector2, $($p)*);
        implement_shapes!(@each Vector3, $($s)*);
    };
    (@each $dim:ident, $($shape:ident $name:ident, $ray:ident $point:ident $kind:ident;)*) => {$(
        implement_shapes!(@cast Line $shape $dim $ray $kind);
        implement_shapes!(@cast Ray $shape $dim $ray $kind);
        implement_shapes!(@cast Segment $shape $dim $ray $kind);

        methods!($dim $shape);

        impl<V: $dim> $shape<V> {
            /// A point in both, up to rounding, for a [`contact`](Self::contact) of the two, whose own points may lie in one each
            /// alone: see [`Shape3::contact_point`](crate::any::Shape3::contact_point).
            #[must_use]
            pub fn contact_point<B>(&self, other: &B, contact: &Penetration<V>) -> V
            where
                Self: Contact<B, Vector = V> + Widened<Vector = V>,
                B: Widened<Any = <Self as Widened>::Any>,
            {
                Self::point_in_both(&self.widened(), &other.widened(), contact)
            }

            /// Every point of `other` is a point of this shape. Exactly right for the numbers given, where
            /// [`Shape3::contains`](crate::any::Shape3::contains) is; in a few nanoseconds for spheres, boxes along the axes and half-spaces
            /// that hold points and each other.
            ///
            /// ```
            /// use barycast::d3::{Aabb, Sphere};
            /// use glam::Vec3;
            ///
            /// let cube = Aabb::new(Vec3::ZERO, Vec3::ONE);
            /// assert!(cube.contains(&Sphere::new(Vec3::splat(0.5), 0.5)));
            /// assert!(!cube.contains(&Sphere::new(Vec3::splat(0.5), 0.6)));
            /// ```
            #[must_use]
            pub fn contains<B>(&self, other: &B) -> bool
            where
                Self: Widened<Vector = V>,
                B: Widened<Vector = V, Any = <Self as Widened>::Any>,
            {
                Self::holds_all(&self.widened(), &other.widened())
            }
        }
    )*};
    (@cast $line:ident Aabb $($rest:tt)*) => { implement_shapes!(@own $line Aabb $($rest)*); };
    (@cast $line:ident Capsule $($rest:tt)*) => { implement_shapes!(@own $line Capsule $($rest)*); };
    (@cast $line:ident Sphere $($rest:tt)*) => { implement_shapes!(@own $line Sphere $($rest)*); };
    (@own $line:ident $shape:ident $dim:ident $ray:ident $kind:ident) => {
        impl<V: $dim + FloatVector> Cast<$shape<V>> for $line<V> {
            type Vector = V;
            #[inline(always)]
            fn cast(&self, target: &$shape<V>) -> Option<Hit<V>> {
                pair::$ray::cast(&cast::Range::of(&packed!($dim, self), None), &packed!($dim, target)).map(|hit| hit.lift(&|x| x))
            }
        }
    };
    (@cast $line:ident $shape:ident $dim:ident $ray:ident $kind:ident) => {
        impl<V: $dim + FloatVector> Cast<$shape<V>> for $line<V> {
            type Vector = V;
            #[inline]
            fn cast(&self, target: &$shape<V>) -> Option<Hit<V>> {
                let range = cast::Range::of(&packed!($dim, self), None);
                let span = pair::$ray::span(&packed!($dim, target), &range.line);
                cast::first_of_one(&range, span, implement_shapes!(@solid V $kind)).map(|hit| hit.lift(&|x| x))
            }
        }
    };
    (@solid $v:ident solid) => { true };
    (@solid $v:ident surface) => { false };
    (@solid $v:ident mixed) => { $v::DIM == 2 };
}
with_shapes!(implement_shapes);

/// Calls `$then!` with the shapes that are no rows but have a closed form for lines: the type, the file with its `span`,
/// in which dimensions, and what it is.
macro_rules! with_casts {
    ($then:ident) => {
        $then! {
            Cone cone_ray Vector3 solid;
            Disc disc_ray Vector3 surface;
            EllipticCylinder elliptic_cylinder_ray Vector3 solid;
            InfiniteCone infinite_cone_ray Vector3 solid;
            TaperedCapsule ray_tapered_capsule Vector solid;
            TruncatedCone ray_truncated_cone Vector3 solid;
            Wedge ray_wedge Vector2 solid;
        }
    };
}
#[cfg(feature = "explain")]
pub(crate) use with_casts;

/// The same of shapes that a line may be in several times: the file has `spans`.
macro_rules! with_curved_casts {
    ($then:ident) => {
        $then! {
            Annulus annulus_ray Vector2 solid;
            Arc arc_ray Vector2 surface;
            Torus ray_torus Vector3 solid;
        }
    };
}
#[cfg(feature = "explain")]
pub(crate) use with_curved_casts;

macro_rules! implement_curved_casts {
    ($($shape:ident $ray:ident $dim:ident $kind:ident;)*) => {$(
        implement_curved_casts!(@cast Line $shape $dim $ray $kind);
        implement_curved_casts!(@cast Ray $shape $dim $ray $kind);
        implement_curved_casts!(@cast Segment $shape $dim $ray $kind);
    )*};
    (@cast $line:ident $shape:ident $dim:ident $ray:ident $kind:ident) => {
        impl<V: $dim + FloatVector> Cast<$shape<V>> for $line<V> {
            type Vector = V;
            fn cast(&self, target: &$shape<V>) -> Option<Hit<V>> {
                let range = cast::Range::of(self, None);
                let spans = pair::$ray::spans(target, &range.line);
                cast::first(range, &spans, implement_shapes!(@solid V $kind), &CastOptions::default())
            }
        }
    };
}
with_curved_casts!(implement_curved_casts);

macro_rules! implement_casts {
    ($($shape:ident $ray:ident $dim:ident $kind:ident;)*) => {$(
        implement_shapes!(@cast Line $shape $dim $ray $kind);
        implement_shapes!(@cast Ray $shape $dim $ray $kind);
        implement_shapes!(@cast Segment $shape $dim $ray $kind);
    )*};
}
with_casts!(implement_casts);

macro_rules! casting {
    ($($line:ident)*) => {$(
        impl<V: FloatVector> $line<V> {
            /// The first point of `target` on it, if any. See [`Cast`] for all shapes.
            #[inline]
            #[must_use]
            pub fn cast<B>(&self, target: &B) -> Option<Hit<V>>
            where
                Self: Cast<B, Vector = V>,
            {
                Cast::cast(self, target)
            }
        }
    )*};
}
casting!(Line Ray Segment);
