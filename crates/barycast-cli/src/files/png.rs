//! PNG files of colours and of 16-bit grey values.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use std::io::{self, Write};

/// Writes red, green and blue, row by row.
pub(crate) fn rgb8(out: impl Write, size: [u32; 2], pixels: &[u8]) -> io::Result<()> {
    write(out, size, ColorType::Rgb, BitDepth::Eight, pixels).map_err(failed)
}

/// Writes grey values, row by row.
pub(crate) fn gray16(out: impl Write, size: [u32; 2], greys: &[u16]) -> io::Result<()> {
    let bytes: Vec<u8> = greys.iter().flat_map(|grey| grey.to_be_bytes()).collect();
    write(out, size, ColorType::Grayscale, BitDepth::Sixteen, &bytes).map_err(failed)
}

/// Returns the underlying system error, if there is one.
fn failed(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

fn write(
    mut out: impl Write,
    [width, height]: [u32; 2],
    color: ColorType,
    depth: BitDepth,
    bytes: &[u8],
) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()?;
    out.flush()?;
    Ok(())
}
