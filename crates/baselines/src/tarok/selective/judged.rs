//! The positions of Luštrek's (2002) search: with what they are worth to the
//! program.

use std::hash::{Hash, Hasher};

use vzetek_game::Card as _;
use vzetek_search::{Perfect, Score};
use vzetek_tarok::{Card, CardSet, HAND, SEATS};

use super::evaluation::Eyes;
use super::{choices, essentials};
use vzetek_players::tarok::search::Position;
use vzetek_players::tarok::search::bits::Bits;

/// A position as the program judges it that was to move when a search began
/// (equations 8 and 9). The program's side maximises.
#[derive(Clone, Copy, Debug)]
pub struct Judged<const N: usize = SEATS> {
    position: Position<N>,
    eyes: Eyes<N>,
}

/// All that the future depends on, with every card distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Everything<const N: usize = SEATS> {
    /// The cards in hand.
    pub hands: [u64; N],
    /// The cards on the table, whose turn it is, and whether a berač is lost.
    pub rest: u64,
}

/// The essentials of a position: every player's hand as equation 6 codes
/// it, and who is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Essentials<const N: usize = SEATS>(pub [u64; N]);

/// Number by number: the length of an array, which is always the same, is not hashed.
impl<const N: usize> Hash for Everything<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hands.iter().for_each(|hand| hand.hash(state));
        self.rest.hash(state);
    }
}

/// As [`Everything`] is hashed.
impl<const N: usize> Hash for Essentials<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|code| code.hash(state));
    }
}

impl<const N: usize> Judged<N> {
    /// The number of cards on the table before the last player of a trick plays.
    const LAST: u8 = N as u8 - 1;

    /// The position through the eyes of the player to move.
    pub fn new(position: Position<N>) -> Self {
        Self { position, eyes: Eyes::of(&position) }
    }

    /// The position.
    pub fn position(&self) -> &Position<N> {
        &self.position
    }

    /// Returns what the end of a search adds to the gains on the way.
    #[inline]
    pub fn leaf(&self) -> Score {
        Score(self.eyes.leaf(&self.position))
    }

    /// Those of the legal cards that selection keeps (tables 5 and 6): all,
    /// but for the last player of a trick. None once the deal is over.
    pub fn selected(&self) -> CardSet {
        CardSet::from_bits(self.selected_bits())
    }

    /// Appends the selected cards to a list of moves.
    #[inline]
    pub fn select(&self, moves: &mut Vec<Card>) {
        push(self.selected_bits(), moves);
    }

    #[inline]
    fn selected_bits(&self) -> u64 {
        if self.position.on_table == Self::LAST {
            choices::last_cards(&self.position, self.position.legal_bits())
        } else {
            self.legal_bits()
        }
    }

    #[inline]
    fn legal_bits(&self) -> u64 {
        if self.position.is_over() { 0 } else { self.position.legal_bits() }
    }

    /// The key of Luštrek's transposition table.
    pub fn essentials(&self) -> Essentials<N> {
        Essentials(essentials::code(&self.position))
    }
}

/// Appends the cards of a hand, the lowest first. Room is made once, and not
/// for each card: a good part of a search's time goes into lists of moves.
#[inline]
fn push(cards: u64, moves: &mut Vec<Card>) {
    debug_assert!(cards.count_ones() as usize <= HAND);
    let (from, mut count) = (moves.len(), 0);
    moves.resize(from + HAND, Card::from_index(0));
    for (place, card) in moves[from..].iter_mut().zip(Bits(cards)) {
        *place = Card::from_index(card);
        count += 1;
    }
    moves.truncate(from + count);
}

impl<const N: usize> Perfect for Judged<N> {
    type Move = Card;
    type Key = Everything<N>;

    fn key(&self) -> Everything<N> {
        let Position { hands, table, on_table, .. } = self.position;
        let lying = &table[..usize::from(on_table)];
        let table = lying.iter().fold(0, |rest, &card| (rest << 8) + u64::from(card) + 1);
        let is_lost = self.position.contract.is_berac() && self.position.is_over();
        let rest = table << 8 | u64::from(is_lost) << 4 | u64::from(self.position.turn);
        Everything { hands, rest }
    }

    #[inline]
    fn maximizing(&self) -> bool {
        self.eyes.maximizing(self.position.turn)
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Card>) {
        push(self.legal_bits(), moves);
    }

    fn play(&self, card: Card) -> (Self, Score) {
        let mut next = *self;
        let gain = next.advance(card);
        (next, gain)
    }

    #[inline]
    fn advance(&mut self, card: Card) -> Score {
        Score(self.eyes.play(&mut self.position, card.index()))
    }
}
