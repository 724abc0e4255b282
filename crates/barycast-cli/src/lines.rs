//! Reading whole lines in blocks.

use memchr::{memchr, memchr_iter, memrchr};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

/// Number of bytes read at once.
pub(crate) const BLOCK: usize = 256 << 10;

/// Result of one read.
#[derive(Debug)]
pub(crate) enum Block {
    /// Whole lines, with line ends.
    Lines(Vec<u8>),
    /// A line longer than the limit, which was skipped.
    TooLong,
    /// The file could not be opened, or reading it failed.
    Failed(PathBuf, io::Error),
}

/// Sends the lines of the files, or of standard input for `-` and for an empty list. A failing file
/// is sent as [`Block::Failed`], and the next file follows. Returns early if the receiver is gone.
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

/// The byte order mark of UTF-8, which some programs write before the first line. It is skipped.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Sends whole lines as soon as they are available, until the end or until `send` returns `false`.
fn read_from(mut input: impl Read, max_line: usize, send: impl Fn(Block) -> bool) -> io::Result<()> {
    let mut buffer = Vec::new();
    // Whether the line at the start of `buffer` is over the limit and is being skipped.
    let mut skipping = false;
    let mut is_begin = true;
    loop {
        let mut start = buffer.len();
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
                // The first line of the next file must not be appended to this one.
                buffer.push(b'\n');
                send(Block::Lines(buffer));
            }
            return Ok(());
        }
        if is_begin {
            if buffer.len() < MARK.len() && MARK.starts_with(&buffer) {
                continue;
            }
            is_begin = false;
            if buffer.starts_with(MARK) {
                buffer.drain(..MARK.len());
                start = 0;
            }
        }
        if skipping {
            match memchr(b'\n', &buffer) {
                Some(end) => {
                    buffer.drain(..=end);
                    skipping = false;
                }
                None => buffer.clear(),
            }
        }
        let after = memrchr(b'\n', &buffer[start.min(buffer.len())..]);
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

/// Sends whole lines. Only the first may be over the limit, because all others came with one read.
fn send_lines(mut lines: Vec<u8>, max_line: usize, send: &impl Fn(Block) -> bool) -> bool {
    if lines.len() > max_line
        && let Some(end) = memchr(b'\n', &lines)
        && end > max_line
    {
        lines.drain(..=end);
        if !send(Block::TooLong) {
            return false;
        }
    }
    lines.is_empty() || send(Block::Lines(lines))
}

/// Cuts whole lines into portions of whole lines of about the given length.
pub(crate) fn portions(mut lines: &[u8], about: usize) -> Vec<&[u8]> {
    let mut portions = Vec::with_capacity(lines.len() / about + 1);
    while lines.len() > about {
        let Some(end) = memchr(b'\n', &lines[about..]) else { break };
        let (portion, rest) = lines.split_at(about + end + 1);
        portions.push(portion);
        lines = rest;
    }
    if !lines.is_empty() {
        portions.push(lines);
    }
    portions
}

/// Returns the lines without their line ends.
pub(crate) fn each(lines: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = memchr_iter(b'\n', lines).chain([lines.len()]);
    let mut start = 0;
    ends.map(move |end| {
        let line = &lines[start.min(end)..end];
        start = end + 1;
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// Returns what is sent for a text read in pieces, with `-` for a line over a limit of 4 bytes.
    fn sent(pieces: &[&str]) -> Vec<String> {
        struct Pieces<'a>(&'a [&'a str]);
        impl Read for Pieces<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
                self.0 = rest;
                buffer[..first.len()].copy_from_slice(first.as_bytes());
                Ok(first.len())
            }
        }
        let sent = RefCell::new(Vec::new());
        let read = read_from(Pieces(pieces), 4, |block| {
            match block {
                Block::Lines(lines) => {
                    let lines = each(&lines).filter(|line| !line.is_empty());
                    sent.borrow_mut().extend(lines.map(|line| String::from_utf8_lossy(line).into_owned()));
                }
                _ => sent.borrow_mut().push("-".to_owned()),
            }
            true
        });
        assert!(read.is_ok());
        sent.into_inner()
    }

    #[test]
    fn lines_are_complete_for_any_read_size() {
        assert_eq!(sent(&["ab\ncd\n"]), ["ab", "cd"]);
        assert_eq!(sent(&["a", "b\nc", "d"]), ["ab", "cd"]);
        assert_eq!(sent(&["ab\n", "\n", "cd"]), ["ab", "cd"]);
        assert_eq!(sent(&[]), [""; 0]);
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_skipped() {
        assert_eq!(sent(&["\u{feff}ab\ncd\n"]), ["ab", "cd"]);
        assert_eq!(sent(&["\u{feff}", "ab\n\u{feff}\n"]), ["ab", "\u{feff}"]);
        assert_eq!(sent(&["\u{feff}1234\n"]), ["1234"]);
        assert_eq!(sent(&["\u{feff}"]), [""; 0]);
    }

    #[test]
    fn lines_over_the_limit_are_skipped_at_any_end() {
        assert_eq!(sent(&["ab\n", "12345", "678", "9\ncd\nef"]), ["ab", "-", "cd", "ef"]);
        assert_eq!(sent(&["123", "45\ncd\n"]), ["-", "cd"]);
        assert_eq!(sent(&["1234", "\ncd\n"]), ["1234", "cd"]);
        assert_eq!(sent(&["12345", "6"]), ["-"]);
    }
}
