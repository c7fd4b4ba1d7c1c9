//! Knowledge of tarok by which the general search searches as the
//! program of Luštrek (2002) does (section 4.2.4, algorithm 6).

use std::hash::Hash;

use vzetek_game::Card as _;
use vzetek_search::alphabeta::Guide;
use vzetek_search::{Perfect, Score};
use vzetek_tarok::{Card, SEATS};

use super::enhancements::Enhancements;
use super::judged::{Essentials, Judged};

/// The key of a transposition table. [`Essential`] makes Luštrek's table;
/// functions of a position serve as well, [`Perfect::key`] for an exact one.
pub trait Keys<const N: usize = SEATS> {
    /// The key of a position.
    type Key: Copy + Eq + Hash;

    /// The key of the position.
    fn key(&self, position: &Judged<N>) -> Self::Key;
}

impl<const N: usize, K: Copy + Eq + Hash, F: Fn(&Judged<N>) -> K> Keys<N> for F {
    type Key = K;

    fn key(&self, position: &Judged<N>) -> K {
        self(position)
    }
}

/// Positions that differ in nothing essential are treated as the same.
#[derive(Clone, Copy, Debug)]
pub struct Essential;

impl<const N: usize> Keys<N> for Essential {
    type Key = Essentials<N>;

    fn key(&self, position: &Judged<N>) -> Essentials<N> {
        position.essentials()
    }
}

/// The choice of the legal cards to look at, and their order where nothing learnt
/// says otherwise.
pub trait Cards<const N: usize = SEATS> {
    /// Appends the cards, at least one unless the deal is over.
    fn append(&self, position: &Judged<N>, cards: &mut Vec<Card>);
}

/// Luštrek's cards: all but the last ones of a trick that its selection leaves out.
impl<const N: usize> Cards<N> for Enhancements {
    #[inline]
    fn append(&self, position: &Judged<N>, cards: &mut Vec<Card>) {
        if self.selection {
            position.select(cards);
        } else {
            position.moves(cards);
        }
    }
}

/// Luštrek's search as a guide of [`AlphaBeta`](vzetek_search::alphabeta::AlphaBeta): the horizon
/// is judged by equations 8 and 9, and the history heuristic distinguishes every player's every
/// card (equation 7). Its parts hold what experiments vary.
///
/// ```
/// use vzetek_game::Seat;
/// use vzetek_baselines::tarok::selective::{Enhancements, Essential, Judged, StudyGuide};
/// use vzetek_players::tarok::search::Position;
/// use vzetek_search::Limits;
/// use vzetek_search::alphabeta::AlphaBeta;
/// use vzetek_search::minimax::minimax_to;
/// use vzetek_tarok::{Card, CardSet, Contract};
///
/// let set = |hand: &str| -> CardSet {
///     hand.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
/// };
/// let hands = ["HK DQ T3 T9 T22", "H4 H1 T5 T6 T21", "DK D4 S7 T1 T12"].map(set);
/// let position = Position::new(Contract::Three, Seat::new(0), Seat::new(0), hands);
/// let position = Judged::new(position);
///
/// let plain = Enhancements::NONE;
/// let guide = StudyGuide { keys: Essential, cards: plain };
/// let mut search = AlphaBeta::guided(guide, plain.parts());
/// let found = search.best(&position, 9, &Limits::default()).unwrap();
/// assert_eq!(found.score, minimax_to(&position, &guide, 9));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StudyGuide<K, C> {
    /// The key of the table.
    pub keys: K,
    /// The choice of cards.
    pub cards: C,
}

impl<const N: usize, K: Keys<N>, C: Cards<N>> Guide<Judged<N>> for StudyGuide<K, C> {
    type Key = K::Key;
    const HORIZON: bool = true;
    const SLOTS: usize = 64 * N;

    fn key(&self, position: &Judged<N>) -> K::Key {
        self.keys.key(position)
    }

    fn evaluate(&self, position: &Judged<N>) -> Score {
        position.leaf()
    }

    #[inline]
    fn moves(&self, position: &Judged<N>, _: u8, moves: &mut Vec<Card>) {
        self.cards.append(position, moves);
    }

    /// Looking something up costs more than it spares just above the horizon.
    fn is_worth_remembering(&self, _: &Judged<N>, depth: u8) -> bool {
        depth > 1
    }

    fn slot(&self, position: &Judged<N>, card: Card) -> usize {
        64 * position.position().to_play().index() + usize::from(card.index())
    }
}
