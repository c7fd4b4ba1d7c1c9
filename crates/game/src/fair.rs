//! Fair deals: a shuffle that no party can choose and every player can check.
//!
//! Before the deal the server draws a [`Secret`] and publishes its [`Commitment`], the SHA-256 of
//! the secret's 32 bytes. Every seat may then commit to a nonce by its [`NonceHash`]; only when the
//! list of these is known to all are the nonces opened. So no party chooses anything after having
//! learnt what another has chosen, the server and its seats included. Seed and shuffle follow from
//! the secret and the nonces, and after the deal the secret is published: a player who stored
//! commitment and list can compute the cards again. docs/protocol/fair-deals.md describes the
//! computation so that it can be done in any language; recorded deals rest on it never changing.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::{NotationError, serde_by_notation};

macro_rules! thirty_two_bytes {
    ($type:ident, $what:literal) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        impl FromStr for $type {
            type Err = NotationError;
            fn from_str(text: &str) -> Result<Self, NotationError> {
                let mut bytes = [0; 32];
                hex::decode_to_slice(text, &mut bytes)
                    .map_err(|_| NotationError::new(text, $what))?;
                Ok(Self(bytes))
            }
        }

        serde_by_notation!($type);
    };
}

mod nonces;

pub use nonces::{
    BadNonce, MAX_NONCE_BYTES, NonceHash, NonceHashes, NonceTooLong, Nonces, NotCommitted,
    check_nonce,
};

/// Separates this use of SHA-256 from every other and names the version.
const SEED_TAG: &[u8] = b"vzetek deal 1";

/// The server's share of a deal's randomness, secret until the deal is over.
///
/// It decides every hidden card: never log it, never send it before the end.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// The hash of a [`Secret`], published before the deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl Secret {
    /// A secret from these bytes, which must come from a cryptographic source.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A fresh secret.
    pub fn draw(rng: &mut impl Rng) -> Self {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// Returns the hash of the secret, which may be shown before the deal.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

impl Commitment {
    /// True if `secret` is the one that was promised.
    pub fn holds_for(&self, secret: &Secret) -> bool {
        *self == secret.commitment()
    }
}

/// Shuffles `pack` as this deal demands.
///
/// `attempt` is 0, and one more for each time the rules demanded a new deal
/// from the same secret.
pub fn shuffle<T>(pack: &mut [T], secret: &Secret, nonces: &Nonces, attempt: u32) {
    let mut rng = ChaCha20Rng::from_seed(seed(secret, nonces, attempt));
    for last in (1..pack.len()).rev() {
        let chosen = below(&mut rng, last as u32 + 1) as usize;
        pack.swap(last, chosen);
    }
}

/// SHA-256 over tag, secret, the attempt as four bytes (little endian), and
/// for each seat the nonce's length as one byte and its bytes.
fn seed(secret: &Secret, nonces: &Nonces, attempt: u32) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(SEED_TAG);
    hash.update(secret.0);
    hash.update(attempt.to_le_bytes());
    for nonce in nonces.as_slice() {
        hash.update([nonce.len() as u8]);
        hash.update(nonce.as_bytes());
    }
    hash.finalize().into()
}

/// An even choice below `bound`: words of the key stream, those of the
/// incomplete last stretch of multiples thrown away.
fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    let unfair = u32::MAX - (u32::MAX % bound + 1) % bound;
    loop {
        let word = rng.next_u32();
        if word <= unfair {
            return word % bound;
        }
    }
}

thirty_two_bytes!(Secret, "a secret of 64 hexadecimal digits");
thirty_two_bytes!(Commitment, "a commitment of 64 hexadecimal digits");

impl fmt::Debug for Secret {
    /// Shows the commitment only, so that a log line cannot give a deal away.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret(for {})", self.commitment())
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    fn shuffled(secret: [u8; 32], nonces: &Nonces, attempt: u32) -> Vec<u8> {
        let mut pack: Vec<u8> = (0..40).collect();
        shuffle(&mut pack, &Secret::new(secret), nonces, attempt);
        pack
    }

    /// Recorded deals depend on this very order: it may never change.
    #[test]
    fn the_shuffle_is_the_one_that_was_recorded() {
        let mut nonces = Nonces::none(2);
        nonces.set(Seat::new(1), "burja".into()).unwrap();
        let secret: [u8; 32] = std::array::from_fn(|i| i as u8);
        assert_eq!(hex::encode(seed(&Secret::new(secret), &nonces, 0)), SEED);
        assert_eq!(shuffled(secret, &nonces, 0), ORDER);
    }

    // Both computed by a separate implementation in Python.
    const SEED: &str = "a283bbc04a6e65e6a0b0da8f0cbc148e02d9a003128d12c600d43c4420b07b77";
    const ORDER: [u8; 40] = [
        38, 22, 27, 0, 37, 3, 10, 15, 7, 31, 12, 34, 14, 2, 35, 39, 28, 21, 11, 29, 6, 1, 25, 4,
        33, 17, 9, 32, 36, 23, 5, 20, 30, 19, 18, 16, 24, 8, 13, 26,
    ];

    #[test]
    fn every_part_matters() {
        let base = shuffled([1; 32], &Nonces::none(2), 0);
        let mut nonces = Nonces::none(2);
        nonces.set(Seat::new(0), "x".into()).unwrap();
        assert_ne!(base, shuffled([2; 32], &Nonces::none(2), 0));
        assert_ne!(base, shuffled([1; 32], &nonces, 0));
        assert_ne!(base, shuffled([1; 32], &Nonces::none(2), 1));
        assert_ne!(base, shuffled([1; 32], &Nonces::none(3), 0));
        assert_eq!(base, shuffled([1; 32], &Nonces::none(2), 0));
    }

    #[test]
    fn each_card_comes_to_each_place_about_equally_often() {
        const DEALS: u32 = 20_000;
        let mut counts = [[0u32; 10]; 10];
        for deal in 0..DEALS {
            let mut secret = [0; 32];
            secret[..4].copy_from_slice(&deal.to_le_bytes());
            let mut pack: [usize; 10] = std::array::from_fn(|i| i);
            shuffle(&mut pack, &Secret::new(secret), &Nonces::none(2), 0);
            for (place, &card) in pack.iter().enumerate() {
                counts[place][card] += 1;
            }
        }
        // Chi squared with 81 degrees of freedom: 0.01 % lie above 134.
        let expected = f64::from(DEALS) / 10.0;
        let chi: f64 = counts
            .iter()
            .flatten()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum();
        assert!(chi < 134.0, "chi squared {chi}");
    }

    #[test]
    fn a_secret_does_not_show_itself_in_debug_output() {
        let secret = Secret::new([0xab; 32]);
        assert!(!format!("{secret:?}").contains("abab"));
        assert!(secret.commitment().holds_for(&secret));
        assert_eq!(secret.to_string().parse::<Secret>().unwrap(), secret);
    }
}
