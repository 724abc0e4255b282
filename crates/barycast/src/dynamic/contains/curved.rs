//! Containment with shapes around an arc, on either side.
//!
//! A convex set contains a torus if it contains the torus' hull, a rounded disc, and an annulus if
//! it contains the outer disc. An annulus contains what its outer disc contains and what stays out
//! of its inner circle. A torus contains a ball by the ball's depth, a segment if the whole segment
//! is one span inside, and a thinner torus around the same circle. It contains other shapes if its
//! hull does and they stay out of its hole, as far as slices of the hole decide that.

use super::Containment as _;
use super::cylinder::parallel;
use super::{witness, yes_or_no};
use crate::dynamic::any::{Shape2, Shape3};
use crate::dynamic::convex_body;
use crate::dynamic::shape::DynamicShape;
use crate::exact::certify::precise;
use crate::number::Order as _;
use crate::number::each::MapEach;
use crate::number::{DoubleDouble, Float, Real};
use crate::shape::scanline::decided;
use crate::shape::*;
use crate::vector::{V2, V3, Vector};
use alloc::vec;
use alloc::vec::Vec;
use core::f64::consts::TAU;
use glam::{DVec2, DVec3};

impl Shape2 {
    /// Returns a sector of a full turn as the disc, a single part instead of two.
    pub(super) fn as_disc(&self) -> Option<Self> {
        match self {
            Self::Sector(a) if a.angle_range().is_none() => {
                Some(Sphere { center: a.center, radius: a.radius }.into())
            }
            _ => None,
        }
    }

    /// Tests containment if either shape is around an arc; `None` for others.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    pub(super) fn curved_holds(&self, other: &Self) -> Option<Option<bool>> {
        match (self, other) {
            (Self::Annulus(a), _) => {
                let disc = |radius| Self::Sphere(Sphere::new(a.center, radius));
                let within = disc(a.outer_radius).contains(other).ok();
                let clear =
                    || Self::Point(Point(a.center)).closest_precisely(other).distance >= a.inner_radius;
                Some(within.map(|within| within && (a.inner_radius == 0.0 || clear())))
            }
            (Self::Arc(a), Self::Arc(b)) if b.radius > 0.0 && (b.sweep != 0.0 || of_one_circle(a, b)) => {
                Some(Some(holds_arc(a, b)))
            }
            (Self::Arc(a), Self::Annulus(b)) if b.outer_radius > 0.0 => {
                let whole = Arc { center: b.center, radius: b.outer_radius, start: 0.0, sweep: TAU };
                Some(Some(b.inner_radius == b.outer_radius && holds_arc(a, &whole)))
            }
            (Self::Arc(_), _) if other.outer_bounds().is_none() => Some(Some(false)),
            (Self::Arc(_), _) => {
                let b = other.outer_bounds();
                let point = b.filter(|b| b.min == b.max).map(|b| Self::Point(Point(b.min)));
                let thin = matches!(other, Self::Point(_)) || other.anchor().is_some();
                Some(thin.then(|| match other {
                    Self::Point(_) => self.intersects(other),
                    _ => point.is_some_and(|p| self.intersects(&p)),
                }))
            }
            (_, Self::Annulus(b)) if self.as_composite().is_none() => {
                Some(self.contains(&Self::Sphere(Sphere::new(b.center, b.outer_radius))).ok())
            }
            (_, Self::Annulus(b)) if b.inner_radius < b.outer_radius => Some(self.whole_holds(other)),
            (_, Self::Annulus(b)) => {
                let circle = Arc::try_new(b.center, b.outer_radius, 0.0, TAU).ok();
                circle.map(|circle| Some(self.holds_along(&circle)))
            }
            (_, Self::Arc(b)) if self.as_composite().is_none() => {
                let wedges = b.sector().wedges();
                let all = |w: &Wedge<DVec2>| convex_body::holds_arc(self, &precise!(V2, w));
                Some(Some(wedges.iter().all(all)))
            }
            (_, Self::Arc(b)) => Some(Some(self.holds_along(b))),
            _ => None,
        }
    }

    /// Tests whether a composite contains an arc: the middle between any two neighbouring points
    /// where the arc meets parts is inside, up to the rounding of such points.
    fn holds_along(&self, arc: &Arc<DVec2>) -> bool {
        let whole = Self::Arc(*arc);
        let Some(parts) = self.as_composite() else { return false };
        let casts = |i: usize| parts.part(i).cast_all(&whole).unwrap_or_default();
        let met: Vec<DVec2> = parts.near(&whole).flat_map(casts).filter_map(|hit| hit.point).collect();
        arc.sector().wedges().iter().all(|&Wedge { from, to, .. }| {
            let on = |d: &DVec2| from.perp_dot(*d) >= 0.0 && d.perp_dot(to) >= 0.0;
            let mut stops: Vec<DVec2> =
                met.iter().map(|p| (*p - arc.center).normalize_or_zero()).filter(on).collect();
            stops.extend([from, to]);
            stops.order_by(|a, b| f64::total_cmp(&from.dot(*b), &from.dot(*a)));
            stops.windows(2).all(|pair| {
                let (first, last) = (pair[0], pair[1]);
                // Perpendicular to the chord if the sum of both vectors is short.
                let middle = if first.dot(last) < 0.0 { (first - last).perp() } else { first + last };
                let p = arc.center + middle.normalize_or_zero() * arc.radius;
                let slack = (p.length() + arc.radius) * f64::EPSILON * 16.0;
                self.closest_precisely(&Self::Point(Point(p))).distance <= slack
            })
        })
    }
}

fn of_one_circle(a: &Arc<DVec2>, b: &Arc<DVec2>) -> bool {
    a.center == b.center && a.radius == b.radius
}

/// Tests whether an arc contains another, both longer than a point: they lie on one circle, and the
/// second is within the first one's angles.
fn holds_arc(a: &Arc<DVec2>, b: &Arc<DVec2>) -> bool {
    let low = |arc: &Arc<DVec2>| arc.start + arc.sweep.min(0.0);
    let (long, short) = (a.sweep.abs(), b.sweep.abs());
    let turned = (low(b) - low(a)) % TAU;
    // The end of an arc is known up to rounding.
    let slack = f64::EPSILON * 4.0 * (a.start.abs() + b.start.abs() + long + short);
    let within = |ahead: f64| ahead >= -slack && ahead + short <= long + slack;
    of_one_circle(a, b) && (long >= TAU || [turned - TAU, turned, turned + TAU].into_iter().any(within))
}

impl Shape3 {
    /// There are no sectors in 3D.
    #[allow(clippy::unused_self, reason = "the same call as in two dimensions")]
    pub(super) const fn as_disc(&self) -> Option<Self> {
        None
    }

    /// Tests containment if either shape is a torus; `None` for others.
    #[allow(clippy::option_option, reason = "not answered here, and without an answer")]
    pub(super) fn curved_holds(&self, other: &Self) -> Option<Option<bool>> {
        match (self, other) {
            (Self::Torus(a), _) => Some(torus_holds(self, a, other)),
            (_, Self::Torus(b)) if self.as_composite().is_none() => {
                let disc = Self::Disc(Disc::new(b.center, b.axis, b.major_radius));
                let hull = disc.try_rounded(b.minor_radius).ok();
                Some(hull.and_then(|hull| self.contains(&hull).ok()))
            }
            _ => None,
        }
    }
}

/// Tests whether two tori are around the same circle, exactly.
fn same_circle(a: &Torus<DVec3>, b: &Torus<DVec3>) -> bool {
    let along = || {
        decided!(number => {
            let [m, n] = [a.axis, b.axis].each(|axis| axis.lift::<V3<_>>(&number));
            yes_or_no(parallel(m, n))
        })
    };
    a.center == b.center && a.major_radius == b.major_radius && (a.major_radius == 0.0 || along())
}

fn torus_holds(torus: &Shape3, a: &Torus<DVec3>, b: &Shape3) -> Option<bool> {
    let tube = torus.tube()?;
    let deep = |p: DVec3, radius: f64| {
        let off = crate::dynamic::arc::signed_distance(torus, p.lift(&DoubleDouble::new));
        let size = tube.center.length() + tube.circle + tube.radius;
        off + DoubleDouble::new(radius) <= size * DoubleDouble::new(1e-28)
    };
    match b {
        Shape3::Torus(b) if same_circle(a, b) => Some(b.minor_radius <= a.minor_radius),
        Shape3::Point(p) => Some(deep(p.0, 0.0)),
        Shape3::Sphere(s) => Some(deep(s.center, s.radius)),
        Shape3::Segment(s) if s.a == s.b => Some(deep(s.a, 0.0)),
        Shape3::Segment(s) => {
            let line = precise!(V3, Line { origin: s.a, direction: s.b - s.a });
            let (zero, one) = (DoubleDouble::ZERO, DoubleDouble::ONE);
            let near = DoubleDouble::new(1e-26);
            let whole =
                torus.spans(&line).iter().any(|span| span.enter <= zero + near && one - near <= span.exit);
            Some(whole && deep(s.a, 0.0) && deep(s.b, 0.0))
        }
        Shape3::Capsule(c) => {
            if c.radius > a.minor_radius {
                return Some(false);
            }
            let inner = Shape3::Torus(Torus { minor_radius: a.minor_radius - c.radius, ..*a });
            inner.contains(&Shape3::Segment(c.axis())).ok()
        }
        _ if b.outer_bounds().is_none() => Some(false),
        _ => {
            let outside = !b.intersects(torus) || witness::samples(b).into_iter().any(|p| !deep(p, 0.0));
            if outside {
                return Some(false);
            }
            let disc = Shape3::Disc(Disc::new(a.center, a.axis, a.major_radius));
            let hull = disc.try_rounded(a.minor_radius).ok()?;
            if hull.contains(b).ok()? { keeps_out_of_hole(a, b) } else { Some(false) }
        }
    }
}

/// Tests whether a shape inside the hull of a torus has no point in the hole, which is narrowest at
/// the middle. Returns `None` if it comes too close to decide.
fn keeps_out_of_hole(a: &Torus<DVec3>, b: &Shape3) -> Option<bool> {
    /// Number of slices of the hole.
    const SLICES: usize = 400;
    let (axis, tube) = (a.axis.normalize_or_zero(), a.minor_radius);
    let slack = (a.center.length() + a.major_radius + tube) * 1e-11;
    // Returns the radius of the hole at a height, negative where the tube closes it.
    let reach = |z: f64| a.major_radius - Real::sqrt(((tube - z) * (tube + z)).max(0.0));
    let at = |z: f64| a.center + axis * z;
    let mut slices = vec![[-tube, tube]];
    for _ in 0..SLICES {
        let Some([low, high]) = slices.pop() else { return Some(true) };
        let around = reach(low).max(reach(high)) + slack;
        if around <= slack {
            continue;
        }
        let slice = Shape3::Cylinder(Cylinder::new(at(low - slack), at(high + slack), around));
        if !b.intersects(&slice) {
            continue;
        }
        let middle = (low + high) * 0.5;
        let within = reach(middle) - slack;
        // At the ends of the hole rounding moves its radius more.
        let sure = middle.abs() < tube * (1.0 - 1e-6) && within > 0.0;
        if sure && b.intersects(&Shape3::Disc(Disc::new(at(middle), axis, within))) {
            return Some(false);
        }
        slices.extend([[low, middle], [middle, high]]);
    }
    None
}
