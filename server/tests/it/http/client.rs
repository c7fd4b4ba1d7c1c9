//! A server of this process, and a client just large enough to ask it.

use std::net::SocketAddr;
use std::sync::Arc;

use clap::Parser;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vzetek_server::Config;
use vzetek_store::Store;

/// A running server with an SQLite file of its own.
pub struct Server {
    pub address: SocketAddr,
    pub store: Arc<dyn Store>,
    pub folder: TempDir,
    shutdown: CancellationToken,
    running: JoinHandle<anyhow::Result<()>>,
}

impl Server {
    pub async fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let page = folder.path().join("page");
        std::fs::create_dir(&page).expect("a folder for the page");
        std::fs::write(page.join("index.html"), "<!doctype html><p>the page").expect("a page");
        let database = format!("sqlite:{}", folder.path().join("vzetek.sqlite").display());
        let page = page.display().to_string();
        let fixed = ["vzetek-server", "--database", &database, "--web-dir", &page];
        let mut config = Config::parse_from(fixed.iter().chain(arguments));
        if !arguments.contains(&"--requests-per-second") {
            config.tuning.requests_per_second = 100_000;
        }
        let store: Arc<dyn Store> =
            vzetek_store::connect_unclaimed(&database, &config.connect_options())
                .await
                .expect("a store");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shutdown = CancellationToken::new();
        let serving = vzetek_server::serve(listener, config, store.clone(), shutdown.clone());
        Self { address, store, folder, shutdown, running: tokio::spawn(serving) }
    }

    pub async fn stop(self) {
        self.shutdown.cancel();
        self.running.await.expect("no panic").expect("a clean end");
    }

    pub fn ask(&self, method: &str, path: &str) -> Ask {
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        Ask { address: self.address, head, body: Vec::new() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path).send().await
    }

    /// Sends a request just as it is.
    pub async fn raw(&self, request: &str) -> Answer {
        exchange(self.address, request.as_bytes(), b"").await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.ask("POST", path).token(token).json(body).send().await
    }

    /// A session's token, from `/api/guest`, `/api/register` or `/api/login`.
    pub async fn token(&self, path: &str, body: &Value) -> String {
        let answer = self.ask("POST", path).json(body).send().await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["token"].as_str().expect("a token").to_owned()
    }
}

/// The body of a registration or a login, with the password of all tests.
pub fn person(name: &str) -> Value {
    json!({ "name": name, "password": "correct horse", "bearer": true })
}

/// A request that is being put together.
pub struct Ask {
    address: SocketAddr,
    head: String,
    body: Vec<u8>,
}

impl Ask {
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.head.push_str(&format!("{name}: {value}\r\n"));
        self
    }

    pub fn token(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    pub fn json(self, body: &Value) -> Self {
        self.header("Content-Type", "application/json").body(body.to_string().as_bytes())
    }

    pub fn body(mut self, body: &[u8]) -> Self {
        self.body = body.to_vec();
        self
    }

    pub async fn send(self) -> Answer {
        let head = format!("{}Content-Length: {}\r\n\r\n", self.head, self.body.len());
        exchange(self.address, head.as_bytes(), &self.body).await
    }
}

async fn exchange(address: SocketAddr, head: &[u8], body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    stream.write_all(head).await.expect("sent");
    stream.write_all(body).await.expect("sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("an answer");
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(bytes[..end].to_vec()).expect("a head of text");
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let body = bytes.split_off(end + 4);
    let answer = Answer { status, head, body };
    match answer.header("transfer-encoding") {
        Some("chunked") => Answer { body: join_chunks(&answer.body), ..answer },
        _ => answer,
    }
}

/// The server's answer.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks that this is such an error, as JSON; gives its explanation.
    pub fn expect_error(&self, status: u16, code: &str) -> String {
        assert_eq!(self.status, status, "{self:?}");
        let body = self.json();
        assert_eq!(body["code"], code, "{self:?}");
        body["message"].as_str().expect("an explanation").to_owned()
    }
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n\n{}", self.head, self.text())
    }
}

fn join_chunks(mut rest: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).expect("a chunk size");
        let size = usize::from_str_radix(size.trim(), 16).expect("a chunk size");
        if size == 0 {
            break;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
    }
    whole
}
