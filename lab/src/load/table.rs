//! One table's players: any legal card, as soon as it is due.

use std::time::Duration;

use anyhow::{Context, bail};
use rand::seq::IndexedRandom;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use vzetek_client::hello;
use vzetek_game::fair::NonceHash;
use vzetek_protocol::{ClientMessage, Picture, TableId};

use super::messages::{EventKind, Received, Turn};
use super::socket::Counted;
use super::stage::{Counters, Pace, Stage};

/// The pause before a busy server is asked again.
const BUSY: Duration = Duration::from_millis(50);

/// The interval at which an idle client sends a ping.
const PING: Duration = Duration::from_secs(20);

/// A table with all its players, who sit in this order.
pub struct Table {
    id: TableId,
    players: Vec<Player>,
    stage: watch::Receiver<Stage>,
}

/// One player's connection.
struct Player {
    socket: Counted,
    /// The last event seen.
    seq: u64,
    /// The legal actions, if it is this player's turn.
    legal: Vec<String>,
    /// True if the hash of the nonce came too late for this deal.
    late: bool,
}

/// A message to a player, as far as it matters here.
enum Heard {
    /// The state of the table.
    Snapshot,
    /// An event of this type, and true if the deal continues after it.
    Event(EventKind, bool),
    /// The server is too busy; the message must be sent again.
    Busy,
    /// The nonce arrived too late.
    Late,
    /// Anything else.
    Other,
}

impl Table {
    /// Connects the players and seats them; the first deal begins automatically.
    ///
    /// # Errors
    /// If the server does not play along.
    pub async fn sit(
        server: &str,
        id: TableId,
        tokens: Vec<String>,
        stage: watch::Receiver<Stage>,
    ) -> anyhow::Result<Self> {
        let counters = stage.borrow().counters.clone();
        let mut players = Vec::new();
        for token in tokens {
            let mut player = Player::connect(server, token, &counters).await?;
            let sit = ClientMessage::Sit { table: id.clone(), seat: None, invite: None };
            player.say(&sit, &counters).await?;
            while !matches!(player.hear(&counters).await?, Heard::Snapshot) {}
            players.push(player);
        }
        let mut table = Self { id, players, stage };
        table.shuffle(&counters).await?;
        Ok(table)
    }

    /// Plays as the stages say, or `deals` deals.
    ///
    /// # Errors
    /// If the server does not play along.
    pub async fn play(mut self, deals: Option<u32>) -> anyhow::Result<()> {
        let mut due = Instant::now();
        let mut left = deals;
        loop {
            let stage = self.stage.borrow_and_update().clone();
            match stage.pace {
                Pace::Stop => return Ok(()),
                Pace::Hold => {
                    self.wait(None).await?;
                    let now = Instant::now();
                    due = match self.stage.borrow().pace {
                        Pace::Every(interval) => now + interval.mul_f64(rand::random()),
                        _ => now,
                    };
                    continue;
                }
                Pace::Full => due = Instant::now(),
                Pace::Every(_) => {
                    if !self.wait(Some(due)).await? {
                        continue;
                    }
                }
            }
            let goes_on = self.step(due, &stage.counters).await?;
            if let Pace::Every(interval) = stage.pace {
                due += interval;
            }
            if goes_on {
                continue;
            }
            Counters::count(&stage.counters.deals);
            left = left.map(|left| left.saturating_sub(1));
            if left == Some(0) {
                return Ok(());
            }
            self.next_deal(&stage.counters).await?;
        }
    }

    /// Waits until the moment (then `true`) or until the stage changes; sends pings meanwhile.
    async fn wait(&mut self, until: Option<Instant>) -> anyhow::Result<bool> {
        loop {
            let ping = Instant::now() + PING;
            let wake = until.map_or(ping, |until| until.min(ping));
            tokio::select! {
                changed = self.stage.changed() => {
                    changed.context("nobody directs any more")?;
                    return Ok(false);
                }
                () = sleep_until(wake) => (),
            }
            if until.is_some_and(|until| until <= Instant::now()) {
                return Ok(true);
            }
            let counters = self.stage.borrow().counters.clone();
            for player in &mut self.players {
                player.say(&ClientMessage::Ping { at: None }, &counters).await?;
            }
        }
    }

    /// One move, until every seat has seen it. Returns whether the deal continues.
    async fn step(&mut self, due: Instant, counters: &Counters) -> anyhow::Result<bool> {
        let mover = self.players.iter().position(|player| !player.legal.is_empty());
        let mover = mover.context("nobody knows whose turn it is")?;
        let player = &mut self.players[mover];
        let action = player.legal.choose(&mut rand::rng()).cloned().unwrap_or_default();
        player.legal.clear();
        let began = Instant::now();
        let goes_on = loop {
            let act = ClientMessage::Act {
                table: self.id.clone(),
                seq: player.seq,
                action: action.clone(),
            };
            player.say(&act, counters).await?;
            match player.until(EventKind::Moved, counters).await? {
                Some(goes_on) => break goes_on,
                None => {
                    Counters::count(&counters.refused);
                    tokio::time::sleep(BUSY).await;
                }
            }
        };
        for (_, player) in self.players.iter_mut().enumerate().filter(|(i, _)| *i != mover) {
            player.until(EventKind::Moved, counters).await?;
        }
        counters.latency.record(began.elapsed());
        counters.response.record(due.elapsed());
        Counters::count(&counters.moves);
        Ok(goes_on)
    }

    async fn next_deal(&mut self, counters: &Counters) -> anyhow::Result<()> {
        for player in &mut self.players {
            player.until(EventKind::DealOver, counters).await?;
            player.say(&ClientMessage::Ready { table: self.id.clone() }, counters).await?;
        }
        self.shuffle(counters).await
    }

    /// Every player adds a nonce, so that the table does not wait for one.
    async fn shuffle(&mut self, counters: &Counters) -> anyhow::Result<()> {
        let mut nonces = Vec::with_capacity(self.players.len());
        for player in &mut self.players {
            player.until(EventKind::Committed, counters).await?;
            player.late = false;
            let nonce = format!("{:032x}", rand::random::<u128>());
            let hash = NonceHash::of(&nonce);
            player
                .say(&ClientMessage::NonceHash { table: self.id.clone(), hash }, counters)
                .await?;
            nonces.push(nonce);
        }
        for (player, nonce) in self.players.iter_mut().zip(nonces) {
            player.until(EventKind::NoncesCommitted, counters).await?;
            player.say(&ClientMessage::Nonce { table: self.id.clone(), nonce }, counters).await?;
        }
        for player in &mut self.players {
            player.until(EventKind::Dealt, counters).await?;
        }
        Ok(())
    }
}

impl Player {
    async fn connect(server: &str, token: String, counters: &Counters) -> anyhow::Result<Self> {
        let socket = Counted::connect(server).await?;
        let mut player = Self { socket, seq: 0, legal: Vec::new(), late: false };
        player.say(&hello(&token, None, Some(Picture::View)), counters).await?;
        Ok(player)
    }

    async fn say(&mut self, message: &ClientMessage, counters: &Counters) -> anyhow::Result<()> {
        self.socket.send(serde_json::to_string(message)?.into(), counters).await
    }

    /// Reads on to an event of this kind. Returns whether the deal continues after it; `None` if
    /// the server was too busy for the last message.
    async fn until(
        &mut self,
        kind: EventKind,
        counters: &Counters,
    ) -> anyhow::Result<Option<bool>> {
        loop {
            match self.hear(counters).await? {
                Heard::Event(heard, goes_on) if heard == kind => return Ok(Some(goes_on)),
                Heard::Busy => return Ok(None),
                // The deal continues without it. If the hash is late, so is the nonce itself.
                Heard::Late if !std::mem::replace(&mut self.late, true) => {
                    Counters::count(&counters.late_nonces);
                }
                _ => (),
            }
        }
    }

    async fn hear(&mut self, counters: &Counters) -> anyhow::Result<Heard> {
        let text = self.socket.receive(counters).await?;
        let received: Received<'_> = serde_json::from_str(&text)
            .with_context(|| format!("the server says something unknown: {text}"))?;
        if let Some(snapshot) = received.snapshot {
            if snapshot.you.is_none() {
                return Ok(Heard::Other);
            }
            self.seq = snapshot.seq;
            self.take_turn(snapshot.deal.and_then(|deal| deal.turn));
            return Ok(Heard::Snapshot);
        }
        if &*received.kind == "error" {
            let code = received.code.unwrap_or_default();
            if matches!(&*code, "busy" | "rate_limited" | "storage_unavailable") {
                return Ok(Heard::Busy);
            }
            if &*code == "no_nonce_awaited" {
                return Ok(Heard::Late);
            }
            bail!("the server complains: {code}: {}", received.message.unwrap_or_default());
        }
        if let Some(seq) = received.seq {
            self.seq = seq;
        }
        let Some(event) = received.event else { return Ok(Heard::Other) };
        let kind = event.kind;
        match kind {
            EventKind::Closed => bail!("the table was closed"),
            EventKind::Substituted => bail!("a player was replaced"),
            _ => (),
        }
        let turn = event.turn.or(event.deal.and_then(|deal| deal.turn));
        let goes_on = turn.is_some();
        if matches!(kind, EventKind::Moved | EventKind::Dealt) {
            self.take_turn(turn);
        }
        Ok(Heard::Event(kind, goes_on))
    }

    fn take_turn(&mut self, turn: Option<Turn<'_>>) {
        let legal = turn.and_then(|turn| turn.legal).unwrap_or_default();
        self.legal = legal.into_iter().map(|action| action.into_owned()).collect();
    }
}
