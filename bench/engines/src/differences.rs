//! How answers differ: yes or no, and by how much.

use crate::table::QUERIES;
use std::fmt::Write;

/// A line of text per row.
#[derive(Default)]
pub struct Differences {
    lines: String,
}

impl Differences {
    /// Compares the answers of a row, infinity for none.
    pub fn row(
        &mut self,
        name: &str,
        rival: &str,
        ours: impl Fn(usize) -> f32,
        theirs: impl Fn(usize) -> f32,
    ) {
        let answers: Vec<[f32; 2]> = (0..QUERIES).map(|i| [ours(i), theirs(i)]).collect();
        let only = |a: usize, b: usize| {
            answers.iter().filter(|both| both[a].is_finite() && !both[b].is_finite()).count()
        };
        let both: Vec<[f32; 2]> = answers.iter().copied().filter(|[a, b]| (a + b).is_finite()).collect();
        let mut apart: Vec<f32> = both.iter().map(|[a, b]| b - a).collect();
        apart.sort_by(f32::total_cmp);
        let at =
            |share: f32| apart.get((share * apart.len().saturating_sub(1) as f32) as usize).unwrap_or(&0.0);
        writeln!(
            self.lines,
            "{name} {rival}: {} of both, {} only of ours, {} only of theirs; theirs less ours {:.4} {:.4} {:.4} {:.4} {:.4}",
            both.len(),
            only(0, 1),
            only(1, 0),
            at(0.0),
            at(0.1),
            at(0.5),
            at(0.9),
            at(1.0)
        )
        .expect("writing to a string cannot fail");
    }

    /// Returns a line per row; the last five numbers are the least, the tenth, the median, nine tenths and the greatest.
    pub fn text(&self) -> &str {
        &self.lines
    }
}
