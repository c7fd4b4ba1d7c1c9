//! Guests who have left no trace.

use std::sync::Arc;

use vzetek_store::{Account, AccountKind, GuestLimits, SessionRow, TableRow, Write};

use crate::place::Place;
use crate::samples::{account, add_people, game, player, stored_at, table};

on_both!(are_found_and_removed, are_looked_at_in_lots, who_comes_back_in_time_stays);

const LIMITS: fn() -> GuestLimits =
    || GuestLimits { made_before: stored_at(100), sessions_end_by: stored_at(200) };

async fn add(place: &Place, id: &str, made: i64) {
    let made_up = account(id, AccountKind::Guest);
    place.store.add_account(&Account { created_at: stored_at(made), ..made_up }).await.unwrap();
}

fn session(account: &str, hash: u8, ends: i64) -> SessionRow {
    SessionRow {
        token_hash: vec![hash; 32],
        account: account.to_owned(),
        created_at: stored_at(0),
        expires_at: Some(stored_at(ends)),
    }
}

async fn are_found_and_removed(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    for (number, id) in
        ["idle", "never", "opened", "seated", "played", "rated", "here"].into_iter().enumerate()
    {
        add(&place, id, number as i64 + 1).await;
    }
    add(&place, "late", 100).await;
    store.add_session(&session("idle", 1, 200)).await.unwrap();
    store.add_session(&session("here", 2, 200)).await.unwrap();
    store.add_session(&session("here", 3, 201)).await.unwrap();
    let mut row = game("g", "t", 1, 1);
    row.players[0] = player(0, "played", AccountKind::Guest);
    let opened = TableRow { creator: Some("opened".to_owned()), ..table("t", 2) };
    let seats = vec![None, Some("seated".to_owned())];
    store
        .write(&[
            Write::OpenTable(opened),
            Write::Seats { table: "t".to_owned(), seats },
            Write::BeginGame(row),
            crate::ratings::rated(vec![crate::ratings::rating("rated", "trset-2", 1500.0, 80.0)]),
        ])
        .await
        .unwrap();

    let page = store.unused_guests(LIMITS(), None, 100).await.unwrap();
    // The guest of `add_people` is the oldest.
    assert_eq!(page.unused, ["gost", "idle", "never"]);
    assert_eq!(page.last, Some((stored_at(7), "here".to_owned())));
    let wanted = ["idle", "never", "opened", "seated", "played", "rated", "here", "late", "ana"]
        .map(str::to_owned);
    let mut removed = store.remove_guests(&wanted, LIMITS()).await.unwrap();
    removed.sort();
    assert_eq!(removed, ["idle", "late", "never"], "age is looked at where they are found");
    assert_eq!(store.account("idle").await.unwrap(), None);
    assert_eq!(store.session(&[1; 32], stored_at(0)).await.unwrap(), None);
    for stays in ["opened", "seated", "played", "rated", "here", "ana", "robot"] {
        assert!(store.account(stays).await.unwrap().is_some(), "{stays}");
    }
    assert!(store.session(&[3; 32], stored_at(0)).await.unwrap().is_some());
    assert_eq!(store.remove_guests(&wanted, LIMITS()).await.unwrap(), [""; 0]);
    assert_eq!(store.remove_guests(&[], LIMITS()).await.unwrap(), [""; 0]);

    // References are held to afterwards as before.
    let stranger = Write::Seats { table: "t".to_owned(), seats: vec![Some("idle".into()), None] };
    assert!(store.write(&[stranger]).await.is_err());
}

async fn are_looked_at_in_lots(place: Arc<Place>) {
    for number in 0..7 {
        // Two of them in the same moment.
        add(&place, &format!("guest-{number}"), number / 2).await;
    }
    let mut seen = Vec::new();
    let mut last = None;
    loop {
        let page = place.store.unused_guests(LIMITS(), last.as_ref(), 2).await.unwrap();
        seen.extend(page.unused);
        last = page.last;
        if last.is_none() {
            break;
        }
    }
    assert_eq!(seen, (0..7).map(|number| format!("guest-{number}")).collect::<Vec<_>>());
}

async fn who_comes_back_in_time_stays(place: Arc<Place>) {
    let store = &place.store;
    add(&place, "guest", 1).await;
    store.add_session(&session("guest", 1, 150)).await.unwrap();
    let found = store.unused_guests(LIMITS(), None, 10).await.unwrap().unused;
    assert_eq!(found, ["guest"]);
    store.renew_sessions(&[vec![1; 32]], stored_at(150), stored_at(300)).await.unwrap();
    assert_eq!(store.remove_guests(&found, LIMITS()).await.unwrap(), [""; 0]);
    assert!(store.session(&[1; 32], stored_at(0)).await.unwrap().is_some());
}
