//! Homogeneous points: one number more than the dimension, and only the ratios count.
//!
//! ```text
//! (x, y, z)  ->  (w x, w y, w z, w)        (a, b) = (a / b, 1)        w = 0: a direction
//! ```
//!
//! Two stand for the same point when one is a multiple of the other: when all `a_i b_j = a_j b_i`, which needs no
//! division and holds for directions too (a direction is then the point at infinity that it leads to, and so does its
//! opposite). All zeros stand for nothing.
//!
//! Sources: [Foley 5.2].

use crate::exact::determinant_sign;
use crate::number::{Field, Float, Mask, Ring};
use crate::vector::Vector;
use core::array;

/// A point of `N - 1` dimensions, or a direction, in `N` homogeneous numbers; the last is `w`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homogeneous<S, const N: usize>(pub [S; N]);

/// A point on a line: `(w x, w)`.
pub type Homogeneous1<S> = Homogeneous<S, 2>;
/// A point in a plane: `(w x, w y, w)`.
pub type Homogeneous2<S> = Homogeneous<S, 3>;
/// A point in space: `(w x, w y, w z, w)`.
pub type Homogeneous3<S> = Homogeneous<S, 4>;

impl<S: Ring, const N: usize> Homogeneous<S, N> {
    /// The point, at `w = 1`: `(x, y, z, 1)`.
    pub fn point<V: Vector<Scalar = S>>(p: V) -> Self {
        Self::at(p, p.get(0).one())
    }

    /// The direction, at `w = 0`: `(x, y, z, 0)`. Translations leave it alone.
    pub fn direction<V: Vector<Scalar = S>>(v: V) -> Self {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        Self(array::from_fn(|i| if i < V::DIM { v.get(i) } else { v.get(0).zero() }))
    }

    /// The point at another `w`: `(w x, w y, w z, w)`.
    pub fn at<V: Vector<Scalar = S>>(p: V, w: S) -> Self {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        Self(array::from_fn(|i| if i < V::DIM { p.get(i) * w } else { w }))
    }

    /// The last number, by which the others are divided.
    pub fn w(&self) -> S {
        const { assert!(N > 0, "a homogeneous point has a w") }
        self.0[N - 1]
    }

    /// `1 / w`, which Direct3D calls RHW; none for a direction.
    pub fn reciprocal_w(&self) -> <S::Mask as Mask>::Opt<S>
    where
        S: Field,
    {
        let w = self.w();
        differs(w).then_some(w.one().div_or(w, w.zero()))
    }

    /// All numbers times `k`: the same point, unless `k` is 0.
    pub fn times(&self, k: S) -> Self {
        Self(array::from_fn(|i| self.0[i] * k))
    }

    /// `w = 0`: a direction, a point at infinity.
    pub fn is_direction(&self) -> S::Mask {
        let w = self.w();
        w.same(w.zero())
    }

    /// Not all numbers are 0: it stands for something.
    pub fn exists(&self) -> S::Mask {
        self.0.iter().fold(self.w().never(), |any, x| any | differs(*x))
    }

    /// The same point: one is a multiple of the other, and neither is all zeros. Exact wherever products are; of
    /// floats see [`is_same_point`](Self::is_same_point).
    pub fn equivalent(&self, other: &Self) -> S::Mask {
        let mut all = self.exists() & other.exists();
        for i in 0..N {
            for j in i + 1..N {
                all = all & (self.0[i] * other.0[j]).same(self.0[j] * other.0[i]);
            }
        }
        all
    }

    /// Divided by `w`: `(x / w, y / w, z / w)`; none for a direction.
    pub fn to_point<V: Vector<Scalar = S, Mask = S::Mask>>(&self) -> <S::Mask as Mask>::Opt<V>
    where
        S: Field,
    {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        let w = self.w();
        differs(w).then_some(V::from_fn(|i| self.0[i].div_or(w, w.zero())))
    }

    /// The first numbers, not divided: of a direction the vector.
    pub fn to_direction<V: Vector<Scalar = S>>(&self) -> V {
        const { assert!(N == V::DIM + 1, "one number more than the vector has") }
        V::from_fn(|i| self.0[i])
    }
}

impl<S: Float, const N: usize> Homogeneous<S, N> {
    /// The same point, for floats as they are: the signs of the products' differences are exact. Numbers that are not
    /// finite are in no point.
    pub fn is_same_point(&self, other: &Self) -> bool {
        proportional(&self.0, &other.0)
    }

    /// The same point with `w = 1`; `None` for a direction, and where a quotient is too large.
    pub fn normalized(&self) -> Option<Self> {
        let w = self.w();
        let divided = Self(array::from_fn(|i| self.0[i] / w));
        divided.0.iter().all(|x| x.is_finite()).then_some(divided)
    }
}

/// It is not 0.
fn differs<S: Ring>(x: S) -> S::Mask {
    x.lt(x.zero()) | x.zero().lt(x)
}

/// One list is a multiple of the other, neither is all zeros, and all is finite: exactly.
pub(super) fn proportional<S: Float>(a: &[S], b: &[S]) -> bool {
    let usable = |list: &[S]| list.iter().all(|x| x.is_finite()) && list.iter().any(|x| *x != S::ZERO);
    if !usable(a) || !usable(b) {
        return false;
    }
    // Against one number that is not 0 in `a`: equal there, the rest follow.
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
    fn exercise_1_1_three_names_of_the_point_at_two_thirds_on_a_line() {
        let p = Homogeneous([2.0, 3.0]);
        for same in [[4.0, 6.0], [-2.0, -3.0], [200.0, 300.0]] {
            assert!(p.equivalent(&Homogeneous(same)) && p.is_same_point(&Homogeneous(same)), "{same:?}");
        }
        assert_eq!(p.normalized().unwrap().0[0], 2.0 / 3.0);
    }

    #[test]
    fn a1_two_hundred_and_three_is_another_point_than_two_and_three() {
        assert!(!Homogeneous([200.0_f64, 3.0]).equivalent(&Homogeneous([2.0, 3.0])));
        assert!(!Homogeneous([200.0, 3.0]).is_same_point(&Homogeneous([2.0, 3.0])));
    }

    #[test]
    fn exercise_1_2_three_names_of_a_point_in_a_plane() {
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
    fn a_direction_has_no_point_and_all_zeros_stand_for_nothing() {
        let along = Homogeneous3::direction(DVec3::X);
        assert!(along.is_direction() && along.exists() && along.to_point::<DVec3>().is_none());
        assert!(along.equivalent(&along.times(-3.0)) && along.normalized().is_none());
        let nothing = Homogeneous([0.0_f64; 4]);
        assert!(!nothing.exists() && !nothing.equivalent(&nothing) && !nothing.is_same_point(&nothing));
    }

    #[test]
    fn there_and_back_at_any_w() {
        let p = dvec3(1.0, -2.0, 0.5);
        assert_eq!(Homogeneous3::at(p, -4.0).to_point(), Some(p));
        assert_eq!(Homogeneous3::point(p).0, [1.0, -2.0, 0.5, 1.0]);
        assert_eq!(Homogeneous2::point(dvec2(7.0, 8.0)).to_point(), Some(dvec2(7.0, 8.0)));
        assert_eq!(Homogeneous2::direction(DVec2::Y).to_direction::<DVec2>(), DVec2::Y);
        assert_eq!(Homogeneous3::at(vec3(1.0, 2.0, 3.0), 2.0).w(), 2.0);
    }

    #[test]
    fn of_floats_it_is_decided_exactly() {
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
