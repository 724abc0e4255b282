//! Queries about two shapes, `a` and `b`.

use super::any::Any;
use super::decode;
use super::encode::Answer;
use super::error::{Code, Fault};
use super::fields::{Read, mismatch};
use super::names::Reading;
use super::node::{Members, Node};
use super::options::{flag, missing, number, refuse_the_rest};
use super::query::{Query, QueryResult};
use barycast::dynamic::any::{NoAnswer, Shape2, Shape3};

/// Two shapes of the same dimension.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "one at a time, never stored")]
pub(crate) enum Pair {
    D2(Read<Shape2>, Read<Shape2>),
    D3(Read<Shape3>, Read<Shape3>),
}

/// Evaluates an expression over the two shapes of a pair in either dimension; `$Shape` is their
/// type.
macro_rules! either {
    ($pair:expr, $Shape:ident($a:ident, $b:ident) => $body:expr) => {
        match $pair {
            $crate::pair::Pair::D2(a, b) => {
                #[allow(unused_imports, reason = "most answers need no name for the type")]
                use barycast::dynamic::any::Shape2 as $Shape;
                let ($a, $b) = (&*a.shape, &*b.shape);
                $body
            }
            $crate::pair::Pair::D3(a, b) => {
                #[allow(unused_imports, reason = "most answers need no name for the type")]
                use barycast::dynamic::any::Shape3 as $Shape;
                let ($a, $b) = (&*a.shape, &*b.shape);
                $body
            }
        }
    };
}
pub(crate) use either;

impl Pair {
    fn read(a: Node<'_>, b: Node<'_>, reading: Reading<'_>) -> Result<Self, Fault> {
        let a = decode::shape(a, reading).map_err(|fault| fault.within("a"))?;
        let b = decode::shape(b, reading).map_err(|fault| fault.within("b"))?;
        match (a, b) {
            (Any::D2(a), Any::D2(b)) => Ok(Self::D2(a, b)),
            (Any::D3(a), Any::D3(b)) => Ok(Self::D3(a, b)),
            (Any::D2(_), Any::D3(_)) => Err(mismatch("b", "a is in 2D and b in 3D")),
            (Any::D3(_), Any::D2(_)) => Err(mismatch("b", "a is in 3D and b in 2D")),
        }
    }

    /// Builds the error of a query that is not defined for these shapes.
    pub(crate) fn no_answer(&self, question: &'static str) -> Fault {
        let shapes = either!(self, Shape(a, b) => [a.name(), b.name()]);
        NoAnswer { question, shapes }.into()
    }
}

/// The steps that a query records on request.
#[derive(Clone, Copy)]
enum Steps {
    None,
    /// How the library finds whether the shapes intersect, and the distance.
    Distance,
    /// How it finds the penetration depth.
    Contact,
}

/// Two shapes with the function that answers the query.
struct PairQuery<F> {
    pair: Pair,
    steps: Steps,
    answer: F,
}

impl<F: Fn(&Pair, Answer<'_>) -> Result<(), Fault>> Query for PairQuery<F> {
    fn answer(&self, answer: Answer<'_>) -> Result<(), Fault> {
        (self.answer)(&self.pair, answer)
    }

    fn trace(&self, out: &mut Vec<u8>) -> Result<(), Fault> {
        write_steps(&self.pair, self.steps, out)
    }
}

fn write_steps(pair: &Pair, steps: Steps, out: &mut Vec<u8>) -> Result<(), Fault> {
    let of_contact = match steps {
        Steps::None => return Ok(()),
        Steps::Distance => false,
        Steps::Contact => true,
    };
    out.extend_from_slice(b",\"trace\":");
    let written = either!(pair, Shape(a, b) => {
        let trace = if of_contact { a.trace_contact(b) } else { a.trace(b) };
        serde_json::to_writer(out, &trace)
    });
    written.map_err(|error| Fault::new(Code::Io, "", error.to_string()))
}

/// Reads `a` and `b` after all options of the operation.
fn read<F>(members: &mut Members<'_>, reading: Reading<'_>, steps: Steps, answer: F) -> QueryResult
where
    F: Fn(&Pair, Answer<'_>) -> Result<(), Fault> + 'static,
{
    let (a, b) = (members.take("a"), members.take("b"));
    refuse_the_rest(members)?;
    let (a, b) = (a.ok_or_else(|| missing("a"))?, b.ok_or_else(|| missing("b"))?);
    Ok(Box::new(PairQuery { pair: Pair::read(a, b, reading)?, steps, answer }))
}

/// Builds a query about `a` and `b` whose steps the library records.
pub(crate) fn traced<F>(members: &mut Members<'_>, reading: Reading<'_>, answer: F) -> QueryResult
where
    F: Fn(&Pair, Answer<'_>) -> Result<(), Fault> + 'static,
{
    read(members, reading, Steps::Distance, answer)
}

/// Builds a query about the contact of `a` and `b`, without options, whose steps the library records.
pub(crate) fn contact<F>(members: &mut Members<'_>, reading: Reading<'_>, answer: F) -> QueryResult
where
    F: Fn(&Pair, Answer<'_>) -> Result<(), Fault> + 'static,
{
    Exactness::read(members, reading)?.refuse()?;
    read(members, reading, Steps::Contact, answer)
}

/// Builds a query about `a` and `b` without recorded steps.
pub(crate) fn untraced<F>(members: &mut Members<'_>, reading: Reading<'_>, answer: F) -> QueryResult
where
    F: Fn(&Pair, Answer<'_>) -> Result<(), Fault> + 'static,
{
    read(members, reading, Steps::None, answer)
}

/// The options of `intersects`, which every traceable query about a pair reads first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exactness {
    pub(crate) exact: bool,
    pub(crate) tolerance: Option<f64>,
}

impl Exactness {
    /// Reads `exact` and `tolerance`.
    pub(crate) fn read(members: &mut Members<'_>, reading: Reading<'_>) -> Result<Self, Fault> {
        Ok(Self {
            exact: flag(members, "exact")?,
            tolerance: number(members, "tolerance", reading.precision)?,
        })
    }

    /// Rejects both options for operations other than `intersects`; a tolerance of 0 is allowed.
    pub(crate) fn refuse(self) -> Result<(), Fault> {
        let only =
            |name| Fault::new(Code::InvalidOption, name, format!("{name} is an option of `intersects`"));
        if self.exact {
            return Err(only("exact"));
        }
        if self.tolerance.is_some_and(|tolerance| tolerance != 0.0) {
            return Err(only("tolerance"));
        }
        Ok(())
    }
}

/// Builds a query about `a` and `b` without options.
pub(crate) fn plain<F>(members: &mut Members<'_>, reading: Reading<'_>, answer: F) -> QueryResult
where
    F: Fn(&Pair, Answer<'_>) -> Result<(), Fault> + 'static,
{
    Exactness::read(members, reading)?.refuse()?;
    traced(members, reading, answer)
}
