//! Feature of a shape along a direction: the face, edge or corner that faces it.

use crate::convex::form::{Form, stretch};
use crate::convex::truncation;
use crate::number::each::MapEach;
use crate::number::{Field, Float, Ring};
use crate::shape::{CornerGraph, Support};
use crate::vector::{ByDim, FloatVector, Vector2, Vector3};
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// Largest slope at which a face or edge counts as perpendicular to the normal. Its points are
/// reported where they are, not projected to the level plane.
pub(super) const LEVEL: f64 = 1e-9;

/// A point within this fraction of its coordinates, above the rounding of `f64`, lies on a plane.
pub(super) const SLACK: f64 = 1e-14;

/// A normal rounded to `f64` changes heights across it by less than this fraction.
const ULPS: f64 = 4.0 * f64::EPSILON;

/// With at most this many corners, a look at all takes less time than a walk along edges.
const FEW: usize = 16;

/// Identifier of a farthest point that is no corner.
const NO_CORNER: u32 = u32::MAX;

/// Corner and its identifier.
#[derive(Clone, Copy)]
pub(super) struct Corner<V> {
    pub(super) at: V,
    pub(super) id: u32,
    /// `true` if it is farthest along the normal, up to rounding.
    pub(super) farthest: bool,
}

/// Corners of a face; for most faces without heap allocation.
pub(super) type Corners<V> = SmallVec<[Corner<V>; 4]>;

/// Feature of a shape along a direction: its corners in order around it.
pub(super) struct Feature<V: FloatVector> {
    pub(super) corners: Corners<V>,
    /// Vector from the farthest corners of a rounded shape, which lie on its sloping side, to its
    /// farthest points.
    pub(super) shift: V,
    /// Point of its plane or edge; everything over the feature lies below it.
    pub(super) on: V,
    /// Normal of the feature, scaled to the component 1 along the direction. Its dot product with
    /// the vector from a point to `on` is the point's depth below the feature along the direction.
    pub(super) down: V,
    /// `true` for a plane, which has no edges.
    pub(super) endless: bool,
    /// Relative tolerance: a point within this fraction of its coordinates lies on the feature.
    pub(super) slack: V::Scalar,
}

impl<V: FloatVector> Feature<V> {
    /// Tests whether the feature is a face, so that points lie over it and not only along or at it.
    pub(super) fn is_face(&self) -> bool {
        self.endless || self.corners.len() >= V::DIM
    }
}

/// Side of a form that faces along a direction, of which features up to any slope are taken.
pub(super) enum Facing<'s, V: FloatVector> {
    /// Corners of a bounded form.
    Corners(FacingCorners<'s, V>),
    /// Plane with its farthest point and its normal.
    Plane(V, V),
}

impl<'s, V: FloatVector> Facing<'s, V> {
    /// Returns the side of a form that faces along `n`, or `None` for two unbounded forms.
    #[inline]
    pub(super) fn new(form: &Form<'s, V>, other: &Form<'_, V>, n: V) -> Option<Self> {
        let corners = match (*form, *other) {
            (Form::Bounded { shape, by }, _) => FacingCorners::new(shape, by, n),
            (Form::Straight { origin, direction, begins, radius }, Form::Bounded { shape, by }) => {
                FacingCorners::listed(&stretch((origin, direction, begins, radius), shape, by), by.zero(), n)
            }
            (Form::Flat { normal, distance, radius, .. }, _) => {
                return Some(Self::Plane(normal * distance + n * radius, n));
            }
            (Form::Conical { .. }, Form::Bounded { shape, by }) => {
                FacingCorners::listed(&truncation::truncate(form, shape, by)?, by.zero(), n)
            }
            (Form::Straight { .. } | Form::Conical { .. }, _) => return None,
        };
        Some(Self::Corners(corners))
    }

    /// Returns the face, edge or corner that faces along the direction, up to a slope.
    pub(super) fn feature(&self, slope: f64) -> Feature<V> {
        match self {
            Self::Corners(corners) => corners.feature(V::Scalar::from_f64(slope)),
            Self::Plane(top, n) => {
                let corners = smallvec![Corner { at: *top, id: 0, farthest: true }];
                let slack = V::Scalar::from_f64(SLACK);
                Feature { corners, on: *top, down: *n, shift: n.zero(), endless: true, slack }
            }
        }
    }
}

/// Corners of a bounded shape.
enum Source<'s, V: FloatVector> {
    /// With their edges, and a translation.
    Graph(CornerGraph<'s, V>, V),
    /// All corners, and the farthest point if none of them is as far.
    List(Vec<Corner<V>>),
}

/// Corners of a bounded shape, seen along a direction.
pub(super) struct FacingCorners<'s, V: FloatVector> {
    n: V,
    source: Source<'s, V>,
    /// Outline of the farthest points.
    farthest: Corners<V>,
    /// Farthest point, and its distance from the origin.
    top: V,
    top_length: V::Scalar,
    slack: V::Scalar,
    margin: V::Scalar,
}

impl<'s, V: FloatVector> FacingCorners<'s, V> {
    #[inline]
    fn new(shape: &'s dyn Support<Vector = V>, by: V, n: V) -> Self {
        match shape.corner_graph().filter(|graph| graph.len() > FEW) {
            Some(graph) => Self::walked(graph, shape, by, n),
            None => Self::listed(shape, by, n),
        }
    }

    /// Builds it from the corners around the farthest one.
    fn walked(graph: CornerGraph<'s, V>, shape: &dyn Support<Vector = V>, by: V, n: V) -> Self {
        let first = graph.farthest(n);
        let top = graph.at(first) + by;
        let mut facing = Self::from_top(Source::Graph(graph, by), shape, n, top);
        let mut farthest = facing.connected(&[first as u32], |c| c.farthest);
        let highest = farthest.iter().fold(top, |top, c| higher(n, top, c.at));
        if n.dot(highest - top) > V::Scalar::ZERO {
            (facing.top, facing.top_length) = (highest, highest.length());
            farthest = facing.connected(&[first as u32], |c| c.farthest);
        }
        facing.farthest = outline(farthest, n);
        facing
    }

    /// Builds it from all corners.
    fn listed(shape: &dyn Support<Vector = V>, by: V, n: V) -> Self {
        let corners = shape.corners(n).into_iter().zip(0..);
        let mut corners: Vec<_> =
            corners.map(|(at, id)| Corner { at: at + by, id, farthest: false }).collect();
        let top = corners.iter().fold(shape.core(n) + by, |top, c| higher(n, top, c.at));
        let mut facing = Self::from_top(Source::List(Vec::new()), shape, n, top);
        for c in &mut corners {
            c.farthest = facing.is_at_top(c.at);
        }
        if !corners.iter().any(|c| c.farthest) {
            corners.push(Corner { at: top, id: NO_CORNER, farthest: true });
        }
        facing.farthest = outline(corners.iter().copied().filter(|c| c.farthest).collect(), n);
        facing.source = Source::List(corners);
        facing
    }

    #[inline]
    fn from_top(source: Source<'s, V>, shape: &dyn Support<Vector = V>, n: V, top: V) -> Self {
        let slack = Ring::max(V::Scalar::from_f64(SLACK), shape.rounding() * V::Scalar::EPSILON.lit(16));
        let (farthest, margin) = (Corners::new(), shape.margin());
        Self { n, source, farthest, top, top_length: top.length(), slack, margin }
    }

    /// Returns a corner of a graph.
    #[inline]
    fn corner(&self, (graph, by): (&CornerGraph<'_, V>, V), i: usize) -> Corner<V> {
        let at = graph.at(i) + by;
        Corner { at, id: i as u32, farthest: self.is_at_top(at) }
    }

    /// Calls a function with the corners that share an edge with one of these, or with all corners
    /// if the edges are unknown.
    #[inline]
    fn beside(&self, corners: &[Corner<V>], mut visit: impl FnMut(Corner<V>)) {
        match &self.source {
            Source::List(all) => all.iter().copied().for_each(visit),
            Source::Graph(graph, by) => {
                for c in corners {
                    graph.neighbours(c.id as usize, |i| visit(self.corner((graph, *by), i)));
                }
            }
        }
    }

    /// Returns all corners that pass a test, in the order of their identifiers. Those of a graph
    /// are connected with the first ones: they are the corners above a plane, up to rounding.
    #[inline]
    fn connected(&self, first: &[u32], passes: impl Fn(&Corner<V>) -> bool) -> Corners<V> {
        let (graph, by) = match &self.source {
            Source::List(all) => return all.iter().copied().filter(passes).collect(),
            Source::Graph(graph, by) => (graph, *by),
        };
        let mut seen: SmallVec<[u64; 2]> = smallvec![0; graph.len().div_ceil(64)];
        let mut found = Corners::new();
        let mut visit = |i: usize, found: &mut Corners<V>| {
            let (word, bit) = (&mut seen[i / 64], 1 << (i % 64));
            if *word & bit == 0 {
                *word |= bit;
                found.extend(Some(self.corner((graph, by), i)).filter(&passes));
            }
        };
        for i in first {
            visit(*i as usize, &mut found);
        }
        let mut next = 0;
        while let Some(c) = found.get(next).copied() {
            graph.neighbours(c.id as usize, |i| visit(i, &mut found));
            next += 1;
        }
        found.sort_unstable_by_key(|c| c.id);
        found
    }

    /// Returns the size of the numbers from which the height of a point is computed.
    fn size(&self, p: V) -> V::Scalar {
        (p - self.top).length() + self.top_length
    }

    /// Returns the error bound of a corner.
    fn noise(&self, p: V) -> V::Scalar {
        self.size(p) * self.slack
    }

    /// Tests whether a point is as far along the direction as the farthest one, up to rounding.
    fn is_at_top(&self, p: V) -> bool {
        self.is_noise(p, self.n.dot(self.top - p))
    }

    /// Tests whether a height at a point is within its [`noise`](Self::noise): by bounds of the noise
    /// first, which need no root.
    fn is_noise(&self, p: V, height: V::Scalar) -> bool {
        if height <= self.top_length * self.slack {
            return true;
        }
        let way = p - self.top;
        let sum = (0..V::DIM).fold(self.top_length, |sum, axis| sum + way.get(axis).abs());
        let is_above_any_noise = height > sum * self.slack.lit(2) * self.slack;
        !is_above_any_noise && height <= self.noise(p)
    }

    /// Returns the face, edge or corner that faces along the direction, up to a slope.
    fn feature(&self, slope: V::Scalar) -> Feature<V> {
        let Self { n, top, margin, .. } = *self;
        let (corners, side) = if self.farthest.len() >= V::DIM {
            (self.farthest.clone(), n)
        } else {
            V::by_dim(Side { facing: self, slope })
        };
        // Points across the direction, up to the rounding of the direction itself, lie at the top.
        let ulps = V::Scalar::from_f64(ULPS);
        let is_level = |c: &Corner<V>| n.dot(top - c.at) <= self.size(c.at) * ulps;
        let (on, down) = match corners.first().zip(own_side(&corners, side, n)) {
            Some((corner, own)) if !corners.iter().all(is_level) => {
                (corner.at + own * margin, own * V::Scalar::ONE.div_or(own.dot(n), V::Scalar::ONE))
            }
            _ => (top + n * margin, n),
        };
        let mut corners = corners;
        for c in &mut corners {
            c.at = c.at + side * margin;
        }
        Feature { corners, on, down, shift: (n - side) * margin, endless: false, slack: self.slack }
    }
}

/// Returns the higher of two points along a direction.
fn higher<V: FloatVector>(n: V, p: V, q: V) -> V {
    if n.dot(q - p) > V::Scalar::ZERO { q } else { p }
}

/// Returns the normal closest to `n` of a face or edge with these corners that was taken to face
/// `side`. Returns `None` if the corners are within rounding of each other, so that the normal is
/// arbitrary.
fn own_side<V: FloatVector>(corners: &[Corner<V>], side: V, n: V) -> Option<V> {
    if corners.iter().any(|c| !c.farthest) {
        return Some(side);
    }
    let own = V::by_dim(Own(corners, n));
    let slope = V::Scalar::from_f64(LEVEL);
    let looks_along = own.dot(n) > V::Scalar::ZERO && own.wedge_squared(n) <= slope * slope;
    looks_along.then_some(own)
}

/// Returns the normal of an edge closest to a direction.
fn across<V: FloatVector>([from, to]: [Corner<V>; 2], n: V) -> V {
    let along = (to.at - from.at).normalized_or_zero();
    (n - along * along.dot(n)).normalized_or_zero()
}

/// Computes the normal of ordered corners closest to a direction.
struct Own<'c, V>(&'c [Corner<V>], V);

impl<V: FloatVector> Own<'_, V> {
    /// Returns the normal of an edge.
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
        // Sum over all triangles of the face.
        let areas = rest.windows(2).map(|pair| (pair[0].at - from.at).cross(pair[1].at - from.at));
        let own = areas.fold(n.zero(), |sum, area| sum + area).normalized_or_zero();
        if own.dot(n) < V::Scalar::ZERO { -own } else { own }
    }
}

/// Search for the side of a shape closest to a direction, and its normal, if the farthest corners
/// do not form a face.
struct Side<'c, V: FloatVector> {
    facing: &'c FacingCorners<'c, V>,
    /// Largest slope of the side.
    slope: V::Scalar,
}

impl<V: FloatVector> Side<'_, V> {
    /// Returns the edge with the least slope at a single farthest corner; two farthest corners form
    /// the edge.
    fn edge(&self) -> Option<[Corner<V>; 2]> {
        let facing = self.facing;
        let from = match *facing.farthest.as_slice() {
            [from] => from,
            [from, to] => return Some([from, to]),
            _ => return None,
        };
        let mut least = self.slope.squared();
        let mut edge: Option<Corner<V>> = None;
        facing.beside(&[from], |c| {
            let way = c.at - from.at;
            let (sinks, length) = (way.dot(facing.n).squared(), way.length_squared());
            // Most ways are far too steep, which needs no division.
            if c.farthest || sinks > least * length.lit(2) * length {
                return;
            }
            let sinks = sinks.div_or(length, V::Scalar::ONE);
            if sinks <= least {
                (least, edge) = (sinks, Some(c));
            }
        });
        let mut to = edge?;
        // The last of several collinear corners.
        let along = (to.at - from.at).normalized_or_zero();
        loop {
            let before = to;
            facing.beside(&[before], |c| {
                let (way, reach) = (c.at - from.at, (to.at - from.at).dot(along));
                // Most corners are not farther along, which needs no root.
                if way.dot(along) > reach && (way - along * way.dot(along)).length() <= facing.noise(c.at) {
                    to = c;
                }
            });
            if to.id == before.id {
                return Some([from, to]);
            }
        }
    }
}

impl<V: FloatVector> ByDim<V> for Side<'_, V> {
    type Answer = (Corners<V>, V);

    fn d2(self) -> (Corners<V>, V)
    where
        V: Vector2,
    {
        match self.edge() {
            Some(edge) => (ends(&edge, self.facing.n.perp()), across(edge, self.facing.n)),
            None => (self.facing.farthest.clone(), self.facing.n),
        }
    }

    fn d3(self) -> (Corners<V>, V)
    where
        V: Vector3,
    {
        let facing = self.facing;
        let Some(edge) = self.edge() else { return (facing.farthest.clone(), facing.n) };
        let up = across(edge, facing.n);
        let aside = up.cross(edge[1].at - edge[0].at).normalized_or_zero();
        let from = edge[0].at;
        // The plane about the edge with the least rotation.
        let surely = V::Scalar::from_f64(1.0 + 1e-6);
        let mut least: Option<(V::Scalar, V)> = None;
        facing.beside(&edge, |c| {
            let way = c.at - from;
            let (out, sinks) = (way.dot(aside), Ring::max(-way.dot(up), V::Scalar::ZERO));
            // Most planes turn more than the least so far even without noise, which needs a root.
            if least.is_some_and(|(least, _)| sinks > least * out.abs() * surely) {
                return;
            }
            let noise = facing.noise(c.at);
            if out.abs() <= noise {
                return;
            }
            // The wider a face, the less the rounding of its corners rotates it.
            let turned = (sinks + noise) / out.abs();
            if least.is_none_or(|(least, _)| turned < least) {
                let side = if out > V::Scalar::ZERO { aside } else { -aside };
                least = Some((turned, (up * out.abs() + side * sinks).normalized_or_zero()));
            }
        });
        if let Some((_, side)) = least
            && side.wedge_squared(facing.n) <= self.slope.squared()
        {
            let on = |c: &Corner<V>| facing.is_noise(c.at, side.dot(from - c.at));
            let corners = outline(facing.connected(&edge.each(|c| c.id), on), side);
            if corners.len() > 2 {
                return (corners, side);
            }
        }
        (edge.into_iter().collect(), up)
    }
}

/// Returns the convex outline of some corners seen along a direction, in order around it.
fn outline<V: FloatVector>(corners: Corners<V>, n: V) -> Corners<V> {
    if corners.len() < 2 { corners } else { V::by_dim(Around(&corners, n)) }
}

/// Computes the outline of at least two corners.
struct Around<'c, V>(&'c [Corner<V>], V);

impl<V: FloatVector> ByDim<V> for Around<'_, V> {
    type Answer = Corners<V>;

    fn d2(self) -> Corners<V>
    where
        V: Vector2,
    {
        let Self(corners, n) = self;
        let along = n.perp();
        ends(corners, along)
    }

    fn d3(self) -> Corners<V>
    where
        V: Vector3,
    {
        let Self(corners, n) = self;
        let zero = V::Scalar::ZERO;
        let Some(&first) = corners.first() else { return Corners::new() };
        // Gift wrapping, from the corner farthest along one side: each next corner has all others
        // to its left.
        let side = n.any_orthogonal();
        let mut start = first;
        for &c in corners {
            if side.dot(c.at - start.at) > zero {
                start = c;
            }
        }
        let mut out: Corners<V> = smallvec![start];
        loop {
            let here = out[out.len() - 1];
            let mut next: Option<Corner<V>> = None;
            for &c in corners {
                let way = c.at - here.at;
                let far = way.length_squared();
                if far <= zero {
                    continue;
                }
                next = Some(match next {
                    None => c,
                    Some(best) => {
                        let to_best = best.at - here.at;
                        let (turn, reach) = (n.dot(to_best.cross(way)), to_best.length_squared());
                        // Most turns are far above rounding, which needs no root.
                        let rounding = V::Scalar::EPSILON.lit(16) * V::Scalar::EPSILON;
                        let is_clear = turn * turn > (reach * rounding) * (far * rounding.lit(2) * rounding);
                        let level = || to_best.length() * way.length() * rounding;
                        let is_next = if is_clear {
                            turn < zero
                        } else {
                            let level = level();
                            turn < -level || (reach < far && turn.abs() <= level)
                        };
                        if is_next { c } else { best }
                    }
                });
            }
            match next {
                Some(next) if !out.iter().any(|c| c.id == next.id) => out.push(next),
                // The outline is closed.
                _ => return out,
            }
        }
    }
}

/// Returns the first and the last corner along a direction, or one if they are the same.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Convex;
    use core::f64::consts::TAU;
    use fastrand::Rng;
    use glam::{DQuat, DVec3, dvec3};

    /// Tests that a walk along edges finds the feature that a look at all corners finds.
    fn check(hull: &Convex<DVec3>, n: DVec3) {
        let by = dvec3(0.5, -2.0, 0.25);
        let walked = FacingCorners::walked(hull.corner_graph().unwrap(), hull, by, n);
        let listed = FacingCorners::listed(hull, by, n);
        for slope in [LEVEL, super::super::TILT] {
            let [one, other] = [&walked, &listed].each(|facing| facing.feature(slope));
            let [ids, all] = [&one, &other].each(|f| f.corners.iter().map(|c| c.id).collect::<Vec<_>>());
            assert_eq!(ids, all, "{n} {slope}");
            assert!((one.down - other.down).length() < 1e-12 && (one.on - other.on).dot(n).abs() < 1e-12);
        }
    }

    #[test]
    fn a_walk_along_edges_finds_the_same_features_as_a_look_at_all_corners() {
        let mut rng = Rng::with_seed(3);
        for round in 0..200 {
            let mut number = || rng.f64() * 2.0 - 1.0;
            let mut point = || DVec3::from_array([number(), number(), number()]);
            let turn = DQuat::from_axis_angle(point().normalize(), point().x * 3.0);
            let sides = 9 + round % 8;
            let around = |i: u32| TAU * f64::from(i) / f64::from(sides);
            // A prism, whose caps have many corners, and a hull of many small triangles.
            let ring = (0..sides * 2)
                .map(|i| turn * dvec3(around(i).cos(), around(i).sin(), f64::from(i / sides)))
                .collect();
            let ball = (0..20 + round).map(|_| point().normalize()).collect();
            for hull in [ring, ball].map(|points| Convex::try_new(points).unwrap()) {
                let face = hull.faces().nth(round as usize % 9).unwrap();
                let normal = face.normal().normalize();
                let edge = (normal.cross(face.b - face.a).normalize() * -0.01 + normal).normalize();
                for n in [normal, edge, (normal + point() * 0.01).normalize(), point().normalize()] {
                    check(&hull, n);
                }
            }
        }
    }
}
