//! Every checked constructor, with NaN and infinity in every position, and with empty and short
//! lists: each returns a typed error, or is listed here as allowed, and none panics.
//!
//! The list is checked against the sources: a `pub fn try_..` without a line here fails
//! [`every_constructor_has_a_line`]. Unchecked constructors (`new`) take numbers unchanged, as
//! documented; those that compute something are at the end.

use barycast::bvh::Build;
use barycast::clip::{GeneralLine, Pluecker};
use barycast::curve::easing::{Chained, CubicBezier, Easing, Jump, Steps};
use barycast::curve::tube::Tube;
use barycast::curve::{
    ArcLength, BSpline, Bezier, CatmullRom, EndConditions, Hermite, KochanekBartels, Parametrization,
    PiecewiseBezier, TcbParams,
};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::dynamic::custom;
use barycast::frame::{Basis, DepthRange, Handedness, Lens, Light, Pose, Projective};
use barycast::mesh::TriMesh;
use barycast::mesh::continuous::MovingMesh;
use barycast::scene::poses::{PoseBody, PoseChecker};
use barycast::scene::{Instance, Scene};
use barycast::shape::{
    Aabb, Annulus, Arc, Capsule, Compound, Cone, Convex, Cylinder, Disc, Ellipsoid, EllipticCylinder,
    FlatPolygon, Frustum, HalfSpace, HeightField, InfiniteCone, InfiniteCylinder, Line, Mesh, Obb,
    Parallelogram, Plane, Point, Polygon, Polyline, Ray, Rotation, Sector, Segment, Sphere, TaperedCapsule,
    Tetrahedron, Torus, Triangle, TruncatedCone, ViewCone, Voxels, Wedge,
};
use barycast::surface::{BSplineSurface, BezierPatch, Coons, HermiteSurface, Parameter, PatchGrid, PatchSet};
use glam::{DQuat, DVec2, DVec3};
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Returns a sphere with a pose that places it beyond the range of numbers.
fn far_ball() -> (Shape3, Pose<DVec3>) {
    let far = DVec3::splat(1e308);
    let pose = Pose::try_new([DVec3::X, DVec3::Y, DVec3::Z], far).expect("a pose");
    (Sphere::try_new(far, 1.).expect("a sphere").into(), pose)
}

/// A constructor, valid numbers for it, and those that need not be finite.
struct Entry {
    /// `shape/sphere.rs try_new`, followed by the type if the file has several.
    key: &'static str,
    numbers: Vec<f64>,
    make: fn(&[f64]) -> bool,
    /// Positions of numbers that may be infinite or NaN, with the reason.
    open: &'static [usize],
    /// The numbers are a list, which may be truncated anywhere.
    list: bool,
}

fn v2(n: &[f64]) -> DVec2 {
    DVec2::new(n[0], n[1])
}

fn v3(n: &[f64]) -> DVec3 {
    DVec3::new(n[0], n[1], n[2])
}

fn many2(n: &[f64]) -> Vec<DVec2> {
    n.chunks_exact(2).map(v2).collect()
}

fn many3(n: &[f64]) -> Vec<DVec3> {
    n.chunks_exact(3).map(v3).collect()
}

const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];
const CHAIN: [f64; 8] = [0., 0., 1., 0., 2., 1., 3., 3.];
const SQUARE: [f64; 12] = [0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.];
const GRID: [f64; 12] = [0., 0., 0., 0., 1., 0., 1., 0., 0., 1., 1., 1.];

fn chain() -> Vec<DVec2> {
    many2(&CHAIN)
}

fn spline() -> BSpline<DVec2> {
    BSpline::try_clamped(2, chain()).expect("a spline")
}

fn patch() -> BezierPatch<DVec3> {
    BezierPatch::try_new([1, 1], many3(&GRID)).expect("a patch")
}

fn surface() -> BSplineSurface<DVec3> {
    BSplineSurface::try_clamped([1, 1], [2, 2], many3(&GRID)).expect("a surface")
}

fn side(a: DVec3, b: DVec3) -> PiecewiseBezier<DVec3> {
    Bezier::try_new(vec![a, b]).expect("a segment").pieces()
}

fn mesh() -> TriMesh<DVec3> {
    TriMesh::try_new(many3(&SQUARE), vec![[0, 1, 2], [0, 2, 3]]).expect("a mesh")
}

/// A shape without parts.
#[derive(Debug)]
struct Nothing;

impl custom::Parts for Nothing {
    type Vector = DVec3;

    fn count(&self) -> usize {
        0
    }

    fn part(&self, _: usize) -> Shape3 {
        Sphere::new(DVec3::ZERO, 1.).into()
    }
}

/// Returns every constructor; those with several lists have a line for each.
#[allow(clippy::too_many_lines, reason = "a list, a line for each")]
fn entries() -> Vec<Entry> {
    let mut all = Vec::new();
    // A tolerance may be infinite: every removal is within it.
    let far: &[usize] = &[1];
    for (key, numbers, make) in [
        (
            "curve/bspline.rs try_remove_knot",
            vec![1., 9.],
            (|n| spline().try_remove_knot(n[0], n[1]).is_ok()) as fn(&[f64]) -> bool,
        ),
        ("surface/degree_and_knots.rs try_remove_knot", vec![0.5, 9.], |n| {
            let more = surface().try_insert_knot(Parameter::V, 0.5).expect("inside");
            more.try_remove_knot(Parameter::V, n[0], n[1]).is_ok()
        }),
    ] {
        all.push(Entry { key, numbers, make, open: far, list: false });
    }
    let mut fixed = |key, numbers: &[f64], make: fn(&[f64]) -> bool| {
        all.push(Entry { key, numbers: numbers.to_vec(), make, open: &[], list: false });
    };
    // Shapes of fixed size.
    fixed("shape/aabb.rs try_new", &[0., 0., 0., 1., 2., 3.], |n| Aabb::try_new(v3(n), v3(&n[3..])).is_ok());
    fixed("shape/annulus.rs try_new", &[0., 0., 1., 2.], |n| Annulus::try_new(v2(n), n[2], n[3]).is_ok());
    fixed("shape/arc.rs try_new #both", &[0., 0., 1., 2., 3.], |n| {
        let arc = Arc::try_new(v2(n), n[2], n[3], n[4]).is_ok();
        assert_eq!(arc, Sector::try_new(v2(n), n[2], n[3], n[4]).is_ok());
        arc
    });
    fixed("shape/arc.rs try_new #Wedge", &[0., 0., 1., 1., 0., 0., 1.], |n| {
        Wedge::try_new(v2(n), n[2], v2(&n[3..]), v2(&n[5..])).is_ok()
    });
    fixed("shape/capsule.rs try_new", &[0., 0., 0., 1., 2., 3., 1.], |n| {
        Capsule::try_new(v3(n), v3(&n[3..]), n[6]).is_ok()
    });
    fixed("shape/cone.rs try_new", &[0., 0., 0., 1., 2., 3., 1.], |n| {
        Cone::try_new(v3(n), v3(&n[3..]), n[6]).is_ok()
    });
    fixed("shape/cylinder.rs try_new", &[0., 0., 0., 1., 2., 3., 1.], |n| {
        Cylinder::try_new(v3(n), v3(&n[3..]), n[6]).is_ok()
    });
    fixed("shape/disc.rs try_new", &[0., 0., 0., 1., 2., 3., 1.], |n| {
        Disc::try_new(v3(n), v3(&n[3..]), n[6]).is_ok()
    });
    fixed("shape/ellipsoid.rs try_new", &[0., 0., 0., 1., 2., 3., 1., 0., 0., 0., 1., 0., 0., 0., 1.], |n| {
        Ellipsoid::try_new(v3(n), v3(&n[3..]), [v3(&n[6..]), v3(&n[9..]), v3(&n[12..])]).is_ok()
    });
    fixed("shape/elliptic_cylinder.rs try_new", &[0., 0., 0., 0., 0., 3., 1., 2., 1., 0., 0.], |n| {
        EllipticCylinder::try_new(v3(n), v3(&n[3..]), [n[6], n[7]], v3(&n[8..])).is_ok()
    });
    let planes =
        [1., 0., 0., 1., -1., 0., 0., 1., 0., 1., 0., 1., 0., -1., 0., 1., 0., 0., 1., 1., 0., 0., -1., 1.];
    fixed("shape/frustum.rs try_new", &planes, |n| {
        let plane = |i: usize| HalfSpace::new(v3(&n[4 * i..]), n[4 * i + 3]);
        Frustum::try_new([0, 1, 2, 3, 4, 5].map(plane)).is_ok()
    });
    let perspective = [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., -1.5, -1., 0., 0., -1., 0.];
    fixed("shape/frustum.rs try_from_view_projection", &perspective, |n| {
        Frustum::<DVec3>::try_from_view_projection(n.try_into().expect("16")).is_ok()
    });
    fixed("shape/frustum.rs try_from_view_projection_with", &perspective, |n| {
        let matrix = n.try_into().expect("16");
        Frustum::<DVec3>::try_from_view_projection_with(matrix, DepthRange::ZeroToOne).is_ok()
    });
    fixed("shape/half_space.rs try_new", &[1., 2., 3., 4.], |n| HalfSpace::try_new(v3(n), n[3]).is_ok());
    fixed("shape/half_space.rs try_from_constant", &[1., 2., 3., 4.], |n| {
        HalfSpace::try_from_constant(v3(n), n[3]).is_ok()
    });
    fixed("shape/half_space.rs try_through", &[1., 2., 3., 4., 5., 6.], |n| {
        HalfSpace::try_through(v3(n), v3(&n[3..])).is_ok()
    });
    fixed("shape/infinite_cone.rs try_new", &[0., 0., 0., 1., 2., 3., 1.], |n| {
        InfiniteCone::try_new(v3(n), v3(&n[3..]), n[6]).is_ok()
    });
    fixed("shape/infinite_cylinder.rs try_new", &[0., 0., 0., 1., 2., 3., 1.], |n| {
        InfiniteCylinder::try_new(v3(n), v3(&n[3..]), n[6]).is_ok()
    });
    fixed("shape/line.rs try_new", &[0., 0., 0., 1., 2., 3.], |n| Line::try_new(v3(n), v3(&n[3..])).is_ok());
    fixed("shape/obb.rs try_new", &[0., 0., 0., 1., 2., 3., 1., 0., 0., 0., 1., 0., 0., 0., 1.], |n| {
        Obb::try_new(v3(n), v3(&n[3..]), [v3(&n[6..]), v3(&n[9..]), v3(&n[12..])]).is_ok()
    });
    fixed("shape/parallelogram.rs try_new", &[0., 0., 0., 1., 2., 3., 4., 5., 6.], |n| {
        Parallelogram::try_new(v3(n), v3(&n[3..]), v3(&n[6..])).is_ok()
    });
    fixed("shape/plane.rs try_new", &[1., 2., 3., 4.], |n| Plane::try_new(v3(n), n[3]).is_ok());
    fixed("shape/plane.rs try_from_constant", &[1., 2., 3., 4.], |n| {
        Plane::try_from_constant(v3(n), n[3]).is_ok()
    });
    fixed("shape/plane.rs try_through", &[1., 2., 3., 4., 5., 6.], |n| {
        Plane::try_through(v3(n), v3(&n[3..])).is_ok()
    });
    fixed("shape/plane.rs try_through_points", &[0., 0., 0., 1., 2., 3., 4., 5., 7.], |n| {
        Plane::try_through_points(v3(n), v3(&n[3..]), v3(&n[6..])).is_ok()
    });
    fixed("shape/point.rs try_new", &[1., 2., 3.], |n| Point::try_new(v3(n)).is_ok());
    fixed("shape/ray.rs try_new", &[0., 0., 0., 1., 2., 3.], |n| Ray::try_new(v3(n), v3(&n[3..])).is_ok());
    fixed("shape/rotation.rs try_rotated", &[0., 0., 0., 1., 2., 3., 0., 0., 0., 1.], |n| {
        let turn = Rotation::Quaternion([n[6], n[7], n[8], n[9]]);
        let obb = Obb::try_rotated(v3(n), v3(&n[3..]), turn).is_ok();
        assert_eq!(obb, Ellipsoid::try_rotated(v3(n), v3(&n[3..]), turn).is_ok());
        obb
    });
    fixed("shape/rotation.rs try_aligned", &[0., 0., 0., 1., 2., 3.], |n| {
        let obb = Obb::try_aligned(v3(n), v3(&n[3..])).is_ok();
        assert_eq!(obb, Ellipsoid::try_aligned(v3(n), v3(&n[3..])).is_ok());
        obb
    });
    fixed("shape/segment.rs try_new", &[0., 0., 0., 1., 2., 3.], |n| {
        Segment::try_new(v3(n), v3(&n[3..])).is_ok()
    });
    fixed("shape/sphere.rs try_new", &[0., 0., 0., 1.], |n| Sphere::try_new(v3(n), n[3]).is_ok());
    fixed("shape/tapered_capsule.rs try_new", &[0., 0., 0., 1., 2., 3., 1., 2.], |n| {
        TaperedCapsule::try_new(v3(n), v3(&n[3..]), n[6], n[7]).is_ok()
    });
    fixed("shape/tetrahedron.rs try_new", &[0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 1.], |n| {
        Tetrahedron::try_new(v3(n), v3(&n[3..]), v3(&n[6..]), v3(&n[9..])).is_ok()
    });
    fixed("shape/torus.rs try_new", &[0., 0., 0., 1., 2., 3., 2., 1.], |n| {
        Torus::try_new(v3(n), v3(&n[3..]), n[6], n[7]).is_ok()
    });
    fixed("shape/triangle.rs try_new", &[0., 0., 0., 1., 0., 0., 0., 1., 0.], |n| {
        Triangle::try_new(v3(n), v3(&n[3..]), v3(&n[6..])).is_ok()
    });
    fixed("shape/truncated_cone.rs try_new", &[0., 0., 0., 1., 2., 3., 1., 2.], |n| {
        TruncatedCone::try_new(v3(n), v3(&n[3..]), n[6], n[7]).is_ok()
    });
    fixed("shape/view_cone.rs try_new", &[0., 0., 0., 1., 2., 3., 2., 1.], |n| {
        ViewCone::try_new(v3(n), v3(&n[3..]), n[6], n[7]).is_ok()
    });
    fixed("dynamic/deformed.rs try_rounded", &[1.], |n| {
        let flat = Shape2::from(Segment::new(DVec2::ZERO, DVec2::X)).try_rounded(n[0]).is_ok();
        flat && Shape3::from(Segment::new(DVec3::ZERO, DVec3::X)).try_rounded(n[0]).is_ok()
    });
    fixed("dynamic/deformed.rs try_scaled", &[1., 2., 3.], |n| {
        let flat = Shape2::from(Sphere::new(DVec2::ZERO, 1.)).try_scaled(v2(n)).is_ok();
        flat && Shape3::from(Sphere::new(DVec3::ZERO, 1.)).try_scaled(v3(n)).is_ok()
    });
    // Forms of lines, frames and easings.
    fixed("clip/forms.rs try_new", &[1., 2., 3.], |n| GeneralLine::try_new(n[0], n[1], n[2]).is_ok());
    fixed("clip/pluecker.rs try_new", &[1., 0., 0., 0., 2., 3.], |n| {
        Pluecker::try_new(v3(n), v3(&n[3..])).is_ok()
    });
    fixed("frame/basis.rs try_look_at", &[0., 0., 5., 0., 0., 0., 0., 1., 0.], |n| {
        Basis::try_look_at(v3(n), v3(&n[3..]), v3(&n[6..]), Handedness::Right).is_ok()
    });
    fixed("frame/lens.rs try_clip_from_view", &[0.5, 1.5, 1., 9.], |n| {
        let lens = Lens::Perspective { half_height: n[0], aspect: n[1], near: n[2], far: Some(n[3]) };
        lens.try_clip_from_view(Handedness::Right, DepthRange::ZeroToOne).is_ok()
    });
    fixed("frame/pose.rs try_new", &[1., 2., 3.], |n| Pose::try_new(DVec3::AXES, v3(n)).is_ok());
    fixed("frame/pose.rs try_from_quat", &[0., 0., 0., 1., 1., 2., 3.], |n| {
        Pose::try_from_quat(DQuat::from_xyzw(n[0], n[1], n[2], n[3]), v3(&n[4..])).is_ok()
    });
    fixed("frame/pose.rs try_rotated", &[1., 2., 3.], |n| Pose::try_rotated(n[0], v2(&n[1..])).is_ok());
    fixed("frame/shadow.rs try_shadow", &[0., 1., 0., 1., 3., 4., 5.], |n| {
        let plane = Plane::new(v3(n), n[3]);
        let along = Projective::<f64, 4>::try_shadow(&plane, Light::Directional(v3(&n[4..]))).is_ok();
        along && Projective::<f64, 4>::try_shadow(&plane, Light::Point(v3(&n[4..]))).is_ok()
    });
    fixed("frame/shadow.rs try_oblique", &[0., 1., 0., 1., 3., 4., 5.], |n| {
        Projective::<f64, 4>::try_oblique(&Plane::new(v3(n), n[3]), v3(&n[4..])).is_ok()
    });
    fixed("frame/shadow.rs try_orthogonal", &[0., 1., 0., 1.], |n| {
        Projective::<f64, 4>::try_orthogonal(&Plane::new(v3(n), n[3])).is_ok()
    });
    fixed("frame/shadow.rs try_reflection", &[0., 1., 0., 1.], |n| {
        Projective::<f64, 4>::try_reflection(&Plane::new(v3(n), n[3])).is_ok()
    });
    fixed("curve/easing/css.rs try_new #CubicBezier", &[0.1, 0.7, 1., 0.1], |n| {
        CubicBezier::try_new(n[0], n[1], n[2], n[3]).is_ok()
    });
    fixed("curve/easing/css.rs try_new #Steps", &[], |_| Steps::try_new(0, Jump::End).is_err());
    fixed("curve/easing/ease.rs try_new", &[0.3, 0.6], |n| {
        Chained::try_new(Easing::InSine, Easing::OutSine, n[0], n[1]).is_ok()
    });
    // Curves of fixed size.
    fixed("curve/nurbs.rs try_ellipse", &[0., 0., 1., 0., 0., 2.], |n| {
        BSpline::try_ellipse(v2(n), v2(&n[2..]), v2(&n[4..])).is_ok()
    });
    fixed("curve/bspline.rs try_insert_knot", &[0.5], |n| spline().try_insert_knot(n[0]).is_ok());
    fixed("curve/bspline.rs try_split", &[0.5], |n| spline().try_split(n[0]).is_ok());
    fixed("curve/piecewise.rs try_split", &[0.5], |n| spline().pieces().try_split(n[0]).is_ok());
    fixed("curve/spline.rs try_spline #ends", &[0., 1., 1., 0.], |n| {
        let ends = EndConditions::Clamped(v2(n), v2(&n[2..]));
        Hermite::try_spline(vec![0., 1., 2., 3.], chain(), ends).is_ok()
    });
    fixed("curve/tube.rs try_new", &[1.], |n| Tube::try_new(spline().pieces(), n[0]).is_ok());
    // Surfaces by numbers.
    fixed("surface/bspline.rs try_revolved", &[0., 0., 0., 0., 0., 1.], |n| {
        let circle = BSpline::try_ellipse(DVec3::X * 3., DVec3::X, DVec3::Z).expect("an ellipse");
        BSplineSurface::try_revolved(&circle, &Line::new(v3(n), v3(&n[3..]))).is_ok()
    });
    fixed("surface/degree_and_knots.rs try_insert_knot", &[0.5], |n| {
        surface().try_insert_knot(Parameter::U, n[0]).is_ok()
    });
    fixed("surface/patch_grid.rs try_split", &[0.5], |n| {
        patch().pieces().try_split(Parameter::U, n[0]).is_ok()
    });
    fixed("surface/coons.rs try_bilinear", &[], |_| {
        let [a, b] = [side(DVec3::ZERO, DVec3::X), side(DVec3::Y, DVec3::ONE)];
        Coons::try_bilinear([&a, &b], [&a, &b]).is_err()
    });
    fixed("surface/coons.rs try_bicubic", &[], |_| {
        let [a, b] = [side(DVec3::ZERO, DVec3::X), side(DVec3::Y, DVec3::ONE)];
        Coons::try_bicubic([&a, &b], [&a, &b], [&a, &b], [&a, &b]).is_err()
    });
    // Lists.
    let mut list = |key, numbers: &[f64], make: fn(&[f64]) -> bool| {
        all.push(Entry { key, numbers: numbers.to_vec(), make, open: &[], list: true });
    };
    list("shape/compound.rs try_new", &[0., 0., 1., 5., 5., 1.], |n| {
        let ball = |n: &[f64]| Shape2::from(Sphere::new(v2(n), n[2]));
        // The parts of a compound are already checked.
        n.iter().all(|x| x.is_finite()) && Compound::try_new(n.chunks_exact(3).map(ball).collect()).is_ok()
    });
    list("shape/convex.rs try_new", &SQUARE, |n| Convex::try_new(many3(n)).is_ok());
    list("shape/flat_polygon.rs try_new", &SQUARE, |n| FlatPolygon::try_new(many3(n)).is_ok());
    list("shape/flat_polygon.rs try_new_within", &SQUARE, |n| {
        FlatPolygon::try_new_within(many3(n), 1e-12).is_ok()
    });
    list("shape/height_field.rs try_new", &[0., 1., 2., 3., 1., 1., 0., 0., 0.], |n| {
        let at = |i: usize| n.get(i).copied().unwrap_or(f64::NAN);
        let rows = vec![vec![at(0), at(1)], vec![at(2), at(3)]];
        let empty = HeightField::<DVec3>::try_new(vec![], [1., 1.], DVec3::ZERO).is_ok();
        let ragged = HeightField::try_new(vec![vec![0., 1.], vec![0.]], [1., 1.], DVec3::ZERO).is_ok();
        assert!(!empty && !ragged);
        HeightField::try_new(rows, [at(4), at(5)], DVec3::new(at(6), at(7), at(8))).is_ok()
    });
    list("shape/polygon_holes.rs try_with_holes", &[1., 1., 1., 2., 2., 2.], |n| {
        let outside = many2(&[0., 0., 5., 0., 5., 5., 0., 5.]);
        Polygon::try_with_holes(outside, vec![many2(n)]).is_ok()
    });
    list("shape/mesh.rs try_new", &SQUARE, |n| {
        Mesh::try_new(many3(n), vec![[0, 1, 2], [0, 2, 3]], false).is_ok()
    });
    list("shape/polygon.rs try_new", &[0., 0., 5., 0., 5., 5., 0., 5.], |n| {
        Polygon::try_new(many2(n)).is_ok()
    });
    list("shape/polyline.rs try_new", &SQUARE, |n| Polyline::try_new(many3(n), true).is_ok());
    list("shape/voxels.rs try_new", &[0., 0., 0., 1., 1., 1.], |n| {
        assert!(Voxels::try_new(DVec3::ZERO, DVec3::ONE, vec![]).is_err(), "no cell");
        n.len() == 6 && Voxels::try_new(v3(n), v3(&n[3..]), vec![[0, 0, 0]]).is_ok()
    });
    list("mesh/continuous/meshes.rs try_new", &SQUARE, |n| {
        let end = many3(&SQUARE);
        let ok = MovingMesh::try_new(&many3(n), &end, &[[0, 1, 2]]).is_ok();
        assert!(MovingMesh::try_new(&end, &end, &[[0, 1, 9]]).is_err(), "no such vertex");
        ok
    });
    list("mesh/trimesh.rs try_new", &SQUARE, |n| {
        assert!(TriMesh::try_new(many3(n), vec![]).is_err(), "no triangle");
        TriMesh::try_new(many3(n), vec![[0, 1, 2], [0, 2, 3]]).is_ok()
    });
    list("mesh/trimesh.rs try_with_build", &SQUARE, |n| {
        TriMesh::try_with_build(many3(n), vec![[0, 1, 2], [0, 2, 3]], Build::default()).is_ok()
    });
    list("mesh/trimesh.rs try_with_progress", &SQUARE, |n| {
        let on = |_: f64| ControlFlow::Continue(());
        TriMesh::try_with_progress(many3(n), vec![[0, 1, 2], [0, 2, 3]], Build::default(), &on).is_ok()
    });
    list("mesh/trimesh.rs try_refit", &SQUARE, |n| mesh().try_refit(many3(n)).is_ok());
    list("scene/mod.rs try_new", &[], |_| {
        // An instance of a mesh that does not exist.
        let part = Instance { mesh: 7, world_from_mesh: barycast::frame::Affine3::identity() };
        Scene::try_new(vec![mesh()], vec![part]).is_ok()
    });
    list("scene/mod.rs try_move_instance", &[2., 0., 0., 0., 1., 0., 0., 0., 1., 5., 0., 0.], |n| {
        let at = |i: usize| DVec3::from_array([0, 1, 2].map(|k| n.get(i + k).copied().unwrap_or(f64::NAN)));
        let placement = barycast::frame::Affine3 { x: at(0), y: at(3), z: at(6), translation: at(9) };
        let part = Instance { mesh: 0, world_from_mesh: barycast::frame::Affine3::identity() };
        let mut scene = Scene::try_new(vec![mesh()], vec![part]).unwrap();
        assert!(scene.try_move_instance(1, placement).is_err(), "no such part");
        scene.try_move_instance(0, placement).is_ok()
    });
    list("scene/poses/mod.rs try_new #PoseBody", &[], |_| {
        let (ball, pose) = far_ball();
        PoseBody::try_new(&[(ball, pose)]).is_ok()
    });
    list("scene/poses/mod.rs try_new #PoseChecker", &[], |_| {
        let (ball, pose) = far_ball();
        PoseChecker::try_new(vec![], vec![(ball.into(), pose)], |_, _| false).is_ok()
    });
    list("dynamic/custom/mod.rs try_new", &[], |_| custom::Composite::try_new(Nothing).is_ok());
    list("curve/bezier.rs try_new", &CHAIN, |n| Bezier::try_new(many2(n)).is_ok());
    list("curve/bezier.rs try_rational", &CHAIN, |n| Bezier::try_rational(many2(n), vec![1.; 4]).is_ok());
    list("curve/bezier.rs try_rational", &[1., 2., 3., 4.], |n| {
        Bezier::try_rational(chain(), n.to_vec()).is_ok()
    });
    list("curve/bspline.rs try_new", &CHAIN, |n| {
        BSpline::try_new(2, vec![0., 0., 0., 1., 2., 2., 2.], many2(n)).is_ok()
    });
    list("curve/bspline.rs try_new", &[0., 0., 0., 1., 2., 2., 2.], |n| {
        BSpline::try_new(2, n.to_vec(), chain()).is_ok()
    });
    list("curve/bspline.rs try_rational", &[1., 2., 3., 4.], |n| {
        BSpline::try_rational(2, vec![0., 0., 0., 1., 2., 2., 2.], chain(), n.to_vec()).is_ok()
    });
    list("curve/bspline.rs try_clamped", &CHAIN, |n| {
        for degree in [0, usize::MAX] {
            assert!(BSpline::try_clamped(degree, many2(n)).is_err(), "no degree");
            assert!(BSpline::try_uniform(degree, many2(n)).is_err(), "no degree");
            assert!(BSpline::try_periodic(degree, &many2(n)).is_err(), "no degree");
            assert!(BSpline::try_new(degree, vec![0., 1.], many2(n)).is_err(), "no degree");
            assert!(BSpline::try_fit(degree, vec![0., 1.], &[0.], &many2(n)).is_err(), "no degree");
            assert!(
                BSpline::try_fit_within(degree, &many2(n), Parametrization::Uniform, 1.).is_err(),
                "no degree"
            );
            assert!(Bezier::try_fit(degree, &[0.], &many2(n)).is_err(), "no degree");
        }
        BSpline::try_clamped(3, many2(n)).is_ok()
    });
    list("curve/bspline.rs try_uniform", &CHAIN, |n| BSpline::try_uniform(3, many2(n)).is_ok());
    list("curve/bspline.rs try_periodic", &CHAIN, |n| BSpline::try_periodic(2, &many2(n)).is_ok());
    list("curve/catmull_rom.rs try_new", &CHAIN, |n| {
        let uniform = CatmullRom::try_new(many2(n), Parametrization::Uniform).is_ok();
        uniform && CatmullRom::try_new(many2(n), Parametrization::Centripetal).is_ok()
    });
    list("curve/catmull_rom.rs try_closed", &CHAIN, |n| {
        CatmullRom::try_closed(many2(n), Parametrization::Chordal).is_ok()
    });
    list("curve/fit.rs try_fit #BSpline", &CHAIN, |n| {
        BSpline::try_fit(1, vec![0., 0., 1., 1.], &[0., 0.3, 0.6, 1.], &many2(n)).is_ok()
    });
    list("curve/fit.rs try_fit #BSpline", &[0., 0.3, 0.6, 1.], |n| {
        BSpline::try_fit(1, vec![0., 0., 1., 1.], n, &chain()).is_ok()
    });
    list("curve/fit.rs try_fit #BSpline", &[0., 0., 1., 1.], |n| {
        BSpline::try_fit(1, n.to_vec(), &[0., 0.3, 0.6, 1.], &chain()).is_ok()
    });
    list("curve/fit.rs try_fit #Bezier", &CHAIN, |n| {
        Bezier::try_fit(1, &[0., 0.3, 0.6, 1.], &many2(n)).is_ok()
    });
    list("curve/fit.rs try_fit_within", &CHAIN, |n| {
        assert!(
            BSpline::try_fit_within(1, &chain(), Parametrization::Chordal, f64::NAN).is_err(),
            "no tolerance"
        );
        BSpline::try_fit_within(1, &many2(n), Parametrization::Chordal, 9.).is_ok()
    });
    list("curve/hermite.rs try_new", &CHAIN, |n| Hermite::try_new(many2(n), chain()).is_ok());
    list("curve/hermite.rs try_new", &CHAIN, |n| Hermite::try_new(chain(), many2(n)).is_ok());
    list("curve/hermite.rs try_with_knots", &[0., 1., 2., 3.], |n| {
        Hermite::try_with_knots(n.to_vec(), chain(), chain()).is_ok()
    });
    list("curve/kochanek_bartels.rs try_new", &CHAIN, |n| {
        KochanekBartels::try_new(many2(n), vec![TcbParams::default(); 4]).is_ok()
    });
    list("curve/kochanek_bartels.rs try_new", &[0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11.], |n| {
        let bend = |n: &[f64]| TcbParams { tension: n[0], continuity: n[1], bias: n[2] };
        KochanekBartels::try_new(chain(), n.chunks_exact(3).map(bend).collect()).is_ok()
    });
    list("curve/piecewise.rs try_new", &[0., 1.], |n| {
        PiecewiseBezier::try_new(n.to_vec(), vec![Bezier::try_new(chain()).expect("a curve")]).is_ok()
    });
    list("curve/spline.rs try_spline #ends", &CHAIN, |n| {
        Hermite::try_spline(vec![0., 1., 2., 3.], many2(n), EndConditions::NotAKnot).is_ok()
    });
    list("curve/spline.rs try_spline #ends", &[0., 1., 2., 3.], |n| {
        Hermite::try_spline(n.to_vec(), chain(), EndConditions::Natural).is_ok()
    });
    list("curve/spline.rs try_monotone", &CHAIN, |n| {
        Hermite::try_monotone(vec![0., 1., 2., 3.], many2(n)).is_ok()
    });
    list("curve/spline.rs try_monotone", &[0., 1., 2., 3.], |n| {
        Hermite::try_monotone(n.to_vec(), chain()).is_ok()
    });
    list("curve/spline.rs try_periodic_spline", &CHAIN, |n| {
        Hermite::try_periodic_spline(vec![0., 1., 2., 3., 4.], many2(n)).is_ok()
    });
    list("curve/spline.rs try_periodic_spline", &[0., 1., 2., 3., 4.], |n| {
        Hermite::try_periodic_spline(n.to_vec(), chain()).is_ok()
    });
    list("surface/bspline.rs try_new", &GRID, |n| {
        let knots = || vec![0., 0., 1., 1.];
        BSplineSurface::try_new([1, 1], [knots(), knots()], many3(n)).is_ok()
    });
    list("surface/bspline.rs try_new", &[0., 0., 1., 1.], |n| {
        BSplineSurface::try_new([1, 1], [n.to_vec(), vec![0., 0., 1., 1.]], many3(&GRID)).is_ok()
    });
    list("surface/bspline.rs try_rational", &[1., 2., 3., 4.], |n| {
        let knots = || vec![0., 0., 1., 1.];
        BSplineSurface::try_rational([1, 1], [knots(), knots()], many3(&GRID), n.to_vec()).is_ok()
    });
    list("surface/bspline.rs try_clamped", &GRID, |n| {
        let far = usize::MAX;
        for (degrees, counts) in
            [([0, 1], [2, 2]), ([1, 1], [far, 2]), ([far, 1], [2, 2]), ([far, far], [far, far])]
        {
            assert!(
                BSplineSurface::try_clamped(degrees, counts, many3(n)).is_err(),
                "{degrees:?} {counts:?}"
            );
            assert!(
                BSplineSurface::try_uniform(degrees, counts, many3(n)).is_err(),
                "{degrees:?} {counts:?}"
            );
            let around = BSplineSurface::try_periodic(degrees, counts, [true; 2], &many3(n));
            assert!(around.is_err(), "{degrees:?} {counts:?}");
        }
        BSplineSurface::try_clamped([1, 1], [2, 2], many3(n)).is_ok()
    });
    list("surface/bspline.rs try_uniform", &GRID, |n| {
        BSplineSurface::try_uniform([1, 1], [2, 2], many3(n)).is_ok()
    });
    list("surface/bspline.rs try_periodic", &GRID, |n| {
        BSplineSurface::try_periodic([1, 1], [2, 2], [true, false], &many3(n)).is_ok()
    });
    list("surface/hermite.rs try_new", &GRID, |n| {
        let slopes = || many3(&GRID);
        HermiteSurface::try_new([2, 2], many3(n), [slopes(), slopes(), slopes()]).is_ok()
    });
    list("surface/hermite.rs try_new", &GRID, |n| {
        let slopes = || many3(&GRID);
        HermiteSurface::try_new([2, 2], slopes(), [slopes(), slopes(), many3(n)]).is_ok()
    });
    list("surface/hermite.rs try_ferguson", &GRID, |n| {
        HermiteSurface::try_ferguson([2, 2], many3(&GRID), [many3(n), many3(&GRID)]).is_ok()
    });
    list("surface/hermite.rs try_with_knots", &[0., 1.], |n| {
        let slopes = || many3(&GRID);
        let knots = [n.to_vec(), vec![0., 1.]];
        HermiteSurface::try_with_knots(knots, slopes(), [slopes(), slopes(), slopes()]).is_ok()
    });
    list("surface/patch.rs try_new", &GRID, |n| {
        assert!(BezierPatch::try_new([usize::MAX, 1], many3(n)).is_err(), "too many");
        BezierPatch::try_new([1, 1], many3(n)).is_ok()
    });
    list("surface/patch.rs try_rational", &[1., 2., 3., 4.], |n| {
        BezierPatch::try_rational([1, 1], many3(&GRID), n.to_vec()).is_ok()
    });
    list("surface/patch_set.rs try_new", &[], |_| PatchSet::<DVec3>::try_new(vec![]).is_ok());
    list("surface/patch_grid.rs try_new", &[0., 1.], |n| {
        PatchGrid::try_new([n.to_vec(), vec![0., 1.]], vec![patch()]).is_ok()
    });
    list("shape/bounding_sphere.rs bounding_sphere", &CHAIN, |n| {
        barycast::shape::bounding_sphere(&many2(n)).is_ok()
    });
    all
}

#[test]
fn nan_and_infinity_are_rejected() {
    let mut total = 0;
    for Entry { key, numbers, make, open, .. } in entries() {
        if numbers.is_empty() {
            continue;
        }
        assert!(make(&numbers), "{key} refuses {numbers:?}");
        for place in 0..numbers.len() {
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut changed = numbers.clone();
                changed[place] = bad;
                total += 1;
                let taken = make(&changed);
                assert!(!taken || open.contains(&place), "{key} takes {changed:?}");
            }
        }
    }
    assert!(total > 1500, "{total}");
}

#[test]
fn short_lists_are_rejected() {
    for Entry { key, numbers, make, list, .. } in entries() {
        if !list {
            continue;
        }
        assert!(!make(&[]), "{key} takes an empty list");
        // Truncated lists may be valid; none panics.
        (0..numbers.len()).for_each(|length| {
            make(&numbers[..length]);
        });
    }
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the library's source").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn every_constructor_has_a_line() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("source is text");
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        let relative =
            file.strip_prefix(&source).expect("below the source").to_string_lossy().replace('\\', "/");
        for part in code.split("pub fn try_").skip(1) {
            let name: String = part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            *found.entry(format!("{relative} try_{name}")).or_default() += 1;
        }
    }
    let mut listed: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for Entry { key, .. } in entries() {
        let name = key.split(" #").next().unwrap_or(key);
        let types = listed.entry(name.to_owned()).or_default();
        if !types.contains(&key) {
            types.push(key);
        }
    }
    assert!(found.len() > 90, "found the library: {}", found.len());
    for (name, count) in &found {
        let lines = listed.get(name).map_or(0, Vec::len);
        assert_eq!(
            lines, *count,
            "{name} stands {count} times in the sources and {lines} times in this list"
        );
    }
    for name in listed.keys().filter(|name| name.contains(" try_")) {
        assert!(found.contains_key(name), "{name} is in this list and not in the sources");
    }
}

#[test]
fn unchecked_constructors_that_compute_never_panic() {
    let curve = spline().pieces();
    for bad in [f64::NAN, f64::INFINITY, -1., 0.] {
        let by_length = ArcLength::new(&curve, bad);
        let _ = format!("{by_length:?}");
    }
    for axes in [AXES.to_vec(), vec![], vec![DVec3::NAN; 3], vec![DVec3::ZERO; 3], vec![DVec3::X; 4]] {
        let ball = Shape3::from(Sphere::new(DVec3::ZERO, 1.));
        let is_right = axes == AXES;
        assert_eq!(ball.posed(&axes, DVec3::ONE).is_ok(), is_right, "{axes:?}");
        assert!(ball.posed(&axes, DVec3::NAN).is_err(), "{axes:?}");
    }
}
