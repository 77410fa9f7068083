//! An executor.

use std::net::SocketAddr;
use std::sync::Arc;

use ballista_core::error::Result;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use clap::Args;
use unite_jpeg_sql::functions;

/// Where an executor is, and what it has.
#[derive(Args)]
pub struct Options {
    /// Where the scheduler is.
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:50050")]
    scheduler: SocketAddr,
    /// Where others fetch results of it. The port after it is taken, too.
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:50051")]
    bind: SocketAddr,
    /// Tasks at a time; one for each processor if 0.
    #[arg(long, default_value_t = 0)]
    tasks: usize,
    /// Seconds from one sign of life to the next.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    heartbeat: u64,
}

/// Runs until the process is ended.
///
/// # Errors
/// Where there is no scheduler, or a port is taken.
pub async fn run(options: Options) -> Result<()> {
    let mut registry = BallistaFunctionRegistry::default();
    for function in functions() {
        registry.scalar_functions.insert(function.name().to_string(), Arc::new(function));
    }
    let config = ExecutorProcessConfig {
        bind_host: options.bind.ip().to_string(),
        external_host: Some(options.bind.ip().to_string()),
        port: options.bind.port(),
        grpc_port: options.bind.port() + 1,
        scheduler_host: options.scheduler.ip().to_string(),
        scheduler_port: options.scheduler.port(),
        scheduler_connect_timeout_seconds: 30,
        vcores: options.tasks,
        executor_heartbeat_interval_seconds: options.heartbeat,
        override_function_registry: Some(Arc::new(registry)),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await
}
