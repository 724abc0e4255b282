//! The kinds of shapes, one file each, with the properties of each shape.
//!
//! A kind that exists in two and three dimensions is generic over the enum of shapes; one that
//! exists in a single dimension names its enum.

mod arc;
mod boxes;
mod capped;
mod capsule;
mod compound;
mod cone;
mod convex;
mod custom;
mod cylinder;
mod disc;
mod ellipsoid;
mod frustum;
mod mesh;
mod plane;
mod point;
mod polygon;
mod polyline;
mod rounded;
mod scaled;
mod sphere;
mod straight;
mod tetrahedron;
mod torus;
mod triangle;
mod view_cone;
mod voxels;
mod wedge;

use crate::number::{DoubleDouble, Field, Float};
use crate::vector::Vector;

/// Returns the midpoint of two points.
fn halfway<V: Vector<Scalar = f64>, P: Vector<Scalar = DoubleDouble>>(a: V, b: V) -> P {
    (a.lift::<P>(&DoubleDouble::new) + b.lift::<P>(&DoubleDouble::new)) * DoubleDouble::ONE.half()
}
