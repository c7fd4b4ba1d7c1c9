//! Dealing out the cards an observer does not see.
//!
//! Every distribution that the view allows is equally likely, however tight the
//! voids are: [`vzetek_game::sharing`].

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::sharing::{Sharing, shuffle};
use vzetek_game::{BySeat, Seat};

use crate::{Card, CardSet, View};

/// At most three hidden hands, or hidden hands and the stock (four for the public).
const HOLDERS: usize = 5;

/// The distributions of hidden cards that a view allows for.
#[derive(Clone, Debug)]
pub struct HiddenCards {
    /// The known cards of each hand; hidden cards are added to them.
    known: BySeat<CardSet>,
    /// The holders of hidden cards, as `sharing` counts them.
    holders: ArrayVec<Holder, HOLDERS>,
    sharing: Sharing<Card, HOLDERS>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Hand(Seat),
    Stock,
}

impl HiddenCards {
    /// Counts the distributions that this view allows for.
    ///
    /// # Panics
    /// If there is none, which no view of a real state can cause.
    pub fn new(view: &View) -> Self {
        let table = &view.table;
        let seats = table.options.seats();
        let mut known = table.known;
        if let (Some(seat), Some(hand)) = (view.observer, view.hand) {
            known[seat] = hand;
        }
        let mut holders = ArrayVec::new();
        let mut places = [0; HOLDERS];
        let hands = Seat::all(seats).map(|seat| (Holder::Hand(seat), view.hidden_in(seat)));
        let stock = (Holder::Stock, usize::from(table.stock));
        for (holder, hidden) in hands.chain([stock]).filter(|&(_, hidden)| hidden > 0) {
            places[holders.len()] = hidden as u8;
            holders.push(holder);
        }
        let cards = view.unseen().into_iter().map(|card| {
            let may = |holder: &Holder| match *holder {
                Holder::Hand(seat) => !table.denied[seat].contains(card),
                Holder::Stock => true,
            };
            let allowed = holders.iter().enumerate().map(|(i, holder)| u8::from(may(holder)) << i);
            (card, allowed.fold(0, |all, one| all | one))
        });
        let sharing = Sharing::new(places, cards);
        assert!(sharing.ways() > 0.0, "no hidden cards fit this view: {view:?}");
        Self { known, holders, sharing }
    }

    /// Returns the number of distributions, the order of the stock apart.
    pub fn count_distributions(&self) -> f64 {
        self.sharing.ways()
    }

    /// Hands and stock (the next card to be drawn last), all evenly likely.
    pub fn sample(&self, rng: &mut impl Rng) -> (BySeat<CardSet>, ArrayVec<Card, 20>) {
        let mut hands = self.known;
        let mut stock = ArrayVec::new();
        self.sharing.sample(rng, |holder, card| match self.holders[holder] {
            Holder::Hand(seat) => _ = hands[seat].insert(card),
            Holder::Stock => stock.push(card),
        });
        shuffle(&mut stock, rng);
        (hands, stock)
    }
}
