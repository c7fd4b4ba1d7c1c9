//! The evidence of players' bids about the cards that were dealt.

use vzetek_game::Seat;
use vzetek_tarok::{CardSet, Contract, Event, MOST_PLAYERS, Options};

use super::appraisal::{appraise_all, appraise_passing, log_odds_of_berac};

/// The difference in value, in points, between two hands of which one is e
/// times likelier to bid than the other.
const SLACK: f64 = 12.0;

/// The difference for choosing solo, which players do not do lightly.
const SLACK_OF_RARE: f64 = 5.0;

/// The slope at which the chance that berač is said grows with the logarithm of its odds; at even
/// ones it is a half. One hand in thousands is worth it: where any other hand counts for a little,
/// its bidder most likely holds such a one.
const SLOPE_OF_BERAC: f64 = 8.0;

/// The least probability of a pass: players differ. Passing over a good hand is
/// commoner than playing what one cannot.
const LEAST_PASSED: f64 = 0.02;

/// The least probability of a bid or a choice of contract. Far less than the share of hands that
/// are worth a solo: otherwise the bidder of one would most likely hold any hand.
const LEAST_SAID: f64 = 1e-6;

/// The others' bids of a deal, as far as they were seen.
pub(super) struct Bids {
    /// The contracts that are appraised, low to high.
    contracts: &'static [Contract],
    /// The seats that made a choice, each with the choice.
    choices: Vec<(Seat, Choice)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// A pass with this as the standing bid.
    Passed(Contract),
    /// A bid of this.
    Bid(Contract),
    /// A choice of the first, with the second as the standing bid.
    Chose(Contract, Contract),
}

impl Bids {
    /// The bids of all but `me`.
    pub fn new(events: &[Event], me: Seat, options: &Options) -> Self {
        let mut choices = Vec::new();
        let mut standing = Contract::Three;
        for event in events {
            match *event {
                Event::Bid { seat, contract } => {
                    standing = contract;
                    choices.push((seat, Choice::Bid(contract)));
                }
                Event::Passed { seat } => choices.push((seat, Choice::Passed(standing))),
                Event::Chosen { seat, contract, .. } => {
                    choices.push((seat, Choice::Chose(contract, standing)));
                    break;
                }
                _ => break,
            }
        }
        choices.retain(|&(seat, _)| seat != me);
        Self { contracts: appraised(options), choices }
    }

    /// Returns true if no bids were seen.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Returns true if a player bid or chose a contract that hardly any hand is
    /// worth: solo or berač.
    pub fn are_rare(&self) -> bool {
        self.choices.iter().any(|(_, choice)| match choice {
            Choice::Passed(_) => false,
            Choice::Bid(contract) | Choice::Chose(contract, _) => *contract > Contract::One,
        })
    }

    /// Returns the log-likelihood of these bids if each seat was dealt this.
    pub fn weight(&self, dealt: impl Fn(Seat) -> CardSet) -> f64 {
        if self.choices.is_empty() {
            return 0.0;
        }
        let mut values: [Option<Values>; MOST_PLAYERS] = [None; MOST_PLAYERS];
        let mut sum = 0.0;
        for &(seat, choice) in &self.choices {
            if let Some(is_free) = choice.is_for_berac() {
                if is_free {
                    let odds = log_odds_of_berac(dealt(seat));
                    sum -= (-SLOPE_OF_BERAC * odds).exp().ln_1p();
                }
                continue;
            }
            let values = values[seat.index()].get_or_insert_with(|| Values::of(dealt(seat)));
            let least = if matches!(choice, Choice::Passed(_)) { LEAST_PASSED } else { LEAST_SAID };
            sum += choice.chance(values, self.contracts).max(least).ln();
        }
        sum
    }
}

/// The values of a hand to its holder.
#[derive(Clone, Copy, Debug)]
struct Values {
    /// By the contract's number.
    declaring: [f64; Contract::ALL.len()],
    passing: f64,
}

impl Values {
    fn of(hand: CardSet) -> Self {
        Self { declaring: appraise_all(hand), passing: appraise_passing(hand) }
    }
}

impl Choice {
    /// Returns, for a choice of berač, true if there was another choice; `None`
    /// for other choices.
    fn is_for_berac(self) -> Option<bool> {
        match self {
            Self::Bid(contract) if contract.is_berac() => Some(true),
            Self::Chose(contract, standing) if contract.is_berac() => Some(!standing.is_berac()),
            _ => None,
        }
    }

    /// Returns the probability of this choice by a holder to whom the contracts
    /// have these values.
    fn chance(self, values: &Values, contracts: &[Contract]) -> f64 {
        let highest = *contracts.last().expect("there are contracts");
        let best = |least: Contract| {
            contracts
                .iter()
                .filter(|&&contract| contract >= least)
                .map(|&contract| values.declaring[contract as usize])
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let wants = |value: f64| 1.0 / (1.0 + ((values.passing - value) / SLACK).exp());
        match self {
            Self::Passed(standing) => 1.0 - wants(best(above(standing, contracts))),
            Self::Bid(contract) => wants(best(contract.min(highest))),
            Self::Chose(chosen, standing) => {
                let open = |contract: &Contract| *contract >= standing || chosen < standing;
                let all = contracts.iter().filter(|contract| open(contract));
                let slack = if chosen > Contract::One { SLACK_OF_RARE } else { SLACK };
                let share =
                    |contract: Contract| (values.declaring[contract as usize] / slack).exp();
                let total: f64 = all.map(|&contract| share(contract)).sum();
                share(chosen.min(highest)) / total
            }
        }
    }
}

/// Returns the contracts that hands are appraised for, low to high.
pub(super) fn appraised(options: &Options) -> &'static [Contract] {
    if options.is_four() { &Contract::OF_FOUR[..9] } else { &Contract::OF_THREE[..6] }
}

/// Returns the contract that must about be bid over this: a player who sits
/// before may hold it.
pub(super) fn above(standing: Contract, contracts: &[Contract]) -> Contract {
    let higher = contracts.iter().find(|&&contract| contract > standing);
    *higher.or(contracts.last()).expect("there are contracts")
}
