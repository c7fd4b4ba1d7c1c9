//! A deal as it is shown to a client that follows it without knowing the rules.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat, Transfer, Zone, Zones};

use crate::{Declaration, Event, Table, View};

/// Everything that all may know of a running deal besides its cards and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetStatus"),
    schemars(rename = "TrsetStatus")
)]
pub struct Status {
    /// The seat that leads to the trick; after the last one, that took it.
    pub leader: Seat,
    /// Captured tricks by player.
    pub tricks: BySeat<u8>,
    /// Thirds taken by each player, the last trick included, declarations apart.
    pub thirds: BySeat<u8>,
    /// Declarations made by each player; left out as long as there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Vec<String>>>"))]
    pub declared: Option<BySeat<ArrayVec<Declaration, 6>>>,
}

impl Status {
    pub(crate) fn of(table: &Table) -> Self {
        let has_declared = table.declared.iter().any(|list| !list.is_empty());
        Self {
            leader: table.trick.leader(),
            tricks: table.tricks,
            thirds: table.thirds,
            declared: has_declared.then(|| table.declared.clone()),
        }
    }
}

pub(crate) fn zones(view: &View) -> Zones {
    let View { table, .. } = view;
    let seats = table.options.seats();
    let mut zones = Zones::default();
    for seat in Seat::all(seats) {
        let own = view.hand.filter(|_| view.observer == Some(seat));
        zones.put(Zone::Hand(seat), own.unwrap_or(table.known[seat]), view.hidden_in(seat));
        zones.put(Zone::Pile(seat), table.piles[seat], 0);
    }
    for (seat, &card) in table.trick.leader().round(seats).zip(table.trick.cards()) {
        zones.put(Zone::Trick(seat), [card], 0);
    }
    zones.put(Zone::Stock, crate::CardSet::EMPTY, table.stock.into());
    zones
}

pub(crate) fn transfers(event: &Event) -> Vec<Transfer> {
    vec![match *event {
        Event::Declared { seat, declaration } => {
            Transfer::open(declaration.cards(), Zone::Hand(seat), Zone::Hand(seat))
        }
        Event::Played { seat, card } => Transfer::open([card], Zone::Hand(seat), Zone::Trick(seat)),
        Event::TrickTaken { seat, .. } => Transfer::trick(seat),
        Event::Drew { seat, card } => Transfer::open([card], Zone::Stock, Zone::Hand(seat)),
    }]
}
