//! The operation `continuous`: continuous collision of two features of deforming meshes, from their
//! points at start and end.

use crate::encode::Answer;
use crate::error::{Code, Fault, excerpt};
use crate::names::Reading;
use crate::node::{Members, Node};
use crate::options::{missing, number};
use crate::precision::Precision;
use crate::query::{Query, QueryResult};
use barycast::mesh::continuous::{Kind, MotionError, first_touch};
use barycast::number::each::MapEach;
use glam::DVec3;

/// Four linearly moving points, and the features that they form.
struct Motion {
    kind: Kind,
    start: [DVec3; 4],
    end: [DVec3; 4],
    min_separation: f64,
}

pub(super) fn read(members: &mut Members<'_>, reading: Reading<'_>) -> QueryResult {
    let precision = reading.precision;
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
    Ok(Box::new(Motion { kind, start, end, min_separation }))
}

impl Query for Motion {
    fn answer(&self, mut answer: Answer<'_>) -> Result<(), Fault> {
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

/// Reads four 3D points in the precision.
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
