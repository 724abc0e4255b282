//! Replaces `parquet.rs` in builds without Parquet support.

use super::columns::{Cell, Column};
use std::io::{self, ErrorKind, Write};

/// Fails. The program reports this before it compares anything.
pub(crate) fn write<'a, const N: usize>(
    _: &[Column; N],
    _: impl Iterator<Item = [Cell<'a>; N]>,
    _: impl Write,
) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
