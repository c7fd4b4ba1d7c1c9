//! From a deal whose cards are all known to its first card: what lies between
//! is done at a glance.

use vzetek_game::Seat;
use vzetek_tarok::{Card, CardSet, Contract, Options, SEATS, Suit, TALON};

use super::card_policy::Game;
use super::exchange::{best_group, best_king};
use super::search::{Position, Terms};

/// A deal before its first card.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<const N: usize = SEATS> {
    /// The cards as they were dealt.
    pub hands: [CardSet; N],
    /// The talon in its order.
    pub talon: [Card; TALON],
    /// The seat after the dealer.
    pub forehand: Seat,
    /// The contract.
    pub contract: Contract,
    /// The seat that plays it; in klop of no meaning.
    pub declarer: Seat,
}

impl<const N: usize> Beginning<N> {
    /// Calls a king, takes, discards and announces nothing: ready for the first card.
    pub fn start(&self, options: &Options) -> Game<N> {
        let king =
            options.calls_king(self.contract).then(|| best_king(self.hands[self.declarer.index()]));
        self.start_with(king, options)
    }

    /// Calls this king, if one is called; takes, discards and announces nothing.
    pub fn start_with(&self, king: Option<Card>, options: &Options) -> Game<N> {
        let Self { mut hands, talon, forehand, contract, declarer } = *self;
        let all: CardSet = talon.iter().copied().collect();
        let (mut discards, mut left, mut taken) = <[CardSet; 3]>::default().into();
        if let Some(size) = contract.group_size() {
            let hand = &mut hands[declarer.index()];
            let (group, chosen, _) = best_group(*hand, &talon, size);
            taken = talon[group * size..][..size].iter().copied().collect();
            *hand = (*hand | taken) - chosen;
            (discards, left) = (chosen, all - taken);
        }
        let open = left | discards & Suit::Taroks.cards();
        let leads = options.is_led_by_forehand(contract);
        let leader = if leads { forehand } else { declarer };
        let closed = matches!(contract, Contract::Solo | Contract::SoloWithout);
        let aside = if closed { all } else { left };
        let mut position = Position::new(contract, declarer, leader, hands)
            .with_aside(discards, aside)
            .with_terms(Terms::new(&[], options));
        if contract == Contract::Klop {
            let mut gifts = talon;
            gifts.reverse();
            position = position.with_talon(&gifts);
        }
        if let Some(king) = king {
            position = position.with_called(king, taken);
        }
        Game::new(position, open, discards - open)
    }
}
