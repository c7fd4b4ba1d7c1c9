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
        from: None,
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
    let all = |number: usize| -> Vec<f64> {
        let last = page.lines().filter(|line| line.starts_with("| all |")).nth(number).unwrap();
        let cells = last.split('|').map(|cell| cell.trim().trim_end_matches('%'));
        cells.filter_map(|cell| cell.parse().ok()).collect()
    };
    let [_, decisions, even, _, _, learned, ..] = all(0)[..] else { panic!("{page}") };
    assert!(decisions > 100.0 && learned < 0.97 * even, "{page}");
    // Medium gives nothing away, and gentle something.
    let [_, endings, even, _, learned, best, lost] = all(1)[..] else { panic!("{page}") };
    assert!(endings > 100.0 && learned < 0.8 * even, "{page}");
    assert!(best > 50.0 && best < 99.0 && lost > 0.0, "{page}");
    // The questions are those that were kept apart.
    let [_, asked, likeliest, drawn, ..] = all(2)[..] else { panic!("{page}") };
    assert_eq!((asked, all(3)[1]), (decisions, endings), "{page}");
    assert!(likeliest > drawn && drawn > 10.0, "{page}");
    assert!(
        page.contains("from everybody in the record") && page.contains("of 0 people and 2 bots")
    );
    let medium = page.lines().position(|line| line.starts_with("| medium"));
    let gentle = page.lines().position(|line| line.starts_with("| gentle"));
    assert!(gentle < medium, "the weaker first: {page}");
    let file = std::fs::read(&args.file).unwrap();
    let habits = Habits::read(false, &file).unwrap();
    assert_eq!((habits.source.people, habits.source.bots), (0, 2));
    assert!(habits.precision.average > 0.2 && habits.precision.slope > 0.0, "{habits:?}");
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

#[test]
fn people_are_learned_from_alone_once_there_are_enough() {
    let folder = tempfile::tempdir().unwrap();
    let database = populated(folder.path(), "trset-2", 90);
    let args = Args { from: Some(From::People), ..args(folder.path(), database.clone()) };
    let error = run(&args, &mut Vec::new()).unwrap_err().to_string();
    assert!(error.contains("0 decisions of people alone"), "{error}");
    let learned = |from| {
        let args = Args { from, ..args.clone() };
        let mut told = Vec::new();
        run(&args, &mut told).unwrap();
        let source = Habits::read(false, &std::fs::read(&args.file).unwrap()).unwrap().source;
        (source.people, source.bots, String::from_utf8(told).unwrap())
    };
    let (people, bots, page) = learned(Some(From::Levels));
    assert!((people, bots) == (0, 2) && page.contains("--from levels"), "{page}");

    // One of the two bots becomes a person, and is too few to be learned from alone.
    let mut record = Record::new(false);
    let as_person = |row: &mut vzetek_store::GamePlayerRow, name: String| {
        row.account = name;
        row.kind = vzetek_store::AccountKind::Person;
    };
    recorded::read(&database, "trset-2", |game| record.add(game)).unwrap();
    assert_eq!(record.people_with(0), 0);
    let mut few = Record::new(false);
    let mut many = Record::new(false);
    let mut number = 0;
    recorded::read(&database, "trset-2", |game| {
        number += 1;
        let mut game = game.clone();
        as_person(&mut game.row.players[0], "somebody".to_owned());
        few.add(&game)?;
        as_person(&mut game.row.players[0], format!("somebody-{}", number % 3));
        many.add(&game)
    })
    .unwrap();
    assert_eq!((few.people_with(1_000), few.people_with(100_000)), (1, 0));
    assert_eq!(many.people_with(200), 3);
    let told = many.told(From::People);
    assert!(told.iter().all(|told| told.label.starts_with("people")), "people alone");
    let source = many.source(From::People, &told);
    assert_eq!((source.people, source.bots), (3, 0));
    let mean = told.iter().map(|told| told.rating).sum::<f64>() / told.len() as f64;
    assert!(mean.abs() < 1e-6, "the average is that of those who are learned from: {mean}");
    let source = many.source(From::All, &many.told(From::All));
    assert_eq!((source.people, source.bots), (3, 2));
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
    assert!(short.contains("no habits in") && short.contains("has 29746 weights"), "{short}");
    let foreign = complaint("trset", b"something else");
    assert!(foreign.ends_with("this is no file of weights"), "{foreign}");
    let other = complaint("trset", &habits.write(true));
    assert!(other.ends_with("holds habits of Kifameno"), "{other}");
    let tarok = complaint("tarok", &habits.write(false));
    assert!(tarok.ends_with("holds habits of Trset"), "{tarok}");
}
