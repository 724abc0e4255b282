//! Times queries of any two shapes: for each pair of kinds the median over random pairs, the
//! slowest first.
//!
//! `cargo run --release -p barycast-testkit --example pace -- QUERY...`, with `intersects closest
//! contact manifold cast sweep contains`; all of them by default.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast_testkit::random::{Class, Source, shape2, shape3};
use glam::{DVec2, DVec3};
use std::hint::black_box;
use std::time::Instant;

const QUERIES: [&str; 7] = ["intersects", "closest", "contact", "manifold", "cast", "sweep", "contains"];
/// Number of random pairs per pair of kinds.
const PAIRS: usize = 41;
/// Number of listed pairs of kinds.
const LISTED: usize = 12;

/// Times of a pair of kinds in microseconds: median, 90th percentile, and maximum.
struct Pace {
    pair: String,
    times: [f64; 3],
}

macro_rules! paces {
    ($fn:ident $Any:ident $V:ident $random:ident) => {
        /// Measures every pair of kinds.
        fn $fn(query: &str, paces: &mut Vec<Pace>) {
            let names = $Any::NAMES;
            for (a, b) in names.iter().flat_map(|a| names.iter().map(move |b| (a, b))) {
                let mut source = Source::new(7, Class::Plain);
                let mut times = Vec::new();
                for _ in 0..PAIRS {
                    let (Some(x), Some(y)) = ($random(&mut source, a), $random(&mut source, b)) else {
                        continue;
                    };
                    let velocity: $V = source.point();
                    // The minimum of three excludes other load on the machine.
                    let once = || {
                        let start = Instant::now();
                        let answered = match query {
                            "intersects" => x.intersects(&y),
                            "closest" => x.closest(&y).distance >= 0.0,
                            "contact" => x.contact(&y).is_ok(),
                            "manifold" => x.manifold(&y).is_ok(),
                            "cast" => x.cast(&y).is_ok(),
                            "sweep" => x.sweep(&y, velocity, 1.0).is_ok(),
                            _ => x.contains(&y).is_ok(),
                        };
                        black_box(answered);
                        start.elapsed().as_secs_f64() * 1e6
                    };
                    times.push((0..3).map(|_| once()).fold(f64::INFINITY, f64::min));
                }
                times.sort_by(f64::total_cmp);
                if let [.., last] = times[..] {
                    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
                    let pair = format!("{}D {a} {b}", <$V as barycast::vector::Vector>::DIM);
                    paces.push(Pace { pair, times: [at(0.5), at(0.9), last] });
                }
            }
        }
    };
}
paces!(in_2d Shape2 DVec2 shape2);
paces!(in_3d Shape3 DVec3 shape3);

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    for query in QUERIES.into_iter().filter(|q| named.is_empty() || named.iter().any(|n| n == q)) {
        let mut paces = Vec::new();
        in_2d(query, &mut paces);
        in_3d(query, &mut paces);
        paces.sort_by(|x, y| y.times[0].total_cmp(&x.times[0]));
        let middle = paces[paces.len() / 2].times[0];
        println!("{query}: {} pairs of kinds, half of them below {middle:.2} us", paces.len());
        println!("{:>10} {:>10} {:>10}  us: median, nine tenths, longest", "", "", "");
        for Pace { pair, times: [median, most, longest] } in paces.iter().take(LISTED) {
            println!("{median:>10.2} {most:>10.2} {longest:>10.2}  {pair}");
        }
    }
}
