//! User-defined shapes: they support every query, with each other and with all shapes of the
//! library.
//!
//! A convex shape implements [`Support`]: its farthest point along a direction. A shape made of
//! parts implements [`Parts`]: its parts, one by one. [`Convex`] and [`Composite`] turn them into a
//! [`Shape2`] or [`Shape3`], which can be queried, passed around, rotated, rounded and put into
//! compounds like any other:
//!
//! ```
//! use barycast::dynamic::custom::Convex;
//! use barycast::shape::{Plane, Sphere, Support};
//! use glam::{DVec3, dvec3};
//!
//! /// The points with `|x| + |y| + |z| <= size`.
//! #[derive(Debug)]
//! struct Octahedron {
//!     size: f64,
//! }
//!
//! impl Support for Octahedron {
//!     type Vector = DVec3;
//!
//!     fn support(&self, d: DVec3) -> DVec3 {
//!         let [x, y, z] = d.abs().to_array();
//!         if x >= y.max(z) {
//!             dvec3(self.size.copysign(d.x), 0.0, 0.0)
//!         } else if y >= z {
//!             dvec3(0.0, self.size.copysign(d.y), 0.0)
//!         } else {
//!             dvec3(0.0, 0.0, self.size.copysign(d.z))
//!         }
//!     }
//! }
//!
//! let gem = Convex::new(Octahedron { size: 1.0 });
//! let ball = Sphere::new(dvec3(3.0, 0.0, 0.0), 0.5);
//! assert_eq!(gem.closest(&ball.into()).distance, 1.5);
//! let floor = Plane::new(DVec3::Z, -0.5);
//! assert_eq!(gem.contact(&floor.into()).unwrap().unwrap().depth, 0.5);
//! assert_eq!(gem.contains(&gem), Ok(true));
//! ```
//!
//! # How exact
//!
//! Support points come in `f64` (or `f32`), with the rounding error of the code that computes them.
//! The algorithms allow for that error, and for more where [`Support::rounding`] states it: sets
//! nearer to each other than that error count as touching. Boolean results are therefore right
//! except for shapes that close, and lengths are right to a few rounding errors of the largest
//! coordinate. Queries that need a closed form (the intersection of two shapes, unless one contains
//! the other) have no result, as for other round shapes.

mod erased;
mod into_any;

pub use erased::{AnyConvex, AnyParts, Parts, Space};
pub(crate) use erased::{Facing, Known};

use crate::shape::{ListError, Support};
use crate::vector::FloatVector;
use alloc::sync::Arc;
use core::fmt::Debug;
use core::ops::Deref;

/// The library's shape type for a user-defined shape.
type ShapeOf<S> = <<<S as Support>::Vector as FloatVector>::Wide as Space>::Shape;

/// A user-defined convex shape: a [`Shape2`] or [`Shape3`] with all its queries.
#[derive(Clone, Debug)]
pub struct Convex<S: Support<Vector: FloatVector<Wide: Space>>> {
    own: Arc<S>,
    shape: ShapeOf<S>,
}

impl<S> Convex<S>
where
    S: Support<Vector: FloatVector<Wide: Space>> + Debug + Send + Sync + 'static,
{
    /// Builds the shape whose support points `own` returns. Numbers in `f32` are widened.
    pub fn new(own: S) -> Self {
        let own = Arc::new(own);
        let known: Arc<dyn Known<<S::Vector as FloatVector>::Wide>> = own.clone();
        Self { own, shape: AnyConvex::new(known).into() }
    }

    /// Returns the value this shape was made from.
    pub fn own(&self) -> &S {
        &self.own
    }
}

impl<S: Support<Vector: FloatVector<Wide: Space>>> Deref for Convex<S> {
    type Target = ShapeOf<S>;

    fn deref(&self) -> &ShapeOf<S> {
        &self.shape
    }
}

/// A user-defined shape that is the union of its parts: a [`Shape2`] or [`Shape3`] with all its
/// queries. Results are those of a [`Compound`](crate::shape::Compound) of the same parts.
#[derive(Clone, Debug)]
pub struct Composite<P: Parts> {
    own: Arc<P>,
    shape: <P::Vector as Space>::Shape,
}

impl<P: Parts> Composite<P> {
    /// Builds the union of the parts.
    ///
    /// # Errors
    /// Names `parts` when there are none.
    pub fn try_new(own: P) -> Result<Self, ListError> {
        if own.count() == 0 {
            return Err(ListError { field: "parts", message: "must not be empty".into() });
        }
        let own = Arc::new(own);
        Ok(Self { shape: AnyParts::new(own.clone()).into(), own })
    }

    /// Returns the value this shape was made from.
    pub fn own(&self) -> &P {
        &self.own
    }
}

impl<P: Parts> Deref for Composite<P> {
    type Target = <P::Vector as Space>::Shape;

    fn deref(&self) -> &Self::Target {
        &self.shape
    }
}
