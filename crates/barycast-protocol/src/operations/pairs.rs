//! The operation `pairs`: one query for all pairs among many shapes.

use crate::any::Any;
use crate::decode;
use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::fields::{Held, mismatch};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::options::{missing, number};
use crate::query::{Query, QueryResult};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::query::Closest;
use barycast::query::cancel::CancelToken;
use barycast::vector::Vector;
#[cfg(feature = "threads")]
use rayon::prelude::*;
use std::collections::HashSet;

/// Shapes, excluded pairs, and the query.
struct PairsQuery {
    shapes: Shapes,
    skip: HashSet<[usize; 2]>,
    wanted: Wanted,
}

enum Shapes {
    D2(Vec<Held<Shape2>>),
    D3(Vec<Held<Shape3>>),
}

#[derive(Clone, Copy, Debug)]
enum Wanted {
    Intersects,
    /// Pairs within a distance.
    Distance {
        max: f64,
    },
}

/// Number of pairs below which one thread answers all: fewer pairs are not worth the overhead of
/// other threads.
#[cfg(feature = "threads")]
const AT_ONCE: usize = 16;

pub(super) fn read(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let wanted = read_wanted(members, reading)?;
    let shapes = match members.take("shapes").ok_or_else(|| missing("shapes"))? {
        Node::List(list) => read_shapes(list, reading)?,
        other => {
            return Err(Fault::invalid("shapes", &format!("be a list of shapes, got {}", other.kind())));
        }
    };
    let count = match &shapes {
        Shapes::D2(shapes) => shapes.len(),
        Shapes::D3(shapes) => shapes.len(),
    };
    let skip = read_skip(members.take("skip"), count)?;
    Ok(Box::new(PairsQuery { shapes, skip, wanted }))
}

impl Query for PairsQuery {
    fn answer(&self, answer: Answer<'_>) -> Result<(), Fault> {
        match &self.shapes {
            Shapes::D2(shapes) => self.of(shapes, Shape2::intersects, Shape2::closest_precisely, answer),
            Shapes::D3(shapes) => self.of(shapes, Shape3::intersects, Shape3::closest_precisely, answer),
        }
        Ok(())
    }
}

impl PairsQuery {
    fn of<S: Send + Sync, V: Vector<Scalar = f64> + Send>(
        &self,
        shapes: &[Held<S>],
        intersects: fn(&S, &S) -> bool,
        closest: fn(&S, &S) -> Closest<V>,
        mut answer: Answer<'_>,
    ) {
        let all = (0..shapes.len()).flat_map(|i| (i + 1..shapes.len()).map(move |j| [i, j]));
        let pairs: Vec<[usize; 2]> = all.filter(|pair| !self.skip.contains(pair)).collect();
        #[cfg(feature = "threads")]
        let pairs = pairs.par_iter().with_min_len(AT_ONCE);
        #[cfg(not(feature = "threads"))]
        let pairs = pairs.iter();
        // Propagates the cancellation token to worker threads. Answers of a cancelled query are
        // discarded.
        let token = CancelToken::current().unwrap_or_default();
        match self.wanted {
            Wanted::Intersects => {
                let meet =
                    |[i, j]: &&[usize; 2]| token.run(|| intersects(&shapes[*i], &shapes[*j])) == Some(true);
                answer.pairs(&pairs.filter(meet).copied().collect::<Vec<_>>());
            }
            Wanted::Distance { max } => {
                let apart = |[i, j]: &[usize; 2]| {
                    token.run(|| closest(&shapes[*i], &shapes[*j])).map(|closest| ([*i, *j], closest))
                };
                let near = |(_, closest): &([usize; 2], Closest<V>)| closest.distance <= max;
                answer.pairs_apart(&pairs.filter_map(apart).filter(near).collect::<Vec<_>>());
            }
        }
    }
}

fn read_wanted(members: &mut Members<'_>, reading: Reading<'_>) -> Result<Wanted, Fault> {
    let max = number(members, "max_distance", reading.precision)?;
    let question = members.take("question").ok_or_else(|| missing("question"))?;
    match (&question, max) {
        (Node::Text(question), None) if question == "intersects" => Ok(Wanted::Intersects),
        (Node::Text(question), Some(_)) if question == "intersects" => {
            let message = "max_distance is an option of the question \"distance\"";
            Err(Fault::new(Code::InvalidOption, "max_distance", message))
        }
        (Node::Text(question), max) if question == "distance" => {
            Ok(Wanted::Distance { max: max.unwrap_or(f64::INFINITY) })
        }
        _ => {
            let message = "question must be \"intersects\" or \"distance\"";
            Err(Fault::new(Code::InvalidOption, "question", message))
        }
    }
}

fn read_shapes(list: Vec<Node<'_>>, reading: Reading<'_>) -> Result<Shapes, Fault> {
    let (mut flat, mut spatial) = (Vec::new(), Vec::new());
    for (i, node) in list.into_iter().enumerate() {
        let field = format!("shapes.{i}");
        match decode::shape(node, reading).map_err(|fault| fault.within(&field))? {
            Any::D2(read) => flat.push(read.shape),
            Any::D3(read) => spatial.push(read.shape),
        }
        if !flat.is_empty() && !spatial.is_empty() {
            return Err(mismatch(&field, format!("{field} differs in dimension from the first shape")));
        }
    }
    Ok(if flat.is_empty() { Shapes::D3(spatial) } else { Shapes::D2(flat) })
}

/// Reads the excluded pairs, in either order.
fn read_skip(node: Option<Node<'_>>, count: usize) -> Result<HashSet<[usize; 2]>, Fault> {
    let must = || {
        let message = format!("skip must be a list of pairs of different integers below {count}");
        Fault::new(Code::InvalidOption, "skip", message)
    };
    let list = match node {
        None => return Ok(HashSet::new()),
        Some(Node::List(list)) => list,
        Some(_) => return Err(must()),
    };
    let pair = |node: &Node<'_>| {
        let Node::Numbers([a, b, ..], 2) = node else { return None };
        let index = |x: f64| Some(x as usize).filter(|i| *i as f64 == x && *i < count);
        let (a, b) = (index(*a)?, index(*b)?);
        (a != b).then_some([a.min(b), a.max(b)])
    };
    list.iter().map(|node| pair(node).ok_or_else(must)).collect()
}
