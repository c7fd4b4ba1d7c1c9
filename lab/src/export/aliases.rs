//! Names for what must not be found by its id.

use std::collections::HashMap;

use super::line::Fact;

/// Numbers of deals and tables that are private, within one export. The id of such a deal opens its
/// record, so ids are not exported.
#[derive(Debug, Default)]
pub(super) struct Aliases {
    deals: u64,
    tables: HashMap<String, usize>,
}

impl Aliases {
    /// Puts numbers in place of ids in the lines of one deal, if it is private.
    pub(super) fn hide(&mut self, lines: &mut [Fact]) {
        let Some(table) = lines.first().filter(|line| line.private).map(|line| &line.table_id)
        else {
            return;
        };
        let (deal, table) = self.name(table);
        for line in lines {
            line.game = format!("private-{deal}");
            line.table_id = format!("private-{table}");
        }
    }

    /// The number of the next private deal, at this table, and the table's.
    pub(super) fn name(&mut self, table: &str) -> (u64, usize) {
        self.deals += 1;
        let next = self.tables.len() + 1;
        (self.deals, *self.tables.entry(table.to_owned()).or_insert(next))
    }
}
