//! Dealing out the cards an observer does not see.
//!
//! No play reveals anything certain about a hand, for no capture is ever forced: every unseen card
//! may be in every hidden place, so a shuffle of them draws all distributions evenly.

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::Seat;
use vzetek_game::sharing::shuffle;

use crate::{BySeat, Card, DECK, Tablic, View};

/// A full state, all that the view allows for evenly likely.
///
/// # Panics
/// If the hidden places are not as many as the unseen cards, which no view of
/// a real state can cause.
pub(crate) fn sample(view: &View, rng: &mut impl Rng) -> Tablic {
    let seats = view.table.options.seats();
    let mut unseen: ArrayVec<Card, DECK> = view.unseen().iter().collect();
    let places: usize = Seat::all(seats).map(|seat| view.hidden_in(seat)).sum();
    assert_eq!(
        unseen.len(),
        places + usize::from(view.table.deck),
        "no hidden cards fit this view: {view:?}"
    );
    shuffle(&mut unseen, rng);
    let hands = BySeat::from_fn(seats, |seat| match view.hand {
        Some(hand) if view.observer == Some(seat) => hand,
        _ => unseen.drain(unseen.len() - view.hidden_in(seat)..).collect(),
    });
    Tablic { table: view.table.clone(), hands, deck: unseen }
}
