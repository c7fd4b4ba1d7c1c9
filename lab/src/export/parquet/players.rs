//! `players.parquet`: the totals of every player, added up from the deals that the set
//! holds, so that it says nothing that they do not.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use anyhow::Context;
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int16Type, TimestampMicrosecondType};
use arrow_array::{Array as _, RecordBatch, StringArray, StructArray};
use chrono::{DateTime, Utc};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::file::{RowFile, Written};
use super::manifest::{DEALS, Folder};
use crate::export::columns::columns;

columns! {
    /// The totals of a player in one kind.
    #[derive(Default)]
    PlayerRow {
        player: String, "The account. In an open set its hash of one year.";
        kind: String, "Game and number of players.";
        account_kind: String, "What it was in its last deal: guest, person or bot.";
        level: Option<String>, "A bot's level in its last deal.";
        deals: i32, "The deals of the set that it sat in.", "deals";
        wins: i32, "Those that it won.", "deals";
        forfeits: i32, "Those that it forfeited.", "deals";
        points: i64, "The sum of the points written down.", "points";
        rating_people: Option<i16>, "Its last rating in the set among people.", "Glicko-2 points";
        rating_bots: Option<i16>, "Its last rating in the set against bots.", "Glicko-2 points";
        first_at: DateTime<Utc>, "When its first deal ended.", "microseconds, UTC";
        last_at: DateTime<Utc>, "When its last deal ended.", "microseconds, UTC";
    }
}

/// Writes the totals of all players of a set. Holds those of one kind at a time.
///
/// # Errors
/// If the deals cannot be read again, or the totals not be written.
pub(super) fn write(folder: &Folder, path: &Path) -> anyhow::Result<Written> {
    let mut file = RowFile::<PlayerRow>::open(path)?;
    let mut parts: Vec<_> = folder.parts().map(|made| made.part.clone()).collect();
    parts.sort_unstable();
    for parts in parts.chunk_by(|one, other| one.kind == other.kind) {
        let mut totals = HashMap::new();
        for part in parts {
            let path = folder.at(part.folder()).join(DEALS);
            add_file(&path, &part.kind, &mut totals)
                .with_context(|| format!("cannot read {} again", path.display()))?;
        }
        let mut totals: Vec<PlayerRow> = totals.into_values().collect();
        totals.sort_unstable_by(|one, other| one.player.cmp(&other.player));
        file.add(totals);
        file.flush()?;
    }
    file.complete()?.name()
}

fn add_file(
    path: &Path,
    kind: &str,
    totals: &mut HashMap<String, PlayerRow>,
) -> anyhow::Result<()> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?;
    let wanted = ["finished_at", "rating_ladder", "seats"];
    let mask = ProjectionMask::columns(reader.parquet_schema(), wanted);
    for batch in reader.with_projection(mask).build()? {
        add(&batch?, kind, totals).context("it has other columns than it should")?;
    }
    Ok(())
}

/// Adds the deals of a batch, which are ordered by their ends; `None` if a column is
/// not there.
fn add(batch: &RecordBatch, kind: &str, totals: &mut HashMap<String, PlayerRow>) -> Option<()> {
    let ends =
        batch.column_by_name("finished_at")?.as_primitive_opt::<TimestampMicrosecondType>()?;
    let ladders = batch.column_by_name("rating_ladder")?.as_string_opt::<i32>()?;
    let seats = batch.column_by_name("seats")?.as_list_opt::<i32>()?;
    for deal in 0..batch.num_rows() {
        let ladder = ladders.is_valid(deal).then(|| ladders.value(deal));
        let seats = seats.value(deal);
        let end = ends.value_as_datetime(deal)?.and_utc();
        add_deal(seats.as_struct_opt()?, kind, end, ladder, totals)?;
    }
    Some(())
}

fn add_deal(
    seats: &StructArray,
    kind: &str,
    end: DateTime<Utc>,
    ladder: Option<&str>,
    totals: &mut HashMap<String, PlayerRow>,
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
        let player = players.value(seat);
        let of = totals.entry(player.to_owned()).or_insert_with(|| PlayerRow {
            player: player.to_owned(),
            kind: kind.to_owned(),
            first_at: end,
            ..PlayerRow::default()
        });
        of.account_kind = named(kinds, seat)?;
        of.level = named(levels, seat);
        of.deals += 1;
        of.wins += i32::from(won.is_valid(seat) && won.value(seat));
        of.forfeits += i32::from(forfeited.is_valid(seat) && forfeited.value(seat));
        of.points += if points.is_valid(seat) { points.value(seat).into() } else { 0 };
        of.last_at = end;
        let rating =
            if ladder == Some("people") { &mut of.rating_people } else { &mut of.rating_bots };
        *rating = after.is_valid(seat).then(|| after.value(seat)).or(*rating);
    }
    Some(())
}
