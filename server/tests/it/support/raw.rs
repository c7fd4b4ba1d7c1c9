//! A socket without a library, for frames that none would send.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub const PING: u8 = 0x89;
pub const PONG: u8 = 0x8a;
/// The first piece of a text, and the next ones.
pub const TEXT_BEGINS: u8 = 0x01;
pub const GOES_ON: u8 = 0x00;
pub const TEXT: u8 = 0x81;
const CLOSE: u8 = 0x88;

pub struct Raw {
    pub stream: TcpStream,
}

/// A frame as a client writes it, with a mask that changes nothing.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first];
    match payload.len() {
        short @ ..126 => frame.push(0x80 | short as u8),
        long => {
            frame.push(0x80 | 126);
            frame.extend((long as u16).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(payload);
    frame
}

/// All that a server has sent until it closed the connection.
#[derive(Debug, Default)]
pub struct Heard {
    pub texts: Vec<Value>,
    pub pongs: usize,
    pub close: Option<String>,
    /// The code that came with it.
    pub code: Option<u16>,
}

impl Raw {
    /// A socket that has not said hello.
    pub async fn connect(address: SocketAddr) -> Self {
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: keep-alive, Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.expect("an answer"));
        }
        let head = String::from_utf8(head).expect("text");
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        // The answer that RFC 6455 gives for this key.
        assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        Self { stream }
    }

    /// A socket that has said hello.
    pub async fn hello(address: SocketAddr, token: &str) -> Self {
        let mut raw = Self::connect(address).await;
        let hello = json!({ "type": "hello", "protocol": 1, "token": token });
        raw.send(&frame(TEXT, hello.to_string().as_bytes())).await;
        let (_, welcome) = raw.next().await.expect("welcome");
        assert!(welcome.starts_with(b"{\"type\":\"welcome\""));
        raw
    }

    pub async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.expect("sent");
    }

    /// The next frame: first byte and payload; `None` at the end.
    pub async fn next(&mut self) -> Option<(u8, Vec<u8>)> {
        let first = self.stream.read_u8().await.ok()?;
        let length = match self.stream.read_u8().await.ok()? {
            126 => usize::from(self.stream.read_u16().await.ok()?),
            127 => self.stream.read_u64().await.ok()? as usize,
            short => usize::from(short),
        };
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).await.ok()?;
        Some((first, payload))
    }

    /// Everything until the end.
    pub async fn hear_out(&mut self) -> Heard {
        let mut heard = Heard::default();
        while let Some((first, payload)) = self.next().await {
            match first {
                TEXT => heard.texts.push(serde_json::from_slice(&payload).expect("JSON")),
                PONG => heard.pongs += 1,
                CLOSE => {
                    heard.code = Some(u16::from_be_bytes([payload[0], payload[1]]));
                    heard.close = Some(String::from_utf8_lossy(&payload[2..]).into_owned());
                    // A client that was told of the end has nothing more to
                    // say.
                    let _ = self.stream.shutdown().await;
                }
                other => panic!("a frame that begins with {other:#x}"),
            }
        }
        heard
    }
}
