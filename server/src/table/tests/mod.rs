//! Tables without a server: real deals, with time, chance and everything outside
//! handed in. An hour at a table takes as long as what happens in it.

mod absence;
mod clocks;
mod coming;
mod leaving;
mod random;
mod recording;
mod secrecy;
mod store;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use clap::Parser;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use vzetek_game::Seat;
use vzetek_game::fair::NonceHash;
use vzetek_protocol::table::{Actor as By, Clock, Phase, TableEvent, TableSnapshot};
use vzetek_protocol::{
    ClientMessage, ErrorCode, GameOptions, Player, PlayerKind, ServerMessage, TableConfig, TableId,
    UserId,
};

use super::effect::{Answer, Effect, Question};
use super::machine::{Input, Table};
use super::restore::{rebuild, start_of};
use super::seat::Taken;
use super::stage::Stage;
use super::weights::{self, Standing};
use super::{Command, Setup, Visitor};
use crate::app::Now;
use crate::config::Config;
use crate::rating;
use crate::recorder::NotRecorded;
use crate::ws::outbox::ConnectionId;
use store::Stored;

/// A time long enough for every clock of a table.
const LONG: Duration = Duration::from_secs(1_000);

/// A table of this configuration.
pub(super) fn setup(config: TableConfig) -> Setup {
    Setup {
        id: TableId("table".to_owned()),
        invite: config.private.then(|| "word".to_owned()),
        config,
        demo: false,
        epoch: vzetek_protocol::Epoch("epoch".to_owned()),
        tuning: Config::parse_from(["server"]).tuning,
    }
}

/// A rated table for two at tršet, on which a match has several deals.
fn two() -> TableConfig {
    config(json!({ "name": "trset", "options": { "players": 2, "target": 51 } }))
}

fn config(game: Value) -> TableConfig {
    let game: GameOptions = serde_json::from_value(game).expect("options");
    TableConfig { game, clock: Clock::default(), private: false, rated: true, bots: None }
}

/// A table, and everything around it.
struct Room {
    table: Table,
    now: Now,
    stored: Stored,
    /// True if the store refuses what it is given.
    refuses: bool,
    /// True if the store does not answer; the question that waits for it then.
    silent: bool,
    asked: Option<Question>,
    /// The times that something was to be stored.
    tries: u32,
    /// The time that the store takes.
    delay: Duration,
    /// True if the limit on chat is reached.
    mute: bool,
    /// The bots of the house that are free, and those that were asked to come.
    free: VecDeque<Arc<Visitor>>,
    called: Vec<(Arc<Visitor>, Seat)>,
    /// Everybody who has ever come, by account.
    people: BTreeMap<String, Arc<Visitor>>,
    /// Everything that connections were told, in order.
    told: Vec<(Vec<ConnectionId>, ServerMessage)>,
    refused: Vec<(ConnectionId, ErrorCode)>,
    /// The number of the event with which cards were last dealt.
    dealt: u64,
}

impl Room {
    fn new(config: TableConfig) -> Self {
        Self::with_chance(config, 1)
    }

    fn with_chance(config: TableConfig, seed: u64) -> Self {
        let (setup, now) = (setup(config), Now::read());
        let mut room = Self {
            stored: Stored::new(&setup, now),
            table: start_of(setup, now, StdRng::seed_from_u64(seed)),
            now,
            refuses: false,
            silent: false,
            asked: None,
            tries: 0,
            delay: Duration::ZERO,
            mute: false,
            free: VecDeque::new(),
            called: Vec::new(),
            people: BTreeMap::new(),
            told: Vec::new(),
            refused: Vec::new(),
            dealt: 0,
        };
        room.input(Input::Alarm);
        room
    }

    /// A room in which people have taken all seats and the first deal has begun.
    fn playing(config: TableConfig) -> Self {
        let mut room = Self::new(config);
        for seat in room.table.seats() {
            room.sit(name(seat));
        }
        room.deal();
        room
    }

    /// A room in which ana has sat down first, and bots of the house have taken the
    /// other seats.
    fn among_bots(config: TableConfig) -> Self {
        let mut room = Self::new(TableConfig { bots: Some("medium".to_owned()), ..config });
        room.sit("ana");
        for seat in room.table.seats().skip(1) {
            room.offer(&format!("robot {seat}"));
        }
        room.wait(Duration::from_secs(1));
        while !room.called.is_empty() {
            room.bot_sits();
        }
        room.deal();
        room
    }

    /// Lets the time pass in which nonces are awaited.
    fn deal(&mut self) {
        self.wait(Duration::from_millis(self.table.setup.tuning.nonce_ms));
        assert_eq!(self.table.phase(), Phase::Playing);
    }

    fn input(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            let (before, told) = (secrecy::parts(&self.table), self.table.seq);
            let effects = self.table.handle(input, self.now);
            let parts = [&before, &secrecy::parts(&self.table)];
            let tells = effects.iter().any(|effect| matches!(effect, Effect::Tell { .. }));
            let hidden = if tells { secrecy::hidden(&self.table) } else { Vec::new() };
            for effect in effects {
                if let Effect::Tell { to, message } = &effect
                    && self.is_of_this_deal(message)
                {
                    secrecy::check(to, message, parts, &hidden);
                }
                next = self.carry_out(effect, told).map(Input::Answer).or(next);
            }
        }
    }

    /// False for events from before the deal: they may name cards that are hidden
    /// again.
    fn is_of_this_deal(&mut self, message: &ServerMessage) -> bool {
        let ServerMessage::Event { seq, event, .. } = message else { return true };
        if matches!(**event, TableEvent::Dealt { .. }) {
            self.dealt = self.dealt.max(*seq);
        }
        *seq >= self.dealt
    }

    /// Carries an effect out; `told` is the number of the last event before it.
    fn carry_out(&mut self, effect: Effect, told: u64) -> Option<Answer> {
        match effect {
            Effect::Tell { to, message } => {
                if let ServerMessage::Event { seq, event, .. } = &message
                    && *seq > told
                {
                    self.stored.check(event);
                }
                self.told.push((to, message));
            }
            Effect::Refuse { to, error, .. } => self.refused.push((to, error.code)),
            Effect::Release(bot) => {
                self.called.retain(|(asked, _)| asked.connection != bot);
            }
            Effect::Report { .. } | Effect::Occupy(_) | Effect::GiveUp(_) | Effect::Forget => {}
            Effect::Ask(question) if self.silent => self.asked = Some(question),
            Effect::Ask(question) => return Some(self.answer(question)),
        }
        None
    }

    fn answer(&mut self, question: Question) -> Answer {
        if let Question::Record(_) = question {
            self.tries += 1;
            self.set_clock(self.now.instant + self.delay);
        }
        match question {
            Question::Record(_) if self.refuses => Answer::Recorded(Err(NotRecorded::Refused)),
            Question::Record(writes) => {
                writes.into_iter().for_each(|write| self.stored.write(write));
                Answer::Recorded(Ok(()))
            }
            Question::Player(account) => Answer::Player(Ok(Some(player(&account)))),
            Question::Ratings(question) => {
                let kind = self.table.setup.config.game.kind();
                let fresh = |id: &String| rating::fresh(id, &kind, self.now.utc);
                let before: Vec<_> = question.ids.iter().map(fresh).collect();
                let standing = vec![Standing::Lasting; before.len()];
                Answer::Ratings(Ok(Some(weights::Known {
                    before,
                    standing,
                    met: Default::default(),
                })))
            }
            Question::Bot(wanted) => {
                let bot = self.free.pop_front();
                self.called.extend(bot.clone().map(|bot| (bot, wanted.seat)));
                Answer::Bot(bot.map(|bot| bot.connection))
            }
            Question::Line(_) if self.mute => Answer::Line(Err(Duration::from_secs(1))),
            Question::Line(_) => Answer::Line(Ok(())),
        }
    }

    /// The store answers again, and did what it was asked to.
    fn answers_again(&mut self) {
        self.silent = false;
        if let Some(question) = self.asked.take() {
            let answer = self.answer(question);
            self.input(Input::Answer(answer));
        }
    }

    /// Time passes; the table is woken whenever it wants to be.
    fn wait(&mut self, time: Duration) {
        let until = self.now.instant + time;
        let mut wakes = 0;
        while !self.table.is_closed() && self.asked.is_none() {
            let wake = self.table.next_wake().max(self.now.instant);
            if wake > until {
                break;
            }
            self.set_clock(wake);
            self.input(Input::Alarm);
            wakes += 1;
            assert!(wakes < 10_000, "the table is woken again and again");
        }
        self.set_clock(until.max(self.now.instant));
    }

    fn set_clock(&mut self, instant: tokio::time::Instant) {
        let passed = TimeDelta::from_std(instant - self.now.instant).expect("a short time");
        self.now = Now { instant, utc: self.now.utc + passed };
    }

    fn visitor(&mut self, name: &str) -> Arc<Visitor> {
        self.people.entry(name.to_owned()).or_insert_with(|| visitor(name)).clone()
    }

    fn come(&mut self, name: &str) {
        let visitor = self.visitor(name);
        self.input(Input::Command(Command::Watch { visitor, invite: None, since: None }));
    }

    /// The connection breaks off; the next one is another.
    fn go(&mut self, name: &str) {
        let connection = self.visitor(name).connection;
        self.input(Input::Command(Command::Unwatch { connection }));
        self.people.remove(name);
    }

    fn say(&mut self, name: &str, message: ClientMessage) {
        let visitor = self.visitor(name);
        self.input(Input::Command(Command::Message { visitor, message }));
    }

    /// Says something, and returns the reason why it was refused.
    fn refusal(&mut self, name: &str, message: ClientMessage) -> ErrorCode {
        self.refused.clear();
        self.say(name, message);
        let [(to, code)] = self.refused[..] else { panic!("{:?}", self.refused) };
        assert_eq!(to, self.people[name].connection);
        code
    }

    fn sit(&mut self, name: &str) {
        let (table, invite) = (self.table.setup.id.clone(), self.table.setup.invite.clone());
        let seat = None;
        self.say(name, ClientMessage::Sit { table, seat, invite });
    }

    fn ready(&mut self, name: &str) {
        self.say(name, ClientMessage::Ready { table: self.table.setup.id.clone() });
    }

    fn leave(&mut self, name: &str) {
        self.say(name, ClientMessage::Leave { table: self.table.setup.id.clone() });
    }

    fn return_to_seat(&mut self, name: &str) {
        self.say(name, ClientMessage::Return { table: self.table.setup.id.clone() });
    }

    fn commit(&mut self, name: &str, nonce: &str) {
        let (table, hash) = (self.table.setup.id.clone(), NonceHash::of(nonce));
        self.say(name, ClientMessage::NonceHash { table, hash });
    }

    fn reveal(&mut self, name: &str, nonce: &str) {
        let (table, nonce) = (self.table.setup.id.clone(), nonce.to_owned());
        self.say(name, ClientMessage::Nonce { table, nonce });
    }

    fn chat(&self, text: &str) -> ClientMessage {
        ClientMessage::Chat { table: self.table.setup.id.clone(), text: text.to_owned() }
    }

    fn act(&self, choice: usize) -> ClientMessage {
        let Stage::Playing(playing) = &self.table.stage else { panic!("nothing is played") };
        let actions = &playing.turn.legal.actions;
        let action = actions[choice % actions.len()].to_string();
        ClientMessage::Act { table: self.table.setup.id.clone(), seq: self.table.seq, action }
    }

    /// The account that decides the running turn, if anybody does.
    fn to_act(&self) -> Option<String> {
        let Stage::Playing(playing) = &self.table.stage else { return None };
        let player = self.table.record(playing.turn.seat).taken().and_then(Taken::decides);
        player.map(|player| player.id.0.clone())
    }

    /// The times that the owner of a seat was told for its turns, as an account heard
    /// of them: of the move, and of the bank.
    fn times(&self, name: &str, seat: Seat) -> Vec<(Option<u64>, Option<u64>)> {
        let turns = self.told(name).filter_map(secrecy::turn).filter(|turn| turn.seat == seat);
        turns.map(|turn| (turn.move_ms, turn.bank_ms)).collect()
    }

    /// Everybody whose move was shown, in order, with the seat.
    fn moved_by(&self, name: &str, seat: Seat) -> Vec<By> {
        let by = |event: &TableEvent| match event {
            TableEvent::Moved { moved, .. } if moved.seat == seat => Some(moved.by),
            _ => None,
        };
        self.events(name).filter_map(by).collect()
    }

    /// Makes a move for whoever has the turn.
    fn play(&mut self, choice: usize) {
        if let Some(name) = self.to_act() {
            self.say(&name, self.act(choice));
        }
    }

    /// Plays until a deal is over.
    fn play_out(&mut self) {
        while self.table.phase() == Phase::Playing {
            self.play(0);
        }
    }

    /// A bot of the house is free.
    fn offer(&mut self, name: &str) {
        let bot = visitor(name);
        self.people.insert(name.to_owned(), bot.clone());
        self.free.push_back(bot);
    }

    /// The bot that was called first sits down.
    fn bot_sits(&mut self) {
        let (bot, seat) = self.called.remove(0);
        let name = bot.player.id.0.clone();
        let table = self.table.setup.id.clone();
        let invite = Some(self.table.house_invite.clone());
        self.say(&name, ClientMessage::Sit { table, seat: Some(seat), invite });
    }

    /// The server ends, and another one rebuilds the table.
    fn restart(&mut self) {
        let (setup, seed) = (self.table.setup.clone(), self.table.seq);
        let owners: Vec<_> =
            self.stored.table.seats.iter().flatten().map(|id| player(id)).collect();
        let chance = StdRng::seed_from_u64(seed);
        self.table = rebuild(setup, &self.stored.table, &owners, self.now, chance).expect("whole");
        self.people.clear();
        self.free.clear();
        self.called.clear();
        self.asked = None;
        self.silent = false;
        self.dealt = 0;
        self.input(Input::Alarm);
    }

    /// Everything that this account was told, on its present connection.
    fn told(&self, name: &str) -> impl Iterator<Item = &ServerMessage> {
        let connection = self.people[name].connection;
        self.told.iter().filter(move |(to, _)| to.contains(&connection)).map(|(_, message)| message)
    }

    /// The events that this account was told, on its present connection.
    fn events(&self, name: &str) -> impl Iterator<Item = &TableEvent> {
        self.told(name).filter_map(|message| match message {
            ServerMessage::Event { event, .. } => Some(&**event),
            _ => None,
        })
    }

    /// The last event of the account.
    fn last(&self, name: &str) -> &TableEvent {
        self.events(name).last().expect("an event")
    }

    /// The table as the account was last shown it.
    fn snapshot(&self, name: &str) -> &TableSnapshot {
        let snapshots = self.told(name).filter_map(|message| match message {
            ServerMessage::Snapshot { snapshot } => Some(&**snapshot),
            _ => None,
        });
        snapshots.last().expect("a snapshot")
    }

    /// The rest of the time bank of a seat's owner.
    fn bank(&self, seat: Seat) -> Duration {
        self.table.record(seat).taken().expect("an owner").bank
    }

    /// The seat whose turn it is.
    fn turn(&self) -> Seat {
        let Stage::Playing(playing) = &self.table.stage else { panic!("nothing is played") };
        playing.turn.seat
    }
}

/// The name of whoever sat down so many seats after the first.
fn name(seat: Seat) -> &'static str {
    ["ana", "bor", "cene", "dana"][seat.index()]
}

fn visitor(name: &str) -> Arc<Visitor> {
    let household = [192, 0, 2, name.as_bytes()[0]].into();
    Arc::new(Visitor { connection: ConnectionId::next(), player: player(name), household })
}

/// An account; a bot of the house by such a name.
fn player(name: &str) -> Player {
    let is_bot = name.starts_with("robot");
    Player {
        id: UserId(name.to_owned()),
        name: name.to_owned(),
        kind: if is_bot { PlayerKind::Bot } else { PlayerKind::Person },
        level: is_bot.then(|| "medium".to_owned()),
        rating: Some(1500),
    }
}
