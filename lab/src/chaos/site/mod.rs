//! The site that is broken: Postgres, NATS, servers and a balancer, each a process.

mod balancer;
mod nats;
mod postgres;
mod process;
mod server;

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use chrono::{SecondsFormat, Utc};
use rustix::process::Signal;
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::sleep;

use super::args::Args;
use super::notes::Notes;
use balancer::Balancer;
use nats::Nats;
use postgres::Postgres;
pub use server::Server;

/// Everything that runs. Ends when it is dropped.
pub struct Site {
    /// The database.
    pub postgres: Mutex<Postgres>,
    /// The messages between servers.
    pub nats: Mutex<Nats>,
    /// The way in for all clients.
    pub balancer: Mutex<Balancer>,
    /// The servers.
    pub servers: Vec<Mutex<Server>>,
    /// The times that Postgres went away or came back: odd while it is away.
    changes: AtomicU32,
    /// The faults and when they were, to be read beside the logs of the servers.
    diary: parking_lot::Mutex<File>,
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
            changes: AtomicU32::new(0),
            diary: parking_lot::Mutex::new(File::create(logs.join("faults.log"))?),
        })
    }

    /// Crashes Postgres and starts it again after a while.
    ///
    /// # Errors
    /// If it does not stop or start.
    pub async fn lose_postgres(&self, lasts: Duration) -> anyhow::Result<()> {
        let mut postgres = self.postgres.lock().await;
        self.changes.fetch_add(1, Ordering::SeqCst);
        postgres.crash().await?;
        sleep(lasts).await;
        postgres.again().await?;
        self.changes.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    /// Asks a server to leave, and waits for its end. Its status must be 0, unless Postgres was
    /// away meanwhile, without which it cannot end in good order, or it was not serving.
    ///
    /// # Errors
    /// If it does not end.
    pub async fn let_leave(&self, server: &mut Server, notes: &Notes) -> anyhow::Result<()> {
        let before = self.changes.load(Ordering::SeqCst);
        let serves = TcpStream::connect(server.address).await.is_ok();
        server.signal(Signal::TERM)?;
        let status = server.end().await?;
        let stayed = before.is_multiple_of(2) && self.changes.load(Ordering::SeqCst) == before;
        if let Some(status) = status.filter(|status| !status.success())
            && serves
            && stayed
        {
            notes.wrong(format!("server {} was told to leave and ended: {status}", server.name));
        }
        Ok(())
    }

    /// Writes a line into the diary.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_down(&self, line: &str) -> anyhow::Result<()> {
        let now = Utc::now().to_rfc3339_opts(SecondsFormat::Micros, true);
        let mut diary = self.diary.lock();
        Ok(std::io::Write::write_fmt(&mut *diary, format_args!("{now}  {line}\n"))?)
    }

    /// Looks whether everything still runs, and notes what servers said of faults of their own.
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
        self.nats.lock().await.look(notes)?;
        self.balancer.lock().await.look(notes)
    }

    /// The number of times that a server ended at its start and was started again.
    pub async fn restarts(&self) -> u32 {
        let mut restarts = 0;
        for server in &self.servers {
            restarts += server.lock().await.restarts;
        }
        restarts
    }
}
