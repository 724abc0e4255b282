//! `barycast query`: the query protocol over standard input or files.
//!
//! One thread reads whole lines; this one answers whatever lies ready and writes it out. So an answer is written
//! as soon as its line is there when the input is slow, and lines are answered in large batches, over all cores,
//! when it is fast. Memory does not grow with the input.

use super::{Failure, NOT_OPENED, SOME_FAILED};
use crate::args::QueryOptions;
use crate::lines::{self, Block};
use barycast_protocol::MAX_LINE;
use rayon::prelude::*;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// How much may be read ahead: this many blocks of [`lines::BLOCK`] bytes, or so many long lines.
const READ_AHEAD: usize = 8;
/// A batch is not made larger than this.
const MAX_BATCH: usize = 4 << 20;
/// Lines are handed to the cores in portions of about this many bytes.
const PORTION: usize = 16 << 10;

/// Answers every line, and tells whether all could be.
pub(crate) fn run(options: &QueryOptions) -> Result<u8, Failure> {
    let (sender, blocks) = sync_channel(READ_AHEAD);
    let files = options.files.clone();
    thread::spawn(move || lines::read(&files, MAX_LINE, &sender));
    let mut out = io::stdout().lock();
    let (mut all_answered, mut all_opened) = (true, true);
    while let Ok(first) = blocks.recv() {
        for block in batch(first, &blocks) {
            match block {
                Block::Lines(lines) => all_answered &= answer(&lines, options.trace, &mut out)?,
                Block::TooLong => {
                    let mut line = Vec::new();
                    barycast_protocol::answer_too_long(&mut line);
                    out.write_all(&line)?;
                    all_answered = false;
                }
                Block::Failed(path, error) => {
                    eprintln!("barycast: cannot read {}: {error}", path.display());
                    all_opened = false;
                }
            }
        }
        out.flush()?;
    }
    Ok(match (all_opened, all_answered) {
        (false, _) => NOT_OPENED,
        (true, false) => SOME_FAILED,
        (true, true) => 0,
    })
}

/// Everything that lies ready, neighbouring lines together.
fn batch(first: Block, blocks: &Receiver<Block>) -> Vec<Block> {
    let mut size = first.len();
    let mut batch = vec![first];
    while size < MAX_BATCH {
        let Ok(block) = blocks.try_recv() else { break };
        size += block.len();
        match (batch.last_mut(), block) {
            (Some(Block::Lines(lines)), Block::Lines(more)) => lines.extend_from_slice(&more),
            (_, block) => batch.push(block),
        }
    }
    batch
}

/// Writes the answers to all lines, in order; `false` when there was an error among them.
fn answer(lines: &[u8], trace: bool, out: &mut impl Write) -> io::Result<bool> {
    let portions = lines::portions(lines, PORTION);
    let answers: Vec<_> = match portions[..] {
        [portion] => vec![answer_portion(portion, trace)],
        _ => portions.into_par_iter().map(|portion| answer_portion(portion, trace)).collect(),
    };
    let mut all_answered = true;
    for (answers, answered) in answers {
        out.write_all(&answers)?;
        all_answered &= answered;
    }
    Ok(all_answered)
}

fn answer_portion(lines: &[u8], trace: bool) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(lines.len() / 2);
    let mut all_answered = true;
    for line in lines::each(lines) {
        // White space as JSON has it.
        if !line.iter().all(|byte| b" \t\r".contains(byte)) {
            all_answered &= barycast_protocol::answer(line, trace, &mut out);
        }
    }
    (out, all_answered)
}
