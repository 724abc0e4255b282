//! In place of `parquet.rs` where the program is built without it.

use super::columns::{Cell, Column};
use std::io::{self, ErrorKind, Write};

/// Whoever asks for it is told before anything is compared.
pub(crate) fn write<'a, const N: usize>(
    _: &[Column; N],
    _: impl Iterator<Item = [Cell<'a>; N]>,
    _: impl Write,
) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
