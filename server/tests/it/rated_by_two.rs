//! Two servers on one database rate the same players at the same time: every match
//! counts, once.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::postgres::Postgres;
use crate::support::rest::{home, open_table, person, request};
use crate::support::server::database_file;
use crate::support::tables::config;
use crate::support::{Client, TestServer, play_to_the_end, play_until};

/// Tables at each server.
const TABLES: usize = 3;
/// Rounds after which the servers must have met.
const ROUNDS: usize = 20;
/// The cards of a deal.
const CARDS: usize = 40;

/// Two at a table of a server, with the same two at all the others.
async fn party(server: &TestServer, tokens: &[String; 2]) -> (String, Vec<Client>) {
    let one_deal = config("trset", &json!({ "players": 2 }));
    let (table, _) = open_table(server.address, &tokens[0], &one_deal).await;
    let mut clients = Vec::new();
    for (seat, token) in (0..).zip(tokens) {
        let mut client = Client::connect_from(home(seat), server.address, token).await;
        client.sit(&table, seat).await;
        clients.push(client);
    }
    (table, clients)
}

/// The matches that ended because others had been stored first.
async fn overtaken(server: &TestServer) -> u64 {
    let (_, metrics) = request(server.address, "GET", "/metrics", None, None).await;
    let mut lines = metrics.as_str().expect("text").lines();
    let line = lines.find_map(|line| line.strip_prefix("vzetek_overtaken_total "));
    line.map_or(0, |count| count.parse().expect("a number"))
}

async fn every_match_counts(database: &str) {
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let mut servers = Vec::new();
    for _ in 0..2 {
        servers.push(TestServer::start_on(folder.clone(), database, &[]).await);
    }
    let tokens = [person(servers[0].address, "Ana").await, person(servers[0].address, "Bor").await];
    let mut parties = Vec::new();
    for server in &servers {
        for _ in 0..TABLES {
            parties.push(party(server, &tokens).await);
        }
    }
    let mut ends: Vec<Value> = Vec::new();
    for _ in 0..ROUNDS {
        // In one process they share the metrics.
        if overtaken(&servers[0]).await > 0 {
            break;
        }
        join_all(parties.iter_mut().map(|(table, clients)| play_until(clients, table, CARDS - 1)))
            .await;
        // All last cards at once.
        let last = parties.iter_mut().map(|(table, clients)| play_to_the_end(clients, table));
        ends.extend(join_all(last).await);
        for (table, clients) in &mut parties {
            for client in clients.iter_mut() {
                client.send(&json!({ "type": "ready", "table": table })).await;
            }
            for client in clients.iter_mut() {
                client.expect_event("dealt").await;
            }
        }
    }
    let ids: Vec<String> = parties[0]
        .1
        .iter()
        .map(|c| c.welcome["you"]["id"].as_str().expect("an id").to_owned())
        .collect();
    for (seat, id) in ids.iter().enumerate() {
        let (_, profile) =
            request(servers[1].address, "GET", &format!("/api/players/{id}"), None, None).await;
        let standing = &profile["standings"][0];
        let won = ends.iter().filter(|end| end["match_won"][seat] == true).count();
        assert_eq!((&standing["matches"], &standing["wins"]), (&json!(ends.len()), &json!(won)));
        // Each began where another had ended.
        let told = |when: &'static str| {
            ends.iter().map(move |end| end["ratings"][seat][when].as_i64().expect("rated"))
        };
        let mut begun: Vec<i64> = told("before").chain(standing["rating"].as_i64()).collect();
        let mut ended: Vec<i64> = told("after").chain([1500]).collect();
        begun.sort_unstable();
        ended.sort_unstable();
        assert_eq!(begun, ended);
    }
    for client in parties.iter().flat_map(|(_, clients)| clients) {
        let refused = client.frames.iter().find(|frame| frame.contains(r#""type":"error""#));
        assert_eq!(refused, None, "nobody is told");
    }
    assert!(overtaken(&servers[0]).await > 0, "the servers never met");
    drop(parties);
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    every_match_counts(&format!("sqlite:{}", database_file(&folder).display())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres() {
    let Some(postgres) = Postgres::if_required() else { return };
    every_match_counts(&postgres.start()).await;
}
