//! `schema.json`: every column with its meaning, and the names of the numbers.

use serde::Serialize;
use vzetek_protocol::{GameOptions, Kind, for_each_game, games};

use super::arrays::{Described, Row as _};
use super::deals::DealRow;
use super::decisions::DecisionRow;
use super::manifest::Sort;
use super::numbering::{Numbered, cards};
use super::players::PlayerRow;
use super::version::SCHEMA_VERSION;

/// The description of a set.
#[derive(Serialize)]
struct Schema<'a> {
    schema_version: u32,
    set: &'a Sort,
    partitions: [Partition; 3],
    files: Files,
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Partition {
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Files {
    deals: Vec<Described>,
    decisions: Vec<Described>,
    players: Vec<Described>,
}

/// The numbers of a game.
#[derive(Serialize)]
struct Game {
    name: &'static str,
    /// The kinds that are this game.
    kinds: Vec<Kind>,
    /// The card of each number.
    cards: Vec<String>,
    /// The action of each number.
    actions: Vec<String>,
}

/// The columns that the folders' names stand for.
const PARTITIONS: [Partition; 3] = [
    Partition {
        name: "kind",
        kind: "string",
        meaning: "Game and number of players, such as trset-2; a folder, not a column.",
    },
    Partition {
        name: "year",
        kind: "int32",
        meaning: "The year in UTC in which the deal ended; a folder, not a column.",
    },
    Partition {
        name: "month",
        kind: "int32",
        meaning: "The month in UTC in which the deal ended, from 1; a folder, not a column.",
    },
];

fn game<G: Numbered>() -> Game {
    let kinds = GameOptions::kinds();
    let own: Vec<String> = G::kinds()
        .iter()
        .map(|options| format!("{}-{}", G::variant(options), G::seats_for(options)))
        .collect();
    Game {
        name: G::NAME,
        kinds: kinds
            .into_iter()
            .filter(|kind| own.iter().any(|own| own == kind.as_str()))
            .collect(),
        cards: cards::<G>(),
        actions: G::actions(),
    }
}

/// The description of a set, as JSON.
///
/// # Errors
/// Never; JSON's own signature has one.
pub(super) fn text(sort: &Sort) -> anyhow::Result<Vec<u8>> {
    macro_rules! games {
        (() $($game:ident)*) => { vec![$(game::<games::$game>()),*] };
    }
    let schema = Schema {
        schema_version: SCHEMA_VERSION,
        set: sort,
        partitions: PARTITIONS,
        files: Files {
            deals: DealRow::described(),
            decisions: DecisionRow::described(),
            players: PlayerRow::described(),
        },
        games: for_each_game!(games!()),
    };
    let mut text = serde_json::to_vec_pretty(&schema)?;
    text.push(b'\n');
    Ok(text)
}
