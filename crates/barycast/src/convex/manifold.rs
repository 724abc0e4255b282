//! Where two convex shapes in contact hold each other: a few points instead of one.
//!
//! Along the contact's normal each shape shows a *feature*: of the faces at its farthest point the one that looks most along the
//! normal, or else an edge or a corner there. A face or edge counts if its slope is small. Of the two that lie across the
//! normal, all but for nothing, the one with more corners is the *reference*; of the other shape a feature that lies so up to
//! [`TILT`] is cut to what lies over it, by the planes through its edges along the normal (two edges that are not parallel
//! cross at the contact's own point). Each corner of what is left is a point of the manifold, if it lies below the
//! reference, with the point of that above it: on its plane or edge as that leans, beside an edge only if the shape is there. The
//! deepest is as deep as the contact: where it was cut off (a rim is known by four of its points), the contact's own
//! point is there too. In 3D four are kept: the deepest, the one farthest from it, and the two that span most with these.
//!
//! **Finding the face.** Corners as far as the farthest one make a face, an edge or a corner. From a corner `p` the way to
//! another that sinks least for its length is an edge: all ways that sink as much or more make a round cone about the normal, and
//! the plane along which that touches this way has all corners on one side. So has the plane turned about the edge,
//! until it meets the first corner to either side: the less it is turned, the more it looks along the normal. Sizes have no part in
//! this, so that a thin plate has the faces of a thick one.
//!
//! Corners are numbered by their shape, and points by corners: the same from one moment to the next, as long as the
//! same features touch.
//!
//! Sources: [Catto 2007], [Sutherland 1974].

use super::form::{AsConvex, Core, Form, stretch};
use super::{gjk, opening};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Real, Ring};
use crate::query::{Manifold, ManifoldPoint, Penetration};
use crate::shape::{Point, Support};
use crate::vector::{ByDim, FloatVector, Vector2, Vector3};
use core::cmp::Ordering;
use smallvec::{SmallVec, smallvec};

/// A face or edge counts as facing along the normal up to this slope: about three degrees.
pub const TILT: f64 = 0.05;

/// A face or edge counts as lying across the normal up to this slope. Its points are told where it is, not where it would be without.
const LEVEL: f64 = 1e-9;

/// What lies on a plane but for this much of its coordinates, by which an `f64` is rounded, lies on it.
const SLACK: f64 = 1e-14;

/// The deepest point of features is the contact's, up to this much of the coordinates.
const SAME: f64 = 1e-14;

/// A normal that is rounded to `f64` leaves less than this of what lies across it.
const ULPS: f64 = 4.0 * f64::EPSILON;

/// The number of a farthest point that is no corner.
const NO_CORNER: u32 = u32::MAX;

/// A corner and its number.
#[derive(Clone, Copy)]
struct Corner<V> {
    at: V,
    id: u32,
    /// As far along the normal as any, but for rounding.
    farthest: bool,
}

/// Corners of a face: of most without the heap.
type Corners<V> = SmallVec<[Corner<V>; 8]>;

/// Points before they are reduced.
pub(crate) type Points<V> = SmallVec<[ManifoldPoint<V>; 8]>;

/// The feature of a shape along a direction: its corners in order around it.
struct Feature<V: FloatVector> {
    corners: Corners<V>,
    /// From the farthest corners of a rounded shape, which lie on its sloping side, to its farthest points.
    shift: V,
    /// A point of its plane, or of its edge: below that is what lies over the feature.
    on: V,
    /// How far below, along the direction, a way from there leads: the direction itself, of what lies across it.
    down: V,
    /// A plane: without edges.
    endless: bool,
    /// What lies on it but for this much of its coordinates lies on it.
    slack: V::Scalar,
}

impl<V: FloatVector> Feature<V> {
    /// Something lies over it, not only along or at it.
    fn is_face(&self) -> bool {
        self.endless || self.corners.len() >= V::DIM
    }
}

/// The points of contact of two shapes whose contact is known; `None` when one is not convex.
pub fn between<V: FloatVector>(
    a: &dyn AsConvex<Vector = V>,
    b: &dyn AsConvex<Vector = V>,
    contact: &Penetration<V>,
) -> Option<Manifold<V>> {
    Some(of(&a.form()?, &b.form()?, contact))
}

/// The same of their forms.
pub(crate) fn of<V: FloatVector>(a: &Form<'_, V>, b: &Form<'_, V>, contact: &Penetration<V>) -> Manifold<V> {
    let one = ManifoldPoint {
        on_a: contact.on_a,
        on_b: contact.on_b,
        depth: contact.depth,
        feature_a: 0,
        feature_b: 0,
    };
    let Some(normal) = contact.normal_a_to_b else {
        return Manifold { normal_a_to_b: None, points: [one].into() };
    };
    let (Some(of_a), Some(of_b)) = (feature(a, b, normal, LEVEL), feature(b, a, -normal, LEVEL)) else {
        return Manifold { normal_a_to_b: Some(normal), points: [one].into() };
    };
    let rank = |f: &Feature<V>| (f.endless, f.corners.len());
    // Of two alike the one behind the other, seen along a direction in which few sides lie: whichever is told first, and the
    // same as they move.
    let seen = V::from_fn(|i| V::Scalar::from_f64([0.47, 0.83, 0.31][i]));
    let first = match rank(&of_a).cmp(&rank(&of_b)) {
        Ordering::Equal => seen.dot(normal) >= V::Scalar::ZERO,
        order => order == Ordering::Greater,
    };
    let (reference, mut incident) = if first { (of_a, of_b) } else { (of_b, of_a) };
    // Up from the reference.
    let (up, one) = if first { (normal, one) } else { (-normal, one.swap()) };
    let [form, other] = if first { [a, b] } else { [b, a] };
    if reference.is_face() && !incident.is_face() {
        incident = feature(other, form, -up, TILT).unwrap_or(incident);
    }
    let holds = |p: V| holds(form, other, p, reference.slack);
    let mut points = V::by_dim(Cut { reference: &reference, incident: &incident, up, holds: &holds });
    // The contact is the deepest there is; what is deeper is so by rounding.
    for p in &mut points {
        p.depth = Ring::min(p.depth, contact.depth);
        p.on_a = p.on_b + up * p.depth;
    }
    let mut points = reduce(with_deepest(points, one, up, SAME));
    // Of two so near each other that they are one, the other was the deepest.
    if points.iter().all(|p| p.depth != contact.depth) {
        points = with_deepest(points, one, up, SAME);
    }
    let found = Manifold { normal_a_to_b: Some(up), points: points.into_iter().collect() };
    if first { found } else { found.swap() }
}

/// All of some points and one as deep as their contact: the deepest, if it is so up to this part of the coordinates, or else the
/// contact's own.
pub(crate) fn with_deepest<V: FloatVector>(
    mut points: Points<V>,
    contact: ManifoldPoint<V>,
    normal: V,
    same: f64,
) -> Points<V> {
    let same = V::Scalar::from_f64(same);
    match points.iter_mut().reduce(|deepest, p| if p.depth > deepest.depth { p } else { deepest }) {
        Some(p)
            if contact.depth - p.depth
                <= (p.on_a.length() + contact.on_a.length() + contact.depth) * same =>
        {
            p.depth = contact.depth;
            p.on_b = p.on_a - normal * p.depth;
        }
        _ => points.push(contact),
    }
    points
}

/// A point is in a shape, but for this much of its coordinates.
fn holds<V: FloatVector>(form: &Form<'_, V>, other: &Form<'_, V>, p: V, slack: V::Scalar) -> bool {
    let near = |shape: &dyn Support<Vector = V>, by: V| {
        let distance = gjk::distance(&Core { shape, by }, &Point(p)).distance;
        distance <= shape.margin() + p.length() * slack
    };
    match (*form, *other) {
        (Form::Bounded { shape, by }, _) => near(shape, by),
        (Form::Straight { origin, direction, begins, radius }, Form::Bounded { shape, by }) => {
            near(&stretch((origin, direction, begins, radius), shape, by), by.zero())
        }
        _ => false,
    }
}

fn feature<V: FloatVector>(form: &Form<'_, V>, other: &Form<'_, V>, n: V, slope: f64) -> Option<Feature<V>> {
    match (*form, *other) {
        (Form::Bounded { shape, by }, _) => Some(facing(shape, by, n, slope)),
        (Form::Straight { origin, direction, begins, radius }, Form::Bounded { shape, by }) => {
            Some(facing(&stretch((origin, direction, begins, radius), shape, by), by.zero(), n, slope))
        }
        (Form::Flat { normal, distance, radius, .. }, _) => {
            let top = normal * distance + n * radius;
            let corners = smallvec![Corner { at: top, id: 0, farthest: true }];
            let slack = V::Scalar::from_f64(SLACK);
            Some(Feature { corners, on: top, down: n, shift: n.zero(), endless: true, slack })
        }
        (Form::Conical { .. }, Form::Bounded { shape, by }) => {
            Some(facing(&opening::facing(form, shape, by)?, by.zero(), n, slope))
        }
        (Form::Straight { .. } | Form::Conical { .. }, _) => None,
    }
}

/// The face, edge or corner that looks along `n`, up to a slope.
fn facing<V: FloatVector>(shape: &dyn Support<Vector = V>, by: V, n: V, slope: f64) -> Feature<V> {
    let slack = Ring::max(V::Scalar::from_f64(SLACK), shape.rounding() * V::Scalar::EPSILON.lit(16));
    let core = shape.core(n) + by;
    let mut corners: SmallVec<[Corner<V>; 16]> =
        (0..).zip(shape.corners(n)).map(|(id, p)| Corner { at: p + by, id, farthest: false }).collect();
    let higher = |p: V, q: V| if n.dot(q - p) > V::Scalar::ZERO { q } else { p };
    let top = corners.iter().fold(core, |top, c| higher(top, c.at));
    let size = |p: V| (p - top).length() + top.length();
    let noise = |p: V| size(p) * slack;
    for c in &mut corners {
        c.farthest = n.dot(top - c.at) <= noise(c.at);
    }
    if !corners.iter().any(|c| c.farthest) {
        corners.push(Corner { at: top, id: NO_CORNER, farthest: true });
    }
    let farthest = V::by_dim(Around(corners.iter().copied().filter(|c| c.farthest).collect(), n));
    let (corners, side) = if farthest.len() >= V::DIM {
        (farthest, n)
    } else {
        V::by_dim(Side { corners: &corners, farthest, n, slope: V::Scalar::from_f64(slope), noise: &noise })
    };
    let margin = shape.margin();
    // What lies across the direction, but for what rounding leaves of the direction itself, lies at the top.
    let ulps = V::Scalar::from_f64(ULPS);
    let is_level = |c: &Corner<V>| n.dot(top - c.at) <= size(c.at) * ulps;
    let (on, down) = match corners.first().zip(own_side(&corners, side, n)) {
        Some((corner, own)) if !corners.iter().all(is_level) => {
            (corner.at + own * margin, own * V::Scalar::ONE.div_or(own.dot(n), V::Scalar::ONE))
        }
        _ => (top + n * margin, n),
    };
    let corners = corners.into_iter().map(|c| Corner { at: c.at + side * margin, ..c }).collect();
    Feature { corners, on, down, shift: (n - side) * margin, endless: false, slack }
}

/// Across a face or edge with these corners, which was taken to look in this direction, most along another; `None` where its
/// corners, as near to each other as rounding is large, look anywhere.
fn own_side<V: FloatVector>(corners: &[Corner<V>], side: V, n: V) -> Option<V> {
    if corners.iter().any(|c| !c.farthest) {
        return Some(side);
    }
    let own = V::by_dim(Own(corners, n));
    let slope = V::Scalar::from_f64(LEVEL);
    let looks_along = own.dot(n) > V::Scalar::ZERO && own.wedge_squared(n) <= slope * slope;
    looks_along.then_some(own)
}

/// Across an edge, most along a direction.
fn across<V: FloatVector>([from, to]: [Corner<V>; 2], n: V) -> V {
    let along = (to.at - from.at).normalized_or_zero();
    (n - along * along.dot(n)).normalized_or_zero()
}

/// Across corners in order, most along a direction.
struct Own<'c, V>(&'c [Corner<V>], V);

impl<V: FloatVector> Own<'_, V> {
    /// Of an edge.
    fn across(&self) -> V {
        let Self(corners, n) = *self;
        let [from, .., to] = corners else { return n };
        across([*from, *to], n)
    }
}

impl<V: FloatVector> ByDim<V> for Own<'_, V> {
    type Answer = V;

    fn d2(self) -> V
    where
        V: Vector2,
    {
        self.across()
    }

    fn d3(self) -> V
    where
        V: Vector3,
    {
        let Self([from, rest @ ..], n) = self else { return self.1 };
        if rest.len() < 2 {
            return self.across();
        }
        // Of all its triangles together.
        let areas = rest.windows(2).map(|pair| (pair[0].at - from.at).cross(pair[1].at - from.at));
        let own = areas.fold(n.zero(), |sum, area| sum + area).normalized_or_zero();
        if own.dot(n) < V::Scalar::ZERO { -own } else { own }
    }
}

/// The side of a shape that looks most along a direction, with the direction in which it looks: of some corners those that
/// are farthest make no face.
struct Side<'c, V: FloatVector> {
    corners: &'c [Corner<V>],
    farthest: Corners<V>,
    n: V,
    /// No more than this.
    slope: V::Scalar,
    /// By how much a corner may be off.
    noise: &'c dyn Fn(V) -> V::Scalar,
}

impl<V: FloatVector> Side<'_, V> {
    /// The edge that sinks least, of one farthest corner; two make one.
    fn edge(&self) -> Option<[Corner<V>; 2]> {
        let from = match *self.farthest.as_slice() {
            [from] => from,
            [from, to] => return Some([from, to]),
            _ => return None,
        };
        let mut least = self.slope.squared();
        let mut edge: Option<Corner<V>> = None;
        for &c in self.corners.iter().filter(|c| !c.farthest) {
            let way = c.at - from.at;
            let sinks = way.dot(self.n).squared().div_or(way.length_squared(), V::Scalar::ONE);
            if sinks <= least {
                (least, edge) = (sinks, Some(c));
            }
        }
        let mut to = edge?;
        // The last of those in a row.
        let along = (to.at - from.at).normalized_or_zero();
        for &c in self.corners {
            let way = c.at - from.at;
            let aside = (way - along * way.dot(along)).length();
            if aside <= (self.noise)(c.at) && way.dot(along) > (to.at - from.at).dot(along) {
                to = c;
            }
        }
        Some([from, to])
    }
}

impl<V: FloatVector> ByDim<V> for Side<'_, V> {
    type Answer = (Corners<V>, V);

    fn d2(self) -> (Corners<V>, V)
    where
        V: Vector2,
    {
        match self.edge() {
            Some(edge) => (ends(&edge, self.n.perp()), across(edge, self.n)),
            None => (self.farthest, self.n),
        }
    }

    fn d3(self) -> (Corners<V>, V)
    where
        V: Vector3,
    {
        let Some(edge) = self.edge() else { return (self.farthest, self.n) };
        let up = across(edge, self.n);
        let aside = up.cross(edge[1].at - edge[0].at).normalized_or_zero();
        let from = edge[0].at;
        // About the edge, the plane that is turned least.
        let mut least: Option<(V::Scalar, V)> = None;
        for c in self.corners {
            let (way, noise) = (c.at - from, (self.noise)(c.at));
            let (out, sinks) = (way.dot(aside), Ring::max(-way.dot(up), V::Scalar::ZERO));
            if out.abs() <= noise {
                continue;
            }
            // The wider a face, the less what rounding does to its corners turns it.
            let turned = (sinks + noise) / out.abs();
            if least.is_none_or(|(least, _)| turned < least) {
                let side = if out > V::Scalar::ZERO { aside } else { -aside };
                least = Some((turned, (up * out.abs() + side * sinks).normalized_or_zero()));
            }
        }
        if let Some((_, side)) = least
            && side.wedge_squared(self.n) <= self.slope.squared()
        {
            let on = |c: &&Corner<V>| -(self.noise)(c.at) <= side.dot(c.at - from);
            let corners = Around(self.corners.iter().filter(on).copied().collect(), side).d3();
            if corners.len() > 2 {
                return (corners, side);
            }
        }
        (edge.into_iter().collect(), up)
    }
}

/// The outermost of some corners seen along a direction, in order around it.
struct Around<V>(Corners<V>, V);

impl<V: FloatVector> ByDim<V> for Around<V> {
    type Answer = Corners<V>;

    fn d2(self) -> Corners<V>
    where
        V: Vector2,
    {
        let Self(corners, n) = self;
        let along = n.perp();
        ends(&corners, along)
    }

    fn d3(self) -> Corners<V>
    where
        V: Vector3,
    {
        let Self(corners, n) = self;
        let zero = V::Scalar::ZERO;
        let Some(&first) = corners.first() else { return corners };
        // Wrapped like a gift, from the corner farthest along one side: each next has all others to its left.
        let side = n.any_orthogonal();
        let mut start = first;
        for &c in &corners {
            if side.dot(c.at - start.at) > zero {
                start = c;
            }
        }
        let mut out: Corners<V> = smallvec![start];
        loop {
            let here = out[out.len() - 1];
            let mut next: Option<Corner<V>> = None;
            for &c in &corners {
                let way = c.at - here.at;
                let far = way.length_squared();
                if far <= zero {
                    continue;
                }
                next = Some(match next {
                    None => c,
                    Some(best) => {
                        let to_best = best.at - here.at;
                        let turn = n.dot(to_best.cross(way));
                        let level =
                            to_best.length() * way.length() * V::Scalar::EPSILON.lit(16) * V::Scalar::EPSILON;
                        let farther = to_best.length_squared() < far && turn.abs() <= level;
                        if turn < -level || farther { c } else { best }
                    }
                });
            }
            match next {
                Some(next) if !out.iter().any(|c| c.id == next.id) => out.push(next),
                // Once around.
                _ => return out,
            }
        }
    }
}

/// The first and the last along a direction; one, when they are the same.
fn ends<V: FloatVector>(corners: &[Corner<V>], along: V) -> Corners<V> {
    let Some(&(mut low)) = corners.first() else { return Corners::new() };
    let mut high = low;
    for &c in corners {
        if along.dot(c.at - low.at) < V::Scalar::ZERO {
            low = c;
        }
        if along.dot(c.at - high.at) > V::Scalar::ZERO {
            high = c;
        }
    }
    if low.id == high.id { smallvec![low] } else { smallvec![low, high] }
}

/// The incident feature, cut to what lies over the reference.
struct Cut<'f, V: FloatVector> {
    reference: &'f Feature<V>,
    incident: &'f Feature<V>,
    up: V,
    /// The reference's shape holds a point.
    holds: &'f dyn Fn(V) -> bool,
}

impl<V: FloatVector> ByDim<V> for Cut<'_, V> {
    type Answer = Points<V>;

    fn d2(self) -> Points<V>
    where
        V: Vector2,
    {
        let Self { reference, incident, up, .. } = self;
        let r = &reference.corners;
        if reference.endless || r.len() < 2 {
            let all = &incident.corners;
            return if reference.endless { below(up, reference, incident, &[], all) } else { Points::new() };
        }
        let walls = at_ends([r[0], r[1]], up);
        below(up, reference, incident, &walls, &within(&walls, &incident.corners))
    }

    fn d3(self) -> Points<V>
    where
        V: Vector3,
    {
        let Self { reference, incident, up, holds } = self;
        let r = &reference.corners;
        if reference.endless {
            return below(up, reference, incident, &[], &incident.corners);
        }
        if r.len() < 2 || incident.corners.len() < 2 {
            return Points::new();
        }
        if r.len() == 2 {
            let [edge, other] = [r, &incident.corners].each(|ends| ends[1].at - ends[0].at);
            let slight = V::Scalar::from_f64(LEVEL);
            if edge.cross(other).length() > edge.length() * other.length() * slight {
                return Points::new();
            }
            let walls = at_ends([r[0], r[1]], up);
            let mut points = below(up, reference, incident, &walls, &within(&walls, &incident.corners));
            // Of two that are all but parallel, what is beside the edge is on the shape if that is round there.
            let aside = |p: V| (p - r[0].at).cross(edge).length().div_or(edge.length(), V::Scalar::ZERO);
            let near = |p: V| aside(p) <= (p.length() + r[0].at.length()) * reference.slack;
            points.retain(|p| near(p.on_a) || holds(p.on_a));
            return points;
        }
        let wall = |(i, from): (usize, &Corner<V>)| (*from, (r[(i + 1) % r.len()].at - from.at).cross(up));
        let walls: SmallVec<[Wall<V>; 8]> = r.iter().enumerate().map(wall).collect();
        below(up, reference, incident, &walls, &within(&walls, &incident.corners))
    }
}

/// A corner, and the name of the edge from there to the next.
type SideOf<V> = (Corner<V>, u32);

/// Those of a face.
type Sides<V> = SmallVec<[SideOf<V>; 8]>;

/// A number for numbers, of which two sets hardly ever have the same. It is larger than those of corners.
fn name(of: [u32; 3]) -> u32 {
    let mix = |sum: u64, number: u32| {
        let sum = (sum ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^ sum >> 29
    };
    (of.into_iter().fold(0, mix) >> 32) as u32 | 1 << 31
}

/// The corners of a feature in order, each with its edge.
fn sides<V: FloatVector>(corners: &[Corner<V>]) -> Sides<V> {
    let to = |i: usize| corners[(i + 1) % corners.len()].id;
    corners.iter().enumerate().map(|(i, c)| (*c, name([1, c.id, to(i)]))).collect()
}

/// The corners alone.
fn alone<V: FloatVector>(sides: &[SideOf<V>]) -> Corners<V> {
    sides.iter().map(|(corner, _)| *corner).collect()
}

/// A plane through a corner with this outward normal, behind which something lies.
type Wall<V> = (Corner<V>, V);

/// The planes across an edge through its ends: those that lead up, also where the edge is so short that it counts as level
/// whatever its slope.
fn at_ends<V: FloatVector>([from, to]: [Corner<V>; 2], up: V) -> [Wall<V>; 2] {
    let way = to.at - from.at;
    let climb = way.dot(up);
    let is_level = climb.squared() <= way.length_squared() * V::Scalar::from_f64(SLACK * SLACK);
    let along = if is_level { way } else { way - up * climb };
    [(from, -along), (to, along)]
}

/// The corners of what lies behind all of these planes.
fn within<V: FloatVector>(walls: &[Wall<V>], corners: &[Corner<V>]) -> Corners<V> {
    alone(&walls.iter().fold(sides(corners), |left, (at, outward)| cut(&left, *at, *outward)))
}

/// What lies on a plane but for this lies on it.
fn slack_of<V: FloatVector>((at, outward): Wall<V>) -> V::Scalar {
    outward.length() * at.at.length() * V::Scalar::from_f64(SLACK)
}

/// What lies behind the plane through a corner with this outward normal.
fn cut<V: FloatVector>(sides: &[SideOf<V>], at: Corner<V>, outward: V) -> Sides<V> {
    let mut kept = Sides::new();
    let zero = V::Scalar::ZERO;
    // What lies on the plane but for rounding is kept.
    let slack = slack_of((at, outward));
    let cutter = name([2, at.id, 0]);
    for (i, &(from, edge)) in sides.iter().enumerate() {
        let (to, _) = sides[(i + 1) % sides.len()];
        let (before, after) = ((from.at - at.at).dot(outward), (to.at - at.at).dot(outward));
        let goes_out = slack < after;
        if before <= slack {
            kept.push((from, if goes_out && -slack <= before { cutter } else { edge }));
        }
        // Of a segment there is one edge, not two.
        let again = sides.len() == 2 && i == 1;
        // What ends on the plane is not cut by it.
        if !again && (before < -slack && goes_out || after < -slack && slack < before) {
            let t = Ring::clamp_to(before.div_or(before - after, zero), zero, V::Scalar::ONE);
            // Named by the edge that was cut, and the edge that cut it.
            let made = Corner {
                at: from.at + (to.at - from.at) * t,
                id: name([3, edge, cutter]),
                farthest: from.farthest && to.farthest,
            };
            kept.push((made, if goes_out { cutter } else { edge }));
        }
    }
    kept
}

/// The points of what is left of the incident feature that lie below the reference, each with the one straight above it there.
fn below<V: FloatVector>(
    up: V,
    reference: &Feature<V>,
    incident: &Feature<V>,
    walls: &[Wall<V>],
    left: &[Corner<V>],
) -> Points<V> {
    let zero = V::Scalar::ZERO;
    let ids = reference.corners.iter().map(|c| c.id);
    let feature_a =
        if reference.corners.len() == 1 { 0 } else { ids.fold(64, |name, id| name + (1 << (id % 16)) * 64) };
    let is_over = |p: V| walls.iter().all(|wall| (p - wall.0.at).dot(wall.1) <= slack_of(*wall));
    let mut points = Points::new();
    for c in left {
        let farthest = c.at + incident.shift;
        let at = if c.farthest && is_over(farthest) { farthest } else { c.at };
        let depth = (reference.on - at).dot(reference.down);
        let slack = (reference.on.length() + at.length()) * V::Scalar::from_f64(SLACK);
        if -slack <= depth {
            let depth = Ring::max(depth, zero);
            points.push(ManifoldPoint { on_a: at + up * depth, on_b: at, depth, feature_a, feature_b: c.id });
        }
    }
    points
}

/// At most four in 3D, two in 2D: the deepest, the farthest from it, and those that span most.
pub(crate) fn reduce<V: FloatVector>(mut points: Points<V>) -> Points<V> {
    let most = if V::DIM == 2 { 2 } else { 4 };
    let mut kept: Points<V> = Points::new();
    let deepest = points.iter().map(|p| p.depth).reduce(Ring::max).unwrap_or(V::Scalar::ZERO);
    let deepest = deepest - deepest * V::Scalar::from_f64(SLACK);
    let share = V::Scalar::ONE / V::Scalar::from_f64(points.len() as f64);
    let middle = points.iter().fold(V::splat(V::Scalar::ZERO), |sum, p| sum + p.on_a * share);
    while kept.len() < most && !points.is_empty() {
        let worth = |p: &ManifoldPoint<V>| match kept.as_slice() {
            // Of many as deep, one at the edge of all.
            [] if p.depth >= deepest => (p.on_a - middle).length_squared(),
            [] => V::Scalar::ZERO - V::Scalar::ONE,
            [a] => (p.on_a - a.on_a).length_squared(),
            [a, b] => (p.on_a - a.on_a).wedge_squared(b.on_a - a.on_a),
            // Added to the area, outside of it: how far from the nearest kept.
            rest => rest
                .iter()
                .map(|k| (p.on_a - k.on_a).length_squared())
                .fold(V::Scalar::ONE.infinity(), Ring::min),
        };
        let mut best = 0;
        for (i, p) in points.iter().enumerate() {
            if worth(p) > worth(&points[best]) {
                best = i;
            }
        }
        let (here, depth) = (points[best].on_a, points[best].depth);
        let noise = (here.length() + depth) * V::Scalar::from_f64(SLACK);
        if kept.iter().any(|k| (k.on_a - here).length_squared() <= noise * noise) {
            points.swap_remove(best);
            continue;
        }
        kept.push(points.swap_remove(best));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Aabb, Capsule, Cylinder, HalfSpace, Sphere};
    use alloc::vec::Vec;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn of<A, B>(a: &A, b: &B) -> Manifold<A::Vector>
    where
        A: AsConvex,
        B: AsConvex<Vector = A::Vector>,
    {
        let (form, other) = (a.form().unwrap(), b.form().unwrap());
        between(a, b, &super::super::contact::outcome(&form, &other).contact).unwrap()
    }

    #[test]
    fn a_box_on_a_box_stands_on_four_points() {
        let a = Aabb::new(dvec3(0., 0., 0.), dvec3(4., 4., 1.));
        let b = Aabb::new(dvec3(1., 2., 0.75), dvec3(3., 6., 2.));
        let found = of(&a, &b);
        assert_eq!((found.normal_a_to_b, found.points.len()), (Some(DVec3::Z), 4));
        for p in &found.points {
            assert_eq!((p.depth, p.on_a.z, p.on_b.z), (0.25, 1.0, 0.75));
            assert!((1.0..=3.0).contains(&p.on_a.x) && (2.0..=4.0).contains(&p.on_a.y), "{p:?}");
        }
    }

    #[test]
    fn features_keep_their_names_while_the_same_ones_touch() {
        let a = Aabb::new(dvec3(0., 0., 0.), dvec3(4., 4., 1.));
        let names = |x: f64| {
            let b = Aabb::new(dvec3(x, 2., 0.75), dvec3(x + 2., 6., 2.));
            let mut names: Vec<_> = of(&a, &b).points.iter().map(|p| (p.feature_a, p.feature_b)).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(names(1.0), names(1.25));
    }

    #[test]
    fn a_capsule_lies_on_two_points_a_ball_on_one_a_can_stands_on_four() {
        let ground = HalfSpace::new(DVec3::Z, 0.0);
        let lying = Capsule::new(dvec3(0., 0., 0.5), dvec3(3., 0., 0.5), 0.75);
        assert_eq!(of(&ground, &lying).points.len(), 2);
        assert_eq!(of(&ground, &Sphere::new(dvec3(0., 0., 0.5), 1.0)).points.len(), 1);
        let can = of(&ground, &Cylinder::new(dvec3(0., 0., -0.5), dvec3(0., 0., 3.), 1.0));
        assert_eq!(can.points.len(), 4);
        assert!(can.points.iter().all(|p| (p.depth - 0.5).abs() < 1e-15), "{can:?}");
    }

    #[test]
    fn crossing_edges_touch_at_one_point() {
        let a = Capsule::new(dvec3(-1., 0., 0.), dvec3(1., 0., 0.), 0.5);
        let b = Capsule::new(dvec3(0., -1., 0.75), dvec3(0., 1., 0.75), 0.5);
        let found = of(&a, &b);
        assert_eq!((found.points.len(), found.points[0].depth), (1, 0.25));
    }

    #[test]
    fn in_2d_sides_share_two_points() {
        let a = Aabb::new(dvec2(0., 0.), dvec2(4., 1.));
        let found = of(&a, &Aabb::new(dvec2(3., 0.5), dvec2(6., 2.)));
        let mut x: Vec<f64> = found.points.iter().map(|p| p.on_a.x).collect();
        x.sort_by(f64::total_cmp);
        assert_eq!(x, [3.0, 4.0]);
    }

    #[test]
    fn crossing_edges_touch_at_one_point_however_small_or_large() {
        for size in [1e-12, 1e12] {
            let a = Capsule::new(dvec3(-size, 0., 0.), dvec3(size, 0., 0.), 0.5 * size);
            let b = Capsule::new(dvec3(0., -size, 0.75 * size), dvec3(0., size, 0.75 * size), 0.5 * size);
            let found = of(&a, &b);
            assert_eq!(found.points.len(), 1, "{found:?}");
            assert!((found.points[0].depth - 0.25 * size).abs() < 1e-15 * size, "{found:?}");
        }
    }

    #[test]
    fn a_point_met_twice_is_kept_once() {
        let point = |x: f64, depth: f64| {
            let on_a = dvec3(x, 0., 0.);
            ManifoldPoint { on_a, on_b: on_a - DVec3::Z * depth, depth, feature_a: 0, feature_b: 0 }
        };
        let kept = reduce(smallvec![
            point(1., 0.5),
            point(0., 0.25),
            point(1., 0.5),
            point(0., 0.25),
            point(1., 0.5)
        ]);
        let places: Vec<f64> = kept.iter().map(|p| p.on_a.x).collect();
        assert_eq!(places, [1.0, 0.0]);
        assert_eq!(reduce(smallvec![point(1., 0.5), point(1., 0.5)]).len(), 1);
    }

    #[test]
    fn it_is_the_same_seen_from_the_other_shape() {
        let a = Aabb::new(dvec3(0., 0., 0.), dvec3(4., 4., 1.));
        for b in [
            Aabb::new(dvec3(1., 2., 0.75), dvec3(3., 6., 2.)),
            Aabb::new(dvec3(-1., 1., -1.), dvec3(5., 6., 0.125)),
            Aabb::new(dvec3(3.875, -1., -3.), dvec3(9., 3., 0.5)),
        ] {
            let (one, other) = (of(&a, &b), of(&b, &a).swap());
            assert_eq!((one.normal_a_to_b, one.points), (other.normal_a_to_b, other.points), "{b:?}");
        }
        let (a, b) = (Aabb::new(dvec2(0., 0.), dvec2(4., 1.)), Aabb::new(dvec2(3., 0.5), dvec2(6., 2.)));
        assert_eq!(of(&a, &b).points, of(&b, &a).swap().points);
    }

    #[test]
    fn a_contact_s_own_point_at_the_origin_is_told_once() {
        let point = |y: f64, depth: f64| ManifoldPoint {
            on_a: dvec2(0., y),
            on_b: dvec2(0., y - depth),
            depth,
            feature_a: 7,
            feature_b: 0,
        };
        let found = reduce(with_deepest(smallvec![point(0., 2. - 2e-16)], point(-1e-32, 2.), DVec2::Y, SAME));
        assert_eq!((found.len(), found[0].feature_a, found[0].depth), (1, 7, 2.));
    }

    #[test]
    fn corners_made_by_a_cut_are_named_by_both_edges() {
        // Any edge between two of so many corners, cut by one that begins at any of so many.
        for (corners, cutters, twice) in [(8, 8, 0), (100, 10, 5)] {
            let all = (0..corners).flat_map(|from| (0..corners).map(move |to| (from, to)));
            let mut names = Vec::new();
            for (from, to) in all.filter(|(from, to)| from != to) {
                for at in 0..cutters {
                    let corner = |at, id| Corner { at, id, farthest: true };
                    let edge = sides(&[corner(-DVec3::X, from), corner(DVec3::X, to)]);
                    let left = cut(&edge, corner(DVec3::ZERO, at), DVec3::X);
                    let [(kept, _), (made, _)] = left.as_slice() else { panic!("{} corners", left.len()) };
                    assert_eq!((kept.id, made.at), (from, DVec3::ZERO));
                    names.push(made.id);
                }
            }
            let count = names.len();
            names.extend(0..corners);
            names.sort_unstable();
            names.dedup();
            // Of a hundred thousand, one or two have a name that another has.
            assert!(names.len() + twice >= count + corners as usize, "{} of {count}", names.len());
        }
    }

    #[test]
    fn four_corners_have_four_names_wherever_a_face_lies_in_another() {
        let names = |low: [f64; 2], high: [f64; 2]| {
            let top = Aabb::new(dvec3(low[0], low[1], 0.), dvec3(high[0], high[1], 1.));
            let found = of(&top, &Aabb::new(dvec3(0., 0., -3.), dvec3(4., 5., 0.25)));
            let mut names: Vec<_> = found.points.iter().map(|p| (p.feature_a, p.feature_b)).collect();
            assert_eq!(names.len(), 4);
            names.sort_unstable();
            names.dedup();
            names
        };
        for (low, high) in [
            ([1., 2.], [3., 4.]),
            ([-1., 2.], [3., 4.]),
            ([-1., -1.], [3., 4.]),
            ([-1., -1.], [5., 6.]),
            ([1., -1.], [3., 6.]),
        ] {
            let here = names(low, high);
            assert_eq!(here.len(), 4, "{low:?} {high:?}");
            // The same a little aside.
            assert_eq!(here, names(low.map(|x| x + 1e-4), high.map(|x| x + 1e-4)));
        }
    }
}
