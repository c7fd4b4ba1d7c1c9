//! The connection to NATS, and the subject of each server.

use std::time::Duration;

use anyhow::Context as _;
use async_nats::ServerAddr;
use percent_encoding::percent_decode_str;
use tokio::sync::mpsc;

use super::{Cluster, Outgoing};
use crate::config::Config;
use crate::elsewhere::Peer;

/// The size of messages that NATS must accept, in bytes: half of its default limit, and several
/// times that of the server's largest message.
const LEAST_PAYLOAD: usize = 512 * 1024;

/// The connection to NATS, before anything is sent.
#[derive(Debug)]
pub struct Bus {
    pub(crate) cluster: Cluster,
    pub(crate) outgoing: mpsc::Receiver<Outgoing>,
    pub(crate) client: async_nats::Client,
    pub(crate) incoming: async_nats::Subscriber,
    pub(crate) prefix: String,
}

impl Cluster {
    /// Connects to NATS at `address`, as this server. After `fresh_starts` of this process NATS was
    /// available before, and is not waited for.
    ///
    /// # Errors
    /// If the address is invalid, NATS refuses the server or its messages, or was never available
    /// and is not now.
    pub async fn connect(
        me: Peer,
        config: &Config,
        address: &str,
        fresh_starts: u64,
    ) -> anyhow::Result<(Self, Bus)> {
        let was_there = fresh_starts > 0;
        let unreachable = "NATS cannot be reached (see --nats)";
        let servers: Vec<ServerAddr> = address
            .split(',')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .context("no address of NATS (see --nats): nats://user:password@host:4222")?;
        let mut options = credentials(&servers);
        if let Some(authority) = config.nats_ca.as_ref().filter(|ca| !ca.as_os_str().is_empty()) {
            std::fs::File::open(authority).with_context(|| {
                format!("{} cannot be read (see --nats-ca)", authority.display())
            })?;
            options = options.add_root_certificates(authority.clone());
        }
        if was_there {
            options = options.retry_on_initial_connect();
        }
        let client = options
            .name(format!("vzetek {}", me.id))
            .connection_timeout(Duration::from_secs(2))
            .reconnect_delay_callback(|_| Duration::from_millis(250))
            .event_callback(|event| async move { note(&event) })
            .connect(servers)
            .await
            .context(unreachable)?;
        let prefix = config.nats_prefix.clone();
        let incoming = client.subscribe(subject(&prefix, &me)).await?;
        if !was_there {
            client.flush().await.context("NATS does not answer (see --nats)")?;
            let most = client.server_info().max_payload;
            anyhow::ensure!(
                most >= LEAST_PAYLOAD,
                "NATS takes messages of {most} bytes at most; let its max_payload be \
                 {LEAST_PAYLOAD} or more"
            );
        }
        let (cluster, outgoing) = Self::new(me, fresh_starts);
        let bus = Bus { cluster: cluster.clone(), outgoing, client, incoming, prefix };
        Ok((cluster, bus))
    }
}

/// The user and password, or the token, that the addresses name.
fn credentials(servers: &[ServerAddr]) -> async_nats::ConnectOptions {
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let named = servers.iter().find_map(|server| Some((server.username()?, server.password())));
    match named {
        None => async_nats::ConnectOptions::new(),
        Some((token, None)) => async_nats::ConnectOptions::with_token(plain(token)),
        Some((user, Some(password))) => {
            async_nats::ConnectOptions::with_user_and_password(plain(user), plain(password))
        }
    }
}

/// The subject at which a server listens.
pub fn subject(prefix: &str, peer: &Peer) -> String {
    format!("{prefix}.node.{}.{}", peer.id, peer.incarnation)
}

fn note(event: &async_nats::Event) {
    use async_nats::Event;
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        Event::Disconnected => {
            tracing::warn!("NATS is gone; tables of other servers cannot be reached");
        }
        other => tracing::debug!(%other, "NATS"),
    }
}
