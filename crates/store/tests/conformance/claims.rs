//! One server at a time.

use std::sync::Arc;
use std::time::Duration;

use vzetek_store::{Claim, ClaimError, ConnectOptions, StoreError};

use crate::place::Place;

on_both!(one_at_a_time, whoever_waits_gets_it_when_it_is_free);

pub async fn take(place: &Place, timeout: Duration) -> Result<Claim, ClaimError> {
    Claim::take(&place.url, &ConnectOptions::default(), timeout).await
}

/// Long enough for anything; nothing waits so long that need not.
pub const PATIENCE: Duration = Duration::from_secs(120);

async fn one_at_a_time(place: Arc<Place>) {
    let first = take(&place, Duration::ZERO).await.unwrap();
    for _ in 0..2 {
        let second = take(&place, Duration::ZERO).await;
        let Err(error @ ClaimError::Taken) = second else { panic!("{second:?}") };
        assert!(error.to_string().contains("a database of its own"), "{error}");
    }
    place.another().await.close().await;
    drop(first);
    take(&place, PATIENCE).await.unwrap();
}

async fn whoever_waits_gets_it_when_it_is_free(place: Arc<Place>) {
    let mut first = take(&place, Duration::ZERO).await.unwrap();
    let second = {
        let place = place.clone();
        tokio::spawn(async move { take(&place, PATIENCE).await.map(drop) })
    };
    let lost = tokio::time::timeout(Duration::from_millis(500), first.lost()).await;
    assert!(lost.is_err() && !second.is_finished(), "{lost:?}");
    drop(first);
    second.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_file_has_one_claim_by_whatever_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new folder/vzetek.sqlite");
    let claim = async |path: &std::path::Path| {
        let url = format!("sqlite:{}", path.display());
        Claim::take(&url, &ConnectOptions::default(), Duration::ZERO).await
    };
    drop(claim(&file).await.unwrap());
    std::fs::write(&file, "").unwrap();
    let first = claim(&file).await.unwrap();
    let link = folder.path().join("link.sqlite");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let second = claim(&link).await;
        assert!(matches!(second, Err(ClaimError::Taken)), "{second:?}");
    }
    let _other = claim(&folder.path().join("other.sqlite")).await.unwrap();
    drop(first);
    let nothing = Claim::take("vzetek.db", &ConnectOptions::default(), Duration::ZERO).await;
    assert!(matches!(nothing, Err(ClaimError::Store(StoreError::Refused(_)))), "{nothing:?}");
}
