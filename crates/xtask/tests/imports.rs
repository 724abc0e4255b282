//! Modules of the library may only import from lower levels, as drawn in ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

/// Levels from the bottom up. A module may use modules of its level and lower levels.
const FLOORS: &[&[&str]] = &[
    &["number"],
    &["vector"],
    &["exact", "query"],
    &["bvh"],
    &["shape"],
    &["convex", "frame", "solid_angle"],
    &["pair"],
    &["clip", "curve"],
    &["mesh", "surface"],
    &["dynamic"],
    &["batch", "inspect", "scene"],
    &["d2", "d3"],
];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|names| names.contains(&module))
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the library's source").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// Returns the modules named after `crate::` on a line, outside comments and tests.
fn imported(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or("");
    let mut names = Vec::new();
    for part in code.split("crate::").skip(1) {
        let list = part.strip_prefix('{').map_or(part, |inner| inner.split('}').next().unwrap_or(""));
        let many = part.starts_with('{');
        for item in list.split(',').take(if many { usize::MAX } else { 1 }) {
            let name: String =
                item.trim().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                names.push(name);
            }
        }
    }
    names
}

#[test]
fn imports_run_downward_only() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../barycast/src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    assert!(files.len() > 40, "found the library");
    for name in FLOORS.concat() {
        let file = source.join(name).with_extension("rs");
        assert!(file.exists() || source.join(name).is_dir(), "{name} has a level but is not a module");
    }
    let mut wrong = Vec::new();
    for file in files {
        let relative = file.strip_prefix(&source).expect("below the source");
        let module = relative.components().next().expect("a file").as_os_str().to_string_lossy();
        let module = module.trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        let here = floor(module).unwrap_or_else(|| panic!("{module}: give it a level in this test"));
        let text = fs::read_to_string(&file).expect("source is text");
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        for (number, line) in code.lines().enumerate() {
            for name in imported(line) {
                if floor(&name).is_some_and(|there| there > here) {
                    wrong.push(format!("{}:{}: {}", relative.display(), number + 1, line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports that run upward:\n{}", wrong.join("\n"));
}
