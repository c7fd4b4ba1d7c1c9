//! Sessions and tokens.

use std::sync::Arc;

use chrono::TimeDelta;
use vzetek_store::{Account, AccountKind, SessionRow, StoreError};

use crate::place::Place;
use crate::samples::{account, add_people, at, stored_at};

on_both!(
    time_passes_no_faster_than_it_may,
    expire,
    are_renewed,
    are_forgotten,
    end_when_the_account_changes,
    belong_to_accounts,
    are_found_to_have_ended,
);

fn session(number: u8, account: &str, until: Option<i64>) -> SessionRow {
    SessionRow {
        token_hash: vec![number; 32],
        account: account.to_owned(),
        created_at: stored_at(0),
        expires_at: until.map(stored_at),
    }
}

async fn expire(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let short = session(1, "ana", Some(10));
    let token = session(2, "robot", None);
    store.add_session(&short).await.unwrap();
    store.add_session(&token).await.unwrap();

    let early = stored_at(10) - TimeDelta::microseconds(1);
    assert_eq!(store.session(&[1; 32], early).await.unwrap(), Some(short));
    assert_eq!(store.session(&[1; 32], stored_at(10)).await.unwrap(), None);
    assert_eq!(store.session(&[2; 32], at(1_000_000_000)).await.unwrap(), Some(token.clone()));
    assert_eq!(store.session(&[3; 32], early).await.unwrap(), None);

    assert_eq!(store.remove_expired_sessions(early).await.unwrap(), 0);
    assert_eq!(store.remove_expired_sessions(stored_at(10)).await.unwrap(), 1);
    assert_eq!(store.remove_expired_sessions(stored_at(10)).await.unwrap(), 0);
    assert_eq!(store.session(&[1; 32], early).await.unwrap(), None);
    assert_eq!(store.session(&[2; 32], early).await.unwrap(), Some(token));
}

/// A clock that is wrong for a while must not let anything expire for good.
async fn time_passes_no_faster_than_it_may(place: Arc<Place>) {
    let store = &place.store;
    let hour = TimeDelta::hours(1);
    let pass = async |seconds| store.pass_time(at(seconds), hour).await.unwrap();
    assert_eq!(pass(0).await, stored_at(0), "nothing is known yet");
    assert_eq!(pass(60).await, stored_at(60));
    let far_ahead = 100 * 24 * 3600;
    assert_eq!(pass(far_ahead).await, stored_at(60 + 3600));
    assert_eq!(pass(far_ahead).await, stored_at(60 + 2 * 3600));
    assert_eq!(pass(120).await, stored_at(120), "the clock was mended");
    assert_eq!(place.another().await.pass_time(at(180), hour).await.unwrap(), stored_at(180));
}

async fn are_renewed(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.add_session(&session(1, "ana", Some(10))).await.unwrap();
    store.add_session(&session(2, "robot", None)).await.unwrap();
    let renew = async |number: u8, due, until| {
        store.renew_sessions(&[vec![number; 32]], stored_at(due), at(until)).await.unwrap();
        let row = store.session(&[number; 32], stored_at(0)).await.unwrap();
        row.and_then(|row| row.expires_at)
    };
    assert_eq!(renew(1, 10, 20).await, Some(stored_at(20)));
    assert_eq!(renew(1, 10, 30).await, Some(stored_at(20)), "renewed by somebody else meanwhile");
    assert_eq!(renew(1, 25, 40).await, Some(stored_at(40)));
    assert_eq!(renew(2, 10, 20).await, None, "a token without an end gets none");
    assert!(store.session(&[2; 32], stored_at(1000)).await.unwrap().is_some());
    assert_eq!(renew(3, 10, 20).await, None);
    assert_eq!(store.session(&[3; 32], stored_at(0)).await.unwrap(), None, "none is made");

    store.add_session(&session(4, "ana", Some(10))).await.unwrap();
    let many: Vec<Vec<u8>> = (0..1200_u16)
        .map(|number| if number == 1199 { vec![4; 32] } else { number.to_be_bytes().repeat(16) })
        .collect();
    store.renew_sessions(&many, stored_at(10), at(50)).await.unwrap();
    let row = store.session(&[4; 32], stored_at(0)).await.unwrap();
    assert_eq!(row.and_then(|row| row.expires_at), Some(stored_at(50)));
    assert_eq!(renew(1, 10, 50).await, Some(stored_at(40)), "not among them");
    store.renew_sessions(&[], stored_at(1000), at(2000)).await.unwrap();
}

async fn are_forgotten(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    for number in 1..=4 {
        let whose = if number == 4 { "gost" } else { "ana" };
        store.add_session(&session(number, whose, Some(10))).await.unwrap();
    }
    let known = async |number: u8| store.session(&[number; 32], at(0)).await.unwrap().is_some();

    store.remove_session(&[1; 32]).await.unwrap();
    store.remove_session(&[1; 32]).await.unwrap();
    assert!(!known(1).await && known(2).await && known(3).await && known(4).await);
}

/// With the account, or not at all.
async fn end_when_the_account_changes(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    for number in 1..=4 {
        let whose = if number == 4 { "gost" } else { "ana" };
        store.add_session(&session(number, whose, Some(10))).await.unwrap();
    }
    let known = async |number: u8| store.session(&[number; 32], at(0)).await.unwrap().is_some();
    let ana = store.account("ana").await.unwrap().unwrap();
    let before = ana.password_hash.clone();
    let with = |hash: &str| Account { password_hash: Some(hash.to_owned()), ..ana.clone() };

    let new = with("$new");
    let keep: &[u8] = &[2; 32];
    assert!(store.change_account(&new, before.as_deref(), Some(keep)).await.unwrap());
    assert!(!known(1).await && known(2).await && !known(3).await && known(4).await);
    assert_eq!(store.account("ana").await.unwrap(), Some(new.clone()));

    // A change that began with an earlier password comes too late.
    for late in [before.as_deref(), None] {
        assert!(!store.change_account(&with("$late"), late, None).await.unwrap());
    }
    // And a name that is taken takes nothing with it.
    let taken = Account { name_key: "robot".to_owned(), ..with("$taken") };
    let answer = store.change_account(&taken, Some("$new"), None).await;
    assert!(matches!(answer, Err(StoreError::NameTaken(_))), "{answer:?}");
    assert_eq!(store.account("ana").await.unwrap(), Some(new));
    assert!(known(2).await && known(4).await);

    assert!(store.change_account(&with("$newer"), Some("$new"), None).await.unwrap());
    assert!(!known(2).await && known(4).await);
}

async fn belong_to_accounts(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let of_nobody = store.add_session(&session(1, "nobody", None)).await;
    assert!(matches!(of_nobody, Err(StoreError::Refused(_))), "{of_nobody:?}");
    let row = SessionRow { created_at: at(0), ..session(1, "ana", None) };
    store.add_session(&row).await.unwrap();
    store.add_session(&row).await.unwrap();
    let stolen = store.add_session(&session(1, "gost", None)).await;
    assert!(matches!(stolen, Err(StoreError::Refused(_))), "{stolen:?}");
}

async fn are_found_to_have_ended(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let own = Account { owner: Some("ana".to_owned()), ..account("own", AccountKind::Bot) };
    store.add_account(&own).await.unwrap();
    for (number, account) in [(1, "ana"), (2, "ana"), (3, "own")] {
        store.add_session(&session(number, account, None)).await.unwrap();
    }
    let hash = |number: u8| vec![number; 32];
    let ended = async |numbers: &[u8]| {
        let hashes: Vec<Vec<u8>> = numbers.iter().map(|&number| hash(number)).collect();
        let ended = store.ended_sessions(&hashes).await.unwrap();
        ended.iter().map(|hash| hash[0]).collect::<Vec<u8>>()
    };
    assert!(ended(&[]).await.is_empty());
    assert_eq!(ended(&[1, 2, 3, 9]).await, [9]);
    store.remove_session(&hash(2)).await.unwrap();
    assert_eq!(ended(&[1, 2, 3]).await, [2]);
    let many: Vec<Vec<u8>> =
        (0..1100_u32).map(|n| n.to_be_bytes().to_vec()).chain([hash(1)]).collect();
    assert_eq!(store.ended_sessions(&many).await.unwrap().len(), 1100);
    // An account that is no more takes its bots with it.
    let ana = store.account("ana").await.unwrap().unwrap();
    let gone = Account {
        name: String::new(),
        name_key: String::new(),
        kind: AccountKind::Deleted,
        password_hash: None,
        ..ana.clone()
    };
    assert!(store.change_account(&gone, ana.password_hash.as_deref(), None).await.unwrap());
    assert_eq!(ended(&[1, 3]).await, [1, 3]);
}
