//! Prints the TypeScript types of all shapes of the query protocol, for the npm package:
//! `cargo run -p barycast-protocol --example shape_types > web/package/shapes.d.ts`.
//!
//! `tests/shape_types.rs` checks that the file is current, that the table below has every shape
//! that the protocol reads, and that the protocol reads the examples and needs their fields.

use barycast_protocol::shape_names;
use std::fmt::Write;

/// A shape: name, description, fields, and an example in 2D and in 3D; `null` where it does not
/// exist. `V` stands for the vector of the dimension, `S` for a shape, `T` for a rotation.
pub(crate) type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
pub(crate) const SHAPES: &[Row] = &[
    ("aabb", "Axis-aligned box", "min: V; max: V", r#"{"min":[0,0],"max":[1,2]}"#, r#"{"min":[0,0,0],"max":[1,2,3]}"#),
    ("annulus", "Points between two concentric circles", "center: V; inner_radius: number; outer_radius: number", r#"{"center":[0,0],"inner_radius":1,"outer_radius":2}"#, "null"),
    ("arc", "Part of a circle, in radians; a negative sweep is clockwise", "center: V; radius: number; start: number; sweep: number", r#"{"center":[0,0],"radius":1,"start":0,"sweep":1}"#, "null"),
    ("capsule", "Points within a radius of a segment", "a: V; b: V; radius: number", r#"{"a":[0,0],"b":[1,0],"radius":1}"#, r#"{"a":[0,0,0],"b":[1,0,0],"radius":1}"#),
    ("circle", "Another name of `sphere`", "center: V; radius: number", r#"{"center":[0,0],"radius":1}"#, r#"{"center":[0,0,0],"radius":1}"#),
    ("compound", "Union of shapes", "shapes: S[]", r#"{"shapes":[{"point":[0,0]}]}"#, r#"{"shapes":[{"point":[0,0,0]}]}"#),
    ("cone", "Cone with a flat cap at `base`", "apex: V; base: V; radius: number", "null", r#"{"apex":[0,0,1],"base":[0,0,0],"radius":1}"#),
    ("convex", "Convex hull of points", "points: V[]", r#"{"points":[[0,0],[1,0],[0,1]]}"#, r#"{"points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}"#),
    ("cylinder", "Cylinder with flat caps", "a: V; b: V; radius: number", "null", r#"{"a":[0,0,0],"b":[0,0,1],"radius":1}"#),
    ("disc", "Flat disc", "center: V; normal: V; radius: number", "null", r#"{"center":[0,0,0],"normal":[0,0,1],"radius":1}"#),
    ("ellipse", "Ellipse", "center: V; radii: V; T", r#"{"center":[0,0],"radii":[1,2]}"#, r#"{"center":[0,0,0],"radii":[1,2,3]}"#),
    ("ellipsoid", "Ellipsoid", "center: V; radii: V; T", r#"{"center":[0,0],"radii":[1,2]}"#, r#"{"center":[0,0,0],"radii":[1,2,3]}"#),
    ("elliptic_cylinder", "Cylinder over an ellipse; the first radius is along `across`", "a: V; b: V; radii: [number, number]; across: V", "null", r#"{"a":[0,0,0],"b":[0,0,1],"radii":[1,2],"across":[1,0,0]}"#),
    ("frustum", "View frustum: of a matrix in column-major order, or between six half-spaces with outward normals", "FRUSTUM", "null", r#"{"planes":[{"normal":[1,0,0],"distance":1},{"normal":[-1,0,0],"distance":1},{"normal":[0,1,0],"distance":1},{"normal":[0,-1,0],"distance":1},{"normal":[0,0,1],"distance":1},{"normal":[0,0,-1],"distance":1}]}"#),
    ("half_space", "Points with `normal . p <= distance`", "normal: V; distance: number", r#"{"normal":[0,1],"distance":1}"#, r#"{"normal":[0,0,1],"distance":1}"#),
    ("height_field", "Heights over a grid, along the last axis", "HEIGHTS", r#"{"heights":[0,1,0],"spacing":1,"origin":[0,0]}"#, r#"{"heights":[[0,1],[2,3]],"spacing":1,"origin":[0,0,0]}"#),
    ("infinite_cone", "Cone without an end; `angle` is half the opening, in radians", "apex: V; direction: V; angle: number", "null", r#"{"apex":[0,0,0],"direction":[0,0,1],"angle":0.5}"#),
    ("infinite_cylinder", "Cylinder without ends", "origin: V; direction: V; radius: number", "null", r#"{"origin":[0,0,0],"direction":[0,0,1],"radius":1}"#),
    ("line", "Line", "origin: V; direction: V", r#"{"origin":[0,0],"direction":[1,0]}"#, r#"{"origin":[0,0,0],"direction":[1,0,0]}"#),
    ("mesh", "Triangles, and with `solid` what they enclose", "vertices: V[]; triangles: [number, number, number][]; solid?: boolean", "null", r#"{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]}"#),
    ("obb", "Oriented box", "center: V; half_extents: V; T", r#"{"center":[0,0],"half_extents":[1,2]}"#, r#"{"center":[0,0,0],"half_extents":[1,2,3]}"#),
    ("parallelogram", "Parallelogram", "origin: V; u: V; v: V", r#"{"origin":[0,0],"u":[1,0],"v":[0,1]}"#, r#"{"origin":[0,0,0],"u":[1,0,0],"v":[0,1,0]}"#),
    ("plane", "Points with `normal . p = distance`", "normal: V; distance: number", r#"{"normal":[0,1],"distance":1}"#, r#"{"normal":[0,0,1],"distance":1}"#),
    ("point", "Point", "V", "[0,0]", "[0,0,0]"),
    ("polygon", "Simple polygon in 2D, planar convex polygon in 3D", "POLYGON", r#"{"points":[[0,0],[1,0],[0,1]]}"#, r#"{"points":[[0,0,0],[1,0,0],[0,1,0]]}"#),
    ("polyline", "Chain of segments", "points: V[]; closed?: boolean", r#"{"points":[[0,0],[1,0]]}"#, r#"{"points":[[0,0,0],[1,0,0]]}"#),
    ("posed", "Rotated and then translated shape", "shape: S; translation: V; T", r#"{"shape":{"point":[0,0]},"translation":[1,0]}"#, r#"{"shape":{"point":[0,0,0]},"translation":[1,0,0]}"#),
    ("quad", "Planar convex quadrilateral", "a: V; b: V; c: V; d: V", "null", r#"{"a":[0,0,0],"b":[1,0,0],"c":[1,1,0],"d":[0,1,0]}"#),
    ("ray", "Ray", "origin: V; direction: V", r#"{"origin":[0,0],"direction":[1,0]}"#, r#"{"origin":[0,0,0],"direction":[1,0,0]}"#),
    ("rounded", "Points within a radius of a convex shape", "shape: S; radius: number", r#"{"shape":{"point":[0,0]},"radius":1}"#, r#"{"shape":{"point":[0,0,0]},"radius":1}"#),
    ("scaled", "Shape scaled about the origin", "shape: S; scale: number | V", r#"{"shape":{"point":[0,0]},"scale":2}"#, r#"{"shape":{"point":[0,0,0]},"scale":2}"#),
    ("sector", "Sector of a disc, in radians; a negative sweep is clockwise", "center: V; radius: number; start: number; sweep: number", r#"{"center":[0,0],"radius":1,"start":0,"sweep":1}"#, "null"),
    ("segment", "Segment", "a: V; b: V", r#"{"a":[0,0],"b":[1,0]}"#, r#"{"a":[0,0,0],"b":[1,0,0]}"#),
    ("sphere", "Ball; in 2D a disc", "center: V; radius: number", r#"{"center":[0,0],"radius":1}"#, r#"{"center":[0,0,0],"radius":1}"#),
    ("tapered_capsule", "Convex hull of two balls", "a: V; b: V; radius_a: number; radius_b: number", r#"{"a":[0,0],"b":[3,0],"radius_a":1,"radius_b":2}"#, r#"{"a":[0,0,0],"b":[3,0,0],"radius_a":1,"radius_b":2}"#),
    ("tetrahedron", "Tetrahedron", "a: V; b: V; c: V; d: V", "null", r#"{"a":[0,0,0],"b":[1,0,0],"c":[0,1,0],"d":[0,0,1]}"#),
    ("torus", "Torus", "center: V; axis: V; major_radius: number; minor_radius: number", "null", r#"{"center":[0,0,0],"axis":[0,0,1],"major_radius":2,"minor_radius":1}"#),
    ("triangle", "Triangle", "a: V; b: V; c: V", r#"{"a":[0,0],"b":[1,0],"c":[0,1]}"#, r#"{"a":[0,0,0],"b":[1,0,0],"c":[0,1,0]}"#),
    ("truncated_cone", "Frustum of a cone; in 2D a trapezoid", "a: V; b: V; radius_a: number; radius_b: number", r#"{"a":[0,0],"b":[3,0],"radius_a":1,"radius_b":2}"#, r#"{"a":[0,0,0],"b":[3,0,0],"radius_a":1,"radius_b":2}"#),
    ("use", "A shape that an earlier line of the session defines", "string", "null", "null"),
    ("view_cone", "Points of a ball in a cone from its centre; `half_angle` in radians, up to pi/2", "apex: V; direction: V; radius: number; half_angle: number", "null", r#"{"apex":[0,0,0],"direction":[0,0,1],"radius":1,"half_angle":0.5}"#),
    ("voxels", "Filled cells of a grid", "origin: V; size: number | V; filled: V[]", r#"{"origin":[0,0],"size":1,"filled":[[0,0]]}"#, r#"{"origin":[0,0,0],"size":1,"filled":[[0,0,0]]}"#),
];

const HEAD: &str = "\
// Generated by `cargo run -p barycast-protocol --example shape_types`. Do not edit.

export type Vector2 = readonly [number, number];
export type Vector3 = readonly [number, number, number];

/** Rotation of a shape in 2D: an angle in radians, or the local axes in world coordinates. */
export type Rotation2 = { angle?: number; axes?: undefined } | { angle?: undefined; axes: readonly Vector2[] };

/** Rotation of a shape in 3D: a quaternion `[x, y, z, w]`, or the local axes in world coordinates. */
export type Rotation3 =
  | { quaternion?: readonly [number, number, number, number]; axes?: undefined }
  | { quaternion?: undefined; axes: readonly Vector3[] };
";

const FRUSTUM: &str = "\
{ view_projection: readonly number[]; depth?: 'zero_to_one' | 'reversed' | 'minus_one_to_one' } \
| { planes: readonly { normal: Vector3; distance: number }[] }";

/// Returns the type of the value of a shape.
fn value(fields: &str, dimensions: usize) -> String {
    let whole = match (fields, dimensions) {
        ("FRUSTUM", _) => return FRUSTUM.to_owned(),
        ("HEIGHTS", 2) => "heights: number[]; spacing: number; origin: V",
        ("HEIGHTS", _) => "heights: number[][]; spacing: number | [number, number]; origin: V",
        ("POLYGON", 2) => "points: V[]; holes?: V[][]",
        ("POLYGON", _) => "points: V[]",
        ("V", _) => return format!("Vector{dimensions}"),
        ("string", _) => return "string".to_owned(),
        (fields, _) => fields,
    };
    let field = |field: &str| {
        let (name, kind) = field.split_once(": ")?;
        let kind = match kind.strip_suffix("[]") {
            Some(item) => format!("readonly {item}[]"),
            None => kind.to_owned(),
        };
        let words = kind.split(' ').map(|word| {
            let bare = word.trim_end_matches("[]");
            let named = match bare {
                "V" => format!("Vector{dimensions}"),
                "S" => format!("Shape{dimensions}"),
                other => other.to_owned(),
            };
            format!("{named}{}", &word[bare.len()..])
        });
        Some(format!("{name}: {}", words.collect::<Vec<_>>().join(" ")))
    };
    let all: Vec<_> = whole.split("; ").filter_map(field).collect();
    let rotation = if whole.ends_with("; T") { format!(" & Rotation{dimensions}") } else { String::new() };
    format!("{{ {} }}{rotation}", all.join("; "))
}

/// Returns the file `web/package/shapes.d.ts`.
pub(crate) fn file() -> String {
    let mut out = HEAD.to_owned();
    for dimensions in [2, 3] {
        let names = shape_names(dimensions);
        let _ = write!(
            out,
            "\n/** A shape in {dimensions}D: an object with one key, the name of the shape. */\n"
        );
        let _ = write!(out, "export type Shape{dimensions} =");
        for (name, words, fields, ..) in SHAPES.iter().filter(|row| names.contains(&row.0)) {
            let _ = write!(out, "\n  /** {words}. */\n  | {{ {name}: {} }}", value(fields, dimensions));
        }
        out.push_str(";\n\n");
        let _ = write!(out, "/** What can be cast in {dimensions}D. */\nexport type Linear{dimensions} =");
        let _ = writeln!(
            out,
            " Extract<Shape{dimensions}, {{ ray: unknown }} | {{ segment: unknown }} | {{ line: unknown }}>;"
        );
    }
    out.push_str("\n/** A shape in 2D or 3D. */\nexport type Shape = Shape2 | Shape3;\n");
    out
}

#[allow(dead_code, reason = "the test includes this file")]
fn main() {
    print!("{}", file());
}
