//! Fingerprints of outcomes: a program that plays otherwise has others.

use sha2::{Digest as _, Sha256};

use crate::recorded::hexadecimal;

/// The number of hexadecimal digits of a fingerprint.
pub const DIGITS: usize = 12;

/// Returns the fingerprint of what was hashed.
pub fn fingerprint(hash: Sha256) -> String {
    hexadecimal(&hash.finalize())[..DIGITS].to_owned()
}
