//! Selection of the pairs of parts that are compared.

use super::input::Input;
use super::report::{Pairs, Part, Warning};
use super::tree::Tree;
use crate::args::ClashOptions;
use crate::commands::Failure;
use crate::output::count;
use barycast_io::ReadError;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The pairs of parts to compare.
#[derive(Debug)]
pub(crate) struct Selection<'a> {
    a: Option<Vec<bool>>,
    b: Option<Vec<bool>>,
    /// Pairs with one part in each of the two selections are skipped.
    ignored: Vec<[Vec<bool>; 2]>,
    /// Pairs at most this many steps apart in the tree are skipped.
    adjacent: Option<u32>,
    tree: &'a Tree,
    things: &'a [u32],
    /// Whether each part was compared; empty if all parts are compared with all near ones.
    compared: Vec<AtomicBool>,
    counted: [AtomicUsize; 2],
}

/// Decision about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Compared,
    /// Skipped because its parts are neighbours in the tree.
    Adjacent,
    LeftOut,
}

impl<'a> Selection<'a> {
    /// Builds the selection from globs or files of globs (`@file`) for either side, rules of two
    /// globs, and the tree.
    pub(crate) fn new(options: &ClashOptions, input: &'a Input) -> Result<Self, Failure> {
        let Input { parts, things, tree, .. } = input;
        let side = |globs: &[String]| (!globs.is_empty()).then(|| chosen(globs, parts)).transpose();
        let rule = |rule: &[String]| -> Result<_, Failure> {
            Ok([chosen(&rule[..1], parts)?, chosen(&rule[1..], parts)?])
        };
        let ignored: Result<Vec<_>, Failure> = options.ignore.chunks_exact(2).map(rule).collect();
        let (a, b) = (side(&options.a)?, side(&options.b)?);
        let compared =
            if a.is_some() { parts.iter().map(|_| AtomicBool::new(false)).collect() } else { Vec::new() };
        let counted = [AtomicUsize::new(0), AtomicUsize::new(0)];
        Ok(Self { a, b, ignored: ignored?, adjacent: options.adjacent, tree, things, compared, counted })
    }

    /// Returns the parts that are compared with any other part.
    pub(crate) fn parts(&self) -> Vec<bool> {
        let decision = |part: usize| match (&self.a, &self.b) {
            (Some(a), Some(b)) => a[part] || b[part],
            _ => true,
        };
        (0..self.things.len()).map(decision).collect()
    }

    /// Tests whether the two parts are compared.
    pub(crate) fn is_compared(&self, i: usize, j: usize) -> bool {
        self.decide(i, j) == Decision::Compared
    }

    /// Tests whether the two parts are compared, and counts the pair. Called once for each near
    /// pair.
    pub(crate) fn count(&self, i: usize, j: usize) -> bool {
        let decision = self.decide(i, j);
        match decision {
            Decision::Compared => {
                for part in [i, j] {
                    if let Some(compared) = self.compared.get(part) {
                        compared.store(true, Relaxed);
                    }
                }
                self.counted[0].fetch_add(1, Relaxed);
            }
            Decision::Adjacent => {
                self.counted[1].fetch_add(1, Relaxed);
            }
            Decision::LeftOut => {}
        }
        decision == Decision::Compared
    }

    /// Returns the number of counted pairs.
    pub(crate) fn pairs(&self) -> Pairs {
        let [compared, adjacent] = self.counted.each_ref().map(|counted| counted.load(Relaxed));
        Pairs { compared, adjacent }
    }

    /// Returns the known warnings except those about parts that were not compared, followed by
    /// `more`.
    pub(crate) fn warnings(&self, known: &[Warning], more: impl Iterator<Item = Warning>) -> Vec<Warning> {
        let compared =
            |part| self.compared.get(part).is_none_or(|compared: &AtomicBool| compared.load(Relaxed));
        let is_about = |warning: &&Warning| warning.part.is_none_or(compared);
        known.iter().filter(is_about).cloned().chain(more).collect()
    }

    /// Returns a warning if `--adjacent` skips everything or nothing.
    pub(crate) fn warning(&self) -> Option<Warning> {
        let (steps, pairs) = (self.adjacent?, self.pairs());
        let text = match pairs {
            Pairs { compared: 0, adjacent: 1.. } => {
                let all = count(pairs.adjacent, "pair that comes", "pairs that come");
                format!("--adjacent {steps} skips the only {all} near one another: nothing is compared")
            }
            _ if !self.tree.has_neighbours() => {
                format!(
                    "--adjacent {steps} skips nothing: no part is below another in the node trees of the files"
                )
            }
            _ => return None,
        };
        Some(Warning { part: None, kind: "adjacent", text })
    }

    /// Returns the pair in the order of the report: the part of `--a` first, else unchanged.
    pub(crate) fn oriented(&self, [i, j]: [usize; 2]) -> [usize; 2] {
        let fits = |i: usize, j: usize| {
            let on = |side: &Option<Vec<bool>>, part: usize| side.as_ref().is_none_or(|side| side[part]);
            on(&self.a, i) && on(&self.b, j)
        };
        if !fits(i, j) && fits(j, i) { [j, i] } else { [i, j] }
    }

    fn decide(&self, i: usize, j: usize) -> Decision {
        if self.things[i] == self.things[j] {
            return Decision::LeftOut;
        }
        let both = |a: &[bool], b: &[bool]| (a[i] && b[j]) || (a[j] && b[i]);
        let decision = match (&self.a, &self.b) {
            (Some(a), Some(b)) => both(a, b),
            (Some(one), None) | (None, Some(one)) => one[i] || one[j],
            (None, None) => true,
        };
        if !decision || self.ignored.iter().any(|[a, b]| both(a, b)) {
            Decision::LeftOut
        } else if self.adjacent.is_some_and(|steps| self.tree.adjacent(i, j, steps)) {
            Decision::Adjacent
        } else {
            Decision::Compared
        }
    }
}

/// Selects the parts whose names or paths match a glob. Matching no part is a usage error.
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
        what: format!("no part matches {}; the first parts are {}", globs_text(&all), some.join(", ")),
        next: "barycast info FILE   # names the parts".to_owned(),
    })
}

fn globs_text(globs: &[String]) -> String {
    globs.iter().take(3).map(|glob| format!("`{glob}`")).collect::<Vec<_>>().join(" or ")
}

/// Tests a glob: `*` matches anything, `?` one character, all other characters themselves.
fn fits(glob: &[char], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut g, mut n) = (0, 0);
    // Positions after the last star, and after the text that it matches.
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
    fn stars_match_any_text_and_question_marks_one_letter() {
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
