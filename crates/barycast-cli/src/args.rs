//! The command line.

use clap::{Args as Options, Parser, Subcommand};
use std::path::PathBuf;

/// Do shapes touch, how far apart are they, where does this ray hit: exact where it can be.
#[derive(Debug, Parser)]
#[command(name = "barycast", version, after_help = EXIT_STATUS, max_term_width = 100)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer questions between shapes: one JSON object a line in, one a line out.
    Query(QueryOptions),
    /// List the pairs of shapes, and how well each question is answered.
    Pairs(PairsOptions),
}

/// Options of `barycast query`.
#[derive(Debug, Options)]
#[command(after_help = QUERY)]
pub(crate) struct QueryOptions {
    /// Files of requests, one JSON object a line; `-`, or no file at all, is standard input
    pub(crate) files: Vec<PathBuf>,
}

/// Options of `barycast pairs`.
#[derive(Debug, Options)]
#[command(after_help = PAIRS)]
pub(crate) struct PairsOptions {
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

const EXIT_STATUS: &str = "\
Examples:
  barycast query requests.ndjson > answers.ndjson
  barycast pairs

Exit status:
  0  everything was answered
  1  some request had an error
  2  the command line is wrong
  3  a file could not be opened";

const QUERY: &str = r#"Examples:
  echo '{"op": "distance", "a": {"point": [0,0,3]}, "b": {"sphere": {"center": [0,0,0], "radius": 1}}}' \
    | barycast query
  barycast query requests.ndjson > answers.ndjson

A request:
  {"id": 7, "op": "intersects", "a": {"sphere": {"center": [0,0,0], "radius": 1}},
                                "b": {"aabb": {"min": [1,-1,-1], "max": [2,1,1]}}}
  id         any value, returned as it is; optional
  op         intersects contains distance signed_distance contact cast casts span intersection classify
             barycentric
  a, b       shapes, both in 2D or both in 3D, told by their vectors:
               point          the vector itself
               line ray       origin direction
               segment        a b
               plane          normal distance: the points with n . x = d
               half_space     normal distance: the points with n . x <= d
               sphere circle  center radius
               aabb           min max
               obb            center half_extents, and axes, quaternion (3D), angle (2D) or none of them
               capsule        a b radius
               cylinder       a b radius (3D)
               infinite_cylinder  origin direction radius (3D)
               triangle       a b c
               parallelogram  origin u v
               polygon        points (2D)
               mesh           vertices triangles, or path: a file; solid (3D)
  precision  "f64" (default) or "f32": numbers are rounded to it once, on reading
  exact      true: an error unless the answer to intersects is certainly right
  tolerance  of intersects: what is no farther apart counts as touching
  max_t cull hollow  of cast and casts

An answer has the request's id and the op's members, or
  {"id": 7, "error": {"code": "invalid_shape", "field": "a.sphere.radius", "message": "..."}}
Answers come in order: at once when the input is slow, in batches over all cores when it is fast.

Exit status:
  0  every line was answered
  1  some line had an error
  2  the command line is wrong
  3  a file could not be opened; the others were answered"#;

const PAIRS: &str = "\
Words of the table:
  exact   right for the numbers given, whatever the rounding
  closed  a formula; numbers are right to their last digits
  gjk     an iteration that bounds its own error
  own     answered
  no      not answered

Exit status:
  0  always";
