//! The worth of a position to the program when the search stops: equations 8
//! and 9, and berač's. *(Ours)*, after these: king ultimo, a talon that is won with the
//! called king, and the contracts for every trick of four players.

use vzetek_tarok::{Announcement, Contract, Item, Side};

use crate::tarok::constants::play;
use vzetek_players::tarok::search::Position;
use vzetek_players::tarok::search::bits::{
    Bits, MOND_BIT, PAGAT_BIT, PAGAT_INDEX, SKIS_BIT, TAROKS, bit, value, values,
};
use vzetek_players::tarok::search::highest_tarok;

/// The worth of berač's infinity, and of a trick where every one is needed.
const DECIDING: i32 = 1 << 20;

/// Through whose eyes a position is judged: the program's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eyes<const N: usize> {
    program: u8,
    /// The players of the program's side, a bit each.
    side: u8,
    goal: Goal,
    /// The worth of pagat ultimo.
    pagat_ultimo: i32,
    /// The worth of king ultimo to the program's side if the declarer's makes it, in the
    /// units of equation 8.
    king_ultimo: i32,
}

/// The goal of the declarer, or in klop of all players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// More points than the others: equation 8.
    Points,
    /// Few points: equation 9.
    Klop,
    /// No trick.
    NoTrick,
    /// Every trick, for the declarer's side or for the other one.
    EveryTrick(Side),
}

impl Goal {
    fn of<const N: usize>(position: &Position<N>) -> Self {
        let is_announced = position.terms.is_announced(Announcement::Valat);
        let valat = Item::Announced(Announcement::Valat);
        match position.contract {
            Contract::Klop => Self::Klop,
            contract if contract.is_berac() => Self::NoTrick,
            Contract::ColourValat | Contract::Valat => Self::EveryTrick(Side::Declarer),
            // Of four players, to whom nothing counts beside an announced valat.
            _ if position.terms.multiplier(Item::Game) == 0 && is_announced => {
                Self::EveryTrick(position.terms.side(valat))
            }
            _ => Self::Points,
        }
    }
}

/// The part of a position that a card changes and its worth depends on.
struct Before {
    turn: u8,
    leader: u8,
    gifts: u8,
    /// The cards of the talon that count for the defenders.
    rest: u64,
}

impl<const N: usize> Eyes<N> {
    /// The number of cards on the table before the one that completes a trick.
    const LAST: u8 = N as u8 - 1;

    /// The eyes of the player to move.
    pub fn of(position: &Position<N>) -> Self {
        let program = position.turn;
        let is_declarers = position.side >> program & 1 == 1;
        let everybody = (1 << N) - 1;
        let side = match (position.contract, is_declarers) {
            (Contract::Klop, _) => 1 << program,
            (_, true) => position.side,
            (_, false) => everybody & !position.side,
        };
        let own = if is_declarers { Side::Declarer } else { Side::Defenders };
        let pagat = Item::Announced(Announcement::PagatUltimo);
        let announced = |what| position.terms.is_announced(what);
        let times = |is_doubled| if is_doubled { 2 } else { 1 };
        let is_pagat_doubled =
            announced(Announcement::PagatUltimo) && position.terms.side(pagat) == own;
        let king = times(announced(Announcement::KingUltimo)) * play::KING_ULTIMO;
        let counts_king = position.called != 0 && position.contract.is_ordinary();
        Self {
            program,
            side,
            goal: Goal::of(position),
            pagat_ultimo: times(is_pagat_doubled) * play::DIFFERENCE * play::PAGAT_ULTIMO,
            king_ultimo: match (counts_king, is_declarers) {
                (false, _) => 0,
                (true, true) => play::DIFFERENCE * king,
                (true, false) => -play::DIFFERENCE * king,
            },
        }
    }

    /// True if this player plays for the program's value.
    pub fn maximizing(&self, player: u8) -> bool {
        self.side >> player & 1 == 1
    }

    /// Plays a card; returns what it adds to the value, which is not 0 only if it completes the
    /// trick.
    #[inline]
    pub fn play(&self, position: &mut Position<N>, card: u8) -> i32 {
        if position.on_table < Self::LAST {
            position.put(card);
            return 0;
        }
        let Position { turn, leader, gifts, aside: [_, rest], .. } = *position;
        let before = Before { turn, leader, gifts, rest };
        position.put(card);
        self.gain(&before, position, card)
    }

    fn gain(&self, before: &Before, after: &Position<N>, card: u8) -> i32 {
        let winner = after.leader;
        let sign = if self.maximizing(winner) { 1 } else { -1 };
        match self.goal {
            Goal::NoTrick => return 0,
            Goal::EveryTrick(side) => {
                // A side that needs every trick loses by each that the others take.
                let is_own = after.is_declarers(after.to_play()) == (side == Side::Declarer);
                return if is_own { 0 } else { sign * DECIDING };
            }
            Goal::Points | Goal::Klop => (),
        }
        let mut sum = 0;
        for &card in &after.table {
            sum += value(card) as i32;
        }
        let mut points = counted(sum, N as i32);
        if self.goal == Goal::Klop {
            if before.gifts > after.gifts {
                let gift = after.talon[usize::from(after.gifts)];
                points = counted(sum + value(gift) as i32, N as i32 + 1);
            }
            let own = winner == self.program;
            return points * if own { play::KLOP_OWN } else { play::KLOP_OTHERS };
        }
        if before.rest != after.aside[1] {
            // The talon's rest has changed sides, and counts twice as much.
            points += 2 * counted(values(before.rest) as i32, before.rest.count_ones() as i32);
        }
        sign * points * play::DIFFERENCE + self.last_trick(before, after, card)
    }

    /// Pagat ultimo, the program's own pagat in the last trick; and king ultimo.
    fn last_trick(&self, before: &Before, after: &Position<N>, card: u8) -> i32 {
        if !after.is_over() || !after.contract.is_ordinary() {
            return 0;
        }
        let own = (usize::from(self.program) + N - usize::from(before.leader)) % N;
        let mine = if before.turn == self.program { card } else { after.table[own] };
        let pagat = match after.leader {
            _ if bit(mine) != PAGAT_BIT => 0,
            winner if winner == self.program && after.best == PAGAT_INDEX => self.pagat_ultimo,
            winner if !self.maximizing(winner) => -self.pagat_ultimo,
            _ => 0,
        };
        let has_king = after.table.iter().any(|&card| bit(card) & after.called != 0);
        let king = match (has_king, after.is_declarers(after.to_play())) {
            (false, _) => 0,
            (true, true) => self.king_ultimo,
            (true, false) => -self.king_ultimo,
        };
        pagat + king
    }

    /// Returns what the search's end adds to the gains on the way.
    pub fn leaf(&self, position: &Position<N>) -> i32 {
        let hand = position.hands[usize::from(self.program)];
        match self.goal {
            Goal::Klop => play::KLOP_HIGHEST_TAROK * highest_tarok(hand) as i32,
            Goal::NoTrick => {
                let lost = position.tricks[usize::from(position.declarer)] > 0;
                match lost {
                    false => 0,
                    true if self.program == position.declarer => -DECIDING,
                    true => DECIDING,
                }
            }
            Goal::EveryTrick(_) => 0,
            Goal::Points => {
                let taroks: u32 = Bits(hand & TAROKS).map(|card| u32::from(card) - 31).sum();
                let holds = |card| i32::from(hand & card != 0);
                taroks as i32 * play::TAROK_SUM
                    + holds(MOND_BIT) * play::DIFFERENCE * play::MOND
                    + holds(SKIS_BIT) * play::DIFFERENCE * play::SKIS
            }
        }
    }
}

/// Returns the points of `cards` cards of these values, counted by threes.
#[inline]
fn counted(values: i32, cards: i32) -> i32 {
    values - 2 * (cards / 3) - i32::from(cards % 3 > 0)
}
