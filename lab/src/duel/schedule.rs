//! Plays the deals of a match, some at a time, and keeps the results in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Args;
use super::arena::{Arena, Played, Who};

/// A deal in all its seatings.
pub type Duplicate = Vec<(Vec<Who>, Played)>;

/// What came of the match.
pub struct Tally {
    /// In the order of the deals, however they were shared out.
    pub deals: Vec<Duplicate>,
    /// How long it all took.
    pub time: Duration,
}

/// Plays the match. An evening's deals follow each other, with what players
/// learn; evenings are shared out among the threads.
pub fn play<A: Arena>(arena: &A, args: &Args) -> Tally {
    let (start, next) = (Instant::now(), AtomicU64::new(0));
    let done: Mutex<Vec<Option<Duplicate>>> = Mutex::new(vec![None; args.deals as usize]);
    let seatings = arena.seatings();
    let work = || {
        loop {
            let first = next.fetch_add(args.evening, Ordering::Relaxed);
            if first >= args.deals {
                return;
            }
            let mut memory = A::Memory::default();
            for deal in first..args.deals.min(first + args.evening) {
                let mut play =
                    |seating: &Vec<Who>| (seating.clone(), arena.play(deal, seating, &mut memory));
                let duplicate: Duplicate = seatings.iter().map(&mut play).collect();
                done.lock().expect("nobody panics holding it")[deal as usize] = Some(duplicate);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads).map(|_| scope.spawn(work)).collect();
        let mut told = start;
        while workers.iter().any(|worker| !worker.is_finished()) {
            std::thread::sleep(Duration::from_millis(20));
            let pause = Duration::from_secs(args.progress_seconds);
            if !pause.is_zero() && told.elapsed() >= pause {
                told = Instant::now();
                let done = done.lock().expect("nobody panics holding it");
                let deals: Vec<_> = done.iter().flatten().collect();
                let (mean, margin) = super::report::advantage(deals.iter().copied());
                eprintln!(
                    "{} of {} deals, {mean:+.2} ± {margin:.2} points a deal, {:.0?}",
                    deals.len(),
                    args.deals,
                    start.elapsed()
                );
            }
        }
    });
    let done = done.into_inner().expect("nobody panics holding it");
    let deals = done.into_iter().map(|deal| deal.expect("every deal was played")).collect();
    Tally { deals, time: start.elapsed() }
}
