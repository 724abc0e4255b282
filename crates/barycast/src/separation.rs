//! How to take two shapes apart of which one is not convex.
//!
//! There is no short way to the least translation of all. So some directions are tried: those along which the parts that
//! meet come apart, the axes, the way from one middle to the other. Along each, the second shape comes back from far away
//! until it touches: there it is free, and was all the way. The shortest of these ways is the answer: applied, it leaves the
//! two touching; a shorter one along another direction may exist.

use crate::any::{Shape2, Shape3};
use crate::composite::AnyShape as _;
use crate::convex::manifold;
use crate::curved::Curved as _;
use crate::question::{Manifold, ManifoldPoint, Penetration};
use crate::scale::shifted;
use crate::shape::*;
use alloc::vec::Vec;
use glam::{DVec2, DVec3};

/// Parts whose directions are tried: the deepest.
const DIRECTIONS: usize = 12;
/// Two shapes this part of their sizes apart touch.
const TOUCHING: f64 = 1e-15;
/// By how much a shape that touches is moved in again to see at which points.
const DENT: f64 = 1e-7;

macro_rules! separation {
    ($Any:ident $Wide:ident [$($axis:expr),*]) => {
        impl $Any<$Wide> {
            /// The shortest of several translations that take two apart that meet; the depth is infinite when there is none.
            pub(crate) fn separated(&self, other: &Self) -> Penetration<$Wide> {
                // The same answer, to the last place, whichever is first.
                let key = |shape: &Self| (shape.name(), shape.outer_bounds().map(|b| b.min.to_array()));
                if key(other) < key(self) {
                    return other.separated(self).swap();
                }
                let mut best: Option<Penetration<$Wide>> = None;
                for normal in self.ways_out(other) {
                    if let Some(found) = self.freed_along(other, normal) {
                        if best.is_none_or(|best| found.depth < best.depth) {
                            best = Some(found);
                        }
                    }
                }
                best.unwrap_or_else(|| {
                    let point = self.closest(other).on_a;
                    Penetration { normal_a_to_b: None, depth: f64::INFINITY, on_a: point, on_b: point }
                })
            }

            /// Directions along which the other may come free, of length 1.
            fn ways_out(&self, other: &Self) -> Vec<$Wide> {
                let mut contacts = Vec::new();
                self.meeting_parts(other, &mut |a, b| contacts.extend(a.local_contact(b)));
                contacts.sort_by(|x, y| y.1.total_cmp(&x.1));
                let mut ways: Vec<$Wide> = Vec::new();
                let mut add = |way: $Wide, both: bool| {
                    for way in [Some(way), both.then_some(-way)].into_iter().flatten() {
                        let length = way.length();
                        if length > 0.0 && ways.iter().all(|known| known.dot(way) < (1.0 - 1e-12) * length) {
                            ways.push(way / length);
                        }
                    }
                };
                contacts.into_iter().take(DIRECTIONS).for_each(|(way, _)| add(way, false));
                for shape in [self, other] {
                    if let Self::Plane(Plane { normal, .. }) | Self::HalfSpace(HalfSpace { normal, .. }) = shape {
                        add(*normal, true);
                    }
                }
                if let (Some(a), Some(b)) = (self.outer_bounds(), other.outer_bounds()) {
                    add((b.min + b.max) - (a.min + a.max), true);
                }
                $(add($axis, true);)*
                ways
            }

            /// Calls back with each two convex or curved parts that meet.
            fn meeting_parts(&self, other: &Self, then: &mut dyn FnMut(&Self, &Self)) {
                if let Some(parts) = self.as_composite() {
                    for i in parts.near(other) {
                        parts.part(i).meeting_parts(other, then);
                    }
                } else if other.as_composite().is_some() {
                    other.meeting_parts(self, &mut |b, a| then(a, b));
                } else if self.intersects(other) {
                    then(self, other);
                }
            }

            /// The direction in which two convex or curved shapes come apart, as far as it is known here, and how deep they
            /// are in each other.
            fn local_contact(&self, other: &Self) -> Option<($Wide, f64)> {
                if self.tube().is_none() && other.tube().is_none() {
                    let contact = self.contact(other).ok()??;
                    return Some((contact.normal_a_to_b?, contact.depth));
                }
                crate::curved::lean(self, other)
            }

            /// The other moved along a unit vector until it is free, if it ever is.
            fn freed_along(&self, other: &Self, normal: $Wide) -> Option<Penetration<$Wide>> {
                let reach = |shape: &Self| {
                    shape.outer_bounds().map(|b| {
                        let (middle, half) = ((b.min + b.max) * 0.5, (b.max - b.min) * 0.5);
                        (middle.dot(normal), half.dot(normal.abs()), half.length() + middle.length())
                    })
                };
                // A power of two, so that no digit is lost on the way.
                let far = match (reach(self), reach(other)) {
                    (Some((a, half_a, size_a)), Some((b, half_b, size_b))) => {
                        (a + half_a) - (b - half_b) + (size_a + size_b) * 1e-3
                    }
                    (Some((_, _, size)), None) | (None, Some((_, _, size))) => 8.0 * size,
                    (None, None) => 1.0,
                };
                let far = shifted(1.0, libm::ilogb(far.max(f64::MIN_POSITIVE)) + 1);
                let away = other.posed(&[$($axis),*], normal * far).ok()?;
                if self.intersects(&away) {
                    return None;
                }
                let impact = self.sweep(&away, -normal, far).ok()??;
                let depth = far - impact.t;
                let depth = if depth <= far * TOUCHING { 0.0 } else { depth };
                let on_b = impact.point - normal * depth;
                Some(Penetration { normal_a_to_b: Some(normal), depth, on_a: impact.point, on_b })
            }

            /// The points at which the parts hold each other once the two are taken apart by a contact.
            pub(crate) fn held(&self, other: &Self, contact: &Penetration<$Wide>) -> Manifold<$Wide> {
                let Penetration { normal_a_to_b, depth, on_a, on_b } = *contact;
                let one = ManifoldPoint { on_a, on_b, depth, feature_a: 0, feature_b: 0 };
                let alone = Manifold { normal_a_to_b, points: alloc::vec![one] };
                let Some(normal) = normal_a_to_b else { return alone };
                let dent = (on_a.length() + depth) * DENT;
                let Ok(moved) = other.posed(&[$($axis),*], normal * (depth - dent)) else { return alone };
                let mut points = Vec::new();
                let mut part = 0;
                self.meeting_parts(&moved, &mut |a, b| {
                    // Around an arc they hold at the contact's own point.
                    let curved = a.tube().is_some() || b.tube().is_some();
                    let Some(found) = (!curved).then(|| a.manifold(b).ok()).flatten().flatten() else { return };
                    part += 1;
                    if found.normal_a_to_b.is_none_or(|n| n.dot(normal) < 1.0 - 1e-3) {
                        return;
                    }
                    points.extend(found.points.into_iter().map(|p| {
                        let depth = p.depth + depth - dent;
                        let on_b = p.on_a - normal * depth;
                        let feature = |id: u32| id.wrapping_add(64_u32.wrapping_mul(part - 1));
                        ManifoldPoint {
                            on_b,
                            depth,
                            feature_a: feature(p.feature_a),
                            feature_b: feature(p.feature_b),
                            ..p
                        }
                    }));
                });
                let points = manifold::reduce(points);
                if points.is_empty() { alone } else { Manifold { normal_a_to_b, points } }
            }
        }
    };
}

separation!(Shape2 DVec2 [DVec2::X, DVec2::Y]);
separation!(Shape3 DVec3 [DVec3::X, DVec3::Y, DVec3::Z]);
