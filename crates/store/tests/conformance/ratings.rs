//! Ratings.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use vzetek_store::{
    AccountKind, Ladder, MatchEnd, MatchRating, MetRow, RatedRow, RatingRow, RatingStep,
    ResultsRow, StoreError, Write,
};

use crate::place::Place;
use crate::samples::{account, add_people, at, finish, game, stored_at, table};

on_both!(
    are_replaced,
    the_best_come_first,
    the_history_is_told_in_order,
    a_match_may_end_after_its_last_deal,
    who_met_whom_is_known,
);

pub fn rating(account: &str, kind: &str, rating: f64, deviation: f64) -> RatingRow {
    RatingRow {
        account: account.to_owned(),
        kind: kind.to_owned(),
        ladder: Ladder::People,
        rating,
        deviation,
        volatility: 0.06,
        matches: 7,
        wins: 4,
        updated_at: stored_at(3),
        settled_until: Some(stored_at(100)),
    }
}

/// Ratings after a match whose end comes in no batch of the test.
pub fn rated(rows: Vec<RatingRow>) -> Write {
    Write::Ratings { game: "elsewhere".to_owned(), rows }
}

/// A match that counted for a player on a ladder.
pub fn counted(ladder: Ladder, before: i32, after: i32) -> Option<MatchRating> {
    Some(MatchRating { ladder, step: Some(RatingStep { before, after, settled: after > 1500 }) })
}

const PEOPLE: Ladder = Ladder::People;

async fn are_replaced(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let first = rating("ana", "trset-2", 1500.0, 350.0);
    let next = RatingRow { rating: 1512.1 + 0.2, matches: 8, wins: 5, ..first.clone() };
    let other = rating("ana", "kifameno-2", 1600.0, 100.0);
    let with_bots = RatingRow { ladder: Ladder::Bots, settled_until: None, ..first.clone() };
    let robot = rating("robot", "trset-2", 1700.0, 60.0);
    store
        .write(&[
            rated(vec![first, robot.clone()]),
            rated(vec![with_bots.clone(), other.clone(), next.clone()]),
            rated(Vec::new()),
        ])
        .await
        .unwrap();
    assert_eq!(store.ratings_of("ana").await.unwrap(), [other, with_bots.clone(), next.clone()]);
    let all = ["robot", "ana", "gost", "nobody"].map(str::to_owned);
    let mut found = store.ratings(&all, "trset-2").await.unwrap();
    found.sort_by_key(|row| (row.account.clone(), row.ladder));
    assert_eq!(found, [next, with_bots, robot]);
    assert_eq!(store.ratings(&[], "trset-2").await.unwrap(), []);
    assert_eq!(store.ratings_of("nobody").await.unwrap(), []);
}

async fn the_best_come_first(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    for (id, kind) in [
        ("eva", AccountKind::Person),
        ("Zoja", AccountKind::Person),
        ("iva", AccountKind::Person),
        ("maja", AccountKind::Person),
        ("tine", AccountKind::Person),
        ("nekdo", AccountKind::Deleted),
    ] {
        store.add_account(&account(id, kind)).await.unwrap();
    }
    let kind = "trset-2";
    let bots =
        |account, value| RatingRow { ladder: Ladder::Bots, ..rating(account, kind, value, 50.0) };
    store
        .write(&[rated(vec![
            // Less twice the deviation: 1300, 1500, 1300, 1300.
            rating("ana", kind, 1500.0, 100.0),
            rating("robot", kind, 1600.0, 50.0),
            bots("robot", 1600.0),
            bots("eva", 2100.0),
            rating("eva", kind, 1700.0, 100.0),
            rating("Zoja", kind, 1400.0, 50.0),
            // Not settled, or not any more.
            RatingRow { settled_until: None, ..rating("maja", kind, 2500.0, 350.0) },
            RatingRow { settled_until: Some(stored_at(50)), ..rating("tine", kind, 2500.0, 50.0) },
            rating("iva", "kifameno-2", 2500.0, 50.0),
            rating("gost", kind, 2500.0, 50.0),
            rating("nekdo", kind, 2500.0, 50.0),
        ])])
        .await
        .unwrap();
    let best = async |ladder, now: DateTime<Utc>, limit| -> Vec<String> {
        let rows = store.leaderboard(kind, ladder, now, limit).await.unwrap();
        rows.into_iter().map(|row| row.account).collect()
    };
    // Equal ones in the order of their ids' bytes, on both back ends.
    assert_eq!(best(PEOPLE, stored_at(50), 10).await, ["eva", "Zoja", "ana"]);
    assert_eq!(best(PEOPLE, stored_at(49), 1).await, ["tine"]);
    assert_eq!(best(PEOPLE, stored_at(50), 0).await, [""; 0]);
    assert_eq!(best(PEOPLE, stored_at(100), 10).await, [""; 0]);
    assert_eq!(best(Ladder::Bots, stored_at(50), 10).await, ["robot"]);
}

async fn the_history_is_told_in_order(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.write(&[Write::OpenTable(table("t", 2))]).await.unwrap();
    // Rated are the even ones; written in another order than they ended.
    for number in (0..6_u32).rev() {
        let id = format!("g{number}");
        let mut row = game(&id, "t", 1, number + 1);
        let mut end = finish(&id, at(i64::from(number)));
        let after = 1500 + number as i32;
        end.players[0].rating = (number % 2 == 0).then(|| counted(PEOPLE, 1490, after)).flatten();
        end.players[0].won = Some(number != 4);
        if number == 5 {
            row.kind = "kifameno-2".to_owned();
            end.players[0].rating = counted(PEOPLE, 1490, 1400);
        }
        if number == 3 {
            end.players[0].rating = counted(Ladder::Bots, 1490, 1480);
            // For the other it did not count.
            end.players[1].rating = Some(MatchRating { ladder: Ladder::Bots, step: None });
        }
        store.write(&[Write::BeginGame(row), Write::FinishGame(end)]).await.unwrap();
    }
    store.write(&[Write::BeginGame(game("unfinished", "t", 2, 1))]).await.unwrap();
    let rated = |number: i32| RatedRow {
        game: format!("g{number}"),
        at: stored_at(i64::from(number)),
        step: RatingStep { before: 1490, after: 1500 + number, settled: number > 0 },
        won: number != 4,
    };
    let all = store.rating_history("ana", "trset-2", PEOPLE, 10).await.unwrap();
    assert_eq!(all, [rated(0), rated(2), rated(4)]);
    let latest = store.rating_history("ana", "trset-2", PEOPLE, 2).await.unwrap();
    assert_eq!(latest, [rated(2), rated(4)]);
    let other = store.rating_history("ana", "kifameno-2", PEOPLE, 10).await.unwrap();
    assert_eq!(other.iter().map(|row| row.step.after).collect::<Vec<_>>(), [1400]);
    let with_bots = store.rating_history("ana", "trset-2", Ladder::Bots, 10).await.unwrap();
    assert_eq!(with_bots.iter().map(|row| row.step.after).collect::<Vec<_>>(), [1480]);
    for (account, kind) in [("robot", "trset-2"), ("ana", "trset-3"), ("nobody", "trset-2")] {
        for ladder in [PEOPLE, Ladder::Bots] {
            assert_eq!(store.rating_history(account, kind, ladder, 10).await.unwrap(), []);
        }
    }
    let results = |kind: &str, games, wins| ResultsRow { kind: kind.to_owned(), games, wins };
    let ana = [results("kifameno-2", 1, 1), results("trset-2", 5, 4)];
    assert_eq!(store.results_of("ana").await.unwrap(), ana);
    let robot = [results("kifameno-2", 1, 0), results("trset-2", 5, 0)];
    assert_eq!(store.results_of("robot").await.unwrap(), robot);
    assert_eq!(store.results_of("nobody").await.unwrap(), []);
}

async fn a_match_may_end_after_its_last_deal(place: Arc<Place>) {
    let store = &place.store;
    crate::samples::begin(&**store).await;
    let rate = |game: &str, players: &[(MatchEnd, Option<MatchRating>)]| Write::EndMatch {
        game: game.to_owned(),
        players: players.to_vec(),
    };
    let won = MatchEnd { won: true, forfeited: false };
    let left = MatchEnd { won: false, forfeited: true };
    let mut end = finish("g", at(1));
    for player in &mut end.players {
        (player.match_end, player.rating) = (None, None);
    }
    let both = [(won, counted(PEOPLE, 1500, 1510)), (left, counted(PEOPLE, 1490, 1480))];
    let early = store.write(&[rate("g", &both), Write::FinishGame(end.clone())]).await;
    assert!(matches!(early, Err(StoreError::Refused(_))), "{early:?}");
    // In one batch too, in order; and again, if the answer was lost.
    for batch in [vec![Write::FinishGame(end), rate("g", &both)], vec![rate("g", &both)]] {
        store.write(&batch).await.unwrap();
    }
    for (account, after) in [("ana", 1510), ("robot", 1480)] {
        let history = store.rating_history(account, "trset-2", PEOPLE, 10).await.unwrap();
        assert_eq!(history.iter().map(|row| row.step.after).collect::<Vec<_>>(), [after]);
    }
    let stored = store.game("g").await.unwrap().expect("it is there").row.players;
    let ends: Vec<_> = stored.iter().map(|player| (player.match_end, player.rating)).collect();
    assert_eq!(ends, both.map(|(end, rating)| (Some(end), rating)));
    for wrong in [
        rate("g", &[(won, counted(PEOPLE, 1500, 1511)), both[1]]),
        rate("g", &[(won, None), both[1]]),
        rate("g", &[both[0], both[1], (won, None)]),
        rate("none", &both),
    ] {
        let answer = store.write(std::slice::from_ref(&wrong)).await;
        assert!(matches!(answer, Err(StoreError::Refused(_))), "{wrong:?}: {answer:?}");
    }
}

async fn who_met_whom_is_known(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.write(&[Write::OpenTable(table("t", 2))]).await.unwrap();
    for number in 1..=5_u32 {
        let id = format!("g{number}");
        let mut row = game(&id, "t", 1, number);
        let mut end = finish(&id, at(i64::from(number)));
        for player in &mut end.players {
            // The second one was not rated.
            player.rating = (number != 2).then_some(MatchRating { ladder: PEOPLE, step: None });
        }
        match number {
            3 => row.kind = "kifameno-2".to_owned(),
            4 => {
                // They changed places.
                for players in [&mut row.players, &mut end.players] {
                    players[0].seat = 1;
                    players[1].seat = 0;
                }
            }
            _ => {}
        }
        store.write(&[Write::BeginGame(row), Write::FinishGame(end)]).await.unwrap();
    }
    store.write(&[Write::BeginGame(game("unfinished", "t", 2, 1))]).await.unwrap();
    let met = async |account: &str, others: &[&str], since| {
        let others: Vec<String> = others.iter().map(ToString::to_string).collect();
        let mut rows = store.met(account, &others, "trset-2", stored_at(since)).await.unwrap();
        rows.sort();
        rows
    };
    let row = |seat, other: &str| MetRow { seat, other: other.to_owned(), other_seat: 1 - seat };
    let robot = [row(0, "robot"), row(0, "robot"), row(1, "robot")];
    assert_eq!(met("ana", &["robot", "gost"], 0).await, robot);
    assert_eq!(met("ana", &["robot"], 4).await, robot[1..], "those of that moment too");
    assert_eq!(met("robot", &["ana"], 5).await, [row(1, "ana")]);
    assert_eq!(met("ana", &["robot"], 6).await, []);
    assert_eq!(met("ana", &["gost"], 0).await, []);
    assert_eq!(met("ana", &[], 0).await, []);
}
