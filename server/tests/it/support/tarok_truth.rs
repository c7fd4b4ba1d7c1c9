//! The things that may be known in the course of a deal of tarok.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::overhear::Reader;

type Cards = BTreeSet<String>;

/// The cards and sides that may be known, reckoned from the cards dealt and the actions
/// alone.
pub struct Truth {
    hands: Vec<Cards>,
    /// The cards that everybody knows after so many actions.
    public: Vec<Cards>,
    /// Cards that nobody but the declarer ever learns of in the deal.
    buried: Cards,
    declarer: usize,
    /// The sides that everybody knows after so many actions, once a king is called.
    pub sides: Vec<Vec<Value>>,
    /// True if a word has shown a side.
    pub shown_by_words: bool,
    /// The number of the event that told each action.
    numbers: Vec<u64>,
}

impl Truth {
    pub fn new(record: &Value, frames: &[String]) -> Self {
        let stock = in_order(&record["cards"]["stock"]);
        let hands = record["cards"]["hands"].as_array().expect("hands");
        let hands: Vec<Cards> = hands.iter().map(cards_in).collect();
        let seats = hands.len();
        let declarer = (record["dealer"].as_u64().expect("a dealer") as usize + 1) % seats;
        let steps = record["steps"].as_array().expect("steps");
        let mut now = Known::default();
        let (mut public, mut sides) = (vec![Cards::new()], vec![Vec::new()]);
        let (mut buried, mut played, mut klop) = (Cards::new(), 0, false);
        for step in steps {
            let seat = step["seat"].as_u64().expect("a seat") as usize;
            match step["action"].as_str().expect("a text").split_once(':') {
                Some(("contract", contract)) => {
                    klop = contract == "klop";
                    let calls = seats == 4 && ["three", "two", "one"].contains(&contract);
                    let open = ["three", "two", "one", "solo_three", "solo_two", "solo_one"];
                    if open.contains(&contract) && !calls {
                        now.cards.extend(stock.clone());
                    }
                }
                Some(("call", king)) => {
                    now.cards.extend(stock.clone());
                    let holder = hands.iter().position(|hand| hand.contains(king));
                    now.call(king, holder, declarer, seats);
                }
                Some(("discard", card)) if card.starts_with('T') => now.show(card),
                Some(("discard", card)) => _ = buried.insert(card.into()),
                Some(("announce", item)) => {
                    now.speak(seat);
                    match item {
                        "pagat_ultimo" if seats == 4 => now.show("T1"),
                        "king_ultimo" => now.settle(),
                        _ => (),
                    }
                }
                Some(("raise", _)) => now.speak(seat),
                Some(_) => (),
                None if step["action"] == "pass" => (),
                None => {
                    let card = step["action"].as_str().expect("a text");
                    now.show(card);
                    if now.king.as_deref() == Some(card) {
                        now.settle();
                    }
                    played += 1;
                    if klop && played % seats == 0 && played <= 6 * seats {
                        now.show(&stock[played / seats - 1]);
                    }
                }
            }
            let lays_open = |event: &Value| event["type"] == "hand_shown";
            if step["events"].as_array().expect("events").iter().any(lays_open) {
                assert_eq!(record["result"]["contract"], "open_berac");
                now.cards.extend(hands[declarer].clone());
            }
            public.push(now.cards.clone());
            sides.push(now.sides.clone());
        }
        let moved = frames.iter().map(|frame| parse(frame));
        let moved = moved.filter(|message| message["event"]["type"] == "moved");
        let numbers: Vec<u64> = moved.map(|m| m["seq"].as_u64().expect("a number")).collect();
        assert_eq!(numbers.len(), steps.len(), "the spectator saw every action");
        let shown_by_words = now.shown_by_words;
        Self { hands, public, buried, declarer, sides, shown_by_words, numbers }
    }

    /// Reads everything the reader was sent in the deal; how many cards that was.
    pub fn check(&self, reader: &Reader) -> usize {
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
            for sides in sides_in(&message) {
                assert_eq!(sides, &self.sides[steps], "after {steps}: {frame}");
            }
            let tells_too_much = ["partner", "result"].iter().find(|name| has(&message, name));
            assert!(tells_too_much.is_none() || steps + 1 == self.public.len(), "{frame}");
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

/// The things that everybody knows in the course of a deal.
#[derive(Default)]
struct Known {
    cards: Cards,
    /// The king that was called, and who holds it.
    king: Option<String>,
    holder: usize,
    sides: Vec<Value>,
    shown_by_words: bool,
}

impl Known {
    fn show(&mut self, card: &str) {
        self.cards.insert(card.into());
    }

    /// A king in the talon belongs to nobody, which makes the declarer's own of it.
    fn call(&mut self, king: &str, holder: Option<usize>, declarer: usize, seats: usize) {
        self.king = Some(king.to_owned());
        self.holder = holder.unwrap_or(declarer);
        self.sides = vec![Value::Null; seats];
        self.sides[declarer] = json!("declarer");
        if holder.is_none() {
            self.settle();
        }
    }

    fn side(&self, seat: usize) -> Value {
        let declares = seat == self.holder || self.sides[seat] == "declarer";
        json!(if declares { "declarer" } else { "defenders" })
    }

    /// Everybody's side is known, and who holds the king.
    fn settle(&mut self) {
        self.sides = (0..self.sides.len()).map(|seat| self.side(seat)).collect();
        self.cards.extend(self.king.clone());
    }

    /// Somebody announces or raises, and shows the own side.
    fn speak(&mut self, seat: usize) {
        if self.sides.get(seat).is_none_or(|side| !side.is_null()) {
            return;
        }
        self.shown_by_words = true;
        self.sides[seat] = self.side(seat);
        let unknown = self.sides.iter().filter(|side| side.is_null()).count();
        if seat == self.holder || unknown == 0 {
            self.settle();
        }
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
/// somebody is known not to hold names cards too, but follows from public ones; and the
/// name of the king that is called says nothing of where it is.
fn cards_in(value: &Value) -> Cards {
    match value {
        Value::String(text) if text.starts_with("call:") => Cards::new(),
        Value::String(text) => {
            let last = text.rsplit(':').next().unwrap_or_default();
            let card = last.parse::<vzetek_tarok::Card>().ok();
            card.into_iter().map(|card| card.to_string()).collect()
        }
        Value::Array(items) => items.iter().flat_map(cards_in).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !["denied", "king"].contains(&&***name));
            fields.flat_map(|(_, value)| cards_in(value)).collect()
        }
        _ => Cards::new(),
    }
}

/// Every list of the players' sides in the message.
fn sides_in(value: &Value) -> Vec<&Vec<Value>> {
    match value {
        Value::Array(items) => items.iter().flat_map(sides_in).collect(),
        Value::Object(fields) => {
            let own = fields.get("sides").and_then(Value::as_array);
            own.into_iter().chain(fields.values().flat_map(sides_in)).collect()
        }
        _ => Vec::new(),
    }
}

/// True if a part of the message has this name.
fn has(value: &Value, name: &str) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| has(item, name)),
        Value::Object(fields) => {
            fields.contains_key(name) || fields.values().any(|value| has(value, name))
        }
        _ => false,
    }
}
