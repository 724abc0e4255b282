//! The feature of a shape along a direction: the face, edge or corner that looks there.

use crate::convex::form::{Form, stretch};
use crate::convex::opening;
use crate::number::{Field, Float, Ring};
use crate::shape::Support;
use crate::vector::{ByDim, FloatVector, Vector2, Vector3};
use smallvec::{SmallVec, smallvec};

/// A face or edge counts as lying across the normal up to this slope. Its points are told where it is, not where it would be without.
pub(super) const LEVEL: f64 = 1e-9;

/// What lies on a plane but for this much of its coordinates, by which an `f64` is rounded, lies on it.
pub(super) const SLACK: f64 = 1e-14;

/// A normal that is rounded to `f64` leaves less than this of what lies across it.
const ULPS: f64 = 4.0 * f64::EPSILON;

/// The number of a farthest point that is no corner.
const NO_CORNER: u32 = u32::MAX;

/// A corner and its number.
#[derive(Clone, Copy)]
pub(super) struct Corner<V> {
    pub(super) at: V,
    pub(super) id: u32,
    /// As far along the normal as any, but for rounding.
    pub(super) farthest: bool,
}

/// Corners of a face: of most without the heap.
pub(super) type Corners<V> = SmallVec<[Corner<V>; 8]>;

/// The feature of a shape along a direction: its corners in order around it.
pub(super) struct Feature<V: FloatVector> {
    pub(super) corners: Corners<V>,
    /// From the farthest corners of a rounded shape, which lie on its sloping side, to its farthest points.
    pub(super) shift: V,
    /// A point of its plane, or of its edge: below that is what lies over the feature.
    pub(super) on: V,
    /// How far below, along the direction, a way from there leads: the direction itself, of what lies across it.
    pub(super) down: V,
    /// A plane: without edges.
    pub(super) endless: bool,
    /// What lies on it but for this much of its coordinates lies on it.
    pub(super) slack: V::Scalar,
}

impl<V: FloatVector> Feature<V> {
    /// Something lies over it, not only along or at it.
    pub(super) fn is_face(&self) -> bool {
        self.endless || self.corners.len() >= V::DIM
    }
}

/// The feature of a form along `n`, up to a slope; `None` of two without bounds.
pub(super) fn feature<V: FloatVector>(
    form: &Form<'_, V>,
    other: &Form<'_, V>,
    n: V,
    slope: f64,
) -> Option<Feature<V>> {
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
