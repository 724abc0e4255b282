//! Command-line options, as clap parses them. The doc comments of options are the text of `--help`.

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

/// Test shapes for intersection, measure distances and cast rays: exactly where that is possible
#[derive(Debug, Parser)]
#[command(name = "barycast", version, after_help = help::PROGRAM, max_term_width = 100)]
#[command(arg_required_else_help = true)]
pub(crate) struct Args {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Cast one ray per pixel at a mesh file: writes a picture, or the depths as numbers
    Cast(CastOptions),
    /// Report what a pixel or a ray hits: part, triangle, point, normal
    Pick(PickOptions),
    /// Report what a mesh file contains: parts, bounds, whether it is closed, volume, faults
    Info(InfoOptions),
    /// Report which parts of an assembly touch, overlap, or come too close
    Clash(ClashOptions),
    /// Answer queries between shapes: reads one JSON object per line, writes one per line
    Query(QueryOptions),
    /// List the pairs of shapes and how accurately each query is answered
    Pairs(PairsOptions),
    /// Explain how a pair is answered: idea, formulas, sources, accuracy
    Explain(ExplainOptions),
    /// Draw easings, curves, surfaces, clipped segments, or a shadow
    Plot(PlotOptions),
    /// Generate a sample assembly with any number of parts and known clashes
    Assembly(AssemblyOptions),
    /// Write the completions of a shell to standard output
    Completions(CompletionsOptions),
    /// Write the manual page to standard output, or all pages to a folder
    Man(ManOptions),
}

/// Output format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Sentences and tables.
    Human,
    /// JSON.
    Json,
}

/// Position and projection of the camera.
#[derive(Debug, Options)]
#[command(next_help_heading = "Camera")]
pub(crate) struct CameraOptions {
    /// Width and height of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1024x1024", allow_hyphen_values = true)]
    #[arg(value_parser = values::size)]
    pub(crate) size: [u32; 2],
    /// Direction from which the whole scene is viewed: three-quarter, front, back, left, right,
    /// top, bottom, or a direction x,y,z from the scene to the camera
    #[arg(long, default_value = "three-quarter", allow_hyphen_values = true)]
    pub(crate) view: View,
    /// Axis of the file that points up
    #[arg(long, default_value = "y")]
    pub(crate) up: Axis,
    /// Position of the camera, in the file's coordinates
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    #[arg(requires = "target", conflicts_with = "view")]
    pub(crate) eye: Option<DVec3>,
    /// The point shown in the middle of the picture
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    #[arg(requires = "eye")]
    pub(crate) target: Option<DVec3>,
    /// Vertical angle of view [default: 30 along the shorter side]
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, value_parser = values::angle)]
    pub(crate) fov: Option<f64>,
    /// Parallel projection: distant parts are not drawn smaller
    #[arg(long, conflicts_with = "fov")]
    pub(crate) orthographic: bool,
    /// Height of the visible area under --orthographic, in the file's units [default: all of the
    /// scene]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, value_parser = values::length)]
    #[arg(requires = "orthographic")]
    pub(crate) height: Option<f64>,
}

/// Format of a mesh file.
#[derive(Debug, Options)]
pub(crate) struct KindOption {
    /// Format of the mesh file; overrides its name and content [default: found from the content,
    /// then the name]
    #[arg(long = "type", value_name = "FORMAT", value_parser = values::format())]
    kind: Option<barycast_io::Format>,
}

impl KindOption {
    /// Returns the format that `--type` names, or `None` without that option.
    pub(crate) const fn format(&self) -> Option<barycast_io::Format> {
        self.kind
    }
}

/// Options of `barycast cast`.
#[derive(Debug, Options)]
#[command(after_help = help::CAST)]
pub(crate) struct CastOptions {
    /// A mesh file (.obj, .stl, .ply, .off, .gltf, .glb) or Bezier patches (.bpt); `-` reads a mesh
    /// from standard input. Without it, a built-in sample scene is used
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scene: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kind: KindOption,
    /// Picture to write, a .png; `-` is standard output. Without this and without --depth, the
    /// picture is named after the scene and written to the current folder
    #[arg(short, long, value_name = "PICTURE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// How hits are coloured
    #[arg(long, default_value = "normals")]
    pub(crate) shade: Shade,
    /// Write the depth of each pixel along the view: .npy (f64), .exr (f32) or .png (16 bits, from
    /// near to far)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) depth: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) camera: CameraOptions,
    /// Format of the report on standard output, or on standard error if the picture goes to
    /// standard output
    #[arg(long, default_value = "human", help_heading = "Report")]
    pub(crate) format: Format,
    /// Also write the report as JSON to this file
    #[arg(long, value_name = "FILE", help_heading = "Report", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,
}

/// Options of `barycast pick`.
#[derive(Debug, Options)]
#[command(after_help = help::PICK, group = ArgGroup::new("what").required(true).multiple(true))]
pub(crate) struct PickOptions {
    /// A mesh file (.obj, .stl, .ply, .off, .gltf, .glb) or Bezier patches (.bpt); `-` reads a mesh
    /// from standard input. Without it, a built-in sample scene is used
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scene: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kind: KindOption,
    /// A pixel, counted from 0,0 in the upper left corner; the ray goes through its centre. May be
    /// repeated
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = values::pixel, group = "what")]
    pub(crate) pixel: Vec<[u32; 2]>,
    /// A ray: its origin and its direction, of any length. May be repeated
    #[arg(long, value_name = "X,Y,Z,DX,DY,DZ", allow_hyphen_values = true, group = "what")]
    pub(crate) ray: Vec<RayValue>,
    /// Report every hit in order along the ray, not just the first
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) camera: CameraOptions,
    /// Format of the report
    #[arg(long, default_value = "human", help_heading = "Report")]
    pub(crate) format: Format,
}

/// Options of `barycast info`.
#[derive(Debug, Options)]
#[command(after_help = help::INFO)]
pub(crate) struct InfoOptions {
    /// A mesh file (.obj, .stl, .ply, .off, .gltf, .glb) or Bezier patches (.bpt); `-` reads a mesh
    /// from standard input. Without it, a built-in sample scene is used
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scene: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kind: KindOption,
    /// Make each primitive of a mesh (glTF: one per material or face) a part; by default they form
    /// one part
    #[arg(long)]
    pub(crate) split: bool,
    /// Format of the report
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,
}

/// Options of `barycast clash`.
#[derive(Debug, Options)]
#[command(after_help = help::CLASH)]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct ClashOptions {
    /// Mesh files (.obj, .stl, .ply, .off, .gltf, .glb) and folders of them, in one coordinate
    /// system. `-` is standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<PathBuf>,
    /// Format of standard input, and of files without one of these endings [default: found from the
    /// content]
    #[arg(long = "type", value_name = "FORMAT", value_parser = values::format())]
    pub(crate) kind: Option<barycast_io::Format>,
    /// Largest gap or overlap that still counts as touching [default: 0.1mm]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub(crate) tolerance: Option<LengthValue>,
    /// Parts closer than this are near [default: parts are never near]
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    pub(crate) clearance: Option<LengthValue>,
    /// Compare only parts whose name or path matches: a glob (`pipe*`), or `@FILE` with one per
    /// line. They are compared with the parts of --b, or with all parts, and come first in each
    /// clash. May be repeated
    #[arg(long, value_name = "GLOB", help_heading = "Which pairs")]
    pub(crate) a: Vec<String>,
    /// Compare the parts of --a only with parts that match this
    #[arg(long, value_name = "GLOB", help_heading = "Which pairs", requires = "a")]
    pub(crate) b: Vec<String>,
    /// Skip pairs of parts that match, such as parts that overlap by design. May be repeated
    #[arg(long, value_names = ["GLOB", "GLOB"], num_args = 2, help_heading = "Which pairs")]
    pub(crate) ignore: Vec<String>,
    /// Skip pairs whose nodes are at most this many steps apart in the node tree of their file
    /// (glTF): 1 skips a node and its nearest ancestor with a part, such as linked segments of a
    /// robot; 2 also skips siblings
    #[arg(long, value_name = "STEPS", help_heading = "Which pairs", allow_hyphen_values = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) adjacent: Option<u32>,
    /// Make each primitive of a mesh (glTF: one per material or face) an open piece; by default
    /// they form one part
    #[arg(long)]
    pub(crate) split: bool,
    /// Repair nothing: a part is closed only if its mesh is closed as given. Exit with 1 if any
    /// part has no inside
    #[arg(long)]
    pub(crate) strict: bool,
    /// Only report which parts touch or overlap, without class and depth: takes a fraction of the
    /// time
    #[arg(long, conflicts_with_all = ["clearance", "only", "fail_on", "baseline"])]
    pub(crate) pairs: bool,
    /// Add the intersection curves of overlapping parts to JSON reports
    #[arg(long, conflicts_with = "pairs")]
    pub(crate) lines: bool,
    /// Report only these classes: duplicate, enclosed, hard, touching, near
    #[arg(long, value_name = "CLASS,..", value_delimiter = ',', value_parser = values::class)]
    pub(crate) only: Vec<Class>,
    /// Exit with 1 only for these classes [default: for any]. `new` restricts them to clashes that
    /// the --baseline does not contain: alone it means any new clash, `hard,new` means new hard
    /// ones. `none` never exits with 1
    #[arg(long, value_name = "CLASS,..", value_delimiter = ',')]
    pub(crate) fail_on: Vec<FailOn>,
    /// Unit of files that name none: m, mm, cm, in, ft .. [default: m, with a warning]
    #[arg(long)]
    pub(crate) unit: Option<UnitValue>,
    /// Print every warning, not one line for each kind of warning
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// An earlier report (.json, .ndjson): marks clashes as new or persisting, and lists the
    /// resolved ones with their present state
    #[arg(long, value_name = "REPORT", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,
    /// Format of the output [default: from the ending of --output, else table]
    #[arg(long)]
    pub(crate) format: Option<ClashFormat>,
    /// Number of issues with a picture in .html and .bcf, worst first, or none
    #[arg(long, value_name = "N", default_value = "300", value_parser = values::pictures)]
    pub(crate) pictures: usize,
    /// Write the report to this file and the table to standard output: .html with pictures for a
    /// browser; .bcf (3.0) for BIM programs; .glb with the clashing parts coloured; .json, .ndjson,
    /// .csv, .txt; .parquet if built with support for it
    #[arg(short, long, value_name = "REPORT", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// Clashes that make the program exit with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    Duplicate,
    Enclosed,
    Hard,
    Touching,
    Near,
    /// Only those of the named classes, or of all, that the baseline does not contain.
    New,
    /// Nothing, whatever else is named.
    None,
}

/// Output format of clashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ClashFormat {
    /// One row per issue, to read.
    Table,
    /// One object.
    Json,
    /// One object per clash.
    Ndjson,
    /// One line per clash, for spreadsheets.
    Csv,
    /// One row per clash, for data tools; not in every build.
    Parquet,
}

/// Options of `barycast query`.
#[derive(Debug, Options)]
#[command(after_help = help::query())]
pub(crate) struct QueryOptions {
    /// Files of requests with one JSON object per line; `-`, or no file, is standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Add `trace` to each answer: slabs, separating axes, simplices or polytopes
    #[arg(long)]
    pub(crate) trace: bool,
    /// Time limit per line (10s, 500ms): a slower line is answered by the error `timeout`, and the
    /// next ones go on
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    pub(crate) limit: Option<Duration>,
}

/// Options of `barycast pairs`.
#[derive(Debug, Options)]
#[command(after_help = help::PAIRS)]
pub(crate) struct PairsOptions {
    /// A table, one JSON object per line, or a matrix in Markdown
    #[arg(long, default_value = "human")]
    pub(crate) format: PairsFormat,
}

/// Output format of the table of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PairsFormat {
    /// One line per pair.
    Human,
    /// One JSON object per pair.
    Json,
    /// One matrix for 2D and one for 3D.
    Markdown,
}

/// Options of `barycast explain`.
#[derive(Debug, Options)]
#[command(after_help = help::EXPLAIN)]
pub(crate) struct ExplainOptions {
    /// Name of the pair (`aabb_obb`), or its two shapes
    #[arg(required = true, num_args = 1..=2)]
    pub(crate) pair: Vec<String>,
    /// Also draw two such shapes in 2D and how the test separates them, step by step
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// The two shapes to draw, in the syntax of `barycast query` [default: two shapes of the pair]
    #[arg(long, value_names = ["A", "B"], num_args = 2, value_parser = values::shape, requires = "svg")]
    pub(crate) shapes: Vec<Shape2>,
    /// Format of the output
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,
}

/// Subjects of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PlotKind {
    /// Easing functions from 0 to 1.
    Easing,
    /// Curves over the same points: length, curvature, bounding box, nearest point.
    Curve,
    /// Surfaces over the same points: curvature, nearest point.
    Surface,
    /// Segments clipped to a window, by Cohen-Sutherland.
    Clip,
    /// The shadow of a cube on the ground.
    Shadow,
}

/// Kinds of curves over given points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CurveKind {
    /// One Bezier curve, which ends at the first and the last point.
    Bezier,
    /// A clamped cubic B-spline, which ends at the first and the last point.
    BSpline,
    /// A closed cubic B-spline.
    Periodic,
    /// Catmull-Rom through all points, with uniform parameters.
    Uniform,
    /// Catmull-Rom through all points, parametrised by the square roots of the distances.
    Centripetal,
    /// The natural cubic spline through all points, parametrised by the distances.
    Natural,
}

impl CurveKind {
    /// All kinds, in the order of the drawing.
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

/// Kinds of surfaces over a grid of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SurfaceKind {
    /// One Bezier patch, whose corners are those of the grid.
    Bezier,
    /// The same with a weight of 12 at one point.
    Rational,
    /// A bicubic B-spline, clamped.
    BSpline,
    /// Ferguson patch through all points, with slopes from neighbour to neighbour.
    Ferguson,
    /// Coons patch between the four curves through the points of the border.
    Coons,
    /// A curve rotated about a line, which takes rational weights.
    Turned,
}

impl SurfaceKind {
    /// All kinds, in the order of the drawing.
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
    /// For easing: names such as easeInOutSine, or CSS easing functions such as `steps(4,
    /// jump-none)` [default: all thirty]
    #[arg(value_name = "EASING")]
    pub(crate) names: Vec<TimingFunction>,
    /// Drawing to write: an .svg, or a .png without text; `-` is standard output, as SVG
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// For curve: the kind; may be repeated [default: all]
    #[arg(long, value_name = "KIND")]
    pub(crate) curve: Vec<CurveKind>,
    /// For curve: a control point; may be repeated
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = values::point_2d)]
    pub(crate) point: Vec<DVec2>,
    /// For curve: the point whose nearest point on the curve is shown
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = values::point_2d)]
    pub(crate) from: Option<DVec2>,
    /// For surface: the kind; may be repeated [default: all]
    #[arg(long, value_name = "KIND")]
    pub(crate) surface: Vec<SurfaceKind>,
    /// For surface: the point whose nearest point on the surface is shown; the grid is 4 wide and 4
    /// deep
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    pub(crate) above: Option<DVec3>,
    /// For clip: a segment, by its ends. May be repeated
    #[arg(long, value_name = "X,Y,X,Y", allow_hyphen_values = true, value_parser = values::segment)]
    pub(crate) segment: Vec<Segment<DVec2>>,
    /// For clip: the window, by its lower left and upper right corners
    #[arg(long, value_name = "X,Y,X,Y", allow_hyphen_values = true, value_parser = values::window)]
    pub(crate) window: Option<Aabb<DVec2>>,
    /// For shadow: position of a lamp
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    pub(crate) lamp: Option<DVec3>,
    /// For shadow: direction of the sunlight
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    #[arg(conflicts_with = "lamp")]
    pub(crate) sun: Option<DVec3>,
}

/// Options of `barycast assembly`.
#[derive(Debug, Options)]
#[command(after_help = help::ASSEMBLY)]
pub(crate) struct AssemblyOptions {
    /// Number of parts
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::parts)]
    pub(crate) parts: usize,
    /// Seed of the random numbers: the same seed makes the same assembly
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// File to write, a .glb
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// Write the known clashes to this file, as JSON
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) truth: Option<PathBuf>,
    /// Translation of the whole assembly, in metres
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = values::point)]
    pub(crate) offset: Option<DVec3>,
    /// Format of the report
    #[arg(long, default_value = "human")]
    pub(crate) format: Format,
}

/// Options of `barycast completions`.
#[derive(Debug, Options)]
#[command(after_help = help::COMPLETIONS)]
pub(crate) struct CompletionsOptions {
    /// Name of the shell
    pub(crate) shell: clap_complete::Shell,
}

/// Options of `barycast man`.
#[derive(Debug, Options)]
#[command(after_help = help::MAN)]
pub(crate) struct ManOptions {
    /// Folder for the pages of the program and of every command
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}
