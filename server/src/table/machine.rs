//! A table as a state machine: its state, its inputs, and their effects.
//!
//! It has no clock, randomness or store of its own: the inputs include the time, the outputs are
//! effects. After a question to the outside it waits, and continues with the answer
//! ([`awaited`](super::awaited)).

use std::sync::Arc;

use vzetek_protocol::table::TableEvent;
use vzetek_protocol::{ClientMessage, Player};
use vzetek_store::Write;

use super::awaited::{Awaited, Change, Outcome, Progress, Unrated, record};
use super::effect::{Answer, Effect};
use super::event::FullEvent;
use super::mailbox::{Command, Visitor};
use super::stage::Stage;
use super::state::{Part, Refusable, Table};
use crate::fault::Fault;
use crate::recorder::NotRecorded;
use crate::sources::Now;

/// The pause of a table that could not go on before it tries again.
const AFTER_A_FAULT: std::time::Duration = std::time::Duration::from_secs(1);

/// An input of a table.
#[derive(Debug)]
pub enum Input {
    /// A command of a connection. Not while an answer is awaited.
    Command(Command),
    /// A player is called to another table. Not while an answer is awaited.
    CallAway {
        /// The account.
        account: String,
    },
    /// An account has another name, face or kind. Not while an answer is awaited.
    Rename {
        /// The account, without rating.
        player: Box<Player>,
    },
    /// The answer to the last question.
    Answer(Answer),
    /// Time has passed. Not while an answer is awaited.
    Alarm,
}

impl Table {
    /// Processes an input, and returns the effects, to be executed in this order. If the last one
    /// is a question, the next input is its answer; everything else waits for that.
    ///
    /// # Panics
    /// If an answer arrives that is not awaited, or another input than the awaited answer.
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
            // Neither is named: both may contain cards.
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

    /// Continues from a finished part, through everything that is due without an input, up to a
    /// question or to the end.
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

    /// Refuses the message of a client. If there is none, work that is due rests for a while. It
    /// stays due, and is tried again until it succeeds; without a pause that would be a busy loop.
    /// Messages to the table are processed meanwhile.
    fn fail(&mut self, part: Part, fault: Fault) {
        if let Part::Input(Some(Refusable { from, of })) = part {
            fault.log("a table refused a message");
            self.effects.push(Effect::Refuse { to: from, error: fault.body, of });
        } else {
            fault.log("a table could not go on");
            self.rests_until = Some(self.now.instant + AFTER_A_FAULT);
        }
    }

    /// Reports the state of the table to the lobby and to the rest of the server.
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
            ClientMessage::SeatBot { seat, level, .. } => {
                self.wish_for_bot(account, seat, level)?
            }
            ClientMessage::ChangeSeat { seat, .. } => return self.change_seat(account, seat),
            ClientMessage::Coach { .. } => self.coach(&visitor)?,
            ClientMessage::Decline { seat, .. } => self.declined(visitor.connection, seat),
            // These never arrive here: the connection handles them.
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

    /// Publishes the beginning and the end of waiting for a bot while none is free.
    fn tell_awaiting(&mut self) {
        let awaiting = self.awaits_bots();
        if std::mem::replace(&mut self.told_awaiting, awaiting) != awaiting {
            self.publish(FullEvent::Public(TableEvent::AwaitingBots { awaiting }));
        }
    }

    /// Closes the table permanently.
    pub(super) fn close(&self, reason: &'static str) -> Outcome {
        let write = Write::CloseTable { table: self.setup.id.0.clone(), at: self.now.utc };
        record(vec![write], Change::Close { reason })
    }

    pub(super) fn end_all(&mut self, reason: &str) {
        self.publish(FullEvent::Public(TableEvent::Closed { reason: reason.to_owned() }));
        self.effects.push(Effect::Forget);
        self.stage = Stage::Closed;
    }

    /// Continues the work that waited for the answer.
    fn go_on(&mut self, awaited: Awaited, answer: Answer) -> Outcome {
        match (awaited, answer) {
            (Awaited::Recorded(_, Some(of)), Answer::Recorded(Err(NotRecorded::Overtaken))) => {
                match of {
                    Unrated::Played(ending) => self.settle(*ending),
                    Unrated::Left(leaving) => self.part(*leaving),
                }
            }
            (Awaited::Recorded(change, _), Answer::Recorded(recorded)) => {
                recorded?;
                self.make(change)
            }
            (Awaited::Player { visitor, seat }, Answer::Player(player)) => {
                let player = player?.unwrap_or_else(|| visitor.player.clone());
                self.take_seat(visitor, seat, player)
            }
            (Awaited::Ratings { at, of }, Answer::Ratings(known)) => {
                let known = known?;
                match of {
                    Unrated::Played(ending) => self.end_rated(*ending, known, at),
                    Unrated::Left(leaving) => self.leave_rated(*leaving, known, at),
                }
            }
            (Awaited::Bot(seat), Answer::Bot(asked)) => {
                self.answered(seat, asked);
                self.ask_for_bots()
            }
            (Awaited::Line(line), Answer::Line(leave)) => self.write_line(*line, leave),
            _ => Err(Fault::unexpected("the answer to another question")),
        }
    }

    /// Makes a change that is durable.
    fn make(&mut self, change: Change) -> Outcome {
        match change {
            Change::Lost => {
                self.lost = None;
                return self.advance();
            }
            Change::Promise(promised) => self.show_promise(*promised),
            Change::Hashes(hashes) => return self.open_nonces(hashes),
            Change::Deal(dealt) => self.begin_deal(*dealt),
            Change::Moves(made) => return self.show_moves(*made),
            Change::Sit { visitor, seat, player } => self.seat(&visitor, seat, *player),
            Change::GiveUp { seat } => self.give_up(seat),
            Change::ComeBack { seat } => self.come_back(seat),
            Change::Seats(seats) => self.exchange(seats),
            Change::Leave(leaving) => self.clear_seats(*leaving),
            Change::Close { reason } => self.end_all(reason),
        }
        Ok(Progress::Done)
    }
}
