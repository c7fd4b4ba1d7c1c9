//! "The rest is mine" over real sockets.

use serde_json::{Value, json};

use crate::support::rest::{self, config};
use crate::support::tables::seated;
use crate::support::{Client, TestServer};

/// The claim of the turn as this client was last told of it.
fn claimable(client: &Client, table: &str) -> Option<Value> {
    let turn = client.tables[table].events.iter().rev().find_map(|event| match event["type"] {
        _ if event["type"] == "dealt" => Some(&event["deal"]["turn"]),
        _ if event["type"] == "moved" => Some(&event["turn"]),
        _ => None,
    })?;
    Some(turn["claim"].clone()).filter(|claim| !claim.is_null())
}

fn claim(table: &str, seq: u64, claim: &Value) -> Value {
    json!({ "type": "claim", "table": table, "seq": seq, "claim": claim })
}

#[tokio::test]
async fn whoever_has_the_rest_says_so_and_the_record_tells_every_card() {
    let server = TestServer::start(&[]).await;
    for _ in 0..20 {
        let (table, mut clients, _) = seated(&server, &config("trset", 2), 2).await;
        let claimant = loop {
            for client in &mut clients {
                while client.tables[&table].turn.is_none() && client.tables[&table].finish.is_none()
                {
                    client.hear_one().await;
                }
            }
            if clients[0].tables[&table].finish.is_some() {
                break None;
            }
            let seat = clients[0].tables[&table].turn.expect("a turn") as usize;
            if claimable(&clients[seat], &table).is_some() {
                break Some(seat);
            }
            // It is refused as long as it is not certain.
            let seq = clients[seat].tables[&table].seq;
            if clients[seat].tables[&table].moves.is_empty() {
                clients[seat].send(&claim(&table, seq, &json!("rest"))).await;
                assert_eq!(clients[seat].expect_error().await.0, "nothing_to_claim");
            }
            let played = clients[seat].tables[&table].moves.len() + 1;
            clients[seat].play_if_due(&table).await;
            for client in &mut clients {
                while client.tables[&table].moves.len() < played {
                    client.hear_one().await;
                }
            }
        };
        let Some(seat) = claimant else { continue };
        let certain = claimable(&clients[seat], &table).expect("a claim");
        let before = clients[seat].tables[&table].moves.len();
        let seq = clients[seat].tables[&table].seq;
        clients[seat].send(&claim(&table, seq, &certain)).await;
        for client in &mut clients {
            let told = client.expect_event("claimed").await;
            assert_eq!((&told["seat"], &told["claim"]), (&json!(seat), &certain));
            client.expect_event("deal_over").await;
        }
        let Followed { moves, game, finish } = Followed::of(&clients[0], &table);
        assert_eq!(moves.len(), 40, "every card is told");
        assert!(before < 38, "there was more than the last trick");
        let path = format!("/api/games/{game}");
        let (_, record) = rest::request(server.address, "GET", &path, None, None).await;
        let steps = record["steps"].as_array().expect("steps");
        let recorded: Vec<_> = steps.iter().map(|step| step["action"].as_str().unwrap()).collect();
        assert_eq!(recorded, moves, "the record has what was laid down");
        assert_eq!(record["result"], finish["result"]);
        assert!(steps.iter().all(|step| step["by"] == "player"));
        server.stop().await;
        return;
    }
    panic!("no deal of twenty had anything to claim");
}

struct Followed {
    moves: Vec<String>,
    game: String,
    finish: Value,
}

impl Followed {
    fn of(client: &Client, table: &str) -> Self {
        let followed = &client.tables[table];
        Self {
            moves: followed.moves.clone(),
            game: followed.game.clone().expect("a game"),
            finish: followed.finish.clone().expect("the end"),
        }
    }
}
