//! The games that the bots play. A new game is one more arm in each function.

use std::str::FromStr;
use std::time::Duration;

use vzetek_game::{HiddenInformation, Level, Seat};
use vzetek_players::{StopFlag, tablic, tarok, trset};
use vzetek_protocol::games::{Tablic, Tarok, Trset, WireGame};
use vzetek_protocol::table::DealState;
use vzetek_protocol::{GameEvent, GameView, MatchScore};

/// A deal as whoever sits in a seat knows it, with what players of the game
/// need besides the view.
#[derive(Clone, Debug, PartialEq)]
pub enum Deal {
    /// Tršet or kifameno: what was played since the deal began.
    Trset(Box<TrsetDeal>),
    /// Tarok: how the deal came about, and the running score's radelci.
    Tarok(Box<TarokDeal>),
    /// Tablić: what was played since cards were last dealt.
    Tablic(Box<TablicDeal>),
}

/// A deal of tršet or kifameno as whoever sits in a seat knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct TrsetDeal {
    view: vzetek_trset::View,
    pub(super) history: trset::History,
    /// The knowledge of the other of two before this deal.
    pub(super) opponent_model: trset::OpponentModel,
}

/// A deal of tarok as whoever sits in a seat knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct TarokDeal {
    view: vzetek_tarok::View,
    history: tarok::History,
    /// The score before this deal.
    score: vzetek_tarok::MatchScore,
}

/// A deal of tablić as whoever sits in a seat knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct TablicDeal {
    view: vzetek_tablic::View,
    pub(super) history: tablic::History,
}

impl Deal {
    /// Returns the deal that a table tells of, at its beginning or later.
    /// `score` is the running one before it.
    pub fn new(told: DealState, score: &MatchScore) -> Self {
        let events = told.moves.iter().flat_map(|played| &played.events);
        match told.view {
            GameView::Trset(view) => {
                let history = events.filter_map(Trset::own_event);
                let (history, opponent_model) = (history.collect(), trset::OpponentModel::NONE);
                Self::Trset(Box::new(TrsetDeal { view, history, opponent_model }))
            }
            GameView::Tarok(view) => {
                let history = events.filter_map(Tarok::own_event);
                let score = Tarok::own_score(score).copied().unwrap_or_default();
                Self::Tarok(Box::new(TarokDeal { history: history.collect(), view, score }))
            }
            GameView::Tablic(view) => {
                let history = events.filter_map(Tablic::own_event);
                Self::Tablic(Box::new(TablicDeal { history: history.collect(), view: *view }))
            }
        }
    }

    /// Returns the deal with an opponent who is known so well.
    pub fn knowing(mut self, opponent_model: &trset::OpponentModel) -> Self {
        if let Self::Trset(deal) = &mut self {
            deal.opponent_model.clone_from(opponent_model);
        }
        self
    }

    /// Returns the knowledge of the other of two now that the deal is over.
    pub fn opponent_model(&self) -> trset::OpponentModel {
        let Self::Trset(deal) = self else { return trset::OpponentModel::NONE };
        let mut opponent_model = deal.opponent_model.clone();
        opponent_model.learn(&deal.view, &deal.history);
        opponent_model
    }

    /// Returns the seat whose view it is, if it is that of a seat.
    pub fn observer(&self) -> Option<Seat> {
        match self {
            Self::Trset(deal) => deal.view.observer,
            Self::Tarok(deal) => deal.view.observer,
            Self::Tablic(deal) => deal.view.observer,
        }
    }

    /// Follows an event. One of another game, which no server sends, changes
    /// nothing.
    pub fn observe(&mut self, event: &GameEvent) {
        match (self, event) {
            (Self::Trset(deal), GameEvent::Trset(event)) => {
                deal.history.observe(event);
                Trset::observe(&mut deal.view, event);
            }
            (Self::Tarok(deal), GameEvent::Tarok(event)) => {
                deal.history.observe(event);
                Tarok::observe(&mut deal.view, event);
            }
            (Self::Tablic(deal), GameEvent::Tablic(event)) => {
                deal.history.observe(event);
                Tablic::observe(&mut deal.view, event);
            }
            _ => (),
        }
    }

    /// The time a level takes for itself; `None` if it counts something else.
    pub fn own_time(&self, level: Level) -> Option<Duration> {
        match self {
            Self::Trset(_) => trset::allowance(level).own.time,
            Self::Tarok(_) => tarok::allowance(level).own.time,
            Self::Tablic(_) => tablic::allowance(level).own.time,
        }
    }

    /// Decides, within `time`, at once if `stop` is raised. Takes as long as it
    /// takes: not for async code.
    ///
    /// # Errors
    /// If one of the legal actions cannot be read.
    pub fn decide(
        &self,
        level: Level,
        legal: &[String],
        time: Duration,
        stop: StopFlag,
    ) -> anyhow::Result<String> {
        match self {
            Self::Trset(deal) => {
                let own = trset::allowance(level).own;
                let limits = trset::Limits { time: Some(time), stop: Some(stop), ..own };
                let legal: &[vzetek_trset::Action] = &read(legal)?;
                let TrsetDeal { view, history, opponent_model } = &**deal;
                let question = trset::Question { view, history, opponent_model, legal };
                let decision = trset::decide(level, &question, &limits, &mut rand::rng());
                tracing::debug!(
                    action = %decision.action, engine = ?decision.engine,
                    value = decision.value, iterations = decision.iterations, "decided",
                );
                Ok(decision.action.to_string())
            }
            Self::Tarok(deal) => {
                let own = tarok::allowance(level).own;
                let limits = tarok::Limits { time: Some(time), stop: Some(stop), ..own };
                let question = tarok::Question {
                    view: &deal.view,
                    history: &deal.history,
                    radelci: deal.score.radelci,
                    legal: &read(legal)?,
                };
                let decision = tarok::decide(level, &question, &limits, &mut rand::rng());
                // Discards are nobody else's to know.
                tracing::trace!(action = %decision.action, "decided");
                tracing::debug!(
                    engine = ?decision.engine, value = ?decision.value,
                    iterations = decision.iterations, "decided",
                );
                Ok(decision.action.to_string())
            }
            // The players of tablić find what is legal themselves: of a large
            // table the server tells only a part.
            Self::Tablic(deal) => {
                let own = tablic::allowance(level).own;
                let limits = tablic::Limits { time: Some(time), stop: Some(stop), ..own };
                let question = tablic::Question { view: &deal.view, history: &deal.history };
                let decision = tablic::decide(level, &question, &limits, &mut rand::rng());
                tracing::debug!(
                    action = %decision.action, engine = ?decision.engine, value = ?decision.value,
                    iterations = decision.iterations, "decided",
                );
                Ok(decision.action.to_string())
            }
        }
    }
}

fn read<A: FromStr>(legal: &[String]) -> Result<Vec<A>, A::Err> {
    legal.iter().map(|text| text.parse()).collect()
}
