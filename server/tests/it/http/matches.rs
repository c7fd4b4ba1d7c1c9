//! Matches in the archive, and the sums over a player's deals.

use chrono::Utc;
use serde_json::{Value, json};
use vzetek_store::{Ladder, MatchEnd, MatchRating, RatingStep, TableRow, Write};

use super::client::Server;
use super::games::{Played, ids, played, with_guests};

/// Deal `number` of a match to 31 points at the table, and the points that it brought each player.
fn deal(
    table: &str,
    match_number: u32,
    number: u32,
    players: &[(&str, &str)],
    minute: i64,
) -> (Played, Vec<i64>) {
    let id = format!("{table}-{match_number}-{number}");
    let mut played = played(&id, number, players, minute);
    if let Write::BeginGame(row) = &mut played.begin[0] {
        row.table = table.to_owned();
        row.match_number = match_number;
        row.options["options"]["target"] = 31.into();
    }
    let Write::FinishGame(finish) = &played.finish else { panic!("an end") };
    let seats = finish.result["seats"].as_array().expect("seats");
    let points = seats.iter().map(|seat| seat["points"].as_i64().expect("points")).collect();
    (played, points)
}

async fn write(server: &Server, Played { mut begin, finish }: Played) {
    begin.push(finish);
    server.store.write(&begin).await.expect("a deal");
}

/// Ends the match with a deal: the first player wins.
fn ended(mut played: Played) -> Played {
    let Write::FinishGame(finish) = &mut played.finish else { panic!("an end") };
    for player in &mut finish.players {
        player.match_end = Some(MatchEnd { won: player.seat == 0, forfeited: false });
    }
    played
}

async fn list(server: &Server, query: &str) -> Value {
    server.get(&format!("/api/matches?{query}")).await.json()
}

#[tokio::test]
async fn a_match_is_one_line_with_its_score() {
    let (server, guests) = with_guests().await;
    let players = [(guests[0].1.as_str(), "Ana"), (guests[1].1.as_str(), "Bor")];
    let mut sums = [0, 0];
    for number in 1..=3 {
        let (played, points) = deal("table", 1, number, &players, i64::from(number));
        for (sum, points) in sums.iter_mut().zip(points) {
            *sum += points;
        }
        if number < 3 {
            write(&server, played).await;
            let lines = list(&server, "").await;
            assert_eq!(ids(&lines), [format!("table-1-{number}")]);
            assert_eq!(
                (&lines[0]["stage"], &lines[0]["deals"]),
                (&"playing".into(), &number.into())
            );
            assert_eq!(lines[0]["players"][0]["won"], false);
        } else {
            let mut played = ended(played);
            if let Write::FinishGame(finish) = &mut played.finish {
                let step = RatingStep { before: 1500, after: 1510, settled: true };
                finish.players[0].rating =
                    Some(MatchRating { ladder: Ladder::People, step: Some(step) });
            }
            write(&server, played).await;
        }
    }
    let lines = list(&server, "").await;
    assert_eq!(ids(&lines), ["table-1-3"]);
    let line = &lines[0];
    assert_eq!(
        (&line["stage"], &line["deals"], &line["number"]),
        (&"over".into(), &3.into(), &1.into())
    );
    assert_eq!((&line["kind"], &line["table"]), (&"trset-2".into(), &"table".into()));
    assert_eq!(
        (&line["started"], &line["time"]),
        (&"2026-11-21T12:01:00Z".into(), &"2026-11-21T12:03:30Z".into())
    );
    let points: Vec<_> = sums.iter().map(|points| json!(points)).collect();
    assert_eq!(
        [&line["players"][0]["points"], &line["players"][1]["points"]],
        [&points[0], &points[1]]
    );
    assert_eq!(
        (&line["players"][0]["won"], &line["players"][1]["won"]),
        (&true.into(), &false.into())
    );
    assert_eq!(line["players"][0]["rating"]["after"], 1510);
    assert_eq!(line["unrated"], Value::Null);
    let deals = server.get("/api/games?table=table&match=1").await.json();
    assert_eq!(ids(&deals), ["table-1-3", "table-1-2", "table-1-1"]);
    assert_eq!(server.get("/api/games?table=table&match=2").await.json(), json!([]));
    assert_eq!(ids(&server.get("/api/games").await.json()).len(), 3);

    // A name goes with its account.
    assert_eq!(server.ask("DELETE", "/api/me").token(&guests[1].0).send().await.status, 204);
    let line = &list(&server, "").await[0];
    assert_eq!(line["players"][0]["player"]["name"], "Ana");
    assert_eq!(line["players"][1]["player"]["name"], "");
    server.stop().await;
}

#[tokio::test]
async fn matches_are_paged_and_narrowed() {
    let (server, guests) = with_guests().await;
    let players = [(guests[0].1.as_str(), "Ana"), (guests[1].1.as_str(), "Bor")];
    for number in 1..=5 {
        let minute = i64::from(10 * number);
        write(&server, deal("table", number, 1, &players, minute).0).await;
        write(&server, ended(deal("table", number, 2, &players, minute + 1).0)).await;
    }
    let all = ids(&list(&server, "").await);
    assert_eq!(all, ["table-5-2", "table-4-2", "table-3-2", "table-2-2", "table-1-2"]);
    let mut joined = Vec::new();
    let mut query = "limit=2".to_owned();
    loop {
        let page = ids(&list(&server, &query).await);
        let Some(last) = page.last() else { break };
        query = format!("limit=2&before={last}");
        joined.extend(page);
    }
    assert_eq!(joined, all);
    let count = async |query: &str| ids(&list(&server, query).await).len();
    assert_eq!(count(&format!("player={}", guests[0].1)).await, 5);
    assert_eq!(count("player=nobody").await, 0);
    assert_eq!(count("kind=trset-2&among=people&table=table").await, 5);
    assert_eq!(count("kind=trset-3").await, 0);
    assert_eq!(count("from=2026-11-21T12:31:30Z").await, 3);
    assert_eq!(count("until=2026-11-21T12:31:30Z").await, 2);
    for (query, hint) in [
        ("limit=201", "limit is a number from 1 to 200"),
        ("match=1", "match is not known here; there are limit, kind"),
        ("before=nothing", "before is the id of a finished game"),
    ] {
        let answer = server.get(&format!("/api/matches?{query}")).await;
        let message = answer.expect_error(400, "bad_message");
        assert!(message.starts_with(hint), "{message}");
    }
    for (query, hint) in [
        ("match=1", "match goes with a table"),
        ("table=table&match=0", "match is a number from 1 to 2147483647"),
        ("table=table&match=2147483648", "match is a number from 1 to 2147483647"),
    ] {
        let answer = server.get(&format!("/api/games?{query}")).await;
        assert_eq!(answer.expect_error(400, "bad_message"), hint);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_undecided_match_of_a_closed_table_broke_off() {
    let (server, guests) = with_guests().await;
    let players = [(guests[0].1.as_str(), "Ana"), (guests[1].1.as_str(), "Bor")];
    write(&server, deal("table", 1, 1, &players, 1).0).await;
    let stage = async || list(&server, "").await[0]["stage"].clone();
    assert_eq!(stage().await, "playing");
    let close = Write::CloseTable { table: "table".to_owned(), at: Utc::now() };
    server.store.write(&[close]).await.expect("a closed table");
    assert_eq!(stage().await, "broken_off");
    // A reason of a newer server is left out.
    for (reason, shown) in [("private", json!("private")), ("weather", Value::Null)] {
        let number = if reason == "private" { 2 } else { 3 };
        write(&server, ended(deal("table", number, 1, &players, i64::from(10 * number)).0)).await;
        let game = format!("table-{number}-1");
        let unrated = Write::Unrated { game, reason: reason.to_owned() };
        server.store.write(&[unrated]).await.expect("a reason");
        assert_eq!(list(&server, "").await[0]["unrated"], shown);
    }
    // Before outcomes of matches were stored, a single deal: the rules say who won.
    let Played { mut begin, finish } = played("single", 1, &players, 50);
    if let Write::BeginGame(row) = &mut begin[0] {
        row.match_number = 4;
    }
    write(&server, Played { begin, finish }).await;
    let line = &list(&server, "").await[0];
    assert_eq!(
        (&line["id"], &line["stage"], &line["deals"]),
        (&"single".into(), &"over".into(), &1.into())
    );
    let points = |seat: usize| line["players"][seat]["points"].as_i64().expect("points");
    let won = |seat: usize| line["players"][seat]["won"].as_bool().expect("an outcome");
    assert_eq!((won(0), won(1)), (points(0) >= points(1), points(1) >= points(0)));
    server.stop().await;
}

#[tokio::test]
async fn a_players_results_are_summed_up() {
    let (server, guests) = with_guests().await;
    let (ana, bor) = ((guests[0].1.as_str(), "Ana"), (guests[1].1.as_str(), "Bor"));
    let table = TableRow {
        id: "private".to_owned(),
        config: json!({}),
        creator: None,
        invite: Some("word".to_owned()),
        created_at: Utc::now(),
        seats: 2,
    };
    server.store.write(&[Write::OpenTable(table)]).await.expect("a table");
    for number in 1..=2 {
        write(&server, deal("table", number, 1, &[ana, bor], i64::from(10 * number)).0).await;
        write(&server, ended(deal("table", number, 2, &[ana, bor], i64::from(10 * number + 1)).0))
            .await;
    }
    write(&server, ended(deal("private", 1, 1, &[bor, ana], 40).0)).await;
    let path = format!("/api/players/{}/statistics", ana.0);
    let own = server.ask("GET", &path).token(&guests[0].0).send().await.json();
    let kind = json!({ "kind": "trset-2", "company": "people", "matches": 3, "matches_won": 2,
                       "deals": 5, "deals_won": 5, "points": 0 });
    assert_eq!(own["kinds"], json!([kind]));
    assert_eq!(own["contracts"], json!([]));
    let met = |answer: &Value| {
        let [met] = &answer["opponents"].as_array().expect("a list")[..] else { panic!("one") };
        assert_eq!(met["player"]["name"], "Bor");
        ["matches", "won", "lost"].map(|field| met[field].as_u64().expect("a number"))
    };
    assert_eq!(met(&own), [3, 2, 1]);
    let seen = server.get(&path).await.json();
    assert_eq!((met(&seen), &seen["kinds"]), ([2, 2, 0], &own["kinds"]));
    server.get("/api/players/nobody/statistics").await.expect_error(404, "no_such_player");
    server.stop().await;
}
