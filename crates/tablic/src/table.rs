//! The public side of a deal, and how it follows from events.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{BySeat, CardSet, DECK, DealResult, Event, Options};

/// The public side of a deal. Full state and views hold the same table and
/// follow the same events, so neither can know more of it than the other.
///
/// The piles are public: every captured card was seen by all, and the players
/// of Penzar's tablić remember them too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicTable"),
    schemars(rename = "TablicTable")
)]
pub struct Table {
    /// The table's options.
    pub options: Options,
    /// The dealer; the player after has the first turn.
    pub dealer: Seat,
    /// The cards that lie open on the table.
    pub cards: CardSet,
    /// The number of cards still to be dealt.
    pub deck: u8,
    /// The number of cards in each hand.
    pub hand_sizes: BySeat<u8>,
    /// The cards each player has captured; those of partners count together.
    pub piles: BySeat<CardSet>,
    /// The number of times that each player has captured the whole table.
    pub tablas: BySeat<u8>,
    /// The seat that captured last; nobody yet at first.
    pub last_capture: Option<Seat>,
    /// The phase of the deal.
    pub phase: Phase,
}

/// The phase of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicPhase"),
    schemars(rename = "TablicPhase")
)]
#[expect(clippy::large_enum_variant, reason = "kept inline, so that a state is a plain copy")]
pub enum Phase {
    /// Cards are played.
    Playing {
        /// The seat that is to play.
        to_play: Seat,
    },
    /// The deal is over.
    Finished {
        /// The result of the deal.
        result: DealResult,
    },
}

impl Table {
    /// A table before any hand is dealt.
    pub(crate) fn new(options: Options, dealer: Seat, cards: CardSet) -> Self {
        let seats = options.seats();
        Self {
            options,
            dealer,
            cards,
            deck: DECK as u8,
            hand_sizes: BySeat::filled(seats, 0),
            piles: BySeat::filled(seats, CardSet::EMPTY),
            tablas: BySeat::filled(seats, 0),
            last_capture: None,
            phase: Phase::Playing { to_play: dealer.clockwise(1, seats) },
        }
    }

    /// Returns the seat after the dealer, which has the first turn after each deal.
    pub fn forehand(&self) -> Seat {
        self.dealer.clockwise(1, self.options.seats())
    }

    /// The seat that is to play; `None` when the deal is over.
    pub fn to_play(&self) -> Option<Seat> {
        match self.phase {
            Phase::Playing { to_play } => Some(to_play),
            Phase::Finished { .. } => None,
        }
    }

    /// The cards that all players have seen: those on the table and in the piles.
    pub fn open(&self) -> CardSet {
        self.piles.iter().fold(self.cards, |open, &pile| open | pile)
    }

    /// Follows an event. Uses nothing of it that is not public.
    pub(crate) fn observe(&mut self, event: &Event) {
        match *event {
            Event::Laid { seat, card } => {
                self.cards.insert(card);
                self.pass_on(seat);
            }
            Event::Captured { seat, card, taken, tabla } => {
                self.cards -= taken;
                self.piles[seat] |= taken.with(card);
                self.tablas[seat] += u8::from(tabla);
                self.last_capture = Some(seat);
                self.pass_on(seat);
            }
            Event::Dealt { seat, count, .. } => {
                self.hand_sizes[seat] += count;
                self.deck -= count;
            }
            Event::Swept { seat, cards } => {
                self.cards -= cards;
                self.piles[seat] |= cards;
            }
            Event::Finished { ref result } => self.phase = Phase::Finished { result: **result },
        }
    }

    /// A card was played: the next has the turn.
    fn pass_on(&mut self, seat: Seat) {
        self.hand_sizes[seat] -= 1;
        self.phase = Phase::Playing { to_play: seat.clockwise(1, self.options.seats()) };
    }
}
