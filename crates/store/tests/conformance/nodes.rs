//! Several servers on one database: shares of the claim, the fence of each, and tables
//! that change hands.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection};
use vzetek_store::{
    Claim, ClaimError, ConnectOptions, Node, NodeRow, Store, StoreError, StoredTable, Write,
};

use crate::claims::{PATIENCE, take};
use crate::outages::{break_claim, lock_moves, wait_for_waiting};
use crate::place::{Place, answers};
use crate::samples::{add_people, at, begin, game, move_of, mv, open_tables, table};

on_both!(tables_without_a_server_are_taken_over);

mod shared {
    use super::{
        a_server_is_lost_to_nobody_who_has_not_entered, a_server_that_is_not_known_is_lost,
        a_server_without_its_lock_is_fenced, a_table_that_is_run_is_not_abandoned,
        fencing_waits_for_writes, one_that_sleeps_is_fenced, renewing_waits_for_nobody,
        servers_share_a_database, tables_change_hands_once, who_leaves_is_fenced_at_once,
    };

    on_postgres!(
        servers_share_a_database,
        a_server_without_its_lock_is_fenced,
        one_that_sleeps_is_fenced,
        fencing_waits_for_writes,
        renewing_waits_for_nobody,
        who_leaves_is_fenced_at_once,
        tables_change_hands_once,
        a_table_that_is_run_is_not_abandoned,
        a_server_is_lost_to_nobody_who_has_not_entered,
        a_server_that_is_not_known_is_lost,
    );
}

async fn try_join(url: &str, name: &str) -> Result<Claim, ClaimError> {
    let node = Node {
        id: name.parse().unwrap(),
        address: format!("{name}:8080"),
        release: "1.2.3".to_owned(),
    };
    Claim::join(url, &ConnectOptions::default(), Duration::ZERO, node).await
}

/// One server among several.
struct Server {
    claim: Claim,
    store: Arc<dyn Store>,
}

impl Server {
    async fn start(place: &Place, name: &str) -> Self {
        let claim = try_join(&place.url, name).await.unwrap();
        let store = claim.connect().await.unwrap();
        Self { claim, store }
    }

    /// Its process is gone without a word, but for what it was writing.
    fn die(self) -> Arc<dyn Store> {
        drop(self.claim);
        self.store
    }
}

/// The servers as they are seen, until one looks like this.
async fn seen(store: &dyn Store, name: &str, looks: impl Fn(&NodeRow) -> bool) -> NodeRow {
    let started = Instant::now();
    loop {
        let rows = store.nodes().await.unwrap();
        let row = rows.into_iter().find(|row| row.node.id.as_str() == name);
        if let Some(row) = row.filter(&looks) {
            return row;
        }
        assert!(started.elapsed() < PATIENCE, "{name} never looks so");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn names(rows: &[NodeRow]) -> Vec<&str> {
    rows.iter().map(|row| row.node.id.as_str()).collect()
}

async fn adopt_all(store: &dyn Store, page: u32) -> Vec<StoredTable> {
    let mut adopted: Vec<StoredTable> = Vec::new();
    loop {
        let after = adopted.last().map(StoredTable::place);
        let next = store.adopt_tables(after.as_ref(), page).await.unwrap();
        if next.is_empty() {
            return adopted;
        }
        adopted.extend(next);
    }
}

fn is_fenced<T: std::fmt::Debug>(answer: Result<T, StoreError>) {
    assert!(matches!(answer, Err(StoreError::Fenced)), "{answer:?}");
}

async fn tables_without_a_server_are_taken_over(place: Arc<Place>) {
    begin(&*place.store).await;
    place.store.write(&[move_of("g", mv(1))]).await.unwrap();
    let mut tables = open_tables(&*place.store).await;
    for start in 1..=3 {
        let claim = take(&place, PATIENCE).await.unwrap();
        let store = claim.connect().await.unwrap();
        tables.iter_mut().for_each(|table| table.term += 1);
        assert_eq!(adopt_all(&*store, 1).await, tables, "whoever had them is fenced");
        assert_eq!(adopt_all(&*store, 1).await, [], "they are its own now");
        let rows = store.nodes().await.unwrap();
        assert_eq!((names(&rows), rows[0].incarnation), (vec!["alone"], start));
        assert!(!store.declare_dead(&rows[0]).await.unwrap());
        let id = format!("t{start}");
        store.write(&[Write::OpenTable(table(&id, 2))]).await.unwrap();
        assert_eq!(adopt_all(&*store, 1).await, [], "it runs what it opens");
        tables = open_tables(&*store).await;
        assert_eq!(tables.len(), 1 + start as usize);
        store.close().await;
    }
}

#[tokio::test]
async fn a_file_is_not_shared() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("one.db").display());
    let joined = try_join(&url, "a").await;
    let Err(error @ ClaimError::Unshared) = joined else { panic!("{joined:?}") };
    assert!(error.to_string().contains("only servers on Postgres"), "{error}");
}

async fn servers_share_a_database(place: Arc<Place>) {
    add_people(&*place.store).await;
    let [a, b] = [Server::start(&place, "a").await, Server::start(&place, "b").await];
    for (server, name) in [(&a, "of-a"), (&b, "of-b")] {
        server.store.write(&[Write::OpenTable(table(name, 2))]).await.unwrap();
        answers(&*server.store).await;
    }
    let rows = a.store.nodes().await.unwrap();
    assert_eq!(names(&rows), ["a", "b"]);
    assert_eq!((rows[1].node.address.as_str(), rows[1].node.release.as_str()), ("b:8080", "1.2.3"));
    assert!(rows.iter().all(|row| !row.expired && !row.unlocked), "{rows:?}");

    let alone = take(&place, Duration::ZERO).await;
    assert!(matches!(alone, Err(ClaimError::Taken)), "{alone:?}");
    let same = try_join(&place.url, "a").await;
    let Err(error @ ClaimError::NameTaken(_)) = same else { panic!("{same:?}") };
    assert!(error.to_string().contains("is called \"a\""), "{error}");

    // One that has the database for itself comes after them, and they not after it.
    let olds = [a.die(), b.die()];
    let alone = take(&place, PATIENCE).await.unwrap();
    let store = alone.connect().await.unwrap();
    for old in olds {
        is_fenced(old.write(&[Write::OpenTable(table("late", 2))]).await);
        old.close().await;
    }
    assert_eq!(adopt_all(&*store, 10).await.len(), 2);
    let joined = try_join(&place.url, "a").await;
    assert!(matches!(joined, Err(ClaimError::Taken)), "{joined:?}");
    store.close().await;
}

async fn a_server_without_its_lock_is_fenced(place: Arc<Place>) {
    begin(&*place.store).await;
    let [a, b] = [Server::start(&place, "a").await, Server::start(&place, "b").await];
    assert_eq!(adopt_all(&*a.store, 10).await.len(), 1);
    let alive = seen(&*b.store, "a", |_| true).await;
    assert!(!b.store.declare_dead(&alive).await.unwrap());
    // Seen without its lock, which it has again by now.
    let doubted = NodeRow { unlocked: true, ..alive };
    assert!(!b.store.declare_dead(&doubted).await.unwrap());
    a.store.write(&[move_of("g", mv(1))]).await.unwrap();
    assert_eq!(adopt_all(&*b.store, 10).await, [], "it is alive");

    // The lock falls with the process, before the row expires.
    let of_a = a.die();
    let dead = seen(&*b.store, "a", |row| row.unlocked).await;
    assert!(!dead.expired);
    let older = NodeRow { incarnation: dead.incarnation - 1, ..dead.clone() };
    assert!(!b.store.declare_dead(&older).await.unwrap(), "that start is over long since");
    of_a.write(&[move_of("g", mv(2))]).await.unwrap();
    assert!(b.store.declare_dead(&dead).await.unwrap());
    assert!(!b.store.declare_dead(&dead).await.unwrap(), "once");
    is_fenced(of_a.write(&[move_of("g", mv(3))]).await);
    let adopted = adopt_all(&*b.store, 10).await;
    assert_eq!((adopted.len(), adopted[0].term), (1, 3));
    assert_eq!(adopted[0].game.as_ref().unwrap().moves, [mv(1), mv(2)]);
    b.store.write(&[move_of("g", mv(3))]).await.unwrap();

    // Started again under its name it is another, and finds its tables taken.
    let a = Server::start(&place, "a").await;
    is_fenced(of_a.write(&[move_of("g", mv(4))]).await);
    assert_eq!(adopt_all(&*a.store, 10).await, []);
    for store in [of_a, a.store, b.store] {
        store.close().await;
    }
}

/// It holds its lock, but does not renew its row.
async fn one_that_sleeps_is_fenced(place: Arc<Place>) {
    begin(&*place.store).await;
    let [mut a, b] = [Server::start(&place, "a").await, Server::start(&place, "b").await];
    a.store.write(&[move_of("g", mv(1))]).await.unwrap();
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let started = Instant::now();
    loop {
        assert!(started.elapsed() < PATIENCE);
        let expire = "UPDATE nodes SET expires_at = now() - interval '1 s' WHERE id = 'a'";
        sqlx::query(expire).execute(&mut other).await.unwrap();
        // It is awake all the while, and may be faster.
        let sleeping = seen(&*b.store, "a", |_| true).await;
        assert!(!sleeping.unlocked);
        if sleeping.expired && b.store.declare_dead(&sleeping).await.unwrap() {
            break;
        }
    }
    is_fenced(a.store.write(&[move_of("g", mv(2))]).await);
    let lost = tokio::time::timeout(PATIENCE, a.claim.lost()).await.expect("it is told");
    assert!(matches!(lost, ClaimError::Taken), "{lost:?}");
    a.store.close().await;
    b.store.close().await;
}

/// Begins a write of this server that does not end until `other` lets it.
async fn begin_write(
    server: &Server,
    other: &mut PgConnection,
) -> tokio::task::JoinHandle<Result<(), StoreError>> {
    lock_moves(other).await;
    let store = server.store.clone();
    let write = tokio::spawn(async move { store.write(&[move_of("g", mv(1))]).await });
    wait_for_waiting(other, 1).await;
    write
}

async fn fencing_waits_for_writes(place: Arc<Place>) {
    begin(&*place.store).await;
    let [a, b] = [Server::start(&place, "a").await, Server::start(&place, "b").await];
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let write = begin_write(&a, &mut other).await;
    let of_a = a.die();
    let dead = seen(&*b.store, "a", |row| row.unlocked).await;
    let fence = {
        let store = b.store.clone();
        tokio::spawn(async move { store.declare_dead(&dead).await })
    };
    wait_for_waiting(&mut other, 2).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    write.await.unwrap().expect("it was begun before");
    assert!(fence.await.unwrap().unwrap());
    is_fenced(of_a.write(&[move_of("g", mv(2))]).await);
    assert_eq!(adopt_all(&*b.store, 10).await[0].game.as_ref().unwrap().moves, [mv(1)]);
    of_a.close().await;
    b.store.close().await;
}

async fn renewing_waits_for_nobody(place: Arc<Place>) {
    begin(&*place.store).await;
    let a = Server::start(&place, "a").await;
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let write = begin_write(&a, &mut other).await;
    let expires = async || {
        let mut other = PgConnection::connect(&place.url).await.unwrap();
        let expires = "SELECT extract(epoch FROM expires_at)::float8 FROM nodes WHERE id = 'a'";
        sqlx::query_scalar::<_, f64>(expires).fetch_one(&mut other).await.unwrap()
    };
    let first = expires().await;
    let started = Instant::now();
    while expires().await < first + 2.0 {
        assert!(started.elapsed() < PATIENCE, "the row is renewed no more");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(!write.is_finished());
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    write.await.unwrap().unwrap();
    a.store.close().await;
}

async fn who_leaves_is_fenced_at_once(place: Arc<Place>) {
    begin(&*place.store).await;
    let [a, b] = [Server::start(&place, "a").await, Server::start(&place, "b").await];
    assert_eq!(adopt_all(&*a.store, 10).await.len(), 1);
    a.claim.leave().await;
    assert_eq!(names(&b.store.nodes().await.unwrap()), ["b"]);
    is_fenced(a.store.write(&[move_of("g", mv(1))]).await);
    assert_eq!(adopt_all(&*b.store, 10).await.len(), 1);
    a.store.close().await;
    b.store.close().await;
}

/// Two survivors take a dead server's tables at the same time.
async fn tables_change_hands_once(place: Arc<Place>) {
    const TABLES: usize = 300;
    const ADOPTERS: usize = 4;
    add_people(&*place.store).await;
    let [a, b, c] = [
        Server::start(&place, "a").await,
        Server::start(&place, "b").await,
        Server::start(&place, "c").await,
    ];
    let mut writes = Vec::new();
    for number in 0..TABLES {
        writes.push(Write::OpenTable(table(&format!("t{number:03}"), 2)));
        writes.push(Write::BeginGame(game(
            &format!("g{number:03}"),
            &format!("t{number:03}"),
            1,
            1,
        )));
    }
    // A call has an end, however slow the machine is.
    for lot in writes.chunks(20) {
        a.store.write(lot).await.unwrap();
    }
    let open = async |server: &Server| {
        let open = server.store.tables_opened_before(at(1_000_000), None, 1000).await;
        open.unwrap().len()
    };
    assert_eq!([open(&a).await, open(&b).await], [TABLES, 0], "those of another are not told");
    a.claim.leave().await;
    assert_eq!(open(&b).await, TABLES, "nobody's");
    // Each goes on as fast as it can, so that one looks while another takes.
    let mut adopting = tokio::task::JoinSet::new();
    for turn in 0..2 * ADOPTERS {
        let store = [&b, &c][turn % 2].store.clone();
        adopting.spawn(async move { (turn % 2, adopt_all(&*store, 1).await) });
    }
    let mut taken = BTreeSet::new();
    let mut of = [0, 0];
    for (server, adopted) in adopting.join_all().await {
        of[server] += adopted.len();
        for table in adopted {
            assert_eq!(table.term, 2);
            assert!(taken.insert(table.row.id), "taken twice");
        }
    }
    assert_eq!(taken.len(), TABLES);
    assert!(of.iter().all(|&count| count > 0), "{of:?}");
    assert_eq!([open(&b).await, open(&c).await], of);
    for server in [b, c] {
        assert_eq!(adopt_all(&*server.store, 10).await, []);
        server.store.close().await;
    }
    a.store.close().await;
}

/// One that nobody ran when it was looked for, and that another server is taking over.
async fn a_table_that_is_run_is_not_abandoned(place: Arc<Place>) {
    add_people(&*place.store).await;
    let [a, b] = [Server::start(&place, "a").await, Server::start(&place, "b").await];
    let names = ["of-a", "of-b", "nobodys", "being-taken"].map(str::to_owned);
    for (server, names) in [(&a, &names[..1]), (&b, &names[1..])] {
        let open = names.iter().map(|name| Write::OpenTable(table(name, 2)));
        server.store.write(&open.collect::<Vec<_>>()).await.unwrap();
    }
    for name in &names[2..] {
        b.store.write(&[Write::ReleaseTable { table: name.clone() }]).await.unwrap();
    }
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let take = "BEGIN; UPDATE tables SET owner = 'b' WHERE id = 'being-taken'";
    sqlx::raw_sql(take).execute(&mut other).await.unwrap();
    assert_eq!(a.store.close_abandoned(&names, at(1_000)).await.unwrap(), 2);
    sqlx::raw_sql("COMMIT").execute(&mut other).await.unwrap();
    let open: Vec<String> =
        open_tables(&*a.store).await.into_iter().map(|table| table.row.id).collect();
    assert_eq!(open, ["being-taken", "of-b"]);
    assert_eq!(a.store.close_abandoned(&names, at(1_000)).await.unwrap(), 0);
    a.store.close().await;
    b.store.close().await;
}

/// Somebody has the lock of a server whose connection broke. As a rule that is the session
/// that Postgres has not ended yet.
async fn a_server_is_lost_to_nobody_who_has_not_entered(place: Arc<Place>) {
    begin(&*place.store).await;
    let mut a = Server::start(&place, "a").await;
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let mut faster = PgConnection::connect(&place.url).await.unwrap();
    let waiting = tokio::spawn(async move {
        let lock = "SELECT pg_advisory_lock(hashtextextended('vzetek node a', 0))";
        sqlx::raw_sql(lock).execute(&mut faster).await.unwrap();
        faster
    });
    wait_for_waiting(&mut other, 1).await;
    break_claim(&mut other).await;
    let faster = waiting.await.unwrap();
    let lost = tokio::time::timeout(Duration::from_secs(3), a.claim.lost()).await;
    assert!(lost.is_err(), "{lost:?}");
    a.store.write(&[move_of("g", mv(1))]).await.unwrap();
    let expires = "UPDATE nodes SET expires_at = now() WHERE id = 'a'";
    sqlx::query(expires).execute(&mut other).await.unwrap();
    drop(faster);
    seen(&*place.store, "a", |row| !row.expired && !row.unlocked).await;
    a.store.close().await;
}

/// The database was put back from a backup that is older than this start.
async fn a_server_that_is_not_known_is_lost(place: Arc<Place>) {
    begin(&*place.store).await;
    let mut a = Server::start(&place, "a").await;
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    sqlx::raw_sql("BEGIN; DELETE FROM nodes").execute(&mut other).await.unwrap();
    break_claim(&mut other).await;
    sqlx::raw_sql("COMMIT").execute(&mut other).await.unwrap();
    let lost = tokio::time::timeout(PATIENCE, a.claim.lost()).await.expect("it is told");
    assert!(matches!(lost, ClaimError::Taken), "{lost:?}");
    a.store.close().await;
}
