//! Truncated cone and ray (line, segment).
//!
//! Let `p` be the center of the smaller cap, `m` the vector to the center of the other, and `r` and
//! `r + k` their radii. At `w + t d` from `p` the radius is `R + t K`, with
//!
//! ```text
//! R = r + k (w . m) / |m|^2      K = k (d . m) / |m|^2
//! ```
//!
//! so that the line is inside the side where
//!
//! ```text
//! |(w + t d) x m|^2 / |m|^2 - (R + t K)^2 = A t^2 + 2 B t + C <= 0
//! ```
//!
//! and inside the cone where it is also between the caps. If `A > 0` that is between the two roots,
//! for a line that crosses the side twice. If `A < 0` the line is as steep as the side or steeper,
//! and inside beyond one root, without an end: the other root lies on the mirror image of the cone
//! beyond its apex. If `A = 0` it is parallel to a line of the side, and there is one root. The
//! discriminant equals, by Lagrange's identity and without cancellation,
//!
//! ```text
//! B^2 - A C = (|(R d - K w) x m|^2 - (w . (d x m))^2) / |m|^2
//! ```
//!
//! and the root of smaller magnitude is computed as `C / (-B -+ root)`. `w` is taken at the foot of
//! `p` on the line: near the apex all terms are small, and far from the line's origin none cancels.
//!
//! Sources: [Eberly 2000], without this discriminant; [Haines 2019], chapter 7, for the roots.

use crate::number::{Field, Mask, Real, Ring};
use crate::query::{OptSpan, Span};
use crate::shape::{Line, TruncatedCone};
use crate::vector::{Vector, Vector3};

/// Returns the span of the line inside the cone. Normals point out of a cap or the side; at an apex
/// they point away along the axis.
#[inline]
pub fn span<V: Vector3<Scalar: Real>>(a: &TruncatedCone<V>, b: &Line<V>) -> OptSpan<V> {
    let widens = a.radius_a.le(a.radius_b);
    let (small, large) = (V::select(widens, a.a, a.b), V::select(widens, a.b, a.a));
    let radii = [Ring::min(a.radius_a, a.radius_b), Ring::max(a.radius_a, a.radius_b)];
    let (hit, span) = line_span(small, large - small, radii, Ends::Flat, b);
    hit.then_some(span)
}

/// Shape of the ends of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Flat caps.
    Flat,
    /// Flat cuts continued by a round shape; they have no normals.
    Round,
    /// A flat cap at the smaller radius; unbounded beyond the larger one.
    Open,
}

/// Returns the span of a line inside a cone around the axis `m` from `p`: with the first radius at
/// `p`, and the second, which is at least as large, at the end of `m`. In 2D, a trapezoid.
pub(crate) fn line_span<V: Vector<Scalar: Real>>(
    p: V,
    m: V,
    radii: [V::Scalar; 2],
    ends: Ends,
    line: &Line<V>,
) -> (V::Mask, Span<V>) {
    let (d, mm) = (line.direction, m.length_squared());
    let from_p = line.origin - p;
    let (dd, size) = (d.length_squared(), (from_p.length_squared() * mm).sqrt());
    let (zero, infinity) = (mm.zero(), mm.infinity());
    let foot = (-from_p.dot(d)).div_or(dd, zero);
    let w = from_p + d * foot;
    let (z, step) = (w.dot(m).settle(size), d.dot(m).settle((dd * mm).sqrt()));

    let k = (radii[1] - radii[0]).div_or(mm, zero);
    let (radius, widens) = (radii[0] + k * z, k * step);
    let (across, away) = (d.wedge_squared(m).div_or(mm, zero), w.wedge_squared(m).div_or(mm, zero));
    let a = (across - widens.squared()).settle(across + widens.squared());
    let b = (w.wedge_dot(m, d, m).div_or(mm, zero) - radius * widens)
        .settle((across * away).sqrt() + (radius * widens).abs());
    let c = (away - radius.squared()).settle(away + radius.squared());
    let area = (d * radius - w * widens).wedge_squared(m);
    let volume = w.triple(d, m).squared();
    let square = (area - volume).settle(area + volume).div_or(mm, zero);

    let sum = -(b + Ring::select(b.lt(zero), -square.sqrt(), square.sqrt()));
    let roots = [sum.div_or(a, zero), c.div_or(sum, zero)];
    let (low, high) = (Ring::min(roots[0], roots[1]), Ring::max(roots[0], roots[1]));
    let (twice, beyond) = (zero.lt(a), a.lt(zero));
    // A line parallel to the side: it enters for good, or exits for good.
    let (comes, leaves) = (b.lt(zero), zero.lt(b));
    let enter = Ring::select(comes, roots[1], -infinity);
    let exit = Ring::select(leaves, roots[1], infinity);
    let up = zero.lt(widens);
    let enter = Ring::select(twice, low, Ring::select(beyond, Ring::select(up, high, -infinity), enter));
    let exit = Ring::select(twice, high, Ring::select(beyond, Ring::select(up, infinity, low), exit));
    let in_side = (twice & zero.le(square)) | beyond | (a.same(zero) & (comes | leaves | c.le(zero)));

    let to_far = if ends == Ends::Open { infinity } else { mm - z };
    let caps = [(-z).div_or(step, zero), to_far.div_or(step, zero)];
    let level = step.same(zero);
    let first = Ring::select(level, -infinity, Ring::min(caps[0], caps[1]));
    let last = Ring::select(level, infinity, Ring::max(caps[0], caps[1]));
    let between = step.lt(zero) | zero.lt(step) | (zero.le(z) & zero.le(to_far.settle(size + mm)));

    let sides_only = if ends == Ends::Round { mm.always() } else { mm.never() };
    let (by_side_in, by_side_out) = (sides_only | first.lt(enter), sides_only | exit.lt(last));
    let (enter, exit) = (Ring::max(enter, first), Ring::min(exit, last));
    let sizes = (mm.sqrt() + radii[1]).div_or(dd.sqrt(), zero);
    let gap = (exit - enter).settle(enter.abs() + exit.abs() + sizes);
    // A touch, whose two parameters may differ in the last digit, stays a touch.
    let exit = Ring::max(enter, exit);
    // Out of the cap where the line enters, against its direction; zero for a line parallel to the
    // caps.
    let out = V::select(step.lt(zero), m, V::select(zero.lt(step), -m, m.zero()));
    let side = |t: V::Scalar| {
        let q = w + d * t;
        let away = q - m * q.dot(m).div_or(mm, zero);
        let none = away.length().settle(w.length() + (d * t).length()).le(zero);
        V::select(none, m.zero(), away.normalized_or_zero()) - m * k
    };
    let span = Span {
        enter: enter + foot,
        exit: exit + foot,
        normal_enter: V::select(by_side_in, side(enter), out),
        normal_exit: V::select(by_side_out, side(exit), -out),
    };
    (in_side & between & zero.le(gap), span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::any::Shape3;
    use crate::shape::Ray;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    /// Radius 1 at the bottom and 4 at the top: side length 5 for height 4, with the apex at z =
    /// -4/3.
    const CUP: TruncatedCone<DVec3> = TruncatedCone::new(DVec3::ZERO, dvec3(0., 0., 4.), 1., 4.);

    fn line(origin: [f64; 3], direction: [f64; 3]) -> Line<DVec3> {
        Line::new(origin.into(), direction.into())
    }

    #[test]
    fn through_caps_and_sides_whichever_end_is_larger() {
        let turned = TruncatedCone::new(CUP.b, CUP.a, CUP.radius_b, CUP.radius_a);
        for cup in [CUP, turned] {
            let caps = span(&cup, &line([0.5, 0., -2.], [0., 0., 1.])).unwrap();
            assert_eq!((caps.enter, caps.exit), (2., 6.));
            assert!(caps.normal_enter.z < 0. && caps.normal_exit.z > 0.);
            let sides = span(&cup, &line([-9., 0., 2.], [1., 0., 0.])).unwrap();
            assert_eq!((sides.enter, sides.exit), (6.5, 11.5));
            let both = span(&cup, &line([3., 0., -2.], [0., 0., 1.])).unwrap();
            assert!((both.enter - (2. + 8. / 3.)).abs() < 1e-15 && both.exit == 6.);
            assert!(both.normal_enter.normalize().distance(dvec3(0.8, 0., -0.6)) < 1e-15);
        }
    }

    #[test]
    fn along_the_side_it_touches_and_the_mirror_image_is_no_part() {
        // In double-double precision: a float may just miss.
        let along = Shape3::from(line([-2., 0., -4.], [3., 0., 4.])).span(&CUP.into());
        assert_eq!(along, Ok(Some((1., 2.))));
        assert!(span(&CUP, &line([-1.9, 0., -4.], [3., 0., 4.])).is_none());
        assert!(span(&CUP, &line([-2.1, 0., -4.], [3., 0., 4.])).is_some());
        assert!(span(&CUP, &line([-9., 0., -3.], [1., 0., 0.])).is_none());
        assert!(Ray::new(dvec3(0., 0., -3.), -DVec3::Z).cast(&CUP).is_none());
    }

    #[test]
    fn the_rim_is_touched() {
        let rim = span(&CUP, &line([4., -3., 4.], [0., 1., 0.])).unwrap();
        assert_eq!((rim.enter, rim.exit), (3., 3.));
        let over = span(&CUP, &line([4. - 2., 0., 4. + 2.], [1., 0., -1.])).unwrap();
        assert_eq!((over.enter, over.exit), (2., 2.));
        assert!(span(&CUP, &line([4.001 - 2., 0., 4. + 2.], [1., 0., -1.])).is_none());
    }

    #[test]
    fn of_equal_radii_it_is_a_cylinder() {
        let can = TruncatedCone { radius_a: 5., radius_b: 5., ..CUP };
        let through = span(&can, &line([-9., 3., 1.], [1., 0., 0.])).unwrap();
        assert_eq!((through.enter, through.exit), (5., 13.));
        let side = span(&can, &line([3., 4., -1.], [0., 0., 1.])).unwrap();
        assert_eq!((side.enter, side.exit), (1., 5.));
        assert!(span(&can, &line([3., 4.001, -1.], [0., 0., 1.])).is_none());
    }

    #[test]
    fn in_two_dimensions_it_is_a_trapezoid() {
        let cut = |o: DVec2, d: DVec2| {
            line_span(DVec2::ZERO, dvec2(0., 4.), [1., 4.], Ends::Flat, &Line::new(o, d))
        };
        let (hit, across) = cut(dvec2(-9., 2.), DVec2::X);
        assert_eq!((hit, across.enter, across.exit), (true, 6.5, 11.5));
        assert!(!cut(dvec2(-9., -1.), DVec2::X).0);
    }
}
