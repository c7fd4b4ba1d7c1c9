//! The fields of the lines of all games, and those that are empty in some.

use std::collections::BTreeSet;

use vzetek_game::Game as _;
use vzetek_trset::Options;

use super::*;

/// A deal of each game, the even ones the end of a rated match.
async fn one_of_each(store: &dyn Store) -> Vec<Known> {
    let mut known = Vec::new();
    for (number, variant, players) in [(1, Variant::Trset, 2), (2, Variant::Kifameno, 3)] {
        let rules = Options::new(variant, players).unwrap();
        known.push(play::<Trset>(store, number, GameOptions::Trset(rules), &rules, true).await);
    }
    for (number, json) in [(3, "{}"), (4, r#"{"open_berac":true,"deals":3}"#)] {
        let rules = serde_json::from_str(json).unwrap();
        let options = GameOptions::Tarok(rules);
        known.push(play::<Tarok>(store, number, options, &rules, true).await);
    }
    for (number, json) in [(7, r#"{"players":4}"#), (8, r#"{"players":4,"deals":3}"#)] {
        let rules = serde_json::from_str(json).unwrap();
        let options = GameOptions::Tarok(rules);
        known.push(play::<Tarok>(store, number, options, &rules, true).await);
    }
    for (number, players) in [(5, 2), (6, 6)] {
        let rules = vzetek_tablic::Options::new(players).unwrap();
        let options = GameOptions::Tablic(rules);
        known.push(play::<Tablic>(store, number, options, &rules, true).await);
    }
    known
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[tokio::test]
async fn every_line_has_the_same_keys() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    one_of_each(&*store).await;
    let (written, lines) = export_to(&args, &folder.path().join("all.jsonl")).await;
    assert_eq!(written.deals, 8);
    let first = lines.first().unwrap();
    for line in &lines {
        assert_eq!(keys(line), keys(first), "{line}");
        assert_eq!(keys(&line["outcome"]), keys(&first["outcome"]), "{line}");
        assert_eq!(line["private"], false);
        assert_eq!(line["started_at"], "2026-11-21T18:00:00Z");
        let is_rated = line["match_number"].as_u64().unwrap().is_multiple_of(2);
        let after = 1510 + line["seat"].as_u64().unwrap();
        let rating =
            if is_rated { (json!(1500), json!(after)) } else { (Value::Null, Value::Null) };
        let outcome = &line["outcome"];
        assert_eq!(line["rating_ladder"], if is_rated { json!("people") } else { Value::Null });
        assert_eq!((&outcome["rating_before"], &outcome["rating_after"]), (&rating.0, &rating.1));
    }
    store.close().await;
}

/// The columns that the description of files has, too, and those that only lines have.
#[cfg(feature = "parquet")]
#[tokio::test]
async fn keys_are_the_declared_columns() {
    use crate::export::parquet::arrays::{Described, Row as _};
    use crate::export::rows::{Deal, Decision, Outcome, Step};
    fn names(columns: Vec<Described>) -> impl Iterator<Item = String> {
        columns.into_iter().map(|column| column.name.to_owned())
    }
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    one_of_each(&*store).await;
    let (_, lines) = export_to(&args, &folder.path().join("all.jsonl")).await;
    let declared = [Deal::described(), Decision::described(), Step::described()].concat();
    let own = ["kind", "view", "legal", "outcome"].map(str::to_owned);
    assert_eq!(keys(&lines[0]), names(declared).chain(own).collect::<BTreeSet<_>>());
    assert_eq!(keys(&lines[0]["outcome"]), names(Outcome::described()).collect::<BTreeSet<_>>());
    assert!(lines.iter().all(|line| line["options"].is_object()));
    store.close().await;
}

/// The row of such a deal has the options of the table, and lines have no shuffle from which the klop
/// follows.
#[tokio::test]
async fn a_klop_after_hands_that_were_thrown_in_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    let rules: vzetek_tarok::Options =
        serde_json::from_value(json!({ "players": 4, "compulsory_klop": true })).unwrap();
    let is_klop = |&number: &u32| {
        let (secret, nonces) = shuffled_by(number, 4);
        let deal: Tarok = record::deal(&rules, Seat::new(1), &secret, &nonces).unwrap();
        deal.options().compulsory
    };
    // One in some four hundred.
    let number = (1..).find(is_klop).unwrap();
    for number in [number - 1, number] {
        play::<Tarok>(&*store, number, GameOptions::Tarok(rules), &rules, true).await;
    }
    let (_, lines) = export_to(&args, &folder.path().join("all.jsonl")).await;
    let klop = format!("game{number}");
    for line in lines {
        let told = &line["options"]["options"];
        assert_eq!(told["compulsory"] == true, line["game"] == klop, "{line}");
        assert_eq!(told, &line["view"]["options"], "{line}");
    }
    store.close().await;
}

#[tokio::test]
async fn the_taker_of_the_last_trick_is_named_where_there_are_tricks() {
    let folder = tempfile::tempdir().unwrap();
    let args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    let known = one_of_each(&*store).await;
    let (_, lines) = export_to(&args, &folder.path().join("all.jsonl")).await;
    // The taker of a trick leads the next.
    let leader = |view: &Value| {
        let taken = if view["phase"].is_null() { view } else { &view["phase"]["taken"] };
        let trick = if view["phase"].is_null() { view } else { &view["phase"] };
        match taken["last_trick"].is_null() {
            true => Value::Null,
            false => trick["trick"]["leader"].clone(),
        }
    };
    for deal in known {
        let lines: Vec<_> = lines.iter().filter(|line| line["game"] == deal.id).collect();
        assert_eq!(lines.len(), deal.moves.len());
        for line in &lines {
            assert_eq!(line["last_taker"], leader(&line["view"]), "{line}");
        }
        let takers: BTreeSet<u64> = lines
            .iter()
            .filter(|line| line["took_last_trick"] == true)
            .map(|line| line["seat"].as_u64().unwrap())
            .collect();
        let has_tricks = !lines[0]["kind"].as_str().unwrap().starts_with("tablic");
        assert_eq!(takers.len(), usize::from(has_tricks), "{}", deal.id);
        assert!(has_tricks || lines.iter().all(|line| line["took_last_trick"].is_null()));
        // A finished deal of tršet has the next trick led by who took the last.
        if let Some(leader) = deal.end["trick"]["leader"].as_u64() {
            assert_eq!(takers.into_iter().collect::<Vec<_>>(), [leader]);
        }
    }
    store.close().await;
}

#[tokio::test]
async fn private_deals_are_left_out_or_have_no_ids() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    let rules = Options::new(Variant::Trset, 2).unwrap();
    for (number, table) in [(1, "closed"), (2, "table"), (3, "closed"), (4, "table")] {
        let game = GameOptions::Trset(rules);
        play_at::<Trset>(table, &*store, number, game, &rules, true).await;
    }
    let path = folder.path().join("all.jsonl");
    let (written, lines) = export_to(&args, &path).await;
    assert_eq!((written.deals, written.private), (2, 2));
    assert!(lines.iter().all(|line| line["private"] == false && line["table_id"] == "table"));
    args.deals = Some(2);
    assert_eq!(export_to(&args, &path).await.0.deals, 2, "as many of the others");
    args.deals = None;
    args.private = true;
    let (written, lines) = export_to(&args, &path).await;
    assert_eq!((written.deals, written.private), (4, 0));
    let mut deals: Vec<_> =
        lines.iter().map(|line| (&line["game"], &line["table_id"], &line["private"])).collect();
    deals.dedup();
    assert_eq!(
        json!(deals),
        json!([
            ["game4", "table", false],
            ["private-1", "private-1", true],
            ["game2", "table", false],
            ["private-2", "private-1", true],
        ])
    );
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!["game1", "game3", "closed"].iter().any(|id| text.contains(id)));
    store.close().await;
}

#[tokio::test]
async fn nothing_is_left_of_an_interrupted_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut args = args(folder.path());
    let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
    add_people(&*store).await;
    one_of_each(&*store).await;
    let out = tempfile::tempdir().unwrap();
    args.out = Some(out.path().join("all.jsonl.gz"));
    let error = export(&args, std::future::ready(Ok(()))).await.unwrap_err();
    assert_eq!(error.to_string(), "it was interrupted before the end");
    assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 0);
    store.close().await;
}
