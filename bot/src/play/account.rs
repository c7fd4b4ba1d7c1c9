//! The accounts to play as.

use std::fmt;

use vzetek_client::Client;
use vzetek_game::{Level, Seat};
use vzetek_protocol::client::{HOUSE_NAMES, HouseBot};
use vzetek_protocol::{Picture, TableId};

/// An account, with what it is for.
#[derive(Clone)]
pub enum Account {
    /// One of the house's bots: offers itself and sits where it is asked to.
    House {
        /// The house's secret.
        token: String,
        /// The name shown.
        name: String,
        /// The level it plays at.
        level: Level,
    },
    /// An ordinary account: sits at one table and plays there to its end.
    Own {
        /// The account's token.
        token: String,
        /// The table to sit down at.
        table: TableId,
        /// The invitation to a private table.
        invite: Option<String>,
        /// The seat; any free one if absent.
        seat: Option<Seat>,
        /// The level it plays at.
        level: Level,
    },
}

impl fmt::Debug for Account {
    /// Writes the account without the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.level())
    }
}

impl Account {
    /// Returns the name for the log.
    pub fn name(&self) -> &str {
        match self {
            Self::House { name, .. } => name,
            Self::Own { table, .. } => table.as_str(),
        }
    }

    /// Returns the level it plays at.
    pub fn level(&self) -> Level {
        match self {
            Self::House { level, .. } | Self::Own { level, .. } => *level,
        }
    }

    /// Returns the account at the server of this address.
    pub fn client(&self, server: &str) -> Client {
        match self {
            Self::House { token, name, level } => {
                let house_bot = HouseBot { name: name.clone(), level: level.to_string() };
                Client::new(server, token, Some(house_bot)).with_picture(Picture::View)
            }
            Self::Own { token, .. } => Client::new(server, token, None).with_picture(Picture::View),
        }
    }
}

/// Returns the house's bots: `per_level` of each level, no name twice.
pub fn house_bots(token: &str, levels: &[Level], per_level: usize) -> Vec<Account> {
    let levels = levels.iter().flat_map(|&level| std::iter::repeat_n(level, per_level));
    levels
        .enumerate()
        .map(|(number, level)| Account::House {
            token: token.to_owned(),
            name: name(number),
            level,
        })
        .collect()
}

/// Returns the names in order; then pairs of them, no two alike.
fn name(number: usize) -> String {
    let (round, place) = (number / HOUSE_NAMES.len(), number % HOUSE_NAMES.len());
    let name = HOUSE_NAMES[place];
    if round == 0 {
        return name.to_owned();
    }
    format!("{name}-{}", HOUSE_NAMES[(place + round) % HOUSE_NAMES.len()])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_bots_share_a_name() {
        // As many as can be asked for.
        let bots = house_bots("secret", Level::ALL, 100);
        let names: HashSet<_> = bots.iter().map(Account::name).collect();
        assert_eq!(names.len(), 100 * Level::ALL.len());
        assert!(names.contains("Burja") && names.contains("Burja-Jugo"));
        assert!(
            names.iter().all(|name| name.chars().count() <= 24 && !name.contains(char::is_numeric))
        );
    }

    #[test]
    fn a_token_is_not_shown() {
        let bots = house_bots("secret", &[Level::Easy], 1);
        assert_eq!(format!("{bots:?}"), "[Burja (easy)]");
    }
}
