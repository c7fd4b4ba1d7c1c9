//! No frame ever holds a card of a deal of tablić that its reader must not
//! know: other hands, and what is still to be dealt.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use vzetek_tablic::{Action, Card};

use crate::support::TestServer;
use crate::support::overhear::{Reader, overhear};
use crate::support::tables::record;
use crate::support::tablic::{choose, seated};

type Cards = BTreeSet<Card>;

#[tokio::test]
async fn frames_name_only_cards_that_their_reader_may_know() {
    let server = TestServer::start(&[]).await;
    // Around the dealings, of which the first is after 12, 18, 24 or 36 cards.
    for (players, stops) in [
        (2, [5, 12, 13, 25, 40]),
        (3, [1, 18, 19, 30, 36]),
        (4, [3, 24, 25, 26, 47]),
        (6, [7, 35, 36, 37, 46]),
    ] {
        let (table, mut clients, tokens) = seated(&server, &json!({ "players": players })).await;
        let readers = overhear(&server, &table, &mut clients, &tokens, &stops, choose).await;
        let game = clients[0].tables[&table].game.clone().expect("a game");
        let truth = Truth::new(&record(&server, &game).await, &readers[0].frames);
        let told: usize = readers.iter().map(|reader| truth.check(reader)).sum();
        assert!(told > 500, "{players}: only {told} cards were looked at");
    }
    server.stop().await;
}

/// The cards that may be known, reckoned from those dealt and the actions
/// alone.
struct Truth {
    /// The cards that everybody knows after so many actions.
    public: Vec<Cards>,
    /// By seat, the numbers of actions after which it is dealt cards, and these cards.
    hands: Vec<Vec<(usize, Cards)>>,
    /// The number of the event that told each action.
    numbers: Vec<u64>,
}

impl Truth {
    fn new(record: &Value, frames: &[String]) -> Self {
        let first = record["cards"]["hands"].as_array().expect("hands");
        let seats = first.len();
        let mut hands: Vec<_> = first.iter().map(|hand| vec![(0, cards_in(hand))]).collect();
        let steps = record["steps"].as_array().expect("steps");
        let mut public = vec![cards_in(&record["start"]["cards"])];
        for step in steps {
            let action: Action = step["action"].as_str().expect("a text").parse().expect("one");
            let mut known = public.last().expect("one at least").clone();
            known.insert(action.card);
            public.push(known);
        }
        // One card at a time to each, from the player after the dealer, six to
        // each as long as there are.
        let mut deck = in_order(&record["cards"]["stock"]).into_iter();
        let dealer = record["dealer"].as_u64().expect("a dealer") as usize;
        let mut dealt = 6 * seats;
        while deck.len() > 0 {
            let count = 6.min(deck.len() / seats);
            let mut round = vec![Cards::new(); seats];
            for place in 0..count * seats {
                round[(dealer + 1 + place) % seats].extend(deck.next());
            }
            for (hand, cards) in hands.iter_mut().zip(round) {
                hand.push((dealt, cards));
            }
            dealt += count * seats;
        }
        let moved = frames.iter().map(|frame| parse(frame));
        let moved = moved.filter(|message| message["event"]["type"] == "moved");
        let numbers: Vec<u64> = moved.map(|m| m["seq"].as_u64().expect("a number")).collect();
        assert_eq!((numbers.len(), steps.len()), (48, 48), "the spectator saw every action");
        Self { public, hands, numbers }
    }

    /// Reads everything the reader was sent in the deal; how many cards that was.
    fn check(&self, reader: &Reader) -> usize {
        let (mut steps, mut told) = (0, 0);
        for frame in &reader.frames {
            let message = parse(frame);
            let event = &message["event"];
            if event["type"] == "deal_over" {
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
            for dealt in dealings(&message) {
                let own = dealt["seat"].as_u64().map(|seat| seat as usize) == reader.seat;
                assert_eq!(dealt["cards"].is_array(), own, "{:?}: {frame}", reader.seat);
            }
            let mut known = self.public[steps].clone();
            if let Some(seat) = reader.seat {
                let dealt = self.hands[seat].iter().filter(|(after, _)| *after <= steps);
                known.extend(dealt.flat_map(|(_, cards)| cards));
            }
            for card in cards_in(&message) {
                let seat = reader.seat;
                assert!(known.contains(&card), "{card} told to {seat:?} after {steps}: {frame}");
                told += 1;
            }
        }
        told
    }
}

fn parse(frame: &str) -> Value {
    serde_json::from_str(frame).expect("JSON")
}

/// Every game event of the message that deals cards.
fn dealings(message: &Value) -> Vec<&Value> {
    let snapshot = message["snapshot"]["deal"]["moves"].as_array().into_iter().flatten();
    let events = snapshot.chain([&message["event"]]).filter_map(|told| told["events"].as_array());
    events.flatten().filter(|event| event["type"] == "dealt").collect()
}

fn in_order(list: &Value) -> Vec<Card> {
    serde_json::from_value(list.clone()).expect("a list of cards")
}

/// Every card in the message, alone or in an action.
fn cards_in(value: &Value) -> Cards {
    match value {
        Value::String(text) => match text.parse::<Action>() {
            Ok(action) => action.taken.with(action.card).iter().collect(),
            Err(_) => Cards::new(),
        },
        Value::Array(items) => items.iter().flat_map(cards_in).collect(),
        Value::Object(fields) => fields.values().flat_map(cards_in).collect(),
        _ => Cards::new(),
    }
}
