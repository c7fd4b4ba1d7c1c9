//! Cuts change nothing: the same leaf is found by going everywhere.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game, HiddenInformation, Observer, Seat, sharing};
use vzetek_tablic::{Action, CardSet, Options, Tablic};

use super::tree::{Lead, Tree};
use super::*;
use vzetek_players::tablic::{Board, History, Offers};

/// The search in Penzar's words, without alpha and beta.
struct Plain {
    lister: Lister,
    board: Board,
    me: usize,
    hand: CardSet,
    hidden: CardSet,
    lacking: Vec<CardSet>,
    presumes: bool,
    horizon: u32,
}

impl Plain {
    fn lead(&self) -> (i32, i32) {
        let seats = self.board.seats();
        let over = self.board.deck == 0 && self.hand.is_empty();
        let over = over && self.board.to_play == 0;
        let made: Vec<(u8, u8)> =
            if over { self.board.finals().collect() } else { self.board.so_far().collect() };
        let ahead = |part: fn(&(u8, u8)) -> u8| -> i32 {
            let all: i32 = made.iter().map(|made| i32::from(part(made))).sum();
            seats as i32 * i32::from(part(&made[self.me])) - all
        };
        (ahead(|made| made.1), ahead(|made| made.0))
    }

    /// Depth and lead of the best leaf, and the move to it.
    fn best(&mut self, depth: u32) -> (u32, (i32, i32), Option<Action>) {
        let seat = self.board.to_play;
        let mine = seat == self.me;
        let cards = if mine { self.hand } else { self.hidden - self.lacking[seat] };
        if depth == self.horizon || cards.is_empty() {
            return (depth, self.lead(), None);
        }
        let mut moves = Vec::new();
        self.lister.list(cards, self.board.table, &mut moves);
        let offers = Offers::new(&mut self.lister, cards, self.board.table);
        // Greater is better for whoever is to move.
        let merit = |(depth, (points, cards), _): (u32, (i32, i32), Option<Action>)| {
            let sign = if mine { 1 } else { -1 };
            (depth, sign * points, sign * cards)
        };
        let mut best = None;
        let mut before = None;
        for (_, action) in moves {
            let (hand, hidden, lacking) = (self.hand, self.hidden, self.lacking.clone());
            if self.presumes && !mine {
                self.lacking[seat] |= offers.lacking(cards, action);
            }
            self.hand.remove(action.card);
            self.hidden.remove(action.card);
            let undo = self.board.play(action);
            let (at, lead, _) = self.best(depth + 1);
            self.board.undo(undo);
            (self.hand, self.hidden, self.lacking) = (hand, hidden, lacking);
            let leaf = (at, lead, Some(action));
            if best.is_none_or(|best| merit(leaf) > merit(best)) {
                best = Some(leaf);
            }
            if depth + 1 == self.horizon && before.is_some_and(|before| merit(leaf) < merit(before))
            {
                break;
            }
            before = Some(leaf);
        }
        best.expect("some move")
    }
}

/// Situations of greedy games, from the first move to the last.
fn situations(players: u8, deck: u64) -> Vec<Situation> {
    let options = Options::new(players).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(deck);
    let mut state: Tablic = sharing::deal(&options, Seat::new(0), &mut rng);
    let (mut history, mut lister) = (History::new(), Lister::default());
    let mut situations = Vec::new();
    while let Some(seat) = state.current_player() {
        let situation = Situation::new(&state.view(Observer::Seat(seat)), &history);
        let action = greedy::choose(&situation, &mut lister);
        situations.push(situation);
        state.apply(action).unwrap().iter().for_each(|event| history.observe(event));
    }
    situations
}

fn compare(situation: &Situation, rounds: u64) {
    let mut lister = Lister::default();
    let lacking = presumed(situation, &mut lister);
    let budget = Limits::default().start();
    let mut tree = Tree::new(situation, &mut lister, lacking.clone(), rounds, budget);
    let (action, leaf) = tree.best_leaf();
    let (seats, seat) = (situation.board.seats(), situation.seat());
    let mut plain = Plain {
        lister: Lister::default(),
        board: situation.board.clone(),
        me: seat,
        hand: situation.hand,
        hidden: situation.unseen,
        lacking,
        presumes: !situation.is_last_deal(),
        horizon: (rounds.min(situation.hand.len() as u64) as usize * seats - seat) as u32,
    };
    let (depth, (points, cards), plain_action) = plain.best(0);
    assert_eq!((leaf.depth, leaf.lead), (depth, Lead { points, cards }), "{situation:?}");
    assert_eq!(Some(action), plain_action, "{situation:?}");
}

#[test]
fn cuts_change_neither_leaf_nor_move() {
    let mut compared = 0;
    for deck in 0..4 {
        for situation in situations(2, deck) {
            // One own move ahead everywhere, two where few cards are left.
            compare(&situation, 1);
            if situation.hand.len() <= 2 || situation.is_last_deal() && situation.hand.len() <= 3 {
                compare(&situation, 3);
                compared += 1;
            }
        }
    }
    for situation in situations(3, 9) {
        if situation.hand.len() == 1 {
            compare(&situation, 1);
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn whoever_moves_later_in_the_round_looks_less_far() {
    for (number, situation) in situations(3, 5).into_iter().enumerate().take(3) {
        let mut lister = Lister::default();
        let lacking = vec![CardSet::EMPTY; 3];
        let budget = Limits::default().start();
        let mut tree = Tree::new(&situation, &mut lister, lacking, 1, budget);
        assert_eq!(tree.best_leaf().1.depth, 3 - number as u32);
    }
}

#[test]
fn without_time_there_is_an_answer_all_the_same() {
    let situation = &situations(2, 1)[0];
    let mut lister = Lister::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let limits = Limits { iterations: Some(6), ..Limits::nodes(1) };
    let decision = choose(situation, &mut lister, &limits, &mut rng);
    assert!(situation.hand.contains(decision.action.card));
    // Every move is a leaf of its own: the greediest of the best ones wins.
    assert!(decision.iterations < 100, "{}", decision.iterations);
}
