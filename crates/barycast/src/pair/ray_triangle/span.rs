//! What of a line lies in a flat shape.
//!
//! In the shape's own plane it runs between the points at which the line crosses edges, each a mean of the edge's corners.

use super::{Crossing, crossing, intersects, interval, meets_edges_or_starts_inside};
use crate::number::{Field, Mask, Real, Ring};
use crate::query::{OptSpan, Span};
use crate::shape::{Flat, Line};
use crate::vector::{ByDim, Vector, Vector2, Vector3};

/// In 2D the stretch inside, with the crossed edges' outward normals; in 3D the crossing, or the stretch in the
/// plane, with the front normal. Degenerate shapes have no normal.
#[inline(always)]
pub fn span<V: Vector<Scalar: Real>, F: Flat<Vector = V>>(a: &F, b: &Line<V>) -> OptSpan<V> {
    V::by_dim(Stretch { shape: a, line: b })
}

/// What of a line lies in a flat shape, if they meet.
struct Stretch<'a, V, F> {
    shape: &'a F,
    line: &'a Line<V>,
}

impl<V: Vector<Scalar: Real>, F: Flat<Vector = V>> ByDim<V> for Stretch<'_, V, F> {
    type Answer = OptSpan<V>;

    #[inline(always)]
    fn d2(self) -> OptSpan<V>
    where
        V: Vector2,
    {
        let hit = intersects(self.line, self.shape);
        if hit.none() {
            return hit.then_some(Span::nowhere(self.line.direction));
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
        // To the right of edges that run counter-clockwise; of a degenerate shape none.
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
            Err(misses) => return misses.then_some(Span::nowhere(d)),
        };
        // All of a line is in range.
        let Crossing { inside, in_range: crosses, numerator, denominator, normal, low, high, .. } = crossing;
        let dd = d.length_squared();
        let zero = dd.zero();
        let mut t = numerator.div_or(denominator, zero);
        // Between the corners, along the line, whatever the rounding of a grazing hit.
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
        let hit = (inside & crosses) | (flat & meets_edges_or_starts_inside(&line, self.shape));
        let within = in_plane(self.shape, &line, normal);
        let enter = Ring::select(crosses, t, within.enter);
        let exit = Ring::select(crosses, t, within.exit);
        (hit & enter.le(exit)).then_some(Span { enter, exit, ..span })
    }
}

/// The same vector. What is handed on whole must lie in memory from the start, also where it is hardly ever asked for.
#[inline(always)]
fn number_by_number<V: Vector>(v: V) -> V {
    let mut same = v.zero();
    for i in 0..V::DIM {
        same = same.with(i, v.get(i));
    }
    same
}

/// The stretch of a line that runs in the plane of the shape, or meets one that is itself but a line. Rare and long: a
/// function of its own.
#[inline(never)]
fn in_plane<V: Vector3<Scalar: Real>, F: Flat<Vector = V>>(a: &F, b: &Line<V>, normal: V) -> Span<V> {
    let d = b.direction;
    let corners = a.relative_to(b.origin);
    let q = corners.as_ref();
    let (_, u, v) = a.frame();
    let along = V::select(u.length_squared().le(v.length_squared()), v, u);
    // The plane of the line and a shape that is itself but a line.
    let plane = V::select(normal.is_zero(), along.cross(d), normal);
    let mut sides = [d.get(0).zero(); 4];
    for i in 0..q.len() {
        sides[i] = plane.triple(d, q[i]);
    }
    between_edges(q, &sides, plane.length_squared(), d)
}

/// Where a line in the plane of the corners `q`, which lie `sides` beside it and turn to the left where `area` is positive, comes in
/// and leaves; with an edge for each normal, of those that let it in or out there.
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
    // The shape is a stretch of the line; a direction of zero stays where it is, for ever.
    let (low, high) = interval(q, d);
    enter = Ring::select(all_on, low.div_or(dd, -zero.infinity()), enter);
    exit = Ring::select(all_on, high.div_or(dd, zero.infinity()), exit);
    Span { enter, exit, normal_enter, normal_exit }
}
