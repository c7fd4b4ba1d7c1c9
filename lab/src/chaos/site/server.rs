//! A server that is killed, cut off and started again.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rustix::process::{Pid, Signal, kill_process};
use tokio::net::TcpStream;
use tokio::process::Child;
use tokio::time::sleep;
use vzetek_client::HeldAddress;

use super::super::args::Args;
use super::super::gate::{Gate, Target};
use super::nats::{CREDENTIALS, Nats};
use super::postgres::Postgres;
use super::process::{LOOK, PATIENCE, quiet};

/// The pause before a server that ended at its start is started again.
const AGAIN: Duration = Duration::from_millis(300);

/// A limit that clients never meet.
const PLENTY: &str = "100000000";

/// One server, on one address, over all its processes.
pub struct Server {
    /// Its name among the others.
    pub name: String,
    /// The address at which it listens.
    pub address: SocketAddr,
    _held: HeldAddress,
    /// Its way to Postgres.
    pub to_postgres: Gate,
    /// Its way to NATS.
    pub to_nats: Gate,
    /// The hours by which its clock is wrong from its next start on.
    pub hours: i8,
    /// The times that it ended at its start and was started again.
    pub(super) restarts: u32,
    faketime: PathBuf,
    program: PathBuf,
    database: String,
    log: PathBuf,
    child: Option<Child>,
}

impl Server {
    pub(super) async fn new(
        args: &Args,
        name: &str,
        postgres: &Postgres,
        nats: &Nats,
        logs: &Path,
    ) -> anyhow::Result<Self> {
        let to_postgres = Gate::to(Target::Socket(postgres.socket())).await?;
        let held = HeldAddress::take()?;
        Ok(Self {
            name: name.to_owned(),
            address: held.address(),
            _held: held,
            to_nats: Gate::to(Target::Port(nats.held.address())).await?,
            hours: 0,
            restarts: 0,
            faketime: args.faketime.clone(),
            program: args.server.clone(),
            database: format!("postgres://vzetek@{}/postgres", to_postgres.address()),
            to_postgres,
            log: logs.join(format!("{name}.log")),
            child: None,
        })
    }

    /// Starts it, and waits until it listens. One that ends at its start, because something
    /// that it needs is away, is started again as a supervisor would.
    ///
    /// # Errors
    /// If it does not come up.
    pub async fn start(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        self.child = Some(self.spawn()?);
        while TcpStream::connect(self.address).await.is_err() {
            if began.elapsed() > PATIENCE {
                bail!("server {} does not come up; see {}", self.name, self.log.display());
            }
            if self.has_ended()?.is_some() {
                sleep(AGAIN).await;
                self.restarts += 1;
                self.child = Some(self.spawn()?);
            }
            sleep(LOOK).await;
        }
        Ok(())
    }

    fn spawn(&self) -> anyhow::Result<Child> {
        let [user, password] = CREDENTIALS;
        let log = File::options().create(true).append(true).open(&self.log)?;
        let nats = format!("nats://{user}:{password}@{}", self.to_nats.address());
        let mut command = quiet(&self.program);
        command
            .args(["--listen", &self.address.to_string(), "--node", &self.name, "--nats", &nats])
            .args(["--requests-per-second", PLENTY, "--guests-per-hour", PLENTY])
            .args(["--connections-per-address", PLENTY, "--registrations-per-hour", PLENTY])
            .args(["--messages-per-second", PLENTY, "--message-burst", PLENTY])
            .args(["--nonce-ms", "50", "--behind-proxy", "true"])
            .env("VZETEK_DATABASE", &self.database)
            .env("RUST_LOG", "info")
            .env("NO_COLOR", "1")
            .stderr(log);
        if self.hours != 0 {
            command
                .env("LD_PRELOAD", &self.faketime)
                .env("FAKETIME", format!("{:+}h", self.hours))
                // Only the time of day is wrong; timers run as they do.
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        command.spawn().with_context(|| format!("cannot start {}", self.program.display()))
    }

    /// The status with which its process has ended, if it has.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn has_ended(&mut self) -> anyhow::Result<Option<ExitStatus>> {
        Ok(self.child.as_mut().map_or(Ok(None), Child::try_wait)?)
    }

    /// Sends it a signal.
    ///
    /// # Errors
    /// If it has ended.
    pub fn signal(&self, signal: Signal) -> anyhow::Result<()> {
        let id = self.child.as_ref().and_then(Child::id);
        let id = id.and_then(|id| Pid::from_raw(id.cast_signed()));
        let ended =
            || format!("server {} had ended by itself; see {}", self.name, self.log.display());
        kill_process(id.with_context(ended)?, signal).with_context(ended)
    }

    /// Waits for its end, and returns the status with which it has; `None` if it had not
    /// been started.
    ///
    /// # Errors
    /// If it does not end.
    pub async fn end(&mut self) -> anyhow::Result<Option<ExitStatus>> {
        let Some(mut child) = self.child.take() else { return Ok(None) };
        let ended = tokio::time::timeout(PATIENCE, child.wait()).await;
        Ok(Some(ended.with_context(|| format!("server {} does not end", self.name))??))
    }

    /// All that it has said.
    ///
    /// # Errors
    /// If its log cannot be read.
    pub fn said(&self) -> anyhow::Result<String> {
        std::fs::read_to_string(&self.log)
            .with_context(|| format!("cannot read {}", self.log.display()))
    }
}
