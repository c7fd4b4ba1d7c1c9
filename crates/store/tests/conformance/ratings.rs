//! Ratings.

use std::sync::Arc;

use vzetek_store::{AccountKind, RatingRow, Write};

use crate::place::Place;
use crate::samples::{account, add_people, stored_at};

on_both!(are_replaced, the_best_come_first);

pub fn rating(account: &str, kind: &str, rating: f64, deviation: f64) -> RatingRow {
    RatingRow {
        account: account.to_owned(),
        kind: kind.to_owned(),
        rating,
        deviation,
        volatility: 0.06,
        matches: 7,
        wins: 4,
        updated_at: stored_at(3),
    }
}

async fn are_replaced(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let first = rating("ana", "trset-2", 1500.0, 350.0);
    let next = RatingRow { rating: 1512.1 + 0.2, matches: 8, wins: 5, ..first.clone() };
    let other = rating("ana", "kifameno-2", 1600.0, 100.0);
    let robot = rating("robot", "trset-2", 1700.0, 60.0);
    store
        .write(&[
            Write::Ratings(vec![first, robot.clone()]),
            Write::Ratings(vec![other.clone(), next.clone()]),
            Write::Ratings(Vec::new()),
        ])
        .await
        .unwrap();
    assert_eq!(store.ratings_of("ana").await.unwrap(), [other, next.clone()]);
    let all = ["robot", "ana", "gost", "nobody"].map(str::to_owned);
    let mut found = store.ratings(&all, "trset-2").await.unwrap();
    found.sort_by(|a, b| a.account.cmp(&b.account));
    assert_eq!(found, [next, robot]);
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
        ("nekdo", AccountKind::Deleted),
    ] {
        store.add_account(&account(id, kind)).await.unwrap();
    }
    let kind = "trset-2";
    store
        .write(&[Write::Ratings(vec![
            // Less twice the deviation: 1300, 1500, 1300, 1300.
            rating("ana", kind, 1500.0, 100.0),
            rating("robot", kind, 1600.0, 50.0),
            rating("eva", kind, 2000.0, 350.0),
            rating("Zoja", kind, 1400.0, 50.0),
            rating("iva", "kifameno-2", 2500.0, 50.0),
            rating("gost", kind, 2500.0, 50.0),
            rating("nekdo", kind, 2500.0, 50.0),
        ])])
        .await
        .unwrap();
    let best = async |limit| -> Vec<String> {
        let rows = store.leaderboard(kind, limit).await.unwrap();
        rows.into_iter().map(|row| row.account).collect()
    };
    // Equal ones in the order of their ids' bytes, on both back ends.
    assert_eq!(best(10).await, ["robot", "Zoja", "ana", "eva"]);
    assert_eq!(best(2).await, ["robot", "Zoja"]);
    assert_eq!(best(0).await, [""; 0]);
}
