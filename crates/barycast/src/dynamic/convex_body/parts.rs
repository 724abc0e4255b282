//! Parts of a bounded convex shape.

use super::framed::Framed;
use crate::convex::form::Across;
use crate::dynamic::custom::Known;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Field, Float, Real, Ring};
use crate::shape::{
    CoreShape, CornerGraph, Ellipsoid, HalfSpace, Line, Linear, Plane, Sphere, Support, Wedge,
};
use crate::vector::{ByDim, FloatVector, Vector, Vector2, Vector3};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// Returns `v` with each coordinate multiplied by its own factor.
pub(crate) fn times<V: FloatVector>(v: V, scale: V) -> V {
    V::from_fn(|axis| v.get(axis) * scale.get(axis))
}

/// If there are more points than this, `f64` first selects those that may be the farthest.
const FEW: usize = 16;

/// A direction up to this slope counts as perpendicular to a disc.
const ACROSS: f64 = 1e-15;

/// The hull of its parts, grown by a radius.
#[derive(Clone, Debug)]
pub(crate) struct Body<V: Vector> {
    pub(crate) points: Vec<V>,
    pub(crate) rounds: Vec<Round<V>>,
    pub(crate) radius: V::Scalar,
}

/// A part that is not a point.
#[derive(Clone, Debug)]
pub(crate) enum Round<V: Vector> {
    Ball {
        center: V,
        radius: V::Scalar,
    },
    /// Flat, spanned by two perpendicular arms.
    Disc {
        center: V,
        arms: [V; 2],
    },
    Ellipsoid(Ellipsoid<V>),
    Wedge(Wedge<V>),
    /// A body with its coordinates multiplied, each by its own factor.
    Scaled {
        body: Box<Body<V>>,
        scale: V,
    },
    /// Known by its support function, without its margin: among others a custom shape.
    Known(Arc<dyn Known<V>>),
}

impl<V: FloatVector + Vector3> Round<V> {
    /// Builds a flat disc perpendicular to a direction of any length.
    pub(crate) fn disc(center: V, normal: V, radius: V::Scalar) -> Self {
        let x = normal.any_orthogonal().normalized_or_zero();
        let y = normal.cross(x).normalized_or_zero();
        Self::Disc { center, arms: [x * radius, y * radius] }
    }
}

impl<V: FloatVector> Round<V> {
    /// Returns a point inside.
    pub(super) fn middle(&self) -> V {
        match self {
            Self::Ball { center, .. } | Self::Disc { center, .. } => *center,
            Self::Ellipsoid(e) => e.center,
            Self::Wedge(wedge) => {
                let [a, b] = wedge.corners();
                let ahead = wedge.support(wedge.from.normalized_or_zero() + wedge.to.normalized_or_zero());
                (wedge.center + a + b + ahead) * V::Scalar::ONE.half().half()
            }
            Self::Scaled { body, scale } => times(body.middle(), *scale),
            Self::Known(own) => {
                let (none, one) = (own.core(V::splat(V::Scalar::ZERO)).zero(), V::Scalar::ONE);
                let ways = (0..V::DIM).flat_map(|i| [none.with(i, one), none.with(i, -one)]);
                ways.fold(none, |sum, way| sum + own.core(way))
                    * (one / V::Scalar::from_f64(2.0 * V::DIM as f64))
            }
        }
    }

    /// Returns the relative error of its points, as a fraction of their size.
    fn rounding(&self) -> V::Scalar {
        match self {
            Self::Known(own) => own.rounding(),
            Self::Scaled { body, .. } => body.rounding(),
            _ => V::Scalar::EPSILON,
        }
    }

    fn support(&self, direction: V) -> V {
        match self {
            Self::Ball { center, radius } => *center + direction.normalized_or_zero() * *radius,
            Self::Disc { center, arms: [x, y] } => {
                let zero = direction.zero();
                let along = zero.with(0, direction.dot(*x)).with(1, direction.dot(*y)).normalized_or_zero();
                *center + *x * along.get(0) + *y * along.get(1)
            }
            Self::Ellipsoid(ellipsoid) => ellipsoid.support(direction),
            Self::Wedge(wedge) => wedge.support(direction),
            Self::Scaled { body, scale } => times(body.support(times(direction, *scale)), *scale),
            Self::Known(own) => own.core(direction),
        }
    }
}

impl<V: FloatVector> Body<V> {
    pub(crate) fn of_points(points: impl Into<Vec<V>>) -> Self {
        Self { points: points.into(), rounds: vec![], radius: V::Scalar::ZERO }
    }

    pub(crate) fn of_round(round: Round<V>) -> Self {
        Self { points: vec![], rounds: vec![round], radius: V::Scalar::ZERO }
    }

    /// Builds the hull of two balls, less the smaller radius; a single ball if it contains the
    /// other.
    pub(crate) fn of_balls([a, b]: [Sphere<V>; 2]) -> Self {
        let (large, small) = if a.radius < b.radius { (b, a) } else { (a, b) };
        let more = large.radius - small.radius;
        if (small.center - large.center).length_squared() <= more * more {
            return Self { radius: large.radius, ..Self::of_points([large.center]) };
        }
        let ball = Round::Ball { center: large.center, radius: more };
        let rounds = if more > V::Scalar::ZERO { vec![ball] } else { vec![] };
        let points = if more > V::Scalar::ZERO { vec![small.center] } else { vec![a.center, b.center] };
        Self { points, rounds, radius: small.radius }
    }

    /// Returns its middle and radius, if it is a ball.
    pub(crate) fn ball(&self) -> Option<(V, V::Scalar)> {
        match (&self.points[..], &self.rounds[..]) {
            ([center], []) => Some((*center, self.radius)),
            _ => None,
        }
    }
}

impl<V: FloatVector<Scalar = DoubleDouble>> Body<V> {
    /// Returns two directions perpendicular to each other and to the axis, for each axis about
    /// which it is round or nearly so.
    pub(crate) fn turns(&self) -> SmallVec<[[V; 2]; 3]> {
        // An end of radius 0 has no arms.
        let arms = |round: &Round<V>| match round {
            Round::Disc { arms, .. } if !arms[0].is_zero() => Some(*arms),
            _ => None,
        };
        match (self.points.as_slice(), self.rounds.as_slice()) {
            (_, [Round::Disc { arms: first, .. }, ..]) => {
                smallvec![self.rounds.iter().find_map(arms).unwrap_or(*first).each(V::normalized_or_zero)]
            }
            (_, [Round::Ellipsoid(round), ..]) => {
                let axes = round.axes.as_ref();
                (1..V::DIM).flat_map(|i| (0..i).map(move |j| [axes[i], axes[j]])).collect()
            }
            // The smaller of two balls may be a point, within a radius.
            ([p], [Round::Ball { center: q, .. }])
            | ([], [Round::Ball { center: p, .. }, Round::Ball { center: q, .. }]) => {
                smallvec![V::by_dim(Across((*q - *p).normalized_or_zero()))]
            }
            ([], [Round::Known(own)]) => own.turn().into_iter().collect(),
            _ => SmallVec::new(),
        }
    }

    /// Returns the normals of its discs.
    pub(super) fn caps(&self) -> impl Iterator<Item = V> {
        self.rounds.iter().filter_map(|round| match round {
            Round::Disc { arms, .. } => Some(V::by_dim(Facing(arms.each(V::normalized_or_zero)))),
            _ => None,
        })
    }

    /// Returns its corners, if it is their hull and no more.
    pub(crate) fn into_corners(self) -> Option<Vec<V>> {
        let zero = DoubleDouble::ZERO;
        let mut corners = self.points;
        for round in self.rounds {
            corners.push(match round {
                Round::Ball { center, radius } if radius <= zero => center,
                Round::Disc { center, arms } if arms.iter().all(|arm| arm.is_zero()) => center,
                Round::Ellipsoid(e) if (0..V::DIM).all(|i| e.semi_axis(i).is_zero()) => e.center,
                _ => return None,
            });
        }
        (self.radius <= zero).then_some(corners)
    }

    /// Returns the same without stretched parts, or `None` if the image of a part is no named
    /// shape. The arms of ellipses and ellipsoids may then be at any angle.
    pub(crate) fn unstretched(self) -> Option<Self> {
        let mut plain = Self { points: self.points, rounds: vec![], radius: self.radius };
        for round in self.rounds {
            let Round::Scaled { body, scale } = round else {
                plain.rounds.push(round);
                continue;
            };
            let body = body.unstretched()?;
            let ellipsoid = |center: V, arm: &dyn Fn(usize) -> V| {
                let (radii, axes) = (V::splat(DoubleDouble::ONE), V::axes_from_fn(|i| times(arm(i), scale)));
                Round::Ellipsoid(Ellipsoid { center: times(center, scale), radii, axes })
            };
            let ball = |center: V, radius: DoubleDouble| {
                ellipsoid(center, &|i| V::splat(DoubleDouble::ZERO).with(i, radius))
            };
            if body.radius > DoubleDouble::ZERO {
                plain.rounds.extend(body.points.iter().map(|p| ball(*p, body.radius)));
            } else {
                plain.points.extend(body.points.iter().map(|p| times(*p, scale)));
            }
            for round in &body.rounds {
                plain.rounds.push(match round {
                    Round::Ball { center, radius } => ball(*center, *radius + body.radius),
                    Round::Disc { center, arms } if body.radius <= DoubleDouble::ZERO => Round::Disc {
                        center: times(*center, scale),
                        arms: arms.each(|arm| times(arm, scale)),
                    },
                    Round::Ellipsoid(e) if body.radius <= DoubleDouble::ZERO => {
                        ellipsoid(e.center, &|i| e.semi_axis(i))
                    }
                    _ => return None,
                });
            }
        }
        Some(plain)
    }

    /// Returns, for one that is round about an axis and straight along its side: the axis, of
    /// length 1; the component along it of the way out through the side; and two directions
    /// perpendicular to it and to each other.
    pub(super) fn side(&self) -> Option<(V, DoubleDouble, [V; 2])> {
        let turn = self.turns().first().copied()?;
        if let ([], [Round::Known(own)]) = (self.points.as_slice(), self.rounds.as_slice()) {
            return own.side().map(|(axis, along)| (axis, along, turn));
        }
        let (from, to, wider) = match (self.points.as_slice(), self.rounds.as_slice()) {
            ([from], [Round::Disc { center, arms }]) => (*from, *center, round_radius(arms)?),
            ([], [Round::Disc { center: from, arms }, Round::Disc { center: to, arms: other }]) => {
                (*from, *to, round_radius(other)? - round_radius(arms)?)
            }
            ([from], [Round::Ball { center, radius }]) => (*from, *center, *radius),
            _ => return None,
        };
        let way = to - from;
        let side = match self.rounds.as_slice() {
            // Between balls the side ends before the middles.
            [.., Round::Ball { .. }] => way.length(),
            _ => (way.length_squared() + wider.squared()).sqrt(),
        };
        Some((way.normalized_or_zero(), -wider.div_or(side, DoubleDouble::ZERO), turn))
    }

    /// Returns the range of a line that contains the feet of all its points, without the radius.
    pub(super) fn feet(&self, line: &Line<V>) -> [DoubleDouble; 2] {
        let (o, d) = (line.origin, line.direction);
        let dd = d.length_squared();
        [-d, d].each(|way| (self.core(way) - o).dot(d).div_or(dd, DoubleDouble::ZERO))
    }
}

/// Computes the direction perpendicular to two others.
struct Facing<V>([V; 2]);

impl<V: FloatVector> ByDim<V> for Facing<V> {
    type Answer = V;

    fn d2(self) -> V
    where
        V: Vector2,
    {
        self.0[0].zero()
    }

    fn d3(self) -> V
    where
        V: Vector3,
    {
        self.0[0].cross(self.0[1]).normalized_or_zero()
    }
}

/// Returns the radius of a disc with these arms, or `None` for an ellipse.
fn round_radius<V: FloatVector>(arms: &[V; 2]) -> Option<V::Scalar> {
    let [x, y] = arms.each(V::length);
    let same = (x - y).abs() <= x * V::Scalar::EPSILON.lit(64);
    same.then_some(x)
}

/// Shape in floats: itself, or with data that its support function needs.
pub(crate) enum Held<'s, V: FloatVector<Scalar = f64>> {
    Shared(&'s dyn Support<Vector = V>),
    Framed(Framed<V>),
    Own(Box<dyn Support<Vector = V> + 's>),
}

impl<V: FloatVector<Scalar = f64>> Held<'_, V> {
    fn get(&self) -> &dyn Support<Vector = V> {
        match self {
            Self::Shared(shape) => *shape,
            Self::Framed(shape) => shape,
            Self::Own(shape) => &**shape,
        }
    }
}

/// Shape in floats, stretched along the axes and grown by a radius.
pub(crate) struct Plain<'s, V: FloatVector<Scalar = f64>> {
    pub(crate) shape: Held<'s, V>,
    pub(crate) scale: Option<V>,
    pub(crate) radius: f64,
}

impl<'s, V: FloatVector<Scalar = f64>> Plain<'s, V> {
    /// Builds it from a shape as it is.
    pub(crate) fn of(shape: &'s dyn Support<Vector = V>) -> Self {
        Self { shape: Held::Shared(shape), scale: None, radius: 0.0 }
    }

    /// Builds it from a shape with a frame.
    pub(crate) fn framed(shape: Framed<V>) -> Self {
        Self { shape: Held::Framed(shape), scale: None, radius: 0.0 }
    }

    /// Builds it from data computed once for all support queries.
    pub(crate) fn own(shape: impl Support<Vector = V> + 's) -> Self {
        Self { shape: Held::Own(Box::new(shape)), scale: None, radius: 0.0 }
    }
}

impl<V: FloatVector<Scalar = f64>> Support for Plain<'_, V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        let on_core = match self.scale {
            None => self.shape.get().support(direction),
            Some(scale) => times(self.shape.get().support(times(direction, scale)), scale),
        };
        if self.radius > 0.0 { on_core + direction.normalized_or_zero() * self.radius } else { on_core }
    }

    fn middle(&self) -> V {
        let middle = self.shape.get().middle();
        self.scale.map_or(middle, |scale| times(middle, scale))
    }
}

/// The same shape as a core and its radius.
pub(crate) struct Grown<'s, V: FloatVector<Scalar = f64>>(pub(crate) Plain<'s, V>);

impl<V: FloatVector<Scalar = f64>> Support for Grown<'_, V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.0.support(direction)
    }

    fn middle(&self) -> V {
        self.0.middle()
    }

    fn margin(&self) -> f64 {
        let own = if self.0.scale.is_some() { 0.0 } else { self.0.shape.get().margin() };
        own + self.0.radius
    }

    fn core(&self, direction: V) -> V {
        match self.0.scale {
            None => self.0.shape.get().core(direction),
            Some(scale) => times(self.0.shape.get().support(times(direction, scale)), scale),
        }
    }

    fn core_shape(&self) -> CoreShape<V> {
        if self.0.scale.is_some() { CoreShape::Other } else { self.0.shape.get().core_shape() }
    }

    fn corners(&self, direction: V) -> Vec<V> {
        match self.0.scale {
            None => self.0.shape.get().corners(direction),
            Some(scale) => {
                let corners = self.0.shape.get().corners(times(direction, scale));
                corners.into_iter().map(|p| times(p, scale)).collect()
            }
        }
    }

    fn corner_graph(&self) -> Option<CornerGraph<'_, V>> {
        if self.0.scale.is_some() { None } else { self.0.shape.get().corner_graph() }
    }

    fn rounding(&self) -> f64 {
        self.0.shape.get().rounding()
    }
}

/// Returns the arms of a disc rotated within it: the first of them farthest along a direction. If
/// the direction is perpendicular to the disc up to rounding to `f64`, returns them unchanged, so
/// that they do not rotate with it.
fn towards<V: FloatVector>([x, y]: [V; 2], direction: V) -> [V; 2] {
    let (zero, size) = (direction.zero(), Ring::max(x.length(), y.length()));
    let along = zero.with(0, direction.dot(x)).with(1, direction.dot(y));
    if along.length() <= size * direction.length() * V::Scalar::from_f64(ACROSS) {
        return [x, y];
    }
    let along = along.normalized_or_zero();
    let (cos, sin) = (along.get(0), along.get(1));
    [x * cos + y * sin, y * cos - x * sin]
}

/// Body without its radius.
pub(super) struct Core<'b, V: Vector>(pub(super) &'b Body<V>);

impl<V: FloatVector> Support for Core<'_, V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.0.core(direction)
    }

    fn middle(&self) -> V {
        self.0.middle()
    }

    fn rounding(&self) -> V::Scalar {
        self.0.rounding()
    }
}

impl<V: FloatVector> Support for Body<V> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        self.core(direction) + direction.normalized_or_zero() * self.radius
    }

    /// Returns the mean of the middles of its parts.
    fn middle(&self) -> V {
        let middles = self.points.iter().copied().chain(self.rounds.iter().map(Round::middle));
        let part = V::Scalar::ONE / V::Scalar::from_f64((self.points.len() + self.rounds.len()) as f64);
        middles.fold(V::splat(V::Scalar::ZERO), |sum, middle| sum + middle * part)
    }

    fn margin(&self) -> V::Scalar {
        self.radius
    }

    fn corners(&self, direction: V) -> Vec<V> {
        let mut corners = self.points.clone();
        for round in &self.rounds {
            match round {
                Round::Disc { center, arms } => {
                    let [u, v] = towards(*arms, direction);
                    corners.extend([*center + u, *center + v, *center - u, *center - v]);
                }
                Round::Wedge(wedge) => {
                    corners.push(wedge.center);
                    corners.extend(wedge.corners());
                    corners.push(wedge.support(direction));
                }
                Round::Scaled { body, scale } if body.radius <= V::Scalar::ZERO => {
                    let direction = times(direction, *scale).normalized_or_zero();
                    corners.extend(body.corners(direction).into_iter().map(|p| times(p, *scale)));
                }
                Round::Known(own) => corners.extend(own.corners(direction)),
                Round::Ball { .. } | Round::Ellipsoid(_) | Round::Scaled { .. } => {
                    corners.push(round.support(direction));
                }
            }
        }
        corners
    }

    fn rounding(&self) -> V::Scalar {
        self.rounds.iter().map(Round::rounding).fold(V::Scalar::EPSILON, Ring::max)
    }

    fn core(&self, direction: V) -> V {
        let mut best: Option<(V::Scalar, V)> = None;
        let mut consider = |p: V| {
            let along = direction.dot(p);
            if best.is_none_or(|(most, _)| most < along) {
                best = Some((along, p));
            }
        };
        if self.points.len() <= FEW {
            self.points.iter().for_each(|p| consider(*p));
        } else {
            let rough = |v: V| {
                let at = |axis: usize| if axis < V::DIM { v.get(axis).to_f64() } else { 0.0 };
                [at(0), at(1), at(2)]
            };
            let d = rough(direction);
            let (mut most, mut size) = (f64::NEG_INFINITY, 0.0_f64);
            let along = |p: [f64; 3]| p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
            for p in &self.points {
                let p = rough(*p);
                most = most.max(along(p));
                size = size.max((p[0] * d[0]).abs()).max((p[1] * d[1]).abs()).max((p[2] * d[2]).abs());
            }
            let least = most - 1e-14 * size;
            self.points.iter().filter(|p| along(rough(**p)) >= least).for_each(|p| consider(*p));
        }
        self.rounds.iter().for_each(|round| consider(round.support(direction)));
        best.map_or(direction, |(_, p)| p)
    }
}

/// Unbounded convex shape.
pub(crate) enum Unbounded<V: Vector> {
    /// All points within a radius of a line, or of a ray that starts at its origin.
    Along {
        line: Line<V>,
        begins: bool,
        radius: V::Scalar,
    },
    Plane(Plane<V>),
    HalfSpace(HalfSpace<V>),
    /// Cone without a base: its axis has length 1, and its radius grows by `slope` along it.
    Cone {
        apex: V,
        axis: V,
        slope: V::Scalar,
    },
}

impl<V: FloatVector<Scalar = DoubleDouble>> Unbounded<V> {
    pub(crate) fn along<L: Linear<Vector = V>>(line: &L, radius: DoubleDouble) -> Self {
        let line_of = Line { origin: line.origin(), direction: line.direction() };
        Self::Along { line: line_of, begins: L::HAS_START, radius }
    }
}
