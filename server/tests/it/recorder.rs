//! A recorder by itself.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use vzetek_server::recorder::{NotRecorded, Recorder};
use vzetek_store::ConnectOptions;

use crate::support::server::database_file;

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
