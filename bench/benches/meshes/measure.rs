//! Time, taken in turns.

use cpu_time::ProcessTime;
use std::time::Instant;

/// The seconds that some work takes. On one thread the lesser of the wall's clock, to which other programs add, and of what
/// this program's threads ran, to which those add that wait for work in a loop, as some libraries' do; on several the wall's
/// clock.
pub fn seconds<T>(threads: usize, work: impl FnOnce() -> T) -> (T, f64) {
    let (wall, process) = (Instant::now(), ProcessTime::now());
    let done = work();
    let (wall, process) = (wall.elapsed().as_secs_f64(), process.elapsed().as_secs_f64());
    (done, if threads == 1 { wall.min(process) } else { wall })
}

/// One side of a comparison: runs once, and says how many seconds it took.
pub type Side<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// The seconds of each side in each round. Every round begins with another side, so that none always follows the same.
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

/// How many times the first is as fast as the second: the median over rounds, each of which was taken at one time.
pub fn speed(ours: &[f64], theirs: &[f64]) -> f64 {
    median(ours.iter().zip(theirs).map(|(ours, theirs)| theirs / ours).collect())
}
