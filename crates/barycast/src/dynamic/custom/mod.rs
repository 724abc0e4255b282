//! Shapes of your own: they answer all questions, with each other and with all shapes of the library.
//!
//! A convex one tells its farthest point along a direction: [`Support`]. What is made of parts tells them, one by one:
//! [`Parts`]. [`Convex`] and [`Composite`] make of it a [`Shape2`] or [`Shape3`], and so can be asked, passed, turned,
//! rounded and put into compounds as those:
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
//! Farthest points come in `f64` (or `f32`), rounded as whoever computes them rounds. The algorithms reckon with that, and
//! with more where [`Support::rounding`] says so: sets as near to each other as it takes to tell them apart touch. So yes or
//! no is right but for shapes that close, and lengths are right to a few roundings of the largest coordinate. What takes
//! a closed form (what two shapes have in common, unless one holds the other) has no answer, as for other round shapes.

mod erased;
mod into_any;

pub use erased::{AnyConvex, AnyParts, Parts, Space};
pub(crate) use erased::{Facing, Known};

use crate::shape::{ListError, Support};
use crate::vector::FloatVector;
use alloc::sync::Arc;
use core::fmt::Debug;
use core::ops::Deref;

/// What a shape of one's own is among the shapes of the library.
type ShapeOf<S> = <<<S as Support>::Vector as FloatVector>::Wide as Space>::Shape;

/// A convex shape of your own: a [`Shape2`] or [`Shape3`] with all its questions.
#[derive(Clone, Debug)]
pub struct Convex<S: Support<Vector: FloatVector<Wide: Space>>> {
    own: Arc<S>,
    shape: ShapeOf<S>,
}

impl<S> Convex<S>
where
    S: Support<Vector: FloatVector<Wide: Space>> + Debug + Send + Sync + 'static,
{
    /// The shape that the farthest points of `own` are of; in `f32` they are widened.
    pub fn new(own: S) -> Self {
        let own = Arc::new(own);
        let known: Arc<dyn Known<<S::Vector as FloatVector>::Wide>> = own.clone();
        Self { own, shape: AnyConvex::new(known).into() }
    }

    /// What it was made of.
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

/// A shape of your own that is all of its parts: a [`Shape2`] or [`Shape3`] with all its questions. It answers as a
/// [`Compound`](crate::shape::Compound) of them would.
#[derive(Clone, Debug)]
pub struct Composite<P: Parts> {
    own: Arc<P>,
    shape: <P::Vector as Space>::Shape,
}

impl<P: Parts> Composite<P> {
    /// The union of the parts.
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

    /// What it was made of.
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
