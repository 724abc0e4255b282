//! The tests that judge a mutant, from the nearest to it to the farthest.

use super::{cargo, told};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Each test, a program and perhaps a module of it, and its `BARYCAST_CASES`, the quick ones first. `lib` are the tests
/// beside the code.
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

/// What the tests say of a mutant.
pub(super) enum Judged {
    /// By this test.
    Caught(String),
    /// This test ran ten times as long as without it.
    Late(String),
    /// All tests passed.
    Missed,
}

impl Display for Judged {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Caught(test) => write!(f, "caught {test}"),
            Self::Late(test) => write!(f, "late {test}"),
            Self::Missed => write!(f, "missed"),
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
            _ => None,
        }
    }
}

/// The tests, built, and how long each may take.
pub(super) struct Judges {
    programs: HashMap<String, PathBuf>,
    limits: HashMap<String, Duration>,
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
        let mut judges = Self { programs, limits: HashMap::new(), folder: copy.join("crates/barycast") };
        for (test, cases) in TESTS {
            let start = Instant::now();
            if !matches!(judges.ask(test, None, "", &[("BARYCAST_CASES", cases)])?, Judged::Missed) {
                return Err(format!("{test} fails without any mutant"));
            }
            eprintln!("{test}: {:.1} s", start.elapsed().as_secs_f64());
            judges.limits.insert((*test).into(), start.elapsed() * 10 + Duration::from_secs(10));
        }
        Ok(judges)
    }

    /// Asks one test after the other, until one fails.
    pub(super) fn judge(&self, number: usize, module: &str, pairs: &str) -> Result<Judged, String> {
        let mut judged = self.ask("lib", Some(number), module, &[])?;
        if matches!(judged, Judged::Missed) && !pairs.is_empty() {
            let own = [("BARYCAST_CASES", OWN_ROWS), ("BARYCAST_PAIR", pairs)];
            judged = self.ask("table rows::", Some(number), "", &own)?;
        }
        for (test, cases) in TESTS {
            if !matches!(judged, Judged::Missed) {
                break;
            }
            judged = self.ask(test, Some(number), "", &[("BARYCAST_CASES", cases)])?;
        }
        Ok(judged)
    }

    /// Runs a test's cases whose names begin with `module`, and ends it at the first that fails.
    fn ask(
        &self,
        test: &str,
        number: Option<usize>,
        module: &str,
        set: &[(&str, &str)],
    ) -> Result<Judged, String> {
        let (program, part) = parts(test);
        let program = self.programs.get(program).ok_or_else(|| format!("no test {program}"))?;
        let module = if module.is_empty() { part } else { module };
        // A mutant may ask for all memory there is.
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("sh");
            shell.args(["-c", "ulimit -v 4000000; exec \"$@\"", "sh"]).arg(program);
            shell
        } else {
            Command::new(program)
        };
        command.args(["--test-threads=1", module]).current_dir(&self.folder);
        command.envs(set.iter().copied()).env("RUST_BACKTRACE", "0").env("CARGO_MANIFEST_DIR", &self.folder);
        if let Some(number) = number {
            command.env("BARYCAST_MUTANT", number.to_string());
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(told)?;
        let (tell, failed) = channel();
        let reader = child.stdout.take().map(BufReader::new);
        std::thread::spawn(move || {
            for line in reader.into_iter().flat_map(BufRead::lines).map_while(Result::ok) {
                if line.ends_with("FAILED") && tell.send(()).is_err() {
                    return;
                }
            }
        });
        let limit = self.limits.get(test).copied().unwrap_or(Duration::from_secs(600));
        let judged = match failed.recv_timeout(limit) {
            Ok(()) => Judged::Caught(test.into()),
            Err(RecvTimeoutError::Timeout) => Judged::Late(test.into()),
            Err(RecvTimeoutError::Disconnected) => {
                let passed = child.wait().map_err(told)?.success();
                return Ok(if passed { Judged::Missed } else { Judged::Caught(test.into()) });
            }
        };
        let _ = child.kill();
        child.wait().map_err(told)?;
        Ok(judged)
    }
}
