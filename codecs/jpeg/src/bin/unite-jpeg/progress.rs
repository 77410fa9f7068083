//! The progress bar.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// What is done, of all pictures: a bar on standard error, or nothing.
pub struct Progress(Option<ProgressBar>);

/// Steps of a picture.
const STEPS: f32 = 1000.0;

impl Progress {
    /// A bar for `pictures`, if it is `wanted` and there is a terminal to show it.
    pub fn new(wanted: bool, pictures: usize) -> Self {
        if !wanted || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new(pictures as u64 * STEPS as u64);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} % {eta}") {
            bar.set_style(style);
        }
        Self(Some(bar))
    }

    /// Picture `number`, counted from 0, begins.
    pub fn begin(&self, number: usize, name: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(name.to_owned());
            bar.set_position(number as u64 * STEPS as u64);
        }
    }

    /// So much of picture `number` is done, from 0 to 1.
    pub fn set(&self, number: usize, done: f32) {
        if let Some(bar) = &self.0 {
            bar.set_position(number as u64 * STEPS as u64 + (done * STEPS) as u64);
        }
    }

    /// Says something above the bar.
    pub fn say(&self, line: &str) {
        match &self.0 {
            Some(bar) => bar.println(line),
            None => eprintln!("{line}"),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
