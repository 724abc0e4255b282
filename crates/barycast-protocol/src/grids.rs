//! Shapes over grids: height fields and voxels.

use super::error::Fault;
use super::fields::{Fields, Rounded, wide};
use super::node::Node;
use barycast::number::Float;
use barycast::shape::{HeightField, Polyline, Voxels};
use barycast::vector::{FloatVector, Vector3};
use glam::{DVec2, DVec3};

/// Returns the numbers of a list.
fn numbers(node: &Node<'_>) -> Option<Vec<f64>> {
    match node {
        Node::Numbers(numbers, length) => Some(numbers[..*length].to_vec()),
        Node::List(list) => {
            list.iter().map(|node| if let Node::Number(x) = node { Some(*x) } else { None }).collect()
        }
        _ => None,
    }
}

/// Returns the numbers of a list in the precision of `V`.
fn rounded<V: FloatVector>(node: &Node<'_>) -> Option<Vec<f64>> {
    let round = |x: f64| V::Scalar::from_f64(x).to_f64();
    Some(numbers(node)?.into_iter().map(round).collect())
}

/// Reads one spacing for both ground axes, or two.
fn spacing<V: FloatVector>(f: &mut Fields<'_>) -> Result<[f64; 2], Fault> {
    let must = "be a number, or one for each axis of the ground";
    let node = f.required("spacing")?;
    if let Node::Number(step) = node {
        return Ok([V::Scalar::from_f64(step).to_f64(); 2]);
    }
    match rounded::<V>(&node).as_deref() {
        Some([x]) if V::DIM == 2 => Ok([*x, *x]),
        Some([x, y]) if V::DIM == 3 => Ok([*x, *y]),
        _ => Err(Fault::invalid("spacing", must)),
    }
}

/// Tests whether the sum is rounded.
fn rounds(a: f64, b: f64) -> bool {
    let sum = a + b;
    let back = sum - a;
    (a - (sum - back)) + (b - back) != 0.0
}

/// Tests whether a product or a sum of the grid is rounded.
fn steps_round(origin: f64, step: f64, count: usize) -> bool {
    (0..count).any(|i| {
        let way = i as f64 * step;
        (i as f64).mul_add(step, -way) != 0.0 || rounds(origin, way)
    })
}

/// Reads rows of heights along the third axis.
pub(super) fn height_field<V: FloatVector + Vector3>(
    f: &mut Fields<'_>,
) -> Result<HeightField<DVec3>, Fault> {
    let must = "be a list of rows, each a list of numbers";
    let Node::List(rows) = f.required("heights")? else { return Err(Fault::invalid("heights", must)) };
    let heights: Option<Vec<Vec<f64>>> = rows.iter().map(rounded::<V>).collect();
    let heights = heights.ok_or_else(|| Fault::invalid("heights", must))?;
    let spacing = spacing::<V>(f)?;
    let origin: DVec3 = f.vector::<V>("origin")?.lift(&wide);
    let rounds = steps_round(origin.x, spacing[0], heights.first().map_or(0, Vec::len))
        || steps_round(origin.y, spacing[1], heights.len())
        || heights.iter().flatten().any(|h| rounds(origin.z, *h));
    f.rounded = rounds.then_some(Rounded::Sums);
    Ok(HeightField::try_new(heights, spacing, origin)?)
}

/// Reads a 2D height field: a row of heights along the second axis, as a chain of segments.
pub(super) fn profile<V: FloatVector>(f: &mut Fields<'_>) -> Result<Polyline<DVec2>, Fault> {
    let must = "be a list of two numbers or more";
    let node = f.required("heights")?;
    let heights = rounded::<V>(&node).filter(|heights| heights.len() > 1);
    let heights = heights.ok_or_else(|| Fault::invalid("heights", must))?;
    if let Some(bad) = heights.iter().find(|h| !h.is_finite()) {
        return Err(Fault::invalid("heights", &format!("be finite, got {bad}")));
    }
    let [step, _] = spacing::<V>(f)?;
    if !(step.is_finite() && step > 0.0) {
        return Err(Fault::invalid("spacing", &format!("be finite and more than 0, got {step}")));
    }
    let origin: DVec2 = f.vector::<V>("origin")?.lift(&wide);
    if !origin.is_finite() {
        return Err(Fault::invalid("origin", "be finite"));
    }
    let rounds = steps_round(origin.x, step, heights.len()) || heights.iter().any(|h| rounds(origin.y, *h));
    f.rounded = rounds.then_some(Rounded::Sums);
    let at = |(i, h): (usize, &f64)| DVec2::new(origin.x + i as f64 * step, origin.y + h);
    let points: Vec<DVec2> = heights.iter().enumerate().map(at).collect();
    if points.iter().any(|p| !p.is_finite()) {
        return Err(Fault::invalid("origin", "not be so large that a vertex overflows"));
    }
    Ok(Polyline::try_new(points, false)?)
}

/// Reads cells by their indices along each axis.
pub(super) fn voxels<V: FloatVector, W: FloatVector<Scalar = f64>>(
    f: &mut Fields<'_>,
) -> Result<Voxels<W>, Fault> {
    let origin: W = f.vector::<V>("origin")?.lift(&wide);
    let size: W = match f.required("size")? {
        Node::Number(size) => W::splat(V::Scalar::from_f64(size).to_f64()),
        other => super::fields::vector::<V>("size", &other)?.lift(&wide),
    };
    let must = "be a list of cells, each a list of whole numbers of 32 bits, one for each axis";
    let Node::List(list) = f.required("filled")? else { return Err(Fault::invalid("filled", must)) };
    let cell = |node: &Node<'_>| {
        let Node::Numbers(numbers, length) = node else { return None };
        let mut cell = [0; 3];
        for axis in 0..W::DIM {
            cell[axis] = numbers[axis] as i32;
            if f64::from(cell[axis]) != numbers[axis] || *length != W::DIM {
                return None;
            }
        }
        Some(cell)
    };
    let filled: Option<Vec<_>> = list.iter().map(cell).collect();
    let filled = filled.ok_or_else(|| Fault::invalid("filled", must))?;
    let rounds = filled.iter().any(|cell| {
        (0..W::DIM).any(|axis| {
            [0, 1].iter().any(|more| {
                let (index, step) = (f64::from(cell[axis]) + f64::from(*more), size.get(axis));
                let way = index * step;
                index.mul_add(step, -way) != 0.0 || rounds(origin.get(axis), way)
            })
        })
    });
    f.rounded = rounds.then_some(Rounded::Sums);
    Ok(Voxels::try_new(origin, size, filled)?)
}
