//! Passwords: right ones, wrong ones, new ones.

use serde_json::json;

use super::client::{Answer, Server, person};

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
