//! Shapes that contain shapes: rounded, posed, scaled, compound. Each function takes a reader for
//! the inner shapes.

use super::any::Any;
use super::error::Fault;
use super::fields::{Fields, Read, Rounded, Stance, mismatch, vector, wide};
use super::node::Node;
use super::posed_mesh;
use super::precision::Precision;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::number::Float;
use barycast::shape::{Compound, ListError, Obb};
use barycast::vector::FloatVector;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Reads the shape inside another.
pub(super) type Inner<'f> = &'f dyn Fn(Node<'_>) -> Result<Any, Fault>;

/// Reads a convex shape with a radius.
pub(super) fn rounded(node: Node<'_>, precision: Precision, shape: Inner<'_>) -> Result<Any, Fault> {
    let mut fields = Fields::of("rounded", node)?;
    let core = shape(fields.required("shape")?).map_err(|fault| fault.within("shape"))?;
    let radius = match fields.required("radius")? {
        Node::Number(radius) => precision.round(radius),
        other => return Err(Fault::invalid("radius", &format!("be a number, got {}", other.kind()))),
    };
    match core {
        Any::D2(read) => {
            fields.finish_with(read.shape.into_inner().try_rounded(radius)?, read.rounded).map(Any::D2)
        }
        Any::D3(read) => {
            fields.finish_with(read.shape.into_inner().try_rounded(radius)?, read.rounded).map(Any::D3)
        }
    }
}

/// Reads a shape with a rotation and a translation.
pub(super) fn posed(node: Node<'_>, precision: Precision, shape: Inner<'_>) -> Result<Any, Fault> {
    let mut fields = Fields::of("posed", node)?;
    let inner = shape(fields.required("shape")?).map_err(|fault| fault.within("shape"))?;
    match (inner, precision) {
        (Any::D2(read), Precision::F32) => {
            posed_by::<Vec2, DVec2, _>(fields, &read, Shape2::posed).map(Any::D2)
        }
        (Any::D2(read), Precision::F64) => {
            posed_by::<DVec2, DVec2, _>(fields, &read, Shape2::posed).map(Any::D2)
        }
        (Any::D3(read), Precision::F32) => {
            posed_by::<Vec3, DVec3, _>(fields, &read, posed_mesh::posed).map(Any::D3)
        }
        (Any::D3(read), Precision::F64) => {
            posed_by::<DVec3, DVec3, _>(fields, &read, posed_mesh::posed).map(Any::D3)
        }
    }
}

/// Reads the pose in the precision of `V`; the result is `f64` in either precision.
fn posed_by<V: FloatVector, W: FloatVector<Scalar = f64>, S>(
    mut fields: Fields<'_>,
    read: &Read<S>,
    pose: impl Fn(&S, &[W], W) -> Result<S, ListError>,
) -> Result<Read<S>, Fault> {
    let translation: V = fields.vector("translation")?;
    let none = V::splat(V::Scalar::ZERO);
    for axis in 0..V::DIM {
        if !translation.get(axis).is_finite() {
            return Err(Fault::invalid("translation", "be finite"));
        }
    }
    let axes = match fields.stance::<V>()? {
        None => W::unit_axes(1.0),
        Some(Stance::Turned(rotation)) => rotation.axes::<W>()?,
        Some(Stance::Axes(axes)) => {
            // Checked like those of a box.
            Obb::<V>::try_new(none, none, V::axes_from_fn(|i| axes[i]))?;
            W::axes_from_fn(|i| axes[i].lift(&wide))
        }
    };
    let shape = pose(&read.shape, axes.as_ref(), translation.lift(&wide));
    let shape = shape.map_err(|error| leaves("translation", &["translation", "shape"], error))?;
    fields.finish_with(shape, Some(Rounded::Pose))
}

/// Reads a shape with one scale factor, or one per axis.
pub(super) fn scaled(node: Node<'_>, precision: Precision, shape: Inner<'_>) -> Result<Any, Fault> {
    let mut fields = Fields::of("scaled", node)?;
    let node = fields.required("shape")?;
    let least = node.least();
    let inner = shape(node).map_err(|fault| fault.within("shape"))?;
    let node = fields.required("scale")?;
    let flat = |shape: Shape2, by: DVec2| shape.try_scaled(by)?.in_range();
    let spatial = |shape: Shape3, by: DVec3| shape.try_scaled(by)?.in_range();
    match (inner, precision) {
        (Any::D2(read), Precision::F32) => {
            scaled_by::<Vec2, DVec2, _>(fields, &node, read, least, flat).map(Any::D2)
        }
        (Any::D2(read), Precision::F64) => {
            scaled_by::<DVec2, DVec2, _>(fields, &node, read, least, flat).map(Any::D2)
        }
        (Any::D3(read), Precision::F32) => {
            scaled_by::<Vec3, DVec3, _>(fields, &node, read, least, spatial).map(Any::D3)
        }
        (Any::D3(read), Precision::F64) => {
            scaled_by::<DVec3, DVec3, _>(fields, &node, read, least, spatial).map(Any::D3)
        }
    }
}

/// Reads the scale in the precision of `V`. The result counts as rounded, except for factors that
/// only move the binary point while the `least` number of the shape keeps its digits: multiplied by
/// the factor, or divided by it as for normals.
fn scaled_by<V: FloatVector, W: FloatVector<Scalar = f64>, S: Clone>(
    fields: Fields<'_>,
    node: &Node<'_>,
    read: Read<S>,
    least: f64,
    scale: impl Fn(S, W) -> Result<S, ListError>,
) -> Result<Read<S>, Fault> {
    let factors: V = match node {
        Node::Number(factor) => V::splat(V::Scalar::from_f64(*factor)),
        other => vector("scale", other)?,
    };
    let factors: W = factors.lift(&wide);
    let is_power = |x: f64| x.is_normal() && x.to_bits() << 12 == 0;
    let keeps =
        |x: f64| is_power(x) && least * x.abs() >= f64::MIN_POSITIVE && least / x.abs() >= f64::MIN_POSITIVE;
    let rounds = !(0..W::DIM).all(|axis| keeps(factors.get(axis)));
    let shape =
        scale(read.shape.into_inner(), factors).map_err(|error| leaves("scale", &["scale"], error))?;
    fields.finish_with(shape, read.rounded.or(rounds.then_some(Rounded::Products)))
}

/// Converts the error of a valid shape that becomes invalid by `field`. Errors of the `named`
/// fields are reported as such, errors of the shape's fields as errors of `field`.
fn leaves(field: &'static str, named: &[&str], error: ListError) -> Fault {
    if named.contains(&error.field) {
        return error.into();
    }
    Fault::invalid(field, &format!("keep the shape valid: {error}"))
}

/// Reads a list of shapes, all in 2D or all in 3D.
pub(super) fn compound(node: Node<'_>, shape: Inner<'_>) -> Result<Any, Fault> {
    let mut fields = Fields::of("compound", node)?;
    let Node::List(list) = fields.required("shapes")? else {
        return Err(Fault::invalid("shapes", "be a list of shapes"));
    };
    let (mut flat, mut spatial, mut rounded) = (Vec::new(), Vec::new(), None);
    for (i, node) in list.into_iter().enumerate() {
        match shape(node).map_err(|fault| fault.within(&format!("shapes.{i}")))? {
            Any::D2(read) => {
                rounded = rounded.or(read.rounded);
                flat.push(read.shape.into_inner());
            }
            Any::D3(read) => {
                rounded = rounded.or(read.rounded);
                spatial.push(read.shape.into_inner());
            }
        }
        if !flat.is_empty() && !spatial.is_empty() {
            return Err(mismatch("shapes", format!("shapes.{i} differs in dimension from the first shape")));
        }
    }
    if spatial.is_empty() {
        let shape: Shape2 = Compound::try_new(flat)?.into();
        return fields.finish_with(shape, rounded).map(Any::D2);
    }
    let shape: Shape3 = Compound::try_new(spatial)?.into();
    fields.finish_with(shape, rounded).map(Any::D3)
}
