//! A server on a free port, bots as processes, a guest on a plain socket.

mod guest;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use clap::Parser;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vzetek_server::Config;

pub use guest::Guest;

const HOUSE_TOKEN: &str = "the house's secret of the tests";

/// A server with a database of its own.
pub struct Server {
    pub address: SocketAddr,
    folder: TempDir,
    running: Option<(CancellationToken, JoinHandle<()>)>,
}

impl Server {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut server = Self { address, folder, running: None };
        server.run(listener).await;
        server
    }

    async fn run(&mut self, listener: TcpListener) {
        let config = Config::parse_from(["vzetek-server", "--house-token", HOUSE_TOKEN]);
        let file: PathBuf = self.folder.path().join("bots.sqlite");
        let url = format!("sqlite:{}", file.display());
        let store = vzetek_store::connect(&url, &Default::default()).await.unwrap();
        let shutdown = CancellationToken::new();
        let serving = vzetek_server::serve(listener, config, store, shutdown.clone());
        let task = tokio::spawn(async { serving.await.unwrap() });
        self.running = Some((shutdown, task));
    }

    /// Stops the server and starts it again on the same port and database.
    pub async fn restart(&mut self) {
        let (shutdown, task) = self.running.take().unwrap();
        shutdown.cancel();
        task.await.unwrap();
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.run(listener).await;
    }

    pub fn socket(&self) -> String {
        format!("ws://{}/ws", self.address)
    }
}

/// A bot program; killed when dropped.
pub struct Bot {
    child: Child,
}

impl Bot {
    pub fn start(server: &Server, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_vzetek-bot"))
            .args(["play", "--server", &server.socket()])
            .args(["--min-think-ms", "0", "--ready-pause-ms", "50", "--threads", "1"])
            .args(arguments)
            .env_remove("VZETEK_HOUSE_TOKEN")
            .env_remove("VZETEK_TOKEN")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Self { child }
    }

    /// Tells the program to stop, as an init system would.
    pub async fn stop(self) -> ExitStatus {
        let pid = self.child.id().expect("still running").to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status().await.unwrap();
        assert!(told.success());
        tokio::time::timeout(Duration::from_secs(15), finish(self)).await.expect("it drains")
    }
}

/// Waits until the program has ended by itself.
pub async fn finish(mut bot: Bot) -> ExitStatus {
    bot.child.wait().await.unwrap()
}

/// The house's bots.
pub struct House;

impl House {
    pub fn start(server: &Server, arguments: &[&str]) -> Bot {
        Bot::start(server, arguments, &[("VZETEK_HOUSE_TOKEN", HOUSE_TOKEN)])
    }
}
