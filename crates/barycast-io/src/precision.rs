//! Resolution of coordinates: their largest distance from the author's numbers, due to rounding in
//! files.

use glam::DVec3;

/// Texts whose coordinates all have fewer significant digits count as exact: `0.5` is a half.
const ROUNDED: u32 = 6;

/// The form in which a file stores the coordinates of a mesh.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stored {
    /// Binary `f32`.
    Single,
    /// Binary `f64`.
    Double,
    /// Integers, multiplied by this.
    Steps(f64),
    /// Decimal text.
    Text(Digits),
}

impl Stored {
    /// Returns the resolution of a mesh with these triangles, see [`crate::Mesh::resolution`].
    pub(crate) fn resolution(self, vertices: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
        self.resolution_at(largest(vertices, triangles))
    }

    /// Returns the resolution of a mesh with this largest absolute coordinate.
    pub(crate) fn resolution_at(self, largest: f64) -> f64 {
        let half = match self {
            Self::Single => half_spacing(largest, 23, -126),
            Self::Double => 0.0,
            Self::Steps(step) => 0.5 * step,
            Self::Text(digits) => digits.half_unit(),
        };
        half.max(half_spacing(largest, 52, -1022))
    }
}

/// Returns the largest absolute coordinate of a triangle's corner.
fn largest(vertices: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let size = |vertex: &DVec3| vertex.abs().max_element();
    let (mut at, mut most) = (0, -1.0);
    for (index, vertex) in vertices.iter().enumerate() {
        if size(vertex) > most {
            (at, most) = (index, size(vertex));
        }
    }
    // Usually a triangle uses that vertex, so that the vertices are read in order and only once.
    if triangles.as_flattened().iter().any(|vertex| *vertex as usize == at) {
        return most;
    }
    triangles.as_flattened().iter().map(|vertex| size(&vertices[*vertex as usize])).fold(0.0, f64::max)
}

/// Returns half the spacing at `x` of floats with this many fraction bits and this least exponent.
fn half_spacing(x: f64, bits: i32, least: i32) -> f64 {
    let exponent = (x.to_bits() >> 52 & 0x7FF) as i32 - 1023;
    power_of_two(exponent.max(least) - bits - 1)
}

/// Returns `2^exponent`, or the least positive number if that is smaller.
fn power_of_two(exponent: i32) -> f64 {
    if exponent >= -1022 {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    } else {
        f64::from_bits(1 << (exponent + 1074).max(0))
    }
}

/// The decimal digits of a text's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Digits {
    /// Decimal exponent of the finest last digit.
    finest: i32,
    /// Largest number of significant digits of a coordinate.
    most: u32,
}

impl Default for Digits {
    fn default() -> Self {
        Self { finest: i32::MAX, most: 0 }
    }
}

impl Digits {
    /// Returns half a unit of the finest last digit; 0 for a text that counts as exact.
    fn half_unit(self) -> f64 {
        if self.most < ROUNDED {
            return 0.0;
        }
        // Parsing rounds correctly, unlike multiplying powers of ten.
        format!("5e{}", self.finest - 1).parse().unwrap_or_default()
    }

    fn note(&mut self, written: &Written) {
        self.finest = self.finest.min(written.last);
        self.most = self.most.max(written.significant);
    }

    /// Returns the nearest `f64`, or `None` if the word is not a number.
    #[inline]
    pub(crate) fn number(&mut self, word: &[u8]) -> Option<f64> {
        let Some(written) = Written::of(word) else {
            // Infinity, NaN, or not a number.
            return std::str::from_utf8(word).ok()?.parse().ok();
        };
        self.note(&written);
        match written.exact() {
            Some(number) => Some(number),
            None => std::str::from_utf8(word).ok()?.parse().ok(),
        }
    }
}

/// A decimal number as written.
struct Written {
    negative: bool,
    /// All digits as an integer, if they fit.
    digits: Option<u64>,
    /// Decimal exponent of the last digit.
    last: i32,
    /// Number of digits from the first nonzero one. Trailing zeros count only after a point.
    significant: u32,
}

impl Written {
    /// Parses digits with an optional sign, point and exponent; `None` for any other word.
    #[inline]
    fn of(word: &[u8]) -> Option<Self> {
        let (negative, unsigned) = match word {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] | rest => (false, rest),
        };
        let (mut digits, mut significant, mut zeros) = (0_u64, 0_u32, 0_u32);
        let mut point = None;
        let mut end = unsigned.len();
        for (at, byte) in unsigned.iter().enumerate() {
            match byte {
                b'0'..=b'9' => {
                    let digit = byte - b'0';
                    // A number of more than 19 digits is not used.
                    digits = digits.wrapping_mul(10).wrapping_add(u64::from(digit));
                    significant += u32::from(significant > 0 || digit > 0);
                    zeros = if digit == 0 { zeros + 1 } else { 0 };
                }
                b'.' if point.is_none() => point = Some(at),
                b'e' | b'E' => {
                    end = at;
                    break;
                }
                _ => return None,
            }
        }
        if end == usize::from(point.is_some()) {
            return None;
        }
        let exponent = if end == unsigned.len() { 0 } else { exponent(&unsigned[end + 1..])? };
        let decimals = point.map_or(0, |point| end - point - 1);
        let digits = (significant < 20).then_some(digits);
        if point.is_none() {
            significant = significant.saturating_sub(zeros);
        }
        let last = exponent.saturating_sub(i32::try_from(decimals).ok()?);
        Some(Self { negative, digits, last, significant })
    }

    /// Returns the nearest `f64` if a single operation on exact numbers gives it. [Clinger 1990]
    #[inline]
    fn exact(&self) -> Option<f64> {
        const POWERS: [f64; 23] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
            1e18, 1e19, 1e20, 1e21, 1e22,
        ];
        let digits = self.digits.filter(|digits| *digits <= 1 << 53)? as f64;
        let power = *POWERS.get(self.last.unsigned_abs() as usize)?;
        let number = if self.last < 0 { digits / power } else { digits * power };
        Some(if self.negative { -number } else { number })
    }
}

/// Parses an exponent, limited to some millions.
fn exponent(word: &[u8]) -> Option<i32> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut number = 0_i32;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = (10 * number + i32::from(digit - b'0')).min(10_000_000);
    }
    Some(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half_unit(words: &[&str]) -> f64 {
        let mut digits = Digits::default();
        for word in words {
            digits.number(word.as_bytes()).unwrap_or_else(|| panic!("{word}"));
        }
        digits.half_unit()
    }

    #[test]
    fn digits_tell_half_a_unit_of_the_finest_last_one() {
        for (words, half) in [
            (&["449999.500000", "-0.500000"][..], 5e-7),
            (&["1.00000", "0.5"], 5e-6),
            (&["-0.00123456"], 5e-9),
            (&["0.123456e-3"], 5e-10),
            (&["1.234567e+05"], 5e-2),
            (&["450123"], 0.5),
            (&["450123.", "1.5"], 0.05),
            (&["0.1234567890123456789"], 5e-20),
            // Fewer than six digits count as exact.
            (&["0.5", "1", "-12.25", "0.00012"], 0.0),
            (&["0.000000", "1"], 0.0),
            (&["450000", "100000000"], 0.0),
            (&["1e6", "1.5e-9"], 0.0),
            (&["nan"], 0.0),
        ] {
            assert_eq!(half_unit(words), half, "{words:?}");
        }
    }

    #[test]
    fn numbers_are_those_that_the_standard_library_reads() {
        let mut words: Vec<String> =
            "0 -0 1 +1 .5 5. -.5 1e5 1E+5 1.e-5 0e-400 1e400 -1e-400 inf -NaN infinity \
             9007199254740992 9007199254740993 9007199254740993e1 12345678901234567890 0.1 1e22 1e23 8.5e-23 \
             123456789012345678e-22 00001.50000 0.00000000000000000000000000000001 1e99999999999999999999 \
             . + - e e5 .e5 1e 1e+ 1.2.3 1,5 0x10 1_000 1f 1d5 ++1 -+1 5e.5 1e5.5"
                .split(' ')
                .map(str::to_owned)
                .collect();
        words.push(String::new());
        let mut state = 1_u64;
        for _ in 0..200_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bits = state ^ state >> 29;
            let x = f64::from_bits(bits);
            let near = (bits >> 11) as f64 / 1e9;
            words.push(match bits % 6 {
                0 => format!("{x:e}"),
                1 => format!("{near:.6}"),
                2 => format!("{near}"),
                3 => format!("{:.17e}", near - 4e6),
                4 => format!("{}", near as f32),
                _ => format!("-{}.{:06}", bits % 1_000_003, bits >> 40),
            });
        }
        for word in words {
            let ours = Digits::default().number(word.as_bytes()).map(f64::to_bits);
            let theirs = word.parse::<f64>().ok().map(f64::to_bits);
            assert_eq!(ours, theirs, "'{word}'");
        }
    }

    #[test]
    fn the_spacing_of_floats_is_half_way_to_the_next() {
        let vertices = |x: f64| [DVec3::new(0.0, -x, 0.0)];
        for x in [1.0, 1.5, 0.1_f32.into(), 450_000.5, 5.4e6, 1e-38, 1e-45, 0.0, 3e38, -2.0, 1e-30] {
            let x = f64::from(x as f32);
            let spacing = f64::from((x.abs() as f32).next_up()) - x.abs();
            let single = Stored::Single.resolution(&vertices(x), &[[0; 3]]);
            assert_eq!(single, spacing / 2.0, "{x}");
            let double = Stored::Double.resolution(&vertices(x), &[[0; 3]]);
            assert_eq!(double, ((x.abs().next_up() - x.abs()) / 2.0).max(5e-324), "{x}");
        }
        assert_eq!(Stored::Steps(1.0 / 127.0).resolution(&vertices(0.5), &[[0; 3]]), 0.5 / 127.0);
        // More digits than `f64` has, and a vertex that no triangle uses.
        let digits = Digits { finest: -20, most: 21 };
        let far = [DVec3::ONE, DVec3::splat(1e9)];
        assert_eq!(Stored::Text(digits).resolution(&far, &[[0; 3]]), f64::EPSILON / 2.0);
        assert_eq!(Stored::Single.resolution(&far, &[[0; 3]]), f64::from(f32::EPSILON) / 2.0);
    }
}
