//! A connection: messages instead of frames.

use std::net::IpAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tracing::{debug, trace};
use vzetek_protocol::client::HouseBot;
use vzetek_protocol::{ClientMessage, Picture, ServerMessage, VERSION};

use crate::Error;

/// The longest time for connecting, or for writing to a server that does not read.
const PATIENCE: Duration = Duration::from_secs(10);

/// Small: a load test has thousands of connections, and messages are short.
const READ_BUFFER: usize = 4096;

/// A connection to the server.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Connects to an address such as `ws://127.0.0.1:8080/ws`.
    ///
    /// # Errors
    /// If no server answers, or not with a socket.
    pub async fn connect(address: &str) -> Result<Self, Error> {
        Self::connect_for(address, None).await
    }

    /// Connects as [`Socket::connect`] does, and says like a proxy that it does so for a client at
    /// another address. Servers believe that behind a proxy only (`VZETEK_BEHIND_PROXY`).
    ///
    /// # Errors
    /// If no server answers, or not with a socket.
    pub async fn connect_for(address: &str, whom: Option<IpAddr>) -> Result<Self, Error> {
        let mut request = address.into_client_request()?;
        if let Some(whom) = whom {
            let whom = whom.to_string().parse().expect("an address is a header's value");
            request.headers_mut().insert("x-forwarded-for", whom);
        }
        let uri = request.uri();
        if uri.scheme_str() != Some("ws") {
            return Err(tungstenite::Error::Url(
                tungstenite::error::UrlError::UnsupportedUrlScheme,
            )
            .into());
        }
        let host = uri
            .host()
            .ok_or(tungstenite::error::UrlError::NoHostName)
            .map_err(tungstenite::Error::Url)?;
        let host = format!("{host}:{}", uri.port_u16().unwrap_or(80));
        let connecting = async { Self::over(TcpStream::connect(host).await?, request).await };
        timeout(PATIENCE, connecting).await.map_err(|_| Error::Silent("no answer in time"))?
    }

    /// Makes a socket of a connection, with a request such as `ws://host:port/ws`.
    ///
    /// # Errors
    /// If the answer is no socket.
    pub async fn over(
        stream: TcpStream,
        request: impl IntoClientRequest + Unpin,
    ) -> Result<Self, Error> {
        // Moves are small and must not wait for more: no Nagle.
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Self { stream })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is closed or the server does not read.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), Error> {
        // Not its content: it may be a token, or the invitation to a private table.
        trace!(of = message.type_name(), "send");
        self.send_text(serde_json::to_string(message).expect("messages serialise").into()).await
    }

    /// Sends any text.
    ///
    /// # Errors
    /// If the connection is closed or the server does not read.
    pub async fn send_text(&mut self, text: Utf8Bytes) -> Result<(), Error> {
        let sending = timeout(PATIENCE, self.stream.send(Message::Text(text))).await;
        Ok(sending.map_err(|_| Error::Silent("the server does not read"))??)
    }

    /// Receives a message; `None` for a frame without one, or an unknown message. May be dropped
    /// and called again without losing anything.
    ///
    /// # Errors
    /// If the connection is closed.
    pub async fn receive(&mut self) -> Result<Option<ServerMessage>, Error> {
        let Some(text) = self.receive_text().await? else { return Ok(None) };
        let message = serde_json::from_str(&text);
        if let Err(error) = &message {
            // A newer server may say things that we need not know.
            debug!(%error, "a message that I do not understand");
        }
        Ok(message.ok())
    }

    /// Receives a raw text; `None` for a frame without text, such as a ping. May be dropped and
    /// called again without losing anything.
    ///
    /// # Errors
    /// If the connection is closed.
    pub async fn receive_text(&mut self) -> Result<Option<Utf8Bytes>, Error> {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => Ok(Some(text)),
            Some(Ok(Message::Close(frame))) => {
                Err(Error::Closed(frame.map(|frame| frame.reason.to_string()).unwrap_or_default()))
            }
            Some(Ok(_)) => Ok(None),
            Some(Err(error)) => Err(error.into()),
            None => Err(Error::Closed(String::new())),
        }
    }

    /// Closes in good order.
    pub async fn close(mut self) {
        // If it does not work the connection is closed anyway.
        let _ = timeout(Duration::from_secs(1), self.stream.close(None)).await;
    }
}

/// The first message on a connection, by the account of this token.
pub fn hello(token: &str, house_bot: Option<HouseBot>, picture: Option<Picture>) -> ClientMessage {
    ClientMessage::Hello { protocol: VERSION, token: Some(token.to_owned()), house_bot, picture }
}
