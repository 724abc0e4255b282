//! Kinds of shapes, one file each.
//!
//! A kind that exists in 2D and 3D is generic over the enum of shapes; one that exists in a single
//! dimension names its enum.

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

/// Returns the point halfway between two.
fn halfway<V: Vector<Scalar = f64>, P: Vector<Scalar = DoubleDouble>>(a: V, b: V) -> P {
    (a.lift::<P>(&DoubleDouble::new) + b.lift::<P>(&DoubleDouble::new)) * DoubleDouble::ONE.half()
}
