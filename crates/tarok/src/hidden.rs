//! Dealing out the cards an observer does not see.
//!
//! Every distribution that the view allows is equally likely, however tight the voids are:
//! [`vzetek_game::sharing`]. One thing it cannot express, that every player was dealt a tarok:
//! samples without are thrown away, which leaves the others as likely as each other.

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::sharing::{Sharing, shuffle};
use vzetek_game::{BySeat, Seat};

use crate::exchange::plain;
use crate::{Card, CardSet, MOST_PLAYERS, Suit, TALON, Tarok, View};

/// All hands for the public, and the talon or the discards: if the talon was
/// not turned up, nothing is discarded.
const HOLDERS: usize = MOST_PLAYERS + 1;

/// The number of samples in a row in which a player lacks a tarok after which none is assumed to
/// exist: the worst real views need some hundreds.
const MOST_SAMPLES: u32 = 1_000_000;

/// The distributions of hidden cards that a view allows for.
#[derive(Clone, Debug)]
pub struct HiddenCards<'a> {
    view: &'a View,
    /// The known cards of each hand; hidden cards are added to them.
    known: BySeat<CardSet>,
    /// The holders of hidden cards, as `sharing` counts them.
    holders: ArrayVec<Holder, HOLDERS>,
    sharing: Sharing<Card, HOLDERS>,
    /// The hidden cards.
    cards: ArrayVec<Card, 54>,
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
        let seats = Seat::all(known.len());
        let hands = seats.map(|seat| (Holder::Hand(seat), view.hidden_in(seat) as u8));
        let others =
            [(Holder::Talon, view.table.talon), (Holder::Discards, view.hidden_discards() as u8)];
        for (holder, hidden) in hands.chain(others).filter(|&(_, hidden)| hidden > 0) {
            places[holders.len()] = hidden;
            holders.push(holder);
        }
        let allowed = |card: Card| {
            let may = |holder: &Holder| may_hold(view, *holder, card);
            let bits = holders.iter().enumerate().map(|(i, holder)| u8::from(may(holder)) << i);
            bits.fold(0, |all, one| all | one)
        };
        let mut cards: Vec<(Card, u8)> =
            view.unseen().into_iter().map(|card| (card, allowed(card))).collect();
        cards.sort_by_key(|(_, allowed)| allowed.count_ones());
        let hidden = cards.iter().map(|&(card, _)| card).collect();
        let sharing = Sharing::new(places, cards);
        assert!(sharing.ways() > 0.0, "no hidden cards fit this view: {view:?}");
        Self { view, known, holders, sharing, cards: hidden }
    }

    /// A full state, all that the view allows for evenly likely.
    ///
    /// # Panics
    /// If a player cannot have been dealt a tarok, which no view of a real state can cause.
    pub fn sample(&self, rng: &mut impl Rng) -> Tarok {
        for _ in 0..MOST_SAMPLES {
            let World { hands, talon, buried } = self.world(rng);
            if self.everybody_was_dealt_a_tarok(&hands) {
                return Tarok { table: self.view.table.clone(), hands, talon, buried };
            }
        }
        panic!("no deal with taroks for all fits this view: {:?}", self.view)
    }

    /// Lets two hidden cards, chosen at random, change places in a state that the view allows for,
    /// unless it does not allow for that. A step of a random walk that visits every distribution
    /// equally often, as long as it can reach it.
    ///
    /// Returns true if anything has changed.
    pub fn step(&self, state: &mut Tarok, rng: &mut impl Rng) -> bool {
        let count = self.cards.len() as u32;
        if count < 2 {
            return false;
        }
        let [first, second] =
            [0, 1].map(|_| self.cards[(rng.next_u64() % u64::from(count)) as usize]);
        let [from, to] = [first, second].map(|card| self.holder_in(state, card));
        if from == to || !may_hold(self.view, to, first) || !may_hold(self.view, from, second) {
            return false;
        }
        exchange(state, from, first, second);
        exchange(state, to, second, first);
        if !self.everybody_was_dealt_a_tarok(&state.hands) {
            exchange(state, from, second, first);
            exchange(state, to, first, second);
            return false;
        }
        true
    }

    /// Returns the holder of a hidden card in this state.
    fn holder_in(&self, state: &Tarok, card: Card) -> Holder {
        match state.hands.enumerate().find(|(_, hand)| hand.contains(card)) {
            Some((seat, _)) => Holder::Hand(seat),
            None if state.talon.contains(&card) => Holder::Talon,
            None => Holder::Discards,
        }
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

    /// True if each hand was dealt a tarok, or else the cards would have been
    /// dealt again. Cards from the talon do not count; those put away face down
    /// were no taroks.
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

/// True if the view allows that this hidden card lies there.
fn may_hold(view: &View, holder: Holder, card: Card) -> bool {
    match holder {
        Holder::Hand(seat) => !view.table.denied[seat].contains(card),
        Holder::Talon => true,
        Holder::Discards => plain().contains(card),
    }
}

/// Takes a card from its holder and gives it another.
fn exchange(state: &mut Tarok, holder: Holder, given: Card, gotten: Card) {
    match holder {
        Holder::Hand(seat) => {
            state.hands[seat].remove(given);
            state.hands[seat].insert(gotten);
        }
        Holder::Talon => {
            let place = state.talon.iter_mut().find(|card| **card == given);
            *place.expect("the talon holds it") = gotten;
        }
        Holder::Discards => {
            state.buried.remove(given);
            state.buried.insert(gotten);
        }
    }
}
