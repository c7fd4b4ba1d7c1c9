//! The quantal response of two players whose cards are all known: the more a card gives
//! away of what the best one brings, the less often it is played (McKelvey and Palfrey,
//! 1995).

use arrayvec::ArrayVec;

use crate::network::softmax;
use crate::trset::{Ending, World};

/// The most cards among which a player of two chooses.
const CARDS: usize = 10;

/// The precision of responses, and its change with strength: the difference that a third
/// makes to the logarithm of a card's odds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Precision {
    /// That of players of average strength.
    pub average: f32,
    /// The change for one unit of strength.
    pub slope: f32,
}

impl Precision {
    /// The highest precision, at which a player never gives a third away.
    pub const MOST: f32 = 16.0;

    /// Returns the precision of players of this strength; never below 0, where every card
    /// is as likely.
    pub fn at(&self, strength: f32) -> f32 {
        (self.average + strength * self.slope).clamp(0.0, Self::MOST)
    }

    /// Returns the chance of each of these merits, by players of this strength.
    pub fn chances(&self, strength: f32, merits: &[f32]) -> ArrayVec<f32, CARDS> {
        let precision = self.at(strength);
        let mut chances: ArrayVec<f32, CARDS> =
            merits.iter().map(|merit| precision * merit).collect();
        softmax(&mut chances);
        chances
    }
}

/// A card that a player played once nothing was hidden.
#[derive(Clone, Debug, PartialEq)]
pub struct EndingChoice {
    /// The merit of each card that could be played.
    pub merits: ArrayVec<f32, CARDS>,
    /// The place of the card that was played among them.
    pub played: usize,
}

/// Returns every card that the player to move may play with its merit: the thirds that it
/// is behind the best one, as a number that is not above 0, if both play best afterwards.
/// Cappotto is left out of account.
///
/// # Panics
/// If the world is not one of two players, or there is a stock.
pub fn merits(world: &World, solver: &mut Ending) -> ArrayVec<(u8, f32), CARDS> {
    assert!(world.rules.seats == 2 && world.is_ending(), "nothing is hidden from two");
    let seat = world.seat();
    let led = (world.played > 0).then_some(world.trick[0]);
    let values = solver.move_values(world.hands[seat], world.hands[seat ^ 1], led);
    let sign = if world.rules.kifameno { -1.0 } else { 1.0 };
    let merit = |value: u8| sign * f32::from(value);
    let best = values.iter().map(|&(_, value)| merit(value)).fold(f32::NEG_INFINITY, f32::max);
    values.into_iter().map(|(card, value)| (card, merit(value) - best)).collect()
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::trset::Rules;
    use crate::trset::world_tests::few_cards;

    #[test]
    fn a_third_counts_as_the_precision_says() {
        let precision = Precision { average: 1.0, slope: 0.5 };
        for (strength, expected) in [(0.0, 1.0), (2.0, 2.0), (-1.0, 0.5), (-9.0, 0.0)] {
            let chances = precision.chances(strength, &[0.0, -1.0, 0.0, -3.0]);
            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            assert!((chances[0] - chances[2]).abs() < 1e-6);
            for (at, thirds) in [(1, 1.0), (3, 3.0)] {
                let odds = (chances[0] / chances[at]).ln();
                assert!((odds - expected * thirds).abs() < 1e-4, "{strength}: {chances:?}");
            }
        }
        assert_eq!(precision.at(100.0), Precision::MOST);
    }

    /// Played out card by card, both sides best.
    fn plain(world: &World, seat: usize) -> f32 {
        if world.is_over() {
            return f32::from(world.thirds[seat]);
        }
        let after = crate::trset::cards::Bits(world.playable()).map(|card| {
            let mut next = *world;
            next.play(card);
            plain(&next, seat)
        });
        if (world.seat() == seat) == world.rules.kifameno {
            after.fold(f32::INFINITY, f32::min)
        } else {
            after.fold(f32::NEG_INFINITY, f32::max)
        }
    }

    #[test]
    fn merits_are_what_a_card_gives_away() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut worse, mut replies) = (0, 0);
        for number in 0..60 {
            let kifameno = number % 2 == 1;
            let world = few_cards(Rules::two_players(kifameno), 3, [4, 6, 0, 0], &mut rng);
            let seat = world.seat();
            let best = plain(&world, seat);
            let found = merits(&world, &mut Ending::new(kifameno));
            assert!(found.iter().any(|&(_, merit)| merit == 0.0));
            for (card, merit) in found {
                let mut next = world;
                next.play(card);
                let lost = (plain(&next, seat) - best).abs();
                assert_eq!(merit, -lost, "{world:?}");
                worse += usize::from(merit < 0.0);
            }
            replies += usize::from(world.played > 0);
        }
        assert!(worse > 20 && replies > 5, "{worse} {replies}");
    }
}
