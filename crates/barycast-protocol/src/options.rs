//! Readers of a request's members: numbers, flags, words and vectors, rounded to the precision when
//! read.

use super::error::{Code, Fault, excerpt};
use super::fields::{vector, wide};
use super::node::{Members, Node};
use super::precision::Precision;
use barycast::number::Float;
use barycast::vector::FloatVector;

/// Rejects a request that has members left.
pub(crate) fn refuse_the_rest(members: &Members<'_>) -> Result<(), Fault> {
    let Some((key, _)) = members.0.first() else { return Ok(()) };
    let message = format!("`{}` is not a key of this request", excerpt(key));
    Err(Fault::new(Code::UnknownField, key, message))
}

/// Builds the error of a request without this member.
pub(crate) fn missing(field: &str) -> Fault {
    Fault::new(Code::MissingField, field, format!("`{field}` is missing"))
}

/// Reads the member `precision`; `f64` if absent.
pub(crate) fn precision(members: &mut Members<'_>) -> Result<Precision, Fault> {
    match members.take("precision") {
        None => Ok(Precision::default()),
        Some(Node::Text(text)) if text == "f64" => Ok(Precision::F64),
        Some(Node::Text(text)) if text == "f32" => Ok(Precision::F32),
        Some(_) => Err(Fault::new(Code::InvalidOption, "precision", "precision must be \"f32\" or \"f64\"")),
    }
}

/// Reads a boolean option; `false` if absent.
pub(crate) fn flag(members: &mut Members<'_>, name: &str) -> Result<bool, Fault> {
    Ok(optional_flag(members, name)?.unwrap_or(false))
}

/// Reads a boolean option; `None` if absent.
pub(crate) fn optional_flag(members: &mut Members<'_>, name: &str) -> Result<Option<bool>, Fault> {
    match members.take(name) {
        None => Ok(None),
        Some(Node::Bool(value)) => Ok(Some(value)),
        Some(other) => {
            let message = format!("{name} must be true or false, got {}", other.kind());
            Err(Fault::new(Code::InvalidOption, name, message))
        }
    }
}

/// Reads a finite number; `None` if absent.
pub(crate) fn number(
    members: &mut Members<'_>,
    name: &str,
    precision: Precision,
) -> Result<Option<f64>, Fault> {
    let message = match members.take(name) {
        None => return Ok(None),
        Some(Node::Number(value)) => {
            let value = precision.round(value);
            if value.is_finite() {
                return Ok(Some(value));
            }
            format!("{name} must be finite, got {value}")
        }
        Some(other) => format!("{name} must be a number, got {}", other.kind()),
    };
    Err(Fault::new(Code::InvalidOption, name, message))
}

/// Reads a string; `None` if absent.
pub(crate) fn word(members: &mut Members<'_>, name: &'static str) -> Result<Option<String>, Fault> {
    match members.take(name) {
        None => Ok(None),
        Some(Node::Text(text)) => Ok(Some(text.into_owned())),
        Some(other) => Err(Fault::invalid(name, &format!("be a string, got {}", other.kind()))),
    }
}

/// Two or three numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coordinates {
    pub(crate) numbers: [f64; 3],
    pub(crate) dimensions: usize,
}

/// Reads a 2D or 3D vector; `None` if absent.
pub(crate) fn coordinates(
    members: &mut Members<'_>,
    name: &str,
    precision: Precision,
) -> Result<Option<Coordinates>, Fault> {
    let must = |got: &str| {
        let message = format!("{name} must be a list of 2 or 3 finite numbers, got {got}");
        Fault::new(Code::InvalidOption, name, message)
    };
    let (list, dimensions) = match members.take(name) {
        Some(Node::Numbers(list, count @ 2..=3)) => (list, count),
        Some(other) => return Err(must(other.kind())),
        None => return Ok(None),
    };
    let mut coordinates = Coordinates { numbers: [0.0; 3], dimensions };
    for (number, value) in coordinates.numbers.iter_mut().zip(list).take(dimensions) {
        *number = precision.round(value);
        if !number.is_finite() {
            return Err(must("a number out of range"));
        }
    }
    Ok(Some(coordinates))
}

/// Reads the finite member `point` in the precision of `N`.
pub(crate) fn point<N: FloatVector, V: FloatVector<Scalar = f64>>(
    members: &mut Members<'_>,
) -> Result<V, Fault> {
    let point: N = vector("point", &members.take("point").ok_or_else(|| missing("point"))?)?;
    let point: V = point.lift(&wide);
    if (0..V::DIM).any(|axis| !point.get(axis).is_finite()) {
        return Err(Fault::invalid("point", "be finite"));
    }
    Ok(point)
}

/// Returns the length of the first vector of a list.
pub(crate) fn first_length(points: &Node<'_>) -> Option<usize> {
    let Node::List(points) = points else { return None };
    if let Node::Numbers(_, length) = points.first()? { Some(*length) } else { None }
}

/// Reads a list of vectors in the precision of `N`.
pub(crate) fn vectors_of<N: FloatVector, V: FloatVector<Scalar = f64>>(
    name: &'static str,
    node: &Node<'_>,
) -> Result<Vec<V>, Fault> {
    let Node::List(vectors) = node else { return Err(Fault::invalid(name, "be a list of vectors")) };
    vectors.iter().map(|node| Ok(vector::<N>(name, node)?.lift(&wide))).collect()
}

/// Reads a list of numbers in the precision of `N`.
pub(crate) fn list_of<N: FloatVector>(name: &'static str, node: &Node<'_>) -> Result<Vec<f64>, Fault> {
    let round = |x: f64| wide(<N::Scalar as Float>::from_f64(x));
    let must = || Fault::invalid(name, "be a list of numbers");
    match node {
        Node::Numbers(list, count) => Ok(list[..*count].iter().map(|x| round(*x)).collect()),
        Node::List(list) => {
            let number =
                |node: &Node<'_>| if let Node::Number(x) = node { Ok(round(*x)) } else { Err(must()) };
            list.iter().map(number).collect()
        }
        _ => Err(must()),
    }
}
