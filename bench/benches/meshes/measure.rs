//! Timing in turns.

use cpu_time::ProcessTime;
use std::time::Instant;

/// Returns the seconds that some work takes. On one thread this is the lesser of wall time, which
/// includes other programs, and thread time, which includes threads that busy-wait, as in some
/// libraries; on several threads it is wall time.
pub fn seconds<T>(threads: usize, work: impl FnOnce() -> T) -> (T, f64) {
    let (wall, process) = (Instant::now(), ProcessTime::now());
    let done = work();
    let (wall, process) = (wall.elapsed().as_secs_f64(), process.elapsed().as_secs_f64());
    (done, if threads == 1 { wall.min(process) } else { wall })
}

/// One side of a comparison: runs once and returns the seconds that it took.
pub type Side<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// Returns the seconds of each side in each round. Every round starts with another side, so that
/// none always follows the same one.
pub fn in_turns(sides: &mut [Side], rounds: usize) -> Vec<Vec<f64>> {
    let mut times = vec![Vec::new(); sides.len()];
    for round in 0..rounds {
        for turn in 0..sides.len() {
            let side = (turn + round) % sides.len();
            times[side].push(sides[side]());
        }
    }
    times
}

pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    if numbers.len() % 2 == 1 { numbers[middle] } else { (numbers[middle - 1] + numbers[middle]) / 2.0 }
}

/// Returns the speed of the first relative to the second: the median over rounds, in each of which
/// both were measured.
pub fn speed(ours: &[f64], theirs: &[f64]) -> f64 {
    median(ours.iter().zip(theirs).map(|(ours, theirs)| theirs / ours).collect())
}
