//! Everybody who reads something of a deal: players, spectators, late ones,
//! and those who come back.

use serde_json::json;

use super::client::Followed;
use super::rest::guest;
use super::server::TestServer;
use super::{Client, play_by};

/// The seat of somebody who read something, and all that was read.
pub struct Reader {
    pub seat: Option<usize>,
    pub frames: Vec<String>,
}

/// Plays a deal with spectators; after so many moves each somebody comes to
/// look, and a player comes back: by what was missed, or by a snapshot. The
/// first reader is the spectator who saw all of the deal.
pub async fn overhear(
    server: &TestServer,
    table: &str,
    clients: &mut [Client],
    tokens: &[String],
    stops: &[usize],
    choose: impl Fn(&[String], usize) -> String,
) -> Vec<Reader> {
    let mut spectator = look(server, table).await;
    let mut readers = Vec::new();
    for (turn, &moves) in stops.iter().enumerate() {
        play_by(clients, table, moves, &choose).await;
        let late = look(server, table).await;
        readers.push(Reader { seat: None, frames: late.frames.clone() });
        late.close().await;
        let seat = (turn + moves) % clients.len();
        let mut back = Client::connect(server.address, &tokens[seat]).await;
        let mut watch = json!({ "type": "watch", "table": table });
        let seen = clients[seat].tables[table].clone();
        if turn % 2 == 0 {
            let since = seen.seq.saturating_sub(12);
            watch["since"] = json!({ "epoch": seen.epoch, "seq": since });
            back.tables.insert(table.to_owned(), Followed { seq: since, ..seen.clone() });
        }
        back.send(&watch).await;
        while back.tables.get(table).is_none_or(|followed| followed.seq < seen.seq) {
            back.hear_one().await;
        }
        readers.push(Reader { seat: Some(seat), frames: back.frames.clone() });
        back.close().await;
    }
    play_by(clients, table, usize::MAX, &choose).await;
    while spectator.finished(table).is_none() {
        spectator.hear_one().await;
    }
    readers.insert(0, Reader { seat: None, frames: spectator.frames.clone() });
    readers.extend(
        clients
            .iter()
            .enumerate()
            .map(|(seat, client)| Reader { seat: Some(seat), frames: client.frames.clone() }),
    );
    readers
}

async fn look(server: &TestServer, table: &str) -> Client {
    let token = guest(server.address, "Spectator").await;
    let mut client = Client::connect(server.address, &token).await;
    client.watch(table).await;
    client
}
