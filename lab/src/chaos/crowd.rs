//! The tables, and everybody who sits at them or watches.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use anyhow::Context;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use vzetek_client::Http;
use vzetek_protocol::{TableConfig, TableId};

use super::args::Args;
use super::player::Player;
use super::seen::{Notes, Seen};
use super::site::Site;

/// The seats that each person has, at tables of their own.
const SEATS: usize = 2;

/// Everybody's password.
const PASSWORD: &str = "correct horse";

/// The games that are played, and the numbers of players.
const GAMES: [(&str, u8); 7] = [
    ("trset", 2),
    ("tarok", 3),
    ("tablic", 2),
    ("trset", 4),
    ("tarok", 4),
    ("trset", 3),
    ("tablic", 4),
];

/// Everybody at all tables.
pub struct Crowd {
    /// The tables.
    pub tables: Vec<TableId>,
    /// The notes of all.
    pub notes: Arc<Notes>,
    players: JoinSet<Seen>,
    stop: watch::Sender<bool>,
}

impl Crowd {
    /// Opens the tables and lets everybody sit down, each at two, and watch a third.
    ///
    /// # Errors
    /// If the servers do not play along.
    pub async fn sit(args: &Args, site: &Site) -> anyhow::Result<Self> {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(args.seed);
        let host = site.balancer.lock().await.host();
        let mut http = Http::connect(&host).await?;
        let mut tables = Vec::new();
        let mut seats: Vec<Vec<TableId>> = Vec::new();
        for number in 0..args.tables as usize {
            let (game, players) = GAMES[number % GAMES.len()];
            // Each through another server.
            let mut there = Http::connect(&host).await?;
            let opener = http.guest(None).await.context("no guest")?;
            let table = there.open_table(&opener, &config(game, players)?).await?.table;
            for _ in 0..players {
                seats.push(vec![table.clone()]);
            }
            tables.push(table);
        }
        // A person has a seat once at each table.
        seats.shuffle(rng);
        let mut people: Vec<Vec<TableId>> = Vec::new();
        for seat in seats.into_iter().flatten() {
            let room = |person: &&mut Vec<TableId>| person.len() < SEATS && !person.contains(&seat);
            match people.iter_mut().find(room) {
                Some(person) => person.push(seat),
                None => people.push(vec![seat]),
            }
        }
        let notes = Arc::new(Notes::default());
        let (stop, stopped) = watch::channel(false);
        let address = format!("ws://{host}/ws");
        let mut players = JoinSet::new();
        for (number, sits) in people.into_iter().enumerate() {
            // Registered: guests are not rated.
            let token = http.register(&format!("Person {number}"), PASSWORD).await;
            let token = token.context("nobody can register")?;
            let another = &tables[number % tables.len()];
            let watches = if sits.contains(another) { &[] } else { std::slice::from_ref(another) };
            let player = Player::sit(
                &address,
                &token,
                home(number),
                &sits,
                watches,
                args.pace(),
                notes.clone(),
            )
            .await?;
            players.spawn(player.play(stopped.clone()));
        }
        Ok(Self { tables, notes, players, stop })
    }

    /// Lets everybody stop. Returns the notes, and what each was shown.
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

/// A rated table without bots whose clocks never run out.
fn config(game: &str, players: u8) -> anyhow::Result<TableConfig> {
    Ok(serde_json::from_value(json!({
        "game": { "name": game, "options": { "players": players } },
        "clock": { "move_ms": 300_000, "bank_ms": 600_000, "grace_ms": 600_000 },
    }))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_can_be_set_up() {
        for (game, players) in GAMES {
            let config = config(game, players).unwrap();
            assert_eq!(config.game.seats(), usize::from(players), "{game}");
            assert!(config.rated && config.bots.is_none());
        }
    }
}
