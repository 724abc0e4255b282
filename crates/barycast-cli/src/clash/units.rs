//! Units of length, and lengths on the command line.

use std::str::FromStr;

/// Names and lengths in metres. The first name of a length is used for output.
const UNITS: [(&str, f64); 13] = [
    ("m", 1.0),
    ("mm", 1e-3),
    ("cm", 1e-2),
    ("km", 1e3),
    ("um", 1e-6),
    ("µm", 1e-6),
    ("in", 0.0254),
    ("inch", 0.0254),
    ("\"", 0.0254),
    ("ft", 0.3048),
    ("foot", 0.3048),
    ("'", 0.3048),
    ("yd", 0.9144),
];

/// A unit of length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UnitValue {
    pub(crate) name: &'static str,
    pub(crate) metres: f64,
}

impl UnitValue {
    pub(crate) const METRE: Self = Self { name: "m", metres: 1.0 };
}

impl FromStr for UnitValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = UNITS.iter().find(|(name, _)| *name == text);
        let metres = found.map(|(_, metres)| *metres);
        let first = UNITS.iter().find(|(_, of)| Some(*of) == metres);
        first
            .map(|&(name, metres)| Self { name, metres })
            .ok_or_else(|| "one of m, mm, cm, km, um, in, ft, yd".to_owned())
    }
}

/// A length with a unit, or in the unit of the files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LengthValue {
    pub(crate) number: f64,
    pub(crate) unit: Option<UnitValue>,
}

impl LengthValue {
    /// Converts to a unit of this many metres.
    pub(crate) fn in_units_of(self, metres: f64) -> f64 {
        self.unit.map_or(self.number, |unit| self.number * (unit.metres / metres))
    }
}

impl FromStr for LengthValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let digits = |c: char| c.is_ascii_digit() || "+-.".contains(c);
        let mut end = text.find(|c| !digits(c)).unwrap_or(text.len());
        // Includes an exponent if digits follow it.
        let rest = &text[end..];
        if let Some(after) = rest.strip_prefix(['e', 'E'])
            && after.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit())
        {
            end += 1 + after.find(|c| !digits(c)).unwrap_or(after.len());
        }
        let (number, unit) = text.split_at(end);
        let wrong =
            || "a length of 0 or more, such as 2mm or 0.5in, or 3 in the unit of the files".to_owned();
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let unit = unit.trim();
        let unit = if unit.is_empty() {
            None
        } else {
            Some(unit.parse().map_err(|names| format!("the unit must be {names}"))?)
        };
        if number >= 0.0 && number.is_finite() { Ok(Self { number, unit }) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_take_units_and_exponents() {
        let metres = |text: &str| text.parse::<LengthValue>().map(|length| length.in_units_of(1.0));
        assert_eq!(metres("2mm"), Ok(0.002));
        assert_eq!(metres("0.5in"), Ok(0.0127));
        assert_eq!(metres("1e-3 m"), Ok(1e-3));
        assert_eq!(metres("3"), Ok(3.0));
        assert_eq!("3".parse::<LengthValue>().map(|length| length.in_units_of(0.001)), Ok(3.0));
        assert!(metres("-1mm").is_err() && metres("mm").is_err() && metres("2 parsec").is_err());
    }
}
