//! The invariants of every state of a deal, for the conformance kit.

use vzetek_game::testing::Invariants;
use vzetek_game::{Game, Observer, Seat};

use crate::{CardSet, DEAL, Options, Trset, Variant, card};

impl Invariants for Trset {
    fn check_conservation(&self) -> Result<(), String> {
        let table = &self.table;
        let mut seen = CardSet::EMPTY;
        let mut count = 0;
        let places = self.hands.iter().chain(table.piles.iter()).copied();
        let lying = [table.trick.card_set(), self.stock.iter().copied().collect()];
        for cards in places.chain(lying) {
            seen |= cards;
            count += cards.len();
        }
        if seen != table.options.pack() || count != seen.len() {
            return Err(format!("{count} cards, {} different ones", seen.len()));
        }
        let thirds: u8 = table.thirds.iter().sum();
        let due = if self.is_terminal() && table.is_last_trick() {
            DEAL
        } else {
            table.piles.iter().map(|&pile| card::thirds(pile)).sum()
        };
        if thirds != due {
            return Err(format!("{thirds} thirds were taken instead of {due}"));
        }
        if self.stock.len() != usize::from(table.stock) {
            return Err("the table counts the stock wrongly".to_owned());
        }
        for (seat, &known) in table.known.enumerate() {
            if usize::from(table.hand_sizes[seat]) != self.hands[seat].len() {
                return Err(format!("the table counts the cards of seat {seat} wrongly"));
            }
            if !known.is_subset(self.hands[seat]) {
                return Err(format!("known cards of seat {seat} are not in its hand"));
            }
            if !table.denied[seat].is_disjoint(self.hands[seat] - known) {
                return Err(format!("seat {seat} holds hidden cards it cannot have"));
            }
        }
        Ok(())
    }

    fn check_guess(&self, guess: &Self, observer: Observer) -> Result<(), String> {
        for seat in Seat::all(self.seats()) {
            if guess.hands[seat].len() != self.hands[seat].len() {
                return Err(format!("seat {seat} holds another number of cards"));
            }
        }
        match observer.seat() {
            Some(seat) if guess.hands[seat] != self.hands[seat] => {
                Err("the observer's own hand changed".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn options_by(choice: u8) -> Option<Options> {
        let variant = if choice & 32 == 0 { Variant::Trset } else { Variant::Kifameno };
        let declarations = choice & 16 != 0;
        let usual = Options::new(variant, 2 + choice % 4).ok()?;
        let alone = usual.variant == Variant::Kifameno && usual.players == 4 && declarations;
        Options { declarations: declarations && !alone, alone, ..usual }.checked().ok()
    }
}
