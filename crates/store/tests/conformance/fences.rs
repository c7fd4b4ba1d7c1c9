//! A server that has lost the claim cannot write, even before it knows.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection};
use vzetek_store::{AccountKind, Claim, ClaimError, StoreError, Write};

use crate::claims::{PATIENCE, take};
use crate::outages::{break_claim, lock_moves, wait_for_waiting};
use crate::place::{Place, answers};
use crate::samples::{account, at, begin, finish, move_of, mv};

on_both!(a_claimed_store_is_fenced_by_the_next_one, one_claim_opens_several_stores);

mod alone {
    use super::{a_claim_is_not_had_again_after_another, the_next_one_waits_for_writes_under_way};

    on_postgres!(the_next_one_waits_for_writes_under_way, a_claim_is_not_had_again_after_another);
}

/// Takes the claim from whoever has it, who does not notice yet.
async fn take_over(place: &Place) -> Claim {
    if place.store.backend() != "postgres" {
        let file = place.url.strip_prefix("sqlite:").unwrap();
        std::fs::remove_file(format!("{file}.lock")).unwrap();
        return take(place, PATIENCE).await.unwrap();
    }
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let until = Instant::now() + PATIENCE;
    loop {
        break_claim(&mut other).await;
        match take(place, Duration::from_secs(1)).await {
            // On a busy machine the holder may have locked again first.
            Err(ClaimError::Taken) if Instant::now() < until => {}
            claim => return claim.unwrap(),
        }
    }
}

async fn a_claimed_store_is_fenced_by_the_next_one(place: Arc<Place>) {
    begin(&*place.store).await;
    let mut claim = take(&place, Duration::ZERO).await.unwrap();
    let first = claim.connect().await.unwrap();
    first.write(&[move_of("g", mv(1))]).await.unwrap();
    answers(&*first).await;

    let next = take_over(&place).await;
    let second = next.connect().await.unwrap();
    let moves = [move_of("g", mv(2)), move_of("g", mv(3))];
    second.write(&moves[..1]).await.unwrap();
    for answer in [
        first.write(&moves).await,
        first.write(&[Write::FinishGame(finish("g", at(60)))]).await,
        first.add_account(&account("vid", AccountKind::Person)).await,
        first.remove_session(&[1; 32]).await,
        first.ping().await,
    ] {
        assert!(matches!(answer, Err(StoreError::Fenced)), "{answer:?}");
    }
    let lost = tokio::time::timeout(PATIENCE, claim.lost()).await.expect("it is lost");
    assert!(matches!(lost, ClaimError::Taken), "{lost:?}");
    let game = first.game("g").await.unwrap().expect("who is fenced may read");
    assert_eq!(game.moves, [mv(1), mv(2)]);
    assert_eq!(first.account("vid").await.unwrap(), None);
    second.write(&moves).await.unwrap();
    first.close().await;
    second.close().await;
}

async fn one_claim_opens_several_stores(place: Arc<Place>) {
    begin(&*place.store).await;
    let claim = take(&place, Duration::ZERO).await.unwrap();
    let stores = [claim.connect().await.unwrap(), claim.connect().await.unwrap()];
    for (number, store) in (1..).zip(&stores) {
        store.write(&[move_of("g", mv(number))]).await.unwrap();
        store.close().await;
    }
}

/// The second finds a write of the first that was under way.
async fn the_next_one_waits_for_writes_under_way(place: Arc<Place>) {
    begin(&*place.store).await;
    let claim = take(&place, Duration::ZERO).await.unwrap();
    let first = claim.connect().await.unwrap();
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    lock_moves(&mut other).await;
    let write = {
        let first = first.clone();
        tokio::spawn(async move { first.write(&[move_of("g", mv(1))]).await })
    };
    wait_for_waiting(&mut other, 1).await;
    let next = take_over(&place).await;
    let second = tokio::spawn(async move { (next.connect().await.unwrap(), next) });
    wait_for_waiting(&mut other, 2).await;
    assert!(!second.is_finished());
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    write.await.unwrap().expect("it was begun before");
    let (second, _claim) = second.await.unwrap();
    assert_eq!(second.game("g").await.unwrap().unwrap().moves, [mv(1)]);
    first.close().await;
    second.close().await;
}

/// The lock is free again, and yet the claim stays lost.
async fn a_claim_is_not_had_again_after_another(place: Arc<Place>) {
    let mut claim = take(&place, Duration::ZERO).await.unwrap();
    let first = claim.connect().await.unwrap();
    let next = take_over(&place).await;
    next.connect().await.unwrap().close().await;
    drop(next);
    let lost = tokio::time::timeout(PATIENCE, claim.lost()).await.expect("it is lost");
    assert!(matches!(lost, ClaimError::Taken), "{lost:?}");
    first.close().await;
}
