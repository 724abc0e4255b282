//! The pictures of the guide are what the commands beside them draw. `BARYCAST_UPDATE=1` writes them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src")
}

/// Returns the words of a command; single quotes keep spaces.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (i, part) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.last_mut().expect("a word").push_str(part);
            continue;
        }
        for (k, piece) in part.split(' ').enumerate() {
            if k > 0 {
                words.push(String::new());
            }
            words.last_mut().expect("a word").push_str(piece);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn quotes_keep_spaces() {
    assert_eq!(words("a b 'c d' e"), ["a", "b", "c d", "e"]);
}

#[test]
fn every_picture_is_drawn_by_the_command_beside_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    fs::create_dir_all(&folder).expect("a folder");
    let mut drawn = 0;
    for page in fs::read_dir(guide()).expect("the guide") {
        let page = page.expect("a page").path();
        if page.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&page).expect("a page");
        let commands = text
            .lines()
            .filter_map(|line| line.strip_prefix("<!-- picture: barycast ")?.strip_suffix(" -->"));
        for command in commands {
            let words = words(command);
            let name = words.iter().find(|word| word.contains(".svg")).expect("a picture");
            let done =
                Command::new(env!("CARGO_BIN_EXE_barycast")).current_dir(&folder).args(&words).output();
            assert!(done.expect("it starts").status.success(), "barycast {command}");
            let new = fs::read(folder.join(name)).expect("a picture");
            let kept = guide().join("pictures").join(name);
            if std::env::var_os("BARYCAST_UPDATE").is_some() {
                fs::write(&kept, &new).expect("written");
            }
            assert!(fs::read(&kept).ok() == Some(new), "{}: barycast {command}", page.display());
            drawn += 1;
        }
    }
    assert!(drawn >= 12, "only {drawn} pictures");
}
