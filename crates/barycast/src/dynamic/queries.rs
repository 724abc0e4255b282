//! The queries of [`Shape2`] and [`Shape3`]: which algorithm answers, from the [table](crate::pair::table).
#![allow(clippy::unnested_or_patterns, reason = "patterns are made from lists of shapes")]

use super::any::{NoAnswer, Shape2, Shape3};
use crate::convex::form::AsConvex;
use crate::convex::sweep::Swept;
use crate::dynamic::shape::DynamicShape;
use crate::dynamic::{arc, composite, convex_body, rescale};
use crate::exact::certify::{certified, narrow, outlined, precise};
use crate::number::{DoubleDouble, Float, sort_by_number};
use crate::pair::cast::{self, CastOptions};
use crate::pair::table::{with_bodies, with_rows, with_shapes};
use crate::pair::typed_exact;
use crate::query::{Closest, Hit, Impact, Manifold, ManifoldPoint, Penetration, Span};
use crate::shape::*;
use crate::vector::size::{own_shift, shifted, shifted_vector};
use crate::vector::{V2, V3, Vector};
use crate::{convex, pair};
use alloc::boxed::Box;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// What each shape answers by itself, from the table.
macro_rules! shapes {
    (both { $($b:tt)* } d2 { $($p:tt)* } d3 { $($s:tt)* }
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident [$cp_type:ty];)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident [$cs_type:ty];)* }
     curved_d2 $curved2:tt curved_d3 $curved3:tt) => {
        shapes!(@one Shape2 DVec2 V2 "Any shape in two dimensions.",
            names [$($bb_name)* $($bp_name)* rounded scaled] [$($cp_name)*]
            { $($cp $cp_name $cp_file [$cp_type];)* CustomParts custom union [AnyParts<Shape2<V>, V>]; }
            $curved2
            [
                $($bb $bb_name $bb_kind [$bb<V>])*
                $($bp $bp_name $bp_kind [$bp<V>])*
                Rounded rounded solid [Rounded<Shape2<V>, V::Scalar>]
                Scaled scaled solid [Scaled<Shape2<V>, V>]
                Custom custom solid [AnyConvex<V>]
            ]
            $($b)* $($p)*);
        shapes!(@one Shape3 DVec3 V3 "Any shape in three dimensions.",
            names [$($bb_name)* $($bs_name)* rounded scaled] [$($cs_name)*]
            { $($cs $cs_name $cs_file [$cs_type];)* CustomParts custom union [AnyParts<Shape3<V>, V>]; }
            $curved3
            [
                $($bb $bb_name $bb_kind [$bb<V>])*
                $($bs $bs_name $bs_kind [$bs<V>])*
                Rounded rounded solid [Rounded<Shape3<V>, V::Scalar>]
                Scaled scaled solid [Scaled<Shape3<V>, V>]
                Custom custom solid [AnyConvex<V>]
            ]
            $($b)* $($s)*);
    };
    // The shapes in brackets are no rows of the table: `composite` answers for those in the first, `arc` for those in
    // the second, `convex_body` for those in the third. The user's own are in them, but have no name in the protocol.
    (@one $Any:ident $Wide:ident $V:ident $doc:literal,
     names [$($body_name:ident)*] [$($parts_name:ident)*]
     { $($Parts:ident $parts:ident $file:ident [$PartsType:ty];)* }
     { $($Curved:ident $curved:ident $curved_kind:ident;)* }
     [$($Body:ident $body:ident $body_kind:ident [$Type:ty])*]
     $($shape:ident $name:ident, $ray:ident $point:ident $kind:ident;)*) => {
        impl $Any<$Wide> {
            /// The distance of a point from the boundary, negative inside; of shapes without an inside the
            /// distance, of a plane positive on the side to which its normal points.
            #[must_use]
            pub fn signed_distance(&self, point: $Wide) -> f64 {
                if let Some((a, point, e)) = self.at_ordinary_size(&Point(point).into()) {
                    let Self::Point(point) = point else { return f64::NAN };
                    return shifted(a.signed_distance(point.0), -e);
                }
                narrow::number(self.signed_over(precise!($V, Point(point)).0))
            }

            /// The same in twice the digits, but of composites.
            pub(crate) fn signed_over(&self, point: $V<DoubleDouble>) -> DoubleDouble {
                match self {
                    $(Self::$shape(a) => pair::$point::signed_distance(&precise!($V, a), &Point(point)),)*
                    $(Self::$Parts(a) => {
                        let point = Point(point).lift::<$Wide>(&narrow::number);
                        DoubleDouble::new(composite::signed_distance(a, &point.into(), point.0))
                    })*
                    $(Self::$Curved(_) => arc::signed_distance(self, point),)*
                    $(Self::$Body(_) => convex_body::signed_distance(self, point),)*
                }
            }

            /// The first point of `target` on `self`, which is a line, ray or segment; `None` where that is not finite.
            ///
            /// # Errors
            /// [`NoAnswer`] when `self` is another shape.
            pub fn cast(&self, target: &Self, options: &CastOptions<f64>) -> Result<Option<Hit<$Wide>>, NoAnswer> {
                Ok(self.cast_at_any_size("cast", target, options)?.into_iter().next())
            }

            /// The ends of every stretch of `self`, which is a line, ray or segment, in `target`, in order of `t`.
            ///
            /// # Errors
            /// [`NoAnswer`] when `self` is another shape.
            pub fn casts(&self, target: &Self, options: &CastOptions<f64>) -> Result<Vec<Hit<$Wide>>, NoAnswer> {
                self.cast_at_any_size("casts", target, options)
            }

            /// The hits of shapes brought to ordinary size; whether they meet is asked where they are.
            fn cast_at_any_size(
                &self,
                question: &'static str,
                target: &Self,
                options: &CastOptions<f64>,
            ) -> Result<Vec<Hit<$Wide>>, NoAnswer> {
                // The limit holds for `t` as it is returned: compared with more digits, a hit at the limit would be lost.
                let Some(limit) = options.max_t else { return self.cast_without_limit(question, target, options) };
                let endless = CastOptions { max_t: None, ..*options };
                let mut hits = self.cast_without_limit(question, target, &endless)?;
                hits.retain(|hit| hit.t <= limit);
                Ok(hits)
            }

            /// The same, whatever `max_t` is.
            fn cast_without_limit(
                &self,
                question: &'static str,
                target: &Self,
                options: &CastOptions<f64>,
            ) -> Result<Vec<Hit<$Wide>>, NoAnswer> {
                let is_finite = match self {
                    Self::Line(a) => a.origin.is_finite() && a.direction.is_finite(),
                    Self::Ray(a) => a.origin.is_finite() && a.direction.is_finite(),
                    Self::Segment(a) => a.a.is_finite() && a.b.is_finite(),
                    _ => true,
                };
                if !is_finite {
                    return Ok(Vec::new());
                }
                let meets = || self.intersects(target);
                let scaled = self
                    .at_ordinary_size(target)
                    .or_else(|| self.within_reach(target))
                    .or_else(|| self.with_ordinary_direction(target));
                if let Some((a, b, e)) = scaled {
                    let by = self.parameter_shift(e);
                    let hits = a.cast_with(question, &b, options, meets)?;
                    let hits = hits.iter().map(narrow::hit);
                    return Ok(hits.map(|h: Hit<$Wide>| h.shifted(-e, -by)).collect());
                }
                Ok(self.cast_with(question, target, options, meets)?.iter().map(narrow::hit).collect())
            }

            /// [`sweep`](Self::sweep) in twice the digits of `f64`, rounded once.
            ///
            /// When `other`, moving by `t * velocity`, first touches, with `0 <= t <= max_t`: 0 when they intersect at
            /// the start. Never late. `None` for a velocity that is not finite, or a limit that is NaN.
            ///
            /// # Errors
            /// [`NoAnswer`] where a part has none.
            pub fn sweep_precisely(
                &self,
                other: &Self,
                velocity: $Wide,
                max_t: f64,
            ) -> Result<Option<Impact<$Wide>>, NoAnswer> {
                if !velocity.is_finite() || max_t.is_nan() {
                    return Ok(None);
                }
                // What stays where it is meets at once or never.
                if velocity == $Wide::ZERO {
                    return Ok(self.met_at_once(other, max_t));
                }
                if let Some((a, b, e)) = self.at_ordinary_size(other) {
                    if let Some(here) = self.met_at_once(other, max_t) {
                        return Ok(Some(here));
                    }
                    // A speed of ordinary size as well, and the time that goes with it.
                    let own = own_shift(velocity);
                    let found = a.sweep_precisely(&b, shifted_vector(velocity, own), shifted(max_t, e - own))?;
                    let found = found.map(|i| Impact {
                        t: shifted(i.t, own - e),
                        point: shifted_vector(i.point, -e),
                        ..i
                    });
                    return Ok(self.not_at_once(other, found, max_t));
                }
                if let Some(a) = self.as_hull() {
                    return Ok(self.not_at_once(other, a.sweep_precisely(other, velocity, max_t)?, max_t));
                }
                if let Some(b) = other.as_hull() {
                    return Ok(self.not_at_once(other, self.sweep_precisely(&b, velocity, max_t)?, max_t));
                }
                let no_answer = NoAnswer { question: "sweep", shapes: [self.name(), other.name()] };
                if max_t < 0.0 {
                    return Ok(None);
                }
                if let Some(here) = self.met_at_once(other, max_t) {
                    return Ok(Some(here));
                }
                if self.as_composite().is_some() || other.as_composite().is_some() {
                    return self.sweep_of_parts(other, velocity, max_t, 0.0, Self::sweep_precisely);
                }
                // A speed of ordinary size, and the time that goes with it.
                let by = own_shift(velocity);
                let given = velocity;
                let velocity: $V<DoubleDouble> = shifted_vector(velocity, by).lift(&DoubleDouble::new);
                let limit = DoubleDouble::new(shifted(max_t, -by));
                // The same answer whichever is first, also where they only graze each other.
                let turned = other.comes_before(self);
                let (a, b, way) = if turned { (other, self, -velocity) } else { (self, other, velocity) };
                let meet = || DynamicShape::swept_meet(self, other, given, max_t);
                let found = match (a.precisely_convex(), b.precisely_convex()) {
                    (Some(a), Some(b)) => match convex::sweep::between(&*a, &*b, way, limit).ok_or(no_answer)? {
                        Swept::Touch(impact) => Some(impact),
                        Swept::Perhaps(impact) => (meet() == Some(true)).then_some(impact),
                        Swept::Never => None,
                    },
                    _ => match a.brought_near(b) {
                        Some((a, b, back)) => arc::sweep(&a, &b, way, limit)
                            .map(|i| Impact { point: i.point + back.lift(&DoubleDouble::new), ..i }),
                        None => arc::sweep(a, b, way, limit),
                    },
                };
                let found = if turned { found.map(|impact| impact.swap(way)) } else { found };
                // So near at the start that twice the digits do not tell who goes where.
                let near = found.as_ref().is_some_and(|i| narrow::number(i.t) == 0.0);
                if near && meet() == Some(false) {
                    return Ok(None);
                }
                let found = found.map(|i| Impact {
                    // They are apart, be it by less than twice the digits tell.
                    t: shifted(narrow::number(i.t), by).max(f64::LEAST),
                    normal_a_to_b: i.normal_a_to_b.map(|n| n.lift(&narrow::number)),
                    point: i.point.lift(&narrow::number),
                });
                // Later than floats can say is never, and so is where no number says.
                let somewhere = |p: $Wide| (0..$Wide::DIM).all(|axis| !p.get(axis).is_nan());
                Ok(found.filter(|i| i.t <= max_t && i.t < f64::INFINITY && somewhere(i.point)))
            }

            /// The impact at time 0 of shapes that intersect.
            fn met_at_once(&self, other: &Self, max_t: f64) -> Option<Impact<$Wide>> {
                if max_t < 0.0 || !self.intersects(other) {
                    return None;
                }
                let normal_a_to_b = self.contact_precisely(other).ok().flatten().and_then(|contact| contact.normal_a_to_b);
                Some(Impact { t: 0.0, normal_a_to_b, point: self.closest_precisely(other).on_a })
            }

            /// An impact at time 0 only where they intersect: at ordinary size, or of a part, what held them apart may have
            /// vanished.
            fn not_at_once(&self, other: &Self, found: Option<Impact<$Wide>>, max_t: f64) -> Option<Impact<$Wide>> {
                let early = found.as_ref().is_some_and(|i| i.t == 0.0) && !self.intersects(other);
                let least = if early { f64::LEAST } else { 0.0 };
                let found = found.map(|i| Impact { t: i.t.max(least), ..i });
                found.filter(|i| i.t <= max_t && i.t < f64::INFINITY)
            }

            /// The first touch of any part, of shapes that are apart, of which one is made of parts; `sweep` is the question to a
            /// part, which may leave a gap of at most `gap`.
            pub(crate) fn sweep_of_parts(
                &self,
                other: &Self,
                velocity: $Wide,
                max_t: f64,
                gap: f64,
                sweep: fn(&Self, &Self, $Wide, f64) -> Result<Option<Impact<$Wide>>, NoAnswer>,
            ) -> Result<Option<Impact<$Wide>>, NoAnswer> {
                let first = self.first_of_parts(other, velocity, max_t, gap, &sweep)?;
                Ok(self.not_at_once(other, first, max_t))
            }

            /// The first touch of any part, as `sweep` finds it, with a gap of at most `gap`.
            pub(crate) fn first_of_parts(
                &self,
                other: &Self,
                velocity: $Wide,
                max_t: f64,
                gap: f64,
                sweep: &dyn Fn(&Self, &Self, $Wide, f64) -> Result<Option<Impact<$Wide>>, NoAnswer>,
            ) -> Result<Option<Impact<$Wide>>, NoAnswer> {
                let (parts, turned) = match (self.as_composite(), other.as_composite()) {
                    (Some(parts), _) => (parts, false),
                    (_, Some(parts)) => (parts, true),
                    _ => return Err(NoAnswer { question: "sweep", shapes: [self.name(), other.name()] }),
                };
                let moving = if turned { self.outer_bounds() } else { other.outer_bounds() };
                let spare = $Wide::splat(gap);
                let moving = moving.map(|b| Aabb { min: b.min - spare, max: b.max + spare });
                // Seen from the parts.
                let way = if turned { -velocity } else { velocity };
                let mover = if turned { self } else { other };
                let away = |p: $Wide| (mover.closest_precisely(&Point(p).into()).distance - gap).max(0.0);
                let first = parts.first_touch(moving, away, way, max_t, |part, limit| {
                    let (a, b) = if turned { (self, &part) } else { (&part, other) };
                    sweep(a, b, velocity, limit)
                })?;
                Ok(first.map(|(_, impact)| impact))
            }

            /// [`manifold`](Self::manifold) in twice the digits of `f64`, rounded once: the points at which they hold each other; `None`
            /// when they share no point.
            ///
            /// # Errors
            /// [`NoAnswer`] where [`contact`](Self::contact) has none.
            pub fn manifold_precisely(&self, other: &Self) -> Result<Option<Manifold<$Wide>>, NoAnswer> {
                self.manifold_by(other, None)
            }

            /// [`contact_precisely`](Self::contact_precisely) and [`manifold_precisely`](Self::manifold_precisely), in the time of one.
            ///
            /// # Errors
            /// [`NoAnswer`] where `contact` has none.
            #[allow(clippy::type_complexity, reason = "both, if they meet, if there is an answer")]
            pub fn contact_and_manifold_precisely(&self, other: &Self) -> Result<Option<(Penetration<$Wide>, Manifold<$Wide>)>, NoAnswer> {
                let Some(contact) = self.contact_precisely(other)? else { return Ok(None) };
                let manifold = self.manifold_by(other, Some(contact))?;
                Ok(Some((contact, manifold.unwrap_or_else(|| Self::held_at_once(&contact)))))
            }

            /// The manifold, by a contact that is known.
            pub(crate) fn manifold_by(&self, other: &Self, known: Option<Penetration<$Wide>>) -> Result<Option<Manifold<$Wide>>, NoAnswer> {
                let no_answer = NoAnswer { question: "manifold", shapes: [self.name(), other.name()] };
                if !self.intersects(other) {
                    return Ok(None);
                }
                if let Some((a, b, e)) = self.wholly_at_ordinary_size(other) {
                    let found = a.manifold_precisely(&b)?.map(|found| found.shifted(-e));
                    if found.as_ref().is_some_and(|found| found.points.iter().all(|p| p.on_a.is_finite() && p.on_b.is_finite())) {
                        return Ok(found);
                    }
                    // What held them together may have vanished.
                    let contact = self.contact_precisely(other).map_err(|_| no_answer)?;
                    return Ok(contact.as_ref().map(Self::held_at_once));
                }
                if let Some(a) = self.as_hull() {
                    return a.manifold_by(other, known);
                }
                if let Some(b) = other.as_hull() {
                    return self.manifold_by(&b, known);
                }
                let asked = || self.contact_precisely(other).map_err(|_| no_answer);
                let Some(contact) = known.map_or_else(asked, |known| Ok(Some(known)))? else { return Ok(None) };
                let (Some(a), Some(b)) = (self.precisely_convex(), other.precisely_convex()) else {
                    return Ok(Some(self.held(other, &contact)));
                };
                let contact = contact.lift(&DoubleDouble::new);
                let found = convex::manifold::between(&*a, &*b, &contact).ok_or(no_answer)?;
                Ok(Some(found.lift(&narrow::number)))
            }

            /// The manifold of a contact's own points.
            pub(crate) fn held_at_once(contact: &Penetration<$Wide>) -> Manifold<$Wide> {
                let Penetration { normal_a_to_b, depth, on_a, on_b } = *contact;
                let one = ManifoldPoint { on_a, on_b, depth, feature_a: 0, feature_b: 0 };
                Manifold { normal_a_to_b, points: alloc::vec![one] }
            }

            /// Both are polytopes, or points within a radius of one (spheres, capsules, rounded polytopes), or flat and
            /// straight, or polylines or voxels: then [`intersects`](Self::intersects) is exactly right for the numbers
            /// given.
            #[must_use]
            pub fn are_polytopes(&self, other: &Self) -> bool {
                // Their parts are all alike.
                let part = |shape: &Self| match shape {
                    Self::Polyline(_) | Self::Voxels(_) => shape.as_composite().map(|parts| parts.part(0)),
                    _ => None,
                };
                let (a, b) = (part(self), part(other));
                DynamicShape::polytopes_meet(a.as_ref().unwrap_or(self), b.as_ref().unwrap_or(other)).is_some()
            }

            /// As iterative algorithms see it, over twice the digits; `None` for composites.
            fn precisely_convex(&self) -> Option<Box<dyn AsConvex<Vector = $V<DoubleDouble>>>> {
                match self {
                    $(Self::$shape(a) => Some(Box::new(precise!($V, a))),)*
                    $(Self::$Parts(_) => None,)*
                    $(Self::$Curved(_) => None,)*
                    $(Self::$Body(_) => convex_body::as_convex(self),)*
                }
            }

            /// Asks a driver of [`cast`](crate::pair::cast) over the stretches of the endless line that lie in `target`.
            fn cast_with(
                &self,
                question: &'static str,
                target: &Self,
                options: &CastOptions<f64>,
                meets: impl FnOnce() -> bool,
            ) -> Result<Vec<Hit<$V<DoubleDouble>>>, NoAnswer> {
                let range = match self {
                    Self::Line(a) => cast::Range::of(&precise!($V, a), None),
                    Self::Ray(a) => cast::Range::of(&precise!($V, a), None),
                    Self::Segment(a) => cast::Range::of(&precise!($V, a), None),
                    _ => return Err(NoAnswer { question, shapes: [self.name(), target.name()] }),
                };
                let options = CastOptions { max_t: None, cull: options.cull, hollow: options.hollow };
                if !meets() {
                    return Ok(Vec::new());
                }
                let [thin, thick] = composite::union::spans_by_kind(target, &range.line);
                let first = question == "cast";
                let hits_of = |spans: &[_], solid| {
                    if first {
                        cast::first(range, spans, solid, &options).into_iter().collect()
                    } else {
                        cast::hits(range, spans, solid, &options)
                    }
                };
                let mut hits = hits_of(&thin, false);
                hits.extend(hits_of(&thick, true));
                sort_by_number(&mut hits, |hit| hit.t);
                let all = !options.cull && !options.hollow;
                if (thin.is_empty() && thick.is_empty()) || (first && all && hits.is_empty()) {
                    // They touch by less than the noise of the span: at the nearest point.
                    let touch = precise!($V, Point(self.closest_precisely(target).on_a));
                    let t = rescale::foot_at_any_size(touch.0, &range.line);
                    hits.extend(range.touch(t, target.is_solid()));
                }
                target.add_details(&range.line, &mut hits);
                Ok(hits)
            }

            /// Where on the shape its hits are: `uv` and `triangle`.
            fn add_details(&self, line: &Line<$V<DoubleDouble>>, hits: &mut [Hit<$V<DoubleDouble>>]) {
                match self {
                    Self::Triangle(a) => cast::add_uv(hits, &precise!($V, a)),
                    Self::Parallelogram(a) => cast::add_uv_of_parallelogram(hits, &precise!($V, a)),
                    $(Self::$Parts(a) => composite::$file::add_details(a, line, hits),)*
                    _ => {}
                }
            }

            /// The stretches of the line through `origin` along `direction` that lie in the shape, in order.
            pub(crate) fn spans(&self, line: &Line<$V<DoubleDouble>>) -> Vec<Span<$V<DoubleDouble>>> {
                match self {
                    $(Self::$shape(a) => pair::$ray::span(&precise!($V, a), line).into_iter().collect(),)*
                    $(Self::$Parts(a) => composite::$file::spans(a, line),)*
                    $(Self::$Curved(_) => arc::spans(self, line),)*
                    $(Self::$Body(_) => convex_body::spans(self, line),)*
                }
            }

            /// Whether it has an inside.
            #[must_use]
            pub fn is_solid(&self) -> bool {
                // Stretched, what was a surface still is.
                if let Self::Scaled(a) = self {
                    return a.core.is_solid();
                }
                match self {
                    $(Self::$shape(_) => shapes!(@solid $Wide $kind),)*
                    $(Self::$Parts(a) => composite::Composite::is_solid(a),)*
                    $(Self::$Curved(_) => shapes!(@solid $Wide $curved_kind),)*
                    $(Self::$Body(_) => shapes!(@solid $Wide $body_kind),)*
                }
            }
        }
    };
    (@solid $v:ident solid) => { true };
    (@solid $v:ident surface) => { false };
    (@solid $v:ident mixed) => { $v::DIM == 2 };
}
with_shapes!(shapes);

/// The exhaustive matches over every row.
macro_rules! dispatch_rows {
    (both_same { $($b1:tt)* } both_pair { $($b2:tt)* } d2_same { $($p1:tt)* } d2_pair { $($p2:tt)* }
     d3_same { $($s1:tt)* } d3_pair { $($s2:tt)* }) => {
        with_bodies! { dispatch_rows
            [$($b1)* $($p1)*] [$($b2)* $($p2)*]
            [$($b1)* $($s1)*] [$($b2)* $($s2)*]
        }
    };
    ([$($same2:tt)*] [$($pair2:tt)*] [$($same3:tt)*] [$($pair3:tt)*]
     bodies_both { $($bb:ident $bb_name:ident $bb_kind:ident;)* }
     bodies_d2 { $($bp:ident $bp_name:ident $bp_kind:ident;)* }
     bodies_d3 { $($bs:ident $bs_name:ident $bs_kind:ident;)* }
     composites_d2 { $($cp:ident $cp_name:ident $cp_file:ident $cp_type:tt;)* }
     composites_d3 { $($cs:ident $cs_name:ident $cs_file:ident $cs_type:tt;)* }
     curved_d2 { $($up:ident $up_name:ident $up_kind:ident;)* }
     curved_d3 { $($us:ident $us_name:ident $us_kind:ident;)* }) => {
        dispatch_rows!(@one Shape2 DVec2 V2 [$($cp)* CustomParts] [$($up)*] [Rounded Scaled Custom $($bb)* $($bp)*] [$($same2)*] [$($pair2)*]);
        dispatch_rows!(@one Shape3 DVec3 V3 [$($cs)* CustomParts] [$($us)*] [Rounded Scaled Custom $($bb)* $($bs)*] [$($same3)*] [$($pair3)*]);
    };
    (@one $Any:ident $Wide:ident $V:ident [$($Parts:ident)*] [$($Curved:ident)*] [$($Body:ident)*]
     [$($m1:ident: $a1:ident $b1:ident, $i1:ident $d1:ident $c1:ident;)*]
     [$($m2:ident: $a2:ident $b2:ident, $i2:ident $d2:ident $c2:ident;)*]) => {
        impl $Any<$Wide> {
            /// They share at least one point; touching counts. Exactly right for the numbers given, wherever the
            /// table says `exact`.
            #[must_use]
            pub fn intersects(&self, other: &Self) -> bool {
                match (self, other) {
                    $(($Any::$a1(a), $Any::$b1(b)) => dispatch_rows!(@intersects $i1 $V $m1 a b self other),)*
                    $(($Any::$a2(a), $Any::$b2(b)) => dispatch_rows!(@intersects $i2 $V $m2 a b self other),
                      ($Any::$b2(_), $Any::$a2(_)) => other.intersects(self),)*
                    $((Self::$Parts(a), b) | (b, Self::$Parts(a)) => composite::intersects(a, b),)*
                    $((Self::$Curved(_), _) | (_, Self::$Curved(_)))|* => match self.at_ordinary_size(other) {
                        Some((a, b, _)) => arc::intersects(&a, &b),
                        None => arc::intersects(self, other),
                    },
                    $((Self::$Body(_), _) | (_, Self::$Body(_)))|* => match self.at_ordinary_size(other) {
                        Some((a, b, _)) => convex_body::intersects_at_any_size([self, other], [&a, &b]),
                        None => convex_body::intersects(self, other),
                    },
                }
            }

            /// [`closest`](Self::closest) in twice the digits of `f64`, rounded once: the shortest way between them; 0, at one shared
            /// point, exactly when they intersect.
            #[must_use]
            pub fn closest_precisely(&self, other: &Self) -> Closest<$Wide> {
                match (self, other) {
                    $((Self::$Parts(a), b) => return composite::closest(a, b),
                      (a, Self::$Parts(b)) => return composite::closest(b, a).swap(),)*
                    _ => {}
                }
                let size = self.size_with(other);
                let found = match self.brought_from(size, other) {
                    Some((a, b, e)) => a.closest_precisely(&b).shifted(-e),
                    None => narrow::closest(&self.closest_over(other)),
                };
                self.told(other, found, size)
            }

            /// The shortest way as it is told: what twice the digits have lost of it comes from exact numbers, and what lies
            /// beyond the largest number is told as that.
            fn told(&self, other: &Self, found: Closest<$Wide>, size: Option<i32>) -> Closest<$Wide> {
                let meet = self.intersects(other);
                let short = || !meet && shifted(found.distance, 70 - size.unwrap_or(0)) < 1.0;
                let lost = short() || DynamicShape::is_spread(self, other);
                let found = if lost { DynamicShape::way(self, other).unwrap_or(found) } else { found };
                // What is apart is so by the least number, if by no more.
                let apart = found.distance.max(f64::LEAST);
                let within = |p: $Wide| p.clamp($Wide::splat(-f64::MAX), $Wide::splat(f64::MAX));
                let (on_a, on_b) = (within(found.on_a), within(found.on_b));
                Closest { distance: apart, on_a, on_b }.agreeing(meet)
            }

            /// The same in twice the digits, but of composites.
            pub(crate) fn closest_over(&self, other: &Self) -> Closest<$V<DoubleDouble>> {
                match (self, other) {
                    $(($Any::$a1(a), $Any::$b1(b)) => dispatch_rows!(@distance $d1 $V $m1 a b),)*
                    $(($Any::$a2(a), $Any::$b2(b)) => dispatch_rows!(@distance $d2 $V $m2 a b),
                      ($Any::$b2(_), $Any::$a2(_)) => other.closest_over(self).swap(),)*
                    $((Self::$Parts(a), b) => composite::closest(a, b).lift(&DoubleDouble::new),
                      (a, Self::$Parts(b)) => composite::closest(b, a).swap().lift(&DoubleDouble::new),)*
                    $((Self::$Curved(_), _) | (_, Self::$Curved(_)))|* => arc::closest(self, other),
                    $((Self::$Body(_), _) | (_, Self::$Body(_)))|* => convex_body::closest(self, other),
                }
            }

            /// [`contact`](Self::contact) in twice the digits of `f64`, rounded once.
            ///
            /// The least translation that takes them apart; `None` when they share no point. Of shapes that are not
            /// convex the least of several that are tried: applied, it leaves them touching, but there may be a shorter one.
            /// None is shorter where one is a point in a solid that is no compound; in the plane where both are made of up
            /// to 4,096 convex parts with straight sides, rounded or not (a polygon is cut at the heights of its corners), in up to
            /// a million pairs, whose differences have up to 8,000 sides as near as the answer; and in space where
            /// both are unions (compounds, voxels, meshes that are not solid) of convex parts with flat sides, up to 65,536
            /// differences of corners are as near, and 10,000 choices of a side are enough. None is shorter by more than about a
            /// thousandth, but through gaps narrower than a few ten-thousandths of it, of other unions of convex parts, and in the
            /// plane of polygons beside such, in up to 64 pairs of parts, where 2,000 choices are enough.
            ///
            /// # Errors
            /// [`NoAnswer`] for pairs whose table cell says `no`.
            pub fn contact_precisely(&self, other: &Self) -> Result<Option<Penetration<$Wide>>, NoAnswer> {
                if let Some((a, b, e)) = self.wholly_at_ordinary_size(other) {
                    // What held them apart, or together, may have vanished.
                    let meets = self.intersects(other);
                    let endless = Penetration { normal_a_to_b: None, depth: f64::INFINITY, on_a: $Wide::ZERO, on_b: $Wide::ZERO };
                    let at = || self.closest_precisely(other).on_a;
                    // Deeper than floats tell is endless.
                    let told = |c: Penetration<$Wide>| if c.depth < f64::INFINITY { c } else { endless.meeting_at(at) };
                    let found = a.contact_precisely(&b)?.map(|c| told(c.shifted(-e))).filter(|_| meets);
                    let touch = || {
                        let (way, at) = (a.closest_precisely(&b), self.closest_precisely(other).on_a);
                        let normal = (way.on_b - way.on_a).normalized_or_zero();
                        Penetration { normal_a_to_b: Some(normal), depth: 0.0, on_a: at, on_b: at }
                    };
                    return Ok(found.or_else(|| meets.then(touch)));
                }
                let meets = self.intersects(other);
                if meets {
                    if let Some(a) = self.as_hull() {
                        return a.contact_precisely(other);
                    }
                    if let Some(b) = other.as_hull() {
                        return self.contact_precisely(&b);
                    }
                }
                let is_curved_or_of_parts = matches!(
                    (self, other),
                    $((Self::$Parts(_), _) | (_, Self::$Parts(_)))|* | $((Self::$Curved(_), _) | (_, Self::$Curved(_)))|*
                );
                if is_curved_or_of_parts {
                    return Ok(meets.then(|| self.separated(other)));
                }
                let contact = self.contact_over(other, meets);
                let contact = contact.ok_or(NoAnswer { question: "contact", shapes: [self.name(), other.name()] })?;
                let settle = |c| narrow::contact(&convex_body::settled(self, other, c));
                let contact = contact.filter(|_| meets).map(settle);
                Ok(contact.map(|c| c.meeting_at(|| self.closest_precisely(other).on_a)))
            }

            /// The same in twice the digits, of two that are known to meet or not; `None` where the table has no answer, and of
            /// what is not one body.
            fn contact_over(&self, other: &Self, meets: bool) -> Option<Option<Penetration<$V<DoubleDouble>>>> {
                let swapped = || other.contact_over(self, meets).map(|c| c.map(Penetration::swap));
                match (self, other) {
                    // Of two of a kind that several ways out part as well, the same one, whichever is first.
                    $(($Any::$a1(_), $Any::$b1(_)) if other.comes_before(self) => swapped(),)*
                    $(($Any::$a1(a), $Any::$b1(b)) => dispatch_rows!(@contact $c1 $V $m1 a b self other meets),)*
                    $(($Any::$a2(a), $Any::$b2(b)) => dispatch_rows!(@contact $c2 $V $m2 a b self other meets),
                      ($Any::$b2(_), $Any::$a2(_)) => swapped(),)*
                    $((Self::$Parts(_), _) | (_, Self::$Parts(_)))|* | $((Self::$Curved(_), _) | (_, Self::$Curved(_)))|* => None,
                    $((Self::$Body(_), _) | (_, Self::$Body(_)))|* => {
                        if meets { convex_body::contact(self, other) } else { Some(None) }
                    }
                }
            }

            /// What floats did not see: at an ordinary size, by slices, or over twice the digits.
            fn meets_by_gjk(&self, other: &Self, precisely: &dyn Fn() -> bool) -> bool {
                let sliced = || DynamicShape::sliced_meet(self, other);
                match self.at_ordinary_size(other) {
                    Some((a, b, _)) => convex_body::seen(&a, &b).or_else(sliced).unwrap_or_else(|| a.intersects(&b)),
                    None => sliced().unwrap_or_else(precisely),
                }
            }

            /// Of two that meet: by floats, over twice the digits, or, where that search did not end, the least of both.
            fn contact_by_epa(
                &self,
                other: &Self,
                precisely: &dyn Fn() -> Option<convex::epa::Outcome<$V<DoubleDouble>>>,
            ) -> Option<Penetration<$V<DoubleDouble>>> {
                convex_body::contact_by_floats(self, other).or_else(|| {
                    let found = precisely()?;
                    let again = if found.status == convex::epa::Status::Converged {
                        None
                    } else {
                        convex_body::contact(self, other).flatten()
                    };
                    Some(again.filter(|other| other.depth < found.contact.depth).unwrap_or(found.contact))
                })
            }
        }
    };

    (@intersects exact $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        certified!($V, pair::$m::intersects, $a, $b, typed_exact::IntersectsExactly::intersects_certainly($a, $b))
    };
    (@intersects closed $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        pair::$m::intersects(&precise!($V, $a), &precise!($V, $b))
    };
    (@intersects own $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        match $one.at_ordinary_size($other) {
            Some((a, b, _)) => a.intersects(&b),
            None => pair::$m::intersects(&precise!($V, $a), &precise!($V, $b)),
        }
    };
    (@intersects gjk $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        convex::gjk::seen($a, $b).unwrap_or_else(|| {
            $one.meets_by_gjk($other, &|| convex::gjk::intersects(&precise!($V, $a), &precise!($V, $b)))
        })
    };
    (@intersects clipped $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident) => {
        pair::$m::decide(&precise!($V, $a), &precise!($V, $b)).unwrap_or(false)
    };
    (@distance closed $V:ident $m:ident $a:ident $b:ident) => {
        outlined(|| pair::$m::distance(&precise!($V, $a), &precise!($V, $b)))
    };
    (@distance agreed $V:ident $m:ident $a:ident $b:ident) => { dispatch_rows!(@distance closed $V $m $a $b) };
    (@distance gjk $V:ident $m:ident $a:ident $b:ident) => {
        convex::nearest::after_glance(
            convex::gjk::glance($a, $b, true),
            &precise!($V, $a),
            &precise!($V, $b),
        )
    };
    (@distance clipped $V:ident $m:ident $a:ident $b:ident) => {
        pair::$m::outcome(&precise!($V, $a), &precise!($V, $b)).closest
    };
    (@contact no $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => { { let _ = ($a, $b); None } };
    (@contact own $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => {
        Some(if $meets {
            // Where they only touch, the kernel's own yes or no may be what rounding left.
            let touch = || convex_body::contact($one, $other).flatten();
            pair::$m::contact(&precise!($V, $a), &precise!($V, $b)).or_else(touch)
        } else {
            None
        })
    };
    (@contact epa $V:ident $m:ident $a:ident $b:ident $one:ident $other:ident $meets:ident) => {
        Some(if $meets {
            $one.contact_by_epa($other, &|| convex::contact::between(&precise!($V, $a), &precise!($V, $b)))
        } else {
            None
        })
    };
}
with_rows!(dispatch_rows);
