//! Conversions of custom shapes to [`Shape2`] and [`Shape3`].

use super::{Composite, Convex, Parts, Space};
use crate::dynamic::any::{Shape2, Shape3};
use crate::shape::Support;
use crate::vector::FloatVector;
use glam::{DVec2, DVec3};

impl Space for DVec2 {
    type Shape = Shape2;
}

impl Space for DVec3 {
    type Shape = Shape3;
}

impl<S: Support<Vector: FloatVector<Wide = DVec2>>> From<Convex<S>> for Shape2 {
    fn from(shape: Convex<S>) -> Self {
        shape.shape
    }
}

impl<S: Support<Vector: FloatVector<Wide = DVec3>>> From<Convex<S>> for Shape3 {
    fn from(shape: Convex<S>) -> Self {
        shape.shape
    }
}

impl<P: Parts<Vector = DVec2>> From<Composite<P>> for Shape2 {
    fn from(shape: Composite<P>) -> Self {
        shape.shape
    }
}

impl<P: Parts<Vector = DVec3>> From<Composite<P>> for Shape3 {
    fn from(shape: Composite<P>) -> Self {
        shape.shape
    }
}
