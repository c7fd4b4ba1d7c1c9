//! The zones of a table, where cards lie, and the cards that an event moves
//! between them: one vocabulary for all games.
//!
//! A client that moves cards as the [`Transfer`]s of each event say always knows the [`Zones`]
//! that a newcomer would be shown, without knowing a rule.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Card, Observer, Seat};

/// A card's notation, stored inline.
pub type CardName = ArrayString<4>;

/// A place where cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    /// A player's hand.
    Hand(Seat),
    /// The place in the trick before the seat that played there.
    Trick(Seat),
    /// The whole trick, every place of it: what lies there is taken together.
    WholeTrick,
    /// The cards that a player has taken; partners have a pile each.
    Pile(Seat),
    /// Cards that are still to be drawn or dealt.
    Stock,
    /// The talon of tarok, face down or turned up.
    Talon,
    /// Cards of a turned-up talon that were not taken into the hand.
    Left,
    /// The open cards in the middle.
    Table,
    /// Cards that were put away.
    Away,
}

impl Zone {
    /// The seat whose zone it is, if it is one's.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Hand(seat) | Self::Trick(seat) | Self::Pile(seat) => Some(seat),
            _ => None,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Hand(_) => "hand",
            Self::Trick(_) | Self::WholeTrick => "trick",
            Self::Pile(_) => "pile",
            Self::Stock => "stock",
            Self::Talon => "talon",
            Self::Left => "left",
            Self::Table => "table",
            Self::Away => "away",
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat() {
            Some(seat) => write!(f, "{}:{seat}", self.word()),
            None => f.write_str(self.word()),
        }
    }
}

/// A text that names no zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no zone, such as \"hand:0\" or \"stock\"")]
pub struct NoZone(String);

impl FromStr for Zone {
    type Err = NoZone;

    fn from_str(text: &str) -> Result<Self, NoZone> {
        let (word, seat) = match text.split_once(':') {
            Some((word, seat)) => (word, seat.parse().ok().map(Seat::new)),
            None => (text, None),
        };
        let zone = match (word, seat) {
            ("hand", Some(seat)) => Self::Hand(seat),
            ("trick", Some(seat)) => Self::Trick(seat),
            ("trick", None) => Self::WholeTrick,
            ("pile", Some(seat)) => Self::Pile(seat),
            ("stock", None) => Self::Stock,
            ("talon", None) => Self::Talon,
            ("left", None) => Self::Left,
            ("table", None) => Self::Table,
            ("away", None) => Self::Away,
            _ => return Err(NoZone(text.to_owned())),
        };
        if zone.to_string() == text { Ok(zone) } else { Err(NoZone(text.to_owned())) }
    }
}

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The cards of one zone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ZoneCards {
    /// The number of cards that lie there.
    pub n: u8,
    /// Those that the observer knows to lie there, in no order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub cards: Vec<CardName>,
}

/// The cards on a table as one observer knows them. Zones without a card are left
/// out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Zones(BTreeMap<Zone, ZoneCards>);

impl Zones {
    /// Puts cards into a zone: those that are known, and a number of others.
    pub fn put<C: Card>(&mut self, zone: Zone, known: impl IntoIterator<Item = C>, others: usize) {
        let names: Vec<_> = known.into_iter().map(name).collect();
        let n = names.len() + others;
        if n > 0 {
            let lying = self.0.entry(zone).or_default();
            lying.n += n as u8;
            lying.cards.extend(names);
            lying.cards.sort_unstable();
        }
    }

    /// Returns the cards of a zone, if any lie there.
    pub fn get(&self, zone: Zone) -> Option<&ZoneCards> {
        self.0.get(&zone)
    }

    /// All zones with a card.
    pub fn iter(&self) -> impl Iterator<Item = (Zone, &ZoneCards)> {
        self.0.iter().map(|(&zone, lying)| (zone, lying))
    }

    /// Makes known every card of a zone.
    pub fn open<C: Card>(&mut self, zone: Zone, cards: impl IntoIterator<Item = C>) {
        self.0.remove(&zone);
        self.put(zone, cards, 0);
    }

    /// Moves the cards of a transfer that the observer received.
    ///
    /// # Errors
    /// Says which transfer takes more cards than lie there.
    pub fn follow(&mut self, transfer: &Transfer) -> Result<(), String> {
        let Transfer { cards, n, from, to, unsure, .. } = transfer;
        let moved = if *from == Zone::WholeTrick {
            self.0.extract_if(.., |zone, _| matches!(zone, Zone::Trick(_))).fold(
                ZoneCards::default(),
                |mut all, (_, place)| {
                    all.n += place.n;
                    all.cards.extend(place.cards);
                    all
                },
            )
        } else {
            ZoneCards { n: n + cards.len() as u8, cards: cards.clone() }
        };
        if let Some(lying) = self.0.get_mut(from) {
            lying.cards.retain(|card| !cards.contains(card) && !unsure.contains(card));
            lying.n = lying.n.checked_sub(moved.n).ok_or_else(|| format!("{transfer:?}"))?;
        } else if *from != Zone::WholeTrick || moved.n == 0 {
            return Err(format!("{transfer:?}"));
        }
        let lying = self.0.entry(*to).or_default();
        lying.n += moved.n;
        lying.cards.extend(moved.cards);
        lying.cards.sort_unstable();
        self.0.retain(|_, lying| lying.n > 0);
        Ok(())
    }
}

/// The side of a card that lies up where it arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// Its face: everybody sees which card it is.
    #[default]
    Up,
    /// Its back: at most the player to or from whose hand it goes knows it.
    Down,
}

impl Face {
    /// True if all observers see the card.
    pub fn is_up(&self) -> bool {
        *self == Self::Up
    }
}

/// Cards that an event moves from one zone to another, or turns within one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Transfer {
    /// The cards, as far as they are told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub cards: Vec<CardName>,
    /// The number of further cards, which are not told.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u8>"))]
    pub n: u8,
    /// The zone that they leave; from `trick` all cards go that lie there.
    #[cfg_attr(feature = "ts", ts(as = "String"), schemars(with = "String"))]
    pub from: Zone,
    /// The zone to which they go.
    #[cfg_attr(feature = "ts", ts(as = "String"), schemars(with = "String"))]
    pub to: Zone,
    /// The side that lies up there, `up` if it is left out.
    #[serde(default, skip_serializing_if = "Face::is_up")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Face>"))]
    pub face: Face,
    /// Cards that were known to lie in `from` and may be the untold ones: nobody
    /// but the player knows any more where they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub unsure: Vec<CardName>,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl Transfer {
    /// Cards that move to a place where all observers see them.
    pub fn open<C: Card>(cards: impl IntoIterator<Item = C>, from: Zone, to: Zone) -> Self {
        let cards = cards.into_iter().map(name).collect();
        Self { cards, n: 0, from, to, face: Face::Up, unsure: Vec::new() }
    }

    /// Cards that the player alone knows to or from whose hand they go, and a
    /// number of others.
    pub fn hidden<C: Card>(
        cards: impl IntoIterator<Item = C>,
        n: usize,
        from: Zone,
        to: Zone,
    ) -> Self {
        Self { face: Face::Down, n: n as u8, ..Self::open(cards, from, to) }
    }

    /// The whole trick, to the pile of the player who takes it.
    pub fn trick(to: Seat) -> Self {
        let (from, to) = (Zone::WholeTrick, Zone::Pile(to));
        Self { cards: Vec::new(), n: 0, from, to, face: Face::Up, unsure: Vec::new() }
    }

    /// The transfer with cards that may be the hidden ones.
    pub fn unsure<C: Card>(self, cards: impl IntoIterator<Item = C>) -> Self {
        Self { unsure: cards.into_iter().map(name).collect(), ..self }
    }

    /// The transfer as the observer may see it: a card that lies face down is shown to the
    /// player of the hand alone. The one place where transfers are redacted.
    pub fn redact(&self, observer: Observer) -> Self {
        let own = |zone| matches!((zone, observer), (Zone::Hand(a), Observer::Seat(b)) if a == b);
        if self.face.is_up() || own(self.from) || own(self.to) {
            return self.in_full();
        }
        Self { cards: Vec::new(), n: self.n + self.cards.len() as u8, ..self.clone() }
    }

    /// The transfer for an observer who knows its cards: nothing is unsure.
    pub fn in_full(&self) -> Self {
        Self { unsure: Vec::new(), ..self.clone() }
    }
}

/// Returns the card's notation.
fn name<C: Card>(card: C) -> CardName {
    let mut name = CardName::new();
    fmt::write(&mut name, format_args!("{card}")).expect("a notation of four letters at most");
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZONES: [Zone; 9] = [
        Zone::Hand(Seat::new(0)),
        Zone::Trick(Seat::new(47)),
        Zone::WholeTrick,
        Zone::Pile(Seat::new(3)),
        Zone::Stock,
        Zone::Talon,
        Zone::Left,
        Zone::Table,
        Zone::Away,
    ];

    #[test]
    fn zones_are_read_as_they_are_written() {
        for zone in ZONES {
            assert_eq!(zone.to_string().parse(), Ok(zone));
        }
        for text in ["", "hand", "hand:", "hand:x", "hand:01", "stock:1", "deck"] {
            assert_eq!(text.parse::<Zone>(), Err(NoZone(text.to_owned())));
        }
    }
}
