//! A guest who plays the first legal card, on a plain socket.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use vzetek_protocol::rest::{CreatedTable, NewGuest, Session};
use vzetek_protocol::table::{Clock, DealFinish, TableEvent, Turn};
use vzetek_protocol::{
    ClientMessage, ErrorBody, ErrorCode, GameOptions, ServerMessage, TableConfig, TableId, VERSION,
};
use vzetek_trset::{Options, Variant};

use super::Server;

/// The longest that bots may take to offer themselves.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Guest {
    pub token: String,
    address: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    table: Option<TableId>,
    seq: u64,
}

impl Guest {
    pub async fn new(server: &Server) -> Self {
        let address = server.address.to_string();
        let session: Session =
            post(&address, "/api/guest", None, &NewGuest { name: None, bearer: true })
                .await
                .unwrap();
        let token = session.token.unwrap();
        let socket = connect(server, &token).await;
        Self { token, address, socket, table: None, seq: 0 }
    }

    pub async fn reconnect(&mut self, server: &Server) {
        self.socket = connect(server, &self.token).await;
    }

    /// A table of tršet.
    pub async fn open_table(&mut self, players: u8, bots: Option<&str>) -> TableId {
        let game = GameOptions::Trset(Options::new(Variant::Trset, players).unwrap());
        self.open_table_of(game, Clock::default(), bots).await
    }

    pub async fn open_table_of(
        &mut self,
        game: GameOptions,
        clock: Clock,
        bots: Option<&str>,
    ) -> TableId {
        let config =
            TableConfig { game, clock, private: false, rated: true, bots: bots.map(str::to_owned) };
        let began = Instant::now();
        loop {
            let token = Some(&*self.token);
            match post::<CreatedTable>(&self.address, "/api/tables", token, &config).await {
                Ok(created) => return created.table,
                // The bots are still on their way, or others ask for them too.
                Err(error)
                    if matches!(error.code, ErrorCode::NoBots | ErrorCode::RateLimited)
                        && began.elapsed() < PATIENCE =>
                {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Err(error) => panic!("{error:?}"),
            }
        }
    }

    pub async fn sit(&mut self, table: &TableId) {
        self.table = Some(table.clone());
        self.say(ClientMessage::Sit { table: table.clone(), seat: None, invite: None }).await;
    }

    pub async fn watch(&mut self, table: &TableId) {
        self.table = Some(table.clone());
        self.say(ClientMessage::Watch { table: table.clone(), invite: None, since: None }).await;
    }

    pub async fn leave(&mut self, table: &TableId) {
        self.say(ClientMessage::Leave { table: table.clone() }).await;
    }

    pub async fn ready(&mut self) {
        let table = self.table.clone().unwrap();
        self.say(ClientMessage::Ready { table }).await;
    }

    /// Plays until the deal is over.
    pub async fn play_deal(&mut self) -> DealFinish {
        self.play(usize::MAX).await.expect("the deal ends")
    }

    /// Plays so many cards.
    pub async fn play_moves(&mut self, moves: usize) {
        assert!(self.play(moves).await.is_none(), "the deal is over already");
    }

    /// Looks on until the deal is over.
    pub async fn watch_to_the_end(&mut self) -> DealFinish {
        loop {
            if let Heard::Over(finish) = self.hear().await {
                return *finish;
            }
        }
    }

    async fn play(&mut self, mut moves: usize) -> Option<DealFinish> {
        while moves > 0 {
            match self.hear().await {
                Heard::Turn(legal) => {
                    let table = self.table.clone().unwrap();
                    let action = legal[0].clone();
                    self.say(ClientMessage::Act { table, seq: self.seq, action }).await;
                    moves -= 1;
                }
                Heard::Over(finish) => return Some(*finish),
                Heard::Other => (),
            }
        }
        None
    }

    async fn hear(&mut self) -> Heard {
        let message = self.socket.next().await.expect("the connection stays").unwrap();
        let Message::Text(text) = message else { return Heard::Other };
        match serde_json::from_str(&text).unwrap() {
            ServerMessage::Snapshot { snapshot } => {
                self.seq = snapshot.seq;
                turn(snapshot.deal.and_then(|deal| deal.turn))
            }
            ServerMessage::Event { seq, event, .. } => {
                self.seq = seq;
                match *event {
                    TableEvent::Dealt { deal } => turn(deal.turn),
                    TableEvent::Moved { turn: next, .. } => turn(next),
                    TableEvent::DealOver { finish } => Heard::Over(finish),
                    _ => Heard::Other,
                }
            }
            ServerMessage::Error { error, of, .. } => panic!("{of:?}: {error:?}"),
            _ => Heard::Other,
        }
    }

    async fn say(&mut self, message: ClientMessage) {
        say(&mut self.socket, message).await;
    }
}

enum Heard {
    Turn(Vec<String>),
    Over(Box<DealFinish>),
    Other,
}

fn turn(turn: Option<Turn>) -> Heard {
    let legal = turn.and_then(|turn| turn.legal);
    legal.map_or(Heard::Other, |all| Heard::Turn(all.iter().map(ToString::to_string).collect()))
}

async fn connect(server: &Server, token: &str) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    let (mut socket, _) = connect_async(server.socket()).await.unwrap();
    let token = Some(token.to_owned());
    say(&mut socket, ClientMessage::Hello { protocol: VERSION, token, house_bot: None }).await;
    socket
}

async fn say(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>, message: ClientMessage) {
    socket.send(Message::text(serde_json::to_string(&message).unwrap())).await.unwrap();
}

/// One HTTP/1.0 request, so that the end of the answer is the end of the stream.
async fn post<A: DeserializeOwned>(
    address: &str,
    path: &str,
    token: Option<&str>,
    body: &impl Serialize,
) -> Result<A, ErrorBody> {
    let body = serde_json::to_string(body).unwrap();
    let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let request = format!(
        "POST {path} HTTP/1.0\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n{}\r\n{body}",
        body.len(),
        bearer.unwrap_or_default(),
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("an HTTP answer");
    if head.starts_with("HTTP/1.0 20") || head.starts_with("HTTP/1.1 20") {
        return Ok(serde_json::from_str(body).unwrap());
    }
    Err(serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}")))
}
