//! Whatever is wrong at a table of tarok gets its name and what would have
//! been right, and the table stays as it was.

use serde_json::{Value, json};

use crate::support::rest::guest;
use crate::support::tarok::three;
use crate::support::{Client, TestServer, play_to_the_end};

const KINGS: [&str; 4] = ["HK", "DK", "SK", "CK"];

struct Table {
    id: String,
    clients: Vec<Client>,
    spectator: Client,
}

impl Table {
    /// A deal in which somebody holds a king; nearly every deal is one.
    async fn new(server: &TestServer) -> (Self, usize) {
        loop {
            let (id, mut clients, _) = three(server, &json!({})).await;
            let token = guest(server.address, "Spectator").await;
            let mut spectator = Client::connect(server.address, &token).await;
            spectator.watch(&id).await;
            for client in &mut clients {
                while client.tables[&id].turn.is_none() {
                    client.hear_one().await;
                }
            }
            let king = clients.iter().position(|client| {
                KINGS.iter().any(|king| hand(client, &id).contains(&(*king).to_owned()))
            });
            if let Some(seat) = king {
                return (Self { id, clients, spectator }, seat);
            }
        }
    }

    /// Everybody hears what has happened; the seat whose turn it is.
    async fn turn(&mut self) -> usize {
        let moves = self.clients.iter().map(|c| c.tables[&self.id].moves.len()).max();
        for client in self.clients.iter_mut().chain([&mut self.spectator]) {
            while Some(client.tables[&self.id].moves.len()) < moves {
                client.hear_one().await;
            }
        }
        self.clients[0].tables[&self.id].turn.expect("a turn") as usize
    }

    async fn act(&mut self, action: &str) {
        let seat = self.turn().await;
        let client = &mut self.clients[seat];
        let before = client.tables[&self.id].moves.len();
        client.act(&self.id, action).await;
        while client.tables[&self.id].moves.len() == before {
            let message = client.hear_one().await;
            assert_ne!(message["type"], "error", "{action}: {message}");
        }
        self.turn().await;
    }

    /// The table as the spectator is shown it, time apart.
    async fn shown(&mut self) -> Value {
        let mut snapshot = self.spectator.watch(&self.id).await;
        snapshot["deal"]["turn"] = snapshot["deal"]["turn"]["seat"].clone();
        snapshot
    }

    /// Whoever has the turn tries this in vain; the reason given.
    async fn refused(&mut self, action: &str, code: &str, rule: &str, hints: &[&str]) {
        let before = self.shown().await;
        let seat = self.turn().await;
        let client = &mut self.clients[seat];
        client.act(&self.id, action).await;
        let (got, error) = client.expect_error().await;
        assert_eq!(got, code, "{action}: {error}");
        if !rule.is_empty() {
            assert_eq!(error["rule"], rule, "{action}: {error}");
        }
        assert_eq!((&error["of"], &error["table"]), (&json!("act"), &json!(self.id)));
        let words = error["message"].as_str().expect("words");
        for hint in hints {
            assert!(words.contains(hint), "{action}: {words:?} does not say {hint:?}");
        }
        let after = self.shown().await;
        assert_eq!(before, after, "{action} changed the table");
    }
}

fn hand(client: &Client, table: &str) -> Vec<String> {
    let dealt = client.tables[table].events.iter().rev().find(|event| event["type"] == "dealt");
    let hand = dealt.expect("a deal")["deal"]["view"]["hand"].as_array().expect("a hand").clone();
    hand.iter().map(|card| card.as_str().expect("a card").to_owned()).collect()
}

#[tokio::test]
async fn wrong_actions_are_named_and_the_table_stays_as_it_was() {
    const ILLEGAL: &str = "illegal_action";
    let server = TestServer::start(&[]).await;
    let (mut table, king) = Table::new(&server).await;

    // Bidding: the middle must go above the forehand's three.
    table.refused("bid:three", ILLEGAL, "bid_not_allowed", &["two, one, solo, berac"]).await;
    table.refused("bid:klop", ILLEGAL, "bid_not_allowed", &["two"]).await;
    table.refused("bid:open_berac", ILLEGAL, "bid_not_allowed", &["berac"]).await;
    table.refused("T5", ILLEGAL, "not_now", &["bid or pass"]).await;
    table.refused("discard:H4", ILLEGAL, "not_now", &["bid or pass"]).await;
    table.refused("bid:four", "bad_action", "", &["klop, three, two"]).await;
    table.refused("T23", "bad_action", "", &["such as T21"]).await;
    table.refused("discard:", "bad_action", "", &["such as T21"]).await;
    let mut bid = false;
    loop {
        let seat = table.turn().await;
        if table.clients[seat].tables[&table.id].legal[0].starts_with("contract:") {
            break;
        }
        if seat == king && !bid {
            table.act("bid:solo").await;
            bid = true;
            let next = table.turn().await;
            if table.clients[next].tables[&table.id].legal.contains(&"pass".to_owned()) {
                table.refused("bid:two", ILLEGAL, "bid_not_allowed", &["berac"]).await;
            }
        } else {
            table.act("pass").await;
        }
    }
    // Whoever bid solo may not play less.
    if bid {
        table.refused("contract:one", ILLEGAL, "contract_not_allowed", &["solo, berac"]).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn wrong_discards_raises_and_cards_are_named() {
    const ILLEGAL: &str = "illegal_action";
    let server = TestServer::start(&[]).await;
    // The king's owner has to be the forehand, who can play three unopposed.
    let mut table = loop {
        let (mut table, _) = Table::new(&server).await;
        let forehand = (table.turn().await + 2) % 3;
        let held = hand(&table.clients[forehand], &table.id);
        if KINGS.iter().any(|king| held.contains(&(*king).to_owned())) {
            break table;
        }
    };
    table.act("pass").await;
    table.act("pass").await;
    table.refused("contract:open_berac", ILLEGAL, "contract_not_allowed", &["klop, three"]).await;
    table.refused("pass", ILLEGAL, "not_now", &["what you play"]).await;
    table.act("contract:three").await;
    table.refused("take:2", ILLEGAL, "no_such_group", &["from 0 to 1"]).await;
    table.refused("take:9", "bad_action", "", &["0 to 5"]).await;
    table.refused("discard:H4", ILLEGAL, "not_now", &["take a group"]).await;
    table.act("take:0").await;

    let declarer = table.turn().await;
    let own = hand(&table.clients[declarer], &table.id);
    let king = KINGS.iter().find(|king| own.contains(&(**king).to_owned())).expect("a king");
    let legal = table.clients[declarer].tables[&table.id].legal.clone();
    let example = legal[0].trim_start_matches("discard:").to_owned();
    let refused = format!("discard:{king}");
    table.refused(&refused, ILLEGAL, "not_discardable", &["king", &example]).await;
    let foreign = hand(&table.clients[(declarer + 1) % 3], &table.id);
    let refused = format!("discard:{}", foreign[0]);
    table.refused(&refused, ILLEGAL, "not_in_hand", &[&foreign[0], &example]).await;
    for _ in 0..3 {
        table.refused("pass", ILLEGAL, "not_now", &["discard"]).await;
        let legal = table.clients[declarer].tables[&table.id].legal.clone();
        table.act(&legal[0]).await;
    }

    table.refused("raise:game", ILLEGAL, "not_now", &["announce"]).await;
    table.act("announce:kings").await;
    table
        .refused("announce:kings", ILLEGAL, "already_announced", &["trula, pagat_ultimo, valat"])
        .await;
    table.act("pass").await;

    table.refused("raise:valat", ILLEGAL, "raise_not_allowed", &["only game, kings"]).await;
    table.act("raise:game").await;
    // Kontra twice: the next word is the declarer's.
    table.refused("raise:game", ILLEGAL, "raise_not_allowed", &["only kings"]).await;
    table.act("raise:kings").await;
    table.refused("raise:game", ILLEGAL, "raise_not_allowed", &["pass"]).await;
    let leader = loop {
        let seat = table.turn().await;
        if table.clients[seat].tables[&table.id].legal[0] != "pass" {
            break seat;
        }
        table.act("pass").await;
    };
    let foreign = hand(&table.clients[(leader + 1) % 3], &table.id);
    let legal = table.clients[leader].tables[&table.id].legal.clone();
    table.refused(&foreign[0], ILLEGAL, "not_in_hand", &[&foreign[0], &legal[0]]).await;
    table.refused("raise:game", ILLEGAL, "not_now", &["play a card"]).await;

    let end = play_to_the_end(&mut table.clients, &table.id).await;
    assert!(!end.is_null(), "the table went on");
    server.stop().await;
}
