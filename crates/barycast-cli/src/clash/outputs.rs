//! Reports with pictures and places of clashes: HTML, BCF and GLB.

use super::picture::{Canvas, Picture, Pictures, SIZE, Studio};
use super::report::Report;
use super::{bcf, glb, html};
use crate::commands::Failure;
use crate::files;
use barycast::scene::clash::Assembly;
use rayon::prelude::*;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Kind of file to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Html,
    Bcf,
    Glb,
}

impl Kind {
    /// Returns the kind that the extension of the file names.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_string_lossy().to_lowercase().as_str() {
            "html" | "htm" => Some(Self::Html),
            "bcf" | "bcfzip" => Some(Self::Bcf),
            "glb" => Some(Self::Glb),
            _ => None,
        }
    }

    /// Draws the worst clash of each issue, up to `pictures` issues, worst first, and writes the
    /// file.
    pub(crate) fn write(
        self,
        report: &Report,
        assembly: &Assembly,
        pictures: usize,
        path: &Path,
    ) -> Result<(), Failure> {
        if self == Self::Glb {
            let scene = glb::scene(report, assembly);
            return barycast_io::write_glb(path, &scene).map_err(|error| Failure::write(path, error));
        }
        let file = File::create(path).map_err(|error| Failure::write(path, error))?;
        let out = BufWriter::new(file);
        let pictures = draw(report, assembly, pictures);
        let written = match self {
            Self::Bcf => bcf::write(report, out, &pictures),
            _ => html::write(report, out, &pictures),
        };
        written.map_err(|error| Failure::write(path, error))
    }
}

/// Draws on all cores.
fn draw(report: &Report, assembly: &Assembly, pictures: usize) -> Pictures {
    let worst = report.issues.iter().filter_map(|issue| issue.clashes.first().copied());
    let worst: Vec<usize> = worst.take(pictures).collect();
    let studio = Studio::new(assembly, report);
    let drawn = worst.par_iter().map_init(Canvas::new, |canvas, &clash| {
        let picture = studio.draw(canvas, &report.clashes[clash])?;
        let mut png = Vec::new();
        files::png_rgb8(&mut png, SIZE, &picture.pixels).ok()?;
        // Only the PNG is used from here on.
        Some((clash, (Picture { pixels: Vec::new(), ..picture }, png)))
    });
    drawn.flatten_iter().collect()
}
