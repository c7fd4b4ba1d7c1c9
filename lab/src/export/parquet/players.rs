//! `players.parquet`: the totals of every player, added up from the deals that the set
//! holds, so that it says nothing that they do not.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use anyhow::Context;
use arrow_array::builder::{
    Int16Builder, Int32Builder, Int64Builder, StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int16Type, TimestampMicrosecondType};
use arrow_array::{Array as _, RecordBatch, StringArray, StructArray};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::columns::columns;
use super::file::{RowFile, Written};
use super::manifest::{DEALS, Folder};

/// The rows that are buffered before they are written.
const FLUSHED: usize = 10_000;

columns! {
    /// The columns of players.
    Players {
        player: StringBuilder, false, "The account. In an open set its hash of one year.", "";
        kind: StringBuilder, false, "Game and number of players.", "";
        account_kind: StringBuilder, false, "What it was in its last deal: guest, person or bot.", "";
        level: StringBuilder, true, "A bot's level in its last deal.", "";
        deals: Int32Builder, false, "The deals of the set that it sat in.", "deals";
        wins: Int32Builder, false, "Those that it won.", "deals";
        forfeits: Int32Builder, false, "Those that it forfeited.", "deals";
        points: Int64Builder, false, "The sum of the points written down.", "points";
        rating_people: Int16Builder, true, "Its last rating in the set among people.", "Glicko-2 points";
        rating_bots: Int16Builder, true, "Its last rating in the set against bots.", "Glicko-2 points";
        first_at: TimestampMicrosecondBuilder, false, "When its first deal ended.", "microseconds, UTC";
        last_at: TimestampMicrosecondBuilder, false, "When its last deal ended.", "microseconds, UTC";
    }
}

/// The totals of a player in one kind.
#[derive(Clone, Debug, Default)]
struct Totals {
    kind: String,
    level: Option<String>,
    deals: i32,
    wins: i32,
    forfeits: i32,
    points: i64,
    people: Option<i16>,
    bots: Option<i16>,
    first: i64,
    last: i64,
}

/// Writes the totals of all players of a set. Holds those of one kind at a time.
///
/// # Errors
/// If the deals cannot be read again, or the totals not be written.
pub(super) fn write(folder: &Folder, path: &Path) -> anyhow::Result<Written> {
    let mut file = RowFile::<Players>::open(path)?;
    let mut parts: Vec<_> = folder.parts().map(|made| made.part.clone()).collect();
    parts.sort_unstable();
    for parts in parts.chunk_by(|one, other| one.kind == other.kind) {
        let mut totals = HashMap::new();
        for part in parts {
            let path = folder.at(part.folder()).join(DEALS);
            add_file(&path, &mut totals)
                .with_context(|| format!("cannot read {} again", path.display()))?;
        }
        let mut totals: Vec<_> = totals.into_iter().collect();
        totals.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        for totals in totals.chunks(FLUSHED) {
            for (player, totals) in totals {
                push(&mut file.columns, &parts[0].kind, player, totals);
            }
            file.flush()?;
        }
    }
    file.complete()?.name()
}

fn push(columns: &mut Players, kind: &str, player: &str, totals: &Totals) {
    columns.player.append_value(player);
    columns.kind.append_value(kind);
    columns.account_kind.append_value(&totals.kind);
    columns.level.append_option(totals.level.as_deref());
    columns.deals.append_value(totals.deals);
    columns.wins.append_value(totals.wins);
    columns.forfeits.append_value(totals.forfeits);
    columns.points.append_value(totals.points);
    columns.rating_people.append_option(totals.people);
    columns.rating_bots.append_option(totals.bots);
    columns.first_at.append_value(totals.first);
    columns.last_at.append_value(totals.last);
}

fn add_file(path: &Path, totals: &mut HashMap<String, Totals>) -> anyhow::Result<()> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?;
    let wanted = ["finished_at", "rating_ladder", "seats"];
    let mask = ProjectionMask::columns(reader.parquet_schema(), wanted);
    for batch in reader.with_projection(mask).build()? {
        add(&batch?, totals).context("it has other columns than it should")?;
    }
    Ok(())
}

/// Adds the deals of a batch, which are ordered by their ends; `None` if a column is
/// not there.
fn add(batch: &RecordBatch, totals: &mut HashMap<String, Totals>) -> Option<()> {
    let ends =
        batch.column_by_name("finished_at")?.as_primitive_opt::<TimestampMicrosecondType>()?;
    let ladders = batch.column_by_name("rating_ladder")?.as_string_opt::<i32>()?;
    let seats = batch.column_by_name("seats")?.as_list_opt::<i32>()?;
    for deal in 0..batch.num_rows() {
        let ladder = ladders.is_valid(deal).then(|| ladders.value(deal));
        let seats = seats.value(deal);
        add_deal(seats.as_struct_opt()?, ends.value(deal), ladder, totals)?;
    }
    Some(())
}

fn add_deal(
    seats: &StructArray,
    end: i64,
    ladder: Option<&str>,
    totals: &mut HashMap<String, Totals>,
) -> Option<()> {
    let text = |name| seats.column_by_name(name)?.as_string_opt::<i32>();
    let number = |name| seats.column_by_name(name)?.as_primitive_opt::<Int16Type>();
    let truth = |name| seats.column_by_name(name)?.as_boolean_opt();
    let (players, kinds, levels) = (text("player")?, text("kind")?, text("level")?);
    let (points, after) = (number("points")?, number("rating_after")?);
    let (won, forfeited) = (truth("won")?, truth("forfeited")?);
    let named =
        |column: &StringArray, seat| column.is_valid(seat).then(|| column.value(seat).to_owned());
    for seat in (0..seats.len()).filter(|&seat| players.is_valid(seat)) {
        let of = totals
            .entry(players.value(seat).to_owned())
            .or_insert_with(|| Totals { first: end, ..Totals::default() });
        of.kind = named(kinds, seat)?;
        of.level = named(levels, seat);
        of.deals += 1;
        of.wins += i32::from(won.is_valid(seat) && won.value(seat));
        of.forfeits += i32::from(forfeited.is_valid(seat) && forfeited.value(seat));
        of.points += if points.is_valid(seat) { points.value(seat).into() } else { 0 };
        of.last = end;
        let rating = if ladder == Some("people") { &mut of.people } else { &mut of.bots };
        *rating = after.is_valid(seat).then(|| after.value(seat)).or(*rating);
    }
    Some(())
}
