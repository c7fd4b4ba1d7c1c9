//! The places of deals at their tables: each is taken once, and none is missing.

use std::collections::{BTreeMap, HashMap};

use vzetek_store::StoredGame;

/// The deals by table, match and number.
#[derive(Debug, Default)]
pub struct Places {
    tables: BTreeMap<String, BTreeMap<(u32, u32), Vec<String>>>,
    open: HashMap<String, Vec<String>>,
    found: Vec<String>,
}

impl Places {
    /// Takes a deal.
    pub fn take(&mut self, stored: &StoredGame) {
        let row = &stored.row;
        let table = self.tables.entry(row.table.clone()).or_default();
        table.entry((row.match_number, row.number)).or_default().push(row.id.clone());
        if stored.finished_at.is_none() {
            self.open.entry(row.table.clone()).or_default().push(row.id.clone());
        }
        if !stored.moves.iter().map(|row| row.number).eq(1..=stored.moves.len() as u32) {
            self.found.push(format!("deal {}: the numbers of its moves have gaps", row.id));
        }
    }

    /// Returns what is wrong with them.
    pub fn check(mut self) -> Vec<String> {
        for (table, deals) in &self.tables {
            let mut last = (0, 0);
            for (place, ids) in deals {
                let (game, number) = *place;
                if ids.len() > 1 {
                    self.found.push(format!("table {table}, match {game}, deal {number}: {ids:?}"));
                }
                if *place != (last.0, last.1 + 1) && *place != (last.0 + 1, 1) {
                    self.found
                        .push(format!("table {table} has no deal between {last:?} and {place:?}"));
                }
                last = *place;
            }
        }
        for (table, deals) in self.open.iter().filter(|(_, deals)| deals.len() > 1) {
            self.found.push(format!("table {table} has several unfinished deals: {deals:?}"));
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use vzetek_store::GameRow;

    use super::*;

    fn deal(id: &str, match_number: u32, number: u32, over: bool) -> StoredGame {
        let row = GameRow {
            id: id.to_owned(),
            table: "t".to_owned(),
            match_number,
            number,
            kind: String::new(),
            options: serde_json::Value::Null,
            dealer: 0,
            secret: String::new(),
            nonce_hashes: None,
            nonces: Vec::new(),
            started_at: DateTime::UNIX_EPOCH,
            players: Vec::new(),
        };
        StoredGame {
            row,
            private: false,
            finished_at: over.then_some(DateTime::UNIX_EPOCH),
            result: None,
            move_count: 0,
            moves: Vec::new(),
            dropped: Vec::new(),
        }
    }

    fn found(deals: &[StoredGame]) -> usize {
        let mut places = Places::default();
        deals.iter().for_each(|deal| places.take(deal));
        places.check().len()
    }

    #[test]
    fn each_place_has_one_deal() {
        let [one, two] = [deal("a", 1, 1, true), deal("b", 1, 2, true)];
        let three = deal("c", 2, 1, false);
        assert_eq!(found(&[one.clone(), two.clone(), three.clone()]), 0);
        assert_eq!(found(&[one.clone(), two.clone(), deal("d", 1, 2, true)]), 1, "one twice");
        assert_eq!(found(&[one.clone(), three.clone(), deal("d", 2, 2, false)]), 1, "two open");
        assert_eq!(found(&[two, three.clone()]), 1, "the first is missing");
        assert_eq!(found(&[one, deal("d", 3, 1, true)]), 1, "a match is missing");
    }
}
