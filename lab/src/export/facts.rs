//! The facts about each move of a deal: those stored, and those that follow
//! from playing it again.

use std::collections::HashMap;

use anyhow::{Context, anyhow};
use vzetek_game::{Observer, TableGame, explain};
use vzetek_players::PlayedGame;
use vzetek_protocol::{GameOptions, on_game};
use vzetek_store::{AccountKind, Accounts, GamePlayerRow, MoveRow, MovedBy, StoredGame};

use super::line::{Fact, Outcome, Person};
use crate::recorded::replay;

/// The accounts that decided moves of a deal without a seat in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Deciders(HashMap<String, Person>);

impl Deciders {
    /// Looks up every account that decided a move of the deal.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn of(game: &StoredGame, accounts: &dyn Accounts) -> anyhow::Result<Self> {
        let seated = |id: &str| game.row.players.iter().any(|player| player.account == id);
        let mut ids: Vec<String> =
            game.moves.iter().filter_map(|row| row.account.clone()).collect();
        ids.retain(|id| !seated(id));
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(Self::default());
        }
        let accounts = accounts.accounts(&ids).await?.into_iter().map(|account| {
            let person =
                Person { id: account.id.clone(), kind: word(account.kind), level: account.level };
            (account.id, person)
        });
        Ok(Self(accounts.collect()))
    }

    /// One of them, by the account's id.
    pub(super) fn get(&self, id: &str) -> Option<&Person> {
        self.0.get(id)
    }
}

/// Plays a finished deal again and says all that is known about each move.
///
/// # Errors
/// If the deal is not over, or what is stored does not lead to its end.
pub(super) fn lines(game: &StoredGame, deciders: &Deciders) -> anyhow::Result<Vec<Fact>> {
    let options: GameOptions = serde_json::from_value(game.row.options.clone())
        .map_err(|error| anyhow!("its options cannot be read: {}", explain(error)))?;
    on_game!(GameOptions, &options, |options: G| lines_of::<G>(game, deciders, options))
}

fn lines_of<G: TableGame + PlayedGame>(
    game: &StoredGame,
    deciders: &Deciders,
    options: &G::Options,
) -> anyhow::Result<Vec<Fact>> {
    let row = &game.row;
    let finished_at = game.finished_at.context("it is not over")?;
    let mut facts = Vec::with_capacity(game.moves.len());
    let replayed = replay::<G>(game, options, |play, turn, stored, _| {
        let deal = &play.state;
        let player = &row.players[turn.index()];
        facts.push(Fact {
            game: row.id.clone(),
            table_id: row.table.clone(),
            private: game.private,
            match_number: row.match_number,
            deal_number: row.number,
            kind: row.kind.clone(),
            player_count: row.players.len(),
            options: row.options.clone(),
            dealer: row.dealer,
            started_at: row.started_at,
            finished_at,
            move_number: stored.number,
            seat: stored.seat,
            player: person(player),
            moved_by: by(stored.by),
            decided_by: decider(stored, player, deciders),
            action: stored.action.clone(),
            legal: deal.legal_actions().iter().map(ToString::to_string).collect(),
            legal_cut: deal.is_list_cut(),
            decided_at: stored.at,
            thinking_ms: stored.thinking_ms,
            view: serde_json::to_value(deal.view(Observer::Seat(turn)))?,
            so_far: deal.returns().as_slice().to_vec(),
            last_trick: deal.last_taker().map(|seat| seat.index() as u8),
            outcome: outcome(player),
        });
        Ok(())
    })?;
    if let Some(taker) = replayed.play.state.last_taker() {
        for fact in &mut facts {
            fact.outcome.last_trick = Some(usize::from(fact.seat) == taker.index());
        }
    }
    Ok(facts)
}

/// The stored part of the outcome; the last trick follows from the moves.
fn outcome(player: &GamePlayerRow) -> Outcome {
    let step = player.rating.and_then(|rating| rating.step);
    Outcome {
        card_points: player.card_points,
        points: player.points,
        won: player.won,
        forfeited: player.forfeited,
        own_moves: player.moves.map(|(own, _)| own),
        seat_moves: player.moves.map(|(_, all)| all),
        rating_ladder: player.rating.map(|rating| rating.ladder.into()),
        rating_before: step.map(|step| step.before),
        rating_after: step.map(|step| step.after),
        last_trick: None,
    }
}

fn decider(stored: &MoveRow, player: &GamePlayerRow, deciders: &Deciders) -> Option<Person> {
    let id = stored.account.as_deref()?;
    if id == player.account {
        return Some(person(player));
    }
    deciders.get(id).cloned()
}

fn person(row: &GamePlayerRow) -> Person {
    Person { id: row.account.clone(), kind: word(row.kind), level: row.level.clone() }
}

/// The name of a kind of account.
pub(super) fn word(kind: AccountKind) -> &'static str {
    match kind {
        AccountKind::Guest => "guest",
        AccountKind::Person => "person",
        AccountKind::Bot => "bot",
        AccountKind::Deleted => "deleted",
    }
}

/// The name of the kind of decider of a move.
pub(super) fn by(by: MovedBy) -> &'static str {
    match by {
        MovedBy::Player => "player",
        MovedBy::Substitute => "substitute",
        MovedBy::Server => "server",
    }
}
