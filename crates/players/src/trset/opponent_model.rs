//! A model of the opponent's play in two-player deals, from deals that are over.

use std::ops::{AddAssign, Mul};

use serde::{Deserialize, Serialize};
use vzetek_trset::{Variant, View};

use super::History;
use super::opponent_policy::{Observation, OpponentPolicy};

/// The probability that a player with a policy plays just any card.
const SLIP: f64 = 0.02;

/// The probability that a stranger who has something of the policies plays just
/// any card. Another stranger never plays but any card.
const WHIM: f64 = 0.5;

/// The prior odds of each stranger against a player with a given policy.
/// Without them, what is inferred of players whom no policy was learned from is
/// worse than nothing: docs/notes/2026-11.md.
const STRANGERS: f64 = 2.0;

/// The least likelihood of a kind relative to the likeliest: no player is known better than that,
/// since people change, and others sit down in their place.
const SURE: f64 = 1e-3;

/// A number for each kind of player: those with a policy, and strangers, who
/// play any card half of the time or always.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kinds(pub [f64; Self::COUNT]);

impl Kinds {
    /// The number of kinds.
    pub const COUNT: usize = OpponentPolicy::COUNT + 2;

    /// Returns the likelihood of these past plays with these hidden cards, for
    /// each kind.
    pub fn telling(past: &[Observation], hidden: u64, kifameno: bool) -> Self {
        let policies = OpponentPolicy::learned(kifameno);
        let mut kinds = [1.0; Self::COUNT];
        let (learned, strange) = kinds.split_at_mut(OpponentPolicy::COUNT);
        for observation in past {
            let observation = observation.with(hidden);
            let choices = observation.legal().count_ones();
            if choices == 1 {
                continue;
            }
            let any = 1.0 / f64::from(choices);
            let slipping = |chance: f32, slip: f64| (1.0 - slip) * f64::from(chance) + slip * any;
            let chances = OpponentPolicy::chances(policies, &observation);
            for (product, &chance) in learned.iter_mut().zip(&chances) {
                *product *= slipping(chance, SLIP);
            }
            // The first policy is that of all who were learned from.
            strange[0] *= slipping(chances[0], WHIM);
            strange[1] *= any;
        }
        Self(kinds)
    }

    /// Returns the sum over all kinds.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The share of each policy.
    pub fn policies(&self) -> [f64; OpponentPolicy::COUNT] {
        std::array::from_fn(|policy| self.0[policy] / self.total())
    }
}

/// Before anything is known.
impl Default for Kinds {
    fn default() -> Self {
        let is_policy = |kind: usize| kind < OpponentPolicy::COUNT;
        Self(std::array::from_fn(|kind| if is_policy(kind) { 1.0 } else { STRANGERS }))
    }
}

impl Mul for Kinds {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind] * other.0[kind]))
    }
}

impl AddAssign for Kinds {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, kind)| *sum += kind);
    }
}

/// The likelihood, for each kind of player, of the opponent's play in deals
/// that are over. To begin with, nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpponentModel([f64; Kinds::COUNT]);

impl Default for OpponentModel {
    fn default() -> Self {
        Self::NONE
    }
}

impl OpponentModel {
    /// With a player never met before.
    pub const NONE: Self = Self([1.0; Kinds::COUNT]);

    /// With a player who surely has this policy.
    #[cfg(test)]
    pub(super) fn sure_of(policy: usize) -> Self {
        Self(std::array::from_fn(|kind| if kind == policy { 1.0 } else { SURE }))
    }

    /// Learns from a deal that is over, as a seat has seen it. From a deal of
    /// more than two, or one that was not seen, there is nothing to learn.
    pub fn learn(&mut self, view: &View, history: &History) {
        if view.table.options.seats() != 2 || view.observer.is_none() {
            return;
        }
        // Every card was played, so none of them is hidden any more.
        let past = Observation::past(view, history);
        let told = Kinds::telling(&past, 0, view.table.options.variant == Variant::Kifameno);
        let known = Kinds(self.0) * told;
        let most = known.0.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        self.0 = known.0.map(|kind| (kind / most).max(SURE));
    }

    /// Returns the weight of each kind, not normalised.
    pub(super) fn kinds(&self) -> Kinds {
        Kinds::default() * Kinds(self.0)
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::{Game, HiddenInformation, Observer, Seat};
    use vzetek_search::dice;
    use vzetek_trset::{Action, Options, Trset};

    use super::*;
    use crate::trset::cards::{card, index};
    use crate::trset::opponent_policy::Seen;

    /// A whole deal in which the first seat plays anything, and the others by
    /// this policy as long as there is a stock, or anything.
    fn deal(seats: u8, seed: u64, policy: Option<&OpponentPolicy>) -> (View, History) {
        let (mut rng, mut history) = (Xoshiro256PlusPlus::seed_from_u64(seed), History::new());
        let options = Options::new(Variant::Trset, seats).unwrap();
        let mut deal: Trset = vzetek_game::sharing::deal(&options, Seat::new(0), &mut rng);
        while let Some(seat) = deal.current_player() {
            let policy = policy.filter(|_| seat != Seat::new(0) && !deal.stock().is_empty());
            let action = match policy {
                Some(policy) => {
                    let view = deal.view(Observer::Seat(Seat::new(0)));
                    let led = deal.table().trick.cards().first().map(|&card| index(card));
                    let gone = view.table.piles[Seat::new(0)] | view.table.piles[seat];
                    let seen = Seen::now(&view, &history);
                    let observation = Observation {
                        card: 0,
                        hand: deal.hand(seat).bits(),
                        gone: (gone | deal.table().trick.card_set()).bits(),
                        led,
                        known: seen.known,
                        facing: seen.facing,
                        lacking: seen.lacking,
                        leads: seen.leads,
                        thirds: [deal.table().thirds[seat], deal.table().thirds[Seat::new(0)]],
                        stock: deal.stock().len() as u8,
                    };
                    let odds = policy.odds(&observation);
                    let weights: Vec<f64> = odds.iter().map(|odds| f64::from(odds.1)).collect();
                    Action::Play(card(odds[dice::weighted(&mut rng, &weights)].0))
                }
                None => {
                    let legal = deal.legal_actions();
                    legal[dice::below(&mut rng, legal.len() as u32) as usize]
                }
            };
            deal.apply(action).unwrap().iter().for_each(|event| history.observe(event));
        }
        (deal.view(Observer::Seat(Seat::new(0))), history)
    }

    fn learn(
        opponent_model: &mut OpponentModel,
        seeds: std::ops::Range<u64>,
        policy: Option<&OpponentPolicy>,
    ) {
        for seed in seeds {
            let (view, history) = deal(2, seed, policy);
            opponent_model.learn(&view, &history);
        }
    }

    #[test]
    fn a_player_is_known_after_some_deals_and_known_anew_after_others() {
        let policies = OpponentPolicy::learned(false);
        let mut opponent_model = OpponentModel::NONE;
        assert_eq!(opponent_model.kinds(), Kinds::default());
        learn(&mut opponent_model, 0..6, Some(&policies[1]));
        let [_, first, second] = opponent_model.kinds().policies();
        assert!(first > 0.8 && second < 0.05, "{opponent_model:?}");
        learn(&mut opponent_model, 10..16, Some(&policies[2]));
        let [_, first, second] = opponent_model.kinds().policies();
        assert!(first < 0.05 && second > 0.8, "{opponent_model:?}");
        learn(&mut opponent_model, 20..24, None);
        let known: f64 = opponent_model.kinds().policies().iter().sum();
        assert!(known < 0.05, "{opponent_model:?}");
        let kept = serde_json::to_string(&opponent_model).unwrap();
        assert_eq!(serde_json::from_str::<OpponentModel>(&kept).unwrap(), opponent_model);
    }

    #[test]
    fn of_more_than_two_nothing_is_learned() {
        let (view, history) = deal(3, 1, None);
        let mut opponent_model = OpponentModel::NONE;
        opponent_model.learn(&view, &history);
        assert_eq!(opponent_model, OpponentModel::NONE);
    }
}
