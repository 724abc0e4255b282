//! Accuracy of every row of the table against exact arithmetic: how often results are wrong, how
//! close to the boundary, and the errors of distances.

mod page;
mod row;
mod tally;

use crate::progress;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::query::{Closest, Distance, Intersects};
use barycast::vector::Vector;
use barycast_testkit::integer_oracle::{IntegerShape, Verdict, decide};
use barycast_testkit::random::{CLASSES, Class, Source, shape2, shape3, snake};
use barycast_testkit::translate::Translate;
use clap::Args;
use glam::{DVec2, DVec3, Vec2, Vec3};
use row::{Row, ULPS};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tally::{Case, Tally};

/// Number of cases in one chunk, the most that `--resume` repeats.
const CHUNK: u64 = 500;

/// Measure every row of the table, and write `docs/accuracy.md`.
#[derive(Args)]
pub(crate) struct Options {
    /// Cases per row and precision.
    #[arg(long, default_value_t = 10_000)]
    cases: u64,
    /// Save progress in a file, and resume from it.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Only these rows (`aabb_sphere`); prints the table and writes no page.
    #[arg(long, value_name = "NAME")]
    row: Vec<String>,
}

/// A pair, and the results of the fast kernels.
struct Measured<'a, Any> {
    shapes: [&'a dyn IntegerShape; 2],
    any: [&'a Any; 2],
    fast: (bool, f64),
    /// True if the second was moved so that they just touch.
    touching: bool,
    epsilon: f64,
    case: u64,
}

macro_rules! dimension {
    ($one:ident $draw:ident $Any:ident $V:ident $Single:ident $random:ident) => {
        /// Returns two shapes, moved so that they just touch in every fourth case.
        fn $draw(a: $Any, b: $Any, case: u64) -> ($Any, $Any, bool) {
            if case % 4 != 3 {
                return (a, b, false);
            }
            let way = if a.intersects(&b) {
                let contact = a.contact_precisely(&b).ok().flatten().filter(|c| c.depth.is_finite());
                contact.and_then(|c| c.normal_a_to_b.map(|n| n * c.depth))
            } else {
                let closest = a.closest_precisely(&b);
                Some(closest.on_a - closest.on_b)
            };
            match way {
                Some(way) => (a, b.moved(way), true),
                None => (a, b, false),
            }
        }

        fn $one(measured: &Measured<'_, $Any>, tally: &mut Tally) {
            let [a, b] = measured.any;
            let exact = a.intersects(b);
            let Closest { distance, on_a, on_b } = a.closest_precisely(b);
            let verdict = decide(measured.shapes[0], measured.shapes[1]);
            let numbers = measured.shapes.iter().flat_map(|s| s.numbers());
            let witnesses = (0..$V::DIM).flat_map(|i| [on_a[i], on_b[i]]);
            let ulp = numbers.chain(witnesses).fold(0.0, |most: f64, x| most.max(x.abs())) * measured.epsilon;
            let truth = verdict.unwrap_or(Verdict { meets: exact, touches: false, distance: None });
            // If the oracle has no distance, fast distances are compared with those of the exact
            // path.
            let apart = truth.distance.unwrap_or([distance, 0.0]);
            let margin = ULPS * ulp;
            let beyond = |said: bool| {
                if said {
                    apart[0] > margin
                } else {
                    let contact = a.contact_precisely(b).ok().flatten().and_then(|c| c.normal_a_to_b);
                    let ways = contact.into_iter().chain(directions());
                    !ways.into_iter().any(|d: $V| !a.intersects(&b.clone().moved(d * margin)))
                }
            };
            let wrong = |said: bool| (said != truth.meets, said != truth.meets && beyond(said));
            let off = |said: f64| if ulp > 0.0 { ((said - apart[0]) - apart[1]).abs() / ulp } else { 0.0 };
            tally.add(
                &Case {
                    judged: verdict.map(|v| v.distance.is_some()),
                    near: measured.touching || truth.touches || (!truth.meets && apart[0] <= margin),
                    fast: wrong(measured.fast.0),
                    exact: wrong(exact),
                    fast_off: off(measured.fast.1),
                    exact_off: off(distance),
                },
                measured.case,
                measured.epsilon > f64::EPSILON,
                || {
                    format!(
                        "{:?}\n  {:?}\n  {truth:?}, fast {:?}, exact {exact} {distance:e}",
                        a, b, measured.fast
                    )
                },
            );
        }
    };
}
dimension!(one2 draw2 Shape2 DVec2 Vec2 shape2);
dimension!(one3 draw3 Shape3 DVec3 Vec3 shape3);

/// Returns the 8 or 26 directions of a grid.
fn directions<V: Vector<Scalar = f64>>() -> Vec<V> {
    let steps = [-1.0, 0.0, 1.0];
    (0..3_usize.pow(V::DIM as u32))
        .map(|k| V::from_fn(|i| steps[k / 3_usize.pow(i as u32) % 3]))
        .filter(|v: &V| v.length_squared() > 0.0)
        .map(|v| v * (1.0 / v.length_squared().sqrt()))
        .collect()
}

/// Returns the numbers of a case; for `f32` without classes whose products overflow.
fn source(case: u64, single: bool) -> Source {
    let class = CLASSES[(case / 4) as usize % CLASSES.len()];
    let class = if single && matches!(class, Class::GridScaled(_)) { Class::Nudged } else { class };
    Source::new(case.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31) ^ u64::from(single), class)
}

/// Returns the intersection test and distance of a fast kernel.
fn fast<A, B, V>(a: &A, b: &B) -> (bool, f64)
where
    V: Vector<Scalar: Into<f64>>,
    A: Intersects<B, Answer = bool> + Distance<B, Vector = V>,
{
    (a.intersects(b), a.closest(b).distance.into())
}

macro_rules! measure {
    ($Any:ident $V:ident $Single:ident $random:ident $draw:ident $one:ident $a:ident $b:ident) => {
        |case, tally| {
            let take = |pair: ($Any, $Any)| match pair {
                ($Any::$a(a), $Any::$b(b)) => (a, b),
                _ => unreachable!("shapes keep their kind"),
            };
            let drawn = |single| {
                let source = &mut source(case, single);
                let shape = |source: &mut Source, name: &str| $random(source, &snake(name)).expect("a shape");
                (shape(source, stringify!($a)), shape(source, stringify!($b)))
            };
            let (a, b) = drawn(false);
            let (any_a, any_b, touching) = $draw(a, b, case);
            let (a, b) = take((any_a.clone(), any_b.clone()));
            let measured = Measured {
                shapes: [&a, &b],
                any: [&any_a, &any_b],
                fast: fast::<_, _, $V>(&a, &b),
                touching,
                epsilon: f64::EPSILON,
                case,
            };
            $one(&measured, tally);

            // Rounded before the move, so that only one is rounded after it.
            let (a, b) = take(drawn(true));
            let single = |x: f64| f64::from(x as f32);
            let (a, b) = (a.lift::<$V>(&single), b.lift::<$V>(&single));
            let (a, b, touching) = $draw(a.into(), b.into(), case);
            let (a, b) = take((a, b));
            let (a, b) = (a.lift::<$Single>(&|x| x as f32), b.lift::<$Single>(&|x| x as f32));
            let said = fast::<_, _, $Single>(&a, &b);
            let (a, b) = (a.lift::<$V>(&f64::from), b.lift::<$V>(&f64::from));
            let measured = Measured {
                shapes: [&a, &b],
                any: [&a.into(), &b.into()],
                fast: said,
                touching,
                epsilon: f64::from(f32::EPSILON),
                case,
            };
            $one(&measured, tally);
        }
    };
}

macro_rules! rows {
    (both_same { $($m1:ident: $a1:ident $b1:ident, $i1:ident $d1:ident $c1:ident;)* }
     both_pair { $($m2:ident: $a2:ident $b2:ident, $i2:ident $d2:ident $c2:ident;)* }
     d2_same { $($m3:ident: $a3:ident $b3:ident, $i3:ident $d3:ident $c3:ident;)* }
     d2_pair { $($m4:ident: $a4:ident $b4:ident, $i4:ident $d4:ident $c4:ident;)* }
     d3_same { $($m5:ident: $a5:ident $b5:ident, $i5:ident $d5:ident $c5:ident;)* }
     d3_pair { $($m6:ident: $a6:ident $b6:ident, $i6:ident $d6:ident $c6:ident;)* }) => {
        fn rows() -> Vec<Row> {
            vec![
                $(rows!(@two $m1 $a1 $b1 $i1),)* $(rows!(@two $m2 $a2 $b2 $i2),)*
                $(rows!(@two $m3 $a3 $b3 $i3),)* $(rows!(@two $m4 $a4 $b4 $i4),)*
                $(rows!(@three $m1 $a1 $b1 $i1),)* $(rows!(@three $m2 $a2 $b2 $i2),)*
                $(rows!(@three $m5 $a5 $b5 $i5),)* $(rows!(@three $m6 $a6 $b6 $i6),)*
            ]
        }
    };
    (@two $m:ident $a:ident $b:ident $i:ident) => {
        rows!(@row 2 $m $a $b $i measure!(Shape2 DVec2 Vec2 shape2 draw2 one2 $a $b))
    };
    (@three $m:ident $a:ident $b:ident $i:ident) => {
        rows!(@row 3 $m $a $b $i measure!(Shape3 DVec3 Vec3 shape3 draw3 one3 $a $b))
    };
    (@row $dimensions:literal $m:ident $a:ident $b:ident $i:ident $measure:expr) => {
        Row {
            dimensions: $dimensions,
            name: stringify!($m),
            shapes: [stringify!($a), stringify!($b)],
            answer: stringify!($i),
            measure: $measure,
        }
    };
}
barycast::with_rows!(rows);

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let mut rows = rows();
    rows.sort_by_key(|row| (row.dimensions, row.name, row.shapes));
    let known = |name: &String| rows.iter().any(|row| row.name == name);
    if let Some(name) = options.row.iter().find(|name| !known(name)) {
        return Err(format!("no row is called {name}: see `barycast pairs`"));
    }
    rows.retain(|row| options.row.is_empty() || options.row.iter().any(|name| row.name == name));
    let tallies = measure_all(&rows, options)?;
    let text = page::page(&rows, &tallies, options.cases);
    if options.row.is_empty() {
        std::fs::write("docs/accuracy.md", &text).map_err(|e| format!("docs/accuracy.md: {e}"))?;
    } else {
        print!("{text}");
    }
    page::broken(&rows, &tallies)
}

/// Runs all chunks of all rows on all cores, except those in the progress file.
fn measure_all(rows: &[Row], options: &Options) -> Result<Vec<Tally>, String> {
    let mut tallies: Vec<Tally> = rows.iter().map(|_| Tally::default()).collect();
    let chunks = options.cases.div_ceil(CHUNK);
    let mut jobs: Vec<(u64, usize)> =
        (0..chunks).flat_map(|chunk| (0..rows.len()).map(move |row| (chunk, row))).collect();
    let place =
        |row: &Row, chunk: u64| format!("{}D {} {} {chunk}", row.dimensions, row.shapes[0], row.shapes[1]);
    let mut file = None;
    if let Some(path) = &options.resume {
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        let done = if path.exists() { std::fs::read_to_string(path).map_err(failed)? } else { String::new() };
        jobs.retain(|(chunk, row)| {
            let place = place(&rows[*row], *chunk);
            let line = done.lines().find_map(|line| line.strip_prefix(&place)?.strip_prefix('\t'));
            let Some(tally) = line.and_then(Tally::read) else { return true };
            tallies[*row].merge(tally);
            false
        });
        file = Some(std::fs::File::options().create(true).append(true).open(path).map_err(failed)?);
    }
    let bar = progress::bar("chunks of cases", jobs.len() as u64);
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((&mut tallies, file, Ok(())));
    let work = || {
        while let Some((chunk, row)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut tally = Tally::default();
            for case in chunk * CHUNK..((chunk + 1) * CHUNK).min(options.cases) {
                (rows[*row].measure)(case, &mut tally);
            }
            let mut shared = shared.lock().expect("no thread panics");
            if let Some(file) = &mut shared.1 {
                let line = format!("{}\t{}\n", place(&rows[*row], *chunk), tally.line());
                let written = file.write_all(line.as_bytes());
                shared.2 = written.map_err(|e| e.to_string());
            }
            shared.0[*row].merge(tally);
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let (_, _, written) = shared.into_inner().expect("no thread panics");
    written?;
    Ok(tallies)
}
