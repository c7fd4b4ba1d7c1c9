//! The declarer's undertaking, with the cards taken from the talon and put away
//! for it.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::stake::STAKES;
use crate::{
    Announcement, Called, Card, CardSet, Contract, Item, KINGS, MOND, Options, PAGAT, Side, Stake,
    Suit, TALON, TRULA,
};

/// The contract that is played, and what goes with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokUndertaking"),
    schemars(rename = "TarokUndertaking")
)]
pub struct Undertaking {
    /// The seat that plays against the others; in klop the forehand, who said
    /// it, while everybody plays alone.
    pub declarer: Seat,
    /// The contract that is played.
    pub contract: Contract,
    /// The exchange with the talon, if it was turned up.
    pub exchange: Option<Exchange>,
    /// The game and what was announced; nothing in klop. Of four players, an announced
    /// valat stands alone.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Stake>"))]
    pub stakes: ArrayVec<Stake, STAKES>,
    /// The king that was called, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub called: Option<Called>,
}

/// The talon lies open in groups, and the declarer is to take one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokTaking"),
    schemars(rename = "TarokTaking")
)]
pub struct Taking {
    /// The declarer's undertaking.
    pub undertaking: Undertaking,
    /// The talon in its order; each group is a stretch of it.
    #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
    pub talon: ArrayVec<Card, TALON>,
}

/// The exchange with a talon that was turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokExchange"),
    schemars(rename = "TarokExchange")
)]
pub struct Exchange {
    /// The cards that the declarer took into the hand.
    pub taken: CardSet,
    /// The cards that were left to the defenders, as long as the declarer has not won
    /// them with the called king.
    pub left: CardSet,
    /// Taroks that the declarer discarded, open to all.
    pub shown: CardSet,
    /// The number of cards the declarer discarded face down.
    pub buried: u8,
}

impl Undertaking {
    pub(crate) fn new(declarer: Seat, contract: Contract) -> Self {
        let game = (contract != Contract::Klop).then(|| Stake::new(Item::Game));
        let stakes = game.into_iter().collect();
        Self { declarer, contract, exchange: None, stakes, called: None }
    }

    /// Returns the side of a player as far as all players know it.
    pub fn side(&self, seat: Seat) -> Option<Side> {
        match &self.called {
            _ if seat == self.declarer => Some(Side::Declarer),
            None => Some(Side::Defenders),
            Some(called) => called.sides[seat],
        }
    }

    /// Returns the side of a player with this hand.
    pub fn side_with(&self, seat: Seat, hand: CardSet) -> Side {
        let holds = || self.called.as_ref().is_some_and(|called| hand.contains(called.king));
        let unknown = || if holds() { Side::Declarer } else { Side::Defenders };
        self.side(seat).unwrap_or_else(unknown)
    }

    /// True if the player is known to play for the declarer's side.
    pub(crate) fn is_declarers(&self, seat: Seat) -> bool {
        self.side(seat) == Some(Side::Declarer)
    }

    /// The declarer's partner, once that is known.
    pub fn partner(&self) -> Option<Seat> {
        let called = self.called.as_ref()?;
        let partners = called.sides.enumerate().filter(|&(_, &side)| side == Some(Side::Declarer));
        partners.map(|(seat, _)| seat).find(|&seat| seat != self.declarer)
    }

    /// Returns the announcements, in the order in which they were made.
    pub fn announced(&self) -> impl Iterator<Item = Announcement> {
        self.stakes.iter().filter_map(|stake| stake.item.announcement())
    }

    /// Returns the announcements of one side, in the order in which they were made.
    pub fn announced_by(&self, side: Side) -> impl Iterator<Item = Announcement> {
        let stakes = self.stakes.iter().filter(move |stake| stake.side == side);
        stakes.filter_map(|stake| stake.item.announcement())
    }

    /// True if this was announced.
    pub fn is_announced(&self, announcement: Announcement) -> bool {
        self.stakes.iter().any(|stake| stake.item == Item::Announced(announcement))
    }

    /// Returns the announcements that a player with this hand may make. Of four players, an ultimo
    /// belongs to the holder of its card, and beside a valat there is nothing.
    pub fn announceable(
        &self,
        hand: CardSet,
        options: &Options,
    ) -> impl Iterator<Item = Announcement> + use<'_> {
        let four = options.is_four();
        let king = self.called.as_ref().map(|called| called.king);
        let may = move |announcement: &Announcement| match announcement {
            _ if self.is_announced(*announcement) => false,
            Announcement::KingUltimo => king.is_some_and(|king| hand.contains(king)),
            _ if !four => true,
            Announcement::PagatUltimo => hand.contains(PAGAT),
            _ => true,
        };
        let open = !(four && self.is_announced(Announcement::Valat));
        Announcement::ALL.into_iter().filter(move |announcement| open && may(announcement))
    }

    /// True if the declarer may still make it a colour valat instead of announcing.
    pub(crate) fn may_become_colour_valat(&self) -> bool {
        self.contract.is_talon_solo() && self.announced().next().is_none()
    }

    /// Adds an announcement. Of four players, a valat makes all else void.
    pub(crate) fn announce(&mut self, announcement: Announcement, side: Side, options: &Options) {
        if options.is_four() && announcement == Announcement::Valat {
            self.stakes.clear();
        }
        self.stakes.push(Stake { side, ..Stake::new(Item::Announced(announcement)) });
    }

    /// True if the declarer turned the mond up and did not take it.
    pub fn left_mond(&self) -> bool {
        self.exchange.as_ref().is_some_and(|exchange| exchange.left.contains(MOND))
    }
}

impl Taking {
    /// The groups, in the order of their indices.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &[Card]> {
        let size = self.undertaking.contract.group_size().expect("the talon was turned up");
        self.talon.chunks(size)
    }

    pub(crate) fn take(&self, taken: CardSet) -> Undertaking {
        let left = self.talon.iter().copied().collect::<CardSet>() - taken;
        let exchange = Exchange { taken, left, shown: CardSet::EMPTY, buried: 0 };
        Undertaking { exchange: Some(exchange), ..self.undertaking.clone() }
    }
}

impl Exchange {
    /// Returns the number of cards still to be discarded.
    pub fn to_discard(&self) -> usize {
        self.taken.len() - self.shown.len() - usize::from(self.buried)
    }
}

/// The cards that go away face down: neither taroks nor kings.
pub(crate) fn plain() -> CardSet {
    CardSet::full() - Suit::Taroks.cards() - KINGS
}

/// The cards of `hand` that may be discarded: no kings, and no pagat, mond or
/// škis; taroks at some tables only if there is nothing else.
pub(crate) fn discardable(hand: CardSet, options: &Options) -> CardSet {
    let allowed = hand - KINGS - TRULA;
    let plain = allowed & plain();
    if options.taroks_go_last() && !plain.is_empty() { plain } else { allowed }
}
