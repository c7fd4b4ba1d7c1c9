//! The options of a table. There is no default for the number of players.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use vzetek_game::options::{is_usual, listed};
use vzetek_game::{Seat, checked_options};

/// The number of players: one of [`Players::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Players(u8);

impl Players {
    /// Every number of players that the game knows.
    pub const ALL: [u8; 9] = [2, 3, 4, 6, 8, 12, 16, 24, 48];

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Players {
    type Error = OptionsError;

    fn try_from(players: u8) -> Result<Self, OptionsError> {
        if Self::ALL.contains(&players) {
            Ok(Self(players))
        } else {
            Err(OptionsError::Players(players))
        }
    }
}

impl From<Players> for u8 {
    fn from(players: Players) -> Self {
        players.0
    }
}

/// The end of a match. The first turn goes round, and the points add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// After one deal: each is won or lost on its own.
    #[default]
    Deal,
    /// After this number of deals.
    Deals(NonZeroU8),
    /// Once a side has this number of points; one of [`Options::TARGETS`].
    Points(u8),
}

/// The options of a table. Those that are as usual are not written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicOptions"),
    schemars(rename = "TablicOptions")
)]
pub struct Options {
    /// The number of players.
    #[cfg_attr(
        feature = "ts",
        ts(as = "u8"),
        schemars(with = "u8", extend("enum" = Players::ALL.to_vec()))
    )]
    pub players: Players,
    /// The number of deals of a match.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deals: Option<NonZeroU8>,
    /// The match goes on to this many points, one of [`Options::TARGETS`]. Without
    /// this and without a number of deals a deal is a match.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(
        feature = "ts",
        ts(optional),
        schemars(extend("enum" = vzetek_game::options::or_none(&Options::TARGETS)))
    )]
    pub target: Option<u8>,
    /// Of four: players who sit opposite are partners and share what they capture.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub pairs: bool,
}

checked_options!(Options);

/// Options that no game can be played with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// The cards cannot be dealt out evenly.
    #[error("tablić is played by {} players, not by {}", listed(&Players::ALL), .0)]
    Players(u8),
    /// Not one of the usual targets.
    #[error("a match is played to {} points, not to {}", listed(&Options::TARGETS), .0)]
    Target(u8),
    /// Two ends for one match.
    #[error("a match has a number of deals or points to reach, not both")]
    DealsAndTarget,
    /// Only four players sit opposite each other two by two.
    #[error("two pairs are four players, not {0}")]
    Pairs(u8),
}

impl Options {
    /// The points to which a match can be played *(ours)*. To 101 is usual.
    pub const TARGETS: [u8; 3] = [31, 51, 101];

    /// The game of Penzar's tablić for this many players.
    ///
    /// # Errors
    /// [`OptionsError::Players`] unless the number divides 48 and is at least 2.
    pub fn new(players: u8) -> Result<Self, OptionsError> {
        Ok(Self { players: players.try_into()?, deals: None, target: None, pairs: false })
    }

    /// The options as they are stored, if they fit together.
    ///
    /// # Errors
    /// [`OptionsError`] says what does not.
    pub fn checked(self) -> Result<Self, OptionsError> {
        if self.pairs && self.players.get() != 4 {
            return Err(OptionsError::Pairs(self.players.get()));
        }
        match (self.deals, self.target) {
            (Some(_), Some(_)) => Err(OptionsError::DealsAndTarget),
            (_, Some(points)) if !Self::TARGETS.contains(&points) => {
                Err(OptionsError::Target(points))
            }
            _ => Ok(self),
        }
    }

    /// The number of seats of the table.
    pub const fn seats(&self) -> usize {
        self.players.0 as usize
    }

    /// The number of sides that compete.
    pub const fn sides(&self) -> usize {
        if self.pairs { 2 } else { self.seats() }
    }

    /// The side a seat plays for: partners share one, others are their own.
    pub const fn side(&self, seat: Seat) -> usize {
        seat.index() % self.sides()
    }

    /// The end of a match.
    pub fn goal(&self) -> Goal {
        match (self.deals, self.target) {
            (Some(deals), _) => Goal::Deals(deals),
            (None, Some(points)) => Goal::Points(points),
            (None, None) => Goal::Deal,
        }
    }

    /// True if the points of several deals add up to one result.
    pub fn adds_up(&self) -> bool {
        match self.goal() {
            Goal::Deal => false,
            Goal::Deals(deals) => deals.get() > 1,
            Goal::Points(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Options, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn all_divisors_of_48_but_one_can_play() {
        let playable: Vec<_> = (0..=u8::MAX).filter(|&n| Options::new(n).is_ok()).collect();
        let divisors: Vec<_> = (2..=48).filter(|n| 48 % n == 0).collect();
        assert_eq!(playable, divisors);
        assert_eq!(read(r#"{"players":6}"#).unwrap(), Options::new(6).unwrap());
    }

    #[test]
    fn options_that_do_not_fit_say_what_would() {
        for (json, reason) in [
            (r#"{"players":5}"#, "12, 16, 24 or 48 players, not by 5"),
            (r#"{"players":1}"#, "2, 3, 4"),
            (r#"{"players":300}"#, "300"),
            (r#"{}"#, "players"),
            (r#"{"players":2,"deals":0}"#, "nonzero"),
            (r#"{"players":2,"target":100}"#, "31, 51 or 101 points, not to 100"),
            (r#"{"players":2,"deals":3,"target":51}"#, "not both"),
            (r#"{"players":2,"pairs":true}"#, "two pairs are four players, not 2"),
            (r#"{"players":6,"pairs":true}"#, "not 6"),
            (r#"{"players":2,"colour":"red"}"#, "unknown field"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(reason), "{json}: {error}");
        }
    }

    #[test]
    fn options_survive_being_written_down() {
        for json in [
            r#"{"players":12}"#,
            r#"{"players":3,"deals":9}"#,
            r#"{"players":6,"target":101}"#,
            r#"{"players":4,"target":51,"pairs":true}"#,
        ] {
            assert_eq!(serde_json::to_string(&read(json).unwrap()).unwrap(), json);
        }
        let alone = read(r#"{"players":4,"pairs":false}"#).unwrap();
        assert_eq!(serde_json::to_string(&alone).unwrap(), r#"{"players":4}"#);
    }

    #[test]
    fn partners_sit_opposite() {
        let sides = |json| {
            let options: Options = read(json).unwrap();
            Seat::all(options.seats()).map(|seat| options.side(seat)).collect::<Vec<_>>()
        };
        assert_eq!(sides(r#"{"players":4,"pairs":true}"#), [0, 1, 0, 1]);
        assert_eq!(sides(r#"{"players":4}"#), [0, 1, 2, 3]);
    }
}
