//! The ratings of the record: each match has changed them once, and nothing else has.

use std::collections::{HashMap, HashSet};

use vzetek_protocol::GameOptions;
use vzetek_store::{GameRow, Ladder, RatingKey, RatingRow, RatingStep, StoredGame};

/// The rating of a new account.
const FIRST: i32 = 1500;

/// The matches after which an account is no newcomer (`NEWCOMERS_MATCHES` of the server).
const NEWCOMERS_MATCHES: usize = 10;

/// A match that changed an account's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    table: String,
    match_number: u32,
    step: RatingStep,
    won: bool,
}

/// The changes of each rating, as the record of finished matches has them.
#[derive(Debug, Default)]
pub struct Ratings {
    changes: HashMap<RatingKey, Vec<Change>>,
    /// The finished matches that are rated: the last deal of each.
    matches: Vec<GameRow>,
}

impl Ratings {
    /// Takes a finished deal. Returns what is wrong.
    pub fn take(&mut self, stored: &StoredGame) -> Option<String> {
        let row = &stored.row;
        let rated = row.players.iter().any(|player| player.rating.is_some());
        let over = row.players.iter().any(|player| player.match_end.is_some());
        if stored.private || !over {
            let why = if stored.private { "at a private table" } else { "before its match ended" };
            return rated.then(|| format!("deal {} changed ratings {why}", row.id));
        }
        for player in &row.players {
            let rating = player.rating.and_then(|rating| Some((rating.ladder, rating.step?)));
            let Some((ladder, step)) = rating else { continue };
            let (account, kind) = (player.account.clone(), row.kind.clone());
            let won = player.match_end.is_some_and(|end| end.won);
            let (table, match_number) = (row.table.clone(), row.match_number);
            let change = Change { table, match_number, step, won };
            self.changes.entry(RatingKey { account, kind, ladder }).or_default().push(change);
        }
        self.matches.push(row.clone());
        None
    }

    /// The number of changes.
    pub fn count(&self) -> usize {
        self.changes.values().map(Vec::len).sum()
    }

    /// Checks the changes against the rules by which a match counts for a player, and against
    /// all ratings of the players. Returns what does not fit.
    pub fn check(&self, now: &[RatingRow]) -> Vec<String> {
        let mut found: Vec<String> = self.matches.iter().flat_map(|row| self.counts(row)).collect();
        let mut followed = HashSet::new();
        for row in now {
            let changes = self.changes.get(&row.key()).map_or(&[][..], Vec::as_slice);
            if let Err(wrong) = follow(changes, row) {
                found.push(format!("the rating {}: {wrong}", row.key()));
            }
            followed.insert(row.key());
        }
        let lost = self.changes.keys().filter(|key| !followed.contains(key));
        found.extend(lost.map(|key| format!("the rating {key} was changed and is not there")));
        found
    }

    /// Checks for which players a match counted: for newcomers, and for others against players
    /// who are not newcomers. Some faults set clocks wrong, so that the order of matches at two
    /// tables is not known; where that order decides, both results are accepted.
    fn counts(&self, row: &GameRow) -> Vec<String> {
        let options: GameOptions = match serde_json::from_value(row.options.clone()) {
            Ok(options) => options,
            Err(error) => return vec![format!("deal {}: {error}", row.id)],
        };
        let sides = options.sides();
        let newcomers: Vec<Option<bool>> =
            row.players.iter().map(|player| self.was_newcomer(&player.account, row)).collect();
        let wrong = |(seat, player): (usize, &vzetek_store::GamePlayerRow)| {
            let others = || (0..sides.len()).filter(|other| sides[*other] != sides[seat]);
            let must = newcomers[seat] == Some(true)
                || others().any(|other| newcomers[other] == Some(false));
            let may = newcomers[seat] != Some(false)
                || others().any(|other| newcomers[other] != Some(true));
            let does = player.rating.is_some_and(|rating| rating.step.is_some());
            let wrong = match does {
                true if !may => "counted for",
                false if must => "did not count for",
                _ => return None,
            };
            Some(format!("deal {}: its match {wrong} {}", row.id, player.account))
        };
        row.players.iter().enumerate().filter_map(wrong).collect()
    }

    /// Says if an account was a newcomer before a match; `None` if the order of matches at
    /// several tables decides that.
    fn was_newcomer(&self, account: &str, row: &GameRow) -> Option<bool> {
        let (account, kind) = (account.to_owned(), row.kind.clone());
        let key = RatingKey { account, kind, ladder: Ladder::People };
        let changes = self.changes.get(&key).map_or(&[][..], Vec::as_slice);
        let here = |change: &&Change| change.table == row.table;
        let before =
            changes.iter().filter(here).filter(|change| change.match_number < row.match_number);
        let perhaps: Vec<&Change> =
            before.clone().chain(changes.iter().filter(|change| !here(change))).collect();
        let settled = perhaps.iter().any(|change| change.step.settled);
        if before.count() >= NEWCOMERS_MATCHES {
            Some(false)
        } else if perhaps.len() < NEWCOMERS_MATCHES && !settled {
            Some(true)
        } else {
            None
        }
    }
}

/// Checks that the changes of a rating can be put in an order in which each begins where the
/// one before ended, and that there are as many as the rating counts.
fn follow(changes: &[Change], now: &RatingRow) -> Result<(), String> {
    let won = changes.iter().filter(|change| change.won).count();
    if (changes.len(), won) != (now.matches as usize, now.wins as usize) {
        return Err(format!(
            "it counts {} matches, {} won; {} changed it, {won} won",
            now.matches,
            now.wins,
            changes.len()
        ));
    }
    let sorted = |last: i32, of: fn(&RatingStep) -> i32| {
        let mut all: Vec<i32> = changes.iter().map(|change| of(&change.step)).collect();
        all.push(last);
        all.sort_unstable();
        all
    };
    let last = now.rating.round() as i32;
    if sorted(last, |step| step.before) == sorted(FIRST, |step| step.after) {
        Ok(())
    } else {
        Err(format!("its changes do not lead from {FIRST} to {last}: {changes:?}"))
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use vzetek_store::{AccountKind, GamePlayerRow, MatchEnd, MatchRating};

    use super::*;

    fn step(before: i32, after: i32) -> RatingStep {
        RatingStep { before, after, settled: false }
    }

    /// A match of two at a table; each has this change of rating, or none.
    fn over(
        table: &str,
        match_number: u32,
        players: [(&str, Option<RatingStep>); 2],
    ) -> StoredGame {
        let player = |(seat, (account, step)): (u8, (&str, Option<RatingStep>))| GamePlayerRow {
            seat,
            account: account.to_owned(),
            name: String::new(),
            kind: AccountKind::Person,
            level: None,
            card_points: None,
            points: None,
            won: Some(seat == 0),
            forfeited: Some(false),
            match_end: Some(MatchEnd { won: seat == 0, forfeited: false }),
            rating: Some(MatchRating { ladder: Ladder::People, step }),
            moves: None,
        };
        let row = GameRow {
            id: format!("{table}{match_number}"),
            table: table.to_owned(),
            match_number,
            number: 1,
            kind: "trset-2".to_owned(),
            options: serde_json::to_value(GameOptions::of_kind("trset-2").unwrap()).unwrap(),
            dealer: 0,
            secret: String::new(),
            nonce_hashes: None,
            nonces: Vec::new(),
            started_at: DateTime::UNIX_EPOCH,
            players: (0..).zip(players).map(player).collect(),
        };
        StoredGame {
            row,
            private: false,
            finished_at: Some(DateTime::UNIX_EPOCH),
            result: None,
            move_count: 0,
            moves: Vec::new(),
            dropped: Vec::new(),
        }
    }

    fn row(account: &str, rating: f64, matches: u32, wins: u32) -> RatingRow {
        RatingRow {
            account: account.to_owned(),
            kind: "trset-2".to_owned(),
            ladder: Ladder::People,
            rating,
            deviation: 200.0,
            volatility: 0.06,
            matches,
            wins,
            updated_at: DateTime::UNIX_EPOCH,
            settled_until: None,
        }
    }

    fn check(matches: &[StoredGame], now: &[RatingRow]) -> Vec<String> {
        let mut ratings = Ratings::default();
        let mut found: Vec<String> = matches.iter().filter_map(|one| ratings.take(one)).collect();
        found.extend(ratings.check(now));
        found
    }

    #[test]
    fn ratings_follow_from_the_changes_of_matches_in_some_order() {
        let matches = [
            over("u", 1, [("b", Some(step(1480, 1510))), ("a", Some(step(1520, 1490)))]),
            over("t", 1, [("a", Some(step(1500, 1520))), ("b", Some(step(1500, 1480)))]),
        ];
        let now = [row("a", 1490.2, 2, 1), row("b", 1509.9, 2, 1)];
        assert_eq!(check(&matches, &now), [""; 0]);
        let finds = |now: &[RatingRow], words: &str| {
            let found = check(&matches, now);
            assert!(found.len() == 1 && found[0].contains(words), "{words}: {found:?}");
        };
        finds(&[row("a", 1490.0, 3, 1), now[1].clone()], "it counts 3 matches");
        finds(&[row("a", 1490.0, 2, 2), now[1].clone()], "2 won");
        finds(&[row("a", 1500.0, 2, 1), now[1].clone()], "do not lead from 1500 to 1500");
        finds(&now[..1], "is not there");
        // One that no match has changed.
        finds(&[now[0].clone(), now[1].clone(), row("c", 1520.0, 1, 1)], "0 changed it");
    }

    #[test]
    fn a_match_that_changed_nothing_is_found() {
        let newcomer = over("t", 1, [("a", Some(step(1500, 1520))), ("b", None)]);
        let found = check(&[newcomer], &[row("a", 1520.0, 1, 1)]);
        assert_eq!(found, ["deal t1: its match did not count for b"]);
        let mut lost = over("t", 1, [("a", None), ("b", None)]);
        assert_eq!(check(std::slice::from_ref(&lost), &[]).len(), 2);
        lost.row.players.iter_mut().for_each(|player| player.rating = None);
        assert_eq!(check(std::slice::from_ref(&lost), &[]).len(), 2);
        lost.private = true;
        assert_eq!(check(&[lost], &[]), [""; 0]);
    }

    #[test]
    fn private_tables_and_matches_that_go_on_change_nothing() {
        let won = || over("t", 1, [("a", Some(step(1500, 1520))), ("b", Some(step(1500, 1480)))]);
        let private = StoredGame { private: true, ..won() };
        assert!(check(&[private], &[])[0].contains("at a private table"));
        let mut goes_on = won();
        goes_on.row.players.iter_mut().for_each(|player| player.match_end = None);
        assert!(check(&[goes_on], &[])[0].contains("before its match ended"));
    }

    /// Ten matches of `a` against `b`, and one more against `c`, a newcomer.
    fn eleven(table: &str, last: [(&str, Option<RatingStep>); 2]) -> Vec<StoredGame> {
        let even = || Some(step(1500, 1500));
        let ten = (1..=10).map(|number| over("t", number, [("a", even()), ("b", even())]));
        ten.chain([over(table, 11, last)]).collect()
    }

    #[test]
    fn a_newcomer_does_not_count_for_others() {
        let even = || Some(step(1500, 1500));
        let wrong = |table, last| {
            let mut ratings = Ratings::default();
            let all = eleven(table, last);
            assert!(all.iter().all(|one| ratings.take(one).is_none()));
            let last = &all.last().unwrap().row;
            ratings.counts(last)
        };
        assert_eq!(wrong("t", [("a", None), ("c", even())]), [""; 0]);
        assert_eq!(
            wrong("t", [("a", even()), ("c", even())]),
            ["deal t11: its match counted for a"]
        );
        assert_eq!(
            wrong("t", [("a", None), ("b", even())]),
            ["deal t11: its match did not count for a"],
            "neither is a newcomer"
        );
        // At another table the order of the ten matches is not known.
        assert_eq!(wrong("u", [("a", None), ("c", even())]), [""; 0]);
        assert_eq!(wrong("u", [("a", even()), ("c", even())]), [""; 0]);
        assert_eq!(
            wrong("u", [("a", even()), ("c", None)]),
            ["deal u11: its match did not count for c"]
        );
    }
}
