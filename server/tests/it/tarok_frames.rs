//! No frame ever holds a card of a tarok deal that its reader must not know:
//! other hands, the talon before it is turned up, what was discarded face down.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::TestServer;
use crate::support::overhear::{Reader, overhear};
use crate::support::tables::record;
use crate::support::tarok::{choose, three};

const CONTRACTS: [&str; 7] = ["klop", "three", "two", "one", "solo", "berac", "open_berac"];

type Cards = BTreeSet<String>;

#[tokio::test]
async fn frames_name_only_cards_that_their_reader_may_know() {
    let server = TestServer::start(&[]).await;
    let mut told = 0;
    // In the midst of bidding, exchange and play.
    let stops = [2, 5, 7, 12, 30];
    for contract in CONTRACTS {
        let (table, mut clients, tokens) = three(&server, &json!({ "open_berac": true })).await;
        let choose = |legal: &[String], moves| choose(contract, legal, moves);
        let readers = overhear(&server, &table, &mut clients, &tokens, &stops, choose).await;
        let game = clients[0].tables[&table].game.clone().expect("a game");
        let truth = Truth::new(&record(&server, &game).await, contract, &readers[0].frames);
        let in_this_deal: usize = readers.iter().map(|reader| truth.check(reader)).sum();
        assert!(in_this_deal > 100, "{contract}: only {in_this_deal} cards were looked at");
        told += in_this_deal;
    }
    assert!(told > 2_000, "only {told} cards were looked at");
    server.stop().await;
}

/// The cards that may be known, reckoned from those dealt and the actions
/// alone.
struct Truth {
    hands: Vec<Cards>,
    /// The cards that everybody knows after so many actions.
    public: Vec<Cards>,
    /// Cards that nobody but the declarer ever learns of in the deal.
    buried: Cards,
    declarer: usize,
    /// The number of the event that told each action.
    numbers: Vec<u64>,
}

impl Truth {
    fn new(record: &Value, contract: &str, frames: &[String]) -> Self {
        let stock = in_order(&record["cards"]["stock"]);
        let hands: Vec<Cards> =
            (0..3).map(|seat| cards_in(&record["cards"]["hands"][seat])).collect();
        let declarer = (record["dealer"].as_u64().expect("a dealer") as usize + 1) % 3;
        let mut public = vec![Cards::new()];
        let (mut buried, mut played) = (Cards::new(), 0);
        let steps = record["steps"].as_array().expect("steps");
        for step in steps {
            let mut known = public.last().expect("one at least").clone();
            match step["action"].as_str().expect("a text").split_once(':') {
                Some(("contract", "three" | "two" | "one")) => known.extend(stock.clone()),
                Some(("discard", card)) if card.starts_with('T') => _ = known.insert(card.into()),
                Some(("discard", card)) => _ = buried.insert(card.into()),
                Some(_) => (),
                None if step["action"] == "pass" => (),
                None => {
                    known.insert(step["action"].as_str().expect("a text").into());
                    played += 1;
                    if contract == "klop" && played % 3 == 0 && played <= 18 {
                        known.insert(stock[played / 3 - 1].clone());
                    }
                }
            }
            let lays_open = |event: &Value| event["type"] == "hand_shown";
            if step["events"].as_array().expect("events").iter().any(lays_open) {
                assert_eq!(contract, "open_berac");
                known.extend(hands[declarer].clone());
            }
            public.push(known);
        }
        let moved = frames.iter().map(|frame| parse(frame));
        let moved = moved.filter(|message| message["event"]["type"] == "moved");
        let numbers: Vec<u64> = moved.map(|m| m["seq"].as_u64().expect("a number")).collect();
        assert_eq!(numbers.len(), steps.len(), "the spectator saw every action");
        Self { hands, public, buried, declarer, numbers }
    }

    /// Reads everything the reader was sent in the deal; how many cards that was.
    fn check(&self, reader: &Reader) -> usize {
        let (mut steps, mut told) = (0, 0);
        for frame in &reader.frames {
            let message = parse(frame);
            let event = &message["event"];
            // Lost berači end early; then the secret tells everything.
            let shown = &message["snapshot"]["deal"]["finish"];
            if event["type"] == "deal_over" || !shown.is_null() {
                break;
            }
            assert!(!frame.contains("secret"), "{frame}");
            if event["type"] == "moved" {
                let number = message["seq"].as_u64().expect("a number");
                steps = 1 + self.numbers.iter().position(|&n| n == number).expect("an action");
            }
            if let Some(moves) = message["snapshot"]["deal"]["moves"].as_array() {
                steps = moves.len();
            }
            let mut known = self.public[steps].clone();
            if let Some(seat) = reader.seat {
                known.extend(self.hands[seat].clone());
            }
            for card in cards_in(&message) {
                let seat = reader.seat;
                assert!(known.contains(&card), "{card} told to {seat:?} after {steps}: {frame}");
                let hidden = self.buried.contains(&card) && seat != Some(self.declarer);
                assert!(!hidden || self.public[steps].contains(&card), "{card}: {frame}");
                told += 1;
            }
        }
        told
    }
}

fn parse(frame: &str) -> Value {
    serde_json::from_str(frame).expect("JSON")
}

fn in_order(list: &Value) -> Vec<String> {
    let cards = list.as_array().expect("a list").iter();
    cards.map(|card| card.as_str().expect("a card").to_owned()).collect()
}

/// Every text in the message that is a card or ends in one, as actions do. What
/// somebody is known not to hold names cards too, but follows from public ones.
fn cards_in(value: &Value) -> Cards {
    match value {
        Value::String(text) => {
            let last = text.rsplit(':').next().unwrap_or_default();
            let card = last.parse::<vzetek_tarok::Card>().ok();
            card.into_iter().map(|card| card.to_string()).collect()
        }
        Value::Array(items) => items.iter().flat_map(cards_in).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| *name != "denied");
            fields.flat_map(|(_, value)| cards_in(value)).collect()
        }
        _ => Cards::new(),
    }
}
