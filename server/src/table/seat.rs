//! One seat: its owner, and the bot that plays for the owner or is requested.

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::Instant;
use vzetek_game::Seat;
use vzetek_protocol::table::{SeatState, Substitute};
use vzetek_protocol::{Player, PlayerKind};

use crate::connection::ConnectionId;

/// The time that a requested bot may take to sit down.
const REQUEST_PATIENCE: Duration = Duration::from_secs(5);
/// The time between two requests to the pool while it has no bot to send.
const REQUEST_PAUSE: Duration = Duration::from_millis(500);

/// One seat.
#[derive(Debug)]
pub enum SeatRecord {
    /// It has no owner; a bot may be requested.
    Free(Request),
    /// It has an owner.
    Taken(Box<Taken>),
}

/// A seat with an owner.
#[derive(Debug)]
pub struct Taken {
    pub owner: Player,
    /// As last published.
    pub presence: Presence,
    /// The substitute who plays for the owner.
    pub standin: Option<Standin>,
    /// True if the owner asked for the next deal.
    pub ready: bool,
    /// The rest of the owner's time bank.
    pub bank: Duration,
    /// The seat of another player with whom the owner would change.
    pub wants: Option<Seat>,
}

/// The presence of a seat's owner: with a connection that watches, or without.
#[derive(Clone, Copy, Debug)]
pub enum Presence {
    /// The owner is connected; since the given moment, if there was a time without.
    Here(Option<Instant>),
    /// The owner has been away since then.
    Away(Instant),
}

/// A substitute for the owner of a seat.
#[derive(Debug)]
pub struct Standin {
    pub bot: Bot,
    pub since: DateTime<Utc>,
    pub until: Until,
}

/// The bot that plays for the owner of a seat.
#[derive(Debug)]
pub enum Bot {
    /// None has arrived yet.
    Wanted(Request),
    /// This one plays.
    Plays(Player),
}

/// The event that ends the substitute's play for the owner of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The owner connects again, or asks for the seat.
    ComesBack,
    /// The owner, who may be here, asks for the seat.
    AsksForIt,
    /// The next turn begins: the owner wants the seat back.
    NextTurn,
    /// The deal ends: the owner has left.
    DealEnds,
}

/// The players' wish for a free seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wish {
    /// None: the table's configuration holds.
    #[default]
    AsSetUp,
    /// It is kept for people.
    People,
    /// A bot of this level.
    Bot(String),
}

/// A request to the house for a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Request {
    /// None was made.
    #[default]
    None,
    /// This bot was requested, at that moment.
    Asked(ConnectionId, Instant),
    /// No bot was free at that moment.
    InVain(Instant),
}

impl Request {
    /// The moment when a bot must be requested (again), if one is wanted.
    pub fn again_at(self, now: Instant) -> Instant {
        match self {
            Self::None => now,
            Self::Asked(_, at) => at + REQUEST_PATIENCE,
            Self::InVain(at) => at + REQUEST_PAUSE,
        }
    }
}

impl Standin {
    /// The bot that plays, once it has arrived.
    pub fn player(&self) -> Option<&Player> {
        match &self.bot {
            Bot::Wanted(_) => None,
            Bot::Plays(player) => Some(player),
        }
    }

    /// The substitute as it is published.
    pub fn tell(&self) -> Substitute {
        Substitute {
            player: self.player().cloned(),
            since: self.since,
            left: self.until == Until::DealEnds,
        }
    }
}

impl Taken {
    /// A seat whose owner has all their time yet, and plays.
    pub fn new(owner: Player, presence: Presence, bank: Duration) -> Self {
        Self { owner, presence, standin: None, ready: false, bank, wants: None }
    }

    /// True if the owner is a bot, of the house or not.
    pub fn is_bots(&self) -> bool {
        self.owner.kind == PlayerKind::Bot
    }

    /// True if a connection of the owner watches, as last published.
    pub fn is_here(&self) -> bool {
        matches!(self.presence, Presence::Here(_))
    }

    /// True if the owner left the seat in mid-deal.
    pub fn has_left(&self) -> bool {
        self.standin.as_ref().is_some_and(|standin| standin.until == Until::DealEnds)
    }

    /// The player who decides the seat's actions, if there is one.
    pub fn decides(&self) -> Option<&Player> {
        self.standin.as_ref().map_or(Some(&self.owner), Standin::player)
    }
}

impl Default for SeatRecord {
    fn default() -> Self {
        Self::Free(Request::None)
    }
}

impl SeatRecord {
    /// The seat with its owner, if it has one.
    pub fn taken(&self) -> Option<&Taken> {
        match self {
            Self::Free(_) => None,
            Self::Taken(taken) => Some(taken),
        }
    }

    /// The seat with its owner, for changes.
    pub fn taken_mut(&mut self) -> Option<&mut Taken> {
        match self {
            Self::Free(_) => None,
            Self::Taken(taken) => Some(taken),
        }
    }

    /// The owner of the seat.
    pub fn owner(&self) -> Option<&Player> {
        self.taken().map(|taken| &taken.owner)
    }

    /// The substitute who plays for the owner.
    pub fn standin(&self) -> Option<&Standin> {
        self.taken()?.standin.as_ref()
    }

    /// True if a connection of the owner watches, as last published.
    pub fn is_here(&self) -> bool {
        self.taken().is_some_and(Taken::is_here)
    }

    /// True if the owner has left, or is away and has a substitute.
    pub fn is_gone(&self) -> bool {
        let gone =
            |taken: &Taken| taken.has_left() || (taken.standin.is_some() && !taken.is_here());
        self.taken().is_some_and(gone)
    }

    /// True if the owner asked for the next deal.
    pub fn is_ready(&self) -> bool {
        self.taken().is_some_and(|taken| taken.ready)
    }

    /// The request for a bot to take the seat or to stand in, where one may be made.
    pub fn request(&self) -> Option<Request> {
        match self {
            Self::Free(request) => Some(*request),
            Self::Taken(taken) => match taken.standin.as_ref()?.bot {
                Bot::Wanted(request) => Some(request),
                Bot::Plays(_) => None,
            },
        }
    }

    /// The request for a bot, for changes.
    pub fn request_mut(&mut self) -> Option<&mut Request> {
        match self {
            Self::Free(request) => Some(request),
            Self::Taken(taken) => match &mut taken.standin.as_mut()?.bot {
                Bot::Wanted(request) => Some(request),
                Bot::Plays(_) => None,
            },
        }
    }

    /// The public state of the seat.
    pub fn tell(&self) -> SeatState {
        SeatState {
            player: self.owner().cloned(),
            connected: self.is_here(),
            substitute: self.standin().map(Standin::tell),
            ready: self.is_ready(),
            bank_ms: self.taken().map_or(0, |taken| taken.bank.as_millis() as u64),
            wants: self.taken().and_then(|taken| taken.wants),
        }
    }
}
