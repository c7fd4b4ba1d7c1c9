//! A deal as it is shown to a client that follows it without knowing the rules.

use serde::{Deserialize, Serialize};
use vzetek_game::{Seat, Transfer, Zone, Zones};

use crate::{BySeat, CardSet, Event, Table, View};

/// Everything that all may know of a running deal besides its cards and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicStatus"),
    schemars(rename = "TablicStatus")
)]
pub struct Status {
    /// The number of times that each player has captured the whole table.
    pub tablas: BySeat<u8>,
}

impl Status {
    pub(crate) fn of(table: &Table) -> Self {
        Self { tablas: table.tablas }
    }
}

pub(crate) fn zones(view: &View) -> Zones {
    let View { table, .. } = view;
    let mut zones = Zones::default();
    for seat in Seat::all(table.options.seats()) {
        let own = view.hand.filter(|_| view.observer == Some(seat));
        zones.put(Zone::Hand(seat), own.unwrap_or_default(), view.hidden_in(seat));
        zones.put(Zone::Pile(seat), table.piles[seat], 0);
    }
    zones.put(Zone::Table, table.cards, 0);
    zones.put(Zone::Stock, CardSet::EMPTY, table.deck.into());
    zones
}

/// A card that captures lies on the table before it is moved to the pile with the others.
pub(crate) fn transfers(event: &Event) -> Vec<Transfer> {
    match *event {
        Event::Laid { seat, card } => {
            vec![Transfer::open([card], Zone::Hand(seat), Zone::Table)]
        }
        Event::Captured { seat, card, taken, .. } => vec![
            Transfer::open([card], Zone::Hand(seat), Zone::Table),
            Transfer::open(taken.with(card), Zone::Table, Zone::Pile(seat)),
        ],
        Event::Dealt { seat, count, cards } => {
            let told = cards.unwrap_or_default();
            let others = usize::from(count) - told.len();
            vec![Transfer::hidden(told, others, Zone::Stock, Zone::Hand(seat))]
        }
        Event::Swept { seat, cards } => {
            vec![Transfer::open(cards, Zone::Table, Zone::Pile(seat))]
        }
        Event::Finished { .. } => Vec::new(),
    }
}
