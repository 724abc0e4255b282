//! Recognition of unsupported formats.

use std::path::Path;

/// An unsupported format that is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foreign {
    /// Text with two bytes per character.
    Utf16,
    /// gzip compression.
    Gzip,
    /// bzip2 compression.
    Bzip2,
    /// xz compression.
    Xz,
    /// Zstandard compression.
    Zstd,
    /// A ZIP archive.
    Zip,
    /// glTF 1.0, as a document or as binary glTF.
    Gltf1,
    /// 3MF, a ZIP archive of XML.
    ThreeMf,
    /// COLLADA.
    Collada,
    /// URDF, a robot description that refers to mesh files.
    Urdf,
    /// SDF (`SDFormat`), a world that refers to mesh files.
    Sdf,
    /// MJCF, a `MuJoCo` model that refers to mesh files.
    Mjcf,
    /// CAD models with curved faces: STEP, IGES, BREP.
    Cad,
    /// IFC, a building model.
    Ifc,
    /// A Blender file.
    Blend,
    /// An `OpenUSD` scene.
    Usd,
    /// A format that assimp converts: FBX, 3DS, X3D and others.
    Assimp,
    /// The materials of an OBJ file.
    Mtl,
    /// A point cloud.
    Points,
    /// A volume or surface mesh of simulation programs.
    Simulation,
}

impl Foreign {
    /// Recognises an unsupported format by its first bytes, whatever the name.
    pub(crate) fn from_content(begin: &[u8]) -> Option<Self> {
        let kind = match begin {
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Self::Utf16,
            [0x1F, 0x8B, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => Self::Bzip2,
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstd,
            [b'P', b'K', 3, 4, ..] if contains(begin, b"3D/3dmodel.model") => Self::ThreeMf,
            [b'P', b'K', 3, 4, ..] if contains(begin, b".usd") => Self::Usd,
            [b'P', b'K', 3, 4, ..] => Self::Zip,
            // Text without a byte order mark: every second byte of letters and digits is 0.
            _ if is_utf16(begin) => Self::Utf16,
            _ if begin.starts_with(b"ISO-10303-21") && contains(begin, b"'IFC") => Self::Ifc,
            _ if begin.starts_with(b"ISO-10303-21") => Self::Cad,
            _ if begin.starts_with(b"BLENDER") => Self::Blend,
            _ if begin.starts_with(b"PXR-USDC") || begin.starts_with(b"#usda") => Self::Usd,
            _ if begin.starts_with(b"Kaydara FBX Binary") || begin.starts_with(b"#VRML") => Self::Assimp,
            _ if begin.starts_with(b"# vtk DataFile") || begin.starts_with(b"$MeshFormat") => {
                Self::Simulation
            }
            _ if begin.starts_with(b"# .PCD") => Self::Points,
            _ => return Self::of_xml(begin),
        };
        Some(kind)
    }

    /// Recognises an XML format by its first element.
    fn of_xml(begin: &[u8]) -> Option<Self> {
        let mut rest = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
        // The XML declaration, comments and the document type come first.
        let root = loop {
            rest = rest.strip_prefix(b"<")?;
            let end: &[u8] = match rest {
                [b'!', b'-', b'-', ..] => b"-->",
                [b'?' | b'!', ..] => b">",
                _ => break rest,
            };
            let at = rest.windows(end.len()).position(|window| window == end)?;
            rest = rest[at + end.len()..].trim_ascii_start();
        };
        let is = |name: &[u8]| {
            root.strip_prefix(name).is_some_and(|rest| {
                rest.first().is_none_or(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte))
            })
        };
        Some(match () {
            () if is(b"robot") => Self::Urdf,
            () if is(b"sdf") => Self::Sdf,
            () if is(b"mujoco") || is(b"mujocoinclude") => Self::Mjcf,
            () if is(b"COLLADA") => Self::Collada,
            () if is(b"X3D") || is(b"amf") => Self::Assimp,
            () if is(b"VTKFile") => Self::Simulation,
            () => return None,
        })
    }

    /// Recognises an unsupported format by its extension.
    pub(crate) fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        Some(match ending.as_str() {
            "gz" | "tgz" => Self::Gzip,
            "bz2" => Self::Bzip2,
            "xz" => Self::Xz,
            "zst" => Self::Zstd,
            "zip" => Self::Zip,
            "3mf" => Self::ThreeMf,
            "dae" => Self::Collada,
            "urdf" | "xacro" => Self::Urdf,
            "sdf" | "world" => Self::Sdf,
            "mjcf" => Self::Mjcf,
            "step" | "stp" | "p21" | "iges" | "igs" | "brep" => Self::Cad,
            "ifc" | "ifczip" | "ifcxml" => Self::Ifc,
            "blend" => Self::Blend,
            "usd" | "usda" | "usdc" | "usdz" => Self::Usd,
            "fbx" | "3ds" | "x3d" | "wrl" | "vrml" | "amf" | "x" | "ac" | "ase" | "lwo" | "lws" | "lxo"
            | "md2" | "md3" | "md5mesh" | "ms3d" | "cob" | "b3d" | "q3o" | "dxf" | "nff" | "ogex" | "zae" => {
                Self::Assimp
            }
            "mtl" => Self::Mtl,
            "pcd" | "xyz" | "pts" | "las" | "laz" | "e57" => Self::Points,
            "vtk" | "vtp" | "vtu" | "msh" | "inp" | "med" | "unv" | "cgns" | "node" | "ele" | "mesh"
            | "meshb" => Self::Simulation,
            _ => return None,
        })
    }

    /// Returns a description that follows the words "this is".
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Utf16 => "UTF-16 text; text must be ASCII or UTF-8",
            Self::Gzip => "compressed by gzip",
            Self::Bzip2 => "compressed by bzip2",
            Self::Xz => "compressed by xz",
            Self::Zstd => "compressed by Zstandard",
            Self::Zip => "a ZIP archive",
            Self::Gltf1 => "glTF 1.0; glTF 2.0 is read, and gltf-pipeline converts",
            Self::ThreeMf => "a 3MF archive",
            Self::Collada => "a COLLADA document",
            Self::Urdf => "a robot description (URDF), which refers to mesh files and places them by joints",
            Self::Sdf => "a world of SDFormat, which refers to mesh files and places them",
            Self::Mjcf => "a model of MuJoCo, which refers to mesh files and places them",
            Self::Cad => "a CAD model with curved faces, which must be triangulated first",
            Self::Ifc => "a building model (IFC), which must be triangulated first",
            Self::Blend => "a Blender file",
            Self::Usd => "an OpenUSD scene",
            Self::Assimp => "a mesh in a format that assimp converts",
            Self::Mtl => "the materials of an OBJ file, without triangles",
            Self::Points => "a point cloud, without triangles",
            Self::Simulation => "a mesh of a simulation program",
        }
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Tests whether all byte pairs at the start are an ASCII character and a 0, in the same order.
fn is_utf16(begin: &[u8]) -> bool {
    let (pairs, _) = begin[..begin.len().min(64)].as_chunks::<2>();
    let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    pairs.len() >= 4
        && (pairs.iter().all(|[a, b]| is_text(*a) && *b == 0)
            || pairs.iter().all(|[a, b]| *a == 0 && is_text(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsupported_content_is_reported() {
        let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        for (content, kind) in [
            (utf16("\u{feff}v 0 0 0\n"), Some(Foreign::Utf16)),
            (big("\u{feff}v 0 0 0\n"), Some(Foreign::Utf16)),
            (utf16("v 0 0 0\n"), Some(Foreign::Utf16)),
            (big("OFF\n3 1 0\n"), Some(Foreign::Utf16)),
            (b"\x1f\x8b\x08\0".to_vec(), Some(Foreign::Gzip)),
            (b"PK\x03\x04...3D/3dmodel.model".to_vec(), Some(Foreign::ThreeMf)),
            (b"PK\x03\x04...bunny.obj".to_vec(), Some(Foreign::Zip)),
            (b"ISO-10303-21;\nHEADER;FILE_SCHEMA(('IFC4'));".to_vec(), Some(Foreign::Ifc)),
            (b"ISO-10303-21;\nHEADER;".to_vec(), Some(Foreign::Cad)),
            (b"<?xml version='1.0'?>\n<!-- <sdf> -->\n<robot name=\"a\">".to_vec(), Some(Foreign::Urdf)),
            (b"<robot>".to_vec(), Some(Foreign::Urdf)),
            (b"\xef\xbb\xbf<sdf version='1.6'>".to_vec(), Some(Foreign::Sdf)),
            (b"<mujoco/>".to_vec(), Some(Foreign::Mjcf)),
            (b"<!DOCTYPE X3D PUBLIC>\n<X3D>".to_vec(), Some(Foreign::Assimp)),
            (b"<COLLADA xmlns='a'>".to_vec(), Some(Foreign::Collada)),
            (b"<html>".to_vec(), None),
            (b"<robots>".to_vec(), None),
            (b"<?xml".to_vec(), None),
            (b"v 0 0 0\n".to_vec(), None),
            (vec![0; 100], None),
            (Vec::new(), None),
        ] {
            assert_eq!(Foreign::from_content(&content), kind, "{}", String::from_utf8_lossy(&content));
        }
    }
}
