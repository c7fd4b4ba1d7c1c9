//! A table as a machine: its state, what it is told, and what follows from that.
//!
//! It knows no time, no chance and no store but what it is handed: inputs go in
//! with the time, effects come out. What it asks of the outside it waits for, and
//! goes on with the answer ([`awaited`](super::awaited)).

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rand::rngs::StdRng;
use tokio::time::Instant;
use vzetek_protocol::shuffle::DroppedPromise;
use vzetek_protocol::table::{ChatLine, TableEvent};
use vzetek_protocol::{ClientMessage, Player};
use vzetek_store::{DropRow, Write};

use super::awaited::{Awaited, Change, Outcome, Progress, record};
use super::carry::Carry;
use super::effect::{Answer, Effect};
use super::happening::Happening;
use super::seat::SeatRecord;
use super::stage::Stage;
use super::{Command, Setup, Visitor};
use crate::clock::Now;
use crate::connection::ConnectionId;
use crate::fault::Fault;
use crate::ids;

/// The time that a table that could not go on waits before it tries again.
const AFTER_A_FAULT: std::time::Duration = std::time::Duration::from_secs(1);

/// Something that a table is told.
#[derive(Debug)]
pub enum Input {
    /// A connection wants something. Not while an answer is awaited.
    Command(Command),
    /// A player is called to another table. Not while an answer is awaited.
    CallAway {
        /// The account.
        account: String,
    },
    /// An account has another name or kind. Not while an answer is awaited.
    Rename {
        /// The account, without rating.
        player: Box<Player>,
    },
    /// The answer to the last question.
    Answer(Answer),
    /// Time has passed. Not while an answer is awaited.
    Alarm,
}

/// The parts of what is done after an input, in their order.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// The input itself; a message may be refused.
    Input(Option<Refusable>),
    /// Those are taken for gone whom others have waited for long enough.
    Dismissal,
    /// The table goes on by itself.
    Advance,
    /// The house is asked for bots.
    Bots,
    /// The table is closed for want of players.
    Close,
}

/// A message that may be refused: from whom, and its type.
#[derive(Clone, Copy, Debug)]
struct Refusable {
    from: ConnectionId,
    of: &'static str,
}

/// A table and all that goes on at it.
#[derive(Debug)]
pub struct Table {
    pub(super) setup: Setup,
    /// The moment of the input that is dealt with.
    pub(super) now: Now,
    /// The source of names and secrets.
    pub(super) chance: StdRng,
    /// The word by which bots that we asked may sit down. Good for this life
    /// of the server only.
    pub(super) house_invite: String,
    pub(super) seats: Vec<SeatRecord>,
    pub(super) stage: Stage,
    pub(super) carry: Carry,
    /// The promises dropped since cards were last dealt.
    pub(super) dropped: Vec<DroppedPromise>,
    /// A promise that the last server left behind, as it is to be stored.
    pub(super) lost: Option<DropRow>,
    /// The number of the last event.
    pub(super) seq: u64,
    pub(super) kept: VecDeque<(u64, Happening)>,
    pub(super) watchers: BTreeMap<ConnectionId, Arc<Visitor>>,
    pub(super) chat: VecDeque<ChatLine>,
    /// The moment since which nobody who could play has been here.
    pub(super) idle_since: Option<Instant>,
    /// The moment since which, between deals, players have waited for another
    /// one.
    pub(super) waited_since: Option<Instant>,
    /// The number of spectators as last told, and the moment when it was.
    pub(super) told_spectators: (u32, Option<Instant>),
    /// True if a bot was awaited and none was free, as last told.
    pub(super) told_awaiting: bool,
    /// The moment until which nothing is tried that follows by itself: it
    /// failed just now.
    pub(super) rests_until: Option<Instant>,
    /// True if the lobby has to be told the table's present state.
    pub(super) unreported: bool,
    /// Everything that the input has brought about so far.
    pub(super) effects: Vec<Effect>,
    /// The answer that is awaited, and the part that asked for it.
    waiting: Option<(Part, Awaited)>,
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
        Self {
            setup,
            now,
            house_invite: ids::secret(&mut chance),
            chance,
            seats,
            stage,
            carry,
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

    /// True if nothing more will happen here.
    pub fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed)
    }

    /// True if this connection watches.
    pub fn is_watched_by(&self, connection: ConnectionId) -> bool {
        self.watchers.contains_key(&connection)
    }

    /// Does what follows from an input, and returns what is to be done outside,
    /// in this order. If the last of it is a question, the next input is its
    /// answer; everything else waits for that.
    ///
    /// # Panics
    /// If an answer comes that nobody waits for, or something else than the
    /// answer while one is awaited.
    pub fn handle(&mut self, input: Input, now: Now) -> Vec<Effect> {
        self.now = now;
        let waiting = self.waiting.take();
        let (part, outcome) = match (input, waiting) {
            (Input::Answer(answer), Some((part, awaited))) => (part, self.go_on(awaited, answer)),
            (Input::Command(command), None) => self.hear(command),
            (Input::CallAway { account }, None) => (Part::Input(None), self.call_away(&account)),
            (Input::Rename { player }, None) => {
                self.rename(*player);
                (Part::Input(None), Ok(Progress::Done))
            }
            (Input::Alarm, None) => (Part::Input(None), Ok(Progress::Done)),
            // Neither is named: both may tell of cards.
            _ => panic!("an input out of turn"),
        };
        self.go_through(part, outcome);
        std::mem::take(&mut self.effects)
    }

    fn hear(&mut self, command: Command) -> (Part, Outcome) {
        let mut refusable = None;
        let outcome = match command {
            Command::Watch { visitor, invite, since } => {
                self.watch(&visitor, invite, since);
                Ok(Progress::Done)
            }
            Command::Unwatch { connection } => {
                if self.watchers.remove(&connection).is_some() {
                    self.effects.push(Effect::Release(connection));
                }
                Ok(Progress::Done)
            }
            Command::Message { visitor, message } => {
                let (from, of) = (visitor.connection, message.type_name());
                refusable = Some(Refusable { from, of });
                self.obey(visitor, message)
            }
        };
        (Part::Input(refusable), outcome)
    }

    /// Goes on from a part that came so far, through whatever follows by itself,
    /// up to a question or to the end.
    fn go_through(&mut self, mut part: Part, mut outcome: Outcome) {
        loop {
            match outcome {
                Ok(Progress::Done) => {}
                Ok(Progress::Asks(question, awaited)) => {
                    self.effects.push(Effect::Ask(question));
                    self.waiting = Some((part, awaited));
                    return;
                }
                Err(fault) => self.fail(part, fault),
            }
            if self.is_closed() {
                break;
            }
            (part, outcome) = match part {
                Part::Input(_) => {
                    self.note_connections();
                    self.replace_absent();
                    let now = self.now.instant;
                    self.rests_until = self.rests_until.filter(|until| *until > now);
                    if self.rests_until.is_some() {
                        (Part::Bots, self.ask_for_bots())
                    } else {
                        (Part::Dismissal, self.dismiss_overdue())
                    }
                }
                Part::Dismissal => (Part::Advance, self.advance()),
                Part::Advance => (Part::Bots, self.ask_for_bots()),
                Part::Bots => {
                    self.tell_awaiting();
                    (Part::Close, self.close_if_idle())
                }
                Part::Close => break,
            };
        }
        self.tell_spectators();
        if std::mem::take(&mut self.unreported) {
            self.report();
        }
    }

    /// Tells whoever sent a message that it came to nothing. If nobody did, what
    /// is due rests for a while. It stays due, and is tried again until it works;
    /// without a pause that would be as fast as the machine can. Whoever speaks
    /// to the table meanwhile is heard.
    fn fail(&mut self, part: Part, fault: Fault) {
        if let Part::Input(Some(Refusable { from, of })) = part {
            fault.log("a table refused a message");
            self.effects.push(Effect::Refuse { to: from, error: fault.body, of });
        } else {
            fault.log("a table could not go on");
            self.rests_until = Some(self.now.instant + AFTER_A_FAULT);
        }
    }

    /// Tells those who look from outside how the table stands.
    fn report(&mut self) {
        let listed = !self.setup.config.private && !self.is_closed();
        let summary = listed.then(|| self.summary());
        self.effects.push(Effect::Report { seated: self.seated(), summary });
    }

    fn obey(&mut self, visitor: Arc<Visitor>, message: ClientMessage) -> Outcome {
        let account = visitor.player.id.as_str();
        match message {
            ClientMessage::Sit { seat, invite, .. } => {
                return self.sit(visitor, seat, invite.as_deref());
            }
            ClientMessage::Leave { .. } => return self.leave(account),
            ClientMessage::Return { .. } => return self.take_back(account),
            ClientMessage::Act { seq, action, .. } => return self.act(account, seq, &action),
            ClientMessage::Claim { seq, claim, .. } => return self.claim(account, seq, claim),
            ClientMessage::Chat { text, .. } => return self.say(visitor, &text),
            ClientMessage::Phrase { phrase, .. } => return self.say_phrase(visitor, phrase),
            ClientMessage::NonceHash { hash, .. } => self.commit_to(account, hash)?,
            ClientMessage::Nonce { nonce, .. } => self.open_nonce(account, nonce)?,
            ClientMessage::Ready { .. } => self.ready(account)?,
            ClientMessage::Coach { .. } => self.coach(&visitor)?,
            ClientMessage::Decline { seat, .. } => self.declined(visitor.connection, seat),
            // These never come here: the connection deals with them.
            ClientMessage::Hello { .. }
            | ClientMessage::Lobby { .. }
            | ClientMessage::Seek { .. }
            | ClientMessage::Unseek {}
            | ClientMessage::Watch { .. }
            | ClientMessage::Unwatch { .. }
            | ClientMessage::Offer { .. }
            | ClientMessage::Ping { .. } => {}
        }
        Ok(Progress::Done)
    }

    /// Tells everybody if a bot is awaited and none is free, or not any more.
    fn tell_awaiting(&mut self) {
        let awaiting = self.awaits_bots();
        if std::mem::replace(&mut self.told_awaiting, awaiting) != awaiting {
            self.publish(Happening::Public(TableEvent::AwaitingBots { awaiting }));
        }
    }

    /// Ends the table for good.
    pub(super) fn close(&self, reason: &'static str) -> Outcome {
        let write = Write::CloseTable { table: self.setup.id.0.clone(), at: self.now.utc };
        record(vec![write], Change::Close { reason })
    }

    pub(super) fn end_all(&mut self, reason: &str) {
        let seated: Vec<_> = self.seats.iter().filter_map(SeatRecord::owner).cloned().collect();
        seated.iter().for_each(|owner| self.note_unfollowed(owner));
        self.publish(Happening::Public(TableEvent::Closed { reason: reason.to_owned() }));
        self.effects.push(Effect::Forget);
        self.stage = Stage::Closed;
    }
}
