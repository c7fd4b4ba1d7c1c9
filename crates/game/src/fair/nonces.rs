//! The seats' part in a shuffle: first the hash of a nonce, then the nonce.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{NotationError, Seat, serde_by_notation};

/// The longest nonce that a client may add to a deal, in bytes of UTF-8.
pub const MAX_NONCE_BYTES: usize = 64;

/// The SHA-256 of a nonce's UTF-8 bytes: binds a seat to the nonce before it is
/// opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NonceHash([u8; 32]);

impl NonceHash {
    /// The hash of this nonce.
    pub fn of(nonce: &str) -> Self {
        Self(Sha256::digest(nonce).into())
    }
}

/// A text that cannot be a nonce.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNonce {
    /// The text is empty.
    #[error("an empty nonce adds nothing; a nonce has 1 to {MAX_NONCE_BYTES} bytes")]
    Empty,
    /// The text is longer than [`MAX_NONCE_BYTES`].
    #[error(transparent)]
    TooLong(#[from] NonceTooLong),
    /// The text has control characters, which not every program can store or show.
    #[error("a nonce holds no control characters; 32 random hexadecimal digits are a good one")]
    Control,
}

/// Checks that a text may be a nonce: 1 to [`MAX_NONCE_BYTES`] bytes, no control
/// characters. [`Nonces`] hold others too, because older deals do.
///
/// # Errors
/// [`BadNonce`].
pub fn check_nonce(nonce: &str) -> Result<(), BadNonce> {
    match nonce.len() {
        0 => Err(BadNonce::Empty),
        length if length > MAX_NONCE_BYTES => Err(NonceTooLong(length).into()),
        _ if nonce.chars().any(char::is_control) => Err(BadNonce::Control),
        _ => Ok(()),
    }
}

/// The hashes of the seats' nonces, one for each seat; none for a seat that adds
/// no nonce.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NonceHashes(Vec<Option<NonceHash>>);

/// A nonce that is not the one its seat committed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCommitted {
    /// There are more or fewer nonces than hashes.
    #[error("there are {nonces} nonces and {hashes} hashes")]
    Count {
        /// The number of nonces.
        nonces: usize,
        /// The number of hashes.
        hashes: usize,
    },
    /// The nonce has another hash, or there is one where none may be.
    #[error("the nonce of seat {0} is not the one that was committed to")]
    Nonce(Seat),
}

impl NonceHashes {
    /// No hash from any of the seats.
    pub fn none(seats: usize) -> Self {
        Self(vec![None; seats])
    }

    /// Stores the hash of one seat, in place of an earlier one.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn set(&mut self, seat: Seat, hash: NonceHash) {
        self.0[seat.index()] = Some(hash);
    }

    /// The hash of the seat's nonce, if it has committed to one.
    pub fn of(&self, seat: Seat) -> Option<NonceHash> {
        self.0.get(seat.index()).copied().flatten()
    }

    /// True if the seat has committed to this nonce.
    pub fn holds_for(&self, seat: Seat, nonce: &str) -> bool {
        self.of(seat) == Some(NonceHash::of(nonce))
    }

    /// The hashes, from seat 0 on.
    pub fn as_slice(&self) -> &[Option<NonceHash>] {
        &self.0
    }

    /// Checks that these are the nonces committed to: for each hash the text that
    /// it is of, and the empty text for every other seat.
    ///
    /// # Errors
    /// [`NotCommitted`], with the first seat whose nonce is another.
    pub fn check(&self, nonces: &Nonces) -> Result<(), NotCommitted> {
        let (hashes, texts) = (&self.0, nonces.as_slice());
        if hashes.len() != texts.len() {
            return Err(NotCommitted::Count { nonces: texts.len(), hashes: hashes.len() });
        }
        let fits = |seat: &Seat| match self.of(*seat) {
            Some(hash) => hash == NonceHash::of(&texts[seat.index()]),
            None => texts[seat.index()].is_empty(),
        };
        match Seat::all(texts.len()).find(|seat| !fits(seat)) {
            Some(seat) => Err(NotCommitted::Nonce(seat)),
            None => Ok(()),
        }
    }
}

/// The players' nonces, one text for each seat; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Nonces(Vec<String>);

impl TryFrom<Vec<String>> for Nonces {
    type Error = NonceTooLong;

    fn try_from(nonces: Vec<String>) -> Result<Self, NonceTooLong> {
        match nonces.iter().map(String::len).find(|&length| length > MAX_NONCE_BYTES) {
            Some(length) => Err(NonceTooLong(length)),
            None => Ok(Self(nonces)),
        }
    }
}

/// A nonce longer than [`MAX_NONCE_BYTES`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a nonce has at most {MAX_NONCE_BYTES} bytes, this one has {0}")]
pub struct NonceTooLong(pub usize);

impl Nonces {
    /// No nonce from any of the seats.
    pub fn none(seats: usize) -> Self {
        Self(vec![String::new(); seats])
    }

    /// Stores the nonce of one seat, in place of an earlier one.
    ///
    /// # Errors
    /// [`NonceTooLong`]; the earlier nonce stays.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn set(&mut self, seat: Seat, nonce: String) -> Result<(), NonceTooLong> {
        if nonce.len() > MAX_NONCE_BYTES {
            return Err(NonceTooLong(nonce.len()));
        }
        self.0[seat.index()] = nonce;
        Ok(())
    }

    /// The nonces, from seat 0 on.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }
}

thirty_two_bytes!(NonceHash, "the hash of a nonce, 64 hexadecimal digits");

impl fmt::Debug for NonceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NonceHash({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Secret, shuffle};

    fn shuffled(nonces: &Nonces) -> Vec<u8> {
        let mut pack: Vec<u8> = (0..40).collect();
        shuffle(&mut pack, &Secret::new([7; 32]), nonces, 0);
        pack
    }

    #[test]
    fn a_long_nonce_is_refused_and_the_old_one_kept() {
        let mut nonces = Nonces::none(2);
        nonces.set(Seat::new(0), "kept".into()).unwrap();
        assert_eq!(nonces.set(Seat::new(0), "x".repeat(65)), Err(NonceTooLong(65)));
        assert_eq!(nonces.as_slice()[0], "kept");
    }

    #[test]
    fn a_nonce_is_one_that_every_program_can_keep() {
        for nonce in ["x", "burja ž 7", &"x".repeat(64)] {
            assert_eq!(check_nonce(nonce), Ok(()), "{nonce}");
        }
        assert_eq!(check_nonce(""), Err(BadNonce::Empty));
        assert_eq!(check_nonce(&"ž".repeat(33)), Err(BadNonce::TooLong(NonceTooLong(66))));
        for nonce in ["a\0b", "\u{1f}", "\n", "\u{7f}", "\u{85}"] {
            assert_eq!(check_nonce(nonce), Err(BadNonce::Control), "{nonce:?}");
        }
    }

    /// The operator of the server, who holds seat 1, knows the secret and the
    /// nonce of seat 0, and looks for a nonce that gives other cards: none
    /// passes.
    #[test]
    fn the_house_finds_no_other_nonce_for_its_seat() {
        let mut nonces = Nonces::none(3);
        nonces.set(Seat::new(0), "a guest's".into()).unwrap();
        nonces.set(Seat::new(1), "the house's".into()).unwrap();
        let mut hashes = NonceHashes::none(3);
        for seat in Seat::all(2) {
            hashes.set(seat, NonceHash::of(&nonces.as_slice()[seat.index()]));
        }
        assert_eq!(hashes.check(&nonces), Ok(()));
        let dealt = shuffled(&nonces);
        for try_number in 0..10_000 {
            let mut other = nonces.clone();
            other.set(Seat::new(1), format!("{try_number}")).unwrap();
            if try_number < 100 {
                assert_ne!(shuffled(&other), dealt);
            }
            assert_eq!(hashes.check(&other), Err(NotCommitted::Nonce(Seat::new(1))));
        }
        // Nor may it add one where it committed to none, or leave its own out.
        let changed = |seat: u8, text: &str| {
            let mut other = nonces.clone();
            other.set(Seat::new(seat), text.to_owned()).unwrap();
            hashes.check(&other)
        };
        assert_eq!(changed(2, "late"), Err(NotCommitted::Nonce(Seat::new(2))));
        assert_eq!(changed(1, ""), Err(NotCommitted::Nonce(Seat::new(1))));
        let fewer = Nonces::none(2);
        assert_eq!(hashes.check(&fewer), Err(NotCommitted::Count { nonces: 2, hashes: 3 }));
    }
}
