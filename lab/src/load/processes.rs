//! Memory and CPU time of processes, as `/proc` says.

use std::fs;
use std::ops::Sub;

use anyhow::Context;
use serde::Serialize;

/// The length of a tick, in which Linux counts CPU time for programs, in microseconds.
const TICK_US: f64 = 10_000.0;

/// The processes whose CPU time is counted besides our own, which is the clients'.
#[derive(Clone, Copy, Debug, Default)]
pub struct Processes {
    /// The server.
    pub server: Option<u32>,
    /// The parent of all processes of the database.
    pub database: Option<u32>,
}

/// CPU time of user and system in microseconds, absent for a process that is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Cpu {
    /// The server's.
    pub server: Option<f64>,
    /// The database's, with all its processes.
    pub database: Option<f64>,
    /// The clients'.
    pub clients: Option<f64>,
}

impl Processes {
    /// The CPU time since each of them began.
    pub fn cpu(self) -> Cpu {
        let of = |pid| Some(Times::of(pid)?.own as f64 * TICK_US);
        Cpu {
            server: self.server.and_then(of),
            database: self.database.and_then(family).map(|ticks| ticks as f64 * TICK_US),
            clients: of(std::process::id()),
        }
    }
}

impl Cpu {
    /// The share of one of `moves`.
    pub fn per(self, moves: u64) -> Self {
        let share = |time: Option<f64>| time.filter(|_| moves > 0).map(|time| time / moves as f64);
        Self {
            server: share(self.server),
            database: share(self.database),
            clients: share(self.clients),
        }
    }
}

impl Sub for Cpu {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        let since = |now: Option<f64>, before: Option<f64>| Some(now? - before?);
        Self {
            server: since(self.server, before.server),
            database: since(self.database, before.database),
            clients: since(self.clients, before.clients),
        }
    }
}

/// The times of a process in ticks.
struct Times {
    parent: u32,
    /// Its own.
    own: u64,
    /// That of children which have ended.
    ended: u64,
}

impl Times {
    fn of(pid: u32) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The name of the program stands in brackets and may have some itself.
    fn read(stat: &str) -> Option<Self> {
        let (_, rest) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Self {
            parent: fields.get(1)?.parse().ok()?,
            own: ticks(11)? + ticks(12)?,
            ended: ticks(13)? + ticks(14)?,
        })
    }
}

/// The ticks of a process and its children, of those that have ended, too.
fn family(parent: u32) -> Option<u64> {
    let of_parent = Times::of(parent)?;
    let children = fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| {
        let pid = entry.file_name().to_str()?.parse().ok()?;
        Times::of(pid).filter(|times| times.parent == parent)
    });
    Some(of_parent.own + of_parent.ended + children.map(|child| child.own).sum::<u64>())
}

/// The memory that a process has in use, in kB.
///
/// # Errors
/// If there is no such process, or it is not ours to look at.
pub fn resident_kb(pid: u32) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))
        .with_context(|| format!("no process {pid} to measure (see --server-pid)"))?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .with_context(|| format!("process {pid} does not tell its memory"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_memory_can_be_read() {
        assert!(resident_kb(std::process::id()).unwrap() > 100);
        assert!(resident_kb(u32::MAX).unwrap_err().to_string().contains("--server-pid"));
    }

    #[test]
    fn times_are_read_behind_any_name() {
        let stat = "7 (a) b (c) S 5 7 7 0 -1 0 0 0 0 0 30 12 4 1 20 0 1 0 9 9 9";
        let times = Times::read(stat).unwrap();
        assert_eq!((times.parent, times.own, times.ended), (5, 42, 5));
        assert!(Times::read("7 (a) S").is_none());
    }

    #[test]
    fn work_is_counted_and_unknown_processes_have_none() {
        let me = std::process::id();
        let processes = Processes { server: Some(me), database: None };
        let before = processes.cpu();
        while (processes.cpu() - before).server < Some(3.0 * TICK_US) {
            std::hint::black_box((0..100_000_u64).sum::<u64>());
        }
        let used = (processes.cpu() - before).per(3);
        assert!(used.server >= Some(TICK_US) && used.clients >= Some(TICK_US));
        assert_eq!(used.database, None);
        assert_eq!((processes.cpu() - before).per(0), Cpu::default());
    }

    #[test]
    fn a_family_has_the_time_of_its_children() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let me = std::process::id();
        let own = Times::of(me).unwrap();
        assert_eq!(Times::of(child.id()).unwrap().parent, me);
        assert!(family(me) >= Some(own.own + own.ended));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(family(u32::MAX), None);
    }
}
