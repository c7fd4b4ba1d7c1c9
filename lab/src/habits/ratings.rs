//! Ratings from the results of a record alone: people and bots on one scale.

/// The passes over all results. Changes are far below a point by then.
const PASSES: usize = 200;

/// A deal of two: the players, and the share of it that the first has won: 1, 0, or a
/// half where both did or neither.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The two players.
    pub players: [usize; 2],
    /// The first one's share.
    pub won: f64,
}

/// Returns the rating of each of `count` players in Elo's points, 0 for a player of half the
/// deals against the average: the model of Bradley and Terry (1952), by Hunter's (2004) iteration.
/// Each player has one deal more won and one more lost against the average, so that a
/// player with few deals is near it.
pub fn ratings(meetings: &[Meeting], count: usize) -> Vec<f64> {
    let mut won = vec![1.0; count];
    for Meeting { players: [first, second], won: share } in meetings {
        won[*first] += share;
        won[*second] += 1.0 - share;
    }
    let mut odds = vec![1.0; count];
    for _ in 0..PASSES {
        let mut met: Vec<f64> = odds.iter().map(|odds| 2.0 / (odds + 1.0)).collect();
        for Meeting { players: [first, second], .. } in meetings {
            let share = 1.0 / (odds[*first] + odds[*second]);
            met[*first] += share;
            met[*second] += share;
        }
        odds = won.iter().zip(met).map(|(won, met)| won / met).collect();
    }
    odds.into_iter().map(|odds: f64| 400.0 * odds.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_ten_of_eleven_is_four_hundred_points_stronger() {
        let deals =
            |won: f64, times: usize| std::iter::repeat_n(Meeting { players: [0, 1], won }, times);
        let meetings: Vec<_> = deals(1.0, 10_000).chain(deals(0.0, 1_000)).collect();
        let found = ratings(&meetings, 3);
        assert!((found[0] - found[1] - 400.0).abs() < 3.0, "{found:?}");
        assert!(found[2].abs() < 1e-9, "nobody knows anything of the third: {found:?}");
    }

    #[test]
    fn who_never_lost_has_a_rating_all_the_same() {
        let found = ratings(&[Meeting { players: [0, 1], won: 1.0 }], 2);
        assert!(found[0] > 20.0 && found[0] < 200.0, "{found:?}");
        assert!((found[0] + found[1]).abs() < 1e-6, "{found:?}");
    }
}
