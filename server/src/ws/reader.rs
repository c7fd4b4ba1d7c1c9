//! The receiving side of a connection.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, close_code};
use futures_util::StreamExt;
use futures_util::stream::SplitStream;
use tokio_util::sync::CancellationToken;

/// Why a connection ends.
pub enum End {
    /// The client closed it, or the network did.
    Gone,
    /// We close it, with a reason that the client understands.
    Close(u16, &'static str),
}

/// The receiving side, with everything that can end it.
pub struct Reader {
    pub stream: SplitStream<WebSocket>,
    pub slow: Arc<CancellationToken>,
    pub shutdown: CancellationToken,
}

impl Reader {
    /// The next text, or why there is none.
    pub async fn next(&mut self, patience: Duration) -> Result<Utf8Bytes, End> {
        loop {
            let frame = tokio::select! {
                biased;
                () = self.shutdown.cancelled() => {
                    return Err(End::Close(close_code::RESTART, "restart"));
                }
                () = self.slow.cancelled() => return Err(End::Close(close_code::POLICY, "slow")),
                frame = tokio::time::timeout(patience, self.stream.next()) => frame,
            };
            match frame {
                Err(_) => return Err(End::Close(close_code::POLICY, "idle")),
                Ok(None) => return Err(End::Gone),
                Ok(Some(Ok(Message::Text(text)))) => return Ok(text),
                Ok(Some(Ok(Message::Binary(_)))) => {
                    return Err(End::Close(close_code::UNSUPPORTED, "text_only"));
                }
                Ok(Some(Ok(Message::Close(_)))) => return Err(End::Gone),
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Ok(Some(Err(error))) => return Err(read_error(&error)),
            }
        }
    }
}

/// Too long a message is the client's fault and is said so; anything else is
/// the network's.
fn read_error(error: &axum::Error) -> End {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        let words = error.to_string();
        if words.contains("too long")
            || words.contains("too large")
            || words.contains("Space limit")
        {
            return End::Close(close_code::SIZE, "too_large");
        }
        cause = error.source();
    }
    End::Gone
}
