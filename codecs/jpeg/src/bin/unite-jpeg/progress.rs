//! The progress bar: one line on standard error, written again and again.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is done, of all pictures: a bar on standard error, or nothing.
pub struct Progress(Option<Mutex<Bar>>);

struct Bar {
    pictures: usize,
    name: String,
    begun: Instant,
    shown: Option<Instant>,
}

/// Between two looks at the bar.
const PAUSE: Duration = Duration::from_millis(50);
/// Goes to the start of the line and clears it.
const CLEAR: &str = "\r\x1B[K";

impl Progress {
    /// A bar for `pictures`, if it is `wanted` and there is a terminal to show it.
    pub fn new(wanted: bool, pictures: usize) -> Self {
        if !wanted || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = Bar { pictures, name: String::new(), begun: Instant::now(), shown: None };
        Self(Some(Mutex::new(bar)))
    }

    /// Picture `number`, counted from 0, begins.
    pub fn begin(&self, number: usize, name: &str) {
        self.with(|bar| {
            name.clone_into(&mut bar.name);
            bar.show(number as f32);
        });
    }

    /// So much of picture `number` is done, from 0 to 1.
    pub fn set(&self, number: usize, done: f32) {
        self.with(|bar| {
            if bar.shown.is_none_or(|shown| shown.elapsed() >= PAUSE) {
                bar.show(number as f32 + done);
            }
        });
    }

    /// Says something above the bar.
    pub fn say(&self, line: &str) {
        self.with(|bar| {
            bar.shown = None;
            write(CLEAR);
        });
        write(&format!("{line}\n"));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.with(|_| write(CLEAR));
    }

    fn with(&self, work: impl FnOnce(&mut Bar)) {
        if let Some(bar) = &self.0 {
            work(&mut bar.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl Bar {
    /// Shows that so many pictures are done.
    fn show(&mut self, done: f32) {
        const WIDTH: usize = 30;
        let part = (done / self.pictures.max(1) as f32).clamp(0.0, 1.0);
        let filled = (part * WIDTH as f32) as usize;
        let bar = ["#".repeat(filled), "-".repeat(WIDTH - filled)].concat();
        let left = match part {
            0.0 => String::new(),
            part => {
                let left = self.begun.elapsed().as_secs_f32() * (1.0 - part) / part;
                format!("{left:.0} s")
            }
        };
        write(&format!("{CLEAR}{} {bar} {:3.0} % {left}", self.name, part * 100.0));
        self.shown = Some(Instant::now());
    }
}

/// Nobody may be there to read it.
fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
