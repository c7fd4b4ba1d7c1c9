//! One table as one account sees it, and what the account has to do there.
//!
//! Pure: messages go in, [`Duty`]s come out. What has to be done follows from
//! the state, not from the message that led to it, so a snapshot after a
//! reconnect leads to the same duties as the events that it stands for.

mod duty;
mod follow;
mod opponent;
mod shuffle;
mod turn;

use vzetek_game::Seat;
use vzetek_protocol::table::{DealState, Phase, SeatState, TableEvent};
use vzetek_protocol::{GameId, MatchScore, TableSnapshot, UserId};

use crate::deal::Deal;
use duty::{Asked, once};
pub use duty::{Duty, TurnKey};
use opponent::Opponent;
use shuffle::Shuffle;
use turn::{OwnTurn, Progress};

/// A table that the account follows.
#[derive(Debug)]
pub struct Table {
    me: UserId,
    /// The last event that was seen.
    seq: u64,
    phase: Phase,
    seats: Vec<SeatState>,
    /// The seat that the account plays, as owner or as substitute.
    seat: Option<Seat>,
    /// The running score.
    score: MatchScore,
    /// The running deal's name and how many actions it has seen: together they name a turn,
    /// independently of event numbers.
    place: Option<(GameId, usize)>,
    deal: Option<Deal>,
    opponent: Opponent,
    shuffle: Shuffle,
    /// Set while it is the account's turn.
    turn: Option<OwnTurn>,
    /// The duties handed out, so that each is asked for once.
    asked: Asked,
}

impl Table {
    /// A table from its first snapshot.
    pub fn new(me: UserId, snapshot: TableSnapshot) -> Self {
        let mut table = Self {
            me,
            seq: snapshot.seq,
            phase: snapshot.phase,
            seats: Vec::new(),
            seat: None,
            score: snapshot.score.clone(),
            place: None,
            deal: None,
            opponent: Opponent::default(),
            shuffle: Shuffle::default(),
            turn: None,
            asked: Asked::default(),
        };
        table.refresh(snapshot);
        table
    }

    /// Takes over a snapshot. What was decided in the same turn stays decided.
    pub fn refresh(&mut self, snapshot: TableSnapshot) {
        self.seq = snapshot.seq;
        self.phase = snapshot.phase;
        self.seats = snapshot.seats;
        self.seat = snapshot.you;
        self.score = snapshot.score;
        self.shuffle.told(snapshot.promise);
        self.asked = Asked::default();
        let turn = match snapshot.deal {
            Some(deal) => {
                let turn = deal.turn.clone();
                self.begin(deal);
                turn
            }
            None => {
                self.place = None;
                self.deal = None;
                None
            }
        };
        self.take_turn(turn);
    }

    /// Takes over a deal as the server sent it.
    fn begin(&mut self, told: DealState) {
        self.place = Some((told.game.clone(), told.moves.len()));
        let owner = self.other().and_then(|other| self.seats[other.index()].player.as_ref());
        let owner = owner.map(|player| player.id.clone());
        self.opponent.begin(owner, self.seat, told.moves.iter().map(|played| &played.moved));
        self.deal = Deal::new(told, &self.score, self.opponent.learned.as_ref());
    }

    /// The other seat, if there are two.
    fn other(&self) -> Option<Seat> {
        self.seat.filter(|_| self.seats.len() == 2).map(|seat| seat.clockwise(1, 2))
    }

    /// Follows the next event.
    pub fn event(&mut self, seq: u64, event: TableEvent) {
        self.seq = seq;
        self.follow(event);
    }

    /// Returns the next duty, each once; `None` when there is nothing to do
    /// now.
    pub fn next_duty(&mut self) -> Option<Duty> {
        if self.phase == Phase::Closed {
            return Some(Duty::Forget);
        }
        let Some(seat) = self.seat else { return Some(Duty::Forget) };
        let owns = self.owns(seat);
        if owns && self.is_replaced(seat) {
            return once(&mut self.asked.back).then_some(Duty::Return);
        }
        if self.phase == Phase::Playing && self.deal.as_ref().and_then(Deal::observer) != Some(seat)
        {
            return once(&mut self.asked.refresh).then_some(Duty::Refresh);
        }
        if let (Some(deal), Some(turn)) = (&self.deal, &mut self.turn) {
            return turn.next_duty(deal, self.seq);
        }
        match self.phase {
            Phase::Shuffling if owns => self.shuffle.next_duty(seat, &mut self.asked),
            Phase::Finished if self.awaits_ready() => {
                once(&mut self.asked.ready).then_some(Duty::Ready)
            }
            _ => None,
        }
    }

    /// Sets the account's nonce for the promised shuffle.
    pub fn choose_nonce(&mut self, nonce: String) {
        self.shuffle.choose(nonce);
    }

    /// Takes up an answer. It is dropped if the turn is over.
    pub fn decided(&mut self, key: &TurnKey, action: String) {
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.key == *key) {
            turn.progress = Progress::Decided(action);
        }
    }

    /// Sends the action again, which did not arrive, or not in time.
    pub fn send_again(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.send_again();
        }
    }

    /// A message was not read, or not answered before the connection was lost. Its effect is
    /// unknown: all of it may be due again.
    pub fn unheard(&mut self) {
        self.asked = Asked::default();
        self.send_again();
    }

    /// Plays the first legal action instead of the one sent, which is not
    /// possible.
    pub fn give_in(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.progress = Progress::Decided(turn.legal.actions[0].clone());
        }
    }

    /// True if the table waits for this account to ask for the next deal.
    pub fn awaits_ready(&self) -> bool {
        self.phase == Phase::Finished
            && self.seat.is_some_and(|seat| {
                self.owns(seat) && self.seats.get(seat.index()).is_some_and(|state| !state.ready)
            })
    }

    /// True if an action of this account is being thought about or written.
    pub fn is_thinking(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.progress == Progress::Thinking)
    }

    /// True if the account has a seat.
    pub fn is_seated(&self) -> bool {
        self.seat.is_some()
    }

    fn owns(&self, seat: Seat) -> bool {
        let owner = self.seats.get(seat.index()).and_then(|state| state.player.as_ref());
        owner.is_some_and(|player| player.id == self.me)
    }

    /// True if a substitute, or no player, plays for the account.
    fn is_replaced(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|state| state.substitute.is_some())
    }
}

#[cfg(test)]
mod tests;
