//! The prepared first deal, in which the player who opened the table learns the game.

use vzetek_game::{Lesson, Seat};
use vzetek_protocol::GameOptions;

use super::seats::lone_person;
use super::state::Table;

impl Table {
    /// Returns the options of the prepared deal and the seat that deals it, if the next deal is to
    /// be one: the first at the table, with the player who opened it alone among bots.
    pub(super) fn lesson(&self) -> Option<(GameOptions, Seat)> {
        let is_first = self.carry.scorers.is_empty();
        if !self.setup.config.lesson || !is_first {
            return None;
        }
        let learner = lone_person(&self.seats)?;
        let owner = self.record(learner).owner()?;
        if self.setup.creator.as_deref() != Some(owner.id.as_str()) {
            return None;
        }
        let Lesson { options, place } = self.setup.config.game.lesson()?;
        let seats = self.seats.len();
        Some((options, learner.clockwise(seats - place % seats, seats)))
    }
}
