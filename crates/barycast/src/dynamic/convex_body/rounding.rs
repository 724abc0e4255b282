//! Shapes made from shapes: rounded, and moved.

use crate::dynamic::any::{Shape2, Shape3};
use crate::number::each::MapEach;
use crate::number::elementary;
use crate::number::{DoubleDouble, Field, Float};
use crate::shape::pose::{Turn, turned};
use crate::shape::{check, *};
use crate::vector::size::{exponent_of, shifted, shifted_vector};
use crate::vector::{FloatVector, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use core::cell::Cell;

fn checked<S: Float>(radius: S) -> Result<S, ShapeError> {
    let fine = radius.is_finite() && radius >= S::ZERO;
    let error =
        ShapeError { field: "radius", must: "be finite and not negative", got: Some(radius.to_f64()) };
    if fine { Ok(radius) } else { Err(error) }
}

const NOT_CONVEX: ShapeError = ShapeError { field: "shape", must: "be convex", got: None };

impl<V: FloatVector + Vector2> Shape2<V> {
    /// A polygon or sector that is convex, as a hull or wedge; a compound of one shape.
    pub(crate) fn as_hull(&self) -> Option<Self> {
        match self {
            Self::Polygon(a) => a.to_convex().map(Into::into),
            Self::Sector(a) => match a.wedges()[..] {
                [wedge] => Some(wedge.into()),
                _ => None,
            },
            Self::Compound(a) => match a.shapes() {
                [only] => Some(only.clone()),
                _ => None,
            },
            Self::CustomParts(a) => (a.count() == 1).then(|| a.part(0)),
            _ => None,
        }
    }

    /// All points within a radius of 0 or more of it.
    ///
    /// # Errors
    /// Names `shape` when it is not convex, and `radius` when it is negative or not finite.
    pub fn try_rounded(self, radius: V::Scalar) -> Result<Self, ShapeError> {
        let radius = checked(radius)?;
        let core = match self {
            Self::Annulus(_) | Self::Arc(_) | Self::Polyline(_) | Self::Voxels(_) => return Err(NOT_CONVEX),
            Self::Polygon(_) | Self::Sector(_) => self.as_hull().ok_or(NOT_CONVEX)?,
            Self::Compound(_) | Self::CustomParts(_) => {
                return self.as_hull().ok_or(NOT_CONVEX)?.try_rounded(radius);
            }
            other => other,
        };
        Ok(match core {
            Self::Point(a) => Sphere::new(a.0, radius).into(),
            Self::Segment(a) => Capsule::new(a.a, a.b, radius).into(),
            core if radius == V::Scalar::ZERO => core,
            core => Rounded::new(core, radius).into(),
        })
    }
}

impl<V: FloatVector + Vector3> Shape3<V> {
    /// A flat polygon or a solid mesh that is convex, as a hull; a compound of one shape.
    pub(crate) fn as_hull(&self) -> Option<Self> {
        match self {
            Self::FlatPolygon(a) => Convex::try_new(a.points().to_vec()).ok().map(Into::into),
            Self::Mesh(a) => a.to_convex().map(Into::into),
            Self::Compound(a) => match a.shapes() {
                [only] => Some(only.clone()),
                _ => None,
            },
            Self::CustomParts(a) => (a.count() == 1).then(|| a.part(0)),
            _ => None,
        }
    }

    /// All points within a radius of 0 or more of it.
    ///
    /// # Errors
    /// Names `shape` when it is not convex, and `radius` when it is negative or not finite.
    pub fn try_rounded(self, radius: V::Scalar) -> Result<Self, ShapeError> {
        let radius = checked(radius)?;
        let core = match self {
            Self::HeightField(_) | Self::Polyline(_) | Self::Torus(_) | Self::Voxels(_) => {
                return Err(NOT_CONVEX);
            }
            Self::Mesh(_) => self.as_hull().ok_or(NOT_CONVEX)?,
            Self::Compound(_) | Self::CustomParts(_) => {
                return self.as_hull().ok_or(NOT_CONVEX)?.try_rounded(radius);
            }
            // Solid, be it without any thickness.
            Self::FlatPolygon(a) => Convex::try_new(a.points().to_vec()).map_err(|_| NOT_CONVEX)?.into(),
            Self::Triangle(a) if radius == V::Scalar::ZERO => {
                Convex::try_new(a.corners().to_vec()).map_err(|_| NOT_CONVEX)?.into()
            }
            other => other,
        };
        Ok(match core {
            Self::Point(a) => Sphere::new(a.0, radius).into(),
            Self::Segment(a) => Capsule::new(a.a, a.b, radius).into(),
            core if radius == V::Scalar::ZERO => core,
            Self::Line(a) => InfiniteCylinder::new(a.origin, a.direction, radius).into(),
            core => Rounded::new(core, radius).into(),
        })
    }
}

/// A turn about the origin, then a way: the numbers of the turn in `f64`, everything after with more digits, so
/// that each coordinate is rounded once.
struct Pose<'p, V: Vector> {
    axes: &'p [V],
    turn: Turn<'p, V>,
    translation: V,
    /// A hull keeps its corners and faces: they are not decided anew for the rounded points.
    keeps_faces: bool,
    /// It is to be known whether a number is rounded.
    notes_rounding: bool,
    /// A number of what it made is out of range.
    far: Cell<bool>,
    /// A number of what it made is rounded.
    rounds: Cell<bool>,
}

/// Directions between `2^-FREE` and `2^FREE` lose no digits in products of twice the digits.
const FREE: i32 = 900;

impl<'p, V: FloatVector<Scalar = f64> + PartialEq> Pose<'p, V> {
    fn new(axes: &'p [V], translation: V) -> Self {
        Self {
            axes,
            turn: Turn::new(axes, translation),
            translation,
            keeps_faces: false,
            notes_rounding: false,
            far: Cell::new(false),
            rounds: Cell::new(false),
        }
    }

    fn rounded(&self, x: DoubleDouble) -> f64 {
        let (x, rest) = x.parts();
        self.rounds.set(self.rounds.get() || rest != 0.0);
        self.far.set(self.far.get() || !x.is_finite());
        x
    }

    /// What is computed with more digits.
    fn noted(&self, v: V, plus: V) -> V {
        V::from_fn(|axis| self.rounded(turned(self.axes, v, plus, axis)))
    }

    fn in_range(&self, v: V) -> V {
        self.far.set(self.far.get() || !(0..V::DIM).all(|axis| v.get(axis).is_finite()));
        v
    }

    fn point(&self, p: V) -> V {
        if self.notes_rounding {
            return self.noted(p, self.translation);
        }
        self.in_range(self.turn.point(p))
    }

    fn direction(&self, d: V) -> V {
        if self.notes_rounding { self.noted(d, d.zero()) } else { self.in_range(self.turn.direction(d)) }
    }

    /// A direction whose length means nothing: one that is about to leave the range of numbers is turned at ordinary
    /// size.
    fn free_direction(&self, d: V) -> V {
        let shift = exponent_of(d).filter(|e| e.abs() > FREE).map_or(0, |e| -e);
        self.direction(shifted_vector(d, shift))
    }

    /// A plane's normal and distance. Both times a power of two are the same plane: that is chosen so that the products
    /// with the translation stay in range, and taken back where nothing is lost by it.
    fn plane(&self, normal: V, distance: f64) -> (V, f64) {
        let by = |(n, d): (V, f64), shift: i32| (shifted_vector(n, shift), shifted(d, shift));
        let keeps = |plane: (V, f64), shift: i32| by(by(plane, shift), -shift) == plane;
        let far = exponent_of(self.translation).is_some_and(|e| e > FREE);
        let size = if far { -3 } else { 60 };
        let shift = exponent_of(normal).map_or(0, |e| size - e);
        let shift = if keeps((normal, distance), shift) { shift } else { 0 };
        let (normal, distance) = by((normal, distance), shift);
        let normal = self.direction(normal);
        let more = (0..V::DIM).fold(DoubleDouble::new(distance), |sum, axis| {
            sum + DoubleDouble::new(normal.get(axis)) * DoubleDouble::new(self.translation.get(axis))
        });
        let moved = (normal, self.rounded(more));
        if keeps(moved, -shift) { by(moved, -shift) } else { moved }
    }

    fn obb(&self, b: &Obb<V>) -> Obb<V> {
        let axes = V::axes_from_fn(|i| self.direction(b.axis(i)));
        Obb { center: self.point(b.center), half_extents: b.half_extents, axes }
    }

    /// The axes, of what has three.
    fn frame(&self) -> Option<[V; 3]> {
        self.axes.try_into().ok()
    }

    /// A box that stays one along the axes where nothing is turned.
    fn is_still(&self) -> bool {
        (0..V::DIM).all(|i| (0..V::DIM).all(|k| self.axes[i].get(k) == if i == k { 1.0 } else { 0.0 }))
    }

    fn aabb(&self, b: &Aabb<V>) -> Obb<V> {
        let sum = |x: f64, y: f64| DoubleDouble::new(x.half()) + DoubleDouble::new(y.half());
        let half = |x: V, y: V| V::from_fn(|i| self.rounded(sum(x.get(i), y.get(i))));
        let (center, half_extents) = (half(b.min, b.max), half(b.max, -b.min));
        let axes = V::axes_from_fn(|i| self.axes[i]);
        Obb { center: self.point(center), half_extents, axes }
    }
}

macro_rules! posed {
    ($Any:ident $V:path, |$pose:ident| $($special:tt)*) => {
        impl $Any<$V> {
            /// The same shape turned about the origin, by what takes the coordinate axes to `axes`, and then moved.
            /// Boxes along the axes become turned ones. Coordinates are rounded once.
            ///
            /// # Errors
            /// Names the axes that are too few or many, or not of length 1 and at right angles to within 1e-5, as axes of `f32` are; the
            /// points or the translation that are too far to be finite; ends of an axis that round to one.
            pub fn posed(&self, axes: &[$V], translation: $V) -> Result<Self, ListError> {
                if axes.len() != <$V>::DIM {
                    let message = alloc::format!("must be {}, got {}", <$V>::DIM, axes.len());
                    return Err(ListError { field: "axes", message });
                }
                check::orthonormal_within("axes", axes, <f32 as Float>::AXES_TOLERANCE)
                    .map_err(|error| ListError { field: error.field, message: alloc::format!("must {}", error.must) })?;
                self.within_range(&Pose::new(axes, translation))
            }

            /// The same, but a hull keeps its corners and faces: they are those of the points before they were rounded. Of what
            /// makes a frame's worth of new shapes, hulls would take longest by far.
            ///
            /// # Errors
            /// As for [`posed`](Self::posed).
            pub(crate) fn posed_by(&self, pose: &crate::frame::Pose<$V>) -> Result<Self, ListError> {
                let axes = pose.axes();
                self.within_range(&Pose { keeps_faces: true, ..Pose::new(axes.as_ref(), pose.translation()) })
            }

            fn within_range(&self, pose: &Pose<'_, $V>) -> Result<Self, ListError> {
                let posed = self.placed(pose)?;
                if pose.far.get() {
                    let message = "must not be so far that a coordinate is out of range".into();
                    return Err(ListError { field: "translation", message });
                }
                Ok(posed)
            }

            /// The same shape moved, where no number of it rounds.
            pub(crate) fn moved_exactly(&self, way: $V) -> Option<Self> {
                let axes = <$V>::unit_axes(1.0);
                let pose = Pose { notes_rounding: true, ..Pose::new(axes.as_ref(), way) };
                let moved = self.placed(&pose).ok()?;
                (!pose.far.get() && !pose.rounds.get()).then_some(moved)
            }

            /// What the numbers of it are, in range or not.
            fn placed(&self, $pose: &Pose<'_, $V>) -> Result<Self, ListError> {
                let at = |p: $V| $pose.point(p);
                let to = |d: $V| $pose.direction(d);
                Ok(match self {
                    Self::Point(a) => Point(at(a.0)).into(),
                    Self::Line(a) => {
                        Line { origin: at(a.origin), direction: $pose.free_direction(a.direction) }.into()
                    }
                    Self::Ray(a) => Ray { origin: at(a.origin), direction: to(a.direction) }.into(),
                    Self::Segment(a) => Segment { a: at(a.a), b: at(a.b) }.into(),
                    Self::Plane(a) => {
                        let (normal, distance) = $pose.plane(a.normal, a.distance);
                        Plane { normal, distance }.into()
                    }
                    Self::HalfSpace(a) => {
                        let (normal, distance) = $pose.plane(a.normal, a.distance);
                        HalfSpace { normal, distance }.into()
                    }
                    Self::Sphere(a) => Sphere { center: at(a.center), ..*a }.into(),
                    Self::Aabb(a) => $pose.aabb(a).into(),
                    Self::Obb(a) => $pose.obb(a).into(),
                    Self::Ellipsoid(a) => {
                        let Obb { center, half_extents, axes } = $pose.obb(&a.around());
                        Ellipsoid { center, radii: half_extents, axes }.into()
                    }
                    Self::Capsule(a) => Capsule { a: at(a.a), b: at(a.b), ..*a }.into(),
                    Self::Triangle(a) => Triangle { a: at(a.a), b: at(a.b), c: at(a.c) }.into(),
                    Self::Parallelogram(a) => {
                        Parallelogram { origin: at(a.origin), u: to(a.u), v: to(a.v) }.into()
                    }
                    Self::Convex(a) if $pose.keeps_faces => a.moved(at).into(),
                    Self::Convex(a) => {
                        Convex::try_new(a.points().iter().map(|p| at(*p)).collect())?.into()
                    }
                    Self::TaperedCapsule(a) => TaperedCapsule { a: at(a.a), b: at(a.b), ..*a }.into(),
                    Self::Rounded(a) => Rounded::new(a.core.placed($pose)?, a.radius).into(),
                    Self::Polyline(a) => {
                        Polyline::try_new(a.points().iter().map(|p| at(*p)).collect(), a.is_closed())?.into()
                    }
                    Self::Compound(a) => {
                        let shapes: Result<Vec<_>, _> =
                            a.shapes().iter().map(|shape| shape.placed($pose)).collect();
                        let turned = a.turned().map(|grid| grid.moved(to, at));
                        Compound::try_new(shapes?)?.with_turned(turned).into()
                    }
                    Self::Custom(a) => a.posed(to, at).into(),
                    Self::CustomParts(a) => {
                        let shapes: Result<Vec<_>, _> =
                            a.all().map(|shape| shape.placed($pose)).collect();
                        Compound::try_new(shapes?)?.into()
                    }
                    Self::Voxels(a) if $pose.is_still() => {
                        Voxels::try_new(at(a.origin()), a.size(), a.filled().to_vec())?.into()
                    }
                    Self::Voxels(a) => {
                        let cells = (0..a.filled().len()).map(|i| $pose.aabb(&a.cell(i)).into());
                        let turned = Turned::new(a.clone().into(), $pose.axes, $pose.translation);
                        Compound::try_new(cells.collect())?.with_turned(Some(turned)).into()
                    }
                    // One factor for all axes: it is all the same whether that or the turn comes first.
                    Self::Scaled(a) if $pose.is_still() || a.scale == <$V>::splat(a.scale.get(0)) => {
                        let way = <$V>::from_fn(|axis| $pose.translation.get(axis) / a.scale.get(axis));
                        let moved = Self::from(Scaled::new(a.core.posed($pose.axes, way)?, a.scale));
                        // The way there is a quotient.
                        $pose.rounds.set(true);
                        $pose.far.set($pose.far.get() || moved.leaves_range());
                        moved
                    }
                    Self::Scaled(_) => {
                        let field = "shape";
                        let message = "must not be both scaled and turned: turn it first, then scale".into();
                        return Err(ListError { field, message });
                    }
                    $($special)*
                })
            }

            /// The same shape. [`try_scaled`](Self::try_scaled) checks what it makes, but for images that have no name:
            /// this checks these.
            ///
            /// # Errors
            /// Names `scale` when a shape that is in the range of numbers has an image that is not.
            pub fn in_range(self) -> Result<Self, ListError> {
                if self.leaves_range() {
                    let message = "must not be so large that a coordinate is out of range".into();
                    return Err(ListError { field: "scale", message });
                }
                Ok(self)
            }

            fn leaves_range(&self) -> bool {
                let fine = |b: &Aabb<$V>| b.min.is_finite() && b.max.is_finite();
                match self {
                    Self::Scaled(a) => {
                        let [core, image] = [a.core.outer_bounds(), self.outer_bounds()];
                        core.is_some_and(|b| fine(&b)) && !image.is_some_and(|b| fine(&b))
                    }
                    Self::Compound(a) => a.shapes().iter().any(Self::leaves_range),
                    _ => false,
                }
            }
        }
    };
}

/// The ends of an axis, which far away may have been rounded to one.
fn axis(a: glam::DVec3, b: glam::DVec3) -> Result<[glam::DVec3; 2], ListError> {
    if a == b {
        let message = "must not be so far that both ends of the axis round to one point".into();
        return Err(ListError { field: "translation", message });
    }
    Ok([a, b])
}

/// A mesh that keeps its tree, or a new one where that is as quick.
fn mesh(a: &Mesh<glam::DVec3>, pose: &Pose<'_, glam::DVec3>) -> Result<Mesh<glam::DVec3>, ListError> {
    if let Some(posed) = pose.frame().and_then(|axes| a.posed(axes, pose.translation)) {
        // None of its coordinates are looked at here.
        pose.rounds.set(true);
        return Ok(posed);
    }
    let vertices = a.vertices().iter().map(|p| pose.point(*p)).collect();
    Mesh::try_new(vertices, a.triangles().to_vec(), a.is_solid())
}

/// Where an arc begins and how far it goes once it is turned by axes, or mirrored.
fn turned_arc(start: f64, sweep: f64, axes: &[glam::DVec2]) -> (f64, f64) {
    let angle = elementary::atan2(axes[0].y, axes[0].x);
    if axes[0].perp_dot(axes[1]) < 0.0 { (angle - start, -sweep) } else { (angle + start, sweep) }
}

posed!(Shape2 glam::DVec2, |pose|
    Self::Annulus(a) => Annulus { center: pose.point(a.center), ..*a }.into(),
    Self::Arc(a) => {
        let (start, sweep) = turned_arc(a.start, a.sweep, pose.axes);
        Arc { center: pose.point(a.center), radius: a.radius, start, sweep }.into()
    }
    Self::Sector(a) => {
        let (start, sweep) = turned_arc(a.start, a.sweep, pose.axes);
        Sector { center: pose.point(a.center), radius: a.radius, start, sweep }.into()
    }
    Self::Wedge(a) => {
        let (from, to) = (pose.direction(a.from), pose.direction(a.to));
        let (from, to) = if pose.axes[0].perp_dot(pose.axes[1]) < 0.0 { (to, from) } else { (from, to) };
        Wedge { center: pose.point(a.center), from, to, ..*a }.into()
    }
    Self::Polygon(a) => {
        let [x, y] = [pose.axes[0], pose.axes[1]];
        let turn = if x.perp_dot(y) < 0.0 { -1 } else { 1 };
        a.moved(|p| pose.point(p), turn)?.into()
    }
);
posed!(Shape3 glam::DVec3, |pose|
    Self::Torus(a) => Torus { center: pose.point(a.center), axis: pose.free_direction(a.axis), ..*a }.into(),
    Self::EllipticCylinder(s) => {
        let [a, b] = axis(pose.point(s.a), pose.point(s.b))?;
        EllipticCylinder { a, b, across: pose.free_direction(s.across), ..*s }.into()
    }
    Self::HeightField(a) => mesh(a.mesh(), pose)?.into(),
    Self::Cylinder(s) => {
        let [a, b] = axis(pose.point(s.a), pose.point(s.b))?;
        Cylinder { a, b, ..*s }.into()
    }
    Self::InfiniteCylinder(a) => {
        let (origin, direction) = (pose.point(a.origin), pose.free_direction(a.direction));
        InfiniteCylinder { origin, direction, radius: a.radius }.into()
    }
    Self::InfiniteCone(a) => {
        let (apex, direction) = (pose.point(a.apex), pose.free_direction(a.direction));
        InfiniteCone { apex, direction, angle: a.angle }.into()
    }
    Self::Cone(s) => {
        let [apex, base] = axis(pose.point(s.apex), pose.point(s.base))?;
        Cone { apex, base, ..*s }.into()
    }
    Self::TruncatedCone(s) => {
        let [a, b] = axis(pose.point(s.a), pose.point(s.b))?;
        TruncatedCone { a, b, ..*s }.into()
    }
    Self::Disc(a) => {
        Disc { center: pose.point(a.center), normal: pose.free_direction(a.normal), radius: a.radius }.into()
    }
    Self::Tetrahedron(a) => {
        let [a, b, c, d] = a.corners().each(|p| pose.point(p));
        Tetrahedron { a, b, c, d }.into()
    }
    Self::Frustum(a) => {
        let moved = a.planes().each(|h| {
            let (normal, distance) = pose.plane(h.normal, h.distance);
            HalfSpace { normal, distance }
        });
        let hull = || Convex::try_new(a.corners().into_iter().map(|p| pose.point(p)).collect());
        // A flat one may be empty after rounding: then its corners make it.
        match Frustum::try_new(moved) {
            Ok(frustum) => frustum.into(),
            Err(_) => hull()?.into(),
        }
    }
    Self::FlatPolygon(a) => {
        // What was flat enough stays so.
        let points: Vec<_> = a.points().iter().map(|p| pose.point(*p)).collect();
        FlatPolygon::try_new_within(points, 4e-5)?.into()
    }
    Self::Mesh(a) => mesh(a, pose)?.into(),
);

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    #[test]
    fn a_quarter_turn_and_a_way() {
        let box_ = Shape3::Aabb(Aabb::new(DVec3::ZERO, dvec3(4., 2., 2.)));
        let posed = box_.posed(&[DVec3::Y, DVec3::NEG_X, DVec3::Z], dvec3(10., 0., 0.)).unwrap();
        assert!(posed.intersects(&Point(dvec3(8., 4., 0.)).into()));
        assert_eq!(posed.closest(&Point(dvec3(9., 6., 1.)).into()).distance, 2.);
        let plane = Shape3::Plane(Plane::new(dvec3(2., 0., 0.), 2.));
        let posed = plane.posed(&[DVec3::Y, DVec3::NEG_X, DVec3::Z], dvec3(10., 5., 0.)).unwrap();
        assert_eq!(posed.signed_distance(dvec3(0., 9., 0.)), 3.);
    }

    #[test]
    fn what_is_moved_out_of_range_is_no_shape() {
        let far = dvec3(1e308, 0., 0.);
        let shapes: [Shape3<DVec3>; 6] = [
            Point(far).into(),
            Ray::new(far, DVec3::X).into(),
            Sphere::new(far, 1.).into(),
            Aabb::new(far, far).into(),
            Capsule::new(DVec3::ZERO, far, 1.).into(),
            Line::new(far, DVec3::X).into(),
        ];
        for shape in shapes {
            assert_eq!(shape.posed(&DVec3::AXES, far).unwrap_err().field, "translation");
            shape.posed(&DVec3::AXES, far * 0.5).unwrap();
        }
        let capsule = Shape3::from(Capsule::new(DVec3::ZERO, DVec3::X, 0.1));
        let long = capsule.try_scaled(dvec3(1e308, 1., 2.)).unwrap();
        assert_eq!(long.posed(&DVec3::AXES, far).unwrap_err().field, "translation");
        long.posed(&DVec3::AXES, far * 0.5).unwrap();
    }

    #[test]
    fn normals_and_directions_of_any_length_are_moved() {
        let same = |shape: Shape3<DVec3>, axes: &[DVec3], by: DVec3, p: DVec3| {
            shape.posed(axes, by).unwrap().closest(&Point(p).into()).distance
        };
        for (n, x) in [(1e-300, 1e-100), (1e300, 1e100), (5e-324, 1e300), (1e300, 1e-300), (1., 1e308)] {
            let by = DVec3::X * x;
            assert!(same(Plane::new(DVec3::X * n, 0.).into(), &DVec3::AXES, by, by) < x * 1e-15);
            let side: Shape3<DVec3> = HalfSpace::new(DVec3::X * n, 0.).into();
            let [within, beyond] = [0.5, 1.5].map(|k| same(side.clone(), &DVec3::AXES, by, by * k));
            assert!(within == 0. && (beyond / x - 0.5).abs() < 1e-15);
        }
        let turn = [dvec3(0.8, 0.6, 0.), dvec3(-0.6, 0.8, 0.), DVec3::Z];
        for d in [5e-324, 1., 1.7e308] {
            let p = dvec3(0.8, 0.6, 0.);
            let at = |shape: Shape3<DVec3>| same(shape, &turn, DVec3::ZERO, p);
            let lines: [Shape3<DVec3>; 4] = [
                Line::new(DVec3::ZERO, DVec3::X * d).into(),
                InfiniteCylinder::new(DVec3::ZERO, DVec3::X * d, 0.).into(),
                Plane::new(DVec3::Y * d, 0.).into(),
                Disc::new(DVec3::ZERO, DVec3::Y * d, 2.).into(),
            ];
            for shape in lines {
                assert!(at(shape) < 1e-16);
            }
        }
    }

    #[test]
    fn one_factor_for_all_axes_may_be_turned_and_a_radius_of_0_makes_a_solid() {
        let can =
            Shape3::Cylinder(Cylinder::new(DVec3::ZERO, DVec3::X, 1.)).try_scaled(DVec3::splat(2.)).unwrap();
        let posed = can.posed(&[DVec3::Y, DVec3::NEG_X, DVec3::Z], DVec3::X).unwrap();
        let found = posed.closest(&Point(dvec3(1., 5., 0.)).into()).distance;
        assert_eq!(found, 3.);
        let along = Shape3::Ray(Ray::new(-DVec3::X, DVec3::X));
        let edge = Segment::new(DVec3::ZERO, DVec3::X * 5.);
        let flat = Triangle::new(DVec3::ZERO, DVec3::X * 5., DVec3::Y);
        for shape in [Shape3::Segment(edge), Shape3::Triangle(flat)] {
            assert_eq!(along.span(&shape.try_rounded(0.).unwrap()), Ok(Some((1., 6.))));
        }
    }

    #[test]
    fn a_mirrored_sector_goes_the_other_way() {
        let sector = Sector { center: DVec2::ZERO, radius: 1., start: 0., sweep: 1. };
        let at = |shape: &Shape2<DVec2>, angle: f64| {
            shape.intersects(&Point(dvec2(angle.cos(), angle.sin()) * 0.9).into())
        };
        let mirrored = Shape2::from(sector).posed(&[DVec2::Y, DVec2::X], DVec2::ZERO).unwrap();
        assert_eq!([0.5, 0.6, 1.5, 1.6].map(|angle| at(&mirrored, angle)), [false, true, true, false]);
        let wedge = Shape2::from(sector.wedges()[0]).posed(&[DVec2::Y, DVec2::X], DVec2::ZERO).unwrap();
        assert_eq!([0.5, 0.6, 1.5, 1.6].map(|angle| at(&wedge, angle)), [false, true, true, false]);
        let flipped = Shape2::from(sector).try_scaled(dvec2(-1., 1.)).unwrap();
        assert_eq!([2.1, 2.2, 3.1, 3.2].map(|angle| at(&flipped, angle)), [false, true, true, false]);
    }

    #[test]
    fn only_convex_shapes_are_rounded() {
        let polygon = |points: &[[f64; 2]]| -> Shape2<DVec2> {
            Polygon::try_new(points.iter().map(|p| DVec2::from_array(*p)).collect()).unwrap().into()
        };
        let dent = polygon(&[[0., 0.], [4., 0.], [1., 1.], [0., 4.]]);
        assert_eq!(dent.try_rounded(1.).unwrap_err().field, "shape");
        let square = polygon(&[[0., 0.], [2., 0.], [4., 0.], [4., 4.], [0., 4.]]).try_rounded(1.).unwrap();
        assert_eq!(square.closest(&Point(dvec2(7., 8.)).into()).distance, 4.);
        assert!(square.intersects(&Point(dvec2(2., -1.)).into()));
        assert_eq!(square.signed_distance(dvec2(2., 2.)), -3.);
        assert!(matches!(Shape2::Point(Point(DVec2::ZERO)).try_rounded(2.), Ok(Shape2::Sphere(_))));
        assert!(Shape2::Point(Point(DVec2::ZERO)).try_rounded(-2.).is_err());
    }

    #[test]
    fn a_rounded_plane_is_a_slab_and_lines_cross_it() {
        let slab = Shape3::Plane(Plane::new(dvec3(0., 0., 2.), 0.)).try_rounded(1.).unwrap();
        assert!(slab.intersects(&Sphere::new(dvec3(0., 0., 3.), 2.).into()));
        assert!(!slab.intersects(&Sphere::new(dvec3(0., 0., 3.), 1.9).into()));
        let line = |o: DVec3, d: DVec3| Shape3::Line(Line::new(o, d));
        assert_eq!(line(dvec3(0., 0., 5.), dvec3(0., 0., -2.)).span(&slab), Ok(Some((2., 3.))));
        let within = line(dvec3(0., 0., 0.5), dvec3(1., 2., 0.)).span(&slab);
        assert_eq!(within, Ok(Some((f64::NEG_INFINITY, f64::INFINITY))));
    }

    #[test]
    fn a_rounded_box_is_met_on_its_faces_edges_and_corners() {
        let core = Shape3::Aabb(Aabb::new(DVec3::ZERO, dvec3(2., 2., 2.)));
        let dice = core.try_rounded(5.).unwrap();
        let ray = |o: DVec3, d: DVec3| {
            let ray = Shape3::Ray(Ray::new(o, d));
            ray.cast(&dice, &crate::pair::cast::CastOptions::default()).unwrap().unwrap()
        };
        let face = ray(dvec3(1., 1., 10.), dvec3(0., 0., -1.));
        assert_eq!((face.t, face.normal), (3., Some(DVec3::Z)));
        // At x = 2 + 3 the edge's tube is 4 above the box.
        let edge = ray(dvec3(5., 1., 10.), dvec3(0., 0., -1.));
        assert!((edge.t - 4.).abs() < 1e-15 && (edge.normal.unwrap() - dvec3(0.6, 0., 0.8)).length() < 1e-14);
        assert_eq!(dice.contains(&Sphere::new(dvec3(1., 1., 1.), 6.).into()), Ok(true));
        assert_eq!(dice.contains(&Sphere::new(dvec3(1., 1., 1.), 6.001).into()), Ok(false));
        assert_eq!(dice.contains(&Point(dvec3(5., 1., 6.)).into()), Ok(true));
    }
}
