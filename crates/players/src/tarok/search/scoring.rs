//! The scores of a deal once its cards are played: the rules' scoring on bits.

use vzetek_game::Seat;
use vzetek_tarok::{Announcement, CardSet, Contract, HALF_POINTS, Item, PACK_POINTS, points};

use super::Position;
use super::bits::{KING_BITS, MOND_BIT, PACK, SEATS, TRULA_BITS};
use super::kernel::NO_SEAT;

mod four;

/// The cost of losing the mond, in points.
pub(in crate::tarok) const MOND_LOST: i32 = 21;

/// The cost of klop, in points, with half of the points or more.
pub(super) const KLOP: i32 = 70;

/// The declarer's game part, in points: the contract's value won or lost, and
/// the points beyond or below half.
pub(super) fn game_part(contract: Contract, points: i32) -> i32 {
    let beyond = points - i32::from(HALF_POINTS);
    if beyond > 0 { contract.value() + beyond } else { beyond - contract.value() }
}

impl<const N: usize> Position<N> {
    /// Returns true if the seat belongs to the declarer's side.
    #[inline]
    pub fn is_declarers(&self, seat: Seat) -> bool {
        self.side >> seat.index() & 1 == 1
    }

    /// The cards that a side has taken, with those that lie aside for it.
    fn cards_of(&self, declarers: bool) -> CardSet {
        let aside = self.aside[usize::from(!declarers)];
        let own = |&seat: &usize| (self.side >> seat & 1 == 1) == declarers;
        let cards = (0..N).filter(own).fold(aside, |all, seat| all | self.piles[seat]);
        CardSet::from_bits(cards)
    }

    /// Returns the number of tricks that the declarer's side has taken.
    fn tricks_of_declarers(&self) -> u8 {
        (0..N).filter(|seat| self.side >> seat & 1 == 1).map(|seat| self.tricks[seat]).sum()
    }

    /// Returns the cards that count for the declarer's side so far: tricks and discards.
    pub fn declarers_cards(&self) -> CardSet {
        self.cards_of(true)
    }

    /// The points that count for a seat so far. Of an ordinary contract those
    /// of its side: the declarer's with the discards, the defenders' all that
    /// is not the declarer's (at the end: what is missing from 70). In klop
    /// and berač the seat's own tricks.
    pub fn points(&self, seat: Seat) -> u8 {
        if !self.contract.counts_points() {
            return points(self.pile(seat));
        }
        points(self.cards_of(self.is_declarers(seat)))
    }

    /// Returns true if the declarer's side, or the other one, has made this. Trula
    /// and kings are certain as soon as the cards are taken, pagat ultimo and
    /// valat when the deal is over.
    pub fn has_made(&self, announcement: Announcement, by_declarer: bool) -> bool {
        let own = self.declarers_cards().bits();
        let cards = if by_declarer { own } else { PACK & !own & !self.in_hand() };
        match announcement {
            Announcement::Trula => cards & TRULA_BITS == TRULA_BITS,
            Announcement::Kings => cards & KING_BITS == KING_BITS,
            Announcement::PagatUltimo => {
                self.is_over()
                    && self.pagat_took != NO_SEAT
                    && (self.side >> self.pagat_took & 1 == 1) == by_declarer
            }
            Announcement::Valat => {
                let taken: u8 = self.tricks.iter().sum();
                let own = self.tricks_of_declarers();
                self.is_over() && if by_declarer { own == taken } else { own == 0 }
            }
            Announcement::KingUltimo => {
                let taken = self.side >> self.leader & 1 == 1;
                by_declarer && taken && self.has_called_in_last_trick()
            }
        }
    }

    /// All cards that are still to be taken.
    pub(super) fn in_hand(&self) -> u64 {
        self.hands.iter().fold(self.lying(), |all, hand| all | hand)
    }

    /// Returns the seat that pays for the mond: the one that lost it in a trick, or the declarer
    /// who left it in the talon; `None` in klop and berač.
    pub fn mond_payer(&self) -> Option<Seat> {
        let left = self.contract.group_size().is_some() && self.aside[1] & MOND_BIT != 0;
        let payer = if left { self.declarer } else { self.mond_lost };
        (self.contract.counts_points() && payer != NO_SEAT).then(|| Seat::new(payer))
    }

    /// The declarer's result in points, radelci and the mond apart; a partner has the
    /// same. Of any contract but klop, once it is over.
    pub fn declarers_result(&self) -> i32 {
        if N > SEATS {
            return self.result_of_four();
        }
        let game = if self.contract.is_berac() {
            self.flat_game()
        } else {
            game_part(self.contract, i32::from(self.points(self.declarer())))
        };
        let mut result = game * self.terms.multiplier(Item::Game);
        if self.contract.is_ordinary() {
            for announcement in Announcement::OF_THREE {
                let [own, theirs] = [true, false].map(|own| self.has_made(announcement, own));
                result += self.terms.worth(announcement, own, theirs);
            }
        }
        result
    }

    /// The value of a contract that is won or lost, no matter by how much.
    fn flat_game(&self) -> i32 {
        let own = self.tricks[usize::from(self.declarer)];
        let won = if self.contract.is_berac() {
            own == 0
        } else if self.contract.counts_points() {
            self.points(self.declarer()) > HALF_POINTS
        } else {
            own == self.tricks.iter().sum::<u8>()
        };
        if won { self.contract.value() } else { -self.contract.value() }
    }

    /// Returns the change of each seat's score, radelci apart: that of
    /// [`vzetek_tarok::DealResult::scores`] for the same deal. Of a deal that
    /// is over.
    pub fn scores(&self) -> [i32; N] {
        if self.contract == Contract::Klop {
            return self.klop_scores();
        }
        let result = self.declarers_result();
        let mut scores =
            std::array::from_fn(|seat| if self.side >> seat & 1 == 1 { result } else { 0 });
        if let Some(payer) = self.mond_payer() {
            scores[payer.index()] -= MOND_LOST;
        }
        if N == SEATS {
            self.reward_defenders(&mut scores);
        } else if self.terms.kontra_costs {
            self.charge_defenders(&mut scores);
        }
        scores
    }

    /// A defender who never raised what the declarer made gets what the
    /// raising has added.
    fn reward_defenders(&self, scores: &mut [i32; N]) {
        let points = if self.contract.is_berac() {
            let lost = self.tricks[usize::from(self.declarer)] > 0;
            if lost { 0 } else { i32::from(PACK_POINTS) }
        } else {
            i32::from(self.points(self.declarer()))
        };
        let game = if points > i32::from(HALF_POINTS) {
            let beyond = if self.contract.is_berac() { 0 } else { points - i32::from(HALF_POINTS) };
            self.contract.value() + beyond
        } else {
            0
        };
        let made = |announcement: Announcement| {
            let made = self.contract.is_ordinary() && self.has_made(announcement, true);
            if made { announcement.value() } else { 0 }
        };
        let announced = Announcement::OF_THREE.map(|a| (Item::Announced(a), made(a)));
        for (item, value) in announced.into_iter().chain([(Item::Game, game)]) {
            let added = value * (self.terms.multiplier(item) - 1);
            for (seat, score) in scores.iter_mut().enumerate() {
                let seat = Seat::new(seat as u8);
                if added > 0 && seat != self.declarer() && !self.terms.has_raised(seat, item) {
                    *score += added;
                }
            }
        }
    }

    fn klop_scores(&self) -> [i32; N] {
        if N > SEATS {
            return self.klop_of_four();
        }
        let rewarded = self.terms.rewarded_klop && self.tricks.contains(&0);
        std::array::from_fn(|seat| match self.points(Seat::new(seat as u8)) {
            _ if rewarded && self.tricks[seat] == 0 => KLOP,
            _ if rewarded => 0,
            points if points >= HALF_POINTS => -KLOP,
            points => -i32::from(points),
        })
    }
}
