//! The player without search: everything at a glance.

use rand_core::Rng;
use vzetek_search::dice;
use vzetek_tarok::{Action, Card, Contract, MOST_PLAYERS, Phase, SEATS};

use super::Question;
use super::appraisal::{appraise, appraise_passing};
use super::card_policy::CardPolicy;
use super::exchange::{best_discards, best_group, best_king};
use super::hand_posterior::HandPosterior;

/// Points that a contract must promise beyond passing.
const WORTH_BIDDING: f64 = 2.0;

/// The probability that the gentle player plays a random card.
const GENTLE_SLIPS: f64 = 0.35;

/// Chooses by rules of thumb, without a search.
///
/// # Panics
/// If the view is not that of the player to move.
pub fn choose(question: &Question<'_>, rng: &mut impl Rng) -> Action {
    let view = question.view;
    let hand = view.hand.expect("only a seat can be asked for a decision");
    let has = |action: Action| question.legal.contains(&action);
    let worth = |contract: Contract| appraise(contract, hand);
    match &view.table.phase {
        Phase::Bidding(_) => {
            let best = question.bids().map(worth).fold(f64::NEG_INFINITY, f64::max);
            let least = appraise_passing(hand) + WORTH_BIDDING;
            let lowest = question.bids().min().filter(|_| best > least);
            lowest.map_or(Action::Pass, Action::Bid)
        }
        Phase::Choosing(_) => {
            let best = question.contracts().max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
            Action::Choose(best.expect("something must be played"))
        }
        Phase::Taking(taking) => {
            let size = taking.groups().next().map_or(1, <[_]>::len);
            Action::Take(best_group(hand, &taking.talon, size).0 as u8)
        }
        Phase::Discarding(undertaking) => {
            let count = undertaking.exchange.as_ref().map_or(1, |exchange| exchange.to_discard());
            let (discards, _) = best_discards(hand, count);
            let mut discards = discards.iter().map(Action::Discard);
            discards.find(|&discard| has(discard)).expect("some of the discards may go first")
        }
        Phase::Announcing(_) | Phase::Doubling(_) => Action::Pass,
        Phase::Playing(_) => {
            if view.table.options.is_four() {
                Action::Play(card::<MOST_PLAYERS>(question, rng))
            } else {
                Action::Play(card::<SEATS>(question, rng))
            }
        }
        Phase::Calling(_) => Action::Call(best_king(hand)),
        Phase::Finished(_) => unreachable!("nobody is asked when the deal is over"),
    }
}

/// The card that the card policy likes best.
fn card<const N: usize>(question: &Question<'_>, rng: &mut impl Rng) -> Card {
    let policy = CardPolicy::shared(N);
    let game = HandPosterior::<N>::new(question, policy, false, 0.0).any_game(rng);
    policy.chances(&game.situation(), question.cards().collect()).likeliest()
}

/// Draws any legal action, all equally likely.
///
/// # Panics
/// If there is none.
pub fn random(question: &Question<'_>, rng: &mut impl Rng) -> Action {
    question.legal[dice::below(rng, question.legal.len() as u32) as usize]
}

/// Returns the action of [`choose`], but often a random card.
pub(super) fn gentle(question: &Question<'_>, rng: &mut impl Rng) -> Action {
    let playing = matches!(question.view.table.phase, Phase::Playing(_));
    if playing && dice::unit(rng) < GENTLE_SLIPS {
        return random(question, rng);
    }
    choose(question, rng)
}
