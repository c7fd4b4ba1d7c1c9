//! The archive, the leaderboard and the profiles.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use vzetek_game::Seat;
use vzetek_game::fair::Nonces;
use vzetek_protocol::GameOptions;
use vzetek_server::deal::Match;
use vzetek_store::{
    Account, AccountKind, FinishRow, GamePlayerRow, GameRow, Ladder, MatchRating, MoveRow, MovedBy,
    RatingRow, RatingStep, TableRow, Write,
};

use super::client::Server;

fn noon() -> DateTime<Utc> {
    "2026-11-21T12:00:00Z".parse().expect("a time")
}

/// A deal in which everybody always does the first legal thing.
pub struct Played {
    pub begin: Vec<Write>,
    pub finish: Write,
}

pub fn played(id: &str, number: u32, players: &[(&str, &str)], minute: i64) -> Played {
    let options = json!({ "name": "trset", "options": { "players": players.len() } });
    let parsed: GameOptions = serde_json::from_value(options.clone()).expect("options");
    let secret = format!("{minute:064x}");
    let nonces = Nonces::none(players.len());
    let dealer = Seat::new(0);
    let parsed_secret = secret.parse().expect("a secret");
    let mut deal = Match::new(&parsed).deal(dealer, &parsed_secret, &nonces).expect("a deal");
    let started_at = noon() + Duration::minutes(minute);
    let rows = |won: Option<bool>| -> Vec<GamePlayerRow> {
        let row = |(seat, (account, name)): (usize, &(&str, &str))| GamePlayerRow {
            seat: seat as u8,
            account: account.to_string(),
            name: name.to_string(),
            kind: AccountKind::Guest,
            level: None,
            card_points: won.map(|_| 0),
            points: won.map(|_| 0),
            won,
            forfeited: won.map(|_| false),
            match_end: None,
            rating: None,
            moves: won.map(|_| (1, 1)),
        };
        players.iter().enumerate().map(row).collect()
    };
    let mut begin = vec![Write::BeginGame(GameRow {
        id: id.to_owned(),
        table: "table".to_owned(),
        match_number: 1,
        number,
        kind: parsed.kind().0,
        options,
        dealer: 0,
        secret,
        nonce_hashes: None,
        nonces: nonces.as_slice().to_vec(),
        started_at,
        players: rows(None),
    })];
    let mut moves = 0;
    while let Some(seat) = deal.current_player() {
        let action = deal.legal().actions[0].clone();
        deal.apply(&action).expect("a legal action");
        moves += 1;
        begin.push(Write::Move {
            game: id.to_owned(),
            row: MoveRow {
                number: moves,
                seat: seat.index() as u8,
                action: action.into_owned(),
                by: MovedBy::Player,
                account: Some(players[seat.index()].0.to_owned()),
                at: started_at,
                thinking_ms: 1200,
            },
        });
    }
    let finish = Write::FinishGame(FinishRow {
        game: id.to_owned(),
        finished_at: started_at + Duration::seconds(30),
        result: serde_json::to_value(deal.ended().expect("a result").result).expect("JSON"),
        players: rows(Some(true)),
    });
    Played { begin, finish }
}

/// A server with a table and two guests; their tokens and ids.
pub async fn with_guests() -> (Server, Vec<(String, String)>) {
    let server = Server::start(&[]).await;
    let mut guests = Vec::new();
    for name in ["Ana", "Bor"] {
        let token = server.token("/api/guest", &json!({ "name": name, "bearer": true })).await;
        let me = server.ask("GET", "/api/me").token(&token).send().await.json();
        guests.push((token, me["user"]["id"].as_str().expect("an id").to_owned()));
    }
    let table = TableRow {
        id: "table".to_owned(),
        config: json!({}),
        creator: None,
        invite: None,
        created_at: noon(),
        seats: 2,
    };
    server.store.write(&[Write::OpenTable(table)]).await.expect("a table");
    (server, guests)
}

pub fn ids(answer: &Value) -> Vec<String> {
    let games = answer.as_array().expect("a list");
    games.iter().map(|game| game["id"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test]
async fn a_game_is_shown_only_once_it_is_over() {
    let (server, guests) = with_guests().await;
    let game = played("game", 1, &[(&guests[0].1, "Ana"), (&guests[1].1, "Bor")], 0);
    server.store.write(&game.begin).await.expect("a game");
    server.get("/api/games/game").await.expect_error(404, "no_such_game");
    server.get("/api/games/none").await.expect_error(404, "no_such_game");
    assert_eq!(server.get("/api/games").await.json(), json!([]));
    let before = server.get("/api/games?before=game").await;
    assert!(before.expect_error(400, "bad_message").starts_with("before "));

    server.store.write(&[game.finish]).await.expect("its end");
    let record = server.get("/api/games/game").await;
    assert_eq!(record.status, 200, "{record:?}");
    let record = record.json();
    assert_eq!(record["steps"].as_array().expect("steps").len(), 40);
    assert_eq!(record["moves"], 40);
    assert_eq!(record["cards"]["hands"][0].as_array().expect("a hand").len(), 10);
    assert_eq!(record["steps"][0]["events"][0]["type"], "played");
    assert_eq!(record["steps"][0]["by"], "player");
    assert_eq!(record["players"][1]["player"]["name"], "Bor");
    assert_eq!(record["start"]["game"], "trset");

    // A name goes with its account, also from old records.
    assert_eq!(server.ask("DELETE", "/api/me").token(&guests[1].0).send().await.status, 204);
    for shown in [
        server.get("/api/games/game").await.json(),
        server.get("/api/games").await.json()[0].clone(),
    ] {
        assert_eq!(shown["players"][0]["player"]["name"], "Ana");
        assert_eq!(shown["players"][1]["player"]["name"], "");
        assert_eq!(shown["players"][1]["player"]["id"], guests[1].1.as_str());
    }
    server.stop().await;
}

#[tokio::test]
async fn pages_join_without_gaps_and_narrow() {
    let (server, guests) = with_guests().await;
    let (ana, bor) = (guests[0].1.as_str(), guests[1].1.as_str());
    for number in 0..7 {
        // The last two end at the same time: then the id decides.
        let id = format!("game{number}");
        let game = played(&id, number + 1, &[(ana, "Ana"), (bor, "Bor")], i64::from(number.min(5)));
        server.store.write(&game.begin).await.expect("a game");
        server.store.write(&[game.finish]).await.expect("its end");
    }
    let all = ids(&server.get("/api/games").await.json());
    assert_eq!(all.len(), 7);
    let mut joined = Vec::new();
    let mut path = "/api/games?limit=3".to_owned();
    loop {
        let page = ids(&server.get(&path).await.json());
        let Some(last) = page.last() else { break };
        path = format!("/api/games?limit=3&before={last}");
        joined.extend(page);
    }
    assert_eq!(joined, all);
    let count =
        async |query: &str| ids(&server.get(&format!("/api/games?{query}")).await.json()).len();
    assert_eq!(count("kind=trset-2").await, 7);
    assert_eq!(count("kind=trset-3").await, 0);
    assert_eq!(count(&format!("player={ana}&table=table")).await, 7);
    assert_eq!(count("player=nobody").await, 0);
    assert_eq!(count("from=2026-11-21T12:03:30Z").await, 4);
    assert_eq!(count("until=2026-11-21T12:03:30Z").await, 3);
    assert_eq!(count("from=2026-11-22").await, 0);
    for (query, hint) in [
        ("limit=0", "limit is a number from 1 to 200"),
        ("limit=many", "limit is a number from 1 to 200"),
        ("from=yesterday", "from is a time such as"),
        ("colour=red", "colour is not known here; there are limit, kind"),
        ("kind=a&kind=b", "kind is given twice"),
        ("player=a%00b", "player is a plain text"),
        ("before=nothing", "before is the id of a finished game"),
    ] {
        let answer = server.get(&format!("/api/games?{query}")).await;
        let message = answer.expect_error(400, "bad_message");
        assert!(message.starts_with(hint), "{message}");
        assert!(answer.json()["field"].is_string());
    }
    server.stop().await;
}

#[tokio::test]
async fn the_leaderboard_ranks_by_what_is_certain() {
    let (server, guests) = with_guests().await;
    let (now, later) = (Utc::now(), Utc::now() + Duration::days(1));
    let mut rated = vec![(guests[0].1.clone(), 2500.0, 30.0, Some(later))];
    for (name, rating, deviation, until) in [
        ("Cene", 1700.0, 100.0, Some(later)),
        ("Dana", 1600.0, 40.0, Some(later)),
        ("Eva", 2600.0, 200.0, None),
        ("Fran", 2600.0, 40.0, Some(now)),
    ] {
        let person = json!({ "name": name, "password": "correct horse", "bearer": true });
        let answer = server.ask("POST", "/api/register").json(&person).send().await.json();
        let id = answer["user"]["id"].as_str().expect("an id").to_owned();
        rated.push((id, rating, deviation, until));
    }
    let burja = Account {
        id: "burja".to_owned(),
        name: "Burja".to_owned(),
        name_key: "burja".to_owned(),
        kind: AccountKind::Bot,
        level: Some("strong".to_owned()),
        face: None,
        owner: None,
        password_hash: None,
        created_at: noon(),
    };
    server.store.add_account(&burja).await.expect("a bot");
    let ladder = |account: &str| if account == burja.id { Ladder::Bots } else { Ladder::People };
    rated.push((burja.id.clone(), 1800.0, 50.0, Some(later)));
    let rows = rated.iter().map(|(account, rating, deviation, settled_until)| RatingRow {
        account: account.clone(),
        kind: "trset-2".to_owned(),
        ladder: ladder(account),
        settled_until: *settled_until,
        rating: *rating,
        deviation: *deviation,
        volatility: 0.06,
        matches: 9,
        wins: 5,
        updated_at: noon(),
    });
    let rated = Write::Ratings { game: "none".to_owned(), rows: rows.collect() };
    server.store.write(&[rated]).await.expect("ratings");
    let board = async |query: &str| {
        let board = server.get(&format!("/api/leaderboard?kind=trset-2{query}")).await.json();
        let line = |line: &Value| (line["rank"].clone(), line["player"]["name"].clone());
        let names: Vec<_> = board.as_array().expect("a list").iter().map(line).collect();
        (names, board[0].clone())
    };
    let (people, first) = board("").await;
    let settled = [(json!(1), json!("Dana")), (json!(2), json!("Cene"))];
    assert_eq!(people, settled, "no guests, and nobody of whom too little is known");
    assert_eq!(board("&ladder=people").await.0, settled);
    assert_eq!(
        (&first["standing"]["rating"], &first["player"]["rating"]),
        (&1600.into(), &1600.into())
    );
    assert_eq!(first["standing"]["settled"], true);
    assert_eq!(first["player"]["settled"], true);
    let (bots, first) = board("&ladder=bots").await;
    assert_eq!(bots, [(json!(1), json!("Burja"))]);
    assert_eq!(first["standing"]["ladder"], "bots");
    let wrong = server.get("/api/leaderboard?kind=trset-2&ladder=dogs").await;
    assert_eq!(wrong.expect_error(400, "bad_message"), "ladder is people or bots, not \"dogs\"");
    assert_eq!(server.get("/api/leaderboard?kind=trset-3").await.json(), json!([]));
    let missing = server.get("/api/leaderboard").await.expect_error(400, "bad_message");
    assert!(missing.contains("trset-2"), "{missing}");

    let profile = server.get(&format!("/api/players/{}", guests[0].1)).await.json();
    assert_eq!(profile["player"]["kind"], "guest");
    assert_eq!(profile["standings"][0]["matches"], 9);
    assert_eq!(profile["results"], json!([]));
    server.get("/api/players/nobody").await.expect_error(404, "no_such_player");
    server.stop().await;
}

#[tokio::test]
async fn a_players_rating_can_be_followed() {
    let (server, guests) = with_guests().await;
    let players = [(guests[0].1.as_str(), "Ana"), (guests[1].1.as_str(), "Bor")];
    for number in 1..=3_u32 {
        let Played { mut begin, mut finish } =
            played(&format!("game{number}"), number, &players, i64::from(number));
        if let Write::FinishGame(finish) = &mut finish {
            // The second deal decided nothing.
            let after = 1500 + 10 * number as i32;
            let step = RatingStep { before: 1500, after, settled: number == 3 };
            let rating = MatchRating { ladder: Ladder::Bots, step: Some(step) };
            finish.players[0].rating = (number != 2).then_some(rating);
            finish.players[1].won = Some(false);
        }
        begin.push(finish);
        server.store.write(&begin).await.expect("a game");
    }
    let address = format!("/api/players/{}/ratings", guests[0].1);
    let history = server.get(&format!("{address}?kind=trset-2&ladder=bots")).await.json();
    let point = |number: i64, after: i64| {
        let time = noon() + Duration::minutes(number) + Duration::seconds(30);
        json!({ "game": format!("game{number}"), "time": time, "ladder": "bots", "before": 1500,
                "after": after, "settled": number == 3, "won": true })
    };
    assert_eq!(history, json!([point(1, 1510), point(3, 1530)]));
    let last = server.get(&format!("{address}?kind=trset-2&ladder=bots&limit=1")).await.json();
    assert_eq!(last, json!([point(3, 1530)]));
    assert_eq!(server.get(&format!("{address}?kind=trset-2")).await.json(), json!([]));
    assert_eq!(server.get(&format!("{address}?kind=trset-3")).await.json(), json!([]));
    server.get(&address).await.expect_error(400, "bad_message");
    let nobody = server.get("/api/players/nobody/ratings?kind=trset-2").await;
    nobody.expect_error(404, "no_such_player");
    for ((_, id), wins) in guests.iter().zip([3, 0]) {
        let profile = server.get(&format!("/api/players/{id}")).await.json();
        assert_eq!(profile["results"], json!([{ "kind": "trset-2", "games": 3, "wins": wins }]));
    }
    server.stop().await;
}
