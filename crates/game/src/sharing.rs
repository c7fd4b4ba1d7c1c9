//! Sharing hidden cards out among their possible holders.
//!
//! Cards that the same holders may hold form a group. The number of ways to
//! share the groups out is counted once, group by group and by the places left;
//! a sample then walks the same table, so that every way is equally likely,
//! however tight the places are.

use std::collections::HashMap;

use arrayvec::ArrayVec;
use rand_core::Rng;

use crate::{DealError, Game, Seat};

/// More cards than any pack has: a set of them is one word.
const MOST_CARDS: usize = 64;

/// The ways to share cards out among `HOLDERS` holders with these places.
#[derive(Clone, Debug)]
pub struct Sharing<C, const HOLDERS: usize> {
    places: [u8; HOLDERS],
    groups: Vec<Group<C>>,
    /// Ways to share out a group and all after it, by places left.
    ways: Vec<HashMap<[u8; HOLDERS], Ways<HOLDERS>>>,
}

/// The ways to share out a group and all after it.
#[derive(Clone, Debug)]
struct Ways<const HOLDERS: usize> {
    all: f64,
    /// By the sizes of the group's shares, those that have any.
    by_shares: Vec<([u8; HOLDERS], f64)>,
}

/// Cards that the same holders may hold.
#[derive(Clone, Debug)]
struct Group<C> {
    cards: ArrayVec<C, MOST_CARDS>,
    /// Bit `i` for the holder with index `i`.
    allowed: u8,
}

impl<C: Copy, const HOLDERS: usize> Sharing<C, HOLDERS> {
    /// Counts the ways. Each card comes with its possible holders, bit `i` for the holder with
    /// index `i`; counting is quickest if the cards with few of them come first.
    ///
    /// # Panics
    /// If there are more than 64 cards that the same holders may hold.
    pub fn new(places: [u8; HOLDERS], cards: impl IntoIterator<Item = (C, u8)>) -> Self {
        const { assert!(HOLDERS <= u8::BITS as usize) };
        let mut groups: Vec<Group<C>> = Vec::new();
        for (card, allowed) in cards {
            match groups.iter_mut().find(|group| group.allowed == allowed) {
                Some(group) => group.cards.push(card),
                None => groups.push(Group { cards: ArrayVec::from_iter([card]), allowed }),
            }
        }
        let ways = vec![HashMap::new(); groups.len()];
        let mut sharing = Self { places, groups, ways };
        sharing.count(0, places);
        sharing
    }

    /// Returns the number of ways, the order within a holder's cards apart.
    pub fn ways(&self) -> f64 {
        self.ways.first().map_or(1.0, |table| table[&self.places].all)
    }

    /// Shares the cards out, every way equally likely: passes on each card with the index of its
    /// holder.
    ///
    /// # Panics
    /// If there is no way.
    pub fn sample(&self, rng: &mut impl Rng, mut tell: impl FnMut(usize, C)) {
        let mut left = self.places;
        for (index, group) in self.groups.iter().enumerate() {
            let mut cards = group.cards.clone();
            shuffle(&mut cards, rng);
            let shares = self.choose_shares(index, left, rng);
            left = minus(left, shares);
            for (holder, &share) in shares.iter().enumerate() {
                for card in cards.drain(..usize::from(share)) {
                    tell(holder, card);
                }
            }
        }
    }

    /// The ways to share out this group and all after it.
    fn count(&mut self, index: usize, left: [u8; HOLDERS]) -> f64 {
        let Some(group) = self.groups.get(index) else { return 1.0 };
        if let Some(ways) = self.ways[index].get(&left) {
            return ways.all;
        }
        let (size, allowed) = (group.cards.len() as u8, group.allowed);
        let mut by_shares = Vec::new();
        shares(size, allowed, &left, &mut |shares| by_shares.push((shares, multinomial(&shares))));
        for (shares, ways) in &mut by_shares {
            *ways *= self.count(index + 1, minus(left, *shares));
        }
        by_shares.retain(|&(_, ways)| ways > 0.0);
        let all = by_shares.iter().map(|&(_, ways)| ways).sum();
        self.ways[index].insert(left, Ways { all, by_shares });
        all
    }

    fn choose_shares(
        &self,
        index: usize,
        left: [u8; HOLDERS],
        rng: &mut impl Rng,
    ) -> [u8; HOLDERS] {
        let ways = &self.ways[index][&left];
        let mut target = unit(rng) * ways.all;
        let mut chosen = None;
        for &(shares, weight) in &ways.by_shares {
            if target < 0.0 {
                break;
            }
            chosen = Some(shares);
            target -= weight;
        }
        chosen.expect("there is a way to share the cards out")
    }
}

/// Every way to take `size` cards from the places left of the allowed holders.
fn shares<const HOLDERS: usize>(
    size: u8,
    allowed: u8,
    left: &[u8; HOLDERS],
    tell: &mut impl FnMut([u8; HOLDERS]),
) {
    fn place<const HOLDERS: usize>(
        holder: usize,
        size: u8,
        allowed: u8,
        left: &[u8; HOLDERS],
        shares: &mut [u8; HOLDERS],
        tell: &mut impl FnMut([u8; HOLDERS]),
    ) {
        if holder == HOLDERS {
            if size == 0 {
                tell(*shares);
            }
            return;
        }
        let room = |holder: usize| if allowed >> holder & 1 == 1 { left[holder] } else { 0 };
        // Cards that find no room further on must lie here.
        let further: u8 = (holder + 1..HOLDERS).map(room).sum();
        for share in size.saturating_sub(further)..=room(holder).min(size) {
            shares[holder] = share;
            place(holder + 1, size - share, allowed, left, shares, tell);
        }
        shares[holder] = 0;
    }
    place(0, size, allowed, left, &mut [0; HOLDERS], tell);
}

fn minus<const HOLDERS: usize>(left: [u8; HOLDERS], shares: [u8; HOLDERS]) -> [u8; HOLDERS] {
    std::array::from_fn(|holder| left[holder] - shares[holder])
}

/// The ways to split distinct cards into shares of these sizes.
fn multinomial(shares: &[u8]) -> f64 {
    let mut total = 0;
    let mut ways = 1.0;
    for &share in shares {
        for taken in 1..=share {
            total += 1;
            ways *= f64::from(total) / f64::from(taken);
        }
    }
    ways.round()
}

/// Puts cards into an order, every one equally likely.
pub fn shuffle<C>(cards: &mut [C], rng: &mut impl Rng) {
    for last in (1..cards.len()).rev() {
        // 32 random bits scaled to at most 64: the bias is below 2e-8.
        let chosen = (u64::from(rng.next_u32()) * (last as u64 + 1)) >> 32;
        cards.swap(last, chosen as usize);
    }
}

/// Deals well shuffled cards, again if the rules ask for it.
///
/// # Panics
/// If the table has no such dealer, or the options do not fit together.
pub fn deal<G: Game>(options: &G::Options, dealer: Seat, rng: &mut impl Rng) -> G {
    loop {
        let mut pack = G::pack(options);
        shuffle(&mut pack, rng);
        match G::deal(options, dealer, &pack) {
            Err(DealError::Redeal(_)) => (),
            state => return state.expect("a whole pack"),
        }
    }
}

/// A number as likely as any other from 0 up to but not including 1.
fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    use super::*;

    /// Three cards without restriction and two that the first may not hold, with two places for the
    /// first and three for the second: he takes two of three.
    #[test]
    fn every_way_comes_equally_often() {
        let cards = [('a', 0b10), ('b', 0b10), ('x', 0b11), ('y', 0b11), ('z', 0b11)];
        let sharing = Sharing::new([2, 3], cards);
        assert_eq!(sharing.ways(), 3.0);
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let mut seen: HashMap<String, u32> = HashMap::new();
        for _ in 0..3_000 {
            let mut first: Vec<char> = Vec::new();
            sharing.sample(&mut rng, |holder, card| {
                if holder == 0 {
                    first.push(card);
                }
            });
            first.sort_unstable();
            *seen.entry(first.into_iter().collect()).or_default() += 1;
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
        for (first, times) in seen {
            assert!((900..1_100).contains(&times), "{first}: {times}");
        }
    }

    #[test]
    fn no_cards_have_one_way_and_too_few_places_none() {
        assert_eq!(Sharing::<char, 2>::new([0, 0], []).ways(), 1.0);
        assert_eq!(Sharing::new([1, 1], [('a', 0b01), ('b', 0b01)]).ways(), 0.0);
    }
}
