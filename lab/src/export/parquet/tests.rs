//! Databases of a few deals, exported, and the files read again.

mod columns;
mod folder;
mod full_disk;
mod open;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::{Map, Value, json};
use vzetek_protocol::GameOptions;
use vzetek_store::{ConnectOptions, FinishRow, Store, Write, connect_unclaimed};
use vzetek_tablic::Tablic;
use vzetek_tarok::Tarok;
use vzetek_trset::{Options, Trset, Variant};

use super::*;
use crate::export::Format;
use crate::export::tests::{add_people, args, play, play_at, start};

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
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
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

    /// A deal like another with the first of its moves, and what else is wrong with it.
    async fn damaged(
        &self,
        like: &str,
        number: u32,
        moves: usize,
        spoil: impl FnOnce(&mut vzetek_store::GameRow),
    ) {
        let whole = self.store.game(like).await.unwrap().unwrap();
        let id = format!("damaged{number}");
        let mut row =
            vzetek_store::GameRow { id: id.clone(), match_number: 900 + number, ..whole.row };
        spoil(&mut row);
        let players = row.players.clone();
        let finish =
            FinishRow { game: id.clone(), finished_at: start(), result: json!({}), players };
        let moves = whole.moves.into_iter().take(moves);
        let mut batch = vec![Write::BeginGame(row)];
        batch.extend(moves.map(|row| Write::Move { game: id.clone(), row }));
        batch.push(Write::FinishGame(finish));
        self.store.write(&batch).await.unwrap();
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
