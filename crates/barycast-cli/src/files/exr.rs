//! `OpenEXR`: one uncompressed channel of `f32`, named Z.
//!
//! A file consists of a header of attributes (name, type, length, value), a table of row offsets,
//! and the rows: `y`, length in bytes, numbers. The crate `exr` would add all its codecs as
//! dependencies.

use std::io::{self, Write};

/// Writes rows of `width` depths.
pub(crate) fn write_depths(mut out: impl Write, [width, height]: [u32; 2], depths: &[f64]) -> io::Result<()> {
    // Magic number, then version 2 without flags: a single-part scan-line file.
    let mut header = vec![0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0];
    let mut attribute = |name: &str, kind: &str, value: &[u8]| {
        for text in [name, kind] {
            header.extend(text.bytes());
            header.push(0);
        }
        header.extend((value.len() as u32).to_le_bytes());
        header.extend(value);
    };
    let words = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
    // Name, type (2 is `f32`), not perceptually linear (0), sampling 1 in x and y, then the end of
    // the list.
    let channels = [b"Z\0".as_slice(), &words(&[2, 0, 1, 1]), &[0]].concat();
    let window = words(&[0, 0, width - 1, height - 1]);
    attribute("channels", "chlist", &channels);
    attribute("compression", "compression", &[0]);
    attribute("dataWindow", "box2i", &window);
    attribute("displayWindow", "box2i", &window);
    attribute("lineOrder", "lineOrder", &[0]);
    attribute("pixelAspectRatio", "float", &1_f32.to_le_bytes());
    attribute("screenWindowCenter", "v2f", &[0; 8]);
    attribute("screenWindowWidth", "float", &1_f32.to_le_bytes());
    header.push(0);
    out.write_all(&header)?;
    let row_bytes = 4 * width;
    let first = header.len() as u64 + 8 * u64::from(height);
    for y in 0..u64::from(height) {
        out.write_all(&(first + y * (8 + u64::from(row_bytes))).to_le_bytes())?;
    }
    for (y, row) in (0_u32..).zip(depths.chunks(width as usize)) {
        out.write_all(&words(&[y, row_bytes]))?;
        for depth in row {
            out.write_all(&(*depth as f32).to_le_bytes())?;
        }
    }
    out.flush()
}
