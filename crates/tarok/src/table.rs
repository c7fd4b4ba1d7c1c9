//! The public side of a deal, and how it follows from events.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::exchange::plain;
use crate::{
    Bidding, Card, CardSet, Contract, Doubling, Event, Exchange, HAND, Item, Options, Phase,
    Playing, SEATS, Stake, TALON, Taking, Undertaking,
};

/// The public side of a deal. Full state and views hold the same table and
/// follow the same events, so neither can know more of it than the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokTable"))]
pub struct Table {
    /// The table's options.
    pub options: Options,
    /// The dealer; the forehand sits after.
    pub dealer: Seat,
    /// The number of cards in each hand.
    pub hand_sizes: BySeat<u8>,
    /// Cards everybody knows to be in a player's hand: taken from the talon
    /// and not to be discarded face down, or laid open.
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
        Self {
            options,
            dealer,
            hand_sizes: BySeat::filled(SEATS, HAND as u8),
            known: BySeat::filled(SEATS, CardSet::EMPTY),
            denied: BySeat::filled(SEATS, CardSet::EMPTY),
            played: BySeat::filled(SEATS, CardSet::EMPTY),
            talon: TALON as u8,
            phase: Phase::Bidding(Bidding::new(dealer.clockwise(1, SEATS))),
        }
    }

    /// Returns the seat after the dealer.
    pub fn forehand(&self) -> Seat {
        self.dealer.clockwise(1, SEATS)
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
                self.phase = match contract {
                    Contract::Klop => Phase::Playing(Playing::new(undertaking, self.forehand())),
                    Contract::Three | Contract::Two | Contract::One => {
                        Phase::Taking(Taking { undertaking, talon: talon.clone() })
                    }
                    Contract::Solo => Phase::Announcing(undertaking),
                    Contract::Berac | Contract::OpenBerac => {
                        Phase::Doubling(Doubling::new(undertaking))
                    }
                };
            }
            (Phase::Taking(taking), Event::TookGroup { seat, cards, .. }) => {
                self.phase = Phase::Discarding(taking.take(*cards));
                self.hand_sizes[*seat] += cards.len() as u8;
                self.known[*seat] |= *cards;
            }
            (Phase::Discarding(_), Event::Discarded { seat, card }) => {
                self.note_discard(*seat, card.filter(|card| card.is_tarok()));
            }
            (Phase::Announcing(undertaking), Event::Announced { announcement, .. }) => {
                undertaking.stakes.push(Stake::new(Item::Announced(*announcement)));
            }
            (Phase::Announcing(undertaking), Event::Passed { .. }) => {
                self.phase = Phase::Doubling(Doubling::new(undertaking.clone()));
            }
            (Phase::Doubling(doubling), Event::Raised { item, .. }) => doubling.raise(*item),
            (Phase::Doubling(doubling), Event::Passed { .. }) => {
                if !doubling.pass() {
                    let undertaking = doubling.undertaking.clone();
                    let leader = if self.options.forehand_leads {
                        self.forehand()
                    } else {
                        undertaking.declarer
                    };
                    self.phase = Phase::Playing(Playing::new(undertaking, leader));
                }
            }
            (_, Event::HandShown { seat, cards }) => self.known[*seat] = *cards,
            (Phase::Playing(playing), Event::Played { seat, card }) => {
                let avoiding = playing.undertaking.contract.avoids_tricks();
                self.denied[*seat] |= playing.trick.denied_by(*card, avoiding);
                playing.trick.push(*card);
                self.hand_sizes[*seat] -= 1;
                self.known[*seat].remove(*card);
                self.played[*seat].insert(*card);
            }
            (Phase::Playing(playing), Event::TrickTaken { seat, gift }) => {
                self.talon -= u8::from(gift.is_some());
                playing.take(*seat, gift.iter().copied().collect());
            }
            (Phase::Playing(playing), Event::Finished { result }) => {
                self.phase = Phase::Finished(playing.finish(result.clone()));
            }
            (phase, event) => unreachable!("{event:?} in {phase:?}"),
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
            if self.options.taroks_discarded_last {
                self.denied[seat] |= plain();
            }
        } else {
            exchange.buried += 1;
            // Any plain card that was taken may be the one; still nobody else
            // can hold it.
            let uncertain = self.known[seat] & plain();
            self.known[seat] -= uncertain;
            for other in Seat::all(SEATS).filter(|&other| other != seat) {
                self.denied[other] |= uncertain;
            }
        }
        if exchange.to_discard() == 0 {
            self.phase = Phase::Announcing(undertaking.clone());
        }
    }
}
