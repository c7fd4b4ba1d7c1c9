//! An open set says of people only what it may.

use serde_json::{Value, json};
use vzetek_store::AccountKind;

use super::*;

#[tokio::test]
async fn private_deals_have_numbers_of_their_month() {
    let place = Place::new().await;
    for (table, day) in [("closed", 1), ("table", 2), ("closed", 3), ("closed", 12)] {
        place.trset_at(table, day).await;
    }
    assert_eq!(place.export(&place.args).await.unwrap().deals, 1);
    let set = place.set.with_file_name("private");
    let args = Args { private: true, out: Some(set.clone()), ..place.args.clone() };
    assert_eq!(place.export(&args).await.unwrap().deals, 4);
    let names: Vec<_> = all(&set, DEALS)
        .iter()
        .map(|row| json!([row["game"], row["table_id"], row["private"]]))
        .collect();
    assert_eq!(
        json!(names),
        json!([
            ["private-trset-2-2026-11-1", "private-trset-2-2026-11-1", true],
            ["game2", "table", false],
            ["private-trset-2-2026-11-2", "private-trset-2-2026-11-1", true],
            ["private-trset-2-2026-12-1", "private-trset-2-2026-12-1", true],
        ])
    );
    place.close().await;
}

/// The time from which all of the tests' deals of November may be given away.
fn later() -> DateTime<Utc> {
    "2027-01-01T00:00:00Z".parse().unwrap()
}

#[tokio::test]
async fn an_open_set_says_only_what_it_may() {
    let place = Place::new().await;
    for (table, day) in [("table", 1), ("table", 2), ("closed", 3), ("table", 12)] {
        place.trset_at(table, day).await;
    }
    let open = place.open();
    let just_before = later() - chrono::TimeDelta::seconds(1);
    assert!(place.export_at(&open, just_before).await.unwrap().empty.is_some());
    let outcome = place.export_at(&open, later()).await.unwrap();
    assert_eq!((outcome.deals, outcome.written), (2, 1), "neither private nor of the last month");
    let deals = all(&place.set, DEALS);
    let decisions = all(&place.set, DECISIONS);
    for deal in &deals {
        let seats = &deal["seats"];
        assert_eq!((&seats[0]["kind"], &seats[1]["kind"]), (&json!("person"), &json!("guest")));
        assert_eq!(
            (seats[0]["player"].as_str().unwrap().len(), &seats[1]["player"]),
            (24, &Value::Null)
        );
        assert_eq!(seats[0]["player"], deals[0]["seats"][0]["player"]);
        assert_eq!(deal["table_id"], deals[0]["table_id"]);
        // One nonce is a word that somebody has made up.
        assert_eq!((&deal["secret"], &deal["nonces"]), (&Value::Null, &Value::Null));
        assert_eq!(deal["deck"].as_array().unwrap().len(), 40);
        if !seats[0]["rating_after"].is_null() {
            assert_eq!(seats[0]["rating_after"], 1500);
        }
    }
    assert!(decisions.iter().all(|row| row["decided_at"].as_i64().unwrap() % 10_000 == 0));
    // No id is in any file, in whatever column; pages are small enough to be looked into.
    for path in files(&place.set)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| e != "parquet"))
    {
        let text = std::fs::read_to_string(place.set.join(&path)).unwrap();
        for id in ["\"ana\"", "\"vid\"", "game1", "\"table\"", "burja"] {
            assert!(!text.contains(id), "{id} in {}", path.display());
        }
    }
    for row in deals.iter().chain(&decisions).chain(&all(&place.set, "players.parquet")) {
        let text = row.to_string();
        for id in ["\"ana\"", "\"vid\"", "game1", "game2", "\"table\"", "burja"] {
            assert!(!text.contains(id), "{id} in {text}");
        }
    }
    assert!(
        std::fs::read_to_string(place.set.join("LICENSE")).unwrap().contains("CC0 1.0 Universal")
    );
    let card = std::fs::read_to_string(place.set.join("README.md")).unwrap();
    assert!(card.starts_with("---\nlicense: cc0-1.0\n"), "{card}");

    // With another key the accounts would be others.
    let other = Args { key_file: Some(place.set.with_file_name("other")), ..open.clone() };
    let error = format!("{:#}", place.export_at(&other, later()).await.unwrap_err());
    assert!(error.contains("was exported with another key"), "{error}");
    let inside = Args { key_file: Some(place.set.join("key")), ..open.clone() };
    let error = format!("{:#}", place.export_at(&inside, later()).await.unwrap_err());
    assert!(error.contains("the key must not lie in"), "{error}");
    place.close().await;
}

#[tokio::test]
async fn who_deletes_an_account_has_no_hash_in_the_next_open_set() {
    let place = Place::new().await;
    for day in [1, 12] {
        place.trset(day).await;
    }
    let (open, much_later) = (place.open(), later() + chrono::TimeDelta::days(40));
    assert_eq!(place.export_at(&open, much_later).await.unwrap().written, 2);
    let players = || -> Vec<Value> {
        all(&place.set, DEALS).iter().map(|row| row["seats"][0]["player"].clone()).collect()
    };
    assert!(players().iter().all(Value::is_string));
    let mut ana = place.store.account("ana").await.unwrap().unwrap();
    let hash = ana.password_hash.take();
    (ana.kind, ana.name, ana.name_key) = (AccountKind::Deleted, String::new(), String::new());
    assert!(place.store.change_account(&ana, hash.as_deref(), None).await.unwrap());
    assert_eq!(place.export_at(&open, much_later).await.unwrap().written, 2);
    assert_eq!(players(), [Value::Null, Value::Null]);
    let decisions = all(&place.set, DECISIONS);
    assert!(decisions.iter().all(|row| row["player"].is_null()));
    assert!(decisions.iter().any(|row| row["decided_by"].is_string()), "the bot has one");
    assert!(read(&place.set.join("players.parquet")).is_empty());
    place.close().await;
}
