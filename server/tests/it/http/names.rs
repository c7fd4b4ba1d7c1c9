//! Names: taken ones, look-alikes, and finding players by theirs.

use std::sync::Arc;

use clap::Parser;
use serde_json::json;
use vzetek_protocol::client::HouseBot;
use vzetek_server::Config;
use vzetek_server::accounts::Accounts;
use vzetek_server::elsewhere::Alone;
use vzetek_server::sources::Sources;
use vzetek_store::Account;

use super::client::{Server, person};

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
async fn names_that_look_like_anothers_are_taken() {
    let server = Server::start(&["--house-token", "the house"]).await;
    let names = ["Magda", "Modem", "Ana"];
    let tokens = futures_util::future::join_all(names.map(|name| {
        let server = &server;
        async move { server.token("/api/register", &person(name)).await }
    }));
    let tokens = tokens.await;
    let config = Config::parse_from(["vzetek-server", "--house-token", "the house"]);
    let accounts = Accounts::new(server.store.clone(), &config, Arc::new(Alone), Sources::system());
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

/// An account that was registered before look-alikes were known has another
/// key, and its owner goes on being let in; so does another whose name looks
/// the same.
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
    let accounts = Accounts::new(server.store.clone(), &config, Arc::new(Alone), Sources::system());
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
