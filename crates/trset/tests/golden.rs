//! Golden playthroughs: one recorded deal for each variant and number of
//! players, with everything that everybody is told, compared byte for byte.
//!
//! A difference means that recorded deals deal other cards, or that clients
//! see other JSON: a new protocol version, not a new file. Where the change is
//! meant, `VZETEK_BLESS=1 cargo test -p vzetek-trset --test golden` writes the
//! files anew, and the difference belongs into the changelog.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use rstest::rstest;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{Game, HiddenInformation, Observer, Record, Seat, record};
use vzetek_trset::{Options, Trset};

/// After so many actions everybody's view is written down again.
const VIEWS_EVERY: usize = 9;

#[rstest]
#[case("trset-2", r#"{"players":2}"#)]
#[case("trset-3", r#"{"players":3}"#)]
#[case("trset-4", r#"{"players":4,"declarations":true,"target":21}"#)]
#[case("kifameno-2", r#"{"variant":"kifameno","players":2,"cappotto":true}"#)]
#[case("kifameno-3", r#"{"variant":"kifameno","players":3,"removed_four":"S"}"#)]
#[case("kifameno-4", r#"{"variant":"kifameno","players":4}"#)]
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
    assert!(record.replay::<Trset>().unwrap().is_terminal());
}

/// A deal played by a plain rule, so that it needs no player: actions are
/// taken from the list of legal ones in turn, first, third, fifth …
fn recorded(name: &str, options: &str) -> Record<Options> {
    let options: Options = serde_json::from_str(options).unwrap();
    let seats = options.seats();
    let mut bytes = [0x5a; 32];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    let secret = Secret::new(bytes);
    let mut nonces = Nonces::none(seats);
    nonces.set(Seat::new(1), "burja ž 7".into()).unwrap();
    let dealer = Seat::new(seats as u8 - 1);
    let mut state: Trset = record::deal(&options, dealer, &secret, &nonces).unwrap();
    let mut actions = Vec::new();
    while !state.is_terminal() {
        let legal = state.legal_actions();
        let action = legal[2 * actions.len() % legal.len()];
        actions.push(action.to_string());
        state.apply(action).unwrap();
    }
    Record { options, dealer, secret, nonces, actions }
}

fn tell(record: &Record<Options>) -> String {
    let mut text = serde_json::to_string(record).unwrap() + "\n";
    let mut state: Trset = record.start().unwrap();
    for (number, action) in record.actions.iter().enumerate() {
        if number % VIEWS_EVERY == 0 {
            tell_views(&state, &mut text);
        }
        let legal = serde_json::to_string(&state.legal_actions()).unwrap();
        let events = state.apply(action.parse().unwrap()).unwrap();
        let events = serde_json::to_string(&events).unwrap();
        writeln!(text, r#"{{"legal":{legal},"action":"{action}","events":{events}}}"#).unwrap();
    }
    tell_views(&state, &mut text);
    text
}

fn tell_views(state: &Trset, text: &mut String) {
    let observers = Seat::all(state.seats()).map(Observer::Seat).chain([Observer::Public]);
    for observer in observers {
        let view = serde_json::to_string(&state.view(observer)).unwrap();
        writeln!(text, r#"{{"view":{view}}}"#).unwrap();
    }
}
