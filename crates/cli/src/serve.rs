//! `powerboats serve`: runs the game server until a signal stops it.

use anyhow::Result;
use clap::{Args as ClapArgs, ValueEnum};
use powerboats_server::config::Options;
use std::{
    io::{IsTerminal, Write},
    path::PathBuf,
    time::Duration,
};
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::oneshot,
};
use tracing_subscriber::EnvFilter;

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// Read settings from a TOML file; flags and environment variables override it
    #[arg(long, env = "POWERBOATS_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Format of the log, which is written to standard error
    #[arg(long, value_enum, env = "POWERBOATS_LOG", default_value = "text")]
    log: Log,
    /// What to log: error, warn, info, debug or trace, or a filter such as `info,powerboats_server=debug`
    #[arg(long, env = "POWERBOATS_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    log_level: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Log {
    /// Text for people
    Text,
    /// One JSON object per line, for programs
    Json,
}

pub fn run(args: Args) -> Result<()> {
    let file = args.config.as_deref().map(Options::read).transpose()?.unwrap_or_default();
    let config = args.options.or(file).config()?;
    let log =
        tracing_subscriber::fmt().with_writer(std::io::stderr).with_env_filter(EnvFilter::try_new(&args.log_level)?);
    match args.log {
        Log::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        Log::Json => log.json().init(),
    }
    let stop = stop_signal()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Ignore errors: a closed standard output must not stop the server.
    let ready = |address| drop(writeln!(std::io::stdout(), "Powerboats is running at http://{address}"));
    let served = runtime.block_on(powerboats_server::serve(config, ready, stop));
    // Don't wait for pilots that are still thinking.
    runtime.shutdown_background();
    Ok(served?)
}

/// How long a clean stop may take. After that the process exits anyway; everything acknowledged is already stored.
const STOP_LIMIT: Duration = Duration::from_millis(4700);

/// A future that completes at the first SIGINT or SIGTERM. A second signal exits at once.
///
/// Signals have their own thread and runtime, so that they are handled even if every worker thread is busy.
fn stop_signal() -> Result<impl Future<Output = ()>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let context = runtime.enter();
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    drop(context);
    let (sender, receiver) = oneshot::channel();
    let listen = async move {
        let mut next_signal =
            async move || tokio::select! { _ = interrupted.recv() => {}, _ = terminated.recv() => {} };
        next_signal().await;
        drop(writeln!(std::io::stderr(), "stopping; running games are saved (press Ctrl-C again to stop at once)"));
        let _ = sender.send(()); // the server may have stopped already
        match tokio::time::timeout(STOP_LIMIT, next_signal()).await {
            Ok(()) => std::process::exit(130),
            Err(_) => {
                drop(writeln!(std::io::stderr(), "powerboats: could not stop cleanly within {STOP_LIMIT:?}"));
                std::process::exit(3)
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(listen))?;
    Ok(async move { receiver.await.unwrap_or_default() })
}
