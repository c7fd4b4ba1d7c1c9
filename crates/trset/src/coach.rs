//! The relevant facts for one player, which follow from the rules and from what the player sees.
//!
//! Every fact is certain: it holds for all possible hidden cards. The caller words the advice.

use vzetek_game::Seat;

use crate::{Action, CardSet, HAND, LAST_TRICK, Rank, Suit, Variant, View, beats, thirds};

mod ending;
mod fact;
mod losing;

pub use fact::{Edge, Fact};

/// Returns the facts for the observer of the view, the most important first: for the player to
/// act the duty before the chances, and once the deal is over its result for any observer.
pub(crate) fn facts(view: &View, legal: &[Action]) -> Vec<Fact> {
    if view.table.result.is_some() {
        return ending::facts(view);
    }
    match (view.observer, view.hand) {
        (Some(seat), Some(hand)) if view.current_player == Some(seat) => {
            Coach { view, seat, hand, legal: played(legal) }.facts(legal)
        }
        _ => Vec::new(),
    }
}

/// The value of a card, in thirds.
fn value(card: crate::Card) -> u8 {
    thirds(CardSet::single(card))
}

fn played(legal: &[Action]) -> CardSet {
    let card = |action: &Action| match *action {
        Action::Play(card) => Some(card),
        Action::Declare(_) => None,
    };
    legal.iter().filter_map(card).collect()
}

/// The least number of cards of one suit that is worth speaking of.
const LONG: usize = 3;

struct Coach<'a> {
    view: &'a View,
    seat: Seat,
    hand: CardSet,
    legal: CardSet,
}

impl Coach<'_> {
    fn facts(&self, legal: &[Action]) -> Vec<Fact> {
        let mut facts = Vec::new();
        if self.hand.len() == HAND && self.view.table.last_trick.is_none() {
            facts.push(Fact::Aim { fewest: self.avoids(), partner: self.partner() });
        }
        let declarations: Vec<_> = legal
            .iter()
            .filter_map(|action| match *action {
                Action::Declare(declaration) => Some(declaration),
                Action::Play(_) => None,
            })
            .collect();
        if !declarations.is_empty() {
            let thirds = declarations.iter().map(|made| made.thirds()).sum();
            facts.push(Fact::Declare { declarations, thirds });
        }
        match self.view.table.trick.suit_led() {
            None => self.lead(&mut facts),
            Some(suit) => self.follow(suit, &mut facts),
        }
        if self.is_last_trick() {
            facts.push(Fact::LastTrick);
        } else if self.view.table.stock > 0 && self.is_second_trick() {
            facts.push(Fact::Draw { left: self.view.table.stock });
        }
        facts
    }

    fn lead(&self, facts: &mut Vec<Fact>) {
        if self.hand.len() == 1 {
            facts.extend(self.hand.first().map(|card| Fact::Only { card, suit: None }));
        } else {
            facts.push(Fact::Lead);
        }
        if self.avoids() {
            self.lead_to_lose(facts);
        } else {
            let takes = self.sure();
            if takes.is_empty() {
                facts.extend(self.longest());
            }
            self.push_takes(takes, facts);
            self.push_aces(facts);
        }
    }

    /// The suit of which the hand has most cards; of several as long none is the one to lead.
    fn longest(&self) -> Option<Fact> {
        let cards = |suit: &Suit| (self.hand & suit.cards()).len();
        let suit = Suit::ALL.into_iter().max_by_key(cards)?;
        let count = cards(&suit);
        let alone = Suit::ALL.iter().filter(|other| cards(other) == count).count() == 1;
        (alone && count >= LONG && count < self.hand.len())
            .then_some(Fact::Longest { suit, count: count as u8 })
    }

    fn follow(&self, suit: Suit, facts: &mut Vec<Fact>) {
        let follows = !self.hand.is_disjoint(suit.cards());
        match self.legal.first().filter(|_| self.legal.len() == 1) {
            Some(card) => facts.push(Fact::Only { card, suit: follows.then_some(suit) }),
            None if follows => facts.push(Fact::Follow { suit }),
            None => facts.push(Fact::Void { suit }),
        }
        if self.avoids() {
            self.follow_to_lose(follows, facts);
        } else {
            self.follow_to_win(facts);
        }
        let lying = self.view.table.trick.thirds();
        let lying = lying + if self.is_last_trick() { LAST_TRICK } else { 0 };
        facts.extend((lying > 0).then_some(Fact::Worth { thirds: lying }));
    }

    fn follow_to_win(&self, facts: &mut Vec<Fact>) {
        let beating = self.filter(|card| self.beats(card));
        if beating.is_empty() {
            self.push_beaten(facts);
        } else {
            let takes = self.sure();
            self.push_takes(takes, facts);
            self.push_beats(beating - takes, facts);
            self.push_aces(facts);
        }
        let ours =
            beating.is_empty() && self.certain_winner().is_some_and(|by| self.is_partner(by));
        self.push_values(self.legal - beating, ours, facts);
    }

    /// The cards that leave the trick to others: those that count nothing, or most where
    /// that is good.
    fn push_values(&self, away: CardSet, giving: bool, facts: &mut Vec<Fact>) {
        let most = away.iter().map(value).max().unwrap_or_default();
        if self.legal.len() == 1 || most == 0 {
            return;
        }
        if giving {
            let cards = away.iter().filter(|&card| value(card) == most).collect();
            facts.push(Fact::Heaviest { cards, thirds: most });
        } else {
            let cards: CardSet = away.iter().filter(|&card| value(card) == 0).collect();
            facts.extend((!cards.is_empty()).then_some(Fact::Worthless { cards }));
        }
    }

    fn push_beaten(&self, facts: &mut Vec<Fact>) {
        let by = self.certain_winner();
        facts.push(Fact::Beaten { by, partner: by.is_some_and(|by| self.is_partner(by)) });
    }

    fn push_beats(&self, cards: CardSet, facts: &mut Vec<Fact>) {
        let all = cards == self.legal;
        facts.extend((!cards.is_empty()).then_some(Fact::Beats { cards, all }));
    }

    fn push_takes(&self, cards: CardSet, facts: &mut Vec<Fact>) {
        if !cards.is_empty() {
            let last = self.after().next().is_none();
            facts.push(Fact::Takes { cards, last, all: cards == self.legal });
        }
    }

    /// Aces that hold the trick for now, or would, and can be beaten.
    fn push_aces(&self, facts: &mut Vec<Fact>) {
        for card in self.filter(|card| card.rank() == Rank::As && self.beats(card)) {
            let by = self.overtakers(card);
            if !by.is_empty() {
                let by = by.iter().rev().map(crate::Card::rank).collect();
                facts.push(Fact::AceAtRisk { card, by });
            }
        }
    }

    fn filter(&self, keep: impl Fn(crate::Card) -> bool) -> CardSet {
        self.legal.iter().filter(|&card| keep(card)).collect()
    }

    fn avoids(&self) -> bool {
        self.view.table.options.variant == Variant::Kifameno
    }

    fn partner(&self) -> Option<Seat> {
        let options = &self.view.table.options;
        let shares =
            |&other: &Seat| other != self.seat && options.side(other) == options.side(self.seat);
        Seat::all(options.seats()).find(shares)
    }

    fn is_partner(&self, seat: Seat) -> bool {
        self.partner() == Some(seat)
    }

    fn is_last_trick(&self) -> bool {
        self.view.table.stock == 0 && self.hand.len() == 1
    }

    fn is_second_trick(&self) -> bool {
        let table = &self.view.table;
        let taken: usize = table.piles.iter().map(|pile| pile.len()).sum();
        taken == table.options.seats()
    }

    /// The seats that play to this trick after the player.
    fn after(&self) -> impl Iterator<Item = Seat> {
        let seats = self.view.table.options.seats();
        let played = self.view.table.trick.cards().len();
        self.seat.clockwise(1, seats).round(seats).take(seats - played - 1)
    }

    /// The cards that players who play after this one may hold.
    fn rivals(&self) -> CardSet {
        self.after().fold(CardSet::EMPTY, |all, seat| all | self.may_hold(seat))
    }

    /// The cards that another player may hold.
    fn may_hold(&self, seat: Seat) -> CardSet {
        let (view, table) = (self.view, &self.view.table);
        let hidden = if view.hidden_in(seat) > 0 { view.unseen() } else { CardSet::EMPTY };
        (hidden - table.denied[seat]) | table.known[seat]
    }

    /// True if the card would hold the trick once it lies there.
    fn beats(&self, card: crate::Card) -> bool {
        let Some(led) = self.view.table.trick.suit_led() else { return true };
        card.suit() == led && self.best().is_none_or(|best| beats(card, best))
    }

    /// The card that holds the trick so far.
    fn best(&self) -> Option<crate::Card> {
        let trick = &self.view.table.trick;
        (trick.card_set() & trick.suit_led()?.cards()).last()
    }

    /// The cards that may still be played and beat this one, if it holds the trick.
    fn overtakers(&self, card: crate::Card) -> CardSet {
        self.rivals().iter().filter(|&other| beats(other, card)).collect()
    }

    /// The legal cards that no other player can beat any more.
    fn sure(&self) -> CardSet {
        self.filter(|card| self.beats(card) && self.overtakers(card).is_empty())
    }

    /// The seat that takes the trick after any card; for a player who cannot.
    fn certain_winner(&self) -> Option<Seat> {
        let best = self.best().filter(|&best| self.overtakers(best).is_empty());
        best.and_then(|_| self.view.table.trick.winner(self.view.table.options.seats()))
    }
}
