//! Before cards are played: bidding, talon, discard, announcements, kontra.

use super::fact::Fact;
use crate::exchange::discardable;
use crate::{
    Action, CardSet, Contract, Doubling, Item, KINGS, MOND, PAGAT, Phase, Stake, Suit, TRULA,
    Taking, View, points,
};

pub(super) fn facts(view: &View, hand: CardSet, legal: &[Action]) -> Vec<Fact> {
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
        Phase::Announcing(_) => vec![Fact::Announce {
            trula: (hand & TRULA).len() as u8,
            kings: (hand & KINGS).len() as u8,
            pagat: hand.contains(PAGAT),
        }],
        Phase::Doubling(doubling) => kontra(doubling).into_iter().collect(),
        Phase::Calling(_) | Phase::Playing(_) | Phase::Finished(_) => Vec::new(),
    }
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
        let values = groups.iter().map(|&group| value(group));
        // The first of equals.
        values.enumerate().rev().max_by_key(|&(_, value)| value)
    };
    let mut facts = Vec::new();
    let mond = groups.iter().position(|group| group.contains(MOND));
    facts.extend(mond.map(|group| Fact::MondInTalon { group: group as u8 }));
    if let Some((group, taroks)) = best(|group| (group & Suit::Taroks.cards()).len() as u8)
        && taroks > 0
    {
        facts.push(Fact::MostTaroks { group: group as u8, taroks });
    }
    facts.extend(best(points).map(|(group, points)| Fact::Richest { group: group as u8, points }));
    facts
}

fn discards(hand: CardSet, allowed: CardSet, left: usize) -> Vec<Fact> {
    let mut facts = vec![Fact::Discard { left: left as u8 }];
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

/// Nothing once the speaker has raised all there is.
fn kontra(doubling: &Doubling) -> Option<Fact> {
    let stakes = &doubling.undertaking.stakes;
    let game = stakes.iter().find(|stake| stake.item == Item::Game);
    let side = doubling.undertaking.side(doubling.speaker)?;
    let items: Vec<Item> = doubling.raisable(side).collect();
    (!items.is_empty()).then_some(Fact::Kontra {
        items,
        multiplier: game.map_or(1, Stake::multiplier),
        declarer: doubling.undertaking.declarer,
        contract: doubling.undertaking.contract,
        announced: doubling.undertaking.announced().collect(),
        declares: doubling.speaker == doubling.undertaking.declarer,
    })
}
