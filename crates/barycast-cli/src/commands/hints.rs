//! Commands that help with unreadable files.

use super::paths::quoted;
use crate::meshes::STDIN;
use barycast_io::Foreign;
use std::path::{Path, PathBuf};

/// Returns a command that converts the file to a readable one or lists the files that it names;
/// `None` if there is none.
pub(super) fn foreign(path: &Path, kind: Option<Foreign>) -> Option<String> {
    let Some(kind) = kind else { return Some(unknown(path)) };
    if path == Path::new(STDIN) {
        return None;
    }
    let from = quoted(path);
    Some(match kind {
        Foreign::Utf16 => {
            let to = beside(path, "utf8");
            with_info(&format!("iconv -f UTF-16 -t UTF-8 {from} > {}", quoted(&to)), &to)
        }
        Foreign::Gzip | Foreign::Bzip2 | Foreign::Xz | Foreign::Zstd => unpacked(path, kind),
        Foreign::Zip => format!("unzip -l {from}   # list its content"),
        Foreign::Gltf1 => {
            let to = path.with_extension("v2.glb");
            with_info(&format!("npx gltf-pipeline -i {from} -o {}", quoted(&to)), &to)
        }
        Foreign::ThreeMf => by_trimesh(path),
        Foreign::Urdf if ends_with(path, "xacro") => by_xacro(path),
        Foreign::Urdf => by_yourdfpy(path),
        Foreign::Sdf => {
            format!("grep -o '<uri>[^<]*' {from}   # the mesh files that it names")
        }
        Foreign::Mjcf => {
            format!("grep -o 'file=\"[^\"]*\"' {from}   # the mesh files that it names")
        }
        // The triangulation needs a choice of the user.
        Foreign::Cad => {
            let to = quoted(&path.with_extension("stl"));
            format!("gmsh -2 {from} -o {to} && barycast cast {to}")
        }
        Foreign::Ifc => {
            let to = quoted(&path.with_extension("glb"));
            format!("IfcConvert {from} {to} && barycast clash {to}")
        }
        Foreign::Blend | Foreign::Usd => by_blender(path, kind),
        Foreign::Collada | Foreign::Assimp => {
            let to = path.with_extension("obj");
            with_info(&format!("assimp export {from} {}", quoted(&to)), &to)
        }
        Foreign::Simulation => {
            let to = path.with_extension("stl");
            let command = with_info(&format!("meshio convert {from} {}", quoted(&to)), &to);
            format!("{command}   # pip install meshio; keeps only the triangles of the cells")
        }
        Foreign::Mtl => naming_material(path),
        Foreign::Points => return None,
    })
}

/// Appends a command that inspects the converted file.
fn with_info(command: &str, made: &Path) -> String {
    format!("{command} && barycast info {}", quoted(made))
}

/// Returns a path beside that of the file, for a misleading extension.
fn beside(path: &Path, word: &str) -> PathBuf {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_extension(if ending.is_empty() { word.to_owned() } else { format!("{word}.{ending}") })
}

fn by_trimesh(path: &Path) -> String {
    let to = path.with_extension("glb");
    let python = format!("import trimesh; trimesh.load_scene({}).export({})", literal(path), literal(&to));
    let command = with_info(&format!("python3 -c {}", word(&python)), &to);
    format!("{command}   # pip install trimesh lxml networkx")
}

fn by_xacro(path: &Path) -> String {
    let inner = path.with_extension("");
    let to = if ends_with(&inner, "urdf") { inner } else { path.with_extension("urdf") };
    let command = with_info(&format!("xacro {} > {}", quoted(path), quoted(&to)), &to);
    format!("{command}   # prints the next step")
}

fn by_yourdfpy(path: &Path) -> String {
    let to = path.with_extension("glb");
    let python =
        format!("import yourdfpy; yourdfpy.URDF.load({}).scene.export({})", literal(path), literal(&to));
    let command = format!("python3 -c {} && barycast clash {}", word(&python), quoted(&to));
    format!("{command}   # pip install yourdfpy; all joints at 0")
}

/// Returns a command for a Blender or USD file.
fn by_blender(path: &Path, kind: Foreign) -> String {
    let to = path.with_extension("glb");
    let export = format!("bpy.ops.export_scene.gltf(filepath={})", literal(&to));
    if kind == Foreign::Blend {
        let python = word(&format!("import bpy; {export}"));
        return with_info(&format!("blender -b {} --python-expr {python}", quoted(path)), &to);
    }
    let python = format!(
        "import bpy; bpy.ops.wm.read_factory_settings(use_empty=True); \
         bpy.ops.wm.usd_import(filepath={}); {export}",
        literal(path),
    );
    with_info(&format!("blender -b --python-expr {}", word(&python)), &to)
}

/// Returns a command that lists the OBJ files that use a material file.
fn naming_material(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    format!(
        "grep -lr --include='*.obj' -F {} {}   # the OBJ files that name it",
        quoted(Path::new(name)),
        quoted(folder)
    )
}

/// Returns a command for a file of unknown kind.
fn unknown(path: &Path) -> String {
    if path == Path::new(STDIN) {
        return "barycast info - --type obj   # or stl, ply, off, gltf, glb: its format".to_owned();
    }
    let from = quoted(path);
    format!("head -c 400 {from}   # how it begins; --type obj (or stl, ply, off, gltf, glb) reads it as that")
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|other| other.eq_ignore_ascii_case(ending))
}

/// Returns a command that decompresses the file and keeps it.
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
        return format!("tar -tf {from}   # list its content; tar -xf unpacks it");
    }
    if ends_with(path, ending) {
        let keep = if kind == Foreign::Zstd { "" } else { " -k" };
        return format!("{command}{keep} {from} && barycast info {}", quoted(&inner));
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let to = quoted(&path.with_extension(format!("plain.{ending}")));
    format!("{command} -c < {from} > {to} && barycast info {to}")
}

/// Quotes the path as a Python string in single quotes.
fn literal(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Quotes a text as one word of a shell command, in double quotes.
fn word(text: &str) -> String {
    let escaped: String =
        text.chars().flat_map(|c| "\\\"$`".contains(c).then_some('\\').into_iter().chain([c])).collect();
    format!("\"{escaped}\"")
}
