//! The real program on games of tablić that the engine of Penzar's tablić played.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;

/// The games of the rules' own tests, packed.
fn packed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/tablic/tests/data/games.jsonl.gz")
}

fn games() -> Vec<Value> {
    let file = std::fs::File::open(packed()).expect("the games of the rules' own tests");
    let mut text = String::new();
    MultiGzDecoder::new(file).read_to_string(&mut text).expect("unpacked");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Runs the program; returns its exit status, output and complaints.
fn conform(file: &Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vzetek-lab"));
    let output = command.args(["conform", "tablic"]).arg(file).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Asks about the games as they are now.
fn conform_to(games: &[Value]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("games");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    for game in games {
        writeln!(encoder, "{game}").expect("packed");
    }
    std::fs::write(&path, encoder.finish().expect("packed")).expect("written");
    conform(&path)
}

#[test]
fn another_programs_games_agree() {
    let (code, line, errors) = conform(&packed());
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    // Every game has 48 cards to play.
    let count = games().len();
    assert_eq!(line, format!("{count} deals, {} plays, 0 mismatches", 48 * count));
}

#[test]
fn a_changed_score_capture_or_list_is_found_out() {
    type Change = fn(&mut Value);
    let whole = games();
    let changes: [(&str, Change); 4] = [
        ("the score is", |game| {
            let score = game["scores"][1].as_i64().expect("a score");
            game["scores"][1] = (score + 1).into();
        }),
        ("made was", |game| {
            let tablas = game["result"][0]["tablas"].as_u64().expect("a number");
            game["result"][0]["tablas"] = (tablas + 1).into();
        }),
        ("captures", |game| {
            let lists = game["moves"][0]["legal_captures"].as_object_mut().expect("lists");
            let list = lists.values_mut().next().expect("a card");
            list.as_array_mut().expect("sets").pop();
        }),
        ("on the table lie", |game| {
            game["moves"][3]["table"].as_array_mut().expect("cards").clear();
        }),
    ];
    for (hint, change) in changes {
        let mut games = whole[..3].to_vec();
        change(&mut games[1]);
        let (code, line, errors) = conform_to(&games);
        assert_eq!(code, Some(1), "{hint}: {line}");
        assert!(line.starts_with("3 deals, ") && !line.ends_with(" 0 mismatches"), "{line}");
        assert!(errors.contains("line 2") && errors.contains(hint), "{hint}: {errors}");
    }
}

#[test]
fn a_deal_of_another_game_is_named() {
    let (code, line, errors) = conform_to(&[serde_json::json!({"contract": "klop"})]);
    assert_eq!((code, line.as_str()), (Some(1), ""));
    assert!(errors.contains("line 1") && errors.contains("is missing"), "{errors}");
}
