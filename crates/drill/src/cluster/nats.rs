//! A NATS server that a drill can kill and start again.

use crate::{DrillError, server::free_address};
use powerboats_server::ids::random_text;
use std::{
    fs::{self, File},
    net::SocketAddr,
    path::PathBuf,
    process::Stdio,
    time::Duration,
};
use tempfile::TempDir;
use tokio::{
    io::AsyncReadExt,
    net::TcpStream,
    process::{Child, Command},
    time::{Instant, sleep},
};

/// Messages and bytes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Traffic {
    pub received: f64,
    pub sent: f64,
    pub received_bytes: f64,
    pub sent_bytes: f64,
}

/// A running `nats-server` on loopback that requires a password.
pub struct NatsServer {
    program: PathBuf,
    pub address: SocketAddr,
    password: String,
    /// Where it tells about itself.
    monitor: SocketAddr,
    child: Child,
    folder: TempDir,
}

impl NatsServer {
    pub async fn start(program: PathBuf) -> Result<NatsServer, DrillError> {
        let (address, password, folder) = (free_address()?, random_text(20), tempfile::tempdir()?);
        let monitor = free_address()?;
        let config = format!(
            "listen: \"{address}\"\nhttp: \"{monitor}\"\n\
             authorization {{ user: powerboats, password: \"{password}\" }}\n"
        );
        fs::write(folder.path().join("nats.conf"), config)?;
        let child = launch(&program, &folder)?;
        let mut server = NatsServer { program, address, password, monitor, child, folder };
        server.wait_until_ready().await?;
        Ok(server)
    }

    /// Its URL for a client that reaches it at this address.
    pub fn url_at(&self, address: SocketAddr) -> String {
        format!("nats://powerboats:{}@{address}", self.password)
    }

    /// Sends SIGKILL and waits until the process is gone.
    pub async fn kill(&mut self) -> Result<(), DrillError> {
        self.child.start_kill()?;
        self.child.wait().await?;
        Ok(())
    }

    /// Starts it again at the same address.
    pub async fn restart(&mut self) -> Result<(), DrillError> {
        self.child = launch(&self.program, &self.folder)?;
        self.wait_until_ready().await
    }

    /// What it has received and sent so far.
    pub async fn traffic(&self) -> Result<Traffic, DrillError> {
        let text = reqwest::get(format!("http://{}/varz", self.monitor)).await?.bytes().await?;
        let told: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        let number = |name: &str| told[name].as_f64().unwrap_or(f64::NAN);
        Ok(Traffic {
            received: number("in_msgs"),
            sent: number("out_msgs"),
            received_bytes: number("in_bytes"),
            sent_bytes: number("out_bytes"),
        })
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.id().unwrap_or_default()
    }

    async fn wait_until_ready(&mut self) -> Result<(), DrillError> {
        let deadline = Instant::now() + Duration::from_secs(30);
        while !greets(self.address).await {
            if self.child.try_wait()?.is_some() || Instant::now() > deadline {
                let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
                return Err(DrillError::Setup(format!("NATS does not start; its log:\n{log}")));
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
}

fn launch(program: &PathBuf, folder: &TempDir) -> Result<Child, DrillError> {
    let log = File::options().create(true).append(true).open(folder.path().join("log"))?;
    let mut command = Command::new(program);
    command.arg("-c").arg(folder.path().join("nats.conf")).kill_on_drop(true);
    command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
    command.spawn().map_err(|error| DrillError::Setup(format!("{}: {error}", program.display())))
}

/// Whether a NATS server at this address sends its greeting, `INFO {…}`.
async fn greets(address: SocketAddr) -> bool {
    let Ok(mut stream) = TcpStream::connect(address).await else { return false };
    let mut greeting = [0; 4];
    stream.read_exact(&mut greeting).await.is_ok() && greeting == *b"INFO"
}
