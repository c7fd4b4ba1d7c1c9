//! A player's results, as profiles show them.

use std::collections::HashMap;

use vzetek_protocol::rest::{ContractStatistics, KindStatistics};
use vzetek_protocol::{GameOptions, Kind, Ladder};
use vzetek_store::{ContractRow, OpponentRow, TotalsRow};

/// The results of the matches against one opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met<'a> {
    /// The opponent.
    pub account: &'a str,
    /// Matches against each other.
    pub matches: u32,
    /// Matches won.
    pub won: u32,
    /// Matches not won that the opponent won.
    pub lost: u32,
}

/// Returns the opponents met in most matches, at most `most`. Partners are no opponents.
pub fn most_met(rows: &[OpponentRow], most: usize) -> Vec<Met<'_>> {
    let mut sides: HashMap<String, Option<Vec<usize>>> = HashMap::new();
    let mut met: HashMap<&str, Met<'_>> = HashMap::new();
    for row in rows {
        let sides = sides.entry(row.options.to_string()).or_insert_with(|| {
            // Options that cannot be read are logged with the deal that has them.
            let options: Option<GameOptions> = serde_json::from_value(row.options.clone()).ok();
            options.map(|options| options.sides())
        });
        let side = |seat: u8| sides.as_ref().and_then(|sides| sides.get(usize::from(seat)));
        let (own, its) = (side(row.seat), side(row.other_seat));
        if own.is_none() || own == its {
            continue;
        }
        let account = row.other.as_str();
        let sum = met.entry(account).or_insert(Met { account, matches: 0, won: 0, lost: 0 });
        sum.matches += row.matches;
        sum.won += if row.won { row.matches } else { 0 };
        sum.lost += if row.other_won && !row.won { row.matches } else { 0 };
    }
    let mut met: Vec<Met<'_>> = met.into_values().collect();
    met.sort_unstable_by_key(|met| (std::cmp::Reverse(met.matches), met.account));
    met.truncate(most);
    met
}

/// Returns the results of one kind of game as they are sent.
pub fn of_kind(row: TotalsRow) -> KindStatistics {
    KindStatistics {
        kind: Kind(row.kind),
        company: if row.bots { Ladder::Bots } else { Ladder::People },
        matches: row.matches,
        matches_won: row.match_wins,
        deals: row.games,
        deals_won: row.wins,
        points: row.points,
    }
}

/// Returns the results as declarer of one contract as they are sent.
pub fn of_contract(row: ContractRow) -> ContractStatistics {
    ContractStatistics {
        kind: Kind(row.kind),
        contract: row.contract,
        deals: row.games,
        deals_won: row.wins,
        points: row.points,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(
        other: &str,
        seats: (u8, u8),
        alone: bool,
        won: (bool, bool),
        matches: u32,
    ) -> OpponentRow {
        let options = if alone {
            json!({ "name": "tarok", "options": { "players": 4 } })
        } else {
            json!({ "name": "trset", "options": { "players": 4 } })
        };
        OpponentRow {
            other: other.to_owned(),
            seat: seats.0,
            other_seat: seats.1,
            options,
            won: won.0,
            other_won: won.1,
            matches,
        }
    }

    #[test]
    fn partners_are_no_opponents() {
        let rows = [
            row("bor", (0, 2), false, (true, true), 9),
            row("bor", (0, 1), false, (true, false), 2),
            row("bor", (0, 2), true, (false, true), 1),
            row("cene", (1, 0), true, (false, false), 2),
            row("dana", (1, 0), true, (true, true), 1),
        ];
        let met = |account, matches, won, lost| Met { account, matches, won, lost };
        let all = [met("bor", 3, 2, 1), met("cene", 2, 0, 0), met("dana", 1, 1, 0)];
        assert_eq!(most_met(&rows, 10), all);
        assert_eq!(most_met(&rows, 2), all[..2]);
    }

    #[test]
    fn matches_of_an_unknown_game_do_not_count() {
        let mut rows = [row("bor", (0, 1), false, (true, false), 2)];
        rows[0].options = json!({ "name": "chess" });
        assert_eq!(most_met(&rows, 10), []);
    }
}
