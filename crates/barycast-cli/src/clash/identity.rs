//! Identity of parts across revisions.

use super::report::Part;
use barycast::number::each::MapEach;
use std::collections::HashMap;

/// Finds the GUID in a name: an IFC `GlobalId` (22 characters) or a UUID, alone or beside other
/// words.
pub(crate) fn guid(name: &str) -> Option<&str> {
    uuid(name).or_else(|| {
        let other = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$');
        name.split(other).find(|word| is_global_id(word))
    })
}

/// Tests for 22 digits of base 64. They encode 128 bits: the first is below 4 and therefore not a
/// letter.
fn is_global_id(word: &str) -> bool {
    word.len() == 22 && matches!(word.as_bytes()[0], b'0'..=b'3')
}

/// Finds `8-4-4-4-12` hexadecimal digits that have no digit or letter beside them.
fn uuid(name: &str) -> Option<&str> {
    const LENGTH: usize = 36;
    let is_uuid = |bytes: &[u8]| {
        let fits = |(i, b): (usize, &u8)| {
            if matches!(i, 8 | 13 | 18 | 23) { *b == b'-' } else { b.is_ascii_hexdigit() }
        };
        bytes.iter().enumerate().all(fits)
    };
    let bytes = name.as_bytes();
    let is_free =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_none_or(|b| !b.is_ascii_alphanumeric());
    let at = (0..(bytes.len() + 1).saturating_sub(LENGTH)).find(|&at| {
        is_uuid(&bytes[at..at + LENGTH]) && is_free(at.checked_sub(1)) && is_free(Some(at + LENGTH))
    })?;
    name.get(at..at + LENGTH)
}

/// Identities of parts: the GUID, else the path in the file, else path, shape and place if other
/// parts have the same path. Parts that agree in all of these are numbered from the second on. File
/// names do not matter.
pub(crate) struct Identities<'a> {
    parts: &'a [Part],
    /// Identities of parts that GUID or path alone do not identify.
    others: HashMap<usize, String>,
}

impl<'a> Identities<'a> {
    /// Computes the identities of parts; `metres` is the length of their unit.
    pub(crate) fn new(parts: &'a [Part], metres: f64) -> Self {
        let key = |part: &'a Part| (part.guid.as_deref(), if part.guid.is_some() { "" } else { part.node() });
        let mut counts = HashMap::new();
        for part in parts {
            *counts.entry(key(part)).or_insert(0_u32) += 1;
        }
        let (mut same, mut others) = (HashMap::new(), HashMap::new());
        for (index, part) in parts.iter().enumerate().filter(|(_, part)| counts[&key(part)] > 1) {
            let full = format!("{} {}", first(part), standing(part, metres));
            let count = same.entry(full.clone()).or_insert(0_u32);
            *count += 1;
            others.insert(index, if *count == 1 { full } else { format!("{full} #{count}") });
        }
        Self { parts, others }
    }

    /// Returns a text that no other part has and that stays while the part is unchanged.
    pub(crate) fn of(&self, part: usize) -> String {
        self.others.get(&part).cloned().unwrap_or_else(|| first(&self.parts[part]))
    }
}

fn first(part: &Part) -> String {
    match &part.guid {
        Some(guid) => format!("guid {guid}"),
        None => format!("node {}", part.node()),
    }
}

/// Returns shape and place in coarse steps of a thousandth of the part's size, so that rounding
/// seldom changes them.
fn standing(part: &Part, metres: f64) -> String {
    let [low, high] = part.bounds.each(|corner| corner * metres);
    let size = (high - low).max_element();
    // A power of two well below the size. The exponent is that of a slightly larger size, so that
    // noise around a power of two does not change it.
    let exponent = ((size * 1.001).log2().floor() - 10.0).clamp(-1000.0, 1000.0);
    let step = exponent.exp2();
    let steps = [low, high].each(|corner| (corner / step).round().to_array());
    let steps = steps.as_flattened().iter().map(|x| format!("{}", x + 0.0)).collect::<Vec<_>>().join(" ");
    format!("triangles {} exponent {exponent} at {steps}", part.shape.triangles)
}

#[cfg(test)]
mod tests {
    use super::guid;

    #[test]
    fn guids_are_found_in_names() {
        for (name, expected) in [
            ("2O2Fr$t4X7Zf8NOew3FLKI", Some("2O2Fr$t4X7Zf8NOew3FLKI")),
            ("Wall:2O2Fr$t4X7Zf8NOew3FLKI", Some("2O2Fr$t4X7Zf8NOew3FLKI")),
            (
                "product-8f1ab2c3-0000-4000-8000-0123456789ab-body",
                Some("8f1ab2c3-0000-4000-8000-0123456789ab"),
            ),
            ("8F1AB2C3-0000-4000-8000-0123456789AB", Some("8F1AB2C3-0000-4000-8000-0123456789AB")),
            // Words of 22 letters, one digit too many, and no GUID.
            ("ReinforcedConcreteWall", None),
            ("2O2Fr$t4X7Zf8NOew3FLKI0", None),
            ("18f1ab2c3-0000-4000-8000-0123456789ab", None),
            ("Mörtel-8f1ab2c3-0000-4000-8000-0123456789a", None),
            ("bolt", None),
            ("", None),
        ] {
            assert_eq!(guid(name), expected, "{name}");
        }
    }
}
