//! From JSON to shapes.
//!
//! Numbers are `f64`, rounded to `f32` once where that precision is asked for; checked constructors judge them in
//! that precision. Then every shape is widened to `f64`, which loses nothing.

use super::error::{Code, Fault, excerpt};
use super::node::{Members, Node};
use super::request::Precision;
use barycast::any::{Shape2, Shape3};
use barycast::number::Float;
use barycast::shape::{
    Aabb, Capsule, Cylinder, HalfSpace, InfiniteCylinder, Line, Obb, Parallelogram, Plane, Point, Ray,
    Segment, Sphere, Triangle,
};
use barycast::vector::{FloatVector, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A shape, and whether `angle` or `quaternion` was rounded to make it.
#[derive(Debug)]
pub(crate) struct Read<S> {
    pub(crate) shape: S,
    pub(crate) rounded: bool,
}

/// Two shapes of one dimension.
#[derive(Debug)]
pub(crate) enum Pair {
    D2(Read<Shape2<DVec2>>, Read<Shape2<DVec2>>),
    D3(Read<Shape3<DVec3>>, Read<Shape3<DVec3>>),
}

/// Reads both shapes of a request.
pub(crate) fn pair(a: Node<'_>, b: Node<'_>, precision: Precision) -> Result<Pair, Fault> {
    let a = shape(a, precision).map_err(|fault| fault.within("a"))?;
    let b = shape(b, precision).map_err(|fault| fault.within("b"))?;
    match (a, b) {
        (Any::D2(a), Any::D2(b)) => Ok(Pair::D2(a, b)),
        (Any::D3(a), Any::D3(b)) => Ok(Pair::D3(a, b)),
        (Any::D2(_), Any::D3(_)) => Err(mismatch("b", "a is in 2D and b in 3D")),
        (Any::D3(_), Any::D2(_)) => Err(mismatch("b", "a is in 3D and b in 2D")),
    }
}

enum Any {
    D2(Read<Shape2<DVec2>>),
    D3(Read<Shape3<DVec3>>),
}

fn mismatch(field: &str, message: impl Into<String>) -> Fault {
    Fault::new(Code::DimensionMismatch, field, message)
}

/// Reads `{"sphere": {...}}`.
fn shape(node: Node<'_>, precision: Precision) -> Result<Any, Fault> {
    let Node::Object(Members(mut members)) = node else {
        let message = format!("a shape is an object, got {}", node.kind());
        return Err(Fault { code: Code::InvalidShape, field: None, message });
    };
    let Some(index) = members.iter().position(|(key, _)| NAMES.contains(&key.as_ref())) else {
        return Err(match members.first() {
            Some((key, _)) => Fault::new(Code::UnknownShape, key, format!("`{}` is no shape", excerpt(key))),
            None => {
                let message = "a shape has one key, its name".to_owned();
                Fault { code: Code::InvalidShape, field: None, message }
            }
        });
    };
    let (name, node) = members.swap_remove(index);
    if let Some((key, _)) = members.first() {
        return Err(Fault::new(
            Code::UnknownField,
            key,
            format!("a shape has one key, got also `{}`", excerpt(key)),
        ));
    }
    let shape = match (dimension(&node), precision) {
        (Some(2), Precision::F32) => d2::<Vec2>(&name, node).map(Any::D2),
        (Some(2), Precision::F64) => d2::<DVec2>(&name, node).map(Any::D2),
        (_, Precision::F32) => d3::<Vec3>(&name, node).map(Any::D3),
        (_, Precision::F64) => d3::<DVec3>(&name, node).map(Any::D3),
    };
    shape.map_err(|fault| fault.within(&name))
}

/// Every name that a shape may have.
const NAMES: &[&str] = &[
    "aabb",
    "capsule",
    "circle",
    "cylinder",
    "half_space",
    "infinite_cylinder",
    "line",
    "obb",
    "parallelogram",
    "plane",
    "point",
    "ray",
    "segment",
    "sphere",
    "triangle",
];

/// How many numbers the first vector has that is found.
fn dimension(node: &Node<'_>) -> Option<usize> {
    /// Lists that are no vectors of the space.
    const OTHERS: [&str; 2] = ["quaternion", "triangles"];
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

fn d2<V: FloatVector>(name: &str, node: Node<'_>) -> Result<Read<Shape2<DVec2>>, Fault> {
    let mut fields = Fields::of(name, node)?;
    let shape = match common::<V, DVec2, _>(name, &mut fields)? {
        Some(shape) => shape,
        None => return Err(mismatch(name, format!("{name} exists in 3D only"))),
    };
    fields.finish(shape)
}

fn d3<V: FloatVector + barycast::vector::Vector3>(
    name: &str,
    node: Node<'_>,
) -> Result<Read<Shape3<DVec3>>, Fault> {
    let mut fields = Fields::of(name, node)?;
    let f = &mut fields;
    let shape = match name {
        "cylinder" => Cylinder::<V>::try_new(f.vector("a")?, f.vector("b")?, f.number::<V>("radius")?)?
            .lift::<DVec3>(&wide)
            .into(),
        "infinite_cylinder" => {
            let (origin, direction) = (f.vector("origin")?, f.vector("direction")?);
            InfiniteCylinder::<V>::try_new(origin, direction, f.number::<V>("radius")?)?
                .lift::<DVec3>(&wide)
                .into()
        }
        _ => match common::<V, DVec3, _>(name, f)? {
            Some(shape) => shape,
            None => return Err(mismatch(name, format!("{name} exists in 2D only"))),
        },
    };
    fields.finish(shape)
}

/// The same number as an `f64`.
fn wide<S: Float>(number: S) -> f64 {
    number.to_f64()
}

/// The shapes of both dimensions, checked in the precision of `V`.
fn common<V, W, S>(name: &str, f: &mut Fields<'_>) -> Result<Option<S>, Fault>
where
    V: FloatVector,
    W: Vector<Scalar = f64>,
    S: From<Point<W>>
        + From<Line<W>>
        + From<Ray<W>>
        + From<Segment<W>>
        + From<Plane<W>>
        + From<HalfSpace<W>>
        + From<Sphere<W>>
        + From<Aabb<W>>
        + From<Obb<W>>
        + From<Capsule<W>>
        + From<Triangle<W>>
        + From<Parallelogram<W>>,
{
    Ok(Some(match name {
        "point" => Point::<V>::try_new(f.vector("point")?)?.lift::<W>(&wide).into(),
        "line" => Line::<V>::try_new(f.vector("origin")?, f.vector("direction")?)?.lift::<W>(&wide).into(),
        "ray" => Ray::<V>::try_new(f.vector("origin")?, f.vector("direction")?)?.lift::<W>(&wide).into(),
        "segment" => Segment::<V>::try_new(f.vector("a")?, f.vector("b")?)?.lift::<W>(&wide).into(),
        "plane" => {
            let normal = f.vector("normal")?;
            Plane::<V>::try_new(normal, f.number::<V>("distance")?)?.lift::<W>(&wide).into()
        }
        "half_space" => {
            let normal = f.vector("normal")?;
            HalfSpace::<V>::try_new(normal, f.number::<V>("distance")?)?.lift::<W>(&wide).into()
        }
        "sphere" | "circle" => {
            let center = f.vector("center")?;
            Sphere::<V>::try_new(center, f.number::<V>("radius")?)?.lift::<W>(&wide).into()
        }
        "aabb" => Aabb::<V>::try_new(f.vector("min")?, f.vector("max")?)?.lift::<W>(&wide).into(),
        "obb" => obb::<V, W>(f)?.into(),
        "capsule" => {
            let (a, b) = (f.vector("a")?, f.vector("b")?);
            Capsule::<V>::try_new(a, b, f.number::<V>("radius")?)?.lift::<W>(&wide).into()
        }
        "triangle" => {
            Triangle::<V>::try_new(f.vector("a")?, f.vector("b")?, f.vector("c")?)?.lift::<W>(&wide).into()
        }
        "parallelogram" => {
            let (origin, u, v) = (f.vector("origin")?, f.vector("u")?, f.vector("v")?);
            Parallelogram::<V>::try_new(origin, u, v)?.lift::<W>(&wide).into()
        }
        _ => return Ok(None),
    }))
}

fn obb<V: FloatVector, W: Vector<Scalar = f64>>(f: &mut Fields<'_>) -> Result<Obb<W>, Fault> {
    let (center, half_extents) = (f.vector("center")?, f.vector("half_extents")?);
    let rotation = f.rotation::<V>()?;
    let axes = match &rotation {
        Some(Rotation::Axes(axes)) => V::axes_from_fn(|i| axes[i]),
        _ => V::unit_axes(V::Scalar::ONE),
    };
    let mut obb = Obb::<V>::try_new(center, half_extents, axes)?.lift::<W>(&wide);
    if let Some(Rotation::Rounded(matrix)) = rotation {
        obb.axes = W::axes_from_fn(|i| W::from_fn(|k| matrix[i][k]));
    }
    Ok(obb)
}

/// How a shape stands.
enum Rotation<V> {
    /// Its axes, as given.
    Axes(Vec<V>),
    /// Axes from `angle` or `quaternion`, computed in `f64`.
    Rounded([[f64; 3]; 3]),
}

/// The members of a shape's object.
struct Fields<'a> {
    shape: &'a str,
    members: Members<'a>,
    rounded: bool,
}

impl<'a> Fields<'a> {
    fn of(shape: &'a str, node: Node<'a>) -> Result<Self, Fault> {
        let members = match node {
            // A point is its vector.
            vector if shape == "point" => Members(vec![(shape.into(), vector)]),
            Node::Object(members) => members,
            other => {
                let message = format!("{shape} must be an object, got {}", other.kind());
                return Err(Fault { code: Code::InvalidShape, field: None, message });
            }
        };
        Ok(Self { shape, members, rounded: false })
    }

    /// Nothing is left over.
    fn finish<S>(self, shape: S) -> Result<Read<S>, Fault> {
        match self.members.0.first() {
            None => Ok(Read { shape, rounded: self.rounded }),
            Some((key, _)) => {
                let message = format!("`{}` is no field of {}", excerpt(key), self.shape);
                Err(Fault::new(Code::UnknownField, key, message))
            }
        }
    }

    fn required(&mut self, name: &'static str) -> Result<Node<'a>, Fault> {
        let missing = || Fault::new(Code::MissingField, name, format!("{} has no `{name}`", self.shape));
        self.members.take(name).ok_or_else(missing)
    }

    fn vector<V: FloatVector>(&mut self, name: &'static str) -> Result<V, Fault> {
        vector(name, &self.required(name)?)
    }

    fn number<V: FloatVector>(&mut self, name: &'static str) -> Result<V::Scalar, Fault> {
        match self.required(name)? {
            Node::Number(number) => Ok(V::Scalar::from_f64(number)),
            other => Err(Fault::invalid(name, &format!("be a number, got {}", other.kind()))),
        }
    }

    /// One of `axes`, `quaternion` and `angle`, or none.
    fn rotation<V: FloatVector>(&mut self) -> Result<Option<Rotation<V>>, Fault> {
        let mut rotation = None;
        for name in ["axes", "quaternion", "angle"] {
            let Some(node) = self.members.take(name) else { continue };
            if rotation.is_some() {
                return Err(Fault::invalid(name, "not stand beside another rotation"));
            }
            rotation = Some(match name {
                "axes" => Rotation::Axes(axes(name, node)?),
                "quaternion" => Rotation::Rounded(of_quaternion::<V>(name, &node)?),
                _ => Rotation::Rounded(of_angle::<V>(name, &node)?),
            });
            self.rounded = name != "axes";
        }
        Ok(rotation)
    }
}

/// A vector of the dimension of `V`, in its precision.
fn vector<V: FloatVector>(field: &'static str, node: &Node<'_>) -> Result<V, Fault> {
    match node {
        Node::Numbers(numbers, length) if *length == V::DIM => {
            Ok(V::from_fn(|axis| V::Scalar::from_f64(numbers[axis])))
        }
        Node::Numbers(_, length @ (2 | 3)) => {
            Err(mismatch(field, format!("{field} has {length} numbers, others have {}", V::DIM)))
        }
        Node::Numbers(_, length) => Err(Fault::invalid(field, &format!("be 2 or 3 numbers, got {length}"))),
        Node::List(_) => Err(Fault::invalid(field, "be a list of 2 or 3 numbers")),
        other => Err(Fault::invalid(field, &format!("be a list of numbers, got {}", other.kind()))),
    }
}

fn axes<V: FloatVector>(field: &'static str, node: Node<'_>) -> Result<Vec<V>, Fault> {
    match node {
        Node::List(list) if list.len() == V::DIM => list.iter().map(|axis| vector(field, axis)).collect(),
        _ => Err(Fault::invalid(field, &format!("be a list of {} vectors", V::DIM))),
    }
}

/// The axes that a rotation by `angle` makes of the coordinate axes.
fn of_angle<V: FloatVector>(field: &'static str, node: &Node<'_>) -> Result<[[f64; 3]; 3], Fault> {
    if V::DIM != 2 {
        return Err(mismatch(field, "an angle turns in 2D; in 3D give axes or a quaternion"));
    }
    let Node::Number(angle) = node else {
        return Err(Fault::invalid(field, &format!("be a number, got {}", node.kind())));
    };
    let angle = V::Scalar::from_f64(*angle).to_f64();
    if !angle.is_finite() {
        return Err(Fault::invalid(field, &format!("be finite, got {angle}")));
    }
    let (sin, cos) = libm::sincos(angle);
    Ok([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0; 3]])
}

/// The axes that a quaternion of any length but 0 makes of the coordinate axes.
fn of_quaternion<V: FloatVector>(field: &'static str, node: &Node<'_>) -> Result<[[f64; 3]; 3], Fault> {
    if V::DIM != 3 {
        return Err(mismatch(field, "a quaternion turns in 3D; in 2D give axes or an angle"));
    }
    let Node::Numbers(numbers, 4) = node else {
        return Err(Fault::invalid(field, "be four numbers x, y, z, w"));
    };
    let numbers = numbers.map(|number| V::Scalar::from_f64(number).to_f64());
    if let Some(number) = numbers.iter().find(|number| !number.is_finite()) {
        return Err(Fault::invalid(field, &format!("be finite, got {number}")));
    }
    // By the largest first, so that no square overflows or vanishes.
    let largest = numbers.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    if largest == 0.0 {
        return Err(Fault::invalid(field, "not be zero"));
    }
    let [x, y, z, w] = numbers.map(|number| number / largest);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    Ok([
        [1.0 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)],
        [s * (x * y - z * w), 1.0 - s * (x * x + z * z), s * (y * z + x * w)],
        [s * (x * z + y * w), s * (y * z - x * w), 1.0 - s * (x * x + y * y)],
    ])
}
