//! Which parts are compared with which.

use super::input::Input;
use super::report::{Pairs, Part, Warning};
use super::tree::Tree;
use crate::args::ClashOptions;
use crate::commands::Failure;
use crate::say::count;
use barycast_io::ReadError;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

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
    /// Which parts were compared; empty where all are, with whatever comes near them.
    compared: Vec<AtomicBool>,
    counted: [AtomicUsize; 2],
}

/// What is said of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Compared,
    /// It would be compared, but its parts are neighbours in the tree.
    Adjacent,
    LeftOut,
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
        let compared =
            if a.is_some() { parts.iter().map(|_| AtomicBool::new(false)).collect() } else { Vec::new() };
        let counted = [AtomicUsize::new(0), AtomicUsize::new(0)];
        Ok(Self { a, b, ignored: ignored?, adjacent: options.adjacent, tree, things, compared, counted })
    }

    /// The parts that are compared with any.
    pub(crate) fn parts(&self) -> Vec<bool> {
        let asked = |part: usize| match (&self.a, &self.b) {
            (Some(a), Some(b)) => a[part] || b[part],
            _ => true,
        };
        (0..self.things.len()).map(asked).collect()
    }

    /// The two are compared.
    pub(crate) fn ask(&self, i: usize, j: usize) -> bool {
        self.asked(i, j) == Asked::Compared
    }

    /// Returns whether the two are compared, and counts the pair. Called once for each pair that comes near.
    pub(crate) fn count(&self, i: usize, j: usize) -> bool {
        let asked = self.asked(i, j);
        match asked {
            Asked::Compared => {
                for part in [i, j] {
                    if let Some(compared) = self.compared.get(part) {
                        compared.store(true, Relaxed);
                    }
                }
                self.counted[0].fetch_add(1, Relaxed);
            }
            Asked::Adjacent => {
                self.counted[1].fetch_add(1, Relaxed);
            }
            Asked::LeftOut => {}
        }
        asked == Asked::Compared
    }

    /// How many pairs were counted.
    pub(crate) fn pairs(&self) -> Pairs {
        let [compared, adjacent] = self.counted.each_ref().map(|counted| counted.load(Relaxed));
        Pairs { compared, adjacent }
    }

    /// Those of the warnings that are about no part, or about one that was compared; and these.
    pub(crate) fn warnings(&self, known: &[Warning], more: impl Iterator<Item = Warning>) -> Vec<Warning> {
        let compared =
            |part| self.compared.get(part).is_none_or(|compared: &AtomicBool| compared.load(Relaxed));
        let is_about = |warning: &&Warning| warning.part.is_none_or(compared);
        known.iter().filter(is_about).cloned().chain(more).collect()
    }

    /// What `--adjacent` left out where it left out all, or nothing.
    pub(crate) fn warning(&self) -> Option<Warning> {
        let (steps, pairs) = (self.adjacent?, self.pairs());
        let text = match pairs {
            Pairs { compared: 0, adjacent: 1.. } => {
                let all = count(pairs.adjacent, "pair that comes", "pairs that come");
                format!("--adjacent {steps} leaves out the only {all} near one another: nothing is compared")
            }
            _ if !self.tree.has_neighbours() => {
                format!(
                    "--adjacent {steps} leaves out nothing: in the tree of the files no part hangs on another"
                )
            }
            _ => return None,
        };
        Some(Warning { part: None, kind: "adjacent", text })
    }

    /// The two as they are reported: the one of side `--a` first; else as they are.
    pub(crate) fn oriented(&self, [i, j]: [usize; 2]) -> [usize; 2] {
        let fits = |i: usize, j: usize| {
            let on = |side: &Option<Vec<bool>>, part: usize| side.as_ref().is_none_or(|side| side[part]);
            on(&self.a, i) && on(&self.b, j)
        };
        if !fits(i, j) && fits(j, i) { [j, i] } else { [i, j] }
    }

    fn asked(&self, i: usize, j: usize) -> Asked {
        if self.things[i] == self.things[j] {
            return Asked::LeftOut;
        }
        let both = |a: &[bool], b: &[bool]| (a[i] && b[j]) || (a[j] && b[i]);
        let asked = match (&self.a, &self.b) {
            (Some(a), Some(b)) => both(a, b),
            (Some(one), None) | (None, Some(one)) => one[i] || one[j],
            (None, None) => true,
        };
        if !asked || self.ignored.iter().any(|[a, b]| both(a, b)) {
            Asked::LeftOut
        } else if self.adjacent.is_some_and(|steps| self.tree.adjacent(i, j, steps)) {
            Asked::Adjacent
        } else {
            Asked::Compared
        }
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
