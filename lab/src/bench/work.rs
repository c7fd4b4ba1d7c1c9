//! The result of a part of the checksum.

/// The result of a part of the checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Positions, playouts or worlds.
    pub nodes: u64,
    /// A hash of what was found.
    pub mark: u64,
}

impl Work {
    /// Nothing was done yet: the hash is FNV-1a's first value.
    pub const NONE: Self = Self { nodes: 0, mark: 0xcbf2_9ce4_8422_2325 };

    /// Adds something that was found (FNV-1a, G. Fowler, L. C. Noll, P. Vo).
    pub fn find(&mut self, found: u64) {
        for byte in found.to_le_bytes() {
            self.mark = (self.mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
