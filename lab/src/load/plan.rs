//! The plan of a load test: its stages, in order.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::args::Args;
use super::processes::{Cpu, Processes, resident_kb};
use super::report::{Figures, Memory, Report};
use super::server::{EchoServer, Server};
use super::stage::{Counters, Director, Pace};
use super::{echo, setup};

/// A rate counts as reached from this share on.
const REACHED: f64 = 0.95;

/// The time for tables to finish their last move.
const LAST_MOVE: Duration = Duration::from_secs(30);

/// Sets everything up, runs the stages, prints the report.
///
/// # Errors
/// If the server does not play along.
pub async fn run(args: Args) -> anyhow::Result<()> {
    args.check_descriptors()?;
    let args = Arc::new(args);
    let child = match &args.spawn_server {
        Some(program) => Some(Server::start(program, args.database.as_deref()).await?),
        None => None,
    };
    let socket = child.as_ref().map(|child| child.socket.clone()).or(args.server.clone());
    let socket = socket.context("no --server to load")?;
    let host = args.http_host(&socket)?;
    let pid = child.as_ref().and_then(Server::pid).or(args.server_pid);
    let before_kb = pid.map(resident_kb).transpose()?;

    eprintln!("setting up {} tables of {} at {socket} …", args.tables, args.players);
    let director = Director::new();
    let at_start = director.follow().borrow().counters.clone();
    let tables = setup::tables(&args, &socket, &host, &director).await?;
    let seated_kb = pid.map(resident_kb).transpose()?;
    let play = tables.into_iter().map(|table| table.play(args.deals)).collect();

    let processes = Processes { server: pid, database: args.database_pid };
    let load = Load { args: args.clone(), processes, director, play };
    let (stages, failed) = load.run().await?;
    let memory = match (pid, before_kb, seated_kb) {
        (Some(pid), Some(before_kb), Some(seated_kb)) => Some(Memory {
            before_kb,
            seated_kb,
            after_kb: resident_kb(pid)?,
            kb_per_table: seated_kb.saturating_sub(before_kb) as f64 / f64::from(args.tables),
        }),
        _ => None,
    };
    let report = Report {
        tables: args.tables,
        players: args.players,
        stages,
        late_nonces_at_start: Counters::read(&at_start.late_nonces),
        memory,
        failed,
    };
    report.print()?;
    match report.failed {
        Some((count, why)) => bail!("{count} tables failed: {why}"),
        None => Ok(()),
    }
}

/// The tasks of the tables.
type Play = JoinSet<anyhow::Result<()>>;

/// The number of tables that failed, and the reason for the first.
type Failed = Option<(usize, String)>;

/// Waits for the end of all tables.
async fn end(mut play: Play) -> Failed {
    let mut failed: Failed = None;
    while let Some(ended) = play.join_next().await {
        let why = match ended {
            Ok(Ok(())) => continue,
            Ok(Err(error)) => format!("{error:#}"),
            Err(fault) => fault.to_string(),
        };
        failed.get_or_insert((0, why)).0 += 1;
    }
    failed
}

struct Load {
    args: Arc<Args>,
    processes: Processes,
    director: Director,
    play: Play,
}

impl Load {
    async fn run(self) -> anyhow::Result<(Vec<Figures>, Failed)> {
        if self.args.deals.is_some() {
            return self.deals().await;
        }
        let mut stages = Vec::new();
        let first = match self.args.rate {
            Some(rate) => self.paced("server at the given rate", rate, self.cost()).await,
            None => self.stage("server at full speed", Pace::Full, None).await,
        };
        let bytes = self.args.echo_bytes.map_or(first.mean_bytes as usize, |bytes| bytes as usize);
        if self.args.echo || self.args.spawn_server.is_some() {
            let echo = self.echo(bytes).await?;
            let half = echo.messages_per_s / 2.0;
            stages.push(echo);
            stages.push(first);
            if self.args.rate.is_none() {
                self.halves(half, &mut stages).await;
            }
        } else {
            stages.push(first);
        }
        self.director.begin(Pace::Stop);
        let failed = tokio::time::timeout(LAST_MOVE, end(self.play)).await;
        Ok((stages, failed.context("some tables do not come to an end")?))
    }

    /// Half the echo's rate, and if that is too much half the server's own.
    async fn halves(&self, half: f64, stages: &mut Vec<Figures>) {
        let (full, cost) = match stages.last() {
            // The messages at the start and end of a deal are counted in it,
            // too.
            Some(figures) if figures.moves_per_s > 0.0 => {
                (figures.messages_per_s, figures.messages_per_s / figures.moves_per_s)
            }
            _ => return,
        };
        let paced = self.paced("server at half the echo", half / cost, cost).await;
        let reached = paced.messages_per_s >= half * REACHED;
        stages.push(paced);
        if !reached {
            stages.push(self.paced("server at half its own", full / 2.0 / cost, cost).await);
        }
    }

    /// Messages that a move costs at least.
    fn cost(&self) -> f64 {
        1.0 + f64::from(self.args.players)
    }

    /// Plays at `moves_per_s`, where each move costs `cost` messages.
    async fn paced(&self, name: &str, moves_per_s: f64, cost: f64) -> Figures {
        let interval = Duration::from_secs_f64(f64::from(self.args.tables) / moves_per_s.max(1e-3));
        self.stage(name, Pace::Every(interval), Some(moves_per_s * cost)).await
    }

    async fn stage(&self, name: &str, pace: Pace, offered: Option<f64>) -> Figures {
        eprintln!("{name} …");
        let (warmup, measured) = (self.args.warmup(), self.args.measured());
        self.director.begin(pace);
        tokio::time::sleep(warmup).await;
        let before = self.processes.cpu();
        let counters = self.director.begin(pace);
        tokio::time::sleep(measured).await;
        let used = self.processes.cpu() - before;
        self.director.begin(Pace::Hold);
        // Messages still on their way belong to no stage.
        tokio::time::sleep(Duration::from_secs(1)).await;
        Figures::new(name, &counters, measured, offered, used)
    }

    async fn echo(&self, bytes: usize) -> anyhow::Result<Figures> {
        let name = "echo at full speed";
        eprintln!("{name}, {bytes} bytes a message …");
        let server = EchoServer::start().await?;
        let (warmup, measured) = (self.args.warmup(), self.args.measured());
        let connections = self.args.connections();
        let counters = echo::run(&server.socket, connections, bytes, warmup, measured).await?;
        Ok(Figures::new(name, &counters, measured, None, Cpu::default()))
    }

    /// Plays the deals asked for at each table, from the first move to the last.
    async fn deals(self) -> anyhow::Result<(Vec<Figures>, Failed)> {
        let interval = |rate: f64| Duration::from_secs_f64(f64::from(self.args.tables) / rate);
        let pace = self.args.rate.map_or(Pace::Full, |rate| Pace::Every(interval(rate)));
        let offered = self.args.rate.map(|rate| rate * self.cost());
        let began = Instant::now();
        let before = self.processes.cpu();
        let counters = self.director.begin(pace);
        let failed = end(self.play).await;
        let used = self.processes.cpu() - before;
        let figures = Figures::new("server, all deals", &counters, began.elapsed(), offered, used);
        Ok((vec![figures], failed))
    }
}
