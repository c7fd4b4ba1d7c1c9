//! What a player's bids say about the cards that were dealt.

use vzetek_game::Seat;
use vzetek_tarok::{CardSet, Contract, Event, SEATS};

use super::appraisal::{appraise_all, log_odds_of_berac};

/// How far apart, in points, two hands are of which one is e times likelier to
/// bid than the other.
const SLACK: f64 = 12.0;

/// The same for choosing solo, which nobody does lightly.
const SLACK_OF_RARE: f64 = 5.0;

/// What a hand must promise before its holder bids.
const WORTH_BIDDING: f64 = 0.0;

/// How steep the chance that berač is said grows with the logarithm of its
/// odds; at even ones it is a half. One hand in thousands is worth it: where
/// any other hand counts for a little, whoever said it most likely holds such
/// a one.
const SLOPE_OF_BERAC: f64 = 8.0;

/// Nothing is taken for less likely than this: players differ. Passing over a
/// good hand is commoner than playing what one cannot.
const LEAST_PASSED: f64 = 0.02;

/// The same for bids and contracts. Far less than the share of hands that are
/// worth a solo: otherwise whoever said one would most likely hold any hand.
const LEAST_SAID: f64 = 1e-6;

/// The others' bids of a deal, as far as they were seen.
pub(super) struct Bids {
    /// Who made up their mind, and about what.
    choices: Vec<(Seat, Choice)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Would have had to bid at least this, and did not.
    Passed(Contract),
    /// Bid this.
    Bid(Contract),
    /// Chose this, with at least that bid.
    Chose(Contract, Contract),
}

impl Bids {
    /// The bids of all but `me`.
    pub fn new(events: &[Event], me: Seat) -> Self {
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
        Self { choices }
    }

    /// Whether nothing was seen of them.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Whether somebody bid or chose what hardly any hand is worth: solo and
    /// berač.
    pub fn are_rare(&self) -> bool {
        self.choices.iter().any(|(_, choice)| match choice {
            Choice::Passed(_) => false,
            Choice::Bid(contract) | Choice::Chose(contract, _) => *contract >= Contract::Solo,
        })
    }

    /// The logarithm of how likely these bids are if each seat was dealt this.
    pub fn weight(&self, dealt: impl Fn(Seat) -> CardSet) -> f64 {
        if self.choices.is_empty() {
            return 0.0;
        }
        let mut values: [Option<[f64; 7]>; SEATS] = [None; SEATS];
        let mut sum = 0.0;
        for &(seat, choice) in &self.choices {
            if let Some(is_free) = choice.is_for_berac() {
                if is_free {
                    let odds = log_odds_of_berac(dealt(seat));
                    sum -= (-SLOPE_OF_BERAC * odds).exp().ln_1p();
                }
                continue;
            }
            let values = values[seat.index()].get_or_insert_with(|| appraise_all(dealt(seat)));
            let least = if matches!(choice, Choice::Passed(_)) { LEAST_PASSED } else { LEAST_SAID };
            sum += choice.chance(values).max(least).ln();
        }
        sum
    }
}

impl Choice {
    /// Whether there was another choice, if this is one for berač.
    fn is_for_berac(self) -> Option<bool> {
        match self {
            Self::Bid(contract) if contract.is_berac() => Some(true),
            Self::Chose(contract, standing) if contract.is_berac() => Some(!standing.is_berac()),
            _ => None,
        }
    }

    /// How likely a holder makes this choice, to whom the contracts are worth
    /// this.
    fn chance(self, values: &[f64; 7]) -> f64 {
        let best = |least: Contract| {
            Contract::ALL[least as usize..6]
                .iter()
                .map(|&contract| values[contract as usize])
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let wants = |value: f64| 1.0 / (1.0 + ((WORTH_BIDDING - value) / SLACK).exp());
        match self {
            Self::Passed(standing) => 1.0 - wants(best(above(standing))),
            Self::Bid(contract) => wants(best(contract.min(Contract::Berac))),
            Self::Chose(chosen, standing) => {
                let open = |contract: &Contract| *contract >= standing || chosen < standing;
                let all = Contract::ALL[..6].iter().filter(|contract| open(contract));
                let slack = if chosen >= Contract::Solo { SLACK_OF_RARE } else { SLACK };
                let share = |contract: Contract| (values[contract as usize] / slack).exp();
                let total: f64 = all.map(|&contract| share(contract)).sum();
                share(chosen.min(Contract::Berac)) / total
            }
        }
    }
}

/// What has to be bid over this, about: who sits before may hold it.
fn above(standing: Contract) -> Contract {
    Contract::ALL[(standing as usize + 1).min(5)]
}
