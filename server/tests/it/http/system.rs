//! Health, metrics, and the description of the interface.

use std::collections::BTreeSet;

use serde_json::Value;

use super::client::Server;

#[tokio::test]
async fn the_description_lists_every_route_and_hangs_together() {
    let server = Server::start(&[]).await;
    let description = server.get("/api/openapi.json").await;
    assert_eq!(description.header("content-type"), Some("application/json"));
    let description = description.json();
    let (mut routes, mut operations) = (BTreeSet::new(), BTreeSet::new());
    for (path, item) in description["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            routes.insert(format!("{method} {path}"));
            assert!(operation["summary"].is_string(), "{method} {path}");
            assert!(!operation["responses"].as_object().expect("responses").is_empty());
            // Every route that the description names is there.
            let answer = server
                .ask(&method.to_uppercase(), &path.replace("{id}", "none"))
                .header("Content-Type", "application/json")
                .body(b"[]")
                .send()
                .await;
            let unknown = answer.status >= 400 && answer.text().contains("\"not_found\"");
            assert!(!unknown, "{method} {path}: {answer:?}");
            let id = operation["operationId"].as_str().expect("an id").to_owned();
            assert!(operations.insert(id), "{method} {path} has another's id");
        }
    }
    let expected = [
        "delete /api/bots/{id}",
        "delete /api/me",
        "delete /api/me/following/{id}",
        "get /api/bots",
        "get /api/games",
        "get /api/games/{id}",
        "get /api/leaderboard",
        "get /api/matches",
        "get /api/me",
        "get /api/me/following",
        "get /api/me/presence",
        "get /api/me/settings",
        "get /api/me/tables",
        "get /api/openapi.json",
        "get /api/players",
        "get /api/players/{id}",
        "get /api/players/{id}/ratings",
        "get /api/players/{id}/statistics",
        "get /api/pools",
        "get /api/protocol.schema.json",
        "get /api/tables",
        "get /api/tables/{id}/host",
        "get /health",
        "get /metrics",
        "get /ready",
        "get /ws",
        "post /api/bots",
        "post /api/guest",
        "post /api/login",
        "post /api/logout",
        "post /api/me/password",
        "post /api/register",
        "post /api/tables",
        "put /api/bots/{id}/face",
        "put /api/me/face",
        "put /api/me/following/{id}",
        "put /api/me/name",
        "put /api/me/presence",
        "put /api/me/settings",
    ];
    assert_eq!(routes.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    let mut names = BTreeSet::new();
    references(&description, &mut names);
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let path = name.strip_prefix('#').expect("a reference to here");
        assert!(description.pointer(path).is_some(), "{name} leads nowhere");
    }
    let login = &description["paths"]["/api/login"]["post"]["responses"];
    for status in ["200", "400", "401", "413", "429", "503"] {
        assert!(login[status].is_object(), "{status}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_messages_of_the_socket_are_served_as_a_schema() {
    let server = Server::start(&[]).await;
    let schema = server.get("/api/protocol.schema.json").await;
    assert_eq!(schema.header("content-type"), Some("application/schema+json"));
    let schema = schema.json();
    assert_eq!(schema, vzetek_protocol::schema::schema());
    let mut names = BTreeSet::new();
    references(&schema, &mut names);
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let path = name.strip_prefix('#').expect("a reference to here");
        assert!(schema.pointer(path).is_some(), "{name} leads nowhere");
    }
    server.stop().await;
}

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(name)) = fields.get("$ref") {
                found.insert(name.clone());
            }
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn health_follows_the_store() {
    let server = Server::start(&[]).await;
    let asked = std::time::Instant::now();
    let well = server.get("/health").await;
    assert_eq!((well.status, well.json()["status"].as_str()), (200, Some("ok")));
    assert!(well.json()["version"].is_string());
    server.store.close().await;
    let mut ill = server.get("/health").await;
    // Nobody makes the store write by asking often: an answer holds for a second.
    assert!(ill.status == 200 || asked.elapsed().as_secs() >= 1, "{ill:?}");
    while ill.status == 200 {
        ill = server.get("/health").await;
    }
    assert_eq!(ill.status, 503, "{ill:?}");
    assert_eq!(ill.json()["status"], "the store does not answer");
    let guest = server.ask("POST", "/api/guest").send().await;
    guest.expect_error(503, "storage_unavailable");
    assert!(guest.header("retry-after").is_some());
    server.stop().await;
}

#[tokio::test]
async fn several_servers_share_a_processes_metrics() {
    let (one, two) = (Server::start(&[]).await, Server::start(&[]).await);
    for server in [&one, &two] {
        server.get("/api/games/none").await.expect_error(404, "no_such_game");
    }
    let metrics = two.get("/metrics").await;
    assert!(metrics.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")));
    let metrics = metrics.text();
    for line in [
        "vzetek_http_requests_total{route=\"/api/games/{id}\",method=\"GET\",status=\"404\"}",
        "vzetek_http_request_seconds_bucket",
        "vzetek_errors_total{code=\"no_such_game\"}",
    ] {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
    one.stop().await;
    two.stop().await;
}
