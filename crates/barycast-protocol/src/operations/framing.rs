//! The operations `project` and `clip`, in exact arithmetic: each number of an answer is rounded
//! once.

use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::names::Reading;
use crate::node::Members;
use crate::options::{Coordinates, coordinates, flag};
use crate::pair::{self, Pair};
use crate::precision::Precision;
use crate::query::QueryResult;
use barycast::clip::cohen_sutherland::Outcode;
use barycast::clip::{ClippedSegment, cyrus_beck, polygon};
use barycast::dynamic::any::{NoAnswer, Shape2, Shape3};
use barycast::exact::{Arena, Exact};
use barycast::frame::{Homogeneous, Projective};
use barycast::number::each::MapEach;
use barycast::shape::{Aabb, Convex, HalfSpace, Point, Segment};
use barycast::vector::{V2, V3, Vector};
use glam::{DVec2, DVec3};

pub(super) fn project(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let way = Way::read(members, reading.precision)?;
    pair::untraced(members, reading, move |pair, answer| match pair {
        Pair::D2(a, b) => d2::project(way, &a.shape, &b.shape, answer),
        Pair::D3(a, b) => d3::project(way, &a.shape, &b.shape, answer),
    })
}

pub(super) fn clip(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    pair::untraced(members, reading, |pair, answer| match pair {
        Pair::D2(a, b) => d2::clip(&a.shape, &b.shape, answer),
        Pair::D3(a, b) => d3::clip(&a.shape, &b.shape, answer),
    })
}

/// Kinds of projection onto a plane.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Orthogonal projection.
    Orthogonal,
    /// Parallel projection along a direction.
    Along(Coordinates),
    /// Central projection from a point light.
    From(Coordinates),
    /// Reflection in the plane.
    Mirror,
}

impl Way {
    /// Reads the options, of which at most one may be present.
    fn read(members: &mut Members<'_>, precision: Precision) -> Result<Self, Fault> {
        let direction = coordinates(members, "direction", precision)?.map(Self::Along);
        let light = coordinates(members, "light", precision)?.map(Self::From);
        let mirror = flag(members, "mirror")?.then_some(Self::Mirror);
        let mut ways = [("direction", direction), ("light", light), ("mirror", mirror)]
            .into_iter()
            .filter_map(|(name, way)| Some((name, way?)));
        match (ways.next(), ways.next()) {
            (Some(_), Some((name, _))) => {
                let message = "only one of direction, light and mirror may be given";
                Err(Fault::new(Code::InvalidOption, name, message))
            }
            (way, _) => Ok(way.map_or(Self::Orthogonal, |(_, way)| way)),
        }
    }
}

/// Half-spaces whose intersection is the window; `None` if the shape cannot be a window.
type Sides<V> = Option<Vec<HalfSpace<V>>>;

macro_rules! in_dimension {
    ($name:ident $Any:ident $V:ident $Of:ident $numbers:literal $window:ident $subject:ident) => {
        /// Operations in this dimension.
        mod $name {
            use super::*;

            /// Appends the projection of the point `b` onto the plane `a`.
            pub(super) fn project(way: Way, a: &$Any, b: &$Any, mut answer: Answer<'_>) -> Result<(), Fault> {
                let ($Any::Plane(plane), $Any::Point(Point(point))) = (a, b) else {
                    return Err(NoAnswer { question: "project", shapes: [a.name(), b.name()] }.into());
                };
                let arena = Arena::new();
                let number = |x: f64| arena.number(x);
                let (plane, point) = (plane.lift::<$Of<_>>(&number), point.lift::<$Of<_>>(&number));
                let vector = |field: &str, list: Coordinates| {
                    if list.dimensions == $V::DIM {
                        return Ok($Of::from_fn(|i| number(list.numbers[i])));
                    }
                    let message =
                        format!("{field} has {} numbers, a and b have {}", list.dimensions, $V::DIM);
                    Err(Fault::new(Code::DimensionMismatch, field, message))
                };
                let from = |field, must: &str, center: Homogeneous<_, $numbers>| {
                    let none = || Fault::new(Code::InvalidOption, field, format!("{field} must {must}"));
                    Projective::<_, $numbers>::central(&plane, &center).ok_or_else(none)
                };
                let matrix = match way {
                    Way::Mirror => Projective::reflection(&plane),
                    Way::Orthogonal => from("a", "have a normal", Homogeneous::direction(plane.normal))?,
                    Way::Along(list) => {
                        let along = Homogeneous::direction(vector("direction", list)?);
                        from("direction", "not be zero or run along the plane", along)?
                    }
                    Way::From(list) => {
                        from("light", "not be in the plane", Homogeneous::point(vector("light", list)?))?
                    }
                };
                let image: Option<$Of<_>> = matrix.map_point(point);
                let columns = matrix.columns.each(|column| column.each(Exact::to_f64));
                answer.projected(image.map(|p| p.lift::<$V>(&Exact::to_f64)), &columns);
                Ok(())
            }

            /// Appends the part of the segment or polygon `a` inside the window `b`.
            pub(super) fn clip(a: &$Any, b: &$Any, mut answer: Answer<'_>) -> Result<(), Fault> {
                let arena = Arena::new();
                let number = |x: f64| arena.number(x);
                let sides: Sides<$Of<Exact<'_>>> = match b {
                    $Any::Aabb(window) => Some(sides_of_box(&window.lift(&number))),
                    $Any::HalfSpace(side) => Some(vec![side.lift(&number)]),
                    $Any::Convex(hull) => Some(hull.lift::<$Of<_>>(&number).sides()),
                    other => $window(other, &number),
                };
                let no_answer = || NoAnswer { question: "clip", shapes: [a.name(), b.name()] };
                let sides = sides.ok_or_else(no_answer)?;
                if let $Any::Segment(segment) = a {
                    let piece = cyrus_beck::clip(&segment.lift(&number), &sides);
                    answer.piece(piece.map(rounded::<$Of<Exact<'_>>, $V>).as_ref());
                    if let $Any::Aabb(window) = b {
                        answer.outcodes([segment.a, segment.b].each(|p| Outcode::from_point(p, window)));
                    }
                    return Ok(());
                }
                let corners: Vec<$V> = $subject(a).ok_or_else(no_answer)?;
                let corners: Vec<$Of<_>> = corners.iter().map(|p| p.lift(&number)).collect();
                let left = polygon::clip(&corners, &sides);
                let left: Vec<$V> = left.iter().map(|p| p.lift(&Exact::to_f64)).collect();
                answer.left_of_polygon(&left);
                Ok(())
            }
        }
    };
}
in_dimension! { d2 Shape2 DVec2 V2 3 window_2 subject_2 }
in_dimension! { d3 Shape3 DVec3 V3 4 window_3 subject_3 }

fn rounded<'a, W, V>(piece: ClippedSegment<W>) -> ClippedSegment<V>
where
    W: Vector<Scalar = Exact<'a>>,
    V: Vector<Scalar = f64>,
{
    let ClippedSegment { enter, exit, segment: Segment { a, b } } = piece;
    let segment = Segment::new(a.lift(&Exact::to_f64), b.lift(&Exact::to_f64));
    ClippedSegment { enter: enter.to_f64(), exit: exit.to_f64(), segment }
}

fn sides_of_box<'a, V: Vector<Scalar = Exact<'a>>>(window: &Aabb<V>) -> Vec<HalfSpace<V>> {
    use barycast::number::Ring;
    let axes = V::unit_axes(window.min.get(0).one());
    let both = |(i, n): (usize, &V)| {
        [HalfSpace::new(*n, window.max.get(i)), HalfSpace::new(-*n, -window.min.get(i))]
    };
    axes.as_ref().iter().enumerate().flat_map(both).collect()
}

/// Returns the half-spaces of other convex 2D shapes.
fn window_2<'a>(shape: &Shape2, number: &impl Fn(f64) -> Exact<'a>) -> Sides<V2<Exact<'a>>> {
    match shape {
        Shape2::Triangle(t) => Some(Convex::try_new(vec![t.a, t.b, t.c]).ok()?.lift::<V2<_>>(number).sides()),
        Shape2::Polygon(_) => {
            let corners: Vec<V2<_>> = subject_2(shape)?.iter().map(|p| p.lift(number)).collect();
            cyrus_beck::half_spaces(&corners).ok()
        }
        _ => None,
    }
}

/// Returns the half-spaces of other convex 3D shapes.
fn window_3<'a>(shape: &Shape3, number: &impl Fn(f64) -> Exact<'a>) -> Sides<V3<Exact<'a>>> {
    let Shape3::Tetrahedron(t) = shape else { return None };
    Some(Convex::try_new(vec![t.a, t.b, t.c, t.d]).ok()?.lift::<V3<_>>(number).sides())
}

/// Returns the vertices of a 2D polygon without holes.
fn subject_2(shape: &Shape2) -> Option<Vec<DVec2>> {
    match shape {
        Shape2::Triangle(t) => Some(vec![t.a, t.b, t.c]),
        Shape2::Polygon(p) if p.holes().next().is_none() => Some(p.points().to_vec()),
        _ => None,
    }
}

/// Returns the vertices of a flat polygon in 3D.
fn subject_3(shape: &Shape3) -> Option<Vec<DVec3>> {
    match shape {
        Shape3::Triangle(t) => Some(vec![t.a, t.b, t.c]),
        Shape3::FlatPolygon(p) => Some(p.points().to_vec()),
        _ => None,
    }
}
