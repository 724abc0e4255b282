//! Conversion of the spans of an unbounded line to hits of a ray, segment or line.

use crate::number::{Field, Float, Real, Ring};
use crate::query::{Hit, Side, Span};
use crate::shape::{Line, Linear, Parallelogram, Triangle};
use crate::vector::size::{shift_of, vector_times_power};
use crate::vector::{FloatVector, Vector};
use alloc::vec::Vec;

/// Options of a cast.
///
/// ```
/// use barycast::d3::f64::{Ray, Sphere};
/// use barycast::dynamic::any::Shape3;
/// use barycast::pair::cast::CastOptions;
/// use glam::DVec3;
///
/// let ray = Shape3::from(Ray::new(DVec3::ZERO, DVec3::X)); // from the center
/// let ball = Shape3::from(Sphere::new(DVec3::ZERO, 2.0));
/// let first = |options| ray.cast_with(&ball, &options).map(|hit| hit.map(|hit| hit.t));
/// assert_eq!(first(CastOptions::default())?, Some(0.0));
/// assert_eq!(first(CastOptions { hollow: true, ..CastOptions::default() })?, Some(2.0));
/// assert_eq!(first(CastOptions { min_t: Some(3.0), ..CastOptions::default() })?, None);
/// # Ok::<(), barycast::dynamic::any::NoAnswer>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CastOptions<S> {
    /// Lower limit of `t`, inclusive: a cast from the `t` of a hit on returns that hit. A ray and a
    /// segment start at 0 whatever the limit, and a line has no other start. A solid that contains
    /// the point at the limit is hit there, like one that contains the start of a ray. With NaN
    /// there is no hit.
    #[doc(alias = "tnear")]
    pub min_t: Option<S>,
    /// Upper limit of `t`, inclusive: a cast up to the `t` of a hit returns that hit. With NaN
    /// there is no hit.
    #[doc(alias = "tfar")]
    pub max_t: Option<S>,
    /// Backface culling: ignores hits with `direction . normal > 0`.
    #[doc(alias = "backface culling")]
    pub cull: bool,
    /// Treats solids as hollow: a ray that starts inside hits the boundary where it exits.
    #[doc(alias = "solid")]
    pub hollow: bool,
}

impl<S> Default for CastOptions<S> {
    // Defaults compile to nothing: a plain cast computes only the normal at its hit.
    #[inline(always)]
    fn default() -> Self {
        Self { min_t: None, max_t: None, cull: false, hollow: false }
    }
}

/// The parameter range of a cast: a line, ray or segment with an upper limit of `t`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range<V: Vector> {
    /// Unbounded line.
    pub line: Line<V>,
    /// Lower bound of `t`; minus infinity for a line.
    pub low: V::Scalar,
    /// Upper bound of `t`, inclusive.
    pub high: V::Scalar,
}

impl<V: FloatVector> Range<V> {
    /// Builds the range of a line, ray or segment with a limit. A NaN limit makes it empty.
    #[inline]
    pub(crate) fn of<L: Linear<Vector = V>>(a: &L, max_t: Option<V::Scalar>) -> Self {
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

    /// Builds the range of a line, ray or segment within both limits of `options`. A NaN limit makes
    /// it empty.
    #[inline]
    pub(crate) fn within<L: Linear<Vector = V>>(a: &L, options: &CastOptions<V::Scalar>) -> Self {
        let range = Self::of(a, options.max_t);
        Self { low: options.min_t.map_or(range.low, |t| raised(range.low, t)), ..range }
    }

    /// Builds the range for kernels that round `t` before the comparison: it extends slightly
    /// beyond the end of a segment, since the rounded `t` of its end may exceed 1. [`clamp_to_end`]
    /// reverts this.
    #[inline(always)]
    pub(crate) fn through_end<L: Linear<Vector = V>>(a: &L, options: &CastOptions<V::Scalar>) -> Self
    where
        V::Scalar: Float,
    {
        let range = Self::within(a, options);
        let trace = V::Scalar::ONE + range.high.lit(8) * V::Scalar::EPSILON;
        let high = if L::HAS_END && range.high == V::Scalar::ONE { trace } else { range.high };
        Self { high, ..range }
    }

    /// Returns `t`, or the end of the range if `t` is within rounding error of it.
    #[inline(always)]
    fn settle(&self, t: V::Scalar) -> V::Scalar {
        if !V::Scalar::SETTLES {
            // Adding 0 turns -0 into 0.
            return t + V::Scalar::ZERO;
        }
        // An infinite `t` is near neither end.
        if !t.is_finite() {
            return t;
        }
        let scale = self
            .line
            .origin
            .approximate_length()
            .div_or(self.line.direction.approximate_length(), V::Scalar::ZERO)
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

    /// Tests whether `t` lies beyond the start of the range.
    #[inline(always)]
    pub(crate) fn is_ahead(&self, t: V::Scalar) -> bool {
        self.low < self.settle(t)
    }

    /// Tests whether `t` is finite and in the range.
    #[inline(always)]
    fn contains(&self, t: V::Scalar) -> bool {
        t >= self.low && t <= self.high && t.is_finite()
    }

    /// Returns the hits of a known touch at `t`: two equal ones for a solid, without a normal.
    pub(crate) fn touch(&self, t: V::Scalar, solid: bool) -> impl Iterator<Item = Hit<V>> {
        let t = Ring::clamp_to(t, self.low, self.high);
        let none = self.line.direction.zero();
        core::iter::repeat_n(self.hit(t, none), if solid { 2 } else { 1 })
    }

    /// Tests whether a span with the settled entry `enter` starts before the range.
    #[inline(always)]
    fn starts_inside(&self, enter: V::Scalar) -> bool {
        enter < self.low || enter == -Real::infinity(enter)
    }

    /// Returns the first hit of a span. If the range starts in a solid, it has no normal.
    #[inline(always)]
    fn start(&self, t: V::Scalar, span: &Span<V>, in_solid: bool) -> Hit<V> {
        let hit = self.hit(t, span.normal_enter);
        if in_solid { Hit { normal: None, side: Side::Inside, ..hit } } else { hit }
    }

    /// Returns the hit at the settled entry `enter` of a span.
    #[inline(always)]
    fn enters(
        &self,
        span: &Span<V>,
        enter: V::Scalar,
        touches: bool,
        options: &CastOptions<V::Scalar>,
    ) -> Option<Hit<V>> {
        let hit = self.contains(enter) && (touches || self.faces(span.normal_enter, options));
        let at = || if touches { self.touched(enter, span) } else { self.hit(enter, span.normal_enter) };
        if hit { Some(at()) } else { None }
    }

    /// Returns the hit at the settled exit `exit` of a span; for a surface, only if it differs from
    /// the entry.
    #[inline(always)]
    fn leaves(
        &self,
        span: &Span<V>,
        [enter, exit]: [V::Scalar; 2],
        touches: bool,
        solid: bool,
        options: &CastOptions<V::Scalar>,
    ) -> Option<Hit<V>> {
        let hit = self.contains(exit)
            && (solid || enter != exit)
            && (touches || self.faces(span.normal_exit, options));
        let at = || if touches { self.touched(exit, span) } else { self.hit(exit, span.normal_exit) };
        if hit { Some(at()) } else { None }
    }

    /// Tests whether the span of a solid from the settled `enter` to `exit` is a touch, and not a
    /// passage through a flat solid, whose normals are opposite. The side that a touch faces is
    /// rounding noise.
    #[inline(always)]
    fn touches(span: &Span<V>, [enter, exit]: [V::Scalar; 2], solid: bool) -> bool {
        solid && enter == exit && !(span.normal_enter + span.normal_exit).is_zero()
    }

    /// Tests whether a face with this normal is not culled.
    #[inline(always)]
    fn faces(&self, normal: V, options: &CastOptions<V::Scalar>) -> bool {
        !options.cull || normal.is_zero() || self.is_against(normal)
    }

    /// Tests whether the direction does not point along the normal. The normal is scaled to
    /// ordinary size and not normalized, so that an exact right angle stays exact.
    #[inline(always)]
    fn is_against(&self, normal: V) -> bool {
        let ordinary = vector_times_power(normal, shift_of(normal.largest().to_f64()));
        self.line.direction.dot(ordinary) <= V::Scalar::ZERO
    }

    /// Returns the hit of a touch, from outside, with a normal that does not point along the ray: a
    /// normal of the span, or at an apex the closest of its normals.
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

    /// Returns the hit at `t` with an outward normal of any length; it has no point if `t` is
    /// infinite.
    #[inline(always)]
    fn hit(&self, t: V::Scalar, normal: V) -> Hit<V> {
        let side =
            if self.line.direction.dot(normal) > V::Scalar::ZERO { Side::Inside } else { Side::Outside };
        let normal = if normal.is_zero() { None } else { Some(unit(normal)) };
        let point = if t.is_finite() { Some(self.line.at(t)) } else { None };
        Hit { t, point, normal, side, triangle: None, uv: None }
    }
}

/// Returns the greater of two lower limits; infinite if the second is NaN.
#[inline(always)]
fn raised<S: Real<Mask = bool>>(low: S, limit: S) -> S {
    if limit.le(low) {
        low
    } else if low.lt(limit) {
        limit
    } else {
        low.infinity()
    }
}

/// Returns the unit vector; in one step if the squared length is an ordinary number.
#[inline(always)]
fn unit<V: FloatVector>(v: V) -> V {
    let (squared, one) = (v.length_squared(), V::Scalar::ONE);
    if squared == one {
        return v;
    }
    let ordinary = V::Scalar::from_f64(1e-20) < squared && squared < V::Scalar::from_f64(1e20);
    if ordinary { v * (one / squared.sqrt()) } else { v.normalized_or_zero() }
}

/// Returns the hits at both ends of every span, in order of `t`. The spans are given on the
/// unbounded line, in order. Ends that lie outside the range are not reported, and neither is the
/// start of the range.
///
/// A span of length 0 (a touch) is two equal hits for a solid, and a crossing of a surface is one
/// hit.
pub(crate) fn hits<V: FloatVector>(
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

/// Limits the `t` of a hit of [`Range::through_end`] to the end of the segment.
#[inline(always)]
pub(crate) fn clamp_to_end<L: Linear<Vector: FloatVector>>(a: &L, hit: Hit<L::Vector>) -> Hit<L::Vector> {
    let one = <L::Vector as Vector>::Scalar::ONE;
    if L::HAS_END && hit.t > one { Hit { t: one, point: Some(a.end()), ..hit } } else { hit }
}

/// Returns the point of a segment of length 0.
#[inline(always)]
pub(crate) fn single_point<L: Linear<Vector: FloatVector>>(ray: &L) -> Option<L::Vector> {
    (L::HAS_END && ray.direction().is_zero()).then(|| ray.origin())
}

/// Returns the first hit in the range for a shape with the given spans, in order.
#[inline]
pub(crate) fn first<V: FloatVector>(
    range: Range<V>,
    spans: &[Span<V>],
    solid: bool,
    options: &CastOptions<V::Scalar>,
) -> Option<Hit<V>> {
    spans.iter().find_map(|span| first_in(&range, span, solid, options))
}

/// Returns the first hit of one span in the range.
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

/// Returns the first hit of a shape with at most one span, with the default options.
///
/// There is one branch, after everything is computed, because whether a ray hits is unpredictable.
/// There is no closure, because captured values would pass through memory and stall store
/// forwarding.
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
    let span = span.unwrap_or(Span::placeholder(range.line.direction));
    first_ahead(range, &span, some & (range.low <= range.settle(span.exit)))
}

/// Returns the first hit of a solid's span, which exists and does not lie before the range if
/// `ahead`. The result does not wait for the exit of the span.
#[allow(clippy::needless_bitwise_bool, reason = "one branch")]
#[inline(always)]
pub(crate) fn first_ahead<V: FloatVector>(range: &Range<V>, span: &Span<V>, ahead: bool) -> Option<Hit<V>> {
    let enter = range.settle(span.enter);
    let t = Ring::max(range.low, enter);
    let hits = ahead & (t <= range.high) & (t < Real::infinity(t));
    let inside = range.starts_inside(enter);
    // A solid is entered from outside, whatever the rounded normal there.
    let side = if inside { Side::Inside } else { Side::Outside };
    if hits { Some(Hit { side, ..range.start(t, span, inside) }) } else { None }
}

/// Sets `u` and `v` of hits of a triangle.
pub(crate) fn add_uv<V: FloatVector>(hits: &mut [Hit<V>], triangle: &Triangle<V>) {
    for hit in hits {
        hit.uv = hit.point.map(|p| uv(triangle, p));
    }
}

/// Sets `u` and `v` of hits of a parallelogram.
pub(crate) fn add_uv_of_parallelogram<V: FloatVector>(hits: &mut [Hit<V>], shape: &Parallelogram<V>) {
    let Parallelogram { origin, u, v } = *shape;
    let triangle = Triangle { a: origin, b: origin + u, c: origin + v };
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let along = |w: V, edge: V| w.dot(edge).div_or(edge.length_squared(), zero);
    let on_line = |p: V| {
        // The full projection on one edge, and the rest on the other.
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

/// Returns `u` and `v` of the foot of the point in the triangle's plane,
/// `a + u (b - a) + v (c - a)`.
///
/// ```text
/// p - a = u e1 + v e2,  n = e1 x e2:   u = ((p - a) x e2) . n / |n|^2   v = (e1 x (p - a)) . n / |n|^2
/// ```
///
/// For a collinear triangle the foot lies on the longer edge from `a` or, on the other side of `a`,
/// on the shorter one if it points there.
pub(crate) fn uv<V: Vector<Mask = bool, Scalar: Field>>(triangle: &Triangle<V>, p: V) -> [V::Scalar; 2] {
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
