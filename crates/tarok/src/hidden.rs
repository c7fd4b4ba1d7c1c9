//! Dealing out the cards an observer does not see.
//!
//! Every distribution that the view allows is equally likely, however tight the
//! voids are: [`vzetek_game::sharing`]. One thing it cannot say, that everybody
//! was dealt a tarok: samples without are thrown away, which leaves the others
//! as likely as each other.

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::sharing::{Sharing, shuffle};
use vzetek_game::{BySeat, Seat};

use crate::exchange::plain;
use crate::{Card, CardSet, SEATS, Suit, TALON, Tarok, View};

/// Three hands for the public, and the talon or the discards: if the talon was
/// not turned up, nothing is discarded.
const HOLDERS: usize = 4;

/// So many samples in a row without a tarok for somebody mean that there is
/// none with one: the worst real views need some hundreds.
const MOST_SAMPLES: u32 = 1_000_000;

/// The distributions of hidden cards that a view allows for.
#[derive(Clone, Debug)]
pub struct HiddenCards<'a> {
    view: &'a View,
    /// What is known of each hand; hidden cards are added to it.
    known: BySeat<CardSet>,
    /// Who holds hidden cards, as `sharing` counts them.
    holders: ArrayVec<Holder, HOLDERS>,
    sharing: Sharing<Card, HOLDERS>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Hand(Seat),
    Talon,
    Discards,
}

/// Hands, talon (the next gift last) and what was discarded face down.
struct World {
    hands: BySeat<CardSet>,
    talon: ArrayVec<Card, TALON>,
    buried: CardSet,
}

impl<'a> HiddenCards<'a> {
    /// Counts the distributions that this view allows for.
    ///
    /// # Panics
    /// If there is none, which no view of a real state can cause.
    pub fn new(view: &'a View) -> Self {
        let mut known = view.table.known;
        if let (Some(seat), Some(hand)) = (view.observer, view.hand) {
            known[seat] = hand;
        }
        let mut holders = ArrayVec::new();
        let mut places = [0; HOLDERS];
        let hands = Seat::all(SEATS).map(|seat| (Holder::Hand(seat), view.hidden_in(seat) as u8));
        let others =
            [(Holder::Talon, view.table.talon), (Holder::Discards, view.hidden_discards() as u8)];
        for (holder, hidden) in hands.chain(others).filter(|&(_, hidden)| hidden > 0) {
            places[holders.len()] = hidden;
            holders.push(holder);
        }
        let allowed = |card: Card| {
            let may = |holder: &Holder| match *holder {
                Holder::Hand(seat) => !view.table.denied[seat].contains(card),
                Holder::Talon => true,
                Holder::Discards => plain().contains(card),
            };
            let bits = holders.iter().enumerate().map(|(i, holder)| u8::from(may(holder)) << i);
            bits.fold(0, |all, one| all | one)
        };
        let mut cards: Vec<(Card, u8)> =
            view.unseen().into_iter().map(|card| (card, allowed(card))).collect();
        cards.sort_by_key(|(_, allowed)| allowed.count_ones());
        let sharing = Sharing::new(places, cards);
        assert!(sharing.ways() > 0.0, "no hidden cards fit this view: {view:?}");
        Self { view, known, holders, sharing }
    }

    /// A full state, all that the view allows for evenly likely.
    ///
    /// # Panics
    /// If somebody cannot have been dealt a tarok, which no view of a real
    /// state can cause.
    pub fn sample(&self, rng: &mut impl Rng) -> Tarok {
        for _ in 0..MOST_SAMPLES {
            let World { hands, talon, buried } = self.world(rng);
            if self.everybody_was_dealt_a_tarok(&hands) {
                return Tarok { table: self.view.table.clone(), hands, talon, buried };
            }
        }
        panic!("no deal with taroks for all fits this view: {:?}", self.view)
    }

    fn world(&self, rng: &mut impl Rng) -> World {
        let mut world =
            World { hands: self.known, talon: ArrayVec::new(), buried: self.view.discards };
        self.sharing.sample(rng, |holder, card| match self.holders[holder] {
            Holder::Hand(seat) => _ = world.hands[seat].insert(card),
            Holder::Talon => world.talon.push(card),
            Holder::Discards => _ = world.buried.insert(card),
        });
        shuffle(&mut world.talon, rng);
        world
    }

    /// Otherwise the cards would have been dealt again. What came from the
    /// talon does not count; what went away face down was no tarok.
    fn everybody_was_dealt_a_tarok(&self, hands: &BySeat<CardSet>) -> bool {
        let table = &self.view.table;
        hands.enumerate().all(|(seat, &hand)| {
            let mut cards = hand | table.played[seat];
            if let Some((declarer, taken)) = table.taken_from_talon()
                && declarer == seat
            {
                cards |= table.shown();
                cards -= taken;
            }
            !cards.is_disjoint(Suit::Taroks.cards())
        })
    }
}
