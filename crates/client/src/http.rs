//! The HTTP interface: one kept-alive connection, one request at a time, JSON
//! both ways.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use vzetek_protocol::rest::{
    BotAccount, CreatedTable, Credentials, GameRecord, Health, NewBot, NewGuest, Session,
};
use vzetek_protocol::{ErrorBody, ErrorCode, GameId, TableConfig, TableSummary};

use crate::Error;

/// A connection to the HTTP interface. A request on behalf of an account carries its token; one
/// connection serves any number of accounts.
#[derive(Debug)]
pub struct Http {
    host: String,
    sender: SendRequest<Full<Bytes>>,
}

impl Http {
    /// Connects to host and port, such as `127.0.0.1:8080`.
    ///
    /// # Errors
    /// If no server listens there.
    pub async fn connect(host: &str) -> Result<Self, Error> {
        Self::over(TcpStream::connect(host).await?, host).await
    }

    /// Speaks HTTP on a connection to this host and port.
    ///
    /// # Errors
    /// If the connection is closed.
    pub async fn over(stream: TcpStream, host: &str) -> Result<Self, Error> {
        stream.set_nodelay(true)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // Ends when the sender is dropped; the next request returns the reason of a failure.
        tokio::spawn(connection);
        Ok(Self { host: host.to_owned(), sender })
    }

    /// Becomes a guest, under a name that the server makes up if there is none;
    /// their token.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn guest(&mut self, name: Option<&str>) -> Result<String, Error> {
        let guest = NewGuest { name: name.map(str::to_owned), bearer: true };
        self.session("/api/guest", &guest).await
    }

    /// Becomes a person; their token.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn register(&mut self, name: &str, password: &str) -> Result<String, Error> {
        self.session("/api/register", &credentials(name, password)).await
    }

    /// Is a person again; their token.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn login(&mut self, name: &str, password: &str) -> Result<String, Error> {
        self.session("/api/login", &credentials(name, password)).await
    }

    /// Makes an account for a program of this person's.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn new_bot(&mut self, token: &str, name: &str) -> Result<BotAccount, Error> {
        self.post("/api/bots", Some(token), &NewBot { name: name.to_owned() }).await
    }

    /// Opens a table.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn open_table(
        &mut self,
        token: &str,
        config: &TableConfig,
    ) -> Result<CreatedTable, Error> {
        self.post("/api/tables", Some(token), config).await
    }

    /// All open tables.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn tables(&mut self) -> Result<Vec<TableSummary>, Error> {
        self.get("/api/tables", None).await
    }

    /// The record of a finished deal.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn game(&mut self, game: &GameId) -> Result<GameRecord, Error> {
        self.get(&format!("/api/games/{game}"), None).await
    }

    /// Returns the health of the server.
    ///
    /// # Errors
    /// If it is not well, or not there.
    pub async fn health(&mut self) -> Result<Health, Error> {
        self.get("/health", None).await
    }

    /// Gets JSON.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn get<A: DeserializeOwned>(
        &mut self,
        path: &str,
        token: Option<&str>,
    ) -> Result<A, Error> {
        read(self.exchange(Method::GET, path, token, String::new()).await?)
    }

    /// Posts JSON and gets JSON.
    ///
    /// # Errors
    /// If the server refuses, or is not there.
    pub async fn post<A: DeserializeOwned>(
        &mut self,
        path: &str,
        token: Option<&str>,
        body: &impl Serialize,
    ) -> Result<A, Error> {
        let body = serde_json::to_string(body).expect("bodies serialise");
        read(self.exchange(Method::POST, path, token, body).await?)
    }

    /// Sends any request with any body; the answer's status and body as they are.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn exchange(
        &mut self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: String,
    ) -> Result<(StatusCode, Bytes), Error> {
        if self.sender.ready().await.is_err() {
            // The server closes connections that were silent for a while.
            *self = Self::connect(&self.host).await?;
        }
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, &self.host)
            .header(CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Full::from(body))?;
        let answer = self.sender.send_request(request).await?;
        let status = answer.status();
        Ok((status, answer.into_body().collect().await?.to_bytes()))
    }

    async fn session(&mut self, path: &str, wish: &impl Serialize) -> Result<String, Error> {
        let session: Session = self.post(path, None, wish).await?;
        let message = "the server keeps the token to itself";
        session.token.ok_or_else(|| Error::Refused(ErrorBody::new(ErrorCode::Internal, message)))
    }
}

fn credentials(name: &str, password: &str) -> Credentials {
    Credentials { name: name.to_owned(), password: password.to_owned(), bearer: true }
}

fn read<A: DeserializeOwned>((status, body): (StatusCode, Bytes)) -> Result<A, Error> {
    if status.is_success() {
        return Ok(serde_json::from_slice(&body)?);
    }
    Err(serde_json::from_slice(&body).map_or_else(
        |_| Error::Status(status.as_u16(), String::from_utf8_lossy(&body).trim().to_owned()),
        Error::Refused,
    ))
}
