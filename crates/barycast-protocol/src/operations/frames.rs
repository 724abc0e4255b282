//! The operation `frame`: change of basis between nested frames, in exact arithmetic. Each number of
//! an answer is rounded once.

use crate::encode::Answer;
use crate::error::{Code, Fault};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::options::{Coordinates, coordinates, missing, refuse_the_rest};
use crate::precision::Precision;
use crate::query::{Query, QueryResult};
use barycast::exact::{Arena, Exact};
use barycast::frame::Basis;
use barycast::number::Ring;
use barycast::number::each::MapEach;
use barycast::vector::{V2, V3, Vector};
use glam::{DVec2, DVec3};

/// More frames are rejected: the digits of exact numbers grow with each.
const MOST: usize = 64;

/// A frame in the coordinates of the one before it.
struct Frame {
    origin: Coordinates,
    axes: Vec<Coordinates>,
}

/// Nested frames, the outermost first, and a point whose other coordinates are wanted.
struct Frames {
    frames: Vec<Frame>,
    point: Option<Known>,
}

/// Coordinates of a point.
#[derive(Clone, Copy)]
enum Known {
    /// In the world.
    World(Coordinates),
    /// In the innermost frame.
    Local(Coordinates),
}

pub(super) fn read(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let precision = reading.precision;
    let frames = match members.take("frames").ok_or_else(|| missing("frames"))? {
        Node::List(list) if (1..=MOST).contains(&list.len()) => {
            list.into_iter().map(|node| frame(node, precision)).collect::<Result<Vec<_>, _>>()?
        }
        _ => return Err(Fault::invalid("frames", &format!("be a list of 1 to {MOST} frames"))),
    };
    let world = coordinates(members, "world", precision)?;
    let local = coordinates(members, "local", precision)?;
    let point = match (world, local) {
        (Some(_), Some(_)) => {
            let message = "only one of world and local may be given";
            return Err(Fault::new(Code::InvalidOption, "local", message));
        }
        (world, local) => world.map(Known::World).or(local.map(Known::Local)),
    };
    let wanted = frames[0].origin.dimensions;
    let given = match point {
        Some(Known::World(list)) => Some(("world", list)),
        Some(Known::Local(list)) => Some(("local", list)),
        None => None,
    };
    let all =
        frames.iter().flat_map(|frame| frame.axes.iter().chain([&frame.origin]).map(|p| ("frames", *p)));
    for (field, list) in all.chain(given) {
        if list.dimensions != wanted {
            let message = format!("{field} has vectors of 2 and of 3 numbers");
            return Err(Fault::new(Code::DimensionMismatch, field, message));
        }
    }
    Ok(Box::new(Frames { frames, point }))
}

/// Reads the origin and the axes of a frame.
fn frame(node: Node<'_>, precision: Precision) -> Result<Frame, Fault> {
    let Node::Object(mut members) = node else {
        return Err(Fault::invalid("frames", &format!("be a list of objects, got {}", node.kind())));
    };
    let origin = coordinates(&mut members, "origin", precision)?.ok_or_else(|| missing("origin"))?;
    let must = || Fault::invalid("axes", "be a list of as many vectors as they have numbers");
    let Node::List(list) = members.take("axes").ok_or_else(|| missing("axes"))? else { return Err(must()) };
    refuse_the_rest(&members)?;
    let axis = |node| coordinates(&mut Members(vec![("axes".into(), node)]), "axes", precision);
    let axes: Vec<_> =
        list.into_iter().filter_map(|node| axis(node).transpose()).collect::<Result<_, _>>()?;
    if axes.len() == origin.dimensions { Ok(Frame { origin, axes }) } else { Err(must()) }
}

impl Query for Frames {
    fn answer(&self, answer: Answer<'_>) -> Result<(), Fault> {
        match self.frames[0].origin.dimensions {
            2 => d2::answer(self, answer),
            _ => d3::answer(self, answer),
        }
        Ok(())
    }
}

macro_rules! in_dimension {
    ($name:ident $V:ident $Of:ident $numbers:literal) => {
        /// The operation in this dimension.
        mod $name {
            use super::*;

            pub(super) fn answer(of: &Frames, mut answer: Answer<'_>) {
                let arena = Arena::new();
                let number = |x: f64| arena.number(x);
                let vector = |list: &Coordinates| $Of::from_fn(|i| number(list.numbers[i]));
                let basis = |frame: &Frame| {
                    Basis::<$Of<Exact<'_>>>::new(
                        vector(&frame.origin),
                        core::array::from_fn(|i| vector(&frame.axes[i])),
                    )
                };
                let world = Basis::world(number(1.0));
                let frame = of.frames.iter().fold(world, |outer, inner| outer.after(&basis(inner)));
                let inverse = frame.inverse();
                let columns = |basis: &Basis<$Of<Exact<'_>>>| {
                    basis.world_from_local::<$numbers>().columns.each(|column| column.each(Exact::to_f64))
                };
                let determinant = frame.axes.determinant();
                let rounded = |p: $Of<Exact<'_>>| p.lift::<$V>(&Exact::to_f64);
                answer.frame(&columns(&frame), inverse.as_ref().map(columns).as_ref());
                let zero = determinant.zero();
                answer.handedness(determinant.to_f64(), zero.lt(determinant), determinant.lt(zero));
                match &of.point {
                    Some(Known::World(list)) => {
                        let local = inverse.map(|inverse| rounded(inverse.to_world(vector(list))));
                        answer.coordinates("local", local);
                    }
                    Some(Known::Local(list)) => {
                        answer.coordinates("world", Some(rounded(frame.to_world(vector(list)))));
                    }
                    None => {}
                }
            }
        }
    };
}
in_dimension! { d2 DVec2 V2 3 }
in_dimension! { d3 DVec3 V3 4 }
