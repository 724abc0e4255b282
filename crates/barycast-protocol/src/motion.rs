//! The question `continuous`: two parts of deforming meshes, their points at the start and at the end.

use super::encode::Answer;
use super::error::{Code, Fault, excerpt};
use super::node::{Members, Node};
use super::request::{Precision, missing, number};
use barycast::continuous::{Kind, MotionError, first_touch};
use barycast::each::MapEach;
use glam::DVec3;

/// A question without shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    kind: Kind,
    start: [DVec3; 4],
    end: [DVec3; 4],
    min_separation: f64,
}

impl Motion {
    /// Takes its members.
    pub(crate) fn read(members: &mut Members<'_>, precision: Precision) -> Result<Self, Fault> {
        let kind = match members.take("kind").ok_or_else(|| missing("kind"))? {
            Node::Text(text) if text == "vertex_face" => Kind::VertexFace,
            Node::Text(text) if text == "edge_edge" => Kind::EdgeEdge,
            other => {
                let got = if let Node::Text(text) = &other { excerpt(text) } else { other.kind() };
                let message = format!("kind must be \"vertex_face\" or \"edge_edge\", got {got}");
                return Err(Fault::new(Code::InvalidOption, "kind", message));
            }
        };
        let min_separation = number(members, "min_separation", precision)?.unwrap_or(0.0);
        let start = points("start", members.take("start"), precision)?;
        let end = points("end", members.take("end"), precision)?;
        Ok(Self { kind, start, end, min_separation })
    }

    /// Appends when they first touch.
    pub(crate) fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
        let t = first_touch(self.kind, &self.start, &self.end, self.min_separation);
        answer.time_of_impact(t.map_err(|error| {
            let (code, field) = match error {
                MotionError::Separation(_) => (Code::InvalidOption, "min_separation"),
                MotionError::NotFinite { at_end: true, .. } => (Code::InvalidShape, "end"),
                _ => (Code::InvalidShape, "start"),
            };
            Fault::new(code, field, error.to_string())
        })?);
        Ok(())
    }
}

/// Four points in space, in the precision.
fn points(field: &str, node: Option<Node<'_>>, precision: Precision) -> Result<[DVec3; 4], Fault> {
    let must = |be: &str| Fault::new(Code::InvalidShape, field, format!("{field} must {be}"));
    let Node::List(list) = node.ok_or_else(|| missing(field))? else {
        return Err(must("be a list of four points"));
    };
    let is_flat = |node: &Node<'_>| matches!(node, Node::Numbers(_, 2));
    if list.iter().any(is_flat) && !list.iter().all(is_flat) {
        let message = format!("the points of {field} have 2 and 3 numbers");
        return Err(Fault::new(Code::DimensionMismatch, field, message));
    }
    let points: Vec<DVec3> = list
        .iter()
        .map(|node| match node {
            Node::Numbers([x, y, z, _], 3) => {
                Ok(DVec3::from_array([*x, *y, *z].each(|x| precision.round(x))))
            }
            _ => Err(must("be a list of four points of 3 numbers")),
        })
        .collect::<Result<_, _>>()?;
    points.try_into().map_err(|points: Vec<_>| must(&format!("be four points, got {}", points.len())))
}
