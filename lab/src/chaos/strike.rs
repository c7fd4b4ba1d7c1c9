//! A fault, from its beginning until what was broken works again.

use anyhow::Context;
use rustix::process::Signal;
use tokio::time::sleep;

use super::fault::{Fault, Kind};
use super::gate::Way;
use super::notes::Notes;
use super::site::{Server, Site};

/// The longest pause between a server's leaving and its next start.
const UPGRADE: std::time::Duration = std::time::Duration::from_secs(1);

/// Breaks something and repairs it.
///
/// # Errors
/// If it cannot be broken or repaired.
pub async fn strike(site: &Site, fault: &Fault, notes: &Notes) -> anyhow::Result<()> {
    let [first, second] = fault.servers;
    let lasts = fault.lasts;
    let what = format!("{} ({fault:?})", fault.kind);
    site.write_down(&format!("begins: {what}"))?;
    match fault.kind {
        Kind::Postgres => {
            site.lose_postgres(lasts).await?;
        }
        Kind::Nats => {
            let mut nats = site.nats.lock().await;
            nats.crash(notes).await?;
            sleep(lasts).await;
            nats.again().await?;
        }
        Kind::Balancer => {
            let mut balancer = site.balancer.lock().await;
            balancer.crash(notes).await?;
            sleep(lasts).await;
            balancer.again().await?;
        }
        Kind::KillTwo => {
            // In one order, so that two such faults do not wait for each other.
            let mut one = site.servers[first.min(second)].lock().await;
            let mut other = site.servers[first.max(second)].lock().await;
            for server in [&mut *one, &mut *other] {
                awake(server, notes).await?;
                server.signal(Signal::KILL)?;
            }
            sleep(lasts).await;
            for server in [&mut *one, &mut *other] {
                server.end().await?;
                server.start().await?;
            }
        }
        kind => {
            let mut server = site.servers[first].lock().await;
            awake(&mut server, notes).await?;
            hit(kind, site, &mut server, fault, notes).await.with_context(|| format!("{kind}"))?;
        }
    }
    site.write_down(&format!("mended: {what}"))
}

async fn hit(
    kind: Kind,
    site: &Site,
    server: &mut Server,
    fault: &Fault,
    notes: &Notes,
) -> anyhow::Result<()> {
    match kind {
        Kind::Sleep => {
            server.signal(Signal::STOP)?;
            sleep(fault.lasts).await;
            server.signal(Signal::CONT)?;
        }
        Kind::CutPostgres | Kind::CutNats | Kind::CutBoth => {
            let (nats, postgres) = (kind != Kind::CutPostgres, kind != Kind::CutNats);
            let gates = [(nats, &server.to_nats), (postgres, &server.to_postgres)];
            let hit = gates.into_iter().filter(|(hit, _)| *hit).map(|(_, gate)| gate);
            hit.clone().for_each(|gate| gate.set(fault.way));
            sleep(fault.lasts).await;
            hit.for_each(|gate| gate.set(Way::Open));
        }
        Kind::Leave | Kind::Clock => {
            if kind == Kind::Clock {
                server.hours = if server.hours == 0 { fault.hours } else { 0 };
            }
            site.let_leave(server, notes).await?;
            sleep(fault.lasts.min(UPGRADE)).await;
            server.start().await?;
        }
        _ => {
            server.signal(Signal::KILL)?;
            server.end().await?;
            sleep(fault.lasts).await;
            server.start().await?;
        }
    }
    Ok(())
}

/// A server that ended unasked is a violation, and is started again.
async fn awake(server: &mut Server, notes: &Notes) -> anyhow::Result<()> {
    if let Some(status) = server.has_ended()? {
        notes.wrong(format!("server {} ended by itself: {status}", server.name));
        server.start().await?;
    }
    Ok(())
}
