//! Contacts and sweeps of [`Shape2`] and [`Shape3`] with the floating-point path first, against
//! double-double precision.

use crate::random::{CLASSES, Source, shape2, shape3};
use crate::translate::Translate as _;
use barycast::dynamic::any::{Shape2, Shape3};
use barycast::scene::moving::Body;
use barycast::vector::Vector;
use glam::{DVec2, DVec3};

/// Guaranteed error of depths, in roundings of the largest coordinate.
pub const BOUND: f64 = 512.0;
/// Guaranteed gaps that sweeps leave: for polytopes, rounded or not, and for other shapes.
pub const GAPS: [f64; 2] = [2048.0, 262_144.0];
/// Guaranteed relative error of depths of round shapes.
pub const ROUND: f64 = 2e-7;

/// The largest errors found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worst {
    /// Number of contacts compared.
    pub contacts: u64,
    /// Number of times of impact compared.
    pub sweeps: u64,
    /// Largest error of depths within the bound, in roundings of the largest coordinate.
    pub depth: f64,
    /// Largest relative error of depths beyond the bound.
    pub round: f64,
    /// Largest gap at the time of impact of polytopes, rounded or not, in roundings.
    pub gap: f64,
    /// The same for other shapes.
    pub round_gap: f64,
}

macro_rules! compared {
    ($fn:ident $Any:ident $V:ident $random:ident) => {
        /// Compares the results for the pair with this number; every other pair is moved until it
        /// touches, up to rounding.
        ///
        /// # Errors
        /// A contradiction about intersection, a late time of impact, or an error beyond its bound.
        pub fn $fn(case: u64, worst: &mut Worst) -> Result<(), String> {
            let names = $Any::NAMES;
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
                        if off > precise.depth * ROUND {
                            return Err(wrong(format!("contact {found:?}, but {precise:?}")));
                        }
                    }
                    worst.contacts += 1;
                }
            }
            // A touch just after the limit is admitted.
            let limit = 1.0 + 1e-9;
            if let (Ok(found), Ok(precise)) =
                (a.sweep(&b, velocity, 1.0), a.sweep_precisely(&b, velocity, limit))
            {
                let precise = precise.filter(|impact| impact.t <= 1.0 || found.is_some());
                if found.is_some() != precise.is_some() {
                    return Err(wrong(format!("sweep {found:?}, but {precise:?}")));
                }
                if let (Some(found), Some(precise)) = (found, precise) {
                    let size =
                        ends.into_iter().filter(|end| end.is_finite()).fold(largest(velocity), f64::max);
                    // The rounding of double-double precision, which depends on the limit of time.
                    let rounding = size * (f64::EPSILON * f64::EPSILON * 1024.0) / largest(velocity);
                    if found.t > precise.t * (1.0 + 2.0 * f64::EPSILON) + rounding {
                        return Err(wrong(format!("sweep {found:?} is later than {precise:?}")));
                    }
                    let left =
                        a.closest(&b.clone().moved(velocity * found.t)).distance / (size * f64::EPSILON);
                    let polytopes = a.are_polytopes(&b);
                    let gap = if polytopes { &mut worst.gap } else { &mut worst.round_gap };
                    *gap = gap.max(left);
                    worst.sweeps += 1;
                    if left > GAPS[usize::from(!polytopes)] {
                        return Err(wrong(format!("sweep {found:?} leaves a gap of {left:.0} roundings")));
                    }
                }
            }
            Ok(())
        }
    };
}
compared!(in_2d Shape2 DVec2 shape2);
compared!(in_3d Shape3 DVec3 shape3);
