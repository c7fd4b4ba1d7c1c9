//! The prepared first deals, with the gentlest level in the other seats: they lead through
//! bid, called king where four play, talon, discard and announcement, and are mostly won.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use vzetek_game::{Game, HiddenInformation, Level, Observer, Seat, TableGame};
use vzetek_players::{Limits, Play, decide};
use vzetek_tarok::prepared::{OF_FOUR, OF_THREE, PLACE};
use vzetek_tarok::{Action, Announcement, Contract, Fact, Options, Tarok};

const DEALS: u64 = 50;

/// The action of somebody who does what the coach says before cards are played, and plays
/// them as the gentlest level does. Of kings that are as good, any may be called.
fn learnt(play: &Play<Tarok>, rng: &mut ChaCha8Rng) -> Action {
    let seat = play.state.current_player().expect("the deal goes on");
    let legal = play.state.legal_actions();
    let facts = Tarok::facts(&play.state.view(Observer::Seat(seat)), &legal);
    let heeded = facts.iter().find_map(|fact| match fact {
        Fact::Bid { lowest, .. } => lowest.map(Action::Bid),
        Fact::Choose { standing, .. } => Some(Action::Choose(*standing)),
        Fact::Call { fewest, .. } => {
            let nth = rng.random_range(0..fewest.len());
            fewest.iter().nth(nth).map(Action::Call)
        }
        Fact::Richest { group, .. } => Some(Action::Take(*group)),
        Fact::CanVoid { cards, .. } => cards.first().map(Action::Discard),
        Fact::Announce { trula: 3, .. } => Some(Action::Announce(Announcement::Trula)),
        Fact::Announce { kings: 4, .. } => Some(Action::Announce(Announcement::Kings)),
        _ => None,
    });
    heeded.filter(|action| legal.contains(action)).unwrap_or_else(|| gentle(play, rng))
}

fn gentle(play: &Play<Tarok>, rng: &mut ChaCha8Rng) -> Action {
    play.ask(|question| decide(Level::Gentle, &question, &Limits::default(), rng)).action
}

/// The verbs of the learner's actions before the cards, and what came of the deal.
struct Course {
    verbs: Vec<String>,
    won: bool,
    announced: bool,
    partner: bool,
}

fn course(players: u8, pack: &str, seed: u64) -> Course {
    let learner = Seat::new(PLACE as u8);
    let options = Options::new(players).expect("a number of players");
    let cards: Vec<_> = pack.split_whitespace().map(|card| card.parse().unwrap()).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut play = Play::new(Tarok::deal(&options, Seat::new(0), &cards).expect("a deal"));
    let mut verbs = Vec::new();
    while let Some(seat) = play.state.current_player() {
        let action = if seat == learner {
            learnt(&play, &mut rng)
        } else {
            let action = gentle(&play, &mut rng);
            assert!(!matches!(action, Action::Bid(_)), "nobody bids against the learner");
            action
        };
        if seat == learner && !matches!(action, Action::Play(_)) {
            verbs.push(action.to_string().split(':').next().expect("a verb").to_owned());
        }
        play.act(action);
    }
    let result = play.state.result().expect("the deal is over");
    assert_eq!((result.declarer, result.contract), (Some(learner), Contract::Two));
    verbs.dedup();
    Course {
        verbs,
        won: result.seats[learner].won,
        announced: result.items.iter().all(|item| item.silent || item.made),
        partner: result.partner.is_some(),
    }
}

#[test]
fn whoever_heeds_the_coach_sees_everything_and_mostly_wins() {
    let way_of_three = ["bid", "contract", "take", "discard", "announce", "pass"];
    let way_of_four = ["bid", "contract", "call", "take", "discard", "announce", "pass"];
    let lessons = OF_THREE
        .map(|pack| (3, pack, &way_of_three[..]))
        .into_iter()
        .chain(OF_FOUR.map(|pack| (4, pack, &way_of_four[..])));
    for (players, pack, way) in lessons {
        let courses: Vec<Course> = (0..DEALS).map(|seed| course(players, pack, seed)).collect();
        for Course { verbs, partner, .. } in &courses {
            assert_eq!(verbs, way, "{pack}");
            assert_eq!(*partner, players == 4, "no king is called in vain: {pack}");
        }
        let count = |which: fn(&Course) -> bool| courses.iter().filter(|one| which(one)).count();
        assert!(count(|one| one.won) * 10 >= courses.len() * 9, "{pack}");
        assert!(count(|one| one.announced) * 10 >= courses.len() * 7, "{pack}");
    }
}
