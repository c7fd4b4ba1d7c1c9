//! Habits are learned from a real database, and what is none is named.

use clap::Parser as _;

use super::*;
use crate::{duel, populate};

/// The arguments of a match, as they are typed.
#[derive(clap::Parser)]
struct Match {
    #[command(flatten)]
    args: duel::Args,
}

fn populated(folder: &std::path::Path, kind: &str, deals: u64) -> String {
    let database = format!("sqlite:{}", folder.join("vzetek.db").display());
    populate::run(&populate::Args {
        players: vec!["gentle".to_owned(), "medium".to_owned()],
        database: database.clone(),
        kind: kind.to_owned(),
        deals,
        seed: 3,
        threads: Some(1),
        progress_seconds: 60,
    })
    .unwrap();
    database
}

fn args(folder: &std::path::Path, database: String) -> Args {
    Args {
        database,
        kind: "trset-2".to_owned(),
        file: folder.join("habits.bin"),
        page: Some(folder.join("habits.md")),
        rounds: 3,
        seed: 1,
    }
}

#[test]
fn habits_tell_what_is_played_better_than_chance() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path(), populated(folder.path(), "trset-2", 90));
    let mut told = Vec::new();
    run(&args, &mut told).unwrap();
    let page = std::fs::read_to_string(args.page.as_ref().unwrap()).unwrap();
    assert_eq!(String::from_utf8(told).unwrap(), page);
    let last = page.lines().rfind(|line| line.starts_with("| all |")).unwrap();
    let cells: Vec<f64> =
        last.split('|').filter_map(|cell| cell.trim().trim_end_matches('%').parse().ok()).collect();
    let [_, decisions, even, _, _, learned, ..] = cells[..] else { panic!("{last}") };
    assert!(decisions > 100.0 && learned < 0.97 * even, "{last}");
    let medium = page.lines().position(|line| line.starts_with("| medium"));
    let gentle = page.lines().position(|line| line.starts_with("| gentle"));
    assert!(gentle < medium, "the weaker first: {page}");
    let file = std::fs::read(&args.file).unwrap();
    assert!(Habits::read(false, &file).is_ok());
    // Learning is the same from the same record.
    run(&args, &mut Vec::new()).unwrap();
    assert_eq!(std::fs::read(&args.file).unwrap(), file);
}

#[test]
fn too_little_to_learn_from_is_named_and_nothing_written() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path(), populated(folder.path(), "trset-2", 2));
    let error = run(&args, &mut Vec::new()).unwrap_err().to_string();
    assert!(error.contains("are needed at least"), "{error}");
    assert!(!args.file.exists() && !args.page.as_ref().unwrap().exists());
    let kifameno = Args { kind: "kifameno-2".to_owned(), ..args };
    let error = run(&kifameno, &mut Vec::new()).unwrap_err().to_string();
    assert!(error.contains("no finished deal of kifameno-2"), "{error}");
}

/// Plays a match with these habits.
fn play(game: &str, habits: &[u8]) -> anyhow::Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("habits.bin");
    std::fs::write(&file, habits).unwrap();
    let line = ["match", "strong:iterations=8", "random", "--deals", "1", "--game", game];
    let habits = ["--habits", file.to_str().unwrap()];
    duel::run(&Match::parse_from(line.into_iter().chain(habits)).args)
}

fn complaint(game: &str, habits: &[u8]) -> String {
    format!("{:#}", play(game, habits).unwrap_err())
}

#[test]
fn a_match_goes_by_habits_that_were_loaded_before_it() {
    let habits = learn(&[], 1, true, 1).write(false);
    play("trset", &habits).unwrap();
    let late = complaint("trset", &habits);
    assert!(late.contains("read already"), "{late}");
}

#[test]
fn habits_that_are_none_or_of_another_game_are_refused() {
    let habits = learn(&[], 1, true, 1);
    let short = complaint("trset", &habits.write(false)[..20_000]);
    assert!(short.contains("no habits in") && short.contains("has 29696 weights"), "{short}");
    let foreign = complaint("trset", b"something else");
    assert!(foreign.ends_with("this is no file of weights"), "{foreign}");
    let other = complaint("trset", &habits.write(true));
    assert!(other.ends_with("holds habits of Kifameno"), "{other}");
    let tarok = complaint("tarok", &habits.write(false));
    assert!(tarok.ends_with("holds habits of Trset"), "{tarok}");
}
