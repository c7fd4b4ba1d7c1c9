//! The facts that hold in every state of a deal, for the conformance kit.

use vzetek_game::Observer;
use vzetek_game::testing::Invariants;

use crate::{CardSet, Contract, Options, PACK_POINTS, Phase, Side, Suit, Tarok, points};

impl Invariants for Tarok {
    fn check_conservation(&self) -> Result<(), String> {
        let mut seen = self.table.open() | self.buried;
        let mut count = self.table.open().len() + self.buried.len() + self.talon.len();
        seen.extend(self.talon.iter().copied());
        for (seat, &hand) in self.hands.enumerate() {
            seen |= hand;
            count += hand.len();
            let known = self.table.known[seat];
            if !known.is_subset(hand) {
                return Err(format!("known cards of seat {seat} are not in its hand"));
            }
            if !self.table.denied[seat].is_disjoint(hand - known) {
                return Err(format!("seat {seat} holds hidden cards it cannot have"));
            }
            if usize::from(self.table.hand_sizes[seat]) != hand.len() {
                return Err(format!("the table counts the cards of seat {seat} wrongly"));
            }
        }
        if seen != CardSet::full() || count != seen.len() {
            return Err(format!("{count} cards, {} different ones", seen.len()));
        }
        if self.buried.len() != usize::from(self.table.buried())
            || self.talon.len() != usize::from(self.table.talon)
        {
            return Err("the table counts talon or discards wrongly".to_owned());
        }
        self.check_points()
    }

    fn check_guess(&self, guess: &Self, observer: Observer) -> Result<(), String> {
        for (seat, &hand) in guess.hands.enumerate() {
            let mut dealt = hand | guess.table.played[seat];
            if let Some((declarer, taken)) = guess.table.taken_from_talon()
                && declarer == seat
            {
                dealt |= guess.buried | guess.table.shown();
                dealt -= taken;
            }
            if dealt.is_disjoint(Suit::Taroks.cards()) || dealt.len() != guess.table.options.hand()
            {
                return Err(format!("seat {seat} was dealt {dealt:?}"));
            }
        }
        let Some(seat) = observer.seat() else { return Ok(()) };
        if guess.hands[seat] != self.hands[seat] {
            return Err("the observer's own hand changed".to_owned());
        }
        let own = self.table.taken_from_talon().is_some_and(|(declarer, _)| declarer == seat);
        if own && guess.buried != self.buried {
            return Err("the observer's own discards changed".to_owned());
        }
        Ok(())
    }

    fn options_by(choice: u8) -> Option<Options> {
        Some(Options {
            rewarded_klop: choice & 1 != 0,
            taroks_discarded_last: choice & 2 != 0,
            forehand_leads: choice & 4 != 0,
            open_berac: choice & 8 != 0,
            symmetric_bonuses: choice & 16 != 0,
            ..Options::default()
        })
    }
}

impl Tarok {
    /// All cards together count 70: as two piles always, as the piles of
    /// klop up to what rounding does.
    fn check_points(&self) -> Result<(), String> {
        let Phase::Finished(finished) = &self.table.phase else { return Ok(()) };
        let piles = &finished.taken.piles;
        let undertaking = &finished.undertaking;
        let counted: u8 = match undertaking.contract {
            Contract::Klop => {
                let counted: u8 = piles.iter().map(|&pile| points(pile)).sum();
                return match counted {
                    // A third of a point a pile is rounded.
                    69..=71 => Ok(()),
                    _ => Err(format!("klop was worth {counted} points")),
                };
            }
            contract if !contract.counts_points() => return Ok(()),
            _ => {
                let mut own = self.buried;
                let mut defenders: CardSet = self.talon.iter().copied().collect();
                if let Some(exchange) = &undertaking.exchange {
                    own |= exchange.shown;
                    defenders |= exchange.left;
                }
                for (seat, &pile) in piles.enumerate() {
                    match undertaking.side(seat) {
                        Some(Side::Declarer) => own |= pile,
                        Some(Side::Defenders) => defenders |= pile,
                        None => return Err(format!("the side of seat {seat} is never shown")),
                    }
                }
                points(own) + points(defenders)
            }
        };
        if counted == PACK_POINTS { Ok(()) } else { Err(format!("{counted} points in the deal")) }
    }
}
