//! The command line.

use crate::picture::{Axis, Shade, View};
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
    /// Cast rays at a mesh file: a picture of it, or what one pixel hits.
    Cast(CastOptions),
    /// List the pairs of shapes, and how well each question is answered.
    Pairs(PairsOptions),
    /// Say how a pair is answered: the idea, the formulas, the sources, how accurate it is.
    Explain(ExplainOptions),
}

/// Options of `barycast query`.
#[derive(Debug, Options)]
#[command(after_help = QUERY)]
pub(crate) struct QueryOptions {
    /// Files of requests, one JSON object a line; `-`, or no file at all, is standard input
    pub(crate) files: Vec<PathBuf>,
}

/// Options of `barycast cast`.
#[derive(Debug, Options)]
#[command(after_help = CAST_EXAMPLES)]
pub(crate) struct CastOptions {
    /// A mesh (.obj, .ply); none is a sample scene that the program makes itself.
    pub(crate) file: Option<PathBuf>,
    /// The picture to write, a PNG. Without it and without `--pixel`: the file's name, in the current folder.
    #[arg(short, long, value_name = "PICTURE")]
    pub(crate) output: Option<PathBuf>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "1024x1024", value_parser = size)]
    pub(crate) size: [u32; 2],
    /// From where to look: three-quarter, front, back, left, right, top, bottom, or a direction x,y,z from the
    /// mesh to the camera.
    #[arg(long, default_value = "three-quarter", allow_hyphen_values = true)]
    pub(crate) view: View,
    /// The axis of the file that points up.
    #[arg(long, default_value = "y")]
    pub(crate) up: Axis,
    /// How hits are coloured.
    #[arg(long, default_value = "normals")]
    pub(crate) shade: Shade,
    /// Tell what this pixel hits, counted from the upper left corner.
    #[arg(long, value_name = "X,Y", value_parser = pixel)]
    pub(crate) pixel: Option<[u32; 2]>,
    /// What to say on standard output.
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,
    /// Write the JSON report to this file, too.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Sentences.
    Human,
    /// One JSON object.
    Json,
}

/// `1920x1080`.
fn size(text: &str) -> Result<[u32; 2], String> {
    let numbers = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    numbers
        .filter(|size| size.iter().all(|n| (1..=MAX_SIDE).contains(n)))
        .ok_or_else(|| format!("two whole numbers from 1 to {MAX_SIDE}, such as 1920x1080"))
}

/// `512,300`.
fn pixel(text: &str) -> Result<[u32; 2], String> {
    let numbers = text.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
    numbers.ok_or_else(|| "two whole numbers, such as 512,300".to_owned())
}

/// The longest side of a picture.
const MAX_SIDE: u32 = 16_384;

const CAST_EXAMPLES: &str = "\
Examples:
  barycast cast                                    # the sample scene, into sample.png
  barycast cast bunny.obj -o bunny.png --shade light
  barycast cast part.ply --up z --view front --size 1920x1080
  barycast cast bunny.obj --pixel 512,512 --format json

Exit status:
  0  done
  1  a picture or report could not be written
  2  the command line is wrong
  3  the mesh file could not be opened, or is no mesh";

/// Options of `barycast explain`.
#[derive(Debug, Options)]
#[command(after_help = EXPLAIN)]
pub(crate) struct ExplainOptions {
    /// The pair by its name (`aabb_obb`), or its two shapes.
    #[arg(required = true, num_args = 1..=2)]
    pub(crate) pair: Vec<String>,
    /// What to say on standard output.
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,
}

const EXPLAIN: &str = "\
Examples:
  barycast explain aabb_obb
  barycast explain segment sphere

Exit status:
  0  explained
  2  there is no such pair";

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
