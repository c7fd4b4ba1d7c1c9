//! Refusals: their status, code and words.

use std::io::Read as _;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::client::{Server, person};
use crate::support::rest::config;

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
    assert!(
        unknown.contains("there is no field `colour`") && unknown.contains("name"),
        "{unknown}"
    );
    post("{").await.expect_error(400, "bad_message");
    post(r#"["Ana"]"#).await.expect_error(400, "bad_message");
    post(r#"{"name":7}"#).await.expect_error(400, "bad_message");
    post(r#"{"name":"Ana"} trailing"#).await.expect_error(400, "bad_message");
    let depth = "[".repeat(10_000);
    post(&depth).await.expect_error(400, "bad_message");
    let form = server.ask("POST", "/api/guest").body(b"name=Ana").send().await;
    assert!(form.expect_error(415, "unsupported_media").contains("application/json"));
    let large = format!(r#"{{"name":"{}"}}"#, "x".repeat(70_000));
    post(&large).await.expect_error(413, "too_large");
    let login = server.ask("POST", "/api/login").json(&json!({ "name": "Ana" })).send().await;
    assert!(login.expect_error(400, "bad_message").contains("the field `password` is missing"));
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
    method.expect_error(405, "method_not_allowed");
    assert!(method.header("allow").is_some_and(|allow| allow.contains("GET")), "{method:?}");
    server.ask("POST", "/table/abc").send().await.expect_error(405, "method_not_allowed");
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
        let sockets = format!("connect-src 'self' ws://{0} wss://{0};", server.address);
        for part in ["default-src 'self'", "frame-ancestors 'none'", "style-src 'self'", &sockets] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        for name in ["referrer-policy", "cross-origin-opener-policy", "permissions-policy"] {
            assert!(answer.header(name).is_some(), "{path}: {name}");
        }
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        assert_eq!(answer.header("strict-transport-security"), None, "people come over HTTP");
    }
    let shown = server.get("/invitation/tarok.jpg").await;
    assert_eq!(shown.header("cross-origin-resource-policy"), None);
    assert_eq!(server.get("/api/tables").await.header("cache-control"), Some("no-store"));
    server.stop().await;
    let fixed = ["--secure-cookies", "true", "--allow-origin", "https://vzetek.example"];
    let server = Server::start(&fixed).await;
    let answer = server.get("/api/tables").await;
    assert!(answer.header("strict-transport-security").is_some());
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.contains(" wss://vzetek.example;"), "{policy}");
    // A name that is none adds nothing of its own.
    let asked = "GET / HTTP/1.1\r\nHost: a; script-src *\r\nConnection: close\r\n\r\n";
    let answer = server.raw(asked).await;
    let policy = answer.header("content-security-policy").unwrap_or_default();
    assert!(!policy.contains("script-src"), "{policy}");
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
    assert!((5..12).contains(&refused), "{refused}");
    assert_eq!(server.get("/health").await.status, 200, "probes always get in");
    server.stop().await;
}

#[tokio::test]
async fn a_costly_request_counts_as_several() {
    let server = Server::start(&["--requests-per-second", "1"]).await;
    // Hashing takes more than the four requests that may come at once: eight milliseconds.
    server.token("/api/register", &person("Ana")).await;
    let refused = server.get("/api/tables").await;
    refused.expect_error(429, "rate_limited");
    let seconds: u64 = refused.header("retry-after").expect("when to come back").parse().unwrap();
    assert!(refused.json()["retry_ms"].as_u64().unwrap().div_ceil(1000) == seconds && seconds > 0);
    server.stop().await;
}

#[tokio::test]
async fn long_answers_are_compressed_for_those_who_can_read_them() {
    let server = Server::start(&["--tables-per-account", "100"]).await;
    let token = server.token("/api/guest", &json!({"name": "Ana", "bearer": true})).await;
    // Of no length worth it, then of one that is compressed at once, and of one that is beside play.
    for (tables, coding) in [(0, None), (5, Some("gzip")), (40, Some("gzip"))] {
        for _ in 0..tables {
            let made = server.post("/api/tables", &token, &config("trset", 2)).await;
            assert_eq!(made.status, 200, "{made:?}");
        }
        for path in ["/api/tables", "/api/openapi.json", "/api/protocol.schema.json"] {
            let coding = if path == "/api/tables" { coding } else { Some("gzip") };
            let plain = server.get(path).await;
            assert_eq!(plain.header("content-encoding"), None);
            let packed = server.ask("GET", path).header("Accept-Encoding", "gzip").send().await;
            assert_eq!(packed.header("content-encoding"), coding, "{path}");
            if coding.is_some() {
                assert_eq!(
                    [&plain, &packed].map(|one| one.header("vary")),
                    [Some("accept-encoding"); 2]
                );
                assert!(packed.body.len() * 2 < plain.body.len());
                let mut read = Vec::new();
                GzDecoder::new(packed.body.as_slice()).read_to_end(&mut read).unwrap();
                assert_eq!(read, plain.body);
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn only_its_own_names_are_answered_to() {
    let server = Server::start(&["--host-name", "vzetek.example"]).await;
    let ask = async |path: &str, hosts: &[&str]| {
        let hosts = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect::<String>();
        server.raw(&format!("GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n")).await
    };
    for host in ["127.0.0.1:8080", "[::1]", "localhost:8080", "Vzetek.Example", "server:8080"] {
        assert_eq!(ask("/api/tables", &[host]).await.status, 200, "{host}");
    }
    for path in ["/api/tables", "/", "/ws", "/metrics"] {
        let other = ask(path, &["evil.example:8080"]).await;
        let words = other.expect_error(421, "bad_host");
        assert!(words.contains("--host-name") && words.contains("evil.example"), "{words}");
        let two = ask(path, &["localhost", "localhost"]).await;
        assert!(two.expect_error(400, "bad_message").contains("one Host header"), "{two:?}");
    }
    // A name in the request's own line comes before the header.
    ask("http://evil.example/api/tables", &["localhost"]).await.expect_error(421, "bad_host");
    assert_eq!(ask("/health", &["probe.example"]).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_method_hears_of_the_right_ones() {
    let server = Server::start(&[]).await;
    for (method, path, allowed) in [
        ("DELETE", "/api/games", ["GET", "HEAD"].as_slice()),
        ("GET", "/api/login", &["POST"]),
        ("PUT", "/api/tables", &["GET", "POST"]),
        ("POST", "/table/abc", &["GET", "HEAD"]),
        ("POST", "/ws", &["GET"]),
    ] {
        let answer = server.ask(method, path).send().await;
        let words = answer.expect_error(405, "method_not_allowed");
        let allow = answer.header("allow").expect("the methods there are");
        for method in allowed {
            assert!(words.contains(method) && allow.contains(method), "{answer:?}");
        }
        assert!(words.contains(path) && answer.header("x-frame-options").is_some(), "{answer:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn kinds_that_are_none_are_refused_everywhere() {
    let server = Server::start(&[]).await;
    let guest = server.ask("POST", "/api/guest").send().await.json();
    let id = guest["user"]["id"].as_str().expect("an id");
    for path in ["/api/games", "/api/leaderboard", &format!("/api/players/{id}/ratings")] {
        for kind in ["foo", "trset-5", "trset", "tarok-5", "tablic-5", "TRSET-2", "trset-2%20"] {
            let answer = server.get(&format!("{path}?kind={kind}")).await;
            let words = answer.expect_error(400, "bad_message");
            assert_eq!(answer.json()["field"], "kind");
            assert!(words.contains("trset-2, trset-3, trset-4, kifameno-2"), "{words}");
            assert!(words.contains("tarok-3, tarok-4, tablic-2"), "{words}");
        }
        for kind in ["trset-2", "kifameno-4", "tarok-3", "tarok-4", "tablic-6"] {
            assert_eq!(server.get(&format!("{path}?kind={kind}")).await.status, 200, "{kind}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_visitor_is_nobody_and_that_is_no_error() {
    let server = Server::start(&[]).await;
    let visitor = server.get("/api/me").await;
    assert_eq!((visitor.status, visitor.json()), (200, Value::Null));
    let program = server.ask("GET", "/api/me").token("nonsense").send().await;
    program.expect_error(401, "unauthorized");
    assert_eq!(program.header("set-cookie"), None);
    let cookie = server.ask("GET", "/api/me").header("Cookie", "vzetek_session=old").send().await;
    assert_eq!((cookie.status, cookie.json()), (200, Value::Null));
    let forgotten = cookie.header("set-cookie").expect("the cookie is taken away");
    assert!(forgotten.contains("Max-Age=0"), "{forgotten}");
    server.stop().await;
}

#[tokio::test]
async fn an_address_becomes_only_so_many() {
    let server = Server::start(&["--guests-per-hour", "2", "--registrations-per-hour", "1"]).await;
    let guest = |name: &str| server.ask("POST", "/api/guest").json(&json!({ "name": name })).send();
    let register = |name: &str| server.ask("POST", "/api/register").json(&person(name)).send();
    assert_eq!(register("Ana").await.status, 200);
    // Requests that come to nothing do not count.
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
