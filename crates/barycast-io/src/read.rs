//! From a path to the reader for it.

use crate::format::PROBE;
use crate::source::Source;
use crate::{
    Foreign, Format, ReadError, Scene, Unread, Warning, WarningKind, gltf, is_patches, obj, off, ply, stl,
};
use std::path::Path;

/// The scene in a mesh file. Its content tells its format where that has a signature, and the ending of its name where not.
///
/// # Errors
/// Names the file, the place in it where there is one, and what is wrong: no such file, no triangles, an
/// index beyond the last vertex, a coordinate that is not finite, an unknown format.
pub fn read(path: impl AsRef<Path>) -> Result<Scene, ReadError> {
    MeshFile::new(path.as_ref()).read()
}

/// The same from memory: `path` is what errors call it, tells its format where the content does not, and is where a glTF
/// document's other files are.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(path: impl AsRef<Path>, bytes: &[u8]) -> Result<Scene, ReadError> {
    MeshFile::new(path.as_ref()).bytes(bytes).read()
}

/// The parts that can be read, and those that cannot: glTF's whose buffers are missing, whose vertices are not finite or whose
/// place is none, OBJ's with such a vertex. What is wrong with the file as a whole is an error as before, and so is a file
/// all of whose parts are broken.
///
/// # Errors
/// As [`read`].
pub fn read_parts(path: impl AsRef<Path>) -> Result<(Scene, Vec<Unread>), ReadError> {
    MeshFile::new(path.as_ref()).read_parts()
}

/// A mesh file to be read, from a folder or from memory, of a format that may be known.
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

/// With a list, parts that cannot be read go there.
type List<'a> = Option<&'a mut Vec<Unread>>;

impl<'a> MeshFile<'a> {
    /// The file of that name.
    #[must_use]
    pub const fn new(path: &'a Path) -> Self {
        Self { path, bytes: None, format: None }
    }

    /// Its content, which is then not read from the file; the name is used as [`read_bytes`] says.
    #[must_use]
    pub const fn bytes(self, bytes: &'a [u8]) -> Self {
        Self { bytes: Some(bytes), ..self }
    }

    /// Its format, whatever its name and content say; `None` lets these say it.
    #[must_use]
    pub const fn format(self, format: Option<Format>) -> Self {
        Self { format, ..self }
    }

    /// See [`read`](crate::read()).
    ///
    /// # Errors
    /// As there.
    pub fn read(self) -> Result<Scene, ReadError> {
        self.scene(None)
    }

    /// See [`read_parts`].
    ///
    /// # Errors
    /// As there.
    pub fn read_parts(self) -> Result<(Scene, Vec<Unread>), ReadError> {
        let mut unread = Vec::new();
        let scene = self.scene(Some(&mut unread))?;
        Ok((scene, unread))
    }

    fn scene(self, unread: List<'_>) -> Result<Scene, ReadError> {
        let path = self.path;
        let named = Format::of_name(path);
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
        let content = Format::of_content(begin, size);
        let format = match (self.format, content, named, Foreign::of_content(begin)) {
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
    let is = format!("the content is {}, and is read as that", format.ending().to_uppercase());
    Warning::new(
        WarningKind::Ending,
        match path.extension() {
            Some(ending) => format!("the name ends with .{}, but {is}", ending.display()),
            None => format!("the name has no ending; {is}"),
        },
    )
}
