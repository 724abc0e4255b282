//! One question of all pairs among many shapes.

use super::decode::{self, Any};
use super::encode::Answer;
use super::error::{Code, Fault};
use super::fields::{Held, mismatch};
use super::names::Reading;
use super::node::{Members, Node};
use super::request::{missing, number};
use super::shape::AnyShape;
use barycast::any::{Shape2, Shape3};
use barycast::cancel::CancelToken;
use barycast::question::Closest;
use glam::{DVec2, DVec3};
use rayon::prelude::*;
use std::collections::HashSet;

/// Shapes, which pairs of them, and what is asked of each.
#[derive(Debug)]
pub(crate) struct PairsQuestion {
    shapes: Shapes,
    skip: HashSet<[usize; 2]>,
    asked: Asked,
}

#[derive(Debug)]
enum Shapes {
    D2(Vec<Held<Shape2<DVec2>>>),
    D3(Vec<Held<Shape3<DVec3>>>),
}

#[derive(Clone, Copy, Debug)]
enum Asked {
    Intersects,
    /// Of pairs that are no farther apart.
    Distance {
        max: f64,
    },
}

/// So many pairs are asked one after the other: fewer are not worth waking the other cores.
const AT_ONCE: usize = 16;

impl PairsQuestion {
    /// Takes the members of the operation.
    pub(crate) fn read(members: &mut Members<'_>, reading: Reading<'_>) -> Result<Self, Fault> {
        let asked = read_asked(members, reading)?;
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
        Ok(Self { shapes, skip: read_skip(members.take("skip"), count)?, asked })
    }

    /// Appends the answer.
    pub(crate) fn answer(&self, answer: Answer<'_>) {
        match &self.shapes {
            Shapes::D2(shapes) => self.of(shapes, answer),
            Shapes::D3(shapes) => self.of(shapes, answer),
        }
    }

    fn of<S: AnyShape<Vector: Send> + Send + Sync>(&self, shapes: &[Held<S>], mut answer: Answer<'_>) {
        let all = (0..shapes.len()).flat_map(|i| (i + 1..shapes.len()).map(move |j| [i, j]));
        let asked: Vec<[usize; 2]> = all.filter(|pair| !self.skip.contains(pair)).collect();
        let asked = asked.par_iter().with_min_len(AT_ONCE);
        // On whichever thread; of what is cancelled nobody reads the answer.
        let token = CancelToken::current().unwrap_or_default();
        match self.asked {
            Asked::Intersects => {
                let meet =
                    |[i, j]: &&[usize; 2]| token.run(|| shapes[*i].intersects(&shapes[*j])) == Some(true);
                answer.pairs(&asked.filter(meet).copied().collect::<Vec<_>>());
            }
            Asked::Distance { max } => {
                let apart = |[i, j]: &[usize; 2]| {
                    token.run(|| shapes[*i].closest(&shapes[*j])).map(|closest| ([*i, *j], closest))
                };
                let near = |(_, closest): &([usize; 2], Closest<S::Vector>)| closest.distance <= max;
                answer.pairs_apart(&asked.filter_map(apart).filter(near).collect::<Vec<_>>());
            }
        }
    }
}

fn read_asked(members: &mut Members<'_>, reading: Reading<'_>) -> Result<Asked, Fault> {
    let max = number(members, "max_distance", reading.precision)?;
    let question = members.take("question").ok_or_else(|| missing("question"))?;
    match (&question, max) {
        (Node::Text(question), None) if question == "intersects" => Ok(Asked::Intersects),
        (Node::Text(question), Some(_)) if question == "intersects" => {
            let message = "max_distance is an option of the question \"distance\"";
            Err(Fault::new(Code::InvalidOption, "max_distance", message))
        }
        (Node::Text(question), max) if question == "distance" => {
            Ok(Asked::Distance { max: max.unwrap_or(f64::INFINITY) })
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
            return Err(mismatch(&field, format!("{field} has another number of dimensions than the first")));
        }
    }
    Ok(if flat.is_empty() { Shapes::D3(spatial) } else { Shapes::D2(flat) })
}

/// Pairs that are left out, in either order.
fn read_skip(node: Option<Node<'_>>, count: usize) -> Result<HashSet<[usize; 2]>, Fault> {
    let must = || {
        let message = format!("skip must be a list of pairs of different whole numbers below {count}");
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
