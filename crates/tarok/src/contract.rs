//! Contracts, announcements and items that can be put under kontra.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use vzetek_game::{NotationError, by_notation};

/// The contract that is played. The higher outbids the lower.
///
/// Those of three players come first, from the lowest to the highest, so that whatever
/// is learned for them is found by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokContract"),
    schemars(rename = "TarokContract")
)]
pub enum Contract {
    /// Everybody alone, and who takes least loses least. Cannot be bid.
    Klop,
    /// One of two groups of three talon cards.
    Three,
    /// One of three groups of two talon cards.
    Two,
    /// One of six talon cards.
    One,
    /// Without the talon.
    Solo,
    /// The declarer takes no trick.
    Berac,
    /// A berač with open cards, where the table plays it.
    OpenBerac,
    /// Of four players, alone: one of two groups of three talon cards.
    SoloThree,
    /// Of four players, alone: one of three groups of two talon cards.
    SoloTwo,
    /// Of four players, alone: one of six talon cards.
    SoloOne,
    /// Of four players, alone and without the talon.
    SoloWithout,
    /// Of four players: every trick, with taroks as a suit like the others.
    ColourValat,
    /// Of four players: every trick.
    Valat,
}

impl Ord for Contract {
    fn cmp(&self, other: &Self) -> Ordering {
        self.height().cmp(&other.height())
    }
}

impl PartialOrd for Contract {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Contract {
    /// All contracts, those of three players first.
    pub const ALL: [Self; 13] = [
        Self::Klop,
        Self::Three,
        Self::Two,
        Self::One,
        Self::Solo,
        Self::Berac,
        Self::OpenBerac,
        Self::SoloThree,
        Self::SoloTwo,
        Self::SoloOne,
        Self::SoloWithout,
        Self::ColourValat,
        Self::Valat,
    ];

    /// The contracts of three players, low to high.
    pub const OF_THREE: [Self; 7] =
        [Self::Klop, Self::Three, Self::Two, Self::One, Self::Solo, Self::Berac, Self::OpenBerac];

    /// The contracts of four players, low to high.
    pub const OF_FOUR: [Self; 12] = [
        Self::Klop,
        Self::Three,
        Self::Two,
        Self::One,
        Self::SoloThree,
        Self::SoloTwo,
        Self::SoloOne,
        Self::Berac,
        Self::SoloWithout,
        Self::OpenBerac,
        Self::ColourValat,
        Self::Valat,
    ];

    /// The place among all contracts, from the lowest to the highest.
    const fn height(self) -> u8 {
        match self {
            Self::Klop => 0,
            Self::Three => 1,
            Self::Two => 2,
            Self::One => 3,
            Self::SoloThree => 4,
            Self::SoloTwo => 5,
            Self::Solo => 6,
            Self::SoloOne => 7,
            Self::Berac => 8,
            Self::SoloWithout => 9,
            Self::OpenBerac => 10,
            Self::ColourValat => 11,
            Self::Valat => 12,
        }
    }

    /// Returns the value of the contract, in points; klop's is 0.
    pub const fn value(self) -> i32 {
        match self {
            Self::Klop => 0,
            Self::Three => 10,
            Self::Two => 20,
            Self::One => 30,
            Self::SoloThree => 40,
            Self::Solo | Self::SoloTwo => 50,
            Self::SoloOne => 60,
            Self::Berac => 70,
            Self::SoloWithout => 80,
            Self::OpenBerac => 90,
            Self::ColourValat => 125,
            Self::Valat => 500,
        }
    }

    /// Returns the number of talon cards the declarer takes, if the talon is
    /// turned up.
    pub const fn group_size(self) -> Option<usize> {
        match self {
            Self::Three | Self::SoloThree => Some(3),
            Self::Two | Self::SoloTwo => Some(2),
            Self::One | Self::SoloOne => Some(1),
            Self::Klop
            | Self::Solo
            | Self::Berac
            | Self::SoloWithout
            | Self::OpenBerac
            | Self::ColourValat
            | Self::Valat => None,
        }
    }

    /// True if the points beyond half count, and there are announcements.
    pub const fn is_ordinary(self) -> bool {
        matches!(self, Self::Three | Self::Two | Self::One | Self::Solo) || self.is_talon_solo()
    }

    /// True for a solo with the talon: alone of four players, who may make it a
    /// colour valat after the discard.
    pub const fn is_talon_solo(self) -> bool {
        matches!(self, Self::SoloThree | Self::SoloTwo | Self::SoloOne)
    }

    /// True if the points of the sides decide.
    pub const fn counts_points(self) -> bool {
        self.is_ordinary() || matches!(self, Self::SoloWithout)
    }

    /// True if tricks are to be avoided, so that one must beat and may not part
    /// with the pagat.
    pub const fn avoids_tricks(self) -> bool {
        matches!(self, Self::Klop) || self.is_berac()
    }

    /// True if the declarer must not take any trick.
    pub const fn is_berac(self) -> bool {
        matches!(self, Self::Berac | Self::OpenBerac)
    }

    /// True if the deal ends with a trick that the declarer takes, or another player.
    pub const fn ends_with_trick(self, of_declarer: bool) -> bool {
        match self {
            Self::Berac | Self::OpenBerac => of_declarer,
            Self::ColourValat | Self::Valat => !of_declarer,
            _ => false,
        }
    }
}

/// A bonus that can be announced beyond the game, or made silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokAnnouncement"),
    schemars(rename = "TarokAnnouncement")
)]
pub enum Announcement {
    /// Take pagat, mond and škis.
    Trula,
    /// Take all four kings.
    Kings,
    /// Win the last trick with the pagat.
    PagatUltimo,
    /// Win every trick.
    Valat,
    /// Of four players: win the last trick when the called king is played to it.
    KingUltimo,
}

impl Announcement {
    /// All announcements, those of three players first.
    pub const ALL: [Self; 5] =
        [Self::Trula, Self::Kings, Self::PagatUltimo, Self::Valat, Self::KingUltimo];

    /// The announcements of three players.
    pub const OF_THREE: [Self; 4] = [Self::Trula, Self::Kings, Self::PagatUltimo, Self::Valat];

    /// Returns its value if announced, in points; half of it if made silently.
    pub const fn value(self) -> i32 {
        match self {
            Self::Trula | Self::Kings | Self::KingUltimo => 20,
            Self::PagatUltimo => 50,
            Self::Valat => 500,
        }
    }
}

/// An item that can be put under kontra apart from the rest.
///
/// Notation: `game`, or that of the announcement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// The contract itself, with the points beyond or below half.
    Game,
    /// An announcement.
    Announced(Announcement),
}

macro_rules! words {
    ($type:ident, $what:literal, $($variant:pat => $word:literal,)*) => {
        impl $type {
            /// The name in our notation.
            pub const fn notation(self) -> &'static str {
                match self { $($variant => $word,)* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.notation())
            }
        }

        impl FromStr for $type {
            type Err = NotationError;
            fn from_str(text: &str) -> Result<Self, NotationError> {
                Self::ALL.into_iter().find(|word| word.notation() == text).ok_or_else(|| {
                    let words: Vec<_> = Self::ALL.iter().map(|word| word.notation()).collect();
                    NotationError::new(text, format!("{}: {}", $what, words.join(", ")))
                })
            }
        }
    };
}

words! { Contract, "a contract",
    Self::Klop => "klop",
    Self::Three => "three",
    Self::Two => "two",
    Self::One => "one",
    Self::Solo => "solo",
    Self::Berac => "berac",
    Self::OpenBerac => "open_berac",
    Self::SoloThree => "solo_three",
    Self::SoloTwo => "solo_two",
    Self::SoloOne => "solo_one",
    Self::SoloWithout => "solo_without",
    Self::ColourValat => "colour_valat",
    Self::Valat => "valat",
}

words! { Announcement, "an announcement",
    Self::Trula => "trula",
    Self::Kings => "kings",
    Self::PagatUltimo => "pagat_ultimo",
    Self::Valat => "valat",
    Self::KingUltimo => "king_ultimo",
}

impl Item {
    /// The game and everything that can be announced.
    pub const ALL: [Self; 6] = [
        Self::Game,
        Self::Announced(Announcement::Trula),
        Self::Announced(Announcement::Kings),
        Self::Announced(Announcement::PagatUltimo),
        Self::Announced(Announcement::Valat),
        Self::Announced(Announcement::KingUltimo),
    ];

    /// The announcement that the item is, if it is one.
    pub const fn announcement(self) -> Option<Announcement> {
        match self {
            Self::Game => None,
            Self::Announced(announcement) => Some(announcement),
        }
    }
}

words! { Item, "the game or an announcement",
    Self::Game => "game",
    Self::Announced(Announcement::Trula) => "trula",
    Self::Announced(Announcement::Kings) => "kings",
    Self::Announced(Announcement::PagatUltimo) => "pagat_ultimo",
    Self::Announced(Announcement::Valat) => "valat",
    Self::Announced(Announcement::KingUltimo) => "king_ultimo",
}

by_notation!(Item);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_same_in_text_and_json() {
        for contract in Contract::ALL {
            assert_eq!(contract.to_string().parse(), Ok(contract));
            assert_eq!(serde_json::to_value(contract).unwrap(), contract.notation());
        }
        for announcement in Announcement::ALL {
            assert_eq!(announcement.to_string().parse(), Ok(announcement));
            assert_eq!(serde_json::to_value(announcement).unwrap(), announcement.notation());
            assert_eq!(announcement.notation().parse(), Ok(Item::Announced(announcement)));
        }
        for item in Item::ALL {
            assert_eq!(item.to_string().parse(), Ok(item));
        }
        let error = "four".parse::<Contract>().unwrap_err().to_string();
        assert!(error.contains("klop, three, two, one, solo, berac, open_berac"), "{error}");
    }

    #[test]
    fn higher_contracts_are_worth_more() {
        for contracts in [&Contract::OF_THREE[..], &Contract::OF_FOUR] {
            assert!(contracts.is_sorted());
            assert!(contracts.iter().copied().map(Contract::value).is_sorted());
        }
        let solo = Contract::OF_THREE[4];
        assert_eq!(Contract::ALL.iter().filter(|&&contract| contract < solo).count(), 6);
        assert!(
            Contract::ALL
                .iter()
                .all(|one| { Contract::OF_THREE.contains(one) || Contract::OF_FOUR.contains(one) })
        );
    }
}
