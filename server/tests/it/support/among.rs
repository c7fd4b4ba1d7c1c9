//! Several servers.

use super::Client;
use super::nats::Nats;
use super::postgres::Postgres;
use super::process::{Process, until};
use super::rest::{config, guest, open_table, request};
use super::server::HOUSE_TOKEN;

/// Servers that share a Postgres and a NATS.
pub struct Among {
    pub nats: Nats,
    pub database: String,
    pub postgres: Postgres,
}

impl Among {
    pub async fn if_required() -> Option<Self> {
        let postgres = Postgres::if_required()?;
        let nats = Nats::if_required().await?;
        let database = postgres.start();
        Some(Self { nats, database, postgres })
    }

    pub async fn spawn(&self, name: &str) -> Process {
        self.spawn_with(name, &[]).await
    }

    /// Starts a server with these variables; it may not listen yet.
    pub async fn spawn_with(&self, name: &str, variables: &[(&str, &str)]) -> Process {
        let nats = self.nats.url();
        let arguments = ["--nats", &nats, "--node", name, "--house-token", HOUSE_TOKEN];
        Process::spawn(&self.database, &arguments, variables.iter().copied()).await
    }

    pub async fn start(&self, name: &str) -> Process {
        let server = self.spawn(name).await;
        server.listens().await;
        server
    }

    /// Two servers that have heard of each other.
    pub async fn pair(&self) -> [Process; 2] {
        let pair = [self.start("a").await, self.start("b").await];
        for server in &pair {
            hears_others(server, 1).await;
        }
        pair
    }
}

/// Waits until a server hears so many others for at least the so many-th time.
pub async fn hears_others(server: &Process, times: usize) {
    until("the other is heard", async || {
        server.log().matches("another server is heard").count() >= times
    })
    .await;
}

/// Waits until a server has noticed that NATS is gone.
pub async fn hears_nobody(server: &Process) {
    until("it is noticed", async || server.log().contains("NATS takes nothing for another")).await;
}

/// Waits until a server's lobby shows a table, or not any more.
pub async fn lists(server: &Process, table: &str, shown: bool) {
    until("the lobby shows it", async || {
        let (_, list) = request(server.address, "GET", "/api/tables", None, None).await;
        list.as_array().expect("a list").iter().any(|listed| listed["id"] == table) == shown
    })
    .await;
}

/// Two players of one table, each with a socket at another server, and their tokens.
pub async fn party(home: &Process, sockets: [&Process; 2]) -> (String, Vec<Client>, Vec<String>) {
    let owner = guest(home.address, "Opener").await;
    let (table, _) = open_table(home.address, &owner, &config("trset", 2)).await;
    let (mut clients, mut tokens) = (Vec::new(), Vec::new());
    for (seat, server) in (0..).zip(sockets) {
        let token = guest(home.address, &format!("Guest {seat}")).await;
        let mut client = Client::connect(server.address, &token).await;
        client.sit(&table, seat).await;
        clients.push(client);
        tokens.push(token);
    }
    (table, clients, tokens)
}
