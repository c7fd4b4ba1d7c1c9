//! Actions against the rules, and the rule that forbids each.

use vzetek_game::{IllegalAction, Seat};

use crate::{Action, Card, Declaration, Trset};

impl Trset {
    /// Checks that the current player may do this.
    ///
    /// # Errors
    /// [`IllegalAction`] with the rule that forbids it.
    pub(crate) fn check(&self, action: Action) -> Result<(), IllegalAction> {
        let Some(seat) = self.table.to_play() else {
            return Err(illegal("deal_over", "the deal is over".to_owned()));
        };
        match action {
            Action::Declare(declaration) => {
                if !self.declarable(seat).any(|possible| possible == declaration) {
                    return Err(self.refuse_declaration(seat, declaration));
                }
            }
            Action::Play(card) => {
                if !self.legal_cards().contains(card) {
                    return Err(self.refuse_card(seat, card));
                }
            }
        }
        Ok(())
    }

    fn refuse_card(&self, seat: Seat, card: Card) -> IllegalAction {
        if !self.hands[seat].contains(card) {
            return illegal("not_in_hand", format!("{card} is not in your hand"));
        }
        let led = self.table.trick.suit_led().map_or("the suit led", |suit| suit.name());
        illegal("must_follow_suit", format!("you must follow {led}"))
    }

    fn refuse_declaration(&self, seat: Seat, declaration: Declaration) -> IllegalAction {
        let table = &self.table;
        let (code, reason) = if !table.options.declarations {
            ("no_declarations", "this table plays without declarations".to_owned())
        } else if table.declared[seat].contains(&declaration) {
            ("already_declared", format!("{declaration} is already declared"))
        } else if table.last_trick.is_some() {
            ("too_late", "declarations are made before one's first card".to_owned())
        } else {
            ("not_in_hand", format!("your hand does not hold {declaration}"))
        };
        illegal(code, reason)
    }
}

fn illegal(code: &'static str, reason: String) -> IllegalAction {
    IllegalAction { code, reason }
}
