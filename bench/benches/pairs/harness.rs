//! Rows that measure barycast and another library in alternating rounds.

use glam::{DVec3, Vec2, Vec3};
use std::fmt::Write;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Pairs per row.
pub const PAIRS: usize = 1 << 13;
/// Hulls among these pairs: building exact hulls takes long.
pub const HULLS: usize = 1 << 10;
/// Rounds of each side. The least time counts, because other work on the machine only adds time.
const ROUNDS: usize = 15;

/// The next order of the pairs.
static TURN: AtomicUsize = AtomicUsize::new(0);

/// A result, as far as two libraries can be compared by it.
pub trait Answer: Copy {
    /// Returns a value that depends on the whole result.
    fn digest(self) -> u32;
    fn agrees(self, other: Self) -> bool;
}

impl Answer for bool {
    fn digest(self) -> u32 {
        u32::from(self)
    }
    fn agrees(self, other: Self) -> bool {
        self == other
    }
}

impl Answer for f32 {
    fn digest(self) -> u32 {
        self.to_bits()
    }
    fn agrees(self, other: Self) -> bool {
        (self - other).abs() <= 1e-3 * (1.0 + self.abs())
    }
}

impl Answer for f64 {
    fn digest(self) -> u32 {
        self.to_bits() as u32
    }
    fn agrees(self, other: Self) -> bool {
        (self - other).abs() <= 1e-6 * (1.0 + self.abs())
    }
}

/// Only `t`.
impl Answer for Option<f32> {
    fn digest(self) -> u32 {
        self.map_or(0, f32::to_bits)
    }
    fn agrees(self, other: Self) -> bool {
        match (self, other) {
            (Some(t), Some(u)) => t.agrees(u),
            _ => self.is_none() == other.is_none(),
        }
    }
}

/// `t` and normal; parry's normal is zero if it has none.
macro_rules! casts {
    ($($scalar:ident $vector:ident, $crossed:expr);*) => {$(
        impl Answer for Option<($scalar, $vector)> {
            fn digest(self) -> u32 {
                self.map_or(0, |(t, n)| (t + n.dot($vector::ONE)).digest())
            }
            fn agrees(self, other: Self) -> bool {
                let crossed: fn($vector, $vector) -> $scalar = $crossed;
                match (self, other) {
                    (Some((t, n)), Some((u, m))) => t.agrees(u) && crossed(n, m).abs() < 1e-2,
                    _ => self.is_none() == other.is_none(),
                }
            }
        }
    )*};
}
casts!(f32 Vec3, |n, m| n.cross(m).length(); f64 DVec3, |n, m| n.cross(m).length(); f32 Vec2, |n, m| n.perp_dot(m));

/// The rows measured so far.
pub struct Table {
    pub only: Option<String>,
    pub csv: String,
}

impl Table {
    /// Tests whether the row is selected.
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    /// Measures both sides in turns, and how often they agree.
    pub fn row<A: Answer>(
        &mut self,
        name: &str,
        rival: &str,
        ours: impl Fn(usize) -> A,
        theirs: impl Fn(usize) -> A,
    ) {
        if !self.wants(name) {
            return;
        }
        let agree = (0..PAIRS).filter(|&i| ours(i).agrees(theirs(i))).count() as f64 / PAIRS as f64;
        let repeats = (2e-3 / nanoseconds(1, &theirs).max(1.0) / PAIRS as f64 * 1e9).clamp(1.0, 100.0) as u32;
        let mut times = [[0.0; ROUNDS]; 2];
        for round in 0..ROUNDS {
            times[0][round] = nanoseconds(repeats, &ours);
            times[1][round] = nanoseconds(repeats, &theirs);
        }
        let [a, b] = times.map(|side| side.into_iter().fold(f64::INFINITY, f64::min));
        println!("{name:<28} {a:8.1} {b:8.1} {:6.2}   {:6.2} %  {rival}", a / b, agree * 100.0);
        writeln!(self.csv, "{name},{rival},{a:.1},{b:.1},{:.2},{agree:.4}", a / b)
            .expect("writing to a string cannot fail");
    }
}

/// Measures a query over all pairs several times, each time in another order, because a branch
/// predictor learns thousands of pairs that always come in the same order. The compiler must not
/// vectorise over pairs, which `lanes` measures.
#[inline(never)]
fn nanoseconds<A: Answer>(repeats: u32, query: &impl Fn(usize) -> A) -> f64 {
    let start = Instant::now();
    for _ in 0..repeats {
        let mut digest = 0_u32;
        // An odd step visits every pair once.
        let step = (TURN.fetch_add(1, Relaxed) * 2654435761) | 1;
        for i in 0..black_box(PAIRS) {
            digest = digest.wrapping_add(query(black_box(i.wrapping_mul(step) % PAIRS)).digest());
        }
        black_box(digest);
    }
    start.elapsed().as_nanos() as f64 / (f64::from(repeats) * PAIRS as f64)
}

pub fn many<A, B>(mut shape: impl FnMut() -> (A, B)) -> Both<A, B> {
    (0..PAIRS).map(|_| shape()).unzip()
}

/// The same shapes for both libraries, in separate memory.
pub type Both<A, B> = (Vec<A>, Vec<B>);
