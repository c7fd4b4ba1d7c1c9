//! Answers that a table waits for, and what follows from them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use vzetek_game::Seat;
use vzetek_game::fair::NonceHashes;
use vzetek_protocol::Player;
use vzetek_protocol::table::ChatLine;
use vzetek_store::Write;

use super::Visitor;
use super::dealing::Dealt;
use super::effect::{Answer, Question};
use super::finish::Ending;
use super::machine::Table;
use super::parting::Leaving;
use super::play::{Made, internal};
use super::shuffle::Promised;
use crate::fault::Fault;
use crate::recorder::NotRecorded;

/// The progress that a table made with something.
#[derive(Debug)]
pub(super) enum Progress {
    /// It is at its end.
    Done,
    /// It goes on with the answer to a question.
    Asks(Question, Awaited),
}

/// The progress that a table made with something; a fault if it came to nothing.
pub(super) type Outcome = Result<Progress, Fault>;

/// An answer that a table waits for, with what it needs to go on.
#[derive(Debug)]
pub(super) enum Awaited {
    /// The word that a change is durable. If ratings are recorded with it, also the
    /// end of the match that they follow from, as it was before it was rated.
    Recorded(Change, Option<Unrated>),
    /// The player who sits down.
    Player { visitor: Arc<Visitor>, seat: Seat },
    /// The ratings of those who played a match, as they were at this time.
    Ratings { at: DateTime<Utc>, of: Unrated },
    /// A bot for this seat.
    Bot(Seat),
    /// Leave to write a line of chat.
    Line(Box<ChatLine>),
}

/// A change to the table. It is made, and shown, once it is durable.
#[derive(Debug)]
pub(super) enum Change {
    /// The promise that the last server left behind is dropped.
    Lost,
    /// A shuffle is promised.
    Promise(Box<Promised>),
    /// No hash of a nonce is taken any more.
    Hashes(NonceHashes),
    /// Cards are dealt.
    Deal(Box<Dealt>),
    /// Somebody acts, or claims the rest.
    Moves(Box<Made>),
    /// Somebody sits down.
    Sit { visitor: Arc<Visitor>, seat: Seat, player: Box<Player> },
    /// The owner of a seat leaves in mid-deal.
    GiveUp { seat: Seat },
    /// The owner of a seat who left in this deal comes back.
    ComeBack { seat: Seat },
    /// Seats empty between deals.
    Leave(Box<Leaving>),
    /// The table is closed.
    Close { reason: &'static str },
}

/// The end of a match whose effect on ratings is not known yet.
#[derive(Clone, Debug)]
pub(super) enum Unrated {
    /// The last action of a deal.
    Played(Box<Ending>),
    /// The parting of somebody who leaves between deals.
    Left(Box<Leaving>),
}

/// Has writes recorded, and the change made when they are durable.
pub(super) fn record(writes: Vec<Write>, change: Change) -> Outcome {
    Ok(Progress::Asks(Question::Record(writes), Awaited::Recorded(change, None)))
}

/// Has writes recorded with the ratings among them, and the change made when they
/// are durable. If others have moved the ratings meanwhile, the match is rated anew.
pub(super) fn record_rated(writes: Vec<Write>, change: Change, of: Unrated) -> Outcome {
    Ok(Progress::Asks(Question::Record(writes), Awaited::Recorded(change, Some(of))))
}

impl Table {
    /// Goes on with what waited for the answer.
    pub(super) fn go_on(&mut self, awaited: Awaited, answer: Answer) -> Outcome {
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
            _ => Err(internal("the answer to another question")),
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
            Change::Leave(leaving) => self.clear_seats(*leaving),
            Change::Close { reason } => self.end_all(reason),
        }
        Ok(Progress::Done)
    }
}
