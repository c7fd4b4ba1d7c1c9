//! A connection: messages instead of frames.

use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};
use tracing::{debug, trace};
use vzetek_protocol::{ClientMessage, ServerMessage};

/// The longest that connecting, or writing to a server that does not read, may
/// take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to the server.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    /// Connects.
    ///
    /// # Errors
    /// If nobody answers, or not with a socket.
    pub async fn connect(address: &str) -> anyhow::Result<Self> {
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024);
        // Moves are small and must not wait for more: no Nagle.
        let connecting = connect_async_with_config(address, Some(config), true);
        let (stream, _) = timeout(PATIENCE, connecting).await.context("no answer in time")??;
        Ok(Self { stream })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is gone or the server does not read.
    pub async fn say(&mut self, message: &ClientMessage) -> anyhow::Result<()> {
        let text = serde_json::to_string(message).expect("messages serialise");
        // Not what it says: it may be a token, or the word for a private table.
        trace!(of = message.type_name(), "say");
        let sending = self.stream.send(Message::text(text));
        timeout(PATIENCE, sending).await.context("the server does not read")??;
        Ok(())
    }

    /// Returns the next message; `None` for a sign of life without content. May
    /// be dropped and called again without losing anything.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn hear(&mut self) -> anyhow::Result<Option<ServerMessage>> {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                Ok(message) => Ok(Some(message)),
                Err(error) => {
                    // A newer server may say things that we need not know.
                    debug!(%error, "a message that I do not understand");
                    Ok(None)
                }
            },
            Some(Ok(Message::Close(_))) | None => bail!("the server closed the connection"),
            Some(Ok(_)) => Ok(None),
            Some(Err(error)) => Err(error.into()),
        }
    }

    /// Closes in good order.
    pub async fn close(mut self) {
        // If it does not work the connection is gone anyway.
        let _ = timeout(Duration::from_secs(1), self.stream.close(None)).await;
    }
}
