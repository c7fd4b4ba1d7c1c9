//! The facts for a coach.

use serde::{Deserialize, Serialize};
use vzetek_game::options::is_usual;
use vzetek_game::{BySeat, Seat};

use crate::{Announcement, Card, CardSet, Contract, Item, Side, Suit};

/// A fact for the player to act or, once the deal is over, about how it came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokFact"),
    schemars(rename = "TarokFact")
)]
pub enum Fact {
    /// Before cards are discarded: what the hand holds.
    Hand {
        /// The number of taroks.
        taroks: u8,
        /// Pagat, mond and škis, as far as they are in the hand.
        trula: CardSet,
        /// The number of kings.
        kings: u8,
    },
    /// The bid to beat.
    Bid {
        /// The standing bid.
        standing: Contract,
        /// The seat that made it.
        bidder: Seat,
        /// The least that the player can bid; absent if only passing is left.
        lowest: Option<Contract>,
    },
    /// The player has won the bidding.
    Choose {
        /// The least that may be played.
        standing: Contract,
        /// True if klop may be played instead.
        klop: bool,
    },
    /// A king is to be called, whose holder becomes the partner.
    Call {
        /// The kings that another player may hold, of the suits of which the player has fewest
        /// cards.
        fewest: CardSet,
        /// The kings in the hand: a declarer who calls one of them plays alone.
        own: CardSet,
    },
    /// The called king lies in the talon: the declarer plays alone, and wins what is left of the
    /// talon if the king is taken and later takes a trick.
    KingInTalon {
        /// The number of its group, from 0.
        group: u8,
        /// The king.
        king: Card,
    },
    /// The group of the talon that is worth most; no other one is worth more.
    Richest {
        /// The number of the group, from 0.
        group: u8,
        /// Its points.
        points: u8,
        /// True if another group is worth as much: this is the first of them.
        #[serde(default, skip_serializing_if = "is_usual")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        shared: bool,
    },
    /// The group of the talon with most taroks; no other one has more.
    MostTaroks {
        /// The number of the group, from 0.
        group: u8,
        /// The number of taroks in it, at least one.
        taroks: u8,
        /// True if another group has as many: this is the first of them.
        #[serde(default, skip_serializing_if = "is_usual")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        shared: bool,
    },
    /// The mond lies in the talon: left there, it costs the declarer 21 points.
    MondInTalon {
        /// The number of its group, from 0.
        group: u8,
    },
    /// Cards are to be discarded; they count for the declarer.
    Discard {
        /// The number of cards that are still to go.
        left: u8,
        /// True if a tarok may go as well as another card.
        taroks: bool,
    },
    /// The player can part with a whole suit, and then take it with taroks.
    CanVoid {
        /// The suit.
        suit: Suit,
        /// The player's cards of it.
        cards: CardSet,
    },
    /// The cards worth most among those that may be discarded.
    Valuable {
        /// The cards.
        cards: CardSet,
        /// The value of each, before counting takes its share.
        value: u8,
    },
    /// The player holds the called king and so plays with the declarer, which no rule has shown
    /// to the others yet.
    Partner {
        /// The declarer.
        declarer: Seat,
        /// The contract.
        contract: Contract,
        /// The called king.
        king: Card,
    },
    /// Nothing can be announced or raised.
    MustPass,
    /// Something may be announced.
    Announce {
        /// The number of trula cards in the hand.
        trula: u8,
        /// The number of kings in the hand.
        kings: u8,
        /// True if the pagat is in the hand.
        pagat: bool,
        /// The called king, if it is in the hand.
        king: Option<Card>,
        /// True if this would show the player's side.
        shows: bool,
    },
    /// Items may be put under kontra, or raised further.
    Kontra {
        /// The items.
        #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
        items: Vec<Item>,
        /// The factor by which the game, or the valat in its place, counts now.
        multiplier: u8,
        /// The declarer.
        declarer: Seat,
        /// The contract.
        contract: Contract,
        /// The king that was called, if one was.
        called: Option<Card>,
        /// The announcements of the declarer's side.
        announced: Vec<Announcement>,
        /// The announcements of the defenders.
        opposed: Vec<Announcement>,
        /// True if the player is the declarer.
        declares: bool,
        /// True if this would show the player's side.
        shows: bool,
    },
    /// Before one's first card: who plays what.
    Aim {
        /// The contract.
        contract: Contract,
        /// The declarer; absent in klop.
        declarer: Option<Seat>,
        /// The king that was called, if one was.
        called: Option<Card>,
        /// The declarer's partner, if the player knows it.
        partner: Option<Seat>,
        /// True if the player knows that the declarer has no partner.
        alone: bool,
        /// True if some player's side has not been shown to all.
        secret: bool,
        /// The announcements of the declarer's side.
        announced: Vec<Announcement>,
        /// The announcements of the defenders.
        opposed: Vec<Announcement>,
    },
    /// In klop, each trick takes a card of the talon along, as long as there are any.
    Gift {
        /// The number of cards in the talon.
        left: u8,
    },
    /// The player leads, with any card.
    Lead,
    /// The player leads: the taroks that are still in play.
    Taroks {
        /// The number of taroks in the hand, at least one.
        own: u8,
        /// The most that the others can hold together.
        others: u8,
    },
    /// The declarer leads, and the partner still holds the called king.
    CalledSuit {
        /// The king.
        king: Card,
        /// The player's cards of its suit.
        cards: CardSet,
    },
    /// The suit led, or taroks, must be followed.
    Follow {
        /// The suit.
        suit: Suit,
    },
    /// Without a card of the suit led a tarok must be played.
    Tarok {
        /// The suit led.
        suit: Suit,
    },
    /// The player has neither the suit led nor a tarok: any card may be played, and
    /// none takes the trick.
    Void {
        /// The suit led.
        suit: Suit,
    },
    /// There is nothing to choose.
    Only {
        /// The one legal card.
        card: Card,
    },
    /// In klop and berač: a player who can beat must.
    MustBeat,
    /// In klop and berač: the pagat may not be played as long as there is another card.
    KeepPagat,
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
    /// Cards to lead that only a tarok can take.
    Top {
        /// The cards.
        cards: CardSet,
    },
    /// No legal card takes the trick.
    Beaten {
        /// The seat that takes it whatever is played; absent while that is open.
        by: Option<Seat>,
        /// True if that seat is known to the player to be on the same side.
        ally: bool,
    },
    /// The cards on the table that are worth 3 or more.
    Lies {
        /// The cards.
        cards: CardSet,
    },
    /// Cards worth 1 that may be played where another player takes the trick.
    Worthless {
        /// The cards.
        cards: CardSet,
    },
    /// The cards worth most that may be played without taking the trick.
    Heaviest {
        /// The cards.
        cards: CardSet,
        /// The value of each, before counting takes its share.
        value: u8,
    },
    /// The mond may be played, and lost to the škis: that costs 21 points.
    MondAtRisk {
        /// True if the škis lies there already.
        certain: bool,
    },
    /// The pagat may be played, and lost to another tarok.
    PagatAtRisk,
    /// The points that the player's side has for sure.
    Progress {
        /// The points.
        points: u8,
        /// The points that decide for that side.
        need: u8,
        /// True if the side has no more; false if the player cannot know that.
        exact: bool,
    },
    /// The end: the declarer's side took more than half of the points, or not.
    Game {
        /// The declarer.
        declarer: Seat,
        /// The declarer's partner, if there was one.
        partner: Option<Seat>,
        /// The contract.
        contract: Contract,
        /// True if it was made.
        made: bool,
        /// The points that the game alone adds to the declarer's result.
        value: i32,
        /// The things that counted for the declarer.
        own: Counted,
        /// The things that counted for the defenders.
        others: Counted,
    },
    /// The end: a bonus was announced, or made silently.
    Bonus {
        /// The bonus.
        announcement: Announcement,
        /// True if it counts for the declarer.
        made: bool,
        /// True if it had not been announced.
        silent: bool,
        /// The points that it adds to the declarer's result.
        value: i32,
    },
    /// The end: a valat was played, or announced or made by one of four players, and stands in the
    /// place of all else.
    Valat {
        /// The declarer.
        declarer: Seat,
        /// The declarer's partner, if there was one.
        partner: Option<Seat>,
        /// The side that undertook or made it.
        side: Side,
        /// True if that side took every trick.
        made: bool,
        /// The number of tricks that side took.
        tricks: u8,
    },
    /// The end: a berač is made without a trick, and lost with the first.
    Berac {
        /// The declarer.
        declarer: Seat,
        /// True if the declarer took no trick.
        made: bool,
        /// The number of tricks that were played.
        tricks: u8,
    },
    /// The end: in klop each player pays for the points that they took.
    Klop {
        /// The points of each.
        #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
        points: BySeat<u8>,
        /// The tricks of each.
        #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
        tricks: BySeat<u8>,
        /// The result of each.
        #[cfg_attr(feature = "ts", ts(as = "Vec<i32>"))]
        results: BySeat<i32>,
    },
    /// The end: a player pays 21 points for the mond.
    MondLost {
        /// The seat.
        seat: Seat,
    },
}

/// The things that counted for one side, by the kinds of cards that are worth most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokCounted"),
    schemars(rename = "TarokCounted")
)]
pub struct Counted {
    /// The points of all its cards.
    pub points: u8,
    /// The number of kings among them.
    pub kings: u8,
    /// The number of pagat, mond and škis among them.
    pub trula: u8,
    /// The number of queens among them.
    pub queens: u8,
}
