//! Golden playthroughs: deals whose forehand plays a given contract.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rstest::rstest;
use vzetek_game::testing::{golden, observers};
use vzetek_tarok::{Action, Contract, Options, Phase, Tarok};

use crate::choice;

#[rstest]
#[case("klop", "{}", Contract::Klop)]
#[case("two", "{}", Contract::Two)]
#[case("solo", r#"{"symmetric_bonuses":true,"deals":3}"#, Contract::Solo)]
#[case("open_berac", r#"{"open_berac":true,"forehand_leads":true}"#, Contract::OpenBerac)]
#[case("four_two", r#"{"players":4}"#, Contract::Two)]
#[case("four_klop", r#"{"players":4}"#, Contract::Klop)]
#[case("four_colour_valat", r#"{"players":4}"#, Contract::ColourValat)]
fn the_deal_is_told_as_it_was_recorded(
    #[case] name: &str,
    #[case] options: &str,
    #[case] contract: Contract,
) {
    let options: Options = serde_json::from_str(options).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(name.len() as u64);
    let record =
        golden::recorded::<Tarok>(name, &options, |state, legal, _| match state.table().phase {
            Phase::Bidding(_) => Action::Pass,
            Phase::Choosing(_) => Action::Choose(contract),
            _ => choice::balanced(state, legal, &mut rng),
        });
    let observers: Vec<_> = observers(options.seats()).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let end: Tarok = golden::check(folder, name, &record, &observers, 13);
    assert_eq!(end.table().phase.undertaking().unwrap().contract, contract);
}
