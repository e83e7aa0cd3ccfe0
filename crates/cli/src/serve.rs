//! `powerboats serve`: the game server.

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
    /// Read the set-up from a TOML file; flags and environment go before it
    #[arg(long, env = "POWERBOATS_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// How the log, on standard error, is written
    #[arg(long, value_enum, env = "POWERBOATS_LOG", default_value = "text")]
    log: Log,
    /// What is logged: error, warn, info, debug or trace, or more exactly as in `info,powerboats_server=debug`
    #[arg(long, env = "POWERBOATS_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    log_level: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Log {
    /// Lines for people
    Text,
    /// Lines of JSON for programs
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
    let stop = stop()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Whoever listened may have gone: that must not stop the server, nor keep it from stopping.
    let ready = |address| drop(writeln!(std::io::stdout(), "Powerboats is at http://{address}"));
    let served = runtime.block_on(powerboats_server::serve(config, ready, stop));
    // A pilot may think for long: nobody waits for it.
    runtime.shutdown_background();
    Ok(served?)
}

/// How long stopping may take. Whatever is stuck then is left behind; what was acknowledged is stored.
const LIMIT: Duration = Duration::from_millis(4700);

/// Comes true when we are asked to stop. Asked twice, we go at once.
///
/// Signals have a thread and a runtime of their own, so that they are heard when every worker is busy.
fn stop() -> Result<impl Future<Output = ()>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let within = runtime.enter();
    let (mut interrupted, mut terminated) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    drop(within);
    let (tell, told) = oneshot::channel();
    let listen = async move {
        let mut asked = async move || tokio::select! { _ = interrupted.recv() => {}, _ = terminated.recv() => {} };
        asked().await;
        drop(writeln!(std::io::stderr(), "stopping: what is being played is stored"));
        let _ = tell.send(()); // the server may have ended by itself
        match tokio::time::timeout(LIMIT, asked()).await {
            Ok(()) => std::process::exit(130),
            Err(_) => {
                drop(writeln!(std::io::stderr(), "powerboats: could not stop in good order"));
                std::process::exit(3)
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(listen))?;
    Ok(async move { told.await.unwrap_or_default() })
}
