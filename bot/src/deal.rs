//! The deals that bots are asked about, of any game: [`PlayedGame`] is what players of a game need,
//! [`WireGame`] what the wire calls it. Playing at tables and answering decision documents both
//! build their deals here from the wire.

use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use vzetek_baselines::{PlayedByName, Spec, SpecError, Tunable, decide_as};
use vzetek_game::{Level, Observer, Seat};
use vzetek_players::{Decision, History, Limits, PlayedGame, Question, StopFlag, decide};
use vzetek_protocol::games::{self, WireGame};
use vzetek_protocol::table::DealState;
use vzetek_protocol::{
    DealEvent, DecisionAnswer, GameEvent, GameOptions, GameView, Kind, MatchScore, for_each_game,
    on_game,
};

/// A deal of a game as the player of a seat knows it, with what players need beyond the view.
#[derive(Clone, Debug, PartialEq)]
pub struct Known<G: PlayedGame> {
    view: G::View,
    pub(super) history: History<G::Event>,
    /// The knowledge from before the deal.
    pub(super) carried: G::Carried,
}

/// A game with its place in [`Deal`].
pub trait OwnDeal: WireGame<Event: 'static> + PlayedByName {
    fn wrap(deal: Known<Self>) -> Deal;
    fn unwrap(deal: &Deal) -> Option<&Known<Self>>;
    /// The seat whose view it is, and the one that is to act.
    fn seats_of(view: &Self::View) -> [Option<Seat>; 2];
    fn options_of(view: &Self::View) -> &Self::Options;
}

macro_rules! of_any_game {
    (() $($game:ident)*) => {
        /// A deal of any game as the player of a seat knows it.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Deal {
            $($game(Box<Known<games::$game>>),)*
        }

        $(impl OwnDeal for games::$game {
            fn wrap(deal: Known<Self>) -> Deal {
                Deal::$game(Box::new(deal))
            }
            fn unwrap(deal: &Deal) -> Option<&Known<Self>> {
                if let Deal::$game(own) = deal { Some(own) } else { None }
            }
            fn seats_of(view: &Self::View) -> [Option<Seat>; 2] {
                [view.observer, view.current_player]
            }
            fn options_of(view: &Self::View) -> &Self::Options {
                &view.table.options
            }
        })*
    };
}

for_each_game!(of_any_game!());

impl Deal {
    /// Returns the deal that a table sends, at its beginning or later; `None` if it has no view.
    /// `score` is the running one before it, `learned` an earlier deal that something was learned
    /// from.
    pub fn new(told: DealState, score: &MatchScore, learned: Option<&Self>) -> Option<Self> {
        let events = told.moves.iter().flat_map(|played| &played.events);
        Some(Self::told(told.view?, events, Some(score), learned))
    }

    /// Returns the deal of a view and the events before it.
    pub fn told<'a>(
        view: GameView,
        events: impl Iterator<Item = &'a DealEvent>,
        score: Option<&MatchScore>,
        learned: Option<&Self>,
    ) -> Self {
        on_game!(GameView, view, |view: G| {
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

    /// True if the event is of the deal's game.
    pub fn is_of_its_game(&self, event: &GameEvent) -> bool {
        on_game!(Self, self, |_deal: G| G::own_event(event).is_some())
    }

    /// True if the score is of the deal's game.
    pub fn is_scored_so(&self, score: &MatchScore) -> bool {
        on_game!(Self, self, |_deal: G| G::own_score(score).is_some())
    }

    /// The time that a level sets itself; `None` if it counts something else.
    pub fn own_time(&self, level: Level) -> Option<Duration> {
        on_game!(Self, self, |_deal: G| G::level(level).1.own.time)
    }

    /// True while it is secret who plays with whom.
    pub fn hides_sides(&self) -> bool {
        on_game!(Self, self, |deal: G| G::hides_sides(&deal.view))
    }

    /// Decides, within `time`, immediately if `stop` is raised. May block: not for async code.
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

    /// Checks that the deal can be, that it is the observer's turn, and that these are
    /// legal actions.
    ///
    /// # Errors
    /// The first thing that is wrong, with the field of the document it is in.
    ///
    /// # Panics
    /// If no hidden cards fit the view.
    pub fn check(&self, legal: &[String], rng: &mut Xoshiro256PlusPlus) -> Result<(), String> {
        on_game!(Self, self, |deal| deal.check(legal, rng))
    }

    /// Decides as a player does that is named, perhaps with parameters; limits given
    /// beside its name count for more.
    ///
    /// # Errors
    /// If the game has no such player, or the player does not play this kind.
    pub fn decide_by_name(
        &self,
        player: &str,
        limits: &Limits,
        legal: &[String],
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<DecisionAnswer, String> {
        on_game!(Self, self, |deal: G| {
            let spec: Result<Spec<<G as PlayedByName>::Player>, SpecError> = player.parse();
            let mut spec = spec.map_err(|error| error.to_string())?;
            if !spec.player.plays(G::options_of(&deal.view)) {
                return Err(format!("{} does not play this kind", spec.player));
            }
            spec.iterations = limits.iterations.or(spec.iterations);
            spec.time = limits.time.or(spec.time);
            Ok(deal.decide_as(&spec, legal, rng))
        })
    }
}

impl<G: OwnDeal> Known<G> {
    /// Some views are stored in a box.
    fn new<'a>(
        view: impl Into<Box<G::View>>,
        events: impl Iterator<Item = &'a DealEvent>,
        score: Option<&MatchScore>,
        learned: Option<&Self>,
    ) -> Self {
        let mut carried = learned.map(|deal| deal.carried).unwrap_or_default();
        if let Some(score) = score.and_then(G::own_score) {
            G::read_score(&mut carried, score);
        }
        let history = events.filter_map(|told| G::own_event(&told.event)).collect();
        Self { view: *view.into(), history, carried }
    }

    fn observe(&mut self, event: &GameEvent) {
        if let Some(event) = G::own_event(event) {
            self.history.observe(event);
            G::observe(&mut self.view, event);
        }
    }

    /// Puts the question of the turn, where these are the legal actions.
    fn ask<T>(&self, legal: &[G::Action], ask: impl FnOnce(&Question<'_, G>) -> T) -> T {
        let Self { view, history, carried } = self;
        ask(&Question { view, history, carried: *carried, legal })
    }

    fn decide(
        &self,
        level: Level,
        legal: &[String],
        time: Duration,
        stop: StopFlag,
    ) -> anyhow::Result<String> {
        let legal = if G::READS_LEGAL { legal } else { &[] };
        let legal = &legal.iter().map(|text| text.parse()).collect::<Result<Vec<_>, _>>()?;
        let limits = Limits { time: Some(time), stop: Some(stop), ..G::level(level).1.own };
        let decision =
            self.ask(legal, |question| decide(level, question, &limits, &mut rand::rng()));
        let Decision { action, engine, value, iterations } = decision;
        let (action, is_secret) = (action.to_string(), G::is_secret(action));
        if is_secret {
            tracing::trace!(action, "decided");
        }
        let told = (!is_secret).then_some(&*action);
        tracing::debug!(action = told, ?engine, value, iterations, "decided");
        Ok(action)
    }

    fn decide_as(
        &self,
        spec: &Spec<<G as PlayedByName>::Player>,
        legal: &[String],
        rng: &mut Xoshiro256PlusPlus,
    ) -> DecisionAnswer {
        let legal: Vec<_> =
            legal.iter().map(|text| text.parse().expect("the actions were checked")).collect();
        let learned = Default::default();
        let decision = self.ask(&legal, |question| decide_as(spec, &learned, question, rng));
        DecisionAnswer {
            action: decision.action.to_string(),
            engine: Some(decision.engine.name().to_owned()),
            value: decision.value,
            iterations: Some(decision.iterations),
        }
    }

    fn check(&self, legal: &[String], rng: &mut Xoshiro256PlusPlus) -> Result<(), String> {
        let view = &self.view;
        let [observer, turn] = G::seats_of(view);
        let observer =
            observer.ok_or("view.observer: a seat is needed, the public decides nothing")?;
        let turn = turn.ok_or("view.current_player: nobody is to act")?;
        if turn != observer {
            return Err(format!(
                "view.current_player: seat {turn} is to act, and this is what seat {observer} knows"
            ));
        }
        let lying: usize = G::zones(view).iter().map(|(_, zone)| usize::from(zone.n)).sum();
        let pack = G::pack(G::options_of(view)).len();
        if lying != pack {
            return Err(format!("view: it tells where {lying} cards lie, and there are {pack}"));
        }
        let world = G::determinize(view, rng);
        let [told, seen] = [view, &world.view(Observer::Seat(observer))]
            .map(|view| serde_json::to_value(view).expect("a view is plain"));
        if let Some(field) = difference(&told, &seen) {
            return Err(format!("view.{field}: no deal can be so together with the rest"));
        }
        for seat in Seat::all(world.seats()) {
            let (told, held) = (&told["hand_sizes"][seat.index()], world.hand(seat).len());
            if *told != held {
                return Err(format!("view.hand_sizes: {told} for seat {seat}, which holds {held}"));
            }
        }
        for (at, text) in legal.iter().enumerate() {
            let action = text.parse().map_err(|error| format!("legal[{at}]: {error}"))?;
            world.check(action).map_err(|rule| format!("legal[{at}]: {text}: {rule}"))?;
        }
        Ok(())
    }
}

/// True if a level is to be had at tables of a game with these options.
pub fn has_level(level: Level, game: &GameOptions) -> bool {
    on_game!(GameOptions, game, |options: G| G::has_level(level, options))
}

/// Returns the kinds at whose tables alone a level is to be had; `None` if it is at all.
pub fn kinds_of(level: Level) -> Option<Vec<Kind>> {
    let all = GameOptions::kinds();
    let has = |kind: &Kind| {
        let options = GameOptions::of_kind(kind.as_str()).expect("a kind is one");
        has_level(level, &options)
    };
    let kinds: Vec<Kind> = all.iter().filter(|kind| has(kind)).cloned().collect();
    (kinds.len() < all.len()).then_some(kinds)
}

/// The first field in which the view that was sent differs from the one that was seen.
fn difference<'a>(told: &'a Value, seen: &Value) -> Option<&'a str> {
    let mut fields = told.as_object()?.iter();
    fields.find(|(name, value)| seen.get(*name) != Some(*value)).map(|(name, _)| name.as_str())
}
