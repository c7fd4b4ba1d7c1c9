//! Before cards are played: bidding, talon, discard, announcements, kontra.

use vzetek_game::Seat;

use super::fact::Fact;
use crate::exchange::{discardable, plain};
use crate::{
    Action, Card, CardSet, Contract, Doubling, Item, KINGS, MOND, PAGAT, Phase, Side, Stake, Suit,
    TRULA, Taking, Undertaking, View, points,
};

pub(super) fn facts(view: &View, seat: Seat, hand: CardSet, legal: &[Action]) -> Vec<Fact> {
    match &view.table.phase {
        Phase::Bidding(bidding) => {
            let bid = |action: &Action| match *action {
                Action::Bid(contract) => Some(contract),
                _ => None,
            };
            let lowest = legal.iter().filter_map(bid).min();
            vec![
                holding(hand),
                Fact::Bid { standing: bidding.standing, bidder: bidding.bidder, lowest },
            ]
        }
        Phase::Choosing(choosing) => vec![
            Fact::Choose {
                standing: choosing.standing,
                klop: legal.contains(&Action::Choose(Contract::Klop)),
            },
            holding(hand),
        ],
        Phase::Taking(taking) => groups(taking).into_iter().chain([holding(hand)]).collect(),
        Phase::Discarding(undertaking) => {
            let left = undertaking.exchange.as_ref().map_or(0, |exchange| exchange.to_discard());
            discards(hand, discardable(hand, &view.table.options), left)
        }
        Phase::Calling(_) => vec![call(hand), holding(hand)],
        Phase::Announcing(undertaking) => vec![announce(undertaking, seat, hand, legal)],
        Phase::Doubling(doubling) => speaking(view, doubling, hand, legal),
        Phase::Playing(_) | Phase::Finished(_) => Vec::new(),
    }
}

fn call(hand: CardSet) -> Fact {
    let others = KINGS - hand;
    let held = |king: Card| (hand & king.suit().cards()).len();
    let least = others.iter().map(held).min();
    let fewest = others.iter().filter(|&king| Some(held(king)) == least).collect();
    Fact::Call { fewest, own: hand & KINGS }
}

fn holding(hand: CardSet) -> Fact {
    Fact::Hand {
        taroks: (hand & Suit::Taroks.cards()).len() as u8,
        trula: hand & TRULA,
        kings: (hand & KINGS).len() as u8,
    }
}

fn groups(taking: &Taking) -> Vec<Fact> {
    let groups: Vec<CardSet> =
        taking.groups().map(|group| group.iter().copied().collect()).collect();
    let best = |value: fn(CardSet) -> u8| {
        let values: Vec<u8> = groups.iter().map(|&group| value(group)).collect();
        let most = values.iter().copied().max()?;
        let mut best = values.iter().enumerate().filter(|&(_, &value)| value == most);
        let (group, _) = best.next()?;
        Some((group as u8, most, best.next().is_some()))
    };
    let mut facts = Vec::new();
    if let Some(called) = &taking.undertaking.called
        && let Some(group) = groups.iter().position(|group| group.contains(called.king))
    {
        facts.push(Fact::KingInTalon { group: group as u8, king: called.king });
    }
    let mond = groups.iter().position(|group| group.contains(MOND));
    facts.extend(mond.map(|group| Fact::MondInTalon { group: group as u8 }));
    if let Some((group, taroks, shared)) = best(|group| (group & Suit::Taroks.cards()).len() as u8)
        && taroks > 0
    {
        facts.push(Fact::MostTaroks { group, taroks, shared });
    }
    let richest = best(points);
    facts.extend(richest.map(|(group, points, shared)| Fact::Richest { group, points, shared }));
    facts
}

fn discards(hand: CardSet, allowed: CardSet, left: usize) -> Vec<Fact> {
    let taroks = !allowed.is_disjoint(Suit::Taroks.cards()) && !allowed.is_disjoint(plain());
    let mut facts = vec![Fact::Discard { left: left as u8, taroks }];
    let suits = [Suit::Hearts, Suit::Diamonds, Suit::Spades, Suit::Clubs];
    let held = suits.map(|suit| (suit, hand & suit.cards()));
    let can_go = |&(_, cards): &(Suit, CardSet)| {
        !cards.is_empty() && cards.len() <= left && cards.is_subset(allowed)
    };
    let shortest = held.into_iter().filter(can_go).min_by_key(|(_, cards)| cards.len());
    facts.extend(shortest.map(|(suit, cards)| Fact::CanVoid { suit, cards }));
    let most = allowed.iter().map(|card| card.value()).max().unwrap_or_default();
    if most > 1 {
        let cards = allowed.iter().filter(|card| card.value() == most).collect();
        facts.push(Fact::Valuable { cards, value: most });
    }
    facts
}

fn announce(undertaking: &Undertaking, seat: Seat, hand: CardSet, legal: &[Action]) -> Fact {
    if !legal.iter().any(|action| matches!(action, Action::Announce(_))) {
        return Fact::MustPass;
    }
    Fact::Announce {
        trula: (hand & TRULA).len() as u8,
        kings: (hand & KINGS).len() as u8,
        pagat: hand.contains(PAGAT),
        king: undertaking.called.as_ref().map(|called| called.king).filter(|&k| hand.contains(k)),
        shows: undertaking.side(seat).is_none(),
    }
}

fn speaking(view: &View, doubling: &Doubling, hand: CardSet, legal: &[Action]) -> Vec<Fact> {
    let Doubling { undertaking, speaker, .. } = doubling;
    let mut facts: Vec<Fact> = partner(undertaking, *speaker, hand).into_iter().collect();
    facts.extend(view.side(undertaking, *speaker).and_then(|side| kontra(doubling, side)));
    match announce(undertaking, *speaker, hand, legal) {
        Fact::MustPass if legal.len() > 1 => (),
        fact => facts.push(fact),
    }
    facts
}

/// For the holder of the called king, as long as that is secret.
fn partner(undertaking: &Undertaking, seat: Seat, hand: CardSet) -> Option<Fact> {
    let called = undertaking.called.as_ref()?;
    let is_partner = undertaking.side(seat).is_none() && hand.contains(called.king);
    let Undertaking { declarer, contract, .. } = *undertaking;
    is_partner.then_some(Fact::Partner { declarer, contract, king: called.king })
}

/// Nothing once the speaker has raised all there is.
fn kontra(doubling: &Doubling, side: Side) -> Option<Fact> {
    let Doubling { undertaking, speaker, .. } = doubling;
    let items: Vec<Item> = doubling.raisable(side).collect();
    (!items.is_empty()).then_some(Fact::Kontra {
        items,
        multiplier: undertaking.stakes.first().map_or(1, Stake::multiplier),
        declarer: undertaking.declarer,
        contract: undertaking.contract,
        called: undertaking.called.as_ref().map(|called| called.king),
        announced: undertaking.announced_by(Side::Declarer).collect(),
        opposed: undertaking.announced_by(Side::Defenders).collect(),
        declares: *speaker == undertaking.declarer,
        shows: undertaking.side(*speaker).is_none(),
    })
}
