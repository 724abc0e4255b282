//! Metrics of the code's structure, computed from its text.

pub mod circles;
pub mod modules;
pub mod tokens;

use modules::{Arrows, Crate, SourceFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};
use tokens::{Token, closing};

/// Path of the file of ceilings, relative to the workspace.
pub const CEILINGS: &str = "crates/xtask/house.txt";
/// Largest number of lines of a file.
const FILE: usize = 700;
/// Largest number of lines of a function.
const FUNCTION: usize = 80;

/// Counts with the findings behind them.
#[derive(Debug, Default)]
pub struct House {
    /// Counts by name.
    pub counts: BTreeMap<&'static str, usize>,
    /// Findings by heading, one line each.
    pub findings: BTreeMap<&'static str, Vec<String>>,
}

impl House {
    /// Measures the workspace in this folder.
    ///
    /// # Errors
    /// If a source file cannot be read.
    pub fn measure(home: &Path) -> io::Result<Self> {
        let mut house = Self::default();
        let crates: Vec<Crate> =
            roots(home)?.iter().map(|root| Crate::read(root)).collect::<Result<_, _>>()?;
        for read in &crates {
            house.count_crate(home, read);
            if read.files[0].path.ends_with("barycast/src/lib.rs") {
                house.count_library(home, read);
            }
        }
        house.count_shapes(home, &crates);
        Ok(house)
    }

    /// Returns the findings, and the counts with their ceilings.
    pub fn report(&self, ceilings: &BTreeMap<String, usize>) -> String {
        let mut lines = Vec::new();
        for (heading, findings) in &self.findings {
            lines.push(format!("{heading}:"));
            lines.extend(findings.iter().map(|finding| format!("  {finding}")));
            lines.push(String::new());
        }
        for (name, count) in &self.counts {
            let ceiling = ceilings.get(*name).map_or("none".to_owned(), usize::to_string);
            lines.push(format!("{name:44} {count:6}   ceiling {ceiling}"));
        }
        lines.join("\n") + "\n"
    }

    /// Returns the counts above their ceilings, and those without a ceiling.
    pub fn too_high(&self, ceilings: &BTreeMap<String, usize>) -> Vec<String> {
        let high = self.counts.iter().filter(|(name, count)| ceilings.get(**name).is_none_or(|c| c < count));
        high.map(|(name, count)| match ceilings.get(*name) {
            Some(ceiling) => format!("{name}: {count}, and at most {ceiling}"),
            None => format!("{name}: {count}, without a ceiling"),
        })
        .collect()
    }

    /// Returns the text of the ceilings with each ceiling lowered to its count if that is smaller;
    /// other lines are unchanged.
    pub fn lowered(&self, text: &str) -> String {
        let line = |line: &str| {
            let lower = line.split_once('=').and_then(|(name, ceiling)| {
                let count = *self.counts.get(name.trim())?;
                (count < ceiling.trim().parse().ok()?).then(|| format!("{} = {count}", name.trim()))
            });
            lower.unwrap_or_else(|| line.to_owned()) + "\n"
        };
        text.lines().map(line).collect()
    }

    pub(crate) fn add(&mut self, name: &'static str, count: usize) {
        *self.counts.entry(name).or_default() += count;
    }

    pub(crate) fn find(&mut self, heading: &'static str, finding: String) {
        self.findings.entry(heading).or_default().push(finding);
    }

    fn count_crate(&mut self, home: &Path, read: &Crate) {
        let circles = circles::circles(read.files.len(), &read.arrows());
        self.add("files in circles", circles.iter().map(Vec::len).sum());
        for circle in &circles {
            let first = relative(home, &read.files[circle[0]]);
            self.find("circles of files", format!("{} {first} and others", circle.len()));
        }
        self.add("files over 700 lines", 0);
        self.add("functions over 80 lines", 0);
        for file in &read.files {
            let lines = fs::read_to_string(&file.path).map_or(0, |text| text.lines().count());
            if lines > FILE {
                self.add("files over 700 lines", 1);
                self.find("files over 700 lines", format!("{lines} {}", relative(home, file)));
            }
            for (name, lines) in functions(&file.tokens).into_iter().filter(|(_, lines)| *lines > FUNCTION) {
                self.add("functions over 80 lines", 1);
                self.find("functions over 80 lines", format!("{lines} {name}, {}", relative(home, file)));
            }
        }
    }

    fn count_library(&mut self, home: &Path, read: &Crate) {
        let tops: BTreeSet<&str> = read.files.iter().map(|file| file.top.as_str()).collect();
        let tops: Vec<&str> = tops.into_iter().filter(|top| !top.is_empty()).collect();
        let mut arrows = Arrows::new();
        for ((a, b), names) in read.arrows() {
            let place = |file: usize| tops.iter().position(|top| *top == read.files[file].top);
            if let (Some(a), Some(b)) = (place(a), place(b))
                && a != b
            {
                arrows.entry((a, b)).or_default().extend(names);
            }
        }
        self.add("modules at the top of the library", tops.len());
        self.add("floors of the library", circles::floors(tops.len(), &arrows));
        self.add("arrows between the library's modules", arrows.len());
        for circle in circles::circles(tops.len(), &arrows) {
            let names: Vec<&str> = circle.iter().map(|top| tops[*top]).collect();
            self.find("circles of the library's modules", names.join(", "));
        }
        self.add("lines inside macro_rules!", 0);
        self.add("macros of the library", 0);
        for file in &read.files {
            for (name, lines) in macros(&file.tokens) {
                self.add("macros of the library", 1);
                self.add("lines inside macro_rules!", lines);
                if lines > FUNCTION {
                    self.find("macros over 80 lines", format!("{lines} {name}!, {}", relative(home, file)));
                }
            }
        }
    }

    /// Counts how many files mention each shape that the protocol reads, which is what a new shape
    /// would touch. Files of pairs are not counted.
    fn count_shapes(&mut self, home: &Path, crates: &[Crate]) {
        let files: Vec<(String, &SourceFile)> =
            crates.iter().flat_map(|read| &read.files).map(|file| (relative(home, file), file)).collect();
        let words = |file: &SourceFile| file.tokens.iter().map(|token| token.text.clone()).collect();
        let words: Vec<BTreeSet<String>> = files.iter().map(|(_, file)| words(file)).collect();
        let read_by_protocol = files.iter().position(|(path, _)| path.ends_with("protocol/src/decode.rs"));
        let Some(protocol) = read_by_protocol.map(|i| &words[i]) else { return };
        let defined = files.iter().filter(|(path, _)| path.contains("barycast/src/shape/"));
        let names =
            defined.flat_map(|(_, file)| structs(&file.tokens)).filter(|name| protocol.contains(name));
        let mut touched: Vec<(usize, String)> = names
            .map(|name| {
                let naming = files
                    .iter()
                    .zip(&words)
                    .filter(|((path, _), words)| !path.contains("/src/pair/") && words.contains(&name));
                (naming.count(), name)
            })
            .collect();
        touched.sort();
        if let (Some(least), Some(median)) = (touched.first(), touched.get(touched.len() / 2)) {
            self.add("files that name a shape, least", least.0);
            self.add("files that name a shape, median", median.0);
        }
        for (count, name) in touched {
            self.find("files that name a shape", format!("{count} {name}"));
        }
    }
}

/// Returns the root files of all crates in the workspace; for a library with a program, that of the
/// library.
///
/// # Errors
/// If the folder of crates cannot be read.
pub fn roots(home: &Path) -> io::Result<Vec<PathBuf>> {
    let mut roots = Vec::new();
    for entry in fs::read_dir(home.join("crates"))? {
        let source = entry?.path().join("src");
        roots.extend(
            ["lib.rs", "main.rs"].map(|root| source.join(root)).into_iter().find(|root| root.exists()),
        );
    }
    roots.sort();
    Ok(roots)
}

/// Returns the path of a file relative to the workspace, with `/`.
pub fn relative(home: &Path, file: &SourceFile) -> String {
    let path = file.path.strip_prefix(home).unwrap_or(&file.path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Parses lines `name = number`, one per count.
pub fn ceilings(text: &str) -> BTreeMap<String, usize> {
    let lines = text.lines().filter_map(|line| line.split_once('='));
    lines.filter_map(|(name, number)| Some((name.trim().to_owned(), number.trim().parse().ok()?))).collect()
}

/// Returns the functions with a body, and their numbers of lines.
fn functions(tokens: &[Token]) -> Vec<(String, usize)> {
    let starts = (0..tokens.len()).filter(|i| tokens[*i].is("fn"));
    let body = |start: usize| {
        let name = match tokens.get(start + 1)? {
            name if name.is("$") => format!("${}", tokens.get(start + 2)?.text),
            name if name.is_word() => name.text.clone(),
            // A function pointer type.
            _ => return None,
        };
        let mut at = start + 2;
        while !tokens.get(at)?.is("{") {
            // A declaration has no body.
            if tokens[at].is(";") || tokens[at].is("}") || tokens[at].is(")") {
                return None;
            }
            at = if tokens[at].is("(") || tokens[at].is("[") { closing(tokens, at) + 1 } else { at + 1 };
        }
        Some((name, tokens[closing(tokens, at)].line - tokens[start].line + 1))
    };
    starts.filter_map(body).collect()
}

/// Returns the names of public structs.
fn structs(tokens: &[Token]) -> Vec<String> {
    let public = tokens.windows(3).filter(|three| three[0].is("pub") && three[1].is("struct"));
    public.map(|three| three[2].text.clone()).collect()
}

/// Returns the `macro_rules!` macros, and their numbers of lines.
fn macros(tokens: &[Token]) -> Vec<(String, usize)> {
    let starts = (0..tokens.len()).filter(|i| tokens[*i].is("macro_rules"));
    let body = |start: usize| {
        let (name, open) = (tokens.get(start + 2)?, start + 3);
        (open < tokens.len())
            .then(|| (name.text.clone(), tokens[closing(tokens, open)].line - tokens[start].line + 1))
    };
    starts.filter_map(body).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_macros_have_lines() {
        let source =
            "macro_rules! m {\n () => {\n fn a() {\n }\n }\n}\nfn b(x: fn(u8) -> u8) -> u8 {\n 1 }\nfn c();";
        let tokens = tokens::read(source);
        assert_eq!(functions(&tokens), [("a".to_owned(), 2), ("b".to_owned(), 2)]);
        assert_eq!(macros(&tokens), [("m".to_owned(), 6)]);
    }

    #[test]
    fn ceilings_only_sink() {
        let house = House { counts: BTreeMap::from([("a", 3), ("b", 3), ("c", 3)]), ..House::default() };
        let text = "# why\na = 4\nb = 2\n";
        assert_eq!(house.lowered(text), "# why\na = 3\nb = 2\n");
        assert_eq!(house.too_high(&ceilings(text)), ["b: 3, and at most 2", "c: 3, without a ceiling"]);
    }

    #[test]
    fn ceilings_are_read_by_their_names() {
        let read = ceilings("# why\nfiles over 700 lines = 9\n");
        assert_eq!(read, BTreeMap::from([("files over 700 lines".to_owned(), 9)]));
    }
}
