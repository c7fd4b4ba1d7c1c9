//! A line of JSON: a decision with its deal. Every line has the same keys, in all games.

use serde::Serialize;
use serde_json::Value;
use vzetek_game::{Observer, Seat, TableGame};
use vzetek_protocol::{GameOptions, on_game};
use vzetek_store::StoredGame;

use super::names::Names;
use super::rows::{Deal, Decided, Decision, Outcome, Rows, Step};
use crate::recorded;

/// A line. Times are RFC 3339, `options` is an object.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    /// Game and number of players.
    kind: &'a str,
    #[serde(flatten)]
    deal: &'a Deal,
    #[serde(flatten)]
    decision: &'a Decision,
    #[serde(flatten)]
    step: &'a Step,
    #[serde(flatten)]
    known: &'a Known,
    /// The outcome of the deal for the player.
    outcome: &'a Outcome,
}

/// The knowledge of the player before the decision, in the texts of the protocol.
#[derive(Serialize)]
pub(super) struct Known {
    /// Hand, cards known to be with others, cards on the table, piles, points so far.
    view: Value,
    /// All that was legal, in the game's notation, unless the list was cut.
    legal: Vec<String>,
}

/// The rows of a deal.
///
/// # Errors
/// Those of [`Rows::of`], or if its options cannot be read.
pub(super) fn rows(game: &StoredGame, names: &mut Names<'_>) -> anyhow::Result<Rows<Known>> {
    let options = recorded::options(game)?;
    on_game!(GameOptions, &options, |options: G| {
        Ok(Rows::of::<G>(game, names, options, |state, turn, _| known(state, turn))?.0)
    })
}

fn known<G: TableGame>(state: &G, turn: Seat) -> anyhow::Result<Known> {
    Ok(Known {
        view: serde_json::to_value(state.view(Observer::Seat(turn)))?,
        legal: state.legal_actions().iter().map(ToString::to_string).collect(),
    })
}

/// The lines of a deal of this kind.
pub(super) fn lines<'a>(rows: &'a Rows<Known>, kind: &'a str) -> impl Iterator<Item = Line<'a>> {
    let Rows { deal, seats, decisions } = rows;
    decisions.iter().map(move |Decided { decision, step, own: known }| {
        let outcome = &seats[step.seat as usize].outcome;
        Line { kind, deal, decision, step, known, outcome }
    })
}
