//! The tables, and all clients that sit at them or watch.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use anyhow::Context;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::sync::watch;
use tokio::task::JoinSet;
use vzetek_client::Http;
use vzetek_protocol::Clock;
use vzetek_protocol::rest::CreatedTable;
use vzetek_protocol::{GameOptions, TableConfig, TableId};

use super::args::Args;
use super::notes::{Follower, Notes};
use super::player::Player;
use super::seen::Seen;
use super::site::Site;

/// The seats that each person has, at tables of their own.
const SEATS: usize = 2;

/// The password of every account.
const PASSWORD: &str = "correct horse";

/// Clocks that never run out.
const CLOCK: Clock =
    Clock { move_ms: 300_000, bank_ms: 600_000, grace_ms: 600_000, off_alone: false };

/// One table in `PRIVATE` is private.
const PRIVATE: usize = 7;

/// All clients at all tables.
pub struct Crowd {
    /// The tables.
    pub tables: Vec<TableId>,
    /// All clients that sit or watch, and where.
    pub followers: Vec<Follower>,
    /// The notes of all.
    pub notes: Arc<Notes>,
    players: JoinSet<Seen>,
    stop: watch::Sender<bool>,
}

impl Crowd {
    /// Opens the tables and lets each client sit down at two, and watch a third.
    ///
    /// # Errors
    /// If the servers do not play along.
    pub async fn sit(args: &Args, site: &Site) -> anyhow::Result<Self> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(args.seed);
        let host = site.balancer.lock().await.host();
        let mut http = Http::connect(&host).await?;
        let mut tables: Vec<CreatedTable> = Vec::new();
        let mut seats: Vec<usize> = Vec::new();
        for (number, config) in configs().take(args.tables as usize).enumerate() {
            // Each through another server.
            let mut there = Http::connect(&host).await?;
            let opener = http.guest(None).await.context("no guest")?;
            tables.push(there.open_table(&opener, &config).await?);
            seats.extend(std::iter::repeat_n(number, config.game.seats()));
        }
        // A person has a seat once at each table.
        seats.shuffle(rng);
        let mut people: Vec<Vec<usize>> = Vec::new();
        for seat in seats {
            let room = |person: &&mut Vec<usize>| person.len() < SEATS && !person.contains(&seat);
            match people.iter_mut().find(room) {
                Some(person) => person.push(seat),
                None => people.push(vec![seat]),
            }
        }
        let notes = Arc::new(Notes::default());
        let (stop, stopped) = watch::channel(false);
        let address = format!("ws://{host}/ws");
        let mut players = JoinSet::new();
        let mut followers = Vec::new();
        for (number, sits) in people.into_iter().enumerate() {
            // Registered: guests are not rated.
            let token = http.register(&format!("Person {number}"), PASSWORD).await;
            let token = token.context("nobody can register")?;
            let (pace, notes) = (args.pace(), notes.clone());
            let mut player =
                Player::connect(number, &address, &token, home(number), pace, notes).await?;
            for table in &sits {
                player.sit(&tables[*table]).await?;
            }
            let another = number % tables.len();
            if !sits.contains(&another) {
                player.watch(&tables[another]).await?;
            }
            let follows = sits.iter().chain(Some(&another).filter(|one| !sits.contains(one)));
            followers.extend(follows.map(|table| (number, tables[*table].table.clone())));
            players.spawn(player.play(stopped.clone()));
        }
        let tables = tables.into_iter().map(|created| created.table).collect();
        Ok(Self { tables, followers, notes, players, stop })
    }

    /// Stops all clients. Returns the notes, and what each was shown.
    ///
    /// # Errors
    /// If a player's task panicked.
    pub async fn rise(mut self) -> anyhow::Result<(Arc<Notes>, Vec<Seen>)> {
        self.stop.send_replace(true);
        let mut seen = Vec::new();
        while let Some(player) = self.players.join_next().await {
            seen.push(player?);
        }
        Ok((self.notes, seen))
    }
}

/// An address of their own for each, so that they are not of one household.
fn home(number: usize) -> IpAddr {
    IpAddr::V4(Ipv4Addr::from_bits(Ipv4Addr::new(10, 0, 0, 1).to_bits() + number as u32))
}

/// Tables without bots whose clocks never run out, of one kind of game after the other.
fn configs() -> impl Iterator<Item = TableConfig> {
    let kinds = GameOptions::kinds();
    let games: Vec<GameOptions> =
        kinds.iter().filter_map(|kind| GameOptions::of_kind(kind.as_str())).collect();
    games.into_iter().cycle().zip(1..).map(|(game, number)| TableConfig {
        game,
        clock: CLOCK,
        private: number % PRIVATE == 0,
        rated: true,
        bots: None,
        lesson: false,
        open_hands: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tables_of_each_kind_of_game_are_never_both_private() {
        let kinds = GameOptions::kinds();
        assert!(kinds.iter().any(|kind| kind.as_str() == "kifameno-2"));
        let tables: Vec<TableConfig> = configs().take(2 * kinds.len()).collect();
        for kind in &kinds {
            let own = tables.iter().filter(|config| config.game.kind() == *kind);
            assert_eq!(own.clone().count(), 2, "{kind}");
            assert!(own.clone().any(|config| !config.private), "{kind}");
        }
        assert_eq!(tables.iter().filter(|config| config.private).count(), 24 / PRIVATE);
    }
}
