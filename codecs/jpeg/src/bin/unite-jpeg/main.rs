//! The command `unite-jpeg`: pictures to JPEG files.
//!
//! Exit codes: 0 if every picture was written, 1 if one could not be read, encoded or written, 2 if the command line
//! makes no sense, 130 if it was interrupted or told to end. Messages go to standard error and name the file that they are about.

mod arguments;
mod input;
mod output;
mod plan;
mod progress;
mod temporary;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use unite_jpeg::{Encoder, Error, ImageView};

use arguments::Arguments;
use input::Picture;
use plan::{Job, Target};
use progress::Progress;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let jobs = plan::jobs(&arguments.inputs, &arguments.output);
    let jobs = jobs.unwrap_or_else(|message| usage_error(&message));
    let encoder = Encoder::new(arguments.config());
    let mut encoder = encoder.unwrap_or_else(|error| usage_error(&error.to_string()));

    temporary::remove_when_interrupted();
    let mut code = ExitCode::SUCCESS;
    for job in &jobs {
        if let Err(message) = run(job, &mut encoder, arguments.progress) {
            eprintln!("unite-jpeg: {message}");
            code = ExitCode::FAILURE;
        }
    }
    code
}

/// Ends the process as clap does when arguments do not parse: exit code 2.
fn usage_error(message: &str) -> ! {
    Arguments::command().error(clap::error::ErrorKind::ValueValidation, message).exit()
}

/// Reads, encodes and writes one picture. An error is a message that names the file it is about.
fn run(job: &Job, encoder: &mut Encoder, progress: bool) -> Result<(), String> {
    let picture = Picture::read(&job.source).map_err(|error| format!("{}: {error}", job.source))?;
    let progress = Progress::new(progress, &job.source.to_string(), picture.height());
    let written = match &job.target {
        Target::Stdout => encode(&picture, encoder, io::stdout().lock(), &progress),
        Target::File(path) => output::replace(path, |file| encode(&picture, encoder, file, &progress)),
    };
    progress.finish();
    written.map_err(|error| match error {
        // What is wrong with the picture is said of the picture, what is wrong with writing of the file written.
        Error::Io(error) => format!("{}: {error}", job.target),
        error => format!("{}: {error}", job.source),
    })
}

fn encode(
    picture: &Picture,
    encoder: &mut Encoder,
    writer: impl Write,
    progress: &Progress,
) -> Result<(), Error> {
    /// Rows between two steps of the progress bar: enough for many threads.
    const ROWS: u32 = 4096;
    let view = picture.view()?;
    let mut rows = encoder.start(writer, view.width(), view.height(), view.color())?;
    let stride = view.width() as usize * picture.format().bytes();
    let mut from = 0;
    while from < view.height() {
        let count = ROWS.min(view.height() - from);
        let data = &picture.samples()[from as usize * stride..];
        rows.push_rows(&ImageView::interleaved(data, view.width(), count, picture.format(), stride)?)?;
        from += count;
        progress.set(from);
    }
    rows.finish()?;
    Ok(())
}
