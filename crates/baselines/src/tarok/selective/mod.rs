//! The search of Luštrek (2002) of a known deal: alpha-beta to a limited depth, with
//! a transposition table, the history heuristic, minimal windows, and some
//! last cards of tricks left out (section 4.2.4, algorithm 6). It is
//! [`AlphaBeta`] with a guide. Luštrek (2002) plays three; four search as three do, with
//! the sides as the called king's holder makes them.
//!
//! Where Luštrek (2002) leaves something open:
//! * Its table's key (equation 6) says nothing of who took which cards, so
//!   entries hold what is still to come and not the whole value. Nor does it
//!   say who is to play; that is part of the key here.
//! * Algorithm 6 takes the kind of a bound from the last successor's value;
//!   here, as in its algorithm 2's sources, from the result.
//! * Equation 5 computes the place of an entry; here the hash of
//!   [`vzetek_search::table`] does.
//! * In klop all others are assumed to play against the program.
//! * There is no iterative deepening: Luštrek (2002) names it (section 3.1.4) but
//!   its program does not deepen.

mod choices;
mod enhancements;
mod essentials;
mod evaluation;
#[cfg(test)]
mod four_tests;
mod guide;
mod judged;
#[cfg(test)]
mod tests;

use vzetek_search::Limits;
use vzetek_search::alphabeta::{AlphaBeta, OutOfBudget};
use vzetek_tarok::{Card, SEATS};

pub use self::enhancements::Enhancements;
pub use self::guide::{Cards, Essential, Keys, StudyGuide};
pub use self::judged::{Essentials, Everything, Judged};

use crate::tarok::constants::play::{self, Depths};
use vzetek_players::tarok::search::{CardValues, Position};

/// The general search of tarok.
type Search<const N: usize> = AlphaBeta<Judged<N>, StudyGuide<Essential, Enhancements>>;

/// Luštrek's search, with its table and its history.
#[derive(Clone, Debug)]
pub struct Selective<const N: usize = SEATS> {
    /// Looks beyond the end of the trick.
    far: Search<N>,
    /// Looks to the end of the trick. Within a trick no position is reached
    /// twice, so this does without the table.
    near: Search<N>,
    nodes: u64,
}

impl<const N: usize> Default for Selective<N> {
    fn default() -> Self {
        Self::new(Enhancements::ALL)
    }
}

impl<const N: usize> Selective<N> {
    /// The depths to which tricks of `N` cards are searched.
    const DEPTHS: Depths = Depths::of(N);

    /// A search with a table about as large as Luštrek's.
    pub fn new(enhancements: Enhancements) -> Self {
        let guide = StudyGuide { keys: Essential, cards: enhancements };
        let near = Enhancements { table: false, ..enhancements };
        let [far, near] = [enhancements, near].map(|e| AlphaBeta::guided(guide, e.parts()));
        Self { far, near, nodes: 0 }
    }

    /// Returns the number of positions visited since this was last asked.
    pub fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    /// Returns the depth of the program when it plays: 9 cards, 12 or 15 when few
    /// are left, one or two less when one or two lie on the table, so that it
    /// always ends with a trick. Among four it is 8 cards, 12 or 16.
    pub fn playing_depth(position: &Position<N>) -> u8 {
        let cards = position.hand(position.to_play()).len() as u8;
        let depths = Self::DEPTHS;
        let depth = match cards {
            _ if cards <= depths.deepest_cards => depths.deepest,
            _ if cards <= depths.deeper_cards => depths.deeper,
            _ => depths.first,
        };
        depth - position.trick().len() as u8
    }

    /// Returns the depth of the program in simulated games: to the end of the trick.
    pub fn simulation_depth(position: &Position<N>) -> u8 {
        Self::DEPTHS.simulation - position.trick().len() as u8
    }

    /// Each card's value for the player to move, found by looking `depth`
    /// cards ahead, in the units of equations 8 and 9. Third cards that
    /// selection leaves out are missing; that depends only on the player's own
    /// hand and on the table.
    pub fn move_values(&mut self, position: &Position<N>, depth: u8) -> CardValues<i32> {
        let values = self.ask(depth, |search| {
            search.move_values_to(&Judged::new(*position), depth, &Limits::default())
        });
        values.into_iter().map(|(card, score)| (card, score.0)).collect()
    }

    /// Each card's value as the program plays: looking far ahead, and 0.7 times
    /// the value at the end of the trick. Sum these over sampled deals.
    pub fn card_values(&mut self, position: &Position<N>) -> CardValues<f64> {
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
    pub fn best(&mut self, position: &Position<N>, depth: u8) -> (Card, i32) {
        let found = self
            .ask(depth, |search| search.best(&Judged::new(*position), depth, &Limits::default()));
        (found.best.expect("a card can be played"), found.score.0)
    }

    /// Plays a simulated game to its end: each player looks to the end of the trick.
    pub fn play_out(&mut self, mut position: Position<N>) -> Position<N> {
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

    /// Asks the search for this depth, which forgets what it was asked before.
    fn ask<T>(
        &mut self,
        depth: u8,
        question: impl FnOnce(&mut Search<N>) -> Result<T, OutOfBudget>,
    ) -> T {
        let is_near = depth <= Self::DEPTHS.simulation;
        let search = if is_near { &mut self.near } else { &mut self.far };
        search.forget();
        let answer = question(search).expect("there is no limit");
        self.nodes += search.nodes();
        answer
    }
}
