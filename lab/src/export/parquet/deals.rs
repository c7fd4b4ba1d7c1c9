//! The rows of `deals.parquet`: a deal each, with its deck, seats and moves.

use serde_json::Value;
use vzetek_protocol::{GameOptions, on_game};
use vzetek_store::StoredGame;

use super::decisions::{DecisionRow, known};
use super::numbering::{Numbered, NumberedStep, numbers};
use crate::export::columns::columns;
use crate::export::names::Names;
use crate::export::rows::{Deal, Decided, Rows, Seated};
use crate::recorded;

columns! {
    /// A row of deals.
    DealRow {
        #[serde(flatten)] deal: Deal;
        deck: Vec<i16>, "The pack in the order in which it was dealt, of the shuffle that counted.", "card";
        secret: Option<String>, "The server's part of the shuffle, 64 hexadecimal digits; null in an open set where a player's nonce is no random number.";
        nonces: Option<Vec<String>>, "The players' parts of the shuffle, by seat; null where secret is.";
        result: Option<Value>, "The result as the protocol writes it, JSON.";
        seats: Vec<Seated>, "By seat, who sat there and how it ended for them.";
        moves: Vec<NumberedStep>, "The actions in order: the n-th is move_number n of decisions.";
    }
}

/// The row of a deal, and those of its decisions.
///
/// # Errors
/// Those of [`Rows::of`], or if its options cannot be read.
pub(super) fn rows(
    game: &StoredGame,
    names: &mut Names<'_>,
) -> anyhow::Result<(DealRow, Vec<DecisionRow>)> {
    let options = recorded::options(game)?;
    on_game!(GameOptions, &options, |options: G| rows_of::<G>(game, names, options))
}

fn rows_of<G: Numbered>(
    game: &StoredGame,
    names: &mut Names<'_>,
    options: &G::Options,
) -> anyhow::Result<(DealRow, Vec<DecisionRow>)> {
    let own = |state: &G, turn, action: &G::Action| {
        Ok((G::action_id(action), known(state, turn, action)))
    };
    let (Rows { deal, seats, decisions }, replayed) = Rows::of::<G>(game, names, options, own)?;
    let (mut moves, mut rows) = (Vec::new(), Vec::new());
    for Decided { decision, step, own: (action_id, known) } in decisions {
        let outcome = &seats[step.seat as usize].outcome;
        let step = NumberedStep { step, action_id };
        moves.push(step.clone());
        rows.push(DecisionRow::new(&deal.key, decision, step, known, outcome));
    }
    let row = &game.row;
    let is_shown = names.identity.may_show(&row.nonces);
    let deal = DealRow {
        deal,
        deck: numbers(replayed.pack),
        secret: is_shown.then(|| row.secret.clone()),
        nonces: is_shown.then(|| row.nonces.clone()),
        result: game.result.clone(),
        seats,
        moves,
    };
    Ok((deal, rows))
}
