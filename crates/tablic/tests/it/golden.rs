//! Golden playthroughs of tables of several sizes.

use rstest::rstest;
use vzetek_game::testing::golden;
use vzetek_game::{Game, Observer, Seat};
use vzetek_tablic::{Action, Finder, Options, Tablic, richest};

#[rstest]
#[case("tablic-2", r#"{"players":2}"#)]
#[case("tablic-3", r#"{"players":3,"deals":6}"#)]
#[case("tablic-4", r#"{"players":4}"#)]
#[case("tablic-pairs", r#"{"players":4,"pairs":true}"#)]
#[case("tablic-12", r#"{"players":12,"deals":12}"#)]
fn the_deal_is_told_as_it_was_recorded(#[case] name: &str, #[case] options: &str) {
    let options: Options = serde_json::from_str(options).unwrap();
    let mut finder = Finder::new();
    // Every other turn the richest capture of the first card that has one, and
    // otherwise legal actions in turn: first, third, fifth …
    let record = golden::recorded::<Tablic>(name, &options, |state, legal, before| {
        let seat = state.current_player().unwrap();
        let rich = state.hand(seat).iter().find_map(|card| {
            let taken = richest(finder.find(card, state.table().cards))?;
            Some(Action::capture(card, taken))
        });
        rich.filter(|_| before % 2 == 0).unwrap_or(legal[2 * before % legal.len()])
    });
    let observers = [Observer::Seat(Seat::new(0)), Observer::Seat(Seat::new(1)), Observer::Public];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    golden::check::<Tablic>(folder, name, &record, &observers, 17);
}
