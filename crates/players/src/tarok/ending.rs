//! The last tricks of a known deal, played best: by each seat for itself, or by two sides.

use vzetek_game::{BySeat, Card as _, Seat};
use vzetek_search::alphabeta::{AlphaBeta, OutOfBudget};
use vzetek_search::maxn::{self, Several};
use vzetek_search::{Limits, Perfect, Score};
use vzetek_tarok::{Card, CardSet};

use super::search::{MOND_LOST, Position};
use super::utility::utility;

/// The utility of a deal to each seat.
pub(super) type Utilities<const N: usize> = [f64; N];

/// A known deal in which each seat plays for the best of its own utility.
struct Selfish<'a, const N: usize> {
    position: Position<N>,
    radelci: &'a BySeat<u8>,
}

impl<const N: usize> Several for Selfish<'_, N> {
    type Move = Card;
    type Outcome = Utilities<N>;

    fn player(&self) -> usize {
        self.position.to_play().index()
    }

    fn moves(&self, moves: &mut Vec<Card>) {
        if !self.position.is_over() {
            moves.extend(self.position.legal());
        }
    }

    fn play(&self, card: Card) -> Self {
        let mut position = self.position;
        position.play(card);
        Self { position, ..*self }
    }

    fn outcome(&self) -> Utilities<N> {
        let utility = |seat| utility(&self.position, Seat::new(seat as u8), self.radelci);
        std::array::from_fn(utility)
    }

    fn merit(&self, utilities: &Utilities<N>, player: usize) -> f64 {
        utilities[player]
    }
}

/// Returns the utility of the deal to each seat after a card, if each plays on for the best of its
/// own utility. For a few cards only: nothing is cut.
pub(super) fn solve_after<const N: usize>(
    position: &Position<N>,
    card: Card,
    radelci: &BySeat<u8>,
) -> Utilities<N> {
    let after = Selfish { position: *position, radelci }.play(card);
    maxn::search(&after, &Limits::default()).expect("there is no limit").outcome
}

/// A known deal in which the declarer's side plays for its result, the others against it.
/// A mond that a defender loses counts for the declarer's side, so that there is one
/// number for both sides to fight over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<const N: usize> {
    pub position: Position<N>,
    /// True if a radelc of the declarer doubles the result.
    pub is_doubled: bool,
}

/// All that the result of the rest of a deal depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rest<const N: usize> {
    hands: [u64; N],
    leader: u8,
    /// The cards that count for the declarer's side.
    own: CardSet,
    mond_lost: u8,
    may_win_talon: bool,
}

impl<const N: usize> Sides<N> {
    /// The result of a deal that is over.
    fn result(&self) -> i32 {
        let result = self.position.declarers_result() * if self.is_doubled { 2 } else { 1 };
        match self.position.mond_payer() {
            None => result,
            Some(payer) if self.position.is_declarers(payer) => result - MOND_LOST,
            Some(_) => result + MOND_LOST,
        }
    }
}

impl<const N: usize> Perfect for Sides<N> {
    type Move = Card;
    type Key = Rest<N>;

    fn key(&self) -> Rest<N> {
        let Position { hands, leader, mond_lost, may_win_talon, .. } = self.position;
        Rest { hands, leader, own: self.position.declarers_cards(), mond_lost, may_win_talon }
    }

    fn maximizing(&self) -> bool {
        self.position.is_declarers(self.position.to_play())
    }

    /// Those that take the trick first, from the highest; the others from the lowest.
    fn moves(&self, moves: &mut Vec<Card>) {
        if self.position.is_over() {
            return;
        }
        let legal = self.position.legal();
        let takes = |card: &Card| self.position.takes(card.index());
        moves.extend(legal.iter().rev().filter(takes));
        moves.extend(legal.iter().filter(|card| !takes(card)));
    }

    fn play(&self, card: Card) -> (Self, Score) {
        let mut next = *self;
        let gain = next.advance(card);
        (next, gain)
    }

    fn advance(&mut self, card: Card) -> Score {
        self.position.play(card);
        Score(if self.position.is_over() { self.result() } else { 0 })
    }

    fn is_worth_remembering(&self) -> bool {
        self.position.on_table == 0
    }
}

/// Returns the result of the declarer's side after each legal card if both sides play best.
///
/// # Errors
/// [`OutOfBudget`] if more positions must be visited than the budget allows.
pub(super) fn solve_sides<const N: usize>(
    search: &mut AlphaBeta<Sides<N>>,
    sides: &Sides<N>,
    nodes: u64,
) -> Result<Vec<(Card, Score)>, OutOfBudget> {
    search.move_values(sides, &Limits::nodes(nodes))
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::sharing;
    use vzetek_search::alphabeta::AlphaBeta;
    use vzetek_search::dice;
    use vzetek_tarok::{Contract, MOST_PLAYERS, Options, Tarok};

    use super::*;
    use crate::tarok::Beginning;
    use crate::tarok::card_policy::CardPolicy;

    const N: usize = MOST_PLAYERS;

    /// A deal of four players with `cards` cards left in each hand.
    fn ending(contract: Contract, cards: usize, rng: &mut Xoshiro256PlusPlus) -> Sides<N> {
        let options = Options::new(N as u8).expect("four may play");
        let mut pack = <Tarok as vzetek_game::Game>::pack(&options);
        sharing::shuffle(&mut pack, rng);
        let hands = std::array::from_fn(|seat| pack[12 * seat..][..12].iter().copied().collect());
        let talon = std::array::from_fn(|at| pack[48 + at]);
        let seat = |number| Seat::new(number as u8);
        let [forehand, declarer] = [0, 1].map(|_| seat(dice::below(rng, N as u32)));
        let beginning = Beginning { hands, talon, forehand, contract, declarer };
        let mut game = beginning.start(&options);
        let left = |position: &Position<N>| position.hands.map(u64::count_ones).into_iter().max();
        while left(&game.position) > Some(cards as u32) {
            let card = game.draw(CardPolicy::shared(N), rng);
            game.play(card);
        }
        Sides { position: game.position, is_doubled: dice::below(rng, 3) == 0 }
    }

    /// Minimax by nothing but the rules.
    fn brute(sides: &Sides<N>) -> i32 {
        if sides.position.is_over() {
            return sides.result();
        }
        let values = sides.position.legal().iter().map(|card| brute(&sides.play(card).0));
        let best = if sides.maximizing() { values.max() } else { values.min() };
        best.expect("some card is legal")
    }

    #[test]
    fn two_sides_reach_what_brute_force_reaches() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(31);
        let mut search = AlphaBeta::new(12);
        let (mut partners, mut doubled) = (0, 0);
        for number in 0..400 {
            let contracts = [Contract::Two, Contract::One, Contract::SoloTwo];
            let sides = ending(contracts[number % 3], 1 + number % 4, &mut rng);
            partners += usize::from(sides.position.side.count_ones() == 2);
            doubled += usize::from(sides.is_doubled);
            search.forget();
            for (card, value) in solve_sides(&mut search, &sides, u64::MAX).expect("no limit") {
                assert_eq!(value, Score(brute(&sides.play(card).0)), "{card} {sides:?}");
            }
        }
        assert!(partners > 100 && doubled > 50, "{partners} {doubled}");
    }
}
