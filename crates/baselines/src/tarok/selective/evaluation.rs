//! What a position is worth to the program when the search stops: equations 8
//! and 9, and berač's.

use vzetek_tarok::{Announcement, Contract};

use crate::tarok::constants::play;
use vzetek_players::tarok::search::Position;
use vzetek_players::tarok::search::bits::{
    Bits, MOND_BIT, PAGAT_BIT, PAGAT_INDEX, SEATS, SKIS_BIT, TAROKS, bit, value,
};
use vzetek_players::tarok::search::highest_tarok;

/// More than any value: berač's infinity.
pub(super) const UNKNOWN: i32 = 1 << 24;

/// What berač's infinity counts, below [`UNKNOWN`] so that it is a value.
const BERAC_LOST: i32 = 1 << 20;

/// Through whose eyes a position is judged: the program's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eyes {
    program: u8,
    /// The players of the program's side, a bit each.
    side: u8,
    contract: Contract,
    /// What pagat ultimo is worth.
    ultimo: i32,
}

/// How many cards lie on the table before the one that completes a trick.
const LAST: u8 = SEATS as u8 - 1;

/// What a card changes that its worth depends on.
struct Before {
    turn: u8,
    leader: u8,
    gifts: u8,
}

impl Eyes {
    /// The eyes of the player to move.
    pub fn of(position: &Position) -> Self {
        let program = position.turn;
        let declarer = position.declarer;
        let alone = position.contract == Contract::Klop || program == declarer;
        let side = if alone { 1 << program } else { 0b111 & !(1 << declarer) };
        let announced = position.terms.is_announced(Announcement::PagatUltimo);
        let times = if announced && program == declarer { 2 } else { 1 };
        Self {
            program,
            side,
            contract: position.contract,
            ultimo: times * play::DIFFERENCE * play::PAGAT_ULTIMO,
        }
    }

    /// Whether this player plays for the program's value.
    pub fn maximizing(&self, player: u8) -> bool {
        self.side >> player & 1 == 1
    }

    /// Plays a card; tells what it adds to the value, which is something only
    /// if it completes the trick.
    #[inline]
    pub fn play(&self, position: &mut Position, card: u8) -> i32 {
        if position.on_table < LAST {
            position.put(card);
            return 0;
        }
        let before = Before { turn: position.turn, leader: position.leader, gifts: position.gifts };
        position.put(card);
        self.gain(&before, position, card)
    }

    fn gain(&self, before: &Before, after: &Position, card: u8) -> i32 {
        let mut points = -2;
        for &card in &after.table {
            points += value(card) as i32;
        }
        if self.contract.is_berac() {
            return 0;
        }
        let winner = after.leader;
        if self.contract == Contract::Klop {
            if before.gifts > after.gifts {
                // The three and a card left over, which loses 1.
                points += value(after.talon[usize::from(after.gifts)]) as i32 - 1;
            }
            let own = winner == self.program;
            return points * if own { play::KLOP_OWN } else { play::KLOP_OTHERS };
        }
        let sign = if self.maximizing(winner) { 1 } else { -1 };
        sign * points * play::DIFFERENCE + self.last_trick(before, after, card)
    }

    /// Pagat ultimo: the program's own pagat in the last trick.
    fn last_trick(&self, before: &Before, after: &Position, card: u8) -> i32 {
        let own = usize::from(before.leader != self.program);
        let mine = if before.turn == self.program { card } else { after.table[own] };
        if bit(mine) != PAGAT_BIT || !after.is_over() {
            return 0;
        }
        match after.leader {
            winner if winner == self.program && after.best == PAGAT_INDEX => self.ultimo,
            winner if !self.maximizing(winner) => -self.ultimo,
            _ => 0,
        }
    }

    /// What the search's end adds to what was gained on the way.
    pub fn leaf(&self, position: &Position) -> i32 {
        let hand = position.hands[usize::from(self.program)];
        match self.contract {
            Contract::Klop => play::KLOP_HIGHEST_TAROK * highest_tarok(hand) as i32,
            Contract::Berac | Contract::OpenBerac => {
                let lost = position.tricks[usize::from(position.declarer)] > 0;
                match lost {
                    false => 0,
                    true if self.program == position.declarer => -BERAC_LOST,
                    true => BERAC_LOST,
                }
            }
            _ => {
                let taroks: u32 = Bits(hand & TAROKS).map(|card| u32::from(card) - 31).sum();
                let holds = |card| i32::from(hand & card != 0);
                taroks as i32 * play::TAROK_SUM
                    + holds(MOND_BIT) * play::DIFFERENCE * play::MOND
                    + holds(SKIS_BIT) * play::DIFFERENCE * play::SKIS
            }
        }
    }
}
