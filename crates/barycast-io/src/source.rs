//! Reads a file as lines or as bytes in bounded memory, and parses numbers.
//!
//! Lines end with LF, CR LF or CR. A line longer than [`MAX_LINE`] is an error, so that a file
//! without line ends is not held in memory.

use crate::ReadError;
use crate::precision::Digits;
use glam::DVec3;
use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Largest length of a line, in bytes.
pub(crate) const MAX_LINE: usize = 1 << 20;
/// Number of bytes read at once.
const BLOCK: usize = 1 << 18;

/// Bytes that can be read again from the start, except those of a pipe.
trait Bytes: Read + Seek {}
impl<T: Read + Seek> Bytes for T {}

/// A file that is read sequentially.
pub(crate) struct Source<'a> {
    path: PathBuf,
    file: Box<dyn Bytes + 'a>,
    /// Bytes `start..end` are read but not yet returned.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Number of returned lines, and the range of the last one in the buffer.
    line: usize,
    last: Range<usize>,
    /// Whether the last line ended with CR: a following LF belongs to it.
    after_cr: bool,
    /// Whether an earlier line ended with CR alone.
    lone_cr: bool,
    /// Size of the file as the system reports it, 0 for a pipe, and number of returned bytes.
    size: u64,
    given: u64,
}

impl<'a> Source<'a> {
    /// Opens a file and skips a byte order mark.
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let file = File::open(path).map_err(|error| ReadError::io(path, error))?;
        let size = file.metadata().map_err(|error| ReadError::io(path, error))?.len();
        Self::new(path, Box::new(file), size)
    }

    /// Reads from memory and skips a byte order mark; `path` is the name in errors.
    pub(crate) fn of_bytes(path: &Path, bytes: &'a [u8]) -> Result<Self, ReadError> {
        Self::new(path, Box::new(Cursor::new(bytes)), bytes.len() as u64)
    }

    fn new(path: &Path, file: Box<dyn Bytes + 'a>, size: u64) -> Result<Self, ReadError> {
        let block = if size == 0 { BLOCK } else { size.saturating_add(1).min(BLOCK as u64) as usize };
        let mut source = Self {
            path: path.to_owned(),
            file,
            buffer: vec![0; block],
            start: 0,
            end: 0,
            line: 0,
            last: 0..0,
            after_cr: false,
            lone_cr: false,
            size,
            given: 0,
        };
        source.skip_mark()?;
        Ok(source)
    }

    fn skip_mark(&mut self) -> Result<(), ReadError> {
        if self.peek(3)? == b"\xef\xbb\xbf" {
            self.give(3);
        }
        Ok(())
    }

    /// Returns to the start. Returns `false` for a pipe, which cannot.
    pub(crate) fn rewind(&mut self) -> Result<bool, ReadError> {
        if self.file.rewind().is_err() {
            return Ok(false);
        }
        (self.start, self.end, self.line, self.last, self.given) = (0, 0, 0, 0..0, 0);
        (self.after_cr, self.lone_cr) = (false, false);
        self.skip_mark()?;
        Ok(true)
    }

    /// Returns all remaining bytes.
    pub(crate) fn rest(&mut self) -> Result<Vec<u8>, ReadError> {
        let ready = &self.buffer[self.start..self.end];
        let mut bytes = Vec::with_capacity(ready.len().max(self.room(self.size, 1)));
        bytes.extend_from_slice(ready);
        self.file.read_to_end(&mut bytes).map_err(|error| ReadError::io(&self.path, error))?;
        self.start = self.end;
        self.given += bytes.len() as u64;
        Ok(bytes)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the size of the file in bytes as the system reports it: 0 for a pipe.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of bytes returned so far.
    pub(crate) fn given(&self) -> u64 {
        self.given
    }

    /// Returns how many of `claimed` items to reserve: at most as many as fit into the rest of the
    /// file if each takes at least `bytes`.
    pub(crate) fn room(&self, claimed: u64, bytes: usize) -> usize {
        let fit = self.size.saturating_sub(self.given) / bytes.max(1) as u64;
        claimed.min(fit) as usize
    }

    /// Returns the next line without its end, and its number from 1; `None` after the last line.
    pub(crate) fn next_line(&mut self) -> Result<Option<(usize, &[u8])>, ReadError> {
        self.end_line()?;
        let mut searched = 0;
        let length = loop {
            let ready = &self.buffer[self.start..self.end];
            match memchr::memchr2(b'\n', b'\r', &ready[searched..]) {
                Some(at) if searched + at <= MAX_LINE => break searched + at,
                None if ready.len() <= MAX_LINE => {
                    searched = ready.len();
                    if !self.fill()? {
                        break searched;
                    }
                }
                _ => {
                    let what = format!("the line is longer than {MAX_LINE} bytes");
                    return Err(ReadError::line(&self.path, self.line + 1, what));
                }
            }
        };
        let (start, ending) = (self.start, usize::from(self.start + length < self.end));
        if length + ending == 0 {
            return Ok(None);
        }
        self.after_cr = ending == 1 && self.buffer[start + length] == b'\r';
        self.line += 1;
        self.last = start..start + length;
        self.give(length + ending);
        Ok(Some((self.line, &self.buffer[self.last.clone()])))
    }

    /// Switches from lines to bytes. An LF after the CR of the last line belongs to that line,
    /// unless an earlier line ended with CR alone: then it is the first byte.
    pub(crate) fn end_lines(&mut self) -> Result<(), ReadError> {
        self.after_cr &= !self.lone_cr;
        self.end_line()
    }

    /// Skips the LF of a CR LF that ended the last line.
    fn end_line(&mut self) -> Result<(), ReadError> {
        if std::mem::take(&mut self.after_cr) {
            if self.peek(1)? == b"\n" {
                self.give(1);
            } else {
                self.lone_cr = true;
            }
        }
        Ok(())
    }

    /// Returns the next line that is not blank.
    pub(crate) fn next_full_line(&mut self) -> Result<Option<(usize, &[u8])>, ReadError> {
        self.next_line_where(|line| !line.trim_ascii().is_empty())
    }

    /// Returns the next line that satisfies the predicate.
    pub(crate) fn next_line_where(
        &mut self,
        matches: impl Fn(&[u8]) -> bool,
    ) -> Result<Option<(usize, &[u8])>, ReadError> {
        while let Some((_, line)) = self.next_line()? {
            if matches(line) {
                // Borrowed again: a borrow returned from the loop would extend through it.
                return Ok(Some((self.line, &self.buffer[self.last.clone()])));
            }
        }
        Ok(None)
    }

    /// Returns the next `count` bytes, or fewer at the end of the file.
    pub(crate) fn take(&mut self, count: usize) -> Result<&[u8], ReadError> {
        let count = self.peek(count)?.len();
        let start = self.start;
        self.give(count);
        Ok(&self.buffer[start..start + count])
    }

    /// Tests whether anything other than padding (zeros and whitespace) follows.
    pub(crate) fn has_more(&mut self) -> Result<bool, ReadError> {
        loop {
            match self.take(1)? {
                [] => return Ok(false),
                [byte] if is_padding(*byte) => {}
                _ => return Ok(true),
            }
        }
    }

    /// Skips the rest of the file and returns its number of bytes, or 0 if it is padding.
    pub(crate) fn count_rest(&mut self) -> Result<u64, ReadError> {
        let (mut count, mut is_full) = (0, false);
        loop {
            let bytes = self.take(BLOCK)?;
            if bytes.is_empty() {
                return Ok(if is_full { count } else { 0 });
            }
            is_full |= !bytes.iter().all(|byte| is_padding(*byte));
            count += bytes.len() as u64;
        }
    }

    /// Skips `count` bytes. Returns `false` if the file ends before.
    pub(crate) fn skip(&mut self, mut count: u64) -> Result<bool, ReadError> {
        while count > 0 {
            let given = self.take(count.min(BLOCK as u64) as usize)?.len();
            if given == 0 {
                return Ok(false);
            }
            count -= given as u64;
        }
        Ok(true)
    }

    /// Returns the next `count` bytes without consuming them, or fewer at the end of the file.
    #[inline]
    pub(crate) fn peek(&mut self, count: usize) -> Result<&[u8], ReadError> {
        while self.end - self.start < count && self.fill()? {}
        Ok(&self.buffer[self.start..self.end.min(self.start + count)])
    }

    fn give(&mut self, count: usize) {
        self.start += count;
        self.given += count as u64;
    }

    /// Reads more bytes. Returns `false` at the end of the file.
    #[cold]
    fn fill(&mut self) -> Result<bool, ReadError> {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        loop {
            match self.file.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadError::io(&self.path, error)),
            }
        }
    }
}

/// Tests whether the byte may follow the content.
pub(crate) fn is_padding(byte: u8) -> bool {
    byte == 0 || byte.is_ascii_whitespace()
}

/// Returns the words of a line up to a comment.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .take_while(|word| !word.starts_with(b"#"))
}

/// Parses the first three words as a point, and records their digits.
pub(crate) fn point<'a>(
    words: &mut impl Iterator<Item = &'a [u8]>,
    digits: &mut Digits,
) -> Result<DVec3, String> {
    let mut point = [0.0; 3];
    for (index, (number, axis)) in point.iter_mut().zip(["x", "y", "z"]).enumerate() {
        let word = words.next().ok_or_else(|| format!("a vertex needs three numbers, got {index}"))?;
        *number = coordinate(word, axis, digits)?;
    }
    Ok(DVec3::from_array(point))
}

/// Returns the nearest `f64` and records the digits of the number. `axis` is its name in errors.
pub(crate) fn coordinate(word: &[u8], axis: &str, digits: &mut Digits) -> Result<f64, String> {
    match digits.number(word) {
        Some(number) if number.is_finite() => Ok(number),
        Some(number) => Err(format!("{axis} must be finite, got {number}")),
        None => Err(format!("{axis} must be a number, got '{}'", shown(word))),
    }
}

/// Parses an integer: digits after an optional sign.
pub(crate) fn whole(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = 10 * number + i64::from(digit - b'0');
    }
    Some(if negative { -number } else { number })
}

/// Formats a word for messages: at most 40 characters.
pub(crate) fn shown(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(&word[..word.len().min(160)]);
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().count() > 40 {
        short.push_str("...");
    }
    short
}

/// Returns the rest of a line after a keyword as a name.
pub(crate) fn name(rest: &[u8]) -> String {
    String::from_utf8_lossy(rest.trim_ascii()).into_owned()
}
