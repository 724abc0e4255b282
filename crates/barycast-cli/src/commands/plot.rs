//! `barycast plot`: drawings of curves and other results of the library.

use super::Failure;
use crate::args::{PlotKind, PlotOptions};
use crate::{files, plot};
use barycast::frame::Light;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// Range of the width of a drawing.
const SIZES: std::ops::Range<f64> = 1e-100..1e100;

/// Writes the drawing.
pub(crate) fn run(options: &PlotOptions) -> Result<u8, Failure> {
    refuse_others(options)?;
    let drawing = match options.kind {
        PlotKind::Easing => plot::easing(&options.names),
        PlotKind::Curve => plot::curves(&options.curve, &options.point, options.from)
            .map_err(|error| usage(error.to_string()))?,
        PlotKind::Surface => {
            plot::surfaces(&options.surface, options.above).map_err(|error| usage(error.to_string()))?
        }
        PlotKind::Clip => plot::clip(options.window, &options.segment),
        PlotKind::Shadow => {
            let lamp = options.lamp.map(Light::Point);
            let light = lamp.or(options.sun.map(Light::Directional)).unwrap_or(plot::LAMP);
            plot::shadow(light).map_err(|error| usage(error.to_string()))?
        }
    };
    refuse_sizes(options)?;
    let path = &options.output;
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match extension.as_str() {
        "svg" => std::fs::write(path, drawing.svg()).map_err(|error| Failure::write(path, error))?,
        "png" => {
            let file = File::create(path).map_err(|error| Failure::write(path, error))?;
            let (size, pixels) = drawing.pixels();
            files::png_rgb8(BufWriter::new(file), size, &pixels)
                .map_err(|error| Failure::write(path, error))?;
        }
        _ if path.as_os_str() == "-" => io::stdout().lock().write_all(drawing.svg().as_bytes())?,
        _ => return Err(usage(format!("{} is neither an .svg nor a .png", path.display()))),
    }
    Ok(0)
}

/// Fails if an option belongs to another kind of drawing.
fn refuse_others(options: &PlotOptions) -> Result<(), Failure> {
    let given = [
        ("names of easings", PlotKind::Easing, !options.names.is_empty()),
        ("--curve", PlotKind::Curve, !options.curve.is_empty()),
        ("--point", PlotKind::Curve, !options.point.is_empty()),
        ("--from", PlotKind::Curve, options.from.is_some()),
        ("--surface", PlotKind::Surface, !options.surface.is_empty()),
        ("--above", PlotKind::Surface, options.above.is_some()),
        ("--segment", PlotKind::Clip, !options.segment.is_empty()),
        ("--window", PlotKind::Clip, options.window.is_some()),
        ("--lamp", PlotKind::Shadow, options.lamp.is_some()),
        ("--sun", PlotKind::Shadow, options.sun.is_some()),
    ];
    match given.into_iter().find(|(_, kind, given)| *given && *kind != options.kind) {
        Some((what, kind, _)) => {
            let kind = format!("{kind:?}").to_lowercase();
            let belong = if what.starts_with("--") { "belongs" } else { "belong" };
            Err(usage(format!("{what} {belong} to `barycast plot {kind}`")))
        }
        None => Ok(()),
    }
}

/// Fails if the extent is zero or too large for a drawing.
fn refuse_sizes(options: &PlotOptions) -> Result<(), Failure> {
    let ends = options.segment.iter().flat_map(|s| [s.a, s.b]);
    let window = options.window.iter().flat_map(|w| [w.min, w.max]);
    let points: Vec<_> =
        options.point.iter().copied().chain(options.from).chain(ends).chain(window).collect();
    // Missing options are replaced by an example.
    let is_whole = !options.point.is_empty() || !options.segment.is_empty() && options.window.is_some();
    let Some(first) = points.first().filter(|_| is_whole) else { return Ok(()) };
    let far = points.iter().map(|p| (*p / 2.0 - *first / 2.0).abs().max_element() * 2.0).fold(0.0, f64::max);
    match far {
        0.0 => Err(usage("all points coincide: the drawing has no extent".to_owned())),
        far if SIZES.contains(&far) => Ok(()),
        _ => Err(usage(format!("the drawing is {far:e} wide, which must be between 1e-100 and 1e100"))),
    }
}

fn usage(what: String) -> Failure {
    Failure::Usage { what, next: "barycast plot --help".to_owned() }
}
