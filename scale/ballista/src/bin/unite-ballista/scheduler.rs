//! The scheduler.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::{BallistaError, Result};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use clap::Args;
use datafusion::execution::session_state::SessionStateBuilder;
use unite_jpeg_sql::functions;

/// Where the scheduler is, and how long it waits.
#[derive(Args)]
pub struct Options {
    /// Where clients and executors find it.
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:50050")]
    bind: SocketAddr,
    /// Seconds without a word of an executor after which its tasks are done again elsewhere.
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    executor_timeout: u64,
}

/// Runs until the process is ended.
///
/// # Errors
/// For an address that cannot be bound.
pub async fn run(options: Options) -> Result<()> {
    let config = SchedulerConfig {
        bind_host: options.bind.ip().to_string(),
        external_host: options.bind.ip().to_string(),
        bind_port: options.bind.port(),
        executor_timeout_seconds: options.executor_timeout,
        expire_dead_executor_interval_seconds: options.executor_timeout.div_ceil(4),
        ..SchedulerConfig::default()
    };
    let config = config.with_override_session_builder(Arc::new(|session| {
        let functions = functions().map(Arc::new);
        let mut state = SessionStateBuilder::new().with_config(session).with_default_features();
        state.scalar_functions().get_or_insert_default().extend(functions);
        Ok(state.build())
    }));
    let cluster = BallistaCluster::new_from_config(&config).await?;
    start_server(cluster, options.bind, Arc::new(config))
        .await
        .map_err(|error| BallistaError::General(error.to_string()))
}
