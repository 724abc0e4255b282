//! The convex hull of points.

use crate::dynamic::composite::outward;
use crate::dynamic::convex_body::{Body, Plain};
use crate::dynamic::kind::{AnyShape, Deform, Kind, Over, WideShape};
use crate::dynamic::pose::Pose;
use crate::dynamic::stretch::Stretch;
use crate::exact::{Arena, Exact};
use crate::number::{DoubleDouble, Ring};
use crate::shape::{Aabb, Convex, HalfSpace, ListError, Support};
use crate::vector::Vector;
use crate::vector::size::{ORDINARY, exponent, shifted};
use alloc::vec::Vec;

/// Tests whether some corners are so near to the origin and others so far from it that products of
/// small differences underflow beside the others.
fn is_uneven<V: Vector<Scalar = f64>>(points: &[V]) -> bool {
    let sizes = points.iter().flat_map(|p| (0..V::DIM).map(|i| p.get(i).abs())).filter(|x| *x > 0.0);
    let (least, most) =
        sizes.fold((f64::INFINITY, 0.0), |(low, high), x| (f64::min(low, x), f64::max(high, x)));
    least < shifted(most, -2 * ORDINARY)
}

/// Returns a side scaled so that the largest coordinate of its normal is 1, rounded to
/// double-double precision, or `None` without a normal.
fn at_unit_size<'a, V, W>(side: &HalfSpace<V>) -> Option<HalfSpace<W>>
where
    V: Vector<Scalar = Exact<'a>>,
    W: Vector<Scalar = DoubleDouble>,
{
    let size = (0..V::DIM).map(|i| Ring::abs(side.normal.get(i))).reduce(Ring::max)?;
    (size.sign() > 0).then(|| side.lift(&|x| (x / size).to_double_double()))
}

impl<S: WideShape> Kind<S> for Convex<S::Vector> {
    fn anchor(&self) -> Option<S::Vector> {
        Some(self.points()[0])
    }

    fn outer_bounds(&self) -> Option<Aabb<S::Vector>> {
        Some(outward(self.bounds()))
    }

    fn body(&self) -> Option<Body<S::Precise>> {
        let corners: Vec<S::Precise> = self.corners().map(|p| p.lift(&DoubleDouble::new)).collect();
        Some(Body::of_points(corners))
    }

    fn plain(&self) -> Option<Plain<'_, S::Vector>> {
        Some(Plain::of(self))
    }

    fn sides(&self) -> Option<Vec<HalfSpace<S::Precise>>> {
        if is_uneven(self.points()) {
            let arena = Arena::new();
            let sides = self.sides_over::<Over<S, Exact<'_>>>(&|x| arena.number(x));
            return Some(sides.iter().filter_map(at_unit_size).collect());
        }
        Some(self.sides_over(&DoubleDouble::new))
    }

    fn size_exponent(&self) -> Option<i32> {
        exponent([self.reach()])
    }

    fn scaled(&self, e: i32) -> Option<S> {
        Some(self.lift::<S::Vector>(&|x| shifted(x, e)).into())
    }

    fn placed(&self, pose: &Pose<'_, S::Vector>) -> Result<S, ListError> {
        if pose.keeps_faces {
            return Ok(self.moved(|p| pose.point(p)).into());
        }
        Ok(Self::try_new(self.points().iter().map(|p| pose.point(*p)).collect())?.into())
    }
}

impl<S: AnyShape> Deform<S> for Convex<S::Vector> {
    fn stretched(&self, by: &Stretch<S::Vector>) -> Option<Result<S, ListError>> {
        Some(Self::try_new(by.points(self.points())).map(Into::into))
    }
}
