//! Kifameno: the cards that leave a trick to others, and those that are well lost with it.

use vzetek_game::Seat;

use super::{Coach, Fact, value};
use crate::{CardSet, beats};

impl Coach<'_> {
    pub(super) fn lead_to_lose(&self, facts: &mut Vec<Fact>) {
        let loses = self.filter(|card| {
            let mut opponents = self.after().filter(|&seat| !self.is_partner(seat));
            opponents.any(|seat| {
                let suit = card.suit().cards();
                let lowest = (self.may_hold(seat) & suit).first();
                !self.must_hold(seat).is_disjoint(suit)
                    && lowest.is_some_and(|low| beats(low, card))
            })
        });
        let lowest = self.filter(|card| {
            let others = self.rivals() & card.suit().cards();
            others.first().is_some_and(|low| beats(low, card)) && !loses.contains(card)
        });
        facts.extend((!loses.is_empty()).then_some(Fact::Loses { cards: loses }));
        facts.extend((!lowest.is_empty()).then_some(Fact::Lowest { cards: lowest }));
        let takes = self.sure();
        self.push_takes(takes, facts);
        self.push_lightest(takes, facts);
    }

    pub(super) fn follow_to_lose(&self, follows: bool, facts: &mut Vec<Fact>) {
        let beating = self.filter(|card| self.beats(card));
        let away = self.legal - beating;
        if beating.is_empty() {
            self.push_beaten(facts);
        } else if !away.is_empty() {
            facts.push(Fact::Below { cards: away });
        }
        if self.legal.len() > 1 {
            self.push_lost(away, follows, facts);
        }
        let takes = self.sure();
        self.push_takes(takes, facts);
        self.push_lightest(takes, facts);
        let open = beating - takes;
        self.push_beats(open, facts);
        if open == self.legal && open.len() > 1 {
            facts.extend(open.first().map(|card| Fact::Weakest { card }));
        }
    }

    /// The cards to give away: those that count most or, if they may go to the partner,
    /// nothing, and among equals the strongest; in other suits those that are never beaten.
    fn push_lost(&self, away: CardSet, follows: bool, facts: &mut Vec<Fact>) {
        let kept = facts.len();
        let ours = self.partner().is_some_and(|seat| self.may_take(seat));
        self.push_values(away, !ours, facts);
        if follows {
            let told = match facts.get(kept) {
                Some(Fact::Heaviest { cards, .. } | Fact::Worthless { cards }) => *cards,
                _ if away.iter().all(|card| value(card) == 0) => away,
                _ => CardSet::EMPTY,
            };
            self.push_strongest(told, facts);
        } else {
            let masters = self.filter(|card| {
                let others = self.others() & card.suit().cards();
                others.iter().all(|other| other < card)
            });
            let some = !masters.is_empty() && masters != self.legal;
            facts.extend(some.then_some(Fact::Masters { cards: masters }));
        }
    }

    /// Where nothing but taking the trick is left, the cards that make it cost least.
    fn push_lightest(&self, takes: CardSet, facts: &mut Vec<Fact>) {
        if takes != self.legal || takes.len() == 1 {
            return;
        }
        let least = takes.iter().map(value).min().unwrap_or_default();
        let cards: CardSet = takes.iter().filter(|&card| value(card) == least).collect();
        if cards != takes {
            facts.push(Fact::Lightest { cards, thirds: least });
        }
        if self.view.table.trick.suit_led().is_some() {
            self.push_strongest(cards, facts);
        }
    }

    /// Of several cards of one suit the strongest.
    fn push_strongest(&self, cards: CardSet, facts: &mut Vec<Fact>) {
        if let (Some(first), Some(card)) = (cards.first(), cards.last())
            && first != card
            && first.suit() == card.suit()
        {
            facts.push(Fact::Strongest { card });
        }
    }

    /// True if a player may still take the trick, if the observer does not.
    fn may_take(&self, seat: Seat) -> bool {
        let (trick, best) = (&self.view.table.trick, self.best());
        let later = self.after().any(|other| other == seat);
        trick.winner(self.view.table.options.seats()) == Some(seat)
            || later
                && best.is_some_and(|best| {
                    (self.may_hold(seat) & best.suit().cards())
                        .last()
                        .is_some_and(|high| high > best)
                })
    }

    /// Cards that another player holds for certain.
    fn must_hold(&self, seat: Seat) -> CardSet {
        let (view, table) = (self.view, &self.view.table);
        let seats = Seat::all(table.options.seats());
        let mut elsewhere = seats.filter(|&other| other != seat);
        let alone = table.stock == 0 && elsewhere.all(|other| view.hidden_in(other) == 0);
        table.known[seat] | if alone { view.unseen() } else { CardSet::EMPTY }
    }

    /// The cards that other players may hold, now or later.
    fn others(&self) -> CardSet {
        let seats = Seat::all(self.view.table.options.seats());
        let known = seats.filter(|&seat| seat != self.seat);
        known.fold(self.view.unseen(), |all, seat| all | self.view.table.known[seat])
    }
}
