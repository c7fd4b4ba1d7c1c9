//! One suit of a two-player ending as the state of an automaton.
//!
//! The cards that two hands hold of a suit come to a *shape*: the cards still in play from the
//! weakest to the strongest, cut into runs held by one player. Inside a run the order does not
//! matter, since no card of the other player lies between, so the numbers of its cards of each
//! worth identify a run. The 59,049 ways in which two players can hold a suit come to a few
//! thousand shapes; everything a search asks of a shape is worked out once.
//!
//! Source: rank equivalence as in double-dummy solvers of bridge (M. Ginsberg,
//! "GIB: steps toward an expert-level bridge-playing program", 1999), carried
//! further by joining cards of one run that differ only in rank.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::runs::{
    LEADER, Run, Runs, WORTHS, cashable, given, has_exit, runs, swapped, tidy, without,
    without_keeping,
};

/// A shape's number.
pub(super) type Shape = u16;

/// The shape of a suit that neither player holds.
const EMPTY: Shape = 0;

/// A card the leader can lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    /// The shape when the other player could not follow.
    pub alone: Shape,
    /// The place of the answers in the suit in [`Suits::replies`].
    replies: Slice,
    /// The thirds of the card.
    pub thirds: u8,
    /// The place of the lead among all leads in the order of trial, the lowest first.
    pub order: u8,
}

/// An answer in the suit led.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    /// The shape afterwards, from the side of the next leader.
    pub next: Shape,
    /// The thirds of both cards.
    pub thirds: u8,
    /// True if the answer takes the trick.
    pub takes: bool,
}

/// A card thrown off on another suit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discard {
    /// The shape afterwards.
    pub next: Shape,
    /// The thirds of the card.
    pub thirds: u8,
}

/// A piece of one of the lists in [`Suits`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slice {
    pub start: u16,
    len: u8,
}

impl Slice {
    #[inline]
    pub fn of<T>(self, list: &[T]) -> &[T] {
        &list[usize::from(self.start)..usize::from(self.start) + usize::from(self.len)]
    }
}

/// More than there are shapes, and a power of two, so that no look-up by shape
/// need be checked.
const SHAPES: usize = 1 << 13;

/// Something about each shape.
type ByShape<T> = Box<[T; SHAPES]>;

/// Everything about all shapes.
pub(super) struct Suits {
    /// By shape: see [`word`].
    words: ByShape<u64>,
    /// By shape: the same suit with the players exchanged.
    swapped: ByShape<Shape>,
    /// By shape, for tršet and for kifameno: cards the leader may lead.
    lead_slices: [ByShape<Slice>; 2],
    /// By shape, for tršet and for kifameno: cards the follower may throw off.
    discard_slices: [ByShape<Slice>; 2],
    /// All leads, shape by shape.
    pub leads: Vec<Lead>,
    /// All answers, lead by lead, for tršet and for kifameno.
    replies: [Vec<Reply>; 2],
    /// All cards thrown off, shape by shape.
    discards: Vec<Discard>,
    /// Shapes by `TERNARY[leader's cards] + 2 · TERNARY[follower's cards]`.
    shapes: Vec<Shape>,
}

/// Reads ten bits as digits to the base of three.
const TERNARY: [u16; 1024] = {
    let mut table = [0; 1024];
    let mut cards = 0;
    while cards < 1024 {
        let (mut bit, mut power, mut sum) = (0, 1, 0);
        while bit < 10 {
            if cards >> bit & 1 == 1 {
                sum += power;
            }
            power *= 3;
            bit += 1;
        }
        table[cards] = sum;
        cards += 1;
    }
    table
};

/// Worked out on first use, which takes some milliseconds.
pub(super) static SUITS: LazyLock<Suits> = LazyLock::new(Suits::new);

impl Suits {
    /// The shape of a suit of which the two hold these ten-bit sets.
    pub fn shape(&self, leader: u64, follower: u64) -> Shape {
        let index = TERNARY[leader as usize] + 2 * TERNARY[follower as usize];
        self.shapes[usize::from(index)]
    }

    fn new() -> Self {
        let mut book = Book::default();
        book.number(Vec::new());
        let mut shapes = vec![EMPTY; 59_049];
        for leader in 0..1024u64 {
            // Every subset of the cards that the leader does not hold.
            let free = !leader & 0x3ff;
            let mut follower = free;
            loop {
                let index = TERNARY[leader as usize] + 2 * TERNARY[follower as usize];
                shapes[usize::from(index)] = book.number(runs(leader, follower));
                if follower == 0 {
                    break;
                }
                follower = (follower - 1) & free;
            }
        }
        let mut suits = Self {
            words: by_shape(),
            swapped: by_shape(),
            lead_slices: [by_shape(), by_shape()],
            discard_slices: [by_shape(), by_shape()],
            leads: Vec::new(),
            replies: [Vec::new(), Vec::new()],
            discards: Vec::new(),
            shapes,
        };
        for (shape, runs) in book.shapes.iter().enumerate() {
            suits.words[shape] = word(runs);
            suits.swapped[shape] = book.find(&swapped(runs));
            for (game, kifameno) in [false, true].into_iter().enumerate() {
                suits.lead_slices[game][shape] = suits.list_leads(runs, &book, kifameno);
                suits.discard_slices[game][shape] = suits.list_discards(runs, &book, kifameno);
            }
        }
        suits
    }

    /// Returns the shape's summand of a [`Total`](super::total::Total).
    #[inline]
    pub fn word(&self, shape: Shape) -> u64 {
        self.words[usize::from(shape) % SHAPES]
    }

    /// Returns the shape of the suit with the players exchanged.
    #[inline]
    pub fn swapped(&self, shape: Shape) -> Shape {
        self.swapped[usize::from(shape) % SHAPES]
    }

    /// Returns the place of the cards that may be led in [`Suits::leads`], in
    /// the order in which to try them.
    #[inline]
    pub fn lead_slice<const KIFAMENO: bool>(&self, shape: Shape) -> Slice {
        self.lead_slices[usize::from(KIFAMENO)][usize::from(shape) % SHAPES]
    }

    /// The answers in the suit led.
    #[inline]
    pub fn replies<const KIFAMENO: bool>(&self, lead: &Lead) -> &[Reply] {
        lead.replies.of(&self.replies[usize::from(KIFAMENO)])
    }

    /// The cards that may be thrown off.
    #[inline]
    pub fn discards<const KIFAMENO: bool>(&self, shape: Shape) -> &[Discard] {
        self.discard_slices[usize::from(KIFAMENO)][usize::from(shape) % SHAPES].of(&self.discards)
    }

    fn list_leads(&mut self, runs: &Runs, book: &Book, kifameno: bool) -> Slice {
        let start = self.leads.len();
        let follows = runs.iter().any(|run| run.owner != LEADER);
        for (at, run) in runs.iter().enumerate().filter(|(_, run)| run.owner == LEADER) {
            let wins = runs[at..].iter().all(|above| above.owner == LEADER);
            let loses = follows && runs[..at].iter().all(|below| below.owner == LEADER);
            let worths: Vec<usize> = match (wins, loses) {
                // The trick's fate is certain, so one worth of the run is at
                // least as good as any other: see `extreme`.
                (true, _) => vec![run.extreme(!kifameno)],
                (_, true) => vec![run.extreme(kifameno)],
                _ => (0..3).filter(|&worth| run.cards[worth] > 0).collect(),
            };
            for worth in worths {
                let lead = self.lead(runs, at, worth, book, kifameno, (wins, loses));
                self.leads.push(lead);
            }
        }
        self.leads[start..].sort_by_key(|lead| lead.order);
        Slice { start: start as u16, len: (self.leads.len() - start) as u8 }
    }

    fn lead(
        &mut self,
        runs: &Runs,
        at: usize,
        worth: usize,
        book: &Book,
        kifameno: bool,
        (wins, loses): (bool, bool),
    ) -> Lead {
        let replies = &mut self.replies[usize::from(kifameno)];
        let start = replies.len();
        let mut answers: Vec<_> =
            runs.iter().enumerate().filter(|(_, run)| run.owner != LEADER).collect();
        // The likeliest refutation first: in tršet the cheapest card that
        // takes, in kifameno the strongest card.
        answers.sort_by_key(|&(place, _)| match kifameno {
            false => (place <= at, place),
            true => (false, runs.len() - place),
        });
        for (place, run) in answers {
            let takes = place > at;
            let answer = run.extreme(takes != kifameno);
            let rest = without(&without_keeping(runs, at, worth), place, answer);
            let rest = if takes { swapped(&rest) } else { rest };
            let thirds = WORTHS[worth] + WORTHS[answer];
            replies.push(Reply { next: book.find(&tidy(rest)), thirds, takes });
        }
        let below = runs[..at].iter().filter(|run| run.owner != LEADER).map(Run::len).sum::<u8>();
        let above = runs[at..].iter().filter(|run| run.owner != LEADER).map(Run::len).sum::<u8>();
        Lead {
            alone: book.find(&tidy(without_keeping(runs, at, worth))),
            replies: Slice { start: start as u16, len: (replies.len() - start) as u8 },
            thirds: WORTHS[worth],
            order: order(WORTHS[worth], wins, loses, below, above)[usize::from(kifameno)],
        }
    }

    fn list_discards(&mut self, runs: &Runs, book: &Book, kifameno: bool) -> Slice {
        let start = self.discards.len();
        for (at, run) in runs.iter().enumerate().filter(|(_, run)| run.owner != LEADER) {
            let worth = run.extreme(kifameno);
            let next = book.find(&tidy(without_keeping(runs, at, worth)));
            self.discards.push(Discard { next, thirds: WORTHS[worth] });
        }
        Slice { start: start as u16, len: (self.discards.len() - start) as u8 }
    }
}

/// Returns the place of a lead in the order of trial, for tršet and kifameno:
/// the lower the earlier. Found by counting nodes over the endings of the
/// bench.
fn order(thirds: u8, wins: bool, loses: bool, below: u8, above: u8) -> [u8; 2] {
    let trset = match (wins, loses) {
        (true, _) => 10 - thirds + below,
        (_, true) => 20 + 4 * thirds,
        _ => 30 + 4 * thirds,
    };
    let kifameno = match (wins, loses) {
        (true, _) => 5,
        (_, true) => 10 + above,
        _ => 20 + below - thirds.min(below),
    };
    [trset, kifameno]
}

fn by_shape<T: Copy + Default>() -> ByShape<T> {
    Box::new([T::default(); SHAPES])
}

/// Numbers shapes as they are met.
#[derive(Default)]
struct Book {
    numbers: HashMap<Runs, Shape>,
    shapes: Vec<Runs>,
}

impl Book {
    fn number(&mut self, runs: Runs) -> Shape {
        let next = self.shapes.len() as Shape;
        *self.numbers.entry(runs).or_insert_with_key(|runs| {
            self.shapes.push(runs.clone());
            next
        })
    }

    fn find(&self, runs: &Runs) -> Shape {
        self.numbers[runs]
    }
}

/// One suit's part of a [`Total`](super::total::Total), a byte each from the lowest: thirds, the
/// leader's cards, sure tricks, sure thirds, whether both hold cards, thirds
/// given, whether the leader has an exit. Words of four suits can be added up:
/// no byte can overflow.
fn word(runs: &Runs) -> u64 {
    let (sure, sure_thirds) = cashable(runs);
    let count = |leads: bool| -> u8 {
        runs.iter().filter(|run| (run.owner == LEADER) == leads).map(Run::len).sum()
    };
    let contact = u8::from(count(true) > 0 && count(false) > 0);
    let thirds = runs.iter().map(Run::thirds).sum();
    let exit = u8::from(has_exit(runs));
    let bytes = [thirds, count(true), sure, sure_thirds, contact, given(runs), exit, 0];
    u64::from_le_bytes(bytes)
}
