//! Contacts and sweeps with the floating-point path first, against double-double precision.

use crate::progress;
use barycast_testkit::floats::{Worst, in_2d, in_3d};

/// Compare contacts and sweeps of any two convex shapes with double-double precision.
///
/// Every other pair is in resting contact: one shape is moved until it touches the other, up to
/// rounding. Intersection tests must agree, times of impact must not be late, and depths and gaps
/// must be within the bounds that `Shape2::contact` and `Shape2::sweep` guarantee.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of pairs, in 2D and in 3D each
    #[arg(long, default_value_t = 100_000)]
    cases: u64,
    /// Number of the first pair
    #[arg(long, default_value_t = 0)]
    from: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let bar = progress::bar("pairs", arguments.cases);
    let mut worst = [Worst::default(), Worst::default()];
    let mut failures = 0_u64;
    for case in arguments.from..arguments.from + arguments.cases {
        let results = [in_2d(case, &mut worst[0]), in_3d(case, &mut worst[1])];
        for failure in results.into_iter().filter_map(Result::err) {
            failures += 1;
            bar.suspend(|| eprintln!("{failure}"));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    for (dimensions, worst) in ["2D", "3D"].into_iter().zip(&worst) {
        let Worst { contacts, sweeps, depth, round, gap, round_gap } = worst;
        println!(
            "{dimensions}: {contacts} contacts: off by up to {depth:.1} roundings, or by {round:.1e} of the depth; {sweeps} touches, with gaps of up to {gap:.1} roundings, of round shapes {round_gap:.1}"
        );
    }
    if failures > 0 {
        return Err(format!("{failures} contradictions"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_finds_no_error() {
        assert_eq!(run(&Arguments { cases: 300, from: 0 }), Ok(()));
    }
}
