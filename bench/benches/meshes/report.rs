//! Tables for the terminal, and the record file.

use crate::measure::{median, speed};
use crate::peer::Answer;
use std::fmt::Write;
use std::io::Write as _;

/// Results of one library in a row.
pub struct Entry {
    pub name: String,
    pub is_ours: bool,
    pub is_batch: bool,
    /// Seconds per round.
    pub seconds: Vec<f64>,
    pub answers: Vec<Answer>,
    /// Bytes per triangle; `None` if unknown.
    pub bytes: Option<f64>,
}

/// The rows so far.
#[derive(Default)]
pub struct Report {
    csv: String,
    best: String,
}

impl Report {
    /// Reports a query on one mesh with `count` rays, points or triangles.
    pub fn row(&mut self, mesh: &str, question: &str, count: usize, entries: &[Entry]) {
        let ours: Vec<&Entry> = entries.iter().filter(|entry| entry.is_ours).collect();
        let has_bytes = entries.iter().any(|entry| entry.bytes.is_some());
        let has_answers = entries.iter().any(|entry| !entry.answers.is_empty());
        print!("{:<32}{:>9}{:>10}", format!("{mesh} {question}"), "M/s", "ns each");
        for entry in &ours {
            print!("{:>16}", format!("{} is", entry.name));
        }
        print!("{}", if has_answers { "       hits      agree" } else { "" });
        println!("{}", if has_bytes { "  bytes each" } else { "" });
        for entry in entries {
            let nanoseconds = median(entry.seconds.clone()) / count as f64 * 1e9;
            print!("  {:<30}{:>9.2}{nanoseconds:>10.1}", entry.name, 1e3 / nanoseconds);
            for ours in &ours {
                print!("{:>14.2} x", speed(&ours.seconds, &entry.seconds));
            }
            if has_answers {
                let hits = entry.answers.iter().filter(|answer| answer.is_hit()).count();
                print!("{hits:>11}{:>9.3} %", agree(&entries[0], entry) * 100.0);
            }
            println!("{}", entry.bytes.map_or(String::new(), |bytes| format!("{bytes:>12.1}")));
        }
        for ours in ours {
            self.compare(mesh, question, count, ours, entries);
        }
        println!();
    }

    /// Compares one of ours with all others, and keeps the fastest for the summary. Single rays are
    /// compared with single rays.
    fn compare(&mut self, mesh: &str, question: &str, count: usize, ours: &Entry, entries: &[Entry]) {
        let name = format!("{mesh} {question}{}", ours.name.strip_prefix("ours").unwrap_or(&ours.name));
        let rivals = entries.iter().filter(|entry| !entry.is_ours);
        for rival in rivals.clone() {
            let [a, b] = [ours, rival].map(|side| median(side.seconds.clone()) / count as f64 * 1e9);
            let (ratio, agree) = (1.0 / speed(&ours.seconds, &rival.seconds), agree(ours, rival));
            let [ours_bytes, theirs_bytes] =
                [ours, rival].map(|side| side.bytes.map_or(String::new(), |bytes| format!("{bytes:.2}")));
            writeln!(
                self.csv,
                "{name},{},{a:.2},{b:.2},{ratio:.3},{agree:.5},{ours_bytes},{theirs_bytes}",
                rival.name
            )
            .expect("writing to a string cannot fail");
        }
        let alike = rivals.filter(|rival| ours.is_batch || !rival.is_batch);
        let best = alike.map(|rival| (speed(&ours.seconds, &rival.seconds), &rival.name));
        if let Some((speed, rival)) = best.min_by(|a, b| a.0.total_cmp(&b.0)) {
            writeln!(self.best, "{name:<40}{speed:>6.2} x {rival}").expect("writing to a string cannot fail");
        }
    }

    /// Prints each row with its fastest competitor, and appends the record to the file named by
    /// `BARYCAST_RECORD`.
    pub fn finish(&self) -> Result<(), String> {
        println!("speed, ours against the fastest rival (above 1 is a win)\n{}", self.best);
        let Some(path) = std::env::var_os("BARYCAST_RECORD") else { return Ok(()) };
        let head = "question,rival,ours_ns,theirs_ns,ratio,agree,ours_bytes,theirs_bytes\n";
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| {
            let is_new = file.metadata()?.len() == 0;
            file.write_all(if is_new { head.as_bytes() } else { &[] })?;
            file.write_all(self.csv.as_bytes())
        });
        written.map_err(|e| format!("{}: {e}", path.display()))
    }
}

/// Returns the share of equal results.
fn agree(a: &Entry, b: &Entry) -> f64 {
    let same = a.answers.iter().zip(&b.answers).filter(|(a, b)| a.agrees(**b)).count();
    if a.answers.is_empty() { 1.0 } else { same as f64 / a.answers.len() as f64 }
}
