//! The programs at a table, and the messages that each seat receives.

use vzetek_game::{Observer, Seat};
use vzetek_players::Play;
use vzetek_protocol::games::WireGame;
use vzetek_protocol::{DealEvent, DecisionDocument};

use super::process::Process;
use super::{Chosen, Fault, Program};
use crate::duel::terms::Who;

/// The processes that play in a deal, and the messages that they received.
pub struct Programs {
    /// By seat, the process that plays it, and the events that the seat received.
    seats: Vec<Told>,
    /// True if there is any process.
    are_there: bool,
}

/// A seat.
#[derive(Default)]
struct Told {
    process: Option<Process>,
    events: Vec<DealEvent>,
}

impl Programs {
    /// Seats a process for each seat of a program.
    ///
    /// # Errors
    /// If a process cannot be started.
    pub fn seated(players: [Option<&Program>; 2], seating: &[Who]) -> anyhow::Result<Self> {
        let take = |&who: &Who| players[who].map(Program::take).transpose();
        let seats = seating.iter().map(take);
        let seats =
            seats.map(|process| process.map(|process| Told { process, events: Vec::new() }));
        let seats = seats.collect::<anyhow::Result<Vec<_>>>()?;
        let are_there = seats.iter().any(|told| told.process.is_some());
        Ok(Self { seats, are_there })
    }

    /// Asks the program whose seat is to act; `number` is that of the deal.
    ///
    /// The inner error is a fault by which the deal is lost.
    ///
    /// # Errors
    /// If the match is not worth going on with.
    ///
    /// # Panics
    /// If the seat is none of a program, or the deal is over.
    pub fn ask<G: WireGame>(
        &mut self,
        program: &Program,
        deal: &G,
        number: u64,
    ) -> anyhow::Result<Result<Chosen<G::Action>, Fault>> {
        let seat = deal.current_player().expect("the deal goes on");
        let told = &mut self.seats[seat.index()];
        let document = DecisionDocument::of(deal, told.events.clone()).expect("the deal goes on");
        let place = format_args!("deal {number}, seat {seat}");
        program.ask(&mut told.process, deal, document, place)
    }

    /// Does an action, and records the events that every seat receives of it.
    pub fn act<G: WireGame + vzetek_players::PlayedGame>(
        &mut self,
        play: &mut Play<G>,
        action: G::Action,
    ) {
        if !self.are_there {
            play.act(action);
            return;
        }
        let before = play.state.view(Observer::Public);
        let events = DealEvent::list::<G>(before, play.act(action));
        for (seat, told) in Seat::all(self.seats.len()).zip(&mut self.seats) {
            if told.process.is_some() {
                let observer = Observer::Seat(seat);
                told.events.extend(events.iter().filter_map(|event| event.redact(observer)));
            }
        }
    }

    /// Gives the processes back that are still there.
    pub fn leave(self, players: [Option<&Program>; 2], seating: &[Who]) {
        for (told, &who) in self.seats.into_iter().zip(seating) {
            if let Some(program) = players[who] {
                program.give_back(told.process);
            }
        }
    }
}
