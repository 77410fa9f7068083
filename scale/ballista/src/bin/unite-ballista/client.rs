//! A client.

use ballista::prelude::SessionContextExt;
use clap::Args;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use unite_jpeg_sql::functions;

/// What to ask, and whom.
#[derive(Args)]
pub struct Options {
    /// Statements, one an argument, in their order.
    #[arg(required = true)]
    statements: Vec<String>,
    /// A scheduler (`df://127.0.0.1:50050`). Without one the statements run in this process.
    #[arg(long, value_name = "URL")]
    scheduler: Option<String>,
}

/// Runs the statements, and prints their tables.
///
/// # Errors
/// The first of a statement.
pub async fn run(options: Options) -> Result<()> {
    let context = match &options.scheduler {
        Some(scheduler) => SessionContext::remote(scheduler).await?,
        None => SessionContext::new_with_config(SessionConfig::new()),
    };
    // After the context is made: a state that is handed over loses them.
    for function in functions() {
        context.register_udf(function);
    }
    for statement in &options.statements {
        context.sql(statement).await?.show().await?;
    }
    Ok(())
}
