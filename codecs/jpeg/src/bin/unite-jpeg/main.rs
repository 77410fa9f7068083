//! The command `unite-jpeg`: pictures to JPEG files.
//!
//! Called as `cjpeg`, or with `--cjpeg` as first argument, it takes the switches of that command.
//!
//! Exit codes: 0 if every picture was written, 1 if one could not be read, encoded or written, 2 if the command line
//! makes no sense, 130 if it was interrupted or told to end. Messages go to standard error and name the file that they are about.

#![cfg_attr(all(target_os = "linux", target_env = "gnu", not(test)), no_main)]

mod arguments;
mod cjpeg;
mod coding;
mod output;
mod plan;
mod progress;
mod reading;
mod refusal;
mod request;
#[cfg(all(target_os = "linux", target_env = "gnu", not(test)))]
mod start;
mod stats;
mod tables;
mod temporary;

use std::io::{self, Write};
use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use unite_jpeg::{Error, LosslessEncoder};

use coding::{Rows, Trouble, encode_held};
use plan::{Job, Target};
use progress::Progress;
use reading::Picture;
use request::{AnyEncoder, Encoders, Request, Wishes};

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(test))))]
fn main() -> std::process::ExitCode {
    run().into()
}

/// Does what the command line says, and returns the exit code.
fn run() -> u8 {
    let mut words = std::env::args_os();
    let called = words.next().unwrap_or_default();
    let mut words = words.peekable();
    let Request { jobs, encoder, wishes } = if cjpeg::is_called(&called, words.peek()) {
        cjpeg::request(words)
    } else {
        arguments::request(words)
    };
    if jobs.len() > 1 {
        temporary::remove_when_interrupted();
    }
    let progress = Progress::new(wishes.progress, jobs.len());
    let all_written = match side_by_side(&wishes, jobs.len()) {
        1 => {
            let encoders = Encoders::new(encoder, wishes.threads.unwrap_or(1));
            Worker { wishes: &wishes, encoders, rows: Rows::default() }.work(
                &mut jobs.iter().enumerate(),
                &progress,
                true,
            )
        }
        workers => share(&wishes, &encoder, &jobs, workers, &progress),
    };
    progress.finish();
    u8::from(!all_written)
}

/// How many pictures are encoded side by side, each on one thread: as many as there are processors, if no number was said. If there are
/// few, the threads that were asked for share each of them.
fn side_by_side(wishes: &Wishes, pictures: usize) -> usize {
    let threads = match wishes.threads {
        // How many processors there are, files say. What is timed has one for itself.
        None if pictures < 2 || wishes.stats => 1,
        None | Some(0) => thread::available_parallelism().map_or(1, NonZero::get),
        Some(threads) => threads,
    };
    if pictures >= 2 * threads { threads } else { 1 }
}

/// Encodes `jobs` by so many workers. Whether all of them were written.
fn share(wishes: &Wishes, encoder: &AnyEncoder, jobs: &[Job], workers: usize, progress: &Progress) -> bool {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut jobs = iter::from_fn(|| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            jobs.get(number).map(|job| (number, job))
        });
        // The same settings were good before.
        let Ok(encoder) = encoder.on_one_thread() else { return false };
        Worker { wishes, encoders: Encoders::new(encoder, 1), rows: Rows::default() }
            .work(&mut jobs, progress, false)
    };
    thread::scope(|scope| {
        // If there are no more threads to be had, those that there are do the work.
        let others: Vec<_> =
            (1..workers).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut all_written = work();
        for other in others {
            all_written &= other.join().unwrap_or(false);
        }
        all_written
    })
}

/// Encoders and their memory, used for one picture after another.
struct Worker<'a> {
    wishes: &'a Wishes,
    encoders: Encoders,
    rows: Rows,
}

impl Worker<'_> {
    /// Encodes pictures, and says what went wrong. Whether all of them were written.
    fn work(
        &mut self,
        jobs: &mut dyn Iterator<Item = (usize, &Job)>,
        progress: &Progress,
        alone: bool,
    ) -> bool {
        let mut all_written = true;
        for (number, job) in jobs {
            progress.begin(number, &job.source.to_string());
            // How far others are is not known here.
            let done = |done| {
                if alone {
                    progress.set(number, done)
                }
            };
            if let Err(message) = encode(self, job, &done, progress) {
                progress.say(&format!("{}: {message}", self.wishes.name));
                all_written = false;
            }
        }
        all_written
    }
}

/// Reads, encodes and writes one picture. An error is a message that names the file it is about.
fn encode(
    Worker { wishes, encoders, rows }: &mut Worker<'_>,
    job: &Job,
    done: &(dyn Fn(f32) + Sync),
    progress: &Progress,
) -> Result<(), String> {
    let about = |error: &dyn std::fmt::Display| format!("{}: {error}", job.source);
    let mut picture = Picture::open(&job.source).map_err(|fault| about(&fault))?;
    if !picture.is_brief() {
        temporary::remove_when_interrupted();
    }
    let encoder = encoders.of(picture.width(), picture.height()).map_err(|error| about(&error))?;
    let lossless = matches!(encoder, AnyEncoder::Lossless(..));
    if wishes.keep_metadata {
        let metadata = picture.metadata(wishes.metadata.clone());
        match encoder {
            AnyEncoder::Lossy(encoder) => encoder.set_metadata(metadata).map_err(|error| about(&error))?,
            AnyEncoder::Lossless(config, _, encoder) => {
                let config = config.clone().metadata(metadata);
                **encoder = LosslessEncoder::new(config).map_err(|error| about(&error))?;
            }
        }
    }
    let written = if wishes.stats {
        // Kept, so that it can be looked at, and neither reading nor writing is timed.
        let held = rows.hold(&mut picture, lossless).map_err(|fault| about(&fault))?;
        let mut file = Vec::new();
        let start = Instant::now();
        let encoded = encode_held(&held, &picture, encoder, &mut file, done);
        let elapsed = start.elapsed();
        encoded.map_err(Trouble::Writing).and_then(|()| {
            write(job, |writer| Ok(writer.write_all(&file).map_err(Error::Io)?))?;
            let line = stats::line(&picture, &held, &file, lossless, elapsed);
            progress.say(&format!("{}: {line}", job.source));
            Ok(())
        })
    } else {
        write(job, |writer| rows.encode(&mut picture, encoder, writer, done))
    };
    written.map_err(|trouble| match trouble {
        // What is wrong with the picture is said of the picture, what is wrong with writing of the file written.
        Trouble::Writing(Error::Io(error)) => {
            format!("{}: it cannot be written: {}", job.target, refusal::why(&error))
        }
        Trouble::Writing(error) => about(&error),
        Trouble::Reading(fault) => about(&fault),
    })
}

/// Calls `write` with the target of `job`.
fn write(job: &Job, write: impl FnOnce(&mut dyn Write) -> Result<(), Trouble>) -> Result<(), Trouble> {
    match &job.target {
        Target::Stdout => {
            if !output::stdout_is_file() {
                temporary::remove_when_interrupted();
            }
            let mut stdout = io::stdout().lock();
            write(&mut stdout)?;
            Ok(stdout.flush().map_err(Error::Io)?)
        }
        Target::File(path, there) => output::replace(path, *there, |file| write(file)),
    }
}
