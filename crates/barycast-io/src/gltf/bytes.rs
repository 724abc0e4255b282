//! Buffers, views into them, and the numbers in the views. Every range is checked before it is
//! read.

use super::json::{Accessor, Document, Meshopt};
use crate::ReadError;
use crate::precision::Stored;
use crate::source::shown;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fs::File;
use std::io::Read;
use std::path::{Component as Step, Path};

/// Base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The buffers of a document, each loaded on first use.
pub(super) struct Buffers<'a> {
    path: &'a Path,
    document: &'a Document<'a>,
    /// Binary chunk of a GLB file.
    chunk: Option<&'a [u8]>,
    loaded: Vec<OnceCell<Cow<'a, [u8]>>>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn of(code: u32) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// Returns the integer that a normalised value of 1 is stored as, for integers of at most 16
    /// bits.
    #[inline]
    fn most(self) -> f64 {
        match self {
            Self::I8 => 127.0,
            Self::U8 => 255.0,
            Self::I16 => 32767.0,
            Self::U16 => 65535.0,
            Self::U32 | Self::F32 => 1.0,
        }
    }

    /// Decodes a number from at least `size` bytes.
    #[inline]
    fn decode(self, bytes: &[u8], normalized: bool) -> f64 {
        let number = match self {
            Self::I8 => f64::from(bytes[0].cast_signed()),
            Self::U8 => f64::from(bytes[0]),
            Self::I16 => f64::from(i16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U16 => f64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U32 => {
                return f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
            }
            Self::F32 => {
                return f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
            }
        };
        if normalized { f64::max(number / self.most(), -1.0) } else { number }
    }
}

/// The values of an accessor, `N` numbers each.
pub(super) struct Values<'a, const N: usize> {
    pub(super) count: usize,
    pub(super) component: Component,
    normalized: bool,
    /// Stored values; `None` if all are 0.
    base: Option<Strided<'a>>,
    /// Ascending indices of sparse values, and the values.
    sparse: Option<(Vec<u32>, Strided<'a>)>,
}

/// Values at a constant stride, all within `bytes`.
#[derive(Clone, Copy)]
struct Strided<'a> {
    bytes: &'a [u8],
    stride: usize,
}

impl<const N: usize> Values<'_, N> {
    /// Returns the form in which the file stores the numbers.
    pub(super) fn stored(&self) -> Stored {
        match (self.component, self.component.most()) {
            (Component::F32, _) => Stored::Single,
            (_, most) if self.normalized => Stored::Steps(1.0 / most),
            _ => Stored::Steps(1.0),
        }
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> [f64; N] {
        let (strided, index) = match (&self.sparse, self.base) {
            (Some((indices, values)), base) => match (indices.binary_search(&(index as u32)), base) {
                (Ok(at), _) => (*values, at),
                (Err(_), Some(base)) => (base, index),
                (Err(_), None) => return [0.0; N],
            },
            (None, Some(base)) => (base, index),
            (None, None) => return [0.0; N],
        };
        let bytes = &strided.bytes[strided.stride * index..];
        let size = self.component.size();
        let mut value = [0.0; N];
        for (i, number) in value.iter_mut().enumerate() {
            *number = self.component.decode(&bytes[i * size..], self.normalized);
        }
        value
    }
}

impl<'a> Buffers<'a> {
    pub(super) fn new(path: &'a Path, document: &'a Document<'a>, chunk: Option<&'a [u8]>) -> Self {
        let loaded = document.buffers.iter().map(|_| OnceCell::new()).collect();
        Self { path, document, chunk, loaded }
    }

    /// Returns the values of an accessor, which must be of type `kind`: `SCALAR`, `VEC3` ...
    pub(super) fn values<const N: usize>(
        &self,
        index: usize,
        kind: &str,
    ) -> Result<Values<'_, N>, ReadError> {
        let item = || format!("accessor {index}");
        let wrong = |what: String| ReadError::item(self.path, item(), what);
        let accessor = self.document.accessors.get(index);
        let accessor: &Accessor = accessor.ok_or_else(|| wrong("there is no such accessor".to_owned()))?;
        if accessor.kind != kind {
            return Err(wrong(format!("its type must be {kind}, got {}", accessor.kind)));
        }
        let component =
            |code| Component::of(code).ok_or_else(|| wrong(format!("componentType {code} is unknown")));
        let main = component(accessor.component_type)?;
        let size = N * main.size();
        let base = if let Some(view) = accessor.buffer_view {
            Some(self.strided(view, accessor.byte_offset, accessor.count, size, &item())?)
        } else {
            self.bounded(accessor.count, &item())?;
            None
        };
        let sparse = match &accessor.sparse {
            None => None,
            Some(sparse) => {
                let index_type = component(sparse.indices.component_type)?;
                if !matches!(index_type, Component::U8 | Component::U16 | Component::U32) {
                    return Err(wrong("sparse indices must be unsigned integers".to_owned()));
                }
                let (view, offset) = (sparse.indices.buffer_view, sparse.indices.byte_offset);
                let indices = self.strided(view, offset, sparse.count, index_type.size(), &item())?;
                let (view, offset) = (sparse.values.buffer_view, sparse.values.byte_offset);
                let values = self.strided(view, offset, sparse.count, size, &item())?;
                let at = |i: usize| index_type.decode(&indices.bytes[i * indices.stride..], false) as u32;
                let indices: Vec<u32> = (0..sparse.count as usize).map(at).collect();
                if !indices.is_sorted_by(|a, b| a < b) {
                    return Err(wrong("sparse indices must ascend".to_owned()));
                }
                if let Some(last) = indices.last().filter(|last| u64::from(**last) >= accessor.count) {
                    let count = accessor.count;
                    return Err(wrong(format!("a sparse value is number {last} (from 0) of {count}")));
                }
                Some((indices, values))
            }
        };
        let count = accessor.count as usize;
        Ok(Values { count, component: main, normalized: accessor.normalized, base, sparse })
    }

    /// Tests whether the accessor has stored bytes.
    pub(super) fn is_stored(&self, index: usize) -> bool {
        self.document.accessors.get(index).is_some_and(|accessor| accessor.buffer_view.is_some())
    }

    /// Returns the size of all buffers loaded so far, in bytes.
    pub(super) fn loaded(&self) -> u64 {
        self.loaded.iter().filter_map(OnceCell::get).map(|bytes| bytes.len() as u64).sum()
    }

    /// Fails if values without stored bytes outnumber the bytes of all loaded buffers.
    fn bounded(&self, count: u64, item: &str) -> Result<(), ReadError> {
        if count > 1024 + self.loaded() {
            let what = format!("{count} values, but no bytes for them");
            return Err(ReadError::item(self.path, item, what));
        }
        Ok(())
    }

    /// Returns `count` values of `size` bytes, starting `offset` bytes into a view, for the
    /// accessor `item`.
    fn strided(
        &self,
        view_index: usize,
        offset: u64,
        count: u64,
        size: usize,
        item: &str,
    ) -> Result<Strided<'_>, ReadError> {
        let wrong = |what: String| ReadError::item(self.path, item, what);
        let view = self.document.buffer_views.get(view_index);
        let view = view.ok_or_else(|| wrong(format!("there is no bufferView {view_index}")))?;
        let compressed = view.extensions.as_ref().and_then(Meshopt::name);
        let buffer = self.buffer(view.buffer, compressed)?;
        let end = view.byte_offset.checked_add(view.byte_length);
        let bytes = end.and_then(|end| buffer.get(view.byte_offset as usize..usize::try_from(end).ok()?));
        let bytes = bytes.ok_or_else(|| {
            let (from, length, all) = (view.byte_offset, view.byte_length, buffer.len());
            let what = format!("{length} bytes from byte {from}, but buffer {} has {all} bytes", view.buffer);
            ReadError::item(self.path, format!("bufferView {view_index}"), what)
        })?;
        let stride = match view.byte_stride {
            None => size,
            Some(stride) if (size as u64..=252).contains(&stride) => stride as usize,
            Some(stride) => {
                let what = format!("byteStride must be from {size} (a value of {item}) to 252, got {stride}");
                return Err(ReadError::item(self.path, format!("bufferView {view_index}"), what));
            }
        };
        if count == 0 {
            return Ok(Strided { bytes: &[], stride });
        }
        let length = (count - 1).checked_mul(stride as u64).and_then(|last| last.checked_add(size as u64));
        let end = length.and_then(|length| length.checked_add(offset));
        match end.and_then(|end| bytes.get(offset as usize..usize::try_from(end).ok()?)) {
            Some(bytes) => Ok(Strided { bytes, stride }),
            None => Err(wrong(format!(
                "{count} values of {size} bytes from byte {offset}, but bufferView {view_index} has {} bytes",
                bytes.len()
            ))),
        }
    }

    /// Returns the bytes of a buffer. `compressed` is the compression extension of the requesting
    /// view.
    fn buffer(&self, index: usize, compressed: Option<&str>) -> Result<&[u8], ReadError> {
        let item = || format!("buffer {index}");
        let (Some(cell), Some(buffer)) = (self.loaded.get(index), self.document.buffers.get(index)) else {
            return Err(ReadError::item(self.path, item(), "there is no such buffer"));
        };
        let is_fallback = buffer.extensions.as_ref().is_some_and(|e| e.name().is_some());
        let bytes = match (cell.get(), &buffer.uri) {
            (Some(bytes), _) => bytes,
            (None, Some(uri)) => {
                let bytes = self.fetch(&uri.0, buffer.byte_length, &item())?;
                cell.get_or_init(|| bytes.into())
            }
            (None, None) => match (self.chunk, compressed) {
                (Some(chunk), _) if index == 0 && !is_fallback => cell.get_or_init(|| chunk.into()),
                (_, Some(extension)) => {
                    let extension = extension.to_owned();
                    return Err(ReadError::Compressed { path: self.path.to_owned(), extension });
                }
                _ => {
                    return Err(ReadError::item(
                        self.path,
                        item(),
                        "it has no uri, and there is no chunk for it",
                    ));
                }
            },
        };
        let length = usize::try_from(buffer.byte_length).ok();
        length.and_then(|length| bytes.get(..length)).ok_or_else(|| {
            let what =
                format!("its byteLength is {}, but there are {} bytes", buffer.byte_length, bytes.len());
            ReadError::item(self.path, item(), what)
        })
    }

    fn fetch(&self, uri: &str, length: u64, item: &str) -> Result<Vec<u8>, ReadError> {
        let wrong = |what: String| ReadError::item(self.path, item, what);
        if let Some(data) = uri.strip_prefix("data:") {
            let encoded = data.split_once(";base64,").map(|(_, encoded)| encoded);
            let encoded = encoded.ok_or_else(|| wrong("a data: uri must be base64".to_owned()))?;
            return BASE64.decode(encoded).map_err(|error| wrong(format!("bad base64: {error}")));
        }
        if uri.contains("://") {
            let uri = shown(uri.as_bytes());
            return Err(wrong(format!("{uri} is not a relative path; nothing is downloaded")));
        }
        let name = percent_encoding::percent_decode_str(uri).decode_utf8_lossy();
        if climbs(Path::new(&*name)) {
            let name = shown(name.as_bytes());
            let what = format!("{name} is outside the folder of this file and is not opened");
            return Err(wrong(what));
        }
        let path = self.path.parent().unwrap_or(Path::new("")).join(&*name);
        let failed = |error: std::io::Error| wrong(format!("{}: {error}", path.display()));
        let file = File::open(&path).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if !about.is_file() {
            return Err(wrong(format!("{} is not a file", path.display())));
        }
        let mut bytes = Vec::new();
        bytes.reserve_exact(length.min(about.len()) as usize);
        file.take(length).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }
}

/// Tests whether the path leaves its starting folder, by a root or by parent folders. Links in the
/// folder are followed.
fn climbs(path: &Path) -> bool {
    let mut depth = 0_usize;
    for step in path.components() {
        match step {
            Step::CurDir => {}
            Step::Normal(_) => depth += 1,
            Step::ParentDir if depth > 0 => depth -= 1,
            Step::ParentDir | Step::RootDir | Step::Prefix(_) => return true,
        }
    }
    false
}
