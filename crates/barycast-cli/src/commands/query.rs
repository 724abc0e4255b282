//! `barycast query`: the query protocol on standard input or files.
//!
//! One thread reads whole lines, others [answer](crate::worker_pool) them, and this one writes. An
//! answer is written as soon as all earlier lines are answered, whatever follows. Memory use does
//! not grow with the input.

use super::{Failure, NOT_OPENED, SOME_FAILED};
use crate::args::QueryOptions;
use crate::lines;
use crate::output;
use crate::worker_pool::{Answers, LineOptions, Next};
use barycast_protocol::MAX_LINE;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

/// Read-ahead limit: this many blocks of [`lines::BLOCK`] bytes, or as many long lines.
const READ_AHEAD: usize = 8;
/// Delay before progress is shown, and interval between updates.
const SHOWN: Duration = Duration::from_secs(1);

/// Answers every line. Returns the exit status.
pub(crate) fn run(options: &QueryOptions) -> Result<u8, Failure> {
    let (sender, blocks) = sync_channel(READ_AHEAD);
    let files = options.files.clone();
    thread::spawn(move || lines::read(&files, MAX_LINE, &sender));
    let mut answers = Answers::new(blocks, LineOptions { trace: options.trace, limit: options.limit });
    let mut out = io::stdout().lock();
    let mut progress = Progress::new();
    let (mut all_answered, mut all_opened) = (true, true);
    loop {
        match answers.next() {
            Next::Answers { text, answered, count } => {
                out.write_all(&text)?;
                all_answered &= answered;
                progress.add(count);
            }
            Next::TooLong => {
                let mut line = Vec::new();
                barycast_protocol::answer_too_long(&mut line);
                out.write_all(&line)?;
                all_answered = false;
            }
            Next::Failed(path, error) => {
                progress.clear();
                eprintln!("barycast: cannot read {}: {error}", path.display());
                all_opened = false;
            }
            Next::Wait => {}
            Next::End => break,
        }
        out.flush()?;
        progress.show();
    }
    progress.clear();
    Ok(match (all_opened, all_answered) {
        (false, _) => NOT_OPENED,
        (true, false) => SOME_FAILED,
        (true, true) => 0,
    })
}

/// Progress in lines, shown on a terminal that shows nothing else.
struct Progress {
    is_shown: bool,
    since: Instant,
    last: Instant,
    lines: usize,
    dirty: bool,
}

impl Progress {
    fn new() -> Self {
        let is_shown =
            io::stderr().is_terminal() && !io::stdout().is_terminal() && !io::stdin().is_terminal();
        let now = Instant::now();
        Self { is_shown, since: now, last: now, lines: 0, dirty: false }
    }

    const fn add(&mut self, lines: usize) {
        self.lines += lines;
    }

    fn show(&mut self) {
        if self.is_shown && self.last.elapsed() > SHOWN {
            self.last = Instant::now();
            self.dirty = true;
            let seconds = self.since.elapsed().as_secs();
            eprint!("\r{} in {seconds} s ", output::count(self.lines, "line answered", "lines answered"));
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.dirty) {
            eprint!("\r{:60}\r", "");
        }
    }
}
