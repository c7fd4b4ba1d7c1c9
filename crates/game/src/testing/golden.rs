//! Golden playthroughs: recorded deals with everything that each observer is shown, compared byte
//! for byte.
//!
//! A difference means that recorded deals deal other cards, or that clients see other JSON: a new
//! protocol version, not a new file. Where the change is meant, a run of the test with
//! `VZETEK_BLESS=1` rewrites the files, and the difference belongs into the changelog.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::fair::{Nonces, Secret};
use crate::{Game, HiddenInformation, Observer, Record, Seat, TableGame, record};

/// Records a deal whose shuffle follows from the name, so that it needs no player: `choose` takes
/// one of the legal actions, and receives the number of actions before.
///
/// # Panics
/// If the options allow no deal, or the choice is not legal.
pub fn recorded<G: Game>(
    name: &str,
    options: &G::Options,
    mut choose: impl FnMut(&G, &[G::Action], usize) -> G::Action,
) -> Record<G::Options> {
    let seats = G::seats_for(options);
    let mut bytes = [0x5a; 32];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    let secret = Secret::new(bytes);
    let mut nonces = Nonces::none(seats);
    nonces.set(Seat::new(1), "burja ž 7".to_owned()).expect("a nonce of few bytes");
    let dealer = Seat::new(seats as u8 - 1);
    let mut state: G = record::deal(options, dealer, &secret, &nonces).expect("a deal");
    let mut actions = Vec::new();
    while !state.is_terminal() {
        let action = choose(&state, &state.legal_actions(), actions.len());
        actions.push(action.to_string());
        state.apply(action).expect("a legal action is accepted");
    }
    Record { options: options.clone(), dealer, secret, nonces, actions }
}

/// Replays the record, with the views of these observers at fixed numbers of actions, and compares
/// the text with the file of this name in the folder. Returns the end of the deal on file.
///
/// # Panics
/// At the first line that differs.
pub fn check<G: HiddenInformation>(
    folder: impl AsRef<Path>,
    name: &str,
    record: &Record<G::Options>,
    observers: &[Observer],
    views_every: usize,
) -> G {
    let golden = compare(folder.as_ref(), name, &tell::<G>(record, observers, views_every));
    let first = golden.lines().next().expect("a record");
    let kept: Record<G::Options> = serde_json::from_str(first).expect("a record");
    let end: G = kept.replay().expect("a record that can be played");
    assert!(end.is_terminal());
    end
}

/// Compares the facts for a coach in the recorded deal of this name, before each action and at the
/// end, with the file `name-facts` beside it.
///
/// # Panics
/// At the first line that differs.
pub fn check_facts<G: TableGame>(folder: impl AsRef<Path>, name: &str) {
    let folder = folder.as_ref();
    let recorded = fs::read_to_string(folder.join(format!("{name}.jsonl")));
    let recorded = recorded.expect("the golden file is in the repository");
    let record = recorded.lines().next().expect("a record");
    let record: Record<G::Options> = serde_json::from_str(record).expect("a record");
    let mut state: G = record.start().expect("a deal");
    let mut told = String::new();
    for action in &record.actions {
        let seat = state.current_player().expect("the deal goes on");
        let view = state.view(Observer::Seat(seat));
        let facts = json(&G::facts(&view, &state.legal_actions()));
        writeln!(told, r#"{{"seat":{seat},"facts":{facts},"action":"{action}"}}"#)
            .expect("a text takes more");
        let action = action.parse().expect("an action in notation");
        state.apply(action).expect("a legal action is accepted");
    }
    for observer in super::observers(state.seats()) {
        let facts = json(&G::facts(&state.view(observer), &[]));
        writeln!(told, r#"{{"end":{facts}}}"#).expect("a text takes more");
    }
    compare(folder, &format!("{name}-facts"), &told);
}

/// Compares a text with the file of this name, and returns the file's.
fn compare(folder: &Path, name: &str, told: &str) -> String {
    let path = folder.join(format!("{name}.jsonl"));
    if env::var_os("VZETEK_BLESS").is_some() {
        fs::write(&path, told).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(&path).expect("the golden file is in the repository");
    for (number, (line, expected)) in told.lines().zip(golden.lines()).enumerate() {
        assert_eq!(line, expected, "{name}, line {}", number + 1);
    }
    assert_eq!(told.len(), golden.len(), "{name} has lines too many or too few");
    golden
}

fn tell<G: HiddenInformation>(
    record: &Record<G::Options>,
    observers: &[Observer],
    views_every: usize,
) -> String {
    let mut text = json(record) + "\n";
    let mut state: G = record.start().expect("a deal");
    for (number, action) in record.actions.iter().enumerate() {
        if number % views_every == 0 {
            tell_views(&state, observers, &mut text);
        }
        let legal: Vec<_> = state.legal_actions().iter().map(ToString::to_string).collect();
        let parsed = action.parse().expect("an action in notation");
        let events = state.apply(parsed).expect("a legal action is accepted");
        let public: Vec<_> =
            events.iter().filter_map(|event| G::redact(event, Observer::Public)).collect();
        let (legal, events, public) = (json(&legal), json(&events), json(&public));
        write!(text, r#"{{"legal":{legal},"action":"{action}","events":{events}"#)
            .expect("a text takes more");
        if public != events {
            write!(text, r#","public":{public}"#).expect("a text takes more");
        }
        text.push_str("}\n");
    }
    tell_views(&state, observers, &mut text);
    text
}

/// The views, which also come back from their JSON as they were.
fn tell_views<G: HiddenInformation>(state: &G, observers: &[Observer], text: &mut String) {
    for &observer in observers {
        let view = state.view(observer);
        let written = json(&view);
        let back: G::View = serde_json::from_str(&written).expect("a view");
        assert_eq!(back, view, "the view of {observer:?} does not come back from JSON");
        writeln!(text, r#"{{"view":{written}}}"#).expect("a text takes more");
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what is told is JSON")
}
