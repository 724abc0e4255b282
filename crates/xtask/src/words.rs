//! The words of the code in numbers: dialect words, long comment lines, and doc lines that do not
//! begin with a subject or a verb.
//!
//! The rules of prose are in CONTRIBUTING.md. A count may only fall: `words.txt` holds the
//! ceilings.

use crate::house::House;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file of the ceilings, from the workspace's folder.
pub const CEILINGS: &str = "crates/xtask/words.txt";
/// The most columns of a line that is a comment.
const WIDTH: usize = 110;
/// Words that the field does not use for queries and shapes: a query *returns*, *reports* or
/// *tests*.
const DIALECT: &[&str] =
    &["anew", "ask", "asked", "asking", "asks", "tell", "telling", "tells", "told", "whoever", "whom"];
/// The same, for words that only together are dialect.
const PHRASES: &[&str] = &[
    "as before",
    "come to nothing",
    "for ever ",
    "of its own",
    "of their own",
    "so many there are",
    "those that are left",
    "twice the digits",
];
/// The first words of a comment that is no sentence.
const OPENERS: &[&str] = &["As", "Of", "So", "What", "Which", "Who", "Whom"];
/// The folders with Rust sources, and single pages; what a command writes is not counted.
const FOLDERS: &[&str] = &["crates", "bench/benches", "fuzz/fuzz_targets"];

/// Counts the words of all Rust sources and hand-written pages in this workspace.
///
/// # Errors
/// If a file cannot be read.
pub fn measure(home: &Path) -> io::Result<House> {
    let mut house = House::default();
    for name in ["dialect words", "comment lines over 110 columns", "comments that open with Of, What, Which"]
    {
        house.add(name, 0);
    }
    let mut files = Vec::new();
    for folder in FOLDERS {
        collect(&home.join(folder), "rs", &mut files)?;
    }
    collect(&home.join("docs"), "md", &mut files)?;
    for page in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        files.push(home.join(page));
    }
    files.sort();
    for file in files {
        // These two list the words.
        if file.ends_with("xtask/src/words.rs") {
            continue;
        }
        let text = fs::read_to_string(&file)?;
        let name = file.strip_prefix(home).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let count = Count::of(&text, file.extension().is_some_and(|extension| extension == "rs"));
        let counts = [
            ("dialect words", count.dialect),
            ("comment lines over 110 columns", count.wide),
            ("comments that open with Of, What, Which", count.openers),
        ];
        for (heading, number) in counts {
            house.add(heading, number);
            if number > 0 {
                house.find(heading, format!("{number:4} {name}"));
            }
        }
    }
    Ok(house)
}

/// The files below `folder` with this extension, without folders of built files.
fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, extension, files)?;
        } else if path.extension().is_some_and(|e| e == extension) {
            files.push(path);
        }
    }
    Ok(())
}

/// Counts of one file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    dialect: usize,
    wide: usize,
    openers: usize,
}

impl Count {
    /// Counts dialect words in all of the text, names of functions included; the rest in the
    /// comments of Rust sources.
    fn of(text: &str, is_rust: bool) -> Self {
        let mut count = Self::default();
        let mut in_comment = false;
        for line in text.lines() {
            let lower = line.to_lowercase();
            let words = lower.split(|c: char| !c.is_alphabetic());
            count.dialect += words.filter(|word| DIALECT.contains(word)).count();
            count.dialect += PHRASES.iter().map(|phrase| lower.matches(phrase).count()).sum::<usize>();
            let comment = line.trim_start().strip_prefix("//").filter(|_| is_rust);
            if let Some(comment) = comment {
                count.wide += usize::from(line.chars().count() > WIDTH);
                let comment = comment.trim_start_matches(['/', '!']).trim();
                let first = comment.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
                // A line within a paragraph may begin with any word.
                count.openers += usize::from(!in_comment && OPENERS.contains(&first));
                in_comment = !comment.is_empty();
            } else {
                in_comment = false;
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialect_is_counted_in_comments_names_and_messages() {
        let count = Count::of("/// The ray is asked.\nfn tells_all() { fail(\"ask of its own\") }", true);
        assert_eq!(count, Count { dialect: 4, wide: 0, openers: 0 });
    }

    #[test]
    fn only_the_first_line_of_a_comment_opens_it() {
        let text = "//! Which of two.\n//! What follows.\n//!\n//! Of a line.\nlet whole = 1;\n// So it is.";
        assert_eq!(Count::of(text, true).openers, 3);
        assert_eq!(Count::of("Of a line.", false).openers, 0);
    }

    #[test]
    fn wide_lines_are_those_of_comments() {
        let text = format!("// {}\nlet x = \"{}\";", "a".repeat(108), "b".repeat(200));
        assert_eq!(Count::of(&text, true).wide, 1);
    }
}
