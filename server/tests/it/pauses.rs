//! Writes that cannot be stored are not tried at full speed.

use std::time::{Duration, Instant};

use chrono::Utc;
use vzetek_server::recorder::{NotRecorded, Recorder};
use vzetek_store::{ConnectOptions, Write};

use tokio_util::sync::CancellationToken;

use crate::support::TestServer;
use crate::support::rest::{config, guest, open_table, request};
use crate::support::server::database_file;

/// Returns the number of faults of ours that this process has told or logged.
async fn faults(server: &TestServer) -> u64 {
    let (_, metrics) = request(server.address, "GET", "/metrics", None, None).await;
    let metrics = metrics.as_str().expect("a text").to_owned();
    let line = metrics
        .lines()
        .find_map(|line| line.strip_prefix("vzetek_faults_total{code=\"internal\"} "));
    line.map_or(0, |count| count.parse().expect("a number"))
}

#[tokio::test]
async fn a_table_that_cannot_be_closed_does_not_try_at_full_speed() {
    let server = TestServer::start(&["--empty-table-s", "1"]).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    // Somebody else closes it in the database: our own end of it is refused.
    let url = format!("sqlite:{}", database_file(&server.folder).display());
    let other =
        vzetek_store::connect_unclaimed(&url, &ConnectOptions::default()).await.expect("a store");
    other.write(&[Write::CloseTable { table, at: Utc::now() }]).await.expect("closed");
    other.close().await;
    let before = faults(&server).await;
    let begun = Instant::now();
    while faults(&server).await == before {
        assert!(begun.elapsed() < Duration::from_secs(60), "it is not even tried");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let tries = faults(&server).await - before;
    let most = begun.elapsed().as_secs() + 3;
    assert!(tries <= most, "{tries} tries in {:?}", begun.elapsed());
    server.stop().await;
}

#[tokio::test]
async fn a_recorder_that_has_ended_is_not_healthy() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite:{}", database_file(&folder).display());
    let store =
        vzetek_store::connect_unclaimed(&url, &ConnectOptions::default()).await.expect("a store");
    let (recorder, running) =
        Recorder::start(store.clone(), Duration::from_millis(1), CancellationToken::new());
    assert_eq!(recorder.write(Vec::new()).await, Ok(()));
    assert!(recorder.healthy());
    recorder.finish();
    running.await.expect("no panic");
    assert_eq!(recorder.write(Vec::new()).await, Err(NotRecorded::Stopped));
    assert!(!recorder.healthy());
    store.close().await;
}
