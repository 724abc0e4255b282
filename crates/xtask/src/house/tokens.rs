//! Tokens of Rust source: words and punctuation with their lines, without comments and tests.

/// A word, a number, or a punctuation character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Text in the source; `::` is one token, and a literal is `"`.
    pub text: String,
    /// Line number from 1.
    pub line: usize,
}

impl Token {
    /// Tests whether the token has this text.
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    /// Tests whether the token is a name or a keyword.
    pub fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// Returns the tokens of a file, without those of items under `#[cfg(test)]`.
///
/// # Examples
/// ```
/// let tokens = xtask::house::tokens::read("use super::a; // why\n#[cfg(test)]\nmod tests { use super::b; }");
/// let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
/// assert_eq!(texts, ["use", "super", "::", "a", ";"]);
/// ```
pub fn read(source: &str) -> Vec<Token> {
    without_tests(&split(source))
}

/// Returns the position of the bracket that closes the one at `open`, or the end of the tokens.
pub fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return i;
                }
            }
            _ => {}
        }
    }
    tokens.len().saturating_sub(1)
}

fn split(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    while at < chars.len() {
        let (end, text) = one(&chars, at);
        if let Some(text) = text {
            tokens.push(Token { text, line });
        }
        line += chars[at..end].iter().filter(|c| **c == '\n').count();
        at = end;
    }
    tokens
}

/// Returns the end of the token that starts here, and the token; `None` for comments and
/// whitespace.
fn one(chars: &[char], at: usize) -> (usize, Option<String>) {
    let next = chars.get(at + 1).copied().unwrap_or(' ');
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let run = |from: usize| from + chars[from..].iter().take_while(|c| is_word(c)).count();
    match chars[at] {
        c if c.is_whitespace() => (at + 1, None),
        '/' if next == '/' => (at + chars[at..].iter().take_while(|c| **c != '\n').count(), None),
        '/' if next == '*' => (comment_end(chars, at), None),
        '"' => (text_end(chars, at + 1), Some("\"".to_owned())),
        'r' | 'b' | 'c' if let Some(end) = raw_text_end(chars, at) => (end, Some("\"".to_owned())),
        // A character literal, or a lifetime.
        '\'' if next == '\\' => (1 + at + 2 + until(&chars[at + 3..], '\''), Some("\"".to_owned())),
        '\'' if chars.get(at + 2) == Some(&'\'') => (at + 3, Some("\"".to_owned())),
        '\'' => (run(at + 1), None),
        c if is_word(&c) => (run(at), Some(chars[at..run(at)].iter().collect())),
        ':' if next == ':' => (at + 2, Some("::".to_owned())),
        c => (at + 1, Some(c.to_string())),
    }
}

/// Returns the number of characters up to and including `end`.
fn until(chars: &[char], end: char) -> usize {
    chars.iter().position(|c| *c == end).map_or(chars.len(), |i| i + 1)
}

fn comment_end(chars: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0_usize, start);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => {
                (depth, at) = (depth - 1, at + 2);
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    chars.len()
}

fn text_end(chars: &[char], start: usize) -> usize {
    let mut at = start;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// Returns the end of `r"..."`, `r#"..."#`, `b"..."` and similar literals, if one starts here.
fn raw_text_end(chars: &[char], start: usize) -> Option<usize> {
    let prefix = chars[start..].iter().take_while(|c| "rbc".contains(**c)).count();
    let hashes = chars[start + prefix..].iter().take_while(|c| **c == '#').count();
    let open = start + prefix + hashes;
    if chars.get(open) != Some(&'"') || prefix > 2 {
        return None;
    }
    if !chars[start..start + prefix].contains(&'r') {
        return (hashes == 0).then(|| text_end(chars, open + 1));
    }
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let found = chars[open + 1..].windows(end.len()).position(|window| window == end);
    Some(found.map_or(chars.len(), |i| open + 1 + i + end.len()))
}

fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if is_test(&tokens[at..]) {
            at = item_end(tokens, at);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Tests whether `#[cfg(test)]` starts here, or a combination of conditions with `test` first.
fn is_test(tokens: &[Token]) -> bool {
    let starts = |texts: &[&str]| {
        tokens.len() >= texts.len() && tokens.iter().zip(texts).all(|(token, text)| token.is(text))
    };
    starts(&["#", "[", "cfg", "(", "test"]) || starts(&["#", "[", "cfg", "(", "all", "(", "test"])
}

/// Returns the position after an item and its attributes: after its first `;` or `{...}` outside
/// other brackets.
fn item_end(tokens: &[Token], start: usize) -> usize {
    let mut at = start;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            ";" => return at + 1,
            "{" => return closing(tokens, at) + 1,
            "(" | "[" => at = closing(tokens, at) + 1,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> String {
        read(source).iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_texts_and_lifetimes_are_left_out() {
        assert_eq!(texts("a /* b /* c */ d */ e // f\ng"), "a e g");
        assert_eq!(
            texts(r##"a "b \" c" d r#"e " f"# g b'h' i '\'' j 'k' l"##),
            "a \" d \" g b \" i \" j \" l"
        );
        assert_eq!(texts("fn f<'a>(x: &'a str) {}"), "fn f < > ( x : & str ) { }");
    }

    #[test]
    fn lines_are_counted_through_texts() {
        let tokens = read("a\n\"b\nc\" d\n/*\n*/ e");
        let lines: Vec<_> = tokens.iter().map(|token| (token.text.as_str(), token.line)).collect();
        assert_eq!(lines, [("a", 1), ("\"", 2), ("d", 3), ("e", 5)]);
    }

    #[test]
    fn tests_are_left_out_to_the_end_of_their_item() {
        assert_eq!(texts("#[cfg(test)] mod t; a"), "a");
        assert_eq!(texts("#[cfg(test)] fn t(x: [u8; 2]) { b } a"), "a");
        assert_eq!(texts("#[cfg(all(test, unix))] #[x(y)] mod t { b } a"), "a");
    }
}
