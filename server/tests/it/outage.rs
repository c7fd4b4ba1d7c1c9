//! Postgres stops under play: a move that is not stored is not shown, and play continues once
//! Postgres is back.
//!
//! Needs tools/postgres to start a server of its own; `./check` runs it.

use std::sync::Arc;

use serde_json::Value;

use crate::support::postgres::Postgres;
use crate::support::process::until;
use crate::support::rest::{config, request};
use crate::support::tables::seated;
use crate::support::{TestServer, play_to_the_end, play_until};

#[tokio::test]
async fn a_move_is_shown_once_postgres_is_back() {
    let Some(postgres) = Postgres::if_required() else { return };
    let url = postgres.start();
    let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let server = TestServer::start_on(folder, &url, &[]).await;
    let (table, mut clients, _) = seated(&server, &config("trset", 2), 2).await;
    play_until(&mut clients, &table, 6).await;
    let mover = clients[0].tables[&table].turn.expect("a turn") as usize;
    clients[mover].wait_for_turn(&table).await;

    postgres.crash();
    clients[mover].play_if_due(&table).await;
    let address = server.address;
    let noticed = until("the health check notices", async move || {
        request(address, "GET", "/health", None, None).await.0 == 503
    });
    tokio::pin!(noticed);
    // The move is not shown as long as it cannot be stored.
    loop {
        tokio::select! {
            () = &mut noticed => break,
            message = clients[1 - mover].hear_one() => {
                assert_ne!(message["event"]["type"], "moved", "shown although not stored");
            }
        }
    }
    postgres.start();

    let finish = play_to_the_end(&mut clients, &table).await;
    let game = finish["game"].as_str().expect("a game");
    let (status, record) =
        request(server.address, "GET", &format!("/api/games/{game}"), None, None).await;
    assert_eq!(status, 200);
    let stored: Vec<&Value> =
        record["steps"].as_array().expect("steps").iter().map(|s| &s["action"]).collect();
    let shown = &clients[1 - mover].tables[&table].moves;
    assert_eq!(stored.len(), shown.len());
    assert!(stored.iter().zip(shown).all(|(stored, shown)| *stored == shown.as_str()));
    server.stop().await;
}
