//! The tests that judge a mutant, the quickest first.

use super::process::{cargo, text};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Packages, their test programs, perhaps a module of one, and their `BARYCAST_CASES` (empty: the
/// default). `lib` stands for the unit tests.
const TESTS: &[(&str, &str, &str)] = &[
    ("barycast", "lib", ""),
    ("barycast", "clip", ""),
    ("barycast", "closed_forms", ""),
    ("barycast", "kernels exact::", "20"),
    ("barycast", "kernels lanes::", ""),
    ("barycast", "kernels typed::", ""),
    ("barycast", "kernels bounds::", ""),
    ("barycast", "kernels plain::", "100"),
    ("barycast", "table rows::", "3"),
    ("barycast", "table invariance::", "2"),
    ("barycast", "gjk", ""),
    ("barycast", "casts", "100"),
    ("barycast", "reported", ""),
    ("barycast", "common_set", ""),
    ("barycast", "intersection", ""),
    ("barycast", "cones", ""),
    ("barycast", "curved", ""),
    ("barycast", "holes", ""),
    ("barycast", "unions", ""),
    ("barycast", "contract", ""),
    ("barycast", "continuous", ""),
    ("barycast", "custom", ""),
    ("barycast", "filtered", ""),
    ("barycast", "intersection_curves", ""),
    ("barycast", "mesh_any", ""),
    ("barycast", "random_bits", ""),
    ("barycast", "scene_moving", ""),
    ("barycast", "solid_angle", ""),
    ("barycast-cli", "foreign", ""),
    ("barycast-cli", "query", ""),
    ("barycast-cli", "errata", ""),
    GOLDEN,
];
/// The hash of many results, which runs last: it detects every change of a result, down to the last
/// bit.
const GOLDEN: (&str, &str, &str) = ("barycast-testkit", "hash", "");
/// `BARYCAST_CASES` for the rows of the mutant's file.
const OWN_ROWS: &str = "24";
/// The module of the rows.
const ROWS: &str = "rows::";

/// The outcome of the tests for a mutant.
pub(super) enum Judged {
    /// This test failed.
    Caught(String),
    /// This test ran longer than ten times its normal time plus ten seconds.
    Late(String),
    /// Only the stored hash of results detected it.
    Changed,
    /// All tests passed.
    Missed,
    /// No test runs the code.
    Unreached,
}

impl Display for Judged {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Caught(test) => write!(f, "caught {test}"),
            Self::Late(test) => write!(f, "late {test}"),
            Self::Changed => write!(f, "changed"),
            Self::Missed => write!(f, "missed"),
            Self::Unreached => write!(f, "unreached"),
        }
    }
}

impl Judged {
    /// Parses what `Display` wrote.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("caught", test) => Some(Self::Caught(test.into())),
            ("late", test) => Some(Self::Late(test.into())),
            ("changed", _) => Some(Self::Changed),
            ("missed", _) => Some(Self::Missed),
            ("unreached", _) => Some(Self::Unreached),
            _ => None,
        }
    }
}

/// A test, how long it takes, and which mutants' code it runs.
struct Test {
    title: String,
    program: PathBuf,
    folder: PathBuf,
    name: String,
    cases: &'static str,
    took: Duration,
    reached: HashSet<usize>,
    is_golden: bool,
}

/// The tests, built and run once, the quickest first.
pub(super) struct Judges {
    tests: Vec<Test>,
}

/// Returns the program of a test, and the module in it.
fn parts(test: &str) -> (&str, &str) {
    test.split_once(' ').unwrap_or((test, ""))
}

impl Judges {
    /// Builds the tests in the copy of the workspace, and runs each once without a mutant: all must
    /// pass.
    pub(super) fn build(copy: &Path) -> Result<Self, String> {
        let programs = programs(copy)?;
        let reached = copy.join("reached.txt");
        let mut tests = Vec::new();
        for known @ (package, test, cases) in TESTS {
            let (name, part) = parts(test);
            let folder = copy.join("crates").join(package);
            let program = programs
                .get(&(package, name.to_owned()))
                .ok_or_else(|| format!("{package} has no test {name}"))?;
            let list = Command::new(program).arg("--list").current_dir(&folder).output().map_err(text)?;
            let begin = Instant::now();
            for line in String::from_utf8_lossy(&list.stdout).lines() {
                let Some(name) = line.strip_suffix(": test").filter(|name| name.starts_with(part)) else {
                    continue;
                };
                let mut one = Test {
                    title: format!("{} {name}", parts(test).0),
                    program: program.clone(),
                    folder: folder.clone(),
                    name: name.to_owned(),
                    cases,
                    took: Duration::from_secs(180),
                    reached: HashSet::new(),
                    is_golden: *known == GOLDEN,
                };
                fs::write(&reached, "").map_err(text)?;
                let start = Instant::now();
                if !matches!(
                    one.run(&[("BARYCAST_REACHED", &reached.display().to_string())])?,
                    Outcome::Passed
                ) {
                    return Err(format!("{} fails without any mutant", one.title));
                }
                one.took = start.elapsed();
                let numbers = fs::read_to_string(&reached).map_err(text)?;
                one.reached = numbers.lines().filter_map(|n| n.parse().ok()).collect();
                tests.push(one);
            }
            eprintln!("{package} {test}: {:.1} s", begin.elapsed().as_secs_f64());
        }
        tests.sort_by_key(|test| (test.is_golden, test.took));
        Ok(Self { tests })
    }

    /// Runs the tests that reach the mutant's code one after the other, until one fails; for a
    /// pair's file, also its rows with more cases.
    pub(super) fn judge(&self, number: usize, pairs: &str) -> Result<Judged, String> {
        let mutant = number.to_string();
        let mut reaching = 0;
        for test in self.tests.iter().filter(|test| test.reached.contains(&number)) {
            reaching += 1;
            let on = ("BARYCAST_MUTANT", mutant.as_str());
            let mut judged = Outcome::Passed;
            if !pairs.is_empty() && test.name.starts_with(ROWS) {
                judged = test.run(&[on, ("BARYCAST_CASES", OWN_ROWS), ("BARYCAST_PAIR", pairs)])?;
            }
            if matches!(judged, Outcome::Passed) {
                judged = test.run(&[on])?;
            }
            match judged {
                Outcome::Passed => {}
                Outcome::Failed if test.is_golden => return Ok(Judged::Changed),
                Outcome::Failed => return Ok(Judged::Caught(test.title.clone())),
                Outcome::Late => return Ok(Judged::Late(test.title.clone())),
            }
        }
        Ok(if reaching == 0 { Judged::Unreached } else { Judged::Missed })
    }
}

/// Returns the test programs by package and name.
fn programs(copy: &Path) -> Result<HashMap<(&'static str, String), PathBuf>, String> {
    let packages: BTreeSet<&str> = TESTS.iter().map(|(package, ..)| *package).collect();
    let mut command = cargo(copy);
    command.args(["test", "--no-run", "--message-format=json", "--lib"]);
    command.args(packages.iter().flat_map(|package| ["-p", package]));
    for (_, test, _) in TESTS.iter().filter(|(_, test, _)| *test != "lib") {
        command.args(["--test", parts(test).0]);
    }
    let output = command.stderr(Stdio::inherit()).output().map_err(text)?;
    if !output.status.success() {
        return Err("the tests of the copy do not build".into());
    }
    let mut programs = HashMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(json) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let target = &json["target"];
        let (Some(program), Some(name), Some(manifest)) =
            (json["executable"].as_str(), target["name"].as_str(), json["manifest_path"].as_str())
        else {
            continue;
        };
        let folder = Path::new(manifest).parent().and_then(Path::file_name);
        let Some(package) = packages.iter().find(|package| folder.is_some_and(|f| f == **package)) else {
            continue;
        };
        let name = if target["kind"][0] == "lib" { "lib" } else { name };
        programs.insert((*package, name.to_owned()), PathBuf::from(program));
    }
    Ok(programs)
}

impl Test {
    /// Runs the test for at most ten times its normal time plus ten seconds.
    fn run(&self, set: &[(&str, &str)]) -> Result<Outcome, String> {
        // A mutant may allocate all memory.
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("sh");
            shell.args(["-c", "ulimit -v 4000000; exec \"$@\"", "sh"]).arg(&self.program);
            shell
        } else {
            Command::new(&self.program)
        };
        command.args(["--test-threads=1", "--exact", &self.name]).current_dir(&self.folder);
        command.env("RUST_BACKTRACE", "0").env("CARGO_MANIFEST_DIR", &self.folder);
        if !self.cases.is_empty() {
            command.env("BARYCAST_CASES", self.cases);
        }
        command.envs(set.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(text)?;
        let (sender, ended) = channel();
        let mut said = child.stdout.take();
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = said.as_mut().map(|said| said.read_to_end(&mut text));
            sender.send(())
        });
        if ended.recv_timeout(self.took * 10 + Duration::from_secs(10)).is_err() {
            let _ = child.kill();
            child.wait().map_err(text)?;
            return Ok(Outcome::Late);
        }
        Ok(if child.wait().map_err(text)?.success() { Outcome::Passed } else { Outcome::Failed })
    }
}

/// The outcome of a test run.
enum Outcome {
    Passed,
    Failed,
    Late,
}
