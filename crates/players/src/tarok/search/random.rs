//! Random positions, for tests and benchmarks.

use rand_core::Rng;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Card as _, Seat};
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract};

use super::Position;

/// A card of the set, all equally likely.
pub fn card(cards: CardSet, rng: &mut impl Rng) -> Card {
    let chosen = dice::below(rng, cards.len() as u32) as usize;
    cards.iter().nth(chosen).expect("a set that is not empty")
}

/// The pack in random order.
pub fn pack(rng: &mut impl Rng) -> Vec<Card> {
    let mut pack: Vec<Card> = CardSet::full().iter().collect();
    shuffle(&mut pack, rng);
    pack
}

/// A random deal of the contract, played at random until all players have `cards` cards, or fewer
/// if one or two are on the table.
pub fn position(contract: Contract, cards: usize, rng: &mut impl Rng) -> Position {
    loop {
        let pack = pack(rng);
        let set = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
        let hands = [set(&pack[..16]), set(&pack[16..32]), set(&pack[32..48])];
        let [declarer, leader] = [0, 1].map(|_| Seat::new(dice::below(rng, 3) as u8));
        let mut position = Position::new(contract, declarer, leader, hands);
        if contract == Contract::Klop {
            position = position.with_talon(&pack[48..]);
        } else if contract.is_ordinary() {
            position = position.with_aside(set(&pack[48..51]), set(&pack[51..]));
        }
        for _ in 0..3 * (16 - cards) + dice::below(rng, 3) as usize {
            if !position.is_over() {
                position.play(card(position.legal(), rng));
            }
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// A set from its notation.
pub fn set(cards: &str) -> CardSet {
    cards.split_whitespace().map(|card| card.parse::<Card>().expect("a card")).collect()
}

/// Everything that a position of these hands needs to be played.
pub fn ending(contract: Contract, declarer: u8, leader: u8, hands: [&str; 3]) -> Position {
    Position::new(contract, Seat::new(declarer), Seat::new(leader), hands.map(set))
}

/// All cards by index, for tests that compare.
pub fn indices(cards: CardSet) -> Vec<u8> {
    cards.iter().map(|card| card.index()).collect()
}
