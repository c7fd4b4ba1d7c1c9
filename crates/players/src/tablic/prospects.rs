//! The evaluation of a position while cards are to come.
//!
//! A logistic model of who wins the deal. Its weights are rounded from what
//! `vzetek-lab train tablic-prospects` finds out
//! by playing: those of cards, table and hands are nearly the same share of
//! that of a point all through the game.

use vzetek_tablic::points;

use super::world::World;

/// The value of a card ahead of the other seat with most, in points: most cards
/// are worth three in the end.
const CARD: f64 = 0.34;
/// The cost of the first turn after each deal, in points: the last moves of the
/// game are the others'.
const FOREHAND: f64 = -4.0;
/// The value of a card on the table to the player to move, in points.
const TABLE_CARD: f64 = 0.3;
/// The value of a point on the table to the player to move, in points.
const TABLE_POINT: f64 = 0.3;
/// The value of a point in the hand above that of one in the deck, in points.
const HAND_POINT: f64 = 0.45;

/// Returns the number of points by which the side is probably ahead of the best other.
pub(super) fn ahead(world: &World, side: usize) -> f64 {
    let board = &world.board;
    let others = board.sides() as f64 - 1.0;
    let ahead = |values: &[u8]| {
        let others = values.iter().enumerate().filter(|&(other, _)| other != side);
        let most = others.map(|(_, &value)| value).max().unwrap_or_default();
        f64::from(values[side]) - f64::from(most)
    };
    // One side's gain is, on average, every other's loss.
    let share = |seat: usize| if board.side(seat) == side { 1.0 } else { -1.0 / others };
    let table =
        TABLE_CARD * board.table.len() as f64 + TABLE_POINT * f64::from(points(board.table));
    let in_hands = world.hands.iter().enumerate();
    let hands: f64 = in_hands.map(|(whose, &hand)| share(whose) * f64::from(points(hand))).sum();
    ahead(&board.points)
        + CARD * ahead(&board.cards)
        + FOREHAND * share(0)
        + share(board.to_play) * table
        + HAND_POINT * hands
}

/// The chance to win with a lead of `ahead` points.
pub(super) fn chance(world: &World, ahead: f64) -> f64 {
    let others = world.board.sides() as f64 - 1.0;
    let left = f64::from(world.board.deck) + world.left() as f64;
    // The more cards are to come, the less is decided; with several others
    // the best of them is who counts.
    let (spread, handicap) = if others > 1.0 {
        (3.3 + 0.1 * left, others.ln() * (0.25 + 0.012 * left))
    } else {
        (2.0 + 0.065 * left, 0.0)
    };
    1.0 / (1.0 + (handicap - ahead / spread).exp())
}
