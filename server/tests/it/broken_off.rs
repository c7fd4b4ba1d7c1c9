//! Requests that are broken off by the thousand, at every moment: what the
//! server knows, what is stored and what is counted stay the same.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chrono::Utc;
use clap::Parser;
use futures_util::future::join_all;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use vzetek_server::Config;
use vzetek_server::accounts::connected::Admission;
use vzetek_server::accounts::names::keys;
use vzetek_server::accounts::passwords::Passwords;
use vzetek_server::app::Shared;
use vzetek_server::config::PasswordCost;
use vzetek_server::connection::{Ending, Why};
use vzetek_server::sources::Sources;
use vzetek_store::{Account, AccountKind, ConnectOptions, SessionRow};

use crate::support::postgres::Postgres;
use crate::support::server::database_file;

/// The number of requests of each kind that are broken off.
const REQUESTS: u32 = 10_000;
/// Fewer on Postgres, where each takes a few times as long.
const REQUESTS_ON_POSTGRES: u32 = 1_000;
/// The number of requests that go on at once.
const AT_ONCE: u32 = 32;
/// More than any machine needs.
const PATIENCE: Duration = Duration::from_secs(120);
const PASSWORD: &str = "correct horse";

/// A server whose parts can be looked at.
struct Server {
    app: Shared,
    address: SocketAddr,
    shutdown: CancellationToken,
    running: JoinHandle<anyhow::Result<()>>,
    _folder: TempDir,
}

impl Server {
    /// With an SQLite file of its own, or this database.
    async fn start(url: Option<&str>, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = format!("sqlite:{}", database_file(&folder).display());
        let database = url.unwrap_or(&file);
        let fixed = ["server", "--behind-proxy", "true", "--requests-per-second", "1000000"];
        let config = Config {
            password_cost: PasswordCost::of_tests(),
            ..Config::parse_from(fixed.iter().chain(arguments))
        };
        // A write that the store gives up may be committed later, and is counted by nobody:
        // the numbers below hold for a store that does not give up.
        let options = ConnectOptions {
            acquire_timeout: PATIENCE,
            answer_timeout: PATIENCE,
            ..config.connect_options()
        };
        let store = vzetek_store::connect_unclaimed(database, &options).await.expect("a store");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shutdown = CancellationToken::new();
        let (app, recording) = vzetek_server::serve::assemble(
            config,
            store,
            shutdown.clone(),
            None,
            Sources::system(),
        );
        let running = tokio::spawn(vzetek_server::serve::run(listener, app.clone(), recording));
        Self { app, address, shutdown, running, _folder: folder }
    }

    async fn stop(self) {
        self.shutdown.cancel();
        self.running.await.expect("no panic").expect("a clean end");
    }

    /// An account with a session, stored without asking the server.
    async fn somebody(&self, kind: AccountKind, name: &str) -> (Account, String) {
        let hash = match kind {
            AccountKind::Person => Some(hash().await),
            _ => None,
        };
        let account = Account {
            id: name.to_owned(),
            name: name.to_owned(),
            name_key: keys::key(name),
            kind,
            level: None,
            face: None,
            owner: None,
            password_hash: hash,
            created_at: Utc::now(),
        };
        self.app.store.add_account(&account).await.expect("added");
        let token = format!("token of {name}");
        self.sign_in(&account, &token).await;
        (account, token)
    }

    async fn sign_in(&self, account: &Account, token: &str) {
        let session = SessionRow {
            token_hash: digest(token),
            account: account.id.clone(),
            created_at: Utc::now(),
            expires_at: Some(Utc::now() + chrono::TimeDelta::days(90)),
        };
        self.app.store.add_session(&session).await.expect("added");
    }

    /// A connection of this session, as the socket opens one.
    async fn connect(&self, token: &str) -> (Ending, Admission) {
        let ending = Ending::new(CancellationToken::new());
        let admitted = self.app.accounts.admit(token, &ending).await.expect("the store");
        let (_, admission) = admitted.expect("a session");
        (ending, admission)
    }

    async fn has_session(&self, token: &str) -> bool {
        let session = self.app.store.session(&digest(token), Utc::now()).await;
        session.expect("the store").is_some()
    }

    /// Breaks requests off, many at once; the seed says when. `ask` makes the
    /// request of a number.
    async fn break_off(&self, requests: u32, seed: u64, ask: impl Fn(u32) -> Ask) {
        let takes = AtomicU64::new(2_000);
        let shares = (0..AT_ONCE).map(|share| {
            let mut moments = ChaCha8Rng::seed_from_u64(seed + u64::from(share));
            let (ask, takes) = (&ask, &takes);
            async move {
                for number in (share..requests).step_by(AT_ONCE as usize) {
                    ask(number).break_off(self.address, &mut moments, takes).await;
                }
            }
        });
        join_all(shares).await;
    }

    /// The status of each answer.
    async fn ask_all(&self, asks: Vec<Ask>) -> Vec<u16> {
        let mut answers = Vec::new();
        for asks in asks.chunks(AT_ONCE as usize) {
            answers.extend(join_all(asks.iter().map(|ask| ask.send(self.address))).await);
        }
        answers
    }
}

fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

async fn hash() -> String {
    Passwords::new(PasswordCost::of_tests()).hash(PASSWORD.to_owned()).await.expect("a hash")
}

/// A request.
struct Ask(String);

impl Ask {
    fn new(method: &str, path: &str, token: &str, from: u32, body: &Value) -> Self {
        let from = std::net::Ipv4Addr::from(0x0a00_0000 + from);
        let body = body.to_string();
        Self(format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\nX-Forwarded-For: {from}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    }

    /// Hangs up before, while or after the server does what is asked.
    async fn break_off(&self, address: SocketAddr, moments: &mut ChaCha8Rng, takes: &AtomicU64) {
        let bytes = self.0.as_bytes();
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        let moment = moments.next_u32();
        let part = match moment % 8 {
            0 => &bytes[..moments.next_u32() as usize % bytes.len()],
            _ => bytes,
        };
        let begun = Instant::now();
        stream.write_all(part).await.expect("sent");
        match moment % 8 {
            0 | 1 => {}
            2 => {
                let _ = stream.read(&mut [0; 16]).await;
                takes.store(begun.elapsed().as_micros() as u64, Ordering::Relaxed);
            }
            _ => {
                // At some moment of an answer that takes as long as the last one.
                let most = 1 + takes.load(Ordering::Relaxed) * 5 / 4;
                tokio::time::sleep(Duration::from_micros(moments.next_u64() % most)).await;
            }
        }
        if moment & 8 == 0 {
            stream.set_zero_linger().expect("a socket");
        }
    }

    async fn send(&self, address: SocketAddr) -> u16 {
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        stream.write_all(self.0.as_bytes()).await.expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("an answer");
        let status = String::from_utf8_lossy(&answer[9..12]).into_owned();
        status.parse().expect("a status")
    }
}

/// Waits until this holds.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(timeout(PATIENCE, waiting).await.is_ok(), "{what}, even in the end");
}

async fn create(url: Option<&str>, requests: u32) {
    let server = Server::start(url, &["--tables-per-account", "10"]).await;
    let mut tokens = Vec::new();
    for number in 0..requests / 20 {
        tokens.push(server.somebody(AccountKind::Guest, &format!("creator{number}")).await.1);
    }
    let game = json!({ "name": "trset", "options": { "players": 2 } });
    let config = json!({ "game": game });
    let ask = |number: u32| {
        let token = &tokens[number as usize % tokens.len()];
        Ask::new("POST", "/api/tables", token, 1, &config)
    };
    server.break_off(requests, 1, ask).await;
    let app = &server.app;
    let all_known = async || {
        let stored = app.store.open_tables(None, 100_000).await.expect("the store");
        let known = |table: &vzetek_store::StoredTable| {
            app.tables.find(&table.row.id.as_str().into()).is_some()
        };
        stored.len() == app.tables.count() && stored.iter().all(known)
    };
    until("some tables are stored and not known", all_known).await;
    // Accounts that have room for more open more, and none more than ten.
    let all_have_ten = async || {
        server.ask_all((0..tokens.len() as u32).map(ask).collect()).await;
        let mut opened = HashMap::<_, u32>::new();
        for table in app.store.open_tables(None, 100_000).await.expect("the store") {
            *opened.entry(table.row.creator).or_default() += 1;
        }
        assert!(opened.values().all(|&count| count <= 10), "{opened:?}");
        opened.len() == tokens.len() && opened.values().all(|&count| count == 10)
    };
    until("somebody cannot open ten", all_have_ten).await;
    until("some tables are stored and not known", all_known).await;
    server.stop().await;
}

async fn login(url: Option<&str>, requests: u32) {
    let server = Server::start(url, &["--login-attempts", "3"]).await;
    let people = requests / 200;
    for number in 0..people {
        server.somebody(AccountKind::Person, &format!("login{number}")).await;
    }
    let ask = |person: u32, password: &str| {
        let body = json!({ "name": format!("login{person}"), "password": password });
        Ask::new("POST", "/api/login", "", person, &body)
    };
    server.break_off(requests, 2, |number| ask(number % people, PASSWORD)).await;
    let right = async || {
        let asks = (0..people).map(|person| ask(person, PASSWORD)).collect();
        server.ask_all(asks).await.iter().all(|&status| status == 200)
    };
    until("somebody is not let in", right).await;
    // None of all those counts as a wrong password: there are three left.
    for status in [401, 401, 401, 429] {
        let asks = (0..people).map(|person| ask(person, "wrong horse")).collect();
        let answers = server.ask_all(asks).await;
        assert!(answers.iter().all(|&answer| answer == status), "{answers:?}");
    }
    server.stop().await;
}

async fn password(url: Option<&str>, requests: u32) {
    let server = Server::start(url, &[]).await;
    let people = requests / 10;
    let mut others = Vec::new();
    for number in 0..people {
        let (account, _) = server.somebody(AccountKind::Person, &format!("password{number}")).await;
        others.push((account, None::<(String, Ending, Admission)>));
    }
    // With the password of before, so that every request is right.
    let change = json!({ "old": PASSWORD, "new": PASSWORD });
    let mut changed = 0;
    for round in 0..10 {
        for (account, other) in &mut others {
            if other.is_none() {
                let token = format!("another of {} in round {round}", account.id);
                server.sign_in(account, &token).await;
                let (ending, admission) = server.connect(&token).await;
                *other = Some((token, ending, admission));
            }
        }
        let ask = |number| {
            let token = format!("token of password{number}");
            Ask::new("POST", "/api/me/password", &token, number, &change)
        };
        server.break_off(people, 100 * (3 + round), ask).await;
        for (account, other) in &mut others {
            let Some((token, ending, _)) = other else { continue };
            if !server.has_session(token).await {
                let what =
                    format!("the session of {} has ended and its socket has not", account.id);
                until(&what, async || ending.why() == Some(Why::SignedOut)).await;
                changed += 1;
                *other = None;
            }
        }
    }
    assert!(changed > 0, "no password was changed");
    for (account, _) in &others {
        let asking = format!("token of {}", account.id);
        assert!(server.has_session(&asking).await, "{} is signed out", account.id);
    }
    server.stop().await;
}

async fn register(url: Option<&str>, requests: u32) {
    let server = Server::start(url, &["--registrations-per-hour", "5"]).await;
    let addresses = requests / 10;
    let mut guests = Vec::new();
    for address in 0..addresses {
        guests.push(server.somebody(AccountKind::Guest, &format!("guest{address}")).await.1);
    }
    let name = |address: u32, number: u32| format!("person{address}x{number}");
    let ask = |number: u32| {
        let (address, number) = (number % addresses, number / addresses);
        let body = json!({ "name": name(address, number), "password": PASSWORD });
        // The first of each address is a guest, and stays who they are.
        let token = if number == 0 { guests[address as usize].as_str() } else { "" };
        Ask::new("POST", "/api/register", token, address, &body)
    };
    server.break_off(requests, 4, ask).await;
    // Addresses that have room for more register more, and none more than five.
    let mut numbers = 10;
    let all_have_five = async || {
        server.ask_all((0..addresses).map(|n| ask(numbers * addresses + n)).collect()).await;
        numbers += 1;
        let mut all = true;
        for address in 0..addresses {
            let (from, before) = keys_of(&format!("person{address}x"));
            let found = server.app.store.accounts_named(&from, &before, 100).await;
            let made = found.expect("the store");
            assert!(made.iter().all(|person| person.password_hash.is_some()), "{made:?}");
            assert!(made.len() <= 5, "{made:?}");
            all &= made.len() == 5;
        }
        all
    };
    until("an address cannot register five", all_have_five).await;
    for token in &guests {
        let guest = token.trim_start_matches("token of ");
        let account = server.app.store.account(guest).await.expect("the store").expect("stays");
        assert_eq!(server.has_session(token).await, account.kind == AccountKind::Guest);
    }
    server.stop().await;
}

/// The range of the keys of all names that begin like this.
fn keys_of(beginning: &str) -> (String, String) {
    let key = keys::key(beginning);
    (key.clone(), format!("{key}{}", char::MAX))
}

async fn delete(url: Option<&str>, requests: u32) {
    let server = Server::start(url, &[]).await;
    let places = requests / 10;
    let mut people = Vec::new();
    for place in 0..places {
        people.push(somebody_connected(&server, place, 0).await);
    }
    let mut deleted = 0;
    for round in 0..10 {
        let tokens: Vec<String> = people.iter().map(|(_, token, ..)| token.clone()).collect();
        let ask = |number: u32| {
            Ask::new("DELETE", "/api/me", &tokens[number as usize], number, &Value::Null)
        };
        server.break_off(places, 100 * (5 + round), ask).await;
        for (place, person) in people.iter_mut().enumerate() {
            let (id, token, ending, _) = &*person;
            let account = server.app.store.account(id).await.expect("the store");
            if account.expect("the row stays").kind == AccountKind::Deleted {
                let what = format!("{id} is deleted and still connected");
                until(&what, async || ending.why() == Some(Why::SignedOut)).await;
                assert!(!server.has_session(token).await, "{id}");
                deleted += 1;
                *person = somebody_connected(&server, place as u32, round + 1).await;
            }
        }
    }
    assert!(deleted > 0, "nobody was deleted");
    server.stop().await;
}

async fn somebody_connected(
    server: &Server,
    place: u32,
    round: u64,
) -> (String, String, Ending, Admission) {
    let name = format!("leaver{place}r{round}");
    let (account, token) = server.somebody(AccountKind::Guest, &name).await;
    let (ending, admission) = server.connect(&token).await;
    (account.id, token, ending, admission)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_stored_are_tables_known() {
    create(None, REQUESTS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_password_never_counts_as_wrong() {
    login(None, REQUESTS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_password_ends_the_others_in_any_case() {
    password(None, REQUESTS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn registrations_are_counted_as_they_are() {
    register(None, REQUESTS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_deleted_is_gone_altogether() {
    delete(None, REQUESTS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn and_the_same_on_postgres() {
    let Some(postgres) = Postgres::if_required() else { return };
    let url = postgres.start();
    let url = Some(url.as_str());
    create(url, REQUESTS_ON_POSTGRES).await;
    login(url, REQUESTS_ON_POSTGRES).await;
    password(url, REQUESTS_ON_POSTGRES).await;
    register(url, REQUESTS_ON_POSTGRES).await;
    delete(url, REQUESTS_ON_POSTGRES).await;
}
