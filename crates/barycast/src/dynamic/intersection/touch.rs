//! Intersections of shapes that touch, in the plane between them.
//!
//! If the penetration depth of two convex shapes is 0, the plane across its direction `n` separates
//! them, and contains their whole intersection: that of the face of one along `n` and the face of
//! the other along `-n`. A face is the part of a shape farthest along a direction: a point of a
//! ball, a line of a cylinder's side, a disc of its cap. The depth, `n` and the faces are known in
//! double-double precision.

use super::clip;
use super::common::Common;
use super::kind::{nearly_flat, rounded};
use super::order::segment;
use super::polytope::{Corner, Polytope};
use crate::convex::{gjk, truncation};
use crate::dynamic::convex_body::{Body, Round, Unbounded};
use crate::dynamic::shape::DynamicShape;
use crate::exact::certify::narrow;
use crate::exact::{Arena, Exact};
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::query::Penetration;
use crate::shape::{Line, Linear, Ray, Segment, Support};
use crate::vector::{FloatVector, V2, Vector};
use alloc::vec;
use alloc::vec::Vec;

/// Part of a shape farthest along a direction.
pub(super) enum Face<V: Vector> {
    /// All of the plane, for a half-space or plane.
    All,
    /// The hull of points.
    Hull(Vec<V>),
    Disc {
        center: V,
        radius: V::Scalar,
    },
    /// The axis of a shape that is round about a line, moved to the surface.
    Line {
        line: Line<V>,
        begins: bool,
    },
}

/// Rounding error of a direction, which has the digits of `f64`, as a fraction of a size.
pub(super) const PART: f64 = 1e-14;

/// Rounding error in double-double precision, as a fraction of a size.
const NOISE: f64 = 1e-26;

/// Number of those errors by which a direction may be rotated if the depth along it is within one
/// of them.
const TURNED: f64 = 100.0;

/// Fraction of a size by which a shared point may slide along the touching surfaces while its
/// distance from both stays within double-double precision.
const SLID: f64 = 1e-6;

fn face_of_body<V: FloatVector<Scalar = DoubleDouble>>(
    body: &Body<V>,
    n: V,
    slack: DoubleDouble,
) -> Option<Face<V>> {
    let mut points: Vec<V> = body.points.clone();
    let mut discs: Vec<(V, DoubleDouble)> = Vec::new();
    for round in &body.rounds {
        match round {
            Round::Ball { center, radius } => points.push(*center + n * *radius),
            // The apex of a cone.
            Round::Disc { center, arms: [x, y] } if x.is_zero() && y.is_zero() => points.push(*center),
            Round::Disc { center, arms: [x, y] } => {
                let along = V::splat(DoubleDouble::ZERO).with(0, n.dot(*x)).with(1, n.dot(*y));
                if along.length() <= slack {
                    // An ellipse is no named shape.
                    if Ring::abs(x.length() - y.length()) > slack {
                        return None;
                    }
                    discs.push((*center, x.length()));
                } else {
                    let along = along.normalized_or_zero();
                    points.push(*center + *x * along.get(0) + *y * along.get(1));
                }
            }
            Round::Ellipsoid(e) => {
                let flat = (0..V::DIM).all(|i| Ring::abs(n.dot(e.semi_axis(i))) <= slack);
                if flat && (0..V::DIM).any(|i| e.semi_axis(i).length() > slack) {
                    return None;
                }
                points.push(e.support(n));
            }
            Round::Wedge(wedge) => {
                points.extend(wedge.corners());
                points.extend([wedge.center, wedge.support(n)]);
            }
            Round::Known(own) => {
                let facing = own.facing(n, slack)?;
                points.extend(facing.points);
                discs.extend(facing.disc);
            }
            Round::Scaled { .. } => return None,
        }
    }
    let height = |p: V| n.dot(p);
    let top =
        points.iter().map(|p| height(*p)).chain(discs.iter().map(|(c, _)| height(*c))).reduce(Ring::max)?;
    let highest = |p: V| height(p) >= top - slack;
    if let Some((center, radius)) = discs.into_iter().find(|(center, _)| highest(*center)) {
        return Some(Face::Disc { center: center + n * body.radius, radius });
    }
    let mut face: Vec<V> = Vec::new();
    for p in points.into_iter().filter(|p| highest(*p)) {
        if face.iter().all(|q| (*q - p).length() > slack) {
            face.push(p);
        }
    }
    // A shape with NaN coordinates has no highest point.
    (!face.is_empty()).then(|| Face::Hull(face.into_iter().map(|p| p + n * body.radius).collect()))
}

fn face<A: DynamicShape>(a: &A, n: A::Precise, slack: DoubleDouble) -> Option<Face<A::Precise>> {
    if let Some(body) = a.body() {
        return face_of_body(&body, n, slack);
    }
    match a.unbounded()? {
        Unbounded::Plane(_) | Unbounded::HalfSpace(_) => Some(Face::All),
        Unbounded::Along { line, begins, radius } => {
            let origin = line.origin + n * radius;
            let level = Ring::abs(n.dot(line.direction.normalized_or_zero())) <= DoubleDouble::new(PART);
            let line = Line { origin, direction: line.direction };
            Some(if level { Face::Line { line, begins } } else { Face::Hull(vec![origin]) })
        }
        Unbounded::Cone { apex, axis, slope } => {
            let direction = axis + truncation::perpendicular(axis, n) * slope;
            let level = Ring::abs(n.dot(direction.normalized_or_zero())) <= DoubleDouble::new(PART);
            let line = Line { origin: apex, direction };
            Some(if level { Face::Line { line, begins: true } } else { Face::Hull(vec![apex]) })
        }
    }
}

/// Returns the point rounded, with 0 for coordinates within the slack.
fn narrowed<V, W>(p: V, slack: DoubleDouble) -> W
where
    V: Vector<Scalar = DoubleDouble>,
    W: Vector<Scalar = f64>,
{
    let size = slack / DoubleDouble::new(PART);
    p.lift(&|x: DoubleDouble| narrow::number(x.settle(size)))
}

/// Returns the intersection of two shapes whose penetration depth is 0; `point` is a shared one.
/// Returns `None` if the intersection is no shape.
pub(super) fn shared<A: DynamicShape, W>(
    a: &A,
    b: &A,
    contact: &Penetration<W>,
    point: W,
) -> Option<Common<W>>
where
    W: FloatVector<Scalar = f64>,
{
    let size = |a: &A| a.body().map_or(DoubleDouble::ZERO, |body| body.reach());
    let size = size(a) + size(b) + DoubleDouble::new(point.length());
    let n = contact.normal_a_to_b?.lift::<A::Precise>(&DoubleDouble::new).normalized_or_zero();
    if n.is_zero() || DoubleDouble::new(contact.depth) > size * DoubleDouble::new(NOISE) {
        return None;
    }
    let slack = size * DoubleDouble::new(PART);
    let (x, y) = (face(a, n, slack)?, face(b, -n, slack)?);
    let point = settled([(a, &x), (b, &y)], point, size);
    faces(x, y, n, slack, point)
}

/// Returns a shared point, or the only point of a face if that differs: where round edges touch, a
/// point that is nearly shared may be off by half of the digits.
fn settled<A: DynamicShape, W>(faces: [(&A, &Face<A::Precise>); 2], point: W, size: DoubleDouble) -> W
where
    W: FloatVector<Scalar = f64>,
{
    let lone = |(shape, face): (&A, &Face<A::Precise>)| {
        let Face::Hull(points) = face else { return None };
        let &[p] = points.as_slice() else { return None };
        // A given corner does not depend on the direction.
        let corner = shape.body().is_some_and(|body| {
            body.radius == DoubleDouble::ZERO && body.points.iter().any(|q| (*q - p).is_zero())
        });
        Some((corner, p))
    };
    let Some((corner, p)) = faces.into_iter().filter_map(lone).max_by_key(|(corner, _)| *corner) else {
        return point;
    };
    let slack = size * DoubleDouble::new(PART);
    let least = if corner { slack } else { slack * DoubleDouble::new(TURNED) };
    or_slid(point, narrowed(p, slack), least, slack)
}

/// Returns the first of two computations of the same point, or the second if the first slid from it
/// by more than `least`.
fn or_slid<W>(point: W, at: W, least: DoubleDouble, slack: DoubleDouble) -> W
where
    W: FloatVector<Scalar = f64>,
{
    let off = DoubleDouble::new((at - point).length());
    if least < off && off <= slack * DoubleDouble::new(SLID / PART) { at } else { point }
}

/// Returns the intersection of two sets in one plane across `n` that share a point, or `None` if it
/// is no shape.
pub(super) fn faces<V, W>(x: Face<V>, y: Face<V>, n: V, slack: DoubleDouble, point: W) -> Option<Common<W>>
where
    V: FloatVector<Scalar = DoubleDouble>,
    W: FloatVector<Scalar = f64>,
{
    let disc = |center: V, radius: DoubleDouble| Common::Disc {
        center: narrowed(center, slack),
        normal: narrowed(n, DoubleDouble::new(PART)),
        radius: narrow::number(radius),
    };
    let hull = |p: &[V]| {
        let points: Vec<W> = p.iter().map(|p| narrowed(*p, slack)).collect();
        nearly_flat(&points, narrow::number(slack))
    };
    match (x, y) {
        (Face::Hull(p), _) | (_, Face::Hull(p)) if p.len() == 1 => Some(Common::Point(point)),
        (Face::All, Face::All) => None,
        (Face::All, Face::Hull(p)) | (Face::Hull(p), Face::All) => hull(&p),
        (Face::All, Face::Disc { center, radius }) | (Face::Disc { center, radius }, Face::All) => {
            Some(disc(center, radius))
        }
        (Face::All, Face::Line { line, begins }) | (Face::Line { line, begins }, Face::All) => {
            let (origin, direction) = (narrowed(line.origin, slack), line.direction.lift(&narrow::number));
            Some(if begins {
                Common::Ray(Ray { origin, direction })
            } else {
                Common::Line(Line { origin, direction })
            })
        }
        (Face::Hull(p), Face::Hull(q)) => hulls(&p, &q, n, slack, point),
        (Face::Line { line, begins }, Face::Hull(p)) | (Face::Hull(p), Face::Line { line, begins }) => {
            hulls(&part(&line, begins, &p, DoubleDouble::ZERO), &p, n, slack, point)
        }
        (Face::Line { line, begins }, Face::Disc { center, radius })
        | (Face::Disc { center, radius }, Face::Line { line, begins }) => {
            chord(&part(&line, begins, &[center], radius), center, radius, slack, point)
        }
        (Face::Disc { center, radius }, Face::Hull(p)) | (Face::Hull(p), Face::Disc { center, radius }) => {
            if p.iter().all(|p| (*p - center).length() <= radius + slack) {
                hull(&p)
            } else if p.len() == 2 {
                chord(&p, center, radius, slack, point)
            } else {
                let Some(Common::Polygon(corners)) = hull(&p) else { return None };
                let corners: Vec<V> = corners.iter().map(|p| p.lift(&DoubleDouble::new)).collect();
                if encloses(&corners, center, radius, slack) {
                    return Some(disc(center, radius));
                }
                // In one plane, only double-double precision distinguishes a touch from a narrow
                // lens.
                let near = gjk::distance(&Body::of_points([center]), &Body::of_points(p));
                let touches = radius <= near.distance + slack * DoubleDouble::new(NOISE / PART);
                touches.then(|| Common::Point(narrowed(near.on_b, slack)))
            }
        }
        (Face::Disc { center, radius }, Face::Disc { center: other, radius: less }) => {
            let apart = (other - center).length();
            if apart + less <= radius + slack {
                Some(disc(other, less))
            } else if apart + radius <= less + slack {
                Some(disc(center, radius))
            } else {
                (radius + less <= apart + slack).then_some(Common::Point(point))
            }
        }
        (Face::Line { line, begins }, Face::Line { line: other, begins: starts }) => {
            let across =
                line.direction.normalized_or_zero().wedge_squared(other.direction.normalized_or_zero());
            if across.sqrt() > DoubleDouble::new(PART) {
                return Some(Common::Point(point));
            }
            let direction = line.direction.lift(&narrow::number);
            let whole = Line { origin: narrowed(line.origin, slack), direction };
            (!begins && !starts).then_some(Common::Line(whole))
        }
    }
}

/// Tests whether a disc is left of all edges of a hull, or right of all, given the hull's points in
/// order around it.
fn encloses<V: FloatVector<Scalar = DoubleDouble>>(
    p: &[V],
    center: V,
    radius: DoubleDouble,
    slack: DoubleDouble,
) -> bool {
    let next = p.iter().cycle().skip(1);
    p.iter().zip(next).enumerate().all(|(i, (a, b))| {
        let (along, inward) = (*b - *a, p[(i + 2) % p.len()] - *a);
        let far = (center - *a).wedge_squared(along).sqrt() >= (radius - slack) * along.length();
        far && along.wedge_dot(center - *a, along, inward) >= DoubleDouble::ZERO
    })
}

/// Returns a segment of a line, slightly longer than the part that faces some points.
fn part<V>(line: &Line<V>, begins: bool, points: &[V], more: DoubleDouble) -> Vec<V>
where
    V: FloatVector<Scalar = DoubleDouble>,
{
    let (d, zero) = (line.direction, DoubleDouble::ZERO);
    let feet = points.iter().map(|p| (*p - line.origin).dot(d) / d.length_squared());
    let (low, high) = feet.fold((None, None), |(low, high): (Option<_>, Option<_>), t| {
        (Some(low.map_or(t, |low| Ring::min(low, t))), Some(high.map_or(t, |high| Ring::max(high, t))))
    });
    let (low, high) = (low.unwrap_or(zero), high.unwrap_or(zero));
    let more = (more + more) / d.length() + (high - low);
    let clamp = |t: DoubleDouble| if begins { Ring::max(t, zero) } else { t };
    vec![line.at(clamp(low - more)), line.at(clamp(high + more))]
}

/// Returns the intersection of two hulls of points in one plane that share a point.
fn hulls<V, W>(p: &[V], q: &[V], n: V, slack: DoubleDouble, point: W) -> Option<Common<W>>
where
    V: FloatVector<Scalar = DoubleDouble>,
    W: FloatVector<Scalar = f64>,
{
    if let ([a, b], [c, d]) = (p, q) {
        let (u, v) = ((*b - *a).normalized_or_zero(), (*d - *c).normalized_or_zero());
        let across = u.wedge_squared(v).sqrt();
        if across > DoubleDouble::new(PART) {
            let crossing = *a + u * ((*c - *a).wedge_dot(v, u, v) / across.squared());
            let least = slack * DoubleDouble::new(TURNED) / across;
            return Some(Common::Point(or_slid(point, narrowed(crossing, slack), least, slack)));
        }
        return Some(overlap([*a, *b], [*c, *d], slack, point));
    }
    if V::DIM == 2 {
        return None;
    }
    // Drops the coordinate along which the plane is steepest.
    let steep = |axis: usize| Ring::abs(n.get(axis)).to_f64();
    let k = (0..3).max_by(|i, j| steep(*i).total_cmp(&steep(*j)))?;
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let arena = Arena::new();
    let number = |x: DoubleDouble| arena.number(x.parts().0);
    let flat = |points: &[V]| -> Polytope<V2<Exact<'_>>> {
        let points = points.iter().map(|p| V2 { x: number(p.get(i)), y: number(p.get(j)) });
        Polytope::new(points.collect(), Vec::new)
    };
    let height = n.dot(p[0]);
    let lifted = |c: &Corner<V2<Exact<'_>>>| -> W {
        let flat: V2<f64> = rounded(c.at);
        let (x, y) = (DoubleDouble::new(flat.x), DoubleDouble::new(flat.y));
        let z = (height - n.get(i) * x - n.get(j) * y) / n.get(k);
        W::from_fn(|axis| {
            if axis == i {
                flat.x
            } else if axis == j {
                flat.y
            } else {
                z.settle(slack / DoubleDouble::new(PART)).to_f64()
            }
        })
    };
    let (flat_p, flat_q) = (flat(p), flat(q));
    let shared: Vec<W> = clip::shared(&flat_p, &flat_q).iter().map(lifted).collect();
    // Where edges coincide, rounding may have clipped off corners of one that are on the other.
    let mut corners = shared.clone();
    for (points, other) in [(p, &flat_q), (q, &flat_p)] {
        let precise = |x: Exact<'_>| x.to_double_double();
        let other: Vec<V2<DoubleDouble>> = other.corners.iter().map(|c| c.at.lift(&precise)).collect();
        for corner in points {
            let at: W = narrowed(*corner, slack);
            let is_new = corners.iter().all(|c| DoubleDouble::new((*c - at).length()) > slack);
            if is_new && is_on_edge(&other, V2 { x: corner.get(i), y: corner.get(j) }, slack) {
                corners.push(at);
            }
        }
    }
    match nearly_flat(&corners, narrow::number(slack)) {
        None if corners.is_empty() => Some(Common::Point(point)),
        Some(Common::Point(at)) if shared.is_empty() => {
            Some(Common::Point(or_slid(point, at, slack * DoubleDouble::new(TURNED), slack)))
        }
        found => found,
    }
}

/// Tests whether a point is on an edge of a flat set, given its corners in order, up to the slack.
fn is_on_edge(corners: &[V2<DoubleDouble>], p: V2<DoubleDouble>, slack: DoubleDouble) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).any(|(a, b)| {
        let edge = Segment { a: *a, b: *b };
        let along = edge.direction();
        let t = (p - *a).dot(along).div_or(along.length_squared(), DoubleDouble::ZERO);
        (edge.at(edge.clamp(t)) - p).length() <= slack
    })
}

/// Returns the intersection of two segments of one line.
fn overlap<V, W>([a, b]: [V; 2], [c, d]: [V; 2], slack: DoubleDouble, point: W) -> Common<W>
where
    V: FloatVector<Scalar = DoubleDouble>,
    W: FloatVector<Scalar = f64>,
{
    let along = (b - a).normalized_or_zero();
    let t = |p: V| (p - a).dot(along);
    let (c, d) = if t(c) <= t(d) { (c, d) } else { (d, c) };
    let (low, high) = (if t(a) < t(c) { c } else { a }, if t(d) < t(b) { d } else { b });
    if t(high) - t(low) <= slack {
        return Common::Point(point);
    }
    Common::Segment(segment(narrowed(low, slack), narrowed(high, slack)))
}

/// Returns the part of a segment in a disc of one plane.
fn chord<V, W>(p: &[V], center: V, radius: DoubleDouble, slack: DoubleDouble, point: W) -> Option<Common<W>>
where
    V: FloatVector<Scalar = DoubleDouble>,
    W: FloatVector<Scalar = f64>,
{
    let &[a, b] = p else { return None };
    let along = (b - a).normalized_or_zero();
    let foot = a + along * (center - a).dot(along);
    let beside = (center - foot).length();
    if beside + slack >= radius {
        // The same as in `settled`: if the segment ends before its foot, its end touches.
        let edge = Segment { a, b };
        let t = (center - a).dot(edge.direction()).div_or(edge.direction().length_squared(), a.get(0).zero());
        return Some(Common::Point(or_slid(point, narrowed(edge.at(edge.clamp(t)), slack), slack, slack)));
    }
    let half = ((radius - beside) * (radius + beside)).sqrt();
    Some(overlap([a, b], [foot - along * half, foot + along * half], slack, point))
}
