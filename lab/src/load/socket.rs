//! A client's connection, with small buffers: there are thousands of them.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::stage::Counters;

/// After how long without an answer something must be wrong.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    /// Connects.
    ///
    /// # Errors
    /// If nobody answers, or not with a socket.
    pub async fn connect(address: &str) -> anyhow::Result<Self> {
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let connecting = connect_async_with_config(address, Some(config), true);
        let (stream, _) = timeout(PATIENCE, connecting)
            .await
            .context("no answer in time")?
            .with_context(|| format!("cannot connect to {address}"))?;
        Ok(Self { stream })
    }

    /// Writes a message.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn say(&mut self, text: Utf8Bytes, counters: &Counters) -> anyhow::Result<()> {
        counters.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        Counters::count(&counters.sent);
        self.stream.send(Message::Text(text)).await.context("cannot send")
    }

    /// Reads a message.
    ///
    /// # Errors
    /// If the connection is gone, or nothing comes.
    pub async fn hear(&mut self, counters: &Counters) -> anyhow::Result<Utf8Bytes> {
        loop {
            let frame = timeout(PATIENCE, self.stream.next()).await.context("nothing comes")?;
            match frame.context("the server closed the connection")?? {
                Message::Text(text) => {
                    counters.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
                    Counters::count(&counters.received);
                    return Ok(text);
                }
                Message::Close(why) => bail!("the server closed the connection: {why:?}"),
                _ => (),
            }
        }
    }
}
