//! Disk, memory and database fail under play: everybody waits, nobody is told
//! that something went wrong on our side, and play goes on by itself.

use serde_json::Value;
use sqlx::{Connection as _, PgConnection};

use crate::support::faults::Faults;
use crate::support::postgres::Postgres;
use crate::support::process::{Process, until};
use crate::support::rest::{config, request};
use crate::support::server::database_file;
use crate::support::tables::seated_at;
use crate::support::{Client, play_to_the_end, play_until};

/// Two players at a table of a server.
struct Party {
    table: String,
    clients: Vec<Client>,
}

impl Party {
    async fn sit(process: &Process) -> Self {
        let (table, clients, _) = seated_at(process.address, &config("trset", 2), 2).await;
        Self { table, clients }
    }

    async fn play_until(&mut self, moves: usize) {
        play_until(&mut self.clients, &self.table, moves).await;
    }

    /// Makes a move for the player who has the turn, which cannot be stored
    /// yet.
    async fn move_once(&mut self) {
        let mover = self.clients[0].tables[&self.table].turn.expect("a turn") as usize;
        self.clients[mover].wait_for_turn(&self.table).await;
        self.clients[mover].play_if_due(&self.table).await;
    }

    /// Plays the deal to its end; all that was shown is stored, and nobody was
    /// told of an error.
    async fn end(mut self, process: &Process) {
        let finish = play_to_the_end(&mut self.clients, &self.table).await;
        let path = format!("/api/games/{}", finish["game"].as_str().expect("a game"));
        let (status, record) = request(process.address, "GET", &path, None, None).await;
        assert_eq!(status, 200, "{record}");
        let steps = record["steps"].as_array().expect("steps");
        let stored: Vec<&str> = steps.iter().filter_map(|step| step["action"].as_str()).collect();
        for client in &self.clients {
            let shown = &client.tables[&self.table].moves;
            assert_eq!(shown.len(), 40);
            assert!(stored.starts_with(&shown.iter().map(String::as_str).collect::<Vec<_>>()));
            let error = client.frames.iter().find(|frame| frame.contains("\"type\":\"error\""));
            assert_eq!(error, None);
        }
    }
}

/// The answer to a guest who comes now: its status, and the code of its error.
async fn admission(process: &Process) -> (u16, Value) {
    let (status, answer) = request(process.address, "POST", "/api/guest", None, None).await;
    (status, answer["code"].clone())
}

/// Nobody comes in, as long as this lasts, and nobody is told anything else.
async fn nobody_comes_in(process: &Process) {
    for _ in 0..10 {
        assert_eq!(admission(process).await, (503, "storage_unavailable".into()));
    }
}

/// Play goes on after this fault, and after it once more, as the first may leave
/// something behind.
async fn play_through(word: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let faults = Faults::under(folder.path());
    let database = format!("sqlite:{}", database_file(&folder).display());
    let process = Process::spawn(&database, &[], faults.environment()).await;
    process.listens().await;
    let mut party = Party::sit(&process).await;
    for round in 0..2 {
        party.play_until(4 + 8 * round).await;
        faults.set(word);
        party.move_once().await;
        process.health(503).await;
        nobody_comes_in(&process).await;
        faults.lift();
        process.health(200).await;
        assert_eq!(admission(&process).await.0, 200);
    }
    let (_, metrics) = request(process.address, "GET", "/metrics", None, None).await;
    let name = "vzetek_faults_total{code=\"storage_unavailable\"} ";
    let mut lines = metrics.as_str().expect("a text").lines();
    let counted = lines.find_map(|line| line.strip_prefix(name)?.parse::<u32>().ok());
    assert!(counted >= Some(20), "each of them is counted: {counted:?}");
    party.end(&process).await;
}

#[tokio::test]
async fn a_full_disk() {
    play_through("full").await;
}

#[tokio::test]
async fn a_disk_with_errors() {
    play_through("io").await;
}

#[tokio::test]
async fn too_little_memory() {
    play_through("memory").await;
}

#[tokio::test]
async fn a_database_that_is_moved_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = database_file(&folder);
    let process = Process::start(&format!("sqlite:{}", file.display())).await;
    let mut party = Party::sit(&process).await;
    party.play_until(5).await;
    let elsewhere = folder.path().join("elsewhere");
    std::fs::rename(&file, &elsewhere).expect("moved");
    party.move_once().await;
    process.health(503).await;
    nobody_comes_in(&process).await;
    std::fs::rename(&elsewhere, &file).expect("put back");
    process.health(200).await;
    party.end(&process).await;
}

#[tokio::test]
async fn sessions_of_postgres_that_are_killed() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let process = Process::start(&database).await;
    let mut party = Party::sit(&process).await;
    let mut other = PgConnection::connect(&database).await.expect("a connection");
    for round in 1..=15 {
        party.play_until(2 * round).await;
        sqlx::query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
              WHERE application_name = 'vzetek'",
        )
        .execute(&mut other)
        .await
        .expect("killed");
    }
    party.end(&process).await;
}

/// A table is renamed, and a trigger lets nobody in: somebody has to mend that,
/// and until then it is no fault of those who play.
#[tokio::test]
async fn a_schema_that_is_out_of_order() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let process = Process::start(&database).await;
    let mut party = Party::sit(&process).await;
    let mut other = PgConnection::connect(&database).await.expect("a connection");
    let mut moves = 4;
    for (breaks, mends) in [
        ("ALTER TABLE moves RENAME TO gone", "ALTER TABLE gone RENAME TO moves"),
        (
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
                $$ BEGIN RAISE EXCEPTION 'not today'; END $$; \
             CREATE TRIGGER refuse BEFORE INSERT ON moves EXECUTE FUNCTION refuse()",
            "DROP TRIGGER refuse ON moves",
        ),
        ("BEGIN; LOCK TABLE moves IN EXCLUSIVE MODE", "ROLLBACK"),
    ] {
        party.play_until(moves).await;
        sqlx::raw_sql(breaks).execute(&mut other).await.expect("broken");
        party.move_once().await;
        process.health(503).await;
        sqlx::raw_sql(mends).execute(&mut other).await.expect("mended");
        process.health(200).await;
        moves += 6;
    }
    party.end(&process).await;
}

/// Nobody comes in as long as this lasts, and then play goes on.
async fn play_through_with_postgres(word: &str) {
    let Some(mut postgres) = Postgres::if_required() else { return };
    // Only where tables lie: with its log on a full disk Postgres ends.
    let faults = postgres.prepare_faults("base");
    let database = postgres.start();
    let process = Process::start(&database).await;
    let mut party = Party::sit(&process).await;
    party.play_until(6).await;
    faults.set(word);
    // A table must grow first, or a session need more than it has.
    until("somebody is refused", async || admission(&process).await.0 != 200).await;
    assert_eq!(admission(&process).await, (503, "storage_unavailable".into()));
    faults.lift();
    process.health(200).await;
    assert_eq!(admission(&process).await.0, 200);
    party.end(&process).await;
}

#[tokio::test]
async fn a_full_disk_of_postgres() {
    play_through_with_postgres("full").await;
}

#[tokio::test]
async fn a_disk_of_postgres_with_errors() {
    play_through_with_postgres("io").await;
}

#[tokio::test]
async fn too_little_memory_for_postgres() {
    play_through_with_postgres("memory").await;
}
