//! The order of moves by which the greedy player chooses (Penzar's tablić,
//! "Pohlepni igrač").

use vzetek_tablic::{Action, CardSet, Rank, TEN_OF_DIAMONDS, TWO_OF_CLUBS, points, value};

/// The last part of the tuple by which moves are compared is this number less
/// the value of the card that is played, an ace counting 1.
const HIGHEST_VALUE: u8 = 14;

/// The tuple of Penzar's tablić (t, v, k, kk10, kt2, kA, x), packed from its highest part
/// to its lowest, so that numbers compare as tuples do:
///
/// * t: 1 if the move is a tabla, otherwise 0;
/// * v: the points of the captured cards and the card played together; if
///   nothing is captured, minus the points of the card played;
/// * k: the number of cards taken from the table;
/// * kk10: 1 if the ten of diamonds is taken or played to take, -1 if it is
///   laid, otherwise 0;
/// * kt2: the same for the two of clubs;
/// * kA: the number of aces taken, the card played among them; -1 if one is laid;
/// * x: 14 less the value of the card played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merit(u32);

impl Merit {
    /// Returns the merit of a legal move.
    pub fn of(Action { card, taken }: Action, table: CardSet) -> Self {
        let own = CardSet::single(card);
        let (tabla, worth, special): (bool, i8, fn(CardSet, CardSet) -> i8) = if taken.is_empty() {
            (false, -(points(own) as i8), |own, cards| -((own & cards).len() as i8))
        } else {
            let worth = points(taken | own) as i8;
            (taken == table, worth, |involved, cards| (involved & cards).len() as i8)
        };
        let involved = taken | own;
        let parts = [
            (i8::from(tabla), 0, 1),
            // The ten of diamonds is worth most, when it is laid least.
            (worth, 2, 5),
            (taken.len() as i8, 0, 6),
            (special(involved, CardSet::single(TEN_OF_DIAMONDS)), 1, 2),
            (special(involved, CardSet::single(TWO_OF_CLUBS)), 1, 2),
            (special(involved, Rank::Ace.cards()), 1, 3),
            ((HIGHEST_VALUE - value(card.rank())) as i8, 0, 4),
        ];
        Self(
            parts
                .iter()
                .fold(0, |packed, &(part, least, bits)| packed << bits | (part + least) as u32),
        )
    }
}

#[cfg(test)]
mod tests {
    use vzetek_tablic::{Card, Finder};

    use super::*;

    /// The terms of Penzar's tablić, one by one.
    fn tuple(
        Action { card, taken }: Action,
        table: CardSet,
    ) -> (bool, i32, usize, i32, i32, i32, i32) {
        let worth = |cards: CardSet| i32::from(points(cards));
        let all = taken.with(card);
        let takes = !taken.is_empty();
        let single = |wanted: Card| match (takes, all.contains(wanted)) {
            (_, false) => 0,
            (true, true) => 1,
            (false, true) => -1,
        };
        let aces = match (takes, card.rank() == Rank::Ace) {
            (true, _) => all.iter().filter(|card| card.rank() == Rank::Ace).count() as i32,
            (false, true) => -1,
            (false, false) => 0,
        };
        (
            takes && taken == table,
            if takes { worth(all) } else { -worth(all) },
            taken.len(),
            single(TEN_OF_DIAMONDS),
            single(TWO_OF_CLUBS),
            aces,
            14 - i32::from(value(card.rank())),
        )
    }

    #[test]
    fn numbers_compare_as_penzars_tuples_do() {
        let set = |text: &str| -> CardSet {
            text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
        };
        let mut compared = 0;
        for table in ["", "HA SA H10 D8 C2 D9 S3", "D10 C2 D8 HQ", "C2", "DA CA HK S4 H7 D3", "D10"]
        {
            let table = set(table);
            let mut actions = Vec::new();
            for card in CardSet::full() - table {
                actions.push(Action::lay(card));
                actions.extend(
                    Finder::new().find(card, table).iter().map(|t| Action::capture(card, t)),
                );
            }
            for &one in &actions {
                for &other in &actions {
                    assert_eq!(
                        Merit::of(one, table).cmp(&Merit::of(other, table)),
                        tuple(one, table).cmp(&tuple(other, table)),
                        "{one} and {other} on {table:?}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared > 20_000, "{compared}");
    }
}
