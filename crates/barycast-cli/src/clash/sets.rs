//! Which parts are compared with which.

use super::input::Input;
use super::report::Part;
use super::tree::Tree;
use crate::args::ClashOptions;
use crate::commands::Failure;
use barycast_io::ReadError;
use std::path::Path;

/// Which pairs are asked about.
#[derive(Debug)]
pub(crate) struct Sets<'a> {
    a: Option<Vec<bool>>,
    b: Option<Vec<bool>>,
    /// Pairs of which one is in either are left out.
    ignored: Vec<[Vec<bool>; 2]>,
    /// Pairs so few steps apart in the tree are left out.
    adjacent: Option<u32>,
    tree: &'a Tree,
    things: &'a [u32],
}

impl<'a> Sets<'a> {
    /// By globs, or files of them (`@file`), for either side, rules of two globs, and the tree.
    pub(crate) fn new(options: &ClashOptions, input: &'a Input) -> Result<Self, Failure> {
        let Input { parts, things, tree, .. } = input;
        let side = |globs: &[String]| (!globs.is_empty()).then(|| chosen(globs, parts)).transpose();
        let rule = |rule: &[String]| -> Result<_, Failure> {
            Ok([chosen(&rule[..1], parts)?, chosen(&rule[1..], parts)?])
        };
        let ignored: Result<Vec<_>, Failure> = options.ignore.chunks_exact(2).map(rule).collect();
        let (a, b) = (side(&options.a)?, side(&options.b)?);
        Ok(Self { a, b, ignored: ignored?, adjacent: options.adjacent, tree, things })
    }

    /// The two are compared.
    pub(crate) fn ask(&self, i: usize, j: usize) -> bool {
        if self.things[i] == self.things[j] {
            return false;
        }
        let both = |a: &[bool], b: &[bool]| (a[i] && b[j]) || (a[j] && b[i]);
        let asked = match (&self.a, &self.b) {
            (Some(a), Some(b)) => both(a, b),
            (Some(one), None) | (None, Some(one)) => one[i] || one[j],
            (None, None) => true,
        };
        asked
            && !self.ignored.iter().any(|[a, b]| both(a, b))
            && !self.adjacent.is_some_and(|steps| self.tree.adjacent(i, j, steps))
    }
}

/// The parts whose names or paths are as one of the globs says; that none is so is wrong use.
fn chosen(globs: &[String], parts: &[Part]) -> Result<Vec<bool>, Failure> {
    let mut all = Vec::new();
    for glob in globs {
        match glob.strip_prefix('@') {
            Some(file) => {
                let text = std::fs::read_to_string(file)
                    .map_err(|source| ReadError::Io { path: Path::new(file).to_owned(), source })?;
                all.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
            }
            None => all.push(glob.clone()),
        }
    }
    let globs: Vec<Vec<char>> = all.iter().map(|glob| glob.chars().collect()).collect();
    let is_so = |name: &str| globs.iter().any(|glob| fits(glob, name));
    let chosen: Vec<bool> = parts.iter().map(|part| is_so(&part.name) || is_so(&part.path)).collect();
    if chosen.contains(&true) {
        return Ok(chosen);
    }
    let some: Vec<&str> = parts.iter().take(5).map(|part| part.name.as_str()).collect();
    Err(Failure::Usage {
        what: format!("no part is called {}; the first are {}", globs_said(&all), some.join(", ")),
        next: "barycast info FILE   # names the parts".to_owned(),
    })
}

fn globs_said(globs: &[String]) -> String {
    globs.iter().take(3).map(|glob| format!("`{glob}`")).collect::<Vec<_>>().join(" or ")
}

/// `*` is anything, `?` one letter, all else itself.
fn fits(glob: &[char], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut g, mut n) = (0, 0);
    // After the last star: where it stands, and where what it takes ends.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match glob.get(g) {
            Some('*') => {
                star = Some((g + 1, n));
                g += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                g += 1;
                n += 1;
            }
            _ => {
                let Some((after, end)) = star else { return false };
                star = Some((after, end + 1));
                (g, n) = (after, end + 1);
            }
        }
    }
    glob[g..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn stars_are_anything_and_question_marks_one_letter() {
        let fits = |glob: &str, name| fits(&glob.chars().collect::<Vec<_>>(), name);
        assert!(
            fits("pipe*", "pipe 12")
                && fits("*", "")
                && fits("*bolt*", "M8 bolt, long")
                && fits("b?lt", "bolt")
        );
        assert!(
            fits("a*b*c", "a b b c c")
                && !fits("a*b*c", "a b b c d")
                && !fits("pipe", "pipes")
                && !fits("b?lt", "blt")
        );
    }
}
