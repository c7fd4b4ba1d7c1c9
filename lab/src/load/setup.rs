//! Guests and tables, before the load begins.

use std::sync::Arc;

use anyhow::Context;
use tokio::task::JoinSet;
use vzetek_client::Http;
use vzetek_protocol::Clock;
use vzetek_protocol::rest::CreatedTable;
use vzetek_protocol::{GameOptions, TableConfig};
use vzetek_trset::{Options, Variant};

use super::args::Args;
use super::stage::Director;
use super::table::Table;

/// The number of tables set up in parallel.
const AT_ONCE: u32 = 8;

/// Long enough that no player is replaced while tables are set up and compared.
const CLOCK: Clock =
    Clock { move_ms: 300_000, bank_ms: 600_000, grace_ms: 600_000, off_alone: false };

/// Sets all tables up; they hold until a stage lets them play.
///
/// # Errors
/// If the server does not play along.
pub async fn tables(
    args: &Arc<Args>,
    server: &str,
    host: &str,
    director: &Director,
) -> anyhow::Result<Vec<Table>> {
    let mut workers = JoinSet::new();
    for worker in 0..AT_ONCE {
        let (args, server, host) = (args.clone(), server.to_owned(), host.to_owned());
        let stage = director.follow();
        workers.spawn(async move {
            let mut http =
                Http::connect(&host).await.with_context(|| format!("nobody listens on {host}"))?;
            let mut tables = Vec::new();
            for _ in (worker..args.tables).step_by(AT_ONCE as usize) {
                let (created, tokens) = open(&mut http, args.players).await?;
                tables.push(Table::sit(&server, created.table, tokens, stage.clone()).await?);
            }
            anyhow::Ok(tables)
        });
    }
    let mut all = Vec::new();
    while let Some(tables) = workers.join_next().await {
        all.extend(tables?.context("the tables could not be set up")?);
    }
    Ok(all)
}

/// As many guests as the table needs, the first of whom opens it.
async fn open(http: &mut Http, players: u8) -> anyhow::Result<(CreatedTable, Vec<String>)> {
    let mut tokens = Vec::new();
    for _ in 0..players {
        tokens.push(http.guest(None).await.context("no guest")?);
    }
    let config = TableConfig {
        game: GameOptions::Trset(Options::new(Variant::Trset, players)?),
        clock: CLOCK,
        private: false,
        rated: true,
        bots: None,
        lesson: false,
        open_hands: false,
    };
    let created = http.open_table(&tokens[0], &config).await.context("no table")?;
    Ok((created, tokens))
}
