//! Intersections of lines, rays and segments with all shapes, and in 2D of planes, which are lines.
//!
//! In a shape with flat sides the range of `t` inside is clipped by one half-space after another,
//! in exact numbers. In any other shape the result is the spans, in double-double precision,
//! clipped to the range of the line, ray or segment. If they touch but the rounded spans do not, it
//! is the closest point. Source: [Cyrus 1978].

use super::common::Common;
use super::flats::FlatSided;
use super::kind::rounded;
use super::order::segment;
use super::polytope::clip_line;
use crate::dynamic::any::{NoAnswer, Shape2, Shape3};
use crate::dynamic::kind::Over;
use crate::dynamic::rescale::Rescale as _;
use crate::dynamic::shape::Shared;
use crate::exact::certify::narrow;
use crate::exact::{Arena, Exact};
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Ring};
use crate::pair;
use crate::pair::cast::Range;
use crate::query::Span;
use crate::shape::*;
use crate::vector::size::shifted;
use crate::vector::{V2, V3, Vector, Vector2};
use alloc::vec::Vec;

/// Returns the ends of the spans in a range of `t`.
fn clipped<V: Vector<Scalar = DoubleDouble, Mask = bool>>(
    range: &Range<V>,
    spans: &[Span<V>],
) -> Vec<[DoubleDouble; 2]> {
    let clip = |s: &Span<V>| [Ring::max(s.enter, range.low), Ring::min(s.exit, range.high)];
    spans.iter().map(clip).filter(|[from, to]| from <= to).collect()
}

/// Returns the part of a line between two of its points, unbounded where a point is missing.
fn stretch<W: Vector<Scalar = f64, Mask = bool>>(from: Option<W>, to: Option<W>, line: Line<W>) -> Common<W> {
    match (from, to) {
        (Some(a), Some(b)) if (b - a).is_zero() => Common::Point(a),
        (Some(a), Some(b)) => Common::Segment(Segment { a, b }),
        (Some(origin), None) => Common::Ray(Ray { origin, direction: line.direction }),
        (None, Some(origin)) => Common::Ray(Ray { origin, direction: -line.direction }),
        (None, None) => Common::Line(line),
    }
}

/// Line, ray or segment in exact numbers: the line, and the ends of its range of `t`.
type ExactRange<'a, V> = (Line<V>, [Option<Exact<'a>>; 2]);

/// Lines, rays and segments among the shapes of 2D or of 3D.
pub(super) trait Lines: FlatSided {
    /// Returns a plane that is a line (in 2D), starting at the foot of the origin.
    fn plane_as_line<'a>(&self, arena: &'a Arena) -> Option<Line<Over<Self, Exact<'a>>>>;

    /// Returns the line, ray or segment as a range of a line; `None` for other shapes.
    fn range(&self) -> Option<Range<Self::Precise>> {
        self.precise_range().or_else(|| {
            let arena = Arena::new();
            let line = self.plane_as_line(&arena)?;
            Some(Range::of(&line.lift::<Self::Precise>(&|x| x.to_double_double()), None))
        })
    }

    /// Returns the same in exact numbers.
    fn exact_range<'a>(&self, arena: &'a Arena) -> Option<ExactRange<'a, Over<Self, Exact<'a>>>> {
        let number = |x: f64| arena.number(x);
        Some(match self.shared() {
            Some(Shared::Line(a)) => (a.lift(&number), [None, None]),
            Some(Shared::Ray(a)) => {
                let Ray { origin, direction } = a.lift::<Over<Self, Exact<'a>>>(&number);
                (Line { origin, direction }, [Some(number(0.0)), None])
            }
            Some(Shared::Segment(a)) => {
                let Segment { a, b } = a.lift::<Over<Self, Exact<'a>>>(&number);
                (Line { origin: a, direction: b - a }, [Some(number(0.0)), Some(number(1.0))])
            }
            _ => (self.plane_as_line(arena)?, [None, None]),
        })
    }

    /// Returns the part of a line, ray or segment in a shape with flat sides that it intersects.
    fn along_flat(&self, other: &Self) -> Option<Common<Self::Vector>> {
        let arena = Arena::new();
        let (line, range) = self.exact_range(&arena)?;
        let sides = other.walls(&arena)?;
        let ends = clip_line(line.origin, line.direction, range, &sides)?;
        let [from, to] =
            ends.each(|t| t.map(|t| rounded::<_, Self::Vector>(line.origin + line.direction * t)));
        let part = stretch(from, to, line.lift(&|x: Exact<'_>| x.to_double_double().to_f64()));
        Some(match part {
            // If both are of this kind, either may be first.
            Common::Segment(Segment { a, b }) if other.range().is_some() => Common::Segment(segment(a, b)),
            part => part,
        })
    }

    /// Returns the part of a line, ray or segment in another shape that it intersects, by spans.
    fn along(&self, other: &Self) -> Option<Common<Self::Vector>> {
        let range = self.range()?;
        let mut parts: Vec<Common<Self::Vector>> = Vec::new();
        let at =
            |t: DoubleDouble| t.is_finite().then(|| range.line.at(t).lift::<Self::Vector>(&narrow::number));
        for [from, to] in clipped(&range, &other.spans_at_any_size(&range.line)) {
            let line = range.line.lift::<Self::Vector>(&narrow::number);
            let part = stretch(at(from), at(to), line);
            if parts.last() != Some(&part) {
                parts.push(part);
            }
        }
        Some(match parts.len() {
            // They touch, but their rounded intervals do not.
            0 => Common::Point(self.closest_precisely(other).on_a),
            1 => parts.swap_remove(0),
            _ => Common::Several(parts),
        })
    }

    /// Returns the range of `t` of a line, ray or segment inside `target`, a solid convex shape, or
    /// `None` if they share no point.
    fn span_in(&self, target: &Self) -> Result<Option<(f64, f64)>, NoAnswer> {
        let no_answer = NoAnswer { question: "span", shapes: [self.name(), target.name()] };
        let is_plane = matches!(self.shared(), Some(Shared::Plane(_)));
        let range = if is_plane { None } else { self.range() };
        let range = range.ok_or(no_answer)?;
        if let Some(hull) = target.as_hull().filter(|_| target.is_solid()) {
            return self.span_in(&hull);
        }
        if !target.is_solid() || target.as_composite().is_some() || target.tube().is_some() {
            return Err(no_answer);
        }
        if !self.intersects(target) {
            return Ok(None);
        }
        let scaled = self.at_ordinary_size(target);
        let (a, b, by) = match &scaled {
            Some((a, b, e)) => (a, b, self.parameter_shift(*e)),
            None => (self, target, 0),
        };
        let range = a.range().unwrap_or(range);
        let spans = clipped(&range, &b.spans(&range.line));
        let touch = || {
            let foot = a.closest_precisely(b).on_a.lift::<Self::Precise>(&DoubleDouble::new);
            let t = pair::point_ray::foot(&Point(foot), &range.line);
            let t = Ring::min(Ring::max(t, range.low), range.high);
            [t, t]
        };
        let [enter, exit] = spans.first().copied().unwrap_or_else(touch);
        let number = |t| shifted(narrow::number(t), -by);
        Ok(Some((number(enter), number(exit))))
    }
}

impl Lines for Shape2 {
    fn plane_as_line<'a>(&self, arena: &'a Arena) -> Option<Line<V2<Exact<'a>>>> {
        let Self::Plane(a) = self else { return None };
        let Plane { normal, distance } = a.lift::<V2<Exact<'a>>>(&|x: f64| arena.number(x));
        Some(Line { origin: normal * (distance / normal.length_squared()), direction: -normal.perp() })
    }
}

impl Lines for Shape3 {
    fn plane_as_line<'a>(&self, _: &'a Arena) -> Option<Line<V3<Exact<'a>>>> {
        None
    }
}
