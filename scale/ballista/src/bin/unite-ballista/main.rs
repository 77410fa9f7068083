//! A cluster of Ballista whose every process knows `jpeg_encode`: scheduler, executors, and a client that asks them.

mod client;
mod executor;
mod scheduler;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// JPEG encoding by SQL, on many machines.
#[derive(Parser)]
#[command(version, about)]
struct Command {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Plans queries, and shares their tasks out. One in a cluster.
    Scheduler(scheduler::Options),
    /// Does tasks. As many as there are machines.
    Executor(executor::Options),
    /// Runs statements of SQL on a cluster, or without one here.
    Sql(client::Options),
}

#[tokio::main]
async fn main() -> ExitCode {
    env_logger::init();
    let done: Result<(), Box<dyn Error>> = match Command::parse().part {
        Part::Scheduler(options) => scheduler::run(options).await.map_err(Into::into),
        Part::Executor(options) => executor::run(options).await.map_err(Into::into),
        Part::Sql(options) => client::run(options).await.map_err(Into::into),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("unite-ballista: {error}");
            ExitCode::FAILURE
        }
    }
}
