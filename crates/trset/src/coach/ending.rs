//! The outcome of a finished deal.

use vzetek_game::Seat;

use super::fact::{Edge, Fact};
use crate::{CardSet, Rank, Suit, Variant, View, thirds};

/// Compares the observer's side with the best of the others, or with the winner
/// if that is another; for the public the winner with the next.
pub(super) fn facts(view: &View) -> Vec<Fact> {
    let table = &view.table;
    let (options, Some(result)) = (&table.options, table.result.as_ref()) else {
        return Vec::new();
    };
    let seats_of =
        |side| Seat::all(options.seats()).filter(move |&seat| options.side(seat) == side);
    let list = |side| seats_of(side).collect::<Vec<_>>();
    let total = |side| seats_of(side).next().map_or(0, |seat| result.seats[seat].side_thirds);
    if result.cappotto && options.variant == Variant::Kifameno {
        let taker = (0..options.sides()).max_by_key(|&side| total(side)).map(list);
        return taker.map(|taker| Fact::Cappotto { taker }).into_iter().collect();
    }
    let mut sides: Vec<usize> = (0..options.sides()).collect();
    sides.sort_by_key(|&side| match options.variant {
        Variant::Trset => std::cmp::Reverse(i16::from(total(side))),
        Variant::Kifameno => std::cmp::Reverse(-i16::from(total(side))),
    });
    let own = view.observer.map_or(sides[0], |seat| options.side(seat));
    let best_other = sides.iter().copied().find(|&side| side != own);
    let Some(other) = best_other else { return Vec::new() };
    if total(own) == total(other) {
        return vec![Fact::Equal { thirds: total(own) }];
    }
    let (taker, other) = if total(own) > total(other) { (own, other) } else { (other, own) };
    let part = |side| Part::of(view, seats_of(side));
    let (more, less) = (part(taker), part(other));
    vec![Fact::More {
        taker: list(taker),
        taken: total(taker),
        other: list(other),
        left: total(other),
        by: more.edges(&less),
        against: less.edges(&more),
        even: (more.cards() == less.cards()).then(|| more.cards()),
    }]
}

/// The things that a side has taken, by the kinds of things that count.
struct Part {
    aces: u8,
    figures: u8,
    last: bool,
    declared: u8,
}

impl Part {
    fn of(view: &View, seats: impl Iterator<Item = Seat> + Clone) -> Self {
        let table = &view.table;
        let pile = seats.clone().fold(CardSet::EMPTY, |all, seat| all | table.piles[seat]);
        let aces: CardSet =
            Suit::ALL.into_iter().map(|suit| crate::Card::new(suit, Rank::As)).collect();
        let last = table.last_trick.as_ref().filter(|_| table.is_last_trick());
        let last = last.and_then(|trick| trick.winner(table.options.seats()));
        let declared = table.declared_thirds();
        Self {
            aces: (pile & aces).len() as u8,
            figures: thirds(pile - aces),
            last: last.is_some_and(|last| seats.clone().any(|seat| seat == last)),
            declared: seats.map(|seat| declared[seat]).sum(),
        }
    }

    /// Returns the thirds of the cards.
    fn cards(&self) -> u8 {
        3 * self.aces + self.figures
    }

    /// Returns the differences to another side in favour of this one, the greatest first.
    fn edges(&self, other: &Self) -> Vec<Edge> {
        let mut edges = Vec::new();
        if self.last {
            edges.push(Edge::LastTrick);
        }
        let aces = self.aces.cmp(&other.aces);
        let figures = self.figures.cmp(&other.figures);
        // Aces and figures that favour different sides are added up: neither decided alone.
        if aces == figures.reverse() && aces.is_ne() {
            if self.cards() > other.cards() {
                edges.push(Edge::Cards { taken: self.cards(), others: other.cards() });
            }
        } else {
            if aces.is_gt() {
                edges.push(Edge::Aces { taken: self.aces, others: other.aces });
            }
            if figures.is_gt() {
                edges.push(Edge::Figures { taken: self.figures, others: other.figures });
            }
        }
        if self.declared > other.declared {
            edges.push(Edge::Declared { more: self.declared - other.declared });
        }
        edges.sort_by_key(|edge| std::cmp::Reverse(edge.thirds()));
        edges
    }
}
