//! The choice of a group of the talon, and of discards (section 4.2.3, algorithm 5).

use rand_core::Rng;
use vzetek_tarok::{Action, CardSet, KINGS, Suit, TRULA, Taking, Undertaking};

use super::thinking::{Choice, Exchanged, Thinking, difference, hands};
use crate::tarok::constants::exchange;
use crate::tarok::selective::Selective;

/// Final combinations that are simulated for one combination of suits *(ours)*:
/// Luštrek (2002) says all, of which there can be hundreds.
const MOST_FINAL: usize = 24;

/// The best discards, and their worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub discards: CardSet,
    /// The worth of the combination of suits they belong to, in points of difference (equation 4).
    pub combination: f64,
    pub simulated: usize,
}

/// A hand that has to be discarded from.
#[derive(Clone, Copy)]
pub(super) struct Discarding<'a> {
    pub undertaking: &'a Undertaking,
    /// The hand with what was taken.
    pub hand: CardSet,
    pub count: usize,
    /// The cards that came from the talon.
    pub taken: CardSet,
    /// The cards of the talon that are left to the defenders.
    pub left: CardSet,
    /// The cards discarded before.
    pub earlier: CardSet,
    /// The least number of simulated games.
    pub simulations: usize,
}

pub(super) fn choose_group<const N: usize>(
    thinking: &Thinking<'_, N>,
    taking: &Taking,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let hand = thinking.question.view.hand.unwrap_or_default();
    let talon: CardSet = taking.talon.iter().copied().collect();
    let mut best: Option<(usize, Best)> = None;
    let mut samples = 0;
    for (index, group) in taking.groups().enumerate() {
        let taken: CardSet = group.iter().copied().collect();
        let discarding = Discarding {
            undertaking: &taking.undertaking,
            hand: hand | taken,
            count: group.len(),
            taken,
            left: talon - taken,
            earlier: CardSet::EMPTY,
            simulations: thinking.simulations(exchange::SIMULATIONS),
        };
        let mut others = |rng: &mut _| hands(&thinking.hidden.sample(rng));
        let found = discarding.search(thinking, &mut others, search, rng);
        samples += found.simulated;
        if best.is_none_or(|(_, best)| found.combination > best.combination) {
            best = Some((index, found));
        }
    }
    let (group, _) = best.expect("the talon has groups");
    Choice { action: Action::Take(group as u8), samples }
}

pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    undertaking: &Undertaking,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let exchange = undertaking.exchange.as_ref().expect("a group was taken");
    let view = thinking.question.view;
    let discarding = Discarding {
        undertaking,
        hand: view.hand.unwrap_or_default(),
        count: exchange.to_discard(),
        taken: exchange.taken,
        left: exchange.left,
        earlier: view.discards | exchange.shown,
        simulations: thinking.simulations(exchange::SIMULATIONS),
    };
    let mut others = |rng: &mut _| hands(&thinking.hidden.sample(rng));
    let best = discarding.search(thinking, &mut others, search, rng);
    let mut actions = best.discards.iter().map(Action::Discard);
    let action = actions.find(|action| thinking.question.legal.contains(action));
    Choice { action: action.expect("some of the discards may go first"), samples: best.simulated }
}

impl Discarding<'_> {
    /// The best discards: the most promising combinations of suits, filled up
    /// in every way, each in simulated games. `others` draws what the other
    /// players hold.
    pub fn search<const N: usize, R: Rng>(
        &self,
        thinking: &Thinking<'_, N>,
        others: &mut impl FnMut(&mut R) -> [CardSet; N],
        search: &mut Selective<N>,
        rng: &mut R,
    ) -> Best {
        let mut best: Option<Best> = None;
        let mut simulated = 0;
        for combination in self.combinations() {
            let finals = self.finals(combination);
            let each = self.simulations.div_ceil(finals.len());
            let (mut sum, mut highest): (f64, Option<(CardSet, f64)>) = (0.0, None);
            for &discards in &finals {
                let mut total = 0;
                for _ in 0..each {
                    total += self.simulate(thinking, others(rng), discards, search);
                    simulated += 1;
                }
                let value = f64::from(total) / each as f64;
                sum += value;
                if highest.is_none_or(|(_, highest)| value > highest) {
                    highest = Some((discards, value));
                }
                if thinking.budget.is_late() {
                    break;
                }
            }
            let (discards, value) = highest.expect("there is a final combination");
            let count = finals.len() as f64;
            let combination =
                (exchange::BEST_COUNTS * value + sum) / (exchange::BEST_COUNTS + count);
            if best.is_none_or(|best| combination > best.combination) {
                best = Some(Best { discards, combination, simulated: 0 });
            }
        }
        Best { simulated, ..best.expect("there is a combination of suits") }
    }

    fn simulate<const N: usize>(
        &self,
        thinking: &Thinking<'_, N>,
        mut hands: [CardSet; N],
        discards: CardSet,
        search: &mut Selective<N>,
    ) -> i32 {
        hands[self.undertaking.declarer.index()] = self.hand - discards;
        let discards = discards | self.earlier;
        let exchanged = Exchanged { discards, left: self.left, taken: self.taken };
        let start = thinking.first_card(self.undertaking, hands, &exchanged);
        difference(&search.play_out(start))
    }

    /// The best combinations of suits by equation 3: each suit in them is
    /// emptied, or left with its king alone.
    fn combinations(&self) -> Vec<CardSet> {
        let mut all: Vec<(i32, CardSet)> = Vec::new();
        let emptied = |suit: &Suit| (self.hand & suit.cards()) - KINGS;
        for chosen in 0..16u8 {
            let suits = Suit::ALL[..4].iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            let suits = suits.map(|(_, suit)| suit);
            if suits.clone().any(|suit| emptied(suit).is_empty()) {
                continue;
            }
            let cards = suits.clone().fold(CardSet::EMPTY, |all, suit| all | emptied(suit));
            if cards.len() <= self.count {
                let value = |suit: &Suit| {
                    let king = !(self.hand & suit.cards()).is_disjoint(KINGS);
                    let worth: u8 = emptied(suit).iter().map(|card| card.value()).sum();
                    exchange::EMPTIED_SUIT
                        + exchange::KING * i32::from(king)
                        + exchange::DISCARDED_VALUE * i32::from(worth)
                };
                all.push((suits.map(value).sum(), cards));
            }
        }
        all.sort_by_key(|(value, _)| -value);
        all.truncate(exchange::COMBINATIONS);
        all.into_iter().map(|(_, cards)| cards).collect()
    }

    /// All ways to fill a combination of suits up, or as many as there is time
    /// for. Taroks only if there is nothing else *(ours)*.
    fn finals(&self, combination: CardSet) -> Vec<CardSet> {
        let allowed = self.hand - KINGS - TRULA - combination;
        let plain = allowed - Suit::Taroks.cards();
        let missing = self.count - combination.len();
        let mut finals = Vec::new();
        if plain.len() >= missing {
            fill(plain, missing, combination, &mut finals);
        } else {
            let taroks: CardSet = (allowed - plain).iter().take(missing - plain.len()).collect();
            finals.push(combination | plain | taroks);
        }
        // Evenly spread over all of them.
        let step = finals.len().div_ceil(MOST_FINAL).max(1);
        finals.into_iter().step_by(step).collect()
    }
}

/// Every way to add `count` of these cards.
fn fill(cards: CardSet, count: usize, chosen: CardSet, finals: &mut Vec<CardSet>) {
    if count == 0 {
        return finals.push(chosen);
    }
    let mut rest = cards;
    while rest.len() >= count {
        let card = rest.first().expect("there are enough");
        rest.remove(card);
        fill(rest, count - 1, chosen.with(card), finals);
    }
}
