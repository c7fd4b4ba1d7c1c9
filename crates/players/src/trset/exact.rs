//! Decisions by exact search, once nothing is hidden.

use vzetek_search::Limits;
use vzetek_search::alphabeta::AlphaBeta;
use vzetek_search::maxn::{self, Several};

use super::cards::{Bits, SUIT_OF, THIRDS, representatives};
use super::open::OpenDeal;
use super::{Ending, World};

/// Positions an exact search of three or four hands may visit when nothing
/// else is said: about a second.
const NODES: u64 = 3_000_000;

/// The result of an exact search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exact {
    pub card: u8,
    /// Final thirds of the own side, both sides playing best.
    pub thirds: u8,
    pub nodes: u64,
}

/// The best card in an ending, or `None` if that cannot be found out within
/// the limits. Two hands always can.
pub(super) fn choose(world: &World, limits: &Limits) -> Option<Exact> {
    match world.rules.seats {
        2 => Some(two_hands(world)),
        _ if world.rules.sides() > 2 => many_hands(world, limits),
        _ => partners(world, limits),
    }
}

/// Two players: the solver of endings.
fn two_hands(world: &World) -> Exact {
    let seat = world.seat();
    let (mine, theirs) = (world.hands[seat], world.hands[seat ^ 1]);
    let led = (world.played > 0).then_some(world.trick[0]);
    let kifameno = world.rules.kifameno;
    let mut solver = Ending::new(kifameno);
    let mut values = solver.move_values(mine, theirs, led);
    let goal = goal(world, &mut values);
    // Among the best, the card that a fallible opponent answers worst; after that points now rather
    // than later.
    let hope = |card: u8, solver: &mut Ending| -> i64 {
        let now = match led {
            None => {
                let answers = solver.answer_values(mine, theirs, card);
                let sum: i64 = answers.iter().map(|&value| i64::from(value)).sum();
                1000 * sum / answers.len().max(1) as i64
            }
            Some(led) => {
                let takes = card > led && SUIT_OF[usize::from(card)] == SUIT_OF[usize::from(led)];
                let trick = THIRDS[usize::from(card)] + THIRDS[usize::from(led)];
                if takes { i64::from(trick) } else { 0 }
            }
        };
        if kifameno { -now } else { now }
    };
    let best = values.iter().filter(|&&(_, value)| value == goal).map(|&(card, _)| card);
    let best: Vec<u8> = best.collect();
    let card = best
        .into_iter()
        .rev()
        .max_by_key(|&card| hope(card, &mut solver))
        .expect("some card has the best value");
    let thirds = world.thirds[world.rules.side(seat)] + goal;
    Exact { card, thirds, nodes: solver.nodes() }
}

/// The best value among the moves. At a table that counts cappotto, moves
/// that reach it, or let the opponent reach it, are sorted out first.
fn goal(world: &World, values: &mut Vec<(u8, u8)>) -> u8 {
    let kifameno = world.rules.kifameno;
    if world.rules.cappotto {
        cappotto(world, values);
    }
    let found = values.iter().map(|&(_, value)| value);
    let best = if kifameno { found.min() } else { found.max() };
    best.unwrap_or_default()
}

fn cappotto(world: &World, values: &mut Vec<(u8, u8)>) {
    let seat = world.seat();
    let (mine, theirs) = (world.hands[seat], world.hands[seat ^ 1]);
    let led = (world.played > 0).then_some(world.trick[0]);
    let taken = world.thirds;
    let mut greedy = Ending::new(false).move_values(mine, theirs, led);
    let all = 35 - taken[0] - taken[1];
    let wanted = if taken[seat ^ 1] == 0 {
        // The side that has everything so far may yet take everything.
        all
    } else if taken[seat] == 0 {
        // Taking everything is what the opponent may do: at least one third
        // must be had. A card that wins some for sure is safe.
        1
    } else {
        return;
    };
    greedy.retain(|&(_, value)| value >= wanted);
    if greedy.is_empty() {
        return;
    }
    if wanted == all {
        *values = greedy;
    } else {
        values.retain(|(card, _)| greedy.iter().any(|(safe, _)| safe == card));
    }
}

/// Partners: two sides, so generic alpha-beta will do.
fn partners(world: &World, limits: &Limits) -> Option<Exact> {
    let seat = world.seat();
    let side = world.rules.side(seat);
    let deal = OpenDeal::new(*world, side);
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(NODES)), ..limits.clone() };
    let mut search = AlphaBeta::new(16);
    let values = search.move_values(&deal, &limits).ok()?;
    // The first of equals: moves come in a sensible order.
    let (card, score) = values.into_iter().rev().max_by_key(|&(_, score)| score)?;
    let kifameno = world.rules.kifameno;
    let left = deal.left();
    let future = if kifameno { left - score.0 as u8 } else { score.0 as u8 };
    Some(Exact { card, thirds: world.thirds[side] + future, nodes: search.nodes() })
}

/// Three players or four, each alone.
fn many_hands(world: &World, limits: &Limits) -> Option<Exact> {
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(NODES)), ..limits.clone() };
    let found = maxn::search(&Selfish(*world), &limits).ok()?;
    let side = world.rules.side(world.seat());
    Some(Exact { card: found.best?, thirds: found.outcome[side], nodes: found.nodes })
}

/// A world in which each player plays for the outcome of its side's final thirds.
struct Selfish(World);

impl Several for Selfish {
    type Move = u8;
    type Outcome = [u8; 4];

    fn player(&self) -> usize {
        self.0.seat()
    }

    fn moves(&self, cards: &mut Vec<u8>) {
        let seat = self.0.seat();
        cards.extend(Bits(representatives(self.0.playable(), self.0.others(seat))));
    }

    fn play(&self, card: u8) -> Self {
        let mut next = self.0;
        next.play(card);
        Self(next)
    }

    fn outcome(&self) -> [u8; 4] {
        self.0.thirds
    }

    fn merit(&self, thirds: &[u8; 4], seat: usize) -> f64 {
        self.0.rules.utility(thirds, self.0.rules.side(seat))
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::trset::Rules;
    use crate::trset::world_tests::few_cards;

    /// The final thirds of all players when all play for the greatest `merit`.
    fn plain(world: &World, merit: &impl Fn(&[u8; 4], usize) -> f64) -> [u8; 4] {
        if world.is_over() {
            return world.thirds;
        }
        let side = world.rules.side(world.seat());
        let mut best: Option<[u8; 4]> = None;
        for card in Bits(world.playable()) {
            let mut next = *world;
            next.play(card);
            let thirds = plain(&next, merit);
            if best.is_none_or(|best| merit(&thirds, side) > merit(&best, side)) {
                best = Some(thirds);
            }
        }
        best.expect("a deal that is not over goes on")
    }

    #[test]
    fn partners_reach_what_plain_minimax_reaches() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
        let mut values = std::collections::HashSet::new();
        for number in 0..80 {
            let kifameno = number % 2 == 1;
            let rules = Rules { seats: 4, ..Rules::two_players(kifameno) };
            let world = few_cards(rules, 1 + number / 2 % 3, [3, 5, 0, 0], &mut rng);
            let side = rules.side(world.seat());
            let sign = if kifameno { -1.0 } else { 1.0 };
            let merit = |thirds: &[u8; 4], side: usize| sign * f64::from(thirds[side]);
            let expected = plain(&world, &merit)[side];
            let found = choose(&world, &Limits::default()).unwrap();
            assert_eq!(found.thirds, expected, "{world:?}");
            let mut next = world;
            next.play(found.card);
            assert_eq!(plain(&next, &merit)[side], expected, "{world:?}");
            values.insert(expected);
        }
        assert!(values.len() > 5, "{values:?}");
    }

    #[test]
    fn three_reach_what_max_n_reaches() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(22);
        for number in 0..60 {
            let rules = Rules { seats: 3, ..Rules::two_players(number % 2 == 1) };
            let world = few_cards(rules, 1 + number / 2 % 3, [6, 5, 4, 0], &mut rng);
            let side = rules.side(world.seat());
            // With equal merits max^n is not unique, but the merit of the
            // player to move at the last decision is.
            let merit = |thirds: &[u8; 4], side: usize| rules.utility(thirds, side);
            if world.hands.iter().map(|hand| hand.count_ones()).sum::<u32>() > 3 {
                assert!(choose(&world, &Limits::default()).is_some());
                continue;
            }
            let expected = plain(&world, &merit)[side];
            assert_eq!(choose(&world, &Limits::default()).unwrap().thirds, expected);
        }
    }

    #[test]
    fn a_search_beyond_its_limits_gives_up() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(23);
        for seats in [3, 4] {
            let rules = Rules { seats, ..Rules::two_players(false) };
            let world = few_cards(rules, 9, [0; 4], &mut rng);
            assert_eq!(choose(&world, &Limits::nodes(500)), None);
        }
    }

    #[test]
    fn cappotto_is_taken_when_it_can_be_and_prevented_when_it_must() {
        let set = |cards: &str| -> u64 {
            cards.split(' ').map(|c| 1 << crate::trset::cards::index(c.parse().unwrap())).sum()
        };
        let rules = Rules { cappotto: true, ..Rules::two_players(true) };
        let start = |mine: &str, theirs: &str, thirds: [u8; 4]| World {
            rules,
            hands: [set(mine), set(theirs), 0, 0],
            stock: [0; 20],
            stock_len: 0,
            trick: [0; 4],
            played: 0,
            leader: 0,
            thirds,
        };
        // C3 and C4 against CK and S4: C3 takes the king, C4 the rest.
        let all = start("C3 C4", "CK S4", [30, 0, 0, 0]);
        let found = choose(&all, &Limits::default()).unwrap();
        assert_eq!((card_name(found.card).as_str(), found.thirds), ("C3", 35));
        // Without cappotto the same hand gives the last trick away.
        let plain = World { rules: Rules::two_players(true), ..all };
        let found = choose(&plain, &Limits::default()).unwrap();
        assert_eq!((card_name(found.card).as_str(), found.thirds), ("C4", 30));
    }

    fn card_name(card: u8) -> String {
        crate::trset::cards::card(card).to_string()
    }
}
