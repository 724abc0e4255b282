//! BPT: text, a count of Bezier patches, then of each its two degrees and its control points, row by row.

use crate::ReadError;
use crate::precision::Digits;
use crate::source::{Source, coordinate, shown, whole, words};
use glam::DVec3;
use std::path::Path;

/// A Bezier patch of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// From row to row, and along a row: at least 1.
    pub degrees: [usize; 2],
    /// The control points, row by row: one more than the degree each way, all finite.
    pub points: Vec<DVec3>,
}

/// A patch of a higher degree is taken for a mistake.
const HIGHEST: i64 = 64;

/// The Bezier patches in a `.bpt` file, whatever it is called; at least one.
///
/// # Errors
/// Names the file, the line and what is wrong there: no such file, a number that is none or not finite, fewer patches than
/// the file counts, or more.
pub fn read_patches(path: impl AsRef<Path>) -> Result<Vec<Patch>, ReadError> {
    patches(Source::open(path.as_ref())?)
}

/// The same from memory: `path` is what errors call it.
///
/// # Errors
/// As [`read_patches`].
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

/// How far the file has been read, number by number.
#[derive(Default)]
struct Reading {
    /// How many patches the file says that it has.
    count: Option<usize>,
    /// The degrees of the next patch.
    degrees: Vec<usize>,
    numbers: Vec<f64>,
    patches: Vec<Patch>,
}

impl Reading {
    fn take(&mut self, word: &[u8]) -> Result<(), String> {
        let Some(count) = self.count else {
            let count = whole(word).and_then(|count| usize::try_from(count).ok()).filter(|count| *count > 0);
            let needed =
                || format!("the count of patches must be a whole number above 0, got '{}'", shown(word));
            self.count = Some(count.ok_or_else(needed)?);
            return Ok(());
        };
        if self.patches.len() == count {
            return Err(format!("there is more after the {count} patches that the file counts"));
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
            None => Err("the file ends before its count of patches".to_owned()),
            Some(count) if self.patches.len() < count => {
                Err(format!("the file ends in patch {}, but it counts {count}", self.patches.len()))
            }
            Some(_) => Ok(self.patches),
        }
    }
}
