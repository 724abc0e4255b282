//! The members of a shape's object: numbers and vectors, rounded to the precision when read, and
//! its orientation.

use super::error::{Code, Fault, excerpt};
use super::node::{Members, Node};
use barycast::number::Float;
use barycast::number::each::MapEach;
use barycast::shape::Rotation;
use barycast::shape::fields::FieldReader;
use barycast::vector::FloatVector;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A shape with the value that was rounded to build it.
#[derive(Debug)]
pub(crate) struct Read<S> {
    pub(crate) shape: Held<S>,
    pub(crate) rounded: Option<Rounded>,
}

impl<S> Read<S> {
    pub(super) fn new(shape: S, rounded: Option<Rounded>) -> Self {
        Self { shape: Held::Own(shape), rounded }
    }
}

/// A shape owned by the line, or shared from the definition of an earlier line.
pub(crate) enum Held<S> {
    Own(S),
    Shared(Arc<S>),
}

impl<S: fmt::Debug> fmt::Debug for Held<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<S: Clone> Held<S> {
    /// Returns the shape, cloned if it is shared.
    pub(super) fn into_inner(self) -> S {
        match self {
            Self::Own(shape) => shape,
            Self::Shared(shape) => Arc::unwrap_or_clone(shape),
        }
    }

    /// Returns the shape as shared.
    pub(super) fn into_shared(self) -> Arc<S> {
        match self {
            Self::Own(shape) => Arc::new(shape),
            Self::Shared(shape) => shape,
        }
    }
}

impl<S> Deref for Held<S> {
    type Target = S;

    fn deref(&self) -> &S {
        match self {
            Self::Own(shape) => shape,
            Self::Shared(shape) => shape,
        }
    }
}

/// A value of a shape that is rounded before the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounded {
    /// Axes from `angle` or `quaternion`.
    Turn,
    Pose,
    /// `start` and `sweep`, or the `angle` of a cone.
    Angle,
    /// Vertices of a trapezoid.
    Corners,
    /// Vertices that are sums of an origin and steps.
    Sums,
    /// Coordinates multiplied by a scale.
    Products,
    /// Planes from `view_projection`.
    Planes,
}

impl Rounded {
    /// Returns the reason why shape `a` or `b` has no exact answer, and an alternative.
    pub(crate) fn reason(self, side: &str) -> String {
        let (what, instead) = match self {
            Self::Turn => ("the axes, by an angle or quaternion,", "; give axes"),
            Self::Pose => ("the pose", "; give the transformed shape"),
            Self::Angle => ("an angle", ""),
            Self::Corners => ("the corners", "; give a polygon"),
            Self::Sums => {
                ("the corners, sums of the origin and steps,", "; give numbers whose sums are exact")
            }
            Self::Products => ("the coordinates, times the scale,", "; scale by powers of two"),
            Self::Planes => ("the planes, by view_projection,", "; give planes"),
        };
        let verb = if matches!(self, Self::Pose | Self::Angle) { "is" } else { "are" };
        format!("{what} of {side} {verb} rounded before the test{instead}")
    }
}

pub(super) fn mismatch(field: &str, message: impl Into<String>) -> Fault {
    Fault::new(Code::DimensionMismatch, field, message)
}

/// Widens a number to `f64`.
pub(super) fn wide<S: Float>(number: S) -> f64 {
    number.to_f64()
}

/// Orientation of a shape.
pub(super) enum Stance<V> {
    /// Given axes.
    Axes(Vec<V>),
    /// A rotation whose axes are rounded.
    Turned(Rotation),
}

/// The members of a shape's object.
pub(super) struct Fields<'a> {
    shape: &'a str,
    pub(super) members: Members<'a>,
    pub(super) rounded: Option<Rounded>,
}

impl<'a> Fields<'a> {
    pub(super) fn of(shape: &'a str, node: Node<'a>) -> Result<Self, Fault> {
        let members = match node {
            // A point is its vector.
            vector if shape == "point" => Members(vec![(shape.into(), vector)]),
            Node::Object(members) => members,
            other => {
                let message = format!("{shape} must be an object, got {}", other.kind());
                return Err(Fault { code: Code::InvalidShape, field: None, message });
            }
        };
        Ok(Self { shape, members, rounded: None })
    }

    /// Returns the shape, or an error if members are left.
    pub(super) fn finish<S>(self, shape: S) -> Result<Read<S>, Fault> {
        self.finish_with(shape, None)
    }

    /// Returns the shape, built from another one that may have been rounded.
    pub(super) fn finish_with<S>(self, shape: S, rounded: Option<Rounded>) -> Result<Read<S>, Fault> {
        let rounded = rounded.or(self.rounded);
        self.finish_plain(Read::new(shape, rounded))
    }

    /// Returns a value that is not a shape, or an error if members are left.
    pub(super) fn finish_plain<T>(self, value: T) -> Result<T, Fault> {
        match self.members.0.first() {
            None => Ok(value),
            Some((key, _)) => {
                let message = format!("`{}` is not a field of {}", excerpt(key), self.shape);
                Err(Fault::new(Code::UnknownField, key, message))
            }
        }
    }

    pub(super) fn required(&mut self, name: &'static str) -> Result<Node<'a>, Fault> {
        let missing = || Fault::new(Code::MissingField, name, format!("{} has no `{name}`", self.shape));
        self.members.take(name).ok_or_else(missing)
    }

    pub(super) fn vector<V: FloatVector>(&mut self, name: &'static str) -> Result<V, Fault> {
        vector(name, &self.required(name)?)
    }

    pub(super) fn number<V: FloatVector>(&mut self, name: &'static str) -> Result<V::Scalar, Fault> {
        match self.required(name)? {
            Node::Number(number) => Ok(V::Scalar::from_f64(number)),
            other => Err(Fault::invalid(name, &format!("be a number, got {}", other.kind()))),
        }
    }

    /// Reads two numbers.
    pub(super) fn pair<V: FloatVector>(&mut self, name: &'static str) -> Result<[V::Scalar; 2], Fault> {
        match self.required(name)? {
            Node::Numbers([x, y, ..], 2) => Ok([x, y].each(V::Scalar::from_f64)),
            other => Err(Fault::invalid(name, &format!("be two numbers, got {}", other.kind()))),
        }
    }

    /// Reads a boolean; `false` if absent.
    pub(super) fn flag(&mut self, name: &'static str) -> Result<bool, Fault> {
        match self.members.take(name) {
            None => Ok(false),
            Some(Node::Bool(flag)) => Ok(flag),
            Some(other) => Err(Fault::invalid(name, &format!("be true or false, got {}", other.kind()))),
        }
    }

    /// Reads a list of vectors in the precision of `V`, widened.
    pub(super) fn vectors<V: FloatVector, W: FloatVector<Scalar = f64>>(
        &mut self,
        name: &'static str,
    ) -> Result<Vec<W>, Fault> {
        let Node::List(vectors) = self.required(name)? else {
            return Err(Fault::invalid(name, "be a list of vectors"));
        };
        widened::<V, W>(name, &vectors)
    }

    /// Reads lists of vectors in the precision of `V`, widened; empty if absent.
    pub(super) fn lists_of_vectors<V: FloatVector, W: FloatVector<Scalar = f64>>(
        &mut self,
        name: &'static str,
    ) -> Result<Vec<Vec<W>>, Fault> {
        let must = "be a list of lists of vectors";
        let lists = match self.members.take(name) {
            None => return Ok(Vec::new()),
            Some(Node::List(lists)) => lists,
            Some(_) => return Err(Fault::invalid(name, must)),
        };
        let read = |list: &Node<'_>| match list {
            Node::List(vectors) => widened::<V, W>(name, vectors),
            _ => Err(Fault::invalid(name, must)),
        };
        lists.iter().map(read).collect()
    }

    /// Reads at most one of `axes`, `quaternion` and `angle`.
    pub(super) fn stance<V: FloatVector>(&mut self) -> Result<Option<Stance<V>>, Fault> {
        let mut stance = None;
        for name in ["axes", "quaternion", "angle"] {
            let Some(node) = self.members.take(name) else { continue };
            if stance.is_some() {
                return Err(Fault::invalid(name, "not be combined with another rotation"));
            }
            stance = Some(match name {
                "axes" => Stance::Axes(axes(name, node)?),
                _ => Stance::Turned(rotation::<V>(name, &node)?),
            });
            self.rounded = (name != "axes").then_some(Rounded::Turn);
        }
        Ok(stance)
    }
}

impl<V: FloatVector> FieldReader<V> for Fields<'_> {
    type Error = Fault;

    fn vector(&mut self, name: &'static str) -> Result<V, Fault> {
        Fields::vector(self, name)
    }

    fn number(&mut self, name: &'static str) -> Result<V::Scalar, Fault> {
        Fields::number::<V>(self, name)
    }

    /// Its sine and cosine are rounded.
    fn angle(&mut self, name: &'static str) -> Result<V::Scalar, Fault> {
        self.rounded = Some(Rounded::Angle);
        Fields::number::<V>(self, name)
    }

    fn pair(&mut self, name: &'static str) -> Result<[V::Scalar; 2], Fault> {
        Fields::pair::<V>(self, name)
    }
}

/// Vectors in the precision of `V`, widened.
fn widened<V: FloatVector, W: FloatVector<Scalar = f64>>(
    field: &'static str,
    vectors: &[Node<'_>],
) -> Result<Vec<W>, Fault> {
    vectors.iter().map(|node| Ok(vector::<V>(field, node)?.lift(&wide))).collect()
}

/// Reads a vector of the dimension of `V`, in its precision.
pub(super) fn vector<V: FloatVector>(field: &'static str, node: &Node<'_>) -> Result<V, Fault> {
    match node {
        Node::Numbers(numbers, length) if *length == V::DIM => {
            Ok(V::from_fn(|axis| V::Scalar::from_f64(numbers[axis])))
        }
        Node::Numbers(_, length @ (2 | 3)) => {
            Err(mismatch(field, format!("{field} has {length} numbers, other vectors have {}", V::DIM)))
        }
        Node::Numbers(_, length) => Err(Fault::invalid(field, &format!("be 2 or 3 numbers, got {length}"))),
        Node::List(_) => Err(Fault::invalid(field, "be a list of 2 or 3 numbers")),
        other => Err(Fault::invalid(field, &format!("be a list of numbers, got {}", other.kind()))),
    }
}

pub(super) fn axes<V: FloatVector>(field: &'static str, node: Node<'_>) -> Result<Vec<V>, Fault> {
    match node {
        Node::List(list) if list.len() == V::DIM => list.iter().map(|axis| vector(field, axis)).collect(),
        _ => Err(Fault::invalid(field, &format!("be a list of {} vectors", V::DIM))),
    }
}

/// Reads an `angle` or a `quaternion` in the precision of `V`.
pub(super) fn rotation<V: FloatVector>(field: &'static str, node: &Node<'_>) -> Result<Rotation, Fault> {
    let round = |number: f64| V::Scalar::from_f64(number).to_f64();
    match (field, V::DIM, node) {
        ("angle", 2, Node::Number(angle)) => Ok(Rotation::Angle(round(*angle))),
        ("angle", 2, other) => Err(Fault::invalid(field, &format!("be a number, got {}", other.kind()))),
        ("angle", ..) => {
            Err(mismatch(field, "an angle is a rotation in 2D; in 3D give axes or a quaternion"))
        }
        (_, 3, Node::Numbers(numbers, 4)) => Ok(Rotation::Quaternion(numbers.each(round))),
        (_, 3, _) => Err(Fault::invalid(field, "be four numbers: x, y, z, w")),
        _ => Err(mismatch(field, "a quaternion is a rotation in 3D; in 2D give axes or an angle")),
    }
}
