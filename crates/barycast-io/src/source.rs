//! A file as lines or as bytes, in bounded memory, and the numbers in it.
//!
//! Lines end with LF, CR LF or CR. A longer line than [`MAX_LINE`] is an error, so that a file without line
//! ends is not held in memory.

use crate::ReadError;
use crate::precision::Digits;
use glam::DVec3;
use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// No line may be longer, in bytes.
pub(crate) const MAX_LINE: usize = 1 << 20;
/// How much is asked of the system at once.
const BLOCK: usize = 1 << 18;

/// Bytes that can be read again from the beginning, except those of a pipe.
trait Bytes: Read + Seek {}
impl<T: Read + Seek> Bytes for T {}

/// A file that is read from its beginning.
pub(crate) struct Source<'a> {
    path: PathBuf,
    file: Box<dyn Bytes + 'a>,
    /// Bytes `start..end` are read and not yet given out.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// How many lines were given out, and where the last stands in the buffer.
    line: usize,
    last: Range<usize>,
    /// The last line ended with CR: an LF that follows belongs to it.
    after_cr: bool,
    /// Some line before the last ended with CR alone.
    lone_cr: bool,
    /// Bytes that the system says the file has, and bytes given out. A pipe has size 0.
    size: u64,
    given: u64,
}

impl<'a> Source<'a> {
    /// The file of that name, past a byte order mark.
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let file = File::open(path).map_err(|error| ReadError::io(path, error))?;
        let size = file.metadata().map_err(|error| ReadError::io(path, error))?.len();
        Self::new(path, Box::new(file), size)
    }

    /// The content of a file of that name, past a byte order mark.
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

    /// Goes back to the beginning; `false` of a pipe, which cannot.
    pub(crate) fn rewind(&mut self) -> Result<bool, ReadError> {
        if self.file.rewind().is_err() {
            return Ok(false);
        }
        (self.start, self.end, self.line, self.last, self.given) = (0, 0, 0, 0..0, 0);
        (self.after_cr, self.lone_cr) = (false, false);
        self.skip_mark()?;
        Ok(true)
    }

    /// All bytes that follow.
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

    /// The bytes that the file has as a whole, as the system says: 0 for a pipe.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// How many bytes were given out.
    pub(crate) fn given(&self) -> u64 {
        self.given
    }

    /// How many of `claimed` items may be reserved: no more than fit into what is left of the file, if each
    /// takes `bytes` at least.
    pub(crate) fn room(&self, claimed: u64, bytes: usize) -> usize {
        let fit = self.size.saturating_sub(self.given) / bytes.max(1) as u64;
        claimed.min(fit) as usize
    }

    /// The next line and its number from 1, without its end; `None` after the last.
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

    /// What comes next is bytes. An LF after a CR that ended the last line belongs to the line, but where an earlier
    /// line ended with CR alone: there it is the first of the bytes.
    pub(crate) fn end_lines(&mut self) -> Result<(), ReadError> {
        self.after_cr &= !self.lone_cr;
        self.end_line()
    }

    /// Passes over the LF of a CR LF that ended the last line.
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

    /// The next line that is not blank.
    pub(crate) fn next_full_line(&mut self) -> Result<Option<(usize, &[u8])>, ReadError> {
        self.next_line_where(|line| !line.trim_ascii().is_empty())
    }

    /// The next line that is as asked.
    pub(crate) fn next_line_where(
        &mut self,
        is_asked: impl Fn(&[u8]) -> bool,
    ) -> Result<Option<(usize, &[u8])>, ReadError> {
        while let Some((_, line)) = self.next_line()? {
            if is_asked(line) {
                // Given out anew: a borrow that a loop gives out would last through the loop.
                return Ok(Some((self.line, &self.buffer[self.last.clone()])));
            }
        }
        Ok(None)
    }

    /// The next `count` bytes; fewer when the file ends before.
    pub(crate) fn take(&mut self, count: usize) -> Result<&[u8], ReadError> {
        let count = self.peek(count)?.len();
        let start = self.start;
        self.give(count);
        Ok(&self.buffer[start..start + count])
    }

    /// Something other than padding follows: zeros and white space are passed over.
    pub(crate) fn has_more(&mut self) -> Result<bool, ReadError> {
        loop {
            match self.take(1)? {
                [] => return Ok(false),
                [byte] if is_padding(*byte) => {}
                _ => return Ok(true),
            }
        }
    }

    /// Passes over all that follows, and counts its bytes; 0 if they are padding.
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

    /// Passes over `count` bytes; `false` when the file ends before.
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

    /// The next `count` bytes, which stay; fewer when the file ends before.
    #[inline]
    pub(crate) fn peek(&mut self, count: usize) -> Result<&[u8], ReadError> {
        while self.end - self.start < count && self.fill()? {}
        Ok(&self.buffer[self.start..self.end.min(self.start + count)])
    }

    fn give(&mut self, count: usize) {
        self.start += count;
        self.given += count as u64;
    }

    /// Reads on; `false` at the end of the file.
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

/// What may stand after the end.
pub(crate) fn is_padding(byte: u8) -> bool {
    byte == 0 || byte.is_ascii_whitespace()
}

/// The words of a line, up to one that begins a comment.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .take_while(|word| !word.starts_with(b"#"))
}

/// The first three words as a point, with what is wrong if they are none. Their digits are noted.
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

/// The `f64` nearest to the number, whose digits are noted; `axis` is its name in complaints.
pub(crate) fn coordinate(word: &[u8], axis: &str, digits: &mut Digits) -> Result<f64, String> {
    match digits.number(word) {
        Some(number) if number.is_finite() => Ok(number),
        Some(number) => Err(format!("{axis} must be finite, got {number}")),
        None => Err(format!("{axis} must be a number, got '{}'", shown(word))),
    }
}

/// The whole number, of digits after an optional sign.
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

/// A word as it may stand in a message: at most 40 characters.
pub(crate) fn shown(word: &[u8]) -> String {
    let text = String::from_utf8_lossy(&word[..word.len().min(160)]);
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().count() > 40 {
        short.push_str("...");
    }
    short
}

/// What stands after a keyword, as a name.
pub(crate) fn name(rest: &[u8]) -> String {
    String::from_utf8_lossy(rest.trim_ascii()).into_owned()
}
