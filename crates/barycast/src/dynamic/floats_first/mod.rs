//! `Shape2` and `Shape3` in floats first: contacts, manifolds and sweeps of convex shapes, as a simulation asks for them frame by frame.
//!
//! The algorithms run in `f64` with a known error: [`BOUND`] roundings of the largest coordinate. The depth of round shapes is a least over
//! endlessly many directions, and has a relative error of 2e-7. Shapes that are farther from touching than the error are decided by floats. For
//! all others [`intersects`](Shape3::intersects) decides, or the question goes on to twice the digits. So yes or no is as certain as in twice
//! the digits, and depths and gaps are right to the error. Sweeps of shapes made of parts go part by part, and those of meshes and their
//! distances by the walks of typed meshes: see [`surface`]. These go to twice the digits
//! at once: unbounded shapes but half-spaces and planes, contacts of shapes that are not convex, and sizes that are not ordinary.

mod convex;
mod seen;
mod surface;

pub(crate) use convex::{FloatsFirst, turning_of};
