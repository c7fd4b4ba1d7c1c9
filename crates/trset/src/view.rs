//! What one observer knows of a deal, and what full states it allows for.

use arrayvec::ArrayVec;
use rand_core::Rng;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vzetek_game::{BySeat, HiddenInformation, Observer, Seat};

use crate::{Card, CardSet, DealResult, Declaration, Event, HiddenCards, Options, Trick, Trset};

/// A deal as one seat, or the public, knows it. Holds no hidden card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "TrsetView")]
pub struct View {
    /// The table's options.
    pub(crate) options: Options,
    /// Who dealt.
    pub(crate) dealer: Seat,
    /// Whose action it is; absent when the deal is over.
    pub(crate) current_player: Option<Seat>,
    /// Whose eyes these are; absent for the public.
    pub(crate) observer: Option<Seat>,
    /// The observer's cards; absent for the public.
    #[ts(as = "Option<Vec<String>>")]
    pub(crate) hand: Option<CardSet>,
    /// How many cards each player holds.
    #[ts(as = "Vec<u8>")]
    pub(crate) hand_sizes: BySeat<u8>,
    /// Cards everybody knows to be in a player's hand: drawn or declared.
    #[ts(as = "Vec<Vec<String>>")]
    pub(crate) known: BySeat<CardSet>,
    /// Cards everybody knows not to be among a player's other ones: suits
    /// that were not followed, and what a declaration said was missing.
    #[ts(as = "Vec<Vec<String>>")]
    pub(crate) denied: BySeat<CardSet>,
    /// How many cards are still to be drawn.
    pub(crate) stock: u8,
    /// The cards on the table.
    pub(crate) trick: Trick,
    /// The trick before.
    pub(crate) last_trick: Option<Trick>,
    /// Captured cards by player.
    #[ts(as = "Vec<Vec<String>>")]
    pub(crate) piles: BySeat<CardSet>,
    /// Captured tricks by player.
    #[ts(as = "Vec<u8>")]
    pub(crate) tricks: BySeat<u8>,
    /// Thirds taken by each player, declarations apart.
    #[ts(as = "Vec<u8>")]
    pub(crate) thirds: BySeat<u8>,
    /// Declarations made.
    #[ts(as = "Vec<Vec<String>>")]
    pub(crate) declared: BySeat<ArrayVec<Declaration, 6>>,
    /// The result, once the deal is over.
    pub(crate) result: Option<DealResult>,
}

macro_rules! read {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {
        impl View {
            $($(#[$doc])* pub fn $name(&self) -> $type { self.$name.clone() })*
        }
    };
}

read! {
    /// The table's options.
    options: Options;
    /// Who dealt.
    dealer: Seat;
    /// Whose action it is; `None` when the deal is over.
    current_player: Option<Seat>;
    /// Whose eyes these are; `None` for the public.
    observer: Option<Seat>;
    /// The observer's cards; `None` for the public.
    hand: Option<CardSet>;
    /// How many cards each player holds.
    hand_sizes: BySeat<u8>;
    /// Cards everybody knows to be in a player's hand.
    known: BySeat<CardSet>;
    /// Cards everybody knows not to be among a player's unknown ones.
    denied: BySeat<CardSet>;
    /// How many cards are still to be drawn.
    stock: u8;
    /// The cards on the table.
    trick: Trick;
    /// Captured cards by player.
    piles: BySeat<CardSet>;
    /// Captured tricks by player.
    tricks: BySeat<u8>;
    /// Thirds taken by each player, declarations apart.
    thirds: BySeat<u8>;
    /// Declarations made, by player.
    declared: BySeat<ArrayVec<Declaration, 6>>;
    /// The result, once the deal is over.
    result: Option<DealResult>;
}

impl View {
    /// The cards of the pack whose place the observer does not know.
    pub fn unseen(&self) -> CardSet {
        let mut seen = self.hand.unwrap_or_default() | self.trick.card_set();
        for seat in Seat::all(self.options.seats()) {
            seen |= self.piles[seat] | self.known[seat];
        }
        self.options.pack() - seen
    }

    /// How many unknown cards a player holds.
    pub fn hidden_in(&self, seat: Seat) -> usize {
        if self.observer == Some(seat) {
            return 0;
        }
        usize::from(self.hand_sizes[seat]) - self.known[seat].len()
    }
}

impl HiddenInformation for Trset {
    type View = View;

    /// Everything that happens in tršet is public.
    fn is_public(_: &Event) -> bool {
        true
    }

    fn view(&self, observer: Observer) -> View {
        let observer = observer.seat();
        View {
            options: self.options,
            dealer: self.dealer,
            current_player: vzetek_game::Game::current_player(self),
            observer,
            hand: observer.map(|seat| self.hands[seat]),
            hand_sizes: self.hands.map(|hand| hand.len() as u8),
            known: self.known,
            denied: self.denied,
            stock: self.stock.len() as u8,
            trick: self.trick.clone(),
            last_trick: self.last_trick.clone(),
            piles: self.piles,
            tricks: self.tricks,
            thirds: BySeat::from_fn(self.hands.len(), |seat| self.thirds(seat)),
            declared: self.declared.clone(),
            result: self.result(),
        }
    }

    fn redact(event: &Event, _: Observer) -> Option<Event> {
        Some(event.clone())
    }

    fn observe(view: &mut View, event: &Event) {
        view.observe(event);
    }

    fn determinize<R: Rng>(view: &View, rng: &mut R) -> Self {
        let (hands, stock) = HiddenCards::new(view).sample(rng);
        Self {
            options: view.options,
            dealer: view.dealer,
            hands,
            stock,
            trick: view.trick.clone(),
            last_trick: view.last_trick.clone(),
            piles: view.piles,
            tricks: view.tricks,
            declared: view.declared.clone(),
            known: view.known,
            denied: view.denied,
        }
    }
}

impl View {
    fn observe(&mut self, event: &Event) {
        match *event {
            Event::Declared { seat, declaration } => self.note_declared(seat, declaration),
            Event::Played { seat, card } => self.note_played(seat, card),
            Event::TrickTaken { seat, thirds } => self.note_trick(seat, thirds),
            Event::Drew { seat, card } => self.note_drawn(seat, card),
        }
    }

    fn note_declared(&mut self, seat: Seat, declaration: Declaration) {
        self.declared[seat].push(declaration);
        self.known[seat] |= declaration.cards();
        self.denied[seat] |= declaration.denied();
    }

    fn note_played(&mut self, seat: Seat, card: Card) {
        let seats = self.options.seats();
        self.denied[seat] |= self.trick.denied_by(card);
        self.trick.push(card);
        self.hand_sizes[seat] -= 1;
        self.known[seat].remove(card);
        if let (Some(hand), true) = (&mut self.hand, self.observer == Some(seat)) {
            hand.remove(card);
        }
        self.current_player = Some(self.trick.to_play(seats));
    }

    fn note_trick(&mut self, seat: Seat, thirds: u8) {
        let trick = std::mem::replace(&mut self.trick, Trick::led_by(seat));
        self.piles[seat] |= trick.card_set();
        self.last_trick = Some(trick);
        self.tricks[seat] += 1;
        self.thirds[seat] += thirds;
        let over = self.stock == 0 && self.hand_sizes[seat] == 0;
        self.current_player = (!over).then_some(seat);
        if over {
            let declared = self.declared.map(|list| list.iter().map(|d| d.thirds()).sum());
            self.result = Some(DealResult::new(&self.options, &self.thirds, &declared));
        }
    }

    fn note_drawn(&mut self, seat: Seat, card: Card) {
        self.stock -= 1;
        self.hand_sizes[seat] += 1;
        self.known[seat].insert(card);
        if let (Some(hand), true) = (&mut self.hand, self.observer == Some(seat)) {
            hand.insert(card);
        }
    }
}
