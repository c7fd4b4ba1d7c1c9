//! Promised shuffles: kept before they are shown, dealt or dropped.

use std::sync::Arc;

use vzetek_store::{DropReason, DropRow, GameRow, PromiseRow, StoreError, StoredPromise, Write};

use crate::place::Place;
use crate::samples::{
    add_people, at, begin, finish, game, move_of, mv, open_tables, promise, stored_at, table,
};

on_both!(are_dealt_or_dropped, may_be_written_again, contradict_nothing, end_with_their_table);

fn hashes() -> Vec<Option<String>> {
    vec![Some("cd".repeat(32)), None]
}

fn bound(id: &str, table: &str) -> Write {
    Write::NonceHashes { promise: id.to_owned(), table: table.to_owned(), hashes: hashes() }
}

fn withheld(id: &str) -> DropRow {
    DropRow {
        promise: id.to_owned(),
        reason: DropReason::Withheld,
        seats: vec![0],
        nonces: vec![String::new(), "burja ž".to_owned()],
        at: at(3),
    }
}

/// As it comes back.
fn stored(row: PromiseRow, bound: bool, dropped: Option<DropRow>) -> StoredPromise {
    let nonce_hashes = bound.then(hashes);
    let dropped = dropped.map(|dropped| DropRow { at: stored_at(3), ..dropped });
    StoredPromise { row, nonce_hashes, dropped }
}

async fn promised(place: &Place) -> Vec<StoredPromise> {
    open_tables(&*place.store).await.remove(0).promises
}

/// A promise that is dropped, one that is dealt, and one for the next deal.
fn whole_life() -> Vec<Write> {
    let second = PromiseRow { promised_at: at(4), ..promise("q", "t") };
    let third = PromiseRow { number: 2, promised_at: at(9), ..promise("r", "t") };
    let dealt = GameRow { nonce_hashes: Some(hashes()), ..game("g", "t", 1, 1) };
    vec![
        Write::OpenTable(table("t", 2)),
        Write::Promise(promise("p", "t")),
        bound("p", "t"),
        Write::DropPromise(withheld("p")),
        Write::Promise(second),
        bound("q", "t"),
        Write::BeginGame(dealt),
        Write::Promise(third),
    ]
}

async fn are_dealt_or_dropped(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let first = stored(promise("p", "t"), true, Some(withheld("p")));
    let second = PromiseRow { promised_at: stored_at(4), ..promise("q", "t") };
    for (number, write) in whole_life().into_iter().enumerate() {
        store.write(&[write]).await.unwrap();
        let expected = match number {
            0 | 6 => Vec::new(),
            1 => vec![stored(promise("p", "t"), false, None)],
            2 => vec![stored(promise("p", "t"), true, None)],
            3 => vec![first.clone()],
            4 => vec![first.clone(), stored(second.clone(), false, None)],
            5 => vec![first.clone(), stored(second.clone(), true, None)],
            _ => {
                let row = PromiseRow { number: 2, ..promise("r", "t") };
                vec![stored(PromiseRow { promised_at: stored_at(9), ..row }, false, None)]
            }
        };
        assert_eq!(promised(&place).await, expected, "after write {number}");
    }
    let game = store.game("g").await.unwrap().unwrap();
    assert_eq!(game.row.nonce_hashes, Some(hashes()));
    assert_eq!(game.dropped, [first], "what was dropped before the deal comes with it");
    let kept = place.query("SELECT id FROM promises WHERE game = 'g' AND reason IS NULL").await;
    assert_eq!(kept, ["q"]);
}

async fn may_be_written_again(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.write(&whole_life()).await.unwrap();
    let (before, game) = (promised(&place).await, store.game("g").await.unwrap());
    // The answer was lost: the same batch once more, whole and piece by piece.
    store.write(&whole_life()).await.unwrap();
    for write in whole_life() {
        store.write(&[write]).await.unwrap();
    }
    assert_eq!(promised(&place).await, before);
    assert_eq!(store.game("g").await.unwrap(), game);
}

async fn contradict_nothing(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    store.write(&whole_life()).await.unwrap();
    let other = Write::NonceHashes {
        promise: "p".to_owned(),
        table: "t".to_owned(),
        hashes: vec![None, None],
    };
    let left = DropRow { reason: DropReason::Left, ..withheld("p") };
    for (wrong, why) in [
        (Write::Promise(PromiseRow { secret: "f".repeat(64), ..promise("p", "t") }), "another"),
        (Write::Promise(PromiseRow { dealer: 0, ..promise("q", "t") }), "another"),
        (Write::Promise(PromiseRow { secret: "short".to_owned(), ..promise("s", "t") }), "secret"),
        (Write::Promise(promise("s", "nowhere")), ""),
        (other, "bound to others"),
        (bound("nothing", "t"), "unknown"),
        (Write::DropPromise(left), "another reason"),
        (Write::DropPromise(withheld("q")), "dealt"),
        (Write::DropPromise(withheld("nothing")), "unknown"),
    ] {
        let told = store.write(std::slice::from_ref(&wrong)).await;
        let Err(StoreError::Refused(told)) = told else { panic!("{wrong:?} gave {told:?}") };
        assert!(told.contains(why), "{wrong:?}: {told}");
    }
}

async fn end_with_their_table(place: Arc<Place>) {
    let store = &place.store;
    add_people(&**store).await;
    let close = Write::CloseTable { table: "t".to_owned(), at: at(7) };
    let deal = Write::BeginGame(game("g", "t", 1, 1));
    let open = [Write::OpenTable(table("t", 2)), deal, Write::Promise(promise("p", "t"))];
    store.write(&open).await.unwrap();
    store.write(std::slice::from_ref(&close)).await.unwrap();
    store.write(&[close]).await.unwrap();
    assert_eq!(place.query("SELECT reason FROM promises").await, ["closed"]);
    assert_eq!(open_tables(&**store).await, []);
}

mod as_jsonb {
    use super::*;

    on_postgres!(every_new_nonce_can_be_read_as_jsonb);

    /// U+0000 stands in deals from before it was refused; they go on, and new ones
    /// cannot bring it in.
    async fn every_new_nonce_can_be_read_as_jsonb(place: Arc<Place>) {
        let store = &place.store;
        begin(&**store).await;
        let odd = vec!["a\0b".to_owned(), String::new()];
        let old = GameRow { nonces: odd.clone(), ..game("h", "t", 1, 2) };
        store.write(&[Write::BeginGame(old), move_of("h", mv(1))]).await.unwrap();
        store.write(&[Write::FinishGame(finish("h", at(9)))]).await.unwrap();
        let new = GameRow { nonce_hashes: Some(hashes()), ..game("i", "t", 1, 3) };
        let bad = GameRow { nonces: odd, ..new.clone() };
        let told = store.write(&[Write::BeginGame(bad)]).await;
        assert!(matches!(told, Err(StoreError::Refused(_))), "{told:?}");
        let text = vec!["\\u0000 \u{1f0a1}".to_owned(), "\"".to_owned()];
        store.write(&[Write::BeginGame(GameRow { nonces: text, ..new })]).await.unwrap();
        let read = "SELECT nonces::jsonb ->> 0 FROM games WHERE nonce_hashes IS NOT NULL";
        assert_eq!(place.query(read).await, ["\\u0000 \u{1f0a1}"]);
    }
}
