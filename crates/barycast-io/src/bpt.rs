//! BPT: text with the number of Bezier patches, then the two degrees and the control points of each
//! patch, row by row.

use crate::ReadError;
use crate::precision::Digits;
use crate::source::{Source, coordinate, shown, whole, words};
use glam::DVec3;
use std::path::Path;

/// A Bezier patch of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// Degree across the rows, and along a row: at least 1.
    pub degrees: [usize; 2],
    /// Control points row by row: one more than the degree in each direction, all finite.
    pub points: Vec<DVec3>,
}

/// Largest degree; a higher one is reported as an error.
const HIGHEST: i64 = 64;

/// Reads the Bezier patches of a `.bpt` file, whatever its name; returns at least one.
///
/// # Errors
/// If the file cannot be opened, a number is malformed or not finite, or the file has fewer or more
/// patches than it states. The error names the file and the line.
#[doc(alias = "teapot")]
pub fn read_patches(path: impl AsRef<Path>) -> Result<Vec<Patch>, ReadError> {
    patches(Source::open(path.as_ref())?)
}

/// Reads patches from memory; `path` is the name in errors.
///
/// # Errors
/// The same as for [`read_patches`].
pub fn read_patches_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> Result<Vec<Patch>, ReadError> {
    patches(Source::of_bytes(path.as_ref(), bytes)?)
}

fn patches(mut source: Source<'_>) -> Result<Vec<Patch>, ReadError> {
    let path = &source.path().to_owned();
    let mut reading = Reading::default();
    let mut last = 1;
    while let Some((line, text)) = source.next_full_line()? {
        last = line;
        for word in words(text) {
            reading.take(word).map_err(|what| ReadError::line(path, line, what))?;
        }
    }
    reading.finished().map_err(|what| ReadError::line(path, last, what))
}

/// State of reading the file number by number.
#[derive(Default)]
struct Reading {
    /// Number of patches that the file states.
    count: Option<usize>,
    /// Degrees of the next patch.
    degrees: Vec<usize>,
    numbers: Vec<f64>,
    patches: Vec<Patch>,
}

impl Reading {
    fn take(&mut self, word: &[u8]) -> Result<(), String> {
        let Some(count) = self.count else {
            let count = whole(word).and_then(|count| usize::try_from(count).ok()).filter(|count| *count > 0);
            let needed =
                || format!("the number of patches must be a whole number above 0, got '{}'", shown(word));
            self.count = Some(count.ok_or_else(needed)?);
            return Ok(());
        };
        if self.patches.len() == count {
            return Err(format!("data follows the {count} patches that the file states"));
        }
        if self.degrees.len() < 2 {
            let degree = whole(word).filter(|degree| (1..=HIGHEST).contains(degree));
            let needed =
                || format!("a degree must be a whole number from 1 to {HIGHEST}, got '{}'", shown(word));
            self.degrees.push(degree.ok_or_else(needed)? as usize);
            return Ok(());
        }
        self.numbers.push(coordinate(word, ["x", "y", "z"][self.numbers.len() % 3], &mut Digits::default())?);
        let degrees = [self.degrees[0], self.degrees[1]];
        if self.numbers.len() == 3 * (degrees[0] + 1) * (degrees[1] + 1) {
            let points = self.numbers.chunks(3).map(DVec3::from_slice).collect();
            self.patches.push(Patch { degrees, points });
            self.degrees.clear();
            self.numbers.clear();
        }
        Ok(())
    }

    fn finished(self) -> Result<Vec<Patch>, String> {
        match self.count {
            None => Err("the file ends before its number of patches".to_owned()),
            Some(count) if self.patches.len() < count => {
                Err(format!("the file ends in patch {}, but it states {count}", self.patches.len()))
            }
            Some(_) => Ok(self.patches),
        }
    }
}
