//! New tables, and tables that are rebuilt from the store.

use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use vzetek_game::Seat;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_protocol::RatingChange;
use vzetek_protocol::table::{Actor as By, DealFinish, Move, PlayedMove};
use vzetek_protocol::{ErrorCode, GameId, GameOptions, GameResult, Player, TableId};
use vzetek_store::{MatchRating, MovedBy, StoredGame, StoredTable, TableRow};

use super::carry::Carry;
use super::played::dealt_to;
use super::seat::{Bot, Presence, Request, SeatRecord, Standin, Taken, Until};
use super::seats::lone_person;
use super::setup::{Setup, StoredConfig};
use super::stage::{Finished, Playing, Stage};
use super::state::Table;
use super::surroundings::Surroundings;
use crate::deal::Match;
use crate::fault::Fault;
use crate::sources::Now;
use crate::{ids, promises, rating};

/// A new table without players.
pub fn start_of(setup: Setup, now: Now, mut chance: StdRng) -> Table {
    let carry = first_carry(&setup, &mut chance);
    let records = (0..setup.config.game.seats()).map(|_| SeatRecord::default()).collect();
    Table::new(setup, records, Stage::Waiting, carry, now, chance)
}

/// A new table at which these players have seats and have yet to connect.
pub fn start_for(setup: Setup, players: &[Player], now: Now, mut chance: StdRng) -> Table {
    let carry = first_carry(&setup, &mut chance);
    let owners = players.iter().map(|player| Some(Owner { id: player.id.0.clone(), left: false }));
    let records = seat_records(&setup, owners, players, now);
    Table::new(setup, records, Stage::Waiting, carry, now, chance)
}

/// The state of a table at which nothing was dealt yet; the first dealer is random.
fn first_carry(setup: &Setup, chance: &mut StdRng) -> Carry {
    let game = &setup.config.game;
    let dealer = ids::below(game.seats() as u32, chance) as u8;
    Carry::first(game, Seat::new(dealer))
}

/// A stored table that cannot be rebuilt.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// A stored part is not of the form in which it is written.
    #[error("{what}: {source}")]
    Form {
        /// The name of the stored part.
        what: &'static str,
        /// The error of reading it.
        source: serde_json::Error,
    },
    /// The stored deal cannot be replayed.
    #[error("the deal cannot be rebuilt: {0}")]
    Deal(String),
    /// The players cannot be read.
    #[error("the players cannot be read: {0}")]
    Players(Fault),
    /// The store does not answer now.
    #[error("the store does not answer: {0}")]
    Unavailable(Fault),
}

fn of_another_game() -> RestoreError {
    RestoreError::Deal("the score is of another game".to_owned())
}

/// A table as it stood when the last server stopped. All players are away.
///
/// # Errors
/// [`RestoreError`] if this server cannot have written the stored data.
pub async fn restore(around: &Surroundings, stored: StoredTable) -> Result<Table, RestoreError> {
    let config: StoredConfig = read("the table's configuration", &stored.row.config)?;
    let kind = config.table.game.kind();
    let owners: Vec<String> = owners(&stored).flatten().map(|owner| owner.id).collect();
    let players = around.accounts.players(&owners, Some(&kind)).await;
    let players = players.map_err(|fault| match fault.body.code {
        ErrorCode::StorageUnavailable => RestoreError::Unavailable(fault),
        _ => RestoreError::Players(fault),
    })?;
    let TableRow { id, creator, invite, .. } = stored.row.clone();
    let setup = Setup::new(around, TableId(id), config, creator, invite, stored.term);
    rebuild(setup, &stored, &players, around.sources.now(), around.sources.rng())
}

/// A stored table, rebuilt with these owners of its seats.
///
/// # Errors
/// [`RestoreError`] if this server cannot have written the stored data.
pub(super) fn rebuild(
    setup: Setup,
    stored: &StoredTable,
    players: &[Player],
    now: Now,
    mut chance: StdRng,
) -> Result<Table, RestoreError> {
    let carry: Carry = match &stored.state {
        Some(state) => Carry::read(state, &setup.config.game)
            .map_err(|source| RestoreError::Form { what: "the table's state", source })?
            .ok_or_else(of_another_game)?,
        None => first_carry(&setup, &mut chance),
    };
    let mut seats = seat_records(&setup, owners(stored), players, now);
    let stage = match &stored.game {
        None => Stage::Waiting,
        Some(game) => restore_game(game, &carry, &setup, &mut seats, now)?,
    };
    let seat_count = seats.len();
    let mut table = Table::new(setup, seats, stage, carry, now, chance);
    for promise in &stored.promises {
        let dropped = promises::dropped(promise, seat_count, now.utc)
            .map_err(|error| RestoreError::Deal(error.to_string()))?;
        if promise.dropped.is_none() {
            table.lost = Some(promises::drop_row(&promise.row.id, &dropped));
        }
        table.dropped.push(dropped);
    }
    if let Stage::Playing(playing) = &table.stage {
        let turn = table.fresh_turn(playing.turn.seat, playing.turn.legal.clone());
        if let Stage::Playing(playing) = &mut table.stage {
            playing.turn = turn;
        }
    }
    Ok(table)
}

/// The owner of a seat.
struct Owner {
    id: String,
    /// True if they left in mid-deal.
    left: bool,
}

/// The owners of the seats: the stored ones, and in a running deal also the owners who left it.
fn owners(stored: &StoredTable) -> impl Iterator<Item = Option<Owner>> {
    let deal = stored.game.as_ref().filter(|game| game.result.is_none());
    (0..).zip(&stored.seats).map(move |(seat, owner)| match owner {
        Some(id) => Some(Owner { id: id.clone(), left: false }),
        None => {
            let player = deal?.row.players.iter().find(|player| player.seat == seat)?;
            Some(Owner { id: player.account.clone(), left: true })
        }
    })
}

fn seat_records(
    setup: &Setup,
    owners: impl Iterator<Item = Option<Owner>>,
    players: &[Player],
    now: Now,
) -> Vec<SeatRecord> {
    let bank = Duration::from_millis(setup.config.clock.bank_ms);
    let record = |Owner { id, left }| {
        let player = players.iter().find(|player| player.id.0 == id)?.clone();
        let mut taken = Taken::new(player, Presence::Away(now.instant), bank);
        let bot = Bot::Wanted(Request::None);
        taken.standin = left.then_some(Standin { bot, since: now.utc, until: Until::DealEnds });
        Some(SeatRecord::Taken(Box::new(taken)))
    };
    owners.map(|owner| owner.and_then(record).unwrap_or_default()).collect()
}

fn restore_game(
    stored: &StoredGame,
    carry: &Carry,
    setup: &Setup,
    seats: &mut [SeatRecord],
    now: Now,
) -> Result<Stage, RestoreError> {
    let row = &stored.row;
    let deal_error = |error: &dyn std::fmt::Display| RestoreError::Deal(error.to_string());
    let options: GameOptions = read("the deal's options", &row.options)?;
    let secret: Secret = row.secret.parse().map_err(|error| deal_error(&error))?;
    let nonces: Nonces = read("the nonces", &serde_json::json!(row.nonces))?;
    let nonce_hashes = row
        .nonce_hashes
        .as_deref()
        .map(promises::hashes)
        .transpose()
        .map_err(|error| deal_error(&error))?;
    let mut deal = Match::with_score(&options, &carry.game.score())
        .ok_or_else(of_another_game)?
        .deal(Seat::new(row.dealer), &secret, &nonces)
        .map_err(|error| deal_error(&error))?;
    let own_time = setup.config.clock.move_ms;
    let unhurried = setup.config.clock.off_alone && lone_person(seats).is_some();
    let mut moves = Vec::with_capacity(stored.moves.len());
    let nexts = stored.moves.iter().skip(1).map(|next| Some(&*next.action)).chain([None]);
    for (stored, next) in stored.moves.iter().zip(nexts) {
        // The error text of the rules may name cards in a hand.
        let events = deal.apply_recorded(&stored.action, next).map_err(|error| {
            let rule = error.rule.unwrap_or_else(|| error.code.to_string());
            deal_error(&format_args!("action {}: {rule}", stored.number))
        })?;
        let by = match stored.by {
            MovedBy::Player => By::Player,
            MovedBy::Substitute => By::Substitute,
            MovedBy::Server => By::Server,
        };
        if by == By::Player
            && !unhurried
            && let Some(taken) =
                seats.get_mut(usize::from(stored.seat)).and_then(SeatRecord::taken_mut)
        {
            let over = Duration::from_millis(stored.thinking_ms.saturating_sub(own_time));
            taken.bank = taken.bank.saturating_sub(over);
        }
        let moved = Move {
            seat: Seat::new(stored.seat),
            action: stored.action.clone(),
            by,
            thinking_ms: stored.thinking_ms,
        };
        moves.push(Arc::new(PlayedMove { moved, events }));
    }
    let seat = deal.current_player();
    let legal = deal.legal();
    let commitment = secret.commitment();
    let played = Playing {
        game: GameId(row.id.clone()),
        number: row.number,
        secret,
        commitment,
        nonce_hashes,
        nonces,
        deal,
        moves,
        // The clock is set when the table is rebuilt; a finished deal has none.
        turn: super::event::FullTurn { seat: seat.unwrap_or_default(), legal, clock: None },
        turn_started: now.instant,
        turn_seq: 0,
        suspended: None,
        stopped: None,
        pending: None,
        unrated: setup.unrated(carry),
    };
    match (&stored.result, seat) {
        (Some(result), None) => {
            let finish = restore_finish(stored, carry, result, &played)?;
            let since = now.instant;
            Ok(Stage::Finished(Box::new(Finished { played, finish, since })))
        }
        (None, Some(_)) => Ok(Stage::Playing(Box::new(played))),
        _ => Err(RestoreError::Deal("its moves and its result do not agree".to_owned())),
    }
}

fn restore_finish(
    stored: &StoredGame,
    carry: &Carry,
    result: &serde_json::Value,
    played: &Playing,
) -> Result<DealFinish, RestoreError> {
    let result: GameResult = read("the result", result)?;
    let players = &stored.row.players;
    let ratings: Option<Vec<Option<RatingChange>>> = players
        .iter()
        .map(|player| {
            let MatchRating { ladder, step } = player.rating?;
            Some(step.map(|step| rating::told_change(ladder, step)))
        })
        .collect();
    let over = carry.match_won.as_ref();
    Ok(DealFinish {
        game: played.game.clone(),
        result,
        won: players.iter().map(|player| player.won.unwrap_or(false)).collect(),
        forfeited: players.iter().map(|player| player.forfeited.unwrap_or(false)).collect(),
        score: carry.game.score(),
        match_won: carry.match_won.clone(),
        unrated: over.and(carry.unrated),
        met: over.map_or(0, |_| carry.met),
        ratings,
        secret: played.secret.clone(),
        nonce_hashes: played.nonce_hashes.clone(),
        nonces: played.nonces.clone(),
        players: dealt_to(players),
    })
}

fn read<T: serde::de::DeserializeOwned>(
    what: &'static str,
    value: &serde_json::Value,
) -> Result<T, RestoreError> {
    serde_json::from_value(value.clone()).map_err(|source| RestoreError::Form { what, source })
}

#[cfg(test)]
mod tests {
    use vzetek_protocol::TableConfig;

    use super::*;
    use crate::archive::tests::asked_again;
    use crate::sources::Sources;

    /// At any point where a server of that time stopped, play continues at the table, and no player
    /// is asked again.
    #[test]
    fn a_deal_in_which_players_were_asked_again_goes_on() {
        let mut stored = asked_again();
        (stored.finished_at, stored.result) = (None, None);
        let game: GameOptions = serde_json::from_value(stored.row.options.clone()).unwrap();
        let carry = Carry {
            match_number: 1,
            next_number: 2,
            match_won: None,
            ..Carry::first(&game, Seat::new(0))
        };
        let config = TableConfig {
            game,
            clock: Default::default(),
            private: false,
            rated: true,
            bots: None,
            lesson: false,
            open_hands: false,
        };
        let setup = crate::table::tests::setup(config);
        while let Some(row) = stored.moves.pop() {
            let mut seats: Vec<SeatRecord> = (0..3).map(|_| SeatRecord::default()).collect();
            let stage =
                restore_game(&stored, &carry, &setup, &mut seats, Sources::system().now()).unwrap();
            let Stage::Playing(mut playing) = stage else { panic!("move {} is next", row.number) };
            assert_eq!(playing.moves.len(), stored.moves.len());
            while playing.deal.current_player().is_some() {
                let action = playing.deal.legal().actions[0].clone();
                playing.deal.apply(&action).unwrap();
            }
        }
    }
}
