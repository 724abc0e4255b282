//! The `NumPy` array format, as `numpy.load` reads it.
//!
//! A file consists of magic bytes, version 1.0, the length of the header, the header as a Python
//! literal padded to a multiple of 64 bytes, and the numbers row by row.

use std::io::{self, Write};

/// Writes rows of `width` numbers as `<f8`.
pub(crate) fn write(mut out: impl Write, [width, height]: [u32; 2], numbers: &[f64]) -> io::Result<()> {
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({height}, {width}), }}");
    let padded = (10 + header.len() + 1).next_multiple_of(64) - 10;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(padded as u16).to_le_bytes())?;
    writeln!(out, "{header:w$}", w = padded - 1)?;
    for number in numbers {
        out.write_all(&number.to_le_bytes())?;
    }
    out.flush()
}
