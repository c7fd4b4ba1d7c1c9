//! Seats around a table and values stored one for each seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place at the table, counted from 0 in the order of play.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index, which a table need not have.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, counted from 0 in the order of play.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that plays `steps` places later at a table of `seats` seats, to the left or to the right as the game
    /// goes.
    pub const fn clockwise(self, steps: usize, seats: usize) -> Self {
        Self(((self.0 as usize + steps) % seats) as u8)
    }

    /// All seats of a table of `seats` seats, from 0 in the order of play.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats as u8).map(Seat)
    }

    /// All seats of a table of `seats` seats, from `self` in the order of play.
    pub fn round(self, seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(move |steps| self.clockwise(steps, seats))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The most seats that a table of any game has: those of tablić.
pub const MOST_SEATS: usize = 48;

/// One value for each seat of a table with at most `MAX` seats.
///
/// Stored inline, so that a game state made of these is a plain copy. Most games
/// have at most four seats; what all games share has room for [`MOST_SEATS`].
///
/// ```
/// use vzetek_game::{BySeat, Seat};
/// let mut tricks = BySeat::<u8>::filled(3, 0);
/// tricks[Seat::new(2)] += 1;
/// assert_eq!(tricks.as_slice(), [0, 0, 1]);
/// ```
#[derive(Clone, Copy)]
pub struct BySeat<T, const MAX: usize = 4> {
    items: [T; MAX],
    len: u8,
}

impl<T: Copy + Default, const MAX: usize> BySeat<T, MAX> {
    /// `seats` copies of `value`.
    ///
    /// # Panics
    /// If `seats` is more than `MAX`.
    pub fn filled(seats: usize, value: T) -> Self {
        assert!(seats <= MAX, "a table of {seats} seats where at most {MAX} fit");
        let mut items = [T::default(); MAX];
        items[..seats].fill(value);
        Self { items, len: seats as u8 }
    }
}

impl<T: Default, const MAX: usize> BySeat<T, MAX> {
    /// The value `f` gives for each seat.
    ///
    /// # Panics
    /// If `seats` is more than `MAX`.
    pub fn from_fn(seats: usize, mut f: impl FnMut(Seat) -> T) -> Self {
        assert!(seats <= MAX, "a table of {seats} seats where at most {MAX} fit");
        let items =
            std::array::from_fn(|i| if i < seats { f(Seat(i as u8)) } else { T::default() });
        Self { items, len: seats as u8 }
    }

    /// Returns the same values with room for `ROOM` seats.
    ///
    /// # Panics
    /// If there are more seats than that.
    pub fn with_room<const ROOM: usize>(&self) -> BySeat<T, ROOM>
    where
        T: Copy,
    {
        BySeat::from_fn(self.len(), |seat| self[seat])
    }

    /// Returns the same seats, each value changed by `f`.
    pub fn map<U: Default>(&self, mut f: impl FnMut(&T) -> U) -> BySeat<U, MAX> {
        BySeat::from_fn(self.len(), |seat| f(&self[seat]))
    }
}

impl<T, const MAX: usize> BySeat<T, MAX> {
    /// Returns the number of seats.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// True if there is no seat at all.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values, from seat 0 in the order of play.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }

    /// The value of this seat, if the table has it.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.as_slice().get(seat.index())
    }

    /// The values, from seat 0 in the order of play.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// The values, from seat 0 in the order of play, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items[..self.len as usize].iter_mut()
    }

    /// Seats and values, from seat 0 in the order of play.
    pub fn enumerate(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.iter().enumerate().map(|(i, value)| (Seat(i as u8), value))
    }
}

impl<T, const MAX: usize> Index<Seat> for BySeat<T, MAX> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.items[..self.len as usize][seat.index()]
    }
}

impl<T, const MAX: usize> IndexMut<Seat> for BySeat<T, MAX> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[..self.len as usize][seat.index()]
    }
}

impl<T: fmt::Debug, const MAX: usize> fmt::Debug for BySeat<T, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

// Values beyond the last seat are filler and must not count.
impl<T: PartialEq, const MAX: usize> PartialEq for BySeat<T, MAX> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq, const MAX: usize> Eq for BySeat<T, MAX> {}

impl<T: std::hash::Hash, const MAX: usize> std::hash::Hash for BySeat<T, MAX> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T: Serialize, const MAX: usize> Serialize for BySeat<T, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Default, const MAX: usize> Deserialize<'de> for BySeat<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > MAX {
            return Err(serde::de::Error::invalid_length(
                items.len(),
                &format!("at most {MAX} seats").as_str(),
            ));
        }
        let seats = items.len();
        let mut items = items.into_iter();
        Ok(Self::from_fn(seats, |_| items.next().unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_clockwise() {
        let order: Vec<_> = Seat::new(2).round(4).map(Seat::index).collect();
        assert_eq!(order, [2, 3, 0, 1]);
    }

    #[test]
    fn filler_beyond_the_last_seat_does_not_count() {
        let mut a = BySeat::<u8>::filled(4, 7);
        a.len = 2;
        assert_eq!(a, BySeat::<u8>::filled(2, 7));
        assert_eq!(serde_json::to_string(&a).unwrap(), "[7,7]");
    }

    #[test]
    fn there_can_be_room_for_more_seats() {
        let wide = BySeat::<u8>::filled(3, 7).with_room::<MOST_SEATS>();
        assert_eq!(wide.as_slice(), [7; 3]);
    }

    #[test]
    fn too_many_seats_are_refused() {
        let error = serde_json::from_str::<BySeat<u8>>("[1,2,3,4,5]").unwrap_err();
        assert!(error.to_string().contains("at most 4 seats"), "{error}");
    }
}
