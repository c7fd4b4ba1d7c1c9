//! `vzetek-lab chaos`: several servers and random faults, after which no data may be lost.
//!
//! Postgres, NATS, servers and a balancer are separate processes; clients sit at tables of all
//! games, connected through the balancer, and remember everything that they were shown. Afterwards
//! the record must hold all of it, once.
//!
//! * [`args`]: what can be set. [`fault`]: the faults as they are drawn from a seed.
//! * [`site`]: the processes; [`gate`]: ways between them that can be cut.
//! * [`strike`]: a fault from its beginning to its end.
//! * [`crowd`]: the tables and their clients; [`player`]: one client.
//! * [`seen`]: what one client was shown; [`notes`]: all of them together, and when;
//!   [`events`]: every event that they received, by its number.
//! * [`audit`]: the record held against that, in [`deals`], [`places`] and [`ratings`].
//! * [`report`]: the outcome, with the times that tables stood still.

mod args;
mod audit;
mod crowd;
mod deals;
mod events;
mod fault;
mod gate;
mod notes;
mod places;
mod player;
mod ratings;
mod report;
mod seen;
mod site;
mod strike;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

pub use args::Args;
use crowd::Crowd;
use fault::Fault;
use report::Report;
use site::Site;

use crate::progress::Progress;

/// The time within which every table must continue once nothing is broken any more.
const RECOVERY: Duration = Duration::from_secs(60);

/// The time without faults before the first one, to compare with.
const CALM: Duration = Duration::from_secs(5);

/// The interval between two looks at the tables.
const LOOK: Duration = Duration::from_millis(50);

/// The interval between progress lines where no bar can be shown.
const TOLD: Duration = Duration::from_secs(10);

/// Breaks things and prints the report. The exit status is 1 if anything is not as it
/// should be.
///
/// # Errors
/// If something that is needed is missing or does not start.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    args.check()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate())?;
        let ignored = ignores_hangup();
        let mut hangup = signal(SignalKind::hangup())?;
        tokio::select! {
            // Dropping the site ends its processes.
            _ = tokio::signal::ctrl_c() => bail!("interrupted"),
            _ = terminate.recv() => bail!("told to stop"),
            _ = hangup.recv(), if !ignored => bail!("its terminal is gone"),
            done = all(args) => done,
        }
    })?;
    report.print()?;
    Ok(if report.is_well() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// True if the process was started by `nohup`, so that it outlives its terminal.
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & 1 == 1)
}

async fn all(args: &Args) -> anyhow::Result<Report> {
    let temporary = tempfile::Builder::new().prefix("vzetek-chaos-logs-").tempdir()?;
    let logs: PathBuf = args.logs.clone().unwrap_or_else(|| temporary.path().to_owned());
    std::fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
    let site = Arc::new(Site::start(args, &logs).await?);
    let crowd = Crowd::sit(args, &site).await?;
    let mut report = Report::new(args);
    if !goes_on(&crowd, Instant::now()).await {
        bail!("the tables do not even begin; see the logs in {}", logs.display());
    }
    let calm = Instant::now();
    tokio::time::sleep(CALM).await;
    report.calm(crowd.notes.pauses(calm, Instant::now()));

    let faults = fault::draw(args.kinds(), args.seed, args.faults, usize::from(args.servers));
    let began = Instant::now();
    if args.at_once == 1 {
        one_by_one(&faults, &site, &crowd, &mut report).await?;
    } else {
        at_once(args.at_once, &faults, &site, &crowd).await?;
    }
    go_on(&crowd, "all faults").await;
    report.faults(began.elapsed(), crowd.notes.pauses(began, Instant::now()));
    site.look(&crowd.notes).await?;
    report.restarts(site.restarts().await);

    let (notes, seen) = crowd.rise().await?;
    let database = site.postgres.lock().await.url.clone();
    let host = site.servers[0].lock().await.address.to_string();
    report.audit(audit::hold(&database, &host, &seen, &notes).await?);
    report.notes(&notes);
    if !report.is_well() && args.logs.is_none() {
        // They are needed to look for the reason.
        report.kept(&temporary.keep());
    }
    Ok(report)
}

async fn one_by_one(
    faults: &[Fault],
    site: &Arc<Site>,
    crowd: &Crowd,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut progress = Progress::new("chaos", faults.len() as u64, 0, TOLD);
    for (done, fault) in (1..).zip(faults) {
        tokio::time::sleep(fault.pause).await;
        let began = Instant::now();
        strike::strike(site, fault, &crowd.notes).await?;
        go_on(crowd, &fault.kind.to_string()).await;
        site.write_down("all tables go on")?;
        report.fault(fault.kind, crowd.notes.pauses(began, Instant::now()));
        progress.tell(done, || found(crowd));
    }
    progress.finish();
    Ok(())
}

async fn at_once(
    most: u32,
    faults: &[Fault],
    site: &Arc<Site>,
    crowd: &Crowd,
) -> anyhow::Result<()> {
    let mut progress = Progress::new("chaos", faults.len() as u64, 0, TOLD);
    let room = Arc::new(Semaphore::new(most as usize));
    let mut strikes = JoinSet::new();
    for (begun, fault) in (1..).zip(faults) {
        let permit = room.clone().acquire_owned().await?;
        tokio::time::sleep(fault.pause / most).await;
        let (site, notes, fault) = (site.clone(), crowd.notes.clone(), *fault);
        strikes.spawn(async move {
            let struck = strike::strike(&site, &fault, &notes).await;
            drop(permit);
            struck
        });
        while let Some(struck) = strikes.try_join_next() {
            struck??;
        }
        progress.tell(begun, || found(crowd));
    }
    progress.finish();
    while let Some(struck) = strikes.join_next().await {
        struck??;
    }
    Ok(())
}

/// The findings so far.
fn found(crowd: &Crowd) -> String {
    format!("{} moves, {} things wrong", crowd.notes.moves(), crowd.notes.wrongs().0)
}

/// Waits until every table continues, for all its clients; a table that does not is a violation.
async fn go_on(crowd: &Crowd, after: &str) {
    let healed = Instant::now();
    if goes_on(crowd, healed).await {
        return;
    }
    let standing = crowd.notes.standing_since(&crowd.tables, healed);
    let behind = crowd.notes.behind(&crowd.followers);
    let some: Vec<&str> = standing.iter().take(5).map(|table| &*table.0).collect();
    let who: Vec<String> =
        behind.iter().take(5).map(|(client, table)| format!("{client} at {table}")).collect();
    crowd.notes.wrong(format!(
        "within {} s after {after} {} of {} tables do not go on ({}), and {} of {} people are not \
         told of theirs ({})",
        RECOVERY.as_secs(),
        standing.len(),
        crowd.tables.len(),
        some.join(", "),
        behind.len(),
        crowd.followers.len(),
        who.join(", "),
    ));
}

/// Waits until every table has shown something new since then to all its clients; false if that
/// does not happen in time.
async fn goes_on(crowd: &Crowd, since: Instant) -> bool {
    let began = Instant::now();
    while began.elapsed() < RECOVERY {
        if crowd.notes.standing_since(&crowd.tables, since).is_empty()
            && crowd.notes.behind(&crowd.followers).is_empty()
        {
            return true;
        }
        tokio::time::sleep(LOOK).await;
    }
    false
}
