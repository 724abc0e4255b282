//! Queries of `Shape2` and `Shape3` in `f64` first: contacts, manifolds and sweeps of convex
//! shapes, as a simulation needs them per frame.
//!
//! The algorithms run in `f64` with a known error: [`BOUND`] roundings of the largest coordinate.
//! The depth of round shapes is a minimum over infinitely many directions, and has a relative error
//! of 2e-7. Shapes that are farther from touching than the error are decided in `f64`. For all
//! others [`intersects`](Shape3::intersects) decides, or the query is repeated in double-double
//! precision. Intersection tests are therefore as certain as in double-double precision, and depths
//! and gaps are accurate to the error. Sweeps of shapes made of parts go part by part; those of
//! meshes, and distances of meshes, use the traversals of typed meshes: see [`surface`]. These
//! cases use double-double precision at once: unbounded shapes other than half-spaces and planes,
//! contacts of nonconvex shapes as a whole, and shapes that are not of ordinary size. Contacts of
//! nonconvex shapes part by part are in [`parts`].

mod common_point;
mod convex;
mod float_shape;
pub(crate) mod parts;
mod surface;

pub(crate) use convex::{FloatsFirst, turning_of};
