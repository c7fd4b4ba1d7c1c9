//! The state of a table.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rand::rngs::StdRng;
use tokio::time::Instant;
use vzetek_protocol::shuffle::DroppedPromise;
use vzetek_protocol::table::ChatLine;
use vzetek_store::DropRow;

use super::awaited::Awaited;
use super::carry::Carry;
use super::effect::Effect;
use super::event::FullEvent;
use super::mailbox::Visitor;
use super::seat::{SeatRecord, Wish};
use super::setup::Setup;
use super::stage::Stage;
use crate::connection::ConnectionId;
use crate::ids;
use crate::sources::Now;

/// The steps after an input, in their order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// The input itself; a message may be refused.
    Input(Option<Refusable>),
    /// Players who have kept the others waiting for too long lose their seats.
    Dismissal,
    /// The table continues without an input.
    Advance,
    /// The house is asked for bots.
    Bots,
    /// The table is closed for want of players.
    Close,
}

/// A message that may be refused: its sender and its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusable {
    pub(super) from: ConnectionId,
    pub(super) of: &'static str,
}

/// A table with its whole state.
#[derive(Debug)]
pub struct Table {
    pub(super) setup: Setup,
    /// The moment of the current input.
    pub(super) now: Now,
    /// The source of names and secrets.
    pub(super) chance: StdRng,
    /// The invitation code with which requested bots may sit down. Valid for this process lifetime
    /// only.
    pub(super) house_invite: String,
    pub(super) seats: Vec<SeatRecord>,
    pub(super) stage: Stage,
    pub(super) carry: Carry,
    /// The players' wishes, by seat. They are not stored: a restart asks no bot again.
    pub(super) wishes: Vec<Wish>,
    /// The commitments dropped since cards were last dealt.
    pub(super) dropped: Vec<DroppedPromise>,
    /// A commitment that the last server left behind, as it is to be stored.
    pub(super) lost: Option<DropRow>,
    /// The number of the last event.
    pub(super) seq: u64,
    pub(super) kept: VecDeque<(u64, FullEvent)>,
    pub(super) watchers: BTreeMap<ConnectionId, Arc<Visitor>>,
    pub(super) chat: VecDeque<ChatLine>,
    /// The moment since which no player has been here.
    pub(super) idle_since: Option<Instant>,
    /// The moment since which, between deals, players have waited for another
    /// one.
    pub(super) waited_since: Option<Instant>,
    /// The number of spectators as last published, and the moment of that.
    pub(super) told_spectators: (u32, Option<Instant>),
    /// True if a bot was awaited and none was free, as last published.
    pub(super) told_awaiting: bool,
    /// The moment until which no work without an input is tried: it failed just now.
    pub(super) rests_until: Option<Instant>,
    /// True if the table's present state is to be reported to the lobby.
    pub(super) unreported: bool,
    /// The effects of the input so far.
    pub(super) effects: Vec<Effect>,
    /// The answer that is awaited, and the part that asked for it.
    pub(super) waiting: Option<(Part, Awaited)>,
}

impl Table {
    pub(super) fn new(
        setup: Setup,
        seats: Vec<SeatRecord>,
        stage: Stage,
        carry: Carry,
        now: Now,
        mut chance: StdRng,
    ) -> Self {
        let wishes = vec![Wish::default(); seats.len()];
        Self {
            setup,
            now,
            house_invite: ids::secret(&mut chance),
            chance,
            seats,
            stage,
            carry,
            wishes,
            dropped: Vec::new(),
            lost: None,
            seq: 0,
            kept: VecDeque::new(),
            watchers: BTreeMap::new(),
            chat: VecDeque::new(),
            idle_since: Some(now.instant),
            waited_since: None,
            told_spectators: (0, None),
            told_awaiting: false,
            rests_until: None,
            unreported: true,
            effects: Vec::new(),
            waiting: None,
        }
    }

    /// True if bots play here for show.
    pub fn is_demo(&self) -> bool {
        self.setup.demo
    }

    /// True if the table is closed permanently.
    pub fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed)
    }

    /// True if this connection watches.
    pub fn is_watched_by(&self, connection: ConnectionId) -> bool {
        self.watchers.contains_key(&connection)
    }
}
