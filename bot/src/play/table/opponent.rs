//! The opponent at a table for two, and what was learned of how they play.

use vzetek_game::Seat;
use vzetek_protocol::UserId;
use vzetek_protocol::table::{Actor, Move};

use crate::deal::Deal;

/// The owner of the other seat of two. A substitute who plays for them for a while is treated as
/// the owner, but nothing is learned from that deal.
#[derive(Debug, Default)]
pub(super) struct Opponent {
    id: Option<UserId>,
    /// The last deal with them that something was learned from.
    pub learned: Option<Deal>,
    /// True if a substitute played in their place in the running deal.
    was_replaced: bool,
}

impl Opponent {
    /// Begins a deal, or one that is sent again, in which `id` owns the other seat; `None` if there
    /// are not two. `seat` is the account's.
    pub fn begin<'a>(
        &mut self,
        id: Option<UserId>,
        seat: Option<Seat>,
        moves: impl Iterator<Item = &'a Move>,
    ) {
        if self.id != id {
            *self = Self { id, ..Self::default() };
        }
        self.was_replaced = false;
        moves.for_each(|moved| self.moved(seat, moved));
    }

    /// Notes an action.
    pub fn moved(&mut self, seat: Option<Seat>, moved: &Move) {
        self.was_replaced |= Some(moved.seat) != seat && moved.by != Actor::Player;
    }

    /// Learns from a deal that is over.
    pub fn learn(&mut self, deal: &Deal) {
        if self.id.is_some() && !self.was_replaced {
            self.learned.insert(deal.clone()).learn();
        }
    }
}
