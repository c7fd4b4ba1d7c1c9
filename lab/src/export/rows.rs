//! The rows of an export: the columns that lines of JSON and files of Parquet share, and their
//! values, which are stored or follow from playing a deal again.

use anyhow::Context;
use chrono::{DateTime, Datelike as _, Utc};
use serde_json::Value;
use vzetek_game::{Seat, TableGame};
use vzetek_players::PlayedGame;
use vzetek_protocol::games::WireGame;
use vzetek_store::{GamePlayerRow, MoveRow, StoredGame};

use super::columns::columns;
use super::identity::Identity;
use super::names::{Names, Person};
use crate::recorded::{self, Replayed};

columns! {
    /// The columns of a deal that its decisions have, too.
    DealKey {
        game: String, "The deal.";
        player_count: i16, "The number of players.";
        dealer: i16, "The seat that dealt.";
    }
}

columns! {
    /// The columns of a deal.
    Deal {
        #[serde(flatten)] key: DealKey;
        table_id: String, "The table that it was played at.";
        match_number: i32, "The match at the table, from 1.";
        deal_number: i32, "The deal of the match, from 1.";
        options: Value, "The game with the options that the deal was played by, JSON; an option that is as usual is left out.";
        private: bool, "True if the table was private; game and table_id are then numbers of the month's file or, in lines, of the export.";
        started_at: DateTime<Utc>, "When it began.", "microseconds, UTC";
        finished_at: DateTime<Utc>, "When it ended; rows of files are ordered by it.", "microseconds, UTC";
        rating_ladder: Option<&'static str>, "The ladder, people or bots, if a rated match ended with the deal.";
    }
}

columns! {
    /// The figures of a seat that its decisions have, too.
    Scored {
        card_points: Option<i16>, "The points of the cards that the player took in the deal; null where they do not decide.", "thirds in tršet and kifameno, points elsewhere";
        points: Option<i16>, "The points that the player wrote down for the deal.", "points";
        won: Option<bool>, "True if the player won the deal, forfeits considered.";
        forfeited: Option<bool>, "True if the player stayed away or had more than half of the decisions made by others, and lost for it.";
    }
}

columns! {
    /// The outcome of a deal for the player of a seat.
    Outcome {
        rating_before: Option<i16>, "The rating before the match, where it ended with this deal and changed the rating.", "Glicko-2 points";
        rating_after: Option<i16>, "The rating after it.", "Glicko-2 points";
        #[serde(flatten)] scored: Scored;
        own_moves: Option<i16>, "How many of the seat's decisions the player made.", "decisions";
        seat_moves: Option<i16>, "How many decisions the seat had.", "decisions";
        match_won: Option<bool>, "True if the player won the match; null unless it ended with this deal.";
        match_forfeited: Option<bool>, "True if the player left the match or had most of it played by others.";
    }
}

columns! {
    /// The columns of a seat.
    Seated {
        seat: i16, "The seat, from 0.";
        player: Option<String>, "The account.";
        kind: &'static str, "What it was then: guest, person or bot.";
        level: Option<String>, "A bot's level.";
        #[serde(flatten)] outcome: Outcome;
    }
}

columns! {
    /// The columns of an action.
    Step {
        seat: i16, "The seat whose turn it was.";
        action: String, "The action, in the game's notation.";
        moved_by: &'static str, "The decider: player, substitute (a bot in the player's place) or server (such as when time ran out).";
        thinking_ms: i32, "How long it took; 0 for what was laid down after a claim.", "milliseconds";
    }
}

columns! {
    /// The columns of a decision beside those of its action.
    Decision {
        move_number: i16, "The number of the decision in the deal, from 1.";
        player: Option<String>, "The account that sat there.";
        player_kind: &'static str, "What it was then: guest, person or bot.";
        player_level: Option<String>, "A bot's level.";
        decided_by: Option<String>, "The account that decided; null for the server.";
        decider_kind: Option<&'static str>, "What it was then: guest, person or bot; null for the server.";
        decider_level: Option<String>, "The level of a bot that decided.";
        decided_at: DateTime<Utc>, "When the server accepted it.", "microseconds, UTC";
        last_taker: Option<i16>, "The seat that took the trick before; null before the first is complete, and in tablić.";
        legal_cut: bool, "True if more was legal than is listed: on a large table of tablić.";
        so_far: Vec<i16>, "By seat, what was certain before the decision: in tršet the thirds of the side with declarations, in kifameno below 0; in tarok points, a lost mond alone; in tablić points of cards and tablas.", "thirds in tršet and kifameno, points elsewhere";
        took_last_trick: Option<bool>, "True if the player took the last trick of the deal; null in tablić.";
    }
}

/// A deal in rows.
pub(super) struct Rows<T> {
    pub(super) deal: Deal,
    /// By seat.
    pub(super) seats: Vec<Seated>,
    pub(super) decisions: Vec<Decided<T>>,
}

/// A decision in a row, with what only one format has of it.
pub(super) struct Decided<T> {
    pub(super) decision: Decision,
    pub(super) step: Step,
    pub(super) own: T,
}

impl<T> Rows<T> {
    /// Plays a finished deal again. `own` is called with the deal before each decision, the seat
    /// that is to act, and its action.
    ///
    /// # Errors
    /// If the deal is not over, if what is stored does not lead to its end, if a figure has no room
    /// in its column, or the error of `own`.
    pub(super) fn of<G: WireGame + PlayedGame>(
        game: &StoredGame,
        names: &mut Names<'_>,
        options: &G::Options,
        own: impl Fn(&G, Seat, &G::Action) -> anyhow::Result<T>,
    ) -> anyhow::Result<(Self, Replayed<G>)> {
        let finished_at = game.finished_at.context("it is not over")?;
        let year = finished_at.year();
        let (known, identity) = (&*names, names.identity);
        let players = &game.row.players;
        let seats = players.iter().map(|player| seated(year, player, known));
        let seats: Vec<Seated> = seats.collect::<anyhow::Result<_>>()?;
        let mut decisions = Vec::with_capacity(game.moves.len());
        let replayed = recorded::replay::<G>(game, options, |play, turn, row, action| {
            let (state, seat) = (&play.state, turn.index());
            let decider = known.decider(year, row, &players[seat]);
            let decision = decision(state, row, &seats[seat], decider, identity)?;
            let (step, own) = (step(row, identity), own(state, turn, action)?);
            decisions.push(Decided { decision, step, own });
            Ok(())
        })?;
        if let Some(taker) = replayed.play.state.last_taker().map(number) {
            for Decided { step, decision, .. } in &mut decisions {
                decision.took_last_trick = Some(step.seat == taker);
            }
        }
        // Last: a deal that cannot be replayed takes no number of a private one.
        let deal = deal(game, finished_at, options_of(&replayed.play.state), names)?;
        Ok((Self { deal, seats, decisions }, replayed))
    }
}

/// The options that a deal is played by, with its game. After a shuffle that was thrown in they
/// differ from those that its row has.
pub(super) fn options_of<G: WireGame>(deal: &G) -> Value {
    serde_json::to_value(G::wire_options(deal.options().clone())).expect("options are plain")
}

fn deal(
    game: &StoredGame,
    finished_at: DateTime<Utc>,
    options: Value,
    names: &mut Names<'_>,
) -> anyhow::Result<Deal> {
    let row = &game.row;
    let (name, table_id) = names.deal(finished_at.year(), game);
    let mut ladders = row.players.iter().filter_map(|player| player.rating);
    Ok(Deal {
        key: DealKey {
            game: name,
            player_count: small(row.players.len(), "the number of players")?,
            dealer: row.dealer.into(),
        },
        table_id,
        match_number: small(row.match_number, "the number of a match")?,
        deal_number: small(row.number, "the number of a deal")?,
        options,
        private: game.private,
        started_at: names.identity.time(row.started_at),
        finished_at: names.identity.time(finished_at),
        rating_ladder: ladders.next().map(|rating| rating.ladder.into()),
    })
}

fn seated(year: i32, player: &GamePlayerRow, names: &Names<'_>) -> anyhow::Result<Seated> {
    let Person { name, kind, level } = names.seated(year, player);
    let outcome = outcome(player, names.identity)?;
    Ok(Seated { seat: player.seat.into(), player: name, kind, level, outcome })
}

fn outcome(player: &GamePlayerRow, identity: &Identity) -> anyhow::Result<Outcome> {
    let figure =
        |value: Option<i32>| value.map(|value| small(value, "a seat's figure")).transpose();
    let count =
        |value: Option<u32>| value.map(|value| small(value, "the decisions of a seat")).transpose();
    let step = player.rating.and_then(|rating| rating.step);
    Ok(Outcome {
        rating_before: figure(step.map(|step| identity.rating(step.before)))?,
        rating_after: figure(step.map(|step| identity.rating(step.after)))?,
        scored: Scored {
            card_points: figure(player.card_points)?,
            points: figure(player.points)?,
            won: player.won,
            forfeited: player.forfeited,
        },
        own_moves: count(player.moves.map(|(own, _)| own))?,
        seat_moves: count(player.moves.map(|(_, all)| all))?,
        match_won: player.match_end.map(|end| end.won),
        match_forfeited: player.match_end.map(|end| end.forfeited),
    })
}

fn step(row: &MoveRow, identity: &Identity) -> Step {
    Step {
        seat: row.seat.into(),
        action: row.action.clone(),
        moved_by: row.by.into(),
        thinking_ms: identity.thinking(row.thinking_ms),
    }
}

/// A decision, apart from what only the end of the deal says.
fn decision<G: TableGame>(
    state: &G,
    row: &MoveRow,
    seated: &Seated,
    decider: Option<Person>,
    identity: &Identity,
) -> anyhow::Result<Decision> {
    let (decided_by, decider_kind, decider_level) = match decider {
        Some(Person { name, kind, level }) => (name, Some(kind), level),
        None => (None, None, None),
    };
    let so_far = state.returns();
    let so_far = so_far.iter().map(|&points| small(points, "points so far"));
    Ok(Decision {
        move_number: small(row.number, "the number of a move")?,
        player: seated.player.clone(),
        player_kind: seated.kind,
        player_level: seated.level.clone(),
        decided_by,
        decider_kind,
        decider_level,
        decided_at: identity.time(row.at),
        last_taker: state.last_taker().map(number),
        legal_cut: state.is_list_cut(),
        so_far: so_far.collect::<anyhow::Result<_>>()?,
        took_last_trick: None,
    })
}

/// The number of a seat, from 0.
pub(super) fn number(seat: Seat) -> i16 {
    seat.index() as i16
}

/// A number in the type of its column.
fn small<T, U>(number: T, what: &'static str) -> anyhow::Result<U>
where
    T: Copy + std::fmt::Display,
    U: TryFrom<T>,
{
    U::try_from(number).ok().with_context(|| format!("{what}, {number}, has no room in its column"))
}
