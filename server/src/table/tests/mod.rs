//! Tables without a server: real deals, with time, chance and everything outside
//! handed in. An hour at a table takes as long as what happens in it.

mod absence;
mod calling;
mod claiming;
mod clocks;
mod coaching;
mod coming;
mod leaving;
mod lesson;
mod overtaken;
mod people;
mod places;
mod random;
mod recording;
mod refusals;
mod room;
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
use vzetek_game::fair::NonceHash;
use vzetek_game::{Claim, Seat};
use vzetek_protocol::table::{Actor as By, Phase, TableEvent, TableSnapshot};
use vzetek_protocol::{
    ClientMessage, Clock, ErrorBody, ErrorCode, GameOptions, Picture, Player, PlayerKind,
    ServerMessage, TableConfig, TableId, UserId,
};

use super::effect::{Answer, Effect, Question};
use super::event::FullEvent;
use super::machine::Input;
use super::restore::{rebuild, start_for, start_of};
use super::seat::Taken;
use super::stage::Stage;
use super::weights::{self, Standing};
use super::{Command, Setup, Table, Visitor};
use crate::config::Config;
use crate::connection::ConnectionId;
use crate::households::Household;
use crate::rating;
use crate::recorder::NotRecorded;
use crate::sources::{Now, Sources};
use room::Room;
use store::Stored;

/// A time long enough for every clock of a table.
const LONG: Duration = Duration::from_secs(1_000);

/// A table of this configuration.
pub(super) fn setup(config: TableConfig) -> Setup {
    Setup {
        id: TableId("table".to_owned()),
        creator: Some("ana".to_owned()),
        invite: config.private.then(|| "word".to_owned()),
        config,
        demo: false,
        paired: false,
        term: 1,
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
    TableConfig {
        game,
        clock: Clock::default(),
        private: false,
        rated: true,
        bots: None,
        lesson: false,
        open_hands: false,
    }
}

/// The name of whoever sat down so many seats after the first.
fn name(seat: Seat) -> &'static str {
    ["ana", "bor", "cene", "dana", "ema", "franc"][seat.index()]
}

/// A visitor's connection. Each of the first four has another picture of deals.
fn visitor(name: &str) -> Arc<Visitor> {
    let household = Household([192, 0, 2, name.as_bytes()[0]].into());
    let picture = match name {
        "ana" => Some(Picture::Zones),
        "bor" => Some(Picture::Decisions),
        "cene" => Some(Picture::View),
        _ => None,
    };
    let connection = ConnectionId::next();
    Arc::new(Visitor { connection, player: player(name), household, picture })
}

/// An account; a bot of the house by such a name.
fn player(name: &str) -> Player {
    let is_bot = name.starts_with("robot");
    Player {
        id: UserId(name.to_owned()),
        name: name.to_owned(),
        kind: if is_bot { PlayerKind::Bot } else { PlayerKind::Person },
        level: is_bot.then(|| "medium".to_owned()),
        face: None,
        rating: None,
        settled: false,
    }
}
