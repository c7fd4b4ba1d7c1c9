//! The site that is broken: Postgres, NATS, servers and a balancer, each a process.

use std::fmt::Write as _;
use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use chrono::{SecondsFormat, Utc};
use rand::RngExt;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::sync::Mutex;

use super::args::Args;
use super::gate::Gate;
use super::seen::Notes;

/// The time for anything to start or to end.
const PATIENCE: Duration = Duration::from_secs(90);

/// The pause between two looks at a process.
const LOOK: Duration = Duration::from_millis(20);

/// The pause before a server that ended at its start is started again.
const AGAIN: Duration = Duration::from_millis(300);

/// The user and the password of NATS.
const CREDENTIALS: [&str; 2] = ["vzetek", "chaos"];

/// A limit that clients never meet.
const PLENTY: &str = "100000000";

/// The balancer's configuration, that of a real installation but for the servers.
const BALANCER: &str = include_str!("../../../deploy/haproxy.cfg");

/// Everything that runs. Ends when it is dropped.
pub struct Site {
    /// The database.
    pub postgres: Mutex<Postgres>,
    /// The messages between servers.
    pub nats: Mutex<Nats>,
    /// The way in for everybody.
    pub balancer: Mutex<Balancer>,
    /// The servers.
    pub servers: Vec<Mutex<Server>>,
    /// The faults and when they were, to be read beside the logs of the servers.
    diary: std::sync::Mutex<File>,
}

impl Site {
    /// Starts everything. The logs of the servers and `faults.log` lie in `logs`.
    ///
    /// # Errors
    /// If something does not start.
    pub async fn start(args: &Args, logs: &Path) -> anyhow::Result<Self> {
        let postgres = Postgres::start(&args.postgres_tool).await?;
        let nats = Nats::start().await?;
        let mut servers = Vec::new();
        for number in 0..args.servers {
            let name = format!("n{number}");
            let server = Server::new(args, &name, &postgres, &nats, logs).await?;
            servers.push(server);
        }
        for server in &mut servers {
            server.start().await?;
        }
        let balancer = Balancer::start(&servers).await?;
        Ok(Self {
            postgres: Mutex::new(postgres),
            nats: Mutex::new(nats),
            balancer: Mutex::new(balancer),
            servers: servers.into_iter().map(Mutex::new).collect(),
            diary: std::sync::Mutex::new(File::create(logs.join("faults.log"))?),
        })
    }

    /// Writes a line into the diary.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_down(&self, line: &str) -> anyhow::Result<()> {
        let now = Utc::now().to_rfc3339_opts(SecondsFormat::Micros, true);
        let mut diary = self.diary.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::io::Write::write_fmt(&mut *diary, format_args!("{now}  {line}\n"))?)
    }

    /// Looks whether every server still runs, and notes what it said of faults of its own.
    ///
    /// # Errors
    /// If a log cannot be read.
    pub async fn look(&self, notes: &Notes) -> anyhow::Result<()> {
        for server in &self.servers {
            let mut server = server.lock().await;
            if let Some(status) = server.has_ended()? {
                notes.wrong(format!("server {} ended by itself: {status}", server.name));
            }
            let said = server.said()?;
            for line in said.lines().filter(|line| line.contains("panicked at")) {
                notes.wrong(format!("server {}: {line}", server.name));
            }
        }
        Ok(())
    }
}

/// A Postgres of its own, stopped when dropped.
pub struct Postgres {
    tool: PathBuf,
    folder: TempDir,
    /// Its URL, past all gates.
    pub url: String,
}

impl Postgres {
    async fn start(tool: &Path) -> anyhow::Result<Self> {
        // The user that it runs as must get in.
        let folder = tempfile::Builder::new().prefix("vzetek-chaos-").tempdir_in("/tmp")?;
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755))?;
        let mut postgres = Self { tool: tool.to_owned(), folder, url: String::new() };
        postgres.url = postgres.run(&["start"]).await?;
        Ok(postgres)
    }

    /// Stops it as if it had crashed.
    ///
    /// # Errors
    /// If it does not stop.
    pub async fn crash(&self) -> anyhow::Result<()> {
        self.run(&["stop", "--immediate"]).await.map(drop)
    }

    /// Starts it again, with the same data and address.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn again(&self) -> anyhow::Result<()> {
        self.run(&["start"]).await.map(drop)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    async fn run(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let (command, more) = arguments.split_first().context("nothing to do")?;
        let run = Command::new(&self.tool).arg(command).arg(self.data()).args(more).output();
        let output = run
            .await
            .with_context(|| format!("cannot run {} (see --postgres-tool)", self.tool.display()))?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// The address at which it listens.
    fn address(&self) -> anyhow::Result<SocketAddr> {
        let after_user = self.url.split_once('@').map(|(_, rest)| rest);
        let address = after_user.and_then(|rest| rest.split_once('/')).map(|(address, _)| address);
        let address = address.and_then(|address| address.parse().ok());
        address.with_context(|| format!("{} does not say where Postgres is", self.url))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stop = std::process::Command::new(&self.tool).arg("stop").arg(self.data()).output();
        if let Err(error) = stop {
            eprintln!("Postgres in {} could not be stopped: {error}", self.data().display());
        }
    }
}

/// A NATS of its own.
pub struct Nats {
    address: SocketAddr,
    child: Child,
}

impl Nats {
    async fn start() -> anyhow::Result<Self> {
        let address = free_address()?;
        Ok(Self { address, child: Self::spawn(address).await? })
    }

    async fn spawn(address: SocketAddr) -> anyhow::Result<Child> {
        let [user, password] = CREDENTIALS;
        let child = quiet("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &address.port().to_string()])
            .args(["--user", user, "--pass", password])
            .spawn()
            .context("cannot start nats-server; on Debian: apt-get install -y nats-server")?;
        listens(address, "NATS").await?;
        Ok(child)
    }

    /// Ends it as if it had crashed.
    ///
    /// # Errors
    /// If it had ended before.
    pub async fn crash(&mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("NATS had ended by itself")
    }

    /// Starts it again.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn again(&mut self) -> anyhow::Result<()> {
        self.child = Self::spawn(self.address).await?;
        Ok(())
    }
}

/// The balancer before the servers.
pub struct Balancer {
    address: SocketAddr,
    configuration: TempDir,
    child: Child,
}

impl Balancer {
    async fn start(servers: &[Server]) -> anyhow::Result<Self> {
        let address = free_address()?;
        let configuration = tempfile::Builder::new().prefix("vzetek-balancer-").tempdir()?;
        let file = configuration.path().join("haproxy.cfg");
        std::fs::write(&file, balanced(servers.iter().map(|one| (&*one.name, one.address))))?;
        let child = Self::spawn(&file, address).await?;
        Ok(Self { address, configuration, child })
    }

    async fn spawn(file: &Path, address: SocketAddr) -> anyhow::Result<Child> {
        let child = quiet("haproxy")
            .arg("-db")
            .arg("-f")
            .arg(file)
            .env("VZETEK_BALANCER_PORT", address.port().to_string())
            .spawn()
            .context("cannot start haproxy; on Debian: apt-get install -y haproxy")?;
        listens(address, "the balancer").await?;
        Ok(child)
    }

    /// Its host and port.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// Ends it as if it had crashed.
    ///
    /// # Errors
    /// If it had ended before.
    pub async fn crash(&mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("the balancer had ended by itself")
    }

    /// Starts it again.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn again(&mut self) -> anyhow::Result<()> {
        let file = self.configuration.path().join("haproxy.cfg");
        self.child = Self::spawn(&file, self.address).await?;
        Ok(())
    }
}

/// The configuration of an installation, with these servers instead of its own.
fn balanced<'a>(servers: impl Iterator<Item = (&'a str, SocketAddr)>) -> String {
    let mut text = String::new();
    let mut servers = Some(servers);
    for line in BALANCER.lines() {
        if !line.trim_start().starts_with("server ") {
            let _ = writeln!(text, "{line}");
            continue;
        }
        for (name, address) in servers.take().into_iter().flatten() {
            let _ = writeln!(text, "    server {name} {address}");
        }
    }
    text
}

/// One server, on one address, over all its processes.
pub struct Server {
    /// Its name among the others.
    pub name: String,
    /// The address at which it listens.
    pub address: SocketAddr,
    /// Its way to Postgres.
    pub to_postgres: Gate,
    /// Its way to NATS.
    pub to_nats: Gate,
    /// The hours by which its clock is wrong from its next start on.
    pub hours: i8,
    faketime: PathBuf,
    program: PathBuf,
    database: String,
    log: PathBuf,
    child: Option<Child>,
}

impl Server {
    async fn new(
        args: &Args,
        name: &str,
        postgres: &Postgres,
        nats: &Nats,
        logs: &Path,
    ) -> anyhow::Result<Self> {
        let there = postgres.address()?;
        let to_postgres = Gate::to(there).await?;
        let here = to_postgres.address().to_string();
        Ok(Self {
            name: name.to_owned(),
            address: free_address()?,
            to_postgres,
            to_nats: Gate::to(nats.address).await?,
            hours: 0,
            faketime: args.faketime.clone(),
            program: args.server.clone(),
            database: postgres.url.replace(&there.to_string(), &here),
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
                tokio::time::sleep(AGAIN).await;
                self.child = Some(self.spawn()?);
            }
            tokio::time::sleep(LOOK).await;
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
    /// If the system does not tell.
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

    /// Waits for its end.
    ///
    /// # Errors
    /// If it does not end.
    pub async fn end(&mut self) -> anyhow::Result<()> {
        if let Some(mut child) = self.child.take() {
            let ended = tokio::time::timeout(PATIENCE, child.wait()).await;
            ended.with_context(|| format!("server {} does not end", self.name))??;
        }
        Ok(())
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

/// A program that says nothing and ends when its handle is dropped.
fn quiet(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    command
}

/// An address that the system gives to nobody's outgoing connection, not even while
/// whoever listens there is away.
fn free_address() -> anyhow::Result<SocketAddr> {
    for _ in 0..100 {
        let port = rand::rng().random_range(20_000..32_000);
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)) {
            return Ok(listener.local_addr()?);
        }
    }
    bail!("no port between 20000 and 32000 is free")
}

async fn listens(address: SocketAddr, who: &str) -> anyhow::Result<()> {
    let began = Instant::now();
    while TcpStream::connect(address).await.is_err() {
        ensure!(began.elapsed() < PATIENCE, "{who} does not start at {address}");
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balancer_has_these_servers_and_no_others() {
        let text = balanced([("n0", "127.0.0.1:1".parse().unwrap())].into_iter());
        let servers: Vec<&str> =
            text.lines().map(str::trim).filter(|line| line.starts_with("server ")).collect();
        assert_eq!(servers, ["server n0 127.0.0.1:1"]);
        assert!(text.contains("backend servers") && text.contains("resolvers containers"));
    }
}
