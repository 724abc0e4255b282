//! The accuracy page of the docs.

use super::row::{Row, ULPS};
use super::tally::{Count, Tally};
use std::fmt::Write;

const HEAD: &str = "\
# How right the answers are

Made by `cargo xtask accuracy`: every row of the table against arithmetic over whole numbers of any size, which shares no
code with the kernels (`crates/barycast-testkit/src/integer.rs`, `judge.rs`).

- **fast** is what the typed shapes answer, over `f32` and over `f64`. **exact** is what `Shape2` and `Shape3` answer.
- **wrong** counts the answers to `intersects` that are wrong at any margin; **beyond** those that are still wrong when
  one shape is moved by 4 ulp of the largest coordinate. Of these fast ones promise none, and exact ones promise no
  wrong one at all wherever the table says `exact`.
  Other rows are decided in twice the digits of `f64`: exact ones do not tell gaps below some 1e-30 of the largest
  coordinate from none.
- **off** is the largest error of a distance, in ulp of the largest coordinate: of the shapes' numbers and of the two
  points that are nearest. Exact ones are rounded once.
- **near** is the share of the cases in which the shapes were made to touch by moving one, rounded, or are apart by at most
  4 ulp, or touch exactly.
- **judge**: `all` says that yes or no and the distance are judged; `yes/no` that only this is, and that fast distances
  are held against exact ones; `none` that two round shapes have no independent judge here, and that the fast answers are
  held against the exact ones, of which this page then says nothing.

The numbers of the cases are small whole ones, the same times a power of two, some moved by a few ulp, any in a range, far
from the origin, and of sizes from 1e-3 to 1e3, in turn (`crates/barycast-testkit/src/random.rs`); every fourth pair is moved
until it just touches. The seed of a case is its number.
";

/// Results of another program, written by hand, with its command.
const CURVES: &str = "
## Curves

`python bench/curves_exact.py target/release/barycast 2000` holds nearest points and lengths of random curves (Bezier of degrees 2 to 8, rational or
not, B-splines, Hermite; 2D and 3D; half of them hard: points on the normal at an end, centres of curvature, handles that nearly coincide with
ends, cusps) against 80-bit floats; without a number it asks 100,000. On 2026-11-29: no distance was too large by more than 7e-16 of the
largest coordinate (with the version before, 12 of 2000 were too large by more than 1e-9, by up to 0.54); half of the lengths were within
1.1e-16 of themselves, 99 in 100 within 2.3e-14.
";

/// Returns the page: both tables and their totals.
pub(crate) fn page(rows: &[Row], tallies: &[Tally], cases: u64) -> String {
    let mut out = String::from(HEAD);
    let all = tallies.iter().map(|t| t.cases).sum::<u64>();
    let near = tallies.iter().map(|t| t.near).sum::<u64>();
    let sum = |i: usize, exact: bool| {
        let counts = rows.iter().zip(tallies).filter(|(row, _)| (row.answer == "exact") == exact);
        counts
            .fold([0, 0], |[wrong, beyond], (_, t)| [wrong + t.counts[i].wrong, beyond + t.counts[i].beyond])
    };
    let least = tallies.iter().map(|t| t.cases / 2).min().unwrap_or(0);
    let cases_text = if least == cases { grouped(cases) } else { format!("{} or more", grouped(least)) };
    write!(
        out,
        "\n{cases_text} cases a row and precision, {} in all, {} of them near the boundary. Of the answers to `intersects`\n\
         were wrong, and wrong beyond {ULPS} ulp:\n\n\
         | | rows that say `exact`: wrong | beyond | other rows: wrong | beyond |\n|---|---:|---:|---:|---:|\n",
        grouped(all),
        grouped(near)
    )
    .expect("strings take everything");
    for (i, name) in ["fast, `f32`", "fast, `f64`", "exact"].iter().enumerate() {
        let [a, b] = sum(i, true).map(grouped);
        let [c, d] = sum(i, false).map(grouped);
        writeln!(out, "| {name} | {a} | {b} | {c} | {d} |").expect("strings take everything");
    }
    for dimensions in [2, 3] {
        let mut table = rows.iter().zip(tallies).filter(|(row, _)| row.dimensions == dimensions).peekable();
        if table.peek().is_none() {
            continue;
        }
        write!(
            out,
            "\n## {dimensions}D\n\n\
             | row | shapes | table | judge | near | f32 wrong | beyond | off | f64 wrong | beyond | off | exact wrong | off |\n\
             |---|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        )
        .expect("strings take everything");
        for (row, tally) in table {
            line(&mut out, row, tally);
        }
    }
    out.push_str(CURVES);
    out
}

fn line(out: &mut String, row: &Row, tally: &Tally) {
    let judge = judge(tally);
    let near = 100.0 * tally.near as f64 / tally.cases.max(1) as f64;
    let [single, double, exact] = tally.counts;
    let fast = |c: Count| format!("{} | {} | {}", c.wrong, c.beyond, off(c.worst));
    let exact = match judge {
        "all" => format!("{} | {}", exact.wrong, off(exact.worst)),
        "yes/no" => format!("{} | ", exact.wrong),
        _ => " | ".into(),
    };
    let [a, b] = row.shapes;
    writeln!(
        out,
        "| {} | {a} {b} | {} | {judge} | {near:.0}% | {} | {} | {exact} |",
        row.name,
        row.answer,
        fast(single),
        fast(double)
    )
    .expect("strings take everything");
}

/// Returns what the oracle of a row covers.
fn judge(tally: &Tally) -> &'static str {
    match tally.judged {
        [_, all] if all == tally.cases => "all",
        [tests, _] if tests == tally.cases => "yes/no",
        _ => "none",
    }
}

fn off(ulps: f64) -> String {
    if ulps < 100.0 { format!("{ulps:.1}") } else { format!("{ulps:.0e}") }
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns an error with the broken guarantees and cases.
pub(crate) fn broken(rows: &[Row], tallies: &[Tally]) -> Result<(), String> {
    let mut wrong = String::new();
    for (row, tally) in rows.iter().zip(tallies) {
        let promised = row.answer == "exact" && tally.counts[2].wrong > 0;
        let [single, double, exact] = tally.counts;
        if promised || exact.beyond + single.beyond + double.beyond > 0 {
            let [a, b] = row.shapes;
            write!(wrong, "\n{}D {} ({a} {b}): exact wrong {}, ", row.dimensions, row.name, exact.wrong)
                .expect("strings take everything");
            writeln!(wrong, "fast beyond {ULPS} ulp {} (f32), {} (f64)", single.beyond, double.beyond)
                .expect("strings take everything");
            for case in &tally.broken {
                writeln!(wrong, "  {case}").expect("strings take everything");
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}
