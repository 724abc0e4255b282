//! The points within a radius of a circular arc.

use crate::number::each::MapEach;
use crate::number::elementary;
use crate::number::{DoubleDouble, Float, Real, Ring};
use crate::shape::Arc;
use crate::vector::{FloatVector, V2, Vector, Vector2};
use core::f64::consts::{PI, TAU};
use glam::DVec2;

/// All points within `radius` of the points of an arc.
#[derive(Clone, Debug)]
pub(crate) struct Tube<V: Vector> {
    pub(crate) center: V,
    /// Perpendicular vectors of length 1; the arc goes from the first towards the second.
    pub(crate) axes: [V; 2],
    /// Radius of the circle.
    pub(crate) circle: V::Scalar,
    /// Angle of the arc in radians, above 0 except for a point; a full turn for a circle.
    pub(crate) sweep: f64,
    /// Direction from the centre to the arc's end.
    pub(crate) end: V,
    /// Radius around the arc.
    pub(crate) radius: V::Scalar,
}

/// Returns `cos` and `sin`, with a sum of squares of 1 to all digits.
fn direction<S: Float>(angle: f64) -> [S; 2] {
    let (sin, cos) = elementary::sincos(angle);
    let (sin, cos) = (S::from_f64(sin), S::from_f64(cos));
    let length = (cos.squared() + sin.squared()).sqrt();
    [cos / length, sin / length]
}

/// Returns the angle in the middle of a stretch.
pub(super) fn middle([from, to]: [f64; 2]) -> f64 {
    from + (to - from) / 2.0
}

/// Returns the least `cos(w - peak)` on a stretch.
fn least_cosine([from, to]: [f64; 2], peak: f64) -> f64 {
    let valley = peak + PI;
    let turns = elementary::ceil((from - valley) / TAU);
    if valley + turns * TAU <= to {
        return -1.0;
    }
    elementary::cos(from - peak).min(elementary::cos(to - peak))
}

impl Tube<V2<DoubleDouble>> {
    /// Builds the tube of an arc, with radius 0.
    pub(crate) fn arc(a: &Arc<DVec2>) -> Self {
        let unit = |angle: f64| {
            let [x, y] = direction(angle);
            V2 { x, y }
        };
        let center = a.center.lift(&DoubleDouble::new);
        let circle = DoubleDouble::new(a.radius);
        let [from, to] = a.angle_range().unwrap_or([0.0, TAU]);
        let x = unit(from);
        let whole = Self::circle(center, [x, x.perp()], circle, DoubleDouble::ZERO);
        if a.angle_range().is_none() { whole } else { Self { sweep: to - from, end: unit(to), ..whole } }
    }
}

impl<V: FloatVector> Tube<V> {
    /// Builds the tube of a whole circle.
    pub(crate) fn circle(center: V, axes: [V; 2], circle: V::Scalar, radius: V::Scalar) -> Self {
        Self { center, axes, circle, sweep: TAU, end: axes[0], radius }
    }

    /// Returns the distance of a point from the boundary, negative inside.
    pub(super) fn signed_distance(&self, p: V) -> V::Scalar {
        let off = (self.nearest(p) - p).length();
        let found = off - self.radius;
        if !self.is_closed() || off <= V::Scalar::ZERO || found >= V::Scalar::ZERO {
            return found;
        }
        if self.is_disc() {
            let [around, _] = self.around_and_along(p);
            return around - (self.circle + self.radius);
        }
        self.dimple(p, off).map_or(found, |[around, along]| -(around.squared() + along.squared()).sqrt())
    }

    /// Returns the boundary point closest to a point inside, for a whole circle.
    pub(super) fn way_out(&self, p: V) -> V {
        let nearest = self.nearest(p);
        let off = (nearest - p).length();
        if off <= V::Scalar::ZERO || self.is_disc() {
            // For a point on the circle all ways perpendicular to it are equally long.
            return nearest + self.toward(p) * self.radius;
        }
        let Some([_, along]) = self.dimple(p, off) else {
            return nearest + (p - nearest) * (self.radius / off);
        };
        let [x, y] = self.axes;
        let upright = |i: usize| {
            let axis = x.zero().with(i, V::Scalar::ONE);
            axis - x * axis.dot(x) - y * axis.dot(y)
        };
        let longest = |n: V, i: usize| if upright(i).length() > n.length() { upright(i) } else { n };
        let axis = (0..V::DIM).fold(x.zero(), longest).normalized_or_zero();
        let height = (p - self.center).dot(axis);
        let on_axis = self.center + axis * height;
        if height < V::Scalar::ZERO { on_axis - axis * along } else { on_axis + axis * along }
    }

    /// Tests whether it is a disc: in 2D, a ring without a hole.
    fn is_disc(&self) -> bool {
        V::DIM == 2 && self.circle <= self.radius
    }

    /// Returns the distances of a point from the axis and from the circle's plane.
    fn around_and_along(&self, p: V) -> [V::Scalar; 2] {
        let from_center = p - self.center;
        let [x, y] = self.axes.each(|axis| from_center.dot(axis));
        let along = (from_center - self.axes[0] * x - self.axes[1] * y).length();
        [(x.squared() + y.squared()).sqrt(), along]
    }

    /// In 3D the shortest way out of a tube may lead across the axis, where a tube without a hole
    /// continues. The boundary point closest to a point at the distance `off` from the circle is
    /// then where the surface meets the axis. Returns its offset perpendicular to the axis and
    /// along it.
    fn dimple(&self, p: V, off: V::Scalar) -> Option<[V::Scalar; 2]> {
        let [around, along] = self.around_and_along(p);
        if V::DIM == 2 || self.circle + (around - self.circle) / off * self.radius > V::Scalar::ZERO {
            return None;
        }
        let end = Ring::max(self.radius.squared() - self.circle.squared(), V::Scalar::ZERO).sqrt();
        Some([around, end - along])
    }

    /// Tests whether the arc is a whole circle.
    pub(crate) fn is_closed(&self) -> bool {
        self.sweep >= TAU
    }

    /// Returns the tube moved by a vector.
    pub(super) fn moved(&self, way: V) -> Self {
        Self { center: self.center + way, ..self.clone() }
    }

    /// Returns the tube in fewer digits.
    pub(super) fn rough<W: FloatVector<Scalar = f64>>(&self) -> Tube<W> {
        let rough = |v: V| v.lift(&Float::to_f64);
        Tube {
            center: rough(self.center),
            axes: self.axes.each(rough),
            circle: self.circle.to_f64(),
            sweep: self.sweep,
            end: rough(self.end),
            radius: self.radius.to_f64(),
        }
    }

    /// Returns the part of the arc between two angles from its start, without the radius. The part
    /// must be less than a full turn.
    pub(super) fn part(&self, from: f64, to: f64) -> Self {
        let turned = |angle: f64| {
            let [cos, sin] = direction(angle);
            self.axes[0] * cos + self.axes[1] * sin
        };
        let (x, end) = (turned(from), turned(to));
        Self { axes: [x, self.along(x)], sweep: to - from, end, radius: V::Scalar::ZERO, ..self.clone() }
    }

    /// Returns the unit vector from the centre to the point of the circle at an angle from the
    /// arc's start.
    pub(super) fn out(&self, angle: f64) -> V {
        if angle == self.sweep {
            return self.end;
        }
        let [cos, sin] = direction(angle);
        self.axes[0] * cos + self.axes[1] * sin
    }

    /// Returns a unit vector from the centre in the circle's plane, rotated by a quarter turn.
    pub(super) fn along(&self, out: V) -> V {
        self.axes[1] * out.dot(self.axes[0]) - self.axes[0] * out.dot(self.axes[1])
    }

    /// Returns stretches of equal length that cover the arc, by their angles from its start.
    pub(super) fn stretches(&self, count: u32) -> impl Iterator<Item = [f64; 2]> {
        let (sweep, count) = (self.sweep, count);
        let at = move |i: u32| sweep * f64::from(i) / f64::from(count);
        (0..count).map(move |i| [at(i), at(i + 1)])
    }

    /// Returns how much higher along a direction the point in the middle of a stretch is than the
    /// lowest one.
    pub(super) fn dip(&self, n: V, stretch: [f64; 2]) -> f64 {
        let (x, y) = (n.dot(self.axes[0]).to_f64(), n.dot(self.axes[1]).to_f64());
        let (peak, height) = (elementary::atan2(y, x), elementary::hypot(x, y) * self.circle.to_f64());
        height * (elementary::cos(middle(stretch) - peak) - least_cosine(stretch, peak))
    }

    /// Returns the arc's point in a direction from the centre.
    pub(super) fn at(&self, out: V) -> V {
        self.center + out * self.circle
    }

    /// Returns the angle of a direction from the arc's start, from 0 to a full turn.
    pub(super) fn angle(&self, out: V) -> f64 {
        let angle = elementary::atan2(out.dot(self.axes[1]).to_f64(), out.dot(self.axes[0]).to_f64());
        if angle < 0.0 { angle + TAU } else { angle }
    }

    /// Returns the direction from the centre to the arc's point closest to `p`.
    pub(super) fn toward(&self, p: V) -> V {
        let w = p - self.center;
        let (x, y) = (w.dot(self.axes[0]), w.dot(self.axes[1]));
        // Squares of smaller numbers would underflow; multiplied by 2^600 the result is the same.
        let vanish = x.abs().max(y.abs()).to_f64() < 1e-140;
        let grow = V::Scalar::from_f64(if vanish { elementary::ldexp(1.0, 600) } else { 1.0 });
        let (x, y) = (x * grow, y * grow);
        let length = (x.squared() + y.squared()).sqrt();
        if length.settle((self.center.length() + p.length()) * grow) <= V::Scalar::ZERO {
            return self.axes[0];
        }
        let out = self.axes[0] * (x / length) + self.axes[1] * (y / length);
        if self.is_closed() || self.angle(out) <= self.sweep {
            return out;
        }
        if out.dot(self.axes[0]) < out.dot(self.end) { self.end } else { self.axes[0] }
    }

    /// Returns the arc's point closest to `p`.
    pub(super) fn nearest(&self, p: V) -> V {
        self.at(self.toward(p))
    }

    /// Returns the direction, perpendicular to the arc at its point `p`, from which a shape that
    /// moves through `p` came. For a motion along the arc it is the given outward normal.
    pub(super) fn before(&self, p: V, velocity: V, outward: V) -> V {
        let is_point = self.circle <= V::Scalar::ZERO;
        let along = if is_point { p.zero() } else { self.along(self.toward(p)) };
        let across = velocity - along * velocity.dot(along);
        let is_along = across.length().settle(velocity.length()) <= V::Scalar::ZERO;
        if is_along { outward } else { -across }
    }

    /// Returns the directions to both ends.
    pub(super) fn ends(&self) -> [V; 2] {
        [self.axes[0], self.end]
    }
}
