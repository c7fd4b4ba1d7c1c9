//! The columns hold what the lines of JSON hold; months are written again when they have
//! changed and else left alone; an open set says of people only what it may.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Map, Value, json};
use vzetek_game::Card as _;
use vzetek_store::{AccountKind, FinishRow, Store, Write, connect_unclaimed};
use vzetek_tablic::Tablic;
use vzetek_tarok::Tarok;
use vzetek_trset::{Options, Trset, Variant};

use super::*;
use crate::export::tests::{add_people, args, export_to, match_of, play, play_at, start};
use crate::export::{ConnectOptions, Format};

/// A value of a column, as JSON.
fn value(column: &ArrayRef, row: usize) -> Value {
    use arrow_array::types::*;
    if column.is_null(row) {
        return Value::Null;
    }
    macro_rules! number {
        ($kind:ty) => {
            json!(column.as_primitive::<$kind>().value(row))
        };
    }
    match column.data_type() {
        DataType::Utf8 => json!(column.as_string::<i32>().value(row)),
        DataType::Boolean => json!(column.as_boolean().value(row)),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int64 => number!(Int64Type),
        DataType::Float32 => number!(Float32Type),
        DataType::Timestamp(..) => number!(TimestampMicrosecondType),
        DataType::List(_) => {
            let list = column.as_list::<i32>().value(row);
            (0..list.len()).map(|row| value(&list, row)).collect()
        }
        DataType::Struct(_) => {
            let fields = column.as_struct();
            let names = fields.column_names().into_iter().map(str::to_owned);
            let values = fields.columns().iter().map(|column| value(column, row));
            Value::Object(names.zip(values).collect())
        }
        other => panic!("{other} is read nowhere"),
    }
}

fn objects(batch: &RecordBatch) -> Vec<Value> {
    let row = |row| {
        let fields = batch.schema_ref().fields().iter();
        let values = fields
            .zip(batch.columns())
            .map(|(field, column)| (field.name().clone(), value(column, row)));
        Value::Object(values.collect::<Map<_, _>>())
    };
    (0..batch.num_rows()).map(row).collect()
}

fn read(path: &Path) -> Vec<Value> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
    reader.flat_map(|batch| objects(&batch.unwrap())).collect()
}

/// Every file of a folder, by its path from there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in next.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(folder).unwrap().to_owned());
            }
        }
    }
    files.sort_unstable();
    files
}

/// All rows of the files with this name.
fn all(folder: &Path, name: &str) -> Vec<Value> {
    let files = files(folder).into_iter().filter(|path| path.ends_with(name));
    files.flat_map(|path| read(&folder.join(path))).collect()
}

fn now() -> DateTime<Utc> {
    "2026-11-24T12:00:00Z".parse().unwrap()
}

/// A database, a folder for a set, and the arguments that lead from one to the other.
struct Place {
    _folder: tempfile::TempDir,
    args: Args,
    set: PathBuf,
    store: std::sync::Arc<dyn Store>,
}

impl Place {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let set = folder.path().join("set");
        let args = Args { format: Format::Parquet, out: Some(set.clone()), ..args(folder.path()) };
        let store = connect_unclaimed(&args.database, &ConnectOptions::default()).await.unwrap();
        add_people(&*store).await;
        Self { _folder: folder, args, set, store }
    }

    fn open(&self) -> Args {
        let key_file = Some(self.set.with_file_name("key"));
        Args { open: true, key_file, ..self.args.clone() }
    }

    /// Plays a deal of tršet for two, which ends so many days after the first.
    async fn trset(&self, day: u32) {
        self.trset_at("table", day).await;
    }

    async fn trset_at(&self, table: &str, day: u32) {
        let rules = Options::new(Variant::Trset, 2).unwrap();
        play_at::<Trset>(table, &*self.store, day, GameOptions::Trset(rules), &rules, true).await;
    }

    /// A deal that is said to be over after no move at all.
    async fn break_one(&self, like: &str) {
        let row = match_of(&*self.store, like).await;
        let row = vzetek_store::GameRow { id: "cut".to_owned(), match_number: 999, ..row };
        let players = row.players.clone();
        let finish =
            FinishRow { game: "cut".to_owned(), finished_at: start(), result: json!({}), players };
        self.store.write(&[Write::BeginGame(row), Write::FinishGame(finish)]).await.unwrap();
    }

    async fn export(&self, args: &Args) -> anyhow::Result<Outcome> {
        self.export_at(args, now()).await
    }

    async fn export_at(&self, args: &Args, now: DateTime<Utc>) -> anyhow::Result<Outcome> {
        export(args, now, std::future::pending()).await
    }

    async fn refused(&self, args: &Args) -> String {
        format!("{:#}", self.export(args).await.unwrap_err())
    }

    /// When each file was written last.
    fn times(&self) -> Vec<(PathBuf, SystemTime)> {
        let time = |path: &PathBuf| self.set.join(path).metadata().unwrap().modified().unwrap();
        files(&self.set).into_iter().map(|path| (path.clone(), time(&path))).collect()
    }

    async fn close(self) {
        self.store.close().await;
    }
}

fn set<G: Numbered>(list: &Value) -> Vec<u8> {
    let cards = list.as_array().into_iter().flatten();
    let mut cards: Vec<u8> =
        cards.map(|card| card.as_str().unwrap().parse::<G::Card>().ok().unwrap().index()).collect();
    cards.sort_unstable();
    cards
}

fn sets<G: Numbered>(lists: &Value) -> Vec<Vec<u8>> {
    lists.as_array().into_iter().flatten().map(set::<G>).collect()
}

/// Compares a row of decisions with the line of JSON.
fn same_decision<G: Numbered>(row: &Value, line: &Value) {
    let view = &line["view"];
    for (column, field) in [
        ("game", &line["game"]),
        ("move_number", &line["number"]),
        ("player_count", &line["players"]),
        ("dealer", &line["dealer"]),
        ("seat", &line["seat"]),
        ("player", &line["player"]["id"]),
        ("player_kind", &line["player"]["kind"]),
        ("player_level", &line["player"]["level"]),
        ("rating", &line["outcome"]["rating_before"]),
        ("moved_by", &line["by"]),
        ("decided_by", &line["decided_by"]["id"]),
        ("decider_kind", &line["decided_by"]["kind"]),
        ("decider_level", &line["decided_by"]["level"]),
        ("thinking_ms", &line["thinking_ms"]),
        ("action", &line["action"]),
        ("legal_cut", &line["legal_cut"]),
        ("so_far", &line["so_far"]),
        ("last_taker", &line["last_trick"]),
        ("card_points", &line["outcome"]["card_points"]),
        ("points", &line["outcome"]["points"]),
        ("won", &line["outcome"]["won"]),
        ("forfeited", &line["outcome"]["forfeited"]),
        ("took_last_trick", &line["outcome"]["last_trick"]),
        ("hand_sizes", &view["hand_sizes"]),
    ] {
        assert_eq!(row[column], *field, "{column} of {line}");
    }
    assert_eq!(row["hand"], json!(set::<G>(&view["hand"])), "{line}");
    let at: DateTime<Utc> = line["at"].as_str().unwrap().parse().unwrap();
    assert_eq!(row["at"], at.timestamp_micros());
    let actions = G::actions();
    let name = |id: &Value| actions[id.as_u64().unwrap() as usize].clone();
    let captured = |id: &Value, taken: &Value| {
        let cards: vzetek_game::CardSet<G::Card> = taken
            .as_array()
            .into_iter()
            .flatten()
            .map(|card| G::Card::from_index(card.as_u64().unwrap() as u8))
            .collect();
        let taken: Vec<_> = cards.iter().rev().map(|card| card.to_string()).collect();
        name(id) + if taken.is_empty() { "" } else { "x" } + &taken.join("+")
    };
    assert_eq!(json!(captured(&row["action_id"], &row["captured"])), line["action"]);
    let legal = row["legal"].as_array().unwrap().iter().enumerate();
    let legal: Vec<_> =
        legal.map(|(place, id)| captured(id, &row["legal_captured"][place])).collect();
    assert_eq!(json!(legal), line["legal"]);
    for column in ["loss", "loss_se", "analyser"] {
        assert_eq!(row[column], Value::Null);
    }
}

fn same_situation(row: &Value, line: &Value) {
    let view = &line["view"];
    match line["kind"].as_str().unwrap().split('-').next().unwrap() {
        "tablic" => {
            same_decision::<Tablic>(row, line);
            assert_eq!(row["table_cards"], json!(set::<Tablic>(&view["cards"])));
            assert_eq!(row["piles"], json!(sets::<Tablic>(&view["piles"])));
            assert_eq!((&row["stock"], &row["tablas"]), (&view["deck"], &view["tablas"]));
            assert_eq!((&row["leader"], &row["tricks"]), (&Value::Null, &Value::Null));
        }
        "tarok" => {
            same_decision::<Tarok>(row, line);
            let phase = &view["phase"];
            assert_eq!(row["phase"], phase["name"]);
            let undertaking =
                if phase["undertaking"].is_null() { phase } else { &phase["undertaking"] };
            assert_eq!(row["contract"], undertaking["contract"]);
            assert_eq!(row["known"], json!(sets::<Tarok>(&view["known"])));
            assert_eq!(row["discards"], json!(set::<Tarok>(&view["discards"])));
            assert_eq!(
                (&row["stock"], &row["leader"]),
                (&view["talon"], &phase["trick"]["leader"])
            );
            let played = phase["trick"]["cards"].as_array();
            assert_eq!(row["table_cards"].as_array().unwrap().len(), played.map_or(0, Vec::len));
            if phase["name"] == "playing" {
                assert_eq!(row["piles"], json!(sets::<Tarok>(&phase["taken"]["piles"])));
                assert_eq!(row["tricks"], phase["taken"]["tricks"]);
            }
            if phase["name"] == "taking" {
                let cards = phase["talon"].as_array().unwrap().iter();
                let talon: Vec<u8> = cards
                    .map(|card| {
                        card.as_str().unwrap().parse::<vzetek_tarok::Card>().unwrap().index()
                    })
                    .collect();
                assert_eq!(row["talon"], json!(talon), "in its order");
            }
            if let Some(king) = undertaking["called"]["king"].as_str() {
                let king: vzetek_tarok::Card = king.parse().unwrap();
                assert_eq!(row["called"], king.index());
            }
        }
        _ => {
            same_decision::<Trset>(row, line);
            let cards = view["trick"]["cards"].as_array().unwrap().iter();
            let trick: Vec<u8> = cards
                .map(|card| card.as_str().unwrap().parse::<vzetek_trset::Card>().unwrap().index())
                .collect();
            assert_eq!(row["table_cards"], json!(trick), "in its order");
            assert_eq!(row["known"], json!(sets::<Trset>(&view["known"])));
            assert_eq!(row["piles"], json!(sets::<Trset>(&view["piles"])));
            assert_eq!((&row["stock"], &row["tricks"]), (&view["stock"], &view["tricks"]));
            assert_eq!((&row["leader"], &row["tablas"]), (&view["trick"]["leader"], &Value::Null));
        }
    }
}

/// Plays a few deals of every game.
async fn all_games(place: &Place) {
    let store = &*place.store;
    let mut number = 0;
    for (variant, players) in [(Variant::Trset, 2), (Variant::Kifameno, 3), (Variant::Trset, 4)] {
        let rules = Options::new(variant, players).unwrap();
        number += 1;
        play::<Trset>(store, number, GameOptions::Trset(rules), &rules, true).await;
    }
    for players in [3, 4] {
        let rules = vzetek_tarok::Options::new(players).unwrap();
        for _ in 0..12 {
            number += 1;
            play::<Tarok>(store, number, GameOptions::Tarok(rules), &rules, true).await;
        }
    }
    for players in [2, 6] {
        let rules = vzetek_tablic::Options::new(players).unwrap();
        number += 1;
        play::<Tablic>(store, number, GameOptions::Tablic(rules), &rules, true).await;
    }
}

#[tokio::test]
async fn the_columns_hold_what_the_lines_hold() {
    let place = Place::new().await;
    all_games(&place).await;
    let outcome = place.export(&place.args).await.unwrap();
    let json = Args { format: Format::Jsonl, ..place.args.clone() };
    let (written, lines) = export_to(&json, &place.set.with_file_name("all.jsonl")).await;
    assert_eq!((outcome.deals, outcome.decisions), (written.deals, written.moves));
    let rows = all(&place.set, DECISIONS);
    assert_eq!(rows.len(), lines.len());
    let key = |game: &Value, number: &Value| (game.to_string(), number.as_u64().unwrap());
    let mut lines = lines;
    lines.sort_by_key(|line| key(&line["game"], &line["number"]));
    let mut rows = rows;
    rows.sort_by_key(|row| key(&row["game"], &row["move_number"]));
    for (row, line) in rows.iter().zip(&lines) {
        same_situation(row, line);
    }
    let phases: std::collections::BTreeSet<_> =
        rows.iter().filter_map(|row| row["phase"].as_str()).collect();
    assert!(phases.len() >= 7, "the deals reach most phases of tarok: {phases:?}");
    place.close().await;
}

#[tokio::test]
async fn deals_have_deck_seats_and_moves() {
    let place = Place::new().await;
    all_games(&place).await;
    place.export(&place.args).await.unwrap();
    let decisions = all(&place.set, DECISIONS);
    let deals = all(&place.set, DEALS);
    assert_eq!(deals.len(), 29);
    for deal in &deals {
        let stored = place.store.game(deal["game"].as_str().unwrap()).await.unwrap().unwrap();
        assert_eq!(deal["options"], stored.row.options.to_string());
        assert_eq!(
            (&deal["secret"], &deal["nonces"]),
            (&json!(stored.row.secret), &json!(stored.row.nonces))
        );
        let own: Vec<_> = decisions.iter().filter(|row| row["game"] == deal["game"]).collect();
        let moves = deal["moves"].as_array().unwrap();
        assert_eq!((moves.len(), own.len()), (stored.moves.len(), stored.moves.len()));
        for (step, row) in moves.iter().zip(own) {
            for field in ["seat", "action", "action_id", "moved_by", "thinking_ms"] {
                assert_eq!(step[field], row[field]);
            }
        }
        for (seat, player) in deal["seats"].as_array().unwrap().iter().zip(&stored.row.players) {
            assert_eq!(
                (&seat["player"], &seat["won"]),
                (&json!(player.account), &json!(player.won))
            );
            let after = player.rating.and_then(|rating| rating.step).map(|step| step.after);
            assert_eq!(seat["rating_after"], json!(after));
        }
        // The first hand is that of the deck.
        let deck: Vec<u64> =
            deal["deck"].as_array().unwrap().iter().map(|card| card.as_u64().unwrap()).collect();
        let mut sorted = deck.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), deck.len(), "no card twice");
        let first = decisions.iter().find(|row| row["game"] == deal["game"]).unwrap();
        let hand = first["hand"].as_array().unwrap();
        if stored.row.kind.starts_with("tr") || stored.row.kind.starts_with("ki") {
            let mut dealt = deck[..hand.len()].to_vec();
            dealt.sort_unstable();
            assert_eq!(json!(dealt), json!(hand), "the player after the dealer is dealt first");
        }
    }
    place.close().await;
}

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
    std::fs::write(&manifest, text.replace("\"schema_version\": 1", "\"schema_version\": 7"))
        .unwrap();
    place.trset(2).await;
    let times = place.times();
    let error = place.refused(&place.args).await;
    let told = "holds an export with schema version 7, this program writes version 1; export into another folder";
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
    other.trset(1).await;
    place.export(&place.args).await.unwrap();
    let args = Args { out: place.args.out.clone(), ..other.args.clone() };
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
    place.break_one("game1").await;
    for written in [1, 0] {
        let outcome = place.export(&place.args).await.unwrap();
        assert_eq!((outcome.broken, outcome.written), (1, written), "a later export says so, too");
    }
    let deals = all(&place.set, DEALS);
    assert_eq!((deals.len(), &deals[0]["game"]), (1, &json!("game1")));
    assert_eq!(all(&place.set, DECISIONS).len(), 40);
    place.close().await;
}

#[tokio::test]
async fn totals_are_those_of_the_deals() {
    let place = Place::new().await;
    for day in [1, 2, 12] {
        place.trset(day).await;
    }
    place.export(&place.args).await.unwrap();
    let players = read(&place.set.join("players.parquet"));
    let of = |id: &str| players.iter().find(|row| row["player"] == id).unwrap();
    let (ana, vid) = (of("ana"), of("vid"));
    assert_eq!(players.len(), 2);
    let figures = |row: &Value| (row["deals"].clone(), row["wins"].clone(), row["points"].clone());
    assert_eq!(figures(ana), (json!(3), json!(3), json!(21)));
    assert_eq!(figures(vid), (json!(3), json!(0), json!(21)));
    assert_eq!((&ana["account_kind"], &vid["account_kind"]), (&json!("person"), &json!("guest")));
    assert_eq!((&ana["rating_people"], &vid["rating_people"]), (&json!(1510), &json!(1511)));
    assert_eq!(ana["rating_bots"], Value::Null);
    let day = |day| (start() + chrono::TimeDelta::days(day)).timestamp_micros();
    assert_eq!((&ana["first_at"], &ana["last_at"]), (&json!(day(1)), &json!(day(12))));
    place.close().await;
}

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
    assert!(decisions.iter().all(|row| row["at"].as_i64().unwrap() % 10_000 == 0));
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

#[tokio::test]
async fn the_description_names_every_column_and_number() {
    let place = Place::new().await;
    all_games(&place).await;
    place.export(&place.args).await.unwrap();
    let json = |name: &str| -> Value {
        serde_json::from_slice(&std::fs::read(place.set.join(name)).unwrap()).unwrap()
    };
    let schema = json("schema.json");
    for name in ["deals", "decisions", "players"] {
        let described: Vec<_> = schema["files"][name].as_array().unwrap().iter().collect();
        let row = &all(&place.set, &format!("{name}.parquet"))[0];
        let mut named: Vec<_> =
            described.iter().map(|column| column["name"].as_str().unwrap()).collect();
        named.sort_unstable();
        let mut columns: Vec<_> = row.as_object().unwrap().keys().collect();
        columns.sort_unstable();
        assert_eq!(named, columns, "{name}");
        assert!(described.iter().all(|column| column["meaning"].as_str().unwrap().ends_with('.')));
    }
    let games = schema["games"].as_array().unwrap();
    assert_eq!(
        json!(games.iter().map(|game| &game["name"]).collect::<Vec<_>>()),
        json!(["trset", "tarok", "tablic"])
    );
    assert!(games[0]["kinds"].as_array().unwrap().contains(&json!("kifameno-3")));
    let vectors = json("test_vectors.json");
    let kinds: Vec<_> =
        vectors["deals"].as_array().unwrap().iter().map(|deal| &deal["kind"]).collect();
    let all_kinds =
        ["kifameno-3", "tablic-2", "tablic-6", "tarok-3", "tarok-4", "trset-2", "trset-4"];
    assert_eq!(json!(kinds), json!(all_kinds));
    place.close().await;
}

/// More rows than a group has room for come in several, each of them full but the last.
#[test]
fn groups_have_as_many_rows_as_duckdb_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.parquet");
    let mut file = RowFile::<players::Players>::open(&path).unwrap();
    for number in 0..=file::GROUP_ROWS {
        let columns = &mut file.columns;
        columns.player.append_value(number.to_string());
        columns.kind.append_value("trset-2");
        columns.account_kind.append_value("person");
        columns.level.append_null();
        for count in [&mut columns.deals, &mut columns.wins, &mut columns.forfeits] {
            count.append_value(1);
        }
        columns.points.append_value(1);
        columns.rating_people.append_null();
        columns.rating_bots.append_null();
        columns.first_at.append_value(0);
        columns.last_at.append_value(0);
    }
    file.complete().unwrap().name().unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let groups: Vec<_> =
        reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [122_880, 1]);
}
