//! A server that is stopped and started again: play goes on.

use crate::support::rest::config;
use crate::support::tables::seated;
use crate::support::{Client, TestServer, play_to_the_end, play_until};

#[tokio::test]
async fn a_restart_in_mid_deal_loses_nothing() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, tokens) = seated(&server, &config("trset", 2), 2).await;
    play_until(&mut clients, &table, 11).await;
    let moves = clients[0].tables[&table].moves.clone();
    let folder = server.stop().await;
    for client in &mut clients {
        let goodbye = client.expect("goodbye").await;
        // Nobody else is there, and nobody knows when it will be back.
        assert_eq!(goodbye["reason"], "restart");
        assert!(goodbye.get("retry_ms").is_none(), "{goodbye}");
    }

    let server = TestServer::start_in(folder, &[]).await;
    let mut clients = Vec::new();
    for token in &tokens {
        let mut client = Client::connect(server.address, token).await;
        let snapshot = client.watch(&table).await;
        assert_eq!(snapshot["phase"], "playing");
        let after = &client.tables[&table].moves;
        assert!(after.starts_with(&moves), "{moves:?} became {after:?}");
        clients.push(client);
    }
    play_to_the_end(&mut clients, &table).await;
    let folder = server.stop().await;

    // A finished deal stands on the table as it did, too.
    let server = TestServer::start_in(folder, &[]).await;
    let mut client = Client::connect(server.address, &tokens[1]).await;
    let snapshot = client.watch(&table).await;
    assert_eq!(snapshot["phase"], "finished");
    assert_eq!(
        snapshot["deal"]["finish"]["result"],
        clients[1].finished(&table).unwrap()["result"]
    );
    server.stop().await;
}
