//! Months are written again when they have changed and else left alone; a set that is not
//! whole does not look so.

use std::time::SystemTime;

use serde_json::{Value, json};

use super::*;
use crate::export::parquet::version::PROGRAM;

#[tokio::test]
async fn a_month_is_written_again_only_if_it_has_changed() {
    let place = Place::new().await;
    for day in [1, 2, 12, 45] {
        place.trset(day).await;
    }
    let first = place.export(&place.args).await.unwrap();
    assert_eq!((first.deals, first.written, first.kept), (4, 3, 0));
    let in_month = |month: &str, name: &str| place.set.join(format!("kind=trset-2/{month}/{name}"));
    let games = |month: &str| -> Vec<Value> {
        read(&in_month(month, DEALS)).into_iter().map(|row| row["game"].clone()).collect()
    };
    assert_eq!(games("year=2026/month=11"), ["game1", "game2"], "the oldest first");
    assert_eq!(games("year=2027/month=01"), ["game45"]);
    let times = place.times();
    let again = place.export(&place.args).await.unwrap();
    assert_eq!((again.written, again.kept, again.deals), (0, 3, 0));
    assert_eq!(place.times(), times, "nothing was touched");

    // A deal of November that was under way, and is over now.
    place.trset(5).await;
    let later = place.export(&place.args).await.unwrap();
    assert_eq!((later.written, later.kept, later.deals), (1, 2, 3));
    assert_eq!(games("year=2026/month=11"), ["game1", "game2", "game5"]);
    let unchanged = |(path, time): &(PathBuf, SystemTime)| {
        !path.starts_with("kind=trset-2/year=2026/month=11")
            && path.starts_with("kind=trset-2")
            && place.times().contains(&(path.clone(), *time))
    };
    assert_eq!(times.iter().filter(|file| unchanged(file)).count(), 4);

    // A file that is gone or cut off is written again, too.
    std::fs::remove_file(in_month("year=2027/month=01", DECISIONS)).unwrap();
    std::fs::write(in_month("year=2026/month=12", DEALS), "half").unwrap();
    let mended = place.export(&place.args).await.unwrap();
    assert_eq!((mended.written, mended.kept), (2, 1));
    assert_eq!(all(&place.set, DEALS).len(), 5);
    std::fs::remove_file(place.set.join("players.parquet")).unwrap();
    assert_eq!(place.export(&place.args).await.unwrap().written, 0);
    assert_eq!(read(&place.set.join("players.parquet")).len(), 2);
    place.close().await;
}

#[tokio::test]
async fn sums_are_those_of_the_files_and_written_last() {
    use sha2::{Digest as _, Sha256};
    let place = Place::new().await;
    all_games(&place).await;
    place.export(&place.args).await.unwrap();
    let sums = std::fs::read_to_string(place.set.join(manifest::SUMS)).unwrap();
    let mut named = Vec::new();
    for line in sums.lines() {
        let (sum, path) = line.split_once("  ").unwrap();
        let bytes = std::fs::read(place.set.join(path)).unwrap();
        assert_eq!(hex::encode(Sha256::digest(bytes)), sum, "{path}");
        named.push(PathBuf::from(path));
    }
    let beside = |path: &PathBuf| {
        ![manifest::SUMS, "manifest.json", ".export.lock"].iter().any(|name| path.ends_with(name))
    };
    let all: Vec<_> = files(&place.set).into_iter().filter(beside).collect();
    assert_eq!(named, all, "every file for readers, and no other");
    place.close().await;
}

#[tokio::test]
async fn an_interrupted_export_goes_on_where_it_was() {
    let place = Place::new().await;
    for day in [1, 12] {
        place.trset(day).await;
    }
    place.export(&place.args).await.unwrap();
    place.trset(13).await;
    let error = export(&place.args, now(), std::future::ready(Ok(()))).await.unwrap_err();
    assert!(error.to_string().contains("interrupted"), "{error}");
    // An export that was killed has begun a file, and left it.
    let folder = place.set.join("kind=trset-2/year=2026/month=12");
    let left = folder.join("deals.parquet.abcdef.part");
    std::fs::write(&left, "half").unwrap();
    std::fs::remove_file(place.set.join(manifest::SUMS)).unwrap();
    let outcome = place.export(&place.args).await.unwrap();
    assert_eq!((outcome.written, outcome.kept, left.exists()), (1, 1, false));
    assert!(place.set.join(manifest::SUMS).is_file());
    place.close().await;
}

/// One that was cut off in its first month has left a folder of it, and files that have no
/// name, and is no folder of something else.
#[tokio::test]
async fn an_export_cut_off_in_its_first_month_goes_on() {
    let place = Place::new().await;
    place.trset(1).await;
    let sort = manifest::Sort { open: false, private: false, key: None };
    {
        let folder = Folder::open(&place.set, sort).unwrap();
        folder.begin().unwrap();
        let part = Part { kind: "trset-2".to_owned(), month: Month { year: 2026, month: 11 } };
        let month = folder.prepare(&part).unwrap();
        std::fs::write(month.join("deals.parquet.abcdef.part"), "half").unwrap();
        std::fs::write(folder.at("players.parquet.abcdef.part"), "half").unwrap();
    }
    assert!(!place.set.join(manifest::SUMS).exists());
    assert_eq!(place.export(&place.args).await.unwrap().written, 1);
    let left =
        files(&place.set).into_iter().filter(|path| path.extension() == Some("part".as_ref()));
    assert_eq!(left.count(), 0);
    place.close().await;
}

/// A later program may describe the same columns in other words.
#[tokio::test]
async fn another_program_writes_the_files_beside_the_months_anew() {
    let place = Place::new().await;
    place.trset(1).await;
    place.export(&place.args).await.unwrap();
    let manifest = place.set.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace(PROGRAM, "vzetek-lab 0.0.9")).unwrap();
    let outcome = place.export(&place.args).await.unwrap();
    assert_eq!((outcome.written, outcome.kept, outcome.beside), (0, 1, true));
    assert_eq!(std::fs::read_to_string(&manifest).unwrap(), text);
    assert!(!place.export(&place.args).await.unwrap().beside);
    place.close().await;
}

#[tokio::test]
async fn a_disk_that_takes_nothing_leaves_what_was_there() {
    let place = Place::new().await;
    place.trset(1).await;
    place.export(&place.args).await.unwrap();
    let before =
        std::fs::read(place.set.join("kind=trset-2/year=2026/month=11/deals.parquet")).unwrap();
    place.trset(2).await;
    // Instead of a full disk: a device that is always full, where decisions go.
    let decisions = place.set.join("kind=trset-2/year=2026/month=11/decisions.parquet");
    std::fs::remove_file(&decisions).unwrap();
    std::os::unix::fs::symlink("/dev/full", &decisions).unwrap();
    let error = place.refused(&place.args).await;
    assert!(error.contains("trset-2 of 2026-11, which is left as it was"), "{error}");
    let deals = place.set.join("kind=trset-2/year=2026/month=11/deals.parquet");
    assert_eq!(std::fs::read(deals).unwrap(), before);
    assert!(!place.set.join(manifest::SUMS).exists(), "it does not look complete");
    std::fs::remove_file(&decisions).unwrap();
    let outcome = place.export(&place.args).await.unwrap();
    assert_eq!((outcome.deals, outcome.written), (2, 1));
    place.close().await;
}

#[tokio::test]
async fn a_folder_of_something_else_is_not_touched() {
    let place = Place::new().await;
    place.trset(1).await;
    std::fs::create_dir(&place.set).unwrap();
    std::fs::write(place.set.join("letters.txt"), "dear").unwrap();
    let error = place.refused(&place.args).await;
    assert!(error.contains("holds other files (letters.txt)"), "{error}");
    assert_eq!(files(&place.set), [Path::new("letters.txt")]);
    std::fs::remove_file(place.set.join("letters.txt")).unwrap();

    place.export(&place.args).await.unwrap();
    let manifest = place.set.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("\"schema_version\": 3", "\"schema_version\": 7"))
        .unwrap();
    place.trset(2).await;
    let times = place.times();
    let error = place.refused(&place.args).await;
    let told = "holds an export with schema version 7, this program writes version 3; export into another folder";
    assert!(error.contains(told), "{error}");
    assert_eq!(place.times(), times, "nothing was touched");
    std::fs::write(&manifest, "{").unwrap();
    assert!(
        place.refused(&place.args).await.contains("cannot be read; export into another folder")
    );
    std::fs::write(&manifest, text).unwrap();

    let private = Args { private: true, ..place.args.clone() };
    let error = place.refused(&private).await;
    assert!(error.contains("was exported without --open and --private"), "{error}");
    let file = Args { out: Some(manifest.clone()), ..place.args.clone() };
    assert!(place.refused(&file).await.contains("is a file; --format parquet writes a folder"));
    let lock = File::open(place.set.join(".export.lock")).unwrap();
    lock.lock().unwrap();
    assert!(place.refused(&place.args).await.contains("another export is writing to"));
    lock.unlock().unwrap();
    assert_eq!(place.export(&place.args).await.unwrap().deals, 2);
    place.close().await;
}

#[tokio::test]
async fn a_folder_of_another_database_is_refused() {
    let (place, other) = (Place::new().await, Place::new().await);
    place.trset(1).await;
    place.trset(12).await;
    place.export(&place.args).await.unwrap();
    let args = Args { out: place.args.out.clone(), ..other.args.clone() };
    let error = other.refused(&args).await;
    assert!(error.contains("holds deals of trset-2 of"), "of an empty database: {error}");
    let tarok = Args { kind: Some("tarok-4".to_owned()), ..args.clone() };
    let told = other.export(&tarok).await.unwrap().empty;
    assert_eq!(told.as_deref(), Some("there are no finished deals of tarok-4"));
    other.trset(1).await;
    let error = other.refused(&args).await;
    assert!(
        error.contains("holds deals of trset-2 of 2026-12, and the database has none"),
        "{error}"
    );
    other.close().await;
    place.close().await;
}

#[tokio::test]
async fn what_is_not_there_is_named_and_no_folder_made() {
    let place = Place::new().await;
    let empty = |outcome: Outcome| outcome.empty.unwrap();
    assert_eq!(empty(place.export(&place.args).await.unwrap()), "there are no finished deals");
    assert!(!place.set.exists());
    place.trset(1).await;
    let tarok = Args { kind: Some("tarok-4".to_owned()), ..place.args.clone() };
    assert_eq!(
        empty(place.export(&tarok).await.unwrap()),
        "there are no finished deals of tarok-4"
    );
    let open = empty(place.export(&place.open()).await.unwrap());
    assert_eq!(open, "there are no finished deals until 2026-09");
    assert!(!place.set.exists() && !place.set.with_file_name("key").exists());
    let from = Args { from: Some("2026-12-01T00:00:00Z".parse().unwrap()), ..place.args.clone() };
    assert_eq!(
        empty(place.export(&from).await.unwrap()),
        "there are no finished deals in that time"
    );

    for (args, told) in [
        (Args { out: None, ..place.args.clone() }, "name it with --out"),
        (Args { out: Some("-".into()), ..place.args.clone() }, "name it with --out"),
        (
            Args { deals: Some(3), ..place.args.clone() },
            "--player and --deals go with --format jsonl",
        ),
        (Args { player: Some("ana".into()), ..place.args.clone() }, "go with --format jsonl"),
        (Args { from: Some(start()), ..place.args.clone() }, "--from 2026-11-01, or another first"),
        (
            Args { until: Some(start()), ..place.args.clone() },
            "--until 2026-11-01, or another first",
        ),
    ] {
        let error = place.refused(&args).await;
        assert!(error.contains(told), "{error}");
    }
    assert!(!place.set.exists());
    place.close().await;
}

#[tokio::test]
async fn a_deal_that_cannot_be_replayed_is_left_out_and_counted() {
    let place = Place::new().await;
    place.trset(1).await;
    place.damaged("game1", 1, 0, |_| ()).await;
    place.damaged("game1", 2, 39, |_| ()).await;
    place.damaged("game1", 4, 40, |row| row.dealer = 0).await;
    place.damaged("game1", 5, 40, |row| row.options = json!({ "name": "whist" })).await;
    // Its moves lead to an end, but to that of another kind.
    let kifameno = GameOptions::Trset(Options::new(Variant::Kifameno, 2).unwrap());
    let kifameno = serde_json::to_value(kifameno).unwrap();
    place.damaged("game1", 6, 40, |row| row.options = kifameno).await;
    for written in [1, 0] {
        let outcome = place.export(&place.args).await.unwrap();
        assert_eq!((outcome.broken, outcome.written), (5, written), "a later export says so, too");
    }
    let deals = all(&place.set, DEALS);
    assert_eq!((deals.len(), &deals[0]["game"]), (1, &json!("game1")));
    assert_eq!(all(&place.set, DECISIONS).len(), 40);
    place.close().await;
}
