//! Golden playthroughs: one deal for each variant and number of players.

use rstest::rstest;
use vzetek_game::Game;
use vzetek_game::testing::{golden, observers};
use vzetek_trset::{Options, Trset};

#[rstest]
#[case("trset-2", r#"{"players":2}"#)]
#[case("trset-3", r#"{"players":3}"#)]
#[case("trset-4", r#"{"players":4,"declarations":true,"target":21}"#)]
#[case("kifameno-2", r#"{"variant":"kifameno","players":2,"cappotto":true}"#)]
#[case("kifameno-3", r#"{"variant":"kifameno","players":3,"removed_four":"S"}"#)]
#[case("kifameno-4", r#"{"variant":"kifameno","players":4}"#)]
#[case("kifameno-alone", r#"{"variant":"kifameno","players":4,"cappotto":true,"alone":true}"#)]
#[case(
    "trset-stops",
    r#"{"players":4,"target":21,"cappotto_doubles":true,"pointless_redealt":true,"stops_at_target":true,"standing":[16,12,16,12]}"#
)]
fn the_deal_is_told_as_it_was_recorded(#[case] name: &str, #[case] options: &str) {
    let options: Options = serde_json::from_str(options).unwrap();
    // Legal actions in turn: first, third, fifth …
    let record = golden::recorded::<Trset>(name, &options, |_, legal, before| {
        legal[2 * before % legal.len()]
    });
    let observers: Vec<_> = observers(Trset::seats_for(&options)).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    golden::check::<Trset>(folder, name, &record, &observers, 9);
}
