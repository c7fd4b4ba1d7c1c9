//! The options of a table. The default is exactly the game of Luštrek (2002).

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use vzetek_game::options::{is_usual, listed};
use vzetek_game::{Card as _, checked_options};

use crate::{Card, Contract, MOST_PLAYERS, SEATS, TALON};

/// The options of a table, those of three or those of four players. Those that are as
/// usual are not written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields, default)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokOptions"),
    schemars(rename = "TarokOptions")
)]
pub struct Options {
    /// 3, as usual, or 4, of whom one calls a king.
    #[serde(skip_serializing_if = "is_three")]
    #[cfg_attr(
        feature = "ts",
        ts(optional, as = "Option<u8>"),
        schemars(extend("enum" = Options::PLAYERS.to_vec()))
    )]
    pub players: u8,
    /// In klop, whoever takes no trick gets 70 and the others nothing.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub rewarded_klop: bool,
    /// Taroks may be discarded only when nothing else can be.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub taroks_discarded_last: bool,
    /// The forehand leads to the first trick, whoever is the declarer.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub forehand_leads: bool,
    /// Above berač, open berač may be bid, for 90.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub open_berac: bool,
    /// Half of what the defenders make silently is taken off the declarer.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub symmetric_bonuses: bool,
    /// Of four: the points beyond half, and those of klop, count to the nearest five.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub round_to_five: bool,
    /// Of four: after a deal thrown in for want of taroks, and after one that brings
    /// somebody's running score to exactly 0, klop is played unless somebody bids solo
    /// without or higher.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub compulsory_klop: bool,
    /// Of four, with a number of deals: so is the last of them.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub closing_klop: bool,
    /// Of four: a defender who raised what the declarer's side made writes what the raising
    /// has added, as a loss.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub kontra_costs: bool,
    /// Of four: the cost of each open radelc at the end of a match, one of
    /// [`Options::OPEN_RADELCI`].
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(
        feature = "ts",
        ts(optional, as = "Option<u8>"),
        schemars(extend("enum" = Options::OPEN_RADELCI.to_vec()))
    )]
    pub open_radelci: u8,
    /// The number of deals of a match. Without it each deal is won or lost by
    /// itself, and the running score goes on as long as the same players play.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub deals: Option<NonZeroU8>,
    /// The cards are not shuffled: one of the prepared first deals is dealt. Set by the
    /// server, for that deal alone.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub prepared: bool,
    /// This deal is a compulsory klop. Set by the server, for that deal alone.
    #[serde(skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub compulsory: bool,
}

checked_options!(Options);

/// Options that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// Not a number of players the game knows.
    #[error("tarok is played by {} players, not by {}", listed(&Options::PLAYERS), .0)]
    Players(u8),
    /// An option of three players, which four have settled.
    #[error("{0} is an option of three players; with four it is settled")]
    OfThree(&'static str),
    /// An option of four players.
    #[error("{0} is an option of four players")]
    OfFour(&'static str),
    /// Not one of the usual costs.
    #[error("an open radelc costs {} points, not {}", listed(&Options::OPEN_RADELCI), .0)]
    OpenRadelci(u8),
    /// Without a number of deals there is no last one.
    #[error("closing_klop is about the last deal of a match: name a number of deals")]
    NothingToClose,
}

/// The number of players where none is written.
pub(crate) const fn three() -> u8 {
    SEATS as u8
}

/// True for the number of players that is not written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(crate) const fn is_three(players: &u8) -> bool {
    *players == three()
}

impl Default for Options {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Options {
    /// The game of Luštrek (2002).
    pub const USUAL: Self = Self {
        players: three(),
        rewarded_klop: false,
        taroks_discarded_last: false,
        forehand_leads: false,
        open_berac: false,
        symmetric_bonuses: false,
        round_to_five: false,
        compulsory_klop: false,
        closing_klop: false,
        kontra_costs: false,
        open_radelci: 0,
        deals: None,
        prepared: false,
        compulsory: false,
    };

    /// The numbers of players.
    pub const PLAYERS: [u8; 2] = [SEATS as u8, MOST_PLAYERS as u8];

    /// The costs of an open radelc at the end of a match, in points.
    pub const OPEN_RADELCI: [u8; 3] = [0, 40, 100];

    /// The usual game of this many players.
    ///
    /// # Errors
    /// [`OptionsError::Players`] unless 3 or 4 play.
    pub fn new(players: u8) -> Result<Self, OptionsError> {
        Self { players, ..Self::default() }.checked()
    }

    /// The options as they are stored, if they fit together.
    ///
    /// # Errors
    /// [`OptionsError`] says what does not.
    pub fn checked(self) -> Result<Self, OptionsError> {
        let of_three = [
            ("rewarded_klop", self.rewarded_klop),
            ("taroks_discarded_last", self.taroks_discarded_last),
            ("forehand_leads", self.forehand_leads),
            ("open_berac", self.open_berac),
            ("symmetric_bonuses", self.symmetric_bonuses),
        ];
        let of_four = [
            ("round_to_five", self.round_to_five),
            ("compulsory_klop", self.compulsory_klop),
            ("closing_klop", self.closing_klop),
            ("kontra_costs", self.kontra_costs),
            ("open_radelci", self.open_radelci > 0),
            ("compulsory", self.compulsory),
        ];
        let chosen = |options: &[(&'static str, bool)]| {
            options.iter().find(|(_, chosen)| *chosen).map(|&(name, _)| name)
        };
        match self.players {
            3 => chosen(&of_four).map_or(Ok(()), |name| Err(OptionsError::OfFour(name)))?,
            4 => chosen(&of_three).map_or(Ok(()), |name| Err(OptionsError::OfThree(name)))?,
            players => return Err(OptionsError::Players(players)),
        }
        if self.closing_klop && self.deals.is_none() {
            return Err(OptionsError::NothingToClose);
        }
        if !Self::OPEN_RADELCI.contains(&self.open_radelci) {
            return Err(OptionsError::OpenRadelci(self.open_radelci));
        }
        Ok(self)
    }

    /// The number of seats of the table.
    pub const fn seats(&self) -> usize {
        self.players as usize
    }

    /// The number of cards each player is dealt, and so the number of tricks.
    pub const fn hand(&self) -> usize {
        (Card::COUNT as usize - TALON) / self.seats()
    }

    /// True if four play, with a called king.
    pub const fn is_four(&self) -> bool {
        self.seats() == MOST_PLAYERS
    }

    /// The contracts that can be bid, low to high.
    pub fn biddable(&self) -> impl Iterator<Item = Contract> + use<> {
        let contracts: &'static [Contract] = match (self.is_four(), self.open_berac) {
            (true, _) => &Contract::OF_FOUR,
            (false, true) => &Contract::OF_THREE,
            (false, false) => &Contract::OF_THREE[..6],
        };
        contracts[1..].iter().copied()
    }

    /// True if the declarer calls a king in this contract.
    pub const fn calls_king(&self, contract: Contract) -> bool {
        self.is_four() && matches!(contract, Contract::Three | Contract::Two | Contract::One)
    }

    /// True if the forehand leads to the first trick, and not the declarer.
    pub const fn is_led_by_forehand(&self, contract: Contract) -> bool {
        match contract {
            Contract::Klop => true,
            _ if self.is_four() => contract.is_ordinary(),
            _ => self.forehand_leads,
        }
    }

    /// Returns points as the table counts them: to the nearest five, where it rounds.
    pub const fn rounded(&self, points: i32) -> i32 {
        if self.round_to_five { to_nearest_five(points) } else { points }
    }

    /// True if taroks may be discarded only when nothing else can be.
    pub const fn taroks_go_last(&self) -> bool {
        self.is_four() || self.taroks_discarded_last
    }
}

/// Returns points to the nearest five.
pub const fn to_nearest_five(points: i32) -> i32 {
    (points + 2).div_euclid(5) * 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_usual_game() {
        let options: Options = serde_json::from_str("{}").unwrap();
        assert_eq!(options, Options::default());
        assert_eq!((options.seats(), options.hand()), (3, crate::HAND));
        let bids: Vec<_> = options.biddable().map(|bid| bid.value()).collect();
        assert_eq!(bids, [10, 20, 30, 50, 70]);
        let open: Options = serde_json::from_str(r#"{"open_berac":true}"#).unwrap();
        assert_eq!(open.biddable().last(), Some(Contract::OpenBerac));
    }

    #[test]
    fn four_have_other_contracts() {
        let options: Options = serde_json::from_str(r#"{"players":4}"#).unwrap();
        assert_eq!(Ok(options), Options::new(4));
        assert_eq!((options.seats(), options.hand()), (4, 12));
        let bids: Vec<_> = options.biddable().map(|bid| bid.value()).collect();
        assert_eq!(bids, [10, 20, 30, 40, 50, 60, 70, 80, 90, 125, 500]);
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for json in [
            r#"{"colour":"red"}"#,
            r#"{"deals":0}"#,
            r#"{"open_berac":1}"#,
            r#"{"players":2}"#,
            r#"{"players":5}"#,
            r#"{"players":4,"open_radelci":50}"#,
            r#"{"players":4,"closing_klop":true}"#,
            r#"{"closing_klop":true,"deals":3}"#,
        ] {
            assert!(serde_json::from_str::<Options>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn options_of_three_and_of_four_are_kept_apart() {
        let of_three = [
            "rewarded_klop",
            "taroks_discarded_last",
            "forehand_leads",
            "open_berac",
            "symmetric_bonuses",
        ];
        let of_four = ["round_to_five", "compulsory_klop", "kontra_costs", "compulsory"];
        for (names, players, other) in [(&of_three[..], 3, 4), (&of_four[..], 4, 3)] {
            for name in names {
                let read = |players| {
                    let json = format!(r#"{{"players":{players},"{name}":true}}"#);
                    serde_json::from_str::<Options>(&json).map_err(|error| error.to_string())
                };
                assert!(read(players).is_ok(), "{name}");
                let error = read(other).unwrap_err();
                assert!(error.contains(name) && error.contains("players"), "{error}");
            }
        }
    }

    #[test]
    fn options_survive_being_written_down() {
        for (json, written) in [
            (
                r#"{"rewarded_klop":true,"taroks_discarded_last":false,"forehand_leads":true,"open_berac":false,"symmetric_bonuses":true,"deals":12,"prepared":true}"#,
                r#"{"rewarded_klop":true,"forehand_leads":true,"symmetric_bonuses":true,"deals":12,"prepared":true}"#,
            ),
            (
                r#"{"players":4,"round_to_five":true,"compulsory_klop":false,"closing_klop":true,"kontra_costs":true,"open_radelci":40,"deals":8,"prepared":true}"#,
                r#"{"players":4,"round_to_five":true,"closing_klop":true,"kontra_costs":true,"open_radelci":40,"deals":8,"prepared":true}"#,
            ),
        ] {
            let options: Options = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&options).unwrap(), written);
            assert_eq!(serde_json::from_str::<Options>(written).unwrap(), options);
        }
    }
}
