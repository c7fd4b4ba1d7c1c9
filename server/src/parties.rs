//! Parties of paired players: a table is opened for each, and its members are called there.

use std::time::Duration;

use rand::seq::SliceRandom as _;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};
use vzetek_protocol::TableId;

use crate::app::Shared;
use crate::cluster::Cluster;
use crate::fault::Fault;
use crate::pairing::machine::Party;
use crate::table::Mail;

/// The wait before a party whose table could not be opened is tried again.
const AFTER_A_FAULT: Duration = Duration::from_secs(1);
/// The time between two counts of the pools' people.
const COUNT: Duration = Duration::from_secs(1);

/// Makes parties, and counts the pools' people, until the server is to stop.
pub async fn run(app: Shared) {
    let mut count = interval(COUNT);
    count.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // Otherwise two servers could seat the same players.
        let leads = app.cluster.as_ref().is_none_or(Cluster::leads);
        let (parties, wake) = app.pairing.advance(leads);
        for party in parties {
            app.tasks.spawn(open(app.clone(), party));
        }
        tokio::select! {
            () = app.shutdown.cancelled() => return,
            () = app.pairing.changed() => {}
            () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {}
            _ = count.tick() => app.pairing.count(|| app.lobby.playing()),
        }
    }
}

/// Opens a table for a party and calls its members there. If that fails, they wait on.
async fn open(app: Shared, party: Party) {
    let mut bound = false;
    for account in &party.accounts {
        if app.tables.binds(account) {
            app.pairing.withdraw(account);
            bound = true;
        }
    }
    if bound {
        return app.pairing.free(&party);
    }
    match open_table(&app, &party).await {
        Ok(()) => metrics::counter!("vzetek_pairings_total").increment(1),
        Err(fault) => {
            fault.log("no table could be opened for people who were paired");
            tokio::select! {
                () = app.shutdown.cancelled() => {}
                () = tokio::time::sleep(AFTER_A_FAULT) => {}
            }
            app.pairing.free(&party);
        }
    }
}

async fn open_table(app: &Shared, party: &Party) -> Result<(), Fault> {
    let pool = app.pairing.pools()[party.pool].clone();
    let mut accounts = party.accounts.clone();
    // Seats are drawn.
    accounts.shuffle(&mut app.sources.rng());
    let players = app.accounts.players(&accounts, Some(&pool.seek.kind)).await?;
    let before: Vec<Vec<TableId>> =
        accounts.iter().map(|account| app.tables.seated(account)).collect();
    let table = app.tables.open_for(pool.config, &players).await?;
    app.pairing.call(party, &table);
    for (account, tables) in accounts.iter().zip(&before) {
        for handle in tables.iter().filter_map(|table| app.tables.find(table)) {
            handle.mailbox.send(Mail::CallAway { account: account.clone() }).await;
        }
    }
    Ok(())
}
