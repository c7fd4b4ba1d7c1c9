//! A client's connection, whose messages are counted.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use tokio::time::timeout;
use vzetek_client::{Socket, Utf8Bytes};

use super::stage::Counters;

/// The time without an answer after which something must be wrong.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection.
pub struct Counted(Socket);

impl Counted {
    /// Connects.
    ///
    /// # Errors
    /// If no server answers, or not with a socket.
    pub async fn connect(address: &str) -> anyhow::Result<Self> {
        let connecting = Socket::connect(address).await;
        Ok(Self(connecting.with_context(|| format!("cannot connect to {address}"))?))
    }

    /// Writes a message.
    ///
    /// # Errors
    /// If the connection is closed.
    pub async fn send(&mut self, text: Utf8Bytes, counters: &Counters) -> anyhow::Result<()> {
        counters.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        Counters::count(&counters.sent);
        self.0.send_text(text).await.context("cannot send")
    }

    /// Reads a message.
    ///
    /// # Errors
    /// If the connection is closed, or nothing arrives in time.
    pub async fn receive(&mut self, counters: &Counters) -> anyhow::Result<Utf8Bytes> {
        loop {
            let text =
                timeout(PATIENCE, self.0.receive_text()).await.context("nothing comes")??;
            let Some(text) = text else { continue };
            counters.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            Counters::count(&counters.received);
            return Ok(text);
        }
    }
}
