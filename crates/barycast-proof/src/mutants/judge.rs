//! The tests that judge a mutant, from the nearest to it to the farthest.

use super::{cargo, told};
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Programs of tests, perhaps a module of one, and their `BARYCAST_CASES`. `lib` are the tests beside the code.
const TESTS: &[(&str, &str)] = &[
    ("lib", "1"),
    ("clip", "1"),
    ("table exactly::", "20"),
    ("gjk", "1"),
    ("casts", "100"),
    ("table plain::", "100"),
    ("reported", "1"),
    ("common_set", "1"),
    ("intersection", "1"),
    ("cones", "1"),
    ("curved", "2"),
    ("holes", "1"),
    ("table rows::", "3"),
    ("table invariance::", "1"),
    ("unions", "1"),
    ("contract", "1"),
];
/// `BARYCAST_CASES` for the rows of the mutant's own file.
const OWN_ROWS: &str = "24";
/// The module of the rows.
const ROWS: &str = "rows::";

/// What the tests say of a mutant.
pub(super) enum Judged {
    /// By this test.
    Caught(String),
    /// This test ran ten times as long as without it, and ten seconds.
    Late(String),
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
            Self::Missed => write!(f, "missed"),
            Self::Unreached => write!(f, "unreached"),
        }
    }
}

impl Judged {
    /// What `Display` wrote.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("caught", test) => Some(Self::Caught(test.into())),
            ("late", test) => Some(Self::Late(test.into())),
            ("missed", _) => Some(Self::Missed),
            ("unreached", _) => Some(Self::Unreached),
            _ => None,
        }
    }
}

/// One test, how long it takes, and which mutants' code it runs.
struct Test {
    title: String,
    program: PathBuf,
    name: String,
    cases: &'static str,
    took: Duration,
    reached: HashSet<usize>,
}

/// The tests, built and asked once: the quick ones first.
pub(super) struct Judges {
    tests: Vec<Test>,
    rows: PathBuf,
    rows_take: Duration,
    folder: PathBuf,
}

/// The program of a test, and the module in it.
fn parts(test: &str) -> (&str, &str) {
    test.split_once(' ').unwrap_or((test, ""))
}

impl Judges {
    /// Builds them in the copy of the workspace, and asks each once with no mutant on: all must pass.
    pub(super) fn build(copy: &Path) -> Result<Self, String> {
        let mut command = cargo(copy);
        command.args(["test", "-p", "barycast", "--no-run", "--message-format=json", "--lib"]);
        for (test, _) in TESTS.iter().filter(|(test, _)| *test != "lib") {
            command.args(["--test", parts(test).0]);
        }
        let output = command.stderr(Stdio::inherit()).output().map_err(told)?;
        if !output.status.success() {
            return Err("the tests of the copy do not build".into());
        }
        let mut programs = HashMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(json) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            if let (Some(program), Some(name)) =
                (json["executable"].as_str(), json["target"]["name"].as_str())
            {
                let name = if name == "barycast" { "lib" } else { name };
                programs.insert(name.to_owned(), PathBuf::from(program));
            }
        }
        let program = |name: &str| programs.get(name).cloned().ok_or_else(|| format!("no test {name}"));
        let mut judges = Self {
            tests: Vec::new(),
            rows: program("table")?,
            rows_take: Duration::ZERO,
            folder: copy.join("crates/barycast"),
        };
        let reached = copy.join("reached.txt");
        for (test, cases) in TESTS {
            let (name, part) = parts(test);
            let program = program(name)?;
            let list = Command::new(&program).arg("--list").output().map_err(told)?;
            let list = String::from_utf8_lossy(&list.stdout).into_owned();
            let begin = Instant::now();
            for name in list.lines().filter_map(|line| line.strip_suffix(": test")) {
                if !name.starts_with(part) {
                    continue;
                }
                fs::write(&reached, "").map_err(told)?;
                let start = Instant::now();
                let told_to = reached.display().to_string();
                let set = [("BARYCAST_CASES", *cases), ("BARYCAST_REACHED", &told_to)];
                let longest = Duration::from_secs(1800);
                if !matches!(judges.ask(&program, name, &set, longest)?, Outcome::Passed) {
                    return Err(format!("{test} {name} fails without any mutant"));
                }
                let numbers = fs::read_to_string(&reached).map_err(told)?;
                judges.tests.push(Test {
                    title: format!("{} {name}", parts(test).0),
                    program: program.clone(),
                    name: name.to_owned(),
                    cases,
                    took: start.elapsed(),
                    reached: numbers.lines().filter_map(|n| n.parse().ok()).collect(),
                });
            }
            eprintln!("{test}: {:.1} s", begin.elapsed().as_secs_f64());
            if part == ROWS {
                judges.rows_take = begin.elapsed();
            }
        }
        judges.tests.sort_by_key(|test| test.took);
        Ok(judges)
    }

    /// Asks the tests that run the mutant's code one after the other, until one fails; of a pair's file, its own rows with more
    /// cases before those that take longer than a second.
    pub(super) fn judge(&self, number: usize, pairs: &str) -> Result<Judged, String> {
        let reaching: Vec<&Test> = self.tests.iter().filter(|test| test.reached.contains(&number)).collect();
        let (quick, slow) =
            reaching.split_at(reaching.partition_point(|test| test.took < Duration::from_secs(1)));
        let mutant = number.to_string();
        let one = |test: &&Test| {
            let set = [("BARYCAST_CASES", test.cases), ("BARYCAST_MUTANT", &mutant)];
            let outcome = self.ask(&test.program, &test.name, &set, longest(test.took))?;
            Ok::<_, String>(outcome.judged(&test.title))
        };
        let own = || {
            for name in ["rows::every_pair_in_2d", "rows::every_pair_in_3d"] {
                let set =
                    [("BARYCAST_CASES", OWN_ROWS), ("BARYCAST_PAIR", pairs), ("BARYCAST_MUTANT", &mutant)];
                let outcome = self.ask(&self.rows, name, &set, longest(self.rows_take))?;
                if let Some(judged) = outcome.judged("own rows") {
                    return Ok(Some(judged));
                }
            }
            Ok::<_, String>(None)
        };
        for test in quick {
            if let Some(judged) = one(test)? {
                return Ok(judged);
            }
        }
        if !pairs.is_empty()
            && !reaching.is_empty()
            && let Some(judged) = own()?
        {
            return Ok(judged);
        }
        for test in slow {
            if let Some(judged) = one(test)? {
                return Ok(judged);
            }
        }
        Ok(if reaching.is_empty() { Judged::Unreached } else { Judged::Missed })
    }

    /// Runs one test.
    fn ask(
        &self,
        program: &Path,
        name: &str,
        set: &[(&str, &str)],
        longest: Duration,
    ) -> Result<Outcome, String> {
        // A mutant may ask for all memory there is.
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("sh");
            shell.args(["-c", "ulimit -v 4000000; exec \"$@\"", "sh"]).arg(program);
            shell
        } else {
            Command::new(program)
        };
        command.args(["--test-threads=1", "--exact", name]).current_dir(&self.folder);
        command.envs(set.iter().copied()).env("RUST_BACKTRACE", "0").env("CARGO_MANIFEST_DIR", &self.folder);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(told)?;
        let (tell, ended) = channel();
        let mut said = child.stdout.take();
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = said.as_mut().map(|said| said.read_to_end(&mut text));
            tell.send(())
        });
        if ended.recv_timeout(longest).is_err() {
            let _ = child.kill();
            child.wait().map_err(told)?;
            return Ok(Outcome::Late);
        }
        Ok(if child.wait().map_err(told)?.success() { Outcome::Passed } else { Outcome::Failed })
    }
}

/// How a run of a test ended.
enum Outcome {
    Passed,
    Failed,
    Late,
}

impl Outcome {
    fn judged(&self, test: &str) -> Option<Judged> {
        match self {
            Self::Passed => None,
            Self::Failed => Some(Judged::Caught(test.into())),
            Self::Late => Some(Judged::Late(test.into())),
        }
    }
}

/// How long a test may take that took so long without a mutant.
fn longest(took: Duration) -> Duration {
    took * 10 + Duration::from_secs(10)
}
