//! Every option of tarok passes the common conformance kit, and so do deals
//! that lead into every phase and contract.

use rstest::rstest;
use vzetek_game::conform::replay;
use vzetek_game::testing::{check, check_by};
use vzetek_tarok::conform::Deal;
use vzetek_tarok::{Options, Tarok};

use crate::choice;

#[rstest]
#[case::usual("{}")]
#[case::klop(r#"{"rewarded_klop":true}"#)]
#[case::discards(r#"{"taroks_discarded_last":true}"#)]
#[case::lead(r#"{"forehand_leads":true}"#)]
#[case::open(r#"{"open_berac":true}"#)]
#[case::bonuses(r#"{"symmetric_bonuses":true,"deals":12}"#)]
#[case::four(r#"{"players":4}"#)]
#[case::four_options(
    r#"{"players":4,"round_to_five":true,"compulsory_klop":true,"closing_klop":true,"kontra_costs":true,"open_radelci":40,"deals":8}"#
)]
#[case::compulsory(r#"{"players":4,"compulsory":true}"#)]
#[case::all(r#"{"rewarded_klop":true,"taroks_discarded_last":true,"forehand_leads":true,"open_berac":true,"symmetric_bonuses":true,"deals":3}"#)]
fn random_deals_conform(#[case] options: &str) {
    let options: Options = serde_json::from_str(options).unwrap();
    check::<Tarok>(&options, 25);
    check_by::<Tarok>(&options, 75, choice::balanced);
}

/// Replays deals that another program played.
#[test]
fn deals_of_another_program_are_played_the_same() {
    let excerpt = include_bytes!("../data/play.jsonl");
    let counts = replay::<Deal>(&excerpt[..]).unwrap();
    assert_eq!(counts.first, None);
    assert_eq!((counts.deals, counts.mismatches), (20, 0));
    assert!(counts.plays > 700, "{} cards", counts.plays);
    assert_eq!(counts.listed, counts.plays);
}

/// So are deals of four, with their bids, discards, sides, points and scores.
#[test]
fn deals_of_four_are_played_and_scored_the_same() {
    let excerpt = include_bytes!("../data/play_four.jsonl");
    let counts = replay::<Deal>(&excerpt[..]).unwrap();
    assert_eq!(counts.first, None);
    assert_eq!((counts.deals, counts.mismatches), (24, 0));
    assert!(counts.plays > 900, "{} cards", counts.plays);
    assert!(counts.listed > counts.plays + 100, "{} lists", counts.listed);
}

/// A wrong bid, discard, side, point or score of a deal of four would be seen.
#[rstest]
#[case("/bids/0/2/0", serde_json::json!("klop"))]
#[case("/discard_legal/0/0", serde_json::json!("T22"))]
#[case("/partner", serde_json::json!(3))]
#[case("/talon_won", serde_json::json!(true))]
#[case("/points/0", serde_json::json!(1))]
#[case("/scores/2", serde_json::json!(-21))]
fn each_fact_of_four_is_compared(#[case] place: &str, #[case] wrong: serde_json::Value) {
    let lines = include_str!("../data/play_four.jsonl").lines();
    let read = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let mut deal = lines.map(read).find(|deal| deal["line"] == 54).unwrap();
    *deal.pointer_mut(place).unwrap() = wrong;
    let counts = replay::<Deal>(deal.to_string().as_bytes()).unwrap();
    assert_eq!(counts.mismatches, 1, "{:?}", counts.first);
}

/// The replay would see a difference.
#[test]
fn a_changed_file_is_found_out() {
    let excerpt = include_str!("../data/play.jsonl");
    let first = excerpt.lines().next().unwrap();
    let mut line: serde_json::Value = serde_json::from_str(first).unwrap();
    let replay = |line: &serde_json::Value| replay::<Deal>(line.to_string().as_bytes()).unwrap();
    assert_eq!(replay(&line).mismatches, 0);
    let winner = line["trick_winners"][3].as_u64().unwrap();
    line["trick_winners"][3] = ((winner + 1) % 3).into();
    assert_eq!(replay(&line).mismatches, 1);
    line["plays"][0][2].as_array_mut().unwrap().pop();
    assert_eq!(replay(&line).mismatches, 2);
}
