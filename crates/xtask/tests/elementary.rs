//! Results are bit-identical on every machine: the library uses no fused multiply-add and no
//! platform-dependent function.

use std::fs;
use std::path::{Path, PathBuf};

/// Float methods whose last bit depends on the platform, and methods that round once instead of
/// twice.
const METHODS: &[&str] = &[
    "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh",
    "acosh", "atanh", "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "cbrt",
    "hypot", "mul_add", "fma",
];
/// glam functions that use them, and processor intrinsics.
const WORDS: &[&str] =
    &["from_angle(", "from_rotation_", "from_axis_angle", "from_euler", "intrinsics::f", "_fmadd_"];

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the library's source").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            out.push(path);
        }
    }
}

#[test]
fn the_library_uses_no_platform_functions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    rust_files(&root.join("barycast/src"), &mut files);
    // Hashed values must be identical everywhere, too.
    rust_files(&root.join("barycast-testkit/src"), &mut files);
    let mut wrong = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("source is text");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
        for (number, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or("");
            let called = |name: &&&str| {
                [format!(".{name}("), format!("f64::{name}("), format!("f32::{name}(")]
                    .iter()
                    .any(|call| line.contains(call))
            };
            let own = file.ends_with("number/elementary.rs") || file.ends_with("number/floats.rs");
            let outside = line.contains("libm::") && !own && file.to_string_lossy().contains("barycast/src");
            if outside
                || METHODS.iter().any(|name| called(&name))
                || WORDS.iter().any(|word| line.contains(word))
            {
                wrong.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(files.len() > 100, "found the library");
    assert!(
        wrong.is_empty(),
        "use `number::elementary`, whose bits are the same everywhere:\n{}",
        wrong.join("\n")
    );
}
