//! The facts that hold in every state of a deal, for the conformance kit.

use vzetek_game::testing::Invariants;
use vzetek_game::{Game, Observer};

use crate::{CardSet, MOST_CARDS_POINTS, Options, PACK_POINTS, Players, Tablic, points};

impl Invariants for Tablic {
    fn check_conservation(&self) -> Result<(), String> {
        let table = &self.table;
        let piles = || table.piles.iter().copied();
        let mut seen = table.open();
        let mut count = table.cards.len() + piles().map(CardSet::len).sum::<usize>();
        for (seat, &hand) in self.hands.enumerate() {
            seen |= hand;
            count += hand.len();
            if usize::from(table.hand_sizes[seat]) != hand.len() {
                return Err(format!("the table counts the cards of seat {seat} wrongly"));
            }
        }
        seen.extend(self.deck.iter().copied());
        count += self.deck.len();
        if seen != CardSet::full() || count != seen.len() {
            return Err(format!("{count} cards, {} different ones", seen.len()));
        }
        if self.deck.len() != usize::from(table.deck) {
            return Err("the table counts the deck wrongly".to_owned());
        }
        if table.last_capture.is_none() != piles().all(CardSet::is_empty) {
            return Err("whoever captured last has a pile".to_owned());
        }
        self.check_points()
    }

    fn check_guess(&self, guess: &Self, observer: Observer) -> Result<(), String> {
        let own = |state: &Self| observer.seat().map(|seat| state.hands[seat]);
        if own(guess) != own(self) {
            return Err("the observer's own hand changed".to_owned());
        }
        Ok(())
    }

    fn options_by(choice: u8) -> Option<Options> {
        let players = Players::ALL[usize::from(choice) % Players::ALL.len()];
        let pairs = players == 4 && choice & 64 != 0;
        Some(Options { pairs, ..Options::new(players).ok()? })
    }
}

impl Tablic {
    /// All cards together are worth 22; the side with most adds 3, tablas 1
    /// each.
    fn check_points(&self) -> Result<(), String> {
        let options = &self.table.options;
        let partners = (options.seats() / options.sides()) as i32;
        let made = self.returns().iter().sum::<i32>() / partners;
        let tablas: u8 = self.table.tablas.iter().sum();
        let captured = if self.is_terminal() {
            PACK_POINTS - points(self.table.cards)
        } else {
            self.table.piles.iter().map(|&pile| points(pile)).sum()
        };
        let most =
            self.result().is_some_and(|result| result.seats.iter().any(|made| made.most_cards));
        let bonus = if most { MOST_CARDS_POINTS } else { 0 };
        let due = i32::from(captured + tablas + bonus);
        if made == due { Ok(()) } else { Err(format!("{made} points were made of {due}")) }
    }
}
