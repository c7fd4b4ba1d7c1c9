//! The traits for what a table needs of a game beyond its rules: matches over several deals,
//! sides, results as they are written down, and deals shown card by card.

use std::borrow::Cow;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{BySeat, Claim, HiddenInformation, MOST_SEATS, Observer, Seat, Transfer, Zone, Zones};

/// A game that is played at tables.
///
/// Options, score and result are types of the game, so that those of two games cannot meet: a
/// value of one game has its type.
pub trait TableGame: HiddenInformation {
    /// The result of a deal as it is written down in a match.
    type Result: Clone + Eq + Debug + Serialize + DeserializeOwned;
    /// The running score of a match.
    type Score: RunningScore<Self>;
    /// A fact of which a coach makes a sentence.
    type Fact: Clone + Eq + Debug + Serialize + DeserializeOwned;
    /// Everything public about a running deal except its cards and the current player: the
    /// phase, the contract, tricks and points so far.
    type Status: Clone + Eq + Debug + Serialize + DeserializeOwned;

    /// The zone of [`TableGame::undealt`].
    const UNDEALT: Zone;

    /// The options of every kind of the game, all else as usual, in the order in
    /// which kinds are listed. Kinds are rated apart.
    fn kinds() -> Vec<Self::Options>;

    /// The options of the matches for which players who do not know each other are paired, one
    /// a kind, in the order in which they are offered. A game without them is not offered.
    fn pools() -> Vec<Self::Options> {
        Vec::new()
    }

    /// The options of the tables at which bots play for show.
    fn demos() -> Vec<Self::Options> {
        Vec::new()
    }

    /// The name of the game that is played with these options; a kind is this and the number of
    /// seats.
    fn variant(options: &Self::Options) -> &'static str {
        _ = options;
        Self::NAME
    }

    /// The side of a match that a seat plays for; partners share one.
    fn side(options: &Self::Options, seat: Seat) -> usize {
        _ = options;
        seat.index()
    }

    /// The notation of an action; that of most needs no memory of its own.
    fn notation(action: &Self::Action) -> Cow<'static, str>;

    /// The cards that lie face down for all and may still be turned up, drawn or
    /// dealt, the next one last.
    fn undealt(&self) -> &[Self::Card];

    /// The seat that dealt.
    fn dealer(&self) -> Seat;

    /// Returns the status of a deal. It is public, so that every view gives it.
    fn status(view: &Self::View) -> Self::Status;

    /// Returns the cards of every zone, as the view knows them.
    fn zones(view: &Self::View) -> Zones;

    /// Returns the cards that an event moves, in order. `before` is any observer's view before the
    /// event; cards that others may not know are marked as such.
    fn transfers(before: &Self::View, event: &Self::Event) -> Vec<Transfer>;

    /// Returns the cards of every zone, each of them open: for the start of a
    /// finished deal, as long as all other cards lie open.
    fn open_zones(&self) -> Zones {
        let mut zones = Self::zones(&self.view(Observer::Public));
        for seat in Seat::all(self.seats()) {
            zones.open(Zone::Hand(seat), self.hand(seat));
        }
        zones.open(Self::UNDEALT, self.undealt().iter().copied());
        zones
    }

    /// Adds to the events of one action the cards that each of them moves. `before`
    /// is the public view before the first.
    fn with_transfers(
        mut before: Self::View,
        events: Vec<Self::Event>,
    ) -> Vec<(Self::Event, Vec<Transfer>)> {
        let told = events.into_iter().map(|event| {
            let moves = Self::transfers(&before, &event);
            if let Some(public) = Self::redact(&event, Observer::Public) {
                Self::observe(&mut before, &public);
            }
            (event, moves)
        });
        told.collect()
    }

    /// Returns the seat that took the trick before; `None` before the first one is
    /// complete, and in games without tricks.
    fn last_taker(&self) -> Option<Seat> {
        None
    }

    /// The result, once the deal is over, as it is written down after `score`.
    fn written(&self, score: &Self::Score) -> Option<Self::Result>;

    /// True if the deal is over and can have been written down as `result`, after
    /// one score or another. Most results do not depend on the score.
    fn ended_as(&self, result: &Self::Result) -> bool {
        self.written(&Self::Score::new(self.options())).as_ref() == Some(result)
    }

    /// A player's part in a result.
    fn share(result: &Self::Result, seat: Seat) -> Share;

    /// Returns what matters now to the observer of the view, the most important first:
    /// for the player who is to act, with these legal actions, and about how the deal
    /// came out once it is over; nothing else.
    ///
    /// Every fact holds in all states that the view allows for.
    fn facts(view: &Self::View, legal: &[Self::Action]) -> Vec<Self::Fact>;

    /// Returns the action that the player to act is not asked for: by public information it is the
    /// only one, or makes no difference.
    fn foregone(&self) -> Option<Self::Action> {
        None
    }

    /// Returns the claim about the rest of the deal that the observer of the view, who is
    /// to act, can prove.
    ///
    /// It holds for every distribution of the hidden cards and every order of play, the
    /// observer's too, and every order leads to one result. There are games without claims, and
    /// claims that hold without being found.
    fn claim(view: &Self::View) -> Option<Claim> {
        _ = view;
        None
    }

    /// Returns the first deal with which a player learns the game at a table with these
    /// options; `None` if none is prepared.
    fn lesson(options: &Self::Options) -> Option<Lesson<Self::Options>> {
        _ = options;
        None
    }

    /// True if the running score outlives a match, as long as the same players
    /// sit: an evening of tarok without a number of deals.
    fn goes_on(options: &Self::Options) -> bool {
        _ = options;
        false
    }
}

/// The running score of a match of a game.
pub trait RunningScore<G: TableGame>: Clone + Eq + Debug + Serialize + DeserializeOwned {
    /// The score of a match that is about to start.
    fn new(options: &G::Options) -> Self;

    /// Writes a deal down.
    fn add(&mut self, result: &G::Result);

    /// Returns the options of the next deal of a table with these options.
    fn deal_options(&self, options: &G::Options) -> G::Options {
        options.clone()
    }

    /// Returns true for each winner of the match, if it is decided with this score
    /// after this deal.
    fn winners(&self, options: &G::Options, last: &G::Result) -> Option<BySeat<bool, MOST_SEATS>>;

    /// Returns the points of each player at the end of a decided match, whole.
    fn final_points(&self, options: &G::Options) -> BySeat<i32, MOST_SEATS>;

    /// Returns the progress of a match, from 0 to 1: the best side's share of the
    /// points that end it, or the share of its deals that were played. A single deal
    /// is all of its match.
    fn progress(&self, options: &G::Options) -> f64;
}

/// A prepared first deal with which a player learns a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson<O> {
    /// The options of that deal, which have [`Game::prepared`](crate::Game::prepared) packs.
    pub options: O,
    /// The seats from the dealer on to the learner, for whom the cards are made.
    pub place: usize,
}

/// One player's part in a result, for records and lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The points of the cards taken, in the game's smallest unit, that of
    /// [`Game::returns`](crate::Game::returns); `None` where they are not counted.
    pub card_points: Option<i32>,
    /// Whole points written down.
    pub points: i32,
    /// True if the rules say that the player won the deal.
    pub won: bool,
}
