//! The reports that show where a clash is, not only what: HTML, BCF and GLB.

use super::report::Report;
use super::{bcf, glb, html, picture};
use crate::commands::Failure;
use crate::files;
use barycast::scene::clash::Assembly;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// So many issues get a picture, the worst.
const PICTURES: usize = 300;

/// What is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Html,
    Bcf,
    Glb,
}

impl Kind {
    /// By the ending of the file.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_string_lossy().to_lowercase().as_str() {
            "html" | "htm" => Some(Self::Html),
            "bcf" | "bcfzip" => Some(Self::Bcf),
            "glb" => Some(Self::Glb),
            _ => None,
        }
    }

    /// Draws and writes.
    pub(crate) fn write(self, report: &Report, assembly: &Assembly, path: &Path) -> Result<(), Failure> {
        let mut left = PICTURES;
        let pictured = |clash: usize| {
            left = left.checked_sub(1)?;
            let picture = picture::draw(assembly, report, &report.clashes[clash])?;
            let mut png = Vec::new();
            files::png_rgb8(&mut png, picture::SIZE, &picture.pixels).ok()?;
            Some((picture, png))
        };
        if self == Self::Glb {
            let scene = glb::scene(report, assembly);
            return barycast_io::write_glb(path, &scene).map_err(|error| Failure::write(path, error));
        }
        let file = File::create(path).map_err(|error| Failure::write(path, error))?;
        let out = BufWriter::new(file);
        let written = match self {
            Self::Bcf => bcf::write(report, out, pictured),
            _ => html::write(report, out, pictured),
        };
        written.map_err(|error| Failure::write(path, error))
    }
}
