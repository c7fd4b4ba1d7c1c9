//! Contracts, announcements and items that can be put under kontra.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use vzetek_game::{NotationError, by_notation};

/// The contract that is played, from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokContract"))]
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
}

impl Contract {
    /// All contracts, low to high.
    pub const ALL: [Self; 7] =
        [Self::Klop, Self::Three, Self::Two, Self::One, Self::Solo, Self::Berac, Self::OpenBerac];

    /// Returns the value of the contract, in points; klop's is 0.
    pub const fn value(self) -> i32 {
        match self {
            Self::Klop => 0,
            Self::Three => 10,
            Self::Two => 20,
            Self::One => 30,
            Self::Solo => 50,
            Self::Berac => 70,
            Self::OpenBerac => 90,
        }
    }

    /// Returns the number of talon cards the declarer takes, if the talon is
    /// turned up.
    pub const fn group_size(self) -> Option<usize> {
        match self {
            Self::Three => Some(3),
            Self::Two => Some(2),
            Self::One => Some(1),
            Self::Klop | Self::Solo | Self::Berac | Self::OpenBerac => None,
        }
    }

    /// True if the declarer plays for more than half of the points.
    pub const fn is_ordinary(self) -> bool {
        matches!(self, Self::Three | Self::Two | Self::One | Self::Solo)
    }

    /// True if tricks are to be avoided, so that one must beat and may not part
    /// with the pagat.
    pub const fn avoids_tricks(self) -> bool {
        !self.is_ordinary()
    }

    /// True if the declarer must not take any trick.
    pub const fn is_berac(self) -> bool {
        matches!(self, Self::Berac | Self::OpenBerac)
    }
}

/// A bonus that the declarer can announce beyond the game, or make silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokAnnouncement"))]
pub enum Announcement {
    /// Take pagat, mond and škis.
    Trula,
    /// Take all four kings.
    Kings,
    /// Win the last trick with the pagat.
    PagatUltimo,
    /// Win every trick.
    Valat,
}

impl Announcement {
    /// All announcements.
    pub const ALL: [Self; 4] = [Self::Trula, Self::Kings, Self::PagatUltimo, Self::Valat];

    /// Returns its value if announced, in points; half of it if made silently.
    pub const fn value(self) -> i32 {
        match self {
            Self::Trula | Self::Kings => 20,
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
            /// The word of our notation.
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
}

words! { Announcement, "an announcement",
    Self::Trula => "trula",
    Self::Kings => "kings",
    Self::PagatUltimo => "pagat_ultimo",
    Self::Valat => "valat",
}

impl Item {
    /// The game and everything that can be announced.
    pub const ALL: [Self; 5] = [
        Self::Game,
        Self::Announced(Announcement::Trula),
        Self::Announced(Announcement::Kings),
        Self::Announced(Announcement::PagatUltimo),
        Self::Announced(Announcement::Valat),
    ];
}

words! { Item, "the game or an announcement",
    Self::Game => "game",
    Self::Announced(Announcement::Trula) => "trula",
    Self::Announced(Announcement::Kings) => "kings",
    Self::Announced(Announcement::PagatUltimo) => "pagat_ultimo",
    Self::Announced(Announcement::Valat) => "valat",
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
        assert!(Contract::ALL.is_sorted());
        assert!(Contract::ALL.map(Contract::value).is_sorted());
    }
}
