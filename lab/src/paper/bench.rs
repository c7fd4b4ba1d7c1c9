//! Trials, carried out on all cores, each only once.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest as _, Sha256};

use super::args::Args;
use super::dice;
use super::trials::Trials;
use crate::estimate::Estimate;
use crate::fingerprint::fingerprint;
use crate::progress::Progress;

/// Trials of one kind, such as the games of one point of a curve.
pub struct Series<'a> {
    /// Says everything that the results depend on, but for the seed and the
    /// trial's number: finished trials are found again by it.
    pub name: String,
    /// The number of trials.
    pub trials: u64,
    /// Carries out the trial with this number.
    pub trial: Box<dyn Fn(u64) -> Vec<f64> + Sync + 'a>,
    /// The places of values that are times, which come out otherwise each time.
    times: &'static [usize],
}

impl<'a> Series<'a> {
    /// A series of trials.
    pub fn new(
        name: impl Into<String>,
        trials: u64,
        trial: impl Fn(u64) -> Vec<f64> + Sync + 'a,
    ) -> Self {
        Self { name: name.into(), trials, trial: Box::new(trial), times: &[] }
    }

    /// Says which values are times.
    pub fn with_times(self, times: &'static [usize]) -> Self {
        Self { times, ..self }
    }
}

/// The values of each trial of a series, in order.
pub type Results = Vec<Vec<f64>>;

/// A study's place of work.
pub struct Bench {
    study: &'static str,
    /// True if a minute's version is wanted.
    pub quick: bool,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of trials that run at a time.
    pub threads: usize,
    /// The greatest number of trials in a series.
    pub most: u64,
    database: Option<String>,
    /// True once the study has asked for the record.
    reads_record: AtomicBool,
    finished: Mutex<Trials>,
    trials: AtomicU64,
    /// The hash of the first trial of each series.
    firsts: Mutex<Sha256>,
}

/// A study that learns from recorded deals was given none.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "this study learns from recorded deals of tršet for two, and needs --database sqlite:PATH or \
     postgres://… (it is only read); `vzetek-lab populate --kind trset-2 --deals 2500 --database \
     sqlite:PATH strong:iterations=1000 thesis` makes a record if there is none"
)]
pub struct NoRecord;

impl Bench {
    /// A place of work for one study.
    pub fn new(study: &'static str, args: &Args, finished: Trials) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            study,
            quick: args.quick,
            seed: args.seed,
            threads: args.threads.map_or(cores, usize::from),
            most: args.trials.unwrap_or(u64::MAX),
            database: args.database.clone(),
            reads_record: AtomicBool::new(false),
            finished: Mutex::new(finished),
            trials: AtomicU64::new(0),
            firsts: Mutex::default(),
        }
    }

    /// A place of work for a test, in the quick version and on one core.
    #[cfg(test)]
    pub fn for_test(folder: &std::path::Path) -> Self {
        let args = Args {
            what: Some("test".to_owned()),
            check: false,
            quick: true,
            out: folder.to_owned(),
            journal: folder.to_owned(),
            fresh: true,
            adopt: false,
            seed: 1,
            trials: None,
            threads: Some(1),
            database: None,
        };
        let trials = Trials::open(folder, "test", crate::journal::Counting::Nothing);
        Self::new("test", &args, trials.expect("the folder can be written to"))
    }

    /// The command that gives these results.
    pub fn command(&self) -> String {
        let mut command = format!("vzetek-lab paper {}", self.study);
        if self.reads_record.load(Ordering::Relaxed) {
            command.push_str(" --database sqlite:record.db");
        }
        if self.quick {
            command.push_str(" --quick");
        }
        if self.seed != 1 {
            command.push_str(&format!(" --seed {}", self.seed));
        }
        if self.most != u64::MAX {
            command.push_str(&format!(" --trials {}", self.most));
        }
        command
    }

    /// Returns the database with the record to learn from.
    ///
    /// # Errors
    /// [`NoRecord`] if none was named.
    pub fn database(&self) -> Result<&str, NoRecord> {
        self.reads_record.store(true, Ordering::Relaxed);
        self.database.as_deref().ok_or(NoRecord)
    }

    /// The first in a minute's version, the second otherwise.
    pub fn pick<T>(&self, quick: T, whole: T) -> T {
        if self.quick { quick } else { whole }
    }

    /// Random numbers for a trial, apart from those for other purposes. The
    /// same purpose and number give the same deal in every series.
    pub fn dice(&self, purpose: &str, number: u64) -> Xoshiro256PlusPlus {
        dice::dice(self.seed, purpose, number)
    }

    /// Returns the number of trials so far.
    pub fn trials(&self) -> u64 {
        self.trials.load(Ordering::Relaxed)
    }

    /// Carries out every trial that is not stored yet, and returns the results of each series.
    ///
    /// # Errors
    /// If a result cannot be stored. Those before it are.
    pub fn run(&self, series: &[Series<'_>]) -> anyhow::Result<Vec<Results>> {
        let mut results: Vec<Vec<Option<Vec<f64>>>> = Vec::new();
        let mut open = Vec::new();
        {
            let finished = self.finished.lock();
            for (at, one) in series.iter().enumerate() {
                let known = |trial| finished.find(self.seed, &one.name, trial).map(<[f64]>::to_vec);
                results.push((0..one.trials.min(self.most)).map(known).collect());
                let missing = results[at].iter().zip(0..).filter(|(kept, _)| kept.is_none());
                open.extend(missing.map(|(_, trial)| (at, trial)));
            }
        }
        let total = series.iter().map(|one| one.trials.min(self.most)).sum();
        self.share_out(series, &open, &mut results)?;
        self.trials.fetch_add(total, Ordering::Relaxed);
        let finished = |one: Vec<Option<Vec<f64>>>| -> Results {
            one.into_iter().map(|values| values.expect("every trial was carried out")).collect()
        };
        let results: Vec<Results> = results.into_iter().map(finished).collect();
        let mut firsts = self.firsts.lock();
        for (one, results) in series.iter().zip(&results) {
            let first = results.first().into_iter().flatten().enumerate();
            let values: Vec<f64> =
                first.filter(|(at, _)| !one.times.contains(at)).map(|(_, value)| *value).collect();
            firsts.update(format!("{} {values:?}\n", one.name));
        }
        Ok(results)
    }

    /// Returns twelve hexadecimal digits that identify the outcome of the first trial of each
    /// series, for any number of trials: a program that plays otherwise has others.
    pub fn fingerprint(&self) -> String {
        fingerprint(self.firsts.lock().clone())
    }

    /// Lets the threads carry out the open trials.
    fn share_out(
        &self,
        series: &[Series<'_>],
        open: &[(usize, u64)],
        results: &mut [Vec<Option<Vec<f64>>>],
    ) -> anyhow::Result<()> {
        let total = results.iter().map(Vec::len).sum::<usize>() as u64;
        let before = total - open.len() as u64;
        let mut progress = Progress::new(self.study, total, before, Duration::from_secs(20));
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let done = Mutex::new(Vec::with_capacity(open.len()));
        let work = || -> anyhow::Result<()> {
            while !failed.load(Ordering::Relaxed)
                && let Some(&(at, trial)) = open.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let one = &series[at];
                let values = (one.trial)(trial);
                let mut finished = self.finished.lock();
                if let Err(error) = finished.keep(self.seed, &one.name, trial, &values) {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                drop(finished);
                done.lock().push((at, trial, values));
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(Duration::from_millis(5));
                let done = done.lock();
                progress.tell(before + done.len() as u64, || so_far(series, results, &done));
            }
            progress.finish();
            let join = |worker: std::thread::ScopedJoinHandle<'_, anyhow::Result<()>>| {
                worker.join().expect("a trial does not panic")
            };
            workers.into_iter().try_for_each(join)
        })?;
        for (at, trial, values) in done.into_inner() {
            results[at][trial as usize] = Some(values);
        }
        Ok(())
    }
}

/// Returns the estimate so far of the series whose trial was finished last.
fn so_far(
    series: &[Series<'_>],
    kept: &[Vec<Option<Vec<f64>>>],
    done: &[(usize, u64, Vec<f64>)],
) -> String {
    let Some(&(last, ..)) = done.last() else { return String::new() };
    let kept = kept[last].iter().flatten();
    let fresh = done.iter().filter(|(at, ..)| *at == last).map(|(.., values)| values);
    let first = kept.chain(fresh).filter_map(|values| values.first().copied());
    format!("{}: {}", series[last].name, Estimate::of(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_so_far_counts_what_was_kept() {
        let series = ["left", "right"].map(|name| Series::new(name, 3, |_| Vec::new()));
        let kept = [vec![None, None, None], vec![Some(vec![1.0, 9.0]), None, None]];
        assert_eq!(so_far(&series, &kept, &[]), "");
        let done = [(1, 1, vec![3.0, 9.0]), (0, 0, vec![7.0]), (1, 2, vec![2.0, 9.0])];
        assert_eq!(so_far(&series, &kept, &done[..2]), "left: 7.00 ± 0.00");
        let expected = Estimate::of([1.0, 3.0, 2.0]);
        assert_eq!(so_far(&series, &kept, &done), format!("right: {expected}"));
    }

    #[test]
    fn every_trial_is_carried_out_once_and_stands_where_it_belongs() {
        let folder = tempfile::tempdir().unwrap();
        let mut bench = Bench::for_test(folder.path());
        bench.threads = 3;
        let carried_out = AtomicU64::new(0);
        let series = |factor: u64, trials: u64| {
            let carried_out = &carried_out;
            Series::new(format!("times {factor}"), trials, move |trial| {
                carried_out.fetch_add(1, Ordering::Relaxed);
                vec![(factor * trial) as f64, 0.5]
            })
        };
        let results = bench.run(&[series(1, 20), series(10, 3)]).unwrap();
        let expected: Results = (0..20).map(|trial| vec![f64::from(trial), 0.5]).collect();
        assert_eq!(results[0], expected);
        assert_eq!(results[1], [[0.0, 0.5], [10.0, 0.5], [20.0, 0.5]]);
        // Two more are new.
        assert_eq!(bench.run(&[series(10, 5)]).unwrap()[0][4], [40.0, 0.5]);
        assert_eq!(carried_out.load(Ordering::Relaxed), 25);
        assert_eq!(bench.trials(), 28);
        bench.most = 2;
        assert_eq!(bench.run(&[series(10, 5)]).unwrap()[0].len(), 2);
    }

    #[test]
    fn the_fingerprint_is_that_of_the_first_trials_but_for_times() {
        let folder = tempfile::tempdir().unwrap();
        let of = |trials: u64, factor: f64, second: f64| {
            let bench = Bench::for_test(folder.path());
            let series = Series::new("one", trials, |_| vec![factor, second]).with_times(&[1]);
            bench.run(&[series]).unwrap();
            bench.fingerprint()
        };
        assert_eq!(of(3, 1.5, 0.1), of(1, 1.5, 0.2));
        assert_ne!(of(3, 1.5, 0.1), of(3, 1.25, 0.1));
        assert_eq!(of(1, 1.5, 0.1).len(), 12);
    }
}
