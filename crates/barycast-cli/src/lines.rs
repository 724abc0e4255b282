//! Whole lines, read in blocks.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

/// How much is read at once.
pub(crate) const BLOCK: usize = 256 << 10;

/// What was read.
#[derive(Debug)]
pub(crate) enum Block {
    /// Whole lines, with their line ends but for the last line of a file.
    Lines(Vec<u8>),
    /// A line over the limit stood here.
    TooLong,
    /// The file could not be opened or read on.
    Failed(PathBuf, io::Error),
}

impl Block {
    /// How many bytes it holds.
    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::Lines(lines) => lines.len(),
            Self::TooLong | Self::Failed(..) => 0,
        }
    }
}

/// Sends the lines of the files, or of standard input for `-` and for no file at all. A file that fails is sent as
/// such, and the next one follows. Returns early when nobody receives any more.
pub(crate) fn read(files: &[PathBuf], max_line: usize, blocks: &SyncSender<Block>) {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard_input } else { files };
    for path in files {
        let send = |block| blocks.send(block).is_ok();
        let result = if path == Path::new("-") {
            read_from(io::stdin().lock(), max_line, send)
        } else {
            File::open(path).and_then(|file| read_from(file, max_line, send))
        };
        if let Err(error) = result
            && !send(Block::Failed(path.clone(), error))
        {
            return;
        }
    }
}

/// Sends whole lines, as soon as they are there, until the end or until `send` says no.
fn read_from(mut input: impl Read, max_line: usize, send: impl Fn(Block) -> bool) -> io::Result<()> {
    let mut buffer = Vec::new();
    // The line that begins `buffer` is over the limit: it is being skipped.
    let mut skipping = false;
    loop {
        let start = buffer.len();
        buffer.resize(start + BLOCK, 0);
        let read = loop {
            match input.read(&mut buffer[start..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        buffer.truncate(start + *read.as_ref().unwrap_or(&0));
        let read = read?;
        if read == 0 {
            if !buffer.is_empty() && !skipping {
                send(Block::Lines(buffer));
            }
            return Ok(());
        }
        if skipping {
            match buffer.iter().position(|byte| *byte == b'\n') {
                Some(end) => {
                    buffer.drain(..=end);
                    skipping = false;
                }
                None => buffer.clear(),
            }
        }
        let after = buffer[start.min(buffer.len())..].iter().rposition(|byte| *byte == b'\n');
        if let Some(last) = after {
            let rest = buffer.split_off(start.min(buffer.len()) + last + 1);
            if !send_lines(std::mem::replace(&mut buffer, rest), max_line, &send) {
                return Ok(());
            }
        }
        if buffer.len() > max_line {
            skipping = true;
            buffer = Vec::new();
            if !send(Block::TooLong) {
                return Ok(());
            }
        }
    }
}

/// Sends whole lines, of which only the first may be over the limit: all others came with one reading.
fn send_lines(mut lines: Vec<u8>, max_line: usize, send: &impl Fn(Block) -> bool) -> bool {
    if lines.len() > max_line
        && let Some(end) = lines.iter().position(|byte| *byte == b'\n')
        && end > max_line
    {
        lines.drain(..=end);
        if !send(Block::TooLong) {
            return false;
        }
    }
    lines.is_empty() || send(Block::Lines(lines))
}

/// Cuts whole lines into portions of whole lines, each about as long as asked.
pub(crate) fn portions(mut lines: &[u8], about: usize) -> Vec<&[u8]> {
    let mut portions = Vec::with_capacity(lines.len() / about + 1);
    while lines.len() > about {
        let Some(end) = lines[about..].iter().position(|byte| *byte == b'\n') else { break };
        let (portion, rest) = lines.split_at(about + end + 1);
        portions.push(portion);
        lines = rest;
    }
    if !lines.is_empty() {
        portions.push(lines);
    }
    portions
}
