//! Parsers of values on the command line.

use barycast::dynamic::any::Shape2;
use barycast::number::each::MapEach;
use barycast::scene::clash::Class;
use barycast::shape::{Aabb, Segment};
use barycast_io::Format;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use glam::{DVec2, DVec3, dvec2, dvec3};
use std::str::FromStr;
use std::time::Duration;

/// More parts than fit into a GLB file.
const MOST_PARTS: usize = 100_000_000;
/// Longest side of a picture, in pixels.
const MAX_SIDE: u32 = 16_384;

/// Parses the format of a mesh file, named by its usual extension.
pub(crate) fn format() -> impl TypedValueParser<Value = Format> {
    let named = |name: String| Format::from_extension(&name).ok_or("unknown format");
    PossibleValuesParser::new(Format::ALL.map(Format::extension)).try_map(named)
}

/// Axis of the file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Axis {
    /// Common in modelling programs.
    Y,
    /// Common in CAD programs.
    Z,
}

impl Axis {
    /// Returns the unit vector along the axis.
    pub(crate) fn up(self) -> DVec3 {
        match self {
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }

    /// Rotates a direction that assumes y up about x to this axis.
    pub(crate) fn turned(self, v: DVec3) -> DVec3 {
        match self {
            Self::Y => v,
            Self::Z => dvec3(v.x, -v.z, v.y),
        }
    }
}

/// Ways to colour hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Shade {
    /// By the normal of the surface, lit softly from the camera.
    Normals,
    /// By distance: near is light, far is dark.
    Depth,
    /// One colour per part, always the same for the same part number.
    Parts,
    /// In the file's colours, else clay, on a table: a lamp with shadows and an open sky. Casts
    /// more rays.
    Light,
}

/// Parses a duration: `10s`, `500ms`, `2min`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let seconds = match unit {
        "s" | "" => 1.0,
        "ms" => 1e-3,
        "min" => 60.0,
        _ => return Err("must be a time, such as 10s, 500ms or 2min".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "must begin with a number".to_owned())?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())?;
    if time.is_zero() { Err("must be more than 0".to_owned()) } else { Ok(time) }
}

/// Side from which the camera looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum View {
    /// A named view: the direction from the scene to the camera, for y up.
    Named(DVec3),
    /// The direction from the scene to the camera, in the file's coordinates.
    From(DVec3),
}

const NAMES: [(&str, DVec3); 7] = [
    ("three-quarter", dvec3(0.5, 0.6, 1.0)),
    ("front", dvec3(0.0, 0.0, 1.0)),
    ("back", dvec3(0.0, 0.0, -1.0)),
    ("left", dvec3(-1.0, 0.0, 0.0)),
    ("right", dvec3(1.0, 0.0, 0.0)),
    ("top", dvec3(0.0, 1.0, 0.0)),
    ("bottom", dvec3(0.0, -1.0, 0.0)),
];

impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((_, direction)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(Self::Named(*direction));
        }
        point(text).ok().filter(|direction| *direction != DVec3::ZERO).map(Self::From).ok_or_else(|| {
            let names = NAMES.each(|(name, _)| name).join(", ");
            format!("one of {names}, or a direction x,y,z from the scene to the camera")
        })
    }
}

/// Origin and direction of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RayValue {
    pub(crate) origin: DVec3,
    pub(crate) direction: DVec3,
}

impl FromStr for RayValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text).as_deref() {
            Some(&[x, y, z, dx, dy, dz]) if dvec3(dx, dy, dz) != DVec3::ZERO => {
                Ok(Self { origin: dvec3(x, y, z), direction: dvec3(dx, dy, dz) })
            }
            _ => {
                Err("six finite numbers: an origin and a nonzero direction, such as 0,0,5,0,0,-1".to_owned())
            }
        }
    }
}

/// Parses a size: `1920x1080`.
pub(super) fn size(text: &str) -> Result<[u32; 2], String> {
    let numbers = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    numbers
        .filter(|size| size.iter().all(|n| (1..=MAX_SIDE).contains(n)))
        .ok_or_else(|| format!("two whole numbers from 1 to {MAX_SIDE}, such as 1920x1080"))
}

/// Parses a number of parts that fits into a file.
pub(super) fn parts(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MOST_PARTS).contains(count));
    count.ok_or_else(|| format!("a whole number from 1 to {MOST_PARTS}"))
}

/// Parses a pixel: `512,300`.
pub(super) fn pixel(text: &str) -> Result<[u32; 2], String> {
    let numbers = text.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
    numbers.ok_or_else(|| "two whole numbers, such as 512,300".to_owned())
}

/// Parses a point in 3D: `1,-2.5,3`.
pub(super) fn point(text: &str) -> Result<DVec3, String> {
    match numbers(text).as_deref() {
        Some(&[x, y, z]) => Ok(dvec3(x, y, z)),
        _ => Err("three finite numbers, such as 1,-2.5,3".to_owned()),
    }
}

/// Parses a point in 2D: `1,-2.5`.
pub(super) fn point_2d(text: &str) -> Result<DVec2, String> {
    match numbers(text).as_deref() {
        Some(&[x, y]) => Ok(dvec2(x, y)),
        _ => Err("two finite numbers, such as 1,-2.5".to_owned()),
    }
}

/// Parses two points in 2D: `0,0,4,3`.
fn two_points(text: &str) -> Result<[DVec2; 2], String> {
    match numbers(text).as_deref() {
        Some(&[x, y, z, w]) => Ok([dvec2(x, y), dvec2(z, w)]),
        _ => Err("four finite numbers, such as 0,0,4,3".to_owned()),
    }
}

/// Parses a segment by its ends.
pub(super) fn segment(text: &str) -> Result<Segment<DVec2>, String> {
    two_points(text).map(|[a, b]| Segment::new(a, b))
}

/// Parses a box by its corners.
pub(super) fn window(text: &str) -> Result<Aabb<DVec2>, String> {
    let [min, max] = two_points(text)?;
    Aabb::try_new(min, max).map_err(|error| error.to_string())
}

/// Parses an angle of view in degrees.
pub(super) fn angle(text: &str) -> Result<f64, String> {
    let angle = text.parse().ok().filter(|angle| *angle >= 0.001 && *angle <= 179.0);
    angle.ok_or_else(|| "an angle from 0.001 to 179 degrees, such as 45".to_owned())
}

/// Parses a finite length above 0.
pub(super) fn length(text: &str) -> Result<f64, String> {
    let length = text.parse().ok().filter(|length: &f64| *length > 0.0 && length.is_finite());
    length.ok_or_else(|| "a number above 0, such as 2.5".to_owned())
}

/// Parses finite numbers separated by commas.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let number = |text: &str| text.trim().parse().ok().filter(|x: &f64| x.is_finite());
    text.split(',').map(number).collect()
}

/// Parses a class of clashes.
pub(super) fn class(text: &str) -> Result<Class, String> {
    let found = Class::ALL.into_iter().find(|class| class.name() == text);
    found.ok_or_else(|| format!("one of {}", Class::ALL.each(Class::name).join(", ")))
}

/// Parses a 2D shape in the syntax of `barycast query`.
pub(super) fn shape(text: &str) -> Result<Shape2, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Parses a number of pictures.
pub(super) fn pictures(text: &str) -> Result<usize, String> {
    let count = if text == "none" { Ok(0) } else { text.parse() };
    count.map_err(|_| "a whole number, or none".to_owned())
}
