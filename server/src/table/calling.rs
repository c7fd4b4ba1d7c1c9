//! Players who are called to another table, which they were looking for.

use super::awaited::{Outcome, Progress};
use super::effect::Effect;
use super::mailbox::Seated;
use super::seat::{SeatRecord, Taken};
use super::seats::{Role, is_house_bot};
use super::stage::Stage;
use super::state::Table;

impl Table {
    /// The accounts that have seats, for the rest of the server.
    pub(super) fn seated(&self) -> Seated {
        let owners = self.seats.iter().filter_map(SeatRecord::owner);
        let bound = self.bound().map(|player| player.owner.id.0.clone());
        Seated {
            accounts: owners.map(|owner| owner.id.0.clone()).collect(),
            bound: bound.collect(),
        }
    }

    /// The players who are bound here: a match is under way, and it is rated or has several of
    /// them.
    fn bound(&self) -> impl Iterator<Item = &Taken> {
        let plays = |taken: &&Taken| !is_house_bot(&taken.owner) && !taken.has_left();
        let people = move || self.seats.iter().filter_map(SeatRecord::taken).filter(plays);
        let under_way = match self.stage {
            Stage::Playing(_) | Stage::Shuffling(_) => true,
            Stage::Waiting | Stage::Finished(_) => {
                self.carry.undecided.is_some() && self.carry.match_won.is_none()
            }
            Stage::Closed => false,
        };
        let rated = self.setup.config.rated && !self.setup.config.private;
        let binds = under_way && (rated || people().count() > 1);
        people().filter(move |_| binds)
    }

    /// True at a table of paired players before their first deal.
    pub(super) const fn is_call(&self) -> bool {
        self.setup.paired && self.carry.scorers.is_empty()
    }

    /// Before the first deal is under way: these players have followed the call.
    pub(super) fn note_followed(&mut self, has_come: fn(&Taken) -> bool) {
        if self.is_call() {
            let taken = self.seats.iter().filter_map(SeatRecord::taken);
            let followed = taken.filter(|taken| has_come(taken));
            self.effects.extend(followed.map(|it| Effect::Followed(it.owner.id.0.clone())));
        }
    }

    /// A player is called to another table. An owner who is not bound here leaves the seat: in the
    /// middle of a deal, which bots would then play among themselves, together with the table.
    pub(super) fn call_away(&self, account: &str) -> Outcome {
        let Some((seat, Role::Owner)) = self.seat_of(account) else { return Ok(Progress::Done) };
        if self.bound().any(|taken| taken.owner.id.as_str() == account) {
            return Ok(Progress::Done);
        }
        if matches!(self.stage, Stage::Playing(_)) {
            self.close("called")
        } else {
            self.empty_seats(vec![seat])
        }
    }
}
