//! Ray (line, segment) and torus.
//!
//! Relative to the center, with the unit axis `n`, the line is `m + s u` for its foot `m` and the
//! unit direction `u`, orthogonal to `m`. With `a = m . n`, `b = u . n` and
//! `k = |m|^2 + R^2 - r^2`, it is in the torus where
//!
//! ```text
//! |p|^2 + R^2 - r^2 <= 2 R sqrt(|p|^2 - (p . n)^2)       both sides squared:
//! s^4 + (2 k - 4 R^2 (1 - b^2)) s^2 + 8 R^2 a b s + k^2 - 4 R^2 (|m|^2 - a^2) <= 0
//! ```
//!
//! There is no cubic term: the foot is the mean of the four roots. Between two neighbouring roots
//! of the derivative a polynomial is monotone, so it has at most one root there, which bisection
//! finds. The roots of the derivative are found the same way, and those of the second derivative by
//! a square root. There is no formula with complex numbers, and no cancellation. Where the line
//! only touches, the quartic is 0 at a root of its derivative, up to noise.
//!
//! For a torus without a hole the squared inequality also holds inside the lens where the tube
//! overlaps itself. Whether the line is inside between two roots is decided by the distance from
//! the circle.
//!
//! Sources: [Haines 2019], chapter 17 on roots; the isolation by derivatives is classical.

use crate::number::Order as _;
use crate::number::{Field, Float, Real, Ring};
use crate::query::Span;
use crate::shape::{Line, Torus};
use crate::vector::{FloatVector, Vector3};
use alloc::vec::Vec;

/// Bisection steps after which the bracket is as narrow as the precision of any number type.
const HALVINGS: u32 = 120;

/// The quartic `s^4 + q s^2 + l s + c`.
struct Quartic<S> {
    q: S,
    l: S,
    c: S,
}

impl<S: Float> Quartic<S> {
    fn at(&self, s: S) -> S {
        ((s.squared() + self.q) * s + self.l) * s + self.c
    }

    /// Returns the derivative, divided by 4.
    fn slope(&self, s: S) -> S {
        (s.squared() + self.q.half()) * s + self.l.half().half()
    }

    /// Returns all real roots between `-far` and `far`, in order, and the places where the quartic
    /// nearly touches 0.
    fn stops(&self, far: S, noise: S) -> Vec<S> {
        let sixth = -self.q / self.q.lit(6);
        let bend = if sixth > S::ZERO { sixth.sqrt() } else { S::ZERO };
        let mut turns = alloc::vec![-far];
        turns.extend(between(&|s| self.slope(s), &[-far, -bend, bend, far]));
        turns.push(far);
        let mut stops = between(&|s| self.at(s), &turns);
        stops.extend(turns.iter().copied().filter(|s| self.at(*s).abs() <= noise));
        stops.order_by(|x, y| x.partial_cmp(y).unwrap_or(core::cmp::Ordering::Equal));
        stops
    }
}

/// Returns the roots of a function that is monotone between neighbours of a list.
fn between<S: Float>(f: &impl Fn(S) -> S, ends: &[S]) -> Vec<S> {
    let mut roots = Vec::new();
    for pair in ends.windows(2) {
        let (mut low, mut high) = (pair[0], pair[1]);
        let rising = f(low) < S::ZERO;
        if low >= high || rising == (f(high) < S::ZERO) {
            continue;
        }
        for _ in 0..HALVINGS {
            let middle = (low + high).half();
            if (f(middle) < S::ZERO) == rising { low = middle } else { high = middle }
        }
        roots.push((low + high).half());
    }
    roots
}

/// Returns the vector from the circle to a point; its length is at most the minor radius for a
/// point inside.
pub(crate) fn from_circle<V: FloatVector + Vector3>(a: &Torus<V>, p: V) -> V {
    let n = a.axis.normalized_or_zero();
    let w = p - a.center;
    let up = n * w.dot(n);
    let along = w - up;
    let length = along.length();
    // On the axis every direction is closest, and the one left by rounding is arbitrary.
    let out = if length.settle(a.center.length() + p.length()) > V::Scalar::ZERO {
        along * (length.one() / length)
    } else {
        n.any_orthogonal().normalized_or_zero()
    };
    // The difference of lengths along `out`, and not of vectors, keeps the digits of points near
    // the circle.
    out * (length - a.major_radius) + up
}

/// Returns the spans of the line in the torus, in order; at most two. Normals point away from the
/// circle.
pub fn spans<V: FloatVector + Vector3>(a: &Torus<V>, b: &Line<V>) -> Vec<Span<V>> {
    let zero = V::Scalar::ZERO;
    let (w, speed) = (b.origin - a.center, b.direction.length());
    let inside = |p: V, slack: V::Scalar| from_circle(a, p).length() <= a.minor_radius + slack;
    if speed <= zero {
        let (none, infinity) = (b.direction.zero(), speed.one().infinity());
        let here = Span { enter: -infinity, exit: infinity, normal_enter: none, normal_exit: none };
        return if inside(b.origin, zero) { alloc::vec![here] } else { Vec::new() };
    }
    let u = b.direction * (speed.one() / speed);
    let n = a.axis.normalized_or_zero();
    let foot = -w.dot(u);
    let m = w + u * foot;
    let major = a.major_radius.squared();
    let reach = a.major_radius + a.minor_radius;
    let (mm, height, climb) = (m.length_squared(), m.dot(n), u.dot(n));
    let four = major.lit(4) * major;
    // Components of the line off the axis, without cancellation: |m x n|, |u x n|.
    let (off, tilt) = (m.wedge_squared(n), u.wedge_squared(n));
    let k = mm + (a.major_radius + a.minor_radius) * (a.major_radius - a.minor_radius);
    let quartic =
        Quartic { q: k + k - four * tilt, l: (four + four) * height * climb, c: k.squared() - four * off };
    let size = mm + reach.squared();
    let noise = size.squared() * V::Scalar::EPSILON * size.lit(64);
    let stops = quartic.stops(reach + reach.half(), noise);
    let at = |s: V::Scalar| a.center + m + u * s;
    // Within this distance of the line's origin, a root is at the origin: a ray that starts on the
    // torus intersects it.
    let here = size.sqrt() * size.lit(4) * V::Scalar::EPSILON;
    let t = |s: V::Scalar| if (s + foot).abs() <= here { zero } else { (s + foot) / speed };
    let mut spans: Vec<Span<V>> = Vec::new();
    let mut open: Option<V::Scalar> = None;
    // Rounding may have split one span in two close ones; the point between them decides.
    let slack = size.sqrt() * V::Scalar::from_f64(V::Scalar::EPSILON.to_f64().sqrt() * 64.0);
    let noise_inside = slack * slack / size.sqrt() + slack * V::Scalar::EPSILON;
    let joins = |last: &Span<V>, from: V::Scalar| {
        let exit = last.exit * speed - foot;
        from - exit <= slack && inside(at((exit + from).half()), noise_inside)
    };
    let close = |from: V::Scalar, to: V::Scalar| {
        let normal = |s: V::Scalar| from_circle(a, at(s));
        Span { enter: t(from), exit: t(to), normal_enter: normal(from), normal_exit: normal(to) }
    };
    for (i, stop) in stops.iter().enumerate() {
        let goes_on = stops.get(i + 1).is_some_and(|next| inside(at((*stop + *next).half()), zero));
        match (open, goes_on) {
            (None, true) => open = Some(*stop),
            (Some(from), false) => {
                // Spans no deeper than the rounding error are touches.
                let middle = (from + *stop).half();
                let touches = quartic.at(middle).abs() <= noise && *stop - from <= slack;
                let new = if touches { close(middle, middle) } else { close(from, *stop) };
                match spans.last_mut().filter(|last| joins(last, from)) {
                    Some(last) => (last.exit, last.normal_exit) = (new.exit, new.normal_exit),
                    None => spans.push(new),
                }
                open = None;
            }
            (None, false) => {
                // A touch, if it is on the outside; several stops may be the same touch.
                let again = spans.last().is_some_and(|last| (t(*stop) - last.exit).abs() * speed <= slack);
                let touching = quartic.at(*stop).abs() <= noise && inside(at(*stop), noise_inside);
                if touching && !again {
                    spans.push(close(*stop, *stop));
                }
            }
            (Some(_), true) => {}
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    fn ts(torus: &Torus<DVec3>, origin: DVec3, direction: DVec3) -> Vec<f64> {
        spans(torus, &Line::new(origin, direction)).iter().flat_map(|s| [s.enter, s.exit]).collect()
    }

    fn near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-7), "{found:?} {expected:?}");
    }

    #[test]
    fn a_line_through_the_hole_and_both_sides_of_the_tube() {
        let torus = Torus::new(DVec3::ZERO, dvec3(0., 0., 2.), 3., 1.);
        near(&ts(&torus, dvec3(-8., 0., 0.), dvec3(2., 0., 0.)), &[2., 3., 5., 6.]);
        near(&ts(&torus, dvec3(0., 0., -5.), DVec3::Z), &[]);
        near(&ts(&torus, dvec3(3., 0., -5.), DVec3::Z), &[4., 6.]);
    }

    #[test]
    fn a_line_that_lies_on_top_touches_the_circle_of_the_tube_twice() {
        let torus = Torus::new(DVec3::ZERO, DVec3::Z, 3., 1.);
        near(&ts(&torus, dvec3(-8., 0., 1.), DVec3::X), &[5., 5., 11., 11.]);
        near(&ts(&torus, dvec3(-8., 4., 0.), DVec3::X), &[8., 8.]);
        near(&ts(&torus, dvec3(-8., 0., 1.001), DVec3::X), &[]);
    }

    #[test]
    fn a_ray_that_starts_on_the_surface_intersects_there() {
        let torus = Torus::new(DVec3::Z, DVec3::Y, 0.75, 0.25);
        assert_eq!(ts(&torus, DVec3::ZERO, DVec3::X), [0., 0.]);
        assert_eq!(ts(&torus, DVec3::ZERO, dvec3(0.25, 0.5, 1.))[0], 0.);
        assert_eq!(ts(&torus, DVec3::ZERO, -DVec3::Z)[3], 0.);
    }

    #[test]
    fn a_tangent_has_no_two_stretches_where_it_touches() {
        let torus = Torus::new(DVec3::ZERO, DVec3::Z, 3., 1.);
        let mut random = fastrand::Rng::with_seed(1);
        let mut number = || random.f64() * 2.0 - 1.0;
        for _ in 0..20_000 {
            let (around, tube) = (number() * 3.2, number() * 3.2);
            let (out, up) = (dvec3(libm::cos(around), libm::sin(around), 0.), libm::sin(tube));
            let normal = out * libm::cos(tube) + DVec3::Z * up;
            let along = dvec3(number(), number(), number()).cross(normal);
            if along.length() < 0.1 {
                continue;
            }
            let at = out * 3.0 + normal;
            let found = spans(&torus, &Line::new(at - along * 2.0, along));
            for two in found.windows(2) {
                let [end, begin] = [two[0].exit, two[1].enter].map(|t| at + along * (t - 2.0));
                assert!(end.distance(begin) > 1e-6, "{at} {along} {found:?}");
            }
        }
    }

    #[test]
    fn without_a_hole_the_inside_has_no_gaps() {
        let apple = Torus::new(DVec3::ZERO, DVec3::Z, 1., 2.);
        near(&ts(&apple, dvec3(-8., 0., 0.), DVec3::X), &[5., 11.]);
        let tip = 3_f64.sqrt();
        near(&ts(&apple, dvec3(0., 0., -8.), DVec3::Z), &[8. - tip, 8. + tip]);
        let ball = Torus::new(DVec3::ZERO, DVec3::Z, 0., 2.);
        near(&ts(&ball, dvec3(-8., 0., 0.), DVec3::X), &[6., 10.]);
    }

    #[test]
    fn lines_agree_with_dense_points() {
        let mut state = 1_u32;
        let mut draw = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 20) / 1024. - 2.
        };
        for _ in 0..300 {
            let torus = Torus::new(
                dvec3(draw(), draw(), draw()),
                dvec3(draw(), draw(), 1.),
                draw().abs(),
                draw().abs() * 0.5,
            );
            let line =
                Line::new(dvec3(draw(), draw(), draw()), dvec3(draw(), draw(), draw()) + DVec3::splat(0.01));
            let found = spans(&torus, &line);
            for i in -400..400 {
                let t = f64::from(i) / 50.;
                let distance =
                    from_circle(&torus, line.origin + line.direction * t).length() - torus.minor_radius;
                let inside = found.iter().any(|s| s.enter <= t && t <= s.exit);
                assert!(
                    inside == (distance <= 0.) || distance.abs() < 1e-6,
                    "{torus:?} {line:?} {t} {distance}"
                );
            }
        }
    }
}
