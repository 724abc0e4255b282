//! A command that helps on with a file that is not read.

use super::paths::quoted;
use crate::meshes::STDIN;
use barycast_io::Foreign;
use std::path::{Path, PathBuf};

/// What makes a readable file of one that is not, or shows what it names; `None` where no command does.
pub(super) fn foreign(path: &Path, kind: Option<Foreign>) -> Option<String> {
    let Some(kind) = kind else { return Some(unknown(path)) };
    let from = quoted(path);
    if path == Path::new(STDIN) {
        return None;
    }
    let converted = |ending: &str| path.with_extension(ending);
    // Not over the file itself, which may have the ending that it should not have.
    let beside = |word: &str| {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        path.with_extension(if ending.is_empty() { word.to_owned() } else { format!("{word}.{ending}") })
    };
    let info = |command: String, to: PathBuf| format!("{command} && barycast info {}", quoted(&to));
    Some(match kind {
        Foreign::Utf16 => {
            let to = beside("utf8");
            info(format!("iconv -f UTF-16 -t UTF-8 {from} > {}", quoted(&to)), to)
        }
        Foreign::Gzip | Foreign::Bzip2 | Foreign::Xz | Foreign::Zstd => unpacked(path, kind),
        Foreign::Zip => format!("unzip -l {from}   # what it holds"),
        Foreign::Gltf1 => {
            let to = path.with_extension("v2.glb");
            info(format!("npx gltf-pipeline -i {from} -o {}", quoted(&to)), to)
        }
        Foreign::ThreeMf => {
            let to = converted("glb");
            let python =
                format!("import trimesh; trimesh.load_scene({}).export({})", literal(path), literal(&to));
            let needs = "# pip install trimesh lxml networkx";
            format!("{}   {needs}", info(format!("python3 -c {}", word(&python)), to))
        }
        Foreign::Urdf if ends_with(path, "xacro") => {
            let inner = path.with_extension("");
            let to = if ends_with(&inner, "urdf") { inner } else { converted("urdf") };
            format!("{}   # says how to go on", info(format!("xacro {from} > {}", quoted(&to)), to))
        }
        Foreign::Urdf => {
            let to = converted("glb");
            let python = format!(
                "import yourdfpy; yourdfpy.URDF.load({}).scene.export({})",
                literal(path),
                literal(&to)
            );
            let command = format!("python3 -c {} && barycast clash {}", word(&python), quoted(&to));
            format!("{command}   # pip install yourdfpy; all joints at 0")
        }
        Foreign::Sdf => {
            format!("grep -o '<uri>[^<]*' {from}   # the mesh files that it names, which are read")
        }
        Foreign::Mjcf => {
            format!("grep -o 'file=\"[^\"]*\"' {from}   # the mesh files that it names, which are read")
        }
        // Someone has to choose the triangles.
        Foreign::Cad => {
            let to = quoted(&converted("stl"));
            format!("gmsh -2 {from} -o {to} && barycast cast {to}")
        }
        Foreign::Ifc => {
            let to = quoted(&converted("glb"));
            format!("IfcConvert {from} {to} && barycast clash {to}")
        }
        Foreign::Blend => {
            let to = converted("glb");
            let python = format!("import bpy; bpy.ops.export_scene.gltf(filepath={})", literal(&to));
            info(format!("blender -b {from} --python-expr {}", word(&python)), to)
        }
        Foreign::Usd => {
            let to = converted("glb");
            let python = format!(
                "import bpy; bpy.ops.wm.read_factory_settings(use_empty=True); \
                 bpy.ops.wm.usd_import(filepath={}); bpy.ops.export_scene.gltf(filepath={})",
                literal(path),
                literal(&to)
            );
            info(format!("blender -b --python-expr {}", word(&python)), to)
        }
        Foreign::Collada | Foreign::Assimp => {
            let to = converted("obj");
            info(format!("assimp export {from} {}", quoted(&to)), to)
        }
        Foreign::Simulation => {
            let to = converted("stl");
            let command = info(format!("meshio convert {from} {}", quoted(&to)), to);
            format!("{command}   # pip install meshio; of the cells it keeps the triangles")
        }
        Foreign::Mtl => {
            let name = path.file_name().unwrap_or_default();
            let folder =
                path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            format!(
                "grep -lr --include='*.obj' -F {} {}   # the OBJ files that name it",
                quoted(Path::new(name)),
                quoted(folder)
            )
        }
        Foreign::Points => return None,
    })
}

/// Of a file of which nothing is known.
fn unknown(path: &Path) -> String {
    if path == Path::new(STDIN) {
        return "barycast info - --type obj   # or stl, ply, off, gltf, glb: what it is".to_owned();
    }
    let from = quoted(path);
    format!("head -c 400 {from}   # how it begins; --type obj (or stl, ply, off, gltf, glb) reads it as that")
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|other| other.eq_ignore_ascii_case(ending))
}

/// The command that unpacks the file and keeps it.
fn unpacked(path: &Path, kind: Foreign) -> String {
    let (command, ending) = match kind {
        Foreign::Bzip2 => ("bunzip2", "bz2"),
        Foreign::Xz => ("unxz", "xz"),
        Foreign::Zstd => ("unzstd", "zst"),
        _ => ("gunzip", "gz"),
    };
    let from = quoted(path);
    let inner = path.with_extension("");
    if ends_with(path, "tgz") || ends_with(path, ending) && ends_with(&inner, "tar") {
        return format!("tar -tf {from}   # what it holds; tar -xf unpacks it");
    }
    if ends_with(path, ending) {
        let keep = if kind == Foreign::Zstd { "" } else { " -k" };
        return format!("{command}{keep} {from} && barycast info {}", quoted(&inner));
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let to = quoted(&path.with_extension(format!("plain.{ending}")));
    format!("{command} -c < {from} > {to} && barycast info {to}")
}

/// The path as a text of Python in single quotes.
fn literal(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\\', "\\\\").replace('\'', "\\'"))
}

/// A text as one word of a shell command, in double quotes.
fn word(text: &str) -> String {
    let escaped: String =
        text.chars().flat_map(|c| "\\\"$`".contains(c).then_some('\\').into_iter().chain([c])).collect();
    format!("\"{escaped}\"")
}
