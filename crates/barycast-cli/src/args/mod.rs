//! The command line.

mod help;
mod values;

use crate::clash::units::{LengthValue, UnitValue};
use barycast::curve::easing::TimingFunction;
use barycast::dynamic::any::Shape2;
use barycast::scene::clash::Class;
use barycast::shape::{Aabb, Segment};
use clap::{ArgGroup, Args as Options, Parser, Subcommand, ValueHint};
use glam::{DVec2, DVec3};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) use values::{Axis, RayValue, Shade, View};

/// Do shapes touch, how far apart are they, where does this ray hit: exact where it can be.
#[derive(Debug, Parser)]
#[command(name = "barycast", version, after_help = help::PROGRAM, max_term_width = 100)]
#[command(arg_required_else_help = true)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Cast a ray a pixel at a mesh file: a picture of it, or its depths as numbers
    Cast(CastOptions),
    /// Tell what a pixel or a ray hits: part, triangle, point, normal
    Pick(PickOptions),
    /// Tell what a mesh file holds: parts, bounds, whether it is closed, volume, faults
    Info(InfoOptions),
    /// Tell which parts of an assembly touch, overlap, or are too close
    Clash(ClashOptions),
    /// Answer questions between shapes: one JSON object a line in, one a line out
    Query(QueryOptions),
    /// List the pairs of shapes, and how well each question is answered
    Pairs(PairsOptions),
    /// Say how a pair is answered: the idea, the formulas, the sources, how accurate it is
    Explain(ExplainOptions),
    /// Draw easings, curves, surfaces, clipped segments, or a shadow
    Plot(PlotOptions),
    /// Make a sample assembly of any number of parts, whose clashes are known
    Assembly(AssemblyOptions),
    /// Write a shell's completions to standard output
    Completions(CompletionsOptions),
    /// Write the manual page to standard output, or all pages to a folder
    Man(ManOptions),
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Sentences and tables.
    Human,
    /// JSON.
    Json,
}

/// Where the camera stands.
#[derive(Debug, Options)]
#[command(next_help_heading = "Camera")]
pub(crate) struct CameraOptions {
    /// Width and height of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1024x1024", allow_hyphen_values = true)]
    #[arg(value_parser = values::size)]
    pub(crate) size: [u32; 2],
    /// From where to look at all of it: three-quarter, front, back, left, right, top, bottom, or a direction
    /// x,y,z from the scene to the camera
    #[arg(long, default_value = "three-quarter", allow_hyphen_values = true)]
    pub(crate) view: View,
    /// The axis of the file that points up
    #[arg(long, default_value = "y")]
    pub(crate) up: Axis,
    /// Where the camera is, in the file's coordinates
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    #[arg(requires = "target", conflicts_with = "view")]
    pub(crate) eye: Option<DVec3>,
    /// The point in the middle of the picture
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    #[arg(requires = "eye")]
    pub(crate) target: Option<DVec3>,
    /// The angle of view from the lower to the upper edge [default: 30 along the shorter side]
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, value_parser = values::angle)]
    pub(crate) fov: Option<f64>,
    /// Parallel rays: what is far is not smaller
    #[arg(long, conflicts_with = "fov")]
    pub(crate) orthographic: bool,
    /// The height of what the orthographic picture shows, in the file's units [default: all of it]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = values::length)]
    #[arg(requires = "orthographic")]
    pub(crate) height: Option<f64>,
}

/// The format of a mesh file.
#[derive(Debug, Options)]
pub(crate) struct KindOption {
    /// The format of the mesh file, whatever its name and content say [default: what the content or the name says]
    #[arg(long = "type", value_name = "FORMAT", value_parser = values::format())]
    kind: Option<barycast_io::Format>,
}

impl KindOption {
    /// The format that is named, if one is.
    pub(crate) const fn format(&self) -> Option<barycast_io::Format> {
        self.kind
    }
}

/// Options of `barycast cast`.
#[derive(Debug, Options)]
#[command(after_help = help::CAST)]
pub(crate) struct CastOptions {
    /// A mesh file (.obj, .stl, .ply, .off, .gltf, .glb) or Bezier patches (.bpt), `-` for a mesh on standard input; none is a
    /// sample scene that the program makes itself
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scene: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kind: KindOption,
    /// The picture to write, a .png; `-` is standard output. Without it and without --depth: the scene's name, in
    /// the current folder
    #[arg(short, long, value_name = "PICTURE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// How hits are coloured
    #[arg(long, default_value = "normals")]
    pub(crate) shade: Shade,
    /// Write each pixel's depth along the view: .npy (f64), .exr (f32) or .png (16 bits, from near to far)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) depth: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) camera: CameraOptions,
    /// What to say on standard output, or on standard error where that has the picture
    #[arg(long, default_value = "human", help_heading = "Report")]
    pub(crate) format: Format,
    /// Write the JSON report to this file, too
    #[arg(long, value_name = "FILE", help_heading = "Report", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,
}

/// Options of `barycast pick`.
#[derive(Debug, Options)]
#[command(after_help = help::PICK, group = ArgGroup::new("what").required(true).multiple(true))]
pub(crate) struct PickOptions {
    /// A mesh file (.obj, .stl, .ply, .off, .gltf, .glb) or Bezier patches (.bpt), `-` for a mesh on standard input; none is a
    /// sample scene that the program makes itself
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scene: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kind: KindOption,
    /// A pixel, counted from 0,0 in the upper left corner; its middle is asked. May be given several times
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = values::pixel, group = "what")]
    pub(crate) pixel: Vec<[u32; 2]>,
    /// A ray: its origin and its direction, of any length. May be given several times
    #[arg(long, value_name = "X,Y,Z,DX,DY,DZ", allow_hyphen_values = true, group = "what")]
    pub(crate) ray: Vec<RayValue>,
    /// Every place that is hit, in order, not just the first
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) camera: CameraOptions,
    /// How to say it
    #[arg(long, default_value = "human", help_heading = "Report")]
    pub(crate) format: Format,
}

/// Options of `barycast info`.
#[derive(Debug, Options)]
#[command(after_help = help::INFO)]
pub(crate) struct InfoOptions {
    /// A mesh file (.obj, .stl, .ply, .off, .gltf, .glb) or Bezier patches (.bpt), `-` for a mesh on standard input; none is a
    /// sample scene that the program makes itself
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scene: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kind: KindOption,
    /// Keep the primitives of one mesh (glTF: one a material, or one a face) apart; else they are one part
    #[arg(long)]
    pub(crate) split: bool,
    /// How to say it
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,
}

/// Options of `barycast clash`.
#[derive(Debug, Options)]
#[command(after_help = help::CLASH)]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct ClashOptions {
    /// Mesh files (.obj, .stl, .ply, .off, .gltf, .glb), and folders of them; all are in one space. `-` is standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    /// The format of standard input, and of files without one of the endings above [default: what the content says]
    #[arg(long = "type", value_name = "FORMAT", value_parser = values::format())]
    pub(crate) kind: Option<barycast_io::Format>,
    /// Gaps and overlaps up to this are none: the parts touch [default: 0.1mm]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub(crate) tolerance: Option<LengthValue>,
    /// Parts closer than this are near [default: none are]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub(crate) clearance: Option<LengthValue>,
    /// Compare these parts only, by their names or paths: globs (`pipe*`), or `@FILE` with one a line. With --b: with those
    /// of the other side, else with all. They come first in each clash. May be given several times
    #[arg(long, value_name = "GLOB", help_heading = "Which pairs")]
    pub(crate) a: Vec<String>,
    /// The parts of the other side
    #[arg(long, value_name = "GLOB", help_heading = "Which pairs", requires = "a")]
    pub(crate) b: Vec<String>,
    /// Leave out pairs of such parts: what is meant to be in one another. May be given several times
    #[arg(long, value_names = ["GLOB", "GLOB"], num_args = 2, help_heading = "Which pairs")]
    pub(crate) ignore: Vec<String>,
    /// Leave out pairs whose nodes are so few steps apart in the tree of their file (glTF): 1 a node and the nearest above it
    /// that has a part, as links of a robot are, 2 what hangs on the same one, too
    #[arg(long, value_name = "STEPS", help_heading = "Which pairs", allow_hyphen_values = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) adjacent: Option<u32>,
    /// Keep the primitives of one mesh (glTF: one a material, or one a face) apart, as open pieces; else they are one part
    #[arg(long)]
    pub(crate) split: bool,
    /// Mend nothing: take parts for closed only where they are so as given; and exit with 1 when any part has no inside
    #[arg(long)]
    pub(crate) strict: bool,
    /// Only say which parts touch or reach into one another, not how or how deep: in a fraction of the time
    #[arg(long, conflicts_with_all = ["clearance", "only", "fail_on", "baseline"])]
    pub(crate) pairs: bool,
    /// Tell the lines, too, in which parts that are in one another go through one another: in JSON
    #[arg(long, conflicts_with = "pairs")]
    pub(crate) lines: bool,
    /// Report these classes only: duplicate, enclosed, hard, touching, near
    #[arg(long, value_name = "CLASS,..", value_delimiter = ',', value_parser = values::class)]
    pub(crate) only: Vec<Class>,
    /// Exit with 1 for these classes only [default: for any]. `new` narrows that to what the --baseline does not have: alone it is
    /// anything new, `hard,new` is what is hard and new. With `none` never
    #[arg(long, value_name = "CLASS,..", value_delimiter = ',')]
    pub(crate) fail_on: Vec<FailOn>,
    /// The unit of files that name none: m, mm, cm, in, ft .. [default: m, with a warning]
    #[arg(long)]
    pub(crate) unit: Option<UnitValue>,
    /// Print each warning, and not one line for each kind of warning
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// An earlier report (.json, .ndjson): marks what is new and what persists, and lists what is resolved and what it is now
    #[arg(long, value_name = "REPORT", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// What to write; the ending of the output says it, too [default: table]
    #[arg(long)]
    pub(crate) format: Option<ClashFormat>,
    /// How many issues get a picture in .html and .bcf, the worst first: a number, or none
    #[arg(long, value_name = "N", default_value = "300", value_parser = values::pictures)]
    pub(crate) pictures: usize,
    /// Write the report to this file, and the table to standard output: .html for a browser, with pictures; .bcf (3.0) for
    /// planners' programs; .glb, clashing parts coloured; .json, .ndjson, .csv, .txt; .parquet where the program
    /// was built with it
    #[arg(short, long, value_name = "REPORT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// What is a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    Duplicate,
    Enclosed,
    Hard,
    Touching,
    Near,
    /// Of the classes named, or of all, only those that the baseline does not have.
    New,
    /// Nothing, whatever else is named.
    None,
}

/// How clashes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ClashFormat {
    /// A row an issue, for people.
    Table,
    /// One object.
    Json,
    /// An object a clash.
    Ndjson,
    /// A line a clash, for spreadsheets.
    Csv,
    /// A row a clash, for data tools; not in every build.
    Parquet,
}

/// Options of `barycast query`.
#[derive(Debug, Options)]
#[command(after_help = help::QUERY)]
pub(crate) struct QueryOptions {
    /// Files of requests, one JSON object a line; `-`, or no file at all, is standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Add `trace` to each answer: the slabs, separating axes or simplices by which the shapes were told apart
    #[arg(long)]
    pub(crate) trace: bool,
    /// Give up a line that takes longer (10s, 500ms): its answer is the error `timeout`, and the others go on
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    pub(crate) limit: Option<Duration>,
}

/// Options of `barycast pairs`.
#[derive(Debug, Options)]
#[command(after_help = help::PAIRS)]
pub(crate) struct PairsOptions {
    /// A table, one JSON object a line, or a matrix in Markdown
    #[arg(long, default_value = "human")]
    pub(crate) format: PairsFormat,
}

/// How pairs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PairsFormat {
    /// A line a pair.
    Human,
    /// A JSON object a pair.
    Json,
    /// A matrix for two dimensions, and one for three.
    Markdown,
}

/// Options of `barycast explain`.
#[derive(Debug, Options)]
#[command(after_help = help::EXPLAIN)]
pub(crate) struct ExplainOptions {
    /// The pair by its name (`aabb_obb`), or its two shapes
    #[arg(required = true, num_args = 1..=2)]
    pub(crate) pair: Vec<String>,
    /// Draw it, too: two such shapes in the plane, and how they are told apart, step by step
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// The shapes to draw, as `barycast query` reads them; none are two that show something
    #[arg(long, value_names = ["A", "B"], num_args = 2, value_parser = values::shape, requires = "svg")]
    pub(crate) shapes: Vec<Shape2<DVec2>>,
    /// How to say it
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PlotKind {
    /// How movements run from 0 to 1.
    Easing,
    /// Curves over the same points: length, curvature, box, nearest point.
    Curve,
    /// Surfaces over the same points: curvature, nearest point.
    Surface,
    /// Segments in a window, by Cohen-Sutherland.
    Clip,
    /// The shadow of a cube on the ground.
    Shadow,
}

/// How points make a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CurveKind {
    /// One Bezier curve; it ends at the first and the last point.
    Bezier,
    /// A cubic B-spline, clamped: it ends at the first and the last point.
    BSpline,
    /// A closed cubic B-spline.
    Periodic,
    /// Catmull-Rom through all points, evenly timed.
    Uniform,
    /// Catmull-Rom through all points, timed by the roots of the distances.
    Centripetal,
    /// The natural cubic spline through all points, timed by the distances.
    Natural,
}

impl CurveKind {
    /// In the order of the drawing.
    pub(crate) const ALL: [Self; 6] =
        [Self::Bezier, Self::BSpline, Self::Periodic, Self::Uniform, Self::Centripetal, Self::Natural];
}

impl fmt::Display for CurveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bezier => "Bezier",
            Self::BSpline => "B-spline",
            Self::Periodic => "periodic B-spline",
            Self::Uniform => "Catmull-Rom, uniform",
            Self::Centripetal => "Catmull-Rom, centripetal",
            Self::Natural => "natural spline",
        })
    }
}

/// How a grid of points makes a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SurfaceKind {
    /// One Bezier patch; it ends in the corners of the grid.
    Bezier,
    /// The same with a weight of 12 at one point.
    Rational,
    /// A bicubic B-spline, clamped.
    BSpline,
    /// Ferguson's: through all points, with slopes from neighbour to neighbour.
    Ferguson,
    /// Coons' between the four curves through the points of the border.
    Coons,
    /// A curve turned about a line, which needs weights.
    Turned,
}

impl SurfaceKind {
    /// In the order of the drawing.
    pub(crate) const ALL: [Self; 6] =
        [Self::Bezier, Self::Rational, Self::BSpline, Self::Ferguson, Self::Coons, Self::Turned];
}

impl fmt::Display for SurfaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bezier => "Bezier",
            Self::Rational => "Bezier, one weight 12",
            Self::BSpline => "B-spline",
            Self::Ferguson => "Ferguson",
            Self::Coons => "Coons",
            Self::Turned => "turned B-spline",
        })
    }
}

/// Options of `barycast plot`.
#[derive(Debug, Options)]
#[command(after_help = help::PLOT)]
pub(crate) struct PlotOptions {
    /// What to draw
    pub(crate) kind: PlotKind,
    /// Of easing: names such as easeInOutSine, or what CSS allows, such as `steps(4, jump-none)`; none are all thirty
    #[arg(value_name = "EASING")]
    pub(crate) names: Vec<TimingFunction>,
    /// The drawing to write: an .svg, or a .png without words; `-` is standard output, as SVG
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// Of curve: which kind; may be given several times, and none is all
    #[arg(long, value_name = "KIND")]
    pub(crate) curve: Vec<CurveKind>,
    /// Of curve: a control point; may be given several times
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = values::point_2d)]
    pub(crate) point: Vec<DVec2>,
    /// Of curve: the point whose nearest is shown
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = values::point_2d)]
    pub(crate) from: Option<DVec2>,
    /// Of surface: which kind; may be given several times, and none is all
    #[arg(long, value_name = "KIND")]
    pub(crate) surface: Vec<SurfaceKind>,
    /// Of surface: the point whose nearest is shown; the grid is 4 wide and deep
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    pub(crate) above: Option<DVec3>,
    /// Of clip: a segment by its ends. May be given several times
    #[arg(long, value_name = "X,Y,X,Y", allow_hyphen_values = true, value_parser = values::segment)]
    pub(crate) segment: Vec<Segment<DVec2>>,
    /// Of clip: the window by its lower left and upper right corners
    #[arg(long, value_name = "X,Y,X,Y", allow_hyphen_values = true, value_parser = values::window)]
    pub(crate) window: Option<Aabb<DVec2>>,
    /// Of shadow: a lamp is here
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    pub(crate) lamp: Option<DVec3>,
    /// Of shadow: the sun shines this way
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    #[arg(conflicts_with = "lamp")]
    pub(crate) sun: Option<DVec3>,
}

/// Options of `barycast assembly`.
#[derive(Debug, Options)]
#[command(after_help = help::ASSEMBLY)]
pub(crate) struct AssemblyOptions {
    /// How many parts
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::parts)]
    pub(crate) parts: usize,
    /// The same seed makes the same assembly
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// The file to write, a .glb
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// Write all that is known to this file, as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) truth: Option<PathBuf>,
    /// Move all of it, in metres
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    pub(crate) offset: Option<DVec3>,
    /// How to say what was made
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,
}

/// Options of `barycast completions`.
#[derive(Debug, Options)]
#[command(after_help = help::COMPLETIONS)]
pub(crate) struct CompletionsOptions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Options of `barycast man`.
#[derive(Debug, Options)]
#[command(after_help = help::MAN)]
pub(crate) struct ManOptions {
    /// A folder for the pages of the program and of every command
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}
