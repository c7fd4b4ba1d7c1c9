//! Deals that were recorded can be read and played again, and come again.

use vzetek_game::Game as _;
use vzetek_trset::Trset;

use super::*;
use crate::recorded::{read, replay};

fn args(folder: &std::path::Path, kind: &str, players: &[&str]) -> Args {
    Args {
        players: players.iter().map(|&name| name.to_owned()).collect(),
        database: format!("sqlite:{}", folder.join("vzetek.db").display()),
        kind: kind.to_owned(),
        deals: 3,
        seed: 7,
        threads: Some(2),
        progress_seconds: 60,
    }
}

#[test]
fn what_is_recorded_can_be_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path(), "trset-2", &["random", "gentle"]);
    run(&args).unwrap();
    let mut actions = Vec::new();
    let options = vzetek_trset::Options::new(vzetek_trset::Variant::Trset, 2).unwrap();
    let reading = read(&args.database, "trset-2", |game| {
        assert!(game.result.is_some() && !game.private);
        assert!(game.row.players.iter().any(|player| player.won == Some(true)));
        for player in &game.row.players {
            let level = (player.name == "gentle").then_some("gentle");
            assert_eq!(player.level.as_deref(), level, "{player:?}");
            assert_eq!(player.moves, Some((20, 20)));
        }
        let mut seen = 0;
        replay::<Trset>(game, &options, |play, turn, row, action| {
            assert_eq!(play.state.current_player(), Some(turn));
            assert_eq!(turn.index(), usize::from(row.seat));
            assert_eq!(action.to_string(), row.action);
            seen += 1;
            Ok(())
        })?;
        actions.push(seen);
        Ok(())
    })
    .unwrap();
    assert_eq!((reading.deals, actions), (3, vec![40; 3]));
}

#[test]
fn the_same_deals_have_the_same_checksum_and_others_another() {
    let checksum = |seed: u64| {
        let folder = tempfile::tempdir().unwrap();
        let args = Args { seed, ..args(folder.path(), "tablic-2", &["random", "greedy"]) };
        run(&args).unwrap();
        read(&args.database, "tablic-2", |_| Ok(())).unwrap().checksum()
    };
    assert_eq!(checksum(7), checksum(7));
    assert_ne!(checksum(7), checksum(8));
}

#[test]
fn what_was_interrupted_goes_on() {
    let checksum = |parts: &[u64]| {
        let folder = tempfile::tempdir().unwrap();
        let args = args(folder.path(), "tablic-3", &["random", "greedy"]);
        for &deals in parts {
            run(&Args { deals, ..args.clone() }).unwrap();
        }
        let reading = read(&args.database, "tablic-3", |_| Ok(())).unwrap();
        (reading.deals, reading.checksum())
    };
    let whole = checksum(&[5]);
    assert_eq!(whole.0, 5);
    assert_eq!(checksum(&[2, 2, 5]), whole);
}

#[test]
fn every_kind_can_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    for kind in GameOptions::kinds() {
        let args = Args { deals: 1, ..args(folder.path(), kind.as_str(), &["random"]) };
        run(&args).unwrap();
        assert_eq!(read(&args.database, kind.as_str(), |_| Ok(())).unwrap().deals, 1);
    }
}

#[test]
fn what_cannot_be_recorded_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let unknown = run(&args(folder.path(), "tarok-3", &["nobody"])).unwrap_err();
    assert!(format!("{unknown:#}").contains("the player nobody"), "{unknown:#}");
    let twice = args(folder.path(), "tarok-3", &["random"]);
    run(&twice).unwrap();
    let others = Args { players: vec!["simple".to_owned()], ..twice.clone() };
    let again = run(&others).unwrap_err().to_string();
    assert!(again.contains("were played by others") && again.contains("--seed"), "{again}");
    let empty = read(&twice.database, "tarok-4", |_| Ok(())).unwrap_err().to_string();
    assert!(empty.contains("no finished deal of tarok-4"), "{empty}");
    let nothing = read("sqlite:/nowhere/at.db", "tarok-4", |_| Ok(())).unwrap_err();
    assert!(format!("{nothing:#}").contains("cannot be opened to read"), "{nothing:#}");
}
