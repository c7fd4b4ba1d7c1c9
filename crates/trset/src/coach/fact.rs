//! The facts for a coach.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{CardSet, Declaration, LAST_TRICK, Rank, Suit};

/// A fact for the player to act or, once the deal is over, about how it came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetFact"),
    schemars(rename = "TrsetFact")
)]
pub enum Fact {
    /// Before one's first card: what the deal is about.
    Aim {
        /// True if the fewest points win.
        fewest: bool,
        /// The partner's seat, if there is one.
        partner: Option<Seat>,
    },
    /// Combinations may be declared, now or never.
    Declare {
        /// The combinations.
        #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
        declarations: Vec<Declaration>,
        /// Their value together, in thirds.
        thirds: u8,
    },
    /// The player leads, with any card.
    Lead,
    /// The player leads, without a card that certainly takes the trick, and the hand has most cards
    /// of this suit.
    Longest {
        /// The suit.
        suit: Suit,
        /// The number of its cards in the hand, at least three.
        count: u8,
    },
    /// The suit led must be followed.
    Follow {
        /// The suit.
        suit: Suit,
    },
    /// There is nothing to choose.
    Only {
        /// The one legal card.
        card: crate::Card,
        /// The suit that is followed with it; absent if it is the last card.
        suit: Option<Suit>,
    },
    /// The player has no card of the suit led: any may be played, and none takes
    /// the trick.
    Void {
        /// The suit led.
        suit: Suit,
    },
    /// Legal cards that take the trick whatever the others play.
    Takes {
        /// The cards.
        cards: CardSet,
        /// True if the player is the last to play.
        last: bool,
        /// True if these are all the legal cards.
        all: bool,
    },
    /// Legal cards that beat those on the table, and may still be beaten.
    Beats {
        /// The cards.
        cards: CardSet,
        /// True if these are all the legal cards.
        all: bool,
    },
    /// Legal cards of the suit led that do not take the trick.
    Below {
        /// The cards.
        cards: CardSet,
    },
    /// No legal card takes the trick.
    Beaten {
        /// The seat that takes it whatever is played; absent while that is open.
        by: Option<Seat>,
        /// True if that seat is the player's partner.
        partner: bool,
    },
    /// In kifameno, cards to lead that an opponent must beat: the opponent certainly has
    /// the suit, and no lower card of it.
    Loses {
        /// The cards.
        cards: CardSet,
    },
    /// In kifameno, other cards to lead of which every one that may follow is higher:
    /// a player who follows suit beats them.
    Lowest {
        /// The cards.
        cards: CardSet,
    },
    /// The value of what lies on the table, in thirds, the last trick's three
    /// included.
    Worth {
        /// Thirds, at least one.
        thirds: u8,
    },
    /// Legal cards that count nothing.
    Worthless {
        /// The cards.
        cards: CardSet,
    },
    /// The legal cards that count most.
    Heaviest {
        /// The cards.
        cards: CardSet,
        /// The value of each of them, in thirds, at least one.
        thirds: u8,
    },
    /// In kifameno, where every legal card takes the trick: those that add least to it.
    Lightest {
        /// The cards.
        cards: CardSet,
        /// The value of each of them, in thirds.
        thirds: u8,
    },
    /// In kifameno, of the cards just told of, which count alike and come to the same in
    /// this trick, the one that beats the others.
    Strongest {
        /// The card.
        card: crate::Card,
    },
    /// In kifameno, where every legal card lies on top for now and may still be beaten: the
    /// lowest, which is beaten by whatever beats another.
    Weakest {
        /// The card.
        card: crate::Card,
    },
    /// In kifameno, cards that may be given away and would take every trick of their suit
    /// in which the player plays them later.
    Masters {
        /// The cards.
        cards: CardSet,
    },
    /// An ace that may be played and that others may beat.
    AceAtRisk {
        /// The ace.
        card: crate::Card,
        /// The ranks of the cards of its suit that may beat it. No card is named that
        /// the player does not see.
        by: Vec<Rank>,
    },
    /// In the second trick, when it was first seen: after each trick every player draws
    /// a card, which all see.
    Draw {
        /// The number of cards in the stock.
        left: u8,
    },
    /// The last trick counts three thirds by itself.
    LastTrick,
    /// The end: why one side has taken more than another.
    More {
        /// The seats of the side that has taken more.
        taker: Vec<Seat>,
        /// Its thirds, declarations included.
        taken: u8,
        /// The seats of the other side.
        other: Vec<Seat>,
        /// Its thirds, declarations included.
        left: u8,
        /// The differences in its favour, the greatest first.
        by: Vec<Edge>,
        /// The differences in favour of the other side, the greatest first. Those in `by` come
        /// to `taken - left` more.
        against: Vec<Edge>,
        /// The thirds of either side's cards, where these are equal.
        even: Option<u8>,
    },
    /// The end: two sides have taken as much.
    Equal {
        /// The thirds of each, declarations included.
        thirds: u8,
    },
    /// The end: one side has taken every third, which turns the result round.
    Cappotto {
        /// The seats of that side.
        taker: Vec<Seat>,
    },
}

/// A difference between two sides, in favour of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edge", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetEdge"),
    schemars(rename = "TrsetEdge")
)]
pub enum Edge {
    /// It took the last trick.
    LastTrick,
    /// It took more aces.
    Aces {
        /// The number of aces that it took.
        taken: u8,
        /// The number of aces that the other side took.
        others: u8,
    },
    /// It took more of the cards that count a third.
    Figures {
        /// The number of such cards that it took.
        taken: u8,
        /// The number of such cards that the other side took.
        others: u8,
    },
    /// It took more in cards, though one side has more of the aces and the other more of the
    /// cards that count a third.
    Cards {
        /// The thirds of the cards that it took.
        taken: u8,
        /// The thirds of the cards that the other side took.
        others: u8,
    },
    /// It declared more.
    Declared {
        /// The thirds that it declared beyond the other side's.
        more: u8,
    },
}

impl Edge {
    /// Returns the difference that it makes, in thirds.
    pub fn thirds(self) -> u8 {
        match self {
            Self::LastTrick => LAST_TRICK,
            Self::Aces { taken, others } => 3 * (taken - others),
            Self::Figures { taken, others } | Self::Cards { taken, others } => taken - others,
            Self::Declared { more } => more,
        }
    }
}
