//! The command `unite-h264`: Y4M to H.264.

mod arguments;
mod colour;
mod container;
mod output;
mod quality;
mod run;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match run::run(&arguments::Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("unite-h264: {error}");
            ExitCode::FAILURE
        }
    }
}
