//! Decisions on a bounded number of threads, within the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::Instant;
use tracing::error;
use vzetek_game::Level;
use vzetek_players::StopFlag;

use crate::deal::Deal;

/// The time reserved on the clock for the way to the server and its queues.
const MARGIN: Duration = Duration::from_millis(500);

/// The most time for thinking once the player's bank is being drawn on.
const QUICK: Duration = Duration::from_millis(100);

/// The least time: a search needs a moment to be better than chance.
const LEAST: Duration = Duration::from_millis(5);

/// A question: the decision of one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The deal as the player knows it.
    pub deal: Deal,
    /// The legal actions; never empty, but perhaps not all of them.
    pub legal: Vec<String>,
    /// The moment when the time for the move ends and the bank is drawn on.
    pub move_until: Instant,
    /// The time in the bank then.
    pub bank: Duration,
    /// Raised when the answer is no longer needed.
    pub stop: StopFlag,
}

impl Question {
    /// Returns the time for which the answer may be delayed for people to follow: never long enough
    /// to endanger the clock.
    pub fn patience(&self) -> Duration {
        self.move_until.saturating_duration_since(Instant::now()) / 4
    }
}

/// The time that an answer takes, as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tempo {
    /// The time before which no answer is given.
    pub held: Duration,
    /// The most time for thinking; `None` if it need not be bounded.
    pub most: Option<Duration>,
}

impl Tempo {
    /// The tempo of a player that answers after `least` at the earliest, for people to follow.
    /// While sides are secret every answer comes after twice that, since its time would reveal a
    /// player with no choice, or an easy one. With no `least` no person watches.
    pub fn of(least: Duration, hides_sides: bool) -> Self {
        if !hides_sides || least.is_zero() {
            return Self { held: least, most: None };
        }
        let held = least * 2;
        // A search notices a little late that its time is over.
        Self { held, most: Some(held * 3 / 4) }
    }

    /// Returns the moment at which an answer is sent, after at most `patience`. Where thinking
    /// is bounded the answer is held from `begun`, not from `asked`: behind a long queue a forced
    /// answer would be sent sooner than a considered one.
    pub fn answers_at(&self, asked: Instant, begun: Instant, patience: Duration) -> Instant {
        let from = if self.most.is_some() { begun } else { asked };
        from + self.held.min(patience)
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answered {
    /// A legal action.
    pub action: String,
    /// The moment when a thread was free to think about it.
    pub begun: Instant,
}

/// Thinks about a bounded number of questions in parallel; the others wait.
#[derive(Debug)]
pub struct Thinker {
    threads: usize,
    permits: Arc<Semaphore>,
    /// Questions that are open.
    open: AtomicUsize,
}

impl Thinker {
    /// A thinker that thinks about `threads` questions in parallel.
    pub fn new(threads: usize) -> Self {
        Self { threads, permits: Arc::new(Semaphore::new(threads)), open: AtomicUsize::new(0) }
    }

    /// Returns the answer after thinking for `most` at most. Once it is not needed any more,
    /// any.
    pub async fn answer(
        &self,
        level: Level,
        question: Question,
        most: Option<Duration>,
    ) -> Answered {
        let _open = Open::count(&self.open);
        let permit = self.permits.clone().acquire_owned().await.expect("never closed");
        let begun = Instant::now();
        let time = allowance(
            shorter(question.deal.own_time(level), most),
            question.move_until.saturating_duration_since(Instant::now()),
            question.bank,
            self.open.load(Ordering::Relaxed).div_ceil(self.threads),
        );
        let fallback = question.legal[0].clone();
        if question.stop.is_raised() {
            return Answered { action: fallback, begun };
        }
        let thinking = tokio::task::spawn_blocking(move || {
            let Question { deal, legal, stop, .. } = question;
            let answer = deal.decide(level, &legal, time, stop);
            drop(permit);
            answer
        });
        let action = match thinking.await {
            Ok(Ok(action)) => action,
            Ok(Err(error)) => {
                error!("cannot decide, playing the first legal action: {error:#}");
                fallback
            }
            Err(fault) => {
                error!("deciding failed, playing the first legal action: {fault}");
                fallback
            }
        };
        Answered { action, begun }
    }
}

/// Counts a question for as long as it is open, also after its caller has stopped waiting.
struct Open<'a>(&'a AtomicUsize);

impl<'a> Open<'a> {
    fn count(open: &'a AtomicUsize) -> Self {
        open.fetch_add(1, Ordering::Relaxed);
        Self(open)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The shorter of two times, each of which may be unbounded.
fn shorter(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

/// Returns the time limit of a decision: the level's own, but never more than the clock allows, and
/// so that the `rounds` of questions that wait for the same threads get their turn in time.
fn allowance(
    own: Option<Duration>,
    move_left: Duration,
    bank: Duration,
    rounds: usize,
) -> Duration {
    let clock = if move_left > MARGIN * 2 {
        move_left - MARGIN
    } else if move_left > LEAST * 4 {
        move_left / 2
    } else {
        QUICK.min(bank / 10)
    };
    let shared = clock / u32::try_from(rounds.max(1)).unwrap_or(u32::MAX);
    shared.min(own.unwrap_or(Duration::MAX)).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_level_takes_its_own_time_if_the_clock_allows() {
        assert_eq!(allowance(Some(ms(1_000)), ms(20_000), ms(60_000), 1), ms(1_000));
        assert_eq!(allowance(Some(ms(1_000)), ms(1_200), ms(60_000), 1), ms(700));
        assert_eq!(allowance(None, ms(20_000), ms(60_000), 1), ms(19_500));
    }

    #[test]
    fn the_time_of_an_answer_does_not_tell_a_side() {
        let usual = Tempo::of(ms(400), false);
        assert_eq!((usual.held, usual.most), (ms(400), None));
        let Tempo { held, most } = Tempo::of(ms(400), true);
        assert_eq!(held, ms(800));
        let thinking = allowance(shorter(Some(ms(1_500)), most), ms(20_000), ms(60_000), 1);
        assert!(thinking < held, "whoever thinks answers no later than whoever has no choice");
        // Both behind a queue, in which they wait equally long.
        let asked = Instant::now();
        let tempo = Tempo::of(ms(400), true);
        for wait in [0, 300, 5_000].map(ms) {
            let told = tempo.answers_at(asked, asked + wait, ms(5_000));
            assert!(asked + wait + thinking < told, "{wait:?}");
        }
        assert_eq!(usual.answers_at(asked, asked + ms(5_000), ms(5_000)), asked + ms(400));
        assert_eq!(tempo.answers_at(asked, asked, ms(100)), asked + ms(100), "the clock first");
        assert_eq!(Tempo::of(ms(0), true), Tempo::of(ms(0), false), "a load test hurries");
        assert_eq!(shorter(None, None), None);
    }

    #[test]
    fn a_short_clock_makes_quick() {
        assert_eq!(allowance(Some(ms(1_000)), ms(300), ms(0), 1), ms(150));
        assert_eq!(allowance(Some(ms(1_000)), ms(0), ms(60_000), 1), QUICK);
        assert_eq!(allowance(Some(ms(1_000)), ms(0), ms(300), 1), ms(30));
        assert_eq!(allowance(Some(ms(1_000)), ms(0), ms(0), 1), LEAST);
    }

    #[test]
    fn a_long_queue_shares_the_clock() {
        assert_eq!(allowance(Some(ms(1_000)), ms(20_500), ms(0), 10), ms(1_000));
        assert_eq!(allowance(Some(ms(1_000)), ms(20_500), ms(0), 100), ms(200));
    }
}
