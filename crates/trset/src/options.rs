//! The options of a table. The default is exactly the tršet thesis's game.

use serde::{Deserialize, Serialize};
use vzetek_game::options::{is_usual, listed};
use vzetek_game::{BySeat, Seat, checked_options};

use crate::{Card, CardSet, Rank, Suit};

/// The two games that are played with the same cards.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetVariant"),
    schemars(rename = "TrsetVariant")
)]
pub enum Variant {
    /// Most thirds win.
    #[default]
    Trset,
    /// Fewest thirds win.
    Kifameno,
}

/// The options of a table. Those that are as usual are not written down, but for
/// the variant, which says what is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetOptions"),
    schemars(rename = "TrsetOptions")
)]
pub struct Options {
    /// Tršet or kifameno.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Variant>"))]
    pub variant: Variant,
    /// The number of players, one of [`Options::PLAYERS`].
    #[cfg_attr(feature = "ts", schemars(extend("enum" = Options::PLAYERS.to_vec())))]
    pub players: u8,
    /// With three players: the suit whose four is left out, coins by default.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub removed_four: Option<Suit>,
    /// True if combinations may be declared (akuže); tršet only.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub declarations: bool,
    /// True if taking every third turns the result round; kifameno only.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub cappotto: bool,
    /// The match goes on to this many whole points, one of [`Options::TARGETS`];
    /// without it a deal is a match.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(
        feature = "ts",
        ts(optional),
        schemars(extend("enum" = vzetek_game::options::or_none(&Options::TARGETS)))
    )]
    pub target: Option<u8>,
    /// Of four in kifameno: each player is a side, without a partner.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub alone: bool,
    /// True if the eleven points of a side that takes every third count twice; tršet only.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub cappotto_doubles: bool,
    /// True if a deal with a hand that holds less than a whole point is dealt again; tršet
    /// only.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub pointless_redealt: bool,
    /// True if the match to a target ends with the trick that reaches it; tršet only.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub stops_at_target: bool,
    /// The whole points of each seat before this deal, where it may stop at the target; absent
    /// before the first. Set by the server, for that deal alone.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<BySeat<u16>>,
}

checked_options!(Options);

/// The suit whose four is left out with three players.
const USUAL_FOUR: Suit = Suit::Denari;

/// Options that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// Not a number of players the game knows.
    #[error("tršet is played by {} players, not by {}", listed(&Options::PLAYERS), .0)]
    Players(u8),
    /// Only thirty-nine cards can be shared by three.
    #[error("a four is left out only with 3 players, not with {0}")]
    RemovedFour(u8),
    /// Declaring could only hurt.
    #[error("declarations belong to tršet; in kifameno nobody would declare")]
    DeclarationsInKifameno,
    /// Taking everything is already the best result.
    #[error("cappotto belongs to kifameno; in tršet taking everything wins anyway")]
    CappottoInTrset,
    /// Not one of the usual targets.
    #[error("a match is played to {} points, not to {}", listed(&Options::TARGETS), .0)]
    Target(u8),
    /// Only four players of kifameno may choose to be without partners.
    #[error("four may play kifameno alone; for others that is settled")]
    Alone,
    /// An option of tršet.
    #[error("{0} belongs to tršet")]
    OfTrset(&'static str),
    /// Without a target there is nothing to stop at.
    #[error("a match stops at its target: name one")]
    StopsWithoutTarget,
    /// The score of a match belongs to deals that may stop, one number a seat.
    #[error("standing is the score before a deal that may stop at the target, one number a seat")]
    Standing,
}

impl Options {
    /// The numbers of players.
    pub const PLAYERS: [u8; 3] = [2, 3, 4];

    /// The targets a match can be played to, in whole points.
    pub const TARGETS: [u8; 5] = [11, 21, 31, 41, 51];

    /// The tršet thesis's game for this many players.
    ///
    /// # Errors
    /// [`OptionsError::Players`] unless 2, 3 or 4 play.
    pub fn new(variant: Variant, players: u8) -> Result<Self, OptionsError> {
        let usual = Self {
            variant,
            players,
            removed_four: None,
            declarations: false,
            cappotto: false,
            target: None,
            alone: false,
            cappotto_doubles: false,
            pointless_redealt: false,
            stops_at_target: false,
            standing: None,
        };
        usual.checked()
    }

    /// The options as they are stored, if they fit together.
    ///
    /// # Errors
    /// [`OptionsError`] says what does not.
    pub fn checked(self) -> Result<Self, OptionsError> {
        if !Self::PLAYERS.contains(&self.players) {
            return Err(OptionsError::Players(self.players));
        }
        if self.players != 3 && self.removed_four.is_some() {
            return Err(OptionsError::RemovedFour(self.players));
        }
        if self.declarations && self.variant == Variant::Kifameno {
            return Err(OptionsError::DeclarationsInKifameno);
        }
        if self.cappotto && self.variant == Variant::Trset {
            return Err(OptionsError::CappottoInTrset);
        }
        if let Some(target) = self.target.filter(|target| !Self::TARGETS.contains(target)) {
            return Err(OptionsError::Target(target));
        }
        if self.alone && !(self.variant == Variant::Kifameno && self.players == 4) {
            return Err(OptionsError::Alone);
        }
        let of_trset = [
            ("cappotto_doubles", self.cappotto_doubles),
            ("pointless_redealt", self.pointless_redealt),
            ("stops_at_target", self.stops_at_target),
        ];
        let chosen = of_trset.iter().find(|(_, chosen)| *chosen);
        if let Some(&(name, _)) = chosen.filter(|_| self.variant == Variant::Kifameno) {
            return Err(OptionsError::OfTrset(name));
        }
        if self.stops_at_target && self.target.is_none() {
            return Err(OptionsError::StopsWithoutTarget);
        }
        if let Some(points) = &self.standing
            && (!self.stops_at_target || points.len() != self.seats())
        {
            return Err(OptionsError::Standing);
        }
        let removed_four = self.removed_four.filter(|&suit| suit != USUAL_FOUR);
        Ok(Self { removed_four, ..self })
    }

    /// The number of seats of the table.
    pub const fn seats(&self) -> usize {
        self.players as usize
    }

    /// The card that is left out, if any.
    pub fn removed(&self) -> Option<Card> {
        let suit = self.removed_four.unwrap_or(USUAL_FOUR);
        (self.players == 3).then(|| Card::new(suit, Rank::Four))
    }

    /// The cards that are played with: 40, with three players 39.
    pub fn pack(&self) -> CardSet {
        let full = CardSet::full();
        self.removed().map_or(full, |card| full.without(card))
    }

    /// The number of cards in the stock after the deal.
    pub fn stock(&self) -> usize {
        self.pack().len() - crate::HAND * self.seats()
    }

    /// The number of sides that compete.
    pub const fn sides(&self) -> usize {
        if self.players == 3 || self.alone { self.seats() } else { 2 }
    }

    /// The side a seat plays for: partners share one, others are their own.
    pub const fn side(&self, seat: Seat) -> usize {
        seat.index() % self.sides()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Options, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn the_default_is_the_usual_game() {
        let options = read(r#"{"players":3}"#).unwrap();
        assert_eq!(options, Options::new(Variant::Trset, 3).unwrap());
        assert_eq!(options.removed(), Some("D4".parse().unwrap()));
        assert_eq!((options.pack().len(), options.stock()), (39, 9));
    }

    #[test]
    fn options_that_do_not_fit_say_what_would() {
        for (json, reason) in [
            (r#"{"players":5}"#, "2, 3 or 4"),
            (r#"{"players":2,"removed_four":"C"}"#, "only with 3"),
            (r#"{"players":2,"variant":"kifameno","declarations":true}"#, "belong to tršet"),
            (r#"{"players":2,"cappotto":true}"#, "belongs to kifameno"),
            (r#"{"players":2,"target":12}"#, "11, 21, 31, 41 or 51"),
            (r#"{"players":4,"alone":true}"#, "four may play kifameno alone"),
            (r#"{"players":3,"variant":"kifameno","alone":true}"#, "four may play kifameno alone"),
            (
                r#"{"players":2,"variant":"kifameno","cappotto_doubles":true}"#,
                "cappotto_doubles belongs to tršet",
            ),
            (r#"{"players":2,"variant":"kifameno","pointless_redealt":true}"#, "belongs to tršet"),
            (
                r#"{"players":2,"variant":"kifameno","target":21,"stops_at_target":true}"#,
                "belongs to tršet",
            ),
            (r#"{"players":2,"stops_at_target":true}"#, "name one"),
            (r#"{"players":2,"target":21,"standing":[1,2]}"#, "may stop at the target"),
            (
                r#"{"players":4,"target":21,"stops_at_target":true,"standing":[1,2]}"#,
                "one number a seat",
            ),
            (r#"{"players":2,"colour":"red"}"#, "unknown field"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(reason), "{json}: {error}");
        }
    }

    #[test]
    fn options_survive_being_written_down() {
        for (json, written) in [
            (
                r#"{"variant":"kifameno","players":3,"removed_four":"S","declarations":false,"cappotto":true,"target":21}"#,
                r#"{"variant":"kifameno","players":3,"removed_four":"S","cappotto":true,"target":21}"#,
            ),
            (
                r#"{"players":3,"removed_four":"D","declarations":true}"#,
                r#"{"variant":"trset","players":3,"declarations":true}"#,
            ),
        ] {
            let options = read(json).unwrap();
            assert_eq!(serde_json::to_string(&options).unwrap(), written);
            assert_eq!(read(written).unwrap(), options);
        }
        for json in [
            r#"{"variant":"kifameno","players":4,"alone":true}"#,
            r#"{"variant":"trset","players":4,"target":21,"cappotto_doubles":true,"pointless_redealt":true,"stops_at_target":true,"standing":[3,17,3,17]}"#,
        ] {
            assert_eq!(serde_json::to_string(&read(json).unwrap()).unwrap(), json);
        }
    }

    #[test]
    fn partners_sit_opposite_unless_all_are_alone() {
        let sides = |json| {
            let options: Options = read(json).unwrap();
            Seat::all(options.seats()).map(|seat| options.side(seat)).collect::<Vec<_>>()
        };
        assert_eq!(sides(r#"{"players":4,"variant":"kifameno"}"#), [0, 1, 0, 1]);
        assert_eq!(sides(r#"{"players":4,"variant":"kifameno","alone":true}"#), [0, 1, 2, 3]);
    }
}
