//! What identifies a part from one revision to the next.

use super::report::Part;
use barycast::number::each::MapEach;
use std::collections::HashMap;

/// The GUID in a name: an IFC `GlobalId` (22 characters) or a UUID, alone or beside other words.
pub(crate) fn guid(name: &str) -> Option<&str> {
    uuid(name).or_else(|| {
        let other = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$');
        name.split(other).find(|word| is_global_id(word))
    })
}

/// 22 digits of base 64. They hold 128 bits: the first is below 4, and so no letter.
fn is_global_id(word: &str) -> bool {
    word.len() == 22 && matches!(word.as_bytes()[0], b'0'..=b'3')
}

/// `8-4-4-4-12` hexadecimal digits, with no digit or letter beside them.
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

/// What identifies each part: its GUID; else its path in the file; else, where other parts have the same, its shape and place, too.
/// Of parts that are the same in all of these the later ones have a number. The names of files have no part in it.
pub(crate) struct Identities<'a> {
    parts: &'a [Part],
    /// Of parts that are not known by their GUID or their path alone.
    others: HashMap<usize, String>,
}

impl<'a> Identities<'a> {
    /// Identities of parts; `metres` is the length of their unit.
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

    /// A text that no other part has, and that stays while the part is the same.
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

/// Shape and place, in steps so coarse that rounding seldom changes them: of a thousandth of the part's size.
fn standing(part: &Part, metres: f64) -> String {
    let [low, high] = part.bounds.each(|corner| corner * metres);
    let size = (high - low).max_element();
    // A power of two well below the size: the exponent of a size a little above its own, so that noise about a power of two
    // does not change it.
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
            // Words of 22 letters, one more digit, and none.
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
