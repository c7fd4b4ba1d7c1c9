//! The cards of suits by rank, whatever they are worth.
//!
//! Two positions in which the highest heart, the second highest and so on have
//! the same owners are played alike; they differ in what the cards bring. A
//! side that plays the second position as it would the first loses at most the
//! differences of those cards that are worth less there.

/// The cards of the four suits without gaps, the highest card of each in its
/// highest place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Suits {
    /// Whether the first or the second player owns it; above, whether the
    /// first or the third does.
    pub owners: u64,
    /// Which figures there are, four bits for each suit.
    pub figures: u16,
}

impl Suits {
    /// Of positions whose low cards have no gaps (`relative`), by the cards
    /// that the first or the second player has, and those that the first or the
    /// third has.
    #[inline]
    pub fn new(owners: [u64; 2]) -> Self {
        let all = (owners[0] | owners[1]) >> 4 & 0x0f0f_0f0f;
        let pairs = (all | all >> 4) & 0x00ff_00ff;
        let figures = (pairs | pairs >> 8) as u16;
        let [first, second] = owners.map(|cards| without_gaps(cards as u32, figures));
        Self { owners: u64::from(first) | u64::from(second) << 32, figures }
    }

    /// By how much more the cards of a position with other figures are worth,
    /// and by how much less those of this one, rank by rank.
    #[inline]
    pub fn differences(&self, figures: u16) -> (i32, i32) {
        if figures == self.figures {
            return (0, 0);
        }
        let (mut less, mut more) = (0, 0);
        for suit in 0..4 {
            let of = |figures: u16| usize::from(figures >> (4 * suit) & 15);
            less += i32::from(SURPLUS[of(figures)][of(self.figures)]);
            more += i32::from(SURPLUS[of(self.figures)][of(figures)]);
        }
        (less, more)
    }
}

#[inline(always)]
fn without_gaps(cards: u32, figures: u16) -> u32 {
    let closed = |suit: usize| {
        let present = usize::from(figures >> (4 * suit) & 15);
        CLOSED[present][(cards >> (8 * suit) & 255) as usize]
    };
    u32::from_le_bytes([closed(0), closed(1), closed(2), closed(3)])
}

/// By the figures that a suit has and a set of its cards, that set without
/// gaps.
static CLOSED: [[u8; 256]; 16] = {
    let mut closed = [[0; 256]; 16];
    let mut figures = 0;
    while figures < 16 {
        let mut cards = 0;
        while cards < 256 {
            let (mut place, mut figure) = (8, 8);
            while figure > 4 {
                figure -= 1;
                if figures >> (figure - 4) & 1 == 1 {
                    place -= 1;
                    closed[figures][cards] |= ((cards >> figure & 1) << place) as u8;
                }
            }
            closed[figures][cards] |= ((cards & 15) << (place - 4)) as u8;
            cards += 1;
        }
        figures += 1;
    }
    closed
};

/// By the figures of two suits of the same number of cards, by how much the
/// first one's are worth more, rank by rank; ranks at which they are worth less
/// apart.
static SURPLUS: [[u8; 16]; 16] = {
    let mut surplus = [[0; 16]; 16];
    let mut first = 0;
    while first < 16 {
        let mut second = 0;
        while second < 16 {
            let (mut a, mut b) = (first as u8, second as u8);
            while a != 0 {
                // By how much these two are worth more than a low card.
                let values = [8 - a.leading_zeros() as u8, 8 - b.leading_zeros() as u8];
                surplus[first][second] += values[0].saturating_sub(values[1]);
                a &= !(1 << values[0] >> 1);
                b &= !(1 << values[1] >> 1);
            }
            second += 1;
        }
        first += 1;
    }
    surplus
};

#[cfg(test)]
mod tests {
    use super::super::random::set;
    use super::*;

    fn suits(hands: [&str; 3]) -> Suits {
        let hands = hands.map(|cards| set(cards).bits());
        Suits::new([hands[0] | hands[1], hands[0] | hands[2]])
    }

    #[test]
    fn ranks_are_compared_and_values_told_apart() {
        // Of hearts the first has the highest, the second the next, the third
        // the lowest of three; low cards lie at the upper end of their run.
        let (one, other) = (suits(["HK", "HQ", "HC"]), suits(["HC", "HJ", "H1"]));
        assert_eq!(one.owners, other.owners);
        // King for knight, queen for jack, knight for a low card.
        assert_eq!(other.differences(one.figures), (6, 0));
        assert_eq!(one.differences(other.figures), (0, 6));
        assert_eq!(one.differences(one.figures), (0, 0));
        // King and jack for queen and knight.
        let (one, other) = (suits(["DK", "DJ", ""]), suits(["DQ", "DC", ""]));
        assert_eq!(one.owners, other.owners);
        assert_eq!(one.differences(other.figures), (1, 1));
        assert_ne!(one.owners, suits(["DK", "", "DJ"]).owners);
    }
}
