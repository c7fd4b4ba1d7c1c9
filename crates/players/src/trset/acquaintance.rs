//! What one of two players knows of how the other plays, from deals that are
//! over.

use std::ops::{AddAssign, Mul};

use serde::{Deserialize, Serialize};
use vzetek_trset::{Variant, View};

use super::History;
use super::habits::{Habit, Moment};

/// How often somebody with a habit plays just any card.
const SLIP: f64 = 0.02;

/// How often a stranger does who has something of the habits. Another stranger
/// never plays but any card.
const WHIM: f64 = 0.5;

/// How many times as likely as somebody with a given habit each stranger is.
/// Without them, what is inferred of players whom no habit was learned from is
/// worse than nothing: docs/STRENGTH.md.
const STRANGERS: f64 = 2.0;

/// Nobody is known so well that another kind is so many times less likely:
/// people change, and others sit down in their place.
const SURE: f64 = 1e-3;

/// A number for each kind of player: those with a habit, and strangers, who
/// play any card half of the time or always.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kinds(pub [f64; Self::COUNT]);

impl Kinds {
    /// How many kinds there are.
    pub const COUNT: usize = Habit::COUNT + 2;

    /// How likely each kind would have played like that with these hidden cards.
    pub fn telling(past: &[Moment], hidden: u64, kifameno: bool) -> Self {
        let habits = Habit::learned(kifameno);
        let mut kinds = [1.0; Self::COUNT];
        let (habitual, strange) = kinds.split_at_mut(Habit::COUNT);
        for moment in past {
            let moment = moment.with(hidden);
            let choices = moment.legal().count_ones();
            if choices == 1 {
                continue;
            }
            let any = 1.0 / f64::from(choices);
            let slipping = |chance: f32, slip: f64| (1.0 - slip) * f64::from(chance) + slip * any;
            let chances = Habit::chances(habits, &moment);
            for (product, &chance) in habitual.iter_mut().zip(&chances) {
                *product *= slipping(chance, SLIP);
            }
            // The first habit is that of all who were learned from.
            strange[0] *= slipping(chances[0], WHIM);
            strange[1] *= any;
        }
        Self(kinds)
    }

    /// All together.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The share of each habit.
    pub fn habits(&self) -> [f64; Habit::COUNT] {
        std::array::from_fn(|habit| self.0[habit] / self.total())
    }
}

/// Before anything is known.
impl Default for Kinds {
    fn default() -> Self {
        let is_habit = |kind: usize| kind < Habit::COUNT;
        Self(std::array::from_fn(|kind| if is_habit(kind) { 1.0 } else { STRANGERS }))
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

/// How likely each kind of player would have played as the other of two has
/// done in deals that are over. To begin with, nothing is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acquaintance([f64; Kinds::COUNT]);

impl Default for Acquaintance {
    fn default() -> Self {
        Self::NONE
    }
}

impl Acquaintance {
    /// With somebody never met before.
    pub const NONE: Self = Self([1.0; Kinds::COUNT]);

    /// With somebody who surely has this habit.
    #[cfg(test)]
    pub(super) fn sure_of(habit: usize) -> Self {
        Self(std::array::from_fn(|kind| if kind == habit { 1.0 } else { SURE }))
    }

    /// Learns from a deal that is over, as a seat has seen it. From a deal of
    /// more than two, or one that was not seen, there is nothing to learn.
    pub fn learn(&mut self, view: &View, history: &History) {
        if view.table().options.seats() != 2 || view.observer().is_none() {
            return;
        }
        // Every card was played, so none of them is hidden any more.
        let past = Moment::past(view, history);
        let told = Kinds::telling(&past, 0, view.table().options.variant == Variant::Kifameno);
        let known = Kinds(self.0) * told;
        let most = known.0.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        self.0 = known.0.map(|kind| (kind / most).max(SURE));
    }

    /// How likely each kind is.
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
    use crate::trset::habits::Seen;

    /// A whole deal in which the first seat plays anything, and the others by
    /// this habit as long as there is a stock, or anything.
    fn deal(seats: u8, seed: u64, habit: Option<&Habit>) -> (View, History) {
        let (mut rng, mut history) = (Xoshiro256PlusPlus::seed_from_u64(seed), History::new());
        let options = Options::new(Variant::Trset, seats).unwrap();
        let mut pack = <Trset as Game>::pack(&options);
        vzetek_game::sharing::shuffle(&mut pack, &mut rng);
        let mut deal = Trset::deal(&options, Seat::new(0), &pack).unwrap();
        while let Some(seat) = deal.current_player() {
            let habit = habit.filter(|_| seat != Seat::new(0) && !deal.stock().is_empty());
            let action = match habit {
                Some(habit) => {
                    let view = deal.view(Observer::Seat(Seat::new(0)));
                    let led = deal.table().trick.cards().first().map(|&card| index(card));
                    let gone = view.table().piles[Seat::new(0)] | view.table().piles[seat];
                    let seen = Seen::now(&view, &history);
                    let moment = Moment {
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
                    let odds = habit.odds(&moment);
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

    fn learn(acquaintance: &mut Acquaintance, seeds: std::ops::Range<u64>, habit: Option<&Habit>) {
        for seed in seeds {
            let (view, history) = deal(2, seed, habit);
            acquaintance.learn(&view, &history);
        }
    }

    #[test]
    fn a_player_is_known_after_some_deals_and_known_anew_after_others() {
        let habits = Habit::learned(false);
        let mut acquaintance = Acquaintance::NONE;
        assert_eq!(acquaintance.kinds(), Kinds::default());
        learn(&mut acquaintance, 0..6, Some(&habits[1]));
        let [_, first, second] = acquaintance.kinds().habits();
        assert!(first > 0.8 && second < 0.05, "{acquaintance:?}");
        learn(&mut acquaintance, 10..16, Some(&habits[2]));
        let [_, first, second] = acquaintance.kinds().habits();
        assert!(first < 0.05 && second > 0.8, "{acquaintance:?}");
        learn(&mut acquaintance, 20..24, None);
        let known: f64 = acquaintance.kinds().habits().iter().sum();
        assert!(known < 0.05, "{acquaintance:?}");
        let kept = serde_json::to_string(&acquaintance).unwrap();
        assert_eq!(serde_json::from_str::<Acquaintance>(&kept).unwrap(), acquaintance);
    }

    #[test]
    fn of_more_than_two_nothing_is_learned() {
        let (view, history) = deal(3, 1, None);
        let mut acquaintance = Acquaintance::NONE;
        acquaintance.learn(&view, &history);
        assert_eq!(acquaintance, Acquaintance::NONE);
    }
}
