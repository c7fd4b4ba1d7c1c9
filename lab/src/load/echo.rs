//! A bare echo server and its clients: what the machine, the sockets and our
//! own clients cost, without any game.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::Instant;
use vzetek_client::Utf8Bytes;

use super::messages::Received;
use super::socket::Counted;
use super::stage::Counters;
use crate::standard;

/// The address of the echo server.
#[derive(Clone, Debug, clap::Args)]
pub struct ServerArgs {
    /// Address and port; port 0 takes a free one, which is printed.
    #[arg(long, default_value = "127.0.0.1:0")]
    pub listen: SocketAddr,
}

/// Serves until it is killed.
///
/// # Errors
/// If it cannot listen.
pub fn serve(args: &ServerArgs) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(args.listen)
            .await
            .with_context(|| format!("cannot listen on {}", args.listen))?;
        writeln!(standard::output(), "ws://{}/ws", listener.local_addr()?)?;
        // As the real server does: small buffers, no Nagle.
        let upgrade = async |upgrade: WebSocketUpgrade| {
            upgrade.read_buffer_size(4096).write_buffer_size(4096).on_upgrade(echo)
        };
        let listener = listener.tap_io(|stream| _ = stream.set_nodelay(true));
        axum::serve(listener, Router::new().route("/ws", any(upgrade))).await?;
        Ok(())
    })
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// Talks to the echo server on a number of connections, one message on its way on each, and counts
/// as the tables do.
///
/// # Errors
/// If a connection breaks.
pub async fn run(
    server: &str,
    connections: usize,
    bytes: usize,
    warmup: Duration,
    measured: Duration,
) -> anyhow::Result<Arc<Counters>> {
    let text = message(bytes);
    let mut sockets = Vec::new();
    for _ in 0..connections {
        sockets.push(Counted::connect(server).await?);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let counting = Arc::new(AtomicBool::new(false));
    let (idle, counters) = (Arc::<Counters>::default(), Arc::<Counters>::default());
    let mut talks = JoinSet::new();
    for mut socket in sockets {
        let (text, stop, counting) = (text.clone(), stop.clone(), counting.clone());
        let (idle, counters) = (idle.clone(), counters.clone());
        talks.spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                let counts = counting.load(Ordering::Relaxed);
                let counters = if counts { &counters } else { &idle };
                talk(&mut socket, text.clone(), counters).await?;
            }
            anyhow::Ok(())
        });
    }
    tokio::time::sleep(warmup).await;
    counting.store(true, Ordering::Relaxed);
    tokio::time::sleep(measured).await;
    counting.store(false, Ordering::Relaxed);
    stop.store(true, Ordering::Relaxed);
    while let Some(ended) = talks.join_next().await {
        ended?.context("the echo server")?;
    }
    Ok(counters)
}

async fn talk(socket: &mut Counted, text: Utf8Bytes, counters: &Counters) -> anyhow::Result<()> {
    let began = Instant::now();
    socket.send(text, counters).await?;
    let answer = socket.receive(counters).await?;
    // The tables' clients read what they get; these have to do the same work.
    let received: Received<'_> = serde_json::from_str(&answer)?;
    anyhow::ensure!(received.event.is_some(), "the echo is not what was sent");
    counters.latency.record(began.elapsed());
    counters.response.record(began.elapsed());
    Counters::count(&counters.moves);
    Ok(())
}

/// A typical event of a table, made as long as asked for.
fn message(bytes: usize) -> Utf8Bytes {
    let event = |filler: usize| {
        format!(
            r#"{{"type":"event","seq":7,"event":{{"type":"moved","turn":{{"seat":1}}}},"x":"{}"}}"#,
            "x".repeat(filler)
        )
    };
    let least = event(0).len();
    Utf8Bytes::from(event(bytes.saturating_sub(least)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_the_length_that_was_asked_for() {
        assert_eq!(message(300).len(), 300);
        assert!(message(1).len() < 100);
    }
}
