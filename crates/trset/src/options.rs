//! What a table may choose. The default is exactly the tršet thesis's game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vzetek_game::Seat;

use crate::{Card, CardSet, Rank, Suit};

/// Which of the two games is played with the same cards.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "TrsetVariant")]
pub enum Variant {
    /// Most thirds win.
    #[default]
    Trset,
    /// Fewest thirds win.
    Kifameno,
}

/// Validated options of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(try_from = "RawOptions", into = "RawOptions")]
#[ts(as = "RawOptions", rename = "TrsetOptions")]
pub struct Options {
    variant: Variant,
    players: Players,
    declarations: bool,
    cappotto: bool,
    target: Option<u8>,
}

/// How many play, with what only that number needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Players {
    Two,
    Three { removed_four: Suit },
    Four,
}

/// Options as they are written down, before anybody looked whether they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "TrsetOptions")]
pub struct RawOptions {
    /// Tršet or kifameno.
    #[serde(default)]
    #[ts(optional, as = "Option<Variant>")]
    pub variant: Variant,
    /// 2, 3 or 4.
    pub players: u8,
    /// With three players: the suit whose four is left out, coins by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub removed_four: Option<Suit>,
    /// Whether combinations may be declared (akuže); tršet only.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub declarations: bool,
    /// Whether taking every third turns the result round; kifameno only.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub cappotto: bool,
    /// The match goes on to this many whole points; without it a deal is a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<u8>,
}

/// Options that do not fit together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// Not a number of players the game knows.
    #[error("tršet is played by 2, 3 or 4 players, not by {0}")]
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
    #[error("a match is played to 11, 21, 31, 41 or 51 points, not to {0}")]
    Target(u8),
}

impl Options {
    /// The targets a match can be played to, in whole points.
    pub const TARGETS: [u8; 5] = [11, 21, 31, 41, 51];

    /// The tršet thesis's game for this many players.
    ///
    /// # Errors
    /// [`OptionsError::Players`] unless 2, 3 or 4 play.
    pub fn new(variant: Variant, players: u8) -> Result<Self, OptionsError> {
        RawOptions::new(variant, players).try_into()
    }

    /// Tršet or kifameno.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// How many seats the table has.
    pub const fn seats(&self) -> usize {
        match self.players {
            Players::Two => 2,
            Players::Three { .. } => 3,
            Players::Four => 4,
        }
    }

    /// The card that is left out, if any.
    pub const fn removed(&self) -> Option<Card> {
        match self.players {
            Players::Three { removed_four } => Some(Card::new(removed_four, Rank::Four)),
            Players::Two | Players::Four => None,
        }
    }

    /// The cards that are played with: 40, with three players 39.
    pub fn pack(&self) -> CardSet {
        let full = CardSet::full();
        self.removed().map_or(full, |card| full.without(card))
    }

    /// How many cards the stock has after the deal.
    pub fn stock(&self) -> usize {
        self.pack().len() - crate::HAND * self.seats()
    }

    /// Whether combinations may be declared.
    pub const fn declarations(&self) -> bool {
        self.declarations
    }

    /// Whether taking every third turns the result round.
    pub const fn cappotto(&self) -> bool {
        self.cappotto
    }

    /// The whole points a match goes to; without it a deal is a match.
    pub const fn target(&self) -> Option<u8> {
        self.target
    }

    /// Whether partners sit opposite each other.
    pub const fn partnerships(&self) -> bool {
        matches!(self.players, Players::Four)
    }

    /// How many sides compete.
    pub const fn sides(&self) -> usize {
        match self.players {
            Players::Two | Players::Four => 2,
            Players::Three { .. } => 3,
        }
    }

    /// The side a seat plays for: partners share one, others are their own.
    pub const fn side(&self, seat: Seat) -> usize {
        seat.index() % self.sides()
    }
}

impl RawOptions {
    /// The tršet thesis's game, not yet validated.
    pub const fn new(variant: Variant, players: u8) -> Self {
        Self {
            variant,
            players,
            removed_four: None,
            declarations: false,
            cappotto: false,
            target: None,
        }
    }
}

impl TryFrom<RawOptions> for Options {
    type Error = OptionsError;

    fn try_from(raw: RawOptions) -> Result<Self, OptionsError> {
        let players = match (raw.players, raw.removed_four) {
            (2, None) => Players::Two,
            (4, None) => Players::Four,
            (3, removed) => Players::Three { removed_four: removed.unwrap_or(Suit::Denari) },
            (2 | 4, Some(_)) => return Err(OptionsError::RemovedFour(raw.players)),
            (other, _) => return Err(OptionsError::Players(other)),
        };
        if raw.declarations && raw.variant == Variant::Kifameno {
            return Err(OptionsError::DeclarationsInKifameno);
        }
        if raw.cappotto && raw.variant == Variant::Trset {
            return Err(OptionsError::CappottoInTrset);
        }
        if let Some(target) = raw.target.filter(|target| !Self::TARGETS.contains(target)) {
            return Err(OptionsError::Target(target));
        }
        Ok(Self {
            variant: raw.variant,
            players,
            declarations: raw.declarations,
            cappotto: raw.cappotto,
            target: raw.target,
        })
    }
}

impl From<Options> for RawOptions {
    fn from(options: Options) -> Self {
        Self {
            variant: options.variant,
            players: options.seats() as u8,
            removed_four: options.removed().map(Card::suit),
            declarations: options.declarations,
            cappotto: options.cappotto,
            target: options.target,
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
    fn the_default_is_the_seeds_game() {
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
            (r#"{"players":2,"colour":"red"}"#, "unknown field"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(reason), "{json}: {error}");
        }
    }

    #[test]
    fn options_survive_being_written_down() {
        let json = r#"{"variant":"kifameno","players":3,"removed_four":"S","declarations":false,"cappotto":true,"target":21}"#;
        let options = read(json).unwrap();
        assert_eq!(serde_json::to_string(&options).unwrap(), json);
    }
}
