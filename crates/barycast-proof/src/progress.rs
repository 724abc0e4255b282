//! Progress of a long proof.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Returns a progress bar on standard error, hidden if that is no terminal.
pub(crate) fn bar(what: &str, steps: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr())
        .with_message(what.to_owned());
    match ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
