//! Every option of tarok passes the common conformance kit, and so do deals
//! that lead into every phase and contract.

use rstest::rstest;
use vzetek_game::conform::replay;
use vzetek_game::testing::{check, check_by};
use vzetek_tarok::conform::Deal;
use vzetek_tarok::{Options, Tarok};

mod choice;

#[rstest]
#[case::usual("{}")]
#[case::klop(r#"{"rewarded_klop":true}"#)]
#[case::discards(r#"{"taroks_discarded_last":true}"#)]
#[case::lead(r#"{"forehand_leads":true}"#)]
#[case::open(r#"{"open_berac":true}"#)]
#[case::bonuses(r#"{"symmetric_bonuses":true,"deals":12}"#)]
#[case::all(r#"{"rewarded_klop":true,"taroks_discarded_last":true,"forehand_leads":true,"open_berac":true,"symmetric_bonuses":true,"deals":3}"#)]
fn random_deals_conform(#[case] options: &str) {
    let options: Options = serde_json::from_str(options).unwrap();
    check::<Tarok>(&options, 25);
    check_by::<Tarok>(&options, 75, choice::balanced);
}

/// Replays deals that another program played.
#[test]
fn deals_of_another_program_are_played_the_same() {
    let excerpt = include_bytes!("data/play.jsonl");
    let counts = replay::<Deal>(&excerpt[..]).unwrap();
    assert_eq!(counts.first, None);
    assert_eq!((counts.deals, counts.mismatches), (20, 0));
    assert!(counts.plays > 700, "{} cards", counts.plays);
    assert_eq!(counts.listed, counts.plays);
}

/// The replay would see a difference.
#[test]
fn a_changed_file_is_found_out() {
    let excerpt = include_str!("data/play.jsonl");
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
