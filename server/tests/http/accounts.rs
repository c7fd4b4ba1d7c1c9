//! Guests, people and bots.

use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use clap::Parser;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use vzetek_protocol::client::HouseBot;
use vzetek_protocol::{ErrorCode, Kind};
use vzetek_server::Config;
use vzetek_server::accounts::Accounts;
use vzetek_store::{Account, SessionRow};

use crate::client::{Answer, Server};

fn person(name: &str) -> Value {
    json!({ "name": name, "password": "correct horse", "bearer": true })
}

#[tokio::test]
async fn a_guest_who_registers_stays_who_they_are() {
    let server = Server::start(&[]).await;
    let guest = server.ask("POST", "/api/guest").send().await;
    assert_eq!(guest.status, 200, "{guest:?}");
    let cookie = guest.header("set-cookie").expect("a cookie").to_owned();
    for flag in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=7776000"] {
        assert!(cookie.contains(flag), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "{cookie}");
    let user = guest.json()["user"].clone();
    assert!(guest.json().get("token").is_none(), "in the cookie only");
    assert_eq!(user["kind"], "guest");
    assert!(user["name"].as_str().is_some_and(|name| name.len() > 4), "{user}");

    let cookie = cookie.split(';').next().expect("name and value");
    let registered = server
        .ask("POST", "/api/register")
        .header("Cookie", cookie)
        .json(&json!({ "name": "Marija", "password": "correct horse" }))
        .send()
        .await;
    assert_eq!(registered.status, 200, "{registered:?}");
    let new_cookie = registered.header("set-cookie").expect("a cookie").to_owned();
    assert_eq!(registered.json()["user"]["id"], user["id"]);
    assert_eq!(registered.json()["user"]["kind"], "person");

    // The guest's session ended with the guest.
    let old = server.ask("GET", "/api/me").header("Cookie", cookie).send().await;
    old.expect_error(401, "unauthorized");
    let me = server
        .ask("GET", "/api/me")
        .header("Cookie", new_cookie.split(';').next().expect("name and value"))
        .send()
        .await;
    assert_eq!(me.json()["user"]["name"], "Marija");
    let token = server.token("/api/login", &person("MARIJA")).await;
    let me = server.ask("GET", "/api/me").token(&token).send().await;
    assert_eq!(me.json()["user"]["id"], user["id"]);
    server.stop().await;
}

#[tokio::test]
async fn of_two_new_passwords_one_counts() {
    let server = Server::start(&[]).await;
    let token = server.token("/api/register", &person("Ana")).await;
    let change = async |new: &str| {
        let change = json!({ "old": "correct horse", "new": new });
        server.post("/api/me/password", &token, &change).await.status
    };
    let (one, two) = tokio::join!(change("battery staple"), change("staple battery"));
    let counts = match (one, two) {
        (204, 401) => "battery staple",
        (401, 204) => "staple battery",
        other => panic!("{other:?}"),
    };
    server.token("/api/login", &json!({ "name": "Ana", "password": counts, "bearer": true })).await;
    server.stop().await;
}

#[tokio::test]
async fn no_session_outlives_the_password_it_was_opened_with() {
    let server = Server::start(&["--login-attempts", "1000"]).await;
    let token = server.token("/api/register", &person("Ana")).await;
    let mut passwords = ["correct horse", "battery staple"];
    for _ in 0..20 {
        let [old, new] = passwords;
        let change = json!({ "old": old, "new": new });
        let login = json!({ "name": "Ana", "password": old, "bearer": true });
        let ask = || server.ask("POST", "/api/login").json(&login).send();
        let logins = futures_util::future::join_all([ask(), ask(), ask(), ask()]);
        let (changed, logins) =
            tokio::join!(server.post("/api/me/password", &token, &change), logins);
        assert_eq!(changed.status, 204, "{changed:?}");
        for login in logins {
            if login.status != 200 {
                login.expect_error(401, "wrong_password");
                continue;
            }
            let session = login.json()["token"].as_str().expect("a token").to_owned();
            assert_eq!(server.ask("GET", "/api/me").token(&session).send().await.status, 401);
        }
        passwords.swap(0, 1);
    }
    assert_eq!(server.ask("GET", "/api/me").token(&token).send().await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn an_address_becomes_only_so_many() {
    let server = Server::start(&["--guests-per-hour", "2", "--registrations-per-hour", "1"]).await;
    let guest = |name: &str| server.ask("POST", "/api/guest").json(&json!({ "name": name })).send();
    let register = |name: &str| server.ask("POST", "/api/register").json(&person(name)).send();
    assert_eq!(register("Ana").await.status, 200);
    // What comes to nothing does not count.
    guest("").await.expect_error(400, "bad_name");
    guest("Ana").await.expect_error(409, "name_taken");
    assert_eq!((guest("Bor").await.status, guest("Ivo").await.status), (200, 200));
    let third = guest("Žan").await;
    assert!(third.expect_error(429, "rate_limited").contains("in 60 minutes"), "{third:?}");
    assert!(third.header("retry-after").is_some_and(|wait| wait.parse::<u32>().unwrap() > 3500));
    let second = register("Vid").await;
    assert!(second.expect_error(429, "rate_limited").contains("registrations"), "{second:?}");
    server.stop().await;
}

#[tokio::test]
async fn names_are_taken_once_whatever_their_case() {
    let server = Server::start(&[]).await;
    server.token("/api/register", &person("Žan")).await;
    for name in ["Žan", "ZAN", "z a n"] {
        let again = server.ask("POST", "/api/register").json(&person(name)).send().await;
        again.expect_error(409, "name_taken");
        assert_eq!(again.json()["field"], "name");
    }
    let posing = server.ask("POST", "/api/guest").json(&json!({ "name": "Žan" })).send().await;
    posing.expect_error(409, "name_taken");
    for _ in 0..2 {
        server.token("/api/guest", &json!({ "name": "Bor", "bearer": true })).await;
    }
    let long = json!({ "name": "x".repeat(25), "password": "correct horse" });
    let long = server.ask("POST", "/api/register").json(&long).send().await;
    assert!(long.expect_error(400, "bad_name").contains("2 to 24"));
    let short = json!({ "name": "Ivo", "password": "short" });
    let short = server.ask("POST", "/api/register").json(&short).send().await;
    assert!(short.expect_error(400, "bad_password").contains("8 to 200"));
    server.stop().await;
}

#[tokio::test]
async fn wrong_passwords_look_alike_and_run_out() {
    let server = Server::start(&["--login-attempts", "3", "--behind-proxy", "true"]).await;
    register_from(&server, "Ana", "192.0.2.9").await;
    let login = |name, password, from| login_from(&server, name, password, from, None);
    let wrong = login("Ana", "wrong horse", "192.0.2.1").await;
    let nobody = login("Nobody", "wrong horse", "192.0.2.1").await;
    wrong.expect_error(401, "wrong_password");
    assert_eq!(wrong.body, nobody.body);
    // Being right does not use up tries.
    for _ in 0..3 {
        assert_eq!(login("Ana", "correct horse", "192.0.2.1").await.status, 200);
    }
    // From there she is known by now, and still has three wrong ones; one is gone.
    for name in ["Ana", "ANÁ"] {
        login(name, "wrong horse", "192.0.2.1").await.expect_error(401, "wrong_password");
    }
    let name = login("Ana", "correct horse", "192.0.2.1").await;
    assert!(name.expect_error(429, "too_many_attempts").contains("in 15 minutes"), "{name:?}");
    let wait: u64 = name.header("retry-after").expect("a time").parse().expect("seconds");
    assert!((14 * 60..=15 * 60 + 1).contains(&wait), "{wait}");
    // The address: two are gone, and three times three may be wrong.
    for name in ["A1", "A2", "A3", "A4", "A5", "A6"] {
        login(name, "wrong horse", "192.0.2.1").await.expect_error(401, "wrong_password");
    }
    login("Else", "wrong horse", "192.0.2.1").await.expect_error(401, "wrong_password");
    let address = login("Fresh", "correct horse", "192.0.2.1").await;
    address.expect_error(429, "too_many_attempts");
    assert_eq!(login("Ana", "correct horse", "192.0.2.9").await.status, 200);
    server.stop().await;
}

async fn register_from(server: &Server, name: &str, from: &str) -> String {
    let ask = server.ask("POST", "/api/register").header("X-Forwarded-For", from);
    let answer = ask.json(&person(name)).send().await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["token"].as_str().expect("a token").to_owned()
}

async fn login_from(
    server: &Server,
    name: &str,
    password: &str,
    from: &str,
    token: Option<&str>,
) -> Answer {
    let mut ask = server.ask("POST", "/api/login").header("X-Forwarded-For", from);
    if let Some(token) = token {
        ask = ask.token(token);
    }
    ask.json(&json!({ "name": name, "password": password })).send().await
}

#[tokio::test]
async fn nobody_is_locked_out_by_strangers() {
    let server = Server::start(&["--login-attempts", "3", "--behind-proxy", "true"]).await;
    let token = register_from(&server, "Ana", "192.0.2.1").await;
    let mut slowed = 0;
    for stranger in 0..20 {
        let from = format!("198.51.100.{}", stranger % 10);
        let answer = login_from(&server, "Аna", "wrong horse", &from, None).await;
        if answer.status == 429 {
            answer.expect_error(429, "too_many_attempts");
            let wait = answer.header("retry-after").expect("a time").parse::<u32>();
            assert!((1..=16).contains(&wait.expect("seconds")), "{answer:?}");
            slowed += 1;
        } else {
            answer.expect_error(401, "wrong_password");
        }
    }
    // The machine may be slow, and then so were the strangers.
    assert!(slowed > 0, "strangers are not slowed down");
    // From where nobody has tried, not even they, one is let in at once.
    let new = login_from(&server, "Ana", "correct horse", "203.0.113.7", None).await;
    assert_eq!(new.status, 200, "{new:?}");
    let home = login_from(&server, "Ana", "correct horse", "192.0.2.1", None).await;
    assert_eq!(home.status, 200, "{home:?}");
    // Elsewhere a browser's session will do.
    let away = login_from(&server, "Ana", "correct horse", "203.0.113.1", Some(&token)).await;
    assert_eq!(away.status, 200, "{away:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_guest_who_logs_in_is_a_guest_no_longer() {
    let server = Server::start(&[]).await;
    server.token("/api/register", &person("Ana")).await;
    let guest = server.token("/api/guest", &json!({ "bearer": true })).await;
    let other = server.token("/api/guest", &json!({ "bearer": true })).await;
    let cookie = format!("vzetek_session={guest}");
    let login = |password: &str| {
        let body = json!({ "name": "Ana", "password": password });
        server.ask("POST", "/api/login").header("Cookie", &cookie).json(&body).send()
    };
    assert_eq!(login("wrong horse").await.status, 401);
    assert_eq!(server.ask("GET", "/api/me").token(&guest).send().await.status, 200);
    assert_eq!(login("correct horse").await.status, 200);
    server.ask("GET", "/api/me").token(&guest).send().await.expect_error(401, "unauthorized");
    assert_eq!(server.ask("GET", "/api/me").token(&other).send().await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_hundred_at_once_open_ten_tables() {
    let server = Server::start(&[]).await;
    let token = server.token("/api/guest", &json!({ "bearer": true })).await;
    let config = json!({ "game": { "name": "trset", "options": { "players": 2 } } });
    let asks = (0..100).map(|_| server.post("/api/tables", &token, &config));
    let answers = futures_util::future::join_all(asks).await;
    let opened = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(opened, 10);
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        let words = refused.expect_error(429, "rate_limited");
        assert!(words.contains("10 tables open"), "{words}");
    }
    assert_eq!(server.store.open_tables(None, 100).await.expect("the store").len(), 10);
    server.stop().await;
}

#[tokio::test]
async fn names_that_look_like_anothers_are_taken() {
    let server = Server::start(&["--house-token", "the house"]).await;
    let names = ["Magda", "Modem", "Ana"];
    let tokens = futures_util::future::join_all(names.map(|name| {
        let server = &server;
        async move { server.token("/api/register", &person(name)).await }
    }));
    let tokens = tokens.await;
    let config = Config::parse_from(["vzetek-server", "--house-token", "the house"]);
    let accounts = Accounts::new(server.store.clone(), &config);
    let bot = HouseBot { name: "Sivka".into(), level: "strong".into() };
    accounts.house_bot("the house", &bot).await.expect("a bot");
    for name in [
        "Maɡda",
        "Мagda",
        "Ꮇagda",
        "Rnagda",
        "rnodem",
        "Modern",
        "Αna",
        "Аnа",
        "Admin",
        "ꓮdmin",
        "Ꭺdmin",
        "Aԁmin",
        "𝐀dmin",
        "Ⓐdmin",
        "Adⅿin",
        "moderator",
        "Burja",
        "Burja 2",
        "Maestral",
        "Vzetek",
        "SIVKA",
    ] {
        for (path, body) in
            [("/api/register", person(name)), ("/api/guest", json!({ "name": name }))]
        {
            let answer = server.ask("POST", path).json(&body).send().await;
            let code = answer.json()["code"].as_str().expect("a code").to_owned();
            assert!(["name_taken", "bad_name"].contains(&code.as_str()), "{name}: {answer:?}");
            assert_eq!(answer.json()["field"], "name");
        }
        let bot = server.post("/api/bots", &tokens[0], &json!({ "name": name })).await;
        assert!([400, 409].contains(&bot.status), "{name}: {bot:?}");
    }
    let wide = server.ask("POST", "/api/register").json(&person(&"﷽".repeat(24))).send().await;
    wide.expect_error(400, "bad_name");
    server.stop().await;
}

/// Whoever registered before look-alikes were known has another key, and goes on
/// being let in; so does another whose name looks the same.
#[tokio::test]
async fn old_names_go_on_working() {
    let server = Server::start(&[]).await;
    server.token("/api/register", &person("Magda")).await;
    let magda = server.store.account_by_name("magda").await.expect("the store").expect("Magda");
    let old = Account {
        id: "another".into(),
        name: "Maɡda".into(),
        name_key: "maɡda".into(),
        ..magda.clone()
    };
    server.store.add_account(&old).await.expect("as it was stored once");
    for (name, id) in [("Magda", &magda.id), ("Maɡda", &old.id), ("MAGDA", &magda.id)] {
        let token = server.token("/api/login", &person(name)).await;
        let me = server.ask("GET", "/api/me").token(&token).send().await.json();
        assert_eq!(me["user"]["id"], json!(id), "{name}");
    }
    let third = server.ask("POST", "/api/register").json(&person("maɡDa")).send().await;
    assert!([400, 409].contains(&third.status), "{third:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let server = Server::start(&[]).await;
    let first = server.token("/api/register", &person("Ana")).await;
    let second = server.token("/api/login", &person("Ana")).await;
    let wrong = json!({ "old": "wrong horse", "new": "battery staple" });
    let refused = server.post("/api/me/password", &first, &wrong).await;
    refused.expect_error(401, "wrong_password");
    let change = json!({ "old": "correct horse", "new": "battery staple" });
    let changed = server.post("/api/me/password", &first, &change).await;
    assert_eq!(changed.status, 204, "{changed:?}");
    assert_eq!(server.ask("GET", "/api/me").token(&first).send().await.status, 200);
    assert_eq!(server.ask("GET", "/api/me").token(&second).send().await.status, 401);
    let old = server.ask("POST", "/api/login").json(&person("Ana")).send().await;
    old.expect_error(401, "wrong_password");
    let guest = server.token("/api/guest", &json!({ "bearer": true })).await;
    server.post("/api/me/password", &guest, &change).await.expect_error(403, "forbidden");
    server.stop().await;
}

#[tokio::test]
async fn logging_out_and_deleting_end_it() {
    let server = Server::start(&["--secure-cookies", "true"]).await;
    let first = server.token("/api/register", &person("Ana")).await;
    let second = server.token("/api/login", &person("Ana")).await;
    let out = server.ask("POST", "/api/logout").token(&first).send().await;
    assert_eq!(out.status, 204);
    let cookie = out.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("Max-Age=0") && cookie.ends_with("; Secure"), "{cookie}");
    assert_eq!(server.ask("GET", "/api/me").token(&first).send().await.status, 401);
    assert_eq!(server.ask("POST", "/api/logout").send().await.status, 204);

    let me = server.ask("GET", "/api/me").token(&second).send().await.json();
    let id = me["user"]["id"].as_str().expect("an id").to_owned();
    let bot = server.post("/api/bots", &second, &json!({ "name": "Robi" })).await.json();
    let bot = bot["token"].as_str().expect("a token").to_owned();
    assert_eq!(server.ask("GET", "/api/me").token(&bot).send().await.status, 200);
    assert_eq!(server.ask("DELETE", "/api/me").token(&second).send().await.status, 204);
    for token in [&second, &bot] {
        let gone = server.ask("GET", "/api/me").token(token).send().await;
        gone.expect_error(401, "unauthorized");
    }
    let profile = server.get(&format!("/api/players/{id}")).await;
    profile.expect_error(404, "no_such_player");
    let login = server.ask("POST", "/api/login").json(&person("Ana")).send().await;
    login.expect_error(401, "wrong_password");
    let stored = server.store.account(&id).await.expect("the store").expect("the row stays");
    assert!(stored.name.is_empty() && stored.password_hash.is_none());
    // The name is free again.
    server.token("/api/register", &person("Ana")).await;
    server.stop().await;
}

/// Gives an account a session of so many days ago, as if it had not been used
/// since; its token and its hash.
async fn old_session(server: &Server, account: &str, days: i64) -> (String, Vec<u8>) {
    let token = format!("a token of {days} days ago");
    let token_hash = Sha256::digest(token.as_bytes()).to_vec();
    let created_at = Utc::now() - TimeDelta::days(days);
    let row = SessionRow {
        token_hash: token_hash.clone(),
        account: account.to_owned(),
        created_at,
        expires_at: Some(created_at + TimeDelta::days(90)),
    };
    server.store.add_session(&row).await.expect("added");
    (token, token_hash)
}

#[tokio::test]
async fn a_session_lasts_as_long_as_it_is_used() {
    let server = Server::start(&[]).await;
    let guest = server.ask("POST", "/api/guest").send().await.json();
    let id = guest["user"]["id"].as_str().expect("an id");
    let until = async |hash: &[u8]| {
        let row = server.store.session(hash, Utc::now()).await.expect("the store");
        row.expect("a session").expires_at.expect("an end")
    };
    let days_left = async |hash: &[u8]| (until(hash).await - Utc::now()).num_minutes() / (24 * 60);

    let (token, hash) = old_session(&server, id, 80).await;
    assert_eq!(days_left(&hash).await, 9);
    let cookie = format!("vzetek_session={token}");
    let me = server.ask("GET", "/api/me").header("Cookie", &cookie).send().await;
    assert_eq!(me.status, 200);
    assert_eq!(days_left(&hash).await, 89, "prolonged");
    let set = me.header("set-cookie").expect("the cookie again").to_owned();
    assert!(set.starts_with(&cookie) && set.contains("Max-Age=7776000"), "{set}");

    // Not with every request: one write a day at most.
    let before = until(&hash).await;
    let me = server.ask("GET", "/api/me").header("Cookie", &cookie).send().await;
    assert!(me.header("set-cookie").is_some());
    assert_eq!(until(&hash).await, before);
    // A program keeps its token itself, and any use will do.
    let (token, hash) = old_session(&server, id, 2).await;
    let bots = server.ask("GET", "/api/bots").token(&token).send().await;
    assert_eq!((bots.status, bots.header("set-cookie")), (200, None));
    assert_eq!(days_left(&hash).await, 89);

    let (token, _) = old_session(&server, id, 91).await;
    server.ask("GET", "/api/me").token(&token).send().await.expect_error(401, "unauthorized");
    server.stop().await;
}

#[tokio::test]
async fn players_are_found_by_the_beginning_of_their_names() {
    let server = Server::start(&["--house-token", "the house"]).await;
    let ana = server.token("/api/register", &person("Ana Č")).await;
    for name in ["Aca", "Anà", "Anatol", "Bor", "Hanka", "Housemaster", "100%"] {
        server.token("/api/register", &person(name)).await;
    }
    server.post("/api/bots", &ana, &json!({ "name": "ana-bot" })).await;
    server.token("/api/guest", &json!({ "name": "Anagast", "bearer": true })).await;
    let gone = server.token("/api/register", &person("Anagone")).await;
    assert_eq!(server.ask("DELETE", "/api/me").token(&gone).send().await.status, 204);
    let config = Config::parse_from(["vzetek-server", "--house-token", "the house"]);
    let accounts = Accounts::new(server.store.clone(), &config);
    for (name, level) in [("Anas", "strong"), ("Burja", "gentle"), ("Hum", "easy")] {
        let bot = HouseBot { name: name.into(), level: level.into() };
        accounts.house_bot("the house", &bot).await.expect("a bot");
    }

    let find = async |query: &str| -> Vec<String> {
        let answer = server.get(&format!("/api/players?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let list = answer.json().as_array().expect("a list").clone();
        list.iter().map(|player| player["name"].as_str().expect("a name").to_owned()).collect()
    };
    let all = ["Anà", "ana-bot", "Ana Č", "Anas", "Anatol"];
    assert_eq!(find("name=ana").await, all);
    assert_eq!(find("name=%C3%81N-A").await, all, "as names are compared");
    assert_eq!(find("name=ana&limit=2").await, all[..2]);
    assert_eq!(find("name=Anatol").await, ["Anatol"]);
    // The house's bots are found by their names, not by what they are kept under.
    assert_eq!(find("name=h").await, ["Hanka", "Housemaster", "Hum"]);
    assert_eq!(find("name=house").await, ["Housemaster"]);
    assert_eq!(find("name=house+gentle").await, Vec::<String>::new());
    assert_eq!(find("name=1").await, ["100%"]);
    for nobody in ["name=x", "name=Anagast", "name=Anagone", "name=nn", "name=%25"] {
        assert_eq!(find(nobody).await, Vec::<String>::new(), "{nobody}");
    }
    let long = format!("name={}", "a".repeat(5000));
    assert_eq!(find(&long).await, Vec::<String>::new());
    for (wrong, field) in [
        ("", "name"),
        ("name=", "name"),
        ("name=-%20.", "name"),
        ("name=a%00", "name"),
        ("name=ana&limit=51", "limit"),
        ("name=ana&limit=0", "limit"),
        ("name=ana&kind=trset-2", "kind"),
    ] {
        let answer = server.get(&format!("/api/players?{wrong}")).await;
        answer.expect_error(400, "bad_message");
        assert_eq!(answer.json()["field"], field, "{wrong}");
    }
    let one = server.get("/api/players?name=Burja").await.json();
    assert_eq!(one[0]["kind"], "bot");
    assert_eq!((&one[0]["level"], one[0].get("rating")), (&json!("gentle"), None));
    server.stop().await;
}

#[tokio::test]
async fn people_have_bots_guests_do_not() {
    let server = Server::start(&[]).await;
    let guest = server.token("/api/guest", &json!({ "bearer": true })).await;
    let wish = json!({ "name": "Robi" });
    server.post("/api/bots", &guest, &wish).await.expect_error(403, "forbidden");
    server.ask("POST", "/api/bots").json(&wish).send().await.expect_error(401, "unauthorized");
    let ana = server.token("/api/register", &person("Ana")).await;
    for number in 0..10 {
        let wish = json!({ "name": format!("Robi {number}") });
        let made = server.post("/api/bots", &ana, &wish).await;
        assert_eq!(made.status, 200, "{made:?}");
        assert_eq!(made.json()["bot"]["kind"], "bot");
        let token = made.json()["token"].as_str().expect("a token").to_owned();
        assert_eq!(token.len(), 32);
    }
    let eleventh = server.post("/api/bots", &ana, &json!({ "name": "One more" })).await;
    eleventh.expect_error(429, "rate_limited");
    server.stop().await;
}

#[tokio::test]
async fn a_bot_is_listed_and_deleted_by_its_owner_alone() {
    let server = Server::start(&[]).await;
    let ana = server.token("/api/register", &person("Ana")).await;
    let bor = server.token("/api/register", &person("Bor")).await;
    let made = server.post("/api/bots", &ana, &json!({ "name": "Robi" })).await.json();
    let (id, token) = (made["bot"]["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    let list = server.ask("GET", "/api/bots").token(&ana).send().await.json();
    assert_eq!(list, json!([made["bot"]]), "without the token");
    assert_eq!(server.ask("GET", "/api/bots").token(&bor).send().await.json(), json!([]));
    server.ask("GET", "/api/bots").send().await.expect_error(401, "unauthorized");

    let address = format!("/api/bots/{id}");
    let other = server.ask("DELETE", &address).token(&bor).send().await;
    other.expect_error(404, "no_such_player");
    assert_eq!(server.ask("GET", "/api/me").token(token).send().await.status, 200);
    assert_eq!(server.ask("DELETE", &address).token(&ana).send().await.status, 204);
    server.ask("GET", "/api/me").token(token).send().await.expect_error(401, "unauthorized");
    assert_eq!(server.ask("GET", "/api/bots").token(&ana).send().await.json(), json!([]));
    server.stop().await;
}

#[tokio::test]
async fn tokens_are_stored_as_hashes_only() {
    let server = Server::start(&[]).await;
    let token = server.token("/api/register", &person("Ana")).await;
    let file = server.folder.path().to_owned();
    let mut seen = 0;
    for name in ["vzetek.sqlite", "vzetek.sqlite-wal"] {
        let Ok(bytes) = std::fs::read(file.join(name)) else { continue };
        seen += bytes.len();
        for secret in [token.as_bytes(), b"correct horse"] {
            assert!(!bytes.windows(secret.len()).any(|part| part == secret), "{name}");
        }
    }
    assert!(seen > 0);
    server.stop().await;
}

#[tokio::test]
async fn house_bots_are_made_once_for_each_level() {
    let server = Server::start(&[]).await;
    let config = Config::parse_from(["vzetek-server", "--house-token", "the house"]);
    let accounts = Arc::new(Accounts::new(server.store.clone(), &config));
    let bot = |level: &str| HouseBot { name: "Burja".into(), level: level.into() };
    let calls = (0..8).map(|_| {
        let (accounts, bot) = (accounts.clone(), bot("strong"));
        tokio::spawn(async move { accounts.house_bot("the house", &bot).await })
    });
    let mut ids = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        ids.push(call.await.expect("no panic").expect("an account").id);
    }
    ids.dedup();
    assert_eq!(ids.len(), 1, "{ids:?}");
    let gentle = accounts.house_bot("the house", &bot("gentle")).await.expect("another");
    assert!(gentle.id != ids[0] && gentle.owner.is_none());
    for token in ["", "the hous", "The house"] {
        let fault = accounts.house_bot(token, &bot("strong")).await.expect_err("a stranger");
        assert_eq!(fault.body.code, ErrorCode::Unauthorized);
    }
    // Without a house token nobody is of the house.
    let none = Accounts::new(server.store.clone(), &Config::parse_from(["vzetek-server"]));
    assert!(none.house_bot("", &bot("strong")).await.is_err());

    let wanted = [ids[0].clone(), "unknown".to_owned(), gentle.id.clone()];
    let kind = Kind::from("trset-2");
    let players = accounts.players(&wanted, Some(&kind)).await.expect("players");
    let shown: Vec<_> =
        players.iter().map(|player| (player.name.as_str(), player.rating)).collect();
    assert_eq!(shown, [("Burja", Some(1500)), ("", None), ("Burja", Some(1500))]);
    server.stop().await;
}
