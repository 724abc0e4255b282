//! Custom shapes, which support all queries with each other and with all shapes of the library.
//!
//! A convex one implements its support function: [`Support`]. A composite one returns its parts,
//! one by one: [`Parts`]. [`Convex`] and [`Composite`] convert it to a [`Shape2`] or [`Shape3`],
//! which can be queried, moved, rotated, rounded and put into compounds:
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
//! # Accuracy
//!
//! Support functions return `f64` (or `f32`) numbers with their own rounding errors. The algorithms
//! assume an ordinary rounding error, or a larger one that [`Support::rounding`] states: sets
//! within that error of each other touch. Intersection tests are therefore right except for shapes
//! that close, and lengths are right to a few roundings of the largest coordinate. Queries that
//! need a closed form (the intersection of two shapes, unless one contains the other) are not
//! defined, as for other round shapes.
//!
//! [`Shape2`]: super::any::Shape2
//! [`Shape3`]: super::any::Shape3

mod erased;
mod into_any;

pub use erased::{AnyConvex, AnyParts, Parts, Space};
pub(crate) use erased::{Facing, Known};

use crate::shape::{ListError, Support};
use crate::vector::FloatVector;
use alloc::sync::Arc;
use core::fmt::Debug;
use core::ops::Deref;

/// Enum of the library that the custom shape converts to.
type ShapeOf<S> = <<<S as Support>::Vector as FloatVector>::Wide as Space>::Shape;

/// A custom convex shape, which converts to a [`Shape2`](super::any::Shape2) or
/// [`Shape3`](super::any::Shape3) with all its queries.
#[derive(Clone, Debug)]
pub struct Convex<S: Support<Vector: FloatVector<Wide: Space>>> {
    own: Arc<S>,
    shape: ShapeOf<S>,
}

impl<S> Convex<S>
where
    S: Support<Vector: FloatVector<Wide: Space>> + Debug + Send + Sync + 'static,
{
    /// Builds the shape with the support function of `own`; `f32` numbers are widened.
    pub fn new(own: S) -> Self {
        let own = Arc::new(own);
        let known: Arc<dyn Known<<S::Vector as FloatVector>::Wide>> = own.clone();
        Self { own, shape: AnyConvex::new(known).into() }
    }

    /// Returns the custom shape it was built from.
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

/// A custom union of parts, which converts to a [`Shape2`](super::any::Shape2) or
/// [`Shape3`](super::any::Shape3) with all its queries. Its results equal those of a
/// [`Compound`](crate::shape::Compound) of the parts.
///
/// ```
/// use barycast::dynamic::any::Shape3;
/// use barycast::dynamic::custom::{Composite, Parts};
/// use barycast::shape::{Aabb, Sphere};
/// use glam::{DVec3, dvec3};
///
/// /// Fence posts along x, one in each unit.
/// #[derive(Debug)]
/// struct Fence(usize);
///
/// impl Parts for Fence {
///     type Vector = DVec3;
///
///     fn count(&self) -> usize {
///         self.0
///     }
///
///     fn part(&self, i: usize) -> Shape3 {
///         self.part_bounds(i).expect("every post has a box").into()
///     }
///
///     fn part_bounds(&self, i: usize) -> Option<Aabb<DVec3>> {
///         let low = dvec3(i as f64, 0.0, 0.0);
///         Some(Aabb::new(low, low + dvec3(0.25, 0.25, 2.0)))
///     }
/// }
///
/// let fence = Composite::try_new(Fence(1000))?;
/// let ball = Shape3::from(Sphere::new(dvec3(500.5, 3.25, 1.0), 1.0));
/// assert!((fence.closest(&ball).distance - (3.0_f64.hypot(0.25) - 1.0)).abs() < 1e-12);
/// # Ok::<(), barycast::shape::ListError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Composite<P: Parts> {
    own: Arc<P>,
    shape: <P::Vector as Space>::Shape,
}

impl<P: Parts> Composite<P> {
    /// Builds the union of the parts.
    ///
    /// # Errors
    /// Names `parts` if there are none.
    pub fn try_new(own: P) -> Result<Self, ListError> {
        if own.count() == 0 {
            return Err(ListError { field: "parts", message: "must not be empty".into() });
        }
        let own = Arc::new(own);
        Ok(Self { shape: AnyParts::new(own.clone()).into(), own })
    }

    /// Returns the custom value it was built from.
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
