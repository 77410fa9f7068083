//! The progress bar.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// Rows done, of all: a bar on standard error, or nothing.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// A bar for the picture `name`, if it is `wanted` and there is a terminal to show it.
    pub fn new(wanted: bool, name: &str, height: u32) -> Self {
        if !wanted || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new(height.into());
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %") {
            bar.set_style(style);
        }
        bar.set_message(name.to_owned());
        Self(Some(bar))
    }

    /// So many rows have been pushed.
    pub fn set(&self, rows: u32) {
        if let Some(bar) = &self.0 {
            bar.set_position(rows.into());
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
