//! The deals that bots play, of any game: what players of a game need is told by
//! [`PlayedGame`], what the wire calls it by [`WireGame`].

use std::time::Duration;

use vzetek_game::{Level, Seat};
use vzetek_players::{Decision, History, Limits, PlayedGame, Question, StopFlag, decide};
use vzetek_protocol::games::{Tablic, Tarok, Trset, WireGame};
use vzetek_protocol::table::DealState;
use vzetek_protocol::{GameEvent, GameView, MatchScore, for_each_game, on_game};

/// A deal of a game as whoever sits in a seat knows it, with what players need
/// besides the view.
#[derive(Clone, Debug, PartialEq)]
pub struct Known<G: PlayedGame> {
    view: G::View,
    pub(super) history: History<G::Event>,
    /// The knowledge from before the deal.
    pub(super) carried: G::Carried,
}

/// A game with its place in [`Deal`].
pub trait OwnDeal: WireGame<Event: 'static> + PlayedGame {
    fn wrap(deal: Known<Self>) -> Deal;
    fn unwrap(deal: &Deal) -> Option<&Known<Self>>;
}

macro_rules! of_any_game {
    (() $($game:ident)*) => {
        /// A deal of any game as whoever sits in a seat knows it.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Deal {
            $($game(Box<Known<$game>>),)*
        }

        $(impl OwnDeal for $game {
            fn wrap(deal: Known<Self>) -> Deal {
                Deal::$game(Box::new(deal))
            }
            fn unwrap(deal: &Deal) -> Option<&Known<Self>> {
                if let Deal::$game(own) = deal { Some(own) } else { None }
            }
        })*
    };
}

for_each_game!(of_any_game!());

impl Deal {
    /// Returns the deal that a table tells of, at its beginning or later.
    /// `score` is the running one before it, `learned` an earlier deal that
    /// something was learned from.
    pub fn new(told: DealState, score: &MatchScore, learned: Option<&Self>) -> Self {
        on_game!(GameView, told.view, |view: G| {
            let events =
                told.moves.iter().flat_map(|played| &played.events).map(|told| &told.event);
            G::wrap(Known::new(view, events, score, learned.and_then(G::unwrap)))
        })
    }

    /// Learns from the deal, which is over.
    pub fn learn(&mut self) {
        on_game!(Self, self, |deal: G| G::learn(&mut deal.carried, &deal.view, &deal.history));
    }

    /// Returns the seat whose view it is, if it is that of a seat.
    pub fn observer(&self) -> Option<Seat> {
        on_game!(Self, self, |deal| deal.view.observer)
    }

    /// Follows an event. One of another game, which no server sends, changes
    /// nothing.
    pub fn observe(&mut self, event: &GameEvent) {
        on_game!(Self, self, |deal| deal.observe(event));
    }

    /// The time a level takes for itself; `None` if it counts something else.
    pub fn own_time(&self, level: Level) -> Option<Duration> {
        on_game!(Self, self, |_deal: G| G::level(level).1.own.time)
    }

    /// True while it is secret who plays with whom.
    pub fn hides_sides(&self) -> bool {
        on_game!(Self, self, |deal: G| G::hides_sides(&deal.view))
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
        on_game!(Self, self, |deal| deal.decide(level, legal, time, stop))
    }
}

impl<G: OwnDeal> Known<G> {
    /// Some views are kept in a box.
    fn new<'a>(
        view: impl Into<Box<G::View>>,
        events: impl Iterator<Item = &'a GameEvent>,
        score: &MatchScore,
        learned: Option<&Self>,
    ) -> Self {
        let mut carried = learned.map(|deal| deal.carried).unwrap_or_default();
        if let Some(score) = G::own_score(score) {
            G::read_score(&mut carried, score);
        }
        let history = events.filter_map(G::own_event).collect();
        Self { view: *view.into(), history, carried }
    }

    fn observe(&mut self, event: &GameEvent) {
        if let Some(event) = G::own_event(event) {
            self.history.observe(event);
            G::observe(&mut self.view, event);
        }
    }

    fn decide(
        &self,
        level: Level,
        legal: &[String],
        time: Duration,
        stop: StopFlag,
    ) -> anyhow::Result<String> {
        let Self { view, history, carried } = self;
        let legal = if G::READS_LEGAL { legal } else { &[] };
        let legal = &legal.iter().map(|text| text.parse()).collect::<Result<Vec<_>, _>>()?;
        let question = Question::<G> { view, history, carried: *carried, legal };
        let limits = Limits { time: Some(time), stop: Some(stop), ..G::level(level).1.own };
        let decision = decide(level, &question, &limits, &mut rand::rng());
        let Decision { action, engine, value, iterations } = decision;
        let (action, is_secret) = (action.to_string(), G::is_secret(action));
        if is_secret {
            tracing::trace!(action, "decided");
        }
        let told = (!is_secret).then_some(&*action);
        tracing::debug!(action = told, ?engine, value, iterations, "decided");
        Ok(action)
    }
}
