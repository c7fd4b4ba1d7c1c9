//! Ratings that several writers move: the stored one decides.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::json;
use vzetek_store::{Ladder, MatchEnd, RatingKey, RatingRow, Store, StoreError, Write};

use crate::place::Place;
use crate::ratings::{counted, rated, rating};
use crate::samples::{
    add_people, at, begin, finish, game, move_of, mv, open_tables, stored_at, table,
};

on_both!(
    a_rating_that_has_moved_refuses_the_batch,
    a_first_rating_comes_once,
    the_same_batch_may_be_repeated,
    it_may_be_repeated_when_others_have_moved_on,
    equal_ratings_are_two_all_the_same,
    a_match_that_ends_twice_in_a_batch_is_rated,
    writers_at_the_same_time_lose_nothing,
    no_two_writers_wait_for_each_other,
);

fn key(account: &str) -> RatingKey {
    RatingKey { account: account.to_owned(), kind: "trset-2".to_owned(), ladder: Ladder::People }
}

/// The rating after another match.
fn next(row: &RatingRow, value: f64) -> RatingRow {
    RatingRow { rating: value, matches: row.matches + 1, ..row.clone() }
}

/// The rating of an account, which must have one.
async fn stored(store: &dyn Store, account: &str) -> RatingRow {
    let found = store.ratings(&[account.to_owned()], "trset-2").await.unwrap();
    let [row] = found.as_slice() else { panic!("{found:?}") };
    row.clone()
}

/// The ratings that the store names as moved.
fn moved(answer: Result<(), StoreError>) -> Vec<RatingKey> {
    match answer {
        Err(StoreError::RatingsMoved(keys)) => keys,
        answer => panic!("{answer:?}"),
    }
}

async fn a_rating_that_has_moved_refuses_the_batch(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    let (ana, robot) =
        (rating("ana", "trset-2", 1500.0, 80.0), rating("robot", "trset-2", 1600.0, 60.0));
    store.write(&[rated(vec![ana.clone(), robot.clone()])]).await.unwrap();
    let by_another = next(&ana, 1520.0);
    store.write(&[rated(vec![by_another.clone()])]).await.unwrap();
    let batch = |ana: &RatingRow, robot: &RatingRow| {
        [
            move_of("g", mv(1)),
            rated(vec![robot.clone()]),
            Write::TableState { table: "t".to_owned(), state: json!("new") },
            rated(vec![ana.clone()]),
        ]
    };
    // As many matches, another value; as well as older ones, and one too many.
    for wrong in [next(&ana, 1480.0), ana.clone(), next(&next(&by_another, 1.0), 2.0)] {
        let answer = store.write(&batch(&wrong, &next(&robot, 1590.0))).await;
        assert_eq!(moved(answer), [key("ana")], "{wrong:?}");
    }
    let both = [next(&ana, 1480.0), next(&next(&robot, 1.0), 2.0)];
    assert_eq!(moved(store.write(&batch(&both[0], &both[1])).await), [key("ana"), key("robot")]);
    assert_eq!(moved(store.write(&[rated(both.into())]).await), [key("ana"), key("robot")]);
    assert_eq!(stored(&**store, "ana").await, by_another);
    assert_eq!(stored(&**store, "robot").await, robot);
    assert_eq!(store.game("g").await.unwrap().unwrap().moves, []);
    assert_eq!(open_tables(&**store).await[0].state, None);
    // Other kinds and ladders are ratings of their own.
    let bots = RatingRow { ladder: Ladder::Bots, ..ana.clone() };
    let kind = RatingRow { kind: "trset-3".to_owned(), ..ana };
    store.write(&[rated(vec![bots, kind])]).await.unwrap();
    let right = next(&by_another, 1480.0);
    store.write(&batch(&right, &next(&robot, 1590.0))).await.unwrap();
    assert_eq!(store.game("g").await.unwrap().unwrap().moves, [mv(1)]);
}

async fn a_first_rating_comes_once(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let first = RatingRow { matches: 1, wins: 1, ..rating("ana", "trset-2", 1600.0, 300.0) };
    let other = RatingRow { rating: 1400.0, wins: 0, ..first.clone() };
    store.write(&[rated(vec![first.clone()])]).await.unwrap();
    assert_eq!(moved(store.write(&[rated(vec![other.clone()])]).await), [key("ana")]);
    // Two of one batch are no better: the second does not follow from the first.
    let robot = RatingRow { account: "robot".to_owned(), ..first.clone() };
    let twice = [rated(vec![robot.clone()]), rated(vec![RatingRow { rating: 1.0, ..robot }])];
    assert_eq!(moved(store.write(&twice).await), [key("robot")]);
    assert_eq!(stored(&**store, "ana").await, first);
    // One after the other is.
    let (second, third) = (next(&first, 1610.0), next(&next(&first, 1.0), 1620.0));
    store.write(&[rated(vec![second]), rated(vec![third.clone()])]).await.unwrap();
    assert_eq!(stored(&**store, "ana").await, third);
    assert_eq!(store.ratings(&["robot".to_owned()], "trset-2").await.unwrap(), []);
}

/// Two matches may move a rating from and to the very same value: only one of
/// them is stored with that.
async fn equal_ratings_are_two_all_the_same(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    let [ana, robot] = both();
    store.write(&[rated(vec![ana.clone()])]).await.unwrap();
    let equal = [ana.clone(), robot.clone()];
    assert!(moved(store.write(&last_deal(&equal)).await).contains(&key("ana")));
    assert_eq!(store.game("g").await.unwrap().unwrap().finished_at, None);
    store.write(&last_deal(&[next(&ana, 1520.0), robot])).await.unwrap();
    assert_eq!(stored(&**store, "ana").await.matches, ana.matches + 1);
}

/// The end of the deal `g`, which decides a match, with the ratings after it.
fn last_deal(rows: &[RatingRow]) -> [Write; 3] {
    let mut end = finish("g", at(60));
    for (player, won) in end.players.iter_mut().zip([true, false]) {
        player.match_end = Some(MatchEnd { won, forfeited: false });
        player.rating = counted(Ladder::People, 1500, 1510);
    }
    [
        move_of("g", mv(1)),
        Write::FinishGame(end),
        Write::Ratings { game: "g".to_owned(), rows: rows.to_vec() },
    ]
}

/// A match that somebody leaves after the deal `h`, with the ratings after it.
fn broken_off(rows: &[RatingRow]) -> [Write; 2] {
    let end = |won| (MatchEnd { won, forfeited: !won }, counted(Ladder::People, 1500, 1510));
    [
        Write::EndMatch { game: "h".to_owned(), players: vec![end(true), end(false)] },
        Write::Ratings { game: "h".to_owned(), rows: rows.to_vec() },
    ]
}

fn both() -> [RatingRow; 2] {
    // Times as no database keeps them.
    let row = |account, value| RatingRow {
        updated_at: at(4),
        settled_until: Some(at(100)),
        ..rating(account, "trset-2", value, 80.0)
    };
    [row("ana", 1510.1 + 0.2), row("robot", 1590.0)]
}

async fn the_same_batch_may_be_repeated(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    for _ in 0..3 {
        store.write(&last_deal(&both())).await.unwrap();
        store.write(&[rated(both().into())]).await.unwrap();
    }
    let kept = RatingRow {
        updated_at: stored_at(4),
        settled_until: Some(stored_at(100)),
        ..both()[0].clone()
    };
    assert_eq!(stored(&**store, "ana").await, kept);
}

/// The answer to a batch was lost, and the ratings in it moved on before it came
/// again: it is stored, and must not be done once more.
async fn it_may_be_repeated_when_others_have_moved_on(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    store.write(&last_deal(&both())).await.unwrap();
    let on = both().map(|row| next(&row, 1700.0));
    store.write(&[rated(on.to_vec())]).await.unwrap();
    store.write(&last_deal(&both())).await.unwrap();
    // Together with others, of which one is refused.
    let again = [&last_deal(&both())[..], &[rated(both().into())]].concat();
    assert_eq!(moved(store.write(&again).await), [key("ana"), key("robot")]);
    assert_eq!(stored(&**store, "ana").await.rating, 1700.0);

    store.write(&[Write::BeginGame(game("h", "t", 1, 2))]).await.unwrap();
    let left = broken_off(&on.clone().map(|row| next(&row, 1710.0)));
    let mut end = finish("h", at(70));
    for player in &mut end.players {
        (player.match_end, player.rating) = (None, None);
    }
    store.write(&[Write::FinishGame(end)]).await.unwrap();
    store.write(&left).await.unwrap();
    let later = on.map(|row| next(&next(&row, 1710.0), 1800.0));
    store.write(&[rated(later.to_vec())]).await.unwrap();
    store.write(&left).await.unwrap();
    assert_eq!(stored(&**store, "robot").await.rating, 1800.0);
}

async fn a_match_that_ends_twice_in_a_batch_is_rated(place: Arc<Place>) {
    let store = &place.store;
    begin(&**store).await;
    let twice = [last_deal(&both()), last_deal(&both())].concat();
    store.write(&twice).await.unwrap();
    assert_eq!(stored(&**store, "ana").await.rating, both()[0].rating);
}

const WRITERS: usize = 16;
const MATCHES: u32 = 25;

async fn writers_at_the_same_time_lose_nothing(place: Arc<Place>) {
    add_people(&*place.store).await;
    let other = place.another().await;
    let mut tasks = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let store = if writer % 2 == 0 { place.store.clone() } else { other.clone() };
        tasks.spawn(async move {
            let mut overtaken = 0;
            for number in 0..MATCHES {
                let when = at(i64::from(number) * 100 + writer as i64);
                while let Err(error) = store.write(&[one_more(&*store, when).await]).await {
                    assert!(matches!(error, StoreError::RatingsMoved(_)), "{error}");
                    overtaken += 1;
                }
            }
            overtaken
        });
    }
    let overtaken: u32 = tasks.join_all().await.into_iter().sum();
    assert!(overtaken > 0, "nobody met anybody");
    let ana = stored(&*place.store, "ana").await;
    let all = WRITERS as u32 * MATCHES;
    assert_eq!((ana.matches, ana.wins, ana.rating), (all, all, f64::from(all)));
    other.close().await;
}

/// One match more for ana, one of a kind of which she may have none yet.
async fn one_more(store: &dyn Store, when: DateTime<Utc>) -> Write {
    let found = store.ratings(&["ana".to_owned()], "trset-2").await.unwrap();
    let (matches, rating_so_far) = found.first().map_or((0, 0.0), |row| (row.matches, row.rating));
    let row = RatingRow {
        rating: rating_so_far + 1.0,
        matches: matches + 1,
        wins: matches + 1,
        updated_at: when,
        ..rating("ana", "trset-2", 0.0, 80.0)
    };
    rated(vec![row])
}

/// Two rate the same two accounts, in either order and with other writes between.
async fn no_two_writers_wait_for_each_other(place: Arc<Place>) {
    add_people(&*place.store).await;
    let (ana, robot) = (rating("ana", "trset-2", 1.0, 80.0), rating("robot", "trset-2", 1.0, 80.0));
    place.store.write(&[rated(vec![ana, robot])]).await.unwrap();
    let other = place.another().await;
    let mut tasks = tokio::task::JoinSet::new();
    for writer in 0..8 {
        let store = if writer % 2 == 0 { place.store.clone() } else { other.clone() };
        tasks.spawn(async move {
            for number in 0..25 {
                let id = format!("t{writer}-{number}");
                loop {
                    let mut ratings = Vec::new();
                    for account in ["ana", "robot"] {
                        let row = next(&stored(&*store, account).await, f64::from(number));
                        let updated_at = at(writer);
                        ratings.push(rated(vec![RatingRow { updated_at, ..row }]));
                    }
                    if writer % 4 < 2 {
                        ratings.reverse();
                    }
                    ratings.insert(1, Write::OpenTable(table(&id, 2)));
                    match store.write(&ratings).await {
                        Ok(()) => break,
                        Err(StoreError::RatingsMoved(_)) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(stored(&*place.store, "ana").await.matches, 7 + 8 * 25);
    assert_eq!(stored(&*place.store, "robot").await.matches, 7 + 8 * 25);
    other.close().await;
}
