//! The subjects of the bench and the example: random tables and random games.

use rand_core::Rng;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Game, Seat};
use vzetek_tablic::{Action, Card, CardSet, Finder, Options, Tablic};

pub fn shuffled(rng: &mut impl Rng) -> Vec<Card> {
    let mut pack: Vec<Card> = CardSet::full().iter().collect();
    shuffle(&mut pack, rng);
    pack
}

/// A card to play, and `size` other cards on the table.
pub fn position(size: usize, rng: &mut impl Rng) -> (Card, CardSet) {
    let pack = shuffled(rng);
    (pack[0], pack[1..=size].iter().copied().collect())
}

/// A new deal with the first turn at seat 0.
pub fn deal(players: u8, rng: &mut impl Rng) -> Tablic {
    let options = Options::new(players).expect("so many can play");
    let dealer = Seat::new(players - 1);
    Tablic::deal(&options, dealer, &shuffled(rng)).expect("a whole pack")
}

/// The random player of Penzar's tablić: a random card, then one of all moves
/// with it, laying it down included.
pub fn random_move(state: &Tablic, finder: &mut Finder, rng: &mut impl Rng) -> Option<Action> {
    let seat = state.current_player()?;
    let hand = state.hand(seat);
    let card = hand.iter().nth(below(hand.len() as u64, rng) as usize)?;
    let captures = finder.find(card, state.table().cards);
    let taken = match below(captures.len() + 1, rng) {
        0 => CardSet::EMPTY,
        number => captures.get(number - 1)?,
    };
    Some(Action { card, taken })
}

/// Plays to the end; tells how many moves there were.
pub fn play_out(state: &mut Tablic, finder: &mut Finder, rng: &mut impl Rng) -> u32 {
    let mut moves = 0;
    while let Some(action) = random_move(state, finder, rng) {
        state.apply_unchecked(action, &mut |_| ());
        moves += 1;
    }
    moves
}

/// An even choice as long as `bound` is far below 2⁶⁴.
fn below(bound: u64, rng: &mut impl Rng) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(bound)) >> 64) as u64
}
