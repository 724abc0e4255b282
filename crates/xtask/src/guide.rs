//! The guide in `docs/guide`: code of the example programs, shown in its pages, and the two languages
//! beside each other.
//!
//! A page shows a part of a program in the code block after `<!-- example NAME PART -->`, where the
//! program has it between `// ANCHOR: PART` and `// ANCHOR_END: PART`. It is copied there, and not
//! included when the book is built, so that the pages are complete wherever Markdown is shown.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Folders of the pages, from the workspace's folder: English, and the pages in Korean.
pub const ENGLISH: &str = "docs/guide/src";
/// See [`ENGLISH`].
pub const KOREAN: &str = "docs/guide/ko/src";
const EXAMPLES: &str = "crates/barycast/examples";

/// Returns the pages of a folder, sorted.
///
/// # Errors
/// If the folder cannot be read.
pub fn pages(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages.sort();
    Ok(pages)
}

/// Returns the pages whose code differs from the programs, with their new text.
///
/// # Errors
/// If a file cannot be read, or a page names a program or a part that does not exist.
pub fn outdated(home: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut changed = Vec::new();
    for folder in [ENGLISH, KOREAN] {
        for page in pages(&home.join(folder))? {
            let text = fs::read_to_string(&page)?;
            let new = refreshed(&text, |name, part| {
                let program = fs::read_to_string(home.join(EXAMPLES).join(format!("{name}.rs")))?;
                anchored(&program, part)
                    .ok_or_else(|| io::Error::other(format!("{}: {name} has no part {part}", page.display())))
            })?;
            if new != text {
                changed.push((page, new));
            }
        }
    }
    Ok(changed)
}

/// Returns a page with the code block after each `<!-- example NAME PART -->` replaced.
fn refreshed(text: &str, code: impl Fn(&str, &str) -> io::Result<String>) -> io::Result<String> {
    let mut new = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        new.push_str(line);
        new.push('\n');
        let Some((name, part)) =
            line.strip_prefix("<!-- example ").and_then(|rest| rest.strip_suffix(" -->")?.split_once(' '))
        else {
            continue;
        };
        let fence = lines.next().filter(|line| line.starts_with("```rust"));
        let fence = fence.ok_or_else(|| io::Error::other(format!("no code after {line}")))?;
        new.push_str(fence);
        new.push('\n');
        new.push_str(&code(name, part)?);
        new.push_str("```\n");
        lines.by_ref().find(|line| *line == "```");
    }
    Ok(new)
}

/// Returns the lines between `// ANCHOR: part` and `// ANCHOR_END: part`, without their common
/// indentation and without other anchors.
fn anchored(program: &str, part: &str) -> Option<String> {
    let is = |line: &str, word: &str| line.trim() == format!("// {word}: {part}");
    let after = program.lines().skip_while(|line| !is(line, "ANCHOR")).skip(1);
    let lines: Vec<&str> = after.take_while(|line| !is(line, "ANCHOR_END")).collect();
    let indented = lines.iter().filter(|line| !line.trim().is_empty());
    let margin = indented.map(|line| line.len() - line.trim_start().len()).min()?;
    let kept = lines.iter().filter(|line| !line.trim_start().starts_with("// ANCHOR"));
    Some(kept.flat_map(|line| [line.get(margin..).unwrap_or(""), "\n"]).collect())
}

/// The structure of a page that both languages share.
#[derive(Debug, PartialEq, Eq)]
pub struct Outline {
    /// Levels of the headings, in order.
    pub headings: Vec<usize>,
    /// Code blocks without their comments, each with its language.
    pub code: Vec<String>,
    /// Names of the pictures.
    pub pictures: Vec<String>,
}

impl Outline {
    /// Reads the structure of a page.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut outline = Self { headings: Vec::new(), code: Vec::new(), pictures: Vec::new() };
        let mut block: Option<String> = None;
        for line in text.lines() {
            match (&mut block, line.trim_start().starts_with("```")) {
                (Some(_), true) => outline.code.extend(block.take()),
                (Some(code), false) => {
                    code.push_str(without_comment(line).trim_end());
                    code.push('\n');
                }
                (None, true) => block = Some(format!("{}\n", line.trim())),
                (None, false) => outline.line(line),
            }
        }
        outline
    }

    fn line(&mut self, line: &str) {
        let level = line.chars().take_while(|c| *c == '#').count();
        if level > 0 && line[level..].starts_with(' ') {
            self.headings.push(level);
        }
        for picture in line.split("![").skip(1) {
            let path = picture.split_once("](").and_then(|(_, rest)| rest.split(')').next());
            let name = path.and_then(|path| path.rsplit('/').next());
            self.pictures.extend(name.map(String::from));
        }
    }
}

/// Returns a line of code without its comment.
fn without_comment(line: &str) -> &str {
    let start = ["// ", "  # "].into_iter().filter_map(|mark| line.find(mark)).min();
    &line[..start.unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "fn main() {\n    // ANCHOR: a\n    let x = 1;\n\n        // ANCHOR: b\n    x;\n    // ANCHOR_END: a\n}\n";

    #[test]
    fn a_part_loses_its_indentation() {
        assert_eq!(anchored(PROGRAM, "a").as_deref(), Some("let x = 1;\n\nx;\n"));
        assert_eq!(anchored(PROGRAM, "c"), None);
    }

    #[test]
    fn the_block_after_a_marker_is_replaced() {
        let page = "# A\n<!-- example p a -->\n```rust,ignore\nold\n```\nend\n";
        let new = refreshed(page, |_, part| Ok(anchored(PROGRAM, part).expect("a part"))).expect("a page");
        assert_eq!(new, "# A\n<!-- example p a -->\n```rust,ignore\nlet x = 1;\n\nx;\n```\nend\n");
        assert!(refreshed("<!-- example p a -->\ntext\n", |_, _| Ok(String::new())).is_err());
    }

    #[test]
    fn comments_may_differ_between_languages() {
        let (a, b) =
            ("# A\n```rust\nx; // one\n```\n![p](a/b.svg)", "# B\n```rust\nx; // two\n```\n![q](c/b.svg)");
        assert_eq!(Outline::of(a), Outline::of(b));
        assert!(Outline::of(a) != Outline::of("# A\n```rust\ny;\n```\n![p](a/b.svg)"));
        assert_eq!(Outline::of("## A\n#no\n").headings, [2]);
    }
}
