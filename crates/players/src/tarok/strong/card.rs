//! The choice of a card.

use rand_core::Rng;
use vzetek_tarok::{Action, Card, CardSet, Contract, Playing};

use super::player_count::forget;
use super::player_count::{Of, PlayerCount};
use super::racing::Race;
use super::thinking::{Choice, Thinking};
use crate::tarok::card_policy::Game;
use crate::tarok::ending::solve_after;
use crate::tarok::utility::utility;

/// The way in which a world is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judge {
    /// By the card policy alone.
    CardPolicy,
    /// Solved: the declarer against the others.
    Solved,
    /// Solved: each against all, for the last cards of a klop.
    SolvedKlop,
}

pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    playing: &Playing,
    rng: &mut impl Rng,
) -> Choice
where
    PlayerCount: Of<N>,
{
    let cards = distinct(thinking, playing, thinking.question.cards().collect());
    if playing.undertaking.contract.is_berac()
        && let Some(choice) = PlayerCount::berac_card(thinking, playing, &cards, rng)
    {
        return choice;
    }
    let judge = judge(thinking, playing);
    if judge == Judge::Solved {
        forget();
    }
    let mut race = Race::new(cards.len());
    let most = thinking.worlds_for(cards.len());
    thinking.for_worlds(most, thinking.settings.candidates, rng, |world, rng| {
        let game = world.game.expect("cards are being played");
        let values = judge.values(thinking, &game, &cards);
        race.try_world(|choice| match &values {
            Some(values) => values[choice],
            None => {
                let mut game = game;
                game.play(cards[choice]);
                let end = game.play_out(thinking.policy, rng);
                utility(&end, thinking.me, &thinking.radelci)
            }
        });
        race.until_decided()
    });
    let best = race.best();
    Choice {
        action: Action::Play(cards[best]),
        value: race.mean(best),
        worlds: race.worlds(),
        exact: matches!(judge, Judge::Solved | Judge::SolvedKlop),
    }
}

fn judge<const N: usize>(thinking: &Thinking<'_, N>, playing: &Playing) -> Judge
where
    PlayerCount: Of<N>,
{
    let settings = &thinking.settings;
    let hand = thinking.view.hand.unwrap_or_default().len();
    match playing.undertaking.contract {
        Contract::Klop if hand <= settings.klop_solved_from.min(PlayerCount::KLOP_SOLVED) => {
            Judge::SolvedKlop
        }
        Contract::Klop => Judge::CardPolicy,
        contract if !contract.counts_points() => Judge::CardPolicy,
        _ if hand <= settings.solved_from.min(PlayerCount::SOLVED) => Judge::Solved,
        _ => Judge::CardPolicy,
    }
}

impl Judge {
    /// Returns the value of each card in a world that is solved; nothing if it
    /// is not, or takes too long.
    fn values<const N: usize>(
        self,
        thinking: &Thinking<'_, N>,
        game: &Game<N>,
        cards: &[Card],
    ) -> Option<Vec<f64>>
    where
        PlayerCount: Of<N>,
    {
        let position = &game.position;
        if self == Self::CardPolicy {
            return None;
        }
        if self == Self::SolvedKlop {
            let value =
                |&card: &Card| solve_after(position, card, &thinking.radelci)[thinking.me.index()];
            return Some(cards.iter().map(value).collect());
        }
        PlayerCount::solved(thinking, position, cards)
    }
}

/// One card of each stretch of neighbours that are worth the same and have
/// nothing unseen between them.
fn distinct<const N: usize>(
    thinking: &Thinking<'_, N>,
    playing: &Playing,
    mut cards: Vec<Card>,
) -> Vec<Card> {
    let known = thinking.view.table.known.iter().fold(CardSet::EMPTY, |all, &known| all | known);
    let others = thinking.view.unseen() | known | playing.trick.card_set();
    cards.sort_unstable();
    let mut kept: Vec<Card> = Vec::new();
    let mut last: Option<Card> = None;
    for card in cards {
        let same = last.is_some_and(|last| {
            let between = (last.above() - card.above()).without(card);
            last.suit() == card.suit()
                && last.value() == card.value()
                && (between & others).is_empty()
        });
        if !same {
            kept.push(card);
        }
        last = Some(card);
    }
    kept
}
