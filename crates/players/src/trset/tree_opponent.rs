//! An opponent of two who plays by policy in the tree instead of by search.
//!
//! All worlds share one tree and one own hand, so an opponent modelled by search plays as if
//! seeing that hand. An opponent modelled by a policy uses only their own knowledge. The policy is
//! drawn in every iteration from the beliefs about that opponent (F. Southey et al., "Bayes' bluff: opponent
//! modelling in poker", 2005).

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_search::dice;

use super::cards::{representative, representatives};
use super::opponent_policy::{Observation, OpponentPolicy, Seen};
use super::{Situation, World};

/// An opponent with a policy, while there is a stock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opponent {
    policy: &'static OpponentPolicy,
    seat: usize,
    /// The public knowledge about the opponent.
    seen: Seen,
}

impl Opponent {
    /// Draws one by the probability of each policy. `None` if more than two play, or if a stranger
    /// is drawn.
    pub fn draw(
        situation: &Situation,
        beliefs: &[f64; OpponentPolicy::COUNT],
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let two = situation.two()?;
        let mut at = dice::unit(rng);
        let drawn = beliefs.iter().position(|belief| {
            at -= belief;
            at < 0.0
        });
        let policy = &OpponentPolicy::learned(situation.rules().kifameno)[drawn?];
        Some(Self { policy, seat: situation.seat() ^ 1, seen: two.seen })
    }

    /// The card that they play if it is their turn and there is a stock. Of
    /// equivalent cards, the lowest.
    pub fn plays(&self, world: &World, rng: &mut impl Rng) -> Option<u8> {
        if world.seat() != self.seat || world.is_ending() {
            return None;
        }
        let odds = self.policy.odds(&Observation::of(world, &self.seen));
        let weights: ArrayVec<f64, 10> = odds.iter().map(|&(_, odds)| f64::from(odds)).collect();
        let (card, _) = odds[dice::weighted(rng, &weights)];
        let kept = representatives(world.playable(), world.others(self.seat));
        Some(representative(kept, card))
    }

    /// Sees a card played from one world to the next.
    pub fn observe(&mut self, before: &World, after: &World) {
        self.seen.observe(self.seat, before, after);
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::{Game, HiddenInformation, Observer, Seat};
    use vzetek_trset::{Options, Trset, Variant};

    use super::*;
    use crate::trset::cards::Bits;
    use crate::trset::{History, OpponentModel};

    fn rng(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    /// A deal after `cards` random cards, as the seat to move sees it.
    fn situation(seats: u8, cards: usize) -> Situation {
        let (mut rng, mut history) = (rng(cards as u64), History::new());
        let options = Options::new(Variant::Trset, seats).unwrap();
        let mut deal: Trset = vzetek_game::sharing::deal(&options, Seat::new(0), &mut rng);
        for _ in 0..cards {
            let legal = deal.legal_actions();
            let chosen = legal[dice::below(&mut rng, legal.len() as u32) as usize];
            deal.apply(chosen).unwrap().iter().for_each(|event| history.observe(event));
        }
        let view = deal.view(Observer::Seat(deal.current_player().unwrap()));
        Situation::new(&view, &history, &OpponentModel::NONE)
    }

    #[test]
    fn policies_are_drawn_as_they_are_believed() {
        let two = situation(2, 6);
        let mut rng = rng(1);
        let mut counts = [0; OpponentPolicy::COUNT + 1];
        for _ in 0..10_000 {
            let drawn = Opponent::draw(&two, &[0.5, 0.1, 0.2], &mut rng);
            let learned = OpponentPolicy::learned(false).iter();
            let which = drawn.map_or(OpponentPolicy::COUNT, |opponent| {
                learned.take_while(|policy| !std::ptr::eq(*policy, opponent.policy)).count()
            });
            counts[which] += 1;
        }
        for (count, expected) in counts.into_iter().zip([5_000, 1_000, 2_000, 2_000_i32]) {
            assert!((expected - count).abs() < 150, "{counts:?}");
        }

        assert!(Opponent::draw(&situation(3, 6), &[1.0, 0.0, 0.0], &mut rng).is_none());
    }

    /// The own hand may be anything for all that the opponent knows.
    #[test]
    fn cards_are_played_by_policy_whatever_the_own_hand_is() {
        let mut rng = rng(2);
        for cards in [5, 8, 13] {
            let situation = situation(2, cards);
            let opponent = Opponent::draw(&situation, &[1.0, 0.0, 0.0], &mut rng).unwrap();
            let mut world = situation.sample(&mut rng);
            assert_eq!(opponent.plays(&world, &mut rng), None, "not their turn");
            let before = world;
            world.play(Bits(world.playable()).next().unwrap());
            let mut seeing = opponent;
            seeing.observe(&before, &world);
            if world.seat() != opponent.seat {
                continue;
            }
            // Hidden cards change places, all that they know stays.
            let mut other = world;
            let hidden = world.hands[opponent.seat ^ 1] & !seeing.seen.facing;
            let given = Bits(hidden).next().unwrap();
            let taken = std::mem::replace(&mut other.stock[0], given);
            other.hands[opponent.seat ^ 1] ^= 1 << given | 1 << taken;
            let mut counts = [[0i32; 40]; 2];
            for _ in 0..5_000 {
                for (world, counts) in [world, other].iter().zip(&mut counts) {
                    let card = seeing.plays(world, &mut rng).unwrap();
                    assert!(world.playable() >> card & 1 == 1);
                    counts[usize::from(card)] += 1;
                }
            }
            for (one, other) in counts[0].iter().zip(counts[1]) {
                assert!((one - other).abs() < 300, "{counts:?}");
            }
        }
    }

    #[test]
    fn once_the_stock_is_drawn_the_search_plays() {
        let situation = situation(2, 7);
        let mut rng = rng(3);
        let opponent = Opponent::draw(&situation, &[1.0, 0.0, 0.0], &mut rng).unwrap();
        let mut world = situation.sample(&mut rng);
        while !world.is_over() {
            let plays = opponent.plays(&world, &mut rng);
            let theirs = world.seat() == opponent.seat && world.stock_len > 0;
            assert_eq!(plays.is_some(), theirs);
            world.play(plays.unwrap_or_else(|| Bits(world.playable()).next().unwrap()));
        }
    }
}
