//! The rows of `deals.parquet`: a deal each, with its deck, seats and moves.

use std::collections::HashSet;

use anyhow::Context;
use arrow_array::builder::{
    BooleanBuilder, Int16Builder, Int32Builder, ListBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use vzetek_game::Card as _;
use vzetek_store::{GamePlayerRow, MoveRow, StoredGame};

use super::columns::{Structs, columns, push_list};
use super::identity::Identity;
use super::numbering::Numbered;
use crate::export::facts::{Deciders, by, word};

columns! {
    /// The fields of a seat.
    Seats {
        seat: Int16Builder, false, "The seat, from 0.", "";
        player: StringBuilder, true, "The account.", "";
        kind: StringBuilder, false, "What it was then: guest, person or bot.", "";
        level: StringBuilder, true, "A bot's level.", "";
        rating_before: Int16Builder, true, "The rating before the match, where it ended with this deal and changed the rating.", "Glicko-2 points";
        rating_after: Int16Builder, true, "The rating after it.", "Glicko-2 points";
        card_points: Int16Builder, true, "The points of the cards taken; null where they do not decide.", "thirds in tršet and kifameno, points elsewhere";
        points: Int16Builder, true, "The points written down.", "points";
        won: BooleanBuilder, true, "True if the player won the deal, forfeits considered.", "";
        forfeited: BooleanBuilder, true, "True if the player stayed away or had more than half of the decisions made by others, and lost for it.", "";
        own_moves: Int16Builder, true, "How many of the seat's decisions the player made.", "decisions";
        match_won: BooleanBuilder, true, "True if the player won the match; null unless it ended with this deal.", "";
        match_forfeited: BooleanBuilder, true, "True if the player left the match or had most of it played by others.", "";
    }
}

columns! {
    /// The fields of a move.
    Moves {
        seat: Int16Builder, false, "The seat whose turn it was.", "";
        action: StringBuilder, false, "The action, in the game's notation.", "";
        action_id: Int16Builder, false, "The action as a number; in tablić the card that was played.", "action";
        moved_by: StringBuilder, false, "Who decided: player, substitute or server.", "";
        thinking_ms: Int32Builder, false, "How long it took.", "milliseconds";
    }
}

columns! {
    /// The columns of deals.
    Deals {
        game: StringBuilder, false, "The deal.", "";
        table_id: StringBuilder, false, "The table that it was played at.", "";
        match_number: Int32Builder, false, "The match at the table, from 1.", "";
        deal_number: Int32Builder, false, "The deal of the match, from 1.", "";
        options: StringBuilder, false, "The game with its options, JSON; an option that is as usual is left out.", "";
        player_count: Int16Builder, false, "The number of players.", "";
        dealer: Int16Builder, false, "The seat that dealt.", "";
        private: BooleanBuilder, false, "True if the table was private; game and table_id are then numbers of this month's file.", "";
        started_at: TimestampMicrosecondBuilder, false, "When it began.", "microseconds, UTC";
        finished_at: TimestampMicrosecondBuilder, false, "When it ended; rows are ordered by it.", "microseconds, UTC";
        deck: ListBuilder<Int16Builder>, false, "The pack in the order in which it was dealt, of the shuffle that counted.", "card";
        secret: StringBuilder, true, "The server's part of the shuffle, 64 hexadecimal digits; null in an open set where a player's nonce is no random number.", "";
        nonces: ListBuilder<StringBuilder>, true, "The players' parts of the shuffle, by seat; null where secret is.", "";
        result: StringBuilder, true, "The result as the protocol writes it, JSON.", "";
        rating_ladder: StringBuilder, true, "The ladder, people or bots, if a rated match ended with the deal.", "";
        seats: Structs<Seats>, false, "By seat, who sat there and how it ended for them.", "";
        moves: Structs<Moves>, false, "The actions in order: the n-th is move_number n of decisions.", "";
    }
}

/// A deal that is written, with the names that it has in the set.
pub(super) struct Deal<'a> {
    pub(super) game: &'a StoredGame,
    pub(super) identity: &'a Identity,
    pub(super) deciders: &'a Deciders,
    /// The players who have deleted their accounts since.
    pub(super) deleted: &'a HashSet<String>,
    /// The year in which it ended.
    pub(super) year: i32,
    /// The name of the deal.
    pub(super) name: String,
    /// The name of the table.
    pub(super) table: String,
}

/// A player, as a set names them.
pub(super) struct Named<'a> {
    pub(super) name: Option<String>,
    pub(super) kind: &'static str,
    pub(super) level: Option<&'a str>,
}

impl Deal<'_> {
    /// A player of a seat, as they were at the time.
    pub(super) fn seated<'a>(&self, player: &'a GamePlayerRow) -> Named<'a> {
        self.named(&player.account, word(player.kind), player.level.as_deref())
    }

    /// The player who decided a move; `None` for the server.
    pub(super) fn decider<'a>(
        &'a self,
        row: &MoveRow,
        player: &'a GamePlayerRow,
    ) -> Option<Named<'a>> {
        let id = row.account.as_deref()?;
        if id == player.account {
            return Some(self.seated(player));
        }
        let person = self.deciders.get(id)?;
        Some(self.named(&person.id, person.kind, person.level.as_deref()))
    }

    fn named<'a>(&self, id: &str, kind: &'static str, level: Option<&'a str>) -> Named<'a> {
        let gone = self.deleted.contains(id);
        Named { name: self.identity.account(self.year, id, kind, gone), kind, level }
    }
}

/// A number in a smaller type.
///
/// # Errors
/// If it has no room there; `what` says what it is.
pub(super) fn small<T, U: TryFrom<T>>(number: T, what: &'static str) -> anyhow::Result<U>
where
    T: Copy + std::fmt::Display,
{
    U::try_from(number).ok().with_context(|| format!("{what}, {number}, has no room in its column"))
}

/// The number of an action, in columns that are signed as all are: so differences of two
/// overflow nowhere.
pub(super) fn signed(action: u16) -> i16 {
    i16::try_from(action).expect("no game has so many actions")
}

impl Deals {
    /// Adds a deal with its pack, after its moves.
    pub(super) fn push<G: Numbered>(
        &mut self,
        of: &Deal<'_>,
        pack: &[G::Card],
    ) -> anyhow::Result<()> {
        let (game, row, identity) = (of.game, &of.game.row, of.identity);
        let end = game.finished_at.context("it is not over")?;
        self.game.append_value(&of.name);
        self.table_id.append_value(&of.table);
        self.match_number.append_value(small(row.match_number, "the number of a match")?);
        self.deal_number.append_value(small(row.number, "the number of a deal")?);
        self.options.append_value(row.options.to_string());
        self.player_count.append_value(row.players.len() as i16);
        self.dealer.append_value(row.dealer.into());
        self.private.append_value(game.private);
        self.started_at.append_value(identity.time(row.started_at));
        self.finished_at.append_value(identity.time(end));
        push_list!(self.deck, pack.iter().map(|card| card.index()));
        if identity.may_show(&row.nonces) {
            self.secret.append_value(&row.secret);
            self.nonces.append_value(row.nonces.iter().map(Some));
        } else {
            self.secret.append_null();
            self.nonces.append(false);
        }
        self.result.append_option(game.result.as_ref().map(ToString::to_string));
        let mut ladders = row.players.iter().filter_map(|player| player.rating);
        self.rating_ladder.append_option(ladders.next().map(|rating| <&str>::from(rating.ladder)));
        for player in &row.players {
            self.seats.values.push(of, player)?;
        }
        self.seats.end(row.players.len());
        self.moves.end(game.moves.len());
        Ok(())
    }

    /// Adds a move of the deal that is added next.
    pub(super) fn push_move<G: Numbered>(
        &mut self,
        of: &Deal<'_>,
        row: &MoveRow,
        action: &G::Action,
    ) {
        let moves = &mut self.moves.values;
        moves.seat.append_value(row.seat.into());
        moves.action.append_value(&row.action);
        moves.action_id.append_value(signed(G::action_id(action)));
        moves.moved_by.append_value(by(row.by));
        moves.thinking_ms.append_value(of.identity.thinking(row.thinking_ms));
    }
}

impl Seats {
    fn push(&mut self, of: &Deal<'_>, player: &GamePlayerRow) -> anyhow::Result<()> {
        let seated = of.seated(player);
        self.seat.append_value(player.seat.into());
        self.player.append_option(seated.name.as_deref());
        self.kind.append_value(seated.kind);
        self.level.append_option(seated.level);
        let step = player.rating.and_then(|rating| rating.step);
        for (column, value) in [
            (&mut self.rating_before, step.map(|step| of.identity.rating(step.before))),
            (&mut self.rating_after, step.map(|step| of.identity.rating(step.after))),
            (&mut self.card_points, player.card_points),
            (&mut self.points, player.points),
        ] {
            column.append_option(value.map(|value| small(value, "a seat's figure")).transpose()?);
        }
        self.won.append_option(player.won);
        self.forfeited.append_option(player.forfeited);
        let own = player.moves.map(|(own, _)| small(own, "the decisions of a seat"));
        self.own_moves.append_option(own.transpose()?);
        self.match_won.append_option(player.match_end.map(|end| end.won));
        self.match_forfeited.append_option(player.match_end.map(|end| end.forfeited));
        Ok(())
    }
}
