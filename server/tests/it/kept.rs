//! Databases that earlier versions left, opened by this one: everybody comes
//! back, plays on, and finds what was played before.
//!
//! They lie in migrations/kept, a folder for each version; its README says how
//! another is made.

use std::fs;
use std::io::Read;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use rustix::process::Signal;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::support::postgres::Postgres;
use crate::support::process::Process;
use crate::support::rest::{home, open_table, patient_clock, person, request};
use crate::support::tables::{back, next_deal, shuffle};
use crate::support::{Client, play_by, tablic, tarok};

/// The names of those who sit at the tables, in the order of the seats.
const PEOPLE: [&str; 6] = ["Ana", "Bor", "Cene", "Drago", "Eva", "Filip"];
/// The password of all of them.
const PASSWORD: &str = "korenček in burja";

/// A table that is kept, and how far it is played.
struct Table {
    game: &'static str,
    options: Value,
    players: u8,
    /// Everywhere but in tarok anything legal is done.
    contract: &'static str,
    moves: usize,
}

/// All games, with what their options bring into a deal and into a score.
fn tables() -> Vec<Table> {
    let table =
        |game, options, players, contract, moves| Table { game, options, players, contract, moves };
    let trset = |options, players, moves| table("trset", options, players, "", moves);
    let tarok = |options, contract, moves| table("tarok", options, 3, contract, moves);
    let tablic = |options, players, moves| table("tablic", options, players, "", moves);
    vec![
        trset(json!({ "players": 2, "declarations": true, "target": 21 }), 2, 7),
        trset(json!({ "players": 3 }), 3, 20),
        trset(json!({ "players": 4, "target": 21 }), 4, 15),
        trset(json!({ "variant": "kifameno", "players": 2, "cappotto": true }), 2, 39),
        trset(json!({ "variant": "kifameno", "players": 4, "target": 31 }), 4, 3),
        tarok(json!({ "deals": 4 }), "three", 20),
        tarok(json!({ "rewarded_klop": true, "deals": 2 }), "klop", 12),
        tarok(json!({ "taroks_discarded_last": true, "symmetric_bonuses": true }), "two", 5),
        tarok(json!({ "open_berac": true, "forehand_leads": true }), "open_berac", 9),
        tarok(json!({}), "solo", 1),
        tablic(json!({ "players": 2, "target": 31 }), 2, 30),
        tablic(json!({ "players": 3 }), 3, 17),
        tablic(json!({ "players": 6, "deals": 3 }), 6, 8),
        // Over, and the next deal is awaited.
        trset(json!({ "players": 2 }), 2, usize::MAX),
        trset(json!({ "players": 2, "target": 31 }), 2, usize::MAX),
        tarok(json!({ "deals": 3 }), "klop", usize::MAX),
        tablic(json!({ "players": 2, "target": 101 }), 2, usize::MAX),
    ]
}

fn config(table: &Table) -> Value {
    json!({
        "game": { "name": table.game, "options": table.options },
        "clock": patient_clock(),
    })
}

async fn play(clients: &mut [Client], id: &str, contract: &str, moves: usize) {
    play_by(clients, id, moves, |legal, before| match contract {
        "" => tablic::choose(legal, before),
        contract => tarok::choose(contract, legal, before),
    })
    .await;
}

/// Plays at all tables, and one deal more at one of them. Returns what is to be
/// found again.
async fn make(database: &str) -> Value {
    // Nobody is dealt to who has not committed to a nonce.
    let arguments = ["--tables-per-account", "100", "--nonce-ms", "60000"];
    let process = Process::spawn(database, &arguments, [("", ""); 0]).await;
    process.listens().await;
    let address = process.address;
    let (mut everybody, mut tokens) = (Vec::new(), Vec::new());
    for (seat, name) in (0..).zip(PEOPLE) {
        let token = person(address, name).await;
        everybody.push(Client::connect_from(home(seat), address, &token).await);
        tokens.push(token);
    }
    let mut kept = Vec::new();
    for table in tables() {
        let (id, _) = open_table(address, &tokens[0], &config(&table)).await;
        let clients = &mut everybody[..usize::from(table.players)];
        for (seat, client) in (0..).zip(clients.iter_mut()) {
            client.sit(&id, seat).await;
        }
        shuffle(clients, &id, &PEOPLE).await;
        play(clients, &id, table.contract, table.moves).await;
        let moves = &clients[0].tables[&id].moves;
        let players = table.players;
        kept.push(json!({ "table": id, "players": players, "seated": players, "moves": moves }));
    }
    // One player is missing; two wait for the nonces of the first deal.
    for seated in [1, 2] {
        let (id, _) = open_table(address, &tokens[0], &config(&tables()[0])).await;
        for (seat, client) in (0..seated).zip(&mut everybody) {
            client.sit(&id, seat).await;
        }
        if seated == 2 {
            everybody[0].seen(&id, "committed").await;
            everybody[0].commit(&id, PEOPLE[0]).await;
        }
        kept.push(json!({ "table": id, "players": 2, "seated": seated, "moves": [] }));
    }
    let wish = json!({ "name": "Robot" });
    let (_, bot) = request(address, "POST", "/api/bots", Some(&tokens[0]), Some(&wish)).await;
    let kept = json!({ "tables": kept, "bot": bot["token"], "games": archive(address).await });
    process.signal(Signal::TERM);
    let (status, said) = process.end().await;
    assert!(status.success(), "{said}");
    kept
}

/// The finished games: kind, cards, actions, players and ratings of each.
async fn archive(address: SocketAddr) -> Value {
    let (_, games) = request(address, "GET", "/api/games?limit=100", None, None).await;
    let mut archive = serde_json::Map::new();
    for game in games.as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id");
        archive.insert(id.to_owned(), told(address, id).await);
    }
    archive.into()
}

async fn told(address: SocketAddr, game: &str) -> Value {
    let (status, record) = request(address, "GET", &format!("/api/games/{game}"), None, None).await;
    assert_eq!(status, 200, "{record}");
    let each = |list: &str, field: &str| -> Vec<Value> {
        let list = record[list].as_array().expect("a list");
        list.iter().map(|one| one.pointer(field).cloned().unwrap_or_default()).collect()
    };
    json!({
        "kind": record["kind"],
        "secret": record["secret"],
        "cards": record["cards"],
        "actions": each("steps", "/action"),
        "players": each("players", "/player/name"),
        "ratings": each("players", "/rating/after"),
    })
}

/// Opens the database with this version and goes on with everything in it.
async fn goes_on(database: &str, kept: &Value) {
    let process = Process::start(database).await;
    let address = process.address;
    assert_eq!(archive(address).await, kept["games"]);
    let mut tokens = Vec::new();
    for name in PEOPLE {
        let wish = json!({ "name": name, "password": PASSWORD, "bearer": true });
        let (status, session) = request(address, "POST", "/api/login", None, Some(&wish)).await;
        assert_eq!(status, 200, "{session}");
        tokens.push(session["token"].as_str().expect("a token").to_owned());
    }
    let bot = kept["bot"].as_str();
    let (_, me) = request(address, "GET", "/api/me", bot, None).await;
    assert_eq!(me["user"]["name"], "Robot");

    let tables = kept["tables"].as_array().expect("a list");
    for table in tables {
        let id = table["table"].as_str().expect("an id");
        let players = table["players"].as_u64().expect("a number") as usize;
        let seated = table["seated"].as_u64().expect("a number") as usize;
        let mut clients = back(address, id, &tokens[..players]).await;
        let followed = &clients[0].tables[id];
        assert_eq!(json!(followed.moves), table["moves"], "{id}");
        if followed.finish.is_some() {
            next_deal(&mut clients, id).await;
        }
        for (seat, client) in clients.iter_mut().enumerate().skip(seated) {
            client.sit(id, seat as u8).await;
        }
        // In tarok something else than before: anything goes.
        play(&mut clients, id, "", usize::MAX).await;
        let game = clients[0].tables[id].game.clone().expect("a game");
        let record = told(address, &game).await;
        assert_eq!(record["players"].as_array().expect("a list").len(), players);
    }
    let games = kept["games"].as_object().expect("games").len();
    let (_, now) = request(address, "GET", "/api/games?limit=100", None, None).await;
    assert_eq!(now.as_array().expect("a list").len(), games + tables.len());
    process.signal(Signal::TERM);
    let (status, said) = process.end().await;
    assert!(status.success(), "{said}");
    assert!(!said.contains("left as stored"), "{said}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/kept")
}

/// The versions of which something is kept.
fn versions() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let versions: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    assert!(!versions.is_empty(), "nothing is kept");
    versions
}

fn unpacked(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let packed = fs::File::open(file).expect("the file is there");
    GzDecoder::new(packed).read_to_end(&mut bytes).expect("it is whole");
    bytes
}

fn story(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).expect("the file is there")).expect("JSON")
}

#[tokio::test]
async fn sqlite_files_of_earlier_versions_are_played_on() {
    for version in versions() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("vzetek.sqlite");
        fs::write(&file, unpacked(&version.join("sqlite.gz"))).expect("written");
        goes_on(&format!("sqlite:{}", file.display()), &story(&version.join("sqlite.json"))).await;
    }
}

#[tokio::test]
async fn postgres_databases_of_earlier_versions_are_played_on() {
    let Some(postgres) = Postgres::if_required() else { return };
    for version in versions() {
        let server = postgres.start();
        let (start, _) = server.rsplit_once('/').expect("it names a database");
        let name = format!("kept_{}", version.file_name().expect("a name").display());
        let mut admin = PgConnection::connect(&server).await.expect("a connection");
        let create = format!(r#"CREATE DATABASE "{name}""#);
        sqlx::raw_sql(AssertSqlSafe(create)).execute(&mut admin).await.expect("created");
        let database = format!("{start}/{name}");
        let mut connection = PgConnection::connect(&database).await.expect("a connection");
        let rows = String::from_utf8(unpacked(&version.join("postgres.sql.gz"))).expect("text");
        sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.expect("good SQL");
        connection.close().await.expect("closed");
        goes_on(&database, &story(&version.join("postgres.json"))).await;
    }
}

/// Makes a database to be kept: `VZETEK_KEEP` is its address, `VZETEK_STORY` the
/// file for what is to be found in it again.
#[tokio::test]
#[ignore = "makes a database to be kept, as migrations/kept/README.md says"]
async fn a_database_to_be_kept() {
    let database = std::env::var("VZETEK_KEEP").expect("VZETEK_KEEP names a database");
    let story = std::env::var_os("VZETEK_STORY").expect("VZETEK_STORY names a file");
    let kept = make(&database).await;
    fs::write(story, format!("{kept:#}\n")).expect("written");
}
