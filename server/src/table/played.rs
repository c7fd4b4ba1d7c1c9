//! The players of a deal, and counts of the actions that they decided themselves, and of all.

use serde::{Deserialize, Serialize};
use vzetek_protocol::table::{Actor as By, DealPlayer, Move};
use vzetek_store::GamePlayerRow;

/// The number of a seat's actions, and of those that its own player decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The actions that its own player decided.
    pub own: u32,
    /// All actions.
    pub all: u32,
}

impl Tally {
    /// True if its own player has decided at least half of the actions, or there were none.
    pub fn is_own(self) -> bool {
        u64::from(self.own) * 2 >= u64::from(self.all)
    }

    /// Counts one more action.
    pub fn count(&mut self, by: By) {
        self.own += u32::from(by == By::Player);
        self.all += 1;
    }

    pub(super) fn add(&mut self, other: Self) {
        self.own = self.own.saturating_add(other.own);
        self.all = self.all.saturating_add(other.all);
    }
}

/// Counts the actions of a deal, by seat.
pub fn tally<'a>(seats: usize, moves: impl IntoIterator<Item = &'a Move>) -> Vec<Tally> {
    let mut tally = vec![Tally::default(); seats];
    for moved in moves {
        tally[moved.seat.index()].count(moved.by);
    }
    tally
}

/// True for each seat most of whose actions its own player did not decide.
pub fn slept(tally: &[Tally]) -> Vec<bool> {
    tally.iter().map(|tally| !tally.is_own()).collect()
}

/// The players of a deal, from their rows.
pub(super) fn dealt_to(rows: &[GamePlayerRow]) -> Vec<DealPlayer> {
    let player = |row: &GamePlayerRow| DealPlayer {
        id: row.account.as_str().into(),
        name: row.name.clone(),
    };
    rows.iter().map(player).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use vzetek_game::Seat;
    use vzetek_protocol::GameOptions;

    use super::super::carry::Carry;
    use super::*;
    use crate::deal::Match;

    fn moved(seat: u8, by: By) -> Move {
        Move { seat: Seat::new(seat), action: "D3".to_owned(), by, thinking_ms: 0 }
    }

    #[test]
    fn half_of_the_actions_make_a_deal_ones_own() {
        let mut moves = vec![moved(0, By::Player), moved(1, By::Substitute)];
        moves.extend([moved(0, By::Server), moved(1, By::Player), moved(1, By::Server)]);
        let deal = tally(3, &moves);
        assert_eq!(deal, [(1, 2), (1, 3), (0, 0)].map(|(own, all)| Tally { own, all }));
        assert_eq!(slept(&deal), [false, true, false], "nobody else played where nothing was");
    }

    fn carry(options: &GameOptions) -> Carry {
        Carry { match_number: 1, match_won: None, ..Carry::first(options, Seat::new(0)) }
    }

    #[test]
    fn a_deal_slept_through_is_made_up_for_by_others_of_the_match() {
        let options = GameOptions::Tarok(vzetek_tarok::Options::default());
        let mut carry = carry(&options);
        let deal = |own| vec![Tally { own, all: 8 }, Tally { own: 8, all: 8 }];
        carry.add_tally(&deal(0));
        assert_eq!(slept(&carry.tally(2)), [true, false]);
        carry.add_tally(&deal(8));
        assert_eq!(slept(&carry.tally(2)), [false, false]);
        assert_eq!(carry.share_played(), 0.75, "of a single deal that of its actions");
    }

    #[test]
    fn a_match_is_played_as_far_as_its_score_has_come() {
        let played = |options: serde_json::Value, score: serde_json::Value| {
            let options: GameOptions = serde_json::from_value(options).unwrap();
            let score = serde_json::from_value(score).unwrap();
            let game = Match::with_score(&options, &score).unwrap();
            let mut carry = Carry { game, ..carry(&options) };
            carry.add_tally(&[Tally { own: 10, all: 10 }; 2]);
            carry.share_played()
        };
        let trset = |points: [u8; 2]| {
            let options = json!({ "name": "trset", "options": { "players": 2, "target": 51 } });
            played(options, json!({ "game": "trset", "points": points, "deals": 2 }))
        };
        assert_eq!(trset([0, 0]), 0.0);
        assert_eq!(trset([17, 5]), 1.0 / 3.0);
        assert_eq!(trset([5, 60]), 1.0);
        let tablic = json!({ "name": "tablic", "options": { "players": 2, "deals": 4 } });
        let score = json!({ "game": "tablic", "points": [30, 9], "deals": 1 });
        assert_eq!(played(tablic, score), 0.25);
    }
}
