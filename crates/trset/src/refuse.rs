//! Actions against the rules, and the rule that forbids each.

use vzetek_game::{IllegalAction, Seat};

use crate::{Action, Card, Declaration, Trset};

impl Trset {
    /// Names the rule that forbids the player to move an action.
    pub(crate) fn refuse(&self, seat: Seat, action: Action) -> IllegalAction {
        match action {
            Action::Declare(declaration) => self.refuse_declaration(seat, declaration),
            Action::Play(card) => self.refuse_card(seat, card),
        }
    }

    fn refuse_card(&self, seat: Seat, card: Card) -> IllegalAction {
        if !self.hands[seat].contains(card) {
            return IllegalAction::new("not_in_hand", format!("{card} is not in your hand"));
        }
        let led = self.table.trick.suit_led().map_or("the suit led", |suit| suit.name());
        IllegalAction::new("must_follow_suit", format!("you must follow {led}"))
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
        IllegalAction::new(code, reason)
    }
}
