//! Python libraries for mesh intersection: a process of `peers.py`, which measures the time itself.

use crate::model::Model;
use crate::peer::{Answer, Build, Peer, Tree};
use crate::rays::Pose;
use crate::settings::Definition;
use glam::Mat3;
use serde::Deserialize;
use std::cell::{Cell, RefCell};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const BENCH: &str = env!("CARGO_MANIFEST_DIR");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    module: String,
}

struct Python {
    module: String,
    program: PathBuf,
}

pub fn open(definition: &Definition) -> Result<impl Peer + use<>, String> {
    let Options { module } = definition.options.clone().try_into().map_err(|e| e.to_string())?;
    let program = Path::new(BENCH).join("target/peers/python/bin/python");
    let imported = Command::new(&program).args(["-c", &format!("import numpy, {module}")]).output();
    if !imported.is_ok_and(|output| output.status.success()) {
        return Err("missing; bench/peers.sh fetches it".into());
    }
    Ok(Python { module, program })
}

/// A mesh in a separate process.
struct Process {
    child: RefCell<Child>,
    /// Files of vertices, triangles and poses.
    files: [PathBuf; 3],
    seconds: Cell<f64>,
}

/// A line of output of `peers.py`.
#[derive(Deserialize)]
struct Line {
    seconds: f64,
    hits: Vec<bool>,
}

impl Peer for Python {
    fn ready<'m>(&'m self, model: &'m Model, _threads: usize) -> Build<'m> {
        let name = |what| format!("{}-{}.{what}", self.module, model.name);
        let files = ["vertices", "triangles", "poses"]
            .map(|what| Path::new(BENCH).join("target/peers").join(name(what)));
        write(
            &files[0],
            model.vertices.iter().flat_map(|v| v.as_dvec3().to_array()).flat_map(f64::to_ne_bytes),
        );
        write(&files[1], model.triangles.iter().flatten().flat_map(|index| index.to_ne_bytes()));
        let mut command = Command::new(&self.program);
        command.arg(Path::new(BENCH).join("peers.py")).arg(&self.module).args(&files[..2]);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
        let process = Process { child: RefCell::new(child), files, seconds: Cell::new(0.0) };
        Box::new(move || {
            process.query("build");
            Box::new(process)
        })
    }
}

fn write(file: &Path, bytes: impl Iterator<Item = u8>) {
    std::fs::write(file, bytes.collect::<Vec<_>>()).expect("the target folder can be written");
}

impl Process {
    fn query(&self, question: &str) -> Vec<bool> {
        let mut child = self.child.borrow_mut();
        let input = child.stdin.as_mut().expect("it is piped");
        writeln!(input, "{question}").expect("Python listens");
        let mut line = String::new();
        // It writes one line per query, and only that line is read.
        BufReader::new(child.stdout.as_mut().expect("it is piped"))
            .read_line(&mut line)
            .expect("Python answers");
        let line: Line = serde_json::from_str(&line).expect("Python answers in JSON");
        self.seconds.set(line.seconds);
        line.hits
    }
}

impl Tree for Process {
    fn meets(&self, poses: &[Pose], answers: &mut [Answer]) -> bool {
        let numbers = poses.iter().flat_map(|pose| {
            // Rows, while glam stores columns.
            let rotation = Mat3::from_quat(pose.rotation).transpose().to_cols_array();
            rotation.into_iter().chain(pose.translation.to_array())
        });
        write(&self.files[2], numbers.flat_map(|x| f64::from(x).to_ne_bytes()));
        let hits = self.query(&format!("poses {}", self.files[2].display()));
        for (hit, answer) in hits.into_iter().zip(answers) {
            *answer = if hit { Answer::HIT } else { Answer::NONE };
        }
        true
    }

    fn bytes(&self) -> Option<usize> {
        Some(0)
    }

    fn took(&self) -> Option<f64> {
        Some(self.seconds.get())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let child = self.child.get_mut();
        // It ends when its input does.
        drop(child.stdin.take());
        let _ = child.wait();
        for file in &self.files {
            let _ = std::fs::remove_file(file);
        }
    }
}
