//! Thresholds for simulated games, learned from the games that the program played.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;
use vzetek_tarok::{Announcement, DealResult, HALF_POINTS, Item, Side};

use crate::tarok::constants::{bidding, exchange};

/// The demands on simulated games: a difference in points, and shares in tenths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thresholds {
    /// The points by which the declarer must be ahead on average.
    pub difference: i32,
    /// The share of berači that must be won.
    pub beraci: Share,
    /// The shares of games in which trula, kings and pagat ultimo must be made.
    pub announcements: [Share; 3],
    /// The share of games in which four must make king ultimo *(ours)*.
    pub king_ultimo: Share,
    /// The share of valats, with and without colours, that four must win *(ours)*.
    pub valats: Share,
}

/// A share that is demanded, and the number of successes in a row under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// The share, in tenths.
    pub tenths: i32,
    well: u8,
}

impl Share {
    const fn new(tenths: i32) -> Self {
        Self { tenths, well: 0 }
    }

    /// Returns true if `made` of `of` games are enough.
    pub fn is_met(&self, made: usize, of: usize) -> bool {
        10 * made as i32 >= self.tenths * of as i32 && made > 0
    }

    /// Demands more after a failure, and less after some successes in a row.
    fn learn(&mut self, succeeded: bool) {
        if !succeeded {
            *self = Self::new((self.tenths + bidding::SHARE_STEP).min(10));
            return;
        }
        self.well += 1;
        if self.well == bidding::IN_A_ROW {
            *self = Self::new((self.tenths - bidding::SHARE_STEP).max(1));
        }
    }
}

impl Default for Thresholds {
    /// Luštrek's first values.
    fn default() -> Self {
        Self {
            difference: bidding::LEAST_DIFFERENCE,
            beraci: Share::new(bidding::LEAST_BERACI_WON),
            announcements: [exchange::TRULA, exchange::KINGS, exchange::PAGAT_ULTIMO]
                .map(Share::new),
            king_ultimo: Share::new(exchange::KING_ULTIMO),
            valats: Share::new(bidding::LEAST_VALATS_WON),
        }
    }
}

impl Thresholds {
    /// The share that an announcement needs; valat is never announced, since Luštrek (2002) does
    /// not mention it.
    pub fn announcement(&self, announcement: Announcement) -> Option<Share> {
        match announcement {
            Announcement::KingUltimo => Some(self.king_ultimo),
            _ => self.announcements.get(announcement as usize).copied(),
        }
    }

    fn announcement_mut(&mut self, announcement: Announcement) -> Option<&mut Share> {
        match announcement {
            Announcement::KingUltimo => Some(&mut self.king_ultimo),
            _ => self.announcements.get_mut(announcement as usize),
        }
    }

    /// Learns from a deal that is over: a game that was bid and lost was bid
    /// too boldly, one that was left to others and won too timidly. A partner of four learns
    /// nothing about bids *(ours)*: that game was not left to others.
    pub fn learn(&mut self, seat: Seat, result: &DealResult) {
        let Some(declarer) = result.declarer else { return };
        let declared = declarer == seat;
        let is_partner = result.partner == Some(seat);
        if result.contract.counts_points() {
            let points = result.seats[declarer].points.unwrap_or_default();
            let won = (points > HALF_POINTS) == declared;
            if declared && !won {
                self.difference += bidding::DIFFERENCE_STEP;
            } else if !declared && !is_partner && won {
                self.difference -= bidding::DIFFERENCE_STEP;
            }
        } else if declared {
            let share =
                if result.contract.is_berac() { &mut self.beraci } else { &mut self.valats };
            share.learn(result.seats[seat].won);
        }
        let side = if declared || is_partner { Side::Declarer } else { Side::Defenders };
        for item in result.items.iter().filter(|item| item.side == side && !item.silent) {
            if let Item::Announced(announcement) = item.item
                && let Some(share) = self.announcement_mut(announcement)
            {
                share.learn(item.made == (side == Side::Declarer));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_makes_careful_and_two_successes_bold() {
        let mut share = Share::new(7);
        share.learn(false);
        assert_eq!(share.tenths, 8);
        share.learn(true);
        share.learn(false);
        assert_eq!(share.tenths, 9, "the successes must be in a row");
        share.learn(true);
        share.learn(true);
        assert_eq!(share.tenths, 8);
        assert!(share.is_met(4, 5) && !share.is_met(3, 5));
    }
}
