//! What two shapes have in common, where that is a shape with a name.
//!
//! Whether there is anything is certified, as `intersects`. What lines, rays and segments have in common with a
//! shape is cut from its spans; what flat polygons do is [cut](clip) in exact numbers and rounded once; where one
//! shape holds the other, the other is the answer.

mod clip;

use crate::any::{NoAnswer, Shape2, Shape3};
use crate::cast::Range;
use crate::certify::{narrow, precise};
use crate::number::{Arena, DoubleDouble, Exact, Float, Real, Ring};
use crate::question::{Position, Span};
use crate::shape::*;
use crate::vector::{V2, V3, Vector, Vector2, Vector3};
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// What two shapes have in common.
#[derive(Clone, Debug, PartialEq)]
pub enum Common<V: Vector> {
    /// All of the first shape.
    First,
    /// All of the second shape.
    Second,
    /// One point.
    Point(V),
    /// A segment between two different points.
    Segment(Segment<V>),
    /// A ray.
    Ray(Ray<V>),
    /// A line.
    Line(Line<V>),
    /// A plane.
    Plane(Plane<V>),
    /// A box along the coordinate axes, which may be flat.
    Aabb(Aabb<V>),
    /// The flat disc around a centre, at right angles to a normal of any length.
    Disc {
        /// The middle.
        center: V,
        /// At right angles to it.
        normal: V,
        /// More than 0.
        radius: V::Scalar,
    },
    /// The corners of a convex polygon, in order around it; in 3D it is flat.
    Polygon(Vec<V>),
    /// Several sets apart from each other, none of them several.
    Several(Vec<Self>),
}

impl<V: Vector> Common<V> {
    /// Seen from the other shape.
    #[must_use]
    pub fn swap(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            other => other,
        }
    }
}

/// The ends of the spans in a range: `t` from and to.
fn clipped<V: Vector<Scalar = DoubleDouble, Mask = bool>>(
    range: &Range<V>,
    spans: &[Span<V>],
) -> Vec<[DoubleDouble; 2]> {
    let clip = |s: &Span<V>| [Ring::max(s.enter, range.low), Ring::min(s.exit, range.high)];
    spans.iter().map(clip).filter(|[from, to]| from <= to).collect()
}

/// The points of a line from one `t` to another.
fn stretch<V, W>(line: &Line<V>, [from, to]: [DoubleDouble; 2]) -> Common<W>
where
    V: Vector<Scalar = DoubleDouble, Mask = bool>,
    W: Vector<Scalar = f64, Mask = bool>,
{
    let round = |p: V| p.lift::<W>(&narrow::number);
    let at = |t| round(line.at(t));
    let direction = round(line.direction);
    match (from.is_finite(), to.is_finite()) {
        (true, true) => {
            let (a, b) = (at(from), at(to));
            if (b - a).is_zero() { Common::Point(a) } else { Common::Segment(Segment { a, b }) }
        }
        (true, false) => Common::Ray(Ray { origin: at(from), direction }),
        (false, true) => Common::Ray(Ray { origin: at(to), direction: -direction }),
        (false, false) => Common::Line(Line { origin: at(DoubleDouble::ZERO), direction }),
    }
}

macro_rules! intersections {
    ($Any:ident $Wide:ident $V:ident $flat:ident $plane:ident) => {
        impl $Any<$Wide> {
            /// The line, ray or segment as a range of a line; `None` of other shapes.
            fn range(&self) -> Option<Range<$V<DoubleDouble>>> {
                match self {
                    Self::Line(a) => Some(Range::of(&precise!($V, a), None)),
                    Self::Ray(a) => Some(Range::of(&precise!($V, a), None)),
                    Self::Segment(a) => Some(Range::of(&precise!($V, a), None)),
                    _ => None,
                }
            }

            /// The common set; `None` when they share no point.
            ///
            /// # Errors
            /// [`NoAnswer`] where the common set has no name among the shapes, or is not answered yet.
            pub fn intersection(&self, other: &Self) -> Result<Option<Common<$Wide>>, NoAnswer> {
                if !self.intersects(other) {
                    return Ok(None);
                }
                let no_answer = || NoAnswer { question: "intersection", shapes: [self.name(), other.name()] };
                // A flat box within another is cut like any other: both of these have exact corners.
                if let (Self::Aabb(a), Self::Aabb(b)) = (self, other) {
                    let (min, max) = (a.min.max(b.min), a.max.min(b.max));
                    let point = (max - min).is_zero();
                    return Ok(Some(if point {
                        Common::Point(min)
                    } else {
                        Common::Aabb(Aabb { min, max })
                    }));
                }
                if other.contains(self) == Ok(true) {
                    return Ok(Some(self.whole(Common::First)));
                }
                if self.contains(other) == Ok(true) {
                    return Ok(Some(other.whole(Common::Second)));
                }
                if let (Self::HalfSpace(a), Self::HalfSpace(b)) = (self, other) {
                    let (a, b) = (a.boundary(), Self::Plane(b.boundary()));
                    let touch = Self::Plane(a).contains(&b) == Ok(true);
                    return if touch { Ok(Some(Common::Plane(a))) } else { Err(no_answer()) };
                }
                let cut = self
                    .along(other)
                    .or_else(|| other.along(self))
                    .or_else(|| self.$flat(other))
                    .or_else(|| self.$plane(other))
                    .or_else(|| other.$plane(self));
                cut.map(Some).ok_or_else(no_answer)
            }

            /// All of the shape: a point where it is one.
            fn whole(&self, all: Common<$Wide>) -> Common<$Wide> {
                match self {
                    Self::Point(a) => Common::Point(a.0),
                    _ => all,
                }
            }

            /// Of a line, ray or segment that shares a point with the other: its part in there.
            fn along(&self, other: &Self) -> Option<Common<$Wide>> {
                let range = self.range()?;
                let mut parts: Vec<Common<$Wide>> = Vec::new();
                for part in clipped(&range, &other.spans(&range.line)) {
                    let part = stretch(&range.line, part);
                    if parts.last() != Some(&part) {
                        parts.push(part);
                    }
                }
                Some(match parts.len() {
                    // They touch, but their rounded spans do not.
                    0 => Common::Point(self.closest(other).on_a),
                    1 => parts.swap_remove(0),
                    _ => Common::Several(parts),
                })
            }

            /// The stretch of `self`, a line, ray or segment, that lies in `target`, a solid convex shape, by its
            /// ends in `t`; `None` when they share no point.
            ///
            /// # Errors
            /// [`NoAnswer`] when `self` or `target` is of another kind.
            pub fn span(&self, target: &Self) -> Result<Option<(f64, f64)>, NoAnswer> {
                let no_answer = NoAnswer { question: "span", shapes: [self.name(), target.name()] };
                let range = self.range().ok_or(no_answer)?;
                if let Some(hull) = target.as_hull().filter(|_| target.is_solid()) {
                    return self.span(&hull);
                }
                if !target.is_solid() || target.is_composite() {
                    return Err(no_answer);
                }
                if !self.intersects(target) {
                    return Ok(None);
                }
                let spans = clipped(&range, &target.spans(&range.line));
                let touch = || {
                    let foot = self.closest(target).on_a.lift::<$V<DoubleDouble>>(&DoubleDouble::new);
                    let t = crate::pair::point_ray::foot(&Point(foot), &range.line);
                    let t = Ring::min(Ring::max(t, range.low), range.high);
                    [t, t]
                };
                let [enter, exit] = spans.first().copied().unwrap_or_else(touch);
                Ok(Some((narrow::number(enter), narrow::number(exit))))
            }

            /// Where `other` lies, seen from `self`: a plane, or the boundary of a half-space. Exactly right for the
            /// numbers given, wherever [`contains`](Self::contains) is.
            ///
            /// # Errors
            /// [`NoAnswer`] when `self` is another shape.
            pub fn classify(&self, other: &Self) -> Result<Position, NoAnswer> {
                let (normal, distance) = match self {
                    Self::Plane(a) => (a.normal, a.distance),
                    Self::HalfSpace(a) => (a.normal, a.distance),
                    _ => return Err(NoAnswer { question: "classify", shapes: [self.name(), other.name()] }),
                };
                let below = Self::HalfSpace(HalfSpace { normal, distance }).contains(other)?;
                let above =
                    Self::HalfSpace(HalfSpace { normal: -normal, distance: -distance }).contains(other)?;
                Ok(match (below, above) {
                    (true, true) => Position::On,
                    (false, true) => Position::Above,
                    (true, false) => Position::Below,
                    (false, false) => Position::Across,
                })
            }

            /// The weights `u, v, w` of a triangle's corners, of sum 1, that make `other`, a point; in 3D its foot in
            /// the triangle's plane. A collinear triangle weighs the corners of one edge, and of a point the first.
            ///
            /// # Errors
            /// [`NoAnswer`] when the shapes are of other kinds.
            pub fn barycentric(&self, other: &Self) -> Result<[f64; 3], NoAnswer> {
                let (Self::Triangle(a), Self::Point(p)) = (self, other) else {
                    return Err(NoAnswer { question: "barycentric", shapes: [self.name(), other.name()] });
                };
                let [v, w] = crate::cast::uv(&precise!($V, a), precise!($V, p).0);
                Ok([DoubleDouble::ONE - v - w, v, w].map(narrow::number))
            }
        }
    };
}

intersections!(Shape2 DVec2 V2 flat_2d plane_2d);
intersections!(Shape3 DVec3 V3 flat_3d plane_3d);

/// A convex outline: its corners in order, and two edges that span it.
struct Outline<V> {
    corners: Vec<V>,
    u: V,
    v: V,
}

impl<'a, V: Vector<Scalar = Exact<'a>, Mask = bool>> Outline<V> {
    fn edges(&self) -> Vec<Segment<V>> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| Segment { a: *a, b: *b }).collect()
    }

    /// It has no area, and so bounds nothing.
    fn is_flat(&self) -> bool {
        let area = self.u.wedge_squared(self.v);
        area.same(area.zero())
    }
}

fn triangle<V: Vector>(t: &Triangle<V>) -> Outline<V> {
    Outline { corners: t.corners().to_vec(), u: t.b - t.a, v: t.c - t.a }
}

fn parallelogram<V: Vector>(p: &Parallelogram<V>) -> Outline<V> {
    Outline { corners: p.corners().to_vec(), u: p.u, v: p.v }
}

impl Shape2<DVec2> {
    fn is_composite(&self) -> bool {
        matches!(self, Self::Polygon(_))
    }

    /// Of a convex polygon, in exact numbers.
    fn outline<'a>(&self, arena: &'a Arena) -> Option<Outline<V2<Exact<'a>>>> {
        let number = |x: f64| arena.number(x);
        match self {
            Self::Triangle(a) => Some(triangle(&a.lift(&number))),
            Self::Parallelogram(a) => Some(parallelogram(&a.lift(&number))),
            Self::Aabb(a) => {
                let Aabb { min, max } = a.lift::<V2<Exact<'a>>>(&number);
                let (u, v) =
                    (V2 { x: max.x - min.x, y: min.x.zero() }, V2 { x: min.x.zero(), y: max.y - min.y });
                Some(parallelogram(&Parallelogram { origin: min, u, v }))
            }
            Self::Obb(a) => {
                let b = a.lift::<V2<Exact<'a>>>(&number);
                let (u, v) = (b.arm(0), b.arm(1));
                let two = b.half_extents.x.lit(2);
                Some(parallelogram(&Parallelogram { origin: b.center - u - v, u: u * two, v: v * two }))
            }
            _ => None,
        }
    }

    /// Two convex polygons, or one and a half-space.
    fn flat_2d(&self, other: &Self) -> Option<Common<DVec2>> {
        let arena = Arena::new();
        match (self.outline(&arena), other.outline(&arena)) {
            // Of one without area, the other is what cuts.
            (Some(a), Some(b)) if b.is_flat() && !a.is_flat() => {
                clip::common(&clip::within(b.corners.clone(), &a.edges(), a.u, a.v))
            }
            (Some(a), Some(b)) if !b.is_flat() => {
                clip::common(&clip::within(a.corners.clone(), &b.edges(), b.u, b.v))
            }
            (Some(a), Some(b)) => crossing_segments(&clip::common(&a.corners)?, &clip::common(&b.corners)?),
            (Some(a), None) => below(&a, other, &arena),
            (None, Some(b)) => below(&b, self, &arena),
            (None, None) => None,
        }
    }

    /// A plane, which is a line, and anything: both as the line and with its rounding.
    fn plane_2d(&self, other: &Self) -> Option<Common<DVec2>> {
        let Self::Plane(a) = self else { return None };
        if let Self::Plane(b) = other {
            let arena = Arena::new();
            let number = |x: f64| arena.number(x);
            let (a, b) = (a.lift::<V2<Exact<'_>>>(&number), b.lift::<V2<Exact<'_>>>(&number));
            let area = a.normal.perp_dot(b.normal);
            let across = a.normal.perp() * b.distance - b.normal.perp() * a.distance;
            return Some(Common::Point(across.lift::<DVec2>(&|x: Exact<'_>| (x / area).to_f64())));
        }
        let a = precise!(V2, a);
        let foot = a.normal * (a.distance / a.normal.length_squared());
        let line = Line { origin: foot, direction: -a.normal.perp() };
        let infinity = DoubleDouble::ONE.infinity();
        let range = Range { line, low: -infinity, high: infinity };
        let spans = other.spans(&line);
        let mut parts: Vec<_> =
            clipped(&range, &spans).into_iter().map(|part| stretch(&line, part)).collect();
        Some(match parts.len() {
            0 => Common::Point(self.closest(other).on_a),
            1 => parts.swap_remove(0),
            _ => Common::Several(parts),
        })
    }
}

/// Two sets without area, each a segment or a point.
fn crossing_segments(a: &Common<DVec2>, b: &Common<DVec2>) -> Option<Common<DVec2>> {
    let shape = |c: &Common<DVec2>| match c {
        Common::Segment(s) => Some(Shape2::Segment(*s)),
        Common::Point(p) => Some(Shape2::Point(Point(*p))),
        _ => None,
    };
    let (a, b) = (shape(a)?, shape(b)?);
    if let Shape2::Point(p) = a {
        return Some(Common::Point(p.0));
    }
    a.along(&b)
}

/// The part of an outline in a half-space.
fn below<'a>(a: &Outline<V2<Exact<'a>>>, b: &Shape2<DVec2>, arena: &'a Arena) -> Option<Common<DVec2>> {
    let Shape2::HalfSpace(b) = b else { return None };
    let b = b.lift::<V2<Exact<'a>>>(&|x: f64| arena.number(x));
    clip::common(&clip::keep(&a.corners, |p| -b.side(p)))
}

impl Shape3<DVec3> {
    fn is_composite(&self) -> bool {
        matches!(self, Self::Mesh(_) | Self::FlatPolygon(_))
    }

    /// Of a flat convex polygon, in exact numbers.
    fn outline<'a>(&self, arena: &'a Arena) -> Option<Outline<V3<Exact<'a>>>> {
        let number = |x: f64| arena.number(x);
        match self {
            Self::Triangle(a) => Some(triangle(&a.lift(&number))),
            Self::Parallelogram(a) => Some(parallelogram(&a.lift(&number))),
            _ => None,
        }
    }

    /// A flat polygon and another, or a plane, half-space or box.
    fn flat_3d(&self, other: &Self) -> Option<Common<DVec3>> {
        let arena = Arena::new();
        match (self.outline(&arena), other.outline(&arena)) {
            (Some(a), Some(b)) if b.is_flat() => clip::common(&cut_flat(&b, &a)?),
            (Some(a), Some(b)) => clip::common(&cut_flat(&a, &b)?),
            (Some(a), None) => clip::common(&cut(a.corners, other, &arena)?),
            (None, Some(b)) => clip::common(&cut(b.corners, self, &arena)?),
            (None, None) => None,
        }
    }

    /// A plane and a plane, a sphere or a box.
    fn plane_3d(&self, other: &Self) -> Option<Common<DVec3>> {
        let Self::Plane(a) = self else { return None };
        match other {
            Self::Plane(b) => Some(plane_plane(a, b)),
            Self::Sphere(b) => Some(plane_sphere(a, b)),
            Self::Aabb(_) | Self::Obb(_) => plane_box(a, other),
            _ => None,
        }
    }
}

/// A flat polygon cut by the plane of another, and there by its edges; `None` when the other has no area.
fn cut_flat<'a>(a: &Outline<V3<Exact<'a>>>, b: &Outline<V3<Exact<'a>>>) -> Option<Vec<V3<Exact<'a>>>> {
    let normal = b.u.cross(b.v);
    let in_plane = clip::slice(&a.corners, |p| normal.dot(p - b.corners[0]));
    (!b.is_flat()).then(|| clip::within(in_plane, &b.edges(), b.u, b.v))
}

/// A flat polygon cut by a plane, half-space or box.
fn cut<'a>(
    corners: Vec<V3<Exact<'a>>>,
    other: &Shape3<DVec3>,
    arena: &'a Arena,
) -> Option<Vec<V3<Exact<'a>>>> {
    let number = |x: f64| arena.number(x);
    match other {
        Shape3::Plane(b) => {
            let b = b.lift::<V3<Exact<'a>>>(&number);
            Some(clip::slice(&corners, |p| b.side(p)))
        }
        Shape3::HalfSpace(b) => {
            let b = b.lift::<V3<Exact<'a>>>(&number);
            Some(clip::keep(&corners, |p| -b.side(p)))
        }
        Shape3::Aabb(_) | Shape3::Obb(_) => {
            let sides = sides(other, arena)?;
            Some(sides.iter().fold(corners, |points, side| clip::keep(&points, |p| -side.side(p))))
        }
        _ => None,
    }
}

/// The half-spaces whose common set is the box.
fn sides<'a>(shape: &Shape3<DVec3>, arena: &'a Arena) -> Option<Vec<HalfSpace<V3<Exact<'a>>>>> {
    let number = |x: f64| arena.number(x);
    let mut sides = Vec::with_capacity(6);
    match shape {
        Shape3::Aabb(b) => {
            let b = b.lift::<V3<Exact<'a>>>(&number);
            for i in 0..3 {
                let n = b.min.zero().with(i, number(1.0));
                sides.push(HalfSpace { normal: n, distance: b.max.get(i) });
                sides.push(HalfSpace { normal: -n, distance: -b.min.get(i) });
            }
        }
        Shape3::Obb(b) => {
            let b = b.lift::<V3<Exact<'a>>>(&number);
            for i in 0..3 {
                let n = b.axis((i + 1) % 3).cross(b.axis((i + 2) % 3));
                let (middle, reach) = (n.dot(b.center), Ring::abs(n.dot(b.arm(i))));
                sides.push(HalfSpace { normal: n, distance: middle + reach });
                sides.push(HalfSpace { normal: -n, distance: reach - middle });
            }
        }
        _ => return None,
    }
    Some(sides)
}

/// The line of two planes that are not parallel: `n = n1 x n2` and `(d1 n2 - d2 n1) x n / |n|^2`.
fn plane_plane(a: &Plane<DVec3>, b: &Plane<DVec3>) -> Common<DVec3> {
    let (a, b) = (precise!(V3, a), precise!(V3, b));
    let n = a.normal.cross(b.normal);
    // Of the two directions the one whose first number is positive, whichever plane was named first.
    let first = (0..3).map(|axis| n.get(axis)).find(|x| *x != DoubleDouble::ZERO);
    let backward = first.is_some_and(|x| x < DoubleDouble::ZERO);
    let foot = (b.normal * a.distance - a.normal * b.distance).cross(n);
    let origin = foot.times_reciprocal(n.length_squared());
    let direction = if backward { -n } else { n };
    Common::Line(Line { origin: origin.lift(&narrow::number), direction: direction.lift(&narrow::number) })
}

/// The disc around the foot of the centre, or the foot where they touch.
fn plane_sphere(a: &Plane<DVec3>, b: &Sphere<DVec3>) -> Common<DVec3> {
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let (p, s) = (a.lift::<V3<Exact<'_>>>(&number), b.lift::<V3<Exact<'_>>>(&number));
    let (side, nn) = (p.side(s.center), p.normal.length_squared());
    let center = (s.center - p.normal * (side / nn)).lift::<DVec3>(&|x: Exact<'_>| x.to_f64());
    let square = s.radius.squared() - side.squared() / nn;
    if square.le(square.zero()) {
        return Common::Point(center);
    }
    Common::Disc { center, normal: a.normal, radius: narrow::number(square.to_double_double().sqrt()) }
}

/// The points where the plane crosses the edges of a box, in order around them.
fn plane_box(a: &Plane<DVec3>, b: &Shape3<DVec3>) -> Option<Common<DVec3>> {
    let arena = Arena::new();
    let number = |x: f64| arena.number(x);
    let plane = a.lift::<V3<Exact<'_>>>(&number);
    let corners = crate::contains::content::of_3d(b, &number)?.points;
    let mut points = Vec::new();
    for i in 0..corners.len() {
        for axis in 0..3 {
            let j = i | 1 << axis;
            if i != j {
                points.extend(clip::slice(&[corners[i], corners[j]], |p| plane.side(p)));
            }
        }
    }
    clip::common(&clip::hull(points, plane.normal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{dvec2, dvec3};

    fn common(a: impl Into<Shape3<DVec3>>, b: impl Into<Shape3<DVec3>>) -> Option<Common<DVec3>> {
        let (a, b) = (a.into(), b.into());
        let answer = a.intersection(&b).unwrap();
        let turned = b.intersection(&a).unwrap();
        assert_eq!(answer, turned.map(Common::swap));
        answer
    }

    #[test]
    fn planes_share_a_line_and_a_plane_cuts_a_disc_from_a_sphere() {
        let line = common(Plane::new(dvec3(2., 0., 0.), 2.), Plane::new(dvec3(0., 1., 0.), 2.));
        assert_eq!(line, Some(Common::Line(Line::new(dvec3(1., 2., 0.), dvec3(0., 0., 2.)))));
        let plane = Plane::new(dvec3(0., 0., 2.), 6.);
        assert_eq!(Shape3::Plane(plane).intersection(&plane.into()), Ok(Some(Common::First)));
        assert_eq!(common(plane, Plane::new(dvec3(0., 0., 1.), 2.)), None);
        let (center, normal) = (dvec3(0., 0., 3.), plane.normal);
        let disc = Common::Disc { center, normal, radius: 4. };
        assert_eq!(common(plane, Sphere::new(DVec3::ZERO, 5.)), Some(disc));
        assert_eq!(common(plane, Sphere::new(DVec3::ZERO, 3.)), Some(Common::Point(center)));
    }

    #[test]
    fn a_plane_cuts_a_box_in_up_to_six_corners() {
        let cube = Aabb::new(DVec3::ZERO, DVec3::splat(2.));
        let Some(Common::Polygon(hexagon)) = common(Plane::new(DVec3::ONE, 3.), cube) else {
            panic!("a polygon")
        };
        assert_eq!(hexagon.len(), 6);
        assert!(
            hexagon.iter().all(|p| p.element_sum() == 3. && p.max_element() == 2. && p.min_element() == 0.)
        );
        assert_eq!(common(Plane::new(DVec3::ONE, 6.), cube), Some(Common::Point(DVec3::splat(2.))));
        let edge = Segment { a: dvec3(0., 2., 2.), b: dvec3(2., 2., 2.) };
        assert_eq!(common(Plane::new(dvec3(0., 1., 1.), 4.), cube), Some(Common::Segment(edge)));
    }

    #[test]
    fn triangles_share_a_segment_a_point_or_a_polygon() {
        let flat = Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.));
        let across = Triangle::new(dvec3(1., 1., -1.), dvec3(1., 1., 1.), dvec3(9., 1., 0.));
        let segment = Segment { a: dvec3(1., 1., 0.), b: dvec3(3., 1., 0.) };
        assert_eq!(common(flat, across), Some(Common::Segment(segment)));
        let tip = Triangle::new(dvec3(1., 1., 0.), dvec3(1., 0., 1.), dvec3(0., 1., 1.));
        assert_eq!(common(flat, tip), Some(Common::Point(dvec3(1., 1., 0.))));
        let moved = Triangle::new(dvec3(1., 1., 0.), dvec3(5., 1., 0.), dvec3(1., 5., 0.));
        let corners = alloc::vec![dvec3(3., 1., 0.), dvec3(1., 3., 0.), dvec3(1., 1., 0.)];
        let Some(Common::Polygon(polygon)) = common(flat, moved) else { panic!("coplanar") };
        assert!(polygon.len() == 3 && corners.iter().all(|c| polygon.contains(c)));
    }

    #[test]
    fn boxes_share_a_box_and_lines_are_cut_to_what_is_inside() {
        let aabb = |low: f64, high: f64| Aabb::new(DVec3::splat(low), DVec3::splat(high));
        assert_eq!(common(aabb(0., 2.), aabb(1., 3.)), Some(Common::Aabb(aabb(1., 2.))));
        assert_eq!(common(aabb(0., 2.), aabb(2., 3.)), Some(Common::Point(DVec3::splat(2.))));
        let ray = Ray::new(dvec3(1., 1., 1.), dvec3(1., 0., 0.));
        let inside = Segment { a: dvec3(1., 1., 1.), b: dvec3(2., 1., 1.) };
        assert_eq!(common(ray, aabb(0., 2.)), Some(Common::Segment(inside)));
        assert_eq!(common(ray, HalfSpace::new(dvec3(0., 1., 0.), 1.)), Some(Common::First));
        let below = common(Line::new(DVec3::ZERO, dvec3(1., 0., 0.)), HalfSpace::new(dvec3(2., 0., 0.), 6.));
        assert_eq!(below, Some(Common::Ray(Ray::new(dvec3(3., 0., 0.), dvec3(-1., 0., 0.)))));
        assert_eq!(common(Point(DVec3::ONE), aabb(0., 2.)), Some(Common::Point(DVec3::ONE)));
    }

    #[test]
    fn triangles_in_the_plane_share_a_polygon_and_segments_their_overlap() {
        let triangle =
            |x: f64| Shape2::Triangle(Triangle::new(dvec2(x, 0.), dvec2(x + 4., 0.), dvec2(x, 4.)));
        let Ok(Some(Common::Polygon(points))) = triangle(0.).intersection(&triangle(1.)) else { panic!() };
        assert_eq!(points.len(), 3);
        assert_eq!(triangle(0.).intersection(&triangle(4.)), Ok(Some(Common::Point(dvec2(4., 0.)))));
        let segment = |a: [f64; 2], b: [f64; 2]| Shape2::Segment(Segment::new(a.into(), b.into()));
        let overlap = segment([0., 0.], [4., 4.]).intersection(&segment([2., 2.], [6., 6.]));
        assert_eq!(overlap, Ok(Some(Common::Segment(Segment::new(dvec2(2., 2.), dvec2(4., 4.))))));
        let crossing = segment([0., 0.], [4., 4.]).intersection(&segment([0., 4.], [4., 0.]));
        assert_eq!(crossing, Ok(Some(Common::Point(dvec2(2., 2.)))));
    }

    #[test]
    fn spans_sides_and_weights() {
        let ray = Shape3::Ray(Ray::new(dvec3(1., 0., 0.), dvec3(2., 0., 0.)));
        assert_eq!(ray.span(&Sphere::new(DVec3::ZERO, 5.).into()), Ok(Some((0., 2.))));
        assert_eq!(ray.span(&Sphere::new(DVec3::ZERO, 0.5).into()), Ok(None));
        assert!(ray.span(&Plane::new(DVec3::X, 1.).into()).is_err());
        let plane = Shape3::Plane(Plane::new(dvec3(0., 0., 2.), 2.));
        let ball = |z: f64| Shape3::Sphere(Sphere::new(dvec3(0., 0., z), 1.));
        let sides = [0., 1., 2.].map(|z| plane.classify(&ball(z)).unwrap());
        assert_eq!(sides, [Position::Below, Position::Across, Position::Above]);
        assert_eq!(plane.classify(&plane), Ok(Position::On));
        let triangle = Shape3::Triangle(Triangle::new(DVec3::ZERO, dvec3(4., 0., 0.), dvec3(0., 4., 0.)));
        assert_eq!(triangle.barycentric(&Point(dvec3(1., 2., 7.)).into()), Ok([0.25, 0.25, 0.5]));
    }
}
