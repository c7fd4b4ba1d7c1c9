//! Dealing out the cards an observer does not see.
//!
//! Unknown cards that the same holders may hold form a group. The number of
//! ways to share the groups out is counted once per view, group by group and by
//! the places left; a sample then walks the same table, so that every
//! distribution that fits is equally likely. One thing the table cannot say,
//! that everybody was dealt a tarok: samples without are thrown away, which
//! leaves the others as likely as each other.

use std::collections::HashMap;

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::{BySeat, Seat};

use crate::exchange::plain;
use crate::{Card, CardSet, SEATS, Suit, TALON, Tarok, View};

/// Three hands for the public, and the talon or the discards: if the talon was
/// not turned up, nothing is discarded.
const HOLDERS: usize = 4;

/// So many samples in a row without a tarok for somebody mean that there is
/// none with one: the worst real views need some hundreds.
const MOST_SAMPLES: u32 = 1_000_000;

/// The distributions of hidden cards that a view allows for.
#[derive(Clone, Debug)]
pub struct HiddenCards<'a> {
    view: &'a View,
    /// What is known of each hand; hidden cards are added to it.
    known: BySeat<CardSet>,
    /// Who holds hidden cards, and how many.
    holders: ArrayVec<(Holder, u8), HOLDERS>,
    groups: ArrayVec<Group, { 1 << HOLDERS }>,
    /// Ways to share out a group and all after it, by places left.
    ways: Vec<HashMap<Places, f64>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Hand(Seat),
    Talon,
    Discards,
}

/// Cards that the same holders may hold.
#[derive(Clone, Debug)]
struct Group {
    cards: ArrayVec<Card, 54>,
    /// Bit `i` for the holder with index `i`.
    allowed: u8,
}

type Places = [u8; HOLDERS];

/// Hands, talon (the next gift last) and what was discarded face down.
struct World {
    hands: BySeat<CardSet>,
    talon: ArrayVec<Card, TALON>,
    buried: CardSet,
}

impl<'a> HiddenCards<'a> {
    /// Counts the distributions that this view allows for.
    ///
    /// # Panics
    /// If there is none, which no view of a real state can cause.
    pub fn new(view: &'a View) -> Self {
        let mut known = view.table.known;
        if let (Some(seat), Some(hand)) = (view.observer, view.hand) {
            known[seat] = hand;
        }
        let holders: ArrayVec<_, HOLDERS> = Seat::all(SEATS)
            .map(|seat| (Holder::Hand(seat), view.hidden_in(seat) as u8))
            .chain([
                (Holder::Talon, view.table.talon),
                (Holder::Discards, view.hidden_discards() as u8),
            ])
            .filter(|&(_, places)| places > 0)
            .collect();
        let groups = group(view, &holders);
        let ways = vec![HashMap::new(); groups.len()];
        let mut hidden = Self { view, known, holders, groups, ways };
        let ways = hidden.count(0, hidden.places());
        assert!(ways > 0.0, "no hidden cards fit this view: {view:?}");
        hidden
    }

    /// A full state, all that the view allows for evenly likely.
    ///
    /// # Panics
    /// If somebody cannot have been dealt a tarok, which no view of a real
    /// state can cause.
    pub fn sample(&self, rng: &mut impl Rng) -> Tarok {
        for _ in 0..MOST_SAMPLES {
            let World { hands, talon, buried } = self.world(rng);
            if self.everybody_was_dealt_a_tarok(&hands) {
                return Tarok { table: self.view.table.clone(), hands, talon, buried };
            }
        }
        panic!("no deal with taroks for all fits this view: {:?}", self.view)
    }

    fn world(&self, rng: &mut impl Rng) -> World {
        let mut world =
            World { hands: self.known, talon: ArrayVec::new(), buried: self.view.discards };
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
                        Holder::Hand(seat) => _ = world.hands[seat].insert(card),
                        Holder::Talon => world.talon.push(card),
                        Holder::Discards => _ = world.buried.insert(card),
                    }
                }
            }
        }
        shuffle(&mut world.talon, rng);
        world
    }

    /// Otherwise the cards would have been dealt again. What came from the
    /// talon does not count; what went away face down was no tarok.
    fn everybody_was_dealt_a_tarok(&self, hands: &BySeat<CardSet>) -> bool {
        let table = &self.view.table;
        hands.enumerate().all(|(seat, &hand)| {
            let mut cards = hand | table.played[seat];
            if let Some((declarer, taken)) = table.taken_from_talon()
                && declarer == seat
            {
                cards |= table.shown();
                cards -= taken;
            }
            !cards.is_disjoint(Suit::Taroks.cards())
        })
    }

    fn places(&self) -> Places {
        let mut places = [0; HOLDERS];
        for (place, &(_, count)) in places.iter_mut().zip(&self.holders) {
            *place = count;
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

fn group(view: &View, holders: &[(Holder, u8)]) -> ArrayVec<Group, { 1 << HOLDERS }> {
    let mut groups = ArrayVec::<Group, { 1 << HOLDERS }>::new();
    for card in view.unseen() {
        let mut allowed = 0;
        for (index, &(holder, _)) in holders.iter().enumerate() {
            let may = match holder {
                Holder::Hand(seat) => !view.table.denied[seat].contains(card),
                Holder::Talon => true,
                Holder::Discards => plain().contains(card),
            };
            allowed |= u8::from(may) << index;
        }
        match groups.iter_mut().find(|group| group.allowed == allowed) {
            Some(group) => group.cards.push(card),
            None => groups.push(Group { cards: ArrayVec::from_iter([card]), allowed }),
        }
    }
    // What has few places first: the fewer ways there are to count.
    groups.sort_by_key(|group| group.allowed.count_ones());
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
        let room = |holder: usize| if allowed >> holder & 1 == 1 { left[holder] } else { 0 };
        // What finds no room further on must lie here.
        let further: u8 = (holder + 1..HOLDERS).map(room).sum();
        for share in size.saturating_sub(further)..=room(holder).min(size) {
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
        // 32 random bits scaled to at most 54: the bias is below 2e-8.
        let chosen = (u64::from(rng.next_u32()) * (last as u64 + 1)) >> 32;
        cards.swap(last, chosen as usize);
    }
}

/// An even number from 0 up to but not including 1.
fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
