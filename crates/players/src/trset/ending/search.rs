//! The true value of a two-player ending.
//!
//! Alpha-beta (the tršet thesis, section 4.3) over the shapes of [`super::suits`],
//! as zero-window tests converging on the value (A. Plaat et al., "Best-first
//! fixed-depth minimax algorithms", MTD(f), 1996), with a transposition table: all
//! of that the search library's. The game's own part is in [`super::trick`].
//!
//! A player's *gain* is, in tršet, the thirds that player will take, in kifameno
//! the thirds the other player will take. Either way the players share what is
//! left, so what one does not gain the other does.

use vzetek_search::alphabeta::{AlphaBeta, Parts};
use vzetek_search::{Limits, Score, Window, mtd};
use vzetek_trset::LAST_TRICK;

use super::node::Node;
use super::perfect::Alike;
use super::trick::{Gains, Trick, score};
use crate::trset::cards::{Bits, SUIT, SUIT_OF, THIRDS, representatives};

/// The logarithm to base two of the number of places: three quarters of a megabyte, which stays in
/// cache.
const TABLE_BITS: u32 = 15;

/// A solver of endings that retains its table from call to call.
///
/// A position's value does not depend on how it came about, so that what one
/// ending has taught stays true for all others. Values are exact either way.
#[derive(Clone, Debug)]
pub struct Ending {
    search: Search,
    nodes: u64,
}

/// A search for each game, the game being a constant to the compiler.
#[derive(Clone, Debug)]
enum Search {
    Trset(Solver<false>),
    Kifameno(Solver<true>),
}

type Solver<const KIFAMENO: bool> = AlphaBeta<Trick<KIFAMENO>, Alike>;

impl Ending {
    /// A solver for tršet, or for kifameno, with three quarters of a megabyte of
    /// table.
    pub fn new(kifameno: bool) -> Self {
        let parts = Parts::table(TABLE_BITS);
        let search = if kifameno {
            Search::Kifameno(AlphaBeta::guided(Alike, parts))
        } else {
            Search::Trset(AlphaBeta::guided(Alike, parts))
        };
        Self { search, nodes: 0 }
    }

    fn is_kifameno(&self) -> bool {
        matches!(self.search, Search::Kifameno(_))
    }

    /// Returns the number of positions, before tricks and after leads, that
    /// have been visited since the solver was made.
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
            None => self.exact(mine, theirs),
            Some(_) => {
                let values =
                    self.move_values(mine, theirs, led).into_iter().map(|(_, value)| value);
                let best = if self.is_kifameno() { values.min() } else { values.max() };
                best.unwrap_or_default()
            }
        }
    }

    /// An estimate of [`Ending::value`] for the player who leads, in a fraction of the time: it is
    /// exact about whether that player's gain reaches `needed` (in kifameno, whether the other
    /// player takes as many), and the rest is only a bound.
    ///
    /// # Panics
    /// As [`Ending::value`].
    pub fn estimate(&mut self, mine: u64, theirs: u64, needed: u8) -> u8 {
        check(mine, theirs, None);
        if mine == 0 {
            return 0;
        }
        match &mut self.search {
            Search::Trset(search) => estimate(search, &mut self.nodes, mine, theirs, needed),
            Search::Kifameno(search) => estimate(search, &mut self.nodes, mine, theirs, needed),
        }
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
                let worst = if self.is_kifameno() { values.max() } else { values.min() };
                worst.unwrap_or_default()
            }
        }
    }

    /// Returns the thirds that player `me` takes by this trick and all later
    /// ones. Player 0 led.
    fn after_trick(&mut self, led: u8, answer: u8, leader: u64, follower: u64, me: usize) -> u8 {
        let same_suit = SUIT_OF[usize::from(led)] == SUIT_OF[usize::from(answer)];
        let winner = usize::from(same_suit && answer > led);
        let hands = [leader, follower];
        let last = if hands[winner] == 0 { LAST_TRICK } else { 0 };
        let trick = THIRDS[usize::from(led)] + THIRDS[usize::from(answer)] + last;
        let (mine, rest) = (hands[winner], hands[1 - winner]);
        let to_winner = self.exact(mine, rest);
        if winner == me { trick + to_winner } else { left(mine | rest) - to_winner }
    }

    /// The thirds that the player who leads will take.
    fn exact(&mut self, leader: u64, follower: u64) -> u8 {
        if leader == 0 {
            return 0;
        }
        match &mut self.search {
            Search::Trset(search) => exact(search, &mut self.nodes, leader, follower),
            Search::Kifameno(search) => exact(search, &mut self.nodes, leader, follower),
        }
    }
}

/// Of hands that are not empty: the thirds that the player who leads will take.
fn exact<const KIFAMENO: bool>(
    search: &mut Solver<KIFAMENO>,
    nodes: &mut u64,
    leader: u64,
    follower: u64,
) -> u8 {
    let trick = Trick::before(Node::of_hands(leader, follower), true);
    let Gains { least, all, .. } = trick.gains();
    let [least, all] = [least, all].map(i32::from);
    // The thirds that are sure, and a third of the rest: found by counting
    // nodes over the endings of the bench.
    let guess = score(least + (all - least) / 3, all);
    let found = mtd::value(search, &trick, guess, &Limits::default());
    *nodes += search.nodes();
    taken::<KIFAMENO>(found.expect("there is no limit"), all)
}

/// Returns the thirds that the player who leads will take, exact only as to
/// whether the gain reaches what is needed, and otherwise a bound. The hands
/// are not empty.
fn estimate<const KIFAMENO: bool>(
    search: &mut Solver<KIFAMENO>,
    nodes: &mut u64,
    leader: u64,
    follower: u64,
    needed: u8,
) -> u8 {
    let trick = Trick::before(Node::of_hands(leader, follower), true);
    let all = i32::from(trick.gains().all);
    // Beyond the possible scores any question is as good as another.
    let needed = i32::from(needed).clamp(1, all);
    let window = Window::at_least(score(needed, all));
    let found = search.search(&trick, window, &Limits::default());
    *nodes += search.nodes();
    taken::<KIFAMENO>(found.expect("there is no limit"), all)
}

/// The thirds that the maximiser takes of `all`, by the [`score`] of its gain.
fn taken<const KIFAMENO: bool>(score: Score, all: i32) -> u8 {
    let gain = (all + score.0) / 2;
    (if KIFAMENO { all - gain } else { gain }) as u8
}

fn check(mine: u64, theirs: u64, led: Option<u8>) {
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

/// The thirds that are still to be taken: none after the last card.
fn left(cards: u64) -> u8 {
    if cards == 0 { 0 } else { crate::trset::cards::thirds(cards) + LAST_TRICK }
}
