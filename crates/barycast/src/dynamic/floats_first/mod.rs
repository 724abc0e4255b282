//! `Shape2` and `Shape3` in `f64` first: contacts, manifolds and sweeps of convex shapes, as a
//! simulation queries them every frame.
//!
//! The algorithms run in `f64` with a known error: [`BOUND`] rounding errors of the largest
//! coordinate. The depth of round shapes is a minimum over a continuum of directions, and has a
//! relative error of 2e-7. If the distance from a touch exceeds the error, `f64` decides. Otherwise
//! [`intersects`](Shape3::intersects) decides, or the query continues in double-double precision.
//! Boolean results are therefore as certain as in double-double precision, and depths and gaps are
//! right to the error.
//!
//! Sweeps of shapes made of parts go part by part. Sweeps and distances of meshes use the
//! traversals of typed meshes: see [`surface`]. The following use double-double precision from the
//! start: unbounded shapes other than half-spaces and planes, contacts of shapes that are not
//! convex, and sizes that are not ordinary.

mod convex;
mod seen;
mod surface;

pub(crate) use convex::{FloatsFirst, turning_of};
