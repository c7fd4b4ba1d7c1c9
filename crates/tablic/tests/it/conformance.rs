//! Tablić for every number of players passes the common conformance kit, and
//! deals of another program are played the same.

use std::io::{BufReader, Read};

use flate2::read::GzDecoder;
use rand_chacha::rand_core::Rng;
use rstest::rstest;
use vzetek_game::conform::{Counts, replay};
use vzetek_game::testing::{check, check_by};
use vzetek_tablic::conform::Deal;
use vzetek_tablic::{Options, Tablic};

#[rstest]
#[case::two(r#"{"players":2}"#, 40)]
#[case::three(r#"{"players":3,"deals":6}"#, 40)]
#[case::four(r#"{"players":4}"#, 40)]
#[case::pairs(r#"{"players":4,"target":51,"pairs":true}"#, 40)]
#[case::six(r#"{"players":6}"#, 25)]
#[case::eight(r#"{"players":8}"#, 20)]
#[case::twelve(r#"{"players":12}"#, 15)]
#[case::sixteen(r#"{"players":16}"#, 10)]
#[case::twenty_four(r#"{"players":24}"#, 8)]
#[case::forty_eight(r#"{"players":48,"deals":1}"#, 5)]
fn random_deals_conform(#[case] options: &str, #[case] deals: u64) {
    let options: Options = serde_json::from_str(options).unwrap();
    check::<Tablic>(&options, deals);
}

/// If few captures are made, the table grows far beyond what can be listed.
#[rstest]
#[case::two(2, 1)]
#[case::three(3, 20)]
fn deals_with_large_tables_conform(#[case] players: u8, #[case] one_in: u32) {
    let options = Options::new(players).unwrap();
    check_by::<Tablic>(&options, 2, |state, legal, rng| {
        let captures: Vec<_> = legal.iter().filter(|action| action.captures()).collect();
        let late = state.table().deck == 0;
        if late && !captures.is_empty() && rng.next_u32().is_multiple_of(one_in) {
            *captures[rng.next_u32() as usize % captures.len()]
        } else {
            *legal.iter().find(|action| !action.captures()).unwrap()
        }
    });
}

/// The sixty games played by Penzar's tablić itself.
fn games() -> String {
    let mut text = String::new();
    let packed = &include_bytes!("../data/games.jsonl.gz")[..];
    GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    text
}

fn counts(text: &str) -> Counts {
    replay::<Deal>(BufReader::new(text.as_bytes())).unwrap()
}

#[test]
fn games_of_another_program_are_played_the_same() {
    let counts = counts(&games());
    assert_eq!(counts.first, None);
    assert_eq!((counts.deals, counts.plays, counts.mismatches), (60, 60 * 48, 0));
    assert!(counts.listed > 7_000, "captures of {} cards", counts.listed);
}

/// The replay would see a difference.
#[test]
fn a_changed_file_is_found_out() {
    let games = games();
    let first: serde_json::Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
    let changed = |change: fn(&mut serde_json::Value)| {
        let mut line = first.clone();
        change(&mut line);
        counts(&line.to_string())
    };
    assert_eq!(changed(|_| ()).mismatches, 0);
    for (what, change) in [
        (
            "captures",
            (|line| {
                line["moves"][0]["legal_captures"]["DQ"].as_array_mut().unwrap().pop();
            }) as fn(&mut serde_json::Value),
        ),
        ("the hand is", |line| line["moves"][5]["hand"][0] = "C2".into()),
        ("on the table", |line| _ = line["moves"][1]["table"].as_array_mut().unwrap().pop()),
        ("to play", |line| line["moves"][2]["player"] = 1.into()),
        ("made was", |line| line["result"][1]["tablas"] = 9.into()),
        ("the score", |line| line["scores"][0] = 1.into()),
        ("not over", |line| _ = line["moves"].as_array_mut().unwrap().pop()),
        ("add up", |line| line["moves"][0]["captured"] = serde_json::json!(["H5"])),
    ] {
        let counts = changed(change);
        assert_eq!(counts.mismatches, 1, "{what}: {:?}", counts.first);
        assert!(counts.first.unwrap().contains(what), "{what}");
    }
    for line in [
        r#"{"players":5}"#,
        "cards",
        r#"{"players":2,"deck":[],"moves":[],"result":[],"scores":[]}"#,
    ] {
        assert!(replay::<Deal>(line.as_bytes()).unwrap_err().to_string().starts_with("line 1: "));
    }
}
