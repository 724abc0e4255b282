//! Where shapes of any kind are: a point of each, the boxes around it, and the half-spaces that hold it.

use super::any::{Shape2, Shape3};
use super::composite::{Composite, outward, planes_of_box};
use crate::pair::cast::Range;
use crate::shape::*;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

macro_rules! bounds {
    (both $both:tt $($Any:ident $Vector:ident $V:ident $composites:tt $unbounded:tt $more:tt)*) => {
        $(bounds!(@one $Any $Vector $V $composites $unbounded $both $more);)*
    };
    (@one $Any:ident $Vector:ident $V:ident [$($composite:ident)*] [$($unbounded:ident)*]
     [$($both:ident $point_of_both:expr;)*] [$($shape:ident $point:expr;)*]) => {
        impl $Any<$Vector> {
            /// Itself as a composite.
            pub(crate) fn as_composite(&self) -> Option<&dyn Composite<Self>> {
                match self {
                    $(Self::$composite(a) => Some(a),)*
                    _ => None,
                }
            }

            /// A point of it, for bounded shapes; what has no bounds never lies inside a composite.
            pub(crate) fn anchor(&self) -> Option<$Vector> {
                match self {
                    $(Self::$both(a) => Some($point_of_both(a)),)*
                    $(Self::$shape(a) => Some($point(a)),)*
                    $(Self::$composite(a) => Composite::roots(a).first().copied(),)*
                    Self::Rounded(a) => a.core.anchor(),
                    Self::Scaled(a) => a.core.anchor().map(|p| p * a.scale),
                    Self::Custom(a) => Some(a.anchor()),
                    $(Self::$unbounded(_) => None,)*
                }
            }

            /// A box that certainly holds it, for bounded shapes.
            pub(crate) fn outer_bounds(&self) -> Option<Aabb<$Vector>> {
                match self {
                    $(Self::$both(a) => Some(outward(a.bounds())),)*
                    $(Self::$shape(a) => Some(outward(a.bounds())),)*
                    $(Self::$composite(a) => Composite::bounds(a),)*
                    Self::Custom(a) => Some(outward(a.bounds())),
                    Self::Scaled(a) => a.core.outer_bounds().map(|b| {
                        let (p, q) = (b.min * a.scale, b.max * a.scale);
                        outward(Aabb { min: p.min(q), max: p.max(q) })
                    }),
                    Self::Rounded(a) => a.core.outer_bounds().map(|b| {
                        let reach = $Vector::splat(a.radius);
                        outward(Aabb { min: b.min - reach, max: b.max + reach })
                    }),
                    $(Self::$unbounded(_) => None,)*
                }
            }

            /// Half-spaces that hold it, of shapes that are flatter than their boxes: as pairs of a normal and a distance.
            pub(crate) fn planes(&self) -> Vec<($Vector, f64)> {
                match self {
                    Self::Plane(a) => alloc::vec![(a.normal, a.distance), (-a.normal, -a.distance)],
                    Self::HalfSpace(a) => alloc::vec![(a.normal, a.distance)],
                    Self::Obb(a) => planes_of_box(a),
                    other => other.more_planes(),
                }
            }

            /// A box such that its points lie within a radius of it, for bounded shapes.
            pub(crate) fn core_bounds(&self) -> Option<(Aabb<$Vector>, f64)> {
                match self {
                    Self::Point(a) => Some((Aabb { min: a.0, max: a.0 }, 0.0)),
                    Self::Sphere(a) => Some((Aabb { min: a.center, max: a.center }, a.radius)),
                    Self::Capsule(a) => Some((a.axis().bounds(), a.radius)),
                    Self::Rounded(a) => a.core.outer_bounds().map(|bounds| (bounds, a.radius)),
                    _ => self.outer_bounds().map(|bounds| (bounds, 0.0)),
                }
            }

            /// A line, ray or segment as a stretch of a line: the direction of a segment is rounded.
            pub(crate) fn as_range(&self) -> Option<Range<$Vector>> {
                match self {
                    Self::Line(a) => Some(Range::of(a, None)),
                    Self::Ray(a) => Some(Range::of(a, None)),
                    Self::Segment(a) => Some(Range::of(a, None)),
                    _ => None,
                }
            }
        }
    };
}

bounds!(
    both [
        Point |p: &Point<_>| p.0;
        Segment |s: &Segment<_>| s.a;
        Sphere |s: &Sphere<_>| s.center;
        Aabb |b: &Aabb<_>| b.min;
        Obb |b: &Obb<_>| b.center;
        Capsule |c: &Capsule<_>| c.a;
        Ellipsoid |e: &Ellipsoid<_>| e.center;
        Triangle |t: &Triangle<_>| t.a;
        Parallelogram |p: &Parallelogram<_>| p.origin;
        Convex |c: &Convex<_>| c.points()[0];
        TaperedCapsule |c: &TaperedCapsule<_>| c.a;
    ]
    Shape2 DVec2 V2 [Compound CustomParts Polygon Polyline Sector Voxels] [Line Ray Plane HalfSpace] [
        Wedge |w: &Wedge<_>| w.center;
        Annulus |a: &Annulus<DVec2>| a.center + DVec2::X * a.outer_radius;
        Arc |a: &Arc<_>| a.ends()[0];
    ]
    Shape3 DVec3 V3 [Compound CustomParts FlatPolygon HeightField Mesh Polyline Voxels]
        [Line Ray Plane HalfSpace InfiniteCone InfiniteCylinder] [
        Cylinder |c: &Cylinder<_>| c.a;
        Tetrahedron |t: &Tetrahedron<_>| t.a;
        Cone |c: &Cone<_>| c.apex;
        Disc |d: &Disc<_>| d.center;
        Frustum |f: &Frustum<_>| f.corners()[0];
        TruncatedCone |c: &TruncatedCone<_>| c.a;
        EllipticCylinder |c: &EllipticCylinder<_>| c.a;
        Torus |t: &Torus<_>| crate::dynamic::arc::point_of(t);
    ]
);

impl Shape2<DVec2> {
    #[allow(clippy::unused_self, reason = "the same call as in three dimensions")]
    fn more_planes(&self) -> Vec<(DVec2, f64)> {
        Vec::new()
    }
}

impl Shape3<DVec3> {
    fn more_planes(&self) -> Vec<(DVec3, f64)> {
        let Self::Frustum(a) = self else { return Vec::new() };
        // Its corners are rounded, its planes are as given.
        let size = a.corners().iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
        let side = |h: &HalfSpace<DVec3>| (h.normal, h.distance + size * h.normal.abs().element_sum() * 1e-9);
        a.sides_over(&|x| x).iter().map(side).collect()
    }
}
