//! Guests who never played are forgotten, and tables that nobody knows are
//! closed; and only they.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use vzetek_store::{
    Account, AccountKind, ConnectOptions, GamePlayerRow, GameRow, SessionRow, Store, TableRow,
    Write, connect_unclaimed,
};

use crate::support::TestServer;
use crate::support::process::until;
use crate::support::rest::{config, request};
use crate::support::server::database_file;

fn days_ago(days: i64) -> DateTime<Utc> {
    Utc::now() - chrono::Duration::days(days)
}

async fn add(store: &dyn Store, id: &str, kind: AccountKind, made: DateTime<Utc>) {
    let account = Account {
        id: id.to_owned(),
        name: id.to_owned(),
        name_key: id.to_owned(),
        kind,
        level: None,
        face: None,
        owner: None,
        password_hash: None,
        created_at: made,
    };
    store.add_account(&account).await.expect("added");
}

/// Old accounts: one that nobody needs, and one for each reason to stay.
async fn old_times(store: &dyn Store) {
    for id in ["idle", "expired", "visits", "opened", "seated", "played"] {
        add(store, id, AccountKind::Guest, days_ago(100)).await;
    }
    add(store, "person", AccountKind::Person, days_ago(100)).await;
    add(store, "recent", AccountKind::Guest, days_ago(29)).await;
    // A session lasts ninety days from its last use.
    for (hash, account, ends_in) in [(1, "expired", -5), (2, "visits", 61), (3, "idle", 59)] {
        let session = SessionRow {
            token_hash: vec![hash; 32],
            account: account.to_owned(),
            created_at: days_ago(100),
            expires_at: Some(days_ago(-ends_in)),
        };
        store.add_session(&session).await.expect("added");
    }
    let table = |id: &str, creator: Option<&str>| TableRow {
        id: id.to_owned(),
        config: json!({}),
        creator: creator.map(str::to_owned),
        invite: None,
        created_at: days_ago(99),
        seats: 2,
    };
    let seats = vec![Some("seated".to_owned()), None];
    let player = GamePlayerRow {
        seat: 0,
        account: "played".to_owned(),
        name: "played".to_owned(),
        kind: AccountKind::Guest,
        level: None,
        card_points: None,
        points: None,
        won: None,
        forfeited: None,
        match_end: None,
        rating: None,
        moves: None,
    };
    // Even a deal that never came to its end is one.
    let game = GameRow {
        id: "game".to_owned(),
        table: "one".to_owned(),
        match_number: 1,
        number: 1,
        kind: "trset-2".to_owned(),
        options: json!({}),
        dealer: 0,
        secret: "0".repeat(64),
        nonce_hashes: None,
        nonces: Vec::new(),
        started_at: days_ago(99),
        players: vec![player],
    };
    let close = Write::CloseTable { table: "one".to_owned(), at: days_ago(98) };
    store
        .write(&[
            Write::OpenTable(table("one", Some("opened"))),
            Write::OpenTable(table("two", None)),
            Write::Seats { table: "two".to_owned(), seats },
            Write::BeginGame(game),
            close,
        ])
        .await
        .expect("written");
}

async fn exists(server: &TestServer, id: &str) -> bool {
    let path = format!("/api/players/{id}");
    request(server.address, "GET", &path, None, None).await.0 == 200
}

#[tokio::test]
async fn guests_who_never_played_are_forgotten_in_time() {
    let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let url = format!("sqlite:{}", database_file(&folder).display());
    let store = connect_unclaimed(&url, &ConnectOptions::default()).await.expect("a store");
    old_times(&*store).await;
    store.close().await;

    let server = TestServer::start_in(folder.clone(), &["--guest-days", "0"]).await;
    assert!(exists(&server, "idle").await, "0 keeps them all");
    server.stop().await;

    let server = TestServer::start_in(folder, &[]).await;
    let patience = Duration::from_secs(120);
    let swept = async {
        while exists(&server, "idle").await || exists(&server, "expired").await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(patience, swept).await.expect("they are forgotten");
    for id in ["visits", "opened", "seated", "played", "person", "recent"] {
        assert!(exists(&server, id).await, "{id} stays");
    }
    server.stop().await;
}

/// The clock is a hundred days ahead of all that the database has seen: it may
/// be wrong, and with the right one everybody's session would still hold.
#[tokio::test]
async fn a_clock_far_ahead_removes_nothing() {
    let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let url = format!("sqlite:{}", database_file(&folder).display());
    let store = connect_unclaimed(&url, &ConnectOptions::default()).await.expect("a store");
    let seen = store.pass_time(days_ago(100), chrono::TimeDelta::zero()).await.expect("passed");
    for (hash, id, expired) in [(b'1', "guest", 20), (b'2', "long_gone", 190)] {
        add(&*store, id, AccountKind::Guest, days_ago(200)).await;
        let session = SessionRow {
            token_hash: Sha256::digest([hash]).to_vec(),
            account: id.to_owned(),
            created_at: days_ago(200),
            expires_at: Some(days_ago(expired)),
        };
        store.add_session(&session).await.expect("added");
    }

    let server = TestServer::start_in(folder, &[]).await;
    let has = async |hash: u8| {
        let hash = Sha256::digest([hash]);
        store.session(&hash, days_ago(195)).await.expect("an answer").is_some()
    };
    for (token, answer) in [("1", (200, json!("guest"))), ("2", (401, json!(null)))] {
        let (status, me) = request(server.address, "GET", "/api/me", Some(token), None).await;
        assert_eq!((status, me["user"]["id"].clone()), answer);
    }
    until("it is swept", async || !has(b'2').await && !exists(&server, "long_gone").await).await;
    assert!(has(b'1').await && exists(&server, "guest").await);
    let now = store.pass_time(Utc::now(), chrono::TimeDelta::zero()).await.expect("passed");
    assert!(now - seen < chrono::TimeDelta::days(1), "{now} after {seen}");
    server.stop().await;
    store.close().await;
}

fn open(id: &str, creator: &str) -> Write {
    let config = json!({ "table": config("trset", 2) });
    Write::OpenTable(TableRow {
        id: id.to_owned(),
        config,
        creator: Some(creator.to_owned()),
        invite: None,
        created_at: days_ago(1),
        seats: 2,
    })
}

async fn stored(store: &dyn Store) -> Vec<String> {
    let tables = store.open_tables(None, 1000).await.expect("a page");
    tables.into_iter().map(|table| table.row.id).collect()
}

/// At a start tables come to life at which somebody sits or something was
/// dealt; what cannot be rebuilt is left alone for good, what nobody knows is
/// closed later.
#[tokio::test]
async fn tables_that_nobody_knows_or_needs_are_closed() {
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let url = format!("sqlite:{}", database_file(&folder).display());
    let store = connect_unclaimed(&url, &ConnectOptions::default()).await.expect("a store");
    add(&*store, "ana", AccountKind::Person, days_ago(1)).await;
    let seats = |table: &str| Write::Seats {
        table: table.to_owned(),
        seats: vec![Some("ana".to_owned()), None],
    };
    let mut writes = vec![open("seated", "ana"), seats("seated"), open("strange", "ana")];
    // Of another kind than anything this server knows.
    if let Write::OpenTable(row) = &mut writes[2] {
        row.config = json!({ "table": "of oak" });
    }
    writes.push(seats("strange"));
    // More than come on one page.
    writes.extend((0..450).map(|number| open(&format!("unused {number}"), "ana")));
    store.write(&writes).await.expect("written");

    let server = TestServer::start_in(folder, &["--empty-table-s", "2"]).await;
    let address = server.address;
    assert_eq!(request(address, "GET", "/health", None, None).await.0, 200);
    let left = stored(&*store).await;
    assert!(left.iter().all(|id| id == "seated" || id == "strange"), "{left:?}");
    let (_, metrics) = request(address, "GET", "/metrics", None, None).await;
    let metrics = metrics.as_str().expect("text");
    assert!(metrics.lines().any(|line| line == "vzetek_tables 1"), "{metrics}");

    // As a server leaves one behind that was told of no table in the end.
    store.write(&[open("forgotten", "ana")]).await.expect("written");
    until("both are closed", async || stored(&*store).await == ["strange"]).await;
    store.close().await;
    server.stop().await;
}
