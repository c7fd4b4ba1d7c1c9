//! A deal as it is shown to a client that follows it without knowing the rules.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::options::is_usual;
use vzetek_game::{BySeat, Seat, Transfer, Zone, Zones};

use crate::exchange::plain;
use crate::stake::STAKES;
use crate::{
    Called, Card, CardSet, Contract, Event, Exchange, Item, Phase, Playing, Side, Stake, Table,
    Taking, Undertaking, View,
};

/// Everything that all may know of a running deal besides its cards and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokStatus"),
    schemars(rename = "TarokStatus")
)]
pub enum Status {
    /// Players bid and pass.
    Bidding {
        /// The standing bid.
        standing: Contract,
        /// The seat that made it.
        bidder: Seat,
        /// The last bid of each player.
        bids: BySeat<Option<Contract>>,
        /// True for each player who has passed, for good.
        passed: BySeat<bool>,
    },
    /// The declarer says what is really played.
    Choosing {
        /// The least that must be played.
        standing: Contract,
        /// The seat that won the bidding.
        declarer: Seat,
    },
    /// The declarer calls a king.
    Calling {
        /// The contract that is played.
        undertaking: Terms,
    },
    /// The declarer takes a group of the talon.
    Taking {
        /// The contract that is played.
        undertaking: Terms,
        /// The groups, in the order of their numbers.
        groups: Vec<CardSet>,
    },
    /// The declarer discards, card by card.
    Discarding {
        /// The contract that is played.
        undertaking: Terms,
        /// The number of cards that are still to be put away.
        to_discard: u8,
    },
    /// The declarer announces.
    Announcing {
        /// The contract that is played.
        undertaking: Terms,
    },
    /// Kontra and so on.
    Doubling {
        /// The contract that is played.
        undertaking: Terms,
    },
    /// Cards are played.
    Playing {
        /// The contract that is played.
        undertaking: Terms,
        /// The seat that leads to the trick.
        leader: Seat,
        /// Tricks taken by each player.
        tricks: BySeat<u8>,
    },
    /// The deal is over.
    Finished {
        /// The contract that was played.
        undertaking: Terms,
        /// Tricks taken by each player.
        tricks: BySeat<u8>,
    },
}

/// The contract that is played, and what is at stake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokTerms"),
    schemars(rename = "TarokTerms")
)]
pub struct Terms {
    /// The seat that plays against the others; none in klop, where everybody plays
    /// alone.
    pub declarer: Option<Seat>,
    /// The contract.
    pub contract: Contract,
    /// The game and what was announced; nothing in klop.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Multiplied>"))]
    pub stakes: ArrayVec<Multiplied, STAKES>,
    /// The cards that the declarer took from the talon; left out before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub taken: Option<CardSet>,
    /// The king that was called, and the sides as far as they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub called: Option<Called>,
}

/// The game or an announcement, and the factor by which it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokMultiplied"),
    schemars(rename = "TarokMultiplied")
)]
pub struct Multiplied {
    /// The item at stake.
    pub item: Item,
    /// The factor: 1, and 2, 4, 8 or 16 after kontra, re, sub and mort.
    pub multiplier: u8,
    /// The side that undertakes it, the declarer's if it is left out.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Side>"))]
    pub side: Side,
}

impl From<&Stake> for Multiplied {
    fn from(stake: &Stake) -> Self {
        Self { item: stake.item, multiplier: stake.multiplier(), side: stake.side }
    }
}

impl From<&Undertaking> for Terms {
    fn from(undertaking: &Undertaking) -> Self {
        let &Undertaking { declarer, contract, ref stakes, ref exchange, ref called } = undertaking;
        Self {
            declarer: (contract != Contract::Klop).then_some(declarer),
            contract,
            stakes: stakes.iter().map(Multiplied::from).collect(),
            taken: exchange.as_ref().map(|exchange| exchange.taken),
            called: called.clone(),
        }
    }
}

impl Status {
    pub(crate) fn of(phase: &Phase) -> Self {
        match phase {
            Phase::Bidding(bidding) => Self::Bidding {
                standing: bidding.standing,
                bidder: bidding.bidder,
                bids: bidding.bids,
                passed: bidding.passed,
            },
            Phase::Choosing(choosing) => {
                Self::Choosing { standing: choosing.standing, declarer: choosing.declarer }
            }
            Phase::Calling(undertaking) => Self::Calling { undertaking: undertaking.into() },
            Phase::Taking(taking) => Self::Taking {
                undertaking: (&taking.undertaking).into(),
                groups: taking.groups().map(|group| group.iter().copied().collect()).collect(),
            },
            Phase::Discarding(undertaking) => Self::Discarding {
                undertaking: undertaking.into(),
                to_discard: undertaking.exchange.as_ref().map_or(0, Exchange::to_discard) as u8,
            },
            Phase::Announcing(undertaking) => Self::Announcing { undertaking: undertaking.into() },
            Phase::Doubling(doubling) => {
                Self::Doubling { undertaking: (&doubling.undertaking).into() }
            }
            Phase::Playing(Playing { undertaking, trick, taken }) => Self::Playing {
                undertaking: undertaking.into(),
                leader: trick.leader(),
                tricks: taken.tricks,
            },
            Phase::Finished(finished) => Self::Finished {
                undertaking: (&finished.undertaking).into(),
                tricks: finished.taken.tricks,
            },
        }
    }
}

pub(crate) fn zones(view: &View) -> Zones {
    let View { table, .. } = view;
    let mut zones = Zones::default();
    let seats = table.options.seats();
    for seat in Seat::all(seats) {
        let own = view.hand.filter(|_| view.observer == Some(seat));
        zones.put(Zone::Hand(seat), own.unwrap_or(table.known[seat]), view.hidden_in(seat));
        if let Some(taken) = table.phase.taken() {
            zones.put(Zone::Pile(seat), taken.piles[seat], 0);
        }
    }
    if let Phase::Playing(Playing { trick, .. }) = &table.phase {
        for (seat, &card) in trick.leader().round(seats).zip(trick.cards()) {
            zones.put(Zone::Trick(seat), [card], 0);
        }
    }
    if let Phase::Taking(Taking { talon, .. }) = &table.phase {
        zones.put(Zone::Talon, talon.iter().copied(), 0);
    }
    zones.put(Zone::Talon, CardSet::EMPTY, table.talon.into());
    if let Some(exchange) = table.exchange() {
        zones.put(Zone::Left, exchange.left, 0);
        zones.put(Zone::Away, exchange.shown | view.discards, view.hidden_discards());
    }
    zones
}

pub(crate) fn transfers(table: &Table, event: &Event) -> Vec<Transfer> {
    match event {
        Event::Chosen { talon, .. } | Event::Called { talon, .. } if !talon.is_empty() => {
            vec![Transfer::open(talon.iter().copied(), Zone::Talon, Zone::Talon)]
        }
        Event::TookGroup { seat, cards, .. } => {
            let Phase::Taking(taking) = &table.phase else {
                unreachable!("groups are taken in one phase")
            };
            let left = taking.talon.iter().copied().collect::<CardSet>() - *cards;
            let mut moves = vec![Transfer::open(*cards, Zone::Talon, Zone::Hand(*seat))];
            if !left.is_empty() {
                moves.push(Transfer::open(left, Zone::Talon, Zone::Left));
            }
            moves
        }
        Event::Discarded { seat, card } => vec![discard(table, *seat, *card)],
        Event::HandShown { seat, cards } => {
            vec![Transfer::open(*cards, Zone::Hand(*seat), Zone::Hand(*seat))]
        }
        Event::Played { seat, card, .. } => {
            vec![Transfer::open([*card], Zone::Hand(*seat), Zone::Trick(*seat))]
        }
        Event::TrickTaken { seat, gift, rest } => {
            let mut moves = vec![Transfer::trick(*seat)];
            moves.extend(gift.map(|gift| Transfer::open([gift], Zone::Talon, Zone::Pile(*seat))));
            if !rest.is_empty() {
                moves.push(Transfer::open(*rest, Zone::Left, Zone::Pile(*seat)));
            }
            moves
        }
        Event::Announced { .. } | Event::Raised { .. } if table.options.is_four() => {
            shown_in_hands(table, event)
        }
        Event::Bid { .. }
        | Event::Passed { .. }
        | Event::Chosen { .. }
        | Event::Called { .. }
        | Event::Announced { .. }
        | Event::Raised { .. }
        | Event::Finished { .. } => Vec::new(),
    }
}

/// A side that is shown may reveal in which hand the called king is, and an ultimo who holds its
/// card.
fn shown_in_hands(table: &Table, event: &Event) -> Vec<Transfer> {
    let mut after = table.clone();
    after.observe(event);
    let hands = after.known.enumerate().map(|(seat, &known)| (seat, known - table.known[seat]));
    hands
        .filter(|(_, shown)| !shown.is_empty())
        .map(|(seat, shown)| Transfer::open(shown, Zone::Hand(seat), Zone::Hand(seat)))
        .collect()
}

/// A tarok is shown to all. Of the others any that came from the talon may be the discarded one, as
/// far as the defenders know.
fn discard(table: &Table, seat: Seat, card: Option<Card>) -> Transfer {
    let (from, to) = (Zone::Hand(seat), Zone::Away);
    if let Some(shown) = card.filter(|card| card.is_tarok()) {
        return Transfer::open([shown], from, to);
    }
    let untold = usize::from(card.is_none());
    Transfer::hidden(card, untold, from, to).unsure(table.known[seat] & plain())
}
