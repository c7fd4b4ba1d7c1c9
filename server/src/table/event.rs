//! The events of a table, in full, and the part of them that each observer may
//! learn.
//!
//! [`FullEvent::tell`] is the one function through which events leave a table.

use std::sync::Arc;

use tokio::time::Instant;
use vzetek_game::fair::Commitment;
use vzetek_game::{Observer, Seat};
use vzetek_protocol::table::ChatLine;
use vzetek_protocol::table::{DealFinish, DealState, PlayedMove, Substitute, TableEvent, Turn};
use vzetek_protocol::{GameId, GameStatus, MatchScore, Picture, Player, UnratedReason};

use crate::deal::{Deal, Legal, redact};

/// A recipient of the table's events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audience {
    /// The observer whose view the recipient has.
    pub observer: Observer,
    /// True if the recipient decides the actions of that observer's seat. False for a player who is
    /// replaced by a substitute.
    pub acts: bool,
    /// The picture of deals that the client stores; `None` for views and zones.
    pub picture: Option<Picture>,
}

impl Audience {
    /// Recipients of the public view.
    pub const PUBLIC: Self = Self { observer: Observer::Public, acts: false, picture: None };

    /// True if the recipient is sent the positions of the cards.
    pub fn sees_zones(self) -> bool {
        !matches!(self.picture, Some(Picture::View | Picture::Decisions))
    }

    /// An action and its events as the recipient may see them.
    pub fn sight(self, played: &PlayedMove) -> PlayedMove {
        let mut sight = redact(played, self.observer);
        if !self.sees_zones() {
            sight.events.iter_mut().for_each(|told| told.moves.clear());
        }
        sight
    }

    /// True if the recipient is sent the view of the rules.
    pub fn has_view(self) -> bool {
        self.picture != Some(Picture::Zones)
    }
}

impl From<Observer> for Audience {
    /// The holder of a seat decides there.
    fn from(observer: Observer) -> Self {
        Self { observer, acts: observer != Observer::Public, picture: None }
    }
}

/// The turn of the seat whose action is awaited, with everything only that seat
/// may know.
#[derive(Clone, Debug)]
pub struct FullTurn {
    /// The seat.
    pub seat: Seat,
    /// The legal actions, sent only to the player who decides for that seat.
    pub legal: Legal,
    /// The player's time to think; `None` if no clock runs.
    pub clock: Option<TurnClock>,
}

/// A turn's clock.
#[derive(Clone, Copy, Debug)]
pub struct TurnClock {
    /// The moment when the time for this move ends and the bank is drawn on.
    pub move_until: Instant,
    /// The moment when the bank is used up, too.
    pub bank_until: Instant,
}

impl FullTurn {
    /// The turn as the recipient may see it, with the time that is left now.
    pub fn tell(&self, to: impl Into<Audience>, now: Instant) -> Turn {
        let Audience { observer, acts, .. } = to.into();
        let own = acts && observer == Observer::Seat(self.seat);
        let left = |until: Instant, from: Instant| {
            until.saturating_duration_since(from).as_millis() as u64
        };
        Turn {
            seat: self.seat,
            decision: None,
            legal: own.then(|| self.legal.actions.clone()),
            legal_cut: own && self.legal.is_cut,
            claim: self.legal.claim.filter(|_| own),
            move_ms: self.clock.map(|clock| left(clock.move_until, now)),
            bank_ms: self.clock.map(|clock| left(clock.bank_until, now.max(clock.move_until))),
        }
    }
}

/// Something that happened, with every hidden card.
#[derive(Clone, Debug)]
pub enum FullEvent {
    /// An event that is public through and through.
    Public(TableEvent),
    /// Cards were dealt.
    Dealt {
        /// The name under which it is recorded.
        game: GameId,
        /// The number of the deal within the match, from 1.
        number: u32,
        /// The commitment made before.
        commitment: Commitment,
        /// The deal before the first action.
        deal: Box<Deal>,
        /// The reason why the match will change no rating.
        unrated: Option<UnratedReason>,
        /// The turn of the player who begins.
        turn: FullTurn,
    },
    /// A player acted.
    Moved {
        /// The action, and the events that followed.
        played: Arc<PlayedMove>,
        /// The status after them, if it has changed.
        status: Option<GameStatus>,
        /// The next turn.
        turn: Option<FullTurn>,
    },
    /// A substitute plays for an absent player.
    Substituted {
        /// The seat of the absent player.
        seat: Seat,
        /// The substitute.
        substitute: Substitute,
        /// Set if that seat must act now.
        turn: Option<FullTurn>,
    },
    /// A player is back.
    Returned {
        /// The player's seat.
        seat: Seat,
        /// Set if it is that player's turn.
        turn: Option<FullTurn>,
    },
}

impl FullEvent {
    /// The event as the recipient may see it, with the times that are left now.
    pub fn tell(&self, to: impl Into<Audience>, now: Instant) -> TableEvent {
        let to = to.into();
        match self {
            Self::Public(event) => event.clone(),
            Self::Dealt { game, number, commitment, deal, unrated, turn } => TableEvent::Dealt {
                deal: Box::new(DealState {
                    game: game.clone(),
                    number: *number,
                    commitment: *commitment,
                    dealer: deal.dealer(),
                    prepared: deal.is_prepared(),
                    unrated: *unrated,
                    view: to.has_view().then(|| deal.view(to.observer)),
                    zones: to.sees_zones().then(|| deal.zones(to.observer)),
                    status: to.sees_zones().then(|| deal.status()),
                    turn: Some(turn.tell(to, now)),
                    moves: Vec::new(),
                    finish: None,
                }),
            },
            Self::Moved { played, status, turn } => {
                let PlayedMove { moved, events } = to.sight(played);
                let turn = turn.as_ref().map(|turn| turn.tell(to, now));
                let status = status.clone().filter(|_| to.sees_zones());
                TableEvent::Moved { moved, events, status, turn }
            }
            Self::Substituted { seat, substitute, turn } => TableEvent::Substituted {
                seat: *seat,
                substitute: substitute.clone(),
                turn: turn.as_ref().map(|turn| turn.tell(to, now)),
            },
            Self::Returned { seat, turn } => TableEvent::Returned {
                seat: *seat,
                turn: turn.as_ref().map(|turn| turn.tell(to, now)),
            },
        }
    }

    /// Returns the one seat whose message differs from that of all other observers, who share one
    /// text. `Some(None)`: all share it. `None`: every observer has a text of its own.
    pub fn differs_for(&self) -> Option<Option<Seat>> {
        match self {
            Self::Public(_) => Some(None),
            Self::Dealt { .. } => None,
            // A game whose events differ by seat has to say so here.
            Self::Moved { played, turn, .. } => {
                let public = played.events.iter().all(|told| told.event.is_public());
                public.then(|| turn.as_ref().map(|turn| turn.seat))
            }
            Self::Substituted { turn, .. } | Self::Returned { turn, .. } => {
                Some(turn.as_ref().map(|turn| turn.seat))
            }
        }
    }
}

/// A player sat down.
pub fn seated(seat: Seat, player: Player) -> FullEvent {
    FullEvent::Public(TableEvent::Seated { seat, player })
}

/// The player of a seat has another name, face or kind.
pub fn renamed(seat: Seat, player: Player) -> FullEvent {
    FullEvent::Public(TableEvent::Renamed { seat, player })
}

/// A line of chat.
pub fn written(line: ChatLine) -> FullEvent {
    FullEvent::Public(TableEvent::Chat { line })
}

/// A deal is over.
pub fn deal_over(finish: DealFinish) -> FullEvent {
    FullEvent::Public(TableEvent::DealOver { finish: Box::new(finish) })
}

/// A match begins.
pub fn match_started(score: MatchScore) -> FullEvent {
    FullEvent::Public(TableEvent::MatchStarted { score })
}
