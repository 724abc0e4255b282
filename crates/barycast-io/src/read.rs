//! Selection of the reader for a file.

use crate::format::PROBE;
use crate::source::Source;
use crate::{
    Foreign, Format, ReadError, Scene, UnreadablePart, Warning, WarningKind, gltf, is_patches, obj, off, ply,
    stl,
};
use std::path::Path;

/// Reads the scene in a mesh file. The format is that of the content if it has a signature, else
/// that of the extension.
///
/// # Errors
/// If the file cannot be opened, its format is unknown, it has no triangles, an index is beyond the
/// last vertex, or a coordinate is not finite. The error names the file, the place in it, and the
/// fault.
#[doc(alias = "load")]
#[doc(alias = "load_mesh")]
#[doc(alias = "import")]
#[doc(alias = "read_triangle_mesh")]
pub fn read(path: impl AsRef<Path>) -> Result<Scene, ReadError> {
    MeshFile::new(path.as_ref()).read()
}

/// Reads the scene from memory. `path` is the name in errors, gives the format if the content does
/// not, and locates the other files of a glTF document.
///
/// # Errors
/// The same as for [`read`].
#[doc(alias = "load_buf")]
#[doc(alias = "load_from_memory")]
pub fn read_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> Result<Scene, ReadError> {
    MeshFile::new(path.as_ref()).bytes(bytes).read()
}

/// Reads the scene of the readable parts, and returns the list of unreadable ones. In glTF these
/// are parts with missing buffers, non-finite vertices or an invalid placement; in OBJ, parts with
/// such a vertex.
///
/// # Errors
/// The same as for [`read`], for faults of the file as a whole, and if no part is readable.
pub fn read_parts(path: impl AsRef<Path>) -> Result<(Scene, Vec<UnreadablePart>), ReadError> {
    MeshFile::new(path.as_ref()).read_parts()
}

/// A mesh file on disk or in memory, optionally with a known format.
///
/// ```
/// use barycast_io::{Format, MeshFile};
/// use std::path::Path;
///
/// let text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
/// let scene = MeshFile::new(Path::new("standard input")).bytes(text).format(Some(Format::Obj)).read()?;
/// assert_eq!(scene.triangle_count(), 1);
/// # Ok::<_, barycast_io::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MeshFile<'a> {
    path: &'a Path,
    bytes: Option<&'a [u8]>,
    format: Option<Format>,
}

/// Receives unreadable parts, if given.
type List<'a> = Option<&'a mut Vec<UnreadablePart>>;

impl<'a> MeshFile<'a> {
    /// Selects the file at the path.
    #[must_use]
    pub const fn new(path: &'a Path) -> Self {
        Self { path, bytes: None, format: None }
    }

    /// Sets the content, which is then not read from disk. The path is used as in [`read_bytes`].
    #[must_use]
    pub const fn bytes(self, bytes: &'a [u8]) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Sets the format, which overrides name and content; `None` detects it.
    #[must_use]
    pub const fn format(self, format: Option<Format>) -> Self {
        Self { format, ..self }
    }

    /// Reads the scene, see [`read`](crate::read()).
    ///
    /// # Errors
    /// The same as there.
    pub fn read(self) -> Result<Scene, ReadError> {
        self.scene(None)
    }

    /// Reads the readable parts, see [`read_parts`].
    ///
    /// # Errors
    /// The same as there.
    pub fn read_parts(self) -> Result<(Scene, Vec<UnreadablePart>), ReadError> {
        let mut unread = Vec::new();
        let scene = self.scene(Some(&mut unread))?;
        Ok((scene, unread))
    }

    fn scene(self, unread: List<'_>) -> Result<Scene, ReadError> {
        let path = self.path;
        let named = Format::from_path(path);
        let is_no_mesh = is_patches(path) || self.bytes.is_none() && path.is_dir();
        if self.format.or(named).is_none() && is_no_mesh {
            return Err(ReadError::unknown(path));
        }
        let mut source = match self.bytes {
            Some(bytes) => Source::of_bytes(path, bytes)?,
            None => Source::open(path)?,
        };
        let size = source.size();
        let begin = source.peek(PROBE)?;
        if begin.is_empty() && (self.format.or(named).is_some() || path.extension().is_none()) {
            return Err(ReadError::Empty { path: path.to_owned() });
        }
        let foreign = |kind| ReadError::Foreign { path: path.to_owned(), kind };
        let content = Format::from_content(begin, size);
        let format = match (self.format, content, named, Foreign::from_content(begin)) {
            (Some(_), _, _, Some(Foreign::Utf16)) => return Err(foreign(Foreign::Utf16)),
            (Some(format), ..) | (None, Some(format), ..) | (None, None, Some(format), None) => format,
            (None, None, Some(_), Some(kind)) => return Err(foreign(kind)),
            (None, None, None, kind) => return Err(ReadError::unknown_as(path, kind)),
        };
        let mut scene = read_source(source, format, unread)?;
        if self.format.is_none() && named != Some(format) {
            scene.warnings.insert(0, other_ending(path, format));
        }
        Ok(scene)
    }
}

fn read_source(mut source: Source<'_>, format: Format, unread: List<'_>) -> Result<Scene, ReadError> {
    match format {
        Format::Obj => obj::read(source, unread),
        Format::Stl => stl::read(source),
        Format::Ply => ply::read(source),
        Format::Off => off::read(source),
        Format::Gltf | Format::Glb => {
            let bytes = source.rest()?;
            gltf::read(source.path(), &bytes, unread)
        }
    }
}

fn other_ending(path: &Path, format: Format) -> Warning {
    let is = format!("the content is {} and is read as such", format.extension().to_uppercase());
    Warning::new(
        WarningKind::Ending,
        match path.extension() {
            Some(ending) => format!("the extension is .{}, but {is}", ending.display()),
            None => format!("the name has no extension; {is}"),
        },
    )
}
