//! Contacts and sweeps of [`Shape2`] and [`Shape3`] in floats first, held against the same in twice the digits.

use crate::moved::Moved as _;
use crate::random::{CLASSES, Source, shape2, shape3};
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::scene::moving::Body;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};

/// The promised bound of depths, in roundings of the largest coordinate.
pub const BOUND: f64 = 512.0;
/// What is promised of the gaps that sweeps leave: of polytopes, grown or not, and of other shapes.
pub const GAPS: [f64; 2] = [2048.0, 262_144.0];
/// What is promised of depths of round shapes, as a part of the depth.
pub const ROUND: f64 = 2e-7;

/// The largest errors seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worst {
    /// How many were compared.
    pub contacts: u64,
    /// How many first touches were compared.
    pub sweeps: u64,
    /// Of depths, in roundings of the largest coordinate, up to the bound.
    pub depth: f64,
    /// Of depths that are off by more, as a part of the depth.
    pub round: f64,
    /// Of gaps left at the time of a touch of polytopes, grown or not, in roundings.
    pub gap: f64,
    /// The same of other shapes.
    pub round_gap: f64,
}

macro_rules! compared {
    ($fn:ident $Any:ident $V:ident $random:ident) => {
        /// Compares the answers about the pair of a number: every other pair is moved until it touches, as far as its digits allow.
        ///
        /// # Errors
        /// Yes and no, or a touch that is late.
        pub fn $fn(case: u64, worst: &mut Worst) -> Result<(), String> {
            let names = $Any::<$V>::NAMES;
            let mut source = Source::new(case, CLASSES[(case / 2 % CLASSES.len() as u64) as usize]);
            let mut name = || names[source.rng.usize(..names.len())];
            let (first, second) = (name(), name());
            let (Some(a), Some(b)) = ($random(&mut source, first), $random(&mut source, second)) else {
                return Ok(());
            };
            let velocity: $V = source.point();
            let b = match (case % 2 == 1).then(|| a.sweep_precisely(&b, velocity, 1.0)) {
                Some(Ok(Some(impact))) => b.clone().moved(velocity * impact.t),
                _ => b,
            };
            let wrong = |what: String| format!("case {case}: {what}\n   {a:?}\n   {b:?}\n   {velocity:?}");
            let largest = |v: $V| Vector::largest(v);
            let ends = [a.bounds(), b.bounds()].map(|bounds| largest(bounds.min).max(largest(bounds.max)));
            if let (Ok(found), Ok(precise)) = (a.contact(&b), a.contact_precisely(&b)) {
                if found.is_some() != precise.is_some() {
                    return Err(wrong(format!("contact {found:?}, but {precise:?}")));
                }
                if let (Some(found), Some(precise)) = (found, precise) {
                    let size =
                        ends.into_iter().filter(|end| end.is_finite()).fold(largest(precise.on_a), f64::max);
                    let off = (found.depth - precise.depth).abs();
                    if off <= BOUND * f64::EPSILON * size {
                        worst.depth = worst.depth.max(off / (size * f64::EPSILON));
                    } else {
                        worst.round = worst.round.max(off / precise.depth);
                    }
                    worst.contacts += 1;
                }
            }
            // A touch just after the limit may count.
            let limit = 1.0 + 1e-9;
            if let (Ok(found), Ok(precise)) =
                (a.sweep(&b, velocity, 1.0), a.sweep_precisely(&b, velocity, limit))
            {
                let precise = precise.filter(|impact| impact.t <= 1.0 || found.is_some());
                if found.is_some() != precise.is_some() {
                    return Err(wrong(format!("sweep {found:?}, but {precise:?}")));
                }
                if let (Some(found), Some(precise)) = (found, precise) {
                    if found.t > precise.t * (1.0 + 2.0 * f64::EPSILON) {
                        return Err(wrong(format!("sweep {found:?} is later than {precise:?}")));
                    }
                    let size =
                        ends.into_iter().filter(|end| end.is_finite()).fold(largest(velocity), f64::max);
                    let left =
                        a.closest(&b.clone().moved(velocity * found.t)).distance / (size * f64::EPSILON);
                    let gap = if a.are_polytopes(&b) { &mut worst.gap } else { &mut worst.round_gap };
                    *gap = gap.max(left);
                    worst.sweeps += 1;
                }
            }
            Ok(())
        }
    };
}
compared!(in_2d Shape2 DVec2 shape2);
compared!(in_3d Shape3 DVec3 shape3);
