//! The table of a party, and the call to it.

use std::time::Duration;

use vzetek_protocol::{ServerMessage, TableId};

use super::machine::Party;
use crate::app::Shared;
use crate::fault::Fault;
use crate::ids;
use crate::table::Mail;

/// The wait after which a party whose table could not be opened is tried again.
const AFTER_A_FAULT: Duration = Duration::from_secs(1);

/// Opens a table for a party and calls everybody to it. If that fails, they look on.
pub async fn open(app: Shared, party: Party) {
    let mut bound = false;
    for account in &party.accounts {
        if app.tables.binds(account) {
            app.pairing.withdraw(account);
            bound = true;
        }
    }
    if bound {
        free(&app, &party);
        return;
    }
    match open_table(&app, &party).await {
        Ok(()) => metrics::counter!("vzetek_pairings_total").increment(1),
        Err(fault) => {
            fault.log("no table could be opened for people who were paired");
            tokio::select! {
                () = app.shutdown.cancelled() => {}
                () = tokio::time::sleep(AFTER_A_FAULT) => {}
            }
            free(&app, &party);
        }
    }
}

fn free(app: &Shared, party: &Party) {
    let mut state = app.pairing.lock();
    for account in state.machine.free(party) {
        state.tell(&account, &ServerMessage::Seeking { seek: None });
    }
    drop(state);
    app.pairing.changed.notify_one();
    // Meanwhile nobody else was told of their wishes.
    party.accounts.iter().for_each(|account| app.pairing.tell_others(account));
}

async fn open_table(app: &Shared, party: &Party) -> Result<(), Fault> {
    let pool = app.pairing.pools[party.pool].clone();
    let mut accounts = party.accounts.clone();
    shuffle(&mut accounts);
    let players = app.accounts.players(&accounts, Some(&pool.seek.kind)).await?;
    let before: Vec<Vec<TableId>> =
        accounts.iter().map(|account| app.tables.seated(account)).collect();
    let table = app.tables.open_for(app, pool.config, &players).await?;
    {
        let mut state = app.pairing.lock();
        state.machine.seat(party);
        for account in &accounts {
            let called = ServerMessage::Called { table: table.clone(), seek: pool.seek.clone() };
            state.tell(account, &called);
        }
    }
    accounts.iter().for_each(|account| app.pairing.tell_others(account));
    for (account, tables) in accounts.iter().zip(&before) {
        for handle in tables.iter().filter_map(|table| app.tables.find(table)) {
            handle.mailbox.send(Mail::CallAway { account: account.clone() }).await;
        }
    }
    Ok(())
}

/// Puts the accounts into any order, each as likely as another.
fn shuffle(accounts: &mut [String]) {
    for last in (1..accounts.len()).rev() {
        accounts.swap(last, ids::below(last as u32 + 1, &mut rand::rng()) as usize);
    }
}
