//! One suit of a two-player ending as the state of an automaton.
//!
//! Whatever two hands hold of a suit comes to a *shape*: the cards still in
//! play from the weakest to the strongest, cut into runs held by one player.
//! Inside a run the order does not matter, since no card of the other player
//! lies between, so a run is told by how many cards of each worth it has.
//! The 59,049 ways in which two players can hold a suit come to a few
//! thousand shapes; everything a search asks of a shape is worked out once.
//!
//! Source: rank equivalence as in double-dummy solvers of bridge (M. Ginsberg,
//! "GIB: steps toward an expert-level bridge-playing program", 1999), carried
//! further by joining cards of one run that differ only in rank.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::runs::Run;
use super::runs::{
    LEADER, Runs, WORTHS, cashable, given, has_exit, runs, swapped, tidy, without, without_keeping,
};

/// A shape's number.
pub(super) type Shape = u16;

/// The shape of a suit nobody holds.
pub(super) const EMPTY: Shape = 0;

/// A card the leader can lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    /// The shape when the other player could not follow.
    pub alone: Shape,
    /// Where the answers begin in [`Suits::replies`].
    pub replies: u32,
    /// How many answers in the suit there are.
    pub reply_count: u8,
    /// What the card is worth.
    pub thirds: u8,
    /// Where to try it among all leads, the lowest first: tršet, kifameno.
    pub order: [u8; 2],
}

/// An answer in the suit led.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    /// The shape afterwards, told from the side of who leads next.
    pub next: Shape,
    /// What both cards are worth.
    pub thirds: u8,
    /// Whether the answer takes the trick.
    pub takes: bool,
}

/// A card thrown off on another suit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discard {
    /// The shape afterwards.
    pub next: Shape,
    /// What the card is worth.
    pub thirds: u8,
}

/// A piece of one of the lists in [`Suits`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slice {
    start: u16,
    len: u8,
}

impl Slice {
    #[inline]
    pub fn of<T>(self, list: &[T]) -> &[T] {
        &list[usize::from(self.start)..usize::from(self.start) + usize::from(self.len)]
    }
}

/// What a shape amounts to, whoever searches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Summary {
    /// The same suit with the players exchanged.
    pub swapped: Shape,
    /// What all its cards are worth.
    pub thirds: u8,
    /// How many cards the leader holds.
    pub leader: u8,
    /// How many cards the follower holds.
    pub follower: u8,
    /// How many tricks the leader can cash at once, come what may.
    pub sure: u8,
    /// What those tricks bring at the least.
    pub sure_thirds: u8,
    /// What leading a card that must lose gives away at the least; 0 if there
    /// is no such card.
    pub given: u8,
    /// 1 if the leader could make the follower take a trick of the suit,
    /// otherwise 0.
    pub exit: u8,
    /// Cards the leader may lead: tršet, kifameno.
    pub leads: [Slice; 2],
    /// Cards the follower may throw off: tršet, kifameno.
    pub discards: [Slice; 2],
}

impl Summary {
    fn word(&self) -> u64 {
        let contact = u8::from(self.leader > 0 && self.follower > 0);
        let bytes = [
            self.thirds,
            self.leader,
            self.sure,
            self.sure_thirds,
            contact,
            self.given,
            self.exit,
            0,
        ];
        u64::from_le_bytes(bytes)
    }
}

/// Everything about all shapes.
pub(super) struct Suits {
    /// By shape.
    pub summaries: Vec<Summary>,
    /// By shape, one byte each from the lowest: thirds, the leader's cards,
    /// sure tricks, sure thirds, whether both hold cards, thirds given, whether
    /// the leader has an exit. Words
    /// of four suits can be added up: no byte can overflow.
    pub words: Vec<u64>,
    /// By shape: the same suit with the players exchanged.
    pub swapped: Vec<Shape>,
    /// All leads, shape by shape.
    pub leads: Vec<Lead>,
    /// All answers, lead by lead.
    pub replies: Vec<Reply>,
    /// All cards thrown off, shape by shape.
    pub discards: Vec<Discard>,
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
            summaries: Vec::with_capacity(book.shapes.len()),
            words: Vec::new(),
            swapped: Vec::new(),
            leads: Vec::new(),
            replies: Vec::new(),
            discards: Vec::new(),
            shapes,
        };
        for runs in &book.shapes {
            let summary = suits.summarize(runs, &book);
            suits.summaries.push(summary);
        }
        suits.words = suits.summaries.iter().map(Summary::word).collect();
        suits.swapped = suits.summaries.iter().map(|summary| summary.swapped).collect();
        suits
    }

    fn summarize(&mut self, runs: &Runs, book: &Book) -> Summary {
        let (sure, sure_thirds) = cashable(runs);
        let count = |owner: u8| runs.iter().filter(|run| run.owner == owner).map(Run::len).sum();
        Summary {
            swapped: book.find(&swapped(runs)),
            thirds: runs.iter().map(Run::thirds).sum(),
            leader: count(LEADER),
            follower: count(1),
            sure,
            sure_thirds,
            given: given(runs),
            exit: u8::from(has_exit(runs)),
            leads: [self.list_leads(runs, book, false), self.list_leads(runs, book, true)],
            discards: [self.list_discards(runs, book, false), self.list_discards(runs, book, true)],
        }
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
        let start = self.replies.len();
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
            self.replies.push(Reply { next: book.find(&tidy(rest)), thirds, takes });
        }
        let below = runs[..at].iter().filter(|run| run.owner != LEADER).map(Run::len).sum::<u8>();
        let above = runs[at..].iter().filter(|run| run.owner != LEADER).map(Run::len).sum::<u8>();
        Lead {
            alone: book.find(&tidy(without_keeping(runs, at, worth))),
            replies: start as u32,
            reply_count: (self.replies.len() - start) as u8,
            thirds: WORTHS[worth],
            order: order(WORTHS[worth], wins, loses, below, above),
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

/// Where to try a lead, for tršet and kifameno: the lower the earlier.
/// Found by counting nodes over the endings of the bench.
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
