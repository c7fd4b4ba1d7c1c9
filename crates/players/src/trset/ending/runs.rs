//! A suit as runs of neighbouring cards, and what follows from it.

/// The worths a card can have, in thirds.
pub(super) const WORTHS: [u8; 3] = [0, 1, 3];

/// The player to lead; the other one, who follows, is 1.
pub(super) const LEADER: u8 = 0;

/// Neighbouring cards of one player: how many of each worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Run {
    /// [`LEADER`] or 1.
    pub owner: u8,
    /// Cards by the index of their worth in [`WORTHS`].
    pub cards: [u8; 3],
}

/// Runs from the weakest to the strongest.
pub(super) type Runs = Vec<Run>;

impl Run {
    /// Returns the number of cards in the run.
    pub fn len(&self) -> u8 {
        self.cards.iter().sum()
    }

    /// Returns the thirds of the run's cards.
    pub fn thirds(&self) -> u8 {
        self.cards.iter().zip(WORTHS).map(|(cards, worth)| cards * worth).sum()
    }

    /// The index of the greatest or least worth in the run.
    ///
    /// When it is certain who takes the trick, only this card of the run need be played. Playing X
    /// rather than Y of one run leads to the same future with X and Y exchanged. If the trick is
    /// won, playing the one worth more brings the difference immediately and loses it again later
    /// at the worst; if it is lost, retaining the one worth more saves the difference, and loses it
    /// later at the worst. In kifameno it is the other way round.
    pub fn extreme(&self, greatest: bool) -> usize {
        let held = |worth: &usize| self.cards[*worth] > 0;
        let mut worths = 0..3;
        let found = if greatest { worths.rfind(held) } else { worths.find(held) };
        found.expect("a run has cards")
    }
}

/// The runs of two hands.
pub(super) fn runs(leader: u64, follower: u64) -> Runs {
    let mut runs = Runs::new();
    for strength in 0..10 {
        let owner = match (leader >> strength & 1, follower >> strength & 1) {
            (1, _) => LEADER,
            (_, 1) => 1,
            _ => continue,
        };
        let worth = [0, 0, 0, 0, 1, 1, 1, 2, 1, 1][strength];
        if runs.last().is_none_or(|run| run.owner != owner) {
            runs.push(Run { owner, cards: [0; 3] });
        }
        if let Some(run) = runs.last_mut() {
            run.cards[worth] += 1;
        }
    }
    runs
}

pub(super) fn swapped(runs: &Runs) -> Runs {
    runs.iter().map(|run| Run { owner: 1 - run.owner, ..*run }).collect()
}

/// The runs without one card; a run may be left empty, so that places stay.
pub(super) fn without_keeping(runs: &Runs, at: usize, worth: usize) -> Runs {
    let mut runs = runs.clone();
    runs[at].cards[worth] -= 1;
    runs
}

pub(super) fn without(runs: &Runs, at: usize, worth: usize) -> Runs {
    tidy(without_keeping(runs, at, worth))
}

/// Drops empty runs and joins those that have become neighbours.
pub(super) fn tidy(runs: Runs) -> Runs {
    let mut tidy = Runs::new();
    for run in runs.into_iter().filter(|run| run.len() > 0) {
        match tidy.last_mut() {
            Some(last) if last.owner == run.owner => {
                for (sum, cards) in last.cards.iter_mut().zip(run.cards) {
                    *sum += cards;
                }
            }
            _ => tidy.push(run),
        }
    }
    tidy
}

/// The tricks the leader can cash in this suit without ever losing the lead,
/// and what they bring at the least.
///
/// The cards of the top run win one after the other; if they outlast the
/// follower's cards, so do all the others. The follower must give a card of
/// the suit to each of them as long as there are any, or has given it away
/// before: at the least the cards worth least.
pub(super) fn cashable(runs: &Runs) -> (u8, u8) {
    let total =
        |owner: u8| -> u8 { runs.iter().filter(|run| run.owner == owner).map(Run::len).sum() };
    let top = match runs.last() {
        Some(run) if run.owner == LEADER => run,
        _ => return (0, 0),
    };
    let theirs = total(1);
    let all = top.len() >= theirs;
    let own: u8 = if all {
        runs.iter().filter(|run| run.owner == LEADER).map(Run::thirds).sum()
    } else {
        top.thirds()
    };
    let sure = if all { total(LEADER) } else { top.len() };
    (sure, own + cheapest(runs, sure.min(theirs)))
}

/// Returns the thirds of the follower's `count` least valuable cards.
fn cheapest(runs: &Runs, count: u8) -> u8 {
    let mut left = count;
    let mut sum = 0;
    for (class, worth) in WORTHS.into_iter().enumerate() {
        let held: u8 = runs.iter().filter(|run| run.owner != LEADER).map(|r| r.cards[class]).sum();
        sum += worth * held.min(left);
        left -= held.min(left);
    }
    sum
}

/// Returns the least that the leader gives away by leading a card that the
/// follower must take.
pub(super) fn given(runs: &Runs) -> u8 {
    match runs.first() {
        Some(run) if run.owner == LEADER && runs.len() > 1 => {
            WORTHS[run.extreme(true)] + cheapest(runs, 1)
        }
        _ => 0,
    }
}

/// Returns true if the leader, leading the suit from below, gets to a card that
/// the follower cannot duck.
///
/// The follower ducks with the strongest card that is weak enough, so the
/// leader's k-th card is ducked if k of the follower's cards are below it, or
/// all there are. Throwing off the strongest card elsewhere keeps that true.
pub(super) fn has_exit(runs: &Runs) -> bool {
    let all: u8 = runs.iter().filter(|run| run.owner != LEADER).map(Run::len).sum();
    let (mut led, mut below) = (0, 0);
    for run in runs {
        if run.owner == LEADER {
            led += run.len();
            // The last card of the run needs the most cards below it.
            if below < all.min(led) {
                return true;
            }
        } else {
            below += run.len();
        }
    }
    false
}
