//! The command `unite-jpeg`: pictures to JPEG files.
//!
//! Called as `cjpeg`, or with `--cjpeg` as first argument, it takes the switches of that command.
//!
//! Exit codes: 0 if every picture was written, 1 if one could not be read, encoded or written, 2 if the command line
//! makes no sense, 130 if it was interrupted or told to end. Messages go to standard error and name the file that they are about.

mod arguments;
mod cjpeg;
mod input;
mod output;
mod plan;
mod progress;
mod request;
mod stats;
mod tables;
mod temporary;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use unite_jpeg::{Error, LosslessEncoder};

use input::Picture;
use plan::{Job, Target};
use progress::Progress;
use request::{AnyEncoder, Request};

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let called = words.next().unwrap_or_default();
    let mut words = words.peekable();
    let request =
        if cjpeg::is_called(&called, words.peek()) { cjpeg::request(words) } else { arguments::request() };
    let mut encoder = match request.coding.encoder() {
        Ok(encoder) => encoder,
        Err(error) => {
            eprintln!("{}: {error}", request.name);
            return ExitCode::from(2);
        }
    };
    temporary::remove_when_interrupted();
    let progress = Progress::new(request.progress, request.jobs.len());
    let mut code = ExitCode::SUCCESS;
    for (number, job) in request.jobs.iter().enumerate() {
        progress.begin(number, &job.source.to_string());
        if let Err(message) = run(&request, job, &mut encoder, |done| progress.set(number, done), &progress) {
            progress.say(&format!("{}: {message}", request.name));
            code = ExitCode::FAILURE;
        }
    }
    progress.finish();
    code
}

/// Reads, encodes and writes one picture. An error is a message that names the file it is about.
fn run(
    request: &Request,
    job: &Job,
    encoder: &mut AnyEncoder,
    done: impl Fn(f32),
    progress: &Progress,
) -> Result<(), String> {
    let deep = matches!(encoder, AnyEncoder::Lossless(..));
    let about = |error: &dyn std::fmt::Display| format!("{}: {error}", job.source);
    let picture = Picture::read(&job.source, deep).map_err(|error| about(&error))?;
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
        // Kept, so that it can be looked at and writing is not timed.
        let mut file = Vec::new();
        let start = Instant::now();
        let encoded = encode(&picture, encoder, &mut file, &done);
        let elapsed = start.elapsed();
        encoded.and_then(|()| {
            write(job, |writer| Ok(writer.write_all(&file)?))?;
            let line = stats::line(&picture, &file, deep, elapsed);
            progress.say(&format!("{}: {line}", job.source));
            Ok(())
        })
    } else {
        write(job, |writer| encode(&picture, encoder, writer, &done))
    };
    written.map_err(|error| match error {
        // What is wrong with the picture is said of the picture, what is wrong with writing of the file written.
        Error::Io(error) => format!("{}: {error}", job.target),
        error => format!("{}: {error}", job.source),
    })
}

/// Calls `write` with the target of `job`.
fn write(job: &Job, write: impl FnOnce(&mut dyn Write) -> Result<(), Error>) -> Result<(), Error> {
    match &job.target {
        Target::Stdout => {
            let mut stdout = io::stdout().lock();
            write(&mut stdout)?;
            Ok(stdout.flush()?)
        }
        Target::File(path) => output::replace(path, |file| write(file)),
    }
}

fn encode(
    picture: &Picture,
    encoder: &mut AnyEncoder,
    writer: impl Write,
    done: &impl Fn(f32),
) -> Result<(), Error> {
    let told = |part| {
        done(part);
        ControlFlow::Continue(())
    };
    match encoder {
        AnyEncoder::Lossy(encoder) => encoder.encode_with_progress(&picture.view()?, writer, told),
        AnyEncoder::Lossless(_, bits, encoder) => {
            encoder.encode_with_progress(&picture.lossless(*bits)?, writer, told)
        }
    }
}
