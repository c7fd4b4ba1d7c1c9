//! Golden playthroughs: recorded deals with everything that everybody is told,
//! compared byte for byte.
//!
//! A difference means that recorded deals deal other cards, or that clients
//! see other JSON: a new protocol version, not a new file. Where the change is
//! meant, `VZETEK_BLESS=1 cargo test -p vzetek-tablic --test golden` writes the
//! files anew, and the difference belongs into the changelog.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use rstest::rstest;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{Game, HiddenInformation, Observer, Record, Seat, record};
use vzetek_tablic::{Action, Finder, Options, Tablic};

/// After so many actions everybody's view is written down again.
const VIEWS_EVERY: usize = 17;

#[rstest]
#[case("tablic-2", r#"{"players":2}"#)]
#[case("tablic-3", r#"{"players":3,"deals":6}"#)]
#[case("tablic-4", r#"{"players":4}"#)]
#[case("tablic-12", r#"{"players":12,"deals":12}"#)]
fn the_deal_is_told_as_it_was_recorded(#[case] name: &str, #[case] options: &str) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.jsonl"));
    let told = tell(&recorded(name, options));
    if env::var_os("VZETEK_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &told).unwrap();
    }
    let golden = fs::read_to_string(&path).expect("the golden file is in the repository");
    for (number, (line, expected)) in told.lines().zip(golden.lines()).enumerate() {
        assert_eq!(line, expected, "{name}, line {}", number + 1);
    }
    assert_eq!(told.len(), golden.len(), "{name} has lines too many or too few");
    let first = golden.lines().next().unwrap();
    let record: Record<Options> = serde_json::from_str(first).unwrap();
    assert!(record.replay::<Tablic>().unwrap().is_terminal());
}

/// A deal played by a plain rule, so that it needs no player: every other turn
/// the richest capture of the first card that has one, and otherwise legal
/// actions in turn, first, third, fifth …
fn recorded(name: &str, options: &str) -> Record<Options> {
    let options: Options = serde_json::from_str(options).unwrap();
    let seats = options.seats();
    let mut bytes = [0x5a; 32];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    let secret = Secret::new(bytes);
    let mut nonces = Nonces::none(seats);
    nonces.set(Seat::new(1), "burja ž 7".into()).unwrap();
    let dealer = Seat::new(seats as u8 - 1);
    let mut state: Tablic = record::deal(&options, dealer, &secret, &nonces).unwrap();
    let mut finder = Finder::new();
    let mut actions = Vec::new();
    while let Some(seat) = state.current_player() {
        let legal = state.legal_actions();
        let table = state.table().cards;
        let rich = state.hand(seat).iter().find_map(|card| {
            finder.find(card, table).richest().map(|taken| Action::capture(card, taken))
        });
        let action = match rich {
            Some(action) if actions.len() % 2 == 0 => action,
            _ => legal[2 * actions.len() % legal.len()],
        };
        actions.push(action.to_string());
        state.apply(action).unwrap();
    }
    Record { options, dealer, secret, nonces, actions }
}

fn tell(record: &Record<Options>) -> String {
    let mut text = serde_json::to_string(record).unwrap() + "\n";
    let mut state: Tablic = record.start().unwrap();
    for (number, action) in record.actions.iter().enumerate() {
        if number % VIEWS_EVERY == 0 {
            tell_views(&state, &mut text);
        }
        let legal = serde_json::to_string(&state.legal_actions()).unwrap();
        let events = state.apply(action.parse().unwrap()).unwrap();
        let public = events.iter().filter_map(|event| Tablic::redact(event, Observer::Public));
        let public = serde_json::to_string(&public.collect::<Vec<_>>()).unwrap();
        let events = serde_json::to_string(&events).unwrap();
        write!(text, r#"{{"legal":{legal},"action":"{action}","events":{events}"#).unwrap();
        if public != events {
            write!(text, r#","public":{public}"#).unwrap();
        }
        text.push_str("}\n");
    }
    tell_views(&state, &mut text);
    text
}

/// The views of the public and of two seats, which also come back from their
/// JSON as they were.
fn tell_views(state: &Tablic, text: &mut String) {
    for observer in [Observer::Seat(Seat::new(0)), Observer::Seat(Seat::new(1)), Observer::Public] {
        let view = state.view(observer);
        let json = serde_json::to_string(&view).unwrap();
        let back: <Tablic as HiddenInformation>::View = serde_json::from_str(&json).unwrap();
        assert_eq!(back, view);
        writeln!(text, r#"{{"view":{json}}}"#).unwrap();
    }
}
