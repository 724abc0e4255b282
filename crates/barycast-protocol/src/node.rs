//! JSON as a tree that borrows from its line.
//!
//! `serde_json` parses it. In addition, repeated keys are rejected, the request's `id` stays text,
//! short lists of numbers need no allocation, and the depth and size of a line are safe.

use super::error::{Fault, excerpt};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

/// Deeper values are skipped and become [`Node::Deep`].
const MAX_DEPTH: usize = 100;
/// Longer lists of numbers, and lists of other values, are [`Node::List`].
const SHORT: usize = 4;
/// Marks a string that stands for a number outside the range of `f64`; see [`parse`].
const OUT_OF_RANGE: char = '\0';

/// A JSON value.
#[derive(Debug)]
pub(crate) enum Node<'a> {
    Null,
    Bool(bool),
    /// The nearest `f64`; infinite outside the range.
    Number(f64),
    /// A list of one to four numbers.
    Numbers([f64; SHORT], usize),
    List(Vec<Node<'a>>),
    Text(Cow<'a, str>),
    Object(Members<'a>),
    /// The unparsed text of a value.
    Raw(&'a str),
    /// A value that is nested too deeply.
    Deep,
}

impl Node<'_> {
    /// Returns its type for messages.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Numbers(..) | Self::List(_) => "a list",
            Self::Text(_) => "a string",
            Self::Object(_) => "an object",
            Self::Raw(_) => "a value",
            Self::Deep => "a value that is nested too deep",
        }
    }

    /// Returns the least absolute value of all nonzero numbers in it; infinity if there are none.
    pub(crate) fn least(&self) -> f64 {
        let size = |x: f64| if x == 0.0 { f64::INFINITY } else { x.abs() };
        match self {
            Self::Number(number) => size(*number),
            Self::Numbers(numbers, length) => {
                numbers[..*length].iter().map(|x| size(*x)).fold(f64::INFINITY, f64::min)
            }
            Self::List(list) => list.iter().map(Node::least).fold(f64::INFINITY, f64::min),
            Self::Object(Members(members)) => {
                members.iter().map(|(_, node)| node.least()).fold(f64::INFINITY, f64::min)
            }
            Self::Null | Self::Bool(_) | Self::Text(_) | Self::Raw(_) | Self::Deep => f64::INFINITY,
        }
    }
}

/// The members of an object, each key once.
#[derive(Debug)]
pub(crate) struct Members<'a>(pub(crate) Vec<(Cow<'a, str>, Node<'a>)>);

impl<'a> Members<'a> {
    /// Removes the member of this name.
    pub(crate) fn take(&mut self, name: &str) -> Option<Node<'a>> {
        let index = self.0.iter().position(|(key, _)| key == name)?;
        Some(self.0.swap_remove(index).1)
    }

    /// Tests whether there is a member of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(key, _)| key == name)
    }

    /// Removes a member that was kept as text.
    pub(crate) fn take_raw(&mut self, name: &str) -> Option<&'a str> {
        match self.take(name)? {
            Node::Raw(text) => Some(text),
            _ => None,
        }
    }
}

/// Parses a line.
pub(crate) fn parse(line: &str) -> Result<Node<'_>, Fault> {
    match read(line) {
        Err(error) if error.to_string().starts_with("number out of range") => {
            // Rare: numbers like 1e400 become marked strings, and the containing shape reports the
            // error.
            let node = read(&mark_out_of_range(line)).map(into_owned);
            let id = read_id(line).map_err(|error| bad_json(&error))?;
            let mut node = node.map_err(|error| bad_json(&error))?;
            if let (Node::Object(members), Some(id)) = (&mut node, id) {
                members.0.push((Cow::Borrowed("id"), Node::Raw(id)));
            }
            Ok(node)
        }
        result => result.map_err(|error| bad_json(&error)),
    }
}

fn bad_json(error: &serde_json::Error) -> Fault {
    // A request is one line: only the column is informative.
    Fault::bad_json(error.to_string().replace(" at line 1 column ", " at column "))
}

fn read(line: &str) -> serde_json::Result<Node<'_>> {
    let mut json = serde_json::Deserializer::from_str(line);
    let node = At { depth: 0 }.deserialize(&mut json)?;
    json.end()?;
    Ok(node)
}

/// Returns the text of the request's `id`, whatever else the request contains.
fn read_id(line: &str) -> serde_json::Result<Option<&str>> {
    struct Id;
    impl<'de> Visitor<'de> for Id {
        type Value = Option<&'de str>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut id = None;
            while let Some(key) = map.next_key_seed(Text)? {
                if key == "id" {
                    id = Some(map.next_value::<&RawValue>()?.get());
                } else {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            Ok(id)
        }
    }
    serde_json::Deserializer::from_str(line).deserialize_map(Id)
}

/// Replaces every number outside the range of `f64` by a marked string.
fn mark_out_of_range(line: &str) -> String {
    let mut marked = String::with_capacity(line.len() + 16);
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        marked.push_str(&rest[..start]);
        rest = &rest[start..];
        let (length, plain) = if rest.starts_with('"') {
            (string_length(rest), true)
        } else {
            let part_of_number = |c: char| matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E');
            let length = rest.find(|c| !part_of_number(c)).unwrap_or(rest.len());
            (length, rest[..length].parse().is_ok_and(f64::is_finite))
        };
        let (token, after) = rest.split_at(length);
        if plain {
            marked.push_str(token);
        } else {
            marked.extend(["\"\\u0000", token, "\""]);
        }
        rest = after;
    }
    marked.push_str(rest);
    marked
}

/// Returns the length in bytes of the string at the start of `text`, including quotes.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

/// Clones the tree so that it does not borrow from the line; the `id` is left out.
fn into_owned<'a>(node: Node<'_>) -> Node<'a> {
    match node {
        Node::Null | Node::Raw(_) => Node::Null,
        Node::Bool(b) => Node::Bool(b),
        Node::Number(n) => Node::Number(n),
        Node::Numbers(numbers, length) => Node::Numbers(numbers, length),
        Node::List(list) => Node::List(list.into_iter().map(into_owned).collect()),
        Node::Text(text) => Node::Text(Cow::Owned(text.into_owned())),
        Node::Object(Members(members)) => Node::Object(Members(
            members
                .into_iter()
                .filter(|(_, value)| !matches!(value, Node::Raw(_)))
                .map(|(key, value)| (Cow::Owned(key.into_owned()), into_owned(value)))
                .collect(),
        )),
        Node::Deep => Node::Deep,
    }
}

/// Reads the value at a depth.
#[derive(Clone, Copy)]
struct At {
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for At {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Node<'de>, D::Error> {
        if self.depth > MAX_DEPTH {
            json.deserialize_ignored_any(IgnoredAny)?;
            return Ok(Node::Deep);
        }
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for At {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Node<'de>, E> {
        Ok(Node::Number(value as f64))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Node<'de>, E> {
        Ok(Node::Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Node<'de>, E> {
        Ok(Node::Number(value))
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Node<'de>, E> {
        Ok(text(Cow::Borrowed(value)))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Node<'de>, E> {
        Ok(text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<Node<'de>, S::Error> {
        let inner = At { depth: self.depth + 1 };
        let mut numbers = [0.0; SHORT];
        let mut length = 0;
        let mut list = loop {
            match items.next_element_seed(inner)? {
                Some(Node::Number(number)) if length < SHORT => {
                    numbers[length] = number;
                    length += 1;
                }
                Some(other) => {
                    let mut list: Vec<_> = numbers[..length].iter().map(|n| Node::Number(*n)).collect();
                    list.push(other);
                    break list;
                }
                None if length == 0 => return Ok(Node::List(Vec::new())),
                None => return Ok(Node::Numbers(numbers, length)),
            }
        };
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Node::List(list))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Node<'de>, M::Error> {
        let mut members = Members(Vec::with_capacity(4));
        let mut keys = Keys::default();
        while let Some(key) = map.next_key_seed(Text)? {
            keys.add(&members, &key)?;
            let value = if self.depth == 0 && key == "id" {
                let text = map.next_value::<&RawValue>()?.get();
                refuse_repeated_keys(text)?;
                Node::Raw(text)
            } else {
                map.next_value_seed(At { depth: self.depth + 1 })?
            };
            members.0.push((key, value));
        }
        Ok(Node::Object(members))
    }
}

/// Returns a string, or the out-of-range number that it stands for.
fn text(text: Cow<'_, str>) -> Node<'_> {
    match text.strip_prefix(OUT_OF_RANGE).and_then(|number| number.parse::<f64>().ok()) {
        Some(number) => Node::Number(number),
        None => Node::Text(text),
    }
}

/// Rejects repeated keys in an `id`, which may be any value.
fn refuse_repeated_keys<E: Error>(id: &str) -> Result<(), E> {
    if !id.starts_with(['{', '[']) {
        return Ok(());
    }
    match read(id) {
        Err(error) if error.to_string().starts_with(Keys::REPEATED) => Err(E::custom(error)),
        _ => Ok(()),
    }
}

/// The keys of an object so far: compared one by one while there are few, in a set otherwise.
#[derive(Default)]
struct Keys(Option<HashSet<String>>);

impl Keys {
    const FEW: usize = 16;
    const REPEATED: &str = "repeated key";

    fn add<E: Error>(&mut self, members: &Members<'_>, key: &str) -> Result<(), E> {
        let so_far = &members.0;
        let known = if so_far.len() < Self::FEW {
            so_far.iter().any(|(other, _)| other == key)
        } else {
            let all = || so_far.iter().map(|(other, _)| other.to_string()).collect();
            !self.0.get_or_insert_with(all).insert(key.to_owned())
        };
        if known { Err(E::custom(format_args!("{} `{}`", Self::REPEATED, excerpt(key)))) } else { Ok(()) }
    }
}

/// Reads a string, borrowed if it has no escapes.
struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(value.to_owned()))
    }
}
