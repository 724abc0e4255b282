//! Line equations in the plane, and division points of a segment.
//!
//! ```text
//! parametric         a + t (b - a)
//! general            A x + B y + C = 0      A = y1 - y0, B = -(x1 - x0), C = -(x0 y1 - x1 y0)
//! slope-intercept    y = m x + b            m = -A / B,  b = -C / B,     none if B = 0
//! plane form         n . p = d              n = (A, B),  d = -C
//! ```
//!
//! Only vertical lines have no slope. The general form is oriented: `A x + B y + C` is positive to
//! the right of the direction from `(x0, y0)` to `(x1, y1)`. It is a homogeneous vector like a
//! point, so the intersection of two lines is their cross product, with `w = 0` if they are
//! parallel.
//!
//! Sources: [Foley 3.2].

use crate::frame::{Homogeneous, Homogeneous2};
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::shape::{Line, Plane, ShapeError};
use crate::vector::{Vector, Vector2};

/// General form of a line: the points with `a x + b y + c = 0`. `a` and `b` are not both 0.
///
/// ```
/// use barycast::clip::GeneralLine;
/// use glam::dvec2;
///
/// let line = GeneralLine::through(dvec2(0.0, 1.0), dvec2(4.0, 4.0));
/// assert_eq!(line.side(dvec2(8.0, 7.0)), 0.0); // on the line
/// assert_eq!(line.signed_distance(dvec2(0.0, 6.0)).abs(), 4.0);
/// assert_eq!(line.to_slope_intercept().unwrap().at(2.0), 2.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneralLine<S> {
    /// Coefficient of `x`.
    pub a: S,
    /// Coefficient of `y`.
    pub b: S,
    /// Constant term.
    pub c: S,
}

/// Slope-intercept form of a line: the points with `y = slope x + intercept`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeIntercept<S> {
    /// Change of `y` per unit of `x`.
    pub slope: S,
    /// Value of `y` at `x = 0`.
    pub intercept: S,
}

impl<S: Ring> GeneralLine<S> {
    /// Builds the line through two points; all coefficients are 0 if the points are equal.
    pub fn through<V: Vector2<Scalar = S>>(p: V, q: V) -> Self {
        Self { a: q.get(1) - p.get(1), b: p.get(0) - q.get(0), c: -p.perp_dot(q) }
    }

    /// Converts a line given by a point and a direction.
    pub fn from_line<V: Vector2<Scalar = S>>(line: &Line<V>) -> Self {
        let Line { origin, direction } = *line;
        Self { a: direction.get(1), b: -direction.get(0), c: -origin.perp_dot(direction) }
    }

    /// Converts a line in plane form, `n . p = d`.
    pub fn from_plane<V: Vector2<Scalar = S>>(line: &Plane<V>) -> Self {
        Self { a: line.normal.get(0), b: line.normal.get(1), c: -line.distance }
    }

    /// Converts to plane form, `n . p = d`.
    pub fn to_plane<V: Vector2<Scalar = S>>(&self) -> Plane<V> {
        Plane::new(self.normal(), -self.c)
    }

    /// Returns `(a, b)`, a normal of the line.
    pub fn normal<V: Vector2<Scalar = S>>(&self) -> V {
        V::splat(self.a).with(1, self.b)
    }

    /// Returns `(-b, a)`, a direction of the line: from the first to the second of the points it
    /// was built through.
    pub fn direction<V: Vector2<Scalar = S>>(&self) -> V {
        V::splat(-self.b).with(1, self.a)
    }

    /// Returns `a x + b y + c`: 0 on the line, positive to the right of its direction, negative to
    /// the left.
    pub fn side<V: Vector2<Scalar = S>>(&self, p: V) -> S {
        self.a * p.get(0) + self.b * p.get(1) + self.c
    }

    /// Returns the homogeneous intersection point of two lines. It is their direction (`w = 0`) for
    /// parallel lines, and all zeros for equal lines.
    pub fn common_point(&self, other: &Self) -> Homogeneous2<S> {
        let ([a, b, c], [p, q, r]) = ([self.a, self.b, self.c], [other.a, other.b, other.c]);
        Homogeneous([b * r - c * q, c * p - a * r, a * q - b * p])
    }

    /// Converts to the point closest to the origin and the direction.
    pub fn to_line<V: Vector2<Scalar = S>>(&self) -> Line<V>
    where
        S: Field,
    {
        let normal: V = self.normal();
        Line::new((normal * -self.c).times_reciprocal(normal.length_squared()), self.direction())
    }

    /// Converts to slope-intercept form; `None` for a vertical line.
    pub fn to_slope_intercept(&self) -> <S::Mask as Mask>::Opt<SlopeIntercept<S>>
    where
        S: Field,
    {
        let (zero, b) = (self.b.zero(), self.b);
        let over_b = |x: S| -x.div_or(b, zero);
        (b.lt(zero) | zero.lt(b))
            .then_some(SlopeIntercept { slope: over_b(self.a), intercept: over_b(self.c) })
    }

    /// Returns the foot of the perpendicular from `p`.
    pub fn foot<V: Vector2<Scalar = S>>(&self, p: V) -> V
    where
        S: Field,
    {
        self.to_plane::<V>().closest_point(p)
    }

    /// Returns the signed distance of `p`: positive to the right of the direction, negative to the
    /// left.
    pub fn signed_distance<V: Vector2<Scalar = S>>(&self, p: V) -> S
    where
        S: Real,
    {
        self.to_plane::<V>().height(p)
    }
}

impl<S: Float> GeneralLine<S> {
    /// Builds the line with checks.
    ///
    /// # Errors
    /// Names the first coefficient that is not finite, or `a` if `a` and `b` are both 0.
    pub fn try_new(a: S, b: S, c: S) -> Result<Self, ShapeError> {
        for (field, x) in [("a", a), ("b", b), ("c", c)] {
            if !x.is_finite() {
                return Err(ShapeError { field, must: "be finite", got: Some(x.to_f64()) });
            }
        }
        if a == S::ZERO && b == S::ZERO {
            return Err(ShapeError { field: "a", must: "not be 0 when b is", got: Some(0.0) });
        }
        Ok(Self { a, b, c })
    }

    /// Tests whether both are the same line, whatever the scale and sign of their coefficients.
    /// Exact for the given floats.
    pub fn is_same_line(&self, other: &Self) -> bool {
        Homogeneous([self.a, self.b, self.c]).is_same_point(&Homogeneous([other.a, other.b, other.c]))
    }
}

impl<S: Ring> SlopeIntercept<S> {
    /// Returns `slope x + intercept`.
    pub fn at(&self, x: S) -> S {
        self.slope * x + self.intercept
    }

    /// Converts to `slope x - y + intercept = 0`.
    pub fn to_general(&self) -> GeneralLine<S> {
        GeneralLine { a: self.slope, b: -self.slope.one(), c: self.intercept }
    }

    /// Converts to the point at `x = 0` and the direction `(1, slope)`.
    pub fn to_line<V: Vector2<Scalar = S>>(&self) -> Line<V> {
        let (zero, one) = (self.slope.zero(), self.slope.one());
        Line::new(V::splat(zero).with(1, self.intercept), V::splat(one).with(1, self.slope))
    }
}

/// Returns the point that divides the segment from `a` to `b` internally in the ratio `m : n`:
/// `(n a + m b) / (m + n)`. `None` if `m + n = 0`.
pub fn divide_inside<V: Vector<Scalar: Field>>(
    a: V,
    b: V,
    m: V::Scalar,
    n: V::Scalar,
) -> <V::Mask as Mask>::Opt<V> {
    let (sum, zero) = (m + n, m.zero());
    (sum.lt(zero) | zero.lt(sum)).then_some((a * n + b * m).times_reciprocal(sum))
}

/// Returns the point that divides the segment externally in the ratio `m : n`, on the line beyond
/// `a` or `b`: `(m b - n a) / (m - n)`. `None` if `m = n`.
pub fn divide_outside<V: Vector<Scalar: Field>>(
    a: V,
    b: V,
    m: V::Scalar,
    n: V::Scalar,
) -> <V::Mask as Mask>::Opt<V> {
    divide_inside(a, b, m, -n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Linear;
    use glam::{DVec2, dvec2, dvec3};

    #[test]
    fn b1_half_way_is_half_way_along_both_axes() {
        let line = Line::new(dvec2(0.0, 0.0), dvec2(2.0, 6.0));
        assert_eq!(line.at(0.5), dvec2(1.0, 3.0));
    }

    #[test]
    fn b1_a_level_line_has_a_slope_and_an_upright_one_has_none() {
        let form = |p, q| GeneralLine::<f64>::through::<DVec2>(p, q).to_slope_intercept();
        assert_eq!(form(dvec2(0., 1.), dvec2(2., 1.)), Some(SlopeIntercept { slope: 0.0, intercept: 1.0 }));
        assert_eq!(form(dvec2(3., 0.), dvec2(3., 5.)), None);
        assert_eq!(form(dvec2(1., 1.), dvec2(3., 5.)), Some(SlopeIntercept { slope: 2.0, intercept: -1.0 }));
    }

    #[test]
    fn b1_the_text_s_numbers_of_the_general_form() {
        let (p, q) = (dvec2(1.0, 2.0), dvec2(4.0, -5.0));
        let line = GeneralLine::through(p, q);
        assert_eq!(line, GeneralLine { a: -7.0, b: -3.0, c: -(1.0 * -5.0 - 4.0 * 2.0) });
        assert_eq!((line.side(p), line.side(q)), (0.0, 0.0));
        assert!(line.side(p + (q - p).perp()) < 0.0, "on the left");
    }

    #[test]
    fn from_form_to_form_it_stays_the_same_line() {
        let line = Line::new(dvec2(3.0, -1.0), dvec2(2.0, 5.0));
        let general = GeneralLine::from_line(&line);
        let back: Line<DVec2> = general.to_line();
        assert!(
            GeneralLine::from_line(&back).side(line.at(7.0)).abs() < 1e-13
                && back.direction == line.direction
        );
        let by_slope = general.to_slope_intercept().unwrap();
        assert!((by_slope.at(3.0) + 1.0).abs() < 1e-15);
        let from_slope: Line<DVec2> = by_slope.to_line();
        assert!(general.side(from_slope.at(4.0)).abs() < 1e-13);
        assert!(by_slope.to_general().side(line.origin).abs() < 1e-15);
        assert_eq!(GeneralLine::from_plane::<DVec2>(&general.to_plane()), general);
        let doubled = GeneralLine { a: -10.0, b: 4.0, c: general.c * -2.0 };
        assert!(general.is_same_line(&doubled) && general.is_same_line(&by_slope.to_general()));
        assert!(!general.is_same_line(&GeneralLine { c: general.c + 1.0, ..general }));
    }

    #[test]
    fn how_far_a_point_is_and_where_its_foot() {
        let line = GeneralLine::through(dvec2(0.0, 0.0), dvec2(4.0, 3.0));
        assert_eq!(line.signed_distance(dvec2(5.0, -10.0)), 11.0);
        assert_eq!(line.foot(dvec2(1.0, 7.0)), dvec2(4.0, 3.0));
    }

    #[test]
    fn two_lines_share_a_point_a_direction_or_everything() {
        let level = GeneralLine::through(dvec2(0.0, 2.0), dvec2(1.0, 2.0));
        let upright = GeneralLine::through(dvec2(3.0, 0.0), dvec2(3.0, 1.0));
        assert_eq!(level.common_point(&upright).to_point(), Some(dvec2(3.0, 2.0)));
        let above = GeneralLine { c: level.c + 1.0, ..level };
        assert!(level.common_point(&above).is_direction() && level.common_point(&above).is_nonzero());
        assert!(!level.common_point(&level).is_nonzero());
    }

    #[test]
    fn b1_points_that_divide_inside_and_outside() {
        let (a, b) = (dvec2(0.0, 0.0), dvec2(6.0, 3.0));
        assert_eq!(divide_inside(a, b, 1.0, 2.0), Some(dvec2(2.0, 1.0)));
        assert_eq!(divide_outside(a, b, 2.0, 1.0), Some(dvec2(12.0, 6.0)));
        assert_eq!(divide_outside(a, b, 1.0, 1.0), None);
        assert_eq!(divide_inside(dvec3(0., 0., 0.), dvec3(3., 6., 9.), 2.0, 1.0), Some(dvec3(2., 4., 6.)));
    }

    #[test]
    fn invalid_coefficients_are_named() {
        assert_eq!(GeneralLine::try_new(0.0, 0.0, 1.0).unwrap_err().field, "a");
        assert_eq!(GeneralLine::try_new(0.0, 1.0, f32::NAN).unwrap_err().field, "c");
        assert!(GeneralLine::try_new(0.0, 1e-30_f32, 5.0).is_ok());
    }
}
