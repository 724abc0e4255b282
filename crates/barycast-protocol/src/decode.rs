//! Decodes shapes from JSON.
//!
//! Numbers are read as `f64`, and rounded once to `f32` if the request has that precision; checked
//! constructors validate them in that precision. Then every shape is widened to `f64`, which is
//! exact.

use super::any::Any;
use super::error::{Code, Fault, excerpt};
use super::fields::{Fields, Read, Rounded, Stance, mismatch, wide};
use super::names::Reading;
use super::node::{Members, Node};
use super::precision::Precision;
use super::{files, grids, nested};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::frame::DepthRange;
use barycast::number::Float;
use barycast::number::each::MapEach;
use barycast::shape::fields::FromFields;
use barycast::shape::{
    Convex, Ellipsoid, FlatPolygon, Frustum, HalfSpace, Mesh, Obb, Polygon, Polyline, Sector, Sphere,
    TruncatedCone,
};
use barycast::vector::{FloatVector, Vector2, Vector3};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Reads `{"sphere": {...}}` or `{"use": "name"}`.
pub(crate) fn shape(node: Node<'_>, reading: Reading<'_>) -> Result<Any, Fault> {
    let Node::Object(Members(mut members)) = node else {
        let message = format!("a shape must be an object, got {}", node.kind());
        return Err(Fault { code: Code::InvalidShape, field: None, message });
    };
    let Some(index) = members.iter().position(|(key, _)| is_name(key)) else {
        return Err(if let Some((key, _)) = members.first() {
            Fault::new(Code::UnknownShape, key, format!("`{}` is not a shape", excerpt(key)))
        } else {
            let message = "a shape must have one key, its name".to_owned();
            Fault { code: Code::InvalidShape, field: None, message }
        });
    };
    let (name, node) = members.swap_remove(index);
    if let Some((key, _)) = members.first() {
        return Err(Fault::new(
            Code::UnknownField,
            key,
            format!("a shape must have only one key, got also `{}`", excerpt(key)),
        ));
    }
    let inner = |node: Node<'_>| shape(node, reading);
    let shape = match (dimension(&node).or_else(|| lone_dimension(&name, &node)), reading.precision) {
        _ if name == "use" => return reading.named(&node),
        _ if name == "rounded" => nested::rounded(node, reading.precision, &inner),
        _ if name == "posed" => nested::posed(node, reading.precision, &inner),
        _ if name == "scaled" => nested::scaled(node, reading.precision, &inner),
        _ if name == "compound" => nested::compound(node, &inner),
        (Some(2), Precision::F32) => d2::<Vec2>(&name, node).map(Any::D2),
        (Some(2), Precision::F64) => d2::<DVec2>(&name, node).map(Any::D2),
        (_, Precision::F32) => d3::<Vec3>(&name, node).map(Any::D3),
        (_, Precision::F64) => d3::<DVec3>(&name, node).map(Any::D3),
    };
    shape.map_err(|fault| fault.within(&name))
}

/// Tests whether a shape may have this name: those of the library, and a few that only this file
/// reads.
fn is_name(name: &str) -> bool {
    /// Names that the library has only for both dimensions together, or not at all.
    const OWN: [&str; 5] = ["circle", "ellipse", "posed", "quad", "use"];
    /// A part of a sector, which has no name for users.
    const HIDDEN: &str = "wedge";
    let d2 = [Shape2::NAMES, Shape2::COMPOSITES, Shape2::CURVED];
    let d3 = [Shape3::NAMES, Shape3::COMPOSITES, Shape3::CURVED];
    OWN.contains(&name) || name != HIDDEN && d2.iter().chain(&d3).any(|names| names.contains(&name))
}

/// Returns the names of shapes with vectors of this many numbers, in order.
pub(crate) fn names(dimensions: usize) -> Vec<&'static str> {
    /// Names of the library that the protocol does not read.
    const HIDDEN: [&str; 2] = ["custom", "wedge"];
    let (lists, own): ([&[&str]; 3], &[&str]) = match dimensions {
        2 => ([Shape2::NAMES, Shape2::COMPOSITES, Shape2::CURVED], &["height_field", "truncated_cone"]),
        3 => ([Shape3::NAMES, Shape3::COMPOSITES, Shape3::CURVED], &["quad"]),
        _ => return Vec::new(),
    };
    let mut names: Vec<_> = lists.concat().into_iter().filter(|name| !HIDDEN.contains(name)).collect();
    names.extend(["circle", "ellipse", "posed", "use"].iter().chain(own));
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the length of the first vector found.
fn dimension(node: &Node<'_>) -> Option<usize> {
    /// Lists that are not vectors of the space.
    const OTHERS: [&str; 6] = ["filled", "heights", "quaternion", "radii", "spacing", "triangles"];
    match node {
        Node::Numbers(_, length @ (2 | 3)) => Some(*length),
        Node::List(list) => list.first().and_then(dimension),
        Node::Object(Members(members)) => members
            .iter()
            .filter(|(key, _)| !OTHERS.contains(&key.as_ref()))
            .find_map(|(_, value)| dimension(value)),
        _ => None,
    }
}

/// Returns the dimension of shapes in which [`dimension`] finds no vector.
fn lone_dimension(name: &str, node: &Node<'_>) -> Option<usize> {
    match (name, node) {
        ("annulus" | "arc" | "sector", _) => Some(2),
        ("height_field", Node::Object(Members(members))) => {
            let (_, heights) = members.iter().find(|(key, _)| key == "heights")?;
            let row = match heights {
                Node::List(list) => matches!(list.first(), Some(Node::Number(_))),
                other => matches!(other, Node::Numbers(..)),
            };
            row.then_some(2)
        }
        _ => None,
    }
}

fn d2<V: FloatVector + Vector2>(name: &str, node: Node<'_>) -> Result<Read<Shape2>, Fault> {
    let mut fields = Fields::of(name, node)?;
    let shape = match common::<V, DVec2, _>(name, &mut fields)? {
        Some(shape) => shape,
        None if name == "polygon" => polygon::<V>(&mut fields)?.into(),
        None if name == "polyline" => polyline::<V, DVec2>(&mut fields)?.into(),
        None if name == "voxels" => grids::voxels::<V, DVec2>(&mut fields)?.into(),
        None if name == "height_field" => grids::profile::<V>(&mut fields)?.into(),
        None if name == "sector" => Sector::<V>::from_fields(&mut fields)?.lift::<DVec2>(&wide).into(),
        None if name == "convex" => convex::<V, DVec2>(&mut fields)?.into(),
        None if name == "truncated_cone" => {
            let (a, b) = (fields.vector("a")?, fields.vector("b")?);
            let (radius_a, radius_b) = (fields.number::<V>("radius_a")?, fields.number::<V>("radius_b")?);
            let cone = TruncatedCone::<V>::try_new(a, b, radius_a, radius_b)?.lift::<DVec2>(&wide);
            fields.rounded = Some(Rounded::Corners);
            Convex::try_new(cone.corners().to_vec())?.into()
        }
        None => match Shape2::from_fields::<V, _>(name, &mut fields)? {
            Some(shape) => shape,
            None => return Err(mismatch(name, format!("{name} exists in 3D only"))),
        },
    };
    fields.finish(shape)
}

fn polygon<V: FloatVector>(f: &mut Fields<'_>) -> Result<Polygon<DVec2>, Fault> {
    let holes = f.lists_of_vectors::<V, _>("holes")?;
    Ok(Polygon::try_with_holes(f.vectors::<V, _>("points")?, holes)?)
}

fn polyline<V: FloatVector, W: FloatVector<Scalar = f64>>(f: &mut Fields<'_>) -> Result<Polyline<W>, Fault> {
    let closed = f.flag("closed")?;
    Ok(Polyline::try_new(f.vectors::<V, _>("points")?, closed)?)
}

fn convex<V: FloatVector, W: FloatVector<Scalar = f64>>(f: &mut Fields<'_>) -> Result<Convex<W>, Fault> {
    Ok(Convex::try_new(f.vectors::<V, _>("points")?)?)
}

fn d3<V: FloatVector + Vector3>(name: &str, node: Node<'_>) -> Result<Read<Shape3>, Fault> {
    let mut fields = Fields::of(name, node)?;
    let f = &mut fields;
    let shape = match name {
        "mesh" => mesh::<V>(f)?.into(),
        "polyline" => polyline::<V, DVec3>(f)?.into(),
        "voxels" => grids::voxels::<V, DVec3>(f)?.into(),
        "height_field" => grids::height_field::<V>(f)?.into(),
        "convex" => convex::<V, DVec3>(f)?.into(),
        "polygon" => flat_polygon::<V>(f.vectors::<V, _>("points")?)?.into(),
        "quad" => {
            let corners: [V; 4] = [f.vector("a")?, f.vector("b")?, f.vector("c")?, f.vector("d")?];
            for (name, corner) in ["a", "b", "c", "d"].into_iter().zip(corners) {
                if !(0..3).all(|axis| corner.get(axis).is_finite()) {
                    return Err(Fault::invalid(name, "be finite"));
                }
            }
            let corners = corners.each(|corner| corner.lift(&wide)).to_vec();
            flat_polygon::<V>(corners).map_err(|fault| Fault { field: Some("d".to_owned()), ..fault })?.into()
        }
        "frustum" => frustum::<V>(f)?.into(),
        _ => match common::<V, DVec3, _>(name, f)? {
            Some(shape) => shape,
            None => match Shape3::from_fields::<V, _>(name, f)? {
                Some(shape) => shape,
                None => return Err(mismatch(name, format!("{name} exists in 2D only"))),
            },
        },
    };
    fields.finish(shape)
}

/// Reads a frustum from six half-spaces or from a camera's matrix. The planes of the matrix are
/// sums, which are kept with all their digits.
fn frustum<V: FloatVector>(f: &mut Fields<'_>) -> Result<Frustum<DVec3>, Fault> {
    let round = |number: f64| V::Scalar::from_f64(number).to_f64();
    if let Some(node) = f.members.take("view_projection") {
        let must = "be a list of 16 numbers";
        let Node::List(list) = node else { return Err(Fault::invalid("view_projection", must)) };
        let number = |node: &Node<'_>| if let Node::Number(x) = node { Some(round(*x)) } else { None };
        let numbers: Option<Vec<f64>> = list.iter().map(number).collect();
        let matrix = numbers.and_then(|numbers| <[f64; 16]>::try_from(numbers).ok());
        let matrix = matrix.ok_or_else(|| Fault::invalid("view_projection", must))?;
        f.rounded = Some(Rounded::Planes);
        return Ok(match depth_range(f)? {
            None => Frustum::try_from_view_projection(matrix)?,
            Some(depth) => Frustum::try_from_view_projection_with(matrix, depth)?,
        });
    }
    let must = "be a list of six half-spaces, each with a normal and a distance";
    let Node::List(list) = f.required("planes")? else { return Err(Fault::invalid("planes", must)) };
    let mut planes = Vec::with_capacity(6);
    let half_space = |node| {
        let mut plane = Fields::of("half_space", node)?;
        let normal: V = plane.vector("normal")?;
        let distance = plane.number::<V>("distance")?;
        plane.finish(HalfSpace::<V>::try_new(normal, distance)?.lift::<DVec3>(&wide))
    };
    for (i, node) in list.into_iter().enumerate() {
        let read = half_space(node).map_err(|fault| fault.within(&format!("planes.{i}")))?;
        planes.push(read.shape.into_inner());
    }
    let planes = <[_; 6]>::try_from(planes).map_err(|_| Fault::invalid("planes", must))?;
    Ok(Frustum::try_new(planes)?)
}

/// Reads the member `depth` of a matrix, if present.
fn depth_range(f: &mut Fields<'_>) -> Result<Option<DepthRange>, Fault> {
    Ok(match f.members.take("depth") {
        None => None,
        Some(Node::Text(text)) if text == "zero_to_one" => Some(DepthRange::ZeroToOne),
        Some(Node::Text(text)) if text == "minus_one_to_one" => Some(DepthRange::MinusOneToOne),
        Some(Node::Text(text)) if text == "reversed" => Some(DepthRange::Reversed),
        Some(_) => {
            let must = "be \"zero_to_one\", \"minus_one_to_one\" or \"reversed\"";
            return Err(Fault::invalid("depth", must));
        }
    })
}

/// Checks flatness and convexity within the tolerance of the precision of `V`.
fn flat_polygon<V: FloatVector>(points: Vec<DVec3>) -> Result<FlatPolygon<DVec3>, Fault> {
    Ok(FlatPolygon::try_new_within(points, <V::Scalar as Float>::AXES_TOLERANCE)?)
}

fn mesh<V: FloatVector>(f: &mut Fields<'_>) -> Result<Mesh<DVec3>, Fault> {
    let solid = f.flag("solid")?;
    if let Some(node) = f.members.take("path") {
        return files::mesh::<V>(&node, solid);
    }
    let vertices = f.vectors::<V, _>("vertices")?;
    let triangles = match f.required("triangles")? {
        Node::List(list) => list.iter().map(indices).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let must = "be a list of triangles, each a list of three whole numbers";
    let triangles = triangles.ok_or_else(|| Fault::invalid("triangles", must))?;
    Ok(Mesh::try_new(vertices, triangles, solid)?)
}

/// Reads three integers.
fn indices(node: &Node<'_>) -> Option<[u32; 3]> {
    let Node::Numbers([a, b, c, _], 3) = node else { return None };
    let index = |number: f64| {
        let index = number as u32;
        (f64::from(index) == number).then_some(index)
    };
    Some([index(*a)?, index(*b)?, index(*c)?])
}

/// The shapes of both dimensions that have axes or two names, checked in the precision of `V`.
fn common<V, W, S>(name: &str, f: &mut Fields<'_>) -> Result<Option<S>, Fault>
where
    V: FloatVector,
    W: FloatVector<Scalar = f64>,
    S: From<Sphere<W>> + From<Obb<W>> + From<Ellipsoid<W>>,
{
    Ok(Some(match name {
        "circle" => Sphere::<V>::from_fields(f)?.lift::<W>(&wide).into(),
        "obb" => obb::<V, W>(f)?.into(),
        "ellipsoid" | "ellipse" => ellipsoid::<V, W>(f)?.into(),
        _ => return Ok(None),
    }))
}

/// Defines the reader of a shape with a centre, sizes along its axes, and axes.
macro_rules! turned {
    ($name:ident $Shape:ident $sizes:ident) => {
        fn $name<V: FloatVector, W: FloatVector<Scalar = f64>>(
            f: &mut Fields<'_>,
        ) -> Result<$Shape<W>, Fault> {
            let (center, sizes) = (f.vector("center")?, f.vector(stringify!($sizes))?);
            let aligned = $Shape::<V>::try_aligned(center, sizes)?;
            match f.stance::<V>()? {
                None => Ok(aligned.lift(&wide)),
                Some(Stance::Axes(axes)) => {
                    let axes = V::axes_from_fn(|i| axes[i]);
                    Ok($Shape::<V>::try_new(center, sizes, axes)?.lift(&wide))
                }
                // Rotated axes are `f64` in either precision.
                Some(Stance::Turned(rotation)) => {
                    Ok($Shape { axes: rotation.axes::<W>()?, ..aligned.lift(&wide) })
                }
            }
        }
    };
}
turned!(obb Obb half_extents);
turned!(ellipsoid Ellipsoid radii);

#[cfg(test)]
mod tests {
    use super::super::names::Names;
    use super::super::node;
    use super::*;

    /// Tests that a serialised shape deserialises to the same shape.
    fn again<A: serde::Serialize + serde::de::DeserializeOwned + std::fmt::Debug>(text: &str) {
        if let Ok(shape) = serde_json::from_str::<A>(text) {
            let written = serde_json::to_string(&shape).unwrap();
            let read = serde_json::from_str::<A>(&written).unwrap();
            assert_eq!(format!("{read:?}"), format!("{shape:?}"), "{written}");
        }
    }

    #[test]
    fn errors_of_unreadable_sizes_state_the_expected_form() {
        for text in [
            r#"{"height_field": {"heights": [[1, 2], [1, 2]], "spacing": "far", "origin": [0, 0, 0]}}"#,
            r#"{"voxels": {"origin": [0, 0, 0], "size": [1, 1], "filled": [[0, 0, 0]]}}"#,
        ] {
            let message = serde_json::from_str::<Shape3>(text).unwrap_err().to_string();
            assert!(message.starts_with("a number, or one for each axis"), "{message}");
        }
    }

    /// Tests that the library's `serde` and this module read the same shape, or both fail.
    fn agree(text: &str, dimension: usize) {
        again::<Shape2>(text);
        again::<Shape3>(text);
        let reading = Reading { precision: Precision::F64, names: &Names::default() };
        let decoded = shape(node::parse(text).unwrap(), reading);
        let (ours, theirs) = if dimension == 2 {
            let ours = decoded
                .map(|any| if let Any::D2(read) = any { format!("{:?}", read.shape) } else { String::new() });
            (ours, serde_json::from_str::<Shape2>(text).map(|shape| format!("{shape:?}")))
        } else {
            let ours = decoded
                .map(|any| if let Any::D3(read) = any { format!("{:?}", read.shape) } else { String::new() });
            (ours, serde_json::from_str::<Shape3>(text).map(|shape| format!("{shape:?}")))
        };
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{text}"),
            (Err(_), Err(_)) => {}
            (ours, theirs) => panic!("{text}: {ours:?} here, {theirs:?} there"),
        }
    }

    #[test]
    fn the_program_and_the_librarys_serde_read_the_same_shapes() {
        for text in [
            r#"{"point": [1, 2]}"#,
            r#"{"line": {"origin": [1, 2], "direction": [0, 3]}}"#,
            r#"{"line": {"origin": [1, 2], "direction": [0, 0]}}"#,
            r#"{"circle": {"center": [1, 2], "radius": 0.1}}"#,
            r#"{"sphere": {"center": [1, 2], "radius": -0.1}}"#,
            r#"{"obb": {"center": [1, 2], "half_extents": [3, 4], "angle": 0.5}}"#,
            r#"{"obb": {"center": [1, 2], "half_extents": [3, 4], "axes": [[0, 1], [1, 0]]}}"#,
            r#"{"obb": {"center": [1, 2], "half_extents": [3, 4], "axes": [[0, 1], [1, 0.1]]}}"#,
            r#"{"parallelogram": {"origin": [1, 2], "u": [3, 4], "v": [5, 6]}}"#,
            r#"{"polygon": {"points": [[1, 2], [3, 4], [5, 7]]}}"#,
            r#"{"polygon": {"points": [[0, 0], [1, 1], [1, 0], [0, 1]]}}"#,
            r#"{"polygon": {"points": []}}"#,
            r#"{"polygon": {"points": [[0, 0], [9, 0], [0, 9]], "holes": [[[1, 1], [2, 1], [1, 2]]]}}"#,
            r#"{"polygon": {"points": [[0, 0], [9, 0], [0, 9]], "holes": []}}"#,
            r#"{"polygon": {"points": [[0, 0], [9, 0], [0, 9]], "holes": [[]]}}"#,
            r#"{"polygon": {"points": [[0, 0], [9, 0], [0, 9]], "holes": [[[1, 1], [2, 1], [9, 9]]]}}"#,
            r#"{"polygon": {"points": [[0, 0], [9, 0], [0, 9]], "holes": [[1, 1], [2, 1]]}}"#,
            r#"{"convex": {"points": [[1, 2], [3, 4], [0, 0], [5, 7]]}}"#,
            r#"{"convex": {"points": []}}"#,
            r#"{"tapered_capsule": {"a": [1, 2], "b": [1, 2], "radius_a": 3, "radius_b": 0.5}}"#,
            r#"{"rounded": {"shape": {"aabb": {"min": [1, 2], "max": [1, 3]}}, "radius": 0.5}}"#,
            r#"{"rounded": {"shape": {"aabb": {"min": [1, 2], "max": [1, 3]}}, "radius": -0.5}}"#,
            r#"{"annulus": {"center": [1, 2], "inner_radius": 0.1, "outer_radius": 3}}"#,
            r#"{"annulus": {"center": [1, 2], "inner_radius": 4, "outer_radius": 3}}"#,
            r#"{"arc": {"center": [1, 2], "radius": 3, "start": -0.1, "sweep": 7}}"#,
            r#"{"sector": {"center": [1, 2], "radius": 3, "start": 0.5, "sweep": -4}}"#,
            r#"{"sector": {"center": [1, 2], "radius": -3, "start": 0.5, "sweep": -4}}"#,
            r#"{"polyline": {"points": [[1, 2], [3, 4], [0, 0]], "closed": true}}"#,
            r#"{"polyline": {"points": [[1, 2]]}}"#,
            r#"{"polyline": {"points": []}}"#,
            r#"{"voxels": {"origin": [1, 2], "size": 0.1, "filled": [[0, 1], [-3, 2]]}}"#,
            r#"{"voxels": {"origin": [1, 2], "size": [1, 2], "filled": [[0, 1, 2]]}}"#,
            r#"{"voxels": {"origin": [1, 2], "size": [1, -2], "filled": [[0, 1]]}}"#,
            r#"{"compound": {"shapes": [{"point": [1, 2]}, {"compound": {"shapes": [{"point": [3, 4]}]}}]}}"#,
            r#"{"compound": {"shapes": []}}"#,
            r#"{"scaled": {"shape": {"capsule": {"a": [1, 2], "b": [3, 4], "radius": 1}}, "scale": [-1, 0.3]}}"#,
            r#"{"scaled": {"shape": {"sector": {"center": [1, 2], "radius": 3, "start": 0, "sweep": 5}}, "scale": [1, 2]}}"#,
            r#"{"scaled": {"shape": {"sphere": {"center": [1, 2], "radius": 3}}, "scale": 2}}"#,
            r#"{"scaled": {"shape": {"sphere": {"center": [1, 2], "radius": 3}}, "scale": 0}}"#,
        ] {
            agree(text, 2);
        }
        for text in [
            r#"{"point": [1, 2, 3]}"#,
            r#"{"ray": {"origin": [1, 2, 3], "direction": [0, 3, 0]}}"#,
            r#"{"segment": {"a": [1, 2, 3], "b": [0, 3, 0]}}"#,
            r#"{"segment": {"a": [1, 2, 3], "b": [0, 3, 0], "c": [0, 0, 0]}}"#,
            r#"{"segment": {"a": [1, 2, 3]}}"#,
            r#"{"plane": {"normal": [1, 2, 3], "distance": 5}}"#,
            r#"{"half_space": {"normal": [0, 0, 0], "distance": 5}}"#,
            r#"{"sphere": {"center": [1, 2, 3], "radius": 1e-300}}"#,
            r#"{"aabb": {"min": [1, 2, 3], "max": [1, 2, 4]}}"#,
            r#"{"aabb": {"min": [1, 2, 5], "max": [1, 2, 4]}}"#,
            r#"{"obb": {"center": [1, 2, 3], "half_extents": [3, 4, 5]}}"#,
            r#"{"obb": {"center": [1, 2, 3], "half_extents": [3, 4, 5], "quaternion": [1, 2, 3, 4]}}"#,
            r#"{"obb": {"center": [1, 2, 3], "half_extents": [3, 4, 5], "quaternion": [0, 0, 0, 0]}}"#,
            r#"{"capsule": {"a": [1, 2, 3], "b": [1, 2, 3], "radius": 0}}"#,
            r#"{"cylinder": {"a": [1, 2, 3], "b": [1, 2, 4], "radius": 2}}"#,
            r#"{"cylinder": {"a": [1, 2, 3], "b": [1, 2, 3], "radius": 2}}"#,
            r#"{"infinite_cylinder": {"origin": [1, 2, 3], "direction": [1, 2, 4], "radius": 2}}"#,
            r#"{"triangle": {"a": [1, 2, 3], "b": [1, 2, 4], "c": [0, 0, 0]}}"#,
            r#"{"mesh": {"vertices": [[1, 2, 3], [4, 5, 6], [7, 8, 8]], "triangles": [[0, 1, 2]]}}"#,
            r#"{"mesh": {"vertices": [[1, 2, 3], [4, 5, 6], [7, 8, 8]], "triangles": [[0, 1, 3]]}}"#,
            r#"{"mesh": {"vertices": [[1, 2, 3]], "triangles": [[0, 0, 0]], "solid": true}}"#,
            r#"{"mesh": {"vertices": [[1, 2, 3]], "triangles": [[0, 0, 0.5]]}}"#,
            r#"{"convex": {"points": [[1, 2, 3], [4, 5, 6], [4, 5, 6]]}}"#,
            r#"{"cone": {"apex": [1, 2, 3], "base": [4, 5, 6], "radius": 2}}"#,
            r#"{"cone": {"apex": [1, 2, 3], "base": [1, 2, 3], "radius": 2}}"#,
            r#"{"frustum": {"view_projection": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.25, -1, 0, 0, -1.25, 0]}}"#,
            r#"{"frustum": {"view_projection": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0]}}"#,
            r#"{"disc": {"center": [1, 2, 3], "normal": [0, 0, 6], "radius": 2}}"#,
            r#"{"truncated_cone": {"a": [1, 2, 3], "b": [4, 5, 6], "radius_a": 2, "radius_b": 1}}"#,
            r#"{"view_cone": {"apex": [1, 2, 3], "direction": [0, 0, 2], "radius": 2, "half_angle": 0.5}}"#,
            r#"{"view_cone": {"apex": [1, 2, 3], "direction": [0, 0, 2], "radius": 2, "half_angle": 1.6}}"#,
            r#"{"polygon": {"points": [[0, 0, 3], [4, 0, 3], [0, 4, 3]]}}"#,
            r#"{"polygon": {"points": [[0, 0, 3], [4, 0, 3], [4, 4, 4], [0, 4, 3]]}}"#,
            r#"{"rounded": {"shape": {"mesh": {"vertices": [[1, 2, 3]], "triangles": [[0, 0, 0]]}}, "radius": 1}}"#,
            r#"{"tetrahedron": {"a": [1, 2, 3], "b": [4, 5, 6], "c": [7, 8, 8], "d": [0, 0, 0]}}"#,
            r#"{"torus": {"center": [1, 2, 3], "axis": [0, 0, 0.1], "major_radius": 1, "minor_radius": 2}}"#,
            r#"{"torus": {"center": [1, 2, 3], "axis": [0, 0, 0], "major_radius": 1, "minor_radius": 2}}"#,
            r#"{"elliptic_cylinder": {"a": [1, 2, 3], "b": [1, 2, 4], "radii": [1, 0], "across": [1, 0, 0]}}"#,
            r#"{"elliptic_cylinder": {"a": [1, 2, 3], "b": [1, 2, 4], "radii": [1, 2], "across": [0, 0, 1]}}"#,
            r#"{"polyline": {"points": [[1, 2, 3], [3, 4, 5]], "closed": false}}"#,
            r#"{"height_field": {"heights": [[0, 1], [2, 3]], "spacing": 0.1, "origin": [1, 2, 3]}}"#,
            r#"{"height_field": {"heights": [[0, 1], [2]], "spacing": 1, "origin": [1, 2, 3]}}"#,
            r#"{"height_field": {"heights": [[0, 1], [2, 3]], "spacing": [1, 0], "origin": [1, 2, 3]}}"#,
            r#"{"voxels": {"origin": [1, 2, 3], "size": [0.1, 2, 3], "filled": [[0, 1, 2], [-3, 2, 1]]}}"#,
            r#"{"voxels": {"origin": [1, 2, 3], "size": 1, "filled": [[0, 1, 0.5]]}}"#,
            r#"{"compound": {"shapes": [{"point": [1, 2, 3]}, {"sphere": {"center": [1, 2, 3], "radius": 1}}]}}"#,
            r#"{"compound": {"shapes": [{"point": [1, 2, 3]}, {"point": [1, 2]}]}}"#,
            r#"{"scaled": {"shape": {"cylinder": {"a": [1, 2, 3], "b": [3, 4, 5], "radius": 1}}, "scale": [-1, 0.3, 2]}}"#,
            r#"{"scaled": {"shape": {"torus": {"center": [1, 2, 3], "axis": [0, 0, 1], "major_radius": 1, "minor_radius": 2}}, "scale": [1, 2, 1]}}"#,
            r#"{"blob": {"a": [1, 2, 3]}}"#,
            "{}",
        ] {
            agree(text, 3);
        }
    }
}
