//! Actions against the rules, and which rule it is.

use vzetek_game::{IllegalAction, Seat};

use crate::{Action, CardSet, Finder, MOST_LISTED, Tablic, richest, target};

impl Tablic {
    /// Names the rule that forbids the player to move an action.
    pub(crate) fn refuse(&self, seat: Seat, action: Action) -> IllegalAction {
        let Action { card, taken } = action;
        let (hand, table) = (self.hands[seat], self.table.cards);
        if !hand.contains(card) {
            let reason = format!("{card} is not in your hand, play one of {}", hand.list());
            return IllegalAction::new("not_in_hand", reason);
        }
        if !taken.is_subset(table) {
            return IllegalAction::new("not_on_table", not_on_table(action, table));
        }
        IllegalAction::new("does_not_add_up", does_not_add_up(action, table))
    }
}

fn not_on_table(Action { card, taken }: Action, table: CardSet) -> String {
    if taken.contains(card) {
        return format!("{card} is the card you play and cannot be captured too");
    }
    let verb = if (taken - table).len() == 1 { "is" } else { "are" };
    let missing = (taken - table).list();
    if table.is_empty() {
        return format!("{missing} {verb} not on the table, which is empty: lay {card} there");
    }
    format!("{missing} {verb} not on the table, there lie only {}", table.list())
}

/// Says which cards are too many, and what could be captured instead: the
/// richest of as many captures as are listed, so that wrong actions stay cheap.
fn does_not_add_up(Action { card, taken }: Action, table: CardSet) -> String {
    let mut finder = Finder::new();
    let target = target(card.rank());
    let possible = richest(finder.find_some(card, taken, MOST_LISTED));
    if let Some(possible) = possible {
        let left = (taken - possible).list();
        let could = Action::capture(card, possible);
        return format!(
            "{left} cannot be captured besides: {card} takes groups that add up to {target}, \
             of these cards {could}"
        );
    }
    let named = taken.list();
    let rule = format!("{named} cannot be parted into groups that add up to {target}");
    match richest(finder.find_some(card, table, MOST_LISTED)) {
        Some(richest) => format!(
            "{rule}: capture otherwise, such as {}, or lay {card}",
            Action::capture(card, richest)
        ),
        None => format!("{rule}: there is nothing for {card} to capture, lay it"),
    }
}
