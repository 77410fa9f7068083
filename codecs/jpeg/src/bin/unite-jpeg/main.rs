//! The command `unite-jpeg`: pictures to JPEG files.
//!
//! Called as `cjpeg`, or with `--cjpeg` as first argument, it takes the switches of that command.
//!
//! Exit codes: 0 if every picture was written, 1 if one could not be read, encoded or written, 2 if the command line
//! makes no sense, 130 if it was interrupted or told to end. Messages go to standard error and name the file that they are about.

mod arguments;
mod cjpeg;
mod coding;
mod output;
mod plan;
mod progress;
mod reading;
mod refusal;
mod request;
mod stats;
mod tables;
mod temporary;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use unite_jpeg::{Error, LosslessEncoder};

use coding::{Rows, Trouble, encode_held};
use plan::{Job, Target};
use progress::Progress;
use reading::Picture;
use request::{AnyEncoder, Request};

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let called = words.next().unwrap_or_default();
    let mut words = words.peekable();
    let mut request =
        if cjpeg::is_called(&called, words.peek()) { cjpeg::request(words) } else { arguments::request() };
    let progress = Progress::new(request.progress, request.jobs.len());
    let (mut code, mut rows) = (ExitCode::SUCCESS, Rows::default());
    for (number, job) in std::mem::take(&mut request.jobs).iter().enumerate() {
        progress.begin(number, &job.source.to_string());
        let done = |done| progress.set(number, done);
        if let Err(message) = run(&mut request, job, &mut rows, done, &progress) {
            progress.say(&format!("{}: {message}", request.name));
            code = ExitCode::FAILURE;
        }
    }
    progress.finish();
    code
}

/// Reads, encodes and writes one picture. An error is a message that names the file it is about.
fn run(
    request: &mut Request,
    job: &Job,
    rows: &mut Rows,
    done: impl Fn(f32) + Sync,
    progress: &Progress,
) -> Result<(), String> {
    let encoder = &mut request.encoder;
    let lossless = matches!(encoder, AnyEncoder::Lossless(..));
    let about = |error: &dyn std::fmt::Display| format!("{}: {error}", job.source);
    let mut picture = Picture::open(&job.source).map_err(|fault| about(&fault))?;
    if !picture.is_brief() {
        temporary::remove_when_interrupted();
    }
    if request.keep_metadata {
        let metadata = picture.metadata(request.metadata.clone());
        match encoder {
            AnyEncoder::Lossy(encoder) => encoder.set_metadata(metadata).map_err(|error| about(&error))?,
            AnyEncoder::Lossless(config, _, encoder) => {
                let config = config.clone().metadata(metadata);
                **encoder = LosslessEncoder::new(config).map_err(|error| about(&error))?;
            }
        }
    }
    let written = if request.stats {
        // Kept, so that it can be looked at, and neither reading nor writing is timed.
        let held = rows.hold(&mut picture, lossless).map_err(|fault| about(&fault))?;
        let mut file = Vec::new();
        let start = Instant::now();
        let encoded = encode_held(&held, &picture, encoder, &mut file, &done);
        let elapsed = start.elapsed();
        encoded.map_err(Trouble::Writing).and_then(|()| {
            write(job, |writer| Ok(writer.write_all(&file).map_err(Error::Io)?))?;
            let line = stats::line(&picture, &held, &file, lossless, elapsed);
            progress.say(&format!("{}: {line}", job.source));
            Ok(())
        })
    } else {
        write(job, |writer| rows.encode(&mut picture, encoder, writer, &done))
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
        Target::File(path) => output::replace(path, |file| write(file)),
    }
}
