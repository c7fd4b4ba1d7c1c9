//! The common parts of the tests: a server on port 0, clients, bots.

pub mod among;
pub mod bots;
pub mod client;
pub mod faults;
pub mod nats;
pub mod overhear;
pub mod postgres;
pub mod process;
pub mod raw;
pub mod rest;
pub mod server;
pub mod tables;
pub mod tablic;
pub mod tarok;
pub mod tarok_truth;

pub use client::Client;
pub use server::TestServer;

use futures_util::future::join_all;

/// Every client plays its first legal action whenever it may, until the deal
/// is over; gives the end of the deal as the first client saw it.
pub async fn play_to_the_end(clients: &mut [Client], table: &str) -> serde_json::Value {
    play_until(clients, table, usize::MAX).await;
    clients[0].finished(table).expect("the deal is over")
}

/// Lets every client play its first legal action until so many moves have been
/// made, seen by all of them.
pub async fn play_until(clients: &mut [Client], table: &str, moves: usize) {
    let play = |client| play_one_until(client, table, moves);
    join_all(clients.iter_mut().map(play)).await;
}

/// Lets every client play as [`play_until`] does, with another choice than the
/// first; `choose` is also told how many moves came before.
pub async fn play_by(
    clients: &mut [Client],
    table: &str,
    moves: usize,
    choose: impl Fn(&[String], usize) -> String,
) {
    let play = async |client: &mut Client| loop {
        let followed = &client.tables[table];
        if followed.finish.is_some() || followed.moves.len() >= moves {
            return;
        }
        match followed.legal.as_slice() {
            [] => _ = client.hear_one().await,
            legal => {
                let action = choose(legal, followed.moves.len());
                client.act(table, &action).await;
                client.tables.get_mut(table).expect("known").legal.clear();
            }
        }
    };
    join_all(clients.iter_mut().map(play)).await;
}

async fn play_one_until(client: &mut Client, table: &str, moves: usize) {
    let enough = |client: &Client| {
        client.tables.get(table).is_some_and(|t| t.finish.is_some() || t.moves.len() >= moves)
    };
    while !enough(client) {
        if client.play_if_due(table).await.is_none() {
            client.hear_one().await;
        }
    }
}
