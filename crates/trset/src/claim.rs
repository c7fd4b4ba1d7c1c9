//! Proofs that the rest of the tricks is one player's, or none of them.
//!
//! A card can only be beaten by a higher one of the suit led, so that it is enough to
//! look at pairs of cards. With fewer cards in hand nothing that is shown here becomes
//! wrong, which carries a proof from one trick to the next.

use vzetek_game::{Claim, Seat};

use crate::{Card, CardSet, Trick, View, beats};

/// Returns what the observer, who is to play, can prove about the tricks that are left.
///
/// The rest is claimed for the player alone, partners apart; none of it at tables for two
/// only, for elsewhere it would be open who takes the tricks. As long as cards are to be
/// drawn or combinations to be declared nothing is certain, and a last card needs no
/// claim.
pub(crate) fn claim(view: &View) -> Option<Claim> {
    let (table, seat, hand) = (&view.table, view.observer?, view.hand?);
    let open = table.options.declarations && table.last_trick.is_none();
    // It would be open where the deal ends.
    let open = open || table.options.stops_at_target;
    if view.current_player != Some(seat) || table.stock > 0 || open || hand.len() < 2 {
        return None;
    }
    let rest = Rest { view, seat, hand };
    if rest.takes_all() {
        return Some(Claim::Rest);
    }
    (table.options.seats() == 2 && rest.takes_none()).then_some(Claim::Nothing)
}

/// The rest of a deal, seen by the player who is to play.
struct Rest<'a> {
    view: &'a View,
    seat: Seat,
    hand: CardSet,
}

impl Rest<'_> {
    fn trick(&self) -> &Trick {
        &self.view.table.trick
    }

    /// True if every card that may be played now takes the trick, and every other one
    /// any trick that it leads.
    fn takes_all(&self) -> bool {
        let others = self.others();
        let is_master = |card: Card| higher_in_suit(others, card).is_empty();
        let legal = self.trick().playable(self.hand);
        self.after(legal).iter().all(is_master) && legal.iter().all(|card| self.takes(card))
    }

    /// True if the card takes the trick that lies there, after any cards that follow.
    fn takes(&self, card: Card) -> bool {
        let seats = self.view.table.options.seats();
        let mut trick = self.trick().clone();
        trick.push(card);
        let to_follow = self.seat.round(seats).skip(1).take(seats - trick.cards().len());
        trick.winner(seats) == Some(self.seat)
            && to_follow.into_iter().all(|seat| higher_in_suit(self.held_by(seat), card).is_empty())
    }

    /// True if no card that may be played now takes the trick, and none of the others one
    /// that the opponent leads, whose cards are all known at a table for two.
    fn takes_none(&self) -> bool {
        let theirs = self.others();
        let legal = self.trick().playable(self.hand);
        let loses = |card: Card| match self.trick().cards().first() {
            Some(&led) => !beats(card, led),
            None => {
                let following = theirs & card.suit().cards();
                !following.is_empty() && following == higher_in_suit(theirs, card)
            }
        };
        // A card of theirs below one of ours could be led to it.
        let is_below = |card: Card| theirs & card.suit().cards() == higher_in_suit(theirs, card);
        legal.iter().all(loses) && self.after(legal).iter().all(is_below)
    }

    /// The cards that may still be in hand after one of these is played.
    fn after(&self, legal: CardSet) -> CardSet {
        if legal.len() == 1 { self.hand - legal } else { self.hand }
    }

    /// The cards that any of the others may hold.
    fn others(&self) -> CardSet {
        let seats = Seat::all(self.view.table.options.seats());
        seats
            .filter(|&seat| seat != self.seat)
            .fold(CardSet::EMPTY, |all, seat| all | self.held_by(seat))
    }

    /// The cards that another player may hold.
    fn held_by(&self, seat: Seat) -> CardSet {
        let table = &self.view.table;
        if self.view.hidden_in(seat) == 0 {
            return table.known[seat];
        }
        table.known[seat] | (self.view.unseen() - table.denied[seat])
    }
}

/// The cards of the set that beat this one if its suit is led.
fn higher_in_suit(cards: CardSet, card: Card) -> CardSet {
    (cards & card.suit().cards()).iter().filter(|&other| beats(other, card)).collect()
}
