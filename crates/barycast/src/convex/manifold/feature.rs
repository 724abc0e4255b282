//! Feature of a shape along a direction: the face, edge or corner that faces it.

use crate::convex::form::{Form, stretch};
use crate::convex::truncation;
use crate::number::{Field, Float, Ring};
use crate::shape::Support;
use crate::vector::{ByDim, FloatVector, Vector2, Vector3};
use smallvec::{SmallVec, smallvec};

/// Largest slope at which a face or edge counts as perpendicular to the normal. Its points are
/// reported where they are, not projected to the level plane.
pub(super) const LEVEL: f64 = 1e-9;

/// A point within this fraction of its coordinates, above the rounding of `f64`, lies on a plane.
pub(super) const SLACK: f64 = 1e-14;

/// A normal rounded to `f64` changes heights across it by less than this fraction.
const ULPS: f64 = 4.0 * f64::EPSILON;

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
pub(super) type Corners<V> = SmallVec<[Corner<V>; 8]>;

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

/// Returns the feature of a form along `n`, up to a slope, or `None` for two unbounded forms.
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
            Some(facing(&truncation::truncate(form, shape, by)?, by.zero(), n, slope))
        }
        (Form::Straight { .. } | Form::Conical { .. }, _) => None,
    }
}

/// Returns the face, edge or corner that faces `n`, up to a slope.
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
    // Points across the direction, up to the rounding of the direction itself, lie at the top.
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
    corners: &'c [Corner<V>],
    farthest: Corners<V>,
    n: V,
    /// Largest slope of the side.
    slope: V::Scalar,
    /// Error bound of a corner.
    noise: &'c dyn Fn(V) -> V::Scalar,
}

impl<V: FloatVector> Side<'_, V> {
    /// Returns the edge with the least slope at a single farthest corner; two farthest corners form
    /// the edge.
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
        // The last of several collinear corners.
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
        // The plane about the edge with the least rotation.
        let mut least: Option<(V::Scalar, V)> = None;
        for c in self.corners {
            let (way, noise) = (c.at - from, (self.noise)(c.at));
            let (out, sinks) = (way.dot(aside), Ring::max(-way.dot(up), V::Scalar::ZERO));
            if out.abs() <= noise {
                continue;
            }
            // The wider a face, the less the rounding of its corners rotates it.
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

/// Computes the convex outline of some corners seen along a direction, in order around it.
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
        // Gift wrapping, from the corner farthest along one side: each next corner has all others
        // to its left.
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
