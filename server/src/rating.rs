//! Ratings: Glicko-2, one rating period a match.
//!
//! * Two players: Glicko-2 as published (Glickman 2013).
//! * Partnerships: each member against one opponent who stands for the other
//!   side: the mean of its ratings, the root mean square of its deviations.
//! * Three sides and more: each side's results, one against each of the others,
//!   as one rating period.
//!
//! Between two sides that both won, or both did not, the result is a draw. A
//! deviation grows by one idle rating period for every 30 days without a match.

use chrono::{DateTime, Duration, Utc};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use vzetek_protocol::Kind;
use vzetek_store::RatingRow;

/// The rating of somebody who has not played yet.
pub const START: f64 = 1500.0;
/// The deviation of somebody of whom nothing is known; it never gets larger.
const START_DEVIATION: f64 = 350.0;
/// How much a strength is expected to change, at first.
const START_VOLATILITY: f64 = 0.06;
/// After how many days without a match a deviation grows by one period.
const IDLE_DAYS: i64 = 30;
/// More idle periods than these make no odds: a deviation of 30 at the starting
/// volatility is back at the largest after about 1100.
const MOST_IDLE_PERIODS: i64 = 1200;

/// The standing of an account that has not played this kind of game yet.
pub fn fresh(account: &str, kind: &Kind, now: DateTime<Utc>) -> RatingRow {
    RatingRow {
        account: account.to_owned(),
        kind: kind.0.clone(),
        rating: START,
        deviation: START_DEVIATION,
        volatility: START_VOLATILITY,
        matches: 0,
        wins: 0,
        updated_at: now,
    }
}

/// The standings after a match, side by side and member by member.
///
/// `sides` has one entry a side: its members' standings before. `outcome` says
/// of each side whether it is among the winners; a side without an entry is not.
pub fn rate(sides: &[Vec<RatingRow>], outcome: &[bool], now: DateTime<Utc>) -> Vec<RatingRow> {
    let won = |side: usize| outcome.get(side).copied().unwrap_or(false);
    // A side without members decides nothing for the others.
    let opponents: Vec<(usize, Glicko2Rating)> = sides
        .iter()
        .enumerate()
        .filter_map(|(side, members)| Some((side, combined(members, now)?)))
        .collect();
    let mut after = Vec::new();
    for (side, members) in sides.iter().enumerate() {
        let results: Vec<(Glicko2Rating, Outcomes)> = opponents
            .iter()
            .filter(|(other, _)| *other != side)
            .map(|(other, rating)| (*rating, result(won(side), won(*other))))
            .collect();
        after.extend(members.iter().map(|row| changed(row, &results, won(side), now)));
    }
    after
}

fn result(ours: bool, theirs: bool) -> Outcomes {
    match (ours, theirs) {
        (true, false) => Outcomes::WIN,
        (false, true) => Outcomes::LOSS,
        (true, true) | (false, false) => Outcomes::DRAW,
    }
}

fn changed(
    row: &RatingRow,
    results: &[(Glicko2Rating, Outcomes)],
    won: bool,
    now: DateTime<Utc>,
) -> RatingRow {
    if results.is_empty() {
        return row.clone();
    }
    let after = glicko2_rating_period(&current(row, now), results, &Glicko2Config::new());
    RatingRow {
        rating: after.rating,
        deviation: after.deviation.min(START_DEVIATION),
        volatility: after.volatility,
        matches: row.matches.saturating_add(1),
        wins: row.wins.saturating_add(u32::from(won)),
        updated_at: now,
        ..row.clone()
    }
}

/// A standing as it is by now, the time without matches considered.
fn current(row: &RatingRow, now: DateTime<Utc>) -> Glicko2Rating {
    let rating =
        Glicko2Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility };
    let idle = (now - row.updated_at).num_seconds() / Duration::days(IDLE_DAYS).num_seconds();
    (0..idle.clamp(0, MOST_IDLE_PERIODS)).fold(rating, |rating, _| decay_deviation(&rating))
}

/// One opponent who stands for a whole side.
fn combined(members: &[RatingRow], now: DateTime<Utc>) -> Option<Glicko2Rating> {
    let members: Vec<Glicko2Rating> = members.iter().map(|row| current(row, now)).collect();
    if members.is_empty() {
        return None;
    }
    let count = members.len() as f64;
    let mean = |value: fn(&Glicko2Rating) -> f64| members.iter().map(value).sum::<f64>() / count;
    Some(Glicko2Rating {
        rating: mean(|member| member.rating),
        deviation: mean(|member| member.deviation * member.deviation).sqrt(),
        volatility: mean(|member| member.volatility),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(days: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::days(20_000 + days)
    }

    fn row(account: &str, rating: f64, deviation: f64) -> RatingRow {
        RatingRow { rating, deviation, ..fresh(account, &"trset-2".into(), at(0)) }
    }

    fn sum(rows: &[RatingRow]) -> f64 {
        rows.iter().map(|row| row.rating).sum()
    }

    /// The example of Glickman's paper, opponents one after the other.
    #[test]
    fn the_published_example_holds() {
        let player = row("p", 1500.0, 200.0);
        let results: Vec<_> =
            [(1400.0, 30.0, true), (1550.0, 100.0, false), (1700.0, 300.0, false)]
                .into_iter()
                .map(|(rating, deviation, won)| {
                    let other = current(&row("o", rating, deviation), at(0));
                    (other, if won { Outcomes::WIN } else { Outcomes::LOSS })
                })
                .collect();
        let after = changed(&player, &results, false, at(0));
        assert!((after.rating - 1464.06).abs() < 0.1, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.1, "{after:?}");
    }

    #[test]
    fn of_two_the_winner_gains_what_the_loser_loses() {
        let sides = [vec![row("a", 1500.0, 350.0)], vec![row("b", 1500.0, 350.0)]];
        let after = rate(&sides, &[false, true], at(1));
        assert!(after[0].rating < 1500.0 && after[1].rating > 1500.0, "{after:?}");
        assert!((sum(&after) - 3000.0).abs() < 1e-6);
        assert!(after.iter().all(|row| row.deviation < 350.0 && row.matches == 1));
        assert_eq!((after[0].wins, after[1].wins), (0, 1));
        assert_eq!(after[0].updated_at, at(1));
    }

    #[test]
    fn a_surprise_moves_more_than_what_was_expected() {
        let sides = [vec![row("strong", 1800.0, 60.0)], vec![row("weak", 1400.0, 60.0)]];
        let expected = rate(&sides, &[true, false], at(0));
        let surprise = rate(&sides, &[false, true], at(0));
        assert!(surprise[1].rating - 1400.0 > 3.0 * (expected[0].rating - 1800.0));
    }

    #[test]
    fn partners_gain_together_and_the_sum_stays() {
        let side = |a, b| vec![row(a, 1600.0, 80.0), row(b, 1400.0, 80.0)];
        let sides = [side("n", "s"), side("e", "w")];
        let after = rate(&sides, &[true, false], at(0));
        let names: Vec<_> = after.iter().map(|row| row.account.as_str()).collect();
        assert_eq!(names, ["n", "s", "e", "w"]);
        for (before, after) in sides.iter().flatten().zip(&after) {
            let gained = after.rating > before.rating;
            assert_eq!(gained, matches!(after.account.as_str(), "n" | "s"), "{after:?}");
        }
        assert!((sum(&after) - 6000.0).abs() < 1.0, "{after:?}");
    }

    #[test]
    fn of_three_the_winner_gains_from_both() {
        let three = ["a", "b", "c"].map(|name| vec![row(name, 1500.0, 100.0)]);
        let after = rate(&three, &[true, false, false], at(0));
        assert!(after[0].rating > 1500.0 && after[1].rating < 1500.0);
        assert!((after[1].rating - after[2].rating).abs() < 1e-9);
        assert!((sum(&after) - 4500.0).abs() < 0.1);
        // Two share the win: a draw between them, and the third pays for it.
        let shared = rate(&three, &[true, true, false], at(0));
        assert!((shared[0].rating - shared[1].rating).abs() < 1e-9);
        assert!(shared[0].rating > 1500.0 && shared[0].rating < after[0].rating);
        assert_eq!(shared.iter().map(|row| row.wins).collect::<Vec<_>>(), [1, 1, 0]);
    }

    #[test]
    fn of_six_who_wins_gains_from_all_and_the_others_lose_alike() {
        let six = ["a", "b", "c", "d", "e", "f"].map(|name| vec![row(name, 1500.0, 100.0)]);
        let won = [false, false, false, true, false, false];
        let after = rate(&six, &won, at(0));
        assert_eq!(after.len(), 6);
        for (row, won) in after.iter().zip(won) {
            assert_eq!((row.rating > 1500.0, row.wins), (won, u32::from(won)), "{after:?}");
            assert!(won || (row.rating - after[0].rating).abs() < 1e-9);
        }
        assert!((sum(&after) - 9000.0).abs() < 1.0, "{after:?}");
    }

    #[test]
    fn nobody_winning_is_a_draw() {
        let sides = [vec![row("a", 1500.0, 100.0)], vec![row("b", 1500.0, 100.0)]];
        let after = rate(&sides, &[false, false], at(0));
        assert!(after.iter().all(|row| (row.rating - 1500.0).abs() < 1e-9 && row.wins == 0));
    }

    #[test]
    fn who_did_not_play_for_long_is_less_certain() {
        let row = row("a", 1700.0, 50.0);
        assert_eq!(current(&row, at(29)).deviation, 50.0);
        let year = current(&row, at(360)).deviation;
        assert!((50.0..80.0).contains(&year), "{year}");
        assert_eq!(current(&row, at(1_000_000)).deviation, 350.0);
    }

    #[test]
    fn an_odd_match_changes_nothing_and_breaks_nothing() {
        let alone = [vec![row("a", 1500.0, 100.0)], Vec::new()];
        assert_eq!(rate(&alone, &[true], at(0)), alone[0]);
        assert!(rate(&[], &[], at(0)).is_empty());
    }
}
