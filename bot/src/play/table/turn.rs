//! The account's own turn, from the question to the action.

use std::time::Duration;

use tokio::time::Instant;
use vzetek_players::StopFlag;

use super::duty::{Duty, TurnKey};
use crate::deal::Deal;
use crate::play::thinker::Question;

/// The legal actions of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Legal {
    /// The actions as the server sent them; never empty.
    pub actions: Vec<String>,
    /// True if the server left some out.
    pub is_cut: bool,
}

impl Legal {
    /// True if the action may be a legal one.
    fn allows(&self, action: &String) -> bool {
        self.is_cut || self.actions.contains(action)
    }
}

/// The account's own turn.
#[derive(Debug)]
pub(super) struct OwnTurn {
    pub key: TurnKey,
    pub legal: Legal,
    pub move_until: Instant,
    pub bank: Duration,
    pub progress: Progress,
    pub needed: Needed,
}

/// While this exists an answer is needed; dropping it stops the search for one.
#[derive(Debug, Default)]
pub(super) struct Needed(StopFlag);

impl Drop for Needed {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// The stages of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// No search has begun.
    Fresh,
    /// A search is running.
    Thinking,
    /// The action is decided.
    Decided(String),
    /// The action is sent.
    Sent(String),
}

impl Progress {
    /// Returns the stage after the turn was sent again: an action that was sent has not arrived.
    pub fn after_refresh(self, legal: &Legal) -> Self {
        match self {
            Self::Decided(action) | Self::Sent(action) if legal.allows(&action) => {
                Self::Decided(action)
            }
            Self::Decided(_) | Self::Sent(_) => Self::Fresh,
            Self::Fresh | Self::Thinking => self,
        }
    }
}

impl OwnTurn {
    /// Returns the next duty of the turn, if there is one now.
    pub fn next_duty(&mut self, deal: &Deal, seq: u64) -> Option<Duty> {
        match &self.progress {
            Progress::Fresh => {
                self.progress = Progress::Thinking;
                let question = Question {
                    deal: deal.clone(),
                    legal: self.legal.actions.clone(),
                    move_until: self.move_until,
                    bank: self.bank,
                    stop: self.needed.0.clone(),
                };
                Some(Duty::Decide(self.key.clone(), Box::new(question)))
            }
            Progress::Decided(action) => {
                let action = action.clone();
                self.progress = Progress::Sent(action.clone());
                Some(Duty::Act { seq, action })
            }
            Progress::Thinking | Progress::Sent(_) => None,
        }
    }

    /// Makes the action that was sent be sent again: it did not arrive.
    pub fn send_again(&mut self) {
        if let Progress::Sent(action) = &self.progress {
            self.progress = Progress::Decided(action.clone());
        }
    }
}
