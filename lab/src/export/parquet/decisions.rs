//! The rows of `decisions.parquet`: the player's knowledge, the legal actions, the decision, and
//! its result.

use vzetek_game::{Observer, Seat};

use super::numbering::{Numbered, NumberedStep, Situation, numbers};
use crate::export::columns::columns;
use crate::export::rows::{DealKey, Decision, Outcome, Scored};

columns! {
    /// The knowledge of the player before the decision, in numbers.
    Known {
        #[serde(flatten)] situation: Situation;
        legal: Vec<i16>, "Everything that was legal. In tablić the played card of each action; what it captures stands at the same place of legal_captured.", "action";
        legal_captured: Option<Vec<Vec<i16>>>, "What each legal action of tablić captures, nothing if the card is laid down; null elsewhere.", "card";
        captured: Option<Vec<i16>>, "What was captured in tablić, nothing if the card was laid down; null elsewhere.", "card";
    }
}

columns! {
    /// A row of decisions.
    DecisionRow {
        #[serde(flatten)] deal: DealKey;
        #[serde(flatten)] decision: Decision;
        #[serde(flatten)] step: NumberedStep;
        #[serde(flatten)] known: Known;
        rating: Option<i16>, "The player's rating before the match, where the match ended with this deal and changed it.", "Glicko-2 points";
        #[serde(flatten)] scored: Scored;
        loss: Option<f32>, "Room for a review: what the decision lost against the best one. Null so far.", "points";
        loss_se: Option<f32>, "The standard error of loss. Null so far.", "points";
        analyser: Option<String>, "The program that judged it, with version. Null so far.";
    }
}

impl DecisionRow {
    pub(super) fn new(
        deal: &DealKey,
        decision: Decision,
        step: NumberedStep,
        known: Known,
        outcome: &Outcome,
    ) -> Self {
        Self {
            deal: deal.clone(),
            decision,
            step,
            known,
            rating: outcome.rating_before,
            scored: outcome.scored.clone(),
            loss: None,
            loss_se: None,
            analyser: None,
        }
    }
}

/// The knowledge of the seat that is to act, and the captures of its action.
pub(super) fn known<G: Numbered>(state: &G, turn: Seat, action: &G::Action) -> Known {
    let legal = state.legal_actions();
    let captured = G::captured(action).map(numbers);
    let captures = || legal.iter().filter_map(G::captured).map(numbers).collect();
    Known {
        situation: G::situation(&state.view(Observer::Seat(turn))),
        legal: legal.iter().map(G::action_id).collect(),
        legal_captured: captured.is_some().then(captures),
        captured,
    }
}
