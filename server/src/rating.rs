//! Ratings: Glicko-2 (Glickman 2013), one rating period a match.
//!
//! * Two players: Glicko-2 as published.
//! * Partnerships: each member against one opponent who stands for the other
//!   side: the mean of its ratings, the root mean square of its deviations.
//! * Three sides and more: each side's results, one against each of the others,
//!   as one rating period.
//!
//! Between two sides that both won, or both did not, the result is a draw. A
//! deviation grows by one idle rating period for every 30 days without a match.
//!
//! A result can count less than a whole one. In step 7 of the paper the rating
//! moves by a sum with a term for each opponent, `φ'² Σ g(φⱼ)(s − E)`: each
//! term is taken times its result's weight. Deviation and volatility go as much
//! of their way as the results weigh in the mean. A result without weight is
//! none.

use std::f64::consts::PI;

use chrono::{DateTime, Duration, Utc};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use vzetek_protocol::{Kind, RatingChange, UnratedReason};
use vzetek_store::{AccountKind, Ladder, MatchRating, RatingRow, RatingStep};

/// The rating of a player who has not played yet.
const START: f64 = 1500.0;
/// The deviation of an unknown player; it never gets larger.
const START_DEVIATION: f64 = 350.0;
/// The volatility of a newcomer's standing: the expected change of strength.
const START_VOLATILITY: f64 = 0.06;
/// The days without a match after which a deviation grows by one period.
const IDLE_DAYS: i64 = 30;
/// The highest deviation of a settled rating.
const SETTLED: f64 = 110.0;
/// The matches after which a player is no newcomer, regardless of the deviation: otherwise
/// newcomers could forever move a player who keeps the deviation large.
const NEWCOMERS_MATCHES: u32 = 10;
/// Points of the shown scale in one of Glicko-2's own.
const SCALE: f64 = 173.7178;
/// More idle periods than these make no odds: a deviation of 30 at the starting
/// volatility is back at the largest after about 1100.
const MOST_IDLE_PERIODS: i64 = 1200;

/// The standing of an account that has not played this kind of game on this ladder
/// yet.
pub fn fresh(account: &str, kind: &Kind, ladder: Ladder, now: DateTime<Utc>) -> RatingRow {
    RatingRow {
        account: account.to_owned(),
        kind: kind.0.clone(),
        ladder,
        rating: START,
        deviation: START_DEVIATION,
        volatility: START_VOLATILITY,
        matches: 0,
        wins: 0,
        updated_at: now,
        settled_until: None,
    }
}

/// Returns the ladder whose rating stands beside the names of accounts of a kind.
pub fn own_ladder(kind: AccountKind) -> Ladder {
    match kind {
        AccountKind::Bot => Ladder::Bots,
        AccountKind::Guest | AccountKind::Person | AccountKind::Deleted => Ladder::People,
    }
}

/// Returns the protocol's value of a ladder.
pub fn told(ladder: Ladder) -> vzetek_protocol::Ladder {
    match ladder {
        Ladder::People => vzetek_protocol::Ladder::People,
        Ladder::Bots => vzetek_protocol::Ladder::Bots,
    }
}

/// Returns the name under which the reason for no rating is stored.
///
/// # Errors
/// If it does not serialise.
pub fn name_of_unrated(reason: UnratedReason) -> serde_json::Result<String> {
    serde_json::to_value(reason).and_then(serde_json::from_value)
}

/// Returns the reason for no rating that is stored under this name; `None` for one of a newer
/// server.
pub fn unrated_named(name: &str) -> Option<UnratedReason> {
    serde_json::from_value(name.into()).ok()
}

/// Returns the protocol's value of a change of a rating.
pub fn told_change(ladder: Ladder, step: RatingStep) -> RatingChange {
    let RatingStep { before, after, settled } = step;
    RatingChange { ladder: told(ladder), before, after, settled }
}

/// Returns the change of a rating, if it is one, as the store has it with the
/// match.
pub fn stored_change(ladder: Ladder, change: Option<RatingChange>) -> MatchRating {
    let step = |RatingChange { before, after, settled, .. }| RatingStep { before, after, settled };
    MatchRating { ladder, step: change.map(step) }
}

/// True if a rating is known well enough to be relied on.
pub fn is_settled(row: &RatingRow, now: DateTime<Utc>) -> bool {
    row.settled_until.is_some_and(|until| now < until)
}

/// True if too little is known of a player for others to be measured by.
pub fn is_newcomer(row: &RatingRow, now: DateTime<Utc>) -> bool {
    row.matches < NEWCOMERS_MATCHES && !is_settled(row, now)
}

/// Returns the time from which a rating that nothing changes after `now` has too
/// large a deviation to be settled; `None` if it has one already.
fn settled_until(deviation: f64, volatility: f64, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if deviation > SETTLED {
        return None;
    }
    // Each idle period adds the volatility's square to the deviation's.
    let periods = (SETTLED.powi(2) - deviation.powi(2)) / (SCALE * volatility).powi(2);
    let periods = periods.min(MOST_IDLE_PERIODS as f64) as i64 + 1;
    Some(now + Duration::days(IDLE_DAYS) * periods as i32)
}

/// The standings after a match, by seat; `None` for those for whom it has no
/// result that counts.
///
/// All slices are by seat: the standings before, the side that each is on, and
/// whether they won. `weight` is how much the result of the first seat
/// against the second, an opponent, counts for the first one, from 0 to 1.
/// Against a side of several it counts as much as against its members in the
/// mean.
pub fn rate(
    before: &[RatingRow],
    sides: &[usize],
    winners: &[bool],
    weight: impl Fn(usize, usize) -> f64,
    now: DateTime<Utc>,
) -> Vec<Option<RatingRow>> {
    let members = |side: usize| (0..before.len()).filter(move |&seat| sides[seat] == side);
    let won = |side: usize| members(side).any(|seat| winners[seat]);
    let last = sides.iter().max().map_or(0, |side| side + 1);
    let against = |seat: usize, side: usize| {
        let rows: Vec<&RatingRow> = members(side).map(|other| &before[other]).collect();
        let opponent = combined(&rows, now)?;
        let sum: f64 = members(side).map(|other| weight(seat, other)).sum();
        let weight = sum / rows.len() as f64;
        let outcome = result(won(sides[seat]), won(side));
        (weight > 0.0).then_some(Weighed { opponent, outcome, weight })
    };
    let after = |seat: usize| {
        let others = (0..last).filter(|&side| side != sides[seat]);
        let results: Vec<Weighed> = others.filter_map(|side| against(seat, side)).collect();
        changed(&before[seat], &results, winners[seat], now)
    };
    (0..before.len()).map(after).collect()
}

/// A result, and how much it counts.
struct Weighed {
    opponent: Glicko2Rating,
    outcome: Outcomes,
    weight: f64,
}

impl Weighed {
    /// The opponent's term in the sum by which the rating moves.
    fn term(&self, player: &Glicko2Rating) -> f64 {
        let deviation = self.opponent.deviation / SCALE;
        let g = 1.0 / (1.0 + 3.0 * (deviation / PI).powi(2)).sqrt();
        let distance = (player.rating - self.opponent.rating) / SCALE;
        let expected = 1.0 / (1.0 + (-g * distance).exp());
        g * (self.outcome.to_chess_points() - expected)
    }
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
    results: &[Weighed],
    won: bool,
    now: DateTime<Utc>,
) -> Option<RatingRow> {
    if results.is_empty() {
        return None;
    }
    let before = current(row, now);
    let whole: Vec<_> = results.iter().map(|result| (result.opponent, result.outcome)).collect();
    let whole = glicko2_rating_period(&before, &whole, &Glicko2Config::new());
    let moved: f64 = results.iter().map(|result| result.weight * result.term(&before)).sum();
    let weight = results.iter().map(|result| result.weight).sum::<f64>() / results.len() as f64;
    let part = |from: f64, to: f64| from + weight * (to - from);
    let deviation = part(before.deviation, whole.deviation).min(START_DEVIATION);
    let volatility = part(before.volatility, whole.volatility);
    Some(RatingRow {
        rating: before.rating + whole.deviation.powi(2) / SCALE * moved,
        deviation,
        volatility,
        settled_until: settled_until(deviation, volatility, now),
        matches: row.matches.saturating_add(1),
        wins: row.wins.saturating_add(u32::from(won)),
        updated_at: now,
        ..row.clone()
    })
}

/// A standing as it is by now, the time without matches considered.
fn current(row: &RatingRow, now: DateTime<Utc>) -> Glicko2Rating {
    let rating =
        Glicko2Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility };
    let idle = (now - row.updated_at).num_seconds() / Duration::days(IDLE_DAYS).num_seconds();
    (0..idle.clamp(0, MOST_IDLE_PERIODS)).fold(rating, |rating, _| decay_deviation(&rating))
}

/// One opponent who stands for a whole side.
fn combined(members: &[&RatingRow], now: DateTime<Utc>) -> Option<Glicko2Rating> {
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
        let settled_until = settled_until(deviation, START_VOLATILITY, at(0));
        let fresh = fresh(account, &"trset-2".into(), Ladder::People, at(0));
        RatingRow { rating, deviation, settled_until, ..fresh }
    }

    fn sum(rows: &[RatingRow]) -> f64 {
        rows.iter().map(|row| row.rating).sum()
    }

    /// Every player is a side, and all results count.
    fn alone(before: &[RatingRow], winners: &[bool], now: DateTime<Utc>) -> Vec<RatingRow> {
        let sides: Vec<usize> = (0..before.len()).collect();
        all(rate(before, &sides, winners, |_, _| 1.0, now))
    }

    fn all(rows: Vec<Option<RatingRow>>) -> Vec<RatingRow> {
        rows.into_iter().collect::<Option<_>>().expect("everybody has results")
    }

    /// The example of Glickman's paper, opponents one after the other.
    #[test]
    fn the_published_example_holds() {
        let player = row("p", 1500.0, 200.0);
        let results: Vec<_> =
            [(1400.0, 30.0, true), (1550.0, 100.0, false), (1700.0, 300.0, false)]
                .into_iter()
                .map(|(rating, deviation, won)| Weighed {
                    opponent: current(&row("o", rating, deviation), at(0)),
                    outcome: if won { Outcomes::WIN } else { Outcomes::LOSS },
                    weight: 1.0,
                })
                .collect();
        let after = changed(&player, &results, false, at(0)).unwrap();
        assert!((after.rating - 1464.06).abs() < 0.1, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.1, "{after:?}");
    }

    #[test]
    fn of_two_the_winner_gains_what_the_loser_loses() {
        let two = [row("a", 1500.0, 350.0), row("b", 1500.0, 350.0)];
        let after = alone(&two, &[false, true], at(1));
        assert!(after[0].rating < 1500.0 && after[1].rating > 1500.0, "{after:?}");
        assert!((sum(&after) - 3000.0).abs() < 1e-6);
        assert!(after.iter().all(|row| row.deviation < 350.0 && row.matches == 1));
        assert_eq!((after[0].wins, after[1].wins), (0, 1));
        assert_eq!(after[0].updated_at, at(1));
    }

    #[test]
    fn half_a_result_moves_half_as_far() {
        let two = [row("a", 1500.0, 350.0), row("b", 1600.0, 90.0)];
        let rated = |weight: f64| rate(&two, &[0, 1], &[true, false], |_, _| weight, at(0));
        let (whole, half) = (all(rated(1.0)), all(rated(0.5)));
        for ((before, whole), half) in two.iter().zip(&whole).zip(&half) {
            let ways: [fn(&RatingRow) -> f64; 3] =
                [|row| row.rating, |row| row.deviation, |row| row.volatility];
            for way in ways {
                let (whole, half) = (way(whole) - way(before), way(half) - way(before));
                assert!((whole - 2.0 * half).abs() < 1e-9, "{whole} {half}");
            }
        }
        assert_eq!(rated(0.0), [None, None], "and no match is counted");
    }

    #[test]
    fn each_opponents_result_has_its_own_weight() {
        let three = [row("a", 1500.0, 100.0), row("b", 1900.0, 100.0), row("c", 1100.0, 100.0)];
        let gain = |of_b: f64, of_c: f64| {
            let weight = |_: usize, other: usize| [0.0, of_b, of_c][other];
            let after = rate(&three, &[0, 1, 2], &[true, false, false], weight, at(0));
            after[0].as_ref().map_or(0.0, |row| row.rating - 1500.0)
        };
        let (both, only_b, less) = (gain(1.0, 1.0), gain(1.0, 0.0), gain(0.01, 1.0));
        assert!(both > only_b && only_b > 5.0 * less, "{both} {only_b} {less}");
        assert_eq!(gain(0.0, 0.0), 0.0);
    }

    #[test]
    fn a_surprise_moves_more_than_what_was_expected() {
        let two = [row("strong", 1800.0, 60.0), row("weak", 1400.0, 60.0)];
        let expected = alone(&two, &[true, false], at(0));
        let surprise = alone(&two, &[false, true], at(0));
        assert!(surprise[1].rating - 1400.0 > 3.0 * (expected[0].rating - 1800.0));
    }

    #[test]
    fn partners_gain_together_and_the_sum_stays() {
        let before = [("n", 1600.0), ("e", 1600.0), ("s", 1400.0), ("w", 1400.0)]
            .map(|(name, rating)| row(name, rating, 80.0));
        let winners = [true, false, true, false];
        let after = all(rate(&before, &[0, 1, 0, 1], &winners, |_, _| 1.0, at(0)));
        let names: Vec<_> = after.iter().map(|row| row.account.as_str()).collect();
        assert_eq!(names, ["n", "e", "s", "w"]);
        for ((before, after), won) in before.iter().zip(&after).zip(winners) {
            assert_eq!(after.rating > before.rating, won, "{after:?}");
        }
        assert!((sum(&after) - 6000.0).abs() < 1.0, "{after:?}");
    }

    #[test]
    fn a_side_counts_as_much_as_its_members_do() {
        let before = ["n", "e", "s", "w"].map(|name| row(name, 1500.0, 80.0));
        let rated = |weight: fn(usize, usize) -> f64| {
            let after = rate(&before, &[0, 1, 0, 1], &[true, false, true, false], weight, at(0));
            after[0].as_ref().unwrap().rating - 1500.0
        };
        let (both, one) = (rated(|_, _| 1.0), rated(|_, other| f64::from(other == 1)));
        assert!((both - 2.0 * one).abs() < 1e-9, "{both} {one}");
    }

    #[test]
    fn of_three_the_winner_gains_from_both() {
        let three = ["a", "b", "c"].map(|name| row(name, 1500.0, 100.0));
        let after = alone(&three, &[true, false, false], at(0));
        assert!(after[0].rating > 1500.0 && after[1].rating < 1500.0);
        assert!((after[1].rating - after[2].rating).abs() < 1e-9);
        assert!((sum(&after) - 4500.0).abs() < 0.1);
        // Two share the win: a draw between them, and the third pays for it.
        let shared = alone(&three, &[true, true, false], at(0));
        assert!((shared[0].rating - shared[1].rating).abs() < 1e-9);
        assert!(shared[0].rating > 1500.0 && shared[0].rating < after[0].rating);
        assert_eq!(shared.iter().map(|row| row.wins).collect::<Vec<_>>(), [1, 1, 0]);
    }

    #[test]
    fn of_six_who_wins_gains_from_all_and_the_others_lose_alike() {
        let six = ["a", "b", "c", "d", "e", "f"].map(|name| row(name, 1500.0, 100.0));
        let won = [false, false, false, true, false, false];
        let after = alone(&six, &won, at(0));
        assert_eq!(after.len(), 6);
        for (row, won) in after.iter().zip(won) {
            assert_eq!((row.rating > 1500.0, row.wins), (won, u32::from(won)), "{after:?}");
            assert!(won || (row.rating - after[0].rating).abs() < 1e-9);
        }
        assert!((sum(&after) - 9000.0).abs() < 1.0, "{after:?}");
    }

    #[test]
    fn nobody_winning_is_a_draw() {
        let two = [row("a", 1500.0, 100.0), row("b", 1500.0, 100.0)];
        let after = alone(&two, &[false, false], at(0));
        assert!(after.iter().all(|row| (row.rating - 1500.0).abs() < 1e-9 && row.wins == 0));
    }

    #[test]
    fn who_did_not_play_for_long_is_less_certain() {
        let row = row("a", 1700.0, 50.0);
        assert_eq!(current(&row, at(29)).deviation, 50.0);
        let year = current(&row, at(360)).deviation;
        assert!((50.0..80.0).contains(&year), "{year}");
        assert_eq!(current(&row, at(1_000_000)).deviation, 350.0);
        assert!(is_settled(&row, at(360)) && !is_settled(&row, at(1_000_000)));
    }

    #[test]
    fn a_rating_is_settled_as_long_as_its_deviation_is_110_at_most() {
        for deviation in [30.0, 50.0, 109.9, 110.0] {
            let row = row("a", 1700.0, deviation);
            for days in 0..4000 {
                let known = current(&row, at(days)).deviation <= SETTLED;
                assert_eq!(is_settled(&row, at(days)), known, "{deviation}, after {days} days");
            }
        }
        assert!(!is_settled(&row("a", 1700.0, 110.1), at(0)));
        let played = |matches| RatingRow { matches, ..row("a", 1700.0, 300.0) };
        assert!(is_newcomer(&played(9), at(0)) && !is_newcomer(&played(10), at(0)));
        assert!(!is_newcomer(&row("a", 1700.0, 80.0), at(0)));
    }

    #[test]
    fn matches_settle_a_rating() {
        let mut two = [row("a", 1500.0, 350.0), row("b", 1500.0, 80.0)];
        let mut matches = 0;
        while !is_settled(&two[0], at(0)) {
            assert_eq!(two[0].settled_until, None);
            two[0] = alone(&two, &[matches % 2 == 0, matches % 2 == 1], at(0)).remove(0);
            matches += 1;
        }
        assert_eq!(matches, 11);
    }

    #[test]
    fn an_odd_match_changes_nothing_and_breaks_nothing() {
        let one = [row("a", 1500.0, 100.0)];
        assert_eq!(rate(&one, &[0], &[true], |_, _| 1.0, at(0)), [None]);
        assert!(rate(&[], &[], &[], |_, _| 1.0, at(0)).is_empty());
    }
}
