//! The moves that differ: cards of the same rank and worth are one.

use vzetek_tablic::{
    Action, Card, CardSet, Finder, TEN_OF_DIAMONDS, TWO_OF_CLUBS, points, richest,
};

use super::merit::Merit;

/// The most captures of one card that are looked at when a table allows very
/// many: the first ones found, single groups before unions, and the richest.
const MOST_CAPTURES: usize = 200;

/// The two cards that are worth something else than the rest of their rank.
const SPECIAL: u64 = 1 << index(TWO_OF_CLUBS) | 1 << index(TEN_OF_DIAMONDS);

const fn index(card: Card) -> u32 {
    4 * card.rank() as u32 + card.suit() as u32
}

/// For each bit that lies below another bit of its four, whether one does.
const fn lower_in_four(bits: u64) -> u64 {
    (bits >> 1 & 0x7777_7777_7777_7777)
        | (bits >> 2 & 0x3333_3333_3333_3333)
        | (bits >> 3 & 0x1111_1111_1111_1111)
}

/// Returns the cards equivalent to this one, equal in all but suit, itself among them.
pub(super) fn equivalents(card: Card) -> CardSet {
    let single = CardSet::single(card);
    if single.bits() & SPECIAL != 0 {
        single
    } else {
        CardSet::from_bits(card.rank().cards().bits() & !SPECIAL)
    }
}

/// One card, the highest, of each kind among these.
pub(super) fn representatives(cards: CardSet) -> CardSet {
    let plain = cards.bits() & !SPECIAL;
    CardSet::from_bits(cards.bits() & !(lower_in_four(plain) & plain))
}

/// Returns true if of each kind the highest cards of the table are taken:
/// exactly one of equivalent captures does so.
fn takes_highest(taken: CardSet, table: CardSet) -> bool {
    let taken = taken.bits() & !SPECIAL;
    let left = table.bits() & !SPECIAL & !taken;
    lower_in_four(left) & taken == 0
}

/// Lists moves, and retains its memory from one list to the next.
#[derive(Clone, Debug, Default)]
pub struct Lister {
    finder: Finder,
}

/// A move with its place in the greedy order.
pub type Rated = (Merit, Action);

impl Lister {
    /// Every move with these cards that differs from the others, the one that the greedy player
    /// likes best first (Penzar's tablić, "Minimax igrač"). Of moves it likes equally, the higher
    /// card is first.
    pub fn list(&mut self, cards: CardSet, table: CardSet, moves: &mut Vec<Rated>) {
        moves.clear();
        for card in representatives(cards).iter().rev() {
            let lay = Action::lay(card);
            moves.push((Merit::of(lay, table), lay));
            let found = self.finder.find(card, table);
            if found.is_empty() {
                continue;
            }
            let different = found.iter().filter(|&taken| takes_highest(taken, table));
            let first = moves.len();
            for taken in different.take(MOST_CAPTURES) {
                let action = Action::capture(card, taken);
                moves.push((Merit::of(action, table), action));
            }
            if moves.len() - first == MOST_CAPTURES
                && let Some(richest) = richest(found).map(|taken| Action::capture(card, taken))
                && moves[first..].iter().all(|&(_, action)| action != richest)
            {
                moves.push((Merit::of(richest, table), richest));
            }
        }
        moves.sort_by_key(|&(merit, _)| std::cmp::Reverse(merit));
    }

    /// The move that the greedy player likes best.
    ///
    /// # Panics
    /// Without a card.
    pub fn greediest(&mut self, cards: CardSet, table: CardSet) -> Action {
        // The richest capture of a card is its greatest tuple, and any capture
        // is greater than laying it.
        let best = |finder: &mut Finder, card| match richest(finder.find(card, table)) {
            Some(taken) => Action::capture(card, taken),
            None => Action::lay(card),
        };
        let mut moves = representatives(cards).iter().rev().map(|card| {
            let action = best(&mut self.finder, card);
            (Merit::of(action, table), action)
        });
        let first = moves.next().expect("a card to play");
        moves.fold(first, |best, next| if next.0 > best.0 { next } else { best }).1
    }

    /// Returns the points of the card's richest capture, its own included, and
    /// the number of cards it takes from the table. Both are 0 without a
    /// capture.
    pub fn richest(&mut self, card: Card, table: CardSet) -> (u8, u8) {
        match richest(self.finder.find(card, table)) {
            Some(taken) => spoils(Action::capture(card, taken)),
            None => (0, 0),
        }
    }

    /// The finder, for callers that need every capture.
    pub fn finder(&mut self) -> &mut Finder {
        &mut self.finder
    }
}

/// Returns the points that a move captures, those of the card itself included,
/// and the number of cards it takes from the table. Both are 0 if the card is
/// laid.
pub(super) fn spoils(Action { card, taken }: Action) -> (u8, u8) {
    if taken.is_empty() { (0, 0) } else { (points(taken.with(card)), taken.len() as u8) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_tablic::{Finder, Rank};

    use super::*;

    fn some_cards(count: usize, rng: &mut impl Rng) -> Vec<Card> {
        let mut pack: Vec<Card> = CardSet::full().iter().collect();
        vzetek_game::sharing::shuffle(&mut pack, rng);
        pack.truncate(count);
        pack
    }

    /// Returns the key of a move up to equivalence: the number of cards of each kind.
    fn kinds(Action { card, taken }: Action) -> (Rank, u8, Vec<(Rank, u8)>) {
        let kind = |card: Card| (card.rank(), points(CardSet::single(card)));
        let mut taken: Vec<_> = taken.iter().map(kind).collect();
        taken.sort_unstable();
        let (rank, worth) = kind(card);
        (rank, worth, taken)
    }

    #[test]
    fn every_move_that_differs_is_listed_once_in_greedy_order() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut lister, mut moves) = (Lister::default(), Vec::new());
        for number in 0..400 {
            let cards = some_cards(6 + number % 11, &mut rng);
            let hand: CardSet = cards[..6].iter().copied().collect();
            let table: CardSet = cards[6..].iter().copied().collect();
            let mut all = HashSet::new();
            for card in hand {
                all.insert(kinds(Action::lay(card)));
                all.extend(
                    Finder::new().find(card, table).iter().map(|t| kinds(Action::capture(card, t))),
                );
            }
            lister.list(hand, table, &mut moves);
            let listed: HashSet<_> = moves.iter().map(|&(_, action)| kinds(action)).collect();
            assert_eq!((listed.len(), &listed), (moves.len(), &all), "{hand:?} on {table:?}");
            assert!(moves.is_sorted_by(|one, other| one.0 >= other.0));
            let greediest = lister.greediest(hand, table);
            assert_eq!(Merit::of(greediest, table), moves[0].0, "{hand:?} on {table:?}");
        }
    }

    #[test]
    fn only_the_two_of_clubs_and_the_ten_of_diamonds_stand_alone() {
        let of = |card: &str| equivalents(card.parse().unwrap()).len();
        assert_eq!(["HA", "C2", "H2", "D10", "C10", "SK"].map(of), [4, 1, 3, 1, 3, 4]);
        assert_eq!(representatives(CardSet::full()).len(), 15);
    }
}
