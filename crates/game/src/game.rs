//! The traits through which all other code uses the rules.
//!
//! The terms are those of the field (see OpenSpiel's glossary): a *state* has a current player and
//! legal actions; an *information state*, here called a [view](HiddenInformation::View), is what
//! one observer knows of it.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use rand_core::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{BySeat, Card, CardSet, MOST_SEATS, NotationError, Seat};

/// The observer of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observer {
    /// The player in this seat.
    Seat(Seat),
    /// The public: what all may know, and nothing else.
    Public,
}

impl Observer {
    /// The seat whose own cards the observer may see.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public => None,
        }
    }
}

/// An action that the rules do not allow now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct IllegalAction {
    /// A stable code for programs, such as `must_follow_suit`.
    pub code: &'static str,
    /// The rule in a sentence, such as "you must follow coppe".
    pub reason: String,
}

impl IllegalAction {
    /// A rule that forbids an action, by its code for programs and in a sentence.
    pub fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into() }
    }

    /// Every action is illegal when the deal is over.
    pub fn deal_over() -> Self {
        Self::new("deal_over", "the deal is over")
    }
}

/// Cards and options from which no deal can be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// The cards are not exactly the pack that the options call for.
    #[error("these are not the {expected} cards of the pack: {problem}")]
    WrongPack {
        /// The number of cards in the pack under these options.
        expected: usize,
        /// The fault: a card that is missing, foreign or doubled.
        problem: String,
    },
    /// The dealer's seat is not at the table.
    #[error("seat {dealer} cannot deal at a table of {seats} seats")]
    NoSuchDealer {
        /// The seat that was named.
        dealer: Seat,
        /// The number of seats of the table.
        seats: usize,
    },
    /// The options do not fit together.
    #[error("{0}")]
    Options(String),
    /// The rules ask for another shuffle of this deal.
    #[error("the cards must be dealt again: {0}")]
    Redeal(&'static str),
}

/// Checks the dealer's seat, and that the cards are a permutation of the pack.
///
/// # Errors
/// [`DealError`] names a card that is missing, foreign or doubled.
pub fn check_dealing<C: Card>(
    dealer: Seat,
    seats: usize,
    pack: CardSet<C>,
    cards: &[C],
) -> Result<(), DealError> {
    if dealer.index() >= seats {
        return Err(DealError::NoSuchDealer { dealer, seats });
    }
    let given: CardSet<C> = cards.iter().copied().collect();
    let problem = if let Some(card) = (pack - given).first() {
        format!("{card} is missing")
    } else if let Some(card) = (given - pack).first() {
        format!("{card} is not played with")
    } else if cards.len() != pack.len() {
        "a card stands there twice".to_owned()
    } else {
        return Ok(());
    };
    Err(DealError::WrongPack { expected: pack.len(), problem })
}

/// The rules of a game as states and actions.
///
/// A value is the *full* state of one deal. It can only come from
/// [`Game::deal`] and change through [`Game::apply`], so it is always legal.
pub trait Game: Sized + Clone + Eq + fmt::Debug {
    /// The name of the rules in records and tables, such as `trset`.
    const NAME: &'static str;

    /// The options of a table. Deserialising validates.
    type Options: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned;
    /// The cards of the pack.
    type Card: Card;
    /// An action of a player, with its text notation.
    type Action: Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display + FromStr<Err = NotationError>;
    /// An event that an action brings about; a view can follow it.
    type Event: Clone + Eq + fmt::Debug + Serialize;

    /// The number of seats of a table with these options.
    fn seats_for(options: &Self::Options) -> usize;

    /// The pack before shuffling, always in the same order.
    fn pack(options: &Self::Options) -> Vec<Self::Card>;

    /// Returns prepared packs: one of them is dealt as it lies, and no pack is shuffled.
    /// Empty unless the options ask for that.
    fn prepared(options: &Self::Options) -> Vec<Vec<Self::Card>> {
        _ = options;
        Vec::new()
    }

    /// Deals the shuffled pack.
    ///
    /// # Errors
    /// [`DealError`] if `cards` is not a permutation of [`Game::pack`], if the
    /// table has no such dealer, or if the rules ask for another shuffle.
    fn deal(options: &Self::Options, dealer: Seat, cards: &[Self::Card])
    -> Result<Self, DealError>;

    /// The options with which cards are dealt again after the rules asked for it.
    fn dealt_again(options: &Self::Options) -> Self::Options {
        options.clone()
    }

    /// The options of this deal.
    fn options(&self) -> &Self::Options;

    /// The number of seats of the table.
    fn seats(&self) -> usize {
        Self::seats_for(self.options())
    }

    /// The cards in a player's hand.
    fn hand(&self, seat: Seat) -> CardSet<Self::Card>;

    /// The seat that is to act; `None` when the deal is over.
    fn current_player(&self) -> Option<Seat>;

    /// True if the deal is over.
    fn is_terminal(&self) -> bool {
        self.current_player().is_none()
    }

    /// Everything the current player may do, unless [`Game::is_list_cut`];
    /// empty when the deal is over.
    fn legal_actions(&self) -> Vec<Self::Action>;

    /// True if [`Game::legal_actions`] leaves out a part of a list that is too long.
    /// [`Game::apply`] accepts what is left out all the same.
    fn is_list_cut(&self) -> bool {
        false
    }

    /// Checks that the current player may do this.
    ///
    /// # Errors
    /// [`IllegalAction`] with the rule that forbids it.
    fn check(&self, action: Self::Action) -> Result<(), IllegalAction>;

    /// Does an action that [`Game::check`] accepts for the current player and passes the events
    /// to `tell`, in order: first the event of the action itself, then what it brought about. An
    /// observer who may not see all of the first may not learn which action it was.
    ///
    /// After any other action the state is no longer one of the game, or this panics.
    fn apply_unchecked(&mut self, action: Self::Action, tell: &mut impl FnMut(Self::Event));

    /// Does the action for the current player and returns its events, as
    /// [`Game::apply_unchecked`] passes them on.
    ///
    /// # Errors
    /// [`IllegalAction`] with the rule that forbids it; the state is untouched.
    fn apply(&mut self, action: Self::Action) -> Result<Vec<Self::Event>, IllegalAction> {
        self.check(action)?;
        let mut events = Vec::new();
        self.apply_unchecked(action, &mut |event| events.push(event));
        Ok(events)
    }

    /// Applies an action of a record again. `next` is the action after it there.
    ///
    /// Differs from [`Game::apply`] only where an earlier version of the rules
    /// asked players for more than this one does, so that its records can be
    /// played again to their end. Play itself goes through [`Game::apply`] alone.
    ///
    /// # Errors
    /// [`IllegalAction`] with the rule that forbids it; the state is untouched.
    fn apply_recorded(
        &mut self,
        action: Self::Action,
        next: Option<Self::Action>,
    ) -> Result<Vec<Self::Event>, IllegalAction> {
        _ = next;
        self.apply(action)
    }

    /// The value of the deal for each seat, the more the better, in the game's
    /// smallest unit (thirds in tršet). Before the end: what is certain so far.
    fn returns(&self) -> BySeat<i32, MOST_SEATS>;
}

/// A game in which players do not see everything.
pub trait HiddenInformation: Game {
    /// The knowledge of one observer: a type of its own, so that a hidden card
    /// cannot be serialised by accident.
    type View: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned;

    /// True if every observer receives the event in full.
    fn is_public(event: &Self::Event) -> bool;

    /// The state as the observer knows it.
    fn view(&self, observer: Observer) -> Self::View;

    /// The event as the observer may learn of it; `None` if not at all.
    /// The one place where a game's events are redacted.
    fn redact(event: &Self::Event, observer: Observer) -> Option<Self::Event>;

    /// Follows an event (already redacted for the view's observer). A view
    /// that followed every event equals a fresh [`HiddenInformation::view`].
    fn observe(view: &mut Self::View, event: &Self::Event);

    /// A full state drawn evenly from those that the view allows for.
    ///
    /// # Panics
    /// If the view is not one of a real state.
    fn determinize<R: Rng>(view: &Self::View, rng: &mut R) -> Self;
}
