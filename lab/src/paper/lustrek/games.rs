//! The positions searched: the first card of games of tarok.

use std::sync::OnceLock;
use std::time::Duration;

use rand_core::Rng;
use vzetek_baselines::decide;
use vzetek_baselines::tarok::Player;
use vzetek_baselines::tarok::selective::Judged;
use vzetek_game::{Game, HiddenInformation, Observer, Seat, sharing};
use vzetek_players::tarok::search::Position;
use vzetek_players::{Limits, Play};
use vzetek_tarok::{Options, Phase, SEATS, Tarok};

use crate::paper::bench::Bench;

/// The number of hands of the others sampled for each game, as Luštrek's (2002)
/// program does when it plays.
pub const SAMPLES: usize = 20;

/// Games before their first card, each made when it is first asked for.
pub struct Games<'a> {
    bench: &'a Bench,
    made: Vec<OnceLock<Vec<Judged>>>,
}

impl<'a> Games<'a> {
    /// At most `count` games, as far as the bench allows.
    pub fn new(bench: &'a Bench, count: u64) -> Self {
        Self { bench, made: (0..count.min(bench.most)).map(|_| OnceLock::new()).collect() }
    }

    /// Returns the number of games.
    pub fn count(&self) -> u64 {
        self.made.len() as u64
    }

    /// The game with this number: the declarer's position before the first
    /// card, once for each sample of the others' cards.
    pub fn samples(&self, number: u64) -> &[Judged] {
        self.made[number as usize].get_or_init(|| {
            let mut rng = self.bench.dice("first card", number);
            let state = first_card(number, &mut rng);
            let leader = state.current_player().expect("a card is to be played");
            let view = state.view(Observer::Seat(leader));
            let sample = |_| {
                let world = Tarok::determinize(&view, &mut rng);
                Judged::new(Position::from_state(&world).expect("a card is to be played"))
            };
            (0..SAMPLES).map(sample).collect()
        })
    }
}

/// Deals until Luštrek's player has bid, taken, discarded and announced its
/// way to an ordinary game, in every seat.
fn first_card(number: u64, rng: &mut impl Rng) -> Tarok {
    let options = Options::default();
    let dealer = Seat::new((number % SEATS as u64) as u8);
    loop {
        if let Some(state) = until_play(sharing::deal(&options, dealer, rng), rng) {
            return state;
        }
    }
}

/// The deal before its first card; `None` if it is klop or berač.
fn until_play(state: Tarok, rng: &mut impl Rng) -> Option<Tarok> {
    let mut play = Play::new(state);
    // Luštrek's worlds, and no clock: the same seed bids the same anywhere.
    let time = Some(Duration::from_secs(3_600));
    let limits = Limits { time, ..Limits::iterations(SAMPLES as u64) };
    loop {
        let state = &play.state;
        if let Phase::Playing(playing) = &state.table().phase {
            return playing.undertaking.contract.is_ordinary().then(|| state.clone());
        }
        state.current_player()?;
        let action =
            play.ask(|question| decide(Player::Lustrek2002, &question, &limits, rng).action);
        play.act(action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_agree_on_what_the_declarer_knows() {
        let folder = tempfile::tempdir().expect("a folder");
        let bench = Bench::for_test(folder.path());
        let (games, again) = (Games::new(&bench, 2), Games::new(&bench, 2));
        let samples = games.samples(1);
        assert_eq!(samples.len(), SAMPLES);
        let first = samples[0].position();
        let leader = first.to_play();
        assert!(first.contract().is_ordinary() && leader == first.declarer());
        let mut others = Vec::new();
        for (sample, same) in samples.iter().zip(again.samples(1)) {
            assert_eq!(sample.position(), same.position());
            let hands = Seat::all(SEATS).map(|seat| sample.position().hand(seat));
            assert!(hands.clone().all(|hand| hand.len() == 16));
            assert_eq!(sample.position().hand(leader), first.hand(leader));
            others.extend(hands);
        }
        others.sort_unstable_by_key(|hand| hand.bits());
        others.dedup();
        assert!(others.len() > SAMPLES, "the others' cards differ");
    }
}
