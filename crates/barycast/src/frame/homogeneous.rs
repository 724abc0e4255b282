//! Homogeneous coordinates: one number more than the dimension, of which only the ratios matter.
//!
//! ```text
//! (x, y, z)  ->  (w x, w y, w z, w)        (a, b) = (a / b, 1)        w = 0: a direction
//! ```
//!
//! Two lists represent the same point if one is a multiple of the other, that is, if
//! `a_i b_j = a_j b_i` for all `i, j`. This needs no division and applies to directions too (a
//! direction is a point at infinity, and equals its opposite). All zeros represent no point.
//!
//! Sources: [Foley 5.2].

use crate::exact::determinant_sign;
use crate::number::{Field, Float, Mask, Ring};
use crate::vector::Vector;
use core::array;

/// A point in `N - 1` dimensions, or a direction, in `N` homogeneous coordinates; the last is `w`.
///
/// ```
/// use barycast::frame::Homogeneous;
/// use glam::{DVec2, dvec2};
///
/// let point = Homogeneous([3.0_f64, 4.0, 2.0]);
/// assert_eq!(point.to_point(), Some(dvec2(1.5, 2.0)));
/// assert!(point.equivalent(&Homogeneous([-3.0, -4.0, -2.0])));
/// let direction = Homogeneous::<f64, 3>::direction(DVec2::X); // a point at infinity
/// assert_eq!(direction.to_point::<DVec2>(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homogeneous<S, const N: usize>(pub [S; N]);

/// A point on a line: `(w x, w)`.
pub type Homogeneous1<S> = Homogeneous<S, 2>;
/// A point in a plane: `(w x, w y, w)`.
pub type Homogeneous2<S> = Homogeneous<S, 3>;
/// A point in space: `(w x, w y, w z, w)`.
pub type Homogeneous3<S> = Homogeneous<S, 4>;

impl<S: Ring, const N: usize> Homogeneous<S, N> {
    /// Returns the point at `w = 1`: `(x, y, z, 1)`.
    pub fn point<V: Vector<Scalar = S>>(p: V) -> Self {
        Self::at(p, p.get(0).one())
    }

    /// Returns the direction, with `w = 0`: `(x, y, z, 0)`. Translations leave it unchanged.
    pub fn direction<V: Vector<Scalar = S>>(v: V) -> Self {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        Self(array::from_fn(|i| if i < V::DIM { v.get(i) } else { v.get(0).zero() }))
    }

    /// Returns the point at the given `w`: `(w x, w y, w z, w)`.
    pub fn at<V: Vector<Scalar = S>>(p: V, w: S) -> Self {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        Self(array::from_fn(|i| if i < V::DIM { p.get(i) * w } else { w }))
    }

    /// Returns the last coordinate, by which the others are divided.
    pub fn w(&self) -> S {
        const { assert!(N > 0, "a homogeneous point has a w") }
        self.0[N - 1]
    }

    /// Returns `1 / w` (Direct3D's RHW), or none for a direction.
    pub fn reciprocal_w(&self) -> <S::Mask as Mask>::Opt<S>
    where
        S: Field,
    {
        let w = self.w();
        is_nonzero_number(w).then_some(w.one().div_or(w, w.zero()))
    }

    /// Multiplies all coordinates by `k`: the same point, unless `k` is 0.
    pub fn times(&self, k: S) -> Self {
        Self(array::from_fn(|i| self.0[i] * k))
    }

    /// Tests `w = 0`: a direction, or point at infinity.
    pub fn is_direction(&self) -> S::Mask {
        let w = self.w();
        w.same(w.zero())
    }

    /// Tests that not all coordinates are 0.
    pub fn is_nonzero(&self) -> S::Mask {
        self.0.iter().fold(self.w().never(), |any, x| any | is_nonzero_number(*x))
    }

    /// Tests whether both represent the same point: one is a multiple of the other, and neither is
    /// all zeros. Exact if products are; for floats see [`is_same_point`](Self::is_same_point).
    pub fn equivalent(&self, other: &Self) -> S::Mask {
        let mut all = self.is_nonzero() & other.is_nonzero();
        for i in 0..N {
            for j in i + 1..N {
                all = all & (self.0[i] * other.0[j]).same(self.0[j] * other.0[i]);
            }
        }
        all
    }

    /// Divides by `w`: `(x / w, y / w, z / w)`; none for a direction.
    pub fn to_point<V: Vector<Scalar = S, Mask = S::Mask>>(&self) -> <S::Mask as Mask>::Opt<V>
    where
        S: Field,
    {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        let w = self.w();
        is_nonzero_number(w).then_some(V::from_fn(|i| self.0[i].div_or(w, w.zero())))
    }

    /// Returns the first coordinates without dividing: for a direction, its vector.
    pub fn to_direction<V: Vector<Scalar = S>>(&self) -> V {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        V::from_fn(|i| self.0[i])
    }
}

impl<S: Float, const N: usize> Homogeneous<S, N> {
    /// Tests exactly whether both represent the same point, for floats as they are. Returns `false`
    /// if a coordinate is not finite.
    pub fn is_same_point(&self, other: &Self) -> bool {
        proportional(&self.0, &other.0)
    }

    /// Returns the same point with `w = 1`, or `None` for a direction or if a quotient overflows.
    pub fn normalized(&self) -> Option<Self> {
        let w = self.w();
        let divided = Self(array::from_fn(|i| self.0[i] / w));
        divided.0.iter().all(|x| x.is_finite()).then_some(divided)
    }
}

/// Tests that `x` is not 0.
fn is_nonzero_number<S: Ring>(x: S) -> S::Mask {
    x.lt(x.zero()) | x.zero().lt(x)
}

/// Tests exactly that one list is a multiple of the other, neither is all zeros, and all numbers
/// are finite.
pub(super) fn proportional<S: Float>(a: &[S], b: &[S]) -> bool {
    let usable = |list: &[S]| list.iter().all(|x| x.is_finite()) && list.iter().any(|x| *x != S::ZERO);
    if !usable(a) || !usable(b) {
        return false;
    }
    // Comparing with one nonzero number of `a` is enough: if all of these products agree, the
    // others do too.
    let Some(k) = a.iter().position(|x| *x != S::ZERO) else { return false };
    b[k] != S::ZERO && (0..a.len()).all(|i| determinant_sign(a[k], a[i], b[k], b[i]) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Arena;
    use crate::vector::V3;
    use glam::{DVec2, DVec3, dvec2, dvec3, vec3};

    #[test]
    fn exercise_1_1_three_representations_of_the_point_at_two_thirds_on_a_line() {
        let p = Homogeneous([2.0, 3.0]);
        for same in [[4.0, 6.0], [-2.0, -3.0], [200.0, 300.0]] {
            assert!(p.equivalent(&Homogeneous(same)) && p.is_same_point(&Homogeneous(same)), "{same:?}");
        }
        assert_eq!(p.normalized().unwrap().0[0], 2.0 / 3.0);
    }

    #[test]
    fn a1_scaling_one_coordinate_gives_another_point() {
        assert!(!Homogeneous([200.0_f64, 3.0]).equivalent(&Homogeneous([2.0, 3.0])));
        assert!(!Homogeneous([200.0, 3.0]).is_same_point(&Homogeneous([2.0, 3.0])));
    }

    #[test]
    fn exercise_1_2_three_representations_of_a_point_in_a_plane() {
        let p = Homogeneous([3.0, 4.0, 2.0]);
        for same in [[-3.0, -4.0, -2.0], [-1.5, -2.0, -1.0], [6.0, 8.0, 4.0]] {
            assert!(p.equivalent(&Homogeneous(same)) && p.is_same_point(&Homogeneous(same)), "{same:?}");
        }
        assert_eq!(p.to_point(), Some(dvec2(1.5, 2.0)));
    }

    #[test]
    fn the_text_s_chain_of_equal_pairs() {
        let pairs = [[2.0, 4.0], [3.0, 6.0], [1.5, 3.0], [0.5, 1.0]].map(Homogeneous);
        assert!(pairs.iter().all(|a| pairs.iter().all(|b| a.equivalent(b))));
        assert!(!Homogeneous([2.0_f64, 1.0]).equivalent(&Homogeneous([4.0, 1.0])));
    }

    #[test]
    fn a1_rhw_is_one_over_w_and_not_w() {
        assert_eq!(Homogeneous([2.0, 4.0, 6.0, 2.0]).reciprocal_w(), Some(0.5));
        assert_eq!(Homogeneous([2.0, 4.0, 6.0, 0.0]).reciprocal_w(), None);
    }

    #[test]
    fn a_direction_has_no_point_and_all_zeros_represent_nothing() {
        let along = Homogeneous3::direction(DVec3::X);
        assert!(along.is_direction() && along.is_nonzero() && along.to_point::<DVec3>().is_none());
        assert!(along.equivalent(&along.times(-3.0)) && along.normalized().is_none());
        let nothing = Homogeneous([0.0_f64; 4]);
        assert!(!nothing.is_nonzero() && !nothing.equivalent(&nothing) && !nothing.is_same_point(&nothing));
    }

    #[test]
    fn dividing_by_w_returns_the_point() {
        let p = dvec3(1.0, -2.0, 0.5);
        assert_eq!(Homogeneous3::at(p, -4.0).to_point(), Some(p));
        assert_eq!(Homogeneous3::point(p).0, [1.0, -2.0, 0.5, 1.0]);
        assert_eq!(Homogeneous2::point(dvec2(7.0, 8.0)).to_point(), Some(dvec2(7.0, 8.0)));
        assert_eq!(Homogeneous2::direction(DVec2::Y).to_direction::<DVec2>(), DVec2::Y);
        assert_eq!(Homogeneous3::at(vec3(1.0, 2.0, 3.0), 2.0).w(), 2.0);
    }

    #[test]
    fn is_same_point_is_exact_for_floats() {
        // Both products round to the same float; the points differ.
        let e = f64::EPSILON;
        let (a, b) = (Homogeneous([1.0 + e, 1.0]), Homogeneous([1.0 + 2.0 * e, 1.0 + e]));
        assert!(a.equivalent(&b) && !a.is_same_point(&b));
        // Both products underflow.
        assert!(!Homogeneous([1e-200, 2e-200]).is_same_point(&Homogeneous([1e-200, 1e-200])));
    }

    #[test]
    fn exact_thirds_are_equal() {
        let arena = Arena::new();
        let number = |x: f64| arena.number(x);
        let p: V3<_> = dvec3(1.0, 2.0, 3.0).lift(&number);
        let third = number(1.0) / number(3.0);
        assert!(Homogeneous3::point(p).equivalent(&Homogeneous3::at(p, third)));
    }
}
