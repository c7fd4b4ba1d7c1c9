//! A deal in play.

use vzetek_game::{IllegalAction, Observer, Seat};

use crate::{History, PlayedGame, Question};

/// A deal, with the events that each seat received.
#[derive(Clone, Debug)]
pub struct Play<G: PlayedGame> {
    /// The deal.
    pub state: G,
    /// By seat, the events that it received.
    pub histories: Vec<History<G::Event>>,
}

impl<G: PlayedGame> Play<G> {
    /// Returns a deal without events received.
    pub fn new(state: G) -> Self {
        Self { histories: vec![History::new(); state.seats()], state }
    }

    /// Asks the seat to move, who knew nothing before the deal.
    ///
    /// # Panics
    /// If the deal is over.
    pub fn ask<T>(&self, ask: impl FnOnce(Question<'_, G>) -> T) -> T {
        let seat = self.state.current_player().expect("the deal goes on");
        let view = self.state.view(Observer::Seat(seat));
        let legal = if G::READS_LEGAL { self.state.legal_actions() } else { Vec::new() };
        ask(Question::new(&view, &self.histories[seat.index()], &legal))
    }

    /// Does an action, and returns its events, unredacted.
    ///
    /// # Panics
    /// If the rules forbid it.
    pub fn act(&mut self, action: G::Action) -> Vec<G::Event> {
        let events = self.state.apply(action).expect("players play by the rules");
        self.tell(&events);
        events
    }

    /// Applies an action of a record again, as [`Game::apply_recorded`] does.
    ///
    /// # Errors
    /// [`IllegalAction`] with the rule that forbids it; nothing has happened then.
    pub fn act_recorded(
        &mut self,
        action: G::Action,
        next: Option<G::Action>,
    ) -> Result<(), IllegalAction> {
        let events = self.state.apply_recorded(action, next)?;
        self.tell(&events);
        Ok(())
    }

    fn tell(&mut self, events: &[G::Event]) {
        for (seat, history) in Seat::all(self.histories.len()).zip(&mut self.histories) {
            let observer = Observer::Seat(seat);
            history.extend(events.iter().filter_map(|event| G::redact(event, observer)));
        }
    }
}
