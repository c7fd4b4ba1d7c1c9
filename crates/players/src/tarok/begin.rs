//! From a deal whose cards are all known to its first card: what lies between
//! is done at a glance.

use vzetek_game::Seat;
use vzetek_tarok::{Card, CardSet, Contract, Options, SEATS, Suit, TALON};

use super::card_policy::Game;
use super::exchange::best_group;
use super::search::{Position, Terms};

/// A deal before its first card.
#[derive(Clone, Copy, Debug)]
pub struct Beginning {
    /// The cards as they were dealt.
    pub hands: [CardSet; SEATS],
    /// The talon in its order.
    pub talon: [Card; TALON],
    /// The seat after the dealer.
    pub forehand: Seat,
    /// The contract.
    pub contract: Contract,
    /// The seat that plays it; in klop of no meaning.
    pub declarer: Seat,
}

impl Beginning {
    /// Takes, discards and announces nothing: ready for the first card.
    pub fn start(&self, options: &Options) -> Game {
        let Self { mut hands, talon, forehand, contract, declarer } = *self;
        let all: CardSet = talon.iter().copied().collect();
        let (mut discards, mut left) = (CardSet::EMPTY, CardSet::EMPTY);
        if let Some(size) = contract.group_size() {
            let hand = &mut hands[declarer.index()];
            let (group, chosen, _) = best_group(*hand, &talon, size);
            let taken: CardSet = talon[group * size..][..size].iter().copied().collect();
            *hand = (*hand | taken) - chosen;
            (discards, left) = (chosen, all - taken);
        }
        let open = left | discards & Suit::Taroks.cards();
        let leads = contract == Contract::Klop || options.forehand_leads;
        let leader = if leads { forehand } else { declarer };
        let aside = if contract == Contract::Solo { all } else { left };
        let mut position = Position::new(contract, declarer, leader, hands)
            .with_aside(discards, aside)
            .with_terms(Terms::new(&[], options));
        if contract == Contract::Klop {
            let mut gifts = talon;
            gifts.reverse();
            position = position.with_talon(&gifts);
        }
        Game { position, gone: open, voids: [0; SEATS], buried: discards - open }
    }
}
