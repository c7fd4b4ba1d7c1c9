//! The declarer's undertaking, with the cards taken from the talon and put away
//! for it.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{
    Announcement, Card, CardSet, Contract, Item, KINGS, MOND, Options, Stake, Suit, TALON, TRULA,
};

/// The contract that is played, and what goes with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokUndertaking"))]
pub struct Undertaking {
    /// The seat that plays against the others; in klop the forehand, who said
    /// it, while everybody plays alone.
    pub declarer: Seat,
    /// The contract that is played.
    pub contract: Contract,
    /// The exchange with the talon, if it was turned up.
    pub exchange: Option<Exchange>,
    /// The game and what was announced; nothing in klop.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Stake>"))]
    pub stakes: ArrayVec<Stake, 5>,
}

/// The talon lies open in groups, and the declarer is to take one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokTaking"))]
pub struct Taking {
    /// The declarer's undertaking.
    pub undertaking: Undertaking,
    /// The talon in its order; each group is a stretch of it.
    #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
    pub talon: ArrayVec<Card, TALON>,
}

/// The exchange with a talon that was turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokExchange"))]
pub struct Exchange {
    /// The cards that the declarer took into the hand.
    pub taken: CardSet,
    /// The cards that were left to the defenders.
    pub left: CardSet,
    /// Taroks that the declarer discarded, open to all.
    pub shown: CardSet,
    /// The number of cards the declarer discarded face down.
    pub buried: u8,
}

impl Undertaking {
    pub(crate) fn new(declarer: Seat, contract: Contract) -> Self {
        let game = (contract != Contract::Klop).then(|| Stake::new(Item::Game));
        Self { declarer, contract, exchange: None, stakes: game.into_iter().collect() }
    }

    /// Returns the announcements, in the order in which they were made.
    pub fn announced(&self) -> impl Iterator<Item = Announcement> {
        self.stakes.iter().filter_map(|stake| match stake.item {
            Item::Announced(announcement) => Some(announcement),
            Item::Game => None,
        })
    }

    /// True if this was announced.
    pub fn is_announced(&self, announcement: Announcement) -> bool {
        self.stakes.iter().any(|stake| stake.item == Item::Announced(announcement))
    }

    /// Returns the announcements that may still be made.
    pub fn announceable(&self) -> impl Iterator<Item = Announcement> {
        Announcement::ALL.into_iter().filter(|&announcement| !self.is_announced(announcement))
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
    if options.taroks_discarded_last && !plain.is_empty() { plain } else { allowed }
}
