//! The true value of a two-player ending.
//!
//! Alpha-beta (the seed study, section 4.3) one whole trick at a time over the
//! shapes of [`super::suits`], as zero-window tests converging on the value
//! (A. Plaat et al., "Best-first fixed-depth minimax algorithms", MTD(f),
//! 1996), with a transposition table.
//!
//! A node is four shapes told from the side of who leads. What is searched is
//! the leader's *gain*: in tršet the thirds the leader will take, in kifameno
//! the thirds the other player will take. Either way the players share what is
//! left, so what one does not gain the other does.

use vzetek_trset::LAST_TRICK;

use super::tricks::{Entry, Node, Run, node};
use crate::trset::cards::{Bits, SUIT, SUIT_OF, THIRDS, representatives};

/// A solver of endings that keeps its table from call to call.
///
/// A node's value does not depend on how it came about, so that what one
/// ending has taught stays true for all others. Values are exact either way.
#[derive(Clone)]
pub struct Ending {
    kifameno: bool,
    table: Vec<Entry>,
    nodes: u64,
}

impl Ending {
    /// A solver for tršet, or for kifameno, with half a megabyte of table, which stays in cache.
    pub fn new(kifameno: bool) -> Self {
        Self { kifameno, table: vec![Entry::default(); 1 << 15], nodes: 0 }
    }

    /// How many positions have been visited since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The thirds that the player to move will yet take, both playing best:
    /// in tršet as many as possible, in kifameno as few.
    ///
    /// `mine` and `theirs` are the hands; `led` is the other player's card on
    /// the table, if any.
    ///
    /// # Panics
    /// If the hands do not fit each other or hold more than ten cards.
    pub fn value(&mut self, mine: u64, theirs: u64, led: Option<u8>) -> u8 {
        check(mine, theirs, led);
        match led {
            None if mine == 0 => 0,
            None => {
                let node = node(mine, theirs);
                let gain = self.exact(node);
                self.taken(gain, left(mine | theirs))
            }
            Some(_) => {
                let values =
                    self.move_values(mine, theirs, led).into_iter().map(|(_, value)| value);
                let best = if self.kifameno { values.min() } else { values.max() };
                best.unwrap_or_default()
            }
        }
    }

    /// An estimate of [`Ending::value`] for the player who leads, in a fraction
    /// of the time: it tells truly whether that player's gain reaches `needed`
    /// (in kifameno, whether the other player takes as many), and the rest is
    /// only a bound.
    ///
    /// # Panics
    /// As [`Ending::value`].
    pub fn estimate(&mut self, mine: u64, theirs: u64, needed: u8) -> u8 {
        check(mine, theirs, None);
        let left = left(mine | theirs);
        if left == 0 {
            return 0;
        }
        // Beyond what can be told apart any question is as good as another.
        let beta = needed.clamp(1, left);
        let node = node(mine, theirs);
        let gain = if self.kifameno {
            self.run::<true>().visit(node, beta)
        } else {
            self.run::<false>().visit(node, beta)
        };
        self.taken(gain, left)
    }

    /// Every card that may be played with the thirds that the player to move
    /// will yet take after it, in the order of card indices.
    ///
    /// # Panics
    /// As [`Ending::value`].
    pub fn move_values(&mut self, mine: u64, theirs: u64, led: Option<u8>) -> Vec<(u8, u8)> {
        check(mine, theirs, led);
        let playable = playable(mine, led);
        let others = theirs | led.map_or(0, |card| 1 << card);
        let mut values = Vec::new();
        for card in Bits(playable) {
            // Cards that come to the same have the same value.
            let alone = representatives(playable, others) >> card & 1 == 1;
            let value = match values.last() {
                Some(&(_, value)) if !alone => value,
                _ => self.move_value(mine, theirs, led, card),
            };
            values.push((card, value));
        }
        values
    }

    /// After the lead of `card`: the thirds that the player who led will yet
    /// take, for every answer that does not come to the same as another.
    pub(in crate::trset) fn answer_values(&mut self, mine: u64, theirs: u64, card: u8) -> Vec<u8> {
        let rest = mine & !(1 << card);
        let answers = Bits(representatives(playable(theirs, Some(card)), mine));
        answers
            .map(|answer| self.after_trick(card, answer, rest, theirs & !(1 << answer), 0))
            .collect()
    }

    fn move_value(&mut self, mine: u64, theirs: u64, led: Option<u8>, card: u8) -> u8 {
        match led {
            Some(led) => {
                let rest = mine & !(1 << card);
                self.after_trick(led, card, theirs, rest, 1)
            }
            None => {
                let values = self.answer_values(mine, theirs, card).into_iter();
                let worst = if self.kifameno { values.max() } else { values.min() };
                worst.unwrap_or_default()
            }
        }
    }

    /// What player `me` takes by this trick and all later ones. Player 0 led.
    fn after_trick(&mut self, led: u8, answer: u8, leader: u64, follower: u64, me: usize) -> u8 {
        let same_suit = SUIT_OF[usize::from(led)] == SUIT_OF[usize::from(answer)];
        let winner = usize::from(same_suit && answer > led);
        let hands = [leader, follower];
        let last = if hands[winner] == 0 { LAST_TRICK } else { 0 };
        let trick = THIRDS[usize::from(led)] + THIRDS[usize::from(answer)] + last;
        let (mine, rest) = (hands[winner], hands[1 - winner]);
        let to_winner = if mine == 0 {
            0
        } else {
            let gain = self.exact(node(mine, rest));
            self.taken(gain, left(mine | rest))
        };
        if winner == me { trick + to_winner } else { left(mine | rest) - to_winner }
    }

    /// The thirds that a player with this gain takes, of those left.
    fn taken(&self, gain: u8, left: u8) -> u8 {
        if self.kifameno { left - gain } else { gain }
    }

    /// The leader's exact gain.
    fn exact(&mut self, node: Node) -> u8 {
        if self.kifameno { self.run::<true>().exact(node) } else { self.run::<false>().exact(node) }
    }

    fn run<const KIFAMENO: bool>(&mut self) -> Run<'_, KIFAMENO> {
        Run::new(&mut self.table, &mut self.nodes)
    }
}

pub(super) fn check(mine: u64, theirs: u64, led: Option<u8>) {
    let table = led.map_or(0, |card| 1u64 << card);
    assert!(mine & theirs == 0 && (mine | theirs) & table == 0, "a card is in two places");
    let expected = theirs.count_ones() + table.count_ones();
    assert_eq!(mine.count_ones(), expected, "the hands are not of one size");
    assert!(expected <= 10, "an ending has at most ten tricks");
}

fn playable(hand: u64, led: Option<u8>) -> u64 {
    let following = led.map_or(0, |led| hand & SUIT[usize::from(SUIT_OF[usize::from(led)])]);
    if following == 0 { hand } else { following }
}

/// The thirds that are still to be taken: nothing once the last card is gone.
fn left(cards: u64) -> u8 {
    if cards == 0 { 0 } else { crate::trset::cards::thirds(cards) + LAST_TRICK }
}
