//! Dependencies between the files of a crate, from the names that they use.

use super::tokens::{self, Token, closing};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// For each pair of files, the names that the first uses from the second.
pub type Arrows = BTreeMap<(usize, usize), BTreeSet<String>>;

/// The files of a crate, as its modules refer to them from the root.
#[derive(Debug, Default)]
pub struct Crate {
    /// Files, the root first.
    pub files: Vec<SourceFile>,
    modules: Vec<Module>,
}

/// A file of a crate.
#[derive(Debug)]
pub struct SourceFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Its tokens, without tests.
    pub tokens: Vec<Token>,
    /// The top-level module of the crate that contains it; empty for the root.
    pub top: String,
}

/// A module: a file, or a part of one.
#[derive(Debug, Default)]
struct Module {
    file: usize,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// Modules whose file belongs to another program.
    foreign: HashSet<String>,
    /// Names of its items, macros included.
    items: HashSet<String>,
    uses: Vec<Use>,
    /// Paths outside `use` items.
    paths: Vec<Vec<String>>,
}

/// A name that `use` imports, or `*` for all names of a module.
#[derive(Clone, Debug)]
struct Use {
    name: String,
    path: Vec<String>,
    /// Whether it is a re-export: `pub use`, `pub(crate) use`.
    handed_on: bool,
}

/// The target of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    Module(usize),
    /// An item in this module.
    Item(usize),
}

impl Crate {
    /// Reads a crate from its root, `lib.rs` or `main.rs`, following its `mod` items except tests.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut read = Self::default();
        read.add_file(root, None, "")?;
        Ok(read)
    }

    /// Returns the dependencies between its files. A re-exported name counts for the file that
    /// defines it.
    pub fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (here, module) in self.modules.iter().enumerate() {
            let used = module.uses.iter().filter(|used| !used.handed_on).map(|used| &used.path);
            for path in used.chain(&module.paths) {
                // A module itself is not a dependency: the paths through it are.
                let Some(Named::Item(there)) = self.resolve(here, path, &mut Vec::new()) else { continue };
                let pair = (module.file, self.modules[there].file);
                if pair.0 != pair.1 {
                    let last = path.last().map_or("", String::as_str);
                    arrows.entry(pair).or_default().insert(last.to_owned());
                }
            }
        }
        arrows
    }

    fn add_file(&mut self, path: &Path, parent: Option<usize>, top: &str) -> io::Result<usize> {
        let tokens = tokens::read(&fs::read_to_string(path)?);
        let file = self.files.len();
        self.files.push(SourceFile { path: path.to_owned(), tokens: tokens.clone(), top: top.to_owned() });
        let stem = path.file_stem().unwrap_or_default();
        let beside = parent.is_none() || stem == "mod";
        let folder = path.parent().unwrap_or(Path::new(""));
        let folder = if beside { folder.to_owned() } else { folder.join(stem) };
        self.add_module(&tokens, file, parent, &folder)
    }

    /// Adds a module of these tokens, whose child modules are in `folder`.
    fn add_module(
        &mut self,
        tokens: &[Token],
        file: usize,
        parent: Option<usize>,
        folder: &Path,
    ) -> io::Result<usize> {
        let here = self.modules.len();
        self.modules.push(Module { file, parent, ..Module::default() });
        let mut at = 0;
        let mut depth = 0_usize;
        while at < tokens.len() {
            let next = |n: usize| tokens.get(at + n).map_or("", |token| token.text.as_str());
            match tokens[at].text.as_str() {
                // In a macro, `mod $name { .. }` is a module, too.
                "mod" if next(1) == "$" && next(3) == "{" => {
                    let end = closing(tokens, at + 3);
                    self.add_module(&tokens[at + 4..end], file, Some(here), folder)?;
                    at = end + 1;
                }
                "mod" if next(2) == ";" || next(2) == "{" => {
                    let name = next(1).to_owned();
                    let child = if next(2) == "{" {
                        let end = closing(tokens, at + 2);
                        let child =
                            self.add_module(&tokens[at + 3..end], file, Some(here), &folder.join(&name))?;
                        at = end + 1;
                        child
                    } else {
                        let named =
                            tokens[..at].iter().rev().take_while(|t| !t.is(";")).any(|t| t.is("path"));
                        at += 3;
                        if named {
                            self.modules[here].foreign.insert(name);
                            continue;
                        }
                        let top = self.files[file].top.clone();
                        let top = if top.is_empty() { name.clone() } else { top };
                        let paths = [folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs")];
                        let path = if paths[0].exists() { &paths[0] } else { &paths[1] };
                        self.add_file(path, Some(here), &top)?
                    };
                    self.modules[here].children.insert(name, child);
                }
                "use" if at == 0 || !tokens[at - 1].is("+") => {
                    let end = at + tokens[at..].iter().take_while(|token| !token.is(";")).count();
                    let handed_on = at > 0 && (tokens[at - 1].is("pub") || tokens[at - 1].is(")"));
                    let mut uses = Vec::new();
                    use_tree(&tokens[at + 1..end], &[], &mut uses);
                    let uses = uses.into_iter().map(|(name, path)| Use { name, path, handed_on });
                    self.modules[here].uses.extend(uses);
                    at = end;
                }
                text => {
                    match text {
                        "{" => depth += 1,
                        "}" => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    if depth == 0 && ITEMS.contains(&text) {
                        let name = if text == "macro_rules" { next(2) } else { next(1) };
                        self.modules[here].items.insert(name.to_owned());
                    }
                    at += self.add_path(here, tokens, at);
                }
            }
        }
        Ok(here)
    }

    /// Adds the path that starts here, if any. Returns its number of tokens, at least 1.
    fn add_path(&mut self, here: usize, tokens: &[Token], at: usize) -> usize {
        let goes_on = |i: usize| {
            tokens.get(i).is_some_and(|t| t.is("::")) && tokens.get(i + 1).is_some_and(Token::is_word)
        };
        let is_start = tokens[at].is_word() && goes_on(at + 1) && (at == 0 || !tokens[at - 1].is("::"));
        if !is_start {
            return 1;
        }
        let mut path = vec![tokens[at].text.clone()];
        let mut end = at + 1;
        while goes_on(end) {
            path.push(tokens[end + 1].text.clone());
            end += 2;
        }
        self.modules[here].paths.push(path);
        end - at
    }

    /// Resolves a path in a module if its target is in this crate. `seen` prevents infinite
    /// recursion in cyclic `use` items.
    fn resolve(&self, here: usize, path: &[String], seen: &mut Vec<(usize, String)>) -> Option<Named> {
        let (first, rest) = path.split_first()?;
        let mut named = match first.as_str() {
            "crate" => Named::Module(0),
            "self" => Named::Module(here),
            "super" => Named::Module(self.modules[here].parent?),
            name => self.lookup(here, name, seen)?,
        };
        for (i, name) in rest.iter().enumerate() {
            named = match named {
                Named::Item(_) => return Some(named),
                Named::Module(module) if name == "super" => Named::Module(self.modules[module].parent?),
                Named::Module(module) if name == "self" || name == "*" => {
                    return Some(if i + 1 == rest.len() && name == "*" {
                        Named::Item(module)
                    } else {
                        Named::Module(module)
                    });
                }
                Named::Module(module) if self.modules[module].foreign.contains(name) => return None,
                // A name without a definition in the text comes from a macro there.
                Named::Module(module) => self.lookup(module, name, seen).unwrap_or(Named::Item(module)),
            };
        }
        Some(named)
    }

    /// Resolves a name in a module: defined there, or imported by `use`.
    fn lookup(&self, here: usize, name: &str, seen: &mut Vec<(usize, String)>) -> Option<Named> {
        let module = &self.modules[here];
        if let Some(child) = module.children.get(name) {
            return Some(Named::Module(*child));
        }
        if module.items.contains(name) {
            return Some(Named::Item(here));
        }
        if seen.contains(&(here, name.to_owned())) {
            return None;
        }
        seen.push((here, name.to_owned()));
        if let Some(used) = module.uses.iter().find(|used| used.name == name && used.path[0] != name) {
            return self.resolve(here, &used.path, seen);
        }
        if module.foreign.contains(name) {
            return None;
        }
        let globs = module.uses.iter().filter(|used| used.name == "*");
        let mut found = globs.filter_map(|glob| {
            let inner = self.resolve(here, &glob.path[..glob.path.len() - 1], seen)?;
            let Named::Module(inner) = inner else { return None };
            self.lookup(inner, name, seen)
        });
        found.next()
    }
}

/// Keywords before the name of an item.
const ITEMS: [&str; 9] = ["const", "enum", "fn", "macro_rules", "static", "struct", "trait", "type", "union"];

/// Collects the names and paths of a `use` tree, `a::{b, c as d}`.
fn use_tree(tokens: &[Token], prefix: &[String], out: &mut Vec<(String, Vec<String>)>) {
    let mut path = prefix.to_vec();
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        match token.text.as_str() {
            "::" | "$" => at += 1,
            "{" => {
                let end = closing(tokens, at);
                let mut start = at + 1;
                let mut i = start;
                while i <= end {
                    if i == end || tokens[i].is(",") {
                        use_tree(&tokens[start..i], &path, out);
                        start = i + 1;
                    }
                    i = if i < end && tokens[i].is("{") { closing(tokens, i) + 1 } else { i + 1 };
                }
                return;
            }
            "as" => {
                if let Some(name) = tokens.get(at + 1) {
                    out.push((name.text.clone(), path));
                }
                return;
            }
            "self" if !path.is_empty() => at += 1,
            text => {
                path.push(text.to_owned());
                at += 1;
            }
        }
    }
    if path.len() > prefix.len() || tokens.iter().any(|token| token.is("self")) {
        let name = path.last().cloned().unwrap_or_default();
        out.push((name, path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the dependencies of a crate of these files as text, `a.rs -> b.rs: x`.
    fn drawn(name: &str, files: &[(&str, &str)]) -> Vec<String> {
        let home = std::env::temp_dir().join(format!("house-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = home.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let read = Crate::read(&home.join(files[0].0)).unwrap();
        fs::remove_dir_all(&home).unwrap();
        let short = |file: usize| read.files[file].path.strip_prefix(&home).unwrap().display().to_string();
        let line = |((a, b), names): ((usize, usize), BTreeSet<String>)| {
            format!("{} -> {}: {}", short(a), short(b), Vec::from_iter(names).join(" "))
        };
        read.arrows().into_iter().map(line).collect()
    }

    #[test]
    fn names_that_a_module_hands_on_are_those_of_the_file_that_defines_them() {
        let arrows = drawn(
            "handed_on",
            &[
                ("lib.rs", "mod a;\nmod b;\npub use a::Inner;"),
                ("a/mod.rs", "mod inner;\npub use inner::{Inner, twice as double};"),
                ("a/inner.rs", "pub struct Inner;\npub fn twice() {}\nfn f() { crate::b::g() }"),
                ("b.rs", "use crate::a::{self, Inner};\nfn g() { a::double(); super::Inner }"),
            ],
        );
        assert_eq!(arrows, ["a/inner.rs -> b.rs: g", "b.rs -> a/inner.rs: Inner double"]);
    }

    #[test]
    fn a_module_and_its_parent_that_use_each_other_form_a_cycle() {
        let arrows = drawn(
            "parent",
            &[
                (
                    "lib.rs",
                    "mod a;\nmacro_rules! m { ($n:ident) => { mod $n { use super::*; } } }\nconst C: u8 = a::D;",
                ),
                ("a.rs", "mod b;\npub const D: u8 = super::C;\n#[cfg(test)]\nmod tests { use super::b::x; }"),
                ("a/b.rs", "use super::super::C;"),
            ],
        );
        assert_eq!(arrows, ["lib.rs -> a.rs: D", "a.rs -> lib.rs: C", "a/b.rs -> lib.rs: C"]);
    }
}
