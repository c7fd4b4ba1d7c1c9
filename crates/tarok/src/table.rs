//! The public side of a deal, and how it follows from events.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::exchange::plain;
use crate::{
    Announcement, Bidding, Called, Card, CardSet, Contract, Doubling, Event, Exchange, Options,
    PAGAT, Phase, Playing, Side, TALON, Taking, Undertaking,
};

/// The public side of a deal. Full state and views hold the same table and
/// follow the same events, so neither can know more of it than the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokTable"),
    schemars(rename = "TarokTable")
)]
pub struct Table {
    /// The table's options.
    pub options: Options,
    /// The dealer; the forehand sits after.
    pub dealer: Seat,
    /// The number of cards in each hand.
    pub hand_sizes: BySeat<u8>,
    /// Cards everybody knows to be in a player's hand: taken from the talon
    /// and not to be discarded face down, laid open, or of four players the pagat and
    /// the called king where words have shown who holds them.
    pub known: BySeat<CardSet>,
    /// Cards everybody knows not to be among a player's other ones: suits that
    /// were not followed, cards that would have had to be played, and what
    /// another player has taken from the talon.
    pub denied: BySeat<CardSet>,
    /// Cards each player has played.
    pub played: BySeat<CardSet>,
    /// The number of cards of the talon that lie face down.
    pub talon: u8,
    /// The phase of the deal.
    pub phase: Phase,
}

impl Table {
    pub(crate) fn new(options: Options, dealer: Seat) -> Self {
        let seats = options.seats();
        Self {
            options,
            dealer,
            hand_sizes: BySeat::filled(seats, options.hand() as u8),
            known: BySeat::filled(seats, CardSet::EMPTY),
            denied: BySeat::filled(seats, CardSet::EMPTY),
            played: BySeat::filled(seats, CardSet::EMPTY),
            talon: TALON as u8,
            phase: Phase::Bidding(Bidding::new(&options, dealer.clockwise(1, seats))),
        }
    }

    /// Returns the seat after the dealer.
    pub fn forehand(&self) -> Seat {
        self.dealer.clockwise(1, self.options.seats())
    }

    /// Cards that lie open or were played, in no hand any more (or, as long as
    /// the talon lies open, not yet).
    pub fn open(&self) -> CardSet {
        let mut open = CardSet::EMPTY;
        for &cards in self.played.iter() {
            open |= cards;
        }
        // The talon's gifts are in the piles too.
        for &cards in self.phase.taken().iter().flat_map(|taken| taken.piles.iter()) {
            open |= cards;
        }
        if let Phase::Taking(taking) = &self.phase {
            open.extend(taking.talon.iter().copied());
        }
        self.exchange().map_or(open, |exchange| open | exchange.left | exchange.shown)
    }

    /// Returns the number of cards that were discarded face down.
    pub fn buried(&self) -> u8 {
        self.exchange().map_or(0, |exchange| exchange.buried)
    }

    /// The taroks that were discarded.
    pub(crate) fn shown(&self) -> CardSet {
        self.exchange().map_or(CardSet::EMPTY, |exchange| exchange.shown)
    }

    pub(crate) fn exchange(&self) -> Option<&Exchange> {
        self.phase.undertaking().and_then(|undertaking| undertaking.exchange.as_ref())
    }

    /// Returns the seat that discarded, and the cards of its discards and hand
    /// that came from the talon.
    pub(crate) fn taken_from_talon(&self) -> Option<(Seat, CardSet)> {
        let undertaking = self.phase.undertaking()?;
        undertaking.exchange.as_ref().map(|exchange| (undertaking.declarer, exchange.taken))
    }

    /// Follows an event. Uses nothing of it that is not public.
    pub(crate) fn observe(&mut self, event: &Event) {
        match (&mut self.phase, event) {
            (Phase::Bidding(bidding), Event::Bid { contract, .. }) => bidding.bid(*contract),
            (Phase::Bidding(bidding), Event::Passed { .. }) => {
                if let Some(choosing) = bidding.pass() {
                    self.phase = Phase::Choosing(choosing);
                }
            }
            (Phase::Choosing(_), Event::Chosen { seat, contract, talon }) => {
                self.talon -= talon.len() as u8;
                let undertaking = Undertaking::new(*seat, *contract);
                self.phase = if *contract == Contract::Klop {
                    self.playing(undertaking)
                } else if self.options.calls_king(*contract) {
                    Phase::Calling(undertaking)
                } else if contract.group_size().is_some() {
                    Phase::Taking(Taking { undertaking, talon: talon.clone() })
                } else if contract.is_ordinary() {
                    Phase::Announcing(undertaking)
                } else {
                    Phase::Doubling(Doubling::new(undertaking, &self.options))
                };
            }
            (Phase::Calling(undertaking), Event::Called { seat, king, talon }) => {
                self.talon -= talon.len() as u8;
                let mut called = Called::new(*king, *seat, self.options.seats());
                if talon.contains(king) {
                    called.settle(None);
                }
                let undertaking = Undertaking { called: Some(called), ..undertaking.clone() };
                self.phase = Phase::Taking(Taking { undertaking, talon: talon.clone() });
            }
            (Phase::Taking(taking), Event::TookGroup { seat, cards, .. }) => {
                self.phase = Phase::Discarding(taking.take(*cards));
                self.hand_sizes[*seat] += cards.len() as u8;
                self.known[*seat] |= *cards;
            }
            (Phase::Discarding(_), Event::Discarded { seat, card }) => {
                self.note_discard(*seat, card.filter(|card| card.is_tarok()));
            }
            (Phase::Announcing(undertaking), Event::Announced { seat, announcement, .. }) => {
                undertaking.announce(*announcement, Side::Declarer, &self.options);
                self.show_ultimo(*seat, *announcement);
            }
            (Phase::Announcing(undertaking), Event::Chosen { contract, .. }) => {
                let undertaking = Undertaking { contract: *contract, ..undertaking.clone() };
                self.phase = Phase::Doubling(Doubling::new(undertaking, &self.options));
            }
            (Phase::Announcing(undertaking), Event::Passed { .. }) => {
                self.phase = Phase::Doubling(Doubling::new(undertaking.clone(), &self.options));
            }
            (Phase::Doubling(doubling), Event::Announced { seat, announcement, side }) => {
                let own = doubling.undertaking.side(*seat).or(*side).expect("the side is told");
                doubling.announce(*announcement, own, &self.options);
                self.show_side(*seat, *side);
                self.show_ultimo(*seat, *announcement);
            }
            (Phase::Doubling(doubling), Event::Raised { seat, item, side, .. }) => {
                doubling.raise(*item, &self.options);
                self.show_side(*seat, *side);
            }
            (Phase::Doubling(doubling), Event::Passed { .. }) => {
                if !doubling.pass(&self.options) {
                    let undertaking = doubling.undertaking.clone();
                    self.phase = self.playing(undertaking);
                }
            }
            (_, Event::HandShown { seat, cards }) => self.known[*seat] = *cards,
            (Phase::Playing(playing), Event::Played { seat, card, .. }) => {
                let avoiding = playing.undertaking.contract.avoids_tricks();
                self.denied[*seat] |= playing.trick.denied_by(*card, avoiding);
                playing.trick.push(*card);
                self.hand_sizes[*seat] -= 1;
                self.known[*seat].remove(*card);
                self.played[*seat].insert(*card);
                if let Some(called) = &mut playing.undertaking.called
                    && called.king == *card
                {
                    called.settle(Some(*seat));
                }
            }
            (Phase::Playing(playing), Event::TrickTaken { seat, gift, rest }) => {
                self.talon -= u8::from(gift.is_some());
                playing.take(*seat, gift.iter().copied().collect(), *rest);
            }
            (Phase::Playing(playing), Event::Finished { result }) => {
                self.phase = Phase::Finished(playing.finish(result.clone()));
            }
            (phase, event) => unreachable!("{event:?} in {phase:?}"),
        }
    }

    /// The first card of this undertaking is to be played.
    fn playing(&self, undertaking: Undertaking) -> Phase {
        let forehand = self.options.is_led_by_forehand(undertaking.contract);
        let leader = if forehand { self.forehand() } else { undertaking.declarer };
        Phase::Playing(Playing::new(undertaking, leader, self.options.seats()))
    }

    /// Notes the side that a player has shown during the calls, and so that the called king is, or
    /// is not, in that hand.
    fn show_side(&mut self, seat: Seat, side: Option<Side>) {
        let Phase::Doubling(Doubling { undertaking, .. }) = &mut self.phase else {
            unreachable!("sides are shown in one phase")
        };
        let (Some(called), Some(side)) = (&mut undertaking.called, side) else { return };
        let king = CardSet::single(called.king);
        if called.is_settled() {
            return;
        }
        if side == Side::Declarer {
            called.settle(Some(seat));
            self.known[seat] |= king;
            return;
        }
        called.sides[seat] = Some(side);
        self.denied[seat] |= king;
        if called.is_settled() {
            self.known[undertaking.declarer] |= king;
        }
    }

    /// Notes that a player who announces an ultimo holds its card, where four play.
    fn show_ultimo(&mut self, seat: Seat, announcement: Announcement) {
        if !self.options.is_four() {
            return;
        }
        if announcement == Announcement::PagatUltimo {
            self.known[seat].insert(PAGAT);
        }
        if let Phase::Announcing(undertaking) | Phase::Doubling(Doubling { undertaking, .. }) =
            &mut self.phase
            && let Some(called) = &mut undertaking.called
            && announcement == Announcement::KingUltimo
        {
            called.settle(Some(seat));
            self.known[seat].insert(called.king);
        }
    }

    /// Notes a discard: a tarok that is shown, or any other card.
    fn note_discard(&mut self, seat: Seat, shown: Option<Card>) {
        let Phase::Discarding(undertaking) = &mut self.phase else {
            unreachable!("discards belong to one phase")
        };
        let exchange = undertaking.exchange.as_mut().expect("a group was taken");
        self.hand_sizes[seat] -= 1;
        if let Some(card) = shown {
            exchange.shown.insert(card);
            self.known[seat].remove(card);
            if self.options.taroks_go_last() {
                self.denied[seat] |= plain();
            }
        } else {
            exchange.buried += 1;
            // Any plain card that was taken may be the one; still no other player can hold it.
            let uncertain = self.known[seat] & plain();
            self.known[seat] -= uncertain;
            for other in Seat::all(self.options.seats()).filter(|&other| other != seat) {
                self.denied[other] |= uncertain;
            }
        }
        if exchange.to_discard() == 0 {
            self.phase = Phase::Announcing(undertaking.clone());
        }
    }
}
