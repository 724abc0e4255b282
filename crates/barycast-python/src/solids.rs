//! The solids of a batch. Those of the fifteen kinds with a fixed number of numbers are stored as
//! these numbers, in blocks of eight for the lanes of the library; all others as shapes.
//!
//! Each pair of kinds in lanes takes about 10 kB of the wheel, whose size is limited: the frequent ones
//! are there.

use crate::near;
use barycast::batch::{self, BatchDistance, BatchIntersects};
use barycast::dynamic::any::Shape3;
use barycast::shape::{
    Aabb, Capsule, Cylinder, Ellipsoid, HalfSpace, InfiniteCylinder, Line, Obb, Parallelogram, Plane, Point,
    Ray, Scalars, Segment, Sphere, Triangle,
};
use glam::DVec3;
use std::borrow::Cow;
use std::ops::Range;

/// Number of shapes that are in memory at once when a batch is made.
const AT_ONCE: usize = 1 << 17;

/// Shapes in 3D.
pub(crate) struct Solids {
    store: Store,
    /// Bounds of the sizes of all shapes, of kinds that [`near`] knows.
    sizes: Option<[f64; 2]>,
}

macro_rules! stores {
    ($($kind:ident $name:literal,)*) => {
        enum Store {
            $($kind(batch::Batch<$kind<DVec3>>),)*
            /// Shapes of any kinds.
            Mixed(Vec<Shape3>),
        }

        impl Solids {
            /// Makes the shapes of a kind, `count` in all. `make` makes some of them: not all are in
            /// memory as shapes at once.
            pub(crate) fn of_kind<E>(
                kind: &str,
                count: usize,
                make: &dyn Fn(Range<usize>) -> Result<Vec<Shape3>, E>,
            ) -> Result<Self, E> {
                match kind {
                    $($name => {
                        let mut shapes = Vec::with_capacity(count);
                        let sizes = each(count, make, &mut |shape| match shape {
                            Shape3::$kind(shape) => shapes.push(shape),
                            _ => unreachable!("the shapes are of one kind"),
                        })?;
                        Ok(Self { store: Store::$kind(batch::Batch::new(&shapes)), sizes })
                    })*
                    _ => {
                        let mut shapes = Vec::with_capacity(count);
                        each(count, make, &mut |shape| shapes.push(shape))?;
                        Ok(Self::mixed(shapes))
                    }
                }
            }

            /// Returns the number of shapes.
            pub(crate) fn len(&self) -> usize {
                match &self.store {
                    $(Store::$kind(shapes) => shapes.len(),)*
                    Store::Mixed(shapes) => shapes.len(),
                }
            }

            /// Returns one shape.
            ///
            /// # Panics
            /// There is none at this index.
            #[inline]
            pub(crate) fn get(&self, index: usize) -> Cow<'_, Shape3> {
                let found = match &self.store {
                    $(Store::$kind(shapes) => shapes.get(index).map(|shape| Cow::Owned(shape.into())),)*
                    Store::Mixed(shapes) => shapes.get(index).map(Cow::Borrowed),
                };
                found.expect("the pairs have indices of shapes")
            }

            /// Returns one shape as a batch.
            pub(crate) fn one(shape: &Shape3) -> Self {
                let sizes = widened([f64::INFINITY, 0.0], shape);
                let store = match shape {
                    $(Shape3::$kind(shape) => Store::$kind(batch::Batch::new(&[*shape])),)*
                    other => Store::Mixed(vec![other.clone()]),
                };
                Self { store, sizes }
            }
        }
    };
}

stores! {
    Aabb "aabb",
    Capsule "capsule",
    Cylinder "cylinder",
    Ellipsoid "ellipsoid",
    HalfSpace "half_space",
    InfiniteCylinder "infinite_cylinder",
    Line "line",
    Obb "obb",
    Parallelogram "parallelogram",
    Plane "plane",
    Point "point",
    Ray "ray",
    Segment "segment",
    Sphere "sphere",
    Triangle "triangle",
}

/// Makes shapes and hands over each. Returns bounds of their sizes, if `near` knows their kind.
fn each<E>(
    count: usize,
    make: &dyn Fn(Range<usize>) -> Result<Vec<Shape3>, E>,
    take: &mut dyn FnMut(Shape3),
) -> Result<Option<[f64; 2]>, E> {
    let mut bounds = Some([f64::INFINITY, 0.0]);
    for first in (0..count).step_by(AT_ONCE) {
        for shape in make(first..count.min(first + AT_ONCE))? {
            bounds = bounds.and_then(|bounds| widened(bounds, &shape));
            take(shape);
        }
    }
    Ok(bounds)
}

/// Returns bounds of sizes that hold for one more shape, if `near` knows its kind.
fn widened([least, most]: [f64; 2], shape: &Shape3) -> Option<[f64; 2]> {
    near::size(shape).map(|size| [f64::min(least, size), f64::max(most, size)])
}

/// Calls the function for the listed pairs of kinds, in this order of the operands.
macro_rules! lanes {
    ($run:ident, $a:expr, $b:expr; $($x:ident $y:ident,)*) => {
        match (&$a.store, &$b.store) {
            $((Store::$x(a), Store::$y(b)) => $run(a, b),)*
            _ => None,
        }
    };
}

impl Solids {
    /// Makes a batch of shapes of any kinds.
    pub(crate) fn mixed(shapes: Vec<Shape3>) -> Self {
        Self { store: Store::Mixed(shapes), sizes: None }
    }

    /// Returns the distances of pairs of equal index, or of all to the one shape of the other batch,
    /// by the kernels in lanes, if there are some; and the limit
    /// beyond which these distances are those of [`near`].
    pub(crate) fn distances(&self, other: &Self) -> Option<(Vec<f64>, f64)> {
        let limit = near::limit(self.sizes?, other.sizes?)?;
        let in_order = |a: &Self, b: &Self| {
            lanes! { apart, a, b;
                Aabb Aabb, Aabb Sphere, Capsule Capsule, Capsule Sphere, Obb Sphere, Sphere Sphere,
            }
        };
        let found = in_order(self, other).or_else(|| in_order(other, self))?;
        Some((found, limit))
    }

    /// Tests which pairs share a point, as [`distances`](Self::distances) pairs them, by the kernels
    /// in lanes.
    pub(crate) fn meetings(&self, other: &Self) -> Option<Vec<bool>> {
        let in_order = |a: &Self, b: &Self| {
            lanes! { meet, a, b; Aabb Aabb, Aabb Sphere, Capsule Capsule, Capsule Sphere, Sphere Sphere, }
        };
        let by_distance = || Some(self.distances(other)?.0.into_iter().map(|gap| gap == 0.0).collect());
        in_order(self, other).or_else(|| in_order(other, self)).or_else(by_distance)
    }
}

/// Numbers of shapes.
trait Numbers: Scalars<Number = f64> {}
impl<A: Scalars<Number = f64>> Numbers for A {}

fn apart<A: Numbers + BatchDistance<B>, B: Numbers + BatchDistance<A>>(
    a: &batch::Batch<A>,
    b: &batch::Batch<B>,
) -> Option<Vec<f64>> {
    match (a.len(), b.len()) {
        (_, 1) => Some(a.distances_to_one(&b.get(0)?)),
        (1, _) => Some(b.distances_to_one(&a.get(0)?)),
        _ => a.distances(b).ok(),
    }
}

fn meet<A: Numbers + BatchIntersects<B>, B: Numbers + BatchIntersects<A>>(
    a: &batch::Batch<A>,
    b: &batch::Batch<B>,
) -> Option<Vec<bool>> {
    match (a.len(), b.len()) {
        (_, 1) => Some(a.intersects_one(&b.get(0)?)),
        (1, _) => Some(b.intersects_one(&a.get(0)?)),
        _ => a.intersects(b).ok(),
    }
}
