//! Persons who follow others.

use std::sync::Arc;

use vzetek_store::{Account, AccountKind, FollowedRow, StoreError};

use crate::place::Place;
use crate::samples::{account, at};

on_both!(
    are_listed_in_the_order_in_which_they_came,
    are_persons_and_no_more_than_so_many,
    go_with_either_account,
);

async fn add(place: &Place, ids: &[&str], kind: AccountKind) {
    for id in ids {
        place.store.add_account(&account(id, kind)).await.unwrap();
    }
}

/// Those whom an account follows, by id, with a mark if they hide.
async fn followed(place: &Place, by: &str) -> Vec<String> {
    let rows = place.store.followed_by(by).await.unwrap();
    let marked = |FollowedRow { account, hidden }: FollowedRow| {
        if hidden { format!("{} hides", account.id) } else { account.id }
    };
    rows.into_iter().map(marked).collect()
}

async fn are_listed_in_the_order_in_which_they_came(place: Arc<Place>) {
    let store = &place.store;
    add(&place, &["ana", "bor", "cene", "dana"], AccountKind::Person).await;
    for (follower, whom, second) in [("ana", "dana", 1), ("ana", "bor", 2), ("bor", "ana", 3)] {
        assert!(store.follow(follower, whom, at(second), 10).await.unwrap());
    }
    // Once more changes nothing.
    assert!(store.follow("ana", "dana", at(9), 10).await.unwrap());
    assert_eq!(followed(&place, "ana").await, ["dana", "bor"]);
    assert_eq!(followed(&place, "bor").await, ["ana"]);
    assert!(followed(&place, "cene").await.is_empty());

    assert!(!store.is_hidden("bor").await.unwrap());
    for _ in 0..2 {
        store.hide("bor", true).await.unwrap();
    }
    assert!(store.is_hidden("bor").await.unwrap());
    assert_eq!(followed(&place, "ana").await, ["dana", "bor hides"]);
    store.hide("bor", false).await.unwrap();
    assert_eq!(followed(&place, "ana").await, ["dana", "bor"]);

    for _ in 0..2 {
        store.unfollow("ana", "dana").await.unwrap();
    }
    assert_eq!(followed(&place, "ana").await, ["bor"]);
    assert_eq!(followed(&place, "bor").await, ["ana"], "each follows for themselves");
}

async fn are_persons_and_no_more_than_so_many(place: Arc<Place>) {
    let store = &place.store;
    add(&place, &["ana", "bor", "cene", "dana"], AccountKind::Person).await;
    add(&place, &["guest"], AccountKind::Guest).await;
    add(&place, &["bot"], AccountKind::Bot).await;
    for (follower, whom) in
        [("ana", "guest"), ("ana", "bot"), ("ana", "nobody"), ("ana", "ana"), ("guest", "ana")]
    {
        let refused = store.follow(follower, whom, at(0), 10).await;
        assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    }
    assert!(store.follow("ana", "bor", at(0), 2).await.unwrap());
    assert!(store.follow("ana", "cene", at(1), 2).await.unwrap());
    assert!(!store.follow("ana", "dana", at(2), 2).await.unwrap());
    assert!(store.follow("ana", "cene", at(2), 2).await.unwrap(), "that one is known already");
    assert_eq!(followed(&place, "ana").await, ["bor", "cene"]);
    store.hide("guest", true).await.unwrap();
    assert!(!store.is_hidden("guest").await.unwrap(), "guests have nothing to hide");
}

async fn go_with_either_account(place: Arc<Place>) {
    let store = &place.store;
    add(&place, &["ana", "bor", "cene"], AccountKind::Person).await;
    for (follower, whom) in [("ana", "bor"), ("bor", "ana"), ("cene", "ana"), ("cene", "bor")] {
        assert!(store.follow(follower, whom, at(0), 10).await.unwrap());
    }
    store.hide("ana", true).await.unwrap();
    let ana = account("ana", AccountKind::Person);
    let so_far = ana.password_hash.clone();
    let gone = Account { kind: AccountKind::Deleted, password_hash: None, ..ana };
    assert!(store.change_account(&gone, so_far.as_deref(), None).await.unwrap());
    assert!(followed(&place, "ana").await.is_empty());
    assert!(followed(&place, "bor").await.is_empty());
    assert_eq!(followed(&place, "cene").await, ["bor"]);
    for table in ["following WHERE follower = 'ana' OR followed = 'ana'", "hidden_presences"] {
        let rows = place.query(&format!("SELECT count(*) || '' FROM {table}")).await;
        assert_eq!(rows, ["0"], "{table}");
    }
}
