//! The relevant facts for one player, which follow from the rules and from what the player sees.
//!
//! Every fact is certain: it holds for all possible hidden cards. The caller words the advice.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{
    Action, Card, CardSet, DealResult, HIGH_ACE, MOST_CARDS_POINTS, Options, Phase, Rank,
    SeatResult, View, target, value,
};
use crate::{DECK, FIRST_CARDS, points};

/// A fact for the player to act or, once the deal is over, about how it came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicFact"),
    schemars(rename = "TablicFact")
)]
pub enum Fact {
    /// At one's first turn: what the deal is about.
    Aim,
    /// The capture worth most; no other one brings more points.
    Capture {
        /// The card to play.
        card: Card,
        /// The cards it captures.
        taken: CardSet,
        /// These cards in groups that add up to the card each; none if they are
        /// too many to be told.
        groups: Vec<CardSet>,
        /// The points of all these cards, a tabla's one included.
        points: u8,
        /// True if the table is empty afterwards.
        tabla: bool,
    },
    /// No card of the player's captures anything: one must be laid down.
    Nothing,
    /// The table is empty: the card that is laid there lies alone.
    EmptyTable,
    /// Cards of the player's that count nothing, if some do.
    Worthless {
        /// The cards.
        cards: CardSet,
    },
    /// No more cards are dealt after these.
    LastCards {
        /// The seat that captured last: it gets what is left, unless somebody
        /// captures after it.
        sweeps: Option<Seat>,
    },
    /// More than half of the cards are captured by one side, which gets three points
    /// for them.
    Majority {
        /// A player of the side, the observer if it is theirs.
        seat: Seat,
        /// The number of cards.
        cards: u8,
    },
    /// The end: why one side has more points than another. Each is named by one player, the
    /// observer's by the observer.
    More {
        /// The player with more.
        winner: Seat,
        /// The points of that player.
        points: u8,
        /// The other player.
        other: Seat,
        /// The points of the other.
        less: u8,
        /// The differences in favour of the winner, the greatest first.
        by: Vec<Edge>,
        /// The differences in favour of the other, the greatest first. Those in `by` come to
        /// `points - less` more.
        against: Vec<Edge>,
    },
    /// The end: two sides have as much.
    Equal {
        /// The points of each.
        points: u8,
    },
}

/// A difference between two sides, in favour of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edge", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicEdge"),
    schemars(rename = "TablicEdge")
)]
pub enum Edge {
    /// No other side captured as many cards: three points.
    MostCards {
        /// The number of that side's cards.
        cards: u8,
    },
    /// The cards that count.
    CardPoints {
        /// The points of that player's cards.
        taken: u8,
        /// The points of the other's.
        others: u8,
    },
    /// The whole table was captured more often.
    Tablas {
        /// The number of times that this player did.
        taken: u8,
        /// The number of times that the other did.
        others: u8,
    },
}

impl Edge {
    /// Returns the difference that it makes, in points.
    pub fn points(self) -> u8 {
        match self {
            Self::MostCards { .. } => MOST_CARDS_POINTS,
            Self::CardPoints { taken, others } | Self::Tablas { taken, others } => taken - others,
        }
    }
}

/// The number of captured cards up to which the groups are listed.
const MOST_GROUPED: usize = 12;

/// Returns the facts for the observer of the view, the most important first: for the player to
/// act the best capture before the rest, and once the deal is over its result for any observer.
pub(crate) fn facts(view: &View, legal: &[Action]) -> Vec<Fact> {
    let (seat, hand) = match (&view.table.phase, view.observer, view.hand) {
        (Phase::Finished { result }, observer, _) => {
            return ending(&view.table.options, result, observer);
        }
        (Phase::Playing { to_play }, Some(seat), Some(hand)) if seat == *to_play => (seat, hand),
        _ => return Vec::new(),
    };
    let table = &view.table;
    let mut facts = Vec::new();
    if is_first_turn(view, seat) {
        facts.push(Fact::Aim);
    }
    if let Some(capture) = richest(legal, table.cards) {
        facts.push(capture);
    } else {
        facts.push(if table.cards.is_empty() { Fact::EmptyTable } else { Fact::Nothing });
        let cards: CardSet =
            hand.iter().filter(|&card| points(CardSet::single(card)) == 0).collect();
        if !cards.is_empty() && cards != hand {
            facts.push(Fact::Worthless { cards });
        }
    }
    if table.deck == 0 {
        facts.push(Fact::LastCards { sweeps: table.last_capture });
        facts.extend(majority(view, seat));
    }
    facts
}

/// The side with more than half of the cards.
fn majority(view: &View, own: Seat) -> Option<Fact> {
    let table = &view.table;
    let of_side = |seat: Seat| {
        let side = |seat| table.options.side(seat);
        table.piles.enumerate().filter(move |&(other, _)| side(other) == side(seat))
    };
    let cards = |seat: Seat| of_side(seat).map(|(_, pile)| pile.len()).sum::<usize>();
    let seat = own.round(table.options.seats()).find(|&seat| 2 * cards(seat) > PACK)?;
    Some(Fact::Majority { seat, cards: cards(seat) as u8 })
}

/// The number of cards of the pack.
const PACK: usize = FIRST_CARDS + DECK;

/// True if the player has not played a card yet.
fn is_first_turn(view: &View, seat: Seat) -> bool {
    let (table, seats) = (&view.table, view.table.options.seats());
    // Every player plays one card in turn.
    let before = table.forehand().round(seats).take_while(|&other| other != seat).count();
    table.open().len() == FIRST_CARDS + before
}

/// The listed capture with the most points and then the most cards; of equal ones the
/// first.
fn richest(legal: &[Action], table: CardSet) -> Option<Fact> {
    let value = |action: &Action| {
        let tabla = action.taken == table;
        (points(action.taken.with(action.card)) + u8::from(tabla), action.taken.len())
    };
    let captures = legal.iter().filter(|action| action.captures());
    let best = captures.rev().max_by_key(|action| value(action))?;
    Some(Fact::Capture {
        card: best.card,
        taken: best.taken,
        groups: groups(best.card, best.taken),
        points: value(best).0,
        tabla: best.taken == table,
    })
}

/// Parts captured cards into groups that add up to the card; none if they are many.
fn groups(card: Card, taken: CardSet) -> Vec<CardSet> {
    let mut groups = Vec::new();
    if taken.len() <= MOST_GROUPED {
        part(taken, target(card.rank()), &mut groups);
    }
    groups
}

/// Parts the cards into groups with this sum; false if that cannot be.
fn part(cards: CardSet, target: u8, groups: &mut Vec<CardSet>) -> bool {
    let Some(highest) = cards.last() else { return true };
    let rest: Vec<Card> = cards.without(highest).iter().collect();
    // Small groups first: the card's like before sums.
    let mut choices: Vec<u32> = (0..1 << rest.len()).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    for choice in choices {
        let chosen = rest.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1);
        let group: CardSet = chosen.map(|(_, &card)| card).chain([highest]).collect();
        if adds_up(group, target) {
            groups.push(group);
            if part(cards - group, target, groups) {
                return true;
            }
            groups.pop();
        }
    }
    false
}

/// True if the cards add up to the target, each ace as 1 or as 11.
fn adds_up(group: CardSet, target: u8) -> bool {
    let aces = (group & Rank::Ace.cards()).len() as u8;
    let sum: u8 = group.iter().map(|card| value(card.rank())).sum();
    (0..=aces).any(|high| sum + high * (HIGH_ACE - 1) == target)
}

/// Compares the observer's side with the best of the others, or with a winner if that is
/// another; for the public a winner with the next.
fn ending(options: &Options, result: &DealResult, observer: Option<Seat>) -> Vec<Fact> {
    let seats = &result.seats;
    let mut order: Vec<Seat> = Seat::all(seats.len()).collect();
    order.sort_by_key(|&seat| std::cmp::Reverse(seats[seat].score));
    let own = observer.unwrap_or(order[0]);
    let is_other = |&seat: &Seat| options.side(seat) != options.side(own);
    let Some(other) = order.into_iter().find(is_other) else { return Vec::new() };
    if seats[own].score == seats[other].score {
        return vec![Fact::Equal { points: seats[own].score }];
    }
    let (winner, other) =
        if seats[own].score > seats[other].score { (own, other) } else { (other, own) };
    let (more, less) = (&seats[winner], &seats[other]);
    vec![Fact::More {
        winner,
        points: more.score,
        other,
        less: less.score,
        by: edges(more, less),
        against: edges(less, more),
    }]
}

/// Returns the differences between two sides in favour of the first, the greatest first.
fn edges(own: &SeatResult, other: &SeatResult) -> Vec<Edge> {
    let mut edges = Vec::new();
    if own.most_cards {
        edges.push(Edge::MostCards { cards: own.cards });
    }
    if own.card_points > other.card_points {
        edges.push(Edge::CardPoints { taken: own.card_points, others: other.card_points });
    }
    if own.tablas > other.tablas {
        edges.push(Edge::Tablas { taken: own.tablas, others: other.tablas });
    }
    edges.sort_by_key(|edge| std::cmp::Reverse(edge.points()));
    edges
}
