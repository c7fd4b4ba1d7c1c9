//! A server on a free port, bots as processes, a guest.

mod guest;
mod sharp;

use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vzetek_client::HeldAddress;
use vzetek_server::Config;

pub use guest::Guest;
pub use sharp::Sharp;

const HOUSE_TOKEN: &str = "the house's secret of the tests";

/// A server with a database of its own.
pub struct Server {
    pub address: SocketAddr,
    /// It is started again at the same address.
    _held: HeldAddress,
    database: String,
    /// Kept for as long as the server is.
    _folder: TempDir,
    running: Option<Running>,
}

enum Running {
    /// A server in this process; it can be stopped in good order.
    Here(CancellationToken, JoinHandle<()>),
    /// A server in a process of its own, which can be killed.
    Process(Child),
}

impl Server {
    pub async fn start() -> Self {
        let mut server = Self::new();
        server.run().await;
        server
    }

    /// Starts a server on an empty database of this Postgres.
    pub async fn on_postgres(database: String) -> Self {
        let mut server = Self { database, ..Self::new() };
        server.run().await;
        server
    }

    /// Starts a server as a process of its own.
    pub async fn process() -> Self {
        let mut server = Self::new();
        server.spawn().await;
        server
    }

    fn new() -> Self {
        let held = HeldAddress::take().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", folder.path().join("bots.sqlite").display());
        Self { address: held.address(), _held: held, database, _folder: folder, running: None }
    }

    async fn run(&mut self) {
        let shutdown = CancellationToken::new();
        let serving = serve(self.address, self.database.clone(), shutdown.clone()).await;
        self.running = Some(Running::Here(shutdown, tokio::spawn(serving)));
    }

    async fn spawn(&mut self) {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", PROCESS_TEST, "--nocapture"])
            .env(PROCESS_ADDRESS, self.address.to_string())
            .env(PROCESS_DATABASE, &self.database)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        self.running = Some(Running::Process(child));
        let began = Instant::now();
        while TcpStream::connect(self.address).await.is_err() {
            assert!(began.elapsed() < Duration::from_secs(120), "the server does not listen");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Stops the server (by SIGKILL if it is a process) and starts it again on
    /// the same port and database.
    pub async fn restart(&mut self) {
        match self.running.take().unwrap() {
            Running::Here(shutdown, task) => {
                shutdown.cancel();
                task.await.unwrap();
                self.run().await;
            }
            Running::Process(mut child) => {
                child.kill().await.unwrap();
                self.spawn().await;
            }
        }
    }

    /// Stops a server of this process; its database is no longer in use then.
    pub async fn stop(mut self) {
        if let Some(Running::Here(shutdown, task)) = self.running.take() {
            shutdown.cancel();
            task.await.unwrap();
        }
    }

    pub fn socket(&self) -> String {
        format!("ws://{}/ws", self.address)
    }
}

/// A server with this address and database, until it is told to stop.
async fn serve(
    address: SocketAddr,
    database: String,
    shutdown: CancellationToken,
) -> impl Future<Output = ()> {
    let config = Config::parse_from(["vzetek-server", "--house-token", HOUSE_TOKEN]);
    let store = vzetek_store::connect_unclaimed(&database, &Default::default()).await.unwrap();
    let listener = TcpListener::bind(address).await.unwrap();
    async { vzetek_server::serve(listener, config, store, shutdown).await.unwrap() }
}

/// The test below, which is the server's process where another test asks for it.
const PROCESS_TEST: &str = "support::a_server_process";
const PROCESS_ADDRESS: &str = "VZETEK_BOT_TESTS_SERVER_ADDRESS";
const PROCESS_DATABASE: &str = "VZETEK_BOT_TESTS_SERVER_DATABASE";

/// Nothing by itself: this program, started again with these variables, is the
/// server that other tests kill.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_process() {
    let (Ok(address), Ok(database)) =
        (std::env::var(PROCESS_ADDRESS), std::env::var(PROCESS_DATABASE))
    else {
        return;
    };
    serve(address.parse().unwrap(), database, CancellationToken::new()).await.await;
}

/// An empty database on the Postgres of `VZETEK_TEST_POSTGRES`; `None` if there
/// is no such server and need not be.
pub async fn new_postgres_database() -> Option<String> {
    let Some(server) = std::env::var("VZETEK_TEST_POSTGRES").ok().filter(|url| !url.is_empty())
    else {
        let required = std::env::var("VZETEK_REQUIRE_POSTGRES").is_ok_and(|value| value == "1");
        assert!(!required, "VZETEK_REQUIRE_POSTGRES=1, but VZETEK_TEST_POSTGRES is not set");
        eprintln!("SKIPPED: bots on Postgres (VZETEK_TEST_POSTGRES is not set)");
        return None;
    };
    let name = format!("vzetek_bot_test_{}", std::process::id());
    on_postgres(&server, format!("CREATE DATABASE {name}")).await;
    let (start, _) = server.rsplit_once('/').expect("VZETEK_TEST_POSTGRES names a database");
    Some(format!("{start}/{name}"))
}

/// Removes a database made by [`new_postgres_database`].
pub async fn drop_postgres_database(database: &str) {
    let server = std::env::var("VZETEK_TEST_POSTGRES").expect("it was there before");
    let (_, name) = database.rsplit_once('/').expect("a database's name");
    on_postgres(&server, format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

async fn on_postgres(server: &str, sql: String) {
    let mut connection = PgConnection::connect(server).await.expect("Postgres answers");
    let sql = sqlx::query(AssertSqlSafe(sql));
    sql.execute(&mut connection).await.expect("databases may be made");
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
        tokio::time::timeout(Duration::from_secs(120), finish(self)).await.expect("it drains")
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
