//! Games to learn from: two players who see each other's cards play by the network up to the
//! ending, which is solved. The target of a position is a mean of its outcome and of the
//! expectations in the positions on the way (R. Sutton, "Learning to predict by the methods of
//! temporal differences", 1988), and a card that was played to explore does not count against it.

use rand_core::Rng;
use vzetek_players::trset::value_network::{
    Afterstate, Network, Outlook, Taken, best_reply, reply,
};
use vzetek_players::trset::{Bits, Ending, Rules, World, random, representatives};
use vzetek_search::dice;
use vzetek_trset::DEAL;

/// The share of a later surprise that reaches a position before it.
const LAMBDA: f32 = 0.8;

/// The share of choices in which any card is played instead of the best.
const EXPLORING: f64 = 0.06;

/// A position and the outlook of the player who leads.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The position.
    pub afterstate: Afterstate,
    /// The outlook that should have been expected.
    pub outlook: Outlook,
}

/// Plays games to learn from.
pub struct Teacher {
    rules: Rules,
    ending: Ending,
}

/// The deal as it ends for seat 0.
#[derive(Clone, Copy)]
struct End {
    win: f32,
    thirds: f32,
}

impl End {
    fn expected(taken: &Taken) -> Self {
        let (win, thirds) = (taken.outlook.win, taken.afterstate.thirds(taken.outlook));
        Self { win, thirds }.seen_from(taken.winner)
    }

    /// Returns the end as seen from another seat, or another seat's as seen from this one.
    fn seen_from(self, seat: usize) -> Self {
        match seat {
            0 => self,
            _ => Self { win: 1.0 - self.win, thirds: f32::from(DEAL) - self.thirds },
        }
    }
}

impl Teacher {
    /// Returns a teacher of tršet or kifameno.
    pub fn new(kifameno: bool) -> Self {
        Self { rules: Rules::two_players(kifameno), ending: Ending::new(kifameno) }
    }

    /// Plays a deal and returns its lessons: one of every position after a
    /// trick, the first one first.
    pub fn play(&mut self, network: &Network, rng: &mut impl Rng) -> Vec<Lesson> {
        self.play_as(network, (LAMBDA, EXPLORING), rng)
    }

    /// Plays a deal without exploring and returns its lessons, with its outcome alone.
    pub fn examine(&mut self, network: &Network, rng: &mut impl Rng) -> Vec<Lesson> {
        self.play_as(network, (1.0, 0.0), rng)
    }

    fn play_as(
        &mut self,
        network: &Network,
        (lambda, exploring): (f32, f64),
        rng: &mut impl Rng,
    ) -> Vec<Lesson> {
        let goal = (DEAL, self.rules.win_weight());
        let mut world = World::shuffled(self.rules, rng);
        let mut tricks = Vec::with_capacity(10);
        while !world.is_ending() {
            let explores = |world: &World, rng: &mut _| {
                (dice::unit(rng) < exploring).then(|| random(world.playable(), rng))
            };
            let leads = Bits(representatives(world.playable(), world.others(world.seat())));
            let led = leads.map(|card| {
                let mut world = world;
                world.play(card);
                (card, best_reply(network, &world, goal))
            });
            let (led, mut best) = led
                .reduce(|best, lead| if lead.1.worth < best.1.worth { lead } else { best })
                .expect("there is a card to lead");
            // The end to be expected before either player explored.
            let mut expected = None;
            match explores(&world, rng) {
                Some(card) if card != led => {
                    expected = Some(End::expected(&best));
                    world.play(card);
                    best = best_reply(network, &world, goal);
                }
                _ => world.play(led),
            }
            if let Some(card) = explores(&world, rng)
                && card != best.reply
            {
                expected.get_or_insert(End::expected(&best));
                best = reply(network, &world, card, goal);
            }
            world.play(best.reply);
            tricks.push((best, expected));
        }
        let mut end = self.solve(&world);
        let mut lessons: Vec<Lesson> = tricks
            .into_iter()
            .rev()
            .map(|(taken, expected)| {
                let Taken { afterstate, winner, .. } = taken;
                let End { win, thirds } = end.seen_from(winner);
                let share = (thirds - f32::from(afterstate.taken)) / f32::from(afterstate.left);
                let thought = End::expected(&taken);
                end = expected.unwrap_or(End {
                    win: thought.win + lambda * (end.win - thought.win),
                    thirds: thought.thirds + lambda * (end.thirds - thought.thirds),
                });
                Lesson { afterstate, outlook: Outlook { win, share } }
            })
            .collect();
        lessons.reverse();
        lessons
    }

    /// Returns the end of a deal without a stock, both playing best.
    fn solve(&mut self, world: &World) -> End {
        let leader = world.seat();
        let value = self.ending.value(world.hands[leader], world.hands[leader ^ 1], None);
        let own = world.thirds[leader] + value;
        let mut thirds = [0; 4];
        thirds[leader] = own;
        thirds[leader ^ 1] = DEAL - own;
        let win = self.rules.outcome(&thirds, 0).win as f32;
        End { win, thirds: f32::from(thirds[0]) }
    }

    /// Returns the share of playouts that the leader wins when both play random cards up to the
    /// ending. The network is to predict it better.
    pub fn play_out(&mut self, afterstate: &Afterstate, playouts: u32, rng: &mut impl Rng) -> f32 {
        let mut world = World::shuffled(self.rules, rng);
        let mut won = 0.0;
        for _ in 0..playouts {
            world.hands = [afterstate.mine, afterstate.theirs, 0, 0];
            world.thirds = [afterstate.taken, afterstate.lost, 0, 0];
            (world.stock_len, world.leader) = (0, 0);
            for card in Bits(afterstate.stock) {
                let len = usize::from(world.stock_len);
                let chosen = dice::below(rng, len as u32 + 1) as usize;
                world.stock[len] = world.stock[chosen];
                world.stock[chosen] = card;
                world.stock_len += 1;
            }
            world.draw(0);
            while !world.is_ending() {
                world.play(random(world.playable(), rng));
            }
            won += self.solve(&world).win;
        }
        won / playouts.max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::trset::value_gradient::{Gradient, fresh};

    fn rng(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    /// On games that it was not taught by the network is better than a guess, and
    /// as often right as it says.
    #[test]
    fn what_is_expected_happens() {
        // A coin has 0.693; kifameno, where leads stay small, is hard to predict.
        for (kifameno, most) in [(false, 0.36), (true, 0.6)] {
            let (network, mut rng) = (Network::shared(kifameno), rng(4));
            let mut teacher = Teacher::new(kifameno);
            let lessons: Vec<Lesson> =
                (0..100).flat_map(|_| teacher.examine(network, &mut rng)).collect();
            let mean = |of: &dyn Fn(&Lesson) -> f32| {
                lessons.iter().map(of).sum::<f32>() / lessons.len() as f32
            };
            let loss = mean(&|Lesson { afterstate, outlook }| {
                let win = network.outlook(afterstate).win;
                -(if outlook.win > 0.5 { win } else { 1.0 - win }).ln()
            });
            assert!(loss < most, "log loss {loss}");
            let surplus =
                mean(&|lesson| network.outlook(&lesson.afterstate).win - lesson.outlook.win);
            assert!(surplus.abs() < 0.06, "expects {surplus} more wins than there are");
            // Thirds are predicted better than by sharing out evenly what is left.
            let error = mean(&|Lesson { afterstate, outlook }| {
                (afterstate.thirds(network.outlook(afterstate)) - afterstate.thirds(*outlook)).abs()
            });
            let even = mean(&|Lesson { afterstate, outlook }| {
                f32::from(afterstate.left) * (0.5 - outlook.share).abs()
            });
            assert!(error < 0.9 * even, "{error} thirds wrong, evenly shared {even}");
        }
    }

    #[test]
    fn lessons_are_learned() {
        let mut rng = rng(5);
        let mut network = fresh(&mut rng);
        let mut teacher = Teacher::new(false);
        let lessons: Vec<Lesson> = (0..8).flat_map(|_| teacher.play(&network, &mut rng)).collect();
        let error = |network: &Network| {
            let errors = lessons.iter().map(|Lesson { afterstate, outlook }| {
                let found = network.outlook(afterstate);
                (found.win - outlook.win).powi(2) + (found.share - outlook.share).powi(2)
            });
            errors.sum::<f32>() / lessons.len() as f32
        };
        let before = error(&network);
        let mut gradient = Gradient::default();
        for _ in 0..100 {
            lessons.iter().for_each(|lesson| gradient.add(&network, lesson));
            gradient.step(&mut network, 0.003);
        }
        let after = error(&network);
        assert!(after < before / 4.0, "{before} before, {after} after");
    }
}
