//! Tablić: the cards that others are dealt while the deal goes on.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tokio::time::Instant;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_protocol::table::TableEvent;
use vzetek_protocol::{DealEvent, GameEvent};
use vzetek_tablic::{Action, Card, Event, FIRST_CARDS, Options, Tablic};

use super::{Told, observers};

/// A deal at its table, and how it came to be.
struct Played {
    pack: Vec<Card>,
    actions: Vec<Action>,
    now: Told<Tablic>,
}

impl Played {
    fn new(pack: Vec<Card>, options: &Options, dealer: Seat) -> Self {
        let state = Tablic::deal(options, dealer, &pack).expect("a deal");
        Self { pack, actions: Vec::new(), now: Told::new(state) }
    }

    fn act(&mut self, action: Action) -> Vec<Event> {
        self.actions.push(action);
        self.now.act(action)
    }

    /// Returns a state with the same past, but with two cards exchanged that
    /// the observer has not seen, and is not dealt in time to come.
    fn similar(&self, observer: Observer, rng: &mut ChaCha8Rng) -> Self {
        let (view, table) = (self.now.state.view(observer), self.now.state.table());
        let seats = self.now.state.seats();
        let own = |place: usize| {
            observer.seat() == Some(table.forehand().clockwise(place - FIRST_CARDS, seats))
        };
        let hidden: Vec<usize> = (FIRST_CARDS..self.pack.len())
            .filter(|&place| view.unseen().contains(self.pack[place]) && !own(place))
            .collect();
        let mut pack = self.pack.clone();
        if !hidden.is_empty() {
            pack.swap(draw(&hidden, rng), draw(&hidden, rng));
        }
        let mut similar = Self::new(pack, &table.options, table.dealer);
        for &action in &self.actions {
            similar.act(action);
        }
        similar
    }
}

fn draw<T: Copy>(items: &[T], rng: &mut ChaCha8Rng) -> T {
    items[rng.next_u32() as usize % items.len()]
}

fn shuffled(options: &Options, rng: &mut ChaCha8Rng) -> Vec<Card> {
    let mut pack = Tablic::pack(options);
    shuffle(&mut pack, rng);
    pack
}

/// Counts of the steps that two different deals went through in lockstep.
#[derive(Debug, Default)]
struct Steps {
    all: u32,
    dealings: u32,
}

/// Plays a real deal and one that the observer cannot tell from it.
fn compare(options: &Options, observer: Observer, seed: u64, steps: &mut Steps) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let dealer = Seat::new((seed % options.seats() as u64) as u8);
    let mut real = Played::new(shuffled(options, &mut rng), options, dealer);
    let mut other = real.similar(observer, &mut rng);
    while !real.now.state.is_terminal() {
        assert_eq!(real.now.event(observer), other.now.event(observer), "{observer:?}");
        assert_eq!(real.now.snapshot(observer), other.now.snapshot(observer), "{observer:?}");
        let legal = real.now.state.legal_actions();
        let possible = other.now.state.legal_actions();
        let both: Vec<_> = legal.iter().copied().filter(|a| possible.contains(a)).collect();
        if both.is_empty() {
            // The other deal is refuted; take a new one that is not.
            real.act(draw(&legal, &mut rng));
            other = real.similar(observer, &mut rng);
            continue;
        }
        let action = draw(&both, &mut rng);
        let events = real.act(action);
        other.act(action);
        if other.now.state == real.now.state {
            other = real.similar(observer, &mut rng);
        } else {
            steps.all += 1;
            steps.dealings += u32::from(events.iter().any(|e| matches!(e, Event::Dealt { .. })));
        }
    }
    assert_eq!(real.now.event(observer), other.now.event(observer), "at the end");
}

#[test]
fn deals_that_look_the_same_are_told_in_the_same_bytes() {
    for (players, seeds) in [(2, 10), (3, 8), (4, 6), (6, 4)] {
        let options = Options::new(players).expect("so many can play");
        let mut steps = Steps::default();
        for seed in 0..seeds {
            for observer in observers(options.seats()) {
                compare(&options, observer, seed, &mut steps);
            }
        }
        assert!(steps.all > 500 && steps.dealings > 10, "{players}: {steps:?}");
    }
}

/// The text of the last card of a round: the same for all, except that each player receives the
/// cards of their own new hand.
#[test]
fn a_card_is_told_to_all_and_new_cards_to_their_player() {
    let options = Options::new(6).expect("six can play");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut table = Played::new(shuffled(&options, &mut rng), &options, Seat::new(5));
    let mut dealings = 0;
    while let Some(seat) = table.now.state.current_player() {
        let action = draw(&table.now.state.legal_actions(), &mut rng);
        let dealt = table.act(action).iter().any(|event| matches!(event, Event::Dealt { .. }));
        dealings += u32::from(dealt);
        for observer in observers(6) {
            let TableEvent::Moved { moved, events, .. } =
                table.now.last.tell(observer, Instant::now())
            else {
                panic!("{:?}", table.now.last)
            };
            assert_eq!((moved.seat, moved.action), (seat, action.to_string()), "{observer:?}");
            for DealEvent { event, moves } in events {
                if let GameEvent::Tablic(Event::Dealt { seat, count, cards }) = event {
                    assert_eq!(moves[0].cards.is_empty(), cards.is_none(), "{observer:?}");
                    assert_eq!(cards.is_some(), observer.seat() == Some(seat), "{observer:?}");
                    assert_eq!(count, 2, "48 cards, six hands of six, and the rest");
                }
            }
        }
        // Each observer receives a text of its own; none is shared.
        let next = table.now.state.current_player();
        assert_eq!(table.now.last.differs_for(), if dealt { None } else { Some(next) });
    }
    assert_eq!(dealings, 1);
}
