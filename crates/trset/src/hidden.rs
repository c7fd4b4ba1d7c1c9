//! Dealing out the cards an observer does not see.
//!
//! Unknown cards that are denied to the same players form a group. The number
//! of ways to share the groups out is counted once per view, group by group
//! and by the places left; a sample then walks the same table, so that every
//! consistent distribution is equally likely, however tight the voids are.

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::{BySeat, Seat};

use crate::{Card, CardSet, View};

/// At most three hidden hands, or hidden hands and the stock (four for the public).
const HOLDERS: usize = 5;

/// The distributions of hidden cards that a view allows for.
#[derive(Clone, Debug)]
pub struct HiddenCards {
    /// What is known of each hand; hidden cards are added to it.
    known: BySeat<CardSet>,
    /// Who holds hidden cards, and how many; the last one takes what is left.
    holders: ArrayVec<(Holder, usize), HOLDERS>,
    groups: ArrayVec<Group, 16>,
    /// Ways to share out a group and all after it, by places left (see `key`).
    ways: Vec<std::collections::HashMap<Places, f64>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Hand(Seat),
    Stock,
}

/// Cards that the same holders may hold.
#[derive(Clone, Debug)]
struct Group {
    cards: ArrayVec<Card, 40>,
    /// Bit `i` for the holder with index `i`.
    allowed: u8,
}

type Places = [u8; HOLDERS];

impl HiddenCards {
    /// Counts the distributions that this view allows for.
    ///
    /// # Panics
    /// If there is none, which no view of a real state can cause.
    pub fn new(view: &View) -> Self {
        let seats = view.options().seats();
        let mut known = view.known();
        if let (Some(seat), Some(hand)) = (view.observer(), view.hand()) {
            known[seat] = hand;
        }
        let mut holders: ArrayVec<_, HOLDERS> = Seat::all(seats)
            .map(|seat| (Holder::Hand(seat), view.hidden_in(seat)))
            .filter(|&(_, places)| places > 0)
            .collect();
        if view.stock() > 0 {
            holders.push((Holder::Stock, usize::from(view.stock())));
        }
        let groups = group(view, &holders);
        let mut hidden =
            Self { known, holders, ways: vec![Default::default(); groups.len()], groups };
        let ways = hidden.count(0, hidden.places());
        assert!(ways > 0.0, "no hidden cards fit this view: {view:?}");
        hidden
    }

    /// How many distributions there are, the order of the stock apart.
    pub fn count_distributions(&self) -> f64 {
        self.groups.first().map_or(1.0, |_| self.ways[0][&self.places()])
    }

    /// Hands and stock (the next card to be drawn last), all evenly likely.
    pub fn sample(&self, rng: &mut impl Rng) -> (BySeat<CardSet>, ArrayVec<Card, 20>) {
        let mut hands = self.known;
        let mut stock = ArrayVec::new();
        let mut left = self.places();
        for (index, group) in self.groups.iter().enumerate() {
            let mut cards = group.cards.clone();
            shuffle(&mut cards, rng);
            let shares = self.choose_shares(index, left, rng);
            for (&(holder, _), (&share, left)) in
                self.holders.iter().zip(shares.iter().zip(&mut left))
            {
                *left -= share;
                for card in cards.drain(..usize::from(share)) {
                    match holder {
                        Holder::Hand(seat) => _ = hands[seat].insert(card),
                        Holder::Stock => stock.push(card),
                    }
                }
            }
        }
        shuffle(&mut stock, rng);
        (hands, stock)
    }

    fn places(&self) -> Places {
        let mut places = [0; HOLDERS];
        for (place, &(_, count)) in places.iter_mut().zip(&self.holders) {
            *place = count as u8;
        }
        places
    }

    /// The ways to share out this group and all after it.
    fn count(&mut self, index: usize, left: Places) -> f64 {
        let Some(group) = self.groups.get(index) else { return 1.0 };
        if let Some(&ways) = self.ways[index].get(&left) {
            return ways;
        }
        let (size, allowed) = (group.cards.len() as u8, group.allowed);
        let mut all = Vec::new();
        shares(size, allowed, &left, &mut |shares| all.push(shares));
        let ways = all
            .into_iter()
            .map(|shares| multinomial(&shares) * self.count(index + 1, minus(left, shares)))
            .sum();
        self.ways[index].insert(left, ways);
        ways
    }

    fn choose_shares(&self, index: usize, left: Places, rng: &mut impl Rng) -> Places {
        let group = &self.groups[index];
        let ways = |shares: Places| {
            let rest = match self.ways.get(index + 1) {
                Some(table) => table[&minus(left, shares)],
                None => 1.0,
            };
            multinomial(&shares) * rest
        };
        let mut target = unit(rng) * self.ways[index][&left];
        let mut chosen = None;
        shares(group.cards.len() as u8, group.allowed, &left, &mut |shares| {
            let weight = ways(shares);
            if target >= 0.0 && weight > 0.0 {
                chosen = Some(shares);
                target -= weight;
            }
        });
        chosen.expect("a group that was counted can be shared out")
    }
}

fn group(view: &View, holders: &[(Holder, usize)]) -> ArrayVec<Group, 16> {
    let denied = view.denied();
    let mut groups = ArrayVec::<Group, 16>::new();
    for card in view.unseen() {
        let mut allowed = 0;
        for (index, &(holder, _)) in holders.iter().enumerate() {
            let may = match holder {
                Holder::Hand(seat) => !denied[seat].contains(card),
                Holder::Stock => true,
            };
            allowed |= u8::from(may) << index;
        }
        match groups.iter_mut().find(|group| group.allowed == allowed) {
            Some(group) => group.cards.push(card),
            None => groups.push(Group { cards: ArrayVec::from_iter([card]), allowed }),
        }
    }
    groups
}

/// Every way to take `size` cards from the places left of the allowed holders.
fn shares(size: u8, allowed: u8, left: &Places, tell: &mut impl FnMut(Places)) {
    fn place(
        holder: usize,
        size: u8,
        allowed: u8,
        left: &Places,
        shares: &mut Places,
        tell: &mut impl FnMut(Places),
    ) {
        if holder == HOLDERS {
            if size == 0 {
                tell(*shares);
            }
            return;
        }
        let most = if allowed >> holder & 1 == 1 { left[holder].min(size) } else { 0 };
        for share in 0..=most {
            shares[holder] = share;
            place(holder + 1, size - share, allowed, left, shares, tell);
        }
        shares[holder] = 0;
    }
    place(0, size, allowed, left, &mut [0; HOLDERS], tell);
}

fn minus(left: Places, shares: Places) -> Places {
    std::array::from_fn(|holder| left[holder] - shares[holder])
}

/// The ways to split distinct cards into shares of these sizes.
fn multinomial(shares: &Places) -> f64 {
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

fn shuffle(cards: &mut [Card], rng: &mut impl Rng) {
    for last in (1..cards.len()).rev() {
        // 32 random bits scaled to at most 40: the bias is below 1e-8.
        let chosen = (u64::from(rng.next_u32()) * (last as u64 + 1)) >> 32;
        cards.swap(last, chosen as usize);
    }
}

/// An even number from 0 up to but not including 1.
fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
