//! Golden playthroughs: recorded deals with everything that everybody is told,
//! compared byte for byte.
//!
//! A difference means that recorded deals deal other cards, or that clients
//! see other JSON: a new protocol version, not a new file. Where the change is
//! meant, `VZETEK_BLESS=1 cargo test -p vzetek-tarok --test golden` writes the
//! files anew, and the difference belongs into the changelog.

mod choice;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rstest::rstest;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::{Game, HiddenInformation, Observer, Record, Seat, record};
use vzetek_tarok::{Action, Contract, Options, Phase, Tarok};

/// After so many actions everybody's view is written down again.
const VIEWS_EVERY: usize = 13;

#[rstest]
#[case("klop", "{}", Contract::Klop)]
#[case("two", "{}", Contract::Two)]
#[case("solo", r#"{"symmetric_bonuses":true,"deals":3}"#, Contract::Solo)]
#[case("open_berac", r#"{"open_berac":true,"forehand_leads":true}"#, Contract::OpenBerac)]
fn the_deal_is_told_as_it_was_recorded(
    #[case] name: &str,
    #[case] options: &str,
    #[case] contract: Contract,
) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.jsonl"));
    let record = recorded(name, serde_json::from_str(options).unwrap(), contract);
    let told = tell(&record);
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
    let end = record.replay::<Tarok>().unwrap();
    assert_eq!(end.table().phase.undertaking().unwrap().contract, contract);
    assert!(end.is_terminal());
}

/// A deal whose forehand plays this contract, all else chosen by a fixed seed.
fn recorded(name: &str, options: Options, contract: Contract) -> Record<Options> {
    let mut bytes = [0x5a; 32];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    let secret = Secret::new(bytes);
    let mut nonces = Nonces::none(3);
    nonces.set(Seat::new(1), "burja ž 7".into()).unwrap();
    let dealer = Seat::new(2);
    let mut state: Tarok = record::deal(&options, dealer, &secret, &nonces).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(name.len() as u64);
    let mut actions = Vec::new();
    while !state.is_terminal() {
        let action = match state.table().phase {
            Phase::Bidding(_) => Action::Pass,
            Phase::Choosing(_) => Action::Choose(contract),
            _ => choice::balanced(&state, &state.legal_actions(), &mut rng),
        };
        actions.push(action.to_string());
        state.apply(action).unwrap();
    }
    Record { options, dealer, secret, nonces, actions }
}

fn tell(record: &Record<Options>) -> String {
    let mut text = serde_json::to_string(record).unwrap() + "\n";
    let mut state: Tarok = record.start().unwrap();
    for (number, action) in record.actions.iter().enumerate() {
        if number % VIEWS_EVERY == 0 {
            tell_views(&state, &mut text);
        }
        let legal = serde_json::to_string(&state.legal_actions()).unwrap();
        let events = state.apply(action.parse().unwrap()).unwrap();
        let public = events.iter().filter_map(|event| Tarok::redact(event, Observer::Public));
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

/// Every view, which also comes back from its JSON as it was.
fn tell_views(state: &Tarok, text: &mut String) {
    for observer in Seat::all(3).map(Observer::Seat).chain([Observer::Public]) {
        let view = state.view(observer);
        let json = serde_json::to_string(&view).unwrap();
        assert_eq!(
            serde_json::from_str::<<Tarok as HiddenInformation>::View>(&json).unwrap(),
            view
        );
        writeln!(text, r#"{{"view":{json}}}"#).unwrap();
    }
}
