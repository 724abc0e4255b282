//! The operations of the protocol: a row of the table below and a file each.
//!
//! The reader of an operation turns its members into a [`Query`](crate::query::Query). An
//! operation on two shapes is a function of a [`Pair`](crate::pair::Pair).

mod cast;
mod contact;
#[cfg(feature = "meshes")]
mod continuous;
#[cfg(feature = "curves")]
mod curves;
mod distance;
#[cfg(feature = "curves")]
mod ease;
mod extent;
#[cfg(feature = "curves")]
mod fit;
mod frames;
mod framing;
mod intersection;
mod intersects;
mod pairs;
mod position;
#[cfg(feature = "curves")]
mod surfaces;
mod sweep;
#[cfg(feature = "curves")]
mod tubes;
mod view;

use crate::node::Members;
use crate::query::Reader;
#[cfg(feature = "curves")]
pub(crate) use surfaces::pieces as surface;

/// Name of an operation, the member that a request must have for this row, and the reader.
type Row = (&'static str, Option<&'static str>, Reader);

const OPERATIONS: &[Row] = &[
    ("barycentric", None, position::barycentric),
    ("bounding_sphere", None, extent::bounding_sphere),
    #[cfg(feature = "curves")]
    ("cast", Some("surface"), surfaces::cast),
    #[cfg(feature = "curves")]
    ("cast", Some("tube"), tubes::cast),
    ("cast", None, cast::cast),
    #[cfg(feature = "curves")]
    ("casts", Some("surface"), surfaces::casts),
    ("casts", None, cast::casts),
    ("classify", None, position::classify),
    ("clip", None, framing::clip),
    ("contact", None, contact::contact),
    ("contains", None, position::contains),
    #[cfg(feature = "meshes")]
    ("continuous", None, continuous::read),
    ("distance", None, distance::distance),
    #[cfg(feature = "curves")]
    ("ease", None, ease::read),
    #[cfg(feature = "curves")]
    ("evaluate", Some("surface"), surfaces::evaluate),
    #[cfg(feature = "curves")]
    ("evaluate", None, curves::evaluate),
    #[cfg(feature = "curves")]
    ("fit", None, fit::read),
    ("frame", None, frames::read),
    ("intersection", None, intersection::intersection),
    ("intersects", None, intersects::intersects),
    ("interval_along", None, extent::interval_along),
    #[cfg(feature = "curves")]
    ("length", None, curves::length),
    ("manifold", None, contact::manifold),
    #[cfg(feature = "curves")]
    ("nearest", Some("surface"), surfaces::nearest),
    #[cfg(feature = "curves")]
    ("nearest", None, curves::nearest),
    ("pairs", None, pairs::read),
    ("project", None, framing::project),
    #[cfg(feature = "curves")]
    ("signed_distance", Some("tube"), tubes::signed_distance),
    ("signed_distance", None, distance::signed_distance),
    ("solid_angle", None, view::solid_angle),
    ("span", None, cast::span),
    ("sweep", None, sweep::sweep),
    ("tangents", None, view::tangents),
];

/// Returns the reader of an operation for a request with these members, or `None` for an unknown
/// operation.
pub(crate) fn reader(name: &str, members: &Members<'_>) -> Option<Reader> {
    let fits = |row: &&Row| row.0 == name && row.1.is_none_or(|member| members.has(member));
    OPERATIONS.iter().find(fits).map(|row| row.2)
}
