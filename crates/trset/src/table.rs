//! The public side of a deal, and how it follows from events.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::{Card, CardSet, DealResult, Declaration, Event, HAND, Options, Trick};

/// The public side of a deal. Full state and views hold the same table and
/// follow the same events, so neither can know more of it than the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetTable"),
    schemars(rename = "TrsetTable")
)]
pub struct Table {
    /// The table's options.
    pub options: Options,
    /// The dealer; the player after leads first.
    pub dealer: Seat,
    /// The number of cards in each hand.
    pub hand_sizes: BySeat<u8>,
    /// Cards everybody knows to be in a player's hand: drawn or declared.
    pub known: BySeat<CardSet>,
    /// Cards everybody knows not to be among a player's other ones: suits
    /// that were not followed, and what a declaration said was missing.
    pub denied: BySeat<CardSet>,
    /// The number of cards still to be drawn.
    pub stock: u8,
    /// The cards on the table.
    pub trick: Trick,
    /// The trick before.
    pub last_trick: Option<Trick>,
    /// Captured cards by player (partners keep a pile each).
    pub piles: BySeat<CardSet>,
    /// Captured tricks by player.
    pub tricks: BySeat<u8>,
    /// Thirds taken by each player, the last trick included, declarations apart.
    pub thirds: BySeat<u8>,
    /// Declarations made by each player.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Vec<String>>"))]
    pub declared: BySeat<ArrayVec<Declaration, 6>>,
    /// The result, once the deal is over.
    pub result: Option<DealResult>,
}

impl Table {
    pub(crate) fn new(options: Options, dealer: Seat) -> Self {
        let seats = options.seats();
        Self {
            options,
            dealer,
            hand_sizes: BySeat::filled(seats, HAND as u8),
            known: BySeat::filled(seats, CardSet::EMPTY),
            denied: BySeat::filled(seats, CardSet::EMPTY),
            stock: options.stock() as u8,
            trick: Trick::led_by(dealer.clockwise(1, seats)),
            last_trick: None,
            piles: BySeat::filled(seats, CardSet::EMPTY),
            tricks: BySeat::filled(seats, 0),
            thirds: BySeat::filled(seats, 0),
            declared: BySeat::from_fn(seats, |_| ArrayVec::new()),
            result: None,
        }
    }

    /// The seat that is to act; `None` when the deal is over.
    pub fn to_play(&self) -> Option<Seat> {
        self.result.is_none().then(|| self.trick.to_play(self.options.seats()))
    }

    /// Thirds from each player's own declarations.
    pub fn declared_thirds(&self) -> BySeat<u8> {
        self.declared.map(|list| list.iter().map(|made| made.thirds()).sum())
    }

    /// Follows an event. Uses nothing of it that is not public.
    pub(crate) fn observe(&mut self, event: &Event) {
        match *event {
            Event::Declared { seat, declaration } => {
                self.declared[seat].push(declaration);
                self.known[seat] |= declaration.cards();
                self.denied[seat] |= declaration.denied();
            }
            Event::Played { seat, card } => self.note_played(seat, card),
            Event::TrickTaken { seat, thirds } => self.note_trick(seat, thirds),
            Event::Drew { seat, card } => {
                self.stock -= 1;
                self.hand_sizes[seat] += 1;
                self.known[seat].insert(card);
            }
        }
    }

    fn note_played(&mut self, seat: Seat, card: Card) {
        self.denied[seat] |= self.trick.denied_by(card);
        self.trick.push(card);
        self.hand_sizes[seat] -= 1;
        self.known[seat].remove(card);
    }

    fn note_trick(&mut self, seat: Seat, thirds: u8) {
        let trick = std::mem::replace(&mut self.trick, Trick::led_by(seat));
        self.piles[seat] |= trick.card_set();
        self.last_trick = Some(trick);
        self.tricks[seat] += 1;
        self.thirds[seat] += thirds;
        if self.is_last_trick() || self.reaches_target() {
            let declared = self.declared_thirds();
            self.result = Some(DealResult::new(&self.options, &self.thirds, &declared));
        }
    }

    /// True if a side has reached the target of the match with this trick, at a table where it
    /// stops there, and no other has as many points.
    fn reaches_target(&self) -> bool {
        let Some(target) = self.options.target.filter(|_| self.options.stops_at_target) else {
            return false;
        };
        let (options, declared) = (&self.options, self.declared_thirds());
        let points = |side| {
            let own = Seat::all(options.seats()).filter(|&seat| options.side(seat) == side);
            let thirds: u8 = own.map(|seat| self.thirds[seat] + declared[seat]).sum();
            let before = options.standing.map_or(0, |points| points[Seat::new(side as u8)]);
            before + u16::from(thirds / 3)
        };
        let best = (0..options.sides()).map(points).max().unwrap_or_default();
        let alone = (0..options.sides()).filter(|&side| points(side) == best).count() == 1;
        best >= target.into() && alone
    }

    /// True if no player has a card left, and none is to be drawn. Hands run out together.
    pub(crate) fn is_last_trick(&self) -> bool {
        self.stock == 0 && self.hand_sizes[self.trick.leader()] == 0
    }
}
