//! Command-line flags that override a definition file.

use toml::{Table, Value};

/// Returns the keys of the file, overridden by flags of the same names.
pub fn over(name: &str, file: &str, arguments: impl Iterator<Item = String>) -> Result<Table, String> {
    let mut table: Table = file.parse().map_err(|e| format!("{name}: {e}"))?;
    // cargo adds `--bench`.
    let mut words = arguments.filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let key = word.strip_prefix("--").unwrap_or_default().replace('-', "_");
        let old = table.get(&key).ok_or_else(|| {
            let keys: Vec<_> = table.keys().map(|key| format!("--{key}")).collect();
            format!("{word}: unknown flag; the flags are {}", keys.join(" "))
        })?;
        let text = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let value = like(old, &text).ok_or_else(|| format!("{word} {text}: not a number"))?;
        table.insert(key, value);
    }
    Ok(table)
}

/// Parses the text as a value of the type of `old`; commas separate the elements of a list.
fn like(old: &Value, text: &str) -> Option<Value> {
    let number = |text: &str| text.replace('_', "").parse().ok().map(Value::Integer);
    match old {
        Value::Integer(_) => number(text),
        Value::Array(old) => {
            let numbers = old.first().is_some_and(Value::is_integer);
            let part = |word| if numbers { number(word) } else { Some(word.into()) };
            text.split(',').map(part).collect::<Option<Vec<Value>>>().map(Value::Array)
        }
        _ => Some(text.into()),
    }
}
