//! The trait of all easings, and combinators.

use crate::number::Float;
use crate::shape::ShapeError;

/// An easing function: maps time in [0, 1] to progress from 0 to 1.
///
/// ```
/// use barycast::curve::easing::{Ease, Easing};
///
/// let fall = Easing::InQuad;
/// assert_eq!(fall.eval(0.5), 0.25);
/// assert_eq!(fall.reversed().eval(0.5), 0.75); // eases out
/// assert_eq!(fall.mirrored().eval(0.25), 0.125); // in, then out
/// ```
pub trait Ease {
    /// Returns the progress at time `t`, in `f64`.
    #[doc(alias = "sample")]
    fn eval(&self, t: f64) -> f64;

    /// Returns the progress at time `t`: computed in `f64`, rounded once.
    fn at<S: Float>(&self, t: S) -> S
    where
        Self: Sized,
    {
        S::from_f64(self.eval(t.to_f64()))
    }

    /// Returns `1 - f(1 - t)`: turns an "in" easing into an "out" easing.
    fn reversed(self) -> Reversed<Self>
    where
        Self: Sized,
    {
        Reversed(self)
    }

    /// Returns the easing that runs `f` in the first half and its [reverse](Self::reversed) in the
    /// second: turns an "in" easing into an "in-out" easing.
    fn mirrored(self) -> Mirrored<Self>
    where
        Self: Sized,
    {
        Mirrored(self)
    }

    /// Returns `f(1 - t)`: the same motion played backward.
    fn backward(self) -> Backward<Self>
    where
        Self: Sized,
    {
        Backward(self)
    }

    /// Chains two easings: this one up to the middle, `next` from there, each in half of the time.
    /// For other times and heights, see [`Chained`].
    fn then<E: Ease>(self, next: E) -> Chained<Self, E>
    where
        Self: Sized,
    {
        Chained::halves(self, next)
    }
}

impl<E: Ease + ?Sized> Ease for &E {
    fn eval(&self, t: f64) -> f64 {
        (**self).eval(t)
    }
}

/// Result of [`Ease::reversed`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reversed<E>(pub E);

/// Result of [`Ease::mirrored`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mirrored<E>(pub E);

/// Result of [`Ease::backward`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backward<E>(pub E);

/// Two easings in sequence: the first from 0 to `height` until `time`, the second from there to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chained<A, B> {
    first: A,
    second: B,
    time: f64,
    height: f64,
}

impl<A, B> Chained<A, B> {
    /// Chains two easings at half of the time and half of the height.
    pub(super) const fn halves(first: A, second: B) -> Self {
        Self { first, second, time: 0.5, height: 0.5 }
    }

    /// Chains two easings: the first from 0 to `height` until `time`, the second from there to 1.
    ///
    /// # Errors
    /// Returns an error naming `time` if it is not between 0 and 1, and `height` if it is not
    /// finite.
    pub fn try_new(first: A, second: B, time: f64, height: f64) -> Result<Self, ShapeError> {
        if !(time > 0.0 && time < 1.0) {
            return Err(ShapeError { field: "time", must: "lie between 0 and 1", got: Some(time) });
        }
        if !height.is_finite() {
            return Err(ShapeError { field: "height", must: "be finite", got: Some(height) });
        }
        Ok(Self { first, second, time, height })
    }
}

impl<E: Ease> Ease for Reversed<E> {
    fn eval(&self, t: f64) -> f64 {
        1.0 - self.0.eval(1.0 - t)
    }
}

impl<E: Ease> Ease for Mirrored<E> {
    fn eval(&self, t: f64) -> f64 {
        if t < 0.5 { self.0.eval(2.0 * t) / 2.0 } else { 1.0 - self.0.eval(2.0 - 2.0 * t) / 2.0 }
    }
}

impl<E: Ease> Ease for Backward<E> {
    fn eval(&self, t: f64) -> f64 {
        self.0.eval(1.0 - t)
    }
}

impl<A: Ease, B: Ease> Ease for Chained<A, B> {
    fn eval(&self, t: f64) -> f64 {
        let Self { time, height, .. } = *self;
        if t < time {
            height * self.first.eval(t / time)
        } else {
            height + (1.0 - height) * self.second.eval((t - time) / (1.0 - time))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Easing;
    use super::*;

    /// Returns the largest difference over a fine grid.
    fn max_difference(a: &impl Ease, b: &impl Ease) -> f64 {
        (0..=4096).map(|i| f64::from(i) / 4096.0).map(|t| (a.eval(t) - b.eval(t)).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn an_in_reversed_is_its_out_and_mirrored_its_in_out() {
        use Easing::*;
        for [ease_in, out, in_out] in [
            [InSine, OutSine, InOutSine],
            [InQuad, OutQuad, InOutQuad],
            [InCubic, OutCubic, InOutCubic],
            [InQuart, OutQuart, InOutQuart],
            [InQuint, OutQuint, InOutQuint],
            [InExpo, OutExpo, InOutExpo],
            [InCirc, OutCirc, InOutCirc],
            [InBounce, OutBounce, InOutBounce],
        ] {
            assert!(max_difference(&ease_in.reversed(), &out) < 1e-15, "{out}");
            assert!(max_difference(&ease_in.mirrored(), &in_out) < 1e-15, "{in_out}");
            assert!(max_difference(&ease_in.then(out), &in_out) < 1e-15, "{in_out}");
        }
        // The in-out versions of these two use different constants.
        for [ease_in, out, in_out] in [[InBack, OutBack, InOutBack], [InElastic, OutElastic, InOutElastic]] {
            assert!(
                max_difference(&ease_in.reversed(), &out) < 1e-15
                    && max_difference(&ease_in.mirrored(), &in_out) > 0.01
            );
        }
    }

    #[test]
    fn twice_reversed_or_backward_is_itself() {
        assert!(max_difference(&Easing::InBounce.reversed().reversed(), &Easing::InBounce) < 1e-15);
        assert!(max_difference(&Easing::InCubic.backward().backward(), &Easing::InCubic) < 1e-15);
        assert_eq!(
            (Easing::InQuad.backward().eval(0.0), Easing::InQuad.backward().eval(0.75)),
            (1.0, 0.0625)
        );
    }

    #[test]
    fn a_chain_meets_at_its_time_and_height() {
        let chain = Chained::try_new(Easing::InQuad, Easing::OutBounce, 0.25, 0.5).unwrap();
        assert_eq!([0.0, 0.125, 0.25, 1.0].map(|t| chain.eval(t)), [0.0, 0.125, 0.5, 1.0]);
        assert_eq!(Chained::try_new(chain, chain, 1.0, 0.5).unwrap_err().field, "time");
        assert_eq!(Chained::try_new(chain, chain, f64::NAN, 0.5).unwrap_err().field, "time");
        assert_eq!(Chained::try_new(chain, chain, 0.5, f64::INFINITY).unwrap_err().field, "height");
    }
}
