//! Visits of nodes and their payoffs: one tally for all workers, and the private accounts of each
//! worker.
//!
//! Memory that two threads write in turn travels between their caches each time, and near the root
//! that is several times in each playout; a playout takes less time than that. So a worker keeps
//! its own account of a node that is often to be chosen, and adds its new counts to the tally when
//! they are a sixteenth of the known total: soon where little is known, and seldom near the root,
//! where it matters least.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Payoffs are summed up in units of `1 / UNIT`.
const UNIT: f32 = (1 << 20) as f32;

/// A node that was available so often gets an account.
const OFTEN: u32 = 8;

/// New counts are added to the tally when they are one in `SHARE` visits.
const SHARE: u32 = 16;

/// The knowledge of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub visits: u32,
    pub available: u32,
    total: u64,
}

impl Counts {
    /// The sum of the payoffs.
    pub fn total(&self) -> f32 {
        self.total as f32 / UNIT
    }

    fn add(&mut self, other: Self) {
        self.visits += other.visits;
        self.available += other.available;
        self.total += other.total;
    }
}

/// The knowledge of a node that all workers share.
#[derive(Debug, Default)]
pub(super) struct Tally {
    visits: AtomicU32,
    available: AtomicU32,
    total: AtomicU64,
}

impl Tally {
    pub fn counts(&self) -> Counts {
        Counts {
            visits: self.visits.load(Ordering::Relaxed),
            available: self.available.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
        }
    }

    /// Counts that the node can be chosen. If two workers do so simultaneously one count may be
    /// lost, which spares both much waiting.
    fn offer(&self) -> Counts {
        let mut counts = self.counts();
        counts.available += 1;
        self.available.store(counts.available, Ordering::Relaxed);
        counts
    }

    fn add(&self, news: Counts) {
        self.visits.fetch_add(news.visits, Ordering::Relaxed);
        self.available.fetch_add(news.available, Ordering::Relaxed);
        self.total.fetch_add(news.total, Ordering::Relaxed);
    }
}

/// One worker's knowledge of a node that is often available; nothing is known
/// where there is no account.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// Everything, the worker's own new counts included.
    known: Counts,
    /// The part that is not in the tally yet.
    news: Counts,
}

impl Account {
    fn add(&mut self, news: Counts) {
        self.known.add(news);
        self.news.add(news);
    }

    fn tell(&mut self, tally: &Tally) {
        tally.add(std::mem::take(&mut self.news));
        self.known = tally.counts();
    }
}

/// The accounts of one worker, by node.
#[derive(Debug, Default)]
pub(super) struct Accounts(Vec<Account>);

impl Accounts {
    fn of(&mut self, node: u32) -> Option<&mut Account> {
        self.0.get_mut(node as usize).filter(|account| account.known.available > 0)
    }

    /// Notes that a node can be chosen, and returns what is known of it.
    pub fn offer(&mut self, node: u32, tally: &Tally) -> Counts {
        let once = Counts { available: 1, ..Counts::default() };
        if let Some(account) = self.of(node) {
            account.add(once);
            return account.known;
        }
        let known = tally.offer();
        if known.available >= OFTEN {
            let place = node as usize;
            if self.0.len() <= place {
                self.0.resize(place + 1, Account::default());
            }
            self.0[place].known = known;
        }
        known
    }

    /// Counts a visit; returns the number of visits before.
    pub fn visit(&mut self, node: u32, tally: &Tally) -> u32 {
        match self.of(node) {
            Some(account) => {
                account.add(Counts { visits: 1, ..Counts::default() });
                account.known.visits - 1
            }
            None => tally.visits.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Adds what a visit brought.
    pub fn pay(&mut self, node: u32, tally: &Tally, payoff: f32) {
        let total = (payoff * UNIT) as u64;
        match self.of(node) {
            Some(account) => {
                account.add(Counts { total, ..Counts::default() });
                if account.news.visits.saturating_mul(SHARE) >= account.known.visits {
                    account.tell(tally);
                }
            }
            None => _ = tally.total.fetch_add(total, Ordering::Relaxed),
        }
    }

    /// Adds all new counts to the tally.
    pub fn close<'a>(mut self, tally: impl Fn(u32) -> &'a Tally) {
        for (account, node) in self.0.iter_mut().zip(0..) {
            if account.known.available > 0 {
                account.tell(tally(node));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(accounts: &mut Accounts, tally: &Tally, payoff: f32) -> Counts {
        let known = accounts.offer(0, tally);
        assert_eq!(accounts.visit(0, tally), known.visits);
        accounts.pay(0, tally, payoff);
        known
    }

    /// Two workers never know much less than there is to be known, and nothing
    /// is lost.
    #[test]
    fn what_is_new_gets_about() {
        let tally = Tally::default();
        let mut workers = [Accounts::default(), Accounts::default()];
        let mut told = 0;
        for number in 0..20_000u32 {
            let worker = &mut workers[number as usize % 7 % 2];
            let before = tally.counts().visits;
            let known = visit(worker, &tally, if number % 4 == 0 { 1.0 } else { 0.0 });
            assert!(known.visits <= number && known.visits + number / 8 + 1 >= number);
            assert!((known.total() - number as f32 / 4.0).abs() < number as f32 / 16.0 + 2.0);
            told += u32::from(tally.counts().visits > before);
        }
        assert!(told < 1_000, "{told} times");
        for worker in workers {
            worker.close(|_| &tally);
        }
        let all = tally.counts();
        assert_eq!((all.visits, all.available, all.total()), (20_000, 20_000, 5_000.0));
    }
}
