//! Factors along the coordinate axes, which stretch shapes.

use crate::number::{Float, Ring};
use crate::shape::{ListError, ShapeError};
use crate::vector::FloatVector;
use crate::vector::size::{exponent, shifted};
use alloc::vec::Vec;

/// A factor for each axis, finite and not 0.
pub(crate) struct Stretch<V: FloatVector> {
    pub(crate) scale: V,
    /// The factor, if it is the same along all axes except for its sign.
    pub(crate) even: Option<V::Scalar>,
}

impl<V: FloatVector> Stretch<V> {
    /// Checks the factors.
    ///
    /// # Errors
    /// Names `scale` when a factor is 0 or not finite.
    pub(crate) fn try_new(scale: V) -> Result<Self, ShapeError> {
        for axis in 0..V::DIM {
            let factor = scale.get(axis);
            if !factor.is_finite() || factor == V::Scalar::ZERO {
                return Err(ShapeError {
                    field: "scale",
                    must: "be finite and not 0",
                    got: Some(factor.to_f64()),
                });
            }
        }
        Ok(Self { scale, even: even(scale) })
    }

    /// Stretches a point or a direction.
    pub(crate) fn point(&self, p: V) -> V {
        p.times(self.scale)
    }

    /// Stretches each point.
    pub(crate) fn points(&self, points: &[V]) -> Vec<V> {
        points.iter().map(|p| self.point(*p)).collect()
    }

    /// Returns the factor of shapes that have an image only if it is the same along all axes.
    ///
    /// # Errors
    /// Names `scale` if it is not.
    pub(crate) fn factor(&self) -> Result<V::Scalar, ListError> {
        Ok(self.even.ok_or(NO_IMAGE)?)
    }

    /// Returns a direction of the image, whose length has no meaning: at ordinary size if the
    /// products leave the range of numbers.
    pub(crate) fn direction(&self, d: V) -> V {
        free(d, self.point(d), |axis| (self.scale.get(axis), 1)).0
    }

    /// Returns the normal and distance of a plane's image, so that the product with a direction of
    /// the image stays the same. If no product rounds, each coordinate of the normal is multiplied
    /// by the factors of the other axes, and the distance by all. Otherwise they are divided, and
    /// then both multiplied by a power of two if the quotients leave the range of numbers.
    pub(crate) fn plane(&self, n: V, distance: V::Scalar) -> (V, V::Scalar) {
        if let Some(image) = exact_normal(n, distance, self.scale) {
            return image;
        }
        let image = V::from_fn(|axis| n.get(axis) / self.scale.get(axis));
        let (image, shift) = free(n, image, |axis| (self.scale.get(axis), -1));
        (image, V::Scalar::from_f64(shifted(distance.to_f64(), shift)))
    }

    /// Returns the factor along each axis of a box or ellipsoid whose axes are coordinate axes, in
    /// any order: the single factor of each of its lengths. Squares of it may leave the range of
    /// numbers.
    pub(crate) fn along(&self, axes: &[V]) -> Option<V> {
        let zero = V::Scalar::ZERO;
        let aligned = |axis: &V| (0..V::DIM).filter(|i| axis.get(*i) != zero).count() == 1;
        axes.iter().all(aligned).then(|| {
            V::from_fn(|i| {
                let image = self.point(axes[i]);
                (1..V::DIM).fold(image.get(0).abs(), |most, axis| image.get(axis).abs().max(most))
            })
        })
    }
}

/// Error for shapes that cannot be [`Scaled`](crate::shape::Scaled).
pub(crate) const NO_IMAGE: ShapeError = ShapeError {
    field: "scale",
    must: "be the same along all axes for this shape, whose stretched image is not answered",
    got: None,
};

/// Returns the factor, if it is the same along all axes except for its sign.
fn even<V: FloatVector>(scale: V) -> Option<V::Scalar> {
    let first = scale.get(0).abs();
    (1..V::DIM).all(|axis| scale.get(axis).abs() == first).then_some(first)
}

/// Returns `None` if a product rounds.
fn exact_normal<V: FloatVector>(n: V, distance: V::Scalar, scale: V) -> Option<(V, V::Scalar)> {
    let even = even(scale);
    let factor = |axis: usize| scale.get(axis).abs();
    let by_all_but = |number: V::Scalar, but: usize| match even {
        // The normal keeps its length.
        Some(factor) if but == V::DIM => exact_product(number, factor),
        Some(_) => Some(number),
        None => (0..V::DIM).filter(|axis| *axis != but).map(factor).try_fold(number, exact_product),
    };
    let mut image = n;
    for axis in 0..V::DIM {
        let number = by_all_but(n.get(axis), axis)?;
        image = image.with(axis, if scale.get(axis) < V::Scalar::ZERO { -number } else { number });
    }
    Some((image, by_all_but(distance, V::DIM)?))
}

/// Returns `None` if the product rounds, or may round.
fn exact_product<S: Float>(a: S, b: S) -> Option<S> {
    let product = a * b;
    let is_zero = a == S::ZERO || b == S::ZERO;
    let sure = product.abs() >= S::MIN_POSITIVE / S::EPSILON && product.is_finite();
    (is_zero || sure && a.precise() * b.precise() == product.precise()).then_some(product)
}

/// Returns the `image` of a direction, whose coordinates were multiplied by factors or divided by
/// them (to the power of 1 or -1). If that lost digits, returns the correct direction multiplied by
/// a power of two, and the exponent.
fn free<V: FloatVector>(d: V, image: V, by: impl Fn(usize) -> (V::Scalar, i32)) -> (V, i32) {
    let kept = |axis: usize| {
        let x = image.get(axis).abs();
        d.get(axis) == V::Scalar::ZERO || x >= V::Scalar::MIN_POSITIVE && x.is_finite()
    };
    if (0..V::DIM).all(kept) {
        return (image, 0);
    }
    // Multiplies mantissas and exponents separately.
    let parts = |x: V::Scalar| {
        let x = x.to_f64();
        let e = exponent([x]).unwrap_or(0);
        (shifted(x, -e), e)
    };
    let exact = |axis: usize| {
        let ((x, e), (factor, power)) = (parts(d.get(axis)), by(axis));
        let (y, f) = parts(factor);
        (if power < 0 { x / y } else { x * y }, e + power * f)
    };
    let sizes = (0..V::DIM).filter(|axis| d.get(*axis) != V::Scalar::ZERO).map(|axis| exact(axis).1);
    let shift = -sizes.max().unwrap_or(0);
    let image = V::from_fn(|axis| {
        let (x, e) = exact(axis);
        V::Scalar::from_f64(shifted(x, e + shift))
    });
    (image, shift)
}
