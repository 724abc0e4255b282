//! The table: each row is one query of barycast and of another library, timed in turns.

use cpu_time::ThreadTime;
use std::fmt::Write;
use std::hint::black_box;

/// Queries per row.
pub const QUERIES: usize = 256;
/// Rounds of each side. The least time counts, because other work on the machine only adds time.
const ROUNDS: usize = 9;
/// Least duration of a round in nanoseconds; slow queries use fewer shapes.
const ROUND: f64 = 1e7;

/// The rows measured so far.
pub struct Table {
    only: Option<String>,
    csv: String,
}

impl Table {
    /// Builds a table of the rows that contain `only`, or of all for `None`.
    pub fn new(only: Option<String>) -> Self {
        Self { only, csv: "row,rival,ours_ns,theirs_ns,ratio,agree\n".into() }
    }

    /// Returns the rows as comma-separated values.
    pub fn csv(&self) -> &str {
        &self.csv
    }

    /// Tests whether the row is selected.
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    /// Measures both sides in turns, and how often they agree. A query returns one number, infinity
    /// for no result.
    pub fn row(
        &mut self,
        name: &str,
        rival: &str,
        ours: impl Fn(usize) -> f32,
        theirs: impl Fn(usize) -> f32,
    ) {
        if !self.wants(name) {
            return;
        }
        let some = queries(&ours).min(queries(&theirs));
        let agree = (0..some).filter(|&i| agree(ours(i), theirs(i))).count() as f64 / some as f64;
        let mut times = [f64::INFINITY; 2];
        for _ in 0..ROUNDS {
            times[0] = times[0].min(nanoseconds(some, &ours));
            times[1] = times[1].min(nanoseconds(some, &theirs));
        }
        let [a, b] = times;
        println!("{name:<32} {a:10.0} {b:10.0} {:8.2}   {:6.2} %  {rival}", a / b, agree * 100.0);
        writeln!(self.csv, "{name},{rival},{a:.0},{b:.0},{:.2},{agree:.4}", a / b)
            .expect("writing to a string cannot fail");
    }
}

/// Tests for equality up to the tolerance of iterations.
fn agree(a: f32, b: f32) -> bool {
    a == b || (a - b).abs() <= 2e-3 * (1.0 + a.abs())
}

/// Returns how many of the queries fit into four rounds.
fn queries(query: &impl Fn(usize) -> f32) -> usize {
    let start = ThreadTime::now();
    let mut count = 0;
    while count < QUERIES && (start.elapsed().as_nanos() as f64) < 4.0 * ROUND {
        black_box(query(count));
        count += 1;
    }
    count
}

/// Returns nanoseconds per query over the first `some` queries, repeated.
#[inline(never)]
fn nanoseconds(some: usize, query: &impl Fn(usize) -> f32) -> f64 {
    let start = ThreadTime::now();
    let mut count = 0;
    loop {
        // An odd step visits every query once.
        let step = count * 2 + 1;
        for i in 0..some {
            black_box(query(black_box((i * step) % some)));
        }
        count += 1;
        let spent = start.elapsed().as_nanos() as f64;
        if spent >= ROUND {
            return spent / (count * some) as f64;
        }
    }
}
