//! Formats of files, from their extensions and their content.

use std::path::Path;

/// A readable mesh format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// STL, text or binary.
    Stl,
    /// PLY, text or binary.
    Ply,
    /// OFF, text or binary.
    Off,
    /// A glTF 2.0 document.
    Gltf,
    /// A glTF 2.0 document as one binary file.
    Glb,
}

/// Readable extensions, with their dots.
pub const READABLE: &[&str] = &[".obj", ".stl", ".ply", ".off", ".gltf", ".glb"];

/// Extension of files of Bezier patches, with its dot.
pub const PATCHES: &str = ".bpt";

/// Number of bytes from which the content is recognised.
pub(crate) const PROBE: usize = 1 << 14;

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Obj, Self::Stl, Self::Ply, Self::Off, Self::Gltf, Self::Glb];

    /// Returns the usual extension without its dot: `obj`, `stl`, `ply`, `off`, `gltf`, `glb`.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Obj => "obj",
            Self::Stl => "stl",
            Self::Ply => "ply",
            Self::Off => "off",
            Self::Gltf => "gltf",
            Self::Glb => "glb",
        }
    }

    /// Returns the format with this [`Self::extension`], ignoring case.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Returns the format that the extension of a path names.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        Self::from_extension(path.extension()?.to_str()?)
    }

    /// Recognises the format from the first bytes of a file of `size` bytes: by a signature (PLY,
    /// OFF, GLB), by the words or the size of an STL file, by a JSON object with an `asset`, or by
    /// statements that only OBJ has. `size` is 0 for a pipe.
    pub(crate) fn from_content(begin: &[u8], size: u64) -> Option<Self> {
        let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin);
        if begin.starts_with(b"glTF") {
            return Some(Self::Glb);
        }
        if is_binary_stl(begin, size) {
            return Some(Self::Stl);
        }
        if begin.starts_with(b"ply\n") || begin.starts_with(b"ply\r") {
            return Some(Self::Ply);
        }
        let mut lines = lines(begin, size);
        let first = lines.clone().next()?;
        let word = |line: &[u8]| line.split(u8::is_ascii_whitespace).next().unwrap_or_default().to_vec();
        if is_off(&word(first)) {
            return Some(Self::Off);
        }
        if word(first).eq_ignore_ascii_case(b"solid") {
            // The header of a binary file may begin with the same word and contain anything.
            let next = lines.nth(1).map(|line| word(line).to_ascii_lowercase());
            let is_text = matches!(next.as_deref(), Some(b"facet" | b"endsolid"));
            return (is_text || begin[..begin.len().min(1024)].contains(&0)).then_some(Self::Stl);
        }
        if first.starts_with(b"{") {
            let has = |word: &[u8]| begin.windows(word.len()).any(|window| window == word);
            let is_gltf = has(b"\"asset\"") || has(b"\"bufferViews\"") || has(b"\"accessors\"");
            return is_gltf.then_some(Self::Gltf);
        }
        is_obj(lines).then_some(Self::Obj)
    }
}

/// Tests whether the size is that of a binary STL file with as many triangles as it states, at
/// least one.
fn is_binary_stl(begin: &[u8], size: u64) -> bool {
    let count = begin.get(80..84).and_then(|bytes| Some(u32::from_le_bytes(bytes.try_into().ok()?)));
    count.is_some_and(|count| count > 0 && size == 84 + 50 * u64::from(count))
}

/// Tests for `OFF` after its optional prefixes.
fn is_off(word: &[u8]) -> bool {
    word.strip_suffix(b"OFF").is_some_and(|prefix| prefix.iter().all(|letter| b"STCN4n".contains(letter)))
}

/// Returns the trimmed lines that are neither empty nor comments. The last line of an incomplete
/// text is left out, because it may be cut.
fn lines(begin: &[u8], size: u64) -> impl Iterator<Item = &[u8]> + Clone {
    let whole = if begin.len() as u64 == size || begin.len() < PROBE {
        begin
    } else {
        begin.iter().rposition(|byte| b"\r\n".contains(byte)).map_or(&[][..], |end| &begin[..end])
    };
    whole
        .split(|byte| b"\r\n".contains(byte))
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty() && !line.starts_with(b"#"))
}

/// Tests whether every line is an OBJ statement and at least one is a vertex.
fn is_obj<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut has_vertex = false;
    for line in lines {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        match words.next().unwrap_or_default() {
            b"v" => {
                let is_number =
                    |word: &[u8]| std::str::from_utf8(word).is_ok_and(|word| word.parse::<f64>().is_ok());
                if words.by_ref().take(3).filter(|word| is_number(word)).count() < 3 {
                    return false;
                }
                has_vertex = true;
            }
            b"vt" | b"vn" | b"vp" | b"f" | b"l" | b"p" | b"o" | b"g" | b"s" | b"mg" | b"mtllib"
            | b"usemtl" | b"usemap" | b"maplib" | b"cstype" | b"deg" | b"bmat" | b"step" | b"curv"
            | b"curv2" | b"surf" | b"parm" | b"trim" | b"hole" | b"scrv" | b"sp" | b"end" | b"con"
            | b"bevel" | b"c_interp" | b"d_interp" | b"lod" | b"shadow_obj" | b"trace_obj" | b"ctech"
            | b"stech" | b"call" | b"csh" => {}
            _ => return false,
        }
    }
    has_vertex
}

/// Tests whether the extension is that of a file of patches.
pub fn is_patches(path: impl AsRef<Path>) -> bool {
    path.as_ref().extension().is_some_and(|e| e.eq_ignore_ascii_case(&PATCHES[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_is_detected_only_from_unambiguous_content() {
        let of = |content: &[u8]| Format::from_content(content, content.len() as u64);
        for (content, format) in [
            (&b"glTF\x02\0\0\0"[..], Some(Format::Glb)),
            (b"ply\r\nformat ascii 1.0", Some(Format::Ply)),
            (b"\xef\xbb\xbfOFF 3 1 0", Some(Format::Off)),
            (b"# made by hand\n\nSTCN4nOFF\n", Some(Format::Off)),
            (b" solid\n facet normal 0 0 1", Some(Format::Stl)),
            (b"SOLID a b\nendsolid", Some(Format::Stl)),
            (b"\n { \"scene\": 0, \"asset\": {}}", Some(Format::Gltf)),
            (b"# comment\nmtllib a.mtl\r\nv 0 0 0 # first\nf 1 1 1", Some(Format::Obj)),
            (b"", None),
            (b"v", None),
            (b"v one two three", None),
            (b"f 1 2 3", None),
            (b"newmtl a\nv 0 0 0", None),
            (b"solid as a rock", None),
            (b"play\n", None),
            (b"OFFICE\n", None),
            (b"{\"a\": 1}", None),
            (b"<robot name='a'>", None),
            (b"3 4 5\n1 2 3\n", None),
        ] {
            assert_eq!(of(content), format, "{}", String::from_utf8_lossy(content));
        }
        let mut stl = vec![b'x'; 84 + 50];
        stl[80..84].copy_from_slice(&1_u32.to_le_bytes());
        assert_eq!(of(&stl), Some(Format::Stl));
        stl.push(0);
        assert_eq!(of(&stl), None);
        // A line that the probe cuts is ignored.
        let long = "v 0 0 0\n".repeat(PROBE / 8 - 1) + "v 0.12";
        assert_eq!(long.len(), PROBE - 2);
        let cut = (long.clone() + "34 5 6\n").into_bytes();
        assert_eq!(Format::from_content(&cut[..PROBE], cut.len() as u64), Some(Format::Obj));
        for format in Format::ALL {
            assert_eq!(
                Format::from_path(Path::new(&format!("a.{}", format.extension().to_uppercase()))),
                Some(format)
            );
        }
    }
}
