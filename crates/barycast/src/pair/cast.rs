//! From spans of an endless line to what a ray, segment or line hits.

use crate::number::{Field, Float, Real, Ring};
use crate::query::{Hit, Side, Span};
use crate::shape::{Line, Linear, Parallelogram, Triangle};
use crate::vector::size::{shift_of, vector_times_power};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// What a cast may be told.
#[derive(Clone, Copy, Debug)]
pub struct CastOptions<S> {
    /// No hit beyond this `t`; the limit itself counts, so a cast up to the `t` of a hit returns that hit. None at all beyond NaN.
    pub max_t: Option<S>,
    /// Ignore hits on back faces: those with `direction . normal > 0`.
    pub cull: bool,
    /// Only the boundary of solids counts: a ray that starts inside hits where it leaves.
    pub hollow: bool,
}

impl<S> Default for CastOptions<S> {
    // What is never asked for must cost nothing: who casts plainly needs no other normal than that of the hit.
    #[inline(always)]
    fn default() -> Self {
        Self { max_t: None, cull: false, hollow: false }
    }
}

/// A stretch of a line: the line, ray or segment that is cast, under its limit.
#[derive(Clone, Copy, Debug)]
pub struct Range<V: Vector> {
    /// The endless line.
    pub line: Line<V>,
    /// The least `t`; minus infinity for a line.
    pub low: V::Scalar,
    /// The greatest `t`, inclusive.
    pub high: V::Scalar,
}

impl<V: FloatVector> Range<V> {
    /// Of a line, ray or segment under a limit. A limit that is NaN leaves nothing.
    #[inline]
    pub fn of<L: Linear<Vector = V>>(a: &L, max_t: Option<V::Scalar>) -> Self {
        let infinity = Real::infinity(V::Scalar::ONE);
        let low = if L::HAS_START { V::Scalar::ZERO } else { -infinity };
        let high = if L::HAS_END { V::Scalar::ONE } else { infinity };
        let limited = |t: V::Scalar| {
            if t < high {
                t
            } else if t >= high {
                high
            } else {
                -infinity
            }
        };
        let high = max_t.map_or(high, limited);
        Self { line: Line { origin: a.origin(), direction: a.direction() }, low, high }
    }

    /// The same where a `t` is rounded before it is compared: a segment's other end is on it, though `t` come out a trace more
    /// than 1. [`ended`] takes that off again.
    #[inline(always)]
    pub(crate) fn to_its_end<L: Linear<Vector = V>>(a: &L, max_t: Option<V::Scalar>) -> Self
    where
        V::Scalar: Float,
    {
        let range = Self::of(a, max_t);
        let trace = V::Scalar::ONE + range.high.lit(8) * V::Scalar::EPSILON;
        let high = if L::HAS_END && range.high == V::Scalar::ONE { trace } else { range.high };
        Self { high, ..range }
    }

    /// `t`, or the end of the range that it is within noise of.
    #[inline(always)]
    fn settle(&self, t: V::Scalar) -> V::Scalar {
        if !V::Scalar::SETTLES {
            // Of two zeros the one without a sign.
            return t + V::Scalar::ZERO;
        }
        // What has no end is near to none.
        if !t.is_finite() {
            return t;
        }
        let scale =
            self.line.origin.about_length().div_or(self.line.direction.about_length(), V::Scalar::ZERO)
                + t.abs();
        let near = |end: V::Scalar| end.is_finite() && (t - end).settle(scale) == V::Scalar::ZERO;
        if near(self.low) {
            self.low
        } else if near(self.high) {
            self.high
        } else {
            t
        }
    }

    /// `t` comes after the range begins.
    #[inline(always)]
    pub(crate) fn is_ahead(&self, t: V::Scalar) -> bool {
        self.low < self.settle(t)
    }

    /// `t` is a number in the range.
    #[inline(always)]
    fn holds(&self, t: V::Scalar) -> bool {
        t >= self.low && t <= self.high && t.is_finite()
    }

    /// The hits of a touch at `t` that is known to be one: two equal ones of a solid, without a normal.
    pub(crate) fn touch(&self, t: V::Scalar, solid: bool) -> impl Iterator<Item = Hit<V>> {
        let t = Ring::clamp_to(t, self.low, self.high);
        let none = self.line.direction.zero();
        core::iter::repeat_n(self.hit(t, none), if solid { 2 } else { 1 })
    }

    /// A span that begins at the settled `enter` began before the range.
    #[inline(always)]
    fn starts_inside(&self, enter: V::Scalar) -> bool {
        enter < self.low || enter == -Real::infinity(enter)
    }

    /// The first hit of a span: where the range starts in a solid it has no normal.
    #[inline(always)]
    fn start(&self, t: V::Scalar, span: &Span<V>, in_solid: bool) -> Hit<V> {
        let hit = self.hit(t, span.normal_enter);
        if in_solid { Hit { normal: None, side: Side::Inside, ..hit } } else { hit }
    }

    /// The hit where a span begins, at the settled `enter`.
    #[inline(always)]
    fn enters(
        &self,
        span: &Span<V>,
        enter: V::Scalar,
        touches: bool,
        options: &CastOptions<V::Scalar>,
    ) -> Option<Hit<V>> {
        let hit = self.holds(enter) && (touches || self.faces(span.normal_enter, options));
        let at = || if touches { self.touched(enter, span) } else { self.hit(enter, span.normal_enter) };
        if hit { Some(at()) } else { None }
    }

    /// The hit where a span ends, at the settled `exit`; of a surface, unless that is where it begins.
    #[inline(always)]
    fn leaves(
        &self,
        span: &Span<V>,
        [enter, exit]: [V::Scalar; 2],
        touches: bool,
        solid: bool,
        options: &CastOptions<V::Scalar>,
    ) -> Option<Hit<V>> {
        let hit = self.holds(exit)
            && (solid || enter != exit)
            && (touches || self.faces(span.normal_exit, options));
        let at = || if touches { self.touched(exit, span) } else { self.hit(exit, span.normal_exit) };
        if hit { Some(at()) } else { None }
    }

    /// A solid's span from the settled `enter` to `exit` is a touch, and no way through what is flat: there the normals are
    /// opposite. Which way a touch faces is what rounding left of 0.
    #[inline(always)]
    fn touches(span: &Span<V>, [enter, exit]: [V::Scalar; 2], solid: bool) -> bool {
        solid && enter == exit && !(span.normal_enter + span.normal_exit).is_zero()
    }

    /// A side with this normal is not culled.
    #[inline(always)]
    fn faces(&self, normal: V, options: &CastOptions<V::Scalar>) -> bool {
        !options.cull || normal.is_zero() || self.is_against(normal)
    }

    /// It does not lead out with this normal: told from that as it is, which may be at right angles to it exactly, but for its size.
    #[inline(always)]
    fn is_against(&self, normal: V) -> bool {
        let ordinary = vector_times_power(normal, shift_of(normal.largest().to_f64()));
        self.line.direction.dot(ordinary) <= V::Scalar::ZERO
    }

    /// Both hits of a touch, from outside, with a normal that does not lead on: one of the span's, or of all that a tip has the
    /// nearest.
    fn touched(&self, t: V::Scalar, span: &Span<V>) -> Hit<V> {
        let d = self.line.direction.normalized_or_zero();
        let [first, last] = [span.normal_enter, span.normal_exit];
        let normal = if self.is_against(first) {
            first
        } else if self.is_against(last) {
            last
        } else {
            first - d * d.dot(first)
        };
        Hit { side: Side::Outside, ..self.hit(t, normal) }
    }

    /// The hit at `t` with an outward normal of any length; infinitely far it is at no point.
    #[inline(always)]
    fn hit(&self, t: V::Scalar, normal: V) -> Hit<V> {
        let side =
            if self.line.direction.dot(normal) > V::Scalar::ZERO { Side::Inside } else { Side::Outside };
        let normal = if normal.is_zero() { None } else { Some(unit(normal)) };
        let point = if t.is_finite() { Some(self.line.at(t)) } else { None };
        Hit { t, point, normal, side, triangle: None, uv: None }
    }
}

/// The direction of a vector: in one step where its square is an ordinary number.
#[inline(always)]
fn unit<V: FloatVector>(v: V) -> V {
    let (squared, one) = (v.length_squared(), V::Scalar::ONE);
    if squared == one {
        return v;
    }
    let ordinary = V::Scalar::from_f64(1e-20) < squared && squared < V::Scalar::from_f64(1e20);
    if ordinary { v * (one / squared.sqrt()) } else { v.normalized_or_zero() }
}

/// The ends, in order of `t`, of every stretch of the range in a shape whose spans on the endless line are given
/// in order; what the limit or the range cut off is not an end, and the start is not listed.
///
/// A stretch of length 0 (a touch) of a solid is two equal hits, a crossing of a surface is one.
pub fn hits<V: FloatVector>(
    range: Range<V>,
    spans: &[Span<V>],
    solid: bool,
    options: &CastOptions<V::Scalar>,
) -> Vec<Hit<V>> {
    let ends = |span: &Span<V>| {
        let ends @ [enter, _] = [range.settle(span.enter), range.settle(span.exit)];
        let touches = Range::touches(span, ends, solid);
        [range.enters(span, enter, touches, options), range.leaves(span, ends, touches, solid, options)]
    };
    spans.iter().flat_map(ends).flatten().collect()
}

/// A hit of a [range to its end](Range::to_its_end): none is beyond a segment's.
#[inline(always)]
pub(crate) fn ended<L: Linear<Vector: FloatVector>>(a: &L, hit: Hit<L::Vector>) -> Hit<L::Vector> {
    let one = <L::Vector as Vector>::Scalar::ONE;
    if L::HAS_END && hit.t > one { Hit { t: one, point: Some(a.end()), ..hit } } else { hit }
}

/// The point that a segment of no length is.
#[inline(always)]
pub(crate) fn still<L: Linear<Vector: FloatVector>>(ray: &L) -> Option<L::Vector> {
    (L::HAS_END && ray.direction().is_zero()).then(|| ray.origin())
}

/// The first point on the range of a shape whose spans are given in order.
#[inline]
pub fn first<V: FloatVector>(
    range: Range<V>,
    spans: &[Span<V>],
    solid: bool,
    options: &CastOptions<V::Scalar>,
) -> Option<Hit<V>> {
    spans.iter().find_map(|span| first_in(&range, span, solid, options))
}

/// The first point of one stretch on the range.
#[inline(always)]
fn first_in<V: FloatVector>(
    range: &Range<V>,
    span: &Span<V>,
    solid: bool,
    options: &CastOptions<V::Scalar>,
) -> Option<Hit<V>> {
    let &Range { low, high, .. } = range;
    let (enter, exit) = (range.settle(span.enter), range.settle(span.exit));
    if exit < low || high < low {
        return None;
    }
    if range.starts_inside(enter) && !(solid && options.hollow) {
        return Some(range.start(low, span, solid));
    }
    let touches = Range::touches(span, [enter, exit], solid);
    let hit = range.enters(span, enter, touches, options);
    if hit.is_some() {
        return hit;
    }
    range.leaves(span, [enter, exit], touches, solid, options)
}

/// [`first`] of a shape that is one stretch at most, as a plain cast asks for it.
///
/// One branch, where all is known: whether a ray hits is what processors guess wrong. And no closure: what those borrow
/// goes through memory, in portions that are read otherwise than they were written.
#[allow(clippy::needless_bitwise_bool, reason = "one branch")]
#[inline(always)]
pub(crate) fn first_of_one<V: FloatVector>(
    range: &Range<V>,
    span: Option<Span<V>>,
    solid: bool,
) -> Option<Hit<V>> {
    if !solid {
        return first_in(range, &span?, solid, &CastOptions::default());
    }
    let some = span.is_some();
    let span = span.unwrap_or(Span::nowhere(range.line.direction));
    first_ahead(range, &span, some & (range.low <= range.settle(span.exit)))
}

/// The same of a solid's stretch that is there, and not before the range, when `ahead` says so: nothing waits for where it
/// ends.
#[allow(clippy::needless_bitwise_bool, reason = "one branch")]
#[inline(always)]
pub(crate) fn first_ahead<V: FloatVector>(range: &Range<V>, span: &Span<V>, ahead: bool) -> Option<Hit<V>> {
    let enter = range.settle(span.enter);
    let t = Ring::max(range.low, enter);
    let hits = ahead & (t <= range.high) & (t < Real::infinity(t));
    let inside = range.starts_inside(enter);
    // A solid is entered from outside, whatever rounding left of its normal there.
    let side = if inside { Side::Inside } else { Side::Outside };
    if hits { Some(Hit { side, ..range.start(t, span, inside) }) } else { None }
}

/// Adds `u` and `v` to hits of a triangle.
pub fn add_uv<V: FloatVector>(hits: &mut [Hit<V>], triangle: &Triangle<V>) {
    for hit in hits {
        hit.uv = hit.point.map(|p| uv(triangle, p));
    }
}

/// Adds `u` and `v` to hits of a parallelogram.
pub fn add_uv_of_parallelogram<V: FloatVector>(hits: &mut [Hit<V>], shape: &Parallelogram<V>) {
    let Parallelogram { origin, u, v } = *shape;
    let triangle = Triangle { a: origin, b: origin + u, c: origin + v };
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let along = |w: V, edge: V| w.dot(edge).div_or(edge.length_squared(), zero);
    let on_line = |p: V| {
        // As far along one edge as it goes, and the rest along the other.
        let w = p - origin;
        let s = along(w, u);
        let s = if v.is_zero() { s } else { Ring::clamp_to(s, zero, one) };
        [s, along(w - u * s, v)]
    };
    let is_flat = u.wedge_squared(v) <= zero;
    for hit in hits {
        hit.uv = hit.point.map(|p| if is_flat { on_line(p) } else { uv(&triangle, p) });
    }
}

/// `u` and `v` with `a + u (b - a) + v (c - a)` the foot of the point in the triangle's plane.
///
/// ```text
/// p - a = u e1 + v e2,  n = e1 x e2:   u = ((p - a) x e2) . n / |n|^2   v = (e1 x (p - a)) . n / |n|^2
/// ```
///
/// On a collinear triangle the longer edge from `a` leads to the foot, or, on the other side of `a`, the shorter one
/// when it points there.
pub fn uv<V: Vector<Mask = bool, Scalar: Field>>(triangle: &Triangle<V>, p: V) -> [V::Scalar; 2] {
    let (w, e1, e2) = (p - triangle.a, triangle.b - triangle.a, triangle.c - triangle.a);
    let area = e1.wedge_squared(e2);
    let zero = area.zero();
    if zero.lt(area) {
        return [w.wedge_dot(e2, e1, e2) / area, e1.wedge_dot(w, e1, e2) / area];
    }
    let along = |e: V| w.dot(e).div_or(e.length_squared(), zero);
    let (along_1, along_2) = (along(e1), along(e2));
    let opposite = e1.dot(e2).lt(zero);
    if e2.length_squared().le(e1.length_squared()) {
        if along_1.lt(zero) && opposite { [zero, along_2] } else { [along_1, zero] }
    } else if along_2.lt(zero) && opposite {
        [along_1, zero]
    } else {
        [zero, along_2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Ray;
    use glam::{DVec2, dvec2};

    #[test]
    fn a_ray_that_starts_between_two_stretches_of_a_solid_hits_the_next() {
        let span = |enter, exit| Span { enter, exit, normal_enter: -DVec2::X, normal_exit: DVec2::X };
        let ray = Ray::new(dvec2(0., 0.), DVec2::X);
        let hit =
            first(Range::of(&ray, None), &[span(-3., -1.), span(2., 4.)], true, &CastOptions::default());
        assert_eq!(hit.map(|hit| hit.t), Some(2.));
    }
}
