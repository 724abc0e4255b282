//! Shortest text of numbers that parses to the same value.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "at most 17 digits and exponents under 400"
)]

use super::precision::Precision;
use std::io::Write;

/// Appends a number rounded to the precision; infinities become `"inf"` and `"-inf"`.
pub(crate) fn write(number: f64, precision: Precision, out: &mut Vec<u8>) {
    match precision {
        Precision::F64 => write_digits(number, format_args!("{number:e}"), out),
        Precision::F32 => {
            let number = number as f32;
            write_digits(f64::from(number), format_args!("{number:e}"), out);
        }
    }
}

/// Returns the number to write for a length: a nonzero length does not become 0 by rounding.
pub(crate) fn length(number: f64, precision: Precision) -> f64 {
    let least = match precision {
        Precision::F64 => return number,
        Precision::F32 => f64::from(f32::from_bits(1)),
    };
    if number != 0.0 && number as f32 == 0.0 { least.copysign(number) } else { number }
}

/// Returns the largest number of the precision that is at most this one.
pub(crate) fn rounded_down(number: f64, precision: Precision) -> f64 {
    match precision {
        Precision::F64 => number,
        Precision::F32 => {
            let nearest = number as f32;
            f64::from(if f64::from(nearest) > number { nearest.next_down() } else { nearest })
        }
    }
}

/// Writes the digits of `scientific`, the shortest form that parses to the same value: `-1.25e-7`.
fn write_digits(number: f64, scientific: std::fmt::Arguments<'_>, out: &mut Vec<u8>) {
    if !number.is_finite() {
        // The library never returns NaN; if it did, the line would still be valid JSON.
        let text: &[u8] = match number {
            f64::INFINITY => b"\"inf\"",
            f64::NEG_INFINITY => b"\"-inf\"",
            _ => b"null",
        };
        out.extend_from_slice(text);
        return;
    }
    let mut buffer = [0; 32];
    let mut rest = &mut buffer[..];
    let fits = rest.write_fmt(scientific);
    debug_assert!(fits.is_ok(), "17 digits, a sign, a point and an exponent");
    let unused = rest.len();
    let text = &buffer[..buffer.len() - unused];
    let text = std::str::from_utf8(text).unwrap_or_default();
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |m| ("-", m));
    let mut digits = [0; 20];
    let mut count = 0;
    for byte in mantissa.bytes().filter(u8::is_ascii_digit) {
        digits[count] = byte;
        count += 1;
    }
    out.extend_from_slice(sign.as_bytes());
    write_shortest(&digits[..count], exponent.parse().unwrap_or(0), out);
}

/// Appends `d.ddd * 10^exponent` in the shortest of three forms: plain, `d.ddde7` and `dddde4`.
/// Plain wins ties.
fn write_shortest(digits: &[u8], exponent: i32, out: &mut Vec<u8>) {
    let count = digits.len() as i32;
    let whole = exponent + 1;
    let plain = if whole <= 0 {
        2 - whole + count
    } else if whole < count {
        count + 1
    } else {
        whole
    };
    let width =
        |exponent: i32| 1 + i32::from(exponent < 0) + exponent.unsigned_abs().max(1).ilog10() as i32 + 1;
    let pointed = count + i32::from(count > 1) + width(exponent);
    let pointless = count + width(whole - count);
    if plain <= pointed && plain <= pointless {
        write_plain(digits, whole, out);
        return;
    }
    let (before, after, exponent) = if pointed <= pointless {
        (&digits[..1], &digits[1..], exponent)
    } else {
        (digits, &digits[..0], whole - count)
    };
    out.extend_from_slice(before);
    if !after.is_empty() {
        out.push(b'.');
        out.extend_from_slice(after);
    }
    let written = write!(out, "e{exponent}");
    debug_assert!(written.is_ok(), "writing to memory cannot fail");
}

/// Appends the digits with the point after the first `whole`, and zeros for missing digits.
fn write_plain(digits: &[u8], whole: i32, out: &mut Vec<u8>) {
    let zeros = |count: i32, out: &mut Vec<u8>| out.extend((0..count).map(|_| b'0'));
    if whole <= 0 {
        out.extend_from_slice(b"0.");
        zeros(-whole, out);
        out.extend_from_slice(digits);
        return;
    }
    let (before, after) = digits.split_at(digits.len().min(whole as usize));
    out.extend_from_slice(before);
    zeros(whole - before.len() as i32, out);
    if !after.is_empty() {
        out.push(b'.');
        out.extend_from_slice(after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: f64) -> String {
        let mut out = Vec::new();
        write(number, Precision::F64, &mut out);
        String::from_utf8(out).unwrap()
    }

    fn text32(number: f64) -> String {
        let mut out = Vec::new();
        write(number, Precision::F32, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_shortest_notation_is_used_and_plain_notation_if_equally_short() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (100.0, "100"),
            (1000.0, "1e3"),
            (1234.0, "1234"),
            (0.1, "0.1"),
            (0.05, "0.05"),
            (0.001, "1e-3"),
            (0.0015, "15e-4"),
            (123e20, "123e20"),
            (1.732_050_807_568_877_2, "1.7320508075688772"),
            (5e-324, "5e-324"),
            (f64::MAX, "17976931348623157e292"),
            (f64::INFINITY, "\"inf\""),
            (f64::NEG_INFINITY, "\"-inf\""),
        ] {
            assert_eq!(text(number), expected);
        }
    }

    #[test]
    fn every_text_reads_back_the_same() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = f64::from_bits(bits);
            if number.is_finite() {
                assert_eq!(text(number).parse::<f64>().unwrap().to_bits(), number.to_bits());
                assert!(text(number).len() <= format!("{number:e}").len());
            }
            let number = f32::from_bits((bits >> 32) as u32);
            if number.is_finite() {
                assert_eq!(text32(f64::from(number)).parse::<f32>().unwrap().to_bits(), number.to_bits());
            }
        }
    }

    #[test]
    fn f32_answers_have_the_digits_of_f32_and_a_length_above_0_stays_above() {
        assert_eq!(text32(0.1), "0.1");
        assert_eq!(text32(1e300), "\"inf\"");
        assert_eq!(text32(length(1e-300, Precision::F32)), "1e-45");
        assert_eq!(text32(length(0.0, Precision::F32)), "0");
    }
}
