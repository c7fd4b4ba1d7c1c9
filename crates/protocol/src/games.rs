//! The games a table can play. Adding a game adds a variant to each type here,
//! and a name to [`for_each_game`] and [`on_game`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vzetek_game::{Game, HiddenInformation, Lesson, Observer, Seat, TableGame, Transfer};
use vzetek_tablic as tablic;
pub use vzetek_tablic::Tablic;
use vzetek_tarok as tarok;
pub use vzetek_tarok::Tarok;
use vzetek_trset as trset;
pub use vzetek_trset::Trset;

use crate::Kind;

/// Calls a macro with the arguments in parentheses and the names of all games,
/// which are those of their states and of the variants for them.
#[macro_export]
macro_rules! for_each_game {
    ($each:ident!($($arguments:tt)*)) => { $each! { ($($arguments)*) Trset Tarok Tablic } };
}

/// Takes a value of an enum with a variant for each game apart, and goes on with
/// what is in it: `on_game!(GameOptions, options, |own: G| G::seats_for(own))`.
/// `G` names the game, where it is needed.
#[macro_export]
macro_rules! on_game {
    ($enum:ident, $value:expr, |$own:ident $(: $game:ident)?| $body:expr) => {
        match $value {
            $enum::Trset($own) => { $(type $game = $crate::games::Trset;)? $body }
            $enum::Tarok($own) => { $(type $game = $crate::games::Tarok;)? $body }
            $enum::Tablic($own) => { $(type $game = $crate::games::Tablic;)? $body }
        }
    };
}

/// A game with its place in the types of the wire.
pub trait WireGame: TableGame {
    /// The options as the wire names them.
    fn wire_options(options: Self::Options) -> GameOptions;
    /// The view as the wire names it.
    fn wire_view(view: Self::View) -> GameView;
    /// The event as the wire names it.
    fn wire_event(event: Self::Event) -> GameEvent;
    /// The status as the wire names it.
    fn wire_status(status: Self::Status) -> GameStatus;
    /// The facts as the wire names them.
    fn wire_facts(facts: Vec<Self::Fact>) -> GameFacts;
    /// The result as the wire names it.
    fn wire_result(result: Self::Result) -> GameResult;
    /// The score as the wire names it.
    fn wire_score(score: Self::Score) -> MatchScore;
    /// The event, if it is of this game.
    fn own_event(event: &GameEvent) -> Option<&Self::Event>;
    /// The result, if it is of this game.
    fn own_result(result: &GameResult) -> Option<&Self::Result>;
    /// The score, if it is of this game.
    fn own_score(score: &MatchScore) -> Option<&Self::Score>;
}

macro_rules! wire {
    (() $($game:ident)*) => {$(
        impl WireGame for $game {
            fn wire_options(options: Self::Options) -> GameOptions {
                GameOptions::$game(options)
            }
            // All are kept in a box.
            fn wire_view(view: Self::View) -> GameView {
                GameView::$game(view.into())
            }
            fn wire_event(event: Self::Event) -> GameEvent {
                GameEvent::$game(event)
            }
            fn wire_status(status: Self::Status) -> GameStatus {
                GameStatus::$game(status)
            }
            fn wire_facts(facts: Vec<Self::Fact>) -> GameFacts {
                GameFacts::$game(facts)
            }
            fn wire_result(result: Self::Result) -> GameResult {
                GameResult::$game(result)
            }
            fn wire_score(score: Self::Score) -> MatchScore {
                MatchScore::$game(score)
            }
            fn own_event(event: &GameEvent) -> Option<&Self::Event> {
                if let GameEvent::$game(own) = event { Some(own) } else { None }
            }
            fn own_result(result: &GameResult) -> Option<&Self::Result> {
                if let GameResult::$game(own) = result { Some(own) } else { None }
            }
            fn own_score(score: &MatchScore) -> Option<&Self::Score> {
                if let MatchScore::$game(own) = score { Some(own) } else { None }
            }
        }
    )*};
}

for_each_game!(wire!());

/// The options that a function of each game returns, game by game.
macro_rules! of_all_games {
    (($list:ident) $($game:ident)*) => {
        [$($game::$list().into_iter().map($game::wire_options).collect::<Vec<_>>()),*].concat()
    };
}

/// The game that is played, with its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "name", content = "options", rename_all = "snake_case")]
pub enum GameOptions {
    /// Tršet or kifameno.
    Trset(trset::Options),
    /// Tarok.
    Tarok(tarok::Options),
    /// Tablić.
    Tablic(tablic::Options),
}

impl GameOptions {
    /// The kinds with two to six seats, game by game.
    pub fn kinds() -> Vec<Kind> {
        let all = Self::usual();
        let small = all.iter().filter(|options| (2..=6).contains(&options.seats()));
        small.map(Self::kind).collect()
    }

    /// Returns the usual options of a kind; `None` if there is no such kind.
    pub fn of_kind(kind: &str) -> Option<Self> {
        Self::usual().into_iter().find(|options| options.kind().as_str() == kind)
    }

    /// The usual options of every kind, game by game.
    fn usual() -> Vec<Self> {
        for_each_game!(of_all_games!(kinds))
    }

    /// The matches for which players who do not know each other are paired, game by game.
    pub fn pools() -> Vec<Self> {
        for_each_game!(of_all_games!(pools))
    }

    /// The tables at which bots play for show, game by game.
    pub fn demos() -> Vec<Self> {
        for_each_game!(of_all_games!(demos))
    }

    /// The number of seats of the table.
    pub fn seats(&self) -> usize {
        on_game!(Self, self, |options: G| G::seats_for(options))
    }

    /// The kind of the game; kinds are rated apart.
    pub fn kind(&self) -> Kind {
        let variant = on_game!(Self, self, |options: G| G::variant(options));
        Kind(format!("{variant}-{}", self.seats()))
    }

    /// Returns the first deal with which somebody learns the game at a table with these
    /// options; `None` if none is prepared.
    pub fn lesson(&self) -> Option<Lesson<Self>> {
        on_game!(Self, self, |options: G| {
            let Lesson { options, place } = G::lesson(options)?;
            Some(Lesson { options: G::wire_options(options), place })
        })
    }

    /// True if deals with these options are not shuffled, but prepared.
    pub fn is_prepared(&self) -> bool {
        on_game!(Self, self, |options: G| !G::prepared(options).is_empty())
    }

    /// The side of a match that each player is on, by seat; partners share one.
    pub fn sides(&self) -> Vec<usize> {
        let seats = Seat::all(self.seats());
        on_game!(Self, self, |options: G| seats.map(|seat| G::side(options, seat)).collect())
    }
}

/// A deal as one observer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum GameView {
    /// Tršet or kifameno.
    Trset(Box<trset::View>),
    /// Tarok.
    Tarok(Box<tarok::View>),
    /// Tablić.
    Tablic(Box<tablic::View>),
}

/// Something that happened in a deal, as one observer may learn of it.
///
/// An event says of which game it is, because types and cards of two games may
/// be written alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum GameEvent {
    /// Tršet or kifameno.
    Trset(trset::Event),
    /// Tarok.
    Tarok(tarok::Event),
    /// Tablić.
    Tablic(tablic::Event),
}

impl GameEvent {
    /// True if every observer is told the very same. If not, every recipient
    /// gets a redacted message of its own.
    pub fn is_public(&self) -> bool {
        on_game!(Self, self, |event: G| G::is_public(event))
    }
}

/// Something that happened in a deal, and the cards it moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DealEvent {
    /// Its meaning.
    #[serde(flatten)]
    pub event: GameEvent,
    /// The cards that moved, in order; left out if none did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Transfer>>")]
    pub moves: Vec<Transfer>,
}

impl DealEvent {
    /// Returns the events of one action with the cards that each moves. `before` is
    /// the public view before the action.
    pub fn list<G: WireGame>(before: G::View, events: Vec<G::Event>) -> Vec<Self> {
        let told = G::with_transfers(before, events).into_iter();
        told.map(|(event, moves)| Self { event: G::wire_event(event), moves }).collect()
    }

    /// The event as the observer may learn of it; `None` if not at all. The one place
    /// through which events leave a table.
    pub fn redact(&self, observer: Observer) -> Option<Self> {
        let event = on_game!(GameEvent, &self.event, |event: G| {
            G::redact(event, observer).map(G::wire_event)
        })?;
        Some(Self { event, moves: self.moves.iter().map(|one| one.redact(observer)).collect() })
    }
}

/// Everything that all may know of a running deal besides its cards and whose turn
/// it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum GameStatus {
    /// Tršet or kifameno.
    Trset(trset::Status),
    /// Tarok.
    Tarok(tarok::Status),
    /// Tablić.
    Tablic(tablic::Status),
}

/// Facts of which a coach makes sentences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "game", content = "facts", rename_all = "snake_case")]
pub enum GameFacts {
    /// Tršet or kifameno.
    Trset(Vec<trset::Fact>),
    /// Tarok.
    Tarok(Vec<tarok::Fact>),
    /// Tablić.
    Tablic(Vec<tablic::Fact>),
}

/// The result of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum GameResult {
    /// Tršet or kifameno.
    Trset(trset::DealResult),
    /// Tarok, as it is written down.
    Tarok(tarok::ScoredDeal),
    /// Tablić.
    Tablic(tablic::DealResult),
}

/// The running score of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum MatchScore {
    /// Tršet or kifameno.
    Trset(trset::MatchScore),
    /// Tarok, with everybody's radelci.
    Tarok(tarok::MatchScore),
    /// Tablić.
    Tablic(tablic::MatchScore),
}

/// Every card as dealt: for replays of finished deals only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DealtCards {
    /// Each player's cards, from seat 0 on.
    pub hands: Vec<Vec<String>>,
    /// The cards left over, the first card to be drawn or dealt first; in tarok
    /// the talon in the order in which it lies.
    pub stock: Vec<String>,
}

impl DealtCards {
    /// Every card as it lies now, in each hand the strongest first.
    pub fn of<G: TableGame>(state: &G) -> Self {
        let hand = |seat| state.hand(seat).iter().rev().map(|card| card.to_string()).collect();
        Self {
            hands: Seat::all(state.seats()).map(hand).collect(),
            stock: state.undealt().iter().rev().map(ToString::to_string).collect(),
        }
    }
}
