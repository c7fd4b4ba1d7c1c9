//! A client for the HTTP interface, just large enough for tests.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Where a test lives if it says nothing else.
pub const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// One of many households of this machine's own.
pub fn home(number: u8) -> IpAddr {
    IpAddr::from([127, 0, 1, number])
}

/// A connection that comes from this address.
pub async fn connection(address: SocketAddr, from: IpAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(SocketAddr::new(from, 0)).expect("an address of this machine");
    socket.connect(address).await.expect("the server listens")
}

/// One request on a connection of its own; status and JSON body.
pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    request_from(HERE, address, method, path, token, body).await
}

/// One request from this address, on a connection of its own; status and JSON
/// body.
pub async fn request_from(
    from: IpAddr,
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    let body = body.map(Value::to_string).unwrap_or_default();
    let bearer =
        token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\n{bearer}Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = connection(address, from).await;
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream.write_all(body.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").expect("head and body");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let body = if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        join_chunks(body)
    } else {
        body.to_owned()
    };
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

fn join_chunks(mut rest: &str) -> String {
    let mut whole = String::new();
    while let Some((size, tail)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).expect("a chunk size");
        if size == 0 {
            break;
        }
        whole.push_str(&tail[..size]);
        rest = &tail[size + 2..];
    }
    whole
}

/// A new guest's token.
pub async fn guest(address: SocketAddr, name: &str) -> String {
    let body = json!({ "name": name, "bearer": true });
    let (status, answer) = request(address, "POST", "/api/guest", None, Some(&body)).await;
    assert_eq!(status, 200, "{answer}");
    answer["token"].as_str().expect("a token").to_owned()
}

/// A new person's token.
pub async fn person(address: SocketAddr, name: &str) -> String {
    let wish = json!({ "name": name, "password": "korenček in burja", "bearer": true });
    let (status, answer) = request(address, "POST", "/api/register", None, Some(&wish)).await;
    assert_eq!(status, 200, "{answer}");
    answer["token"].as_str().expect("a token").to_owned()
}

/// A new table's name and invite, if it is private.
pub async fn open_table(
    address: SocketAddr,
    token: &str,
    config: &Value,
) -> (String, Option<String>) {
    let (status, answer) = request(address, "POST", "/api/tables", Some(token), Some(config)).await;
    assert_eq!(status, 200, "{answer}");
    let invite = answer["invite"].as_str().map(str::to_owned);
    (answer["table"].as_str().expect("a table").to_owned(), invite)
}

/// A table's configuration: people only, quick clock.
pub fn config(variant: &str, players: u8) -> Value {
    json!({
        "game": { "name": "trset", "options": { "variant": variant, "players": players } },
        "clock": { "move_ms": 20_000, "bank_ms": 10_000, "grace_ms": 10_000 },
    })
}
