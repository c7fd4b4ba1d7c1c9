//! Matches of four at tarok, at real tables and on both databases.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::support::postgres::Postgres;
use crate::support::rest::{guest, request};
use crate::support::tables::{back, next_deal, record};
use crate::support::tarok::{four, play};
use crate::support::{Client, TestServer};

const CONTRACTS: [&str; 12] = [
    "three",
    "klop",
    "two",
    "one",
    "solo_three",
    "berac",
    "solo_two",
    "solo_one",
    "solo_without",
    "open_berac",
    "colour_valat",
    "valat",
];

/// Those after which everybody gets a radelc.
const RADELCI: [&str; 6] = ["klop", "berac", "solo_without", "open_berac", "colour_valat", "valat"];

/// The cost of an open radelc at the end.
const OPEN_RADELC: i64 = 40;

/// The moves after which a king is called and nobody has announced anything: three
/// passes, contract, king, group, and two cards put away.
const CALLED: usize = 8;

#[tokio::test]
async fn a_match_of_four_goes_through_every_contract() {
    let server = TestServer::start(&[]).await;
    let database = format!("sqlite:{}", server.folder.path().join("vzetek.sqlite").display());
    goes_through_every_contract(server, &database).await;
}

#[tokio::test]
async fn a_match_of_four_goes_through_every_contract_on_postgres() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let server = TestServer::start_on(folder, &database, &[]).await;
    goes_through_every_contract(server, &database).await;
}

/// Every contract once, always by the forehand. The server starts again while it is
/// secret who holds the called king.
async fn goes_through_every_contract(mut server: TestServer, database: &str) {
    let options = json!({ "deals": CONTRACTS.len(), "open_radelci": OPEN_RADELC });
    let (table, mut clients, tokens) = four(&server, &options).await;
    let (mut points, mut radelci) = ([0; 4], [0; 4]);
    for (number, contract) in CONTRACTS.into_iter().enumerate() {
        if contract == "two" {
            play(&mut clients, &table, contract, CALLED).await;
            let before = shown(&server, &table).await;
            is_not_in_the_archive(&server, &clients[0], &table).await;
            let folder = server.stop().await;
            server = TestServer::start_on(folder, database, &[]).await;
            clients = back(server.address, &table, &tokens).await;
            assert_eq!(shown(&server, &table).await, before, "all is as it was, secrets too");
        }
        play(&mut clients, &table, contract, usize::MAX).await;
        let finish = clients[0].finished(&table).expect("the deal is over");
        let game = clients[0].tables[&table].game.clone().expect("a game");
        let record = record(&server, &game).await;
        let result = &finish["result"];
        assert_eq!((&record["kind"], &record["result"]), (&json!("tarok-4"), result));
        follows(&record, &shown(&server, &table).await["view"]);

        assert_eq!(result["contract"], contract);
        // A side that happens to take every trick has made a silent valat.
        let items = result["items"].as_array().expect("a list");
        let radelc =
            RADELCI.contains(&contract) || items.iter().any(|item| item["item"] == "valat");
        assert_eq!(result["radelci"], radelc, "{result}");
        let declarer = (record["dealer"].as_u64().expect("a dealer") as usize + 1) % 4;
        let doubled = contract != "klop" && radelci[declarer] > 0;
        assert_eq!(result["doubled"], if doubled { json!(declarer) } else { Value::Null });
        for seat in 0..4 {
            let own = &result["seats"][seat];
            let part = |name: &str| own[name].as_i64().expect("a number");
            let score = part("result") * if doubled { 2 } else { 1 } + part("mond");
            assert_eq!(result["scores"][seat], score, "{result}");
            points[seat] += score;
        }
        radelci[declarer] -= i64::from(doubled && result["seats"][declarer]["won"] == true);
        radelci.iter_mut().for_each(|own| *own += i64::from(radelc));
        assert_eq!(finish["score"]["points"], json!(points));
        assert_eq!(finish["score"]["radelci"], json!(radelci));
        if number + 1 < CONTRACTS.len() {
            assert_eq!(finish["match_won"], Value::Null);
            next_deal(&mut clients, &table).await;
        } else {
            let settled: [i64; 4] =
                std::array::from_fn(|seat| points[seat] - OPEN_RADELC * radelci[seat]);
            let best = settled.iter().max();
            assert_eq!(finish["match_won"], json!(settled.map(|own| Some(&own) == best)));
        }
    }
    server.stop().await;
}

/// The deal as somebody who comes now is shown it, but for the time that is left.
async fn shown(server: &TestServer, table: &str) -> Value {
    let token = guest(server.address, "Spectator").await;
    let mut spectator = Client::connect(server.address, &token).await;
    let mut deal = spectator.watch(table).await["deal"].clone();
    deal["turn"] = deal["turn"]["seat"].clone();
    spectator.close().await;
    deal
}

/// Neither a list nor a request for it tells of a deal that is played.
async fn is_not_in_the_archive(server: &TestServer, client: &Client, table: &str) {
    let game = client.tables[table].game.clone().expect("a game");
    let get = async |path: &str| request(server.address, "GET", path, None, None).await;
    let (status, error) = get(&format!("/api/games/{game}")).await;
    assert_eq!((status, &error["code"]), (404, &json!("no_such_game")));
    for path in ["/api/games?limit=100", "/api/games?kind=tarok-4", "/api/tables"] {
        let (status, list) = get(path).await;
        assert_eq!(status, 200, "{list}");
        let list = list.to_string();
        assert!(!list.contains(&game) && !list.contains("sides"), "{path}: {list}");
    }
}

/// A public view that follows the record knows what a newcomer is shown: a replay needs
/// nothing but the record.
fn follows(record: &Value, shown: &Value) {
    let full: vzetek_protocol::rest::GameRecord =
        serde_json::from_value(record.clone()).expect("a record");
    let vzetek_protocol::GameView::Tarok(mut view) = full.start else { panic!("{record}") };
    for told in full.steps.iter().flat_map(|step| &step.events) {
        let vzetek_protocol::GameEvent::Tarok(event) = &told.event else { panic!("{record}") };
        <vzetek_tarok::Tarok as vzetek_game::HiddenInformation>::observe(&mut view, event);
    }
    let mut followed = serde_json::to_value(view).expect("JSON");
    followed["game"] = json!("tarok");
    assert_eq!(followed, *shown);
}
