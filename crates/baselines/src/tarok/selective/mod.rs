//! The search of Luštrek (2002) of a known deal: alpha-beta to a limited depth, with
//! a transposition table, the history heuristic, minimal windows, and some
//! third cards left out (section 4.2.4, algorithm 6).
//!
//! Where the study leaves something open:
//! * Its table's key (equation 6) says nothing of who took which cards, so
//!   entries hold what is still to come and not the whole value. Nor does it
//!   say who is to play; that is part of the key here.
//! * Algorithm 6 takes the kind of a bound from the last successor's value;
//!   here, as in its algorithm 2's sources, from the result.
//! * In klop everybody else is taken to play against the program.
//! * There is no iterative deepening: the study names it (section 3.1.4) but
//!   its program does not deepen.

mod choices;
mod evaluation;
mod guide;
mod judged;
mod memory;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;
use vzetek_game::Card as _;
use vzetek_tarok::Card;

pub use self::guide::{Cards, Keys, StudyGuide};
pub use self::judged::{Essentials, Everything, Judged};

use self::evaluation::{Eyes, UNKNOWN};
use self::memory::{Known, Memory};
use crate::tarok::constants::play;
use vzetek_players::tarok::search::bits::{Bits, SEATS};
use vzetek_players::tarok::search::{CardValues, Position};

/// The study's four enhancements of alpha-beta, each of which can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enhancements {
    /// Positions reached again are not searched again (R. D. Greenblatt and
    /// others, 1967), and positions that differ in trifles count as one
    /// (equations 5 and 6).
    pub table: bool,
    /// Cards that caused cuts before come first (equation 7; J. Schaeffer,
    /// "The history heuristic", 1983).
    pub history: bool,
    /// All cards but the first need only be shown to be no better (J. Pearl's
    /// SCOUT, 1980; section 3.1.5).
    pub minimal_window: bool,
    /// Third cards that are hardly worth playing are left out (tables 5, 6).
    pub selection: bool,
}

impl Enhancements {
    /// All four, as the study's program plays.
    pub const ALL: Self =
        Self { table: true, history: true, minimal_window: true, selection: true };
    /// Plain alpha-beta.
    pub const NONE: Self =
        Self { table: false, history: false, minimal_window: false, selection: false };
}

/// The study's search, with its table and its history.
#[derive(Clone, Debug)]
pub struct Selective {
    enhancements: Enhancements,
    memory: Memory,
    /// By player and card, how well the card has done in this search.
    history: [[u64; 64]; SEATS],
    /// Whether this search uses the table.
    remembers: bool,
    nodes: u64,
}

impl Default for Selective {
    fn default() -> Self {
        Self::new(Enhancements::ALL)
    }
}

impl Selective {
    /// A search with a table of the study's size: about 40 MB of addresses, of
    /// which only what is used becomes memory.
    pub fn new(enhancements: Enhancements) -> Self {
        let memory = Memory::new(if enhancements.table { play::TABLE_ENTRIES } else { 1 });
        Self { enhancements, memory, history: [[0; 64]; SEATS], remembers: false, nodes: 0 }
    }

    /// How many positions were visited since this was last asked.
    pub fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    /// How deep the program looks when it plays: 9 cards, 12 or 15 when few
    /// are left, one or two less when one or two lie on the table, so that it
    /// always ends with a trick.
    pub fn playing_depth(position: &Position) -> u32 {
        let cards = position.hand(position.to_play()).len() as u32;
        let depth = match cards {
            _ if cards <= play::DEEPEST_CARDS => play::DEEPEST,
            _ if cards <= play::DEEPER_CARDS => play::DEEPER,
            _ => play::DEPTH,
        };
        depth - position.trick().len() as u32
    }

    /// How deep the program looks in simulated games: to the end of the trick.
    pub fn simulation_depth(position: &Position) -> u32 {
        play::SIMULATION_DEPTH - position.trick().len() as u32
    }

    /// Each card's value for the player to move, found by looking `depth`
    /// cards ahead, in the units of equations 8 and 9. Third cards that
    /// selection leaves out are missing; that depends only on the player's own
    /// hand and on the table.
    pub fn move_values(&mut self, position: &Position, depth: u32) -> CardValues<i32> {
        let eyes = Eyes::of(position);
        self.start(depth);
        let cards = self.candidates(position, depth);
        let value = |card: u8| {
            let mut next = *position;
            let gain = eyes.play(&mut next, card);
            let value = gain + self.visit(&eyes, &next, depth - 1, -UNKNOWN, UNKNOWN);
            (Card::from_index(card), value)
        };
        cards.into_iter().map(value).collect()
    }

    /// Each card's value as the program plays: looking far ahead, and 0.7 times
    /// the value at the end of the trick. Sum these over sampled deals.
    pub fn card_values(&mut self, position: &Position) -> CardValues<f64> {
        let deep = self.move_values(position, Self::playing_depth(position));
        let shallow = self.move_values(position, Self::simulation_depth(position));
        let value = |(&(card, deep), (_, shallow)): (&(Card, i32), (Card, i32))| {
            (card, f64::from(deep) + play::ONE_TRICK_WEIGHT * f64::from(shallow))
        };
        deep.iter().zip(shallow).map(value).collect()
    }

    /// The best card, and its value, by one search `depth` cards ahead.
    ///
    /// # Panics
    /// If the deal is over.
    pub fn best(&mut self, position: &Position, depth: u32) -> (Card, i32) {
        let eyes = Eyes::of(position);
        self.start(depth);
        let (value, card) = self.widen(&eyes, position, depth, -UNKNOWN, UNKNOWN);
        (Card::from_index(card), value)
    }

    /// Plays a simulated game to its end: everybody looks to the end of the
    /// trick.
    pub fn play_out(&mut self, mut position: Position) -> Position {
        while !position.is_over() {
            let only = position.legal();
            let card = match only.len() {
                1 => only.first().expect("one card is legal"),
                _ => self.best(&position, Self::simulation_depth(&position)).0,
            };
            position.play(card);
        }
        position
    }

    /// Forgets the search before. Within a trick no position is reached twice,
    /// so a search to its end does without the table.
    fn start(&mut self, depth: u32) {
        self.remembers = self.enhancements.table && depth > play::SIMULATION_DEPTH;
        if self.remembers {
            self.memory.forget();
        }
        self.history = [[0; 64]; SEATS];
    }

    /// The value still to come of a position, within the window (fail-hard, as
    /// in the study).
    fn visit(
        &mut self,
        eyes: &Eyes,
        position: &Position,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if depth == 0 || position.is_over() {
            return eyes.leaf(position);
        }
        // Looking something up costs more than it spares just above a leaf.
        let remembers = self.remembers && depth > 1;
        let (mut a, mut b) = (alpha, beta);
        let code = if remembers { memory::code(position) } else { Default::default() };
        if remembers {
            match self.memory.get(&code, depth) {
                Some((Known::Exactly, value)) => return value,
                Some((Known::AtLeast, value)) => a = a.max(value),
                Some((Known::AtMost, value)) => b = b.min(value),
                None => (),
            }
            if a >= b {
                return if a > alpha { a } else { b };
            }
        }
        let (value, _) = self.widen(eyes, position, depth, a, b);
        if remembers {
            let known = match value {
                _ if value >= b => Known::AtLeast,
                _ if value <= a => Known::AtMost,
                _ => Known::Exactly,
            };
            self.memory.put(&code, depth, known, value);
        }
        value
    }

    /// Tries the cards one after the other; tells the best.
    fn widen(
        &mut self,
        eyes: &Eyes,
        position: &Position,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> (i32, u8) {
        let player = usize::from(position.turn);
        let maximizing = eyes.maximizing(position.turn);
        let cards = self.candidates(position, depth);
        let (mut a, mut b) = (alpha, beta);
        let mut best = (if maximizing { -UNKNOWN } else { UNKNOWN }, cards[0]);
        for (number, &card) in cards.iter().enumerate() {
            let mut next = *position;
            let gain = eyes.play(&mut next, card);
            let minimal = self.enhancements.minimal_window && number > 0 && b > a + 1;
            let (low, high) = match (minimal, maximizing) {
                (false, _) => (a, b),
                (true, true) => (a, a + 1),
                (true, false) => (b - 1, b),
            };
            let mut value = gain + self.visit(eyes, &next, depth - 1, low - gain, high - gain);
            // A value outside a window that was made too small is a bound.
            if minimal && (maximizing && value >= high && value < b) {
                value = gain + self.visit(eyes, &next, depth - 1, low - gain, b - gain);
            } else if minimal && (!maximizing && value <= low && value > a) {
                value = gain + self.visit(eyes, &next, depth - 1, a - gain, high - gain);
            }
            if maximizing && value > best.0 {
                best = (value, card);
                a = a.max(value);
            } else if !maximizing && value < best.0 {
                best = (value, card);
                b = b.min(value);
            }
            if a >= b {
                if self.enhancements.history {
                    self.history[player][usize::from(card)] += 1 << depth;
                }
                break;
            }
        }
        best
    }

    /// The cards to try, in the order to try them.
    fn candidates(&self, position: &Position, depth: u32) -> ArrayVec<u8, 16> {
        let mut legal = position.legal_bits();
        if self.enhancements.selection && position.on_table == 2 {
            legal = choices::third_cards(position, legal);
        }
        let mut cards: ArrayVec<u8, 16> = Bits(legal).collect();
        if self.enhancements.history && depth > 1 {
            let history = &self.history[usize::from(position.turn)];
            cards.sort_by_key(|&card| std::cmp::Reverse(history[usize::from(card & 63)]));
        }
        cards
    }
}
