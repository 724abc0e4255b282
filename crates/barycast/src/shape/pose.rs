//! A turn about the origin, then a way, each coordinate rounded once.

use crate::number::{DoubleDouble, Float, two_product, two_sum};
use crate::vector::FloatVector;

/// A coordinate of what takes the coordinate axes to `axes` and then moves by `plus`, in double-double precision.
pub(crate) fn turned<V: FloatVector>(axes: &[V], v: V, plus: V, axis: usize) -> DoubleDouble {
    let number = |x: V::Scalar| DoubleDouble::new(x.to_f64());
    let along = |sum: DoubleDouble, i: usize| sum + number(axes[i].get(axis)) * number(v.get(i));
    (0..V::DIM).fold(DoubleDouble::new(0.0), along) + number(plus.get(axis))
}

/// The first part of [`turned`]: the coordinate rounded to `f64`.
///
/// A compensated sum finds it in a quarter of the time wherever it can prove that nothing rounds the other way.
pub(crate) fn turned_once<V: FloatVector>(axes: &[V], v: V, plus: V, axis: usize) -> f64 {
    let (mut sum, mut size, mut rest) = (0.0, 0.0, 0.0);
    for i in 0..V::DIM {
        let (product, error) = two_product(axes[i].get(axis).to_f64(), v.get(i).to_f64());
        let (total, lost) = two_sum(sum, product);
        (sum, size, rest) = (total, size + product.abs(), rest + (lost + error));
    }
    let plus_axis = plus.get(axis).to_f64();
    let (sum, lost) = two_sum(sum, plus_axis);
    let (rest, size) = (rest + lost, size + plus_axis.abs());
    // Far more than both sums are off: this one in its rest by a few units of the square of the last place, as that of twice the digits.
    let off = size * (64.0 * f64::EPSILON * f64::EPSILON);
    let rounded = sum + rest;
    let sure = rounded == sum + (rest + off) && rounded == sum + (rest - off);
    // Where products underflow, errors are no longer exact.
    if sure && (1e-250..1e250).contains(&size) { rounded } else { turned(axes, v, plus, axis).parts().0 }
}
