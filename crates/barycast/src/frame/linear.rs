//! Linear maps and small linear systems: the dyad, Cramer's rule, the left inverse, projection and
//! rejection.
//!
//! ```text
//! dyad            (A . B) C = (C B^T) A              at rows: A (B^T C)
//! Cramer          x_i = det(A with b for column i) / det A
//! left inverse    (A^T A)^-1 A^T
//! along u         projection = (v . u / u . u) u     component = v . u / |u|
//!                 rejection = v - projection
//! ```
//!
//! If the determinant is 0 the equations have no solution or infinitely many. Which of the two is
//! decided as exactly as the number type allows, and exactly for floats by [`solve_exactly`].
//!
//! Sources: [Golub 1.1, 5.3].

use crate::exact::{Arena, Exact};
use crate::number::each::MapEach;
use crate::number::{Field, Float, Mask, Real, Ring};
use crate::shape::{Frame, Obb};
use crate::vector::{FloatVector, Vector};

/// A linear map: a square matrix by its columns.
///
/// ```
/// use barycast::frame::LinearMap;
/// use glam::{DVec2, dvec2};
///
/// let quarter_turn = LinearMap::new([DVec2::Y, DVec2::NEG_X]);
/// assert_eq!(quarter_turn.times_column(dvec2(3.0, 1.0)), dvec2(-1.0, 3.0));
/// assert_eq!(quarter_turn.times_row(dvec2(3.0, 1.0)), dvec2(1.0, -3.0)); // the inverse turn
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LinearMap<V: Vector> {
    /// Images of the unit vectors.
    pub columns: V::Axes,
}

impl<V: Vector> LinearMap<V> {
    /// Builds the map from the images of the unit vectors.
    pub const fn new(columns: V::Axes) -> Self {
        Self { columns }
    }

    /// Returns the identity map; `one` is the number 1.
    pub fn identity(one: V::Scalar) -> Self {
        Self::new(V::unit_axes(one))
    }

    /// Returns the dyad of `b` and `c`: `a -> (a . b) c`. Its matrix for column vectors is `c b^T`;
    /// for row vectors, with `v M`, use [`row_dyad`](Self::row_dyad).
    #[doc(alias = "outer product")]
    pub fn dyad(b: V, c: V) -> Self {
        Self::new(V::axes_from_fn(|j| c * b.get(j)))
    }

    /// Returns the dyad for row vectors: the matrix `b^T c`, for which `a M = (a . b) c` with `a`
    /// as a row. It is the transpose of [`dyad(b, c)`](Self::dyad), and equals `dyad(c, b)`.
    ///
    /// ```
    /// use barycast::frame::LinearMap;
    /// use glam::dvec3;
    ///
    /// let (a, b, c) = (dvec3(1.0, 2.0, 3.0), dvec3(0.5, 0.0, -1.0), dvec3(4.0, 5.0, 6.0));
    /// assert_eq!(LinearMap::row_dyad(b, c).times_row(a), c * a.dot(b));
    /// assert_eq!(LinearMap::dyad(b, c).times_column(a), c * a.dot(b));
    /// ```
    pub fn row_dyad(b: V, c: V) -> Self {
        Self::dyad(c, b)
    }

    /// Returns the image of the j-th unit vector.
    pub fn column(&self, j: usize) -> V {
        self.columns.as_ref()[j]
    }

    /// Returns `M * v`, with the vector as a column.
    pub fn times_column(&self, v: V) -> V {
        let mut sum = self.column(0) * v.get(0);
        for j in 1..V::DIM {
            sum = sum + self.column(j) * v.get(j);
        }
        sum
    }

    /// Returns `v * M`, with the vector as a row: the [transposed](Self::transposed) matrix times a
    /// column.
    pub fn times_row(&self, v: V) -> V {
        V::from_fn(|j| self.column(j).dot(v))
    }

    /// Returns the transposed matrix, which for a rotation is its inverse.
    pub fn transposed(&self) -> Self {
        Self::new(V::axes_from_fn(|i| V::from_fn(|j| self.column(j).get(i))))
    }

    /// Returns the composition `self * other`, which applies `other` first: `(A B) v = A (B v)`.
    pub fn after(&self, other: &Self) -> Self {
        Self::new(V::axes_from_fn(|j| self.times_column(other.column(j))))
    }

    /// Returns the determinant: the signed volume that the columns span, 0 exactly if the map is
    /// singular.
    pub fn determinant(&self) -> V::Scalar {
        self.cofactors().volume
    }

    /// Returns the inverse, or none if the map is singular.
    pub fn inverse(&self) -> <V::Mask as Mask>::Opt<Self>
    where
        V::Scalar: Field,
    {
        let Frame { normals, volume } = self.cofactors();
        let rows = Self::new(V::axes_from_fn(|i| normals[i].times_reciprocal(volume)));
        let zero = volume.zero();
        (volume.lt(zero) | zero.lt(volume)).then_some(rows.transposed())
    }

    fn cofactors(&self) -> Frame<V> {
        let zero = self.column(0).zero();
        Obb { center: zero, half_extents: zero, axes: self.columns }.frame()
    }
}

/// Solutions of a square linear system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solutions<V> {
    /// Exactly one solution.
    One(V),
    /// No solution: the equations contradict each other.
    None,
    /// Infinitely many solutions: the equations are dependent.
    Many,
}

/// Solves `rows[i] . x = right_i` for all `i` by Cramer's rule, as exactly as the number type
/// allows.
///
/// ```
/// use barycast::frame::{Solutions, solve};
/// use glam::dvec2;
///
/// // x + y = 3 and x - y = 1.
/// let lines = [dvec2(1.0, 1.0), dvec2(1.0, -1.0)];
/// assert_eq!(solve(lines, dvec2(3.0, 1.0)), Solutions::One(dvec2(2.0, 1.0)));
/// ```
pub fn solve<V: Vector<Mask = bool, Scalar: Field>>(rows: V::Axes, right: V) -> Solutions<V> {
    let Frame { normals, volume } = LinearMap::<V>::new(rows).cofactors();
    let zero = volume.zero();
    if !volume.same(zero) {
        let sum = (1..V::DIM).fold(normals[0] * right.get(0), |sum, i| sum + normals[i] * right.get(i));
        return Solutions::One(sum.times_reciprocal(volume));
    }
    // Gaussian elimination: after the rows below become 0, their right-hand sides must be 0 too.
    let mut left: [(V, V::Scalar); 3] = core::array::from_fn(|i| {
        let i = i.min(V::DIM - 1);
        (rows.as_ref()[i], right.get(i))
    });
    let left = &mut left[..V::DIM];
    let mut done = 0;
    for axis in 0..V::DIM {
        let pivot = (done..V::DIM)
            .filter(|i| !left[*i].0.get(axis).same(zero))
            .reduce(|a, b| if left[a].0.get(axis).abs().lt(left[b].0.get(axis).abs()) { b } else { a });
        let Some(pivot) = pivot else { continue };
        left.swap(done, pivot);
        let (row, value) = left[done];
        for (below, other) in &mut left[done + 1..] {
            let factor = below.get(axis) / row.get(axis);
            *below = (*below - row * factor).with(axis, zero);
            *other = *other - value * factor;
        }
        done += 1;
    }
    if left[done..].iter().all(|(_, value)| value.same(zero)) { Solutions::Many } else { Solutions::None }
}

/// Solves `rows[i] . x = right_i` for all `i` exactly for the given floats and rounds the solution
/// once. Numbers that are not finite count as 0.
pub fn solve_exactly<V: FloatVector>(rows: V::Axes, right: V) -> Solutions<V> {
    let arena = Arena::new();
    let number = |x: V::Scalar| {
        let (high, low) = x.precise().parts();
        arena.number(high) + arena.number(low)
    };
    let rows = rows.as_ref();
    let axes = <V::Of<Exact<'_>> as Vector>::axes_from_fn(|i| rows[i].lift(&number));
    match solve(axes, right.lift::<V::Of<Exact<'_>>>(&number)) {
        Solutions::One(x) => Solutions::One(x.lift(&|x| V::Scalar::from_precise(x.to_double_double()))),
        Solutions::None => Solutions::None,
        Solutions::Many => Solutions::Many,
    }
}

/// Returns the rows of the left inverse of the matrix with columns `a` and `b`:
/// `rows . (s a + t b) = (s, t)`. For any other vector they give the coordinates of its projection
/// onto the plane of both. None if `a` and `b` are parallel.
///
/// With `D = (a . a) (b . b) - (a . b)^2 = |a x b|^2`, computed from the cross product to avoid
/// cancellation:
///
/// ```text
/// ((b . b) a - (a . b) b) / D        ((a . a) b - (a . b) a) / D
/// ```
pub fn left_inverse<V: Vector<Scalar: Field>>(a: V, b: V) -> <V::Mask as Mask>::Opt<[V; 2]> {
    let sizes = [a.largest(), b.largest()];
    let one = sizes[0].lit(1);
    let ordinary = is_ordinary(sizes[0]) & is_ordinary(sizes[1]) & is_ordinary(sizes[0] * sizes[1]);
    // Scales vectors of unusual magnitude so that their largest coordinate is 1, and scales the
    // rows back.
    let [i, j] = sizes.each(|size| Ring::select(ordinary, one, size));
    let (a, b) = (a.times_reciprocal(i), b.times_reciprocal(j));
    let (aa, ab, bb) = (a.length_squared(), a.dot(b), b.length_squared());
    let d = a.wedge_squared(b);
    let zero = d.zero();
    let row = |row: V, size: V::Scalar| row.times_reciprocal(d).times_reciprocal(size);
    zero.lt(d).then_some([row(a * bb - b * ab, i), row(b * aa - a * ab, j)])
}

/// Tests that the fourth power neither overflows nor underflows.
fn is_ordinary<S: Ring>(size: S) -> S::Mask {
    let (fourth, zero) = (size.squared().squared(), size.zero());
    zero.lt(fourth) & (fourth * zero).same(zero)
}

/// Returns the projection of `v` onto `u`, which may have any nonzero length: `(v . u / u . u) u`.
/// Zero for a zero `u`.
#[doc(alias = "projection")]
pub fn project_onto<V: Vector<Scalar: Field>>(v: V, u: V) -> V {
    let along = |u: V| (u * v.dot(u)).times_reciprocal(u.length_squared());
    // If squares of the coordinates of `u` leave the range of floats, uses `u` scaled so that its
    // largest coordinate is 1.
    let size = u.largest();
    V::select(is_ordinary(size), along(u), along(u.times_reciprocal(size)))
}

/// Returns the rejection of `v` from `u`: `v` minus its projection onto `u`, which is perpendicular
/// to `u`.
#[doc(alias = "rejection")]
pub fn reject_from<V: Vector<Scalar: Field>>(v: V, u: V) -> V {
    v - project_onto(v, u)
}

/// Returns the scalar projection of `v` onto `u`, which may have any nonzero length: `v . u / |u|`.
/// 0 for a zero `u`.
#[doc(alias = "component")]
pub fn scalar_projection<V: Vector<Scalar: Real>>(v: V, u: V) -> V::Scalar {
    v.dot(u.normalized_or_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, Vec2, dvec2, dvec3, vec2};

    #[test]
    fn a3_the_dyad_in_both_conventions() {
        let (a, b, c) = (dvec3(2., -1., 3.), dvec3(4., 5., -6.), dvec3(7., 0., 1.));
        let at_columns = LinearMap::dyad(b, c);
        assert_eq!(at_columns.times_column(a), c * a.dot(b));
        assert_eq!(at_columns.transposed().times_row(a), c * a.dot(b));
        // The printed matrix for rows: Bx Cx, Bx Cy, Bx Cz in the first row.
        assert_eq!(at_columns.column(0), c * b.x);
        // (A . B) C = (B . A) C = B times the dyad of A and C.
        assert_eq!(LinearMap::dyad(a, c).times_column(b), c * a.dot(b));
    }

    #[test]
    fn a10_no_solution_differs_from_infinitely_many() {
        let two = |b: Vec2| solve_exactly([vec2(1., 2.), vec2(2., 4.)], b);
        assert_eq!((two(vec2(3., 6.)), two(vec2(3., 7.))), (Solutions::Many, Solutions::None));
        assert_eq!(solve_exactly([vec2(1., 2.), vec2(3., 4.)], vec2(5., 6.)), Solutions::One(vec2(-4., 4.5)));
        let three = |c, b| solve_exactly([dvec3(1., 2., 3.), dvec3(4., 5., 6.), c], b);
        assert_eq!(three(dvec3(7., 8., 9.), dvec3(1., 1., 1.)), Solutions::Many);
        assert_eq!(three(dvec3(7., 8., 9.), dvec3(1., 1., 2.)), Solutions::None);
        assert_eq!(three(dvec3(7., 8., 10.), dvec3(6., 15., 25.)), Solutions::One(DVec3::ONE));
        let all_alike = |b| solve_exactly([DVec3::X, DVec3::X, DVec3::X * 2.0], b);
        assert_eq!(all_alike(dvec3(1., 1., 2.)), Solutions::Many);
        assert_eq!(all_alike(dvec3(1., 1., 3.)), Solutions::None);
        assert_eq!(solve_exactly([DVec2::ZERO; 2], DVec2::ZERO), Solutions::Many);
        assert_eq!(solve_exactly([DVec2::ZERO; 2], DVec2::X), Solutions::None);
    }

    #[test]
    fn a10_decimal_fractions_are_taken_as_floats() {
        // The second row is not exactly ten times the first: the float 0.3 is not three times 0.1.
        let rows = [dvec2(0.1, 0.3), dvec2(1.0, 3.0)];
        assert!(matches!(solve_exactly(rows, dvec2(1.0, 10.0)), Solutions::One(_)));
        assert_eq!(solve_exactly([dvec2(0.1, 0.2), dvec2(0.2, 0.4)], dvec2(0.7, 1.4)), Solutions::Many);
    }

    #[test]
    fn a10_the_left_inverse_gives_coordinates_in_a_plane() {
        let (a, b) = (dvec3(1., 2., 0.), dvec3(0., 1., 3.));
        let [s, t] = left_inverse(a, b).unwrap();
        let p = a * 2.5 - b * 0.5;
        assert!((s.dot(p) - 2.5).abs() < 1e-14 && (t.dot(p) + 0.5).abs() < 1e-14);
        let above = p + a.cross(b) * 7.0;
        assert!((s.dot(above) - 2.5).abs() < 1e-12 && (t.dot(above) + 0.5).abs() < 1e-12);
        assert!(left_inverse(a, a * -2.0).is_none());
        assert_eq!(left_inverse(dvec2(2., 0.), dvec2(0., 4.)), Some([dvec2(0.5, 0.), dvec2(0., 0.25)]));
        // Vectors of any magnitude.
        for [i, j] in
            [[-1000, -1000], [-300, -300], [300, 300], [1000, 1000], [-900, 900], [0, -600], [600, 0]]
        {
            let [i, j] = [i, j].map(|e| 2.0_f64.powi(e));
            let rows = left_inverse(a * i, b * j).unwrap();
            assert!((rows[0] * i - s).length() < 1e-15 && (rows[1] * j - t).length() < 1e-15, "{rows:?}");
            assert!(left_inverse(a * i, a * -j).is_none() && left_inverse(a * i, DVec3::ZERO).is_none());
        }
    }

    #[test]
    fn a9_projection_and_rejection_do_not_depend_on_the_length() {
        let v = dvec3(3.0, 4.0, 5.0);
        for u in [DVec3::X, DVec3::X * 1e-9, DVec3::X * -300.0] {
            assert!((project_onto(v, u) - dvec3(3.0, 0.0, 0.0)).length() < 1e-15);
            assert!((reject_from(v, u) - dvec3(0.0, 4.0, 5.0)).length() < 1e-15);
            assert_eq!(scalar_projection(v, u), 3.0 * u.x.signum());
        }
        assert_eq!((project_onto(v, DVec3::ZERO), reject_from(v, DVec3::ZERO)), (DVec3::ZERO, v));
        assert_eq!(project_onto(dvec2(1.0, 1.0), DVec2::Y), DVec2::Y);
        for size in [5e-324, 1e-170, 1e-160, 1e160, 1e200, f64::MAX] {
            let parts = (project_onto(v, DVec3::Y * size), reject_from(v, DVec3::Y * -size));
            assert_eq!(parts, (dvec3(0.0, 4.0, 0.0), dvec3(3.0, 0.0, 5.0)), "{size}");
        }
        for size in [1e-45, 1e-20, 1e20, f32::MAX] {
            assert_eq!(project_onto(vec2(3.0, 4.0), vec2(0.0, size)), vec2(0.0, 4.0), "{size}");
        }
    }

    #[test]
    fn the_inverse_undoes_the_map() {
        let m = LinearMap::<DVec3>::new([dvec3(2., 1., 0.), dvec3(-1., 3., 1.), dvec3(0., 0.5, 4.)]);
        let p = dvec3(5.0, -6.0, 7.0);
        assert!((m.inverse().unwrap().times_column(m.times_column(p)) - p).length() < 1e-14);
        assert_eq!(m.transposed().times_column(p), m.times_row(p));
        assert_eq!(m.after(&LinearMap::identity(1.0)).columns, m.columns);
        assert!(LinearMap::dyad(p, p).inverse().is_none());
        let quarter = LinearMap::<DVec2>::new([DVec2::Y, -DVec2::X]);
        assert_eq!((quarter.determinant(), quarter.inverse().unwrap().columns), (1.0, [-DVec2::Y, DVec2::X]));
    }
}
