//! Span of a line in a flat shape.
//!
//! In the plane of the shape the span lies between the points at which the line crosses edges; each
//! is a weighted mean of the edge's corners.

use super::{Crossing, crossing, intersects, intersects_edges_or_starts_inside, interval};
use crate::number::{Field, Mask, Real, Ring};
use crate::query::{OptSpan, Span};
use crate::shape::{Flat, Line};
use crate::vector::{ByDim, Vector, Vector2, Vector3};

/// Returns the span of the line: in 2D inside, with the outward normals of the crossed edges; in 3D
/// the crossing, or the span of a coplanar line, with the front normal. Degenerate shapes have no
/// normal.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &F, b: &Line<V>) -> OptSpan<V> {
    V::by_dim(LineSpan { shape: a, line: b })
}

/// Computes the span of a line in a flat shape, if they intersect.
struct LineSpan<'a, V, F> {
    shape: &'a F,
    line: &'a Line<V>,
}

impl<V: Vector<Scalar: Real>, F: Flat<Vector = V>> ByDim<V> for LineSpan<'_, V, F> {
    type Answer = OptSpan<V>;

    #[inline(always)]
    fn d2(self) -> OptSpan<V>
    where
        V: Vector2,
    {
        let hit = intersects(self.line, self.shape);
        if hit.none() {
            return hit.then_some(Span::placeholder(self.line.direction));
        }
        let d = self.line.direction;
        let corners = self.shape.relative_to(self.line.origin);
        let q = corners.as_ref();
        let mut sides = [d.get(0).zero(); 4];
        for i in 0..q.len() {
            sides[i] = d.perp_dot(q[i]);
        }
        let (_, u, v) = self.shape.frame();
        let area = u.perp_dot(v);
        let mut span = between_edges(q, &sides, area, d);
        // To the right of edges in counterclockwise order; zero for a degenerate shape.
        let outward = |edge: V| {
            let left = edge.perp();
            let flat = area.same(area.zero());
            V::select(flat, d.zero(), V::select(area.lt(area.zero()), left, -left))
        };
        (span.normal_enter, span.normal_exit) = (outward(span.normal_enter), outward(span.normal_exit));
        (hit & span.enter.le(span.exit)).then_some(span)
    }

    #[inline(always)]
    fn d3(self) -> OptSpan<V>
    where
        V: Vector3,
    {
        let d = self.line.direction;
        let crossing = match crossing(self.line, self.shape) {
            Ok(crossing) => crossing,
            Err(misses) => return misses.then_some(Span::placeholder(d)),
        };
        // An unbounded line has no range.
        let Crossing { inside, in_range: crosses, numerator, denominator, normal, low, high, .. } = crossing;
        let dd = d.length_squared();
        let zero = dd.zero();
        let mut t = numerator.div_or(denominator, zero);
        // Clamped between the corners, along the line, despite the rounding of a grazing hit.
        let between = low.le(t * dd) & (t * dd).le(high);
        if !between.all() {
            t = t.clamp_to(low.div_or(dd, zero), high.div_or(dd, zero));
        }
        let span = Span { enter: t, exit: t, normal_enter: normal, normal_exit: normal };
        if crosses.all() {
            return inside.then_some(span);
        }
        let flat = inside & denominator.same(zero);
        let line = Line { origin: number_by_number(self.line.origin), direction: number_by_number(d) };
        let hit = (inside & crosses) | (flat & intersects_edges_or_starts_inside(&line, self.shape));
        let within = in_plane(self.shape, &line, normal);
        let enter = Ring::select(crosses, t, within.enter);
        let exit = Ring::select(crosses, t, within.exit);
        (hit & enter.le(exit)).then_some(Span { enter, exit, ..span })
    }
}

/// Copies the vector. A value that is passed on whole must be in memory from the start, even on
/// paths that are hardly ever taken.
#[inline(always)]
fn number_by_number<V: Vector>(v: V) -> V {
    let mut same = v.zero();
    for i in 0..V::DIM {
        same = same.with(i, v.get(i));
    }
    same
}

/// Returns the span of a line that lies in the plane of the shape, or intersects a collinear shape.
/// Rare and long, so a separate function.
#[inline(never)]
fn in_plane<V: Vector3<Scalar: Real>, F: Flat<Vector = V>>(a: &F, b: &Line<V>, normal: V) -> Span<V> {
    let d = b.direction;
    let corners = a.relative_to(b.origin);
    let q = corners.as_ref();
    let (_, u, v) = a.frame();
    let along = V::select(u.length_squared().le(v.length_squared()), v, u);
    // The plane of the line and a collinear shape.
    let plane = V::select(normal.is_zero(), along.cross(d), normal);
    let mut sides = [d.get(0).zero(); 4];
    for i in 0..q.len() {
        sides[i] = plane.triple(d, q[i]);
    }
    between_edges(q, &sides, plane.length_squared(), d)
}

/// Returns the span of a line in the plane of the corners `q`, whose signed distances from the line
/// are `sides`; they are counterclockwise if `area` is positive. Each normal is an edge that the
/// line crosses there.
fn between_edges<V: Vector<Scalar: Real>>(q: &[V], sides: &[V::Scalar; 4], area: V::Scalar, d: V) -> Span<V> {
    let dd = d.length_squared();
    let zero = dd.zero();
    let none = d.zero();
    let (mut enter, mut exit) = (zero.infinity(), -zero.infinity());
    let (mut in_at, mut out_at) = (enter, exit);
    let (mut normal_enter, mut normal_exit) = (none, none);
    let (left, right) = (zero.le(area), area.lt(zero));
    let mut all_on = zero.always();
    for i in 0..q.len() {
        let j = (i + 1) % q.len();
        let (si, sj) = (sides[i], sides[j]);
        let rises = si.le(zero) & zero.le(sj) & si.lt(sj);
        let falls = sj.le(zero) & zero.le(si) & sj.lt(si);
        let t = (d.dot(q[i]) * sj - d.dot(q[j]) * si).div_or((sj - si) * dd, zero);
        let crosses = rises | falls;
        enter = Ring::select(crosses & t.lt(enter), t, enter);
        exit = Ring::select(crosses & exit.lt(t), t, exit);
        let first = ((left & falls) | (right & rises)) & t.lt(in_at);
        in_at = Ring::select(first, t, in_at);
        normal_enter = V::select(first, q[j] - q[i], normal_enter);
        let last = ((left & rises) | (right & falls)) & out_at.lt(t);
        out_at = Ring::select(last, t, out_at);
        normal_exit = V::select(last, q[j] - q[i], normal_exit);
        all_on = all_on & si.same(zero);
    }
    // The shape is a segment of the line, or the direction is zero and the line is a single point,
    // for all t.
    let (low, high) = interval(q, d);
    enter = Ring::select(all_on, low.div_or(dd, -zero.infinity()), enter);
    exit = Ring::select(all_on, high.div_or(dd, zero.infinity()), exit);
    Span { enter, exit, normal_enter, normal_exit }
}
