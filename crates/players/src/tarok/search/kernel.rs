//! Card play in which every card is known, as fast as a search wants it.

use vzetek_game::{Card as _, Game, Seat};
use vzetek_tarok::{Card, CardSet, Contract, Phase, Side, Tarok, Undertaking};

use super::Terms;
use super::bits::{
    MOND_BIT, PAGAT_BIT, PAGAT_INDEX, SEATS, SKIS_BIT, TAROKS, TRULA_BITS, beating, beats, bit,
    highest, suit,
};

/// Stands for no seat, where a seat is expected.
pub(super) const NO_SEAT: u8 = u8::MAX;

/// The seat to the left of one of `N`.
#[inline(always)]
pub(super) const fn next<const N: usize>(seat: u8) -> u8 {
    if seat as usize == N - 1 { 0 } else { seat + 1 }
}

/// A deal whose cards are being played, all of them known. Small and `Copy`:
/// a search takes a copy for each card instead of taking cards back.
///
/// Follows the rules of [`vzetek_tarok`] to the letter; only bidding, talon
/// and announcements are behind it. `N` players, three unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const N: usize = SEATS> {
    /// Cards in hand, by seat.
    pub hands: [u64; N],
    /// Cards taken, by seat, in klop with the talon's gifts.
    pub piles: [u64; N],
    /// Cards that are not played: the declarer's, and the defenders'.
    pub aside: [u64; 2],
    /// Cards on the table, the leader's first; what lies behind is of no
    /// meaning while cards are played; once the deal is over, the last trick.
    pub table: [u8; N],
    /// The number of cards on the table, one less than players at most.
    pub on_table: u8,
    /// The seat that led.
    pub leader: u8,
    /// The seat whose card is next.
    pub turn: u8,
    /// The card that holds the trick so far, if there is one.
    pub best: u8,
    /// The seat that played it.
    pub holder: u8,
    /// Tricks taken, by seat.
    pub tricks: [u8; N],
    /// Klop's gifts, the next one last.
    pub talon: [u8; 6],
    /// The number of gifts left.
    pub gifts: u8,
    /// The seat that plays the contract; in klop of no meaning.
    pub declarer: u8,
    /// The declarer's side: a bit for each seat that belongs to it.
    pub side: u8,
    /// The contract.
    pub contract: Contract,
    /// The seat that played the mond into a trick that another seat won, or `NO_SEAT`.
    pub mond_lost: u8,
    /// The seat that took the trick before with the pagat, or `NO_SEAT`.
    pub pagat_took: u8,
    /// The seat that lost the pagat in the trick before, or `NO_SEAT`. Always `NO_SEAT` with three
    /// players, whose results do not depend on it.
    pub pagat_fell: u8,
    /// The bit of the king that was called; none if no king was.
    pub called: u64,
    /// True if the declarer took the called king from the talon, and wins the rest of
    /// it by taking a trick with this king.
    pub may_win_talon: bool,
    /// The terms of the deal.
    pub terms: Terms,
}

impl<const N: usize> Position<N> {
    /// Before the first card. Nothing lies aside; nothing is announced; the declarer has
    /// no partner.
    pub fn new(contract: Contract, declarer: Seat, leader: Seat, hands: [CardSet; N]) -> Self {
        let leader = leader.index() as u8;
        Self {
            hands: hands.map(CardSet::bits),
            piles: [0; N],
            aside: [0; 2],
            table: [0; N],
            on_table: 0,
            leader,
            turn: leader,
            best: 0,
            holder: leader,
            tricks: [0; N],
            talon: [0; 6],
            gifts: 0,
            declarer: declarer.index() as u8,
            side: 1 << declarer.index(),
            contract,
            mond_lost: NO_SEAT,
            pagat_took: NO_SEAT,
            pagat_fell: NO_SEAT,
            called: 0,
            may_win_talon: false,
            terms: Terms::default(),
        }
    }

    /// Returns the position with cards aside: those that count for the declarer
    /// (the discards), and those that count for the defenders (of the talon).
    pub fn with_aside(mut self, declarers: CardSet, defenders: CardSet) -> Self {
        self.aside = [declarers.bits(), defenders.bits()];
        self
    }

    /// Returns the position with klop's gifts, the next one last.
    ///
    /// # Panics
    /// If there are more than six.
    pub fn with_talon(mut self, talon: &[Card]) -> Self {
        self.gifts = talon.len() as u8;
        for (place, card) in self.talon[..talon.len()].iter_mut().zip(talon) {
            *place = card.index();
        }
        self
    }

    /// Returns the position with a king that the declarer called: its holder is on the
    /// declarer's side. If no other player holds it, the king came from the talon or was in the
    /// declarer's own hand, and `taken` says from where.
    pub fn with_called(mut self, king: Card, taken: CardSet) -> Self {
        self.called = bit(king.index());
        self.may_win_talon = taken.contains(king);
        for (seat, hand) in self.hands.iter().enumerate() {
            self.side |= u8::from(hand & self.called != 0) << seat;
        }
        self
    }

    /// Returns the position with these announcements and options.
    pub fn with_terms(mut self, terms: Terms) -> Self {
        self.terms = terms;
        self
    }

    /// The card play of a deal; `None` unless `N` players are playing cards.
    pub fn from_state(state: &Tarok) -> Option<Self> {
        let Phase::Playing(playing) = &state.table().phase else { return None };
        if playing.taken.piles.len() != N {
            return None;
        }
        let (undertaking, taken) = (&playing.undertaking, &playing.taken);
        let contract = undertaking.contract;
        let hands = std::array::from_fn(|seat| state.hand(Seat::new(seat as u8)));
        let mut position = Self::new(contract, undertaking.declarer, playing.trick.leader(), hands)
            .with_terms(Terms::new(&undertaking.stakes, &state.table().options));
        match (&undertaking.exchange, contract) {
            (Some(exchange), _) => {
                position.aside = [(state.buried() | exchange.shown).bits(), exchange.left.bits()];
            }
            (None, Contract::Solo | Contract::SoloWithout) => {
                let talon: CardSet = state.talon().iter().copied().collect();
                position.aside[1] = talon.bits();
            }
            (None, Contract::Klop) => position = position.with_talon(state.talon()),
            (None, _) => (),
        }
        for seat in Seat::all(N) {
            position.piles[seat.index()] = taken.piles[seat].bits();
            position.tricks[seat.index()] = taken.tricks[seat];
        }
        position.call(undertaking, state);
        position.mond_lost = taken.mond_lost.map_or(NO_SEAT, |seat| seat.index() as u8);
        // The cards on the table are played once more.
        for &card in playing.trick.cards() {
            position.hands[position.turn as usize] |= bit(card.index());
            position.put(card.index());
        }
        Some(position)
    }

    /// Takes over what was called, and who is on which side.
    fn call(&mut self, undertaking: &Undertaking, state: &Tarok) {
        let (Some(called), Some(exchange)) = (&undertaking.called, &undertaking.exchange) else {
            return;
        };
        self.called = bit(called.king.index());
        self.may_win_talon = exchange.taken.contains(called.king);
        for seat in Seat::all(N) {
            let side = undertaking.side_with(seat, state.hand(seat));
            self.side |= u8::from(side == Side::Declarer) << seat.index();
        }
    }

    /// Returns the contract.
    pub fn contract(&self) -> Contract {
        self.contract
    }

    /// Returns the seat that plays against the others; in klop the forehand.
    pub fn declarer(&self) -> Seat {
        Seat::new(self.declarer)
    }

    /// Returns the seat whose card is next. Of no meaning once the deal is over.
    pub fn to_play(&self) -> Seat {
        Seat::new(self.turn)
    }

    /// The cards in a player's hand.
    pub fn hand(&self, seat: Seat) -> CardSet {
        CardSet::from_bits(self.hands[seat.index()])
    }

    /// The cards a player has taken, in klop with the talon's gifts.
    pub fn pile(&self, seat: Seat) -> CardSet {
        CardSet::from_bits(self.piles[seat.index()])
    }

    /// Returns the number of tricks that a player has taken.
    pub fn tricks(&self, seat: Seat) -> u8 {
        self.tricks[seat.index()]
    }

    /// The cards on the table, the leader's first.
    pub fn trick(&self) -> impl ExactSizeIterator<Item = Card> {
        self.table[..usize::from(self.on_table)].iter().map(|&card| Card::from_index(card))
    }

    /// Returns true if the last card was played, or a trick has decided a berač or a
    /// contract for all tricks.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.on_table == 0 && (self.hands[usize::from(self.leader)] == 0 || self.is_decided())
    }

    /// Returns true if the trick before has decided the deal.
    #[inline]
    fn is_decided(&self) -> bool {
        let own = self.tricks[usize::from(self.declarer)];
        if N == SEATS || self.contract.is_berac() {
            return self.contract.is_berac() && own > 0;
        }
        let all_tricks = matches!(self.contract, Contract::ColourValat | Contract::Valat);
        all_tricks && self.tricks.iter().sum::<u8>() > own
    }

    /// Returns true if taroks are a suit like the others.
    #[inline(always)]
    fn plays_colours(&self) -> bool {
        N > SEATS && self.contract == Contract::ColourValat
    }

    /// Returns true if this card would take the trick so far, the trula's own rule apart.
    #[inline(always)]
    pub fn takes(&self, card: u8) -> bool {
        self.on_table == 0
            || beats(card, self.best) && (!self.plays_colours() || suit(card) == suit(self.best))
    }

    /// The cards that may be played next. Of no meaning once the deal is over.
    #[inline]
    pub fn legal(&self) -> CardSet {
        CardSet::from_bits(self.legal_bits())
    }

    /// Returns the legal cards as bits.
    #[inline]
    pub fn legal_bits(&self) -> u64 {
        let hand = self.hands[usize::from(self.turn)];
        let avoiding = self.contract.avoids_tricks();
        if self.on_table == 0 {
            let others = hand & !PAGAT_BIT;
            return if avoiding && others != 0 { others } else { hand };
        }
        let following = following(hand, self.table[0]);
        if !avoiding {
            return following;
        }
        avoiding_cards(following, self.best, self.awaits_pagat())
    }

    /// The cards on the table as bits.
    #[inline(always)]
    pub(super) fn lying(&self) -> u64 {
        let lies =
            |at: usize| if at < usize::from(self.on_table) { bit(self.table[at]) } else { 0 };
        (0..N - 1).fold(0, |lying, at| lying | lies(at))
    }

    /// The cards that would take the trick so far, the trula's own rule apart; none if
    /// nothing lies on the table.
    #[inline]
    pub fn beating(&self) -> u64 {
        match self.on_table {
            0 => 0,
            _ if self.plays_colours() => beating(self.best) & suit(self.best),
            _ => beating(self.best),
        }
    }

    /// Returns true if the pagat would take the trick from mond and škis.
    #[inline]
    pub fn awaits_pagat(&self) -> bool {
        let both = MOND_BIT | SKIS_BIT;
        self.on_table >= 2
            && self.lying() & both == both
            && (!self.plays_colours() || bit(self.table[0]) & TAROKS != 0)
    }

    /// Plays a legal card.
    #[inline]
    pub fn play(&mut self, card: Card) {
        self.put(card.index());
    }

    /// Plays a legal card by its index.
    #[inline]
    pub fn put(&mut self, card: u8) {
        let seat = self.turn;
        self.hands[usize::from(seat)] &= !bit(card);
        if self.takes(card) {
            self.best = card;
            self.holder = seat;
        }
        self.table[usize::from(self.on_table)] = card;
        self.on_table += 1;
        self.turn = next::<N>(seat);
        if usize::from(self.on_table) == N {
            self.take_trick();
        }
    }

    /// Gives the complete trick to its winner, who leads the next.
    #[inline]
    fn take_trick(&mut self) {
        let cards = self.table.iter().fold(0, |cards, &card| cards | bit(card));
        if cards & TRULA_BITS == TRULA_BITS
            && !(self.plays_colours() && bit(self.table[0]) & TAROKS == 0)
        {
            self.holder = self.player_of(PAGAT_BIT);
            self.best = PAGAT_INDEX;
        }
        let winner = self.holder;
        self.pagat_took = if self.best == PAGAT_INDEX { winner } else { NO_SEAT };
        if N > SEATS {
            self.note_called(winner, cards);
        }
        if cards & MOND_BIT != 0 {
            let player = self.player_of(MOND_BIT);
            if player != winner {
                self.mond_lost = player;
            }
        }
        let pile = &mut self.piles[usize::from(winner)];
        *pile |= cards;
        if self.gifts > 0 && self.contract == Contract::Klop {
            self.gifts -= 1;
            *pile |= bit(self.talon[usize::from(self.gifts)]);
        }
        self.tricks[usize::from(winner)] += 1;
        self.on_table = 0;
        self.leader = winner;
        self.turn = winner;
    }

    /// Notes what only four players ask of a complete trick: whether the pagat fell in it,
    /// and the talon that the declarer wins with the called king.
    #[inline]
    fn note_called(&mut self, winner: u8, cards: u64) {
        let fell = cards & PAGAT_BIT != 0 && self.best != PAGAT_INDEX;
        self.pagat_fell = if fell { self.player_of(PAGAT_BIT) } else { NO_SEAT };
        if self.may_win_talon && winner == self.declarer && bit(self.best) == self.called {
            self.piles[usize::from(winner)] |= self.aside[1];
            self.aside[1] = 0;
            self.may_win_talon = false;
        }
    }

    /// Returns the seat that played this card to the complete trick.
    fn player_of(&self, card: u64) -> u8 {
        let steps = self.table.iter().position(|&played| bit(played) == card);
        (self.leader + steps.unwrap_or_default() as u8) % N as u8
    }
}

/// The cards of a hand of the suit led, else taroks, else all.
#[inline(always)]
pub(super) fn following(hand: u64, led: u8) -> u64 {
    let same = hand & suit(led);
    if same != 0 {
        return same;
    }
    let taroks = hand & TAROKS;
    if taroks != 0 { taroks } else { hand }
}

/// In klop and berač, returns those of the cards that follow that may be played
/// on `best`: those that beat it if there are any; the pagat only if it must
/// be, or to take mond and škis with it.
#[inline(always)]
pub(super) fn avoiding_cards(following: u64, best: u8, facing_both: bool) -> u64 {
    if facing_both && following & PAGAT_BIT != 0 {
        return PAGAT_BIT;
    }
    let higher = following & beating(best);
    let allowed = if higher != 0 { higher } else { following };
    let others = allowed & !PAGAT_BIT;
    if others != 0 { others } else { allowed }
}

/// The highest tarok of a hand, 1 to 22; 0 without taroks.
pub fn highest_tarok(hand: u64) -> u32 {
    let taroks = hand & TAROKS;
    if taroks == 0 { 0 } else { u32::from(highest(taroks)) - 31 }
}
