//! The scoring of a deal.

use serde::{Deserialize, Serialize};

use vzetek_game::Seat;

use crate::{BySeat, CardSet, MOST_CARDS_POINTS, Options, points};

/// One player's score of a deal, in points. Partners have one pile and one score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicSeatResult"),
    schemars(rename = "TablicSeatResult")
)]
pub struct SeatResult {
    /// The number of captured cards, those left on the table included.
    pub cards: u8,
    /// The value of those cards, in points.
    pub card_points: u8,
    /// True if no other side captured as many cards; that is worth 3 points.
    pub most_cards: bool,
    /// The number of times the side captured the whole table; 1 point each.
    pub tablas: u8,
    /// The sum of the points.
    pub score: u8,
    /// True if nobody has more points.
    pub won: bool,
}

/// The result of a finished deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicDealResult"),
    schemars(rename = "TablicDealResult")
)]
pub struct DealResult {
    /// The part of each seat in the result; partners have the same.
    pub seats: BySeat<SeatResult>,
}

impl DealResult {
    /// Counts the piles, which hold what was left on the table, and the tablas, side by side.
    pub fn new(options: &Options, piles: &BySeat<CardSet>, tablas: &BySeat<u8>) -> Self {
        let sides = || 0..options.sides();
        let of_side = |side| Seat::all(piles.len()).filter(move |&seat| options.side(seat) == side);
        let pile = |side| of_side(side).fold(CardSet::EMPTY, |all, seat| all | piles[seat]);
        let most = sides().map(|side| pile(side).len()).max().unwrap_or_default();
        let alone = sides().filter(|&side| pile(side).len() == most).count() == 1;
        let mut seats = BySeat::from_fn(piles.len(), |seat| {
            let side = options.side(seat);
            let pile = pile(side);
            let tablas = of_side(side).map(|seat| tablas[seat]).sum();
            let card_points = points(pile);
            let most_cards = alone && pile.len() == most;
            let bonus = if most_cards { MOST_CARDS_POINTS } else { 0 };
            SeatResult {
                cards: pile.len() as u8,
                card_points,
                most_cards,
                tablas,
                score: card_points + tablas + bonus,
                won: false,
            }
        });
        let best = seats.iter().map(|made: &SeatResult| made.score).max();
        for made in seats.iter_mut() {
            made.won = Some(made.score) == best;
        }
        Self { seats }
    }

    /// The points of each seat.
    pub fn scores(&self) -> BySeat<i32> {
        self.seats.map(|made| made.score.into())
    }
}
