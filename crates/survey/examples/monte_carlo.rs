//! Monte Carlo searches: with everything in sight, and with a move made face
//! down.
//! `cargo run --release -p vzetek-survey --example monte_carlo`

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::alphabeta::AlphaBeta;
use vzetek_search::games::climb::{Climb, Open};
use vzetek_search::games::rooms::Room;
use vzetek_search::ismcts::{self, Parameters, World};
use vzetek_search::uct::{self, Outcome, Trial};
use vzetek_search::{Limits, Perfect};
use vzetek_survey::games::coin::{Hand, SURE};
use vzetek_survey::observers;

/// A door, and chance from there on: all that the first level knows.
struct Doors(Room);

impl Trial for Doors {
    fn moves(&self) -> usize {
        usize::from(self.0.doors())
    }

    fn playout(&mut self, chosen: usize, rng: &mut impl Rng) -> Outcome {
        let mut climb = Climb::from(self.0);
        climb.play(chosen as u8);
        let points = f64::from(climb.rollout(rng)[0]);
        Outcome { win: f64::from(u8::from(points > 0.5)), points }
    }
}

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let limits = Limits::iterations(20_000);
    let parameters = Parameters { exploration: 0.3, ..Parameters::default() };
    let is_choice = |room: &Room| room.maximizing() && room.doors() == 4;
    let room = (0..).map(|seed| Room::entrance(seed, 6)).find(is_choice).expect("many buildings");
    let exact = AlphaBeta::new(12).move_values(&room, &Limits::default()).expect("no limit");
    println!("doors and their values: {exact:?}");
    let first = uct::search(&mut Doors(room), &uct::Parameters::default(), &limits, &mut rng);
    let visits = first.arms.iter().map(|arm| arm.visits).collect::<Vec<_>>();
    println!("first level only, tried so often: {visits:?}");
    let found = ismcts::search(&mut Open(room), &parameters, &limits, &mut rng);
    let visits = found.moves.iter().map(|found| (found.action, found.visits)).collect::<Vec<_>>();
    println!("with a tree: {visits:?}");

    println!("\na coin in hand 0 or 1, or {SURE} for sure; even chances are worth 0.5");
    let one = ismcts::search(&mut Hand, &Parameters::default(), &limits, &mut rng);
    println!("one tree, as if the coin were seen: {:?}", one.most_visited());
    let many = observers::search(&mut Hand, &Parameters::default(), &limits, &mut rng);
    println!("a tree for each observer: {:?}", many.most_visited());
}
