//! The choice of discards.

use rand_core::Rng;
use vzetek_game::{Game as _, Seat};
use vzetek_tarok::{Action, Card, CardSet, Suit, Tarok, Undertaking};

use super::racing::Race;
use super::thinking::{Choice, Thinking};
use crate::tarok::card_policy::Game;
use crate::tarok::exchange::{for_each_discard, quality};
use crate::tarok::search::{Position, Terms};
use crate::tarok::utility::utility;

/// The number of sets of discards that are tried out, the best at a glance.
const TRIED: usize = 12;

pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    undertaking: &Undertaking,
    rng: &mut impl Rng,
) -> Choice {
    let exchange = undertaking.exchange.as_ref().expect("a group was taken");
    let hand = thinking.view.hand.unwrap_or_default();
    let sets = promising(hand, exchange.to_discard(), TRIED);
    let mut race = Race::new(sets.len());
    let most = thinking.worlds_for(sets.len());
    thinking.for_worlds(most, 1, rng, |world, rng| {
        race.try_world(|choice| {
            let before = Before {
                state: &world.state,
                undertaking,
                taken: exchange.taken,
                left: exchange.left,
            };
            let earlier = thinking.view.discards | exchange.shown;
            let game = before.first_card::<N>(hand, sets[choice], earlier);
            let end = game.play_out(thinking.policy, rng);
            utility(&end, thinking.me, &thinking.radelci)
        });
        race.until_decided()
    });
    let best = race.best();
    let legal = |card: &Card| thinking.question.legal.contains(&Action::Discard(*card));
    let card = sets[best].iter().find(legal).expect("some of the discards may go first");
    Choice {
        action: Action::Discard(card),
        value: race.mean(best),
        worlds: race.worlds(),
        exact: false,
    }
}

/// The most promising sets of discards at a glance, the best first.
pub(super) fn promising(hand: CardSet, count: usize, most: usize) -> Vec<CardSet> {
    let mut sets: Vec<(i32, CardSet)> = Vec::new();
    for_each_discard(hand, count, |discards| {
        sets.push((quality(hand - discards, discards), discards));
    });
    sets.sort_by_key(|(quality, _)| -quality);
    sets.truncate(most);
    sets.into_iter().map(|(_, discards)| discards).collect()
}

/// A deal before the discards.
pub(super) struct Before<'a> {
    pub state: &'a Tarok,
    pub undertaking: &'a Undertaking,
    /// The cards of the talon that are taken.
    pub taken: CardSet,
    /// The cards of the talon that are left to the defenders.
    pub left: CardSet,
}

impl Before<'_> {
    /// The deal before its first card, if the declarer discards these of a hand,
    /// and others before.
    pub fn first_card<const N: usize>(
        &self,
        hand: CardSet,
        discards: CardSet,
        earlier: CardSet,
    ) -> Game<N> {
        let table = self.state.table();
        let declarer = self.undertaking.declarer;
        let hands = std::array::from_fn(|seat| {
            let seat = Seat::new(seat as u8);
            if seat == declarer { hand - discards } else { self.state.hand(seat) }
        });
        let leads = table.options.is_led_by_forehand(self.undertaking.contract);
        let leader = if leads { table.forehand() } else { declarer };
        let all = discards | earlier;
        let mut position = Position::new(self.undertaking.contract, declarer, leader, hands)
            .with_aside(all, self.left)
            .with_terms(Terms::new(&self.undertaking.stakes, &table.options));
        if let Some(called) = &self.undertaking.called {
            position = position.with_called(called.king, self.taken);
        }
        let shown = all & Suit::Taroks.cards();
        Game::new(position, self.left | shown, all - shown)
    }
}
