//! Projective maps: matrices of which only the ratios of entries matter.
//!
//! [`Projective`] stores the columns of the matrix for `M * v`, as glam does. Books that write
//! points as rows use the transposed matrix for `v * M`. Its rows are our columns, so
//! [`rows`](Projective::rows) and [`transposed`](Projective::transposed) convert between the
//! conventions. Written for columns, with a point `c`, a vector `B`, and any nonzero `w` and `k`:
//!
//! ```text
//! identity    negation     constant    translation   A - B/k
//! w 0 0 0    -w  0  0 0   0 0 0 w cx   w 0 0 w Bx    k 0 0 -Bx
//! 0 w 0 0     0 -w  0 0   0 0 0 w cy   0 w 0 w By    0 k 0 -By
//! 0 0 w 0     0  0 -w 0   0 0 0 w cz   0 0 w w Bz    0 0 k -Bz
//! 0 0 0 w     0  0  0 w   0 0 0 w      0 0 0 w       0 0 0  k
//! ```
//!
//! The sum of two matrices is not the matrix of the sum of the maps: the corner `w` would be
//! counted twice. [`plus_at_equal_w`](Projective::plus_at_equal_w) adds maps.
//!
//! Sources: [Foley 5.2].

use super::homogeneous::{Homogeneous, proportional};
use crate::number::{Field, Float, Mask, Ring};
use crate::vector::Vector;
use core::array;
use core::ops::Mul;

/// A square matrix up to scale, by its columns.
///
/// ```
/// use barycast::d3::f64::Plane;
/// use barycast::frame::Projective3;
/// use glam::{DVec3, dvec3};
///
/// // A projection onto the floor along the light, then a step aside: maps multiply from the right.
/// let floor = Plane::new(DVec3::Z, 0.0);
/// let shadow = Projective3::try_oblique(&floor, dvec3(1.0, 0.0, -1.0))?;
/// let aside = Projective3::translation(DVec3::Y);
/// assert_eq!((aside * shadow).map_point(dvec3(0.0, 0.0, 2.0)), Some(dvec3(2.0, 1.0, 0.0)));
/// # Ok::<(), barycast::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projective<S, const N: usize> {
    /// Columns of the matrix for `M * v`: `columns[j][i]` is in row `i` and column `j`.
    pub columns: [[S; N]; N],
}

/// A projective map of a line: 2 by 2.
pub type Projective1<S> = Projective<S, 2>;
/// A projective map of the plane: 3 by 3.
pub type Projective2<S> = Projective<S, 3>;
/// A projective map of space: 4 by 4.
pub type Projective3<S> = Projective<S, 4>;

impl<S: Ring, const N: usize> Projective<S, N> {
    /// Builds the matrix for `M * v` from the entry of each row and column.
    pub fn from_fn(mut number: impl FnMut(usize, usize) -> S) -> Self {
        Self { columns: array::from_fn(|j| array::from_fn(|i| number(i, j))) }
    }

    /// Builds the matrix for `M * v` from its rows, as it is written on paper.
    pub fn from_rows(rows: [[S; N]; N]) -> Self {
        Self::from_fn(|i, j| rows[i][j])
    }

    /// Returns the rows of the matrix for `M * v`, which are the columns of the matrix for `v * M`.
    pub fn rows(&self) -> [[S; N]; N] {
        self.transposed().columns
    }

    /// Returns the transposed matrix, which converts between `M * v` and `v * M`.
    pub fn transposed(&self) -> Self {
        Self::from_fn(|i, j| self.columns[i][j])
    }

    /// Returns the entry in row `i`, column `j` of the matrix for `M * v`.
    fn at(&self, i: usize, j: usize) -> S {
        self.columns[j][i]
    }

    /// Returns `diag(w, w, w, w)`: the identity, for any nonzero `w`.
    pub fn identity(w: S) -> Self {
        Self::from_fn(|i, j| if i == j { w } else { w.zero() })
    }

    /// Returns `diag(-w, -w, -w, w)`: the point reflection through the origin.
    pub fn negation(w: S) -> Self {
        Self::from_fn(|i, j| match (i == j, i + 1 == N) {
            (true, true) => w,
            (true, false) => -w,
            _ => w.zero(),
        })
    }

    /// Returns the map that takes every point to `c`: the last column is `c` at that `w`, all
    /// others are 0. (Directions have no image.)
    pub fn constant<V: Vector<Scalar = S>>(c: V, w: S) -> Self {
        let image = Homogeneous::<S, N>::at(c, w);
        Self::from_fn(|i, j| if j + 1 == N { image.0[i] } else { w.zero() })
    }

    /// Returns the translation `a -> a + b`.
    pub fn translation<V: Vector<Scalar = S>>(b: V) -> Self {
        Self::translation_at(b, b.get(0).one())
    }

    /// Returns the translation at another `w`: for column vectors `w I` with `w b` in the last
    /// column, for row vectors in the last row.
    pub fn translation_at<V: Vector<Scalar = S>>(b: V, w: S) -> Self {
        let last = Homogeneous::<S, N>::at(b, w);
        Self::from_fn(|i, j| match (j + 1 == N, i == j) {
            (true, _) => last.0[i],
            (false, true) => w,
            _ => w.zero(),
        })
    }

    /// Returns the map `a -> a + (d / k) b - ((a . c) / k) b` without dividing: `k` becomes `w`,
    /// for any `k`.
    ///
    /// With `c` the normal of the plane `c . x = d` and `k = c . b`, this is the projection along
    /// `b` onto the plane ([`try_shadow`](Self::try_shadow)). Other `k` move each point by another
    /// multiple of that offset: `2 k` by half of it, `k / 2` by twice, which is the oblique
    /// reflection. With `k = 0` points map to the point at infinity along `b`.
    ///
    /// ```
    /// use barycast::frame::Projective3;
    /// use glam::dvec3;
    ///
    /// let (b, c, d) = (dvec3(1.0, 2.0, 2.0), dvec3(0.0, 0.0, 1.0), 6.0);
    /// let a = dvec3(5.0, 1.0, 2.0);
    /// for k in [1.0, 2.0, 4.0, -8.0] {
    ///     let image = Projective3::along_by_plane(b, c, d, k).map_point(a);
    ///     assert_eq!(image, Some(a + b * (d / k) - b * (a.dot(c) / k)));
    /// }
    /// ```
    pub fn along_by_plane<V: Vector<Scalar = S>>(b: V, c: V, d: S, k: S) -> Self {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        Self::from_fn(|i, j| match (i + 1 == N, j + 1 == N) {
            (true, true) => k,
            (true, false) => k.zero(),
            (false, true) => d * b.get(i),
            (false, false) if i == j => k - b.get(i) * c.get(j),
            (false, false) => -(b.get(i) * c.get(j)),
        })
    }

    /// Returns the map `a -> a - b / k` without dividing: `k` becomes `w`. With `k = 0` points map
    /// to the point at infinity along `-b`.
    pub fn minus_over<V: Vector<Scalar = S>>(b: V, k: S) -> Self {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        Self::from_fn(|i, j| match (i == j, j + 1 == N) {
            (true, _) => k,
            (false, true) => -b.get(i),
            _ => k.zero(),
        })
    }

    /// Returns `M * v`, with the point as a column.
    pub fn times_column(&self, v: &Homogeneous<S, N>) -> Homogeneous<S, N> {
        Homogeneous(array::from_fn(|i| {
            let mut sum = self.at(i, 0) * v.0[0];
            for j in 1..N {
                sum = sum + self.at(i, j) * v.0[j];
            }
            sum
        }))
    }

    /// Returns `v * M`, with the point as a row: the [transposed](Self::transposed) matrix times a
    /// column.
    pub fn times_row(&self, v: &Homogeneous<S, N>) -> Homogeneous<S, N> {
        self.transposed().times_column(v)
    }

    /// Maps a point; none if its image is at infinity.
    pub fn map_point<V: Vector<Scalar = S, Mask = S::Mask>>(&self, p: V) -> <S::Mask as Mask>::Opt<V>
    where
        S: Field,
    {
        self.times_column(&Homogeneous::point(p)).to_point()
    }

    /// Multiplies every entry by `k`: the same map, unless `k` is 0.
    pub fn times(&self, k: S) -> Self {
        Self::from_fn(|i, j| self.at(i, j) * k)
    }

    /// Returns the sum of two maps, `p -> A p + B p`, if both map infinity to infinity (their last
    /// row is `0 .. 0 w`), none otherwise.
    ///
    /// Both are brought to a common `w` first, which is not summed:
    ///
    /// ```text
    /// | A a |   | B b |     | v A + u B   v a + u b |
    /// | 0 u | + | 0 v |  =  |     0          u v    |
    /// ```
    pub fn plus_at_equal_w(&self, other: &Self) -> <S::Mask as Mask>::Opt<Self> {
        let last = N - 1;
        let (u, v) = (self.at(last, last), other.at(last, last));
        let zero = u.zero();
        let mut affine = (u.lt(zero) | zero.lt(u)) & (v.lt(zero) | zero.lt(v));
        for j in 0..last {
            affine = affine & self.at(last, j).same(zero) & other.at(last, j).same(zero);
        }
        affine.then_some(Self::from_fn(|i, j| match (i == last, j == last) {
            (true, true) => u * v,
            (true, false) => zero,
            _ => v * self.at(i, j) + u * other.at(i, j),
        }))
    }

    /// Returns the determinant, 0 exactly if the map is singular.
    pub fn determinant(&self) -> S {
        self.minor(N, N)
    }

    /// Returns the inverse up to scale, without dividing: the adjugate matrix (transposed
    /// cofactors). It is not an inverse if the map is singular ([`determinant`](Self::determinant)
    /// is 0).
    pub fn inverse_up_to_scale(&self) -> Self {
        Self::from_fn(|i, j| {
            let minor = self.minor(j, i);
            if (i + j) % 2 == 0 { minor } else { -minor }
        })
    }

    /// Returns the determinant without one row and one column; an index out of range removes none.
    fn minor(&self, without_row: usize, without_column: usize) -> S {
        let columns = (0..N).filter(|j| *j != without_column).fold(0, |mask, j| mask | 1 << j);
        self.expand(0, without_row, columns)
    }

    /// Expands by the first remaining row, over the columns of the mask.
    fn expand(&self, row: usize, without_row: usize, columns: u32) -> S {
        let one = self.at(0, 0).one();
        if columns == 0 {
            return one;
        }
        if row == without_row {
            return self.expand(row + 1, without_row, columns);
        }
        let (mut sum, mut plus) = (one.zero(), true);
        for j in (0..N).filter(|j| columns >> j & 1 == 1) {
            let term = self.at(row, j) * self.expand(row + 1, without_row, columns & !(1 << j));
            sum = if plus { sum + term } else { sum - term };
            plus = !plus;
        }
        sum
    }

    /// Tests whether both matrices represent the same map: one is a multiple of the other, and
    /// neither is all zeros. Exact if products are.
    pub fn equivalent(&self, other: &Self) -> S::Mask {
        let (a, b) = (self.columns.as_flattened(), other.columns.as_flattened());
        let exists = |m: &[S]| m.iter().fold(m[0].never(), |any, x| any | x.lt(x.zero()) | x.zero().lt(*x));
        let mut all = exists(a) & exists(b);
        for i in 0..a.len() {
            for j in i + 1..a.len() {
                all = all & (a[i] * b[j]).same(a[j] * b[i]);
            }
        }
        all
    }
}

impl<S: Float, const N: usize> Projective<S, N> {
    /// Tests exactly whether both matrices represent the same map, for floats as they are.
    pub fn is_same_map(&self, other: &Self) -> bool {
        proportional(self.columns.as_flattened(), other.columns.as_flattened())
    }

    /// Tests whether both matrices represent the same map within a tolerance: each is divided by
    /// its largest entry, and no two entries differ by more than `tolerance`.
    pub fn is_same_map_within(&self, other: &Self, tolerance: S) -> bool {
        let (a, b) = (self.columns.as_flattened(), other.columns.as_flattened());
        let largest = (0..a.len()).fold(0, |k, i| if a[k].abs() < a[i].abs() { i } else { k });
        let (p, q) = (a[largest], b[largest]);
        p != S::ZERO && q != S::ZERO && (0..a.len()).all(|i| (a[i] / p - b[i] / q).abs() <= tolerance)
    }
}

/// Returns the composition, which applies the right map first: `(A * B) * v = A * (B * v)`.
impl<S: Ring, const N: usize> Mul for Projective<S, N> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self { columns: other.columns.map(|column| self.times_column(&Homogeneous(column)).0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Arena;
    use glam::{DMat4, DVec3, dvec2, dvec3};

    const A: DVec3 = DVec3::new(2.0, -3.0, 5.0);
    const B: DVec3 = DVec3::new(10.0, 4.0, -6.0);

    /// Maps a point in the row convention, by the transposed matrix.
    fn by_rows(m: &Projective3<f64>, p: DVec3) -> DVec3 {
        m.transposed().times_row(&Homogeneous::point(p)).to_point().unwrap()
    }

    #[test]
    fn a2_each_matrix_at_any_w_in_both_conventions() {
        for w in [1.0, -2.0, 0.25] {
            let made = [
                (Projective3::identity(w), A),
                (Projective3::negation(w), -A),
                (Projective3::constant(B, w), B),
                (Projective3::constant(-B, w), -B),
                (Projective3::translation_at(B, w), A + B),
            ];
            for (m, image) in made {
                assert_eq!((m.map_point(A), by_rows(&m, A)), (Some(image), image));
            }
        }
        assert!(Projective3::identity(3.0).is_same_map(&Projective3::identity(-0.1)));
        assert!(!Projective3::identity(1.0).is_same_map(&Projective3::negation(1.0)));
    }

    #[test]
    fn exercise_1_3_a_plus_b_is_one_matrix() {
        let m = Projective3::translation(B);
        assert_eq!(m.map_point(A), Some(A + B));
        // The printed matrix for rows.
        let rows = [[1., 0., 0., 0.], [0., 1., 0., 0.], [0., 0., 1., 0.], [10., 4., -6., 1.]];
        assert_eq!(m.columns, rows);
        assert!(m.equivalent(&Projective3::translation_at(B, -7.0)));
        assert_eq!(
            Projective::<f64, 3>::translation(dvec2(1., 2.)).map_point(dvec2(3., 4.)),
            Some(dvec2(4., 6.))
        );
    }

    #[test]
    fn a2_the_literal_sum_of_the_matrices_halves_the_result() {
        let (a, b) = (dvec3(2.0, 0.0, 0.0), dvec3(10.0, 0.0, 0.0));
        let (identity, to_b) = (Projective3::identity(1.0), Projective3::constant(b, 1.0));
        let literal = Projective3::from_fn(|i, j| identity.at(i, j) + to_b.at(i, j));
        assert_eq!(literal.map_point(a), Some(dvec3(6.0, 0.0, 0.0)));
        let sum = identity.plus_at_equal_w(&to_b).unwrap();
        assert_eq!((sum.map_point(a), sum), (Some(a + b), Projective3::translation(b)));
        // Also at unequal w.
        let sum = Projective3::identity(-3.0).plus_at_equal_w(&Projective3::constant(b, 0.5)).unwrap();
        assert!(sum.map_point(a) == Some(a + b) && sum.is_same_map(&Projective3::translation(b)));
    }

    #[test]
    fn exercise_1_4_a_minus_b_over_k_divides_nothing() {
        for k in [2.0, -0.5] {
            let m = Projective3::minus_over(B, k);
            assert_eq!(m.map_point(A), Some(A - B / k));
            let parts = Projective3::identity(k).plus_at_equal_w(&Projective3::constant(-B / k, k)).unwrap();
            assert!(m.is_same_map(&parts));
        }
        let rows = [[3., 0., 0., 0.], [0., 3., 0., 0.], [0., 0., 3., 0.], [-10., -4., 6., 3.]];
        assert_eq!(Projective3::minus_over(B, 3.0).columns, rows, "as the text prints it, for rows");
        assert_eq!(Projective3::minus_over(B, 0.0).map_point(A), None);
    }

    #[test]
    fn maps_that_send_points_to_infinity_have_no_sum() {
        let mut m = Projective3::identity(1.0_f64);
        m.columns[0][3] = 1.0;
        assert!(m.plus_at_equal_w(&Projective3::identity(1.0)).is_none());
        assert_eq!(m.map_point(dvec3(-1.0, 0.0, 0.0)), None);
    }

    #[test]
    fn the_inverse_up_to_scale_undoes_the_map() {
        let columns = [[2., 1., 0., 3.], [-1., 4., 2., 0.], [5., 0., 1., 1.], [2., 2., -3., 1.]];
        let m = Projective { columns };
        let back = m.inverse_up_to_scale();
        assert!((m * back).is_same_map(&Projective3::identity(1.0)));
        assert_eq!(m.determinant(), DMat4::from_cols_array_2d(&columns).determinant());
        let line = Projective1::from_rows([[2.0, 3.0], [1.0, 4.0]]);
        assert_eq!(line.inverse_up_to_scale(), Projective1::from_rows([[4.0, -3.0], [-1.0, 2.0]]));
        let plane = Projective { columns: [[2., 1., 0.], [-1., 4., 2.], [5., 0., 1.]] };
        assert!((plane.inverse_up_to_scale() * plane).is_same_map(&Projective::identity(1.0)));
    }

    #[test]
    fn products_compose_right_to_left_like_glam() {
        let (a, b) = (Projective3::translation(A), Projective3::negation(2.0));
        let glams = |m: Projective3<f64>| DMat4::from_cols_array_2d(&m.columns);
        assert_eq!(glams(a * b), glams(a) * glams(b));
        assert_eq!((a * b).map_point(B), Some(A - B));
        // For rows the order is reversed.
        assert_eq!(
            (b.transposed() * a.transposed()).times_row(&Homogeneous::point(B)).to_point(),
            Some(A - B)
        );
    }

    #[test]
    fn equal_within_a_tolerance_of_the_largest_number() {
        let m = Projective3::translation(B);
        let near = Projective3::from_fn(|i, j| (m.at(i, j) + 1e-9) * -3.0);
        assert!(m.is_same_map_within(&near, 1e-8) && !m.is_same_map_within(&near, 1e-11));
        assert!(!m.is_same_map(&near) && !m.is_same_map_within(&Projective3::identity(0.0), 1e9));
    }

    #[test]
    fn exact_numbers_use_the_same_code() {
        let arena = Arena::new();
        let third = arena.number(1.0) / arena.number(3.0);
        let identity = Projective3::identity(third);
        assert!(identity.equivalent(&Projective3::identity(arena.number(1.0))));
        assert!(identity.inverse_up_to_scale().equivalent(&identity));
    }
}
