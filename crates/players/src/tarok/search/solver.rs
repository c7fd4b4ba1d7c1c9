//! Zero-window search of card play for two sides, one player against two.
//!
//! A question is always "does the soloist still get at least so much?". The
//! answer comes with the taroks that it rests on, so that it can be remembered
//! for all positions that differ elsewhere ([`Proofs`]).

use super::bits::{MOND_BIT, PAGAT_BIT, SEATS, SKIS_BIT, bit, highest, value};
use super::kernel::{avoiding_cards, following};
use super::order::{NONE, Order};
use super::proofs::{Key, Known, Proofs};
use super::quick_tricks;
use super::relative::{Leaving, TAROKS_IN_RUN, down_to_equals, representatives};
use super::trick::Trick;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// The soloist's points, of which it wants many.
    Points,
    /// The soloist's thirds of points, with klop's gifts, of which it wants
    /// few; a trick at a time.
    KlopThirds,
    /// Whether the soloist takes a trick, 0 or 1, which it does not want.
    AnyTrick,
}

impl Count {
    /// What counts for a point of a card.
    fn unit(self) -> i32 {
        match self {
            Self::Points => 1,
            Self::KlopThirds => 3,
            Self::AnyTrick => 0,
        }
    }
}

/// A bound, and of how many of the highest taroks, the trula apart, it rests on
/// the owners. Whether it is a lower or an upper one follows from the question.
#[derive(Clone, Copy, Debug)]
struct Bound {
    value: i32,
    taroks: u32,
}

/// The search, with all it remembers. The soloist is player 0.
#[derive(Clone, Debug)]
pub(super) struct Solver {
    count: Count,
    /// By the number of tricks to play, thirds that the next one brings
    /// besides its cards.
    gifts: [i32; 17],
    pub proofs: Proofs,
    pub nodes: u64,
    /// By player and number of tricks to play, the lead that last answered a
    /// question (S. Akl, M. Newborn, "The principal continuation and the killer
    /// heuristic", 1977).
    killers: [[u8; 17]; SEATS],
    /// The search gives up when it has visited so many.
    pub most_nodes: u64,
}

impl Solver {
    pub fn new(count: Count, bits: u32) -> Self {
        Self {
            count,
            gifts: [0; 17],
            proofs: Proofs::new(bits, count.unit()),
            nodes: 0,
            killers: [[NONE; 17]; SEATS],
            most_nodes: u64::MAX,
        }
    }

    /// Klop's gifts, the next one last, with so many tricks to play. Bounds
    /// that were proved with others no longer hold.
    pub fn set_gifts(&mut self, talon: &[u8], tricks: u32) {
        let mut gifts = [0; 17];
        for (tricks, &card) in (1..=tricks as usize).rev().zip(talon.iter().rev()) {
            gifts[tricks] = 3 * value(card) as i32 - 2;
        }
        if gifts != self.gifts {
            self.gifts = gifts;
            self.proofs.forget();
        }
    }

    /// Whether the soloist is to be kept from getting much: it does not want
    /// what is counted.
    #[inline(always)]
    fn avoiding(&self) -> bool {
        self.count != Count::Points
    }

    #[inline(always)]
    fn maximizing(&self, player: u8) -> bool {
        (player == 0) != self.avoiding()
    }

    /// All that is still to be counted.
    pub fn rest(&self, hands: &[u64; SEATS]) -> i32 {
        let tricks = hands[0].count_ones() as i32;
        let values = super::bits::values(hands[0] | hands[1] | hands[2]) as i32;
        match self.count {
            Count::Points => values - 2 * tricks,
            Count::KlopThirds => {
                3 * (values - 2 * tricks) + self.gifts[..=tricks as usize].iter().sum::<i32>()
            }
            Count::AnyTrick => 1.min(tricks),
        }
    }

    /// The exact value of a trick in progress: a series of questions, starting
    /// from a guess (A. Plaat and others, MTD(f), 1996).
    pub fn value(&mut self, trick: &Trick) -> i32 {
        let rest = self.rest_of(trick);
        let (mut least, mut most) = (0, rest);
        let mut need = self.guess(*trick).clamp(1, rest.max(1));
        while least < most && !self.is_spent() {
            let found = self.ask(trick, need);
            if found >= need {
                least = found;
            } else {
                most = found;
            }
            need = if found >= need { least + 1 } else { most };
        }
        least
    }

    /// Whether the search has given up: what it says is of no meaning then.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.nodes > self.most_nodes
    }

    /// A bound of the value that answers whether it is at least `need`.
    pub fn ask(&mut self, trick: &Trick, need: i32) -> i32 {
        let rest = self.rest_of(trick);
        if trick.played == 0 {
            self.lead(&trick.hands, trick.leader, rest, need).value
        } else {
            self.follow(trick, rest, need).value
        }
    }

    /// What the soloist gets if everybody plays the card that would be tried
    /// first.
    fn guess(&self, mut trick: Trick) -> i32 {
        let mut value = 0;
        while trick.hands[0] != 0 {
            trick = trick.with(self.cards(&trick, None).next().expect("some card is legal"));
            if usize::from(trick.played) == SEATS {
                let (worth, winner, _) = self.worth(&trick);
                if winner == 0 {
                    value += worth;
                }
                trick = Trick::led_by(winner, trick.left());
            }
        }
        value
    }

    /// What is to be counted from this trick on; its hands still have the
    /// cards on the table.
    fn rest_of(&self, trick: &Trick) -> i32 {
        self.rest(&trick.hands)
    }

    /// Between two tricks.
    fn lead(&mut self, hands: &[u64; SEATS], leader: u8, rest: i32, need: i32) -> Bound {
        if need <= 0 {
            return Bound { value: 0, taroks: 0 };
        }
        if need > rest {
            return Bound { value: rest, taroks: 0 };
        }
        self.nodes += 1;
        if self.is_spent() {
            return Bound { value: 0, taroks: 0 };
        }
        if !self.avoiding() {
            let own = quick_tricks::soloists(hands, leader);
            if own.points >= need {
                return Bound { value: own.points, taroks: own.taroks };
            }
            let theirs = quick_tricks::defenders(hands, leader);
            if rest - theirs.points < need {
                return Bound { value: rest - theirs.points, taroks: theirs.taroks };
            }
        }
        let trick = Trick::led_by(leader, *hands);
        let hand = hands[usize::from(leader)];
        if hand == 0 {
            return Bound { value: 0, taroks: 0 };
        }
        if hand & (hand - 1) == 0 {
            return self.last(trick, rest);
        }
        let key = Key::new(hands, leader);
        let answer = self.proofs.find(&key, |known| known.least >= need || known.most < need);
        let first = match answer {
            Ok(known) => {
                let value = if known.least >= need { known.least } else { known.most };
                return Bound { value, taroks: known.taroks };
            }
            Err(best) => best,
        };
        let mut order = self.cards(&trick, first);
        let tricks = hands[0].count_ones() as usize;
        order.favour(self.killers[usize::from(leader)][tricks]);
        let (bound, best) = self.try_all(&trick, &mut order, rest, need);
        if let Some(best) = best {
            self.killers[usize::from(leader)][tricks] = best;
        }
        let taroks = if self.avoiding() { TAROKS_IN_RUN } else { bound.taroks };
        let (least, most) =
            if bound.value >= need { (bound.value, rest) } else { (0, bound.value) };
        if !self.is_spent() {
            self.proofs.keep(&key, Known { least, most, taroks, best });
        }
        Bound { value: bound.value, taroks }
    }

    /// With one or two cards on the table.
    fn follow(&mut self, trick: &Trick, rest: i32, need: i32) -> Bound {
        let mut order = self.cards(trick, None);
        self.try_all(trick, &mut order, rest, need).0
    }

    /// The cards to play next, a remembered one first.
    #[inline]
    fn cards(&self, trick: &Trick, first: Option<u8>) -> Order {
        if !self.avoiding() {
            return Order::ordinary(trick, first);
        }
        let hand = trick.hands[usize::from(trick.turn())];
        let others = hand & !PAGAT_BIT;
        let legal = match trick.played {
            0 if others != 0 => others,
            0 => hand,
            _ => {
                let both = trick.played == 2 && trick.set() == MOND_BIT | SKIS_BIT;
                avoiding_cards(following(hand, trick.cards[0]), trick.best, both)
            }
        };
        let mut order = Order::new(first, representatives(legal));
        order.avoiding(trick);
        order
    }

    /// The cards in order until one answers the question, and that card.
    #[inline]
    fn try_all(
        &mut self,
        trick: &Trick,
        order: &mut Order,
        rest: i32,
        need: i32,
    ) -> (Bound, Option<u8>) {
        let maximizing = self.maximizing(trick.turn());
        let mut all = Bound { value: if maximizing { i32::MIN } else { i32::MAX }, taroks: 0 };
        while let Some(card) = order.next() {
            let next = trick.with(card);
            let bound = if usize::from(next.played) == SEATS {
                self.finish(&next, rest, need)
            } else {
                self.follow(&next, rest, need)
            };
            if (bound.value >= need) == maximizing || self.is_spent() {
                return (bound, Some(card));
            }
            if (bound.value > all.value) == maximizing {
                all.value = bound.value;
            }
            all.taroks = all.taroks.max(bound.taroks);
        }
        (all, None)
    }

    /// What the complete trick counts in all, and who takes it with what.
    #[inline(always)]
    fn worth(&self, trick: &Trick) -> (i32, u8, u8) {
        let (winner, card) = trick.taken();
        let values = trick.cards.iter().map(|&card| value(card) as i32).sum::<i32>() - 2;
        let worth = match self.count {
            Count::Points => values,
            Count::KlopThirds => {
                let tricks = trick.hands[0].count_ones() as usize;
                3 * values + self.gifts[tricks]
            }
            Count::AnyTrick => 0,
        };
        (worth, winner, card)
    }

    /// After the third card.
    #[inline(always)]
    fn finish(&mut self, trick: &Trick, rest: i32, need: i32) -> Bound {
        let (worth, winner, card) = self.worth(trick);
        if self.count == Count::AnyTrick && winner == 0 {
            return Bound { value: 1, taroks: TAROKS_IN_RUN };
        }
        let own = if winner == 0 { worth } else { 0 };
        let leaving = Leaving::new(trick.cards);
        let set = trick.set();
        let hands = leaving.close(trick.hands.map(|hand| hand & !set));
        let bound = self.lead(&hands, winner, rest - worth, need - own);
        // The winner's rank matters if it has beaten another of its run.
        let hand = trick.hands[usize::from(winner)];
        let taroks = leaving.open(bound.taroks).max(down_to_equals(card, set, hand));
        Bound { value: bound.value + own, taroks }
    }

    /// The last trick plays itself.
    fn last(&self, mut trick: Trick, rest: i32) -> Bound {
        let cards = [0, 1, 2].map(|player: usize| highest(trick.hands[player] | 1));
        for _ in 0..SEATS {
            trick = trick.with(cards[usize::from(trick.turn())]);
        }
        let (winner, card) = trick.taken();
        let taroks = down_to_equals(card, trick.set(), bit(card));
        Bound { value: if winner == 0 { rest } else { 0 }, taroks }
    }
}
