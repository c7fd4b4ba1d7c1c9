//! The value of a position to a player.

use super::board::Board;
use super::prospects;
use super::world::World;

/// The value of a won deal in searches.
pub(super) const WIN: i32 = 100_000;

/// The value of a point ahead of the best other side if winning counts: it only breaks ties of
/// equal chances.
const SPARE_POINT: i32 = 200;

/// The value of a point ahead of the mean of the others if points add up.
const POINT: i32 = 1_000;

/// Returns the value to a side of a world in which all hands are empty, 0 to 1.
pub(super) fn share(goal: Goal, world: &World, side: usize) -> f32 {
    let value = match world.board.deck {
        0 => goal.of_end(&world.board, side),
        _ => goal.of_prospects(world, side),
    };
    match goal {
        Goal::Win => value as f32 / WIN as f32,
        Goal::Points => 0.5 + value as f32 / (50 * POINT) as f32,
    }
}

/// The goal of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// More points than any other side in this deal.
    Win,
    /// Points, which are added to those of other deals.
    Points,
}

impl Goal {
    /// Returns the value of the deal to a side if it ends as it stands. A deal
    /// that several win is shared.
    pub(super) fn of_end(self, board: &Board, side: usize) -> i32 {
        let (mut own, mut best, mut sharers, mut sum) = (0, i32::MIN, 0, 0);
        for (other, (_, points)) in board.finals().enumerate() {
            let points = i32::from(points);
            if other == side {
                own = points;
                continue;
            }
            sum += points;
            if points > best {
                (best, sharers) = (points, 1);
            } else if points == best {
                sharers += 1;
            }
        }
        match self {
            Self::Points => POINT * own - POINT * sum / (board.sides() as i32 - 1),
            Self::Win => {
                let share = match own.cmp(&best) {
                    std::cmp::Ordering::Greater => WIN,
                    std::cmp::Ordering::Equal => WIN / (1 + sharers),
                    std::cmp::Ordering::Less => 0,
                };
                share + SPARE_POINT * (own - best)
            }
        }
    }

    /// Returns the expected value of the deal to a side while cards are to come.
    pub(super) fn of_prospects(self, world: &World, side: usize) -> i32 {
        let ahead = prospects::ahead(world, side);
        match self {
            Self::Points => (f64::from(POINT) * ahead) as i32,
            Self::Win => {
                let chance = prospects::chance(world, ahead);
                (f64::from(WIN) * chance + f64::from(SPARE_POINT) * ahead) as i32
            }
        }
    }
}
