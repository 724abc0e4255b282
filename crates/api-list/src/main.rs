//! Prints the public items of a crate, one per line, from rustdoc's JSON: `api-list FILE.json`.
//!
//! A trait's items are listed at the trait. Its implementations, 9,000 in this library, follow as
//! one count per trait: docs/pairs.md lists which pairs of shapes have which queries.

use public_api::{Builder, PublicApi};
use std::collections::BTreeMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: api-list FILE.json");
        return ExitCode::from(2);
    };
    let builder = Builder::from_rustdoc_json(&path)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true);
    match builder.build() {
        Ok(api) => {
            print!("{}", list(&api));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::from(3)
        }
    }
}

/// Returns the lines of the items that are no part of a trait's implementation, and the number of
/// implementations of each trait.
fn list(api: &PublicApi) -> String {
    let mut lines = String::new();
    let mut implementations: BTreeMap<String, usize> = BTreeMap::new();
    let mut in_implementation = false;
    for item in api.items() {
        let line = item.to_string();
        if line.starts_with("impl") {
            let name = implemented(&line);
            in_implementation = name.is_some();
            if let Some(name) = name {
                *implementations.entry(name).or_default() += 1;
            }
            continue;
        }
        in_implementation &= !starts_anew(&line);
        if !in_implementation {
            lines.push_str(&line);
            lines.push('\n');
        }
    }
    lines.push_str("\nimplementations:\n");
    for (name, count) in implementations {
        lines.push_str(&format!("{count} {name}\n"));
    }
    lines
}

/// Returns the trait of a line `impl<...> path::Trait<...> for Type`, or `None` without a trait.
fn implemented(line: &str) -> Option<String> {
    let mut depth = 0;
    let mut start = None;
    let mut end = None;
    let bytes = line.as_bytes();
    let mut at = "impl".len();
    while at < bytes.len() {
        let rest = &line[at..];
        // An arrow is no bracket.
        if rest.starts_with("->") {
            at += 2;
            continue;
        }
        match bytes[at] {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth -= 1,
            b' ' if depth == 0 && rest.starts_with(" for ") => {
                end = Some(at);
                break;
            }
            _ => {}
        }
        if start.is_none() && depth == 0 && bytes[at] == b' ' {
            start = Some(at + 1);
        }
        at += 1;
    }
    let name = &line[start?..end?];
    Some(name.split('<').next().unwrap_or(name).to_owned())
}

/// Tests whether the item of a line ends the implementation before it: a type, a trait, a module, or
/// an item of a module itself.
fn starts_anew(line: &str) -> bool {
    let rest = line.trim_start_matches("pub ").trim_start_matches("const ").trim_start_matches("unsafe ");
    let Some((kind, rest)) = rest.split_once(' ') else { return false };
    match kind {
        "fn" | "type" => {
            let path = rest.split('(').next().unwrap_or(rest);
            let is_module = |name: &str| name.starts_with(|first: char| first.is_ascii_lowercase());
            // A path through a type with parameters has a bracket before its last name.
            match path.split_once('<') {
                Some((_, parameters)) if parameters.contains(">::") => false,
                Some((path, _)) => path.rsplit("::").skip(1).all(is_module),
                None => path.split(' ').next().unwrap_or(path).rsplit("::").skip(1).all(is_module),
            }
        }
        "struct" | "enum" | "trait" | "mod" | "union" | "macro" | "static" | "use" => true,
        _ => false,
    }
}
