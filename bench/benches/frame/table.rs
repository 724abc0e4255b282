//! The table: each row one query of ours and of a rival, timed in turns.

use cpu_time::ThreadTime;
use std::fmt::Write;
use std::hint::black_box;

/// Queries a row.
pub const QUERIES: usize = 256;
/// Rounds of each side; the least counts: other work on the machine only adds.
const ROUNDS: usize = 9;
/// Nanoseconds that a round takes at least; one of slow queries has fewer of them.
const ROUND: f64 = 1e7;

/// The rows measured so far.
pub struct Table {
    only: Option<String>,
    csv: String,
}

impl Table {
    /// A table of the rows whose names hold this; of all for `None`.
    pub fn new(only: Option<String>) -> Self {
        Self { only, csv: "row,rival,ours_ns,theirs_ns,ratio,agree\n".into() }
    }

    /// The rows as comma-separated values.
    pub fn csv(&self) -> &str {
        &self.csv
    }

    /// The row is to be measured.
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    /// Measures both in turns, and how often they agree: a query answers with one number, infinity
    /// where there is nothing.
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
        writeln!(self.csv, "{name},{rival},{a:.0},{b:.0},{:.2},{agree:.4}", a / b).expect("strings take all");
    }
}

/// The same but for what a tolerance of iterations leaves.
fn agree(a: f32, b: f32) -> bool {
    a == b || (a - b).abs() <= 2e-3 * (1.0 + a.abs())
}

/// How many of the queries fit into a round that is four times as long as usual.
fn queries(query: &impl Fn(usize) -> f32) -> usize {
    let start = ThreadTime::now();
    let mut count = 0;
    while count < QUERIES && (start.elapsed().as_nanos() as f64) < 4.0 * ROUND {
        black_box(query(count));
        count += 1;
    }
    count
}

/// Nanoseconds a query, over the first `some` of them, again and again.
#[inline(never)]
fn nanoseconds(some: usize, query: &impl Fn(usize) -> f32) -> f64 {
    let start = ThreadTime::now();
    let mut count = 0;
    loop {
        // Odd: every query's turn comes once.
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
