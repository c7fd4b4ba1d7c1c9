//! The last tricks of a known deal, played best by everybody for itself.

use vzetek_game::{BySeat, Seat};
use vzetek_search::Limits;
use vzetek_search::maxn::{self, Several};
use vzetek_tarok::Card;

use super::search::Position;
use super::utility::utility;

/// The utility of a deal to each seat.
pub(super) type Utilities<const N: usize> = [f64; N];

/// A known deal in which everybody plays for the best of its own utility.
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

/// Returns the utility of the deal to each seat after a card, if everybody plays on
/// for the best of its own utility. For a few cards only: nothing is cut.
pub(super) fn solve_after<const N: usize>(
    position: &Position<N>,
    card: Card,
    radelci: &BySeat<u8>,
) -> Utilities<N> {
    let after = Selfish { position: *position, radelci }.play(card);
    maxn::search(&after, &Limits::default()).expect("there is no limit").outcome
}
