//! What is refused, and how.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Server;

#[tokio::test]
async fn other_sites_pages_change_nothing() {
    let server = Server::start(&["--allow-origin", "https://vzetek.example"]).await;
    let own = format!("http://{}", server.address);
    for (origin, allowed) in [
        (own.as_str(), true),
        ("https://vzetek.example", true),
        ("https://evil.example", false),
        ("null", false),
    ] {
        let ask = server.ask("POST", "/api/guest").header("Origin", origin);
        let answer = ask.json(&json!({})).send().await;
        if allowed {
            assert_eq!(answer.status, 200, "{origin}");
        } else {
            answer.expect_error(403, "bad_origin");
        }
        let look = server.ask("GET", "/api/tables").header("Origin", origin).send().await;
        assert_eq!(look.status, 200);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_body_that_is_wrong_is_explained() {
    let server = Server::start(&[]).await;
    let post = |body: &str| {
        let ask = server.ask("POST", "/api/guest").header("Content-Type", "application/json");
        ask.body(body.as_bytes()).send()
    };
    let unknown = post(r#"{"colour":"red"}"#).await.expect_error(400, "bad_message");
    assert!(unknown.contains("unknown field `colour`") && unknown.contains("name"), "{unknown}");
    post("{").await.expect_error(400, "bad_message");
    post(r#"{"name":7}"#).await.expect_error(400, "bad_message");
    post(r#"{"name":"Ana"} trailing"#).await.expect_error(400, "bad_message");
    let depth = "[".repeat(10_000);
    post(&depth).await.expect_error(400, "bad_message");
    let form = server.ask("POST", "/api/guest").body(b"name=Ana").send().await;
    assert!(form.expect_error(400, "bad_message").contains("application/json"));
    let large = format!(r#"{{"name":"{}"}}"#, "x".repeat(70_000));
    post(&large).await.expect_error(413, "too_large");
    let login = server.ask("POST", "/api/login").json(&json!({ "name": "Ana" })).send().await;
    assert!(login.expect_error(400, "bad_message").contains("missing field `password`"));
    server.stop().await;
}

#[tokio::test]
async fn tables_are_opened_by_those_who_are_somebody() {
    let server = Server::start(&[]).await;
    let game = json!({ "name": "trset", "options": { "players": 2 } });
    let config = json!({ "game": game });
    let nobody = server.ask("POST", "/api/tables").json(&config).send().await;
    nobody.expect_error(401, "unauthorized");
    let token = server.token("/api/guest", &json!({ "bearer": true })).await;
    let opened = server.post("/api/tables", &token, &config).await;
    assert_eq!(opened.status, 200, "{opened:?}");
    let private = json!({ "game": game, "private": true });
    let private = server.post("/api/tables", &token, &private).await.json();
    assert!(private["invite"].is_string());
    let five = json!({ "game": { "name": "trset", "options": { "players": 5 } } });
    let five = server.post("/api/tables", &token, &five).await;
    assert!(five.expect_error(400, "bad_options").contains("2, 3 or 4"));
    let asked = Instant::now();
    let listed = loop {
        let listed = server.get("/api/tables").await.json();
        if listed.as_array().is_some_and(|tables| !tables.is_empty()) {
            break listed;
        }
        assert!(asked.elapsed() < Duration::from_secs(60), "no table is listed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "the private one is not listed");
    assert_eq!(listed[0]["id"], opened.json()["table"]);
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_there_is_said_in_json_below_api_and_is_the_page_elsewhere() {
    let server = Server::start(&[]).await;
    let odd = ["/api/games/%ff", "/api/games/a%00b", "/api/players/%0a"];
    for path in ["/api", "/api/", "/api/nothing", "/api/games/a/b"].into_iter().chain(odd) {
        server.get(path).await.expect_error(404, "not_found");
    }
    let method = server.ask("DELETE", "/api/games").send().await;
    method.expect_error(405, "not_found");
    assert!(method.header("allow").is_some_and(|allow| allow.contains("GET")), "{method:?}");
    server.ask("POST", "/table/abc").send().await.expect_error(405, "not_found");
    for path in ["/", "/table/abc", "/index.html"] {
        let page = server.get(path).await;
        assert_eq!(page.status, 200, "{page:?}");
        assert!(page.text().contains("the page"));
        assert_eq!(page.header("cache-control"), Some("no-cache"));
    }
    for path in ["/assets/gone.js", "/../vzetek.sqlite", "/..%2fvzetek.sqlite", "/vzetek.sqlite"] {
        server.get(path).await.expect_error(404, "not_found");
    }
    server.stop().await;
}

#[tokio::test]
async fn every_answer_is_protected() {
    let server = Server::start(&[]).await;
    for path in ["/", "/api/tables", "/api/nothing", "/health", "/ws"] {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy").expect("a policy");
        for part in ["default-src 'self'", "frame-ancestors 'none'", "img-src 'self' data:"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(answer.header("referrer-policy").is_some(), "{path}");
    }
    assert_eq!(server.get("/api/tables").await.header("cache-control"), Some("no-store"));
    server.stop().await;
}

#[tokio::test]
async fn a_flood_is_dammed() {
    let server = Server::start(&["--requests-per-second", "1"]).await;
    let mut refused = 0;
    for _ in 0..12 {
        let answer = server.get("/api/tables").await;
        if answer.status == 429 {
            answer.expect_error(429, "rate_limited");
            assert!(answer.header("retry-after").is_some());
            refused += 1;
        }
    }
    assert!((5..=8).contains(&refused), "{refused}");
    assert_eq!(server.get("/health").await.status, 200, "probes always get in");
    server.stop().await;
}

#[tokio::test]
async fn long_answers_are_compressed_for_those_who_can_read_them() {
    let server = Server::start(&[]).await;
    let plain = server.get("/api/openapi.json").await;
    assert_eq!(plain.header("content-encoding"), None);
    let ask = server.ask("GET", "/api/openapi.json").header("Accept-Encoding", "gzip");
    let packed = ask.send().await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 4 < plain.body.len());
    server.stop().await;
}
